// Which encoding a file has, from its first bytes; and where bytes stop being text in it.
import { isUtf8 } from 'node:buffer';
import { CodeFileError } from './errors.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface EncodingFound {
  readonly encoding: Encoding;
  /** How many bytes the byte order mark takes: 0 when there is none. */
  readonly markLength: number;
}

const looksAt = 4096;

/** `chosen`: somebody knows better. */
export function encodingOf(head: Buffer, chosen?: Encoding): EncodingFound {
  const marked = marks.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte));
  if (chosen) return { encoding: chosen, markLength: marked?.encoding === chosen ? marked.bytes.length : 0 };
  if (isUtf32(head)) throw new CodeFileError({ kind: 'encoding', encoding: 'utf-32', offset: 0 });
  return marked
    ? { encoding: marked.encoding, markLength: marked.bytes.length }
    : { encoding: encodingByZeros(head), markLength: 0 };
}

const marks: readonly { readonly encoding: Encoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

function isUtf32(head: Buffer): boolean {
  return [utf32Mark, utf32Mark.toReversed()].some((mark) => mark.every((byte, index) => head[index] === byte));
}

const utf32Mark = [0, 0, 0xfe, 0xff];

/** In UTF-16, every other byte of plain text is zero. */
function encodingByZeros(head: Buffer): Encoding {
  const length = Math.min(head.length, looksAt) & ~1;
  let [even, odd] = [0, 0];
  for (let index = 0; index < length; index += 2) {
    if (head[index] === 0) even++;
    if (head[index + 1] === 0) odd++;
  }
  const [many, few] = [length * 0.3, length * 0.05];
  if (length === 0) return 'utf-8';
  if (odd > many && even <= few) return 'utf-16le';
  return even > many && odd <= few ? 'utf-16be' : 'utf-8';
}

/** The first byte that is no UTF-8, or -1. A character that the end cuts counts as wrong. */
export function firstNonUtf8(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  let [low, high] = [0, bytes.length];
  // The longest beginning that is sound, but for a character that its end cuts.
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (isUtf8(bytes.subarray(0, characterStart(bytes, middle)))) low = middle;
    else high = middle - 1;
  }
  return characterStart(bytes, low);
}

/** Where the character begins that this position cuts, or the position itself. */
function characterStart(bytes: Buffer, position: number): number {
  for (let back = 1; back <= 3 && back <= position; back++) {
    const byte = bytes[position - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? position - back : position;
  }
  return position;
}

/** The bytes as UTF-8, and how many of them were used: a character that the end cuts is left for the next piece. */
export function fromUtf16(raw: Buffer, encoding: Encoding, offset: number, final: boolean): { text: Buffer; used: number } {
  let used = raw.length & ~1;
  const low = encoding === 'utf-16le' ? 1 : 0;
  const lastUnitHigh = used >= 2 ? (raw[used - 2 + low] ?? 0) : 0;
  if (!final && lastUnitHigh >= 0xd8 && lastUnitHigh <= 0xdb) used -= 2;
  if (final && used < raw.length) throw new CodeFileError({ kind: 'encoding', encoding, offset: offset + used });
  // A copy: swapping turns the bytes where they are.
  const units = encoding === 'utf-16be' ? Buffer.from(raw.subarray(0, used)).swap16() : raw.subarray(0, used);
  const text = units.toString('utf16le');
  if (!text.isWellFormed()) {
    throw new CodeFileError({ kind: 'encoding', encoding, offset: offset + 2 * firstLoneSurrogate(text) });
  }
  return { text: Buffer.from(text), used };
}

function firstLoneSurrogate(text: string): number {
  return text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
}

/** How many UTF-16 units this much UTF-8 makes. */
export function unitsIn(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let index = start; index < end; index++) {
    const byte = bytes[index] ?? 0;
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}
