// The commands on runs: each works on rows, and from the palette by asking which runs are meant.
import * as vscode from 'vscode';
import type { Connections } from '../account/index.ts';
import { withoutIcons } from '../platform/notify.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { notifyRunEnd } from './run-end.ts';
import type { RunHost, ShownRun } from './run-host.ts';
import { formatCount, progressText, runLabel, stateText } from './run-messages.ts';
import { isResumable } from './runs-tree.ts';

const { l10n } = vscode;

export interface RunParts {
  readonly host: RunHost;
  readonly connections: Connections;
}

/** Those to one event one after the other. One that cannot go on does not keep the others from it. */
export async function resumeRuns({ host, connections }: RunParts, row?: unknown, selected?: unknown): Promise<void> {
  const runs = await chosenRuns(host, row, selected, isResumable, {
    title: l10n.t('Resume which runs?'),
    none: l10n.t('There is no run to resume.'),
  });
  const resume = async ({ id }: ShownRun) => {
    const report = await host.resume(id);
    void notifyRunEnd(host, connections, id, report);
  };
  const events = Map.groupBy(runs, ({ plan }) => `${plan?.origin} ${plan?.eventId}`);
  const results = await Promise.all([...events.values()].map((group) => inTurn(group, resume)));
  const failed = results.flat().filter((result) => result.status === 'rejected');
  for (const { reason } of failed) if (!(reason instanceof vscode.CancellationError)) throw reason;
}

async function inTurn<T>(values: readonly T[], work: (value: T) => Promise<void>): Promise<PromiseSettledResult<void>[]> {
  const results: PromiseSettledResult<void>[] = [];
  for (const value of values) results.push(...(await Promise.allSettled([work(value)])));
  return results;
}

export async function cancelRun({ host }: RunParts, row?: unknown, selected?: unknown): Promise<void> {
  const runs = await chosenRuns(host, row, selected, ({ isHere }) => isHere, {
    title: l10n.t('Cancel which runs?'),
    none: l10n.t('No run is under way in this window.'),
  });
  for (const { id } of runs) host.cancel(id);
}

export async function openRunResult({ host }: RunParts, row?: unknown, selected?: unknown): Promise<void> {
  const runs = await chosenRuns(host, row, selected, ({ plan, state }) => plan !== undefined && state !== 'planned', {
    title: l10n.t('Open the result of which runs?'),
    none: l10n.t('No run has a result.'),
  });
  for (const { id } of runs) await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(await host.result(id)));
}

export async function discardRuns({ host }: RunParts, row?: unknown, selected?: unknown): Promise<void> {
  const runs = await chosenRuns(host, row, selected, ({ state }) => state !== 'running', {
    title: l10n.t('Discard which runs?'),
    none: l10n.t('There is no run to discard.'),
  });
  await confirmDiscard(runs);
  for (const { id } of runs) await host.discard(id);
}

/** Says what is lost, and what is not. */
async function confirmDiscard(runs: readonly ShownRun[]): Promise<void> {
  const [only] = runs;
  const question =
    runs.length === 1 && only
      ? l10n.t('Discard the run {0}?', only.plan ? runLabel(only.plan) : only.id)
      : l10n.t('Discard {0} runs?', runs.length);
  const left = runs.reduce((sum, { counts }) => sum + (counts?.left ?? 0) + (counts?.unknown ?? 0), 0);
  const inFolder = runs.some(({ result, folder }) => result?.startsWith(folder));
  const detail = [
    left > 0 ? l10n.t('Codes that were not sent, or are not known, can no longer be resumed: {0}.', formatCount(left)) : '',
    inFolder ? l10n.t('The list of what became of each code goes away too.') : '',
    l10n.t('Passkeys that were created stay.'),
  ];
  const discard = l10n.t('Discard');
  const options = { modal: true, detail: detail.filter(Boolean).join('\n\n') };
  if ((await vscode.window.showWarningMessage(question, options, discard)) !== discard) throw new vscode.CancellationError();
}

interface Question {
  readonly title: string;
  /** Why nothing can be asked. */
  readonly none: string;
}

async function chosenRuns(
  host: RunHost,
  row: unknown,
  selected: unknown,
  fits: (run: ShownRun) => boolean,
  { title, none }: Question,
): Promise<readonly ShownRun[]> {
  const ids = idsFrom(row, selected);
  if (ids.length > 0) {
    const runs = (await Promise.all(ids.map((id) => host.find(id)))).filter((run) => run !== undefined);
    const fitting = runs.filter(fits);
    if (fitting.length === 0) throw new UserError(runs[0] ? wrongState(runs[0]) : none, nextStep.showRuns());
    return fitting;
  }
  const all = (await host.list()).filter(fits);
  if (all.length === 0) throw new UserError(none, nextStep.createPasskeys());
  if (all.length === 1) return all;
  const items = all.map((run) => ({ label: labelOf(run), description: factsOf(run), run }));
  const chosen = await vscode.window.showQuickPick(items, { title, canPickMany: true, matchOnDescription: true });
  if (!chosen || chosen.length === 0) throw new vscode.CancellationError();
  return chosen.map(({ run }) => run);
}

function wrongState(run: ShownRun): string {
  return l10n.t('The run {0} is {1}.', labelOf(run), stateText(run.state));
}

/** Icons are written `$(name)`: a label of the service must not become one. */
function labelOf({ plan, id }: ShownRun): string {
  return withoutIcons(plan ? runLabel(plan) : id);
}

function factsOf({ counts, state, plan }: ShownRun): string {
  return [counts && progressText(counts), stateText(state), plan?.environment].filter(Boolean).join(' · ');
}

function idsFrom(row: unknown, selected: unknown): string[] {
  const rows: unknown[] = Array.isArray(selected) && selected.length > 0 ? (selected as unknown[]) : [row];
  return rows
    .map((each) => (typeof each === 'object' && each !== null ? (each as { runId?: unknown }).runId : undefined))
    .filter((id) => typeof id === 'string');
}
