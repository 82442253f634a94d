// Long work that a person can see: the Runs view and its commands.
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { CommandRegistry } from '../platform/commands.ts';
import { cancelRuns, discardRuns, openResults, resumeRuns } from './run-commands.ts';
import type { RunHost, RunHostServices } from './run-host.ts';
import { RunsView } from './runs-view.ts';

export type { RunHost } from './run-host.ts';

/** Gives the runs of this window. */
export function registerRuns(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  services: Omit<RunHostServices, 'folder'>,
  log: vscode.LogOutputChannel,
): RunHost {
  const view = new RunsView(context, { ...services, folder: join(context.globalStorageUri.fsPath, 'runs') });
  const { host } = view;
  commands.register('boxOffice.resumeRuns', (...args: unknown[]) => resumeRuns(host, args));
  commands.register('boxOffice.cancelRun', (...args: unknown[]) => cancelRuns(host, args));
  commands.register('boxOffice.openRunResult', (...args: unknown[]) => openResults(host, args));
  commands.register('boxOffice.discardRun', (...args: unknown[]) => discardRuns(host, args));
  view.look().catch((error: unknown) => log.error('runs', String(error)));
  return host;
}
