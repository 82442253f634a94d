import type * as vscode from 'vscode';

/** What nobody waits for is done when the extension has started, so that it does not hold up the others. */
export function afterStart(context: vscode.ExtensionContext, work: () => Promise<vscode.Disposable | undefined>): void {
  setTimeout(() => void work().then((made) => made && context.subscriptions.push(made)));
}
