/** Time, as something that a test can control. */
export interface Clock {
  /** The time of day, which anybody may set at any moment. Never for a duration. */
  now(): number;
  /** Milliseconds since some moment; they only grow, whatever the time of day does. */
  elapsed(): number;
  /** Calls back after some milliseconds; the function that it gives clears the timer. */
  setTimer(callback: () => void, milliseconds: number): () => void;
}

/** A longer timer would overflow and fire at once. */
const maxTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimer(callback, milliseconds) {
    const timer = setTimeout(callback, Math.min(milliseconds, maxTimer));
    return () => clearTimeout(timer);
  },
};

/** Waits, or stops waiting with the signal's reason. */
export async function wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const clearTimer = clock.setTimer(() => resolve(undefined), milliseconds);
  await unlessAborted(promise, signal).finally(clearTimer);
}

/** The result, unless somebody stops waiting for it. */
export function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    void result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** Why the signal of a deadline is aborted when time is up. */
class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** How long nothing may happen, and how long it may take in all, in milliseconds. */
export interface TimeLimits {
  readonly timeout: number;
  readonly maxDuration: number;
}

/** The time limit of one call with all its tries. A timer of the clock, not AbortSignal.timeout: progress extends it. */
export class Deadline {
  readonly #clock: Clock;
  readonly #timeout: number;
  readonly #end: number;
  readonly #controller = new AbortController();
  #clearTimer: (() => void) | undefined;
  #hasEnded = false;
  /** Aborted when time is up, or by the caller. */
  readonly signal: AbortSignal;

  constructor(clock: Clock, { timeout, maxDuration }: TimeLimits, cancel?: AbortSignal) {
    this.#clock = clock;
    this.#timeout = timeout;
    this.#end = clock.elapsed() + maxDuration;
    this.signal = cancel ? AbortSignal.any([cancel, this.#controller.signal]) : this.#controller.signal;
    this.extend();
  }

  get expired(): boolean {
    return this.signal.reason instanceof DeadlineError;
  }

  /** How much time is left, at most. */
  get left(): number {
    return Math.max(0, this.#end - this.#clock.elapsed());
  }

  /** There was progress: the timeout starts anew, up to the end that stays. */
  extend(): void {
    this.#clearTimer?.();
    if (this.#hasEnded) return;
    const expire = () => this.#controller.abort(new DeadlineError('The time is up.'));
    this.#clearTimer = this.#clock.setTimer(expire, Math.min(this.#timeout, this.left));
  }

  /** From now on there is no timer, though a file may still be read that nobody wants any more. */
  end(): void {
    this.#hasEnded = true;
    this.#clearTimer?.();
  }
}
