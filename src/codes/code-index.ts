// Which codes are there more than once: hashes in typed arrays, since a Map of a million strings costs more than reading them.
import { CodeFileError } from './errors.ts';
import { hashOf } from './scan.ts';

/** Reads a code again, by where its record begins in the file: a hash says only "maybe". */
export interface Comparer {
  codeAt(offset: number): string;
  areAlike(code: string, other: string): boolean;
}

/** A code that is there before, or one like it. */
export interface Relation {
  readonly kind: 'duplicate' | 'lookAlike';
  readonly line: number;
  readonly offset: number;
  readonly firstLine: number;
  readonly firstOffset: number;
}

/** A code takes three numbers: the hash of its folded form, its line, its record's offset in the file. */
const width = 3;
/** Codes are sorted into drawers by their hash, so that what is looked up fits into the processor's cache. */
const drawerBits = 6;
const drawers = 1 << drawerBits;
/** So many codes of one folded form stand side by side; further ones get places of their own, or each would be compared with all. */
const sideBySide = 4;
/** 192 MB, which nothing but a file made for it reaches. */
const maxCodes = 16_000_000;

export class CodeIndex {
  readonly #drawers: Int32Array[];
  readonly #ends = new Int32Array(drawers);
  #count = 0;
  /** Used for one drawer after the other, since what is thrown away stays in memory for a while. */
  #slots = new Int32Array(0);

  constructor(expected: number) {
    const length = width * Math.ceil((1.05 * expected) / drawers + 64);
    this.#drawers = Array.from({ length: drawers }, () => new Int32Array(length));
  }

  /** Forgets all codes, and keeps its memory for others. */
  reset(): void {
    this.#ends.fill(0);
  }

  add(folded: number, line: number, offset: number): void {
    const number = folded >>> (32 - drawerBits);
    const end = this.#ends[number] ?? 0;
    let drawer = this.#drawers[number];
    if (!drawer || end + width > drawer.length) drawer = this.#enlarge(number);
    drawer[end] = folded;
    drawer[end + 1] = line;
    drawer[end + 2] = offset;
    this.#ends[number] = end + width;
  }

  #enlarge(number: number): Int32Array {
    const old = this.#drawers[number] ?? new Int32Array(0);
    this.#count += old.length / width;
    if (this.#count > maxCodes) throw new CodeFileError({ kind: 'tooManyCodes', limit: maxCodes });
    const larger = new Int32Array(2 * old.length + width);
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

function* relationsIn(drawer: Int32Array, slots: Int32Array, comparer: Comparer): Generator<Relation, void, undefined> {
  const table = new HashTable(drawer, slots, comparer);
  while (table.next()) {
    const { at, first, kind } = table;
    const [line = 0, offset = 0] = drawer.subarray(at + 1, at + width);
    const [firstLine = 0, firstOffset = 0] = drawer.subarray(first + 1, first + width);
    yield { kind, line, offset: offset >>> 0, firstLine, firstOffset: firstOffset >>> 0 };
  }
}

/** A hash table of one drawer's codes, each once. */
class HashTable {
  readonly #drawer: Int32Array;
  readonly #comparer: Comparer;
  /** Where in the drawer a code is, plus 1; 0 is free. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  /** The code that resembles an earlier one, and that one. */
  at = -width;
  first = -1;
  kind: Relation['kind'] = 'lookAlike';

  constructor(drawer: Int32Array, slots: Int32Array, comparer: Comparer) {
    this.#drawer = drawer;
    this.#comparer = comparer;
    this.#slots = slots;
    this.#mask = slots.length - 1;
  }

  /** Goes on to the next code that resembles an earlier one. */
  next(): boolean {
    const { length } = this.#drawer;
    let at = this.at + width;
    while (at < length && !this.#put(at)) at += width;
    this.at = at;
    return at < length;
  }

  #put(at: number): boolean {
    const drawer = this.#drawer;
    const slots = this.#slots;
    const mask = this.#mask;
    const folded = drawer[at] ?? 0;
    let slot = folded & mask;
    let alike = -1;
    let seen = 0;
    let code: string | undefined;
    for (;;) {
      const there = (slots[slot] ?? 0) - 1;
      if (there < 0) break;
      if (drawer[there] === folded) {
        code ??= this.#codeAt(at);
        const other = this.#codeAt(there);
        if (code === other) return this.#found('duplicate', there);
        if (alike < 0 && this.#comparer.areAlike(code, other)) alike = there;
        if (++seen === sideBySide) {
          slot = spread(hashOf(code, folded)) & mask;
          continue;
        }
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = at + 1;
    return alike >= 0 && this.#found('lookAlike', alike);
  }

  #found(kind: Relation['kind'], first: number): true {
    this.kind = kind;
    this.first = first;
    return true;
  }

  #codeAt(at: number): string {
    return this.#comparer.codeAt((this.#drawer[at + 2] ?? 0) >>> 0);
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
