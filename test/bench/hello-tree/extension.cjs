// The least that an extension with a tree does.
const vscode = require('vscode');

/** @param {import('vscode').ExtensionContext} context */
exports.activate = (context) => {
  /** @type {import('vscode').TreeDataProvider<never>} */
  const provider = { getChildren: () => [], getTreeItem: (row) => row };
  context.subscriptions.push(
    vscode.window.createTreeView('helloTree.view', { treeDataProvider: provider }),
    vscode.commands.registerCommand('helloTree.hello', () => vscode.window.showInformationMessage('Hello')),
  );
};
