// The local service's commands and its place. Its code is loaded with the first use.
import type * as vscode from 'vscode';
import type { CommandRegistry } from '../platform/commands.ts';
import { afterStart } from '../platform/progress.ts';
import { lazy } from '../platform/lazy.ts';
import type { LocalServiceHost } from './host.ts';
import { ServicePlace, wantedKey } from './address.ts';

export function registerLocalService(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  commands: CommandRegistry,
): ServicePlace {
  const place = new ServicePlace();
  context.subscriptions.push(place);
  const host = lazy(() => load(context, log, place));
  commands.register('boxOffice.startLocalService', async () => (await host()).start());
  commands.register('boxOffice.stopLocalService', async () => (await host()).stop());
  commands.register('boxOffice.resetLocalService', async () => (await host()).reset());
  afterStart(context, async () => {
    if (place.outside || context.workspaceState.get(wantedKey)) await resume(await host(), log);
    return undefined;
  });
  return place;
}

async function load(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  place: ServicePlace,
): Promise<LocalServiceHost> {
  const { LocalServiceHost } = await import('./host.ts');
  const host = new LocalServiceHost(context, log, place);
  context.subscriptions.push(host);
  return host;
}

async function resume(host: LocalServiceHost, log: vscode.LogOutputChannel): Promise<void> {
  await host.resume().catch((error: unknown) => log.error('local service: it could not be started again', String(error)));
}
