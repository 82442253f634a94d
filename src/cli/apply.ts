// `box-office apply`: carries out a plan, each step exactly once, and says what the service shows of it.
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { addressText, stringifyJson } from '../client/index.ts';
import { partsOf, sentFields, wrongTarget, type PlanFile } from '../plans/index.ts';
import { lookAtSteps, stepStops } from '../plans/apply.ts';
import { changesIn } from '../plans/summary.ts';
import type { RunReport, RunSummary } from '../runs/index.ts';
import { exitCodes, RefusedError, UsageError, type Command, type Given, type Io } from './command.ts';
import { connect, connectHelp, connectOptions, type Connection } from './connect.ts';
import { visible, visibleLines } from './failures.ts';
import { checkPlanFile, readNamedFile, refuseProblems } from './json-files.ts';
import { carryOut, runOf, stateFolder, stepResults, stepText, writeResultTo, type StepResult } from './plan-run.ts';
import { environmentOption, givenEnvironment } from './plan-target.ts';

export const applyCommand: Command = {
  name: 'apply',
  usage: '<file.boxoffice-plan.json> --yes [options]',
  about: 'Carry out a plan: each step exactly once, and done when a read shows it.',
  options: [
    { name: 'yes', about: 'Carry it out. Without it nothing is sent.' },
    { name: 'dry-run', about: 'List the steps, and send nothing.' },
    { name: 'result', value: 'FILE', about: 'Write what became of each step there, as CSV.' },
    { name: 'state-dir', value: 'FOLDER', about: 'Where journals are kept; by default where programs keep their state.' },
    environmentOption,
    ...connectOptions,
  ],
  more: `It refuses when what the plan changes is no longer as it was, or when the plan is for another address.
What is cancelled, interrupted or paused goes on with the same command: what is in doubt is read, and nothing is done twice.

${connectHelp}

Examples
  box-office apply raise.boxoffice-plan.json --dry-run
  box-office apply raise.boxoffice-plan.json --yes --result raise.csv`,
  run: apply,
};

async function apply(given: Given, io: Io): Promise<number> {
  const [path, ...more] = given.positionals;
  if (path === undefined) throw new UsageError('Name the plan (*.boxoffice-plan.json).');
  if (more.length > 0) throw new UsageError('Name one plan at a time.');
  if (given.has('yes') && given.has('dry-run')) throw new UsageError('Give --yes or --dry-run, not both.');
  const plan = await readPlan(path, io);
  await requireResultFolder(given, io);
  const connection = await connect(given, io);
  const environment = givenEnvironment(given, io) ?? plan.event.environment ?? '';
  const wrong = wrongTarget(plan, { environment, at: connection });
  if (wrong !== undefined) throw new RefusedError(visible(`${wrong} Nothing was sent.`));
  if (plan.steps.length === 0) return nothingToDo(given, io);
  const folder = stateFolder(given, io);
  const before = await runOf(plan, folder);
  refuseRun(before);
  if (!given.isJson) for (const line of planLines(plan, connection, before)) io.err(visible(line));
  if (!before) await refuseStops(plan, connection, io);
  if (!given.has('yes')) return showOnly(plan, connection, given, io);
  io.signal.throwIfAborted();
  const report = await carryOut({ plan, path, environment, folder, connection, before }, io);
  return sayEnd(report, plan, connection, given, io);
}

async function readPlan(path: string, io: Io): Promise<PlanFile> {
  const { plan, problems } = checkPlanFile(await readNamedFile(path, io));
  refuseProblems(path, problems);
  return plan as PlanFile;
}

/** What was done cannot be done again: that nobody hears what became of it must show before. */
async function requireResultFolder(given: Given, { cwd }: Io): Promise<void> {
  const name = given.one('result');
  if (name === undefined) return;
  const folder = await stat(dirname(resolve(cwd, name))).catch(() => undefined);
  if (!folder?.isDirectory())
    throw new UsageError(visible(`--result: ${name} cannot be written: its folder is not there. Nothing was sent.`), {
      file: name,
    });
}

function nothingToDo(given: Given, io: Io): number {
  if (given.isJson) io.out(stringifyJson({ state: 'finished', counts: { wanted: 0 }, steps: [] }));
  else io.err('The plan has no steps: there is nothing to do.');
  return exitCodes.done;
}

function refuseRun(run: RunSummary | undefined): void {
  if (run?.state === 'running') throw new RefusedError('Another process is carrying out this plan. Nothing was sent.');
  if (run?.state !== 'finished') return;
  const when = new Date(run.time ?? 0).toISOString();
  throw new RefusedError(`This plan was carried out before, at ${when}. Nothing was sent; make a new plan.`, { applied: when });
}

