import type { CheckedFile, CheckState, CodesCheckContract } from '../../protocol/codes-check.ts';
import type { ComparedState, ShownRow, UploadTarget } from '../../protocol/codes-check.ts';
import type { InitOf } from '../../protocol/contract.ts';
import type { Channel } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, momentText, t } from '../kit/l10n.ts';
import { environmentBadge, mount, notice, openPage } from '../kit/page.ts';
import { comparedParts } from './compared.ts';
import { choices, encodingSelect, lengthPicture, notesTable, problemTable, rowsTable, serverRow } from './found.ts';
import { isFixable, isGood, nextLook, resultLine, sentAsItIs } from './result.ts';

type Request = keyof CodesCheckContract['requests'];

function show(init: InitOf<CodesCheckContract>, channel: Channel<CodesCheckContract>): void {
  channel.saveState({ environment: init.environmentName, kind: 'codes', id: init.path });
  const note = notice();
  const result = resultLine();
  const server = serverRow();
  const facts = h('p', { className: 'hint' });
  const content = h('div', { hidden: true });
  const mend = h('div');
  const steps = h('div', { className: 'actions' });
  const target = h('div');
  const found = h('div');
  const compared = h('section', { hidden: true });
  const refused = h('div', { className: 'choices' });
  const again = button(t('Check Again'), () => ask('checkAgain', null), 'quiet');
  const asTable = button(t('Open as Table'), () => ask('openAsTable', null), 'quiet');
  const progress = progressView(() => ask('cancel', null));
  const rows = folded(t('Rows'));
  const lengths = folded(t('Lengths'));
  let checked: CheckedFile | undefined;
  let uploadTarget = init.target;
  let atService = init.server;

  function ask<Name extends Request>(name: Name, payload: Parameters<typeof channel.request<Name>>[1]): void {
    note.follow(channel.request(name, payload));
  }

  const fix = init.isTrusted ? (name: string) => ask('fix', name) : undefined;
  const chooseEncoding = (encoding: string) => ask('chooseEncoding', encoding);

  function showCheck(check: CheckState): void {
    progress.show(check);
    const retry = button(t('Check Again'), () => ask('checkAgain', null));
    if (check.kind === 'stopped') note.show('error', check.message, retry);
    const isChoice = check.kind === 'stopped' && check.encoding;
    replaceChildren(refused, isChoice && encodingSelect(isChoice, chooseEncoding));
    // While a file is checked once more, what was found before can still be read.
    if (check.kind !== 'checking') content.hidden = check.kind === 'stopped';
    // It stays while its own check runs, and keeps the focus.
    again.hidden = content.hidden;
    if (check.kind !== 'checked') return;
    checked = check;
    note.clear();
    const focus = focusIn(content);
    if (check.stoppedAt !== undefined)
      note.show('warning', t('From line {0} on nothing was checked: a quote is never closed.', countText(check.stoppedAt)));
    facts.textContent = check.facts.join(' · ');
    showTarget(uploadTarget);
    showSteps(check);
    const picture = lengthPicture(check);
    lengths.show(picture);
    lengths.element.hidden = !picture;
    showRows([]);
    replaceChildren(
      found,
      facts,
      choices(check, {
        encoding: chooseEncoding,
        column: (column) => ask('chooseColumn', column),
        sheet: (sheet) => ask('chooseSheet', sheet),
        zeros: (zeros) => ask('chooseZeros', zeros),
      }),
      check.workbook && notesTable(check.workbook),
      problemTable(check, {
        fix,
        showProblem: (kind) => ask('showProblem', kind),
        showProblems: () => ask('showProblems', null),
      }),
    );
    focus();
  }

  function showRows(further: readonly ShownRow[]): void {
    if (checked) rows.show(rowsTable(checked, further), checked.problems > 0 || checked.column === undefined);
  }

  let shownSteps = '';
  /** The next step is the main one: to fix what can be fixed, to upload, then to look at what was added. */
  function showSteps(file: CheckedFile): void {
    result.show(file, uploadTarget, atService);
    const { kinds, problems, workbook, canConvert } = file;
    const { event, environment, lastUpload } = uploadTarget;
    const sent = sentAsItIs(uploadTarget, atService);
    const look = nextLook(file, uploadTarget, atService);
    const isReady = isGood(file);
    // A button that is drawn anew while somebody presses it is never clicked.
    const drawn = [kinds, problems, isReady, look, workbook !== undefined, canConvert, event?.label, sent, lastUpload?.hasList];
    const shown = JSON.stringify(drawn);
    if (shown === shownSteps) return;
    shownSteps = shown;
    const focus = focusIn(steps);
    const mayFix = fix && isFixable(file);
    const advice = [...new Set(kinds.flatMap((kind) => kind.advice ?? []))];
    // What a copy cannot mend comes before it: the copy would look as if nothing were lost.
    const isLost = advice.length > 0;
    const byHand = kinds.find(({ isNote, line }) => !isNote && line !== undefined);
    const to = event ? t('Upload to {0}…', event.label) : t('Upload…');
    const again = sent && event ? t('Upload Again to {0}…', event.label) : undefined;
    const uploadText = again ?? (isReady || file.column === undefined ? to : t('Upload As It Is…'));
    const upload = button(uploadText, () => ask('upload', null), isReady && !look ? 'primary' : 'quiet');
    upload.disabled = !init.isTrusted;
    const main = look ? 'quiet' : 'primary';
    replaceChildren(
      steps,
      look === 'open' && openAdded('primary'),
      look === 'compare' && environment && compareButton('primary'),
      isLost && init.isTrusted && init.isLocal && button(t('Open in the Spreadsheet'), () => ask('openOutside', null), main),
      mayFix && button(t('Fix All (New File)'), () => fix('all'), isLost ? 'quiet' : main),
      byHand && !mayFix && !isLost && button(t('Go to the First Problem'), () => ask('showProblem', byHand.kind), main),
      upload,
      workbook && !mayFix && fix && button(t('Save as CSV'), () => fix('all'), 'quiet'),
      canConvert && !mayFix && fix && button(t('Convert to UTF-8 (New File)'), () => fix('toUtf8'), 'quiet'),
    );
    replaceChildren(
      mend,
      advice.map((text) => h('p', {}, text)),
    );
    focus();
  }

  type Look = 'primary' | 'quiet';
  const compareButton = (look: Look) => button(t('Compare with Event'), () => ask('compare', null), look);
  const openAdded = (look: Look) => button(t('Open Added Codes'), () => ask('added', 'open'), look);

  /** Whether it is the main button already. */
  function isNext(what: 'compare' | 'open'): boolean {
    return checked !== undefined && nextLook(checked, uploadTarget, atService) === what;
  }

  /** The codes that were added, as long as the list of them is kept. */
  function addedButtons(): HTMLElement {
    return h(
      'div',
      {},
      !isNext('open') && openAdded('quiet'),
      button(t('Copy Added Codes'), () => ask('added', 'copy'), 'quiet'),
      button(t('Save Added Codes…'), () => ask('added', 'save'), 'quiet'),
    );
  }

  let shownTarget = '';
  function showTarget(now: UploadTarget): void {
    const shown = JSON.stringify([now, checked && nextLook(checked, now, atService), compared.hidden]);
    if (shown === shownTarget) return;
    shownTarget = shown;
    uploadTarget = now;
    const { environment, environmentName, event, lastUpload } = now;
    const focus = focusIn(target);
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
        h(
          'dd',
          {},
          `${event?.label ?? t('none')} `,
          environmentBadge(environment ?? { label: environmentName, protected: false }),
          environment && choose,
          environment && event && compared.hidden && !isNext('compare') && compareButton('quiet'),
        ),
        server.row,
        lastUpload && [
          h('dt', {}, t('Last upload')),
          h('dd', {}, lastUploadText(lastUpload), lastUpload.hasList && addedButtons()),
        ],
      ),
      hints.filter((hint) => hint !== false).map((hint) => h('p', { className: 'hint' }, hint)),
    );
    if (checked) showSteps(checked);
    focus();
  }

  function showCompared(now: ComparedState | null): void {
    const focus = focusIn(compared);
    compared.hidden = !now;
    replaceChildren(compared, now && comparedParts(now, ask));
    showTarget(uploadTarget);
    focus();
  }

  mount(h('header', {}, h('h1', {}, init.name), again, asTable), note.element, progress.element, refused, content);
  content.append(result.element, mend, steps, target, compared, found, rows.element, lengths.element);
  channel.on('check', showCheck);
  channel.on('further', showRows);
  channel.on('server', (now) => {
    atService = now;
    server.show(now);
    showTarget(uploadTarget);
    if (checked) showSteps(checked);
  });
  channel.on('target', showTarget);
  channel.on('compared', showCompared);
  showTarget(init.target);
  server.show(init.server);
  showCheck(init.check);
  showRows(init.further);
  showCompared(init.compared);
}

