// Carries out a plan, or carries it on: locked, journalled, and for the target that it was made for.
import { systemClock, type Client, type Clock } from '../client/index.ts';
import { CodeDeletion, type DeletionEnd, type LeftCodes } from './code-deletion.ts';
import { codesBy, type ReadCodes } from './code-lists.ts';
import { RunStateMachine } from './state-machine.ts';
import { RunError } from './errors.ts';
import { isOvertaken, openRowStates } from './history.ts';
import { Journal, type JournalObserver } from './journal.ts';
import { RowStates } from './row-states.ts';
import type { Lock } from './lock-file.ts';
import { acquireEventLock, acquireLock } from './lock.ts';
import { readPlan, requireSameTarget, type RunPlan, type PlannedRun, type RunTarget } from './plan.ts';
import type { Phase } from './patient-reader.ts';
import { defaultReads } from './reconcile.ts';
import { StepRun, type StepWork } from './step-run.ts';
import type { Decision, EndState, PauseReason, RunCounts, Undecided } from './types.ts';
import { readPlannedCodes, type CodeTarget } from './classify.ts';
import { RunContext } from './context.ts';

export interface RunProgress {
  readonly counts: RunCounts;
  readonly phase: Phase;
}

export interface RunOptions {
  readonly client: Client;
  /** Where the run would go now; it must be what the plan was made for. */
  readonly target: RunTarget;
  /** Ends the run as `cancelled` once what is under way is finished; it can be resumed. */
  readonly signal?: AbortSignal | undefined;
  /** At most ten times a second, and once at the end. */
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** How many requests run at once. */
  readonly concurrency?: number;
  /** When to read back what is in doubt, in milliseconds after the last answer. */
  readonly reconcile?: readonly number[] | undefined;
  /** After how many milliseconds a plan, or a run that lay still, is compared with what the service has. */
  readonly recheckAfter?: number;
  readonly clock?: Clock;
  /** How the codes of an item are read; by the client as the document has it. */
  readonly readCodes?: ReadCodes | undefined;
  /** What the steps of a plan are; a run of steps needs it. */
  readonly steps?: ((texts: readonly string[]) => StepWork) | undefined;
  /** Sees every record of the journal. */
  readonly observe?: JournalObserver | undefined;
}

export interface ResumeOptions extends RunOptions {
  /** What to do with codes that reading back did not decide; without it they are read back again. */
  readonly decision?: Decision | undefined;
  /** What was shown when that was decided: it is about nothing else. All by default. */
  readonly decided?: readonly Undecided[] | undefined;
}

/** The one report of how the work ended. */
export interface RunReport {
  readonly folder: string;
  readonly state: EndState;
  readonly counts: RunCounts;
  /** Why it paused. */
  readonly reason?: PauseReason | undefined;
  /** Codes that need a decision, by why they do. */
  readonly undecided: readonly Undecided[];
  /** How many were answered well, and are not shown by the service. */
  readonly unshown: number;
  /** Of a deletion that is finished. */
  readonly left?: LeftCodes | undefined;
}

/** Carries out a plan for the first time; fails with a RunError before anything is sent, or when the journal fails. */
export function runPlan({ folder }: PlannedRun, options: RunOptions): Promise<RunReport> {
  return execute(folder, options, false);
}

/** Carries on a run that paused, was cancelled or interrupted, or needs a decision. */
export function resumeRun(folder: string, options: ResumeOptions): Promise<RunReport> {
  return execute(folder, options, true);
}

/** `isResumed`: its journal may lack something that was sent, so that the service is looked at first. */
async function execute(folder: string, options: ResumeOptions, isResumed: boolean): Promise<RunReport> {
  const lock = await acquireLock(folder);
  try {
    const plan = await readPlan(folder);
    await requireSameTarget(plan, options.target);
    return await executeAlone(folder, plan, options, isResumed);
  } finally {
    await lock.release();
  }
}

