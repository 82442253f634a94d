// The least that an extension with a tree does.
const vscode = require('vscode');

exports.activate = (context) => {
  const provider = { getChildren: () => [], getTreeItem: (row) => row };
  context.subscriptions.push(
    vscode.window.createTreeView('helloTree.view', { treeDataProvider: provider }),
    vscode.commands.registerCommand('helloTree.hello', () => vscode.window.showInformationMessage('Hello')),
  );
};
