// The dialogs in which a file is chosen. To leave one is a cancel.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, posix } from 'node:path';
import * as vscode from 'vscode';
import { ask } from './questions.ts';
import { UserError } from './user-error.ts';

/** Of a larger document VS Code tells extensions nothing, and some windows open none as text. */
export const maxTextSize = 50 * 1024 * 1024;

/** Documents of the sheets of workbooks. */
export const sheetScheme = 'box-office-sheet';

/** The file that somebody means by a document: of a sheet, its workbook. */
export function fileBehind(uri: vscode.Uri): vscode.Uri {
  if (uri.scheme !== sheetScheme) return uri;
  return vscode.Uri.from({ scheme: 'file', authority: uri.authority, path: posix.dirname(uri.path) });
}

interface FilesToRead {
  readonly canSelectMany?: boolean;
  readonly withWorkbooks?: boolean;
}

/** CSV files to read, and workbooks where those can be read too. */
export async function chooseCsvFiles(
  openLabel: string,
  { canSelectMany = false, withWorkbooks = false }: FilesToRead = {},
): Promise<[vscode.Uri, ...vscode.Uri[]]> {
  const text = ['csv', 'tsv', 'txt'];
  const filters = withWorkbooks ? { [vscode.l10n.t('CSV and Excel')]: [...text, 'xlsx'] } : { CSV: text };
  const [first, ...others] = (await ask(() => vscode.window.showOpenDialog({ filters, openLabel, canSelectMany }))) ?? [];
  if (!first) throw new vscode.CancellationError();
  return [first, ...others];
}

interface FileToSave {
  readonly title: string;
  /** The default name, without its ending. */
  readonly name: string;
  readonly ending: string;
  /** Whether another name is proposed where the folder has such a file. */
  readonly isFree?: boolean;
  /** How the kind of file is called. */
  readonly kind?: string;
  /** Other kinds that can be chosen, with their endings. */
  readonly others?: Readonly<Record<string, string[]>>;
  /** The message for a location that is no disk. */
  readonly notOnDisk: string;
}

/** The path of a file to write. */
export async function chooseWhereToSave(file: FileToSave): Promise<string> {
  const { title, name, ending, isFree = false, kind, others, notOnDisk } = file;
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath ?? homedir();
  const filters = { [kind ?? ending.toUpperCase()]: [lastPart(ending)], ...others };
  const numbered = (tries: number) => join(folder, `${name}${tries === 1 ? '' : `-${tries}`}.${ending}`);
  let tries = 1;
  while (isFree && existsSync(numbered(tries))) tries++;
  const defaultUri = vscode.Uri.file(numbered(tries));
  const uri = await ask(() => vscode.window.showSaveDialog({ filters, title, defaultUri }));
  if (!uri) throw new vscode.CancellationError();
  if (uri.scheme !== 'file') throw new UserError(notOnDisk);
  return withEnding(uri.fsPath, ending);
}

/** A dialog looks at the last part alone, and would write `a.boxoffice.json.boxoffice.json`. */
function lastPart(ending: string): string {
  return ending.slice(ending.lastIndexOf('.') + 1);
}

/** `a.json` becomes `a.boxoffice.json`, by which it is known; nobody was asked whether that may take the place of another file. */
function withEnding(path: string, ending: string): string {
  const last = `.${lastPart(ending)}`;
  if (last === `.${ending}` || path.endsWith(`.${ending}`)) return path;
  const full = `${path.endsWith(last) ? path.slice(0, -last.length) : path}.${ending}`;
  if (existsSync(full)) throw new UserError(vscode.l10n.t('{0} is there already. Choose another name.', basename(full)));
  return full;
}
