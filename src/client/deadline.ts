import { Cancellation, type CancelSignal } from './cancel.ts';
import type { Clock } from './clock.ts';

/** The reason of a signal that ran out of time. */
class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** A signal that fires when somebody cancels or, once it has been started, when time is up. */
export class Deadline {
  readonly #cancellation = new Cancellation();
  readonly #watch: DeadlineWatch;
  #patience = Infinity;
  #end = Infinity;
  #due = Infinity;
  #stopFollowing: (() => void) | undefined;

  constructor(watch: DeadlineWatch) {
    this.#watch = watch;
  }

  get signal(): CancelSignal {
    return this.#cancellation;
  }

  get expired(): boolean {
    return this.signal.reason instanceof DeadlineError;
  }

  /** When time is up, unless there is progress. */
  get due(): number {
    return this.#due;
  }

  /** How much time is left, at most. */
  get left(): number {
    return Math.max(0, this.#end - this.#watch.elapsed());
  }

  /** Cancels when another signal does. */
  follow(signal: AbortSignal): void {
    const cancel = () => this.cancel(signal.reason as Error);
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    this.#stopFollowing = () => signal.removeEventListener('abort', cancel);
  }

  cancel(reason: Error): void {
    this.#cancellation.abort(reason);
  }

  /** Lets the time run: so long without a sign of progress, and so long in all. */
  start(patience: number, longest: number): void {
    this.#patience = patience;
    this.#end = this.#watch.elapsed() + longest;
    this.extend();
    this.#watch.add(this);
  }

  /** There was progress: the time starts anew, up to the limit that stays. */
  extend(): void {
    this.#due = Math.min(this.#watch.elapsed() + this.#patience, this.#end);
  }

  expire(): void {
    this.#cancellation.abort(new DeadlineError('The time is up.'));
  }

  dispose(): void {
    this.#watch.delete(this);
    this.#stopFollowing?.();
  }
}

/** Lets deadlines expire, with one timer for all of them: nearly every call ends in time, and a timer of its own would be its largest cost. */
export class DeadlineWatch {
  readonly #clock: Clock;
  readonly #running = new Set<Deadline>();
  #clearTimer: (() => void) | undefined;
  /** When the timer fires. */
  #next = Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  elapsed(): number {
    return this.#clock.elapsed();
  }

  add(deadline: Deadline): void {
    this.#running.add(deadline);
    if (deadline.due < this.#next) this.#wakeAt(deadline.due);
  }

  delete(deadline: Deadline): void {
    this.#running.delete(deadline);
    if (this.#running.size === 0) this.#rest();
  }

  #wakeAt(moment: number): void {
    this.#clearTimer?.();
    this.#next = moment;
    this.#clearTimer = this.#clock.setTimer(() => this.#expireDue(), Math.max(1, moment - this.elapsed()));
  }

  #rest(): void {
    this.#clearTimer?.();
    this.#clearTimer = undefined;
    this.#next = Infinity;
  }

  #expireDue(): void {
    // A timer may fire a fraction of a millisecond early.
    const now = Math.max(this.elapsed(), this.#next);
    this.#rest();
    let earliest = Infinity;
    for (const deadline of this.#running) {
      if (deadline.due <= now) {
        this.#running.delete(deadline);
        deadline.expire();
      } else {
        earliest = Math.min(earliest, deadline.due);
      }
    }
    if (earliest < Infinity) this.#wakeAt(earliest);
  }
}
