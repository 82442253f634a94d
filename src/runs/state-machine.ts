// The states of a run: reconcile what is in doubt, send what is pending, until one of the ends is reached.
import { ApiError } from '../client/index.ts';
import { RunError } from './errors.ts';
import { WorkerPool } from './worker-pool.ts';
import { formatRows, inOrder } from './rows.ts';
import { PatientReader, StopRun, type End, type Phase } from './patient-reader.ts';
import { confirm, findNewcomers, noteFound, reconcile, reconcileRefused, type Reconciliation } from './reconcile.ts';
import type { Decision, PauseReason } from './types.ts';
import { Backoff } from './waiting.ts';
import type { RunContext } from './context.ts';

interface RunStateMachineOptions {
  readonly concurrency: number;
  /** When to read back, in milliseconds. */
  readonly reads: readonly number[];
  readonly decision: Decision | undefined;
  /** The codes that were decided about; all that are in doubt without it. */
  readonly decided: ReadonlySet<string> | undefined;
  /** A first start: what the service has must be what the plan knows. */
  readonly first: boolean;
  /** The plan, or the last work on it, is so old that the service may have changed. */
  readonly aged: boolean;
  readonly onPhase: (phase: Phase) => void;
}

/** Codes that are missing so many times, with nothing made in between, are not sent again by themselves. */
const maxRounds = 3;

export class RunStateMachine {
  readonly #work: RunContext;
  readonly #options: RunStateMachineOptions;
  readonly #reader: PatientReader;
  readonly #pool: WorkerPool;
  /** Rows that were in doubt for the whole window. */
  readonly #waited = new Set<number>();

  constructor(work: RunContext, options: RunStateMachineOptions) {
    this.#work = work;
    this.#options = options;
    this.#reader = new PatientReader(work, options.onPhase);
    this.#pool = new WorkerPool(work, new Backoff(), options.concurrency);
  }

  async follow(): Promise<End> {
    try {
      await this.#adopt();
      const early = (await this.#reconcileDoubts()) ?? (await this.#recheck());
      return early ?? (await this.#sendAll());
    } catch (error) {
      if (error instanceof StopRun) return error.end;
      throw error;
    }
  }

  /** What a dead process had sent without noting a result is unknown; what a person decided is done. */
  async #adopt(): Promise<void> {
    const { states } = this.#work;
    for (const attempt of states.openAttempts) await this.#work.record({ type: 'unknown', attempt, reason: 'interrupted' });
    const { decision, decided } = this.#options;
    const isMeant = (row: number) => decided?.has(this.#work.codes[row] ?? '') ?? true;
    const rows = formatRows(inOrder([...states.ambiguous.keys()].filter(isMeant)));
    if (rows === '' || decision === undefined) return;
    if (decision === 'leaveUnknown') return this.#work.record({ type: 'left', rows });
    const [made, missing] = decision === 'countAsMade' ? [rows, ''] : ['', rows];
    await this.#work.record({ type: 'settled', made, existed: '', missing });
  }

  async #sendAll(): Promise<End> {
    let rounds = 0;
    let known = 0;
    let smallest = Infinity;
    for (;;) {
      this.#options.onPhase('sending');
      await this.#pool.drain();
      if (this.#pool.stop) return this.#pauseFor(this.#pool.stop);
      if (this.#work.cancelled) return { state: 'cancelled' };
      const { refused } = this.#pool;
      const early = (await this.#reconcileRefused()) ?? (await this.#reconcileDoubts());
      if (early) return early;
      const { wanted, left, unknown } = this.#work.states.counts;
      if (left === 0) return this.#confirm();
      const largest = Math.max(0, ...refused.map((rows) => rows.length));
      const isMade = wanted - left - unknown > known;
      // What is refused in ever smaller parts comes to an end of its own.
      const isProgress = isMade || (largest > 0 && largest < smallest);
      if (isProgress) smallest = largest || Infinity;
      rounds = isProgress ? 1 : rounds + 1;
      known = wanted - left - unknown;
      if (rounds > maxRounds) {
        const unreconciled = { kind: 'unsettled', message: this.#pool.lastDoubt } as const;
        return { state: 'paused', reason: this.#pool.later ?? unreconciled };
      }
      this.#pool.rewind(refused);
    }
  }

  async #reconcileDoubts(): Promise<End | undefined> {
    const rows = this.#work.states.unreconciled;
    if (rows.length === 0) return undefined;
    const seen = new Set<number>();
    return endOf(await this.#reader.read(() => reconcile(this.#work, rows, this.#options.reads, seen, this.#waited)));
  }

  /** What was refused together with all the rest is looked for once, where that can be asked now; else when the run goes on. */
  async #pauseFor(reason: PauseReason): Promise<End> {
    const rows = this.#work.states.unreconciled;
    const canAsk = !['unauthorized', 'rateLimited', 'network'].includes(reason.kind);
    if (canAsk && rows.length > 0 && !this.#work.cancelled) {
      await noteFound(this.#work, rows).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
    }
    return { state: 'paused', reason };
  }

  async #reconcileRefused(): Promise<End | undefined> {
    const { alone, refused } = this.#pool;
    if (alone.size + refused.length === 0) return undefined;
    const { reads } = this.#options;
    const rows = inOrder(refused.flat());
    const seen = new Set<number>();
    const reconciliation = await this.#reader.read(() => reconcileRefused(this.#work, rows, alone, reads, seen));
    alone.clear();
    this.#pool.refused = [];
    return endOf(reconciliation);
  }

  /** Nothing is finished before it was read back. */
  async #confirm(): Promise<End> {
    const { unconfirmed } = this.#work.states;
    if (unconfirmed.length === 0) return { state: 'finished' };
    return endOf(await this.#reader.read(() => confirm(this.#work, unconfirmed, this.#options.reads))) ?? { state: 'finished' };
  }

  /** A person agreed to what the plan says: if the service has changed before the start, a new plan is due. Later, they exist. */
  async #recheck(): Promise<End | undefined> {
    if (!this.#options.aged || this.#work.states.pending.length === 0) return undefined;
    // Somebody has agreed to go on with a list that proves nothing.
    const isAgreed = this.#work.plan.unproved === true || this.#options.decision === 'sendAgain';
    const rows = await this.#reader.read(() => findNewcomers(this.#work, isAgreed));
    if (rows.length === 0) return undefined;
    if (this.#options.first) {
      const details = { changed: 'service', count: rows.length } as const;
      throw new RunError('stalePlan', `${rows.length} codes of the plan exist by now.`, details);
    }
    await this.#work.record({ type: 'settled', ...this.#work.states.split(rows), missing: '' });
    return undefined;
  }
}

function endOf(reconciliation: Reconciliation): End | undefined {
  if (reconciliation === 'clear') return undefined;
  return { state: reconciliation === 'ambiguous' ? 'needsDecision' : 'cancelled' };
}
