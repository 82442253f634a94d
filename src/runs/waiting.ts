// Time: pauses that a cancelled run does not sit out, and how long to wait before another try.
import type { Clock } from '../client/index.ts';

/** Ends early, without an error, when the signal fires. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted || milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      takeBack();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const takeBack = clock.setTimer(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}

const maxPauses = 5;
const firstDelay = 1000;
/** A service that asks for a longer pause gets it from the person. */
const maxRetryAfter = 60_000;

/** When to try again after a failure that may pass; it knows when to give up. */
export class Backoff {
  readonly #random: () => number;
  #failures = 0;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** How long to wait, in milliseconds; undefined when it is enough. */
  delayAfterFailure(retryAfter: number | undefined): number | undefined {
    if (++this.#failures > maxPauses || (retryAfter ?? 0) > maxRetryAfter) return undefined;
    return retryAfter ?? firstDelay * 2 ** (this.#failures - 1) * (0.5 + this.#random() / 2);
  }
}

/** Lets so many in at once; the others wait in the order they came. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(slots: number) {
    this.#free = slots;
  }

  /** Gives the way out, to be taken once. */
  async enter(): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }
}
