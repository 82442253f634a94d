import * as vscode from 'vscode';
import type { AccountParts } from '../account/index.ts';
import type { CommandRegistry } from '../platform/commands.ts';

/** The Events view. Until a service is chosen it has no rows, and its welcome text says what to do. */
export function registerExplorer(context: vscode.ExtensionContext, _commands: CommandRegistry, _account: AccountParts): void {
  const noRows: vscode.TreeDataProvider<never> = { getChildren: () => [], getTreeItem: (row) => row };
  context.subscriptions.push(vscode.window.createTreeView('boxOffice.events', { treeDataProvider: noRows }));
}
