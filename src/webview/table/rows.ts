// What the table holds: all rows that came so far, and which of them are shown in what order.
import { arrange, cellOrder, shownColumns } from '../../shared/table-rows.ts';
import type { TableColumn, TableBatch, TableRow, TableView } from '../../protocol/table.ts';
import { currentLanguage } from '../kit/l10n.ts';

export interface ShownColumn extends TableColumn {
  /** Its position among all columns, and so among the cells of a row. */
  readonly position: number;
}

export class TableRows {
  columns: readonly TableColumn[] = [];
  rows: TableRow[] = [];
  total: number | undefined;
  hasMore = false;
  isWhole = true;
  view: TableView;
  /** The positions of the rows that are shown, in order. */
  positions: readonly number[] = [];

  constructor(batch: TableBatch, view: TableView = { filter: '' }) {
    this.view = view;
    this.replace(batch);
  }

  replace(batch: TableBatch): void {
    this.rows = [];
    this.positions = [];
    this.add(batch);
  }

  /** The rows that are there stay in their order, and only the new ones are looked at: a long list comes in a hundred batches. */
  add({ columns, rows, total, hasMore, isWhole }: TableBatch): void {
    const before = this.rows.length;
    this.columns = columns;
    // One by one: a reply may have more rows than a call can have arguments.
    for (const row of rows) this.rows.push(row);
    this.total = total;
    this.hasMore = hasMore;
    this.isWhole = isWhole;
    const added = arrange(rows, columns, this.view, currentLanguage()).map((position) => before + position);
    this.positions = this.#merge(this.positions, added);
  }

  change(view: TableView): void {
    this.view = view;
    this.positions = arrange(this.rows, this.columns, view, currentLanguage());
  }

  /** Whether some rows are left out. */
  get isNarrowed(): boolean {
    return this.view.filter.trim() !== '' || this.view.mark !== undefined;
  }

  /** Of how many rows it is true, and of how many that is not known; undefined where it is known of none. */
  countOf(mark: string): { readonly count: number; readonly unknown: number } | undefined {
    let [count, unknown] = [0, 0];
    for (const { marks } of this.rows) {
      const isSo = marks?.[mark];
      if (isSo === undefined) unknown++;
      else if (isSo) count++;
    }
    return unknown === this.rows.length ? undefined : { count, unknown };
  }

  /** Whether what is shown depends on rows that have not come yet. */
  get needsAll(): boolean {
    return this.isNarrowed || this.view.sort !== undefined;
  }

  get shown(): readonly ShownColumn[] {
    const keys = new Set(shownColumns(this.columns, this.view.shown).map(({ key }) => key));
    return this.columns.flatMap((column, position) => (keys.has(column.key) ? [{ ...column, position }] : []));
  }

  /** Both are in the order of the view, and `later` came later. */
  #merge(earlier: readonly number[], later: readonly number[]): readonly number[] {
    const { sort } = this.view;
    if (!sort || earlier.length === 0) return earlier.concat(later);
    const column = this.columns.findIndex(({ key }) => key === sort.key);
    const cell = (position: number | undefined) => this.rows[position ?? -1]?.cells[column];
    const compare = cellOrder(currentLanguage(), sort.isDescending);
    /** Where those end that come before a row, or are equal to it. */
    const endBefore = (position: number, from: number) => {
      let [low, high] = [from, earlier.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (compare(cell(earlier[middle]), cell(position)) <= 0) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    const all: number[] = [];
    let taken = 0;
    for (const position of later) {
      const end = endBefore(position, taken);
      for (; taken < end; taken++) all.push(earlier[taken] ?? 0);
      all.push(position);
    }
    return all.concat(earlier.slice(taken));
  }
}
