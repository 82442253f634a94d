// The innermost loop: goes over bytes without quotes once, and on the way finds the records and hashes the codes.
import { carriageReturn, lineFeed, type Delimiter } from './records.ts';
import type { LineEnd } from './problems.ts';

/** What a code's bytes are made of, as bits. */
export const digit = 1;
const numeric = 2;
const letter = 4;
const space = 8;
const control = 16;
const beyondAscii = 32;
const hash = 64;
const end = 128;
const classes = 255;
const smallLetter = 8;

/** A code with one of these needs a closer look. */
const unusual = space | control | beyondAscii | hash;

export function isUnusual(bits: number): boolean {
  // Digits with a point or an E, and nothing else, may be a number that a spreadsheet wrote.
  return (bits & unusual) !== 0 || (bits & (digit | numeric | letter)) === (digit | numeric);
}

/** One record; the scanner fills the same object again and again. */
class ScannedRecord {
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  lineEnd: LineEnd | undefined;
  cells = 0;
  /** -1: the record has no such cell. */
  codeStart = -1;
  codeEnd = -1;
  bits = 0;
  folded = 0;
  /** The record's cells when it has quotes; its code is then among them, and not from `codeStart` on. */
  quoted: { readonly cells: readonly string[]; readonly broken: boolean } | undefined;
}

const prime = 0x01000193;
/** As a signed number: a larger one would be kept as a fraction, at twice the time. */
const basis = 0x811c9dc5 | 0;

export class Scanner {
  readonly record = new ScannedRecord();
  readonly #separator: number;
  readonly #column: number;
  /** What a byte is, and from `smallLetter` on the bits of its small letter: one look tells both. */
  readonly #table = new Uint16Array(256);

  /** Column -1: no code is looked for. */
  constructor(delimiter: Delimiter, column: number) {
    this.#separator = delimiter.charCodeAt(0);
    this.#column = column;
    for (let byte = 0; byte < 256; byte++) this.#table[byte] = classOf(byte) | (lowerOf(byte) << smallLetter);
    for (const byte of [this.#separator, lineFeed, carriageReturn]) this.#table[byte] = end;
  }

  /** Goes over the records from `start` to `stop`, behind which there has to be a line end. */
  scan(bytes: Buffer, start: number, stop: number, onRecord: () => void): void {
    const { record } = this;
    const table = this.#table;
    const [separator, column] = [this.#separator, this.#column];
    record.bytes = bytes;
    record.quoted = undefined;
    let position = start;
    while (position < stop) {
      let cells = 1;
      record.start = position;
      while (cells <= column) {
        while (((table[bytes[position] ?? lineFeed] ?? end) & end) === 0) position++;
        if (bytes[position] !== separator) break;
        cells++;
        position++;
      }
      let bits = 0;
      let folded = basis;
      record.codeStart = -1;
      if (cells === column + 1) {
        record.codeStart = position;
        for (;;) {
          const known = table[bytes[position] ?? lineFeed] ?? end;
          if ((known & end) !== 0) break;
          bits |= known;
          folded = Math.imul(folded ^ (known >>> smallLetter), prime);
          position++;
        }
        record.codeEnd = position;
      } else while (((table[bytes[position] ?? lineFeed] ?? end) & end) === 0) position++;
      while (bytes[position] === separator) {
        cells++;
        position++;
        while (((table[bytes[position] ?? lineFeed] ?? end) & end) === 0) position++;
      }
      record.end = position;
      record.cells = cells;
      record.bits = bits & classes;
      record.folded = folded;
      if (position >= stop) record.lineEnd = undefined;
      else if (bytes[position] === lineFeed) {
        record.lineEnd = 'lf';
        position++;
      } else if (bytes[position + 1] === lineFeed && position + 1 < stop) {
        record.lineEnd = 'crlf';
        position += 2;
      } else {
        record.lineEnd = 'cr';
        position++;
      }
      onRecord();
    }
  }

  /** The bits and the hash of a code that was taken out of its quotes: those that its bytes have. */
  hashCode(code: string): void {
    let bits = 0;
    let folded = basis;
    for (let index = 0; index < code.length; index++) {
      const sign = code.charCodeAt(index);
      bits |= classOf(sign);
      folded = Math.imul(folded ^ lowerOf(sign), prime);
    }
    // Beyond ASCII nobody uses the hash: that of the folded text takes its place.
    this.record.bits = bits;
    this.record.folded = folded;
  }
}

export function hashOf(text: string, start = basis): number {
  let value = start;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, prime);
  return value;
}

function lowerOf(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte;
}

const classTable = Uint8Array.from({ length: 256 }, (_, byte) => findClass(byte));

function classOf(byte: number): number {
  return classTable[byte] ?? beyondAscii;
}

function findClass(byte: number): number {
  if (byte >= 0x80) return beyondAscii;
  if (byte === 0x20 || byte === 0x09) return space;
  if (byte < 0x20 || byte === 0x7f) return control;
  if (byte === 0x23) return hash;
  if (byte >= 0x30 && byte <= 0x39) return digit;
  return '.,+-eE'.includes(String.fromCharCode(byte)) ? numeric : letter;
}
