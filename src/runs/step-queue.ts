// The steps that are yet to be sent, in the order of their plan. Each is looked at when it may have become free, and not at every request.

interface QueuedSteps {
  needs(step: number): readonly number[];
  recordOf(step: number): string;
}

export class StepQueue {
  readonly #work: QueuedSteps;
  readonly #isDone: (step: number) => boolean;
  /** Those that need nothing any more, the first of them at the end. */
  readonly #free: number[] = [];
  /** Those that wait, by what they wait for. */
  readonly #waiting = new Map<number, number[]>();
  /** Those that are free but for another step of their record, by that record; one is there while a step of it is under way. */
  readonly #busy = new Map<string, number[]>();

  /** `pending`: in order; `isDone`: whether what needs a step can be sent. */
  constructor(work: QueuedSteps, pending: readonly number[], isDone: (step: number) => boolean) {
    this.#work = work;
    this.#isDone = isDone;
    for (const step of pending.toReversed()) this.#sort(step);
  }

  /** The first step that waits for nothing; its record is busy until it is answered. */
  next(): number | undefined {
    for (let step = this.#free.pop(); step !== undefined; step = this.#free.pop()) {
      const record = this.#work.recordOf(step);
      const others = this.#busy.get(record);
      if (!others) {
        this.#busy.set(record, []);
        return step;
      }
      others.push(step);
    }
    return undefined;
  }

  answered(step: number): void {
    const record = this.#work.recordOf(step);
    const freed = [...(this.#busy.get(record) ?? []), ...(this.#waiting.get(step) ?? [])];
    this.#busy.delete(record);
    this.#waiting.delete(step);
    for (const one of freed) this.#sort(one);
  }

  /** It waits for the first of its needs that is not done: only then is it looked at again. */
  #sort(step: number): void {
    const need = this.#work.needs(step).find((before) => !this.#isDone(before));
    if (need === undefined) return this.#insert(step);
    const others = this.#waiting.get(need);
    if (others) others.push(step);
    else this.#waiting.set(need, [step]);
  }

  #insert(step: number): void {
    let [low, high] = [0, this.#free.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#free[middle] ?? 0) > step) low = middle + 1;
      else high = middle;
    }
    this.#free.splice(low, 0, step);
  }
}
