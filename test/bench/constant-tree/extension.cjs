// What VS Code itself takes to open a folder: its rows are there before anybody asks.
const vscode = require('vscode');

const { Collapsed } = vscode.TreeItemCollapsibleState;
const names = (/** @type {string} */ kind, /** @type {number} */ count) =>
  Array.from({ length: count }, (_, index) => `${kind} ${index}`);

/** @param {string} label */
function toRow(label) {
  const row = new vscode.TreeItem(label, Collapsed);
  row.description = 'some words about it';
  row.iconPath = new vscode.ThemeIcon('calendar');
  return row;
}

/** @param {import('vscode').ExtensionContext} context */
exports.activate = (context) => {
  /** @type {import('vscode').TreeDataProvider<import('vscode').TreeItem>} */
  const provider = {
    getChildren: (folder) => (folder ? names('row', 200) : names('folder', 7)).map(toRow),
    getTreeItem: (row) => row,
  };
  context.subscriptions.push(vscode.window.createTreeView('constantTree.view', { treeDataProvider: provider }));
};
