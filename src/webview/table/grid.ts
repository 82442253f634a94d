// The rows that are in sight, and few others: a table of a hundred thousand rows has some dozens of them in the page.
import { cellText } from '../../shared/table-rows.ts';
import type { TableCell, TableRow } from '../../protocol/table.ts';
import { contextMenu, type Point } from '../kit/menu.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { Cursor } from './cursor.ts';
import { columnWidths, headerRow } from './header.ts';
import type { ShownColumn, TableRows } from './rows.ts';

interface GridActions {
  readonly sort: (key: string) => void;
  readonly copyCell: (position: number, column: ShownColumn) => void;
  readonly copyRows: (positions: readonly number[]) => void;
  readonly openAsJson: (position: number) => void;
  readonly showInTree: (position: number) => void;
  /** The end of what has come is near. */
  readonly nearEnd: () => void;
}

interface CellPosition {
  readonly row: number;
  readonly column: number;
}

const rowHeight = 26;
/** Rows beyond the edges, so that a scroll shows no gaps. */
const beyond = 10;
/** This many rows before the end the next ones are asked for. */
const closeToEnd = 60;
const maxText = 300;

export class Grid {
  readonly element: HTMLElement;
  readonly #table = h('table', { attributes: { 'role': 'grid', 'aria-multiselectable': 'true' } });
  readonly #sizes = h('colgroup');
  readonly #head = h('thead');
  readonly #body = h('tbody');
  readonly #above = spacer();
  readonly #below = spacer();
  readonly #data: TableRows;
  readonly #actions: GridActions;
  readonly #cursor = new Cursor();
  /** The rows in the page by their position in the order. */
  #drawn = new Map<number, HTMLTableRowElement>();
  #columns: readonly ShownColumn[] = [];

