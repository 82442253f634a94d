// Builds the features of the extension and hands each what it needs.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { setTranslator } from '../client/l10n.ts';
import { registerAccount } from './account/index.ts';
import { copiedKey } from './agents/index.ts';
import type { Tools } from './agents/tools.ts';
import { registerCodes } from './codes/index.ts';
import type { DocumentEvents, Documents } from './documents/providers.ts';
import { registerDocuments } from './documents/index.ts';
import { registerExplorer } from './explorer/index.ts';
import { registerForms } from './forms/index.ts';
import { registerOperations } from './operations/index.ts';
import { Pages, viewType } from './pages/pages.ts';
import { Changes, repeatCompletedSteps } from './platform/changes.ts';
import { commandRegistry, type CommandEntry, type CommandRegistry } from './platform/commands.ts';
import { lazy } from './platform/lazy.ts';
import { setMemory, syncedPins } from './platform/memory.ts';
import { defaultPauses, type Pauses } from './platform/settings.ts';
import { registerEventCommands, registerPlans } from './plans/index.ts';
import { registerReports } from './reports/index.ts';
import { registerRuns } from './runs/index.ts';
import { registerLocalService } from './service/index.ts';

interface Manifest {
  readonly version: string;
  readonly contributes: { readonly commands: readonly CommandEntry[] };
}

/** What stands behind the registrations of the start. */
interface Services {
  readonly commands: CommandRegistry;
  readonly documents: Documents;
  readonly tools: () => Promise<Tools>;
  readonly openLink: (uri: vscode.Uri) => Promise<unknown>;
}

export function start(context: vscode.ExtensionContext, events: DocumentEvents, given: Partial<Pauses> = {}): Services {
  const pauses = { ...defaultPauses, ...given };
  setTranslator(vscode.l10n.t, vscode.env.language);
  setMemory(context.globalState);
  context.globalState.setKeysForSync([syncedPins]);
  const log = vscode.window.createOutputChannel('Box Office', { log: true });
  const manifest = context.extension.packageJSON as Manifest;
  const commands = commandRegistry(log, manifest.contributes.commands);
  const changes = new Changes();
  context.subscriptions.push(log, changes);
  log.info(`Box Office ${manifest.version} in VS Code ${vscode.version}`);

  const service = registerLocalService(context, log, commands, changes);
  const account = registerAccount(context, log, commands, service);
  const { connections, accounts } = account;
  const { openLink } = registerExplorer(context, commands, account, changes);
  const runs = registerRuns(context, commands, { connections, changes, pauses }, log);
  const documents = registerDocuments(context, commands, connections, changes, events);
  const codesWorker = join(context.extensionPath, 'dist', 'codes-worker.cjs');
  const pages = new Pages(
    context,
    { connections, accounts, changes, log },
    {
      item: async () => (await import('./forms/item.ts')).itemPage,
      tax: async () => (await import('./forms/tax.ts')).taxPage,
      passkey: async () => (await import('./forms/passkey.ts')).passkeyPage,
      passkeys: async () => (await import('./forms/passkeys.ts')).passkeysPage({ runs, codesWorker }),
      export: async () => (await import('./forms/export.ts')).exportPage,
      environment: async () => (await import('./forms/environment.ts')).environmentPage,
      operation: async () => (await import('./forms/operation.ts')).operationPage,
      table: async () => (await import('./reports/table.ts')).tablePage(() => documents.readOnly()),
      event: async () => (await import('./reports/event-page.ts')).eventPage,
      entryReport: async () => (await import('./reports/report.ts')).reportPage,
      bordero: async () => (await import('./reports/report.ts')).reportPage,
      tryPasskey: async () => (await import('./reports/try-passkey.ts')).tryPasskeyPage,
      plan: async () => (await import('./plans/plan-page.ts')).planPage({ runs }),
      codes: () => codes.page(),
      codeFile: () => codes.filePage(),
    },
  );
  registerForms(context, commands, account, pages, changes, codesWorker);
  registerReports(commands, connections, pages);
  const openPlan = registerPlans(commands, { connections, pages, runs });
  registerOperations(context, commands, connections, changes, documents, {
    deleteCodes: async (...order) => (await import('./runs/run-end.ts')).deleteCodes(await runs(), ...order),
  });
  registerEventCommands(context, commands, {
    connections,
    keep: async (name, value) => (await documents.readOnly()).keep(name, value),
    openPlan,
  });
  const codes = registerCodes(context, commands, { ...account, changes, log, pauses, pages });
  commands.register('boxOffice.copyMcpConfiguration', async (style: unknown) => {
    const { copyMcpConfiguration } = await import('./agents/mcp-configuration.ts');
    await copyMcpConfiguration(context, connections, style);
  });
  keepServerCurrent(context, log);
  commands.register('boxOffice.getStarted', async () => {
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`);
    await repeatCompletedSteps();
  });
  commands.register('boxOffice.showLog', () => log.show(true));

  const tools = lazy(() => import('./agents/tools.ts').then(({ Tools }) => new Tools(connections, changes, openPlan)));
  // VS Code keeps the pages of the last time until somebody takes them.
  const restore = (panel: vscode.WebviewPanel, state: unknown) => pages.restore(panel, state);
  context.subscriptions.push(vscode.window.registerWebviewPanelSerializer(viewType, { deserializeWebviewPanel: restore }));
  return { commands, documents, tools, openLink };
}

/** Other programs run a copy of the server, which an update of the extension leaves as it is. */
function keepServerCurrent(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): void {
  const copied = context.globalState.get<string>(copiedKey);
  if (copied === undefined || copied === (context.extension.packageJSON as { readonly version: string }).version) return;
  const copy = async () => (await import('./agents/mcp-configuration.ts')).copyServer(context);
  copy().catch((error: unknown) => log.warn(`The server for other programs could not be copied: ${String(error)}`));
}
