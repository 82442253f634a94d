// A run that its window left behind, by a reload or a crash, is offered for resuming: once for each time that happens.
import * as vscode from 'vscode';
import { setTimeout as wait } from 'node:timers/promises';
import { plain } from '../platform/notify.ts';
import type { RunHost, ShownRun } from './run-host.ts';
import { showRuns } from './run-end.ts';
import { progressText } from './run-messages.ts';

const offeredKey = 'runs.offered';

/** Looks again while the process of a run seems to live: the one of a window that was reloaded dies a moment later. */
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

/** A run that was resumed and is interrupted again is another matter. */
function offerKey({ id, time }: ShownRun): string {
  return `${id} ${time ?? ''}`;
}

async function offer(runs: readonly ShownRun[]): Promise<void> {
  const [run] = runs;
  const message =
    runs.length === 1 && run?.plan && run.counts
      ? vscode.l10n.t('Creating passkeys in {0} was interrupted at {1}.', run.plan.eventLabel, progressText(run.counts))
      : vscode.l10n.t('{0} runs were interrupted.', runs.length);
  const nodes = runs.map(({ id }) => ({ runId: id }));
  const resume = {
    title: vscode.l10n.t('Resume'),
    run: () => vscode.commands.executeCommand('boxOffice.resumeRuns', nodes[0], nodes),
  };
  const chosen = await vscode.window.showWarningMessage(plain(message), resume, showRuns());
  await chosen?.run();
}