/** A part that folds away; it stays as somebody has left it. */
function folded(name: string) {
  const inside = h('div');
  const element = h('details', {}, h('summary', {}, name), inside);
  let isTouched = false;
  element.querySelector('summary')?.addEventListener('click', () => (isTouched = true));
  return {
    element,
    show(content: HTMLElement | undefined, isOpen = false) {
      if (!isTouched) element.open = isOpen;
      replaceChildren(inside, content);
    },
  };
}

function lastUploadText({ at, message, isChangedSince }: NonNullable<UploadTarget['lastUpload']>): string {
  const changed = isChangedSince ? ` ${t('The file has changed since.')}` : '';
  return `${momentText(at)} · ${message}${changed}`;
}

/** Keeps the focus over a new drawing; gives the function that puts it back. */
function focusIn(content: HTMLElement): () => void {
  const controls = () => [...content.querySelectorAll<HTMLButtonElement | HTMLSelectElement>('button, select')];
  const index = controls().findIndex((control) => control === document.activeElement);
  const name = nameOf(controls()[index]);
  return () => {
    const isSame = (control: HTMLElement) => control === document.activeElement;
    if (index < 0 || controls().some(isSame)) return;
    const now = controls();
    (now.find((control) => nameOf(control) === name) ?? now[index] ?? now.at(-1))?.focus();
  };
}

function nameOf(control: HTMLButtonElement | HTMLSelectElement | undefined): string | undefined {
  return control instanceof HTMLSelectElement ? control.labels[0]?.textContent : control?.textContent;
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

export function openCodesPage(): void {
  openPage<CodesCheckContract>(show);
}
