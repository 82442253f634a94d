// Any row of a file without holding the file: where some of its rows begin is noted once, and the rest is read from there.
import { blocksOf, OpenFile, type Block } from './blocks.ts';
import type { CancelSignal } from './cancel.ts';
import { carriageReturn, CellReader, lineFeed, walkRecords } from './records.ts';
import { readFromStart, type Start, type StartChoices } from './start.ts';

export interface FileRow {
  /** At which it begins. */
  readonly line: number;
  /** How many lines it takes. */
  readonly lines: number;
  /** Shortened where they are very long, and the first ones of very many. */
  readonly cells: readonly string[];
}

export interface RowFileOptions extends StartChoices {
  /** Called while the rows are counted, and once more when they are. */
  readonly onProgress?: ((bytes: number, total: number) => void) | undefined;
  /** How many places are noted at most; tests make it small. */
  readonly mostPlaces?: number | undefined;
}

interface Matches {
  /** The first ones. */
  readonly rows: readonly number[];
  readonly isMore: boolean;
}

const mostMatches = 10_000;
export const mostCells = 100;
const mostText = 300;
/** The largest file that the reading of a start takes. */
const mostBytes = 0xffff_ffff;

/** Where a row begins. */
interface Place {
  readonly row: number;
  readonly line: number;
  readonly offset: number;
}

/** Some of the places, further apart the larger the file is, so that their number is bounded. */
class Places {
  #places: Place[];
  #distance = 64 * 1024;
  readonly #most: number;

  constructor(first: Place, most: number) {
    this.#places = [first];
    this.#most = most;
  }

