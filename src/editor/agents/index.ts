// Tools for VS Code's agent mode. Their list stands in the manifest; what they do is loaded with the first call.
import * as vscode from 'vscode';
import type { Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { Tools } from './tools.ts';

interface ManifestWithTools {
  readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
}

export function registerAgents(context: vscode.ExtensionContext, connections: Connections, changes: Changes): void {
  let loaded: Promise<Tools> | undefined;
  const tools = () => (loaded ??= import('./tools.ts').then(({ Tools }) => new Tools(connections, changes)));
  const { contributes } = context.extension.packageJSON as ManifestWithTools;
  // Not later: whoever calls a tool wakes the extension, and finds no tool unless it is there when the start ends.
  for (const { name } of contributes.languageModelTools)
    context.subscriptions.push(
      vscode.lm.registerTool(name, {
        prepareInvocation: async ({ input }) => (await tools()).prepare(name, input),
        invoke: async (options, token) => (await tools()).invoke(name, options, token),
      }),
    );
}
