// What tells the order of many values: their numbers, and numbers that are made of the beginnings of their texts.
import type { ColumnReader } from './table-readers.ts';
import type { Slices } from './table-slices.ts';
import { Texts } from './table-values.ts';

export interface SortedValues extends Pick<ColumnReader, 'stretch' | 'ordersAsIs'> {
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
  #skipped: string;
  #isShorter = false;
  /** For each position a number, a text, or nothing; and how many there are of each. */
  readonly kinds: Uint8Array;
  readonly counts = new Uint32Array(3);
  readonly ranks: Float64Array;
  arePlain = true;

  private constructor(positions: Uint32Array, values: SortedValues) {
    this.#positions = positions;
    this.#values = values;
    this.#skipped = sampledStart(positions, values.orderOf);
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
    const { stretch, ordersAsIs } = this.#values;
    const position = this.#positions[index] ?? 0;
    const { block, from = 0, length: most = 0 } = stretch?.(position) ?? {};
    const length = Math.min(most, this.#positions.length - index);
    const isWhole = this.#positions[index + length - 1] === position + length - 1;
    if (!ordersAsIs || !isWhole || !(block instanceof Texts)) return 0;
    const { text } = block;
    for (let at = from; at < from + length; at++) if (!ordersAsIs(text, block.startOf(at), block.startOf(at + 1))) return 0;
    for (let at = 0; at < length; at++) this.#addText(index + at, text, block.startOf(from + at), block.startOf(from + at + 1));
    return length;
  }

  #addSome(index: number): number {
    const length = Math.min(steps, this.#positions.length - index);
    for (let at = index; at < index + length; at++) {
      const order = this.#values.orderOf(this.#positions[at] ?? 0);
      if (typeof order === 'number') this.#add(at, isNumber, order);
      else this.#addText(at, order, 0, order.length);
    }
    return length;
  }

  /** The text that stands there within another one. */
  #addText(index: number, text: string, from: number, end: number): void {
    if (from === end) return this.#add(index, isEmpty, 0);
    if (!startsWith(text, from, end, this.#skipped)) {
      this.#skipped = withoutNumber(commonStart(this.#skipped, text.slice(from, end)));
      this.#isShorter = true;
    }
    this.#add(index, isText, rankOf(text, from + this.#skipped.length, end));
    this.arePlain &&= isPlain(text, from, end);
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
  return withoutNumber(start ?? '');
}

/** A number that goes on behind what all begin with is not cut. */
function withoutNumber(start: string): string {
  return start.replace(/\d+$/, '');
}

function startsWith(text: string, from: number, end: number, start: string): boolean {
  return end - from >= start.length && text.startsWith(start, from);
}

/** Codes and ids: letters as everywhere, hyphens, and numbers of no more digits than `rankOf` tells apart. */
function isPlain(text: string, from: number, end: number): boolean {
  let digits = 0;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    digits = isDigit(code) ? digits + 1 : 0;
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    if (digits >= numberLengths || !(digits > 0 || isLetter || code === hyphen)) return false;
  }
  return true;
}

export const zero = 48;
const nine = 57;
export const hyphen = 45;

export function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

export function endOfNumber(text: string, from: number, end = text.length): number {
  let behind = from;
  while (behind < end && isDigit(text.charCodeAt(behind))) behind++;
  return behind;
}

/** So many signs of a text are in its rank. */
const signs = 6;
/** Each sign is one of so many. */
const base = 50;
/** A rank times this is just below what a number keeps exactly. */
export const placesAtOnce = 2 ** 19;

function commonStart(one: string, other: string): string {
  let same = 0;
  while (same < one.length && one.charCodeAt(same) === other.charCodeAt(same)) same++;
  return same < one.length ? one.slice(0, same) : one;
}

const [digitSigns, letterSigns, otherSigns] = [11, 23, 49];
const numberLengths = 12;

/** The beginning of a text as a number: signs, then numbers by their length and digits, then letters, then what is beyond those. */
function rankOf(text: string, from: number, end: number): number {
  let key = 0;
  let count = 0;
  for (let at = from; count < signs; at++) {
    const code = at < end ? text.charCodeAt(at) : -1;
    if (isDigit(code)) {
      const behind = endOfNumber(text, at, end);
      let first = at;
      while (first < behind && text.charCodeAt(first) === zero) first++;
      key = key * base + digitSigns + Math.min(numberLengths - 1, behind - first);
      count++;
      for (let digit = first; digit < behind && count < signs; digit++, count++) key = key * base + text.charCodeAt(digit) - 47;
      at = behind - 1;
    } else {
      key = key * base + signOf(code);
      count++;
    }
  }
  return key;
}

function signOf(code: number): number {
  if (code < 0) return 0;
  if (code >= 97 && code <= 122) return letterSigns + code - 97;
  if (code >= 65 && code <= 90) return letterSigns + code - 65;
  return code > 127 ? otherSigns : 1;
}
