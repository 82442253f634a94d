// Where the records of a CSV end, and what their cells are. Papa Parse takes apart what has quotes; what has none needs no parser.
import Papa from 'papaparse';

export type Delimiter = ',' | ';' | '\t' | '|';
export const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];

export const quote = 0x22;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;

/** A record that gets longer is refused, and a quote that stays open for longer is taken for open. */
export const maxRecord = 1024 * 1024;
export const maxColumns = 1000;

/** What a walk over bytes found, all as positions in them. */
export interface Walk {
  /** Where each complete record's text ends. */
  readonly ends: number[];
  /** Where the record after it begins: 0 to 2 bytes later. */
  readonly nexts: number[];
  /** Quotes where none should be. */
  readonly strayQuotes: number[];
  /** The quote that opens a cell which does not end within the bytes; -1 when there is none. */
  readonly openQuote: number;
}

/** Finds the records of bytes, at most so many. In the last bytes of a file, the end ends a record too. */
export function walkRecords(bytes: Buffer, end: number, delimiter: Delimiter, final: boolean, most = Infinity): Walk {
  const separator = delimiter.charCodeAt(0);
  const [ends, nexts, strayQuotes]: [number[], number[], number[]] = [[], [], []];
  let position = 0;
  let atCellStart = true;
  while (position < end) {
    const byte = bytes[position];
    if (byte === quote) {
      if (!atCellStart) strayQuotes.push(position++);
      else {
        const closed = closingQuote(bytes, position, end, final);
        if (closed < 0) return { ends, nexts, strayQuotes, openQuote: position };
        position = afterSpaces(bytes, closed + 1, end, separator);
        if (position < end && !endsCell(bytes[position], separator)) strayQuotes.push(closed);
        atCellStart = false;
      }
    } else if (byte === lineFeed || byte === carriageReturn) {
      const next = afterLineEnd(bytes, position, end, final);
      if (next < 0) break;
      ends.push(position);
      nexts.push(next);
      position = next;
      atCellStart = true;
      if (ends.length === most) return { ends, nexts, strayQuotes, openQuote: -1 };
    } else {
      atCellStart = byte === separator;
      position++;
    }
  }
  if (final && (nexts.at(-1) ?? 0) < end) {
    ends.push(end);
    nexts.push(end);
  }
  return { ends, nexts, strayQuotes, openQuote: -1 };
}

/** The quote that closes what the one at `open` opens; -1 when the bytes end before that is clear. */
function closingQuote(bytes: Buffer, open: number, end: number, final: boolean): number {
  let position = bytes.indexOf(quote, open + 1);
  while (position >= 0 && position < end) {
    if (position + 1 >= end) return final ? position : -1;
    if (bytes[position + 1] !== quote) return position;
    position = bytes.indexOf(quote, position + 2);
  }
  return -1;
}

function afterSpaces(bytes: Buffer, start: number, end: number, separator: number): number {
  let position = start;
  while (position < end && (bytes[position] === 0x20 || (bytes[position] === 0x09 && separator !== 0x09))) position++;
  return position;
}

function endsCell(byte: number | undefined, separator: number): boolean {
  return byte === separator || byte === lineFeed || byte === carriageReturn;
}

/** Where the line after this line end begins; -1 when a line feed may still follow. */
function afterLineEnd(bytes: Buffer, position: number, end: number, final: boolean): number {
  if (bytes[position] === lineFeed) return position + 1;
  if (position + 1 >= end) return final ? position + 1 : -1;
  return bytes[position + 1] === lineFeed ? position + 2 : position + 1;
}

/** Where the last complete record of bytes without a quote ends, behind its line end; 0 when there is none. */
export function lastLineEnd(bytes: Buffer, end: number): number {
  const feed = bytes.lastIndexOf(lineFeed, end - 1);
  // The very last byte may be the first half of a line end.
  const lone = end >= 2 ? bytes.lastIndexOf(carriageReturn, end - 2) : -1;
  return Math.max(feed, lone) + 1;
}

interface Cells {
  readonly cells: readonly string[];
  /** Its quotes are so wrong that its cells mean nothing. */
  readonly broken: boolean;
}

/** Takes records of one delimiter apart. */
export class CellReader {
  readonly #delimiter: Delimiter;
  readonly #parsers: Readonly<Record<'\n' | '\r\n', Papa.Parser>>;

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter;
    const parser = (newline: '\n' | '\r\n') => new Papa.Parser({ delimiter, newline });
    this.#parsers = { '\n': parser('\n'), '\r\n': parser('\r\n') };
  }

  /** The cells of one record, which is given without its line end. */
  read(record: string): Cells {
    if (!record.includes('"')) return { cells: record.split(this.#delimiter), broken: false };
    // Without a line end, Papa Parse takes spaces behind the last quote for a mistake.
    const { data, errors } = this.#parsers['\n'].parse(`${record}\n`, 0, false) as Papa.ParseResult<string[]>;
    return { cells: data[0] ?? [], broken: errors.length > 0 };
  }

  /** The cells of many records at once, which is quicker; undefined when they have to be read one by one. */
  readAll(bytes: Buffer, { ends, nexts, strayQuotes }: Walk): readonly (readonly string[])[] | undefined {
    const end = nexts.at(-1) ?? 0;
    const length = (nexts[0] ?? 0) - (ends[0] ?? 0);
    const newline = length === 2 ? '\r\n' : '\n';
    const isUniform = ends.every(
      (position, index) => (nexts[index] ?? 0) - position === length && bytes[position + length - 1] === lineFeed,
    );
    if (strayQuotes.length > 0 || !isUniform || length === 0) return undefined;
    const { data, errors } = this.#parsers[newline].parse(bytes.toString('utf8', 0, end), 0, true) as Papa.ParseResult<string[]>;
    return errors.length === 0 && data.length === ends.length ? data : undefined;
  }
}

/** How many line ends there are within a record: in its quotes. */
export function lineEndsIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** Gives where the byte is next, from positions that only grow. */
export function finder(bytes: Buffer, byte: number): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const next = bytes.indexOf(byte, from);
      found = next < 0 ? Infinity : next;
    }
    return found;
  };
}
