// Long work in slices: between them the editor does what else it has to do, and whoever no longer waits is let go.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long nothing else can run, in milliseconds. */
const sliceTime = 12;

export class Slices {
  readonly #signal: AbortSignal | undefined;
  #began = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** To be looked at every few hundred steps. */
  get isOver(): boolean {
    return performance.now() - this.#began > sliceTime;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#signal?.throwIfAborted();
    this.#began = performance.now();
  }
}

/** So many steps are done before the clock is looked at. */
const steps = 256;

/** Does something for each number below `count`. */
export async function eachInSlices(from: number, count: number, slices: Slices, work: (index: number) => void): Promise<void> {
  for (let index = from; index < count;) {
    const end = Math.min(count, index + steps);
    for (; index < end; index++) work(index);
    if (slices.isOver) await slices.next();
  }
}

/** No more than these are sorted at once, without a run of their own. */
export const few = 16;

/** Sorts a few of them in place: nothing is made for them. */
export function sortFew(items: Uint32Array, from: number, end: number, compare: (one: number, other: number) => number): void {
  for (let next = from + 1; next < end; next++) {
    const item = items[next] ?? 0;
    let at = next;
    for (; at > from && compare(items[at - 1] ?? 0, item) > 0; at--) items[at] = items[at - 1] ?? 0;
    items[at] = item;
  }
}

const runLength = 2048;

/** Sorts in place: runs by themselves, and then two and two of them. What is in order already takes one comparison a row. */
export async function sortInSlices(
  items: Uint32Array,
  compare: (one: number, other: number) => number,
  slices: Slices,
): Promise<void> {
  const { length } = items;
  for (let start = 0; start < length; start += runLength) {
    // The sort of typed arrays has no gain from what is nearly in order.
    const run = Array.from(items.subarray(start, start + runLength)).sort(compare);
    items.set(run, start);
    if (slices.isOver) await slices.next();
  }
  let source: Uint32Array = items;
  let target: Uint32Array = new Uint32Array(length);
  for (let width = runLength; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      await merge(source, target, [start, Math.min(start + width, length), Math.min(start + 2 * width, length)], compare, slices);
      if (slices.isOver) await slices.next();
    }
    [source, target] = [target, source];
  }
  if (source !== items) items.set(source);
}

/** So many are sorted in a few milliseconds. */
const numbersAtOnce = 2 ** 16;

/** Sorts in place, as a typed array does, which would take too long at once. */
export async function sortNumbers(numbers: Float64Array, slices: Slices): Promise<void> {
  const { length } = numbers;
  for (let start = 0; start < length; start += numbersAtOnce) {
    numbers.subarray(start, start + numbersAtOnce).sort();
    if (slices.isOver) await slices.next();
  }
  let source: Float64Array = numbers;
  let target: Float64Array = new Float64Array(length <= numbersAtOnce ? 0 : length);
  for (let width = numbersAtOnce; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      mergeNumbers(source, target, start, Math.min(start + width, length), Math.min(start + 2 * width, length));
      if (slices.isOver) await slices.next();
    }
    [source, target] = [target, source];
  }
  if (source !== numbers) numbers.set(source);
}

function mergeNumbers(source: Float64Array, target: Float64Array, start: number, middle: number, end: number): void {
  let [left, right] = [start, middle];
  for (let at = start; at < end; at++) {
    const isLeft = right >= end || (left < middle && (source[left] ?? 0) <= (source[right] ?? 0));
    target[at] = source[isLeft ? left++ : right++] ?? 0;
  }
}

async function merge(
  source: Uint32Array,
  target: Uint32Array,
  [start, middle, end]: readonly [number, number, number],
  compare: (one: number, other: number) => number,
  slices: Slices,
): Promise<void> {
  const isInOrder = middle >= end || compare(source[middle - 1] ?? 0, source[middle] ?? 0) <= 0;
  if (isInOrder) return target.set(source.subarray(start, end), start);
  let [left, right, at] = [start, middle, start];
  while (left < middle && right < end) {
    const one = source[left] ?? 0;
    const other = source[right] ?? 0;
    if (compare(one, other) <= 0) {
      target[at++] = one;
      left++;
    } else {
      target[at++] = other;
      right++;
    }
    if (at % steps === 0 && slices.isOver) await slices.next();
  }
  target.set(source.subarray(left, middle), at);
  target.set(source.subarray(right, end), at + middle - left);
}
