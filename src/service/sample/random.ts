// Numbers and codes that look random and are not: the same seed gives the same ones on every machine.

/** Letters and digits that nobody takes for one another: no 0 O, 1 I L, 2 Z, 5 S, 8 B. */
const alphabet = 'ACDEFGHJKMNPQRTUVWXY34679';
/** 25 to the 7th holds every 32-bit number, so that two ids never share a code. */
const headLength = 7;

/** Mixes the 32 bits of a number; different numbers stay different. */
function scramble(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function spell(value: number, length: number): string {
  let text = '';
  for (let rest = value, index = 0; index < length; index++, rest = Math.floor(rest / alphabet.length)) {
    text += alphabet.charAt(rest % alphabet.length);
  }
  return text;
}

/** A code of 10 characters, or as many as asked for, that no other id has under the same seed. */
export function codeOf(id: number, seed: number, random: Random, length = 10): string {
  const tail = length - headLength;
  return spell(scramble(id ^ scramble(seed)), headLength) + spell(random.below(alphabet.length ** tail), tail);
}

/**
 * A stream of numbers (mulberry32). Each event has its own, so that more events leave the first ones as they are. Who
 * takes a number takes it on every day, whatever is then made of it, or names and codes would change overnight.
 */
export class Random {
  #state: number;

  constructor(seed: number, stream: number) {
    this.#state = scramble(scramble(seed) + stream);
  }

  /** From 0 up to but not including 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** A whole number; both ends can come. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** About normal, mean 0 and deviation 1, within ±3.5; sums only, since logarithms may differ between machines. */
  bell(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * 1.75;
  }

  pick<T extends string | number | object | null>(from: readonly T[]): T {
    const found = from[this.below(from.length)];
    if (found === undefined) throw new Error('There is nothing to pick from.');
    return found;
  }

  /** Some of the list, each at most once, in a mixed order. */
  some<T extends string | number | object>(from: readonly T[], count: number): T[] {
    const rest = [...from];
    return Array.from({ length: Math.min(count, rest.length) }).flatMap(() => rest.splice(this.below(rest.length), 1));
  }
}
