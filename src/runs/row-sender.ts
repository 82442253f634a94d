// Sends rows one by one, some at a time: each with its intent on the disk before, and what came of it in the journal.
import { ApiError } from '../client/index.ts';
import type { RunContext } from './context.ts';
import { formatRows } from './rows.ts';
import { failureOf } from './sender.ts';
import type { PauseReason } from './types.ts';
import { Backoff, pause, Semaphore } from './waiting.ts';

interface RowSenderOptions {
  /** How many requests run at once. */
  readonly concurrency: number;
  /** The row that is to be sent next; undefined when there is none for now. */
  readonly next: () => number | undefined;
  /** Sends a row; gives the id of what it made, where there is one. */
  readonly call: (row: number) => Promise<string | undefined>;
  /** Hears that a row was answered, or failed. */
  readonly onAnswer?: (row: number) => void;
  /** Whether it was there before, when the service does not find what a row is about. */
  readonly isGoneWhenMissing: boolean;
}

/** So many lost replies in a row are looked into before anything else is sent. */
const maxDoubtsInARow = 3;
/** Until something is done, a few refusals are looked into before more are asked for. */
const maxRefusedAtFirst = 4;

export class RowSender {
  readonly #work: RunContext;
  readonly #options: RowSenderOptions;
  readonly #backoff = new Backoff();
  readonly #gate: Semaphore;
  /** How often each row was sent by this process. */
  readonly #tries = new Map<number, number>();
  /** Why each row failed last. */
  readonly reasons = new Map<number, string>();
  /** Rows that the service refused in words: the same again would be refused again. */
  readonly refused = new Set<number>();
  #doubtsInARow = 0;
  #refusedInARow = 0;
  #restUntil = 0;
  #broken = false;
  #underWay = 0;
  /** Workers that wait for an answer. */
  readonly #waiting: (() => void)[] = [];
  /** Why nothing more is sent. */
  stop: PauseReason | undefined;

  constructor(work: RunContext, options: RowSenderOptions) {
    this.#work = work;
    this.#options = options;
    this.#gate = new Semaphore(options.concurrency);
  }

  triesOf(row: number): number {
    return this.#tries.get(row) ?? 0;
  }

  /** Sends until nothing is left, or something has to be looked into. Whatever is under way is finished first. */
  async drain(): Promise<void> {
    this.#doubtsInARow = 0;
    this.#refusedInARow = 0;
    // Twice as many as may send at once: the intent of the next request reaches the disk while another request is under way.
    const ends = await Promise.allSettled(Array.from({ length: 2 * this.#options.concurrency }, () => this.#worker()));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    await this.#work.flush();
  }

  async #worker(): Promise<void> {
    try {
      for (;;) {
        await this.#rest();
        const row = this.#mustEnd() ? undefined : this.#options.next();
        if (row !== undefined) await this.#send(row);
        // What is under way may be what another row waits for.
        else if (this.#underWay > 0 && !this.#mustEnd()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
        else return;
      }
    } catch (error) {
      // The other workers begin nothing more.
      this.#broken = true;
      throw error;
    }
  }

  async #rest(): Promise<void> {
    const { clock, signal } = this.#work;
    while (!this.#mustEnd() && this.#restUntil > clock.elapsed()) await pause(clock, this.#restUntil - clock.elapsed(), signal);
  }

  #mustEnd(): boolean {
    if (this.stop || this.#broken || this.#work.cancelled || this.#doubtsInARow >= maxDoubtsInARow) return true;
    return this.#refusedInARow >= maxRefusedAtFirst && this.#work.states.counts.made === 0;
  }

  async #send(row: number): Promise<void> {
    this.#underWay++;
    try {
      await this.#sendNow(row);
    } finally {
      this.#underWay--;
      this.#options.onAnswer?.(row);
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  async #sendNow(row: number): Promise<void> {
    const work = this.#work;
    const attempt = work.states.nextAttempt();
    await work.record({ type: 'intent', attempt, rows: formatRows([row]) });
    const leave = await this.#gate.enter();
    try {
      if (this.#mustEnd()) {
        work.note({ type: 'unsent', attempt, reason: 'withdrawn' });
        return;
      }
      // The intent may be old: a process that was suspended meanwhile may have lost the run to another.
      work.requireLock();
      this.#tries.set(row, this.triesOf(row) + 1);
      // Never with the run's signal: what is under way is finished, so that its outcome is known.
      const id = await this.#options.call(row);
      work.note({ type: 'done', attempt, existed: '', counts: { made: 1, existed: 0 }, ...(id === undefined ? {} : { id }) });
      this.reasons.delete(row);
      this.#doubtsInARow = 0;
      this.#refusedInARow = 0;
      this.#backoff.succeeded();
    } catch (error) {
      this.#noteFailure(row, attempt, error);
    } finally {
      leave();
    }
  }

  #noteFailure(row: number, attempt: number, error: unknown): void {
    const work = this.#work;
    if (!(error instanceof ApiError)) {
      // English: for the journal.
      work.note({ type: 'unknown', attempt, reason: 'it failed' });
      throw error;
    }
    const { kind, message: reason, status } = error;
    this.reasons.set(row, reason);
    if (kind === 'unknownOutcome') {
      if (!error.accepted) this.#doubtsInARow++;
      work.note({ type: 'unknown', attempt, reason });
      return;
    }
    const isMissing = this.#options.isGoneWhenMissing && kind === 'notFound';
    if (status === undefined) work.note({ type: 'unsent', attempt, reason });
    // What is not found and not listed either was gone before.
    else work.note({ type: 'refused', attempt, conflict: isMissing, reason, ...(isMissing ? { isGone: true } : {}) });
    const failure = isMissing || (!this.#options.isGoneWhenMissing && kind === 'notFound') ? undefined : failureOf(error);
    if (failure?.result === 'passing') {
      // It says nothing of the row.
      this.#tries.set(row, 0);
      this.#wait(failure.reason);
    } else if (failure || status === undefined) this.stop ??= failure?.reason ?? { kind: 'refused', message: reason };
    else {
      this.#refusedInARow++;
      if (!isMissing) this.refused.add(row);
    }
  }

  #wait(reason: PauseReason): void {
    const now = this.#work.clock.elapsed();
    // Those that were under way together are one failure.
    if (this.#restUntil > now) return;
    const delay = this.#backoff.delayAfterFailure(reason.retryAfter);
    if (delay === undefined) this.stop ??= reason;
    else this.#restUntil = now + delay;
  }
}
