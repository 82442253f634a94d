// Which codes are there more than once: hashes in typed arrays, since a Map of a million strings costs more than reading them.
import { CodeFileError } from './errors.ts';

/** Compares the codes of two records of the file, by where these begin: a hash says only "maybe". */
export interface Comparer {
  areSame(offset: number, other: number): boolean;
  areAlike(offset: number, other: number): boolean;
}

/** A code that is there before, or one like it. */
export interface Relation {
  readonly kind: 'duplicate' | 'lookAlike';
  readonly line: number;
  readonly offset: number;
  readonly firstLine: number;
  readonly firstOffset: number;
}

/** A code takes four numbers: the hash of its folded form, the hash of the code as it is, its line, its record's offset in the file. */
const width = 4;
/** Codes are sorted into drawers by their hash, so that what is looked up fits into the processor's cache. */
const drawerBits = 6;
const drawers = 1 << drawerBits;
/** So many codes of one folded form stand side by side; further ones get places of their own, or each would be compared with all. */
const sideBySide = 16;
/** 256 MB, which nothing but a file made for it reaches. */
const maxCodes = 16_000_000;

export class CodeIndex {
  readonly #drawers: Uint32Array[];
  readonly #ends = new Int32Array(drawers);
  #count = 0;
  /** Used for one drawer after the other, since what is thrown away stays in memory for a while. */
  #slots = new Int32Array(0);

  constructor(expected: number) {
    const length = width * Math.ceil((1.05 * expected) / drawers + 64);
    this.#drawers = Array.from({ length: drawers }, () => new Uint32Array(length));
  }

  /** Forgets all codes, and keeps its memory for others. */
  reset(): void {
    this.#ends.fill(0);
  }

  add(folded: number, exact: number, line: number, offset: number): void {
    const number = folded >>> (32 - drawerBits);
    const end = this.#ends[number] ?? 0;
    let drawer = this.#drawers[number];
    if (!drawer || end + width > drawer.length) drawer = this.#enlarge(number);
    drawer[end] = folded;
    drawer[end + 1] = exact;
    drawer[end + 2] = line;
    drawer[end + 3] = offset;
    this.#ends[number] = end + width;
  }

  #enlarge(number: number): Uint32Array {
    const old = this.#drawers[number] ?? new Uint32Array(0);
    this.#count += old.length / width;
    if (this.#count > maxCodes) throw new CodeFileError({ kind: 'tooManyCodes', limit: maxCodes });
    const larger = new Uint32Array(2 * old.length + width);
    larger.set(old);
    this.#drawers[number] = larger;
    return larger;
  }

  /** Finds what resembles a code that was added before it. */
  *relations(comparer: Comparer): Generator<Relation, void, undefined> {
    for (const [number, drawer] of this.#drawers.entries()) {
      const filled = drawer.subarray(0, this.#ends[number]);
      yield* relationsIn(filled, this.#slotsFor(filled.length / width), comparer);
    }
  }

  #slotsFor(codes: number): Int32Array {
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, 2 * codes)));
    if (size > this.#slots.length) this.#slots = new Int32Array(size);
    return this.#slots.subarray(0, size).fill(0);
  }
}

function* relationsIn(drawer: Uint32Array, slots: Int32Array, comparer: Comparer): Generator<Relation, void, undefined> {
  const table = new HashTable(drawer, slots, comparer);
  for (let at = 0; at < drawer.length; at += width) {
    const first = table.put(at);
    if (first < 0) continue;
    const [line = 0, offset = 0] = drawer.subarray(at + 2, at + width);
    const [firstLine = 0, firstOffset = 0] = drawer.subarray(first + 2, first + width);
    yield { kind: table.isDuplicate ? 'duplicate' : 'lookAlike', line, offset, firstLine, firstOffset };
  }
}

/** A hash table of one drawer's codes, each once. */
class HashTable {
  readonly #drawer: Uint32Array;
  readonly #comparer: Comparer;
  /** Where in the drawer a code is, plus 1; 0 is free. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  isDuplicate = false;

  constructor(drawer: Uint32Array, slots: Int32Array, comparer: Comparer) {
    this.#drawer = drawer;
    this.#comparer = comparer;
    this.#slots = slots;
    this.#mask = slots.length - 1;
  }

  /** Where the first code is that this one resembles, or -1. */
  put(at: number): number {
    const drawer = this.#drawer;
    const slots = this.#slots;
    const mask = this.#mask;
    const folded = drawer[at] ?? 0;
    const exact = drawer[at + 1] ?? 0;
    let slot = folded & mask;
    let alike = -1;
    let seen = 0;
    for (;;) {
      const there = (slots[slot] ?? 0) - 1;
      if (there < 0) break;
      if (drawer[there] === folded) {
        if (drawer[there + 1] === exact && this.#areSame(at, there)) {
          this.isDuplicate = true;
          return there;
        }
        if (alike < 0 && this.#areAlike(at, there)) alike = there;
        if (++seen === sideBySide) {
          slot = spread(Math.imul(folded, 31) ^ exact) & mask;
          continue;
        }
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = at + 1;
    this.isDuplicate = false;
    return alike;
  }

  #areSame(at: number, there: number): boolean {
    return this.#comparer.areSame(this.#drawer[at + 3] ?? 0, this.#drawer[there + 3] ?? 0);
  }

  #areAlike(at: number, there: number): boolean {
    return this.#comparer.areAlike(this.#drawer[at + 3] ?? 0, this.#drawer[there + 3] ?? 0);
  }
}

/** Spreads a hash over all its bits: some choose the drawer, others the slot. */
export function spread(hash: number): number {
  let value = hash ^ (hash >>> 16);
  value = Math.imul(value, 0x85ebca6b);
  value ^= value >>> 13;
  value = Math.imul(value, 0xc2b2ae35);
  return value ^ (value >>> 16);
}
