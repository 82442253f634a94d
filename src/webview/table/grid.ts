// The rows that are in sight, and few others: a table of a hundred thousand rows has some dozens of them in the page.
import type { CellTexts, EditBegin, EditedCell } from '../../protocol/item-edit.ts';
import type { TableActs, TableColumn } from '../../protocol/table.ts';
import type { Point } from '../kit/menu.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { Cursor } from './cursor.ts';
import { columnWidths, filterRow, headerRow, sizedColumn } from './header.ts';
import { headerMenu, type HeaderMenuActions } from './header-menu.ts';
import { rowMenu, type RowMenuActions } from './row-menu.ts';
import { cellUnder, rowElement, rowHeight, setHeight, spacer, widestIn, type CellPosition } from './row.ts';
import type { TableRows } from './rows.ts';

interface GridActions extends RowMenuActions, HeaderMenuActions {
  readonly sort: (key: string) => void;
  readonly filter: (key: string, text: string) => void;
  readonly widen: (key: string, width: number) => void;
  /** The filters of the columns are there now, or not any more. */
  readonly filtersShown: (isShown: boolean) => void;
  /** Turns a cell of an item into an input. */
  readonly edit: (cell: EditBegin, texts: CellTexts | undefined) => void;
  /** There are rows in the page that were not there before; `focused` had the focus. */
  readonly drawn: (focused: Element | null) => void;
  /** Rows were chosen, or others than before. */
  readonly selected: () => void;
  /** These are in sight; `last` is the first that is not. */
  readonly sight: (first: number, last: number) => void;
  /** The end of what was read is near. */
  readonly nearEnd: () => void;
}

/** Rows beyond the edges, so that a scroll shows no gaps. */
const beyond = 10;
/** This many rows before the end the next ones are asked for. */
const closeToEnd = 60;

export class Grid {
  readonly element: HTMLElement;
  readonly cursor = new Cursor();
  readonly #table = h('table', { attributes: { 'role': 'grid', 'aria-multiselectable': 'true' } });
  readonly #sizes = h('colgroup');
  readonly #head = h('thead');
  readonly #body = h('tbody');
  readonly #above = spacer();
  readonly #below = spacer();
  readonly #data: TableRows;
  readonly #acts: TableActs;
  readonly #actions: GridActions;
  /** The rows in the page by their position in the order. */
  #drawn = new Map<number, HTMLTableRowElement>();
  #columns: readonly TableColumn[] = [];
  #hasFilters = false;
  #version = 0;

