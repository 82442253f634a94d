// Carries out the steps of a plan, each exactly once: what needs another waits for it, and whatever is in doubt is looked up, never sent again
// unless the service is seen to lack it.
import { t } from '../client/l10n.ts';
import type { RunContext } from './context.ts';
import { RunError } from './errors.ts';
import { PatientReader, StopRun, type End, type Phase } from './patient-reader.ts';
import { RowSender } from './row-sender.ts';
import { formatRows, inOrder } from './rows.ts';
import { StepQueue } from './step-queue.ts';
import { pause } from './waiting.ts';

/**
 * What the service shows of a step.
 * - `done`: what it writes; `id`: of the record that it makes.
 * - `missing`: what was there when the plan was made.
 * - `other`: neither; `reason`: in words.
 * - `notKnown`: it cannot be seen.
 */
export type StepLook =
  | { readonly state: 'done'; readonly id?: string | undefined }
  | { readonly state: 'missing' }
  | { readonly state: 'other' | 'notKnown'; readonly reason: string };

/** The ids of records that steps have made, by the number of the step. */
export type MadeIds = (step: number) => string | undefined;

/** What the steps of a plan are, for whoever carries them out. */
export interface StepWork {
  /** The steps that have to be done before. */
  needs(step: number): readonly number[];
  /** Steps of one record are never sent side by side. */
  recordOf(step: number): string;
  /** Sends it; gives the id of the record that it makes, where the reply names it. */
  send(step: number, made: MadeIds): Promise<string | undefined>;
  /** Reads what the service has; `isFirst`: before anything was sent, so that a record that is to be made must not be there. */
  look(steps: readonly number[], made: MadeIds, isFirst: boolean): Promise<ReadonlyMap<number, StepLook>>;
  /** Whether others need the id of what it makes. */
  makesRecord(step: number): boolean;
}

interface StepRunOptions {
  readonly concurrency: number;
  /** When to look again, in milliseconds after the last answer. */
  readonly reads: readonly number[];
  readonly onPhase: (phase: Phase) => void;
}

const maxTries = 2;
/** So many looks that show nothing done: it is not this step or that. */
const maxFruitlessLooks = 3;

export class StepRun {
  readonly #work: RunContext;
  readonly #steps: StepWork;
  readonly #options: StepRunOptions;
  readonly #reader: PatientReader;
  readonly #sender: RowSender;
  readonly #made: MadeIds;
  #queue: StepQueue | undefined;

