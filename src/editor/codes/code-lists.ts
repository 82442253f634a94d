// Lists of codes that somebody may look at, copy or save: files of the extension, since there may be millions, which only their owner can read.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { readAllRows, RowWriter } from '../../codes/index.ts';
import { newFileMode, writeNewFile } from '../../files/new-file.ts';
import { guardFormulas } from '../../csv/cell.ts';
import { safeName } from '../../runs/names.ts';
import { saveCodeRows } from '../ask/save-rows.ts';
import { notify, withoutIcons } from '../platform/notify.ts';
import type { CodeTicket } from './event-codes.ts';
import { openRows } from './files.ts';
import { number } from './messages.ts';

const { l10n } = vscode;

/** Its rows begin with the code. */
export interface CodeList {
  readonly path: string;
  readonly count: number;
  /** What it holds, as a part of a name for a file. */
  readonly name: string;
}

export const ticketHeader = ['code', 'ticket', 'group'];
export const ticketRow = (code: string, { name, group }: CodeTicket) => [code, name, group];

const keptFor = 7 * 24 * 60 * 60 * 1000;
const mostKept = 100;

/** A file for a list, in a folder of its own; those of a week ago, and the oldest of very many, are gone by then. `of`: the same for the same text. */
export async function listPath(storage: string, name: string, of: string = randomUUID()): Promise<string> {
  const folder = join(storage, 'code-lists');
  const own = join(folder, createHash('sha256').update(of).digest('hex').slice(0, 16));
  await mkdir(own, { recursive: true, mode: 0o700 });
  await removeOld(folder, own);
  return join(own, `${safeName(name, 'codes')}.csv`);
}

async function removeOld(folder: string, kept: string): Promise<void> {
  const paths = (await readdir(folder)).map((name) => join(folder, name)).filter((path) => path !== kept);
  const found = await Promise.all(
    paths.map(async (path) => ({ path, time: (await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity })),
  );
  const newest = found.sort((one, other) => other.time - one.time);
  const old = newest.filter(({ time }, index) => index >= mostKept || Date.now() - time > keptFor);
  for (const { path } of old) await rm(path, { force: true, recursive: true }).catch(() => undefined);
}

/** The file is there when the work has ended well. */
export async function writeList<T>(path: string, header: readonly string[], work: (rows: RowWriter) => Promise<T>): Promise<T> {
  try {
    return await writeNewFile(path, newFileMode, async (write) => {
      const rows = new RowWriter(write, header);
      const result = await work(rows);
      await rows.end();
      return result;
    });
  } catch (error) {
    await removeFolder(path);
    throw error;
  }
}

export async function removeList(path: string): Promise<void> {
  await rm(path, { force: true });
  await removeFolder(path);
}

/** It stays where it holds a list of an earlier look. */
async function removeFolder(path: string): Promise<void> {
  await rmdir(dirname(path)).catch(() => undefined);
}

/** Nobody changes what was seen: what is typed into it would not reach the service. */
async function openList({ path }: CodeList): Promise<void> {
  const uri = vscode.Uri.file(path);
  if ((await openRows(uri, undefined, { preview: false })) === 'table') return;
  // The command is about whatever is in front, which may be something else by then.
  if (vscode.window.activeTextEditor?.document.uri.toString() !== uri.toString()) return;
  await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
}

const mostCopied = 200_000;

/** The codes alone, one in each line: one that stands in several rows is one code, as everywhere else. */
async function copyList(list: CodeList): Promise<void> {
  const lines: string[] = [];
  const seen = new Set<string>();
  let guarded = 0;
  for await (const [code = ''] of bodyOf(list)) {
    // Spaces around a code are no part of it.
    if (seen.has(code.trim())) continue;
    seen.add(code.trim());
    if (lines.length === mostCopied) {
      void notify.info(l10n.t('More than {0} codes are too many to copy. Save them as a file.', number(mostCopied)));
      return;
    }
    const line = guardFormulas(code, '\t');
    if (line !== code) guarded++;
    lines.push(line);
  }
  await vscode.env.clipboard.writeText(lines.join('\n'));
  const count = number(lines.length);
  const text =
    guarded === 0
      ? l10n.t('Codes copied: {0}.', count)
      : l10n.t("Codes copied: {0}. A ' stands before what a spreadsheet would take for a formula: {1}.", count, number(guarded));
  vscode.window.setStatusBarMessage(text, 4000);
}

async function* bodyOf({ path }: CodeList, signal?: AbortSignal): AsyncGenerator<readonly string[]> {
  let isHeader = true;
  for await (const row of readAllRows(path, signal)) {
    if (!isHeader) yield row;
    isHeader = false;
  }
}

function saveList({ path, name }: CodeList): Promise<void> {
  return saveCodeRows({
    name,
    progress: l10n.t('Saving {0}', name),
    rows: (signal) => readAllRows(path, signal),
    saved: (count) => l10n.t('Codes saved: {0}.', count),
  });
}

/** A list may be gone by the time that somebody wants it. */
export const ifKept =
  <List extends CodeList>(act: (list: List) => Promise<void>) =>
  async (list: List) => {
    if (existsSync(list.path)) await act(list);
    else void notify.info(l10n.t('This list is not kept any more: lists of codes are kept for a week.'));
  };

export const listActions = { open: ifKept(openList), copy: ifKept(copyList), save: ifKept(saveList) };

/** What can be done with one list. */
export async function offerList(title: string, list: CodeList, detail: string): Promise<void> {
  const choices = [
    { label: l10n.t('$(go-to-file) Open'), detail: withoutIcons(detail), run: listActions.open },
    { label: l10n.t('$(copy) Copy'), run: listActions.copy },
    { label: l10n.t('$(save-as) Save…'), run: listActions.save },
  ];
  const chosen = await vscode.window.showQuickPick(choices, { title: withoutIcons(title) });
  await chosen?.run(list);
}