  constructor(data: TableRows, label: string, acts: TableActs, actions: GridActions) {
    this.#data = data;
    this.#acts = acts;
    this.#actions = actions;
    this.#hasFilters = data.view.filters !== undefined && data.view.filters.length > 0;
    this.#version = data.version;
    this.#table.setAttribute('aria-label', label);
    this.#table.append(this.#sizes, this.#head, this.#body);
    // VS Code would offer to cut and to paste.
    const attributes = { 'data-vscode-context': JSON.stringify({ preventDefaultContextMenuItems: true }) };
    this.element = h('div', { className: 'grid', tabIndex: -1, attributes }, this.#table);
    headerMenu(this.#head, data, {
      ...actions,
      fit: (key) => this.#fitColumn(key),
      enterFilter: (key) => this.showFilters(true, key),
    });
    this.element.addEventListener('scroll', () => this.#drawWindow(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.#body.addEventListener('mousedown', (event) => this.#press(event));
    this.#body.addEventListener('focusin', () => this.#entered());
    this.#body.addEventListener('contextmenu', (event) => this.#menuAtPointer(event));
    this.#body.addEventListener('click', (event) => this.#click(event));
    this.#body.addEventListener('dblclick', (event) => this.#openAt(event));
    new ResizeObserver(() => this.#drawWindow()).observe(this.element);
  }

  get hasFilters(): boolean {
    return this.#hasFilters;
  }

  /** Shows the filters of the columns, or hides them; `key`: the one that gets the focus. */
  showFilters(isShown: boolean, key?: string): void {
    this.#hasFilters = isShown;
    this.#actions.filtersShown(isShown);
    this.draw();
    if (!isShown) return;
    const inputs = [...this.#head.querySelectorAll('input')];
    (inputs.find(({ dataset }) => dataset.filter === key) ?? inputs[0])?.focus();
  }

  /** Draws everything anew: other rows, another order, other columns. */
  draw(): void {
    const focused = document.activeElement;
    const hadFocus = this.#body.contains(focused);
    const { found, view, list, version } = this.#data;
    this.#columns = this.#data.shown;
    if (version !== this.#version) this.#moved(hadFocus);
    this.#version = version;
    this.cursor.fit(found, this.#lastColumn);
    const count = list.hasMore ? (this.#data.isNarrowed ? -1 : (list.total ?? -1)) : found;
    this.#table.setAttribute('aria-rowcount', String(count < 0 ? -1 : count + this.#headRows));
    this.#setWidths();
    this.#drawHead(view.sort);
    this.#drawn.clear();
    this.#body.replaceChildren(this.#above, this.#below);
    this.#drawWindow();
    if (hadFocus) this.#focusActive();
    this.#actions.drawn(focused);
  }

  /** Rows that were not there yet have come; the others stay as they are. */
  fill(): void {
    for (const [index, row] of this.#drawn)
      if (row.ariaBusy === 'true' && this.#data.rowAt(index)) {
        const hadFocus = row.contains(document.activeElement);
        row.replaceWith(this.#makeRow(index));
        if (hadFocus) this.#activeCell()?.focus({ preventScroll: true });
      }
    this.#drawWindow();
  }

  /** Rows stand elsewhere: what was chosen by its place is not chosen any more. */
  #moved(hadFocus: boolean): void {
    const { row, column } = this.cursor;
    this.cursor.to(row, column);
    if (!hadFocus) this.cursor.clear();
  }

  get #headRows(): number {
    return this.#hasFilters ? 2 : 1;
  }

  #drawHead(sort: TableRows['view']['sort']): void {
    const active = document.activeElement;
    const { key, filter } = active instanceof HTMLElement && this.#head.contains(active) ? active.dataset : {};
    const actions = {
      sort: this.#actions.sort,
      filter: this.#actions.filter,
      resize: (column: string, width: number, isDone: boolean) => this.#resize(column, width, isDone),
      fit: (column: string) => this.#fitColumn(column),
      enterFilter: (column: string) => this.showFilters(true, column),
      enterRows: () => this.enter(),
    };
    // An input in which somebody types stays what it is.
    const kept = filter === undefined ? undefined : this.#head.querySelector('tr.filters');
    const isSame =
      kept && [...kept.querySelectorAll('input')].every(({ dataset }, at) => dataset.filter === this.#columns[at]?.key);
    const filters = this.#hasFilters ? (isSame ? kept : filterRow(this.#columns, this.#data, actions)) : undefined;
    const names = headerRow(this.#columns, sort, actions);
    if (isSame) this.#head.querySelector('tr')?.replaceWith(names);
    else replaceChildren(this.#head, names, filters);
    const focused = [...this.#head.querySelectorAll<HTMLElement>('button, input')];
    if (key !== undefined) focused.find(({ dataset }) => dataset.key === key)?.focus();
    else if (filter !== undefined && !isSame) focused.find(({ dataset }) => dataset.filter === filter)?.focus();
  }

  #setWidths(): void {
    const widths = columnWidths(this.#columns, this.#data);
    replaceChildren(this.#sizes, widths.map(sizedColumn));
    this.#table.style.width = `calc(${widths.join(' + ')})`;
    // What is focused is not under what stays in sight.
    this.element.style.scrollPaddingInlineStart = `calc(${widths.slice(0, 2).join(' + ')})`;
  }

  #resize(key: string, width: number, isDone: boolean): void {
    if (isDone) return this.#actions.widen(key, width);
    const at = this.#columns.findIndex((column) => column.key === key) + 1;
    const sizes = [...this.#sizes.children] as HTMLElement[];
    sizes[at]?.style.setProperty('width', `${width}px`);
    this.#table.style.width = `calc(${sizes.map(({ style }) => style.width).join(' + ')})`;
  }

  #fitColumn(key: string): void {
    const at = this.#columns.findIndex((column) => column.key === key) + 1;
    this.#actions.widen(key, widestIn([...this.#drawn.values(), this.#head.querySelector('tr')], at));
  }

  /** Back to the first row, as after a search. */
  scrollToStart(): void {
    this.element.scrollTop = 0;
    this.cursor.to(0, this.cursor.column);
    this.cursor.clear();
  }

  /** The row number, the cells, and the button with what can be done with the row. */
  get #lastColumn(): number {
    return this.#columns.length + 1;
  }

  #drawWindow(): void {
    const { found } = this.#data;
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.min(Math.floor(scrollTop / rowHeight) - beyond, found - 1));
    const last = Math.min(found, Math.ceil((scrollTop + clientHeight) / rowHeight) + beyond);
    const isGone = this.cursor.row < first || this.cursor.row >= last;
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
    setHeight(this.#below, found - last);
    this.#markActive();
    this.#actions.drawn(document.activeElement);
    this.#actions.sight(first, last);
    if (last + closeToEnd >= found && this.#data.list.hasMore) this.#actions.nearEnd();
  }

  #makeRow(index: number): HTMLTableRowElement {
    const row = this.#data.rowAt(index);
    const element = rowElement(row, this.#columns, (button) => this.#menuAtButton(button, index));
    element.setAttribute('aria-rowindex', String(index + 1 + this.#headRows));
    element.dataset.index = String(index);
    this.#drawn.set(index, element);
    return element;
  }

  /** One cell can be reached with Tab; the arrows move from there. */
  #markActive(): void {
    for (const cell of this.#body.querySelectorAll('[tabindex="0"]')) cell.setAttribute('tabindex', '-1');
    const active = this.#activeCell();
    active?.setAttribute('tabindex', '0');
    this.element.tabIndex = active ? -1 : 0;
    for (const [index, row] of this.#drawn) row.setAttribute('aria-selected', String(this.cursor.isSelected(index)));
    this.#actions.selected();
  }

  #activeCell(): HTMLElement | undefined {
    const row = this.#drawn.get(this.cursor.row);
    const cell = row?.children[this.cursor.column] as HTMLElement | undefined;
    return cell?.querySelector('button') ?? cell;
  }

  #entered(): void {
    this.cursor.enter();
    this.#markActive();
  }

  /** Goes to a cell, or to the one where somebody was last: then what is chosen stays so. */
  enter({ row, column }: CellPosition = this.cursor): void {
    if (row !== this.cursor.row || column !== this.cursor.column) this.cursor.to(row, column);
    if (this.#data.found > 0) this.#focusActive();
  }

  #focusActive(): void {
    this.#scrollTo(this.cursor.row);
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
    if (isCommand && (key === 'c' || event.code === 'KeyC')) return this.#copy(event);
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) return this.#menuAtCell(event);
    if (!this.#act(event, isCommand, key)) return;
    event.preventDefault();
    // What stays in sight scrolls nothing by itself.
    if (event.key === 'Home' || (event.key === 'ArrowLeft' && this.cursor.column < 2)) this.element.scrollLeft = 0;
    this.#focusActive();
  }

  /** Whether the key does something here. */
  #act(event: KeyboardEvent, isCommand: boolean, key: string): boolean {
    const isOnButton = event.target instanceof HTMLButtonElement;
    const { cursor } = this;
    if (isCommand && key === 'a') return (cursor.selectAll(this.#data.found), true);
    if (key === 'escape') return (cursor.to(cursor.row, cursor.column), true);
    if (key === ' ' && !isOnButton) return (cursor.toggle(cursor.row), true);
    if ((key === 'enter' && !isOnButton) || key === 'f2') return this.#enterCell(event);
    if (key === 'delete' && this.#acts.remove) return (this.#actions.remove(cursor.ranges), true);
    const step = Math.max(1, Math.floor(this.element.clientHeight / rowHeight) - 2);
    const [rows, lastCell, lastColumn] = [this.#data.found, this.#columns.length, this.#lastColumn];
    return cursor.move(event.key, { isCommand, isShift: event.shiftKey }, { rows, lastCell, lastColumn, step });
  }

  /** The cell of a field, where its row is in the page. */
  cellOf({ id, field }: EditedCell): HTMLElement | undefined {
    const cells = [...this.#body.querySelectorAll<HTMLElement>('td.editable')];
    return cells.find(({ dataset }) => dataset.item === id && dataset.field === field);
  }

  /** A cell of the row has another text. */
  redraw(id: string): void {
    for (const [index, row] of this.#drawn) if (this.#data.rowAt(index)?.id === id) row.replaceWith(this.#makeRow(index));
    this.#drawWindow();
  }

  /** What can be edited in its place is; of any other cell the form opens. Whether the key is done with. */
  #enterCell(event: KeyboardEvent): boolean {
    if (this.#edit(this.#activeCell())) return (event.preventDefault(), false);
    this.#open(this.cursor.row);
    return true;
  }

  #edit(cell: HTMLElement | null | undefined): boolean {
    const { item, field } = cell?.dataset ?? {};
    const row = this.#data.rowAt(Number(cell?.closest('tr')?.dataset.index ?? NaN));
    if (item === undefined || !row) return false;
    this.#actions.edit({ id: item, field: field as EditBegin['field'], position: row.position }, row.texts);
    return true;
  }

  /** Whoever chooses rows, or marks a text, wants no input. */
  #click(event: MouseEvent): void {
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey && event.detail === 1;
    if (isPlain && getSelection()?.isCollapsed !== false) this.#edit((event.target as Element).closest<HTMLElement>('td'));
  }

  #open(index: number): void {
    const row = this.#data.rowAt(index);
    if (row) this.#actions.open(row.position);
  }

  /** The text that is selected, as everywhere; the rows that are chosen; or the cell. With Alt, the names of the columns too. */
  #copy(event: KeyboardEvent): void {
    if (!event.shiftKey && !event.altKey && getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    const { ranges, count, row } = this.cursor;
    const column = this.#columns[this.cursor.column - 1];
    if (count === 1 && column && !event.shiftKey && !event.altKey) this.#actions.copyCell(ranges[0]?.[0] ?? row, column);
    else if (count > 0) this.#actions.copyRows(ranges, event.altKey);
  }

  #menuAtPointer(event: MouseEvent): void {
    const under = cellUnder(event);
    if (!under) return;
    event.preventDefault();
    this.#openMenu({ x: event.clientX, y: event.clientY }, under);
  }

  #menuAtCell(event: KeyboardEvent): void {
    event.preventDefault();
    this.#focusActive();
    const { left = 0, bottom = 0 } = this.#activeCell()?.getBoundingClientRect() ?? {};
    this.#openMenu({ x: left, y: bottom }, this.cursor);
  }

  /** A menu is of all rows that are chosen; a row that is not becomes the only one. */
  #menuAtButton(button: HTMLElement, index: number): void {
    if (!this.cursor.isSelected(index)) this.cursor.to(index, this.#lastColumn);
    this.#markActive();
    const { left, bottom } = button.getBoundingClientRect();
    this.#openMenu({ x: left, y: bottom }, { row: index, column: this.#lastColumn });
  }

  /** What the row offers, of the cell and of all rows that are chosen. */
  #openMenu(at: Point, { row: index, column: cell }: CellPosition): void {
    const row = this.#data.rowAt(index);
    if (!row) return;
    const column = this.#columns[cell - 1];
    rowMenu(at, { row, index, column, cursor: this.cursor }, this.#acts, this.#actions, () => this.#focusActive());
  }

  #press(event: MouseEvent): void {
    const under = cellUnder(event);
    const isMenu = event.button === 2;
    if (!under || (event.target instanceof HTMLButtonElement && !isMenu)) return;
    // A menu is of all rows that are chosen.
    if (isMenu && this.cursor.isSelected(under.row)) return;
    if (event.shiftKey) {
      event.preventDefault();
      this.cursor.extend(under.row);
    } else if ((event.ctrlKey || event.metaKey) && !isMenu) this.cursor.toggle(under.row, under.column);
    else this.cursor.to(under.row, under.column);
    this.#markActive();
    // The browser gives the focus to what was pressed once this is over, so text can still be selected with the mouse.
  }

  #openAt(event: MouseEvent): void {
    const row = (event.target as Element).closest('tr');
    if (!(event.target instanceof HTMLButtonElement)) this.#open(Number(row?.dataset.index ?? NaN));
  }
}
