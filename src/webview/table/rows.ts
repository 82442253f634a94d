// What the table holds: all rows that came so far, and which of them are shown in what order.
import { arrange, shownColumns } from '../../protocol/table-rows.ts';
import type { TableColumn, TablePart, TableRow, TableView } from '../../protocol/table.ts';
import { currentLanguage } from '../kit/words.ts';

export interface ShownColumn extends TableColumn {
  /** Its place among all columns, and so among the cells of a row. */
  readonly place: number;
}

export class TableRows {
  columns: readonly TableColumn[] = [];
  rows: TableRow[] = [];
  total: number | undefined;
  hasMore = false;
  view: TableView;
  /** The places of the rows that are shown, in order. */
  places: readonly number[] = [];

  constructor(part: TablePart, view: TableView = { filter: '' }) {
    this.view = view;
    this.replace(part);
  }

  replace(part: TablePart): void {
    this.rows = [];
    this.add(part);
  }

  add({ columns, rows, total, hasMore }: TablePart): void {
    this.columns = columns;
    this.rows.push(...rows);
    this.total = total;
    this.hasMore = hasMore;
    this.#arrange();
  }

  change(view: TableView): void {
    this.view = view;
    this.#arrange();
  }

  /** Whether what is shown depends on rows that have not come yet. */
  get needsAll(): boolean {
    return this.view.filter.trim() !== '' || this.view.sort !== undefined;
  }

  get shown(): readonly ShownColumn[] {
    const keys = new Set(shownColumns(this.columns, this.view.shown).map(({ key }) => key));
    return this.columns.flatMap((column, place) => (keys.has(column.key) ? [{ ...column, place }] : []));
  }

  #arrange(): void {
    this.places = arrange(this.rows, this.columns, this.view, currentLanguage());
  }
}
