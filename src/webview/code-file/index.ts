import type { CheckState, CodeFileContract } from '../../protocol/code-file.ts';
import type { FileState, OpenedFile } from '../../protocol/code-file.ts';
import type { InitOf } from '../../protocol/contract.ts';
import type { Channel } from '../kit/channel.ts';
import { h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';
import { contextMenu, type Point } from '../kit/menu.ts';
import { mount, notice, openPage } from '../kit/page.ts';
import { CodeList } from './list.ts';
import { Search } from './search.ts';

/** In words of a text file, and of a workbook. */
const lineTexts = {
  place: () => t('Line'),
  goTo: () => t('Go to line'),
  at: (line: string) => t('Line {0}', line),
  found: (line: string, text: string) => t('Line {0}: {1}', line, text),
  none: (line: string) => t('There is no row at line {0}.', line),
  wrong: () => t('A line is a number from 1 on.'),
  copied: (line: string) => t('Copied the code of line {0}.', line),
  short: (most: string, last: string) =>
    t('Only the first {0} problems of a kind are marked: rows below line {1} may have more.', most, last),
  rowCopied: (line: string) => t('Copied line {0}.', line),
  keys: () => t('Ctrl+F finds, F3 goes to the next match, F8 to the next problem, Ctrl+G to a line, Ctrl+C copies the code.'),
};
const rowTexts: typeof lineTexts = {
  place: () => t('Row'),
  goTo: () => t('Go to row'),
  at: (row) => t('Row {0}', row),
  found: (row, text) => t('Row {0}: {1}', row, text),
  none: (row) => t('There is no row {0}.', row),
  wrong: () => t('A row is a number from 1 on.'),
  copied: (row) => t('Copied the code of row {0}.', row),
  short: (most, last) => t('Only the first {0} problems of a kind are marked: rows below row {1} may have more.', most, last),
  rowCopied: (row) => t('Copied row {0}.', row),
  keys: () => t('Ctrl+F finds, F3 goes to the next match, F8 to the next problem, Ctrl+G to a row, Ctrl+C copies the code.'),
};

function show(init: InitOf<CodeFileContract>, channel: Channel<CodeFileContract>): void {
  channel.saveState({});
  const note = notice();
  /** Of its own, so that no other word takes its place. */
  const end = notice();
  const texts = init.isWorkbook ? rowTexts : lineTexts;
  const facts = h('span', { className: 'hint' });
  const rowCount = h('span', { className: 'count', attributes: { role: 'status' } });
  const detail = h('p', { className: 'hint detail', attributes: { role: 'status' } });
  const problemCount = h('span', { attributes: { role: 'status' } });
  const opening = h('p', { className: 'hint', attributes: { role: 'status' } }, t('Reading the file…'));
  const short = h('p', { className: 'hint', hidden: true, attributes: { role: 'status' } });
  let version = -1;
  let sheet: string | undefined;
  /** Whether a text editor takes the file. */
  let isText = false;
  let check: CheckState = init.check;
  /** Where somebody was when the page was hidden. */
  let place: typeof init.place | undefined = init.place;

  const list = new CodeList(init.name, texts.place(), {
    read: (from, count) => channel.request('rows', { version, from, count }),
    moved: () => showRow(),
    copy: (row) => void copy('copyCode', row),
    open: () => (isText ? openText(list.current?.line) : void copy('copyCode', list.row)),
    menu: (at) => openMenu(at),
    failed: note.fail,
  });
  const search = new Search(list, {
    find: (text, from, direction) => channel.request('find', { version, text, from, direction }),
    findAll: (text) => channel.request('findAll', { version, text }),
    failed: note.fail,
    changed: () => keepPlace(),
  });
  const line = h('input', {
    type: 'text',
    inputMode: 'numeric',
    className: 'line',
    ariaLabel: texts.goTo(),
    placeholder: texts.place(),
  });
  line.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') void goToTyped();
    else if (event.key === 'Escape') leaveLine();
    else return;
    event.preventDefault();
  });
  const toProblem = (step: 1 | -1) => void goToProblem(step);
  const before = stepButton('↑', t('Previous problem (Shift+F8)'), () => toProblem(-1));
  const after = stepButton('↓', t('Next problem (F8)'), () => toProblem(1));

  function showFile(file: FileState): void {
    const isOpen = file.kind === 'open';
    opening.hidden = file.kind !== 'opening';
    for (const part of [tools, list.element, detail, keys, asText]) part.hidden = !isOpen;
    if (!isOpen) showEnd(undefined);
    showShort();
    if (file.kind === 'opening' && file.total > 0) opening.textContent = t('Reading the file… {0} %', percent(file));
    if (file.kind === 'refused') {
      facts.textContent = '';
      note.show(
        'error',
        file.message,
        button(t('Try Again'), () => note.follow(channel.request('readAgain', null))),
      );
    }
    if (file.kind !== 'open') return;
    const isOther = version !== file.version;
    const isChanged = isOther && version >= 0;
    version = file.version;
    if (isOther) note.clear();
    if (isChanged) note.show('info', changedText(file));
    showEnd(file.stopped);
    sheet = file.sheet;
    facts.textContent = file.facts.join(' · ');
    isText = file.isText;
    asText.hidden = !isText;
    readOnly.textContent = isText
      ? t('Read-only here: Enter opens the line in the text editor.')
      : t('Read-only: Enter copies the code.');
    // The header is no row of the file to whoever counts guests.
    const counted = Math.max(0, file.rows - (file.headerLine === undefined ? 0 : 1));
    rowCount.textContent = file.isCounted
      ? t('Rows: {0}', countText(counted))
      : t('Rows: at least {0}, still counting', countText(counted));
    list.show(file);
    if (isChanged) search.again();
    takePlace(file.rows, file.isCounted);
  }

  /** Said once: the file is told of again and again while it is read and checked. */
  let ended: string | undefined;
  function showEnd(stopped: string | undefined): void {
    if (stopped === ended) return;
    ended = stopped;
    if (stopped === undefined) end.clear();
    else end.show('warning', stopped);
  }

  function changedText({ sheet: now = '' }: OpenedFile): string {
    if (sheet !== undefined && sheet !== now) return t('Sheet {0} is shown now.', now);
    return t('The file, or how it is read, has changed. Its rows were read again.');
  }

  /** As soon as the row is there. */
  function takePlace(rows: number, isCounted: boolean): void {
    if (!place || (place.line === undefined && place.row >= rows && !isCounted)) return;
    const { row, text, line: wanted } = place;
    place = undefined;
    if (wanted === undefined) list.jumpTo(row);
    search.restore(text);
    if (channel.isBack || wanted !== undefined) list.focus();
    else focusRows();
    if (wanted !== undefined) void goToLine(wanted);
  }

  /** Where nothing has the focus, the arrows are for the rows; a page that is only looked at takes it from nobody. */
  function focusRows(): void {
    if (document.hasFocus() && document.activeElement === document.body && !tools.hidden) list.focus();
  }

  /** Somebody comes from elsewhere for this line. */
  function comeTo(wanted: number): void {
    place = { row: list.row, text: search.text.slice(0, 500), line: wanted };
    if (!tools.hidden) takePlace(list.rowCount, true);
  }

  function showCheck(now: CheckState): void {
    check = now;
    const isChecked = now.kind === 'checked';
    before.disabled = after.disabled = !isChecked || now.list.length === 0;
    problemCount.title = now.kind === 'stopped' ? now.message : '';
    if (now.kind === 'checking') {
      problemCount.textContent = now.total > 0 ? t('Checking… {0} %', percent(now)) : t('Checking…');
    } else if (now.kind === 'stopped') {
      problemCount.textContent = t('Not checked');
    } else {
      problemCount.textContent = t('Problems: {0}', countText(now.total));
      list.showProblems(now.list, now.short?.line);
    }
    showShort();
    showRow();
  }

  /** Rows without a mark must not be taken for clean where the marks end. */
  function showShort(): void {
    const ends = check.kind === 'checked' ? check.short : undefined;
    short.hidden = !ends || tools.hidden;
    const [most, last] = [countText(ends?.most ?? 0), countText(ends?.line ?? 0)];
    short.textContent = texts.short(most, last);
  }

  /** What is found in the row where somebody is, in full. */
  function showRow(): void {
    const { current } = list;
    if (!current) return;
    const found = list.problemsOf(current).map(({ text }) => text);
    if (list.isUnmarked(current)) found.push(t('Not all problems are marked here.'));
    const text = check.kind === 'stopped' && found.length === 0 ? check.message : found.join(' ');
    const at = countText(current.line);
    detail.textContent = text === '' ? texts.at(at) : texts.found(at, text);
    search.showCount();
    if (!place) keepPlace();
  }

  let kept = '';
  function keepPlace(): void {
    const now = { row: list.row, text: search.text.slice(0, 500) };
    if (place || JSON.stringify(now) === kept) return;
    kept = JSON.stringify(now);
    channel.send('keepPlace', now);
  }

  /** Back to where somebody was before. */
  function leaveLine(): void {
    line.value = '';
    list.focus();
  }

  async function goToTyped(): Promise<void> {
    const wanted = Number(line.value.replace(/[\s.,]/g, ''));
    if (!Number.isSafeInteger(wanted) || wanted < 1) return note.show('warning', texts.wrong());
    if (await goToLine(wanted)) list.focus();
  }

  async function goToLine(wanted: number): Promise<boolean> {
    try {
      const row = await channel.request('rowOfLine', { version, line: wanted });
      if (row === null) {
        note.show('warning', texts.none(countText(wanted)));
        return false;
      }
      note.clear();
      list.jumpTo(row);
      return true;
    } catch (error) {
      note.fail(error);
      return false;
    }
  }

  async function goToProblem(step: 1 | -1): Promise<void> {
    const { current } = list;
    const lines = check.kind === 'checked' ? check.list.map((problem) => problem.line) : [];
    if (!current || lines.length === 0) return;
    const below = lines.find((each) => each >= current.line + current.lines);
    const above = lines.findLast((each) => each < current.line);
    const next = step > 0 ? below : above;
    const wanted = next ?? lines.at(step > 0 ? 0 : -1);
    if (wanted === undefined || !(await goToLine(wanted))) return;
    list.focus();
    if (next === undefined && check.kind === 'checked' && check.short)
      note.show('info', t('Round the end of the problems that are marked; the file has more.'));
  }

  function openMenu(at: Point): void {
    const choices = [
      { label: t('Copy Code'), run: () => void copy('copyCode', list.row), keys: 'Ctrl+C' },
      { label: t('Copy Row'), run: () => void copy('copyRow', list.row) },
      { label: t('Open in Text Editor'), run: () => openText(list.current?.line), keys: 'Enter', disabled: !isText },
      { label: t('Check Codes'), run: () => note.follow(channel.request('check', null)) },
    ];
    contextMenu(at, texts.place(), choices, () => list.focus());
  }

  function openText(at?: number): void {
    note.follow(channel.request('openText', at === undefined ? {} : { line: at }));
  }

  async function copy(what: 'copyCode' | 'copyRow', row: number): Promise<void> {
    const at = countText(list.current?.line ?? row + 1);
    try {
      await channel.request(what, { version, row });
      detail.textContent = what === 'copyCode' ? texts.copied(at) : texts.rowCopied(at);
    } catch (error) {
      note.fail(error);
    }
  }

  /** What VS Code would do with these keys is of no use here, and it is not told of them. */
  function key(event: KeyboardEvent): void {
    const isCommand = event.ctrlKey || event.metaKey;
    const name = isCommand ? `Ctrl+${event.key.toLowerCase()}` : event.key;
    const step = event.shiftKey ? -1 : 1;
    const acts: Readonly<Record<string, () => void>> = {
      'Ctrl+f': () => search.focus(),
      'Ctrl+g': () => line.select(),
      'F3': () => search.step(step),
      'F8': () => toProblem(step),
    };
    const act = acts[name];
    if (!act || event.altKey || tools.hidden) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  const tools = h(
    'div',
    { className: 'tools', attributes: { 'role': 'toolbar', 'aria-label': t('Rows') } },
    search.element,
    line,
    h('span', { className: 'steps' }, problemCount, before, after),
    rowCount,
  );
  const readOnly = h('span');
  const keys = h('p', { className: 'hint keys' }, readOnly, ' ', texts.keys());
  const asText = button(t('Open in Text Editor'), () => openText(list.current?.line), 'quiet');
  const checkCodes = button(t('Check Codes'), () => note.follow(channel.request('check', null)));
  const header = h('header', {}, h('h1', {}, init.name), facts, h('div', { className: 'actions' }, asText, checkCodes));
  document.querySelector('main')?.classList.add('table', 'code-file');
  mount(header, tools, short, end.element, note.element, opening, list.element, detail, keys);
  document.addEventListener('keydown', key);
  window.addEventListener('focus', focusRows);
  channel.on('file', showFile);
  channel.on('check', showCheck);
  channel.on('goTo', comeTo);
  showFile(init.file);
  showCheck(init.check);
}

function percent({ bytes, total }: { readonly bytes: number; readonly total: number }): string {
  return countText(Math.floor((100 * bytes) / total));
}

function stepButton(sign: string, name: string, run: () => void): HTMLButtonElement {
  return Object.assign(button(sign, run, 'quiet'), { ariaLabel: name, title: name });
}

export function openCodeFilePage(): void {
  openPage<CodeFileContract>(show);
}
