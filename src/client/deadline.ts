import type { Clock } from './clock.ts';

/** The reason of a signal that ran out of time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** A signal that fires when the caller cancels or when time is up; `extend` starts the time anew, up to a limit that stays. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #end: number;
  readonly #cancel: AbortSignal | undefined;
  #clearTimer: () => void = () => undefined;

  constructor(clock: Clock, milliseconds: number, cancel?: AbortSignal, longest = milliseconds) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
    this.#end = clock.now() + longest;
    this.#cancel = cancel;
    if (cancel?.aborted) this.#onCancel();
    else cancel?.addEventListener('abort', this.#onCancel, { once: true });
    this.extend();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get expired(): boolean {
    return this.signal.reason instanceof DeadlineError;
  }

  /** How much time is left, at most. */
  get left(): number {
    return Math.max(0, this.#end - this.#clock.now());
  }

  extend(): void {
    this.#clearTimer();
    if (this.signal.aborted) return;
    const expire = () => this.#controller.abort(new DeadlineError('The time is up.'));
    this.#clearTimer = this.#clock.setTimer(expire, Math.min(this.#milliseconds, this.left));
  }

  dispose(): void {
    this.#clearTimer();
    this.#cancel?.removeEventListener('abort', this.#onCancel);
  }

  readonly #onCancel = (): void => {
    this.#clearTimer();
    this.#controller.abort(this.#cancel?.reason);
  };
}
