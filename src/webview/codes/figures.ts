// The three figures at the top of the page.
import type { CheckedFile, ServerState } from '../../protocol/codes-check.ts';
import { h } from '../kit/dom.ts';
import { currentLanguage, t } from '../kit/l10n.ts';

export function count(figure: number): string {
  return figure.toLocaleString(currentLanguage());
}

interface Figures {
  readonly element: HTMLElement;
  show(file: CheckedFile): void;
  showServer(server: ServerState): void;
}

export function figures(): Figures {
  const [codes, problems, there] = [h('dd'), h('dd'), h('dd')];
  const why = h('p', { className: 'hint', hidden: true });
  const pair = (name: string, figure: HTMLElement) => h('div', {}, h('dt', {}, name), figure);
  const compared = pair(t('At the service already'), there);
  const list = h('dl', { className: 'figures' }, pair(t('Codes'), codes), pair(t('Problems'), problems), compared);
  return {
    element: h('div', { attributes: { role: 'status' } }, list, why),
    show(file) {
      codes.textContent = file.column === undefined ? '?' : count(file.codes);
      problems.textContent = count(file.problems);
    },
    showServer(server) {
      // Nothing is compared before somebody has chosen an event.
      compared.hidden = server.kind === 'none';
      there.textContent = serverText(server);
      why.hidden = server.kind !== 'failed';
      why.textContent = server.kind === 'failed' ? t('It is not known which ones the service has: {0}', server.message) : '';
    },
  };
}

function serverText(server: ServerState): string {
  if (server.kind === 'known') return count(server.there);
  if (server.kind === 'failed') return '?';
  if (server.kind === 'none') return '';
  return server.total === 0 ? '…' : t('{0} of {1} read', count(server.read), count(server.total));
}
