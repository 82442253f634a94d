// What the page holds of a table: what was read by now, and the rows around those in sight.
import { shownColumns } from '../../shared/table-rows.ts';
import type { TableColumn, TableListState, TablePart, TableRow, TableView } from '../../protocol/table.ts';

/** Rows are asked for in parts of this length. */
export const partLength = 200;
/** More rows than these are not held: those that are far away go. */
const mostRows = 2000;

export class TableRows {
  list: TableListState;
  view: TableView;
  version: number;
  /** How many rows there are in the view. */
  found: number;
  /** By their place in the view. */
  #rows = new Map<number, TableRow>();
  #keys: string;
  /** What was saved in a cell, of a list that was not read again since: by the row's id and the column's key. */
  readonly #saved = new Map<string, ReadonlyMap<string, string>>();

  constructor(part: TablePart, view: TableView = { filter: '' }) {
    this.view = view;
    this.list = part.list;
    this.version = part.version;
    this.found = part.found;
    this.#keys = this.#shownKeys();
    this.take(part);
  }

  /** Whether what is shown is no longer what it was. */
  take({ list, version, found, from, rows }: TablePart): boolean {
    this.list = list;
    const keys = this.#shownKeys();
    const isOther = version !== this.version || keys !== this.#keys;
    if (isOther) this.#rows.clear();
    this.version = version;
    this.#keys = keys;
    const isLonger = found !== this.found;
    this.found = found;
    rows.forEach((row, index) => this.#rows.set(from + index, this.#withSaved(row)));
    this.#forget(from);
    return isOther || isLonger;
  }

  /** A cell has this now. */
  save(id: string, key: string, text: string): void {
    this.#saved.set(id, new Map([...(this.#saved.get(id) ?? []), [key, text]]));
    for (const [index, row] of this.#rows) if (row.id === id) this.#rows.set(index, this.#withSaved(row));
  }

  /** The list is read again with all that was saved, or the row of one record is. */
  forgetSaved(id?: string): void {
    if (id === undefined) this.#saved.clear();
    else this.#saved.delete(id);
  }

  #withSaved(row: TableRow): TableRow {
    const saved = row.id === undefined ? undefined : this.#saved.get(row.id);
    return saved ? { ...row, cells: this.shown.map(({ key }, at) => saved.get(key) ?? row.cells[at] ?? '') } : row;
  }

  #forget(from: number): void {
    if (this.#rows.size <= mostRows) return;
    for (const index of this.#rows.keys()) if (Math.abs(index - from) > mostRows / 2) this.#rows.delete(index);
  }

  #shownKeys(): string {
    return JSON.stringify(this.shown.map(({ key }) => key));
  }

  /** All of them are asked for again. */
  forgetRows(): void {
    this.#rows.clear();
  }

  rowAt(index: number): TableRow | undefined {
    return this.#rows.get(index);
  }

  /** Where the row of a record stands, among those that are held. */
  indexOf(id: string): number | undefined {
    return [...this.#rows].find(([, row]) => row.id === id)?.[0];
  }

  /** Where to begin to ask for what is missing between two places; undefined: nothing is. */
  missing(first: number, last: number): number | undefined {
    for (let index = first; index < Math.min(last, this.found); index++)
      if (!this.#rows.has(index)) return Math.floor(index / partLength) * partLength;
    return undefined;
  }

  /** Whether some rows are left out. */
  get isNarrowed(): boolean {
    const { filter, filters = [], mark } = this.view;
    return filter.trim() !== '' || mark !== undefined || filters.some(({ text }) => text.trim() !== '');
  }

  /** Whether what is shown depends on rows that have not come yet. */
  get needsAll(): boolean {
    return this.isNarrowed || this.view.sort !== undefined;
  }

  get shown(): readonly TableColumn[] {
    return shownColumns(this.list.columns, this.view.shown);
  }

  filterOf(key: string): string {
    return this.view.filters?.find((each) => each.key === key)?.text ?? '';
  }

  widthOf(key: string): number | undefined {
    return this.view.widths?.find((each) => each.key === key)?.width;
  }
}
