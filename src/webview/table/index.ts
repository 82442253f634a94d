import type { InitOf } from '../../protocol/contract.ts';
import { tableContract, type TableContract, type TableFormat, type TableView } from '../../protocol/table.ts';
import { cellText, clipboardText } from '../../shared/table-rows.ts';
import type { Channel } from '../kit/channel.ts';
import { h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';
import { describeButton, heading, isPreview, mount, notice, openPage, repeater } from '../kit/page.ts';
import { Grid } from './grid.ts';
import { rowLoader } from './loader.ts';
import { TableRows } from './rows.ts';
import { columnsMenu, filterBox, markBar, saveMenu } from './toolbar.ts';

/** How long it is said that something was copied, in milliseconds. */
const messageTime = 5000;

function show(init: InitOf<TableContract>, channel: Channel<TableContract>): void {
  const { environment, state, title } = init;
  channel.saveState({ environment: environment.name, kind: 'table', ...state });
  const data = new TableRows(init.batch, init.view);
  const note = notice();
  const { follow } = note;
  const status = h('span', { className: 'count', attributes: { role: 'status' } });
  const empty = h('p', { className: 'hint', hidden: true });
  let messageTimer: ReturnType<typeof setTimeout> | undefined;
  const stop = button(t('Stop'), () => loader.stop(), 'quiet');
  const describe = describeButton();
  const rest = button(t('Load the Rest'), () => loader.loadAll(), 'quiet');

  const grid = new Grid(data, title, {
    sort: (key) => change({ ...data.view, sort: nextSort(data.view.sort, key) }),
    copyCell: (row, column) => copy([row], [column.position], t('Copied the cell.')),
    copyRows: (rows) =>
      copy(
        rows,
        data.shown.map((column) => column.position),
        t('Rows copied: {0}.', countText(rows.length)),
      ),
    openAsJson: (row) => follow(channel.request('openAsJson', row)),
    showInTree: (row) => follow(channel.request('showInTree', row)),
    nearEnd: () => loader.nearEnd(),
  });
  const again = repeater(() => {
    note.clear();
    again.started();
    loader.again();
  });
  const loader = rowLoader(
    data,
    (from) => channel.request('more', { from }),
    () => draw(),
    (error) => note.show('error', error.message || t('This was not loaded.'), again.button(error)),
  );
  const columns = columnsMenu(data, (shown) => change({ ...data.view, shown }));
  const filter = filterBox(data.view.filter, (text) => {
    change({ ...data.view, filter: text });
    grid.scrollToStart();
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

  function change(view: TableView): void {
    data.change(view);
    channel.send('keepView', view);
    draw();
    loader.viewChanged();
  }

  function draw(): void {
    grid.draw();
    columns.update();
    marks.update();
    showCount();
  }

  function showCount(): void {
    const { positions, rows, total, hasMore, isWhole, needsAll, isNarrowed } = data;
    const all = Math.max(total ?? 0, rows.length);
    const loaded = isNarrowed ? positions.length : rows.length;
    const text =
      isNarrowed || hasMore
        ? t('Rows: {0} of {1}', countText(loaded), countText(all))
        : isWhole
          ? t('Rows: {0}', countText(all))
          : t(
              'Rows: at least {0}. Nothing shows that these are all; Describe Service… can tell how the service pages.',
              countText(all),
            );
    const isPart = hasMore && needsAll;
    status.textContent = loader.isLoading
      ? t('Loading… {0} of {1}', countText(rows.length), total === undefined ? '?' : countText(total))
      : isPart
        ? t('{0} · only the first {1} are loaded', text, countText(rows.length))
        : text;
    describe.hidden = isNarrowed || hasMore || isWhole || loader.isLoading;
    stop.hidden = !loader.isLoadingAll;
    rest.hidden = !isPart || loader.isLoading;
    grid.element.hidden = rows.length === 0;
    empty.hidden = positions.length > 0 || loader.isLoadingAll;
    empty.textContent = rows.length === 0 ? t('There are no rows.') : t('No row has this.');
  }

  function copy(rows: readonly number[], cells: readonly number[], message: string): void {
    const copied = rows.map((row) => cells.map((cell) => data.rows[row]?.cells[cell]));
    const [[only] = []] = copied;
    const text = rows.length === 1 && cells.length === 1 ? cellText(only) : clipboardText(copied);
    follow(channel.request('copy', text), () => {
      status.textContent = message;
      clearTimeout(messageTimer);
      messageTimer = setTimeout(showCount, messageTime);
    });
  }

  function save(format: TableFormat): void {
    const keys = data.shown.map(({ key }) => key);
    follow(channel.request('save', { format, view: data.view, columns: keys }));
  }

  function reload(): void {
    loader.stop();
    follow(
      channel.request('reload', null).then((batch) => {
        data.replace(batch);
        draw();
        loader.restart();
      }),
    );
  }

  document.querySelector('main')?.classList.add('table');
  const tools = h(
    'div',
    { className: 'tools', attributes: { 'role': 'toolbar', 'aria-label': t('Table') } },
    filter,
    columns.element,
    saveMenu(save),
    button(t('Refresh'), reload),
    status,
    describe,
    stop,
    rest,
  );
  const keys = t('Ctrl+C copies the cell, Ctrl+Shift+C the row, Enter opens the row as JSON.');
  mount(
    heading(title, environment),
    tools,
    marks.element,
    note.element,
    grid.element,
    empty,
    h('p', { className: 'hint keys' }, keys),
  );
  draw();
  // A row that it was opened at is there: the rest need not be read for it.
  const isAtRow = !channel.isBack && init.view !== undefined && data.positions.length > 0;
  if (isAtRow) loader.stop();
  else loader.viewChanged();
  if (!channel.isBack && !isPreview()) filter.focus();
}

/** Up, down, and as the service gave them. */
function nextSort(sort: TableView['sort'], key: string): TableView['sort'] {
  if (sort?.key !== key) return { key, isDescending: false };
  return sort.isDescending ? undefined : { key, isDescending: true };
}

openPage(tableContract, show);
