// The values of one field of many rows, kept small: in blocks, each in the way that takes least.
import { parseJson, stringifyJson } from '../../client/index.ts';

/** A list or an object inside a row, as its text: most are never looked at. */
class Packed {
  readonly text: string;

  constructor(value: unknown) {
    this.text = stringifyJson(value);
  }
}

/** Some values, one behind the other. */
interface Block {
  at(place: number): unknown;
}

/** Values of rows that stand one behind the other: so many, from a place of a block on. */
export interface Stretch {
  readonly block: Block;
  readonly from: number;
  readonly length: number;
}

/** So many values are a block; until then they are kept as they came. */
const blockLength = 1024;
/** A byte tells so many apart. */
const maxDifferent = 256;

/** Values of which most come again. */
export class FewValues implements Block {
  readonly different: readonly unknown[];
  readonly #which: Uint8Array;

  constructor(different: readonly unknown[], which: Uint8Array) {
    this.different = different;
    this.#which = which;
  }

  /** The place among those that are different. */
  which(place: number): number {
    return this.#which[place] ?? 0;
  }

  at(place: number): unknown {
    return this.different[this.which(place)];
  }
}

export class Numbers implements Block {
  readonly #numbers: Float64Array | Int32Array;

  constructor(numbers: readonly number[]) {
    // Five times as quick as a copy of the list, which has held other values before.
    this.#numbers = areSmall(numbers) ? new Int32Array(numbers.length) : new Float64Array(numbers.length);
    for (let at = 0; at < numbers.length; at++) this.#numbers[at] = numbers[at] ?? 0;
  }

  at(place: number): number {
    return this.#numbers[place] ?? 0;
  }
}

/** One text with where each of them ends: many small ones would cost more than what is in them. */
export class Texts implements Block {
  readonly text: string;
  /** How long the longest of them is. */
  readonly longest: number;
  readonly #starts: Uint32Array | Uint16Array;

  constructor(texts: readonly string[]) {
    this.text = texts.join('');
    this.#starts = new (this.text.length < 2 ** 16 ? Uint16Array : Uint32Array)(texts.length + 1);
    let [end, longest] = [0, 0];
    for (let at = 0; at < texts.length; at++) {
      const length = texts[at]?.length ?? 0;
      if (length > longest) longest = length;
      this.#starts[at + 1] = end += length;
    }
    this.longest = longest;
  }

  /** Where it begins, and the one before it ends. */
  startOf(place: number): number {
    return this.#starts[place] ?? 0;
  }

  at(place: number): string {
    return this.text.slice(this.startOf(place), this.startOf(place + 1));
  }
}

class AnyValues implements Block {
  readonly #values: readonly unknown[];

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  at(place: number): unknown {
    return this.#values[place];
  }
}

function blockOf(values: readonly unknown[]): Block {
  const few = fewIn(values);
  if (few) return few;
  if (areNumbers(values)) return new Numbers(values);
  return areTexts(values) ? new Texts(values) : new AnyValues([...values]);
}

function areNumbers(values: readonly unknown[]): values is readonly number[] {
  for (const value of values) if (typeof value !== 'number') return false;
  return true;
}

/** Whether half the room is enough for them. */
function areSmall(numbers: readonly number[]): boolean {
  for (const number of numbers) if (!Object.is(number, number | 0)) return false;
  return true;
}

function areTexts(values: readonly unknown[]): values is readonly string[] {
  for (const value of values) if (typeof value !== 'string') return false;
  return true;
}

/** Of so many values, half or more are different where all of them are many. */
const sample = 32;

const unset = Symbol('unset');

/** Undefined: too many of them are different. */
function fewIn(values: readonly unknown[]): Block | undefined {
  if (new Set(values.slice(0, sample)).size > sample / 2) return undefined;
  const known = new Map<unknown, number>();
  const which = new Uint8Array(values.length);
  // Nearly every one is what the one before it is.
  let [last, number]: [unknown, number | undefined] = [unset, undefined];
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (value !== last) {
      number = known.get(value);
      if (number === undefined) {
        number = known.size;
        if (number === maxDifferent) return undefined;
        known.set(value, number);
      }
      last = value;
    }
    which[at] = number ?? 0;
  }
  return new FewValues([...known.keys()], which);
}

export class Values {
  readonly #blocks: Block[] = [];
  /** Those that are no block yet; the list is used again for the next ones. */
  readonly #rest: unknown[] = [];
  #restLength = 0;

  get length(): number {
    return this.#blocks.length * blockLength + this.#restLength;
  }

  push(value: unknown): void {
    this.#rest[this.#restLength++] = typeof value === 'object' && value !== null ? new Packed(value) : value;
    if (this.#restLength < blockLength) return;
    this.#blocks.push(blockOf(this.#rest));
    this.#restLength = 0;
  }

  /** What was pushed; a list or an object is another one each time. */
  at(place: number): unknown {
    const block = this.#blocks[Math.floor(place / blockLength)];
    const value = block ? block.at(place % blockLength) : this.#rest[place % blockLength];
    return value instanceof Packed ? parseJson(value.text) : value;
  }

  /** At most so many of them; undefined where they are no block yet. */
  stretch(place: number, most: number): Stretch | undefined {
    const block = this.#blocks[Math.floor(place / blockLength)];
    const from = place % blockLength;
    return block && { block, from, length: Math.min(most, blockLength - from) };
  }
}
