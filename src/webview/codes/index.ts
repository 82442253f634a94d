import { codesCheckContract, type CheckState, type CodesCheckContract, type UploadTarget } from '../../protocol/codes-check.ts';
import type { InitOf } from '../../protocol/contract.ts';
import type { Channel } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, momentText, t } from '../kit/l10n.ts';
import { environmentBadge, mount, notice, openPage } from '../kit/page.ts';
import { columnChoice, encodingSelect, figures, lengthPicture, problemTable, sampleTable } from './found.ts';

type Request = keyof CodesCheckContract['requests'];

function show(init: InitOf<CodesCheckContract>, channel: Channel<CodesCheckContract>): void {
  channel.saveState({ environment: init.environmentName, kind: 'codes', id: init.path });
  const note = notice();
  const top = figures();
  const facts = h('p', { className: 'hint' });
  const content = h('div', { hidden: true });
  const target = h('section');
  const refused = h('div');
  const again = button(t('Check Again'), () => ask('checkAgain', null), 'quiet');
  const progress = progressView(() => ask('cancel', null));

  function ask<Name extends Request>(name: Name, payload: Parameters<typeof channel.request<Name>>[1]): void {
    note.follow(channel.request(name, payload));
  }

  function showCheck(check: CheckState): void {
    progress.show(check);
    const retry = button(t('Check Again'), () => ask('checkAgain', null));
    const chooseEncoding = (encoding: string) => ask('chooseEncoding', encoding);
    if (check.kind === 'stopped') note.show('error', check.message, retry);
    const isChoice = check.kind === 'stopped' && check.encoding;
    replaceChildren(refused, isChoice && encodingSelect(isChoice, chooseEncoding));
    // While a file is checked once more, what was found before can still be read.
    if (check.kind !== 'checking') content.hidden = check.kind === 'stopped';
    // It stays while its own check runs, and keeps the focus.
    again.hidden = content.hidden;
    if (check.kind !== 'checked') return;
    note.clear();
    const focus = focusIn(content);
    if (check.stoppedAt !== undefined)
      note.show('warning', t('From line {0} on nothing was checked: a quote is never closed.', countText(check.stoppedAt)));
    top.show(check);
    facts.textContent = check.facts.join(' · ');
    const fix = init.isTrusted ? (name: string) => ask('fix', name) : undefined;
    const picture = lengthPicture(check);
    const whole = t('The whole file is sent, with all its columns. The service decides what each of them is.');
    replaceChildren(
      content,
      top.element,
      facts,
      columnChoice(check, (column) => ask('chooseColumn', column)),
      encodingSelect(check.encoding, chooseEncoding),
      h('h2', {}, t('Problems')),
      problemTable(check, {
        fix,
        showProblem: (kind) => ask('showProblem', kind),
        showProblems: () => ask('showProblems', null),
      }),
      h('h2', {}, t('The first rows')),
      sampleTable(check),
      picture && h('h2', {}, t('Lengths')),
      picture,
      h('h2', {}, t('Upload')),
      check.columns.length > 1 && h('p', { className: 'hint' }, whole),
      target,
    );
    focus();
  }

  function showTarget({ environment, environmentName, event, lastUpload }: UploadTarget): void {
    const focus = focusIn(target);
    const upload = button(t('Upload…'), () => ask('upload', null), 'primary');
    upload.disabled = !init.isTrusted;
    const choose = button(event ? t('Change…') : t('Choose…'), () => ask('chooseEvent', null), 'quiet');
    const hints = [
      !environment && t('The environment cannot be reached: it is not configured, or not running.'),
      !init.isTrusted && t('Nothing is uploaded while this workspace is in Restricted Mode.'),
    ];
    replaceChildren(
      target,
      h(
        'dl',
        { className: 'target' },
        h('dt', {}, t('Event')),
        h('dd', {}, `${event?.label ?? t('none')} `, environment && choose),
        h('dt', {}, t('Environment')),
        h('dd', {}, environmentBadge(environment ?? { label: environmentName, protected: false })),
        lastUpload && [h('dt', {}, t('Last upload')), h('dd', {}, lastUploadText(lastUpload))],
      ),
      hints.filter((hint) => hint !== false).map((hint) => h('p', { className: 'hint' }, hint)),
      h('div', { className: 'actions' }, upload),
    );
    focus();
  }

  mount(h('header', {}, h('h1', {}, init.name), again), note.element, progress.element, refused, content);
  channel.on('check', showCheck);
  channel.on('server', (server) => top.showServer(server));
  channel.on('target', showTarget);
  showTarget(init.target);
  top.showServer(init.server);
  showCheck(init.check);
}

function lastUploadText({ at, message, isChangedSince }: NonNullable<UploadTarget['lastUpload']>): string {
  const changed = isChangedSince ? ` ${t('The file has changed since.')}` : '';
  return `${momentText(at)} · ${message}${changed}`;
}

/** Keeps the focus over a new drawing; gives the function that puts it back. */
function focusIn(content: HTMLElement): () => void {
  const controls = () => [...content.querySelectorAll<HTMLElement>('button, select')];
  const index = controls().findIndex((control) => control === document.activeElement);
  return () => {
    if (index >= 0) (controls()[index] ?? controls().at(-1))?.focus();
  };
}

function progressView(cancel: () => void): { readonly element: HTMLElement; show(check: CheckState): void } {
  const bar = h('progress', { attributes: { 'aria-label': t('Progress') } });
  const text = h('span', { attributes: { role: 'status' } }, t('Checking…'));
  const element = h('div', { className: 'notice', hidden: true }, text, bar, button(t('Cancel'), cancel));
  return {
    element,
    show(check) {
      element.hidden = check.kind !== 'checking';
      if (check.kind !== 'checking' || check.total === 0) return;
      bar.max = check.total;
      bar.value = check.bytes;
    },
  };
}

openPage(codesCheckContract, show);
