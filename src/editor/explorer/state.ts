// What the view says of the chosen environment, and the context keys that the welcome texts and menus look at.
import * as vscode from 'vscode';
import type { Accounts, Connections } from '../account/index.ts';
import { completeStep } from '../platform/changes.ts';
import type { Node } from './nodes.ts';

export function followState(view: vscode.TreeView<Node>, connections: Connections, accounts: Accounts): vscode.Disposable {
  let latest = 0;
  const update = () => {
    const own = ++latest;
    // The keyring may answer in another order than it was asked: an older answer never takes the place of a newer one.
    void showState(view, connections, accounts, () => own === latest);
  };
  update();
  return vscode.Disposable.from(connections.onDidChange(update), accounts.onDidChange(update));
}

async function showState(
  view: vscode.TreeView<Node>,
  connections: Connections,
  accounts: Accounts,
  isLatest: () => boolean,
): Promise<void> {
  const { state, current } = connections;
  void setContext('boxOffice.state', state);
  if (state === 'ready') void completeStep('serviceReached');
  const environment = current?.environment;
  if (!environment) [view.title, view.description] = [vscode.l10n.t('Events'), ''];
  const [hint, isSignedIn, access] = await Promise.all([
    environment && accounts.hintFor(environment),
    environment && accounts.isSignedIn(environment),
    current?.access(),
  ]);
  if (!isLatest()) return;
  void setContext('boxOffice.signedIn', isSignedIn === true);
  void setContext('boxOffice.access', access);
  if (!environment) return;
  // Not in the description, which a container with one view does not show: nobody may be unsure of the environment. Nor above the rows,
  // which would move under the pointer of whoever clicks at the start.
  view.title = environment.protected ? vscode.l10n.t('{0} (protected)', environment.label) : environment.label;
  view.description = hint?.name ?? '';
}

async function setContext(key: string, value: unknown): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, value);
}
