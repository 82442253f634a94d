// The least that an extension with a page does.
const vscode = require('vscode');

/** @param {import('vscode').ExtensionContext} context */
exports.activate = (context) => {
  const open = () => {
    const panel = vscode.window.createWebviewPanel('helloPage', 'Hello', vscode.ViewColumn.Active, { enableScripts: true });
    panel.webview.html = '<!doctype html><title>Hello</title><label>Name <input></label>';
  };
  context.subscriptions.push(vscode.commands.registerCommand('helloPage.open', open));
};
