// How a run ended, said once: exact counts, the reason, and the next step as a button.
import * as vscode from 'vscode';
import type { RunReport } from '../../runs/index.ts';
import type { Connections } from '../account/index.ts';
import { plain } from '../platform/notify.ts';
import type { RunHost } from './run-host.ts';
import { endMessage } from './run-messages.ts';
import { runsViewId } from './runs-tree.ts';

interface NextStep {
  readonly title: string;
  readonly run: () => PromiseLike<unknown>;
}

/** For whoever does not look at the page that began the run. */
export async function notifyRunEnd(host: RunHost, connections: Connections, id: string, report: RunReport): Promise<void> {
  const run = await host.find(id);
  if (!run?.plan) return;
  const { eventLabel: event, environment } = run.plan;
  const label = connections.of(environment)?.environment.label ?? environment;
  const message = endMessage(report, { event, environment: label, result: run.result });
  const isPlain = report.state === 'finished' && report.counts.rejected + report.counts.unknown === 0;
  const show = isPlain ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const chosen = await show(plain(message), ...stepsAfter(id, report));
  await chosen?.run();
}

function stepsAfter(id: string, { state, reason }: RunReport): NextStep[] {
  const command = (title: string, name: string) => ({ title, run: () => vscode.commands.executeCommand(name, { runId: id }) });
  const openResult = command(vscode.l10n.t('Open Result'), 'boxOffice.openRunResult');
  if (state === 'finished') return [openResult];
  const resume =
    state === 'needsDecision'
      ? vscode.l10n.t('Decide…')
      : reason?.kind === 'unauthorized'
        ? vscode.l10n.t('Sign In and Resume')
        : vscode.l10n.t('Resume');
  return [command(resume, 'boxOffice.resumeRuns'), openResult, showRuns()];
}

export function showRuns(): NextStep {
  return { title: vscode.l10n.t('Show Runs'), run: () => vscode.commands.executeCommand(`${runsViewId}.focus`) };
}
