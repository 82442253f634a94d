// A plan goes to a file for somebody else to look at, and a place of the file that it was made from is shown.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { newFileMode, writeNewFile } from '../../files/new-file.ts';
import { planText, type PlanFile } from '../../plans/index.ts';
import { parseTree, spanOf } from '../../records/json-tree.ts';
import { chooseWhereToSave } from '../platform/choose-file.ts';
import { notifyWith } from '../platform/notify.ts';
import { nextStep } from '../platform/user-error.ts';

const { l10n } = vscode;

export async function savePlan(plan: PlanFile, title: string): Promise<void> {
  const name = `${plan.event.name ?? String(plan.event.id)} ${title}`;
  const path = await chooseWhereToSave({
    title: l10n.t('Save Plan'),
    name: name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\w]+/g, '-')
      .replace(/^-|-$/g, '')
      .toLowerCase(),
    ending: 'boxoffice-plan.json',
    kind: l10n.t('Plan'),
    notOnDisk: l10n.t('A plan can only be saved to a disk. Choose a folder of this machine.'),
  });
  await writeNewFile(path, newFileMode, (write) => write(Buffer.from(planText(plan))));
  void notifyWith('info', l10n.t('{0} was saved.', basename(path)), nextStep.openFile(vscode.Uri.file(path)));
}

/** `items[0].items[2]` in the file, beside the page. */
export async function showPlace(file: vscode.Uri, place: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(file);
  const tree = parseTree(document.getText());
  const path = place.split(/[.[\]]+/).flatMap((part) => (part === '' ? [] : [/^\d+$/.test(part) ? Number(part) : part]));
  const { start, end } = tree.problem ?? spanOf(tree.root, path);
  const selection = new vscode.Range(document.positionAt(start), document.positionAt(end));
  await vscode.window.showTextDocument(document, { selection, viewColumn: vscode.ViewColumn.Beside });
}
