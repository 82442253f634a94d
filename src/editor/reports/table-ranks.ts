// What tells the order of many values: their numbers, and numbers that are made of the beginnings of their texts.
import type { ColumnReader } from './table-readers.ts';
import type { Slices } from './table-slices.ts';
import { Texts } from './table-values.ts';

export interface SortedValues extends Pick<ColumnReader, 'stretch' | 'orderAsIs'> {
  /** A number where that tells the order, otherwise the text. */
  readonly orderOf: (position: number) => number | string;
  readonly textOf: (position: number) => string;
}

const [isNumber, isText, isEmpty] = [0, 1, 2];
/** So many values are looked at before the clock is. */
const steps = 256;

export class Ranks {
  readonly #positions: Uint32Array;
  readonly #values: SortedValues;
  /** What all texts begin with, which tells nothing. */
  #skipped: Uint16Array;
  #isShorter = false;
  /** Room for the codes of texts, used again for the next ones. */
  #codes = Buffer.alloc(0);
  /** For each position a number, a text, or nothing; and how many there are of each. */
  readonly kinds: Uint8Array;
  readonly counts = new Uint32Array(3);
  readonly ranks: Float64Array;
  arePlain = true;

  private constructor(positions: Uint32Array, values: SortedValues) {
    this.#positions = positions;
    this.#values = values;
    this.#skipped = this.#codesOf(sampledStart(positions, values.orderOf)).slice();
    this.kinds = new Uint8Array(positions.length);
    this.ranks = new Float64Array(positions.length);
  }

  /** The positions only grow. */
  static async of(positions: Uint32Array, values: SortedValues, slices: Slices): Promise<Ranks> {
    const ranks = new Ranks(positions, values);
    await ranks.#fill(slices);
    // The sample had more in common than all of them.
    if (ranks.#isShorter) await ranks.#fill(slices);
    return ranks;
  }

  async #fill(slices: Slices): Promise<void> {
    this.counts.fill(0);
    for (let index = 0; index < this.#positions.length;) {
      index += this.#addStretch(index) || this.#addSome(index);
      if (slices.isOver) await slices.next();
    }
  }

  /** Texts that are kept together, without making each of them; gives how many. */
  #addStretch(index: number): number {
    const { stretch, orderAsIs } = this.#values;
    const position = this.#positions[index] ?? 0;
    const { block, from = 0, length: most = 0 } = stretch?.(position) ?? {};
    const length = Math.min(most, this.#positions.length - index);
    const isWhole = this.#positions[index + length - 1] === position + length - 1;
    if (!isWhole || !(block instanceof Texts) || !orderAsIs?.(block, from, length)) return 0;
    const start = block.startOf(from);
    const all = block.text.slice(start, block.startOf(from + length));
    const codes = this.#codesOf(all);
    // Most are: then none of them has to be looked at for it.
    const arePlain = !notPlain.test(all) && !longNumber.test(all);
    for (let at = 0; at < length; at++)
      this.#addText(index + at, codes, block.startOf(from + at) - start, block.startOf(from + at + 1) - start, arePlain);
    return length;
  }

  #addSome(index: number): number {
    const length = Math.min(steps, this.#positions.length - index);
    for (let at = index; at < index + length; at++) {
      const order = this.#values.orderOf(this.#positions[at] ?? 0);
      if (typeof order === 'number') this.#add(at, isNumber, order);
      else this.#addText(at, this.#codesOf(order), 0, order.length);
    }
    return length;
  }

  /** The text that stands there within others. */
  #addText(index: number, codes: Uint16Array, from: number, end: number, isKnownPlain = false): void {
    if (from === end) return this.#add(index, isEmpty, 0);
    const same = sameStart(this.#skipped, codes, from, end);
    if (same < this.#skipped.length) {
      this.#skipped = withoutNumber(this.#skipped.subarray(0, same));
      this.#isShorter = true;
    }
    this.#add(index, isText, rankOf(codes, from + this.#skipped.length, end));
    this.arePlain &&= isKnownPlain || isPlain(codes, from, end);
  }

