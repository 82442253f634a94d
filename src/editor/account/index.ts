// Accounts and environments: who is signed in where, which environment is chosen, and how to change that.
import * as vscode from 'vscode';
import type { CommandRegistry } from '../platform/commands.ts';
import { afterStart } from '../platform/progress.ts';
import { lazy } from '../platform/lazy.ts';
import type { Accounts } from './accounts.ts';
import { Connections } from './connections.ts';
import type { LocalServicePlace } from './environments.ts';

export type { Connection } from './connection.ts';
export { connectionTo, Connections, requireConnection } from './connections.ts';
export type { Accounts } from './accounts.ts';

export interface AccountServices {
  readonly connections: Connections;
  /** Loaded when first asked for. */
  readonly accounts: () => Promise<Accounts>;
}

export function registerAccount(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  commands: CommandRegistry,
  service: LocalServicePlace,
): AccountServices {
  const accounts = lazy(() => loadAccounts(context, service, connections, log));
  const connections: Connections = new Connections(service, accounts, log);
  context.subscriptions.push(connections);
  afterStart(context, async () => (await import('./status-bar.ts')).showInStatusBar(connections, await accounts()));
  const actions = () => import('./commands.ts');
  commands.register('boxOffice.signIn', async (name?: unknown) => (await actions()).signIn(connections, await accounts(), name));
  commands.register('boxOffice.signOut', async () => (await actions()).signOut(connections, await accounts()));
  commands.register('boxOffice.switchEnvironment', async (name?: unknown) =>
    (await actions()).switchEnvironment(connections, name),
  );
  commands.register('boxOffice.configureEnvironments', async (name?: unknown) =>
    (await actions()).configure(connections, await accounts(), name),
  );
  return { connections, accounts };
}

/** VS Code waits for the provider of its Accounts menu, so that it need not be there at the start. */
async function loadAccounts(
  context: vscode.ExtensionContext,
  service: LocalServicePlace,
  connections: Connections,
  log: vscode.LogOutputChannel,
): Promise<Accounts> {
  const { Accounts } = await import('./accounts.ts');
  const accounts = new Accounts(context.secrets, service, () => connections.environments().environments, log);
  const options = { supportsMultipleAccounts: true };
  context.subscriptions.push(
    accounts,
    connections.onDidChange(() => void accounts.announceSessions()),
    vscode.authentication.registerAuthenticationProvider('boxOffice', 'Box Office', accounts, options),
  );
  return accounts;
}
