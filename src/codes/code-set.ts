// The codes of a file as hashes in typed arrays: a Set of a million texts would cost ten times the memory.

const minSlots = 64;
const fullest = 0.7;

/** One yes or no for each code of a file, by its place among them: a bit each, so that millions can be kept. */
export class CodePlaces {
  #bits = new Uint8Array(1024);

  add(place: number): void {
    const byte = place >>> 3;
    if (byte >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(2 * this.#bits.length, byte + 1));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (place & 7));
  }

  has(place: number): boolean {
    return (((this.#bits[place >>> 3] ?? 0) >>> (place & 7)) & 1) === 1;
  }
}

const foundNow = 1;
const thereBefore = 2;

/** Each code once, and whether it was found elsewhere. Two codes share 63 bits of hash once in billions of files. */
export class CodeSet {
  #high: Uint32Array;
  #low: Uint32Array;
  /** `foundNow` and `thereBefore` of each. */
  #state: Uint8Array;
  #mask: number;
  size = 0;
  found = 0;
  /** How many of those that were found were not there before. */
  added = 0;

  constructor(expected: number) {
    const slots = Math.max(minSlots, 2 ** Math.ceil(Math.log2(Math.max(1, expected / fullest))));
    this.#high = new Uint32Array(slots);
    this.#low = new Uint32Array(slots);
    this.#state = new Uint8Array(slots);
    this.#mask = slots - 1;
  }

  /** `wasThere`: it was elsewhere already when somebody looked before. */
  add(hash: CodeHash, wasThere = false): void {
    if (this.size >= fullest * (this.#mask + 1)) this.#enlarge();
    const slot = this.#slotOf(hash);
    if (this.#high[slot] !== 0) return;
    this.#high[slot] = hash.high;
    this.#low[slot] = hash.low;
    this.#state[slot] = wasThere ? thereBefore : 0;
    this.size++;
  }

  /** Notes that a code is elsewhere too, and gives what it is to this set. */
  mark(hash: CodeHash): 'new' | 'there' | 'other' {
    const slot = this.#slotOf(hash);
    if (this.#high[slot] === 0) return 'other';
    const state = this.#state[slot] ?? 0;
    const isNew = (state & thereBefore) === 0;
    if ((state & foundNow) === 0) {
      this.#state[slot] = state | foundNow;
      this.found++;
      if (isNew) this.added++;
    }
    return isNew ? 'new' : 'there';
  }

  isMarked(hash: CodeHash): boolean {
    return ((this.#state[this.#slotOf(hash)] ?? 0) & foundNow) !== 0;
  }

  /** Where the code is, or where it would be. */
  #slotOf({ high, low }: CodeHash): number {
    let slot = low & this.#mask;
    while (this.#high[slot] !== 0 && !(this.#high[slot] === high && this.#low[slot] === low)) slot = (slot + 1) & this.#mask;
    return slot;
  }

  #enlarge(): void {
    const [high, low, state] = [this.#high, this.#low, this.#state];
    const slots = 2 * high.length;
    this.#high = new Uint32Array(slots);
    this.#low = new Uint32Array(slots);
    this.#state = new Uint8Array(slots);
    this.#mask = slots - 1;
    for (const [old, value] of high.entries()) {
      if (value === 0) continue;
      const slot = this.#slotOf({ high: value, low: low[old] ?? 0 });
      this.#high[slot] = value;
      this.#low[slot] = low[old] ?? 0;
      this.#state[slot] = state[old] ?? 0;
    }
  }
}

interface CodeHash {
  /** Never 0, which stands for a free slot. */
  readonly high: number;
  readonly low: number;
}

/** Spaces around a code are no part of it: services take them away. */
export function hashOfCode(code: string): CodeHash {
  const text = code.trim();
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x9e3779b1);
    other = Math.imul(other ^ unit, 0x5f356495);
  }
  one = mixed(one, other);
  other = mixed(other, one);
  return { high: (one | 1) >>> 0, low: other >>> 0 };
}

function mixed(value: number, other: number): number {
  return Math.imul(value ^ (value >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
}