  add(place: Place): void {
    if (place.offset - (this.#places.at(-1)?.offset ?? 0) < this.#distance) return;
    this.#places.push(place);
    if (this.#places.length <= this.#most) return;
    this.#places = this.#places.filter((_, index) => index % 2 === 0);
    this.#distance *= 2;
  }

  at(index: number): Place | undefined {
    return this.#places[index];
  }

  get length(): number {
    return this.#places.length;
  }

  /** The last one that is not behind it; the first one has nothing before it. */
  before(field: 'row' | 'line', value: number): number {
    return Math.max(
      0,
      this.#places.findLastIndex((place) => place[field] <= value),
    );
  }
}

interface RowText {
  readonly row: number;
  readonly line: number;
  readonly lines: number;
  readonly text: () => string;
}

/** The rows of a block. */
class Part {
  readonly block: Block;
  readonly row: number;
  readonly line: number;
  readonly rows: number;
  readonly lines: number;
  readonly #start: Start;

  constructor(block: Block, { row, line }: Pick<Place, 'row' | 'line'>, start: Start) {
    this.block = block;
    this.row = row;
    this.line = line;
    this.#start = start;
    const { bytes, end, walk } = block;
    this.lines = lineEnds(bytes, 0, end);
    const hasOpenEnd = end > 0 && bytes[end - 1] !== lineFeed && bytes[end - 1] !== carriageReturn;
    this.rows = walk ? walk.ends.length : this.lines + (hasOpenEnd ? 1 : 0);
  }

  *texts(): Generator<RowText, void, undefined> {
    const { bytes, end: blockEnd, walk } = this.block;
    const { ends, nexts } = walk ?? walkRecords(bytes, blockEnd, this.#start.head.delimiter, true);
    let [start, line] = [0, this.line];
    for (const [index, end] of ends.entries()) {
      const [from, next] = [start, nexts[index] ?? end];
      const lines = walk ? Math.max(1, lineEnds(bytes, from, next)) : 1;
      yield { row: this.row + index, line, lines, text: () => bytes.toString('utf8', from, end) };
      start = next;
      line += lines;
    }
  }

  /** Whether any row may have it: a quote is written twice within a cell. */
  mayHave(needle: string): boolean {
    return needle.includes('"') || this.block.bytes.toString('utf8', 0, this.block.end).toLowerCase().includes(needle);
  }
}

function lineEnds(all: Buffer, start: number, end: number): number {
  // Of these bytes alone: a search that finds nothing would go on to the end of the buffer, for each row.
  const bytes = all.subarray(start, end);
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count++;
  for (let at = bytes.indexOf(carriageReturn); at >= 0; at = bytes.indexOf(carriageReturn, at + 1))
    if (bytes[at + 1] !== lineFeed) count++;
  return count;
}

/** A file that is open to be looked at. Every record is a row, counted from 0: the header, and what stands above it, too. */
export class RowFile {
  readonly #file: OpenFile;
  readonly #options: RowFileOptions;
  readonly #closing = new AbortController();
  /** Settled once all rows are counted, or why they cannot be. */
  readonly whole: Promise<void>;
  #start: Start | undefined;
  #places: Places | undefined;
  #rows = 0;
  #stoppedAt: number | undefined;
  #isCounted = false;
  #waiting: (() => void)[] = [];

  private constructor(file: OpenFile, options: RowFileOptions) {
    this.#file = file;
    this.#options = options;
    this.whole = this.#count().finally(() => {
      this.#isCounted = true;
      this.#wake();
    });
    // Whoever waits for it is told.
    this.whole.catch(() => undefined);
  }

  /** Opened once its first rows can be read; the others are counted meanwhile. */
  static async open(path: string, options: RowFileOptions = {}): Promise<RowFile> {
    const rows = new RowFile(await OpenFile.open(path), options);
    try {
      await rows.#until(() => rows.#start !== undefined);
      if (!rows.#start) await rows.whole;
      return rows;
    } catch (error) {
      await rows.close();
      throw error;
    }
  }

  get start(): Start {
    // English: `open` gives no file without it.
    if (!this.#start) throw new Error('The file was not opened.');
    return this.#start;
  }

  get size(): number {
    return this.#file.size;
  }

  get linkTo(): string | undefined {
    return this.#file.linkTo;
  }

  /** How many rows were counted by now. */
  get count(): number {
    return this.#rows;
  }

  /** Whether these are all that can be read. */
  get isCounted(): boolean {
    return this.#isCounted;
  }

  /** From this line on there are no rows, since a quote is open or a line has no end. */
  get stoppedAt(): number | undefined {
    return this.#stoppedAt;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.whole.catch(() => undefined);
    await this.#file.handle.close().catch(() => undefined);
  }

  /** Throws when somebody wrote to the file since it was opened. */
  refuseIfChanged(): Promise<void> {
    return this.#file.refuseIfChanged();
  }

  async rows(from: number, count: number, signal?: CancelSignal): Promise<FileRow[]> {
    const reader = new CellReader(this.start.head.delimiter);
    const found: FileRow[] = [];
    await this.#each(from, count, signal, ({ line, lines, text }) => {
      found.push({ line, lines, cells: cellsOf(reader, text()).slice(0, mostCells).map(short) });
    });
    return found;
  }

  /** The cells of a row as they are in the file, all of them, whatever their length. */
  async cells(row: number, signal?: CancelSignal): Promise<readonly string[]> {
    const reader = new CellReader(this.start.head.delimiter);
    let cells: readonly string[] = [];
    await this.#each(row, 1, signal, ({ text }) => void (cells = [...cellsOf(reader, text())]));
    return cells;
  }

  /** The row that has this line; undefined where the file has none. */
  async rowOfLine(line: number, signal?: CancelSignal): Promise<number | undefined> {
    for await (const part of this.#parts('line', line, signal)) {
      if (part.line > line) return undefined;
      if (part.line + part.lines < line) continue;
      for (const { row, line: first, lines } of part.texts()) if (line >= first && line < first + lines) return row;
    }
    return undefined;
  }

  /** The next row in this direction that has the text in one of its cells, in capital or small letters, `from` itself among them. */
  async find(text: string, from: number, direction: 'down' | 'up', signal?: CancelSignal): Promise<number | undefined> {
    const needle = text.toLowerCase();
    if (direction === 'up') return this.#findUp(needle, from, signal);
    const below = await this.#firstMatch(needle, Math.max(0, from), Infinity, signal);
    return below ?? (from > 0 ? this.#firstMatch(needle, 0, from, signal) : undefined);
  }

  /** All rows that have the text, as far as so many. */
  async findAll(text: string, signal?: CancelSignal, most = mostMatches): Promise<Matches> {
    const rows: number[] = [];
    for await (const row of this.#matches(text.toLowerCase(), 0, signal)) {
      if (rows.length === most) return { rows, isMore: true };
      rows.push(row);
    }
    await this.#file.refuseIfChanged();
    return { rows, isMore: false };
  }

  async #firstMatch(needle: string, from: number, end: number, signal: CancelSignal | undefined): Promise<number | undefined> {
    for await (const row of this.#matches(needle, from, signal, end)) return row;
    return undefined;
  }

  /** From place to place towards the start, and then from the end. */
  async #findUp(needle: string, from: number, signal: CancelSignal | undefined): Promise<number | undefined> {
    await this.#until(() => false, signal);
    const places = this.#places;
    if (!places) return undefined;
    const own = places.before('row', from);
    for (let step = 0; step <= places.length; step++) {
      const index = (own - step + places.length) % places.length;
      const start = places.at(index)?.row ?? 0;
      const end = places.at(index + 1)?.row ?? Infinity;
      // The place where it began comes first up to that row, and last from it on.
      const [first, last] = step === 0 ? [start, Math.min(end, from + 1)] : step < places.length ? [start, end] : [from + 1, end];
      const found = await this.#lastMatch(needle, Math.max(0, first), last, signal);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #lastMatch(needle: string, from: number, end: number, signal: CancelSignal | undefined): Promise<number | undefined> {
    let last: number | undefined;
    if (from >= end) return undefined;
    for await (const row of this.#matches(needle, from, signal, end)) last = row;
    return last;
  }

  async *#matches(needle: string, from: number, signal: CancelSignal | undefined, end = Infinity) {
    const reader = new CellReader(this.start.head.delimiter);
    for await (const part of this.#parts('row', from, signal)) {
      if (part.row >= end) return;
      if (part.row + part.rows <= from || !part.mayHave(needle)) continue;
      for (const { row, text } of part.texts()) {
        if (row >= end) return;
        const isMatch = row >= from && cellsOf(reader, text()).some((cell) => cell.toLowerCase().includes(needle));
        if (isMatch) yield row;
      }
    }
  }

  async #each(from: number, count: number, signal: CancelSignal | undefined, take: (row: RowText) => void): Promise<void> {
    await this.#until(() => this.#rows >= from + count, signal);
    for await (const part of this.#parts('row', from, signal)) {
      if (part.row + part.rows <= from) continue;
      for (const text of part.texts()) if (text.row >= from && text.row < from + count) take(text);
      // What stands below may be unreadable.
      if (part.row + part.rows >= from + count) break;
    }
    await this.#file.refuseIfChanged();
  }

  /** From the nearest place that is known. */
  async *#parts(field: 'row' | 'line', value: number, signal: CancelSignal | undefined): AsyncGenerator<Part, void, undefined> {
    const place = this.#places?.at(this.#places.before(field, value));
    if (place) yield* this.#partsFrom(place, this.start, signal);
  }

  async *#partsFrom(place: Place, start: Start, signal: CancelSignal | undefined): AsyncGenerator<Part, void, undefined> {
    const { found, head } = start;
    const { pieceSize } = this.#options;
    let { row, line } = place;
    const options = { found, delimiter: head.delimiter, signal: this.#closing.signal, pieceSize, from: place.offset };
    for await (const block of blocksOf(this.#file, options)) {
      signal?.throwIfAborted();
      const part = new Part(block, { row, line }, start);
      yield part;
      row += part.rows;
      line += part.lines;
    }
  }

  /** Begins anew, as Windows-1252, where bytes further down turn out to be no UTF-8: what stands above them is the same in both. */
  async #count(): Promise<void> {
    const { onProgress, mostPlaces = 4096, ...choices } = this.#options;
    await readFromStart(this.#file, { ...choices, maxBytes: mostBytes }, async (start) => {
      const first = { row: 0, line: 1, offset: start.found.markLength };
      const places = new Places(first, mostPlaces);
      this.#start = start;
      this.#places = places;
      for await (const part of this.#partsFrom(first, start, undefined)) {
        const offset = part.block.offsetOf(0);
        places.add({ row: part.row, line: part.line, offset });
        this.#rows = Math.max(this.#rows, part.row + part.rows);
        if (part.block.stop) this.#stoppedAt = part.line + part.lines;
        onProgress?.(offset, this.#file.size);
        this.#wake();
      }
    });
    await this.#file.refuseIfChanged();
  }

  /** Waits until that is so, or until all rows are counted. */
  async #until(isSo: () => boolean, signal?: CancelSignal): Promise<void> {
    while (!isSo() && !this.#isCounted) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      signal?.throwIfAborted();
    }
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** Of a record whose quotes are wrong, all that stands there. */
function cellsOf(reader: CellReader, text: string): readonly string[] {
  const { cells, broken } = reader.read(text);
  return broken ? [text] : cells;
}

function short(cell: string): string {
  return cell.length > mostText ? `${cell.slice(0, mostText)}…` : cell;
}
