// Long work that a person can see: the Runs view and its commands. Nothing of it is loaded while there are no runs.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { CommandRegistry } from '../platform/commands.ts';
import { lazy } from '../platform/lazy.ts';
import { afterStart } from '../platform/progress.ts';
import type { RunHost, RunHostServices } from './run-host.ts';

/** Gives the runs of this window. */
export type LoadRuns = () => Promise<RunHost>;

export function registerRuns(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  services: Omit<RunHostServices, 'folder'>,
  log: vscode.LogOutputChannel,
): LoadRuns {
  const folder = () => join(context.globalStorageUri.fsPath, 'runs');
  const view = lazy(async () => {
    const { RunsView } = await import('./runs-view.ts');
    return new RunsView(context, { ...services, folder: folder() });
  });
  const host = async () => (await view()).host();
  const actions = () => import('./run-commands.ts');
  commands.register('boxOffice.resumeRuns', async (...args: unknown[]) => (await actions()).resumeRuns(await host(), args));
  commands.register('boxOffice.cancelRun', async (...args: unknown[]) => (await actions()).cancelRuns(await host(), args));
  commands.register('boxOffice.openRunResult', async (...args: unknown[]) => (await actions()).openResults(await host(), args));
  commands.register('boxOffice.discardRun', async (...args: unknown[]) => (await actions()).discardRuns(await host(), args));
  afterStart(context, async () => {
    const names = await readdir(folder()).catch(() => []);
    if (names.length > 0) await (await view()).look().catch((error: unknown) => log.error('runs', String(error)));
    return undefined;
  });
  return host;
}