async function executeAlone(folder: string, plan: RunPlan, options: ResumeOptions, isResumed: boolean): Promise<RunReport> {
  const lock = await acquireEventLock(folder, plan);
  try {
    const { codes, classes, targets } = await readPlannedCodes(folder, plan.codes);
    const clock = options.clock ?? systemClock;
    const { journal, records, wasBegun } = await Journal.open(folder, { now: () => clock.now(), observe: options.observe });
    try {
      const states = new RowStates(classes);
      states.replay(records);
      const since = states.lastSent ?? plan.created;
      const mustLook = isResumed || wasBegun || (await isOvertaken(folder, plan, since));
      return await begin({ folder, plan, codes, targets, states, journal, clock, lock, mustLook }, options);
    } finally {
      await journal.close();
    }
  } finally {
    await lock.release();
  }
}

interface Opened {
  readonly folder: string;
  readonly plan: RunPlan;
  readonly codes: readonly string[];
  readonly targets: readonly CodeTarget[];
  readonly states: RowStates;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly lock: Lock;
  /** The service may have another state than the plan and the journal say. */
  readonly mustLook: boolean;
}

async function begin(
  { folder, plan, codes, targets, states, journal, clock, lock, mustLook }: Opened,
  options: ResumeOptions,
): Promise<RunReport> {
  const { last } = states;
  if (last?.type === 'state' && last.state === 'finished') throw new RunError('finished', 'The run is finished.');
  const { client, signal, recheckAfter = 60_000 } = options;
  let phase: Phase = 'sending';
  const progress = new Throttle(() => options.onProgress?.({ counts: states.counts, phase }));
  const onPhase = (next: Phase) => {
    phase = next;
    progress.touch();
  };
  const onChange = () => progress.touch();
  const work = new RunContext({ plan, codes, targets, states, journal, client, clock, signal, lock, onChange });
  await work.record({ type: 'begin', plan: plan.id });
  const concurrency = Math.max(1, options.concurrency ?? 4);
  const reads = options.reconcile ?? defaultReads;
  const first = states.nothingSent;
  const aged = mustLook || isAged(clock.now() - (states.lastSent ?? plan.created), recheckAfter);
  const follow = (): Promise<DeletionEnd> => {
    if (plan.kind === 'deleteCodes') {
      const readCodes = options.readCodes ?? codesBy(client);
      return new CodeDeletion(work, { concurrency, reads, readCodes, mustLook: aged, onPhase }).follow();
    }
    if (plan.kind === 'applyPlan') {
      // English: it never happens.
      if (!options.steps) throw new Error('A run of steps needs to know what they are.');
      return new StepRun(work, options.steps(codes), { concurrency, reads, onPhase }).follow();
    }
    const decided = options.decided && new Set(options.decided.flatMap((group) => group.codes));
    const { decision } = options;
    return new RunStateMachine(work, { concurrency, reads, decision, decided, first, aged, onPhase }).follow();
  };
  try {
    const { state, reason, left } = await follow();
    await work.record({ type: 'state', state, counts: states.counts, reason });
    return {
      folder,
      state,
      counts: states.counts,
      reason,
      undecided: undecidedOf(states, codes),
      unshown: states.unshown,
      ...(left && { left }),
    };
  } finally {
    progress.end();
  }
}

/** A clock that was set back tells nothing of how long ago something was. */
function isAged(age: number, recheckAfter: number): boolean {
  return age < 0 || age > recheckAfter;
}

/** The codes of a run that lies still and needs a decision, by why they do. */
export async function readUndecided(folder: string): Promise<Undecided[]> {
  const { states, codes } = await openRowStates(folder);
  return undecidedOf(states, codes);
}

function undecidedOf(states: RowStates, codes: readonly string[]): Undecided[] {
  const groups = Map.groupBy(states.ambiguous, ([, why]) => why);
  return [...groups].map(([why, rows]) => {
    const [said] = rows.flatMap(([row]) => states.resultOf(row).reason ?? []);
    return { why, codes: rows.map(([row]) => codes[row] ?? ''), ...(said === undefined ? {} : { said }) };
  });
}

/** Between two reports, in milliseconds. */
const interval = 100;

/** Reports at most ten times a second, and what came last is never lost. */
class Throttle {
  readonly #report: () => void;
  #last = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(report: () => void) {
    this.#report = report;
  }

  touch(): void {
    if (this.#timer) return;
    const wait = this.#last + interval - performance.now();
    if (wait <= 0) this.#now();
    else this.#timer = setTimeout(() => this.#now(), wait);
  }

  end(): void {
    this.#now();
  }

  #now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#last = performance.now();
    this.#report();
  }
}
