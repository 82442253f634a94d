// Builds the features of the extension and hands each what it needs.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { setTranslator } from '../client/l10n.ts';
import { registerAccount } from './account/index.ts';
import { copiedKey } from './agents/index.ts';
import { copyMcpConfiguration, copyServer } from './agents/mcp-configuration.ts';
import { Tools } from './agents/tools.ts';
import { registerCodes } from './codes/index.ts';
import type { DocumentEvents, Documents } from './documents/providers.ts';
import { registerDocuments } from './documents/index.ts';
import { registerExplorer } from './explorer/index.ts';
import { environmentPage } from './forms/environment.ts';
import { exportPage } from './forms/export.ts';
import { registerForms } from './forms/index.ts';
import { itemPage } from './forms/item.ts';
import { operationPage } from './forms/operation.ts';
import { passkeyPage } from './forms/passkey.ts';
import { passkeysPage } from './forms/passkeys.ts';
import { taxPage } from './forms/tax.ts';
import { registerOperations } from './operations/index.ts';
import { Pages, viewType } from './pages/pages.ts';
import { Changes, repeatCompletedSteps } from './platform/changes.ts';
import { commandRegistry, type CommandEntry, type CommandRegistry } from './platform/commands.ts';
import { setMemory, syncedPins } from './platform/memory.ts';
import { defaultPauses, type Pauses } from './platform/settings.ts';
import { registerEventCommands, registerPlans } from './plans/index.ts';
import { planPage } from './plans/plan-page.ts';
import { eventPage } from './reports/event-page.ts';
import { registerReports } from './reports/index.ts';
import { reportPage } from './reports/report.ts';
import { tablePage } from './reports/table.ts';
import { registerRuns } from './runs/index.ts';
import { deleteCodes } from './runs/run-end.ts';
import { registerLocalService } from './service/index.ts';

interface Manifest {
  readonly version: string;
  readonly contributes: { readonly commands: readonly CommandEntry[] };
}

/** What stands behind the registrations of the start. */
interface Services {
  readonly commands: CommandRegistry;
  readonly documents: Documents;
  readonly tools: Tools;
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
  const pages: Pages = new Pages(
    context,
    { connections, accounts, changes, log },
    {
      item: itemPage,
      tax: taxPage,
      passkey: passkeyPage,
      passkeys: passkeysPage({ runs, codesWorker }),
      export: exportPage,
      environment: environmentPage,
      operation: operationPage,
      table: (...opened) => tablePage(documents.readOnly, codes.fileChecks)(...opened),
      event: eventPage,
      entryReport: reportPage,
      bordero: reportPage,
      plan: planPage({ runs }),
      codes: (...opened) => codes.page(...opened),
    },
  );
  registerForms(context, commands, account, pages, changes, codesWorker);
  registerReports(commands, connections, pages);
  const openPlan = registerPlans(commands, { connections, pages, runs });
  registerOperations(context, commands, connections, changes, documents, {
    deleteCodes: (...order) => deleteCodes(runs, ...order),
  });
  registerEventCommands(context, commands, {
    connections,
    keep: (name, value) => documents.readOnly.keep(name, value),
    openPlan,
  });
  const codes = registerCodes(context, commands, { ...account, changes, log, pauses, pages });
  commands.register('boxOffice.copyMcpConfiguration', (style: unknown) => copyMcpConfiguration(context, connections, style));
  keepServerCurrent(context, log);
  commands.register('boxOffice.getStarted', async () => {
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`);
    await repeatCompletedSteps();
  });
  commands.register('boxOffice.showLog', () => log.show(true));

  // VS Code keeps the pages of the last time until somebody takes them.
  const restore = (panel: vscode.WebviewPanel, state: unknown) => {
    pages.restore(panel, state);
    return Promise.resolve();
  };
  context.subscriptions.push(vscode.window.registerWebviewPanelSerializer(viewType, { deserializeWebviewPanel: restore }));
  return { commands, documents, tools: new Tools(connections, changes, openPlan), openLink };
}

/** Other programs run a copy of the server, which an update of the extension leaves as it is. */
function keepServerCurrent(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): void {
  const copied = context.globalState.get<string>(copiedKey);
  if (copied === undefined || copied === (context.extension.packageJSON as { readonly version: string }).version) return;
  copyServer(context).catch((error: unknown) => log.warn(`The server for other programs could not be copied: ${String(error)}`));
}
