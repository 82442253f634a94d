// Accounts and environments: who is signed in where, which environment is chosen, and how to change that.
import type * as vscode from 'vscode';
import type { CommandRegistry } from '../platform/commands.ts';
import { Accounts } from './accounts.ts';
import { configure, signIn, signOut, switchEnvironment } from './commands.ts';
import { Connections } from './connections.ts';
import type { LocalServicePlace } from './environments.ts';
import { showInStatusBar } from './status-bar.ts';

export type { Connection } from './connection.ts';
export { connectionTo, Connections, requireConnection } from './connections.ts';
export type { Accounts } from './accounts.ts';

export interface AccountServices {
  readonly connections: Connections;
  readonly accounts: Accounts;
}

export function registerAccount(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  commands: CommandRegistry,
  service: LocalServicePlace,
): AccountServices {
  const accounts = new Accounts(context.secrets, service, log);
  const connections: Connections = new Connections(service, accounts, log);
  context.subscriptions.push(connections, accounts, showInStatusBar(connections, accounts));
  commands.register('boxOffice.signIn', (name?: unknown) => signIn(connections, accounts, name));
  commands.register('boxOffice.signOut', () => signOut(connections, accounts));
  commands.register('boxOffice.switchEnvironment', (name?: unknown) => switchEnvironment(connections, name));
  commands.register('boxOffice.configureEnvironments', (name?: unknown) => configure(connections, accounts, name));
  return { connections, accounts };
}
