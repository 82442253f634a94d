// Builds the parts of the extension and hands each what it needs.
import * as vscode from 'vscode';
import { speakWith } from '../client/words.ts';
import { registerAccount } from './account/index.ts';
import type { Tools } from './agents/tools.ts';
import { registerCodes } from './codes/index.ts';
import type { DocumentEvents } from './documents/doors.ts';
import { registerDocuments, type Documents } from './documents/index.ts';
import { registerExplorer } from './explorer/index.ts';
import { registerForms, type Restore } from './forms/index.ts';
import { registerOperations } from './operations/index.ts';
import { Changes } from './platform/changes.ts';
import { commandRegistry, type CommandEntry, type CommandRegistry } from './platform/commands.ts';
import { lazy } from './platform/lazy.ts';
import { sayAgainWhatWasReached } from './platform/milestones.ts';
import { defaultPauses, type Pauses } from './platform/pauses.ts';
import { registerRuns } from './runs/index.ts';
import { registerLocalService } from './service/index.ts';

interface Manifest {
  readonly version: string;
  readonly contributes: { readonly commands: readonly CommandEntry[] };
}

/** What the doors of the extension lead to. */
export interface Parts {
  readonly commands: CommandRegistry;
  readonly documents: Documents;
  readonly tools: () => Promise<Tools>;
}

export function start(context: vscode.ExtensionContext, events: DocumentEvents, given: Partial<Pauses> = {}): Parts {
  const pauses = { ...defaultPauses, ...given };
  speakWith(vscode.l10n.t);
  const log = vscode.window.createOutputChannel('Box Office', { log: true });
  const manifest = context.extension.packageJSON as Manifest;
  const commands = commandRegistry(log, manifest.contributes.commands);
  const changes = new Changes();
  context.subscriptions.push(log, changes);
  log.info(`Box Office ${manifest.version} in VS Code ${vscode.version}`);

  const service = registerLocalService(context, log, commands);
  const account = registerAccount(context, log, commands, service);
  const { connections } = account;
  registerExplorer(context, commands, account, changes);
  const runs = registerRuns(context, commands, connections, changes, log, pauses);
  const documents = registerDocuments(context, commands, connections, changes, events);
  const forms = registerForms(context, commands, connections, changes, log, runs, documents);
  registerOperations(context, commands, connections, changes, documents);
  const codes = registerCodes(context, commands, connections, changes, log, pauses);
  commands.register('boxOffice.copyMcpConfiguration', async () => {
    const { copyMcpConfiguration } = await import('./agents/copy-mcp.ts');
    await copyMcpConfiguration(context, connections);
  });
  commands.register('boxOffice.getStarted', async () => {
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`);
    await sayAgainWhatWasReached();
  });
  commands.register('boxOffice.showLog', () => log.show(true));

  const tools = lazy(() => import('./agents/tools.ts').then(({ Tools }) => new Tools(connections, changes)));
  // Not a door: VS Code keeps the pages of the last time until somebody takes them.
  const page = (kind: string, restore: Restore) =>
    vscode.window.registerWebviewPanelSerializer(`boxOffice.${kind}`, { deserializeWebviewPanel: restore });
  context.subscriptions.push(page('form', forms.restore), page('codes', codes.restore));
  return { commands, documents, tools };
}
