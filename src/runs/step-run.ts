// Carries out the steps of a plan, each exactly once: what needs another waits for it, and whatever is in doubt is looked up, never sent again
// unless the service is seen to lack it.
import { t } from '../client/l10n.ts';
import type { RunContext } from './context.ts';
import { RunError } from './errors.ts';
import { PatientReader, StopRun, type End, type Phase } from './patient-reader.ts';
import { RowSender } from './row-sender.ts';
import { formatRows, inOrder } from './rows.ts';
import { StepQueue } from './step-queue.ts';
import type { Ambiguity } from './types.ts';
import { pause } from './waiting.ts';

/**
 * What the service shows of a step.
 * - `done`: what it writes; `id`: of the record that it makes.
 * - `missing`: what was there when the plan was made.
 * - `other`: neither; `reason`: in words.
 * - `notKnown`: it cannot be seen.
 * - `notShown`: what can be seen of it is right, and the service shows nothing of the rest.
 * - `twice`: what it makes is there more than once.
 */
export type StepLook =
  | { readonly state: 'done'; readonly id?: string | undefined }
  | { readonly state: 'missing' }
  | { readonly state: 'other' | 'notKnown' | 'notShown' | 'twice'; readonly reason: string };

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
  /** Whether it makes a record that has to be there once. */
  makesRecord(step: number): boolean;
  /** Whether others need the id of what it makes. */
  isReferred(step: number): boolean;
  /** The list that shows what it makes; undefined: it may be done twice. */
  shownBy(step: number): string | undefined;
}

function reasonOf(look: StepLook | undefined): string | undefined {
  return look && 'reason' in look ? look.reason : undefined;
}

interface StepRunOptions {
  readonly concurrency: number;
  /** When to look again, in milliseconds after the last answer. */
  readonly reads: readonly number[];
  readonly onPhase: (phase: Phase) => void;
}

const maxTries = 2;
/** Of what does no harm when it is done twice. */
const maxHarmlessTries = 4;
/** So many looks that show nothing done: it is not this step or that. */
const maxFruitlessLooks = 3;

