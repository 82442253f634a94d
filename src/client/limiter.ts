import type { CancelSignal } from './cancel.ts';

/** Lets at most so many calls run at once; the others wait in the order they came. */
export class Limiter {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Takes a place, which must be left again; undefined where nobody needs to wait for it. */
  enter(signal: CancelSignal): Promise<void> | undefined {
    signal.throwIfAborted();
    if (this.#free === 0) return this.#wait(signal);
    this.#free--;
    return undefined;
  }

  /** Gives a place to whoever waits longest. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }

  #wait(signal: CancelSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }
}
