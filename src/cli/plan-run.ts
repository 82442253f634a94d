// A plan as a run: where its journal is kept, which run of it there is already, how it is carried out, and what became of each step.
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { operations, parseJson, stringifyJson, titleOf, type Dialect } from '../client/index.ts';
import { countText } from '../client/l10n.ts';
import { planText, sentFields, stepsOf, storePlan, type PlanFile, type PlanStep } from '../plans/index.ts';
import {
  discardRun,
  hashText,
  listRuns,
  readResults,
  resumeRun,
  RunError,
  runPlan,
  writeResult,
  type CodeResult,
  type RunOptions,
  type RunReport,
  type RunSummary,
} from '../runs/index.ts';
import { RefusedError, type Given, type Io, UsageError } from './command.ts';
import type { Connection } from './connect.ts';
import { visible, visibleLines } from './failures.ts';

/** One folder for all plans of a user: runs of one event keep out of each other's way only there, and a plan may lie on a read-only disk. */
export function stateFolder(given: Given, { env, cwd }: Pick<Io, 'env' | 'cwd'>): string {
  const named = given.one('state-dir');
  if (named !== undefined) return resolve(cwd, named);
  const home = env.HOME ?? env.USERPROFILE ?? homedir();
  const places: Partial<Record<NodeJS.Platform, string>> = {
    win32: join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'box-office'),
    darwin: join(home, 'Library', 'Application Support', 'box-office'),
  };
  // An address that is not absolute is none, says the standard of these variables.
  const state = env.XDG_STATE_HOME?.startsWith('/') ? env.XDG_STATE_HOME : join(home, '.local', 'state');
  return join(places[process.platform] ?? join(state, 'box-office'), 'runs');
}

function hashOf(plan: PlanFile): string {
  return hashText(planText(plan));
}

/** The newest run of the very same plan. */
export async function runOf(plan: PlanFile, folder: string): Promise<RunSummary | undefined> {
  const sha256 = hashOf(plan);
  const runs = await listRuns(folder).catch((error: unknown) => {
    throw noJournal((error as NodeJS.ErrnoException).code);
  });
  return runs.find((run) => run.plan?.kind === 'applyPlan' && run.plan.input.sha256 === sha256);
}

interface Work {
  readonly plan: PlanFile;
  readonly path: string;
  readonly environment: string;
  readonly folder: string;
  readonly connection: Connection;
  readonly before: RunSummary | undefined;
}

/** Begins a run, or goes on with the one that there is. */
export async function carryOut({ plan, path, environment, folder, connection, before }: Work, io: Io): Promise<RunReport> {
  const { client, dialect } = connection;
  const sha256 = hashOf(plan);
  const options: RunOptions = {
    client,
    target: { environment, at: connection, inputSha256: sha256 },
    steps: stepsOf(client, () => ({ dialect, now: Date.now() })),
    signal: io.signal,
    onProgress: progressTo(io),
  };
  const sayWhat = () => io.err('Cancelled: what is under way is finished first, so that its outcome is known.');
  io.signal.addEventListener('abort', sayWhat, { once: true });
  if (before) return resumeRun(before.folder, options).catch(refusing);
  const { title: _title, addresses: _addresses, ...own } = plan;
  const input = { kind: 'plan', path: resolve(io.cwd, path), sha256 };
  const planned = await storePlan(own, { folder, environment, at: connection, input }).catch(refusing);
  try {
    return await runPlan(planned, options);
  } catch (error) {
    // Nothing was sent, so that there is nothing to go on with.
    if (error instanceof RunError && ['stalePlan', 'busy'].includes(error.kind)) await discardRun(planned.folder);
    return refusing(error);
  }
}

function refusing(error: unknown): never {
  if (!(error instanceof RunError)) throw error;
  const { reasons = [], pid } = error.details;
  switch (error.kind) {
    case 'stalePlan':
      throw new RefusedError(
        visibleLines(['The event has changed since the plan was made. Nothing was sent; make a new plan.', ...reasons]),
        { reasons },
      );
    case 'busy':
    case 'locked':
      throw new RefusedError(
        `Another process${pid === undefined ? '' : ` (${pid})`} is at work on this event. Nothing was sent.`,
      );
    case 'storage':
      throw noJournal(error.systemCode);
    case 'journal':
      throw new Error(
        `The journal cannot be written any more (${error.systemCode ?? error.message}). Give the same command to go on.`,
      );
    default:
      throw new Error(`The run cannot go on (${error.kind}): ${error.message}`);
  }
}

function noJournal(code = 'unknown reason'): UsageError {
  return new UsageError(`The journal cannot be kept (${code}). Give --state-dir another folder.`);
}

/** Milliseconds between two lines; a log is read later, and wants few. */
const toldEvery = { terminal: 1000, log: 10_000 };

function progressTo(io: Io): NonNullable<RunOptions['onProgress']> {
  const every = toldEvery[io.isTerminal ? 'terminal' : 'log'];
  let told = io.isTerminal ? -Infinity : performance.now();
  return ({ counts: { wanted, left, unknown }, phase }) => {
    const now = performance.now();
    if (now - told < every) return;
    told = now;
    const done = `${countText(wanted - left - unknown)} of ${countText(wanted)} steps`;
    io.err(phase === 'readingBack' ? `${done}; reading back what was done` : done);
  };
}

const outcomes: Readonly<Record<CodeResult['outcome'], string>> = {
  made: 'done',
  existed: 'was so already',
  rejected: 'not done',
  unknown: 'not known',
  left: 'not sent',
};

/** What became of a step that nobody can look at. */
const answered = 'answered, not shown by this service';

export interface StepResult {
  readonly step: string;
  readonly operation: string;
  readonly record: string;
  readonly result: string;
  readonly reason?: string;
  /** Of the record that it made. */
  readonly id?: string;
}

export async function stepResults(folder: string): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for await (const { code, outcome, reason, id, isUnshown } of readResults(folder)) {
    const { id: step, operation, record } = parseJson(code) as PlanStep;
    const own = { ...(reason !== undefined && { reason }), ...(id !== undefined && { id }) };
    results.push({ step, operation, record: record.path, result: isUnshown ? answered : outcomes[outcome], ...own });
  }
  return results;
}

/** A file that is there already is never touched: the next free name is taken. Gives its path. */
export function writeResultTo(name: string, run: string, dialect: Dialect, { cwd }: Io): Promise<string> {
  const path = resolve(cwd, name);
  return writeResult(run, {
    folder: dirname(path),
    name: basename(path).replace(/\.csv$/i, ''),
    words: {
      header: ['row', 'step', 'result', 'reason'],
      code: ({ code }) => visible(stepText(parseJson(code) as PlanStep, dialect)),
      result: ({ outcome, isUnshown }) => (isUnshown ? answered : outcomes[outcome]),
      reason: ({ reason, id }) => visible(reason ?? (id === undefined ? '' : `id ${id}`)),
    },
  });
}

/** One step in one line, by what it sends and nothing that a file says of it. */
export function stepText(step: PlanStep, dialect: Dialect): string {
  const shown = (value: unknown) => (typeof value === 'string' ? value : stringifyJson(value));
  const fields = sentFields(step, dialect).map(({ field, before, after }) => {
    const next = after === undefined ? 'none' : shown(after);
    return before === undefined ? `${field}: ${next}` : `${field}: ${shown(before)} → ${next}`;
  });
  return [`${step.record.path}: ${titleOf(operations[step.operation])}`, ...fields].join('; ');
}
