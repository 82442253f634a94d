// Notifications about runs: how one ended, with exact counts and the reason; and those that a reload or a crash interrupted.
import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { DeletionOrder, RunPlan, RunReport } from '../../runs/index.ts';
import type { Connection } from '../account/index.ts';
import { notifyWith } from '../platform/notify.ts';
import { nextStep, type NextStep } from '../platform/user-error.ts';
import type { RunHost, RunOrder, ShownRun } from './run-host.ts';
import { endMessage, interruptedText, isGoodEnd } from './run-messages.ts';

const { l10n } = vscode;

/** For whoever does not look at the page that began the run. */
export async function notifyRunEnd(host: RunHost, id: string, report: RunReport): Promise<void> {
  const run = await host.find(id);
  if (!run?.plan) return;
  const message = endMessage(report, run.plan, host.environmentLabel(run.plan.environment), run.result);
  const copy = run.plan.deletion && copyStep(run.plan.deletion.copy);
  await notifyWith(isGoodEnd(report) ? 'info' : 'warning', message, ...stepsAfter(id, report, run.plan), ...(copy ? [copy] : []));
}

function copyStep(path: string): NextStep {
  return { title: l10n.t('Open Copy'), command: 'vscode.open', args: [vscode.Uri.file(path)] };
}

function stepsAfter(runId: string, { state, reason }: RunReport, { kind }: RunPlan): NextStep[] {
  const openResult = { title: l10n.t('Open Result'), command: 'boxOffice.openRunResult', args: [{ runId }] };
  const revert = { title: l10n.t('Revert…'), command: 'boxOffice.revertPlan', args: [{ runId }] };
  if (state === 'finished') return kind === 'applyPlan' ? [openResult, revert] : [openResult];
  const resume = reason?.kind === 'unauthorized' ? l10n.t('Sign In and Resume') : l10n.t('Resume');
  const title = state === 'needsDecision' && kind !== 'applyPlan' ? l10n.t('Decide…') : resume;
  return [{ title, command: 'boxOffice.resumeRuns', args: [{ runId }] }, openResult, nextStep.showRuns()];
}

const offeredKey = 'runs.offered';

/**
 * Offers interrupted runs for resuming, once for each time that happens. Looks again while the process of a run seems to live: the one of
 * a window that was reloaded dies a moment later.
 */
export async function offerInterrupted(host: RunHost, state: vscode.Memento, pause: number): Promise<void> {
  for (;;) {
    const runs = await host.list();
    const interrupted = runs.filter((run) => run.state === 'interrupted');
    const offered = state.get<readonly string[]>(offeredKey, []);
    const fresh = interrupted.filter((run) => !offered.includes(offerKey(run)));
    if (fresh.length > 0) {
      await state.update(offeredKey, interrupted.map(offerKey));
      void offer(fresh);
    }
    if (!runs.some((run) => run.state === 'running' && !run.isHere)) return;
    await wait(pause, undefined, { ref: false });
  }
}

/** A run that was resumed and is interrupted again is offered again. */
function offerKey({ id, time }: ShownRun): string {
  return `${id} ${time ?? ''}`;
}

async function offer(runs: readonly ShownRun[]): Promise<void> {
  const [run] = runs;
  const message =
    runs.length === 1 && run?.plan && run.counts
      ? interruptedText(run.plan, run.counts)
      : l10n.t('{0} runs were interrupted.', runs.length);
  const rows = runs.map(({ id }) => ({ runId: id }));
  const resume = { title: l10n.t('Resume'), command: 'boxOffice.resumeRuns', args: [rows[0], rows] };
  await notifyWith('warning', message, resume, nextStep.showRuns());
}

/** Deletes the codes of a ticket as a run, and tells how it ended. */
export async function deleteCodes(
  host: RunHost,
  connection: Connection,
  event: RunOrder['event'],
  order: DeletionOrder,
): Promise<void> {
  const { id, report } = await host.deleteCodes(connection, event, order);
  void notifyRunEnd(host, id, report);
}
