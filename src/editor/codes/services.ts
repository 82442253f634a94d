// What the commands on files of codes share.
import * as vscode from 'vscode';
import type { Preflight } from '../../codes/index.ts';
import type { Connections } from '../account/index.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import type { Changes } from '../platform/changes.ts';
import type { CodeChecks } from './checks.ts';
import { nameOf } from './files.ts';
import { sizeText } from './messages.ts';

export interface CodeServices {
  readonly checks: CodeChecks;
  readonly connections: Connections;
  readonly changes: Changes;
  readonly log: vscode.LogOutputChannel;
  /** When to read back an upload, in milliseconds after its end. */
  readonly reads: readonly number[];
  /** Shows the check page of a file. */
  readonly show: (uri: vscode.Uri) => Promise<void>;
}

/** Checks a file for a command that goes on with it. */
export function checkFirst({ checks }: CodeServices, uri: vscode.Uri): Promise<Preflight> {
  return withDelayedProgress(vscode.l10n.t('Checking {0}', nameOf(uri)), (signal, report) =>
    checks.check(uri, { signal, onProgress: bytesReporter(report) }),
  );
}

/** Tells progress by bytes, once for each percent. */
export function bytesReporter(report: (step: { message: string; increment: number }) => void) {
  let shown = 0;
  return (bytes: number, total: number) => {
    const percent = Math.floor((100 * bytes) / Math.max(1, total));
    if (percent > shown) report({ increment: percent - shown, message: `${sizeText(bytes)} / ${sizeText(total)}` });
    shown = Math.max(shown, percent);
  };
}

export const showProblemsPanel = () => vscode.commands.executeCommand('workbench.actions.view.problems');
