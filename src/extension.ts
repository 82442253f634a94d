import * as vscode from 'vscode';
import { registerAccount } from './editor/account/index.ts';
import { registerAgents } from './editor/agents/index.ts';
import { registerCodes } from './editor/codes/index.ts';
import { registerDocuments } from './editor/documents/index.ts';
import { registerExplorer } from './editor/explorer/index.ts';
import { registerForms } from './editor/forms/index.ts';
import { registerOperations } from './editor/operations/index.ts';
import { Changes } from './editor/platform/changes.ts';
import { commandRegistry } from './editor/platform/commands.ts';
import { registerRuns } from './editor/runs/index.ts';
import { registerLocalService } from './editor/service/index.ts';

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Box Office', { log: true });
  const commands = commandRegistry(log);
  context.subscriptions.push(log, commands);

  const service = registerLocalService(context, log, commands);
  const account = registerAccount(context, log, commands, service);
  const changes = new Changes();
  context.subscriptions.push(changes);
  registerExplorer(context, commands, account, changes);
  const runs = registerRuns(context, commands, account.connections, changes, log);
  const documents = registerDocuments(context, commands, account.connections, changes);
  registerForms(context, commands, account.connections, changes, log, runs, documents);
  registerOperations(context, commands, account.connections, changes, documents);
  registerCodes(context, commands, account.connections, changes, log);
  registerAgents(context, account.connections, changes);
  commands.register('boxOffice.showLog', () => log.show(true));
  log.info(`Box Office ${(context.extension.packageJSON as { version: string }).version} in VS Code ${vscode.version}`);
}
