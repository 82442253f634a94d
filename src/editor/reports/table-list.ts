// The rows of a table, read page by page and kept for as long as the table is open.
import { ApiError, pagingOf, readList, type Row } from '../../client/index.ts';
import type { TableBatch, TableRow } from '../../protocol/table.ts';
import type { Translate } from '../reading/formats.ts';
import { fieldAliases, type WordOf } from './field-names.ts';
import { Columns, cellOf, fieldsOf, type CellTools } from './table-columns.ts';
import { isInCents, isPaged, rowsIn, type TableSource } from './table-sources.ts';

export interface PageQuery {
  readonly page?: number;
  readonly pageSize?: number;
}

type ReadPage = (query: PageQuery, signal?: AbortSignal) => Promise<unknown>;

/** So many rows are asked for at once. */
const pageRows = 500;
/** The service's word for a page after the last. */
const beyondLastPage = '2004';

export interface ListRow {
  readonly row: Row;
  readonly fields: ReadonlyMap<string, unknown>;
  readonly shown: TableRow;
}

export class TableList {
  readonly #source: TableSource;
  readonly #read: ReadPage;
  readonly #tools: () => CellTools;
  readonly #isInTree: (row: Row) => boolean;
  readonly #t: Translate;
  readonly #wordOf: WordOf;
  #columns: Columns;
  #rows: ListRow[] = [];
  #page = 0;
  #hasMore = true;
  #total: number | undefined;
  #lastIds = '';
  #reading: Promise<void> = Promise.resolve();

  constructor(source: TableSource, read: ReadPage, tools: () => CellTools, isInTree: (row: Row) => boolean, t: Translate) {
    this.#source = source;
    this.#read = read;
    this.#tools = tools;
    this.#isInTree = isInTree;
    this.#t = t;
    this.#columns = new Columns(t);
    this.#wordOf = fieldAliases(t);
  }

  get rows(): readonly ListRow[] {
    return this.#rows;
  }

  get hasMore(): boolean {
    return this.#hasMore;
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
      if (this.#rows.length <= from && this.#hasMore) await this.#readPage(signal);
    });
    this.#reading = turn.catch(() => undefined);
    await unlessAborted(turn, signal);
    return {
      columns: [...this.columns],
      rows: this.#rows.slice(from).map(({ shown }) => shown),
      total: this.#total,
      hasMore: this.#hasMore,
    };
  }

  /** The same list from its beginning; what is known stays until there is something in its place. */
  async reload(): Promise<TableBatch> {
    const fresh = new TableList(this.#source, this.#read, this.#tools, this.#isInTree, this.#t);
    const batch = await fresh.after(0);
    this.#columns = fresh.#columns;
    this.#rows = fresh.#rows;
    this.#page = fresh.#page;
    this.#hasMore = fresh.#hasMore;
    this.#total = fresh.#total;
    this.#lastIds = fresh.#lastIds;
    return batch;
  }

  async #readPage(signal?: AbortSignal): Promise<void> {
    const page = this.#page + 1;
    const asksForPages = isPaged(this.#source) || page > 1;
    const reply = await this.#read(asksForPages ? { page, pageSize: pageRows } : {}, signal).catch((error: unknown) => {
      if (page > 1 && error instanceof ApiError && error.code === beyondLastPage) return undefined;
      throw error;
    });
    this.#page = page;
    if (reply === undefined) this.#hasMore = false;
    else this.#take(reply, asksForPages);
  }

  #take(reply: unknown, askedForPages: boolean): void {
    const rows = rowsIn(this.#source.operation, reply);
    const paging = pagingOf(reply);
    const ids = JSON.stringify(rows.map(({ id, label }) => id ?? label));
    // A service that gives the same page again is not asked for ever.
    const isNew = rows.length > 0 && ids !== this.#lastIds;
    this.#lastIds = ids;
    const listed = readList(reply).rows.length;
    if (listed === rows.length) this.#total = paging?.total;
    if (isNew) this.#append(rows, isInCents(this.#source, reply));
    const isFixed = this.#source.query.page !== undefined;
    this.#hasMore = isNew && !isFixed && this.#saysMore(paging, listed, askedForPages);
  }

  #saysMore(paging: ReturnType<typeof pagingOf>, listed: number, askedForPages: boolean): boolean {
    if (paging?.lastPage !== undefined) return this.#page < paging.lastPage;
    if (paging?.total !== undefined) return this.#page * (paging.pageSize ?? Math.max(1, listed)) < paging.total;
    return askedForPages && listed >= pageRows;
  }

  #append(rows: readonly Row[], areCents: boolean): void {
    const fields = rows.map(({ value }) => fieldsOf(value));
    this.#columns.add(fields);
    const tools = { ...this.#tools(), areCents, wordOf: this.#wordOf };
    const keys = this.columns.map(({ key }) => key);
    rows.forEach((row, index) => {
      const own = fields[index] ?? new Map<string, unknown>();
      const cells = keys.map((key) => cellOf(key, own.get(key), tools));
      const problem = row.problem === undefined ? {} : { problem: row.problem };
      const shown = { cells, ...problem, ...(this.#isInTree(row) ? { isInTree: true } : {}) };
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
