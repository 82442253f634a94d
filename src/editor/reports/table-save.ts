// Saves a table as a file: all its pages, in the order and with the columns that are shown.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { stringifyJson } from '../../client/index.ts';
import { newFileMode, writeNewFile } from '../../codes/new-file.ts';
import { writeCsv } from '../../codes/csv-out.ts';
import { arrange, cellText } from '../../shared/table-rows.ts';
import type { TableColumn, TableFormat, TableView } from '../../protocol/table.ts';
import { safeName } from '../../runs/names.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { chooseWhereToSave } from '../platform/choose-file.ts';
import { plain } from '../platform/notify.ts';
import { nextStep } from '../platform/user-error.ts';
import { notifyWith } from '../platform/notify.ts';
import { markdownTable, plainField } from './table-columns.ts';
import type { ListRow, TableList } from './table-list.ts';

const { l10n } = vscode;

interface SaveRequest {
  readonly format: TableFormat;
  readonly view: TableView;
  /** The columns that are shown, by their keys. */
  readonly columns: readonly string[];
}

/** A column and its place among all. */
type Saved = TableColumn & { readonly place: number };

const endings: Record<TableFormat, string> = { csv: 'csv', json: 'json', markdown: 'md' };

export async function saveTable(list: TableList, title: string, request: SaveRequest): Promise<void> {
  const path = await askForPath(title, request.format);
  const saved = await withDelayedProgress(plain(l10n.t('Saving {0}', title)), async (signal, report) => {
    await readAll(list, signal, (count) => report({ message: countText(count, list.total) }));
    const rows = arranged(list, request.view);
    const columns = list.columns.flatMap((column, place) => (request.columns.includes(column.key) ? { ...column, place } : []));
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

function arranged(list: TableList, view: TableView): ListRow[] {
  const shown = list.rows.map((row) => row.shown);
  return arrange(shown, list.columns, view, vscode.env.language).flatMap((index) => list.rows[index] ?? []);
}

/** How many cells were guarded against being taken for formulas. */
async function write(path: string, format: TableFormat, columns: readonly Saved[], rows: readonly ListRow[]): Promise<number> {
  switch (format) {
    case 'csv': {
      const { guarded } = await writeCsv(path, csvRows(columns, rows), { byteOrderMark: true });
      return guarded;
    }
    case 'json': {
      const values = rows.map(({ row }) => row.value);
      await writeText(path, stringifyJson(values, 2));
      return 0;
    }
    case 'markdown': {
      await writeText(path, markdownTable(columns, shownTexts(columns, rows)));
      return 0;
    }
  }
}

/** Under the names that the service uses: a CSV file is read by programs. */
function* csvRows(columns: readonly Saved[], rows: readonly ListRow[]): Generator<readonly string[]> {
  yield columns.map(({ key, label }) => (key === '' ? label : key));
  for (const { fields } of rows) yield columns.map(({ key }) => plainField(fields.get(key)));
}

/** As the table shows them: a Markdown file is read by people. */
function* shownTexts(columns: readonly Saved[], rows: readonly ListRow[]): Generator<readonly string[]> {
  for (const { shown } of rows) yield columns.map(({ place }) => cellText(shown.cells[place]));
}

async function writeText(path: string, text: string): Promise<void> {
  await writeNewFile(path, newFileMode, (write) => write(Buffer.from(`${text}\n`)));
}

function askForPath(title: string, format: TableFormat): Promise<string> {
  return chooseWhereToSave({
    title: l10n.t('Save Table'),
    name: safeName(title, 'table'),
    ending: endings[format],
    notOnDisk: l10n.t('A table can only be saved to a disk. Choose a folder of this machine.'),
  });
}

function reportWritten(path: string, { rows, guarded }: { readonly rows: number; readonly guarded: number }): void {
  const count = rows.toLocaleString(vscode.env.language);
  const sentences = [
    rows === 1 ? l10n.t('Saved 1 row to {0}.', basename(path)) : l10n.t('Saved {0} rows to {1}.', count, basename(path)),
    guarded > 0 ? l10n.t("A ' stands before what a spreadsheet would take for a formula: {0}.", guarded) : '',
  ];
  void notifyWith('info', sentences.filter(Boolean).join(' '), nextStep.openFile(vscode.Uri.file(path)));
}
