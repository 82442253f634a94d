import { codesCheckContract, type CheckedFile, type CheckState, type CodesCheckContract } from '../../protocol/codes-check.ts';
import type { ShownRow, UploadTarget } from '../../protocol/codes-check.ts';
import type { InitOf } from '../../protocol/contract.ts';
import type { Channel } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, momentText, t } from '../kit/l10n.ts';
import { environmentBadge, mount, notice, openPage } from '../kit/page.ts';
import { choices, encodingSelect, lengthPicture, notesTable, problemTable, resultLine, rowsTable, serverRow } from './found.ts';

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
  const refused = h('div', { className: 'choices' });
  const again = button(t('Check Again'), () => ask('checkAgain', null), 'quiet');
  const asCodes = button(t('Show Rows'), () => ask('openAsCodes', null), 'quiet');
  const progress = progressView(() => ask('cancel', null));
  const rows = folded(t('Rows'));
  const lengths = folded(t('Lengths'));
  let checked: CheckedFile | undefined;
  let uploadTarget = init.target;

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
    result.show(check);
    facts.textContent = check.facts.join(' · ');
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
  /** The next step is the main one: to fix what can be fixed, then to upload. */
  function showSteps({ kinds, problems, workbook, canConvert }: CheckedFile): void {
    // A button that is drawn anew while somebody presses it is never clicked.
    const shown = JSON.stringify([kinds, problems, workbook !== undefined, canConvert, uploadTarget.event?.label]);
    if (shown === shownSteps) return;
    shownSteps = shown;
    const focus = focusIn(steps);
    const { event } = uploadTarget;
    const isFixable = fix && problems > 0 && kinds.some((kind) => kind.fix && !kind.isNote);
    const advice = [...new Set(kinds.flatMap((kind) => kind.advice ?? []))];
    // What a copy cannot mend comes before it: the copy would look as if nothing were lost.
    const isLost = advice.length > 0;
    const isReady = !isFixable && !isLost;
    const to = event ? t('Upload to {0}…', event.label) : t('Upload…');
    const upload = button(isReady ? to : t('Upload As It Is…'), () => ask('upload', null), isReady ? 'primary' : 'quiet');
    upload.disabled = !init.isTrusted;
    replaceChildren(
      steps,
      isLost && init.isTrusted && init.isLocal && button(t('Open in the Spreadsheet'), () => ask('openOutside', null), 'primary'),
      isFixable && button(t('Fix All (New File)'), () => fix('all'), isLost ? 'quiet' : 'primary'),
      upload,
      workbook && !isFixable && fix && button(t('Save as CSV'), () => fix('all'), 'quiet'),
      canConvert && !isFixable && fix && button(t('Convert to UTF-8 (New File)'), () => fix('toUtf8'), 'quiet'),
    );
    replaceChildren(
      mend,
      advice.map((text) => h('p', {}, text)),
    );
    focus();
  }

  let shownTarget = '';
  function showTarget(now: UploadTarget): void {
    if (JSON.stringify(now) === shownTarget) return;
    shownTarget = JSON.stringify(now);
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
        ),
        server.row,
        lastUpload && [
          h('dt', {}, t('Last upload')),
          h('dd', {}, lastUploadText(lastUpload), lastUpload.hasList && addedButtons(ask)),
        ],
      ),
      hints.filter((hint) => hint !== false).map((hint) => h('p', { className: 'hint' }, hint)),
    );
    if (checked) showSteps(checked);
    focus();
  }

  mount(h('header', {}, h('h1', {}, init.name), again, asCodes), note.element, progress.element, refused, content);
  content.append(result.element, mend, steps, target, found, rows.element, lengths.element);
  channel.on('check', showCheck);
  channel.on('further', showRows);
  channel.on('server', (now) => server.show(now));
  channel.on('target', showTarget);
  showTarget(init.target);
  server.show(init.server);
  showCheck(init.check);
  showRows(init.further);
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

/** The codes that were added, as long as the list of them is kept. */
function addedButtons(ask: (name: 'added', action: 'open' | 'copy' | 'save') => void): HTMLElement {
  return h(
    'div',
    {},
    button(t('Open Added Codes'), () => ask('added', 'open'), 'quiet'),
    button(t('Copy Added Codes'), () => ask('added', 'copy'), 'quiet'),
    button(t('Save Added Codes…'), () => ask('added', 'save'), 'quiet'),
  );
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

openPage(codesCheckContract, show);
