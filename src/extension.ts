import * as vscode from 'vscode';
import { openAgentDoors } from './editor/agents/index.ts';
import { DocumentEvents, openDocumentDoors } from './editor/documents/doors.ts';
import type { Parts } from './editor/index.ts';
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
  let started: Promise<Parts> | undefined;
  const parts = () => (started ??= import('./editor/index.ts').then(({ start }) => start(context, events, pauses)));
  const command = (id: string) =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => (await parts()).commands.run(id, args));
  context.subscriptions.push(
    events,
    ...contributes.commands.map((each) => command(each.command)),
    openDocumentDoors(async () => (await parts()).documents, events),
    openAgentDoors(
      contributes.languageModelTools.map(({ name }) => name),
      async () => (await parts()).tools(),
    ),
  );
  setTimeout(() => void parts());
}
