// Deletes codes one by one. To delete an id twice does no harm, so whatever is in doubt is looked up in the ticket's list: gone is done.
import { t } from '../client/l10n.ts';
import {
  lookAtOthers,
  lookAtTickets,
  lookUntilGone,
  showsSomething,
  type OthersAfter,
  type ReadCodes,
  type TicketLook,
} from './code-lists.ts';
import type { RunContext } from './context.ts';
import { PatientReader, StopRun, type End, type Phase } from './patient-reader.ts';
import { formatRows, inOrder } from './rows.ts';
import { RowSender } from './row-sender.ts';
import type { PauseReason } from './types.ts';

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

/** So many looks that find nothing gone: it is not this code or that. */
const maxFruitlessLooks = 3;
/** What was answered, and is there all the same, is there because the list is late at most. */
const readsOfRefused = 2;
const maxTries = 2;

export class CodeDeletion {
  readonly #work: RunContext;
  readonly #options: CodeDeletionOptions;
  readonly #reader: PatientReader;
  readonly #sender: RowSender;
  #queue: number[] = [];
  #latest: TicketLook | undefined;

  constructor(work: RunContext, options: CodeDeletionOptions) {
    this.#work = work;
    this.#options = options;
    this.#reader = new PatientReader(work, options.onPhase);
    this.#sender = new RowSender(work, {
      concurrency: options.concurrency,
      next: () => this.#queue.shift(),
      call: (row) => this.#delete(row),
      isGoneWhenMissing: true,
    });
  }

  async follow(): Promise<DeletionEnd> {
    const { states } = this.#work;
    try {
      for (const attempt of states.openAttempts) await this.#work.record({ type: 'unknown', attempt, reason: 'interrupted' });
      if (this.#options.mustLook) await this.#lookFirst();
      for (let fruitless = 0; ;) {
        await this.#drain();
        if (this.#sender.stop) return { state: 'paused', reason: this.#sender.stop };
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
    // A list that shows nothing at all may have failed: whoever is asked for each of them says whether it is gone.
    if (!showsSomething(look)) return;
    const gone = states.pending.filter((row) => !look.there.has(row));
    if (gone.length > 0) await this.#work.record({ type: 'settled', ...states.split(gone), missing: '' });
    const replaced = inOrder(gone.filter((row) => look.replaced.has(row)));
    if (replaced.length === 0) return;
    const reason = t('Its id belongs to another code by now.');
    await this.#work.record({ type: 'rejected', rows: formatRows(replaced), reason });
  }

  #drain(): Promise<void> {
    this.#options.onPhase('sending');
    this.#queue = this.#work.states.pending;
    return this.#sender.drain();
  }

  async #delete(row: number): Promise<undefined> {
    const target = this.#work.targets[row];
    // English: it never happens, and is for whoever reads the journal.
    if (!target) throw new Error(`Row ${row} names no code.`);
    await this.#work.client.call('deleteCode', { path: { itemId: target.itemId, codeId: target.codeId } });
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
    const untouched = states.pending;
    if (untouched.length > 0 && !untouched.some((row) => look.there.has(row)))
      throw new StopRun({ state: 'paused', reason: { kind: 'unsettled', message: this.#lacking(untouched.length) } });
    // An empty list does not say that what was refused, or lost, is gone: it is sent again, and a second answer says so.
    const isBare = !showsSomething(look);
    const isGone = (row: number) => !look.there.has(row) && !(isBare && unknown.has(row) && !states.wasGone(row));
    const gone = rows.filter(isGone);
    const claimed = gone.filter((row) => !unknown.has(row));
    const { made, existed } = states.split(gone.filter((row) => unknown.has(row)));
    const again: number[] = [];
    for (const row of rows.filter((each) => !isGone(each))) {
      const reason = this.#whyThere(row, unknown.has(row));
      if (reason === undefined) again.push(row);
      else await this.#work.record({ type: 'rejected', rows: formatRows([row]), reason });
    }
    const done = [made, formatRows(claimed)].filter(Boolean).join(',');
    await this.#work.record({ type: 'settled', made: done, existed, missing: formatRows(again) });
    return gone.length > 0;
  }

  #lacking(count: number): string {
    return t('The list lacks {0} codes that nobody has deleted, so that it does not show what is gone.', count);
  }

  /** Why a code that is still there is not sent again. */
  #whyThere(row: number, isUnknown: boolean): string | undefined {
    if (!isUnknown) return t('The service answered, and the code is still there.');
    const isSpent = this.#sender.refused.has(row) || this.#sender.triesOf(row) >= maxTries;
    return isSpent ? (this.#sender.reasons.get(row) ?? t('It is still there.')) : undefined;
  }

  #whyNothingGoes(): PauseReason {
    const message = [...this.#sender.reasons.values()].at(-1) ?? t('The service answered, and the code is still there.');
    return { kind: this.#sender.refused.size > 0 ? 'refused' : 'unsettled', message };
  }

  /** The end is told by what the lists have. */
  async #finish(): Promise<DeletionEnd> {
    const look = this.#latest ?? (await this.#look());
    const others = await lookAtOthers(this.#work, this.#options.readCodes);
    return { state: 'finished', left: { appeared: look.appeared, others } };
  }
}
