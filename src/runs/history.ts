// The runs that were: how each stands, and how to be rid of one.
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { RunError, systemCodeOf } from './errors.ts';
import { journalName, readJournal } from './journal.ts';
import { RowStates } from './row-states.ts';
import { acquireLock, isLocked } from './lock.ts';
import { readPlan, type RunPlan } from './plan.ts';
import type { StoredRecord } from './records.ts';
import type { PauseReason, RunCounts, RunState } from './types.ts';
import { readPlannedCodes } from './classify.ts';

export interface RunSummary {
  readonly folder: string;
  readonly state: RunState;
  /** Not of a damaged run. */
  readonly plan?: RunPlan | undefined;
  readonly counts?: RunCounts | undefined;
  /** When something last happened to it. */
  readonly time?: number | undefined;
  readonly reason?: PauseReason | undefined;
}

/** All runs in a folder, the newest first. */
export async function listRuns(folder: string): Promise<RunSummary[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const runs: RunSummary[] = [];
  for (const name of names.sort().reverse()) {
    const summary = await summarise(join(folder, name));
    if (summary) runs.push(summary);
  }
  return runs;
}

/** How one run stands; undefined when there is none. */
export async function summarise(folder: string): Promise<RunSummary | undefined> {
  try {
    const plan = await readPlan(folder);
    const records = await readJournal(folder);
    const last = records.at(-1);
    const state = await stateOf(folder, records);
    // A state's own counts save reading all the codes.
    const counts = last?.type === 'state' ? last.counts : (await openRowStates(folder)).states.counts;
    return {
      folder,
      state,
      plan,
      counts,
      time: last?.time ?? plan.created,
      reason: last?.type === 'state' ? last.reason : undefined,
    };
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return error.kind === 'missing' ? undefined : { folder, state: 'damaged' };
  }
}

async function stateOf(folder: string, records: readonly StoredRecord[]): Promise<RunState> {
  if (await isLocked(folder)) return 'running';
  const last = records.at(-1);
  if (!last || records.every(({ type }) => type === 'begin')) return 'planned';
  return last.type === 'state' ? last.state : 'interrupted';
}

export async function openRowStates(folder: string): Promise<{ plan: RunPlan; codes: readonly string[]; states: RowStates }> {
  const plan = await readPlan(folder);
  const { codes, classes } = await readPlannedCodes(folder, plan.codes);
  const states = new RowStates(classes);
  states.replay(await readJournal(folder));
  // Unless a process is at work, what has no result is unknown.
  if (!(await isLocked(folder)))
    for (const attempt of states.openAttempts) states.apply({ type: 'unknown', attempt, reason: '' });
  return { plan, codes, states };
}

/** Whether another run to the same event did something since then. */
export async function isOvertaken(folder: string, { addresses, eventId }: RunPlan, since: number): Promise<boolean> {
  const home = dirname(folder);
  for (const name of await readdir(home)) {
    const other = join(home, name);
    const time = name === basename(folder) ? undefined : await timeOf(other);
    if (time === undefined || time < since) continue;
    const plan = await readPlan(other).catch(() => undefined);
    if (plan?.addresses.ticket === addresses.ticket && plan.eventId === eventId) return true;
  }
  return false;
}

/** When the journal of a run was written last. */
async function timeOf(folder: string): Promise<number | undefined> {
  return stat(join(folder, journalName)).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}

/** Forgets a run; what it made stays made. Not while a process is at work on it. */
export async function discardRun(folder: string): Promise<void> {
  const lock = await acquireLock(folder);
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  } finally {
    await lock.release();
  }
}
