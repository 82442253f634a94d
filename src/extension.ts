import * as vscode from 'vscode';
import { speakWith } from './client/words.ts';
import { registerTools } from './editor/agents/index.ts';
import { DocumentEvents, registerDocumentProviders } from './editor/documents/providers.ts';
import { isMissingPart, lazy } from './editor/platform/lazy.ts';
import type { Pauses } from './editor/platform/pauses.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly languageModelTools: readonly { readonly name: string }[];
  };
}

/**
 * Opens the doors at which VS Code knocks; what is behind them is loaded right after the start, or with the first knock. VS Code passes
 * nothing but the context.
 */
export function activate(context: vscode.ExtensionContext, pauses?: Partial<Pauses>): void {
  const { contributes } = context.extension.packageJSON as Manifest;
  const events = new DocumentEvents();
  speakWith(vscode.l10n.t);
  const parts = lazy(() => import('./editor/index.ts').then(({ start }) => start(context, events, pauses)));
  const command = (id: string) =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => (await parts().catch(offerReload))?.commands.run(id, args));
  context.subscriptions.push(
    events,
    ...contributes.commands.map((each) => command(each.command)),
    registerDocumentProviders(async () => (await parts()).documents, events),
    registerTools(
      contributes.languageModelTools.map(({ name }) => name),
      async () => (await parts()).tools(),
    ),
  );
  setTimeout(() => void parts().catch(offerReload));
}

/** Says what the wrapper around commands would say, which is not there either. */
async function offerReload(error: unknown): Promise<undefined> {
  if (!isMissingPart(error)) throw error;
  const reload = vscode.l10n.t('Reload Window');
  const answer = await vscode.window.showErrorMessage((error as Error).message, reload);
  if (answer === reload) await vscode.commands.executeCommand('workbench.action.reloadWindow');
}
