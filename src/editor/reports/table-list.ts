// The rows of a table, read page by page and kept for as long as the table is open.
import { Pager, type ReadPage, type Row } from '../../client/index.ts';
import type { TableColumn, TableListState, TablePart, TableRow, TableSelection, TableView } from '../../protocol/table.ts';
import { cellText, figuresIn, shownColumns } from '../../shared/table-rows.ts';
import { isPaged, rowReader, type Read } from '../reading/reads.ts';
import { fieldAliases } from '../reading/field-names.ts';
import { Arrangement, type ArrangedList, type ColumnReader } from './table-arrange.ts';
import { cellReader, isMoney, numberReader, orderReader, textReader, type CellTools } from './table-cells.ts';
import { Columns, fieldsOf } from './table-columns.ts';
import { MadeColumns } from './table-made.ts';
import { amountsIn, rowsIn } from './table-reads.ts';
import { eachInSlices, Slices } from './table-slices.ts';
import { RowStore } from './table-store.ts';
import { columnDefaults } from './table-defaults.ts';

/** So many rows are asked for at once, where the service gives so many. */
const pageRows = 1000;
/** The width of a column comes from its first cells. */
const sampledRows = 200;

/** What is true of a row and what is not, by name. */
type MarksOf = (value: unknown, formats: CellTools['formats']) => Record<string, boolean>;

interface ListOptions {
  readonly read: Read;
  readonly readPage: ReadPage;
  readonly tools: () => CellTools;
  readonly isInTree: (row: Row) => boolean;
  readonly language: string;
  readonly marksOf?: MarksOf | undefined;
  readonly itemNames?: () => ReadonlyMap<string, string>;
}

/** Of how many rows a mark is true, and of how many it is known. */
interface MarkCount {
  readonly bit: number;
  count: number;
  known: number;
}

export class TableList implements ArrangedList {
  readonly #options: ListOptions;
  readonly language: string;
  #pager: Pager;
  #columns: Columns;
  #made: MadeColumns;
  #store = new RowStore();
  /** A bit for each mark that is true of a row. */
  #marks: number[] = [];
  #markCounts = new Map<string, MarkCount>();
  #arrangement: Arrangement;
  #total: number | undefined;
  #reading: Promise<void> = Promise.resolve();
  #readers = new Map<string, ColumnReader>();

  constructor(options: ListOptions) {
    this.#options = options;
    this.language = options.language;
    const { t, formats } = options.tools();
    this.#columns = new Columns(t);
    this.#made = new MadeColumns(options.read.operation, { t, formats }, options.itemNames);
    this.#arrangement = new Arrangement(this);
    const { read, readPage } = options;
    const { dialect } = formats;
    const rowOf = rowReader(dialect, read);
    this.#pager = new Pager(readPage, { pageSize: pageRows, isPaged: isPaged(read), paging: dialect.paging, rowOf });
  }

  get length(): number {
    return this.#store.length;
  }

  get mayChange(): boolean {
    return this.#made.mayChange;
  }

  get columns(): readonly TableColumn[] {
    return this.#columns.all;
  }

  /** A read that names its page is that page. */
  get hasMore(): boolean {
    return this.#pager.hasMore && (this.length === 0 || this.#options.read.input.query?.page === undefined);
  }

  get total(): number | undefined {
    return this.#total;
  }

  get state(): TableListState {
    const marks = [...this.#markCounts].map(
      ([name, { count, known }]) => [name, { count, unknown: this.length - known }] as const,
    );
    return {
      columns: [...this.columns],
      count: this.length,
      total: this.#total,
      hasMore: this.hasMore,
      isWhole: this.#pager.isWhole || !isPaged(this.#options.read),
      marks: Object.fromEntries(marks),
    };
  }

  row(position: number): Row | undefined {
    return position < this.length ? this.#store.row(position) : undefined;
  }

  reader(key: string): ColumnReader {
    const known = this.#readers.get(key);
    if (known) return known;
    const reader = this.#madeReader(key) ?? this.#fieldReader(key);
    this.#readers.set(key, reader);
    return reader;
  }

  #madeReader(key: string): ColumnReader | undefined {
    const made = this.#made.find(key);
    if (!made) return undefined;
    const text = (value: unknown) => value as string;
    return {
      field: (index) => made.text(this.#store.row(index)),
      cell: text,
      text,
      hasFigures: false,
      order: text,
      number: () => undefined,
    };
  }

