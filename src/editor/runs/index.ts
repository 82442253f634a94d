// Long work that a person can see: the Runs view and its commands. Nothing of it is loaded while there are no runs.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { afterStart } from '../platform/progress.ts';
import { lazy } from '../platform/lazy.ts';
import type { Pauses } from '../platform/settings.ts';
import type { RunParts } from './run-commands.ts';
import type { RunHost } from './run-host.ts';

/** Gives the runs of this window. */
export type LoadRuns = () => Promise<RunHost>;

export function registerRuns(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  connections: Connections,
  changes: Changes,
  log: vscode.LogOutputChannel,
  pauses: Pauses,
): LoadRuns {
  const folder = () => join(context.globalStorageUri.fsPath, 'runs');
  const view = lazy(async () => {
    const { RunsView } = await import('./runs-view.ts');
    return new RunsView(context, { folder: folder(), connections, changes, pauses });
  });
  const host = async () => (await view()).host();
  registerCommands(commands, async () => ({ host: await host(), connections }));
  afterStart(context, async () => {
    const names = await readdir(folder()).catch(() => []);
    if (names.length > 0) await (await view()).look().catch((error: unknown) => log.error('runs', String(error)));
    return undefined;
  });
  return host;
}

function registerCommands(commands: CommandRegistry, parts: () => Promise<RunParts>): void {
  const actions = () => import('./run-commands.ts');
  commands.register('boxOffice.resumeRuns', async (row?: unknown, selected?: unknown) =>
    (await actions()).resumeRuns(await parts(), row, selected),
  );
  commands.register('boxOffice.cancelRun', async (row?: unknown, selected?: unknown) =>
    (await actions()).cancelRun(await parts(), row, selected),
  );
  commands.register('boxOffice.openRunResult', async (row?: unknown, selected?: unknown) =>
    (await actions()).openRunResult(await parts(), row, selected),
  );
  commands.register('boxOffice.discardRun', async (row?: unknown, selected?: unknown) =>
    (await actions()).discardRuns(await parts(), row, selected),
  );
}