  constructor(work: RunContext, steps: StepWork, options: StepRunOptions) {
    this.#work = work;
    this.#steps = steps;
    this.#options = options;
    this.#made = (step) => work.states.idOf(step);
    this.#reader = new PatientReader(work, options.onPhase);
    this.#sender = new RowSender(work, {
      concurrency: options.concurrency,
      next: () => this.#queue?.next(),
      call: (step) => steps.send(step, this.#made),
      onAnswer: (step) => this.#queue?.answered(step),
      isGoneWhenMissing: false,
    });
  }

  async follow(): Promise<End> {
    const { states } = this.#work;
    try {
      for (const attempt of states.openAttempts) await this.#work.record({ type: 'unknown', attempt, reason: 'interrupted' });
      await this.#lookFirst();
      for (let fruitless = 0; ;) {
        await this.#drain();
        if (this.#sender.stop) return { state: 'paused', reason: this.#sender.stop };
        if (this.#work.cancelled) return { state: 'cancelled' };
        const wasDone = await this.#settle();
        await this.#leaveOut();
        if (states.counts.left === 0) return { state: states.ambiguous.size > 0 ? 'needsDecision' : 'finished' };
        fruitless = wasDone ? 0 : fruitless + 1;
        if (fruitless >= maxFruitlessLooks)
          return { state: 'paused', reason: { kind: 'unsettled', message: this.#lastReason() } };
      }
    } catch (error) {
      if (error instanceof StopRun) return error.end;
      throw error;
    }
  }

  #look(steps: readonly number[], isFirst = false): Promise<ReadonlyMap<number, StepLook>> {
    return this.#reader.read(() => this.#steps.look(steps, this.#made, isFirst));
  }

  /** Nothing is sent on an event that is another than the plan was made on; what a crash left in doubt is found out here too. */
  async #lookFirst(): Promise<void> {
    const { states } = this.#work;
    const isFirst = states.nothingSent;
    const unknown = new Set(states.unreconciled);
    const steps = inOrder(new Set([...unknown, ...states.pending]));
    const seen = await this.#look(steps, isFirst);
    const changed = steps.flatMap((step) => {
      const look = seen.get(step);
      return look?.state === 'other' ? [{ step, reason: look.reason }] : [];
    });
    if (isFirst && changed.length > 0) {
      const [{ reason } = { reason: '' }] = changed;
      throw new RunError('stalePlan', reason, {
        changed: 'service',
        count: changed.length,
        reasons: changed.map((one) => one.reason),
      });
    }
    await this.#settleBy(seen, steps, unknown);
  }

  async #drain(): Promise<void> {
    this.#options.onPhase('sending');
    this.#queue = new StepQueue(this.#steps, this.#work.states.pending, (step) => this.#isThere(step));
    await this.#sender.drain();
  }

  /** Whether what needs a step can be sent: it is done, and the id of what it makes is known where others name it. */
  #isThere(step: number): boolean {
    return this.#work.states.isThere(step) && (!this.#steps.makesRecord(step) || this.#made(step) !== undefined);
  }

  /** Looks for all that was sent since the last look. Gives whether anything of it is done. */
  async #settle(): Promise<boolean> {
    const { states, clock, signal } = this.#work;
    const unknown = new Set(states.unreconciled);
    const steps = inOrder(new Set([...unknown, ...states.unconfirmed]));
    if (steps.length === 0) return false;
    let seen: ReadonlyMap<number, StepLook> = new Map();
    // A service may show late what it has done.
    for (const wait of this.#options.reads) {
      await pause(clock, wait, signal);
      if (this.#work.cancelled) throw new StopRun({ state: 'cancelled' });
      seen = await this.#look(steps);
      if (steps.every((step) => seen.get(step)?.state === 'done')) break;
    }
    return this.#settleBy(seen, steps, unknown);
  }

  async #settleBy(seen: ReadonlyMap<number, StepLook>, steps: readonly number[], unknown: ReadonlySet<number>): Promise<boolean> {
    const { states } = this.#work;
    const claimed = new Set(states.unconfirmed);
    const of = (state: StepLook['state']) => steps.filter((step) => (seen.get(step)?.state ?? 'notKnown') === state);
    const done = of('done');
    const ids = done.flatMap((step): [number, string][] => {
      const look = seen.get(step);
      return look?.state === 'done' && look.id !== undefined ? [[step, look.id]] : [];
    });
    const isOurs = (step: number) => unknown.has(step) || claimed.has(step);
    const made = formatRows(done.filter(isOurs));
    const existed = formatRows(done.filter((step) => !isOurs(step)));
    const again = new Set(of('missing').filter((step) => unknown.has(step) && !this.#isSpent(step)));
    if (done.length > 0 || again.size > 0)
      await this.#work.record({ type: 'settled', made, existed, missing: formatRows([...again]), ids });
    for (const step of of('missing')) {
      if (again.has(step) || states.isPending(step)) continue;
      await this.#reject(step, this.#sender.reasons.get(step) ?? t('The service answered, and shows nothing of it.'));
    }
    for (const step of of('other')) {
      const look = seen.get(step);
      if (look?.state === 'other') await this.#reject(step, look.reason);
    }
    const open = of('notKnown').filter(isOurs);
    if (open.length > 0) await this.#work.record({ type: 'ambiguous', rows: formatRows(inOrder(open)), why: 'listIncomplete' });
    return done.length > 0;
  }

  #isSpent(step: number): boolean {
    return this.#sender.refused.has(step) || this.#sender.triesOf(step) >= maxTries;
  }

  #reject(step: number, reason: string): Promise<void> {
    return this.#work.record({ type: 'rejected', rows: formatRows([step]), reason });
  }

  /** What needs a step that was refused, or of which nobody knows, is not sent. */
  async #leaveOut(): Promise<void> {
    const { states } = this.#work;
    const isLost = (step: number) => ['rejected', 'unknown'].includes(states.resultOf(step).outcome);
    for (;;) {
      const lost = states.pending.filter((step) => this.#steps.needs(step).some(isLost));
      if (lost.length === 0) return;
      for (const step of lost) await this.#reject(step, t('It was left out: what it needs was not done.'));
    }
  }

  #lastReason(): string {
    return [...this.#sender.reasons.values()].at(-1) ?? t('The service answered, and shows nothing of it.');
  }
}
