// Which codes were there before: a hash table in one typed array, since a Map of a million strings costs more than reading them.
import { CodeFileRefusal } from './refusal.ts';

/** 0: not there before. */
export type Relation = 0 | typeof duplicate | typeof lookAlike;
export const duplicate = 1;
export const lookAlike = 2;

/** Compares the code at hand with the one of a record of the file: a hash says only "maybe". */
export interface Comparer {
  isSame(offset: number): boolean;
  isAlike(offset: number): boolean;
}

/** A slot: the hash of the folded code, the hash of the code as it is, the line (0: free), the record's offset in the file. */
const width = 4;
/** So many codes of one folded form stand side by side; further ones get places of their own, or each would be compared with all. */
const sideBySide = 16;
const fullest = 0.75;
/** 256 MB, which nothing but a file made for it reaches. */
export const mostCodes = 12_000_000;

export class CodeIndex {
  readonly #comparer: Comparer;
  #slots: number;
  #table: Uint32Array;
  #count = 0;
  /** The line of the code that the one added last is related to. */
  firstLine = 0;
  /** Where that code's record begins. */
  firstOffset = 0;

  constructor(expected: number, comparer: Comparer) {
    this.#comparer = comparer;
    this.#slots = Math.max(1024, Math.ceil(Math.min(expected, mostCodes) / fullest) + 64);
    this.#table = new Uint32Array(this.#slots * width);
  }

  /** Hashes are whole numbers from 0 up to 2^32. */
  add(folded: number, exact: number, line: number, offset: number): Relation {
    const table = this.#table;
    let slot = this.#slotOf(folded);
    let [alike, seen] = [0, 0];
    for (;;) {
      const at = slot * width;
      const there = table[at + 2]!;
      if (there === 0) break;
      if (table[at] === folded) {
        if (table[at + 1] === exact) {
          if (this.#comparer.isSame(table[at + 3]!)) {
            this.firstLine = there;
            this.firstOffset = table[at + 3]!;
            return duplicate;
          }
        } else if (alike === 0 && this.#comparer.isAlike(table[at + 3]!)) {
          alike = there;
          this.firstOffset = table[at + 3]!;
        }
        if (++seen === sideBySide) {
          slot = this.#slotOf(mixed(folded, exact));
          continue;
        }
      }
      slot = slot + 1 === this.#slots ? 0 : slot + 1;
    }
    this.#put(slot, folded, exact, line, offset);
    this.firstLine = alike;
    return alike > 0 ? lookAlike : 0;
  }

  #slotOf(hash: number): number {
    return Math.floor((hash * this.#slots) / 0x1_0000_0000);
  }

  #put(slot: number, folded: number, exact: number, line: number, offset: number): void {
    const at = slot * width;
    this.#table[at] = folded;
    this.#table[at + 1] = exact;
    this.#table[at + 2] = line;
    this.#table[at + 3] = offset;
    if (++this.#count > this.#slots * (fullest + 0.1)) this.#grow();
  }

  #grow(): void {
    if (this.#count > mostCodes) throw new CodeFileRefusal({ kind: 'tooManyCodes', limit: mostCodes });
    const [old, slots] = [this.#table, this.#slots];
    this.#slots = 2 * slots;
    this.#table = new Uint32Array(this.#slots * width);
    this.#count = 0;
    // Begun behind a free slot, codes of one hash come in the order in which they were added.
    let first = 0;
    while (old[first * width + 2] !== 0) first++;
    for (let step = 1; step <= slots; step++) {
      const at = ((first + step) % slots) * width;
      if (old[at + 2] !== 0) this.#move(old[at]!, old[at + 1]!, old[at + 2]!, old[at + 3]!);
    }
  }

  #move(folded: number, exact: number, line: number, offset: number): void {
    let slot = this.#slotOf(folded);
    let seen = 0;
    while (this.#table[slot * width + 2] !== 0) {
      const isAlike = this.#table[slot * width] === folded;
      if (isAlike && ++seen === sideBySide) slot = this.#slotOf(mixed(folded, exact));
      else slot = slot + 1 === this.#slots ? 0 : slot + 1;
    }
    this.#put(slot, folded, exact, line, offset);
  }
}

/** Spreads a hash over all its bits, since the slot is made of the upper ones. */
export function spread(hash: number): number {
  let value = hash ^ (hash >>> 16);
  value = Math.imul(value, 0x85ebca6b);
  value ^= value >>> 13;
  value = Math.imul(value, 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

function mixed(folded: number, exact: number): number {
  return spread(Math.imul(folded, 31) ^ exact);
}