  constructor(data: TableRows, label: string, actions: GridActions) {
    this.#data = data;
    this.#actions = actions;
    this.#table.setAttribute('aria-label', label);
    this.#table.append(this.#sizes, this.#head, this.#body);
    // VS Code would offer to cut and to paste.
    const attributes = { 'data-vscode-context': JSON.stringify({ preventDefaultContextMenuItems: true }) };
    this.element = h('div', { className: 'grid', tabIndex: -1, attributes }, this.#table);
    this.element.addEventListener('scroll', () => this.#drawWindow(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.#body.addEventListener('mousedown', (event) => this.#press(event));
    this.#body.addEventListener('contextmenu', (event) => this.#menuAtPointer(event));
    this.#body.addEventListener('dblclick', (event) => this.#openAt(event));
    new ResizeObserver(() => this.#drawWindow()).observe(this.element);
  }

  /** Draws everything anew: other rows, another order, other columns. */
  draw(): void {
    const hadFocus = this.#body.contains(document.activeElement);
    const { rows, positions, view, hasMore, total } = this.#data;
    this.#columns = this.#data.shown;
    this.#cursor.fit(positions.length, this.#lastColumn);
    const count = hasMore ? (view.filter.trim() === '' ? (total ?? -1) : -1) : positions.length;
    this.#table.setAttribute('aria-rowcount', String(count < 0 ? -1 : count + 1));
    const widths = columnWidths(this.#columns, rows);
    replaceChildren(this.#sizes, widths.columns);
    this.#table.style.width = widths.whole;
    const focused = [...this.#head.querySelectorAll('button')].find((sort) => sort === document.activeElement)?.dataset.key;
    replaceChildren(this.#head, headerRow(this.#columns, view.sort, this.#actions.sort));
    const sorts = [...this.#head.querySelectorAll('button')];
    if (focused !== undefined) sorts.find(({ dataset }) => dataset.key === focused)?.focus();
    this.#drawn.clear();
    this.#body.replaceChildren(this.#above, this.#below);
    this.#drawWindow();
    if (hadFocus) this.#focusActive();
  }

  /** Back to the first row, as after a search. */
  scrollToStart(): void {
    this.element.scrollTop = 0;
    this.#cursor.to(0, this.#cursor.column);
  }

  /** The row number, the cells, and what can be done with the row. */
  get #lastColumn(): number {
    return this.#columns.length + 3;
  }

  #drawWindow(): void {
    const { positions } = this.#data;
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.min(Math.floor(scrollTop / rowHeight) - beyond, positions.length - 1));
    const last = Math.min(positions.length, Math.ceil((scrollTop + clientHeight) / rowHeight) + beyond);
    const isGone = this.#cursor.row < first || this.#cursor.row >= last;
    // A cell that is scrolled away hands the focus to the table, where the keys still work.
    if (isGone && this.#body.contains(document.activeElement)) this.element.focus({ preventScroll: true });
    for (const [index, row] of this.#drawn)
      if (index < first || index >= last) {
        row.remove();
        this.#drawn.delete(index);
      }
    let next: Element = this.#above;
    for (let index = first; index < last; index++) {
      const row = this.#drawn.get(index) ?? this.#makeRow(index);
      if (row.previousElementSibling !== next) next.after(row);
      next = row;
    }
    setHeight(this.#above, first);
    setHeight(this.#below, positions.length - last);
    this.#markActive();
    if (last + closeToEnd >= positions.length && this.#data.hasMore) this.#actions.nearEnd();
  }

  #makeRow(index: number): HTMLTableRowElement {
    const position = this.#data.positions[index] ?? 0;
    const row = this.#data.rows[position] ?? { cells: [] };
    const number = position + 1;
    const element = h(
      'tr',
      { attributes: { 'aria-rowindex': String(index + 2) } },
      rowHead(row, number),
      this.#columns.map(({ position: cell, isNumber }) => dataCell(row.cells[cell], isNumber)),
      this.#rowActions(row, position, number),
    );
    element.dataset.index = String(index);
    this.#drawn.set(index, element);
    return element;
  }

  #rowActions(row: TableRow, position: number, number: number): HTMLElement {
    const act = (label: string, name: string, run: () => void, disabled = false) =>
      Object.assign(button(label, run, 'quiet'), { tabIndex: -1, disabled, ariaLabel: name, title: name });
    return h(
      'td',
      { className: 'acts' },
      act(t('Copy'), t('Copy row {0}', number), () => this.#actions.copyRows([position])),
      act(t('JSON'), t('Open row {0} as JSON', number), () => this.#actions.openAsJson(position)),
      act(t('Tree'), t('Show row {0} in the tree', number), () => this.#actions.showInTree(position), row.isInTree !== true),
    );
  }

  /** One cell can be reached with Tab; the arrows move from there. */
  #markActive(): void {
    for (const cell of this.#body.querySelectorAll('[tabindex="0"]')) cell.setAttribute('tabindex', '-1');
    const active = this.#activeCell();
    active?.setAttribute('tabindex', '0');
    this.element.tabIndex = active ? -1 : 0;
    for (const [index, row] of this.#drawn) row.setAttribute('aria-selected', String(this.#cursor.isSelected(index)));
  }

  #activeCell(): HTMLElement | undefined {
    const row = this.#drawn.get(this.#cursor.row);
    const { column } = this.#cursor;
    const past = column - this.#columns.length - 1;
    const cell = row?.children[Math.min(column, this.#columns.length + 1)] as HTMLElement | undefined;
    return past < 0 ? cell : (cell?.querySelectorAll('button')[past] ?? cell);
  }

  /** Goes to the cell where somebody was last. */
  enter(): void {
    if (this.#data.positions.length > 0) this.#focusActive();
  }

  #focusActive(): void {
    this.#scrollTo(this.#cursor.row);
    this.#drawWindow();
    const cell = this.#activeCell();
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  #scrollTo(index: number): void {
    const head = this.#head.getBoundingClientRect().height;
    const top = index * rowHeight;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + rowHeight + head > scrollTop + clientHeight) this.element.scrollTop = top + rowHeight + head - clientHeight;
  }

  #key(event: KeyboardEvent): void {
    if (this.#head.contains(event.target as Node)) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isCommand && key === 'c') return this.#copy(event);
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) return this.#menuAtCell(event);
    const step = Math.max(1, Math.floor(this.element.clientHeight / rowHeight) - 2);
    const [rows, lastCell, lastColumn] = [this.#data.positions.length, this.#columns.length, this.#lastColumn];
    const isEnter = event.key === 'Enter' && !(event.target instanceof HTMLButtonElement);
    if (isCommand && key === 'a') this.#cursor.selectAll(rows);
    else if (isEnter) this.#open(this.#cursor.row);
    else if (!this.#cursor.move(event.key, { isCommand, isShift: event.shiftKey }, { rows, lastCell, lastColumn, step })) return;
    event.preventDefault();
    this.#focusActive();
  }

  #open(index: number): void {
    const position = this.#data.positions[index];
    if (position !== undefined) this.#actions.openAsJson(position);
  }

  /** The text that is selected, as everywhere; the rows that are chosen; or the cell. */
  #copy(event: KeyboardEvent): void {
    if (!event.shiftKey && getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    const { rows, column } = this.#chosen;
    const [only] = rows;
    if (rows.length === 1 && only !== undefined && column && !event.shiftKey) this.#actions.copyCell(only, column);
    else if (rows.length > 0) this.#actions.copyRows(rows);
  }

  /** The rows that are chosen by their positions in the list, and the column of the cell where somebody is. */
  get #chosen(): { readonly rows: readonly number[]; readonly column: ShownColumn | undefined } {
    const { positions } = this.#data;
    const rows = this.#cursor.selected.flatMap((index) => positions[index] ?? []);
    return { rows, column: this.#columns[this.#cursor.column - 1] };
  }

  #menuAtPointer(event: MouseEvent): void {
    const under = this.#under(event);
    if (!under) return;
    event.preventDefault();
    this.#openMenu({ x: event.clientX, y: event.clientY }, under);
  }

  #menuAtCell(event: KeyboardEvent): void {
    event.preventDefault();
    this.#focusActive();
    const { left = 0, bottom = 0 } = this.#activeCell()?.getBoundingClientRect() ?? {};
    this.#openMenu({ x: left, y: bottom }, this.#cursor);
  }

  /** What the row offers, of the cell and of all rows that are chosen. */
  #openMenu(at: Point, { row, column: cell }: CellPosition): void {
    const position = this.#data.positions[row];
    if (position === undefined) return;
    const { rows } = this.#chosen;
    const column = this.#columns[cell - 1];
    const copyRows = rows.length > 1 ? t('Copy {0} Rows', rows.length) : t('Copy Row');
    const choices = [
      ...(column ? [{ label: t('Copy Cell'), run: () => this.#actions.copyCell(position, column) }] : []),
      { label: copyRows, run: () => this.#actions.copyRows(rows) },
      { label: t('Open as JSON'), run: () => this.#actions.openAsJson(position) },
      {
        label: t('Show in Tree'),
        run: () => this.#actions.showInTree(position),
        disabled: this.#data.rows[position]?.isInTree !== true,
      },
    ];
    contextMenu(at, t('Row {0}', position + 1), choices, () => this.#focusActive());
  }

  #under(event: MouseEvent): CellPosition | undefined {
    const cell = (event.target as Element).closest('td, th');
    const row = cell?.closest('tr');
    const index = Number(row?.dataset.index ?? NaN);
    return cell && row && !Number.isNaN(index) ? { row: index, column: [...row.children].indexOf(cell) } : undefined;
  }

  #press(event: MouseEvent): void {
    const under = this.#under(event);
    const isMenu = event.button === 2;
    if (!under || (event.target instanceof HTMLButtonElement && !isMenu)) return;
    // A menu is of all rows that are chosen.
    if (isMenu && this.#cursor.isSelected(under.row)) return;
    if (event.shiftKey) {
      event.preventDefault();
      this.#cursor.extend(under.row);
    } else this.#cursor.to(under.row, under.column);
    this.#markActive();
    // The browser gives the focus to what was pressed once this is over, so text can still be selected with the mouse.
  }

  #openAt(event: MouseEvent): void {
    const row = (event.target as Element).closest('tr');
    if (!(event.target instanceof HTMLButtonElement)) this.#open(Number(row?.dataset.index ?? NaN));
  }
}

function rowHead({ problem }: TableRow, number: number): HTMLElement {
  const head = h('th', { scope: 'row', className: 'number', tabIndex: -1 }, String(number));
  if (problem === undefined) return head;
  head.title = problem;
  head.append(h('span', { className: 'mark', ariaHidden: 'true' }, ' ⚠'), h('span', { className: 'unseen' }, ` ${problem}`));
  return head;
}

function dataCell(cell: TableCell | undefined, isNumber: boolean): HTMLElement {
  const text = cellText(cell);
  const shown = text.length > maxText ? `${text.slice(0, maxText)}…` : text;
  const element = h('td', { tabIndex: -1, className: isNumber ? 'number' : '' }, shown);
  if (text.length > 20) element.title = text;
  return element;
}

function spacer(): HTMLTableRowElement {
  return h('tr', { className: 'space', ariaHidden: 'true' });
}

function setHeight(row: HTMLTableRowElement, rows: number): void {
  row.style.height = `${Math.max(0, rows) * rowHeight}px`;
  row.hidden = rows <= 0;
}