  /** The codes of its characters, until the next text: to look at each in the text itself takes several times as long. */
  #codesOf(text: string): Uint16Array {
    if (this.#codes.length < 2 * text.length) this.#codes = Buffer.alloc(4 * text.length);
    this.#codes.write(text, 'utf16le');
    return new Uint16Array(this.#codes.buffer, this.#codes.byteOffset, text.length);
  }

  #add(index: number, kind: number, rank: number): void {
    this.kinds[index] = kind;
    this.ranks[index] = rank;
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
  }
}

const sampled = 64;

/** What some texts, from all over the list, begin with. */
function sampledStart(positions: Uint32Array, orderOf: SortedValues['orderOf']): string {
  let start: string | undefined;
  const step = Math.max(1, Math.floor(positions.length / sampled));
  for (let at = 0; at < positions.length; at += step) {
    const order = orderOf(positions[at] ?? 0);
    if (typeof order === 'string' && order !== '') start = start === undefined ? order : commonStart(start, order);
  }
  let end = start?.length ?? 0;
  while (end > 0 && isDigit(start?.charCodeAt(end - 1) ?? 0)) end--;
  return (start ?? '').slice(0, end);
}

function commonStart(one: string, other: string): string {
  let same = 0;
  while (same < one.length && one.charCodeAt(same) === other.charCodeAt(same)) same++;
  return one.slice(0, same);
}

/** How many of the first codes are also those of the text that stands there. */
function sameStart(start: Uint16Array, codes: Uint16Array, from: number, end: number): number {
  const most = Math.min(start.length, end - from);
  let same = 0;
  while (same < most && start[same] === codes[from + same]) same++;
  return same;
}

/** A number that goes on behind what all begin with is not cut. */
function withoutNumber(start: Uint16Array): Uint16Array {
  let end = start.length;
  while (end > 0 && isDigit(start[end - 1] ?? 0)) end--;
  return start.subarray(0, end);
}

/** What may be in texts that stand together where not all of them are plain; as one pattern they take three times as long. */
const notPlain = /[^-0-9A-Za-z]/;
const longNumber = /\d{12}/;

/** Codes and ids: letters as everywhere, hyphens, and numbers of no more digits than `rankOf` tells apart. */
function isPlain(codes: Uint16Array, from: number, end: number): boolean {
  let digits = 0;
  for (let at = from; at < end; at++) {
    const code = codes[at] ?? 0;
    digits = isDigit(code) ? digits + 1 : 0;
    if (digits >= numberLengths || !(digits > 0 || isLetter(code) || code === hyphen)) return false;
  }
  return true;
}

export const zero = 48;
const nine = 57;
export const hyphen = 45;

export function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** So many signs of a text are in its rank. */
const signs = 6;
/** Each sign is one of so many. */
const base = 50;
/** A rank times this is just below what a number keeps exactly. */
export const placesAtOnce = 2 ** 19;

const [digitSigns, letterSigns, otherSigns] = [11, 23, 49];
const numberLengths = 12;

/** The beginning of a text as a number: signs, then numbers by their length and digits, then letters, then what is beyond those. */
function rankOf(codes: Uint16Array, from: number, end: number): number {
  let rank = 0;
  let count = 0;
  for (let at = from; at < end && count < signs; count++) {
    const code = codes[at] ?? 0;
    if (!isDigit(code)) {
      rank = rank * base + signOf(code);
      at++;
      continue;
    }
    let behind = at;
    while (behind < end && isDigit(codes[behind] ?? 0)) behind++;
    while (at < behind && codes[at] === zero) at++;
    rank = rank * base + digitSigns + Math.min(numberLengths - 1, behind - at);
    for (; at < behind && count < signs - 1; at++, count++) rank = rank * base + (codes[at] ?? 0) - zero + 1;
    at = behind;
  }
  for (; count < signs; count++) rank *= base;
  return rank;
}

const signOfCode = Uint8Array.from({ length: 128 }, (_, code) => (isLetter(code) ? letterSigns + (code | 32) - 97 : 1));

function signOf(code: number): number {
  return code > 127 ? otherSigns : (signOfCode[code] ?? 0);
}
