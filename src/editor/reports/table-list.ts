// The rows of a table, read page by page and kept for as long as the table is open.
import { namesOfRows } from '../../client/item-owners.ts';
import { labelOf, Pager, type AlikeRows, type ReadPage, type Row } from '../../client/index.ts';
import type {
  TableCell,
  TableColumn,
  TableListState,
  TablePart,
  TableRow,
  TableSelection,
  TableView,
} from '../../protocol/table.ts';
import { cellText, figuresIn, shownColumns } from '../../shared/table-rows.ts';
import { isPaged, type Read } from '../reading/reads.ts';
import { isObject } from '../reading/fields.ts';
import { parentsOf } from '../../records/item-groups.ts';
import { fieldAliases, hasWords } from '../reading/field-names.ts';
import { Arrangement } from './table-arrange.ts';
import { maxColumns } from '../../codes/records.ts';
import { areShownAsIs, cellReader, isMoney, numberReader, orderReader, textReader, type CellTools } from './table-cells.ts';
import { Columns, fieldsOf, isCount } from './table-columns.ts';
import { problemsOfRows, rowOfLine } from './table-lines.ts';
import { MadeColumns } from './table-made.ts';
import { amountsIn, isPlainList, rowsIn } from './table-reads.ts';
import type { ArrangedList, ColumnReader, FileSource, RowSource } from './table-readers.ts';
import { eachInSlices, Slices } from './table-slices.ts';
import { RowStore } from './table-store.ts';
import { columnDefaults } from './table-defaults.ts';

/** So many rows are asked for at once, where the service gives so many. */
const pageRows = 1000;
/** The width of a column comes from its first cells. */
const sampledRows = 200;

/** What is true of a row and what is not, by name. */
type MarksOf = (value: unknown, formats: CellTools['formats']) => Record<string, boolean>;

/** Where the rows come from. */
type Origin =
  { readonly read: Read; readonly readPage: ReadPage } | { readonly read?: undefined; readonly openFile: () => FileSource };

type ListOptions = Origin & {
  readonly tools: () => CellTools;
  readonly isInTree: (row: Row) => boolean;
  /** Of a row whose cells can be edited. */
  readonly idOf?: (row: Row) => string | undefined;
  /** What its cells have as it is typed. */
  readonly textsOf?: (row: Row) => TableRow['texts'];
  readonly language: string;
  readonly marksOf?: MarksOf | undefined;
  readonly itemNames?: () => ReadonlyMap<string, string>;
};

/** Of how many rows a mark is true, and of how many it is known. */
interface MarkCount {
  readonly bit: number;
  count: number;
  known: number;
}

