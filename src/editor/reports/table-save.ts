// Saves a table as a file: all its pages, in the order and with the columns that are shown.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { stringifyJson } from '../../client/index.ts';
import { newFileMode, writeNewFile } from '../../codes/new-file.ts';
import { writeCsv } from '../../codes/csv-out.ts';
import { arrange, cellText } from '../../shared/table-rows.ts';
import type { PayloadOf } from '../../protocol/contract.ts';
import type { TableColumn, TableContract, TableFormat } from '../../protocol/table.ts';
import { safeName } from '../../runs/names.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { chooseWhereToSave } from '../platform/choose-file.ts';
import { notifyWith } from '../platform/notify.ts';
import { nextStep } from '../platform/user-error.ts';
import { markdownTable, plainField } from './table-columns.ts';
import type { ListRow, TableList } from './table-list.ts';

const { l10n } = vscode;

/** A column and its place among all. */
type Saved = TableColumn & { readonly index: number };

const endings: Record<TableFormat, string> = { csv: 'csv', json: 'json', markdown: 'md' };

export async function saveTable(list: TableList, title: string, request: PayloadOf<TableContract, 'save'>): Promise<void> {
  const path = await chooseWhereToSave({
    title: l10n.t('Save Table'),
    name: safeName(title, 'table'),
    ending: endings[request.format],
    notOnDisk: l10n.t('A table can only be saved to a disk. Choose a folder of this machine.'),
  });
  const saved = await withDelayedProgress(l10n.t('Saving {0}', title), async (signal, report) => {
    await readAll(list, signal, (count) => report({ message: countText(count, list.total) }));
    const shown = list.rows.map((row) => row.shown);
    const order = arrange(shown, list.columns, request.view, vscode.env.language);
    const rows = order.flatMap((index) => list.rows[index] ?? []);
    const columns = list.columns.flatMap((column, index) => (request.columns.includes(column.key) ? { ...column, index } : []));
    const guarded = await write(path, request.format, columns, rows);
    return { rows: rows.length, guarded };
  });
  reportWritten(path, saved);
}

async function readAll(list: TableList, signal: AbortSignal, onProgress: (count: number) => void): Promise<void> {
  while (list.hasMore) {
    signal.throwIfAborted();
    await list.after(list.rows.length, signal);
    onProgress(list.rows.length);
  }
  signal.throwIfAborted();
}

function countText(count: number, total: number | undefined): string {
  const shown = count.toLocaleString(vscode.env.language);
  return total === undefined ? shown : l10n.t('{0} of {1}', shown, total.toLocaleString(vscode.env.language));
}

/** How many cells were guarded against being taken for formulas. */
async function write(path: string, format: TableFormat, columns: readonly Saved[], rows: readonly ListRow[]): Promise<number> {
  if (format === 'csv') return (await writeCsv(path, csvRows(columns, rows), { byteOrderMark: true })).guarded;
  // A Markdown file is read by people: cells are as the table shows them.
  const texts = () => rows.map(({ shown }) => columns.map(({ index }) => cellText(shown.cells[index])));
  const values = () => rows.map(({ row }) => row.value);
  const text = format === 'json' ? stringifyJson(values(), 2) : markdownTable(columns, texts());
  await writeNewFile(path, newFileMode, (part) => part(Buffer.from(`${text}\n`)));
  return 0;
}

/** Under the names that the service uses: a CSV file is read by programs. */
function* csvRows(columns: readonly Saved[], rows: readonly ListRow[]): Generator<readonly string[]> {
  yield columns.map(({ key, label }) => (key === '' ? label : key));
  for (const { fields } of rows) yield columns.map(({ key }) => plainField(fields.get(key)));
}

function reportWritten(path: string, { rows, guarded }: { readonly rows: number; readonly guarded: number }): void {
  const count = rows.toLocaleString(vscode.env.language);
  const sentences = [
    rows === 1 ? l10n.t('Saved 1 row to {0}.', basename(path)) : l10n.t('Saved {0} rows to {1}.', count, basename(path)),
    guarded > 0 ? l10n.t("A ' stands before what a spreadsheet would take for a formula: {0}.", guarded) : '',
  ];
  void notifyWith('info', sentences.filter(Boolean).join(' '), nextStep.openFile(vscode.Uri.file(path)));
}
