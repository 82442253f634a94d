// What plans take of runs, and which applied plan is meant: that of a row, of a result file, or the one that somebody chooses.
import * as vscode from 'vscode';
import { ask } from '../platform/questions.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import type { RunHost } from '../runs/index.ts';

export type { RunHost };
export { readingClient } from '../runs/run-client.ts';
export { notifyRunEnd } from '../runs/run-end.ts';

const { l10n } = vscode;

export async function pickRun(host: RunHost, row: unknown): Promise<{ readonly id: string }> {
  const runs = await host.revertible();
  const runId = typeof row === 'object' && row !== null ? (row as { runId?: unknown }).runId : undefined;
  const isResult = row instanceof vscode.Uri;
  const given = isResult ? runs.find(({ result }) => result === row.fsPath) : runs.find(({ id }) => id === runId);
  if (given) return given;
  if (isResult)
    throw new UserError(l10n.t('This file is not the result of a plan that can be reverted here.'), nextStep.showRuns());
  if (runId !== undefined) throw new UserError(l10n.t('Nothing of this plan was done, so there is nothing to revert.'));
  if (runs.length === 0) throw new UserError(l10n.t('No plan was applied that could be reverted.'), nextStep.showRuns());
  const items = runs.map((run) => ({
    label: run.plan?.eventLabel ?? run.id,
    description: host.environmentLabel(run.plan?.environment ?? ''),
    detail: new Date(run.time ?? 0).toLocaleString(vscode.env.language),
    run,
  }));
  const title = l10n.t('Revert which plan?');
  const chosen = await ask(() => vscode.window.showQuickPick(items, { title, matchOnDescription: true, ignoreFocusOut: true }));
  if (!chosen) throw new vscode.CancellationError();
  return chosen.run;
}
