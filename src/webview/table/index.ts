import type { InitOf } from '../../protocol/contract.ts';
import { editedColumns } from '../../protocol/item-edit.ts';
import type { TableContract, TableFormat, TableView } from '../../protocol/table.ts';
import { shortList } from '../../shared/table-rows.ts';
import { cellEditors } from '../kit/cell-editors.ts';
import type { Channel } from '../kit/channel.ts';
import { h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';
import { leftOutText } from '../kit/texts.ts';
import { describeButton, failureText, heading, isPreview, mount, notice, openPage, repeater } from '../kit/page.ts';
import { formatMenu, selectionBar } from './bar.ts';
import type { Range } from './cursor.ts';
import { emptyState } from './empty.ts';
import { Grid } from './grid.ts';
import { rowFetcher, rowLoader } from './loader.ts';
import { partLength, TableRows } from './rows.ts';
import { columnsMenu, filterBox, filtersSwitch, markBar, problemSteps } from './toolbar.ts';

/** How long it is said that something was copied, in milliseconds. */
const messageTime = 5000;

function show(init: InitOf<TableContract>, channel: Channel<TableContract>): void {
  const { environment, state, title, acts, file } = init;
  channel.saveState({ environment: environment.name, kind: 'table', ...state });
  const data = new TableRows(init.part, init.view);
  const note = notice();
  const { follow } = note;
  const status = h('span', { className: 'count', attributes: { role: 'status' } });
  const said = h('span', { className: 'hint said', attributes: { role: 'status' } });
  let messageTimer: ReturnType<typeof setTimeout> | undefined;
  const stop = button(t('Stop'), () => loader.stop(), 'quiet');
  const describe = describeButton();
  const left = h('p', { className: 'hint', attributes: { role: 'status' } });
  /** What is said of the row where somebody is. */
  const detail = h('p', { className: 'hint detail', attributes: { role: 'status' } });
  const rest = button(t('Load the Rest'), () => loader.loadAll(), 'quiet');

  const editors = cellEditors({
    channel,
    currency: environment.currency,
    timeZone: init.timeZone,
    notice: note,
    cellOf: (cell) => grid.cellOf(cell),
    focusCell: ({ id, field }) => {
      const row = data.indexOf(id) ?? grid.cursor.row;
      grid.enter({ row, column: data.shown.findIndex(({ key }) => editedColumns[key] === field) + 1 });
    },
    saved: ({ id, field }, shown) => {
      const column = Object.entries(editedColumns).find(([, each]) => each === field);
      if (column) data.save(id, column[0], shown);
      grid.redraw(id);
    },
  });
  const grid: Grid = new Grid(data, title, acts, {
    sort: (key) => change({ ...data.view, sort: nextSort(data.view.sort, key) }),
    sortBy: (sort) => change({ ...data.view, sort }),
    hide: (key) => showColumns(data.shown.map((column) => column.key).filter((each) => each !== key)),
    filter: (key, text) => {
      const others = (data.view.filters ?? []).filter((each) => each.key !== key);
      change({ ...data.view, filters: text.trim() === '' ? others : [...others, { key, text }] });
      grid.scrollToStart();
    },
    widen: (key, width) => {
      const others = (data.view.widths ?? []).filter((each) => each.key !== key);
      keep({ ...data.view, widths: [...others, { key, width }] });
      draw();
    },
    filtersShown: (isShown) => filters.update(isShown),
    copyCell: (index, { key }) => copy([[index, index]], [key], false, t('Copied the cell.')),
    copyRows: (ranges, hasHeader) => copyRows(ranges, hasHeader),
    open: (row) => follow(channel.request('open', row)),
    edit: (cell, texts) => editors.begin(cell, texts),
    drawn: (focused) => editors.attach(focused),
    openAsJson: (row) => follow(channel.request('openAsJson', row)),
    showCodes: (position) => follow(channel.request('showCodes', { position })),
    showInTree: (row) => follow(channel.request('showInTree', row)),
    plan: (command, ranges) => follow(channel.request('plan', { command, selection: selection(ranges) })),
    remove: (ranges) => remove(ranges),
    selected: () => showSelected(),
    sight: (first, last) => fetcher.show(first, last),
    nearEnd: () => loader.nearEnd(),
  });
  const bar = selectionBar(acts, {
    edit: () => {
      const row = data.rowAt(grid.cursor.ranges[0]?.[0] ?? -1);
      if (row) follow(channel.request('open', row.position));
    },
    remove: () => remove(grid.cursor.ranges),
    copy: (hasHeader) => copyRows(grid.cursor.ranges, hasHeader),
    save: (format) => save(format, grid.cursor.ranges),
  });
  const again = repeater(() => {
    note.clear();
    again.started();
    void fetcher.again(false);
    loader.again();
  });
  const failed = (error: Error) => note.show('error', failureText(error), ...again.buttons(error));
  const fetcher = rowFetcher(
    data,
    (view, from) => channel.request('rows', { view, from, count: partLength }),
    (isOther) => (isOther ? draw() : grid.fill()),
    failed,
  );
  const loader = rowLoader(
    data,
    (all) => channel.request('load', { all }),
    () => channel.send('stop', null),
    () => fetcher.again(false),
    () => showCount(),
    failed,
  );
  const problems = problemSteps((step) => void goToProblem(step));
  const columns = columnsMenu(data, showColumns);
  const filter = filterBox(data.view.filter, (text) => {
    change({ ...data.view, filter: text });
    grid.scrollToStart();
  });
  const filters = filtersSwitch(grid.hasFilters, (isShown) => {
    grid.showFilters(isShown);
    if (!isShown && data.view.filters?.length) change({ ...data.view, filters: [] });
  });
  const marks = markBar(data, init.marks ?? [], (mark) => {
    change({ ...data.view, mark });
    grid.scrollToStart();
  });

  // As in a list with a filter above it; Tab would stop at every column.
  filter.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    grid.enter();
  });
  channel.on('read', ({ count, total }) => {
    data.list = { ...data.list, count, total };
    showCount();
    void fetcher.again(false);
  });
  channel.on('changed', () => {
    const { count, hasMore } = data.list;
    if (count <= shortList && !(file && hasMore)) reload();
    else if (file) note.show('info', t('{0} was changed meanwhile. Refresh reads it again.', title));
    else note.show('info', t('Something in this list was changed. Refresh shows it.'));
  });

  channel.on('checked', () => {
    data.forgetRows();
    void fetcher.again(false).then(draw);
  });
  channel.on('goTo', (line) => void goToLine(line));
  channel.on('rowChanged', ({ id }) => {
    data.forgetSaved(id);
    void fetcher.again(false);
  });

  async function goToLine(line: number): Promise<void> {
    if (data.isNarrowed) clearFilters();
    try {
      const row = await channel.request('rowOfLine', line);
      await goToRow(row, t('There is no row at line {0}.', countText(line)));
    } catch (error) {
      note.fail(error);
    }
  }

  async function goToProblem(step: 1 | -1): Promise<void> {
    const from = grid.cursor.count > 0 ? { from: grid.cursor.row } : {};
    try {
      await goToRow(await channel.request('nextProblem', { ...from, step }), t('No row has this.'));
    } catch (error) {
      note.fail(error);
    }
  }

  /** More rows may have been read on the way. */
  async function goToRow(row: number | null, none: string): Promise<void> {
    await fetcher.again(false);
    if (row === null) return note.show('info', none);
    note.clear();
    grid.enter({ row, column: grid.cursor.column });
  }

  function keep(view: TableView): void {
    data.view = view;
    channel.send('keepView', view);
  }

  function change(view: TableView): void {
    keep(view);
    columns.update();
    void fetcher.again(true).then(() => loader.viewChanged());
  }

  /** Nobody sees why rows are left out by a column that is not shown. */
  function showColumns(shown: string[]): void {
    const filtered = (data.view.filters ?? []).filter(({ key }) => shown.includes(key));
    change({ ...data.view, shown, filters: filtered });
  }

  function draw(): void {
    grid.draw();
    columns.update();
    marks.update();
    showCount();
  }

  function showSelected(): void {
    const { count, ranges } = grid.cursor;
    bar.update(count, count === 1 && data.rowAt(ranges[0]?.[0] ?? -1)?.isInTree === true);
    keys.hidden = count > 0 || data.list.count === 0;
    showDetail();
  }

  function showDetail(): void {
    const text = (grid.cursor.count > 0 && data.rowAt(grid.cursor.row)?.problem) || '';
    if (detail.textContent !== text) detail.textContent = text;
  }

  function showCount(): void {
    const { found, list, needsAll, isNarrowed } = data;
    const { count, total, hasMore, isWhole } = list;
    const all = Math.max(total ?? 0, count);
    const text =
      isNarrowed || hasMore
        ? t('Rows: {0} of {1}', countText(isNarrowed ? found : count), countText(all))
        : isWhole
          ? t('Rows: {0}', countText(all))
          : t(
              'Rows: at least {0}. Nothing shows that these are all; Describe Service… can tell how the service pages.',
              countText(all),
            );
    const isPart = hasMore && needsAll;
    status.textContent = loader.isLoading
      ? t('Loading… {0} of {1}', countText(count), total === undefined ? '?' : countText(total))
      : isPart
        ? t('{0} · only the first {1} are loaded', text, countText(count))
        : text;
    // Where there are no rows, it stands in their place.
    const ends = count === 0 ? undefined : list.ends;
    const missing = list.leftOut === undefined ? ends : leftOutText(list.leftOut);
    left.hidden = missing === undefined;
    if (left.textContent !== missing) left.textContent = missing ?? '';
    problems.update(list.check);
    describe.hidden = isNarrowed || hasMore || isWhole || loader.isLoading;
    stop.hidden = !loader.isLoadingAll;
    rest.hidden = !isPart || loader.isLoading;
    empty.update(loader.isLoadingAll);
    showEmpty(count === 0);
  }

  /** What is for rows alone is not there without any. */
  function showEmpty(isEmpty: boolean): void {
    grid.element.classList.toggle('none', isEmpty);
    for (const part of forRows) part.hidden = isEmpty;
    keys.hidden = isEmpty || grid.cursor.count > 0;
  }

  const selection = (ranges: readonly Range[]) => ({
    version: data.version,
    ranges: ranges.map(([first, last]) => ({ first, last })),
  });

  function copyRows(ranges: readonly Range[], hasHeader: boolean): void {
    const count = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    const columnKeys = data.shown.map(({ key }) => key);
    copy(ranges, columnKeys, hasHeader, t('Rows copied: {0}.', countText(count)));
  }

  function copy(ranges: readonly Range[], keysOf: string[], hasHeader: boolean, message: string): void {
    follow(channel.request('copy', { selection: selection(ranges), columns: keysOf, hasHeader }), () => {
      said.textContent = message;
      clearTimeout(messageTimer);
      messageTimer = setTimeout(() => (said.textContent = ''), messageTime);
    });
  }

  function save(format: TableFormat, ranges?: readonly Range[]): void {
    const columnKeys = data.shown.map(({ key }) => key);
    const chosen = ranges && { selection: selection(ranges) };
    follow(channel.request('save', { format, view: data.view, columns: columnKeys, ...chosen }));
  }

  function remove(ranges: readonly Range[]): void {
    if (ranges.length > 0) follow(channel.request('remove', selection(ranges)));
  }

  function reload(): void {
    follow(
      channel
        .request('reload', null)
        .then(() => data.forgetSaved())
        .then(() => fetcher.again(false))
        .then(() => loader.restart()),
    );
  }

  /** The button that was pressed goes. */
  function clearFilters(): void {
    filter.value = '';
    filter.focus();
    change({ ...data.view, filter: '', filters: [], mark: undefined });
  }

  document.querySelector('main')?.classList.add('table');
  const here = () => (grid.cursor.count > 0 ? { position: data.rowAt(grid.cursor.row)?.position } : {});
  const ofFile = file
    ? [
        ...(file.isText ? [button(t('Open as Text'), () => follow(channel.request('openAsText', here())))] : []),
        button(t('Check Codes'), () => follow(channel.request('checkCodes', null))),
        problems.element,
      ]
    : [];
  const empty = emptyState(data, init.empty, { clear: clearFilters, fill: () => follow(channel.request('fill', null)) });
  grid.element.append(empty.element);
  const saveAs = formatMenu(t('Save As'), (format) => save(format));
  const forRows = [filter, filters.element, columns.element, saveAs];
  const tools = h(
    'div',
    { className: 'tools', attributes: { 'role': 'toolbar', 'aria-label': t('Table') } },
    ...forRows,
    button(t('Refresh'), reload),
    ...ofFile,
    status,
    describe,
    stop,
    rest,
    said,
  );
  const keysText = acts.editCells
    ? t(
        'Ctrl+C copies the cell, Ctrl+Shift+C the row, Ctrl+Alt+C with headers; Space or Ctrl+click selects several; Enter edits the cell or opens the form.',
      )
    : acts.edit
      ? t(
          'Ctrl+C copies the cell, Ctrl+Shift+C the row, Ctrl+Alt+C with headers; Space or Ctrl+click selects several; Enter opens the form.',
        )
      : t(
          'Ctrl+C copies the cell, Ctrl+Shift+C the row, Ctrl+Alt+C with headers; Space or Ctrl+click selects several; Enter opens the row as JSON.',
        );
  const keys = h('p', { className: 'hint keys' }, keysText);
  mount(
    file ? fileHeading(title, file.path) : heading(title, environment),
    tools,
    marks.element,
    left,
    note.element,
    grid.element,
    ...(file ? [detail] : []),
    keys,
    bar.element,
  );
  draw();
  editors.restore(init.edits);
  // A row that it was opened at is there: the rest need not be read for it.
  const isAtRow = !channel.isBack && data.view.filter !== '' && data.found > 0;
  if (isAtRow) loader.stop();
  else loader.viewChanged();
  if (init.line !== undefined) void goToLine(init.line);
  else if (!channel.isBack && !isPreview()) (filter.hidden ? empty.fill : filter).focus();
}

/** A file is of no environment. */
function fileHeading(title: string, path: string): HTMLElement {
  return h('header', {}, h('h1', {}, title), h('span', { className: 'hint' }, path));
}

/** Up, down, and as the service gave them. */
function nextSort(sort: TableView['sort'], key: string): TableView['sort'] {
  if (sort?.key !== key) return { key, isDescending: false };
  return sort.isDescending ? undefined : { key, isDescending: true };
}

export function openTablePage(): void {
  openPage<TableContract>(show);
}
