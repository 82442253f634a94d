// The rows of a table, read page by page and kept for as long as the table is open.
import { Pager, type ReadPage, type Row } from '../../client/index.ts';
import type { TableBatch, TableRow } from '../../protocol/table.ts';
import type { Translate } from '../reading/formats.ts';
import { isPaged, rowReader, type Read } from '../reading/reads.ts';
import { fieldAliases, type WordOf } from '../reading/field-names.ts';
import { Columns, cellOf, fieldsOf, type CellTools } from './table-columns.ts';
import { amountsIn, rowsIn } from './table-reads.ts';

/** So many rows are asked for at once. */
const pageRows = 500;

export interface ListRow {
  readonly row: Row;
  readonly fields: ReadonlyMap<string, unknown>;
  readonly shown: TableRow;
}

/** What is true of a row and what is not, by name. */
type MarksOf = (value: unknown, formats: CellTools['formats']) => Record<string, boolean>;

export class TableList {
  readonly #read: Read;
  readonly #readPage: ReadPage;
  readonly #tools: () => CellTools;
  readonly #isInTree: (row: Row) => boolean;
  readonly #t: Translate;
  readonly #marksOf: MarksOf | undefined;
  readonly #wordOf: WordOf;
  #pager: Pager;
  #columns: Columns;
  #rows: ListRow[] = [];
  #total: number | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(
    read: Read,
    readPage: ReadPage,
    tools: () => CellTools,
    isInTree: (row: Row) => boolean,
    t: Translate,
    marksOf?: MarksOf,
  ) {
    this.#read = read;
    this.#readPage = readPage;
    this.#tools = tools;
    this.#isInTree = isInTree;
    this.#t = t;
    this.#marksOf = marksOf;
    this.#columns = new Columns(t);
    this.#wordOf = fieldAliases(t);
    const { dialect } = tools().formats;
    const rowOf = rowReader(dialect, read);
    this.#pager = new Pager(readPage, { pageSize: pageRows, isPaged: isPaged(read), paging: dialect.paging, rowOf });
  }

  get rows(): readonly ListRow[] {
    return this.#rows;
  }

  /** A read that names its page is that page. */
  get hasMore(): boolean {
    return this.#pager.hasMore && (this.#rows.length === 0 || this.#read.input.query?.page === undefined);
  }

  get total(): number | undefined {
    return this.#total;
  }

  get columns(): Columns['all'] {
    return this.#columns.all;
  }

  /** What a page that has the first `from` rows does not have yet; one page is read where that is all there is. */
  async after(from: number, signal?: AbortSignal): Promise<TableBatch> {
    // Two who ask at once must not read the same page.
    const turn = this.#reading.then(async () => {
      if (this.#rows.length <= from && this.hasMore) await this.#readNext(signal);
    });
    this.#reading = turn.catch(() => undefined);
    await unlessAborted(turn, signal);
    return {
      columns: [...this.columns],
      rows: this.#rows.slice(from).map(({ shown }) => shown),
      total: this.#total,
      hasMore: this.hasMore,
      isWhole: this.#pager.isWhole || !isPaged(this.#read),
    };
  }

  /** The same list from its beginning; what is known stays until there is something in its place. */
  async reload(): Promise<TableBatch> {
    const fresh = new TableList(this.#read, this.#readPage, this.#tools, this.#isInTree, this.#t, this.#marksOf);
    const batch = await fresh.after(0);
    this.#pager = fresh.#pager;
    this.#columns = fresh.#columns;
    this.#rows = fresh.#rows;
    this.#total = fresh.#total;
    return batch;
  }

  async #readNext(signal?: AbortSignal): Promise<void> {
    const page = await this.#pager.next(signal);
    // A page that came again has nothing new.
    const isNew = page.rows.length > 0 || this.#rows.length === 0;
    const rows = isNew ? rowsIn(this.#read.operation, page) : [];
    // The service counts groups, not what is in them.
    if (rows.length === page.rows.length) this.#total = this.#pager.total;
    this.#append(rows);
  }

  #append(rows: readonly Row[]): void {
    const fields = rows.map(({ value }) => fieldsOf(value));
    this.#columns.add(fields);
    const tools = { ...this.#tools(), amounts: amountsIn(this.#read), wordOf: this.#wordOf };
    const keys = this.columns.map(({ key }) => key);
    rows.forEach((row, index) => {
      const own = fields[index] ?? new Map<string, unknown>();
      const cells = keys.map((key) => cellOf(key, own.get(key), tools));
      const problem = row.problem === undefined ? {} : { problem: row.problem };
      const marks = problem.problem === undefined ? this.#marksOf?.(row.value, tools.formats) : undefined;
      const shown = { cells, ...problem, ...(this.#isInTree(row) ? { isInTree: true } : {}), ...(marks && { marks }) };
      this.#rows.push({ row, fields: own, shown });
    });
  }
}

/** Who waits for another's read is let go at once. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return work;
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