export class StepRun {
  readonly #work: RunContext;
  readonly #steps: StepWork;
  readonly #options: StepRunOptions;
  readonly #reader: PatientReader;
  readonly #sender: RowSender;
  readonly #made: MadeIds;
  /** Steps that were in doubt for the whole window. */
  readonly #waited = new Set<number>();
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
    // What is in doubt, and may be listed late, is looked for over a while, once all else is sent.
    const isClear = (step: number) =>
      !unknown.has(step) ||
      seen.get(step)?.state === 'done' ||
      states.wasRefused(step) ||
      this.#steps.shownBy(step) === undefined;
    await this.#settleBy(seen, steps.filter(isClear), unknown);
  }

  async #drain(): Promise<void> {
    this.#options.onPhase('sending');
    this.#queue = new StepQueue(this.#steps, this.#work.states.pending, (step) => this.#isThere(step));
    await this.#sender.drain();
  }

  /** Whether what needs a step can be sent: it is done, and the id of what it makes is known where others name it. */
  #isThere(step: number): boolean {
    return this.#work.states.isThere(step) && (!this.#steps.isReferred(step) || this.#made(step) !== undefined);
  }

  /** Looks for all that was sent since the last look, and for all that was made: it must be there once. Gives whether anything of it is done. */
  async #settle(): Promise<boolean> {
    const { states, clock, signal } = this.#work;
    const unknown = new Set(states.unreconciled);
    const open = new Set([...unknown, ...states.unconfirmed]);
    if (open.size === 0) return false;
    const steps = inOrder(new Set([...open, ...this.#records()]));
    let seen: ReadonlyMap<number, StepLook> = new Map();
    const started = clock.elapsed();
    // A service may show late what it has done.
    for (const [at, offset] of this.#options.reads.entries()) {
      await pause(clock, started + offset - clock.elapsed(), signal);
      if (this.#work.cancelled) throw new StopRun({ state: 'cancelled' });
      seen = await this.#look(steps);
      const isPlain = (step: number) =>
        at > 0 && unknown.has(step) && this.#steps.shownBy(step) === undefined && seen.get(step)?.state === 'missing';
      if ([...open].every((step) => isPlain(step) || this.#isEnough(step, seen, unknown))) break;
    }
    for (const step of unknown) this.#waited.add(step);
    return this.#settleBy(seen, steps, unknown);
  }

  /** Whether another look would tell nothing more of a step. */
  #isEnough(step: number, seen: ReadonlyMap<number, StepLook>, unknown: ReadonlySet<number>): boolean {
    const state = seen.get(step)?.state;
    // Its first sending may still be on its way into the list.
    if (this.#work.states.wasResent(step) && this.#steps.shownBy(step) !== undefined) return false;
    if (state === 'done' || (state === 'notShown' && !unknown.has(step))) return true;
    return state === 'missing' && this.#waited.has(step) && this.#isFresh(step, seen);
  }

  /** Whether what shows a step also shows one that was made after that step was lost. */
  #isFresh(step: number, seen: ReadonlyMap<number, StepLook>): boolean {
    const list = this.#steps.shownBy(step);
    const isProof = (other: number) => this.#steps.shownBy(other) === list && seen.get(other)?.state === 'done';
    return list === undefined || [...this.#work.states.madeSince([step])].some(isProof);
  }

  /** Steps whose records were made, as far as is known. */
  #records(): number[] {
    const { states } = this.#work;
    return Array.from({ length: states.size }, (_, step) => step).filter(
      (step) => states.isThere(step) && this.#steps.makesRecord(step),
    );
  }

  async #settleBy(seen: ReadonlyMap<number, StepLook>, steps: readonly number[], unknown: ReadonlySet<number>): Promise<boolean> {
    const { states } = this.#work;
    const claimed = new Set(states.unconfirmed);
    const of = (state: StepLook['state']) => steps.filter((step) => (seen.get(step)?.state ?? 'notKnown') === state);
    const done = of('done').filter((step) => !states.isThere(step) || claimed.has(step));
    const ids = done.flatMap((step): [number, string][] => {
      const look = seen.get(step);
      return look?.state === 'done' && look.id !== undefined ? [[step, look.id]] : [];
    });
    const isOurs = (step: number) => unknown.has(step) || claimed.has(step);
    const made = formatRows(done.filter(isOurs));
    const existed = formatRows(done.filter((step) => !isOurs(step)));
    const unshown = formatRows(of('notShown').filter((step) => claimed.has(step)));
    const again = this.#sentAgain(
      of('missing').filter((step) => unknown.has(step) && !this.#isSpent(step) && !this.#isAnswered(step)),
      seen,
    );
    if (done.length + again.length > 0 || unshown !== '')
      await this.#work.record({ type: 'settled', made, existed, missing: formatRows(again), ids, ...(unshown && { unshown }) });
    await this.#refuse(of('missing').filter(isOurs), again, unknown);
    for (const step of of('other')) {
      const look = seen.get(step);
      if (look?.state === 'other') await this.#reject(step, look.reason);
    }
    const open = [...of('notKnown'), ...of('notShown').filter((step) => unknown.has(step))];
    for (const step of inOrder(open.filter(isOurs))) await this.#doubt(step, 'listIncomplete', reasonOf(seen.get(step)));
    for (const step of of('twice')) await this.#doubt(step, 'foundTwice', reasonOf(seen.get(step)));
    return done.length > 0;
  }

  /** What the service lacks, and is not sent again. A list alone is no reason to call a step that is in doubt rejected. */
  async #refuse(missing: readonly number[], again: readonly number[], unknown: ReadonlySet<number>): Promise<void> {
    const nothing = t('The service answered, and shows nothing of it.');
    for (const step of missing) {
      if (again.includes(step)) continue;
      const isHeld = unknown.has(step) && !this.#isSpent(step) && !this.#isAnswered(step);
      const isRecord = this.#steps.shownBy(step) !== undefined;
      if (isHeld) continue;
      if (this.#sender.refused.has(step) || (!unknown.has(step) && !isRecord))
        await this.#reject(step, this.#sender.reasons.get(step) ?? nothing);
      else await this.#doubt(step, 'notListed', this.#sender.reasons.get(step) ?? nothing);
    }
  }

  /**
   * What may be sent again now: what does no harm when it is done twice, and what a list lacks that is younger than the loss. Where nothing
   * shows that it is, whatever else can be sent goes first, and then one step alone.
   */
  #sentAgain(missing: readonly number[], seen: ReadonlyMap<number, StepLook>): number[] {
    const safe = missing.filter((step) => this.#isFresh(step, seen));
    const [first] = missing.filter((step) => !safe.includes(step));
    const { states } = this.#work;
    const canSend = (step: number) => this.#steps.needs(step).every((need) => this.#isThere(need));
    const isLast = safe.length === 0 && !states.pending.some(canSend);
    return isLast && first !== undefined ? [first] : safe;
  }

  /** What makes a record, and was answered, is not sent again because no list has it. */
  #isAnswered(step: number): boolean {
    return this.#work.states.wasAccepted(step) && this.#steps.shownBy(step) !== undefined;
  }

  #isSpent(step: number): boolean {
    const most = this.#steps.shownBy(step) === undefined ? maxHarmlessTries : maxTries;
    return this.#sender.refused.has(step) || this.#sender.triesOf(step) >= most;
  }

  #reject(step: number, reason: string): Promise<void> {
    return this.#work.record({ type: 'rejected', rows: formatRows([step]), reason });
  }

  #doubt(step: number, why: Ambiguity, reason: string | undefined): Promise<void> {
    return this.#work.record({ type: 'ambiguous', rows: formatRows([step]), why, ...(reason === undefined ? {} : { reason }) });
  }

  /** What needs a step that was refused, or of which nobody knows, is not sent. */
  async #leaveOut(): Promise<void> {
    const { states } = this.#work;
    const isLost = (step: number) => states.resultOf(step).outcome === 'rejected' || states.ambiguous.has(step);
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