  #fieldReader(key: string): ColumnReader {
    const { read, tools } = this.#options;
    const all = tools();
    const own = {
      ...all,
      amounts: amountsIn(read),
      wordOf: fieldAliases(all.t, read.operation === 'listPasskeys' ? 'passkey' : undefined),
    };
    return {
      field: this.#store.field(key),
      cell: cellReader(key, own),
      text: textReader(key, own),
      hasFigures: !isMoney(key),
      order: orderReader(key, own),
      number: numberReader(key, own),
    };
  }

  hasMark(name: string, index: number): boolean {
    return ((this.#marks[index] ?? 0) & (this.#markCounts.get(name)?.bit ?? 0)) !== 0;
  }

  /** Reads the first page, unless there is something already. */
  async begin(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.length === 0 && this.hasMore) await this.#readNext(undefined, false);
    });
  }

  /** One page more. */
  async readMore(signal?: AbortSignal): Promise<void> {
    await this.#inTurn(async () => {
      if (this.hasMore) await this.#readNext(signal, false);
    }, signal);
  }

  /** All that are left. */
  async readAll(signal?: AbortSignal, onRead: () => void = () => undefined): Promise<void> {
    await this.#inTurn(async () => {
      while (this.hasMore) {
        await this.#readNext(signal, true);
        onRead();
        signal?.throwIfAborted();
      }
    }, signal);
  }

  /** Two who ask at once must not read the same page. */
  async #inTurn(work: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    const turn = this.#reading.then(() => {
      signal?.throwIfAborted();
      return work();
    });
    this.#reading = turn.catch(() => undefined);
    await unlessAborted(turn, signal);
  }

  /** The same list from its beginning; what is known stays until there is something in its place. */
  async reload(): Promise<void> {
    const fresh = new TableList(this.#options);
    await fresh.begin();
    this.#pager = fresh.#pager;
    this.#columns = fresh.#columns;
    this.#made = fresh.#made;
    this.#store = fresh.#store;
    this.#marks = fresh.#marks;
    this.#markCounts = fresh.#markCounts;
    this.#total = fresh.#total;
    this.#readers.clear();
    this.#arrangement = new Arrangement(this);
  }

  /** The rows of a view from a place on. */
  async part(view: TableView, from: number, count: number): Promise<TablePart> {
    await this.#arrangement.arrange(view);
    const { length, version } = this.#arrangement;
    const positions = Array.from({ length: Math.max(0, Math.min(count, length - from)) }, (_, index) =>
      this.#arrangement.positionAt(from + index),
    ).filter((position) => position !== undefined);
    const readers = shownColumns(this.columns, view.shown).map(({ key }) => this.reader(key));
    const rows = positions.map((position) => this.#shown(position, readers));
    return { list: this.state, version, found: length, from, rows };
  }

  #shown(position: number, readers: readonly ColumnReader[]): TableRow {
    const row = this.#store.row(position);
    const cells = readers.map(({ field, cell }) => cell(field(position)));
    return {
      position,
      cells,
      ...(row.problem === undefined ? {} : { problem: row.problem }),
      ...(this.#options.isInTree(row) ? { isInTree: true } : {}),
    };
  }

  /** The places in the list of all rows in a view. */
  async positions(view: TableView): Promise<number[]> {
    await this.#arrangement.arrange(view);
    return Array.from({ length: this.#arrangement.length }, (_, index) => this.#arrangement.positionAt(index) ?? 0);
  }

  /** The places in the list of chosen rows; undefined where they may stand elsewhere by now. */
  chosen({ version, ranges }: TableSelection): number[] | undefined {
    const { length, version: current } = this.#arrangement;
    if (version !== current) return undefined;
    const indexes = ranges.flatMap(({ first, last }) =>
      Array.from({ length: Math.max(0, Math.min(last, length - 1) - first + 1) }, (_, index) => first + index),
    );
    return indexes.flatMap((index) => this.#arrangement.positionAt(index) ?? []);
  }

  async #readNext(signal: AbortSignal | undefined, readsOn: boolean): Promise<void> {
    const page = await this.#pager.next(signal, readsOn);
    // A page that came again has nothing new.
    const isNew = page.rows.length > 0 || this.length === 0;
    const rows = isNew ? rowsIn(this.#options.read.operation, page) : [];
    // The service counts groups, not what is in them.
    if (rows.length === page.rows.length) this.#total = this.#pager.total;
    await this.#append(rows);
  }

  /** In slices, for a service may give all its rows at once; but never only some of a page, so nobody can stop it. */
  async #append(rows: readonly Row[]): Promise<void> {
    const slices = new Slices();
    await eachInSlices(0, rows.length, slices, (index) => this.#columns.look(rows[index]?.value));
    const sample = rows.slice(0, sampledRows);
    this.#made.look(rows);
    const made = this.length === 0 ? this.#made.of(sample) : [];
    this.#columns.settle((key) => this.#sizeOf(key, sample), made, columnDefaults(this.#options.read, sample));
    // A page of many needs no formats of its own.
    const formats = this.#options.marksOf && this.#options.tools().formats;
    await eachInSlices(0, rows.length, slices, (index) => {
      const row = rows[index];
      if (!row) return;
      this.#store.add(row);
      if (formats) this.#mark(row, formats);
    });
  }

  #sizeOf(key: string, rows: readonly Row[]): number {
    const made = this.#made.find(key);
    const { cell } = this.reader(key);
    const texts = rows.map((row) => (made ? made.text(row) : cellText(cell(fieldsOf(row.value).get(key)))));
    return Math.max(0, ...texts.map(figuresIn));
  }

  #mark({ value, problem }: Row, formats: CellTools['formats']): void {
    let bits = 0;
    const marks = problem === undefined ? this.#options.marksOf?.(value, formats) : {};
    for (const [name, isSo] of Object.entries(marks ?? {})) {
      const mark = this.#markCounts.get(name) ?? { bit: 1 << this.#markCounts.size, count: 0, known: 0 };
      this.#markCounts.set(name, mark);
      mark.known++;
      if (isSo) {
        mark.count++;
        bits |= mark.bit;
      }
    }
    this.#marks.push(bits);
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
