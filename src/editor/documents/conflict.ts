// Somebody else changed the record: both versions side by side, and a choice.
import * as vscode from 'vscode';
import { notify } from '../platform/notify.ts';

/** `overwrite` is called with the choice for one's own version, before it is saved. */
export async function offerChoice(mine: vscode.Uri, theirs: vscode.Uri, label: string, overwrite: () => void): Promise<void> {
  const title = vscode.l10n.t("{0}: the service's now ↔ yours", label);
  await vscode.commands.executeCommand('vscode.diff', theirs, mine, title, { preview: false });
  const [useMine, useTheirs] = [vscode.l10n.t('Overwrite with Mine'), vscode.l10n.t('Take Theirs')];
  const message = vscode.l10n.t('{0} has changed on the service since you opened it. Which version shall it have?', label);
  const choice = await notify.warning(message, useMine, useTheirs);
  if (choice === undefined) return;
  await closeDiff(theirs);
  const document = await vscode.workspace.openTextDocument(mine);
  await vscode.window.showTextDocument(document, { preview: false });
  if (choice === useTheirs) return vscode.commands.executeCommand('workbench.action.files.revert');
  overwrite();
  await document.save();
}

async function closeDiff(theirs: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const isDiff = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputTextDiff && input.original.toString() === theirs.toString();
  await vscode.window.tabGroups.close(tabs.filter(isDiff));
}