/** Where, how much, and what goes away for good. */
function planLines({ event, addresses, steps }: PlanFile, { dialect }: Connection, before: RunSummary | undefined): string[] {
  const parts = partsOf(steps);
  const counted = parts.map((part) => ({
    kind: part.kind,
    state: part.state,
    fields: part.steps.flatMap((step) => sentFields(step, dialect)),
  }));
  const { wanted = 0, left = 0 } = before?.counts ?? {};
  const gone = parts.filter(({ state }) => state === 'removed').map(({ path }) => path);
  return [
    `${event.name ?? 'Event'} (${event.id}) in ${event.environment ?? '?'}, ${addressText(addresses)}`,
    `${changesIn(counted).text}. Steps: ${steps.length}.`,
    ...(gone.length > 0 ? [`These go away for good: ${gone.join(', ')}.`] : []),
    ...(before ? [`It was begun before: ${wanted - left} of ${wanted} steps were sent. It goes on with the rest.`] : []),
  ];
}

/** What has changed since the plan was made, or is not allowed by now, before anything is sent. */
async function refuseStops(plan: PlanFile, { client, dialect }: Connection, { signal }: Io): Promise<void> {
  const looks = await lookAtSteps(plan, client, dialect);
  signal.throwIfAborted();
  const stops = [...new Set(plan.steps.flatMap((step, index) => stepStops(step, looks.get(index), dialect)))];
  if (stops.length === 0) return;
  throw new RefusedError(visibleLines(['Nothing was sent; make a new plan.', ...stops]), { stops });
}

function showOnly({ steps }: PlanFile, { dialect }: Connection, given: Given, io: Io): number {
  const lines = steps.map((step) => stepText(step, dialect));
  const isDry = given.has('dry-run');
  if (!isDry) {
    const message = 'Nothing was sent. Add --yes to carry it out, or --dry-run to see each step.';
    throw new RefusedError(message, { steps: steps.length });
  }
  if (given.isJson)
    io.out(
      stringifyJson({
        state: 'planned',
        steps: steps.map(({ id, operation, input }, at) => ({ step: id, operation, input, text: lines[at] })),
      }),
    );
  else for (const [at, line] of lines.entries()) io.out(visible(`${at + 1}. ${line}`));
  return exitCodes.done;
}

async function sayEnd(report: RunReport, plan: PlanFile, { dialect }: Connection, given: Given, io: Io): Promise<number> {
  const { state, counts, reason, folder } = report;
  const steps = await stepResults(folder);
  const name = given.one('result');
  let resultProblem: string | undefined;
  const file = await (name === undefined ? undefined : writeResultTo(name, folder, dialect, io))?.catch((error: unknown) => {
    resultProblem = `${name} was not written: ${(error as Error).message}`;
    return undefined;
  });
  if (given.isJson) {
    const document = { state, event: plan.event, counts, reason, steps, result: file, resultProblem, run: folder };
    io.out(stringifyJson(document));
  } else {
    for (const line of linesOf(steps)) io.out(visible(line));
    const { wanted, made, existed, rejected, unknown, left } = counts;
    const numbers = { 'Done': made, 'So already': existed, 'Not done': rejected, 'Not known': unknown, 'Not sent': left };
    const shown = Object.entries(numbers).filter(([label, count]) => count > 0 || label === 'Done');
    io.err([`Steps: ${wanted}`, ...shown.map(([label, count]) => `${label}: ${count}`)].join('; '));
    if (reason) io.err(visible(`It paused: ${reason.message}`));
    for (const line of endLines(report)) io.err(line);
    if (file !== undefined) io.err(visible(`${file} says what became of each.`));
    if (resultProblem !== undefined) io.err(visible(resultProblem));
  }
  const code = exitCodeOf(report);
  return code === exitCodes.done && resultProblem !== undefined ? exitCodes.unwritten : code;
}

function linesOf(steps: readonly StepResult[]): string[] {
  return steps.map(({ operation, record, result, reason, id }) => {
    const after = reason ?? (id === undefined ? undefined : `id ${id}`);
    return `${result}: ${record}: ${operation}${after === undefined ? '' : ` (${after})`}`;
  });
}

function endLines({ state, counts, unshown }: RunReport): string[] {
  switch (state) {
    case 'cancelled':
      return [
        'It was cancelled. What was under way is finished and read back with the same command, which goes on with the rest.',
      ];
    case 'paused':
      return ['Give the same command to go on.'];
    case 'needsDecision':
      return ['Of these steps nobody can see whether they were done: look at the service, then make a new plan.'];
    case 'finished':
      if (counts.rejected > 0) return [];
      return [
        unshown === 0 ? 'All of it was read back.' : `All that this service shows was read back. Not shown by it: ${unshown}.`,
      ];
  }
}

function exitCodeOf({ state, counts }: RunReport): number {
  // Whether a write was done is worth more to know than that it was cancelled.
  if (counts.unknown > 0) return exitCodes.unknown;
  if (state === 'cancelled') return exitCodes.cancelled;
  return state === 'finished' && counts.rejected === 0 ? exitCodes.done : exitCodes.failed;
}
