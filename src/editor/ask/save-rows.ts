// Saves rows for a spreadsheet: as CSV, or as a workbook where the name that somebody chose ends so.
import { basename, extname } from 'node:path';
import * as vscode from 'vscode';
import { CodeFileError, writeCsv } from '../../codes/index.ts';
import type { Separator } from '../../csv/cell.ts';
import { safeName } from '../../runs/names.ts';
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
  /** How many there are, and what they are. */
  readonly saved: (count: string) => string;
  /** Why there may be others. */
  readonly doubts?: (() => readonly string[]) | undefined;
}

const maxDoubts = 3;

/** Codes of any number: the rows come one by one, and the file appears when it is whole. */
export async function saveCodeRows({ name, progress, rows, saved, doubts }: RowsToSave): Promise<void> {
  const path = await chooseWhereToSave({
    title: l10n.t('Save Codes'),
    name: safeName(name, 'codes'),
    ending: 'csv',
    others: { Excel: ['xlsx'] },
    notOnDisk: l10n.t('Codes can only be saved to a disk. Choose a folder of this machine.'),
  });
  const written = await withDelayedProgress(progress, (signal, report) => {
    const onCount = (count: number) => report({ message: count.toLocaleString(vscode.env.language) });
    return writeRows(path, rows(signal, onCount), { name, signal });
  });
  reportRows(path, saved(written.count.toLocaleString(vscode.env.language)), written.guarded, doubtText(doubts?.() ?? []));
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

function doubtText(doubts: readonly string[]): string {
  const more = doubts.length - maxDoubts;
  return [...doubts.slice(0, maxDoubts), ...(more > 0 ? [l10n.t('and {0} more like these', more)] : [])].join(' ');
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
  const { writeXlsx } = await import('../../xlsx/index.ts');
  const all = oneByOne(rows);
  const header = await all.next();
  const rest = { [Symbol.asyncIterator]: () => all };
  try {
    const titles = header.done ? [] : header.value.map(String);
    return { count: await writeXlsx(path, titles, rest, { sheetName: name, signal }), guarded: 0 };
  } catch (error) {
    if (!(error instanceof CodeFileError)) throw error;
    throw new UserError(l10n.t('{0} would be more than a sheet can hold. Save it as CSV.', basename(path)));
  }
}

async function* oneByOne(rows: Rows): AsyncGenerator<readonly (string | number)[]> {
  yield* rows;
}

async function* texts(rows: Rows): AsyncGenerator<readonly string[]> {
  for await (const row of rows) yield row.map(String);
}
