import type { CancelSignal } from './cancel.ts';

/** Time, as something that a test can hold in its hands. */
export interface Clock {
  /** The time of day, which anybody may set at any moment. Never for a duration. */
  now(): number;
  /** Milliseconds since some moment; they only grow, whatever the time of day does. */
  elapsed(): number;
  /** Calls back after some milliseconds; the function that it gives takes the timer back. */
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
export function wait(clock: Clock, milliseconds: number, signal: CancelSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancelTimer = clock.setTimer(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    const stop = () => {
      cancelTimer();
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
