// Deletes codes one by one. To delete an id twice does no harm, so whatever is in doubt is looked up in the ticket's list: gone is done.
import { ApiError } from '../client/index.ts';
import { t } from '../client/l10n.ts';
import { lookAtOthers, lookAtTickets, lookUntilGone, type OthersAfter, type ReadCodes, type TicketLook } from './code-lists.ts';
import type { RunContext } from './context.ts';
import { PatientReader, StopRun, type End, type Phase } from './patient-reader.ts';
import { formatRows, inOrder } from './rows.ts';
import { failureOf } from './sender.ts';
import type { PauseReason } from './types.ts';
import { Backoff, pause } from './waiting.ts';

interface CodeDeletionOptions {
  readonly concurrency: number;
  /** When to look again, in milliseconds after the last answer. */
  readonly reads: readonly number[];
  readonly readCodes: ReadCodes;
  /** The plan is not of this moment: what it names is looked at before anything is sent. */
  readonly mustLook: boolean;
  readonly onPhase: (phase: Phase) => void;
}

/** What is there at the end. */
export interface LeftCodes {
  /** Codes of the ticket that came after the question. */
  readonly appeared: readonly string[];
  readonly others: OthersAfter;
}

export interface DeletionEnd extends End {
  readonly left?: LeftCodes | undefined;
}

/** So many lost replies in a row are looked into before anything else is sent. */
const maxDoubtsInARow = 3;
/** Until something is gone, a few refusals are looked into before more are asked for. */
const maxRefusedAtFirst = 4;
/** So many looks that find nothing gone: it is not this code or that. */
const maxFruitlessLooks = 3;
/** What was answered, and is there all the same, is there because the list is late at most. */
const readsOfRefused = 2;
const maxTries = 2;

export class CodeDeletion {
  readonly #work: RunContext;
  readonly #options: CodeDeletionOptions;
  readonly #reader: PatientReader;
  readonly #backoff = new Backoff();
  /** How often each row was sent by this process, and why it failed last. */
  readonly #tries = new Map<number, number>();
  readonly #reasons = new Map<number, string>();
  /** Rows that the service refused in words: the same again would be refused again. */
  readonly #refused = new Set<number>();
  #queue: number[] = [];
  #doubtsInARow = 0;
  #refusedInARow = 0;
  #restUntil = 0;
  #broken = false;
  #stop: PauseReason | undefined;
  #latest: TicketLook | undefined;

  constructor(work: RunContext, options: CodeDeletionOptions) {
    this.#work = work;
    this.#options = options;
    this.#reader = new PatientReader(work, options.onPhase);
  }

