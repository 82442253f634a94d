// Which files a command is about, and which column of them: what it was called with, what is in front, or what is asked for.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Preflight } from '../../codes/index.ts';
import { chooseCsvFiles, fileBehind, maxTextSize } from '../platform/choose-file.ts';
import { withoutIcons } from '../platform/notify.ts';
import { ask } from '../platform/questions.ts';
import { UserError } from '../platform/user-error.ts';
import type { FileCheck } from './workbooks.ts';

export { isWorkbook } from './workbooks.ts';

/** `label` is the button of the question; `active` says whether the file in front is meant when none is named. */
export async function filesFor(
  args: readonly unknown[],
  { label, active }: { readonly label: string; readonly active: boolean },
): Promise<vscode.Uri[]> {
  const given = args.flat().filter((arg) => arg instanceof vscode.Uri);
  const inFront = active && given.length === 0 ? activeFile() : undefined;
  const chosen =
    given.length > 0 ? given : inFront ? [inFront] : await chooseCsvFiles(label, { canSelectMany: true, withWorkbooks: true });
  const different = [...new Map(chosen.map(fileBehind).map((uri) => [uri.toString(), uri])).values()];
  if (different.some(({ scheme }) => scheme !== 'file'))
    throw new UserError(vscode.l10n.t('Only files on disk can be checked and uploaded. Save it to this machine first.'));
  for (const uri of different) await offerToSave(uri);
  return different;
}

/** Shows rows as text where VS Code can, and else as a table, at a line if one is named. Gives which of them. */
export async function openRows(
  uri: vscode.Uri,
  at?: { readonly line: number; readonly column: number },
  options?: vscode.TextDocumentShowOptions,
): Promise<'text' | 'table'> {
  // What is not there is refused by whatever opens it.
  const size = await vscode.workspace.fs.stat(uri).then(
    (found) => found.size,
    () => 0,
  );
  if (size > maxTextSize) {
    const file = fileBehind(uri);
    const table = { title: fileName(file), file: { path: file.fsPath }, line: at?.line };
    await vscode.commands.executeCommand('boxOffice.openAsTable', table);
    return 'table';
  }
  const position = at && new vscode.Position(at.line - 1, at.column - 1);
  const selection = position && { selection: new vscode.Range(position, position) };
  await vscode.commands.executeCommand('vscode.open', uri, { ...options, ...selection });
  return 'text';
}

export function fileName({ fsPath }: vscode.Uri): string {
  return basename(fsPath);
}

/** Of a file that was checked, and of which nothing is known any more. */
export function goneText(uri: vscode.Uri): string {
  return vscode.l10n.t('{0} was deleted, moved or renamed.', fileName(uri));
}

/** A file that is too large for an editor has a tab all the same. */
function activeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom)) return undefined;
  const uri = fileBehind(input.uri);
  return uri.scheme === 'file' && /\.(csv|tsv|txt|xlsx)$/i.test(uri.path) ? uri : undefined;
}

/** What is on disk is checked and sent, which should be what somebody sees. */
async function offerToSave(uri: vscode.Uri): Promise<void> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (!open?.isDirty) return;
  const save = vscode.l10n.t('Save');
  const question = vscode.l10n.t('{0} has changes that are not saved.', fileName(uri));
  const detail = vscode.l10n.t('What is on disk is checked and sent.');
  const answer = await ask(() => vscode.window.showWarningMessage(question, { modal: true, detail }, save));
  if (answer !== save || !(await open.save())) throw new vscode.CancellationError();
}

/** How a column is called: by its header, or by its number. */
export function columnName({ header }: Pick<Preflight, 'header'>, column: number): string {
  return header?.[column]?.trim() || vscode.l10n.t('Column {0}', column + 1);
}

/** Asks which column holds the codes; the likely ones come first. A cancel of the check takes the question away. */
export async function askForColumn(uri: vscode.Uri, result: Preflight, signal?: AbortSignal): Promise<number> {
  const title = vscode.l10n.t('Which column of {0} holds the codes?', fileName(uri));
  return (await askFrom(title, columnsOf(result), signal)).column;
}

/** The same of a workbook, whose codes may be in another sheet. */
export async function askForColumnOrSheet(
  uri: vscode.Uri,
  result: FileCheck,
  signal: AbortSignal,
): Promise<{ readonly column: number } | { readonly sheet: string }> {
  const { sheet: read, sheets = [] } = result.workbook?.facts ?? {};
  if (read === undefined || sheets.length < 2) return { column: await askForColumn(uri, result, signal) };
  const others = sheets
    .filter(({ name }) => name !== read)
    .map(({ name }) => ({ label: withoutIcons(name), description: vscode.l10n.t('another sheet'), sheet: name }));
  const title = vscode.l10n.t('Which column of {0}, sheet {1}, holds the codes?', fileName(uri), read);
  return askFrom<{ readonly column: number } | { readonly sheet: string }>(title, [...columnsOf(result), ...others], signal);
}

function columnsOf(result: Preflight) {
  const all = Array.from({ length: result.columns }, (_, column) => column);
  const likely = all.filter((column) => result.candidates.includes(column));
  return [...new Set([...likely, ...all])].map((column) => ({
    label: withoutIcons(columnName(result, column)),
    description: firstCells(result, column),
    column,
  }));
}

async function askFrom<T>(title: string, choices: readonly (T & vscode.QuickPickItem)[], signal?: AbortSignal): Promise<T> {
  const gone = new vscode.CancellationTokenSource();
  const cancel = () => gone.cancel();
  signal?.addEventListener('abort', cancel);
  const options = { title, ignoreFocusOut: true, matchOnDescription: true };
  try {
    const chosen = await ask(() => vscode.window.showQuickPick(choices, options, gone.token), Boolean);
    if (!chosen) throw new vscode.CancellationError();
    return chosen;
  } finally {
    signal?.removeEventListener('abort', cancel);
    gone.dispose();
  }
}

function firstCells({ sample }: Preflight, column: number): string {
  return sample
    .slice(0, 3)
    .map((row) => withoutIcons(row[column] ?? ''))
    .join(' · ');
}
