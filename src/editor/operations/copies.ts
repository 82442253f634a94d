// Before something goes away, a copy of it is kept on disk.
import { appendFile, mkdir, open, readdir, readFile, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { parseJson, stringifyJson } from '../../client/index.ts';
import { newFileMode } from '../../codes/new-file.ts';
import { csvCell } from '../../csv/cell.ts';
import { fieldOf } from './resources.ts';

/** The extension's own folder, which is all that a copy needs of its context. */
export type Storage = Pick<vscode.ExtensionContext, 'globalStorageUri'>;

/** A new file for a copy, named after when, where and what. */
async function newCopyPath(context: Storage, environment: string, what: string, ending: string): Promise<string> {
  const time = new Date().toISOString().replaceAll(':', '-');
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 60);
  const uri = vscode.Uri.joinPath(context.globalStorageUri, 'copies', `${time} ${plain(environment)} ${plain(what)}.${ending}`);
  await mkdir(dirname(uri.fsPath), { recursive: true });
  return uri.fsPath;
}

/** Keeps records as they were read; whoever cannot keep them may not delete them. */
export async function keepCopy(
  context: Storage,
  environment: string,
  what: string,
  records: readonly unknown[],
): Promise<vscode.Uri> {
  const path = await newCopyPath(context, environment, what, 'json');
  const content = { environment, what, at: new Date().toISOString(), records };
  await writeFile(path, `${stringifyJson(content, 2)}\n`, { flag: 'wx', mode: newFileMode });
  return vscode.Uri.file(path);
}

export interface KeptCopy {
  readonly uri: vscode.Uri;
  readonly environment: string;
  /** When, as an ISO time. */
  readonly at: string;
  /** Those that were not restored from it. */
  readonly records: readonly unknown[];
}

/** More are nobody's slip of the hand any more. */
const mostCopies = 100;

/** The copies of these things, the last first; one that cannot be read is left out, as is one from which all was restored. */
export async function keptCopies(context: Storage, what: string): Promise<KeptCopy[]> {
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'copies').fsPath;
  const names = await readdir(folder).catch(() => []);
  // Their names begin with the time.
  const last = names
    .filter((name) => name.endsWith(` ${what}.json`))
    .sort()
    .reverse();
  const read = await Promise.allSettled(last.slice(0, mostCopies).map((name) => readCopy(join(folder, name))));
  return read.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []));
}

async function readCopy(path: string): Promise<KeptCopy | undefined> {
  const { environment, at, records } = parseJson(await readFile(path, 'utf8')) as Partial<KeptCopy>;
  if (typeof environment !== 'string' || typeof at !== 'string' || !Array.isArray(records)) return undefined;
  const restored = await restoredFrom(path);
  const left = records.filter((record) => !restored.has(fieldOf(record, 'id') ?? ''));
  return left.length > 0 ? { uri: vscode.Uri.file(path), environment, at, records: left } : undefined;
}

/** Stands beside the copy, which is never written again once it is whole. */
function restoredPath(path: string): string {
  return `${path}.restored`;
}

async function restoredFrom(path: string): Promise<Set<string>> {
  const ids = await readFile(restoredPath(path), 'utf8').catch(() => '');
  return new Set(ids.split('\n').filter((id) => id !== ''));
}

/** Remembers what a copy need not be offered for any more. */
export async function markRestored(copy: vscode.Uri, ids: readonly string[]): Promise<void> {
  const lines = ids.map((id) => `${id}\n`).join('');
  // What cannot be remembered is only offered once more.
  await appendFile(restoredPath(copy.fsPath), lines, { mode: newFileMode }).catch(() => undefined);
}

/** A copy of many rows, written line by line. */
export async function keepRows(
  context: Storage,
  environment: string,
  what: string,
  write: (line: (cells: readonly string[]) => Promise<void>) => Promise<void>,
): Promise<vscode.Uri> {
  const path = await newCopyPath(context, environment, what, 'csv');
  const file: FileHandle = await open(path, 'wx', newFileMode);
  try {
    let waiting = '';
    const flush = async () => {
      await file.appendFile(waiting);
      waiting = '';
    };
    await write(async (cells) => {
      waiting += `${cells.map(cell).join(',')}\r\n`;
      if (waiting.length > 64 * 1024) await flush();
    });
    await flush();
  } finally {
    await file.close();
  }
  return vscode.Uri.file(path);
}

/** Without a guard: who uploads the copy again must have the very codes that were there. */
function cell(text: string): string {
  return csvCell(text, { guard: false });
}

export async function showCopyOf(copy: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(copy);
}
