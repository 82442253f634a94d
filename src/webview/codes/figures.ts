// The three figures at the top of the page.
import type { CheckedFile, ServerState } from '../../protocol/codes-check.ts';
import { definitions, h } from '../kit/dom.ts';
import { countText, t } from '../kit/l10n.ts';

interface Figures {
  readonly element: HTMLElement;
  show(file: CheckedFile): void;
  showServer(server: ServerState): void;
}

export function figures(): Figures {
  const [codes, problems, there] = [h('dd'), h('dd'), h('dd')];
  const why = h('p', { className: 'hint', hidden: true });
  const pairs = definitions([
    [t('Codes'), codes],
    [t('Problems'), problems],
    [t('At the service already'), there],
  ]);
  const list = h('dl', { className: 'figures' }, pairs);
  return {
    element: h('div', { attributes: { role: 'status' } }, list, why),
    show(file) {
      codes.textContent = file.column === undefined ? '?' : countText(file.codes);
      problems.textContent = countText(file.problems);
    },
    showServer(server) {
      // Nothing is compared before somebody has chosen an event.
      for (const pair of pairs.slice(-1)) pair.hidden = server.kind === 'none';
      there.textContent = serverText(server);
      why.hidden = server.kind !== 'failed';
      why.textContent = server.kind === 'failed' ? t('It is not known which ones the service has: {0}', server.message) : '';
    },
  };
}

function serverText(server: ServerState): string {
  if (server.kind === 'known') return countText(server.there);
  if (server.kind === 'failed') return '?';
  if (server.kind === 'none') return '';
  return server.total === 0 ? '…' : t('{0} of {1} read', countText(server.read), countText(server.total));
}
