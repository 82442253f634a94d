import { Cancellation, type CancelSignal } from './cancel.ts';
import type { Clock } from './clock.ts';

/** The reason of a signal that ran out of time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** A signal that fires when somebody cancels or, once it has been started, when time is up. */
export class Deadline {
  readonly #cancellation = new Cancellation();
  readonly #clock: Clock;
  #milliseconds = Infinity;
  #end = Infinity;
  #clearTimer: (() => void) | undefined;
  #stopFollowing: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get signal(): CancelSignal {
    return this.#cancellation;
  }

  get expired(): boolean {
    return this.signal.reason instanceof DeadlineError;
  }

  /** How much time is left, at most. */
  get left(): number {
    return Math.max(0, this.#end - this.#clock.now());
  }

  /** Cancels when another signal does. */
  follow(signal: AbortSignal): void {
    const cancel = () => this.cancel(signal.reason as Error);
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    this.#stopFollowing = () => signal.removeEventListener('abort', cancel);
  }

  cancel(reason: Error): void {
    this.#clearTimer?.();
    this.#cancellation.abort(reason);
  }

  /** Lets the time run: so long without a sign of progress, and so long in all. */
  start(milliseconds: number, longest: number): void {
    this.#milliseconds = milliseconds;
    this.#end = this.#clock.now() + longest;
    this.#expireIn(Math.min(milliseconds, longest));
  }

  /** There was progress: the time starts anew, up to the limit that stays. */
  extend(): void {
    this.#clearTimer?.();
    this.#expireIn(Math.min(this.#milliseconds, this.left));
  }

  #expireIn(milliseconds: number): void {
    if (this.signal.aborted) return;
    const expire = () => this.#cancellation.abort(new DeadlineError('The time is up.'));
    this.#clearTimer = this.#clock.setTimer(expire, milliseconds);
  }

  dispose(): void {
    this.#clearTimer?.();
    this.#stopFollowing?.();
  }
}
