// Which files a command is about: those it was called with, the one in front, or what is asked for.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { chooseCsvFiles } from '../platform/choose-file.ts';
import { ask } from '../platform/questions.ts';
import { UserError } from '../platform/user-error.ts';

interface FileQuestion {
  /** The button of the question. */
  readonly label: string;
  /** Whether the file in front is meant when none is named. */
  readonly active: boolean;
}

export async function filesFor(args: readonly unknown[], question: FileQuestion): Promise<vscode.Uri[]> {
  const given = args.flat().filter((arg) => arg instanceof vscode.Uri);
  const active = question.active && given.length === 0 ? activeFile() : undefined;
  const chosen = given.length > 0 ? given : active ? [active] : await chooseCsvFiles(question.label, true);
  const different = [...new Map(chosen.map((uri) => [uri.toString(), uri])).values()];
  if (different.some(({ scheme }) => scheme !== 'file'))
    throw new UserError(vscode.l10n.t('Only files on disk can be checked and uploaded. Save it to this machine first.'));
  for (const uri of different) await offerToSave(uri);
  return different;
}

export function nameOf({ fsPath }: vscode.Uri): string {
  return basename(fsPath);
}

/** A file that is too large for an editor has a tab all the same. */
function activeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isCsv = input instanceof vscode.TabInputText && input.uri.scheme === 'file' && /\.csv$/i.test(input.uri.path);
  return isCsv ? input.uri : undefined;
}

/** What is on disk is checked and sent, which should be what somebody sees. */
async function offerToSave(uri: vscode.Uri): Promise<void> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (!open?.isDirty) return;
  const save = vscode.l10n.t('Save');
  const question = vscode.l10n.t('{0} has changes that are not saved.', nameOf(uri));
  const detail = vscode.l10n.t('What is on disk is checked and sent.');
  const answer = await ask(() => vscode.window.showWarningMessage(question, { modal: true, detail }, save));
  if (answer !== save || !(await open.save())) throw new vscode.CancellationError();
}
