// The commands on runs: each works on rows, and from the palette by asking which runs are meant.
import * as vscode from 'vscode';
import { withoutIcons } from '../platform/notify.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { notifyRunEnd } from './run-end.ts';
import type { RunHost, ShownRun } from './run-host.ts';
import { formatCount, progressText, runLabel, stateText } from './run-messages.ts';
import { hasResult, isResumable } from './runs-view.ts';

const { l10n } = vscode;

/** Those to one event one after the other. One that cannot go on does not keep the others from it. */
export async function resumeRuns(host: RunHost, args: readonly unknown[]): Promise<void> {
  const runs = await chosenRuns(host, args, isResumable, l10n.t('Resume which runs?'), l10n.t('There is no run to resume.'));
  const resume = async ({ id }: ShownRun) => {
    const report = await host.resume(id);
    void notifyRunEnd(host, id, report);
  };
  const events = Map.groupBy(runs, ({ plan }) => `${plan?.addresses.ticket} ${plan?.eventId}`);
  const results = await Promise.all([...events.values()].map((group) => inTurn(group, resume)));
  const failed = results.flat().filter((result) => result.status === 'rejected');
  for (const { reason } of failed) if (!(reason instanceof vscode.CancellationError)) throw reason;
}

async function inTurn<T>(values: readonly T[], work: (value: T) => Promise<void>): Promise<PromiseSettledResult<void>[]> {
  const results: PromiseSettledResult<void>[] = [];
  for (const value of values) results.push(...(await Promise.allSettled([work(value)])));
  return results;
}

export async function cancelRuns(host: RunHost, args: readonly unknown[]): Promise<void> {
  const runs = await chosenRuns(
    host,
    args,
    ({ isHere }) => isHere,
    l10n.t('Cancel which runs?'),
    l10n.t('No run is under way in this window.'),
  );
  for (const { id } of runs) host.cancel(id);
}

export async function openResults(host: RunHost, args: readonly unknown[]): Promise<void> {
  const runs = await chosenRuns(host, args, hasResult, l10n.t('Open the result of which runs?'), l10n.t('No run has a result.'));
  for (const run of runs) {
    const file = { path: await host.result(run.id), hasHeader: true };
    await vscode.commands.executeCommand('boxOffice.openAsTable', { title: l10n.t('Result: {0}', labelOf(run)), file });
  }
}

export async function discardRuns(host: RunHost, args: readonly unknown[]): Promise<void> {
  const runs = await chosenRuns(
    host,
    args,
    ({ state }) => state !== 'running',
    l10n.t('Discard which runs?'),
    l10n.t('There is no run to discard.'),
  );
  await confirmDiscard(runs);
  for (const { id } of runs) await host.discard(id);
}

async function confirmDiscard(runs: readonly ShownRun[]): Promise<void> {
  const [only] = runs;
  const question =
    runs.length === 1 && only ? l10n.t('Discard the run {0}?', labelOf(only)) : l10n.t('Discard {0} runs?', runs.length);
  const left = runs.reduce((sum, { counts }) => sum + (counts?.left ?? 0) + (counts?.unknown ?? 0), 0);
  const inFolder = runs.some(({ result, folder }) => result?.startsWith(folder));
  const hasKind = (kind: string) => runs.some(({ plan }) => (plan?.kind ?? 'createPasskeys') === kind);
  const detail = [
    left > 0 && hasKind('applyPlan')
      ? l10n.t(
          'Steps that were not sent, or are not known, can no longer be resumed; what was done can no longer be reverted from here.',
        )
      : '',
    left > 0 && (hasKind('createPasskeys') || hasKind('deleteCodes'))
      ? l10n.t('Codes that were not sent, or are not known, can no longer be resumed: {0}.', formatCount(left))
      : '',
    inFolder && !runs.every(({ plan }) => plan?.kind === 'applyPlan')
      ? l10n.t('The list of what became of each code goes away too.')
      : '',
    hasKind('createPasskeys') ? l10n.t('Passkeys that were created stay.') : '',
    hasKind('applyPlan') ? l10n.t('What the plan did stays done.') : '',
    hasKind('deleteCodes') ? l10n.t('Codes that were deleted stay deleted.') : '',
  ];
  const discard = l10n.t('Discard');
  const options = { modal: true, detail: detail.filter(Boolean).join('\n\n') };
  if ((await vscode.window.showWarningMessage(question, options, discard)) !== discard) throw new vscode.CancellationError();
}

/** The runs of the rows; from the palette, those that are chosen. `none` is what is said when no run fits. */
async function chosenRuns(
  host: RunHost,
  args: readonly unknown[],
  fits: (run: ShownRun) => boolean,
  title: string,
  none: string,
): Promise<readonly ShownRun[]> {
  const ids = idsFrom(args);
  if (ids.length > 0) {
    const runs = (await Promise.all(ids.map((id) => host.find(id)))).filter((run) => run !== undefined);
    const fitting = runs.filter(fits);
    if (fitting.length > 0) return fitting;
    const [run] = runs;
    const message = run ? l10n.t('The run {0} is {1}.', withoutIcons(labelOf(run)), stateText(run.state)) : none;
    throw new UserError(message, nextStep.showRuns());
  }
  const all = (await host.list()).filter(fits);
  if (all.length === 0) throw new UserError(none, nextStep.createPasskeys());
  if (all.length === 1) return all;
  const chosen = await vscode.window.showQuickPick(all.map(pickItem), { title, canPickMany: true, matchOnDescription: true });
  if (!chosen || chosen.length === 0) throw new vscode.CancellationError();
  return chosen.map(({ run }) => run);
}

function labelOf({ plan, id }: ShownRun): string {
  return plan ? runLabel(plan) : id;
}

function pickItem(run: ShownRun) {
  const { counts, state, plan } = run;
  const facts = [counts && progressText(counts), stateText(state), plan?.environment];
  return { label: withoutIcons(labelOf(run)), description: facts.filter(Boolean).join(' · '), run };
}

function idsFrom([row, selected]: readonly unknown[]): string[] {
  const rows: unknown[] = Array.isArray(selected) && selected.length > 0 ? (selected as unknown[]) : [row];
  return rows
    .map((each) => (typeof each === 'object' && each !== null ? (each as { runId?: unknown }).runId : undefined))
    .filter((id) => typeof id === 'string');
}
