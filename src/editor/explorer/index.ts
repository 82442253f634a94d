import * as vscode from 'vscode';

/** The Events view. Until a service is chosen it has no rows, and its welcome text says what to do. */
export function registerExplorer(): vscode.Disposable {
  const noRows: vscode.TreeDataProvider<never> = { getChildren: () => [], getTreeItem: (row) => row };
  return vscode.window.createTreeView('boxOffice.events', { treeDataProvider: noRows });
}
