// Accounts and environments: who is signed in where, which environment is chosen, and how to change that.
import * as vscode from 'vscode';
import type { CommandRegistry } from '../platform/commands.ts';
import { afterStart } from '../platform/later.ts';
import { lazy } from '../platform/lazy.ts';
import { nextStep } from '../platform/next-steps.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Accounts } from './accounts.ts';
import { Connections, type LocalServicePlace } from './connections.ts';
import type { Connection } from './connection.ts';
import { localName } from './environments.ts';

export type { Connection } from './connection.ts';
export type { Environment } from './environments.ts';
export { Connections } from './connections.ts';
export type { Accounts } from './accounts.ts';

export interface AccountParts {
  readonly connections: Connections;
  /** Loaded when first asked for. */
  readonly accounts: () => Promise<Accounts>;
}

export function registerAccount(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  commands: CommandRegistry,
  service: LocalServicePlace,
): AccountParts {
  const accounts = lazy(() => loadAccounts(context, service, connections));
  const connections: Connections = new Connections(service, accounts, log);
  context.subscriptions.push(connections);
  afterStart(context, async () => (await import('./status-bar.ts')).showInStatusBar(connections, await accounts()));
  const actions = () => import('./commands.ts');
  commands.register('boxOffice.signIn', async () => (await actions()).signIn(connections, await accounts()));
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
): Promise<Accounts> {
  const { Accounts, providerId } = await import('./accounts.ts');
  const accounts = new Accounts(context.secrets, service, () => connections.environments().environments);
  const options = { supportsMultipleAccounts: true };
  context.subscriptions.push(
    accounts,
    connections.onDidChange(() => accounts.noteEnvironments()),
    vscode.authentication.registerAuthenticationProvider(providerId, 'Box Office', accounts, options),
  );
  return accounts;
}

/** The connection to the chosen environment, or a refusal that says what to do. */
export function requireConnection(connections: Connections): Connection {
  return connectionTo(connections, connections.chosenName);
}

/** The connection to an environment by its name, or a refusal that says what to do. */
export function connectionTo(connections: Connections, name: string): Connection {
  const connection = connections.of(name);
  if (connection) return connection;
  if (name === localName) throw new Refusal(vscode.l10n.t('The local service does not run.'), nextStep.startLocalService());
  const message = vscode.l10n.t('The environment {0} is not configured, or its settings are wrong.', name);
  throw new Refusal(message, nextStep.configureEnvironments());
}
