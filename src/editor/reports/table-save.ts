// Saves a table as a file: all its pages, in the order and with the columns that are shown; or the rows that somebody chose.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { stringifyJson } from '../../client/index.ts';
import { newFileMode, writeNewFile } from '../../files/new-file.ts';
import { separatorOf } from '../../csv/cell.ts';
import type { PayloadOf } from '../../protocol/contract.ts';
import type { TableColumn, TableContract, TableFormat } from '../../protocol/table.ts';
import { cellText } from '../../shared/table-rows.ts';
import { safeName } from '../../runs/names.ts';
import { reportRows, writeRows } from '../ask/save-rows.ts';
import { chooseWhereToSave } from '../platform/choose-file.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { plainField } from './table-cells.ts';
import { markdownHead, markdownRow } from './table-columns.ts';
import type { TableList } from './table-list.ts';

const { l10n } = vscode;

const endings: Record<TableFormat, string> = { csv: 'csv', xlsx: 'xlsx', json: 'json', markdown: 'md' };

/** `chosen`: the places of the rows; all that are shown without it. */
export async function saveTable(
  list: TableList,
  title: string,
  { format, view, columns }: PayloadOf<TableContract, 'save'>,
  chosen: readonly number[] | undefined,
): Promise<void> {
  const path = await chooseWhereToSave({
    title: l10n.t('Save Table'),
    name: safeName(title, 'table'),
    ending: endings[format],
    notOnDisk: l10n.t('A table can only be saved to a disk. Choose a folder of this machine.'),
  });
  const saved = await withDelayedProgress(l10n.t('Saving {0}', title), async (signal, report) => {
    if (!chosen) await list.readAll(signal, () => report({ message: countText(list.length, list.total) }));
    const positions = chosen ?? (await list.positions(view));
    const keys = new Set(columns);
    const file: File = { list, positions, columns: list.columns.filter(({ key }) => keys.has(key)), title, signal };
    return { rows: positions.length, guarded: await writers[format](path, file) };
  });
  const count = saved.rows.toLocaleString(vscode.env.language);
  const text =
    saved.rows === 1 ? l10n.t('Saved 1 row to {0}.', basename(path)) : l10n.t('Saved {0} rows to {1}.', count, basename(path));
  reportRows(path, text, saved.guarded);
}

function countText(count: number, total: number | undefined): string {
  const shown = count.toLocaleString(vscode.env.language);
  return total === undefined ? shown : l10n.t('{0} of {1}', shown, total.toLocaleString(vscode.env.language));
}

interface File {
  readonly list: TableList;
  readonly positions: readonly number[];
  readonly columns: readonly TableColumn[];
  readonly title: string;
  readonly signal: AbortSignal;
}

/** Each gives how many cells were guarded against being taken for formulas. */
const writers: Record<TableFormat, (path: string, file: File) => Promise<number>> = {
  csv: (path, file) => writeSheet(path, file, csvRows(file)),
  xlsx: (path, file) => writeSheet(path, file, sheetRows(file)),
  json: (path, file) => writeText(path, file.signal, jsonParts(file)),
  markdown: (path, file) => writeText(path, file.signal, markdownParts(file)),
};

async function writeSheet(path: string, { title, signal }: File, rows: Iterable<readonly (string | number)[]>): Promise<number> {
  const delimiter = separatorOf(vscode.env.language);
  return (await writeRows(path, rows, { name: title, signal, delimiter })).guarded;
}

const pieceSize = 64 * 1024;

async function writeText(path: string, signal: AbortSignal, parts: Iterable<string>): Promise<number> {
  await writeNewFile(path, newFileMode, async (write) => {
    let text = '';
    for (const part of parts) {
      text += part;
      if (text.length < pieceSize) continue;
      signal.throwIfAborted();
      await write(Buffer.from(text));
      text = '';
    }
    await write(Buffer.from(text));
  });
  return 0;
}

/** Under the names that the service uses: a CSV file is read by programs. */
function* csvRows({ list, positions, columns, signal }: File): Generator<readonly string[]> {
  yield columns.map(({ key, label, isMade }) => (key === '' || isMade ? label : key));
  const fields = columns.map(({ key }) => {
    const { field, plain = field } = list.reader(key);
    return plain;
  });
  for (const position of positions) {
    signal.throwIfAborted();
    yield fields.map((field) => plainField(field(position)));
  }
}

/** A workbook is read by people: numbers are numbers, in the unit that the table shows. */
function* sheetRows({ list, positions, columns }: File): Generator<readonly (string | number)[]> {
  yield columns.map(({ label }) => label);
  const readers = columns.map(({ key }) => list.reader(key));
  for (const position of positions)
    yield readers.map(({ field, number }) => {
      const value = field(position);
      return (typeof value === 'number' ? number(value) : undefined) ?? plainField(value);
    });
}

function* jsonParts({ list, positions }: File): Generator<string> {
  yield '[';
  let before = '\n  ';
  for (const position of positions) {
    yield before + stringifyJson(list.row(position)?.value ?? null, 2).replaceAll('\n', '\n  ');
    before = ',\n  ';
  }
  yield positions.length === 0 ? ']\n' : '\n]\n';
}

/** A Markdown file is read by people: cells are as the table shows them. */
function* markdownParts({ list, positions, columns }: File): Generator<string> {
  yield `${markdownHead(columns)}\n`;
  const readers = columns.map(({ key }) => list.reader(key));
  for (const position of positions) yield `${markdownRow(readers.map(({ field, cell }) => cellText(cell(field(position)))))}\n`;
}
