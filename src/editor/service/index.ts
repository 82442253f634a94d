// The local service's commands and its place. Its code is loaded with the first use.
import * as vscode from 'vscode';
import type { CommandRegistry } from '../platform/commands.ts';
import { afterStart } from '../platform/later.ts';
import { lazy } from '../platform/lazy.ts';
import type { LocalServiceHost } from './host.ts';
import type { ServiceAddress } from './local-service.ts';

/** Set in a window whose service shall run. */
export const wantedKey = 'localService.wanted';

export interface OutsideAddress extends ServiceAddress {
  /** Where it leaves its mails. */
  readonly outbox?: string | undefined;
}

/** Where the service is, while it runs. */
export class ServicePlace implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  #own: ServiceAddress | undefined;
  /** The one that somebody else started, and whose end and data are theirs. */
  readonly outside = addressFromOutside();
  /** It was started, has ended, or has other data now. */
  readonly onDidChange = this.#changed.event;

  get address(): ServiceAddress | undefined {
    return this.#own ?? this.outside;
  }

  moved(own: ServiceAddress | undefined): void {
    this.#own = own;
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

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

/** Whoever starts VS Code together with a service of its own says where that is; only this machine is believed. */
function addressFromOutside(): OutsideAddress | undefined {
  try {
    const { eventUrl, ticketUrl, token, outbox } = JSON.parse(process.env.BOX_OFFICE_LOCAL_SERVICE ?? '') as OutsideAddress;
    const isHere = [eventUrl, ticketUrl].every((url) => new URL(url).hostname === '127.0.0.1');
    return isHere && typeof token === 'string' ? { eventUrl, ticketUrl, token, outbox } : undefined;
  } catch {
    return undefined;
  }
}