  async follow(): Promise<DeletionEnd> {
    const { states } = this.#work;
    try {
      for (const attempt of states.openAttempts) await this.#work.record({ type: 'unknown', attempt, reason: 'interrupted' });
      if (this.#options.mustLook) await this.#lookFirst();
      for (let fruitless = 0; ;) {
        await this.#drain();
        if (this.#stop) return { state: 'paused', reason: this.#stop };
        if (this.#work.cancelled) return { state: 'cancelled' };
        const wasDeleted = await this.#settle();
        if (states.counts.left === 0) return await this.#finish();
        fruitless = wasDeleted ? 0 : fruitless + 1;
        if (fruitless >= maxFruitlessLooks) return { state: 'paused', reason: this.#whyNothingGoes() };
      }
    } catch (error) {
      if (error instanceof StopRun) return error.end;
      throw error;
    }
  }

  #look(): Promise<TicketLook> {
    return this.#reader.read(() => lookAtTickets(this.#work, this.#options.readCodes));
  }

  /** An id may belong to another code by now: only what was shown goes. */
  async #lookFirst(): Promise<void> {
    const { states } = this.#work;
    const look = await this.#look();
    if (look.problem !== undefined) throw new StopRun({ state: 'paused', reason: { kind: 'unsettled', message: look.problem } });
    const gone = states.pending.filter((row) => !look.there.has(row));
    if (gone.length > 0) await this.#work.record({ type: 'settled', ...states.split(gone), missing: '' });
    const replaced = inOrder(gone.filter((row) => look.replaced.has(row)));
    if (replaced.length === 0) return;
    const reason = t('Its id belongs to another code by now.');
    await this.#work.record({ type: 'rejected', rows: formatRows(replaced), reason });
  }

  async #drain(): Promise<void> {
    this.#options.onPhase('sending');
    this.#queue = this.#work.states.pending;
    this.#doubtsInARow = 0;
    this.#refusedInARow = 0;
    const ends = await Promise.allSettled(Array.from({ length: this.#options.concurrency }, () => this.#worker()));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    await this.#work.flush();
  }

  async #worker(): Promise<void> {
    try {
      for (;;) {
        await this.#rest();
        const row = this.#mustEnd() ? undefined : this.#queue.shift();
        if (row === undefined) return;
        await this.#send(row);
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
    if (this.#stop || this.#broken || this.#work.cancelled || this.#doubtsInARow >= maxDoubtsInARow) return true;
    return this.#refusedInARow >= maxRefusedAtFirst && this.#work.states.counts.made === 0;
  }

  async #send(row: number): Promise<void> {
    const work = this.#work;
    const target = work.targets[row];
    // English: it never happens, and is for whoever reads the journal.
    if (!target) throw new Error(`Row ${row} names no code.`);
    const attempt = work.states.nextAttempt();
    await work.record({ type: 'intent', attempt, rows: formatRows([row]) });
    // The intent may be old: a process that was suspended meanwhile may have lost the run to another.
    work.requireLock();
    this.#tries.set(row, (this.#tries.get(row) ?? 0) + 1);
    try {
      // Never with the run's signal: what is under way is finished, so that its outcome is known.
      await work.client.call('deleteCode', { path: { itemId: target.itemId, codeId: target.codeId } });
    } catch (error) {
      this.#noteFailure(row, attempt, error);
      return;
    }
    work.note({ type: 'done', attempt, existed: '', counts: { made: 1, existed: 0 } });
    this.#reasons.delete(row);
    this.#doubtsInARow = 0;
    this.#refusedInARow = 0;
    this.#backoff.succeeded();
  }

  #noteFailure(row: number, attempt: number, error: unknown): void {
    const work = this.#work;
    if (!(error instanceof ApiError)) {
      // English: for the journal.
      work.note({ type: 'unknown', attempt, reason: 'it failed' });
      throw error;
    }
    const { kind, message: reason, status } = error;
    this.#reasons.set(row, reason);
    if (kind === 'unknownOutcome') {
      if (!error.accepted) this.#doubtsInARow++;
      work.note({ type: 'unknown', attempt, reason });
      return;
    }
    const isMissing = kind === 'notFound';
    if (status === undefined) work.note({ type: 'unsent', attempt, reason });
    // What is not found and not listed either was gone before.
    else work.note({ type: 'refused', attempt, conflict: isMissing, reason });
    const failure = isMissing ? undefined : failureOf(error);
    if (failure?.result === 'passing') {
      // It says nothing of the code.
      this.#tries.set(row, 0);
      this.#wait(failure.reason);
    } else if (failure || status === undefined) this.#stop ??= failure?.reason ?? { kind: 'refused', message: reason };
    else {
      this.#refusedInARow++;
      if (!isMissing) this.#refused.add(row);
    }
  }

  #wait(reason: PauseReason): void {
    const now = this.#work.clock.elapsed();
    // Those that were under way together are one failure.
    if (this.#restUntil > now) return;
    const delay = this.#backoff.delayAfterFailure(reason.retryAfter);
    if (delay === undefined) this.#stop ??= reason;
    else this.#restUntil = now + delay;
  }

  /** Looks for all that was sent since the last look. Gives whether any of it is gone. */
  async #settle(): Promise<boolean> {
    const { states } = this.#work;
    const unknown = new Set(states.unreconciled);
    const rows = inOrder(new Set([...unknown, ...states.unconfirmed]));
    if (rows.length === 0) return false;
    const isRefused = rows.every((row) => unknown.has(row) && states.wasRefused(row));
    const reads = isRefused ? this.#options.reads.slice(0, readsOfRefused) : this.#options.reads;
    const look = await lookUntilGone(this.#work, rows, reads, () => this.#look());
    if (!look) throw new StopRun({ state: 'cancelled' });
    if (look.problem !== undefined) throw new StopRun({ state: 'paused', reason: { kind: 'unsettled', message: look.problem } });
    this.#latest = look;
    const gone = rows.filter((row) => !look.there.has(row));
    const claimed = gone.filter((row) => !unknown.has(row));
    const { made, existed } = states.split(gone.filter((row) => unknown.has(row)));
    const again: number[] = [];
    for (const row of rows.filter((each) => look.there.has(each))) {
      const reason = this.#whyThere(row, unknown.has(row));
      if (reason === undefined) again.push(row);
      else await this.#work.record({ type: 'rejected', rows: formatRows([row]), reason });
    }
    const done = [made, formatRows(claimed)].filter(Boolean).join(',');
    await this.#work.record({ type: 'settled', made: done, existed, missing: formatRows(again) });
    return gone.length > 0;
  }

  /** Why a code that is still there is not sent again. */
  #whyThere(row: number, isUnknown: boolean): string | undefined {
    if (!isUnknown) return t('The service answered, and the code is still there.');
    const isSpent = this.#refused.has(row) || (this.#tries.get(row) ?? 0) >= maxTries;
    return isSpent ? (this.#reasons.get(row) ?? t('It is still there.')) : undefined;
  }

  #whyNothingGoes(): PauseReason {
    const message = [...this.#reasons.values()].at(-1) ?? t('The service answered, and the code is still there.');
    return { kind: this.#refused.size > 0 ? 'refused' : 'unsettled', message };
  }

  /** The end is told by what the lists have. */
  async #finish(): Promise<DeletionEnd> {
    const look = this.#latest ?? (await this.#look());
    const others = await lookAtOthers(this.#work, this.#options.readCodes);
    return { state: 'finished', left: { appeared: look.appeared, others } };
  }
}
