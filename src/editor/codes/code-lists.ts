// Lists of codes that somebody may look at, copy or save: files of the extension, since there may be millions, which only their owner can read.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { readAllRows, RowWriter } from '../../codes/index.ts';
import { newFileMode, writeNewFile } from '../../codes/new-file.ts';
import { guardFormulas } from '../../csv/cell.ts';
import { saveCodeRows } from '../ask/save-rows.ts';
import { notify, withoutIcons } from '../platform/notify.ts';
import type { CodeTicket } from './event-codes.ts';
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

/** A file for a list; those of a week ago are gone by then. */
export async function listPath(storage: string): Promise<string> {
  const folder = join(storage, 'code-lists');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > keptFor) await rm(path, { force: true }).catch(() => undefined);
  }
  return join(folder, `${randomBytes(8).toString('hex')}.csv`);
}

/** The file is there when the work has ended well. */
export function writeList<T>(path: string, header: readonly string[], work: (rows: RowWriter) => Promise<T>): Promise<T> {
  return writeNewFile(path, newFileMode, async (write) => {
    const rows = new RowWriter(write, header);
    const result = await work(rows);
    await rows.end();
    return result;
  });
}

/** Nobody changes what was seen: what is typed into it would not reach the service. */
export async function openList({ path }: CodeList): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path), { preview: false });
  await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
}

const mostCopied = 200_000;

/** The codes alone, one in each line. */
export async function copyList(list: CodeList): Promise<void> {
  if (list.count > mostCopied) {
    void notify.info(l10n.t('More than {0} codes are too many to copy. Save them as a file.', number(mostCopied)));
    return;
  }
  const lines: string[] = [];
  let guarded = 0;
  for await (const [code = ''] of bodyOf(list)) {
    const line = guardFormulas(code, '\t');
    if (line !== code) guarded++;
    lines.push(line);
  }
  await vscode.env.clipboard.writeText(lines.join('\n'));
  const remark =
    guarded === 0 ? '' : ` ${l10n.t("A ' stands before what a spreadsheet would take for a formula: {0}.", guarded)}`;
  vscode.window.setStatusBarMessage(l10n.t('Codes copied: {0}.', number(lines.length)) + remark, 4000);
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

/** What can be done with one list. */
export async function offerList(title: string, list: CodeList, detail: string): Promise<void> {
  const choices = [
    { label: l10n.t('$(go-to-file) Open'), detail: withoutIcons(detail), run: openList },
    { label: l10n.t('$(copy) Copy'), run: copyList },
    { label: l10n.t('$(save-as) Save…'), run: saveList },
  ];
  const chosen = await vscode.window.showQuickPick(choices, { title: withoutIcons(title) });
  await chosen?.run(list);
}
