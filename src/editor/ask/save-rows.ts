// Saves rows for a spreadsheet: as CSV, or as a workbook where the name that somebody chose ends so.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import * as vscode from 'vscode';
import { CodeFileError, readAllRows, RowWriter, writeCsv } from '../../codes/index.ts';
import { newFileMode, writeNewFile } from '../../files/new-file.ts';
import type { Separator } from '../../csv/cell.ts';
import { safeName } from '../../runs/names.ts';
import { writeXlsx } from '../../xlsx/index.ts';
import { chooseWhereToSave } from '../platform/choose-file.ts';
import { notifyWith } from '../platform/notify.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { nextStep, UserError } from '../platform/user-error.ts';

const { l10n } = vscode;

/** The header comes first. */
type Rows = AsyncIterable<readonly (string | number)[]> | Iterable<readonly (string | number)[]>;

interface RowsToSave {
  /** What the rows are: the default name of the file, and of the sheet. */
  readonly name: string;
  /** What is said while it is done. */
  readonly progress: string;
  readonly rows: (signal: AbortSignal, onCount: (count: number) => void) => Rows;
  /** Where only the last row tells all columns: then the rows come without a header, and may be shorter than it. */
  readonly header?: (() => readonly string[]) | undefined;
  /** How many there are, and what they are. */
  readonly saved: (count: string) => string;
  /** Why there may be others. */
  readonly doubts?: (() => readonly string[]) | undefined;
}

const maxReasons = 3;

/** Codes of any number: the rows come one by one, and the file appears when it is whole. */
export async function saveCodeRows({ name, progress, rows, header, saved, doubts }: RowsToSave): Promise<void> {
  const path = await chooseWhereToSave({
    title: l10n.t('Save Codes'),
    name: safeName(name, 'codes'),
    ending: 'csv',
    others: { Excel: ['xlsx'] },
    notOnDisk: l10n.t('Codes can only be saved to a disk. Choose a folder of this machine.'),
  });
  const written = await withDelayedProgress(progress, (signal, report) => {
    const onCount = (count: number) => report({ message: count.toLocaleString(vscode.env.language) });
    const all = rows(signal, onCount);
    return writeRows(path, header ? withHeader(path, all, header, signal) : all, { name, signal });
  });
  reportRows(path, saved(written.count.toLocaleString(vscode.env.language)), written.guarded, reasonsText(doubts?.() ?? []));
}

/** What was saved, and what about it somebody should know. */
export function reportRows(path: string, saved: string, guarded: number, doubt = ''): void {
  const count = guarded.toLocaleString(vscode.env.language);
  const sentences = [
    saved,
    guarded > 0 ? l10n.t("A ' stands before what a spreadsheet would take for a formula: {0}.", count) : '',
    doubt,
  ];
  void notifyWith(doubt ? 'warning' : 'info', sentences.filter(Boolean).join(' '), nextStep.openFile(vscode.Uri.file(path)));
}

/** The first few of them, each a sentence, and how many more there are. */
export function reasonsText(reasons: readonly string[]): string {
  const more = reasons.length - maxReasons;
  const rest = more > 0 ? [l10n.t('There are {0} more reasons like these.', more.toLocaleString(vscode.env.language))] : [];
  return [...reasons.slice(0, maxReasons), ...rest].join(' ');
}

/** The rows wait in a file of their own beside the target, since there may be millions, until the header is known. */
async function* withHeader(path: string, rows: Rows, header: () => readonly string[], signal: AbortSignal): Rows {
  const waiting = `${path}.${randomBytes(6).toString('hex')}.rows.tmp`;
  try {
    await writeNewFile(waiting, newFileMode, async (write) => {
      const writer = new RowWriter(write, ['waiting']);
      for await (const row of rows) await writer.add(row.map(String));
      await writer.end();
    });
    const columns = header();
    yield columns;
    const none = columns.map(() => '');
    let isFirst = true;
    for await (const row of readAllRows(waiting, signal)) {
      if (!isFirst) yield [...row, ...none.slice(row.length)];
      isFirst = false;
    }
  } finally {
    await rm(waiting, { force: true, maxRetries: 5 });
  }
}

interface Written {
  /** Without the header. */
  readonly count: number;
  readonly guarded: number;
}

interface WriteOptions {
  /** Of the sheet. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** Between the cells of a CSV file. */
  readonly delimiter?: Separator | undefined;
}

/** A workbook where the path ends so, otherwise CSV. */
export async function writeRows(path: string, rows: Rows, { name, signal, delimiter }: WriteOptions): Promise<Written> {
  if (extname(path).toLowerCase() !== '.xlsx') {
    // Without the mark, a spreadsheet takes the file for something other than UTF-8.
    const written = await writeCsv(path, texts(rows), { byteOrderMark: true, delimiter });
    return { count: written.rows - 1, guarded: written.guarded };
  }
  const all = oneByOne(rows);
  const header = await all.next();
  const rest = { [Symbol.asyncIterator]: () => all };
  try {
    const titles = header.done ? [] : header.value.map(String);
    return { count: await writeXlsx(path, titles, rest, { sheetName: name, signal }), guarded: 0 };
  } catch (error) {
    if (!(error instanceof CodeFileError)) throw error;
    throw new UserError(l10n.t('{0} would be more than a sheet can hold. Save it as CSV.', basename(path)));
  } finally {
    await all.return(undefined);
  }
}

async function* oneByOne(rows: Rows): AsyncGenerator<readonly (string | number)[]> {
  yield* rows;
}

async function* texts(rows: Rows): AsyncGenerator<readonly string[]> {
  for await (const row of rows) yield row.map(String);
}
