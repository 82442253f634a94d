// The local service's commands and its address. Its code is loaded with the first use.
import type * as vscode from 'vscode';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { lazy } from '../platform/lazy.ts';
import { afterStart } from '../platform/progress.ts';
import { ServiceLocation, wantedKey } from './address.ts';

export function registerLocalService(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  commands: CommandRegistry,
  changes: Changes,
): ServiceLocation {
  const location = new ServiceLocation();
  context.subscriptions.push(location);
  const host = lazy(async () => {
    const { LocalServiceHost } = await import('./host.ts');
    const made = new LocalServiceHost(context, log, location, changes);
    context.subscriptions.push(made);
    return made;
  });
  commands.register('boxOffice.startLocalService', async () => (await host()).start());
  commands.register('boxOffice.startLocalServiceAs', async () => {
    const { askForManners } = await import('./manners.ts');
    await (await host()).startAs(await askForManners());
  });
  commands.register('boxOffice.stopLocalService', async () => (await host()).stop());
  commands.register('boxOffice.resetLocalService', async () => (await host()).reset());
  afterStart(context, async () => {
    if (!location.outside && !context.workspaceState.get(wantedKey)) return undefined;
    const resumed = (await host()).resume();
    await resumed.catch((error: unknown) => log.error('local service: it could not be started again', String(error)));
    return undefined;
  });
  return location;
}
