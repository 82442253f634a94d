// The local service's commands and its address.
import type * as vscode from 'vscode';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { ServiceLocation, wantedKey } from './address.ts';
import { LocalServiceHost } from './host.ts';
import { askForManners } from './manners.ts';

export function registerLocalService(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  commands: CommandRegistry,
  changes: Changes,
): ServiceLocation {
  const location = new ServiceLocation();
  const host = new LocalServiceHost(context, log, location, changes);
  context.subscriptions.push(location, host);
  commands.register('boxOffice.startLocalService', () => host.start());
  commands.register('boxOffice.startLocalServiceAs', async () => host.startAs(await askForManners()));
  commands.register('boxOffice.stopLocalService', () => host.stop());
  commands.register('boxOffice.resetLocalService', () => host.reset());
  if (location.outside || context.workspaceState.get(wantedKey))
    host.resume().catch((error: unknown) => log.error('local service: it could not be started again', String(error)));
  return location;
}