export class TableList implements ArrangedList {
  readonly #options: ListOptions;
  readonly language: string;
  #source: RowSource;
  #file: FileSource | undefined;
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
    this.#made = new MadeColumns(options.read?.operation, { t, formats }, options.itemNames);
    this.#arrangement = new Arrangement(this);
    if (options.read) {
      const { read, readPage } = options;
      this.#columns = new Columns(t);
      this.#source = new Pager(readPage, { pageSize: pageRows, isPaged: isPaged(read) });
    } else {
      this.#columns = new Columns(t, { nameOf: labelOf, most: maxColumns });
      this.#source = this.#file = options.openFile();
    }
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
    return this.#source.hasMore && (this.length === 0 || this.#options.read?.input.query?.page === undefined);
  }

  get total(): number | undefined {
    return this.#total;
  }

  get state(): TableListState {
    const marks = [...this.#markCounts].map(
      ([name, { count, known }]) => [name, { count, unknown: this.length - known }] as const,
    );
    const { read } = this.#options;
    const { unclaimed = [] } = this.#source;
    return {
      columns: [...this.columns],
      count: this.length,
      total: this.#total,
      hasMore: this.hasMore,
      isWhole: this.#source.isWhole || (read !== undefined && !isPaged(read)),
      marks: Object.fromEntries(marks),
      ...(unclaimed.length > 0 && { leftOut: namesOfRows(unclaimed) }),
      ...(this.#file?.ends !== undefined && { ends: this.#file.ends }),
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
    const text = (value: unknown) => cellText(value as TableCell);
    const number = (value: unknown) => (typeof value === 'string' ? undefined : (value as [string, number])[1]);
    return {
      field: (index) => made.cell(this.#store.row(index)),
      cell: (value) => value as TableCell,
      text,
      hasFigures: false,
      order: (value) => number(value) ?? text(value),
      number,
    };
  }

  #fieldReader(key: string): ColumnReader {
    const { read, tools } = this.#options;
    if (!read) return { ...this.#store.field(key), ...this.#fileColumn(key) };
    const all = tools();
    const own = {
      ...all,
      amounts: amountsIn(read),
      wordOf: fieldAliases(all.t, read.operation === 'listPasskeys' ? 'passkey' : undefined),
    };
    return {
      ...(read.operation === 'listItems' && key === 'quantity' ? this.#quantity() : this.#store.field(key)),
      cell: cellReader(key, own),
      text: textReader(key, own),
      hasFigures: !isMoney(key),
      showAsIs: hasWords(key) ? undefined : areShownAsIs,
      orderAsIs: hasWords(key) ? undefined : areShownAsIs,
      order: orderReader(key, own),
      number: numberReader(key, own),
    };
  }

  /** A group has none of its own, whatever the service sends in its place. */
  #quantity(): Pick<ColumnReader, 'field' | 'plain'> {
    const { field: plain } = this.#store.field('quantity');
    const isNone = (index: number) => plain(index) === 0 && this.#made.isGroup(this.#store.row(index));
    return { plain, field: (index) => (isNone(index) ? undefined : plain(index)) };
  }

  #fileColumn(key: string): ReturnType<FileSource['column']> {
    // English: without a read there is a file.
    if (!this.#file) throw new Error('There is neither a read nor a file.');
    return this.#file.column(key);
  }

  /** Nothing more is read. */
  close(): void {
    void this.#source.close?.();
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

  /** All up to a line of the file. */
  async readToLine(line: number, signal: AbortSignal, onRead: () => void): Promise<void> {
    await this.#inTurn(async () => {
      while (this.hasMore && (this.#file?.lines.at(-1) ?? Infinity) <= line) {
        await this.#readNext(signal, true);
        onRead();
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
    void this.#source.close?.();
    this.#source = fresh.#source;
    this.#file = fresh.#file;
    this.#columns = fresh.#columns;
    this.#made = fresh.#made;
    this.#store = fresh.#store;
    this.#marks = fresh.#marks;
    this.#markCounts = fresh.#markCounts;
    this.#total = fresh.#total;
    this.#readers.clear();
    this.#arrangement = new Arrangement(this);
  }

  /** Puts what a record is now into its row; false where no row is it, or it stands in another group now. */
  replace(id: string, now: unknown): boolean {
    let position = 0;
    while (position < this.length && this.#store.row(position).id !== id) position++;
    const row = this.row(position);
    if (!row || !isObject(row.value) || !isObject(now)) return false;
    // A list may show less of a record than the record itself.
    const value = Object.fromEntries(Object.entries(row.value).map(([name, old]) => [name, name in now ? now[name] : old]));
    const written = { ...row, value, label: labelOf(value) };
    if (parentsOf([row]).get(id) !== parentsOf([written]).get(id)) return false;
    this.#store.replace(position, written);
    this.#arrangement = new Arrangement(this);
    return true;
  }

  /** The rows of a view from a place on. */
  async part(view: TableView, from: number, count: number): Promise<TablePart> {
    await this.#arrangement.arrange(view);
    const { length, version } = this.#arrangement;
    const positions = Array.from({ length: Math.max(0, Math.min(count, length - from)) }, (_, index) =>
      this.#arrangement.positionAt(from + index),
    ).filter((position) => position !== undefined);
    const readers = shownColumns(this.columns, view.shown).map(({ key }) => this.reader(key));
    const problems = this.#problems();
    const rows = positions.map((position) => this.#shown(position, readers, problems.get(position)));
    return { list: this.state, version, found: length, from, rows };
  }

  lineOf(position: number): number | undefined {
    return this.#file?.lines[position];
  }

  /** Whether the file is another one by now, or is to be read otherwise. */
  async isOther(): Promise<boolean> {
    return (await this.#file?.isOther()) ?? false;
  }

  /** The place in the view of the row at a line, or above it where the file ends there. */
  indexOfLine(line: number): number | undefined {
    const { lines = [], ends } = this.#file ?? {};
    if (ends !== undefined && line > (lines.at(-1) ?? 0)) return undefined;
    const position = rowOfLine(lines, line);
    return this.#nextIndex(-1, 1, (each) => each === position);
  }

  /** The place in the view of the next row with a problem. */
  nextProblem(from: number, step: 1 | -1): number | undefined {
    const problems = this.#problems();
    return this.#nextIndex(from, step, (position) => problems.has(position));
  }

  #nextIndex(from: number, step: 1 | -1, isWanted: (position: number) => boolean): number | undefined {
    const { length } = this.#arrangement;
    for (let index = Math.min(from, length) + step; index >= 0 && index < length; index += step)
      if (isWanted(this.#arrangement.positionAt(index) ?? -1)) return index;
    return undefined;
  }

  /** By the place of the row in the list. */
  #problems(): ReadonlyMap<number, string> {
    const file = this.#file;
    return file ? problemsOfRows(file, !file.hasMore && file.ends === undefined) : new Map<number, string>();
  }

  #shown(position: number, readers: readonly ColumnReader[], found: string | undefined): TableRow {
    const row = this.#store.row(position);
    const problem = found ?? row.problem;
    const line = this.lineOf(position);
    const cells = readers.map(({ field, cell }) => cell(field(position)));
    const id = this.#options.idOf?.(row);
    return {
      position,
      cells,
      ...(line === undefined ? {} : { line }),
      ...(problem === undefined ? {} : { problem }),
      ...(this.#made.isOfRows && this.#made.isGroup(row) ? { isGroup: true } : {}),
      ...(this.#options.isInTree(row) ? { isInTree: true } : {}),
      id,
      ...(id === undefined ? {} : { texts: this.#options.textsOf?.(row) }),
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
    const page = await this.#source.next(signal, readsOn);
    if (page.alike && this.#takesFields(page.alike)) {
      this.#total = this.#source.total;
      return this.#appendFields(page.alike);
    }
    // A page that came again has nothing new.
    const isNew = page.rows.length > 0 || this.length === 0;
    const { read } = this.#options;
    const rows = isNew ? (read ? rowsIn(read.operation, page) : page.rows) : [];
    // The service counts groups, not what is in them.
    if (rows.length === page.rows.length) this.#total = this.#source.total;
    await this.#append(rows);
  }

  /** Whether nothing is made of such rows but their cells. */
  #takesFields({ keys }: AlikeRows): boolean {
    const { read, marksOf } = this.#options;
    return (!read || isPlainList(read.operation)) && !marksOf && !this.#made.isOfRows && this.#columns.hasAll(keys);
  }

  async #appendFields({ values }: AlikeRows): Promise<void> {
    const slices = new Slices();
    for (let from = 0; from < values.length; from += pageRows) {
      this.#store.addAlike(values.slice(from, from + pageRows));
      if (slices.isOver) await slices.next();
    }
  }

  /** In slices, for a service may give all its rows at once; but never only some of a page, so nobody can stop it. */
  async #append(rows: readonly Row[]): Promise<void> {
    const slices = new Slices();
    await eachInSlices(0, rows.length, slices, (index) => this.#columns.look(rows[index]?.value));
    const sample = rows.slice(0, sampledRows);
    this.#made.look(rows);
    const made = this.length === 0 ? this.#made.of(sample) : [];
    this.#columns.settle(
      (key) => this.#sizeOf(key, sample),
      made,
      this.#options.read && columnDefaults(this.#options.read, sample),
    );
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
    const texts = rows.map((row) => cellText(made ? made.cell(row) : cell(fieldsOf(row.value).get(key))));
    // In groups, figures take a little more.
    const more = (text: string) => (isCount(key) && /^\d+$/.test(text) ? Math.floor((text.length - 1) / 3) / 2 : 0);
    return Math.max(0, ...texts.map((text) => figuresIn(text) + more(text)));
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
