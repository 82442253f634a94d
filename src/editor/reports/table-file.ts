// A file of rows as a table: a CSV, or a sheet of a workbook. Its cells are texts, and are shown as they stand in the file.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { rowOfRecord, unknownDialect, type AlikeRows, type PageRead, type Row } from '../../client/index.ts';
import { OpenFile } from '../../codes/blocks.ts';
import { CodeFileError } from '../../codes/index.ts';
import { recordsOf, type TextRecord } from '../../codes/record-stream.ts';
import { CellReader } from '../../codes/records.ts';
import { readSettledStart, type Start } from '../../codes/start.ts';
import { noCurrency } from '../../shared/text.ts';
import { sheetToCsv } from '../../xlsx/index.ts';
import { localName } from '../account/environments.ts';
import { errorText } from '../codes/messages.ts';
import { codeFileType } from '../pages/pages.ts';
import { UserError } from '../platform/user-error.ts';
import { areShownAsIs, maxShown, momentOf, shortened } from './table-cells.ts';
import type { FileSource } from './table-readers.ts';

const { l10n } = vscode;

export interface TableFile {
  readonly path: string;
  /** Known to have the names of its columns in its first row. */
  readonly hasHeader?: boolean | undefined;
}

/** Whatever is asked of the environment of a table: a file has none, and its page must have a name for it. */
export const ofNoService = {
  currency: noCurrency,
  dialect: unknownDialect,
  shown: { name: localName, label: '', protected: false, currency: noCurrency },
};

export function isWorkbook(path: string): boolean {
  return /\.xlsx$/i.test(path);
}

const rowsAtOnce = 1000;
/** What a name of a column is cut to: pages give it back. */
const maxName = 200;
/** So many rows tell whether a column has numbers. */
const sampledRows = 200;

type Fields = Readonly<Record<string, string>>;

/** What is open while the file is read. */
interface Reading {
  readonly file: OpenFile;
  readonly start: Start;
  readonly blocks: AsyncGenerator<TextRecord[], void, undefined>;
  readonly cells: CellReader;
  /** The workbook that the rows are of, as it was. */
  readonly source: { readonly mtimeMs: number; readonly size: number };
}

/** Reads the rows of a file, so many at a time. */
export class FileRows implements FileSource {
  readonly #file: TableFile;
  #reading: Promise<Reading> | undefined;
  #names: string[] = [];
  #numeric: ReadonlySet<string> | undefined;
  readonly #waiting: TextRecord[] = [];
  readonly total = undefined;
  hasMore = true;
  readonly isWhole = true;

  constructor(file: TableFile) {
    this.#file = file;
  }

  async next(): Promise<PageRead> {
    try {
      const reading = await this.#opened();
      await refuseOther(this.#file.path, reading);
      while (this.hasMore && this.#waiting.length < rowsAtOnce) {
        const { done, value } = await reading.blocks.next();
        if (done) this.hasMore = false;
        else this.#waiting.push(...value.filter(isRow(reading)));
      }
      const page = this.#page(this.#waiting.splice(0, rowsAtOnce), reading);
      if (!this.hasMore) await this.close();
      return page;
    } catch (error) {
      throw refusalOf(this.#file.path, error);
    }
  }

  /** One that could not be opened is tried again. */
  #opened(): Promise<Reading> {
    const reading = (this.#reading ??= this.#open());
    reading.catch(() => (this.#reading = undefined));
    return reading;
  }

  async close(): Promise<void> {
    const reading = await this.#reading?.catch(() => undefined);
    await reading?.file.handle.close().catch(() => undefined);
  }

  async #open(): Promise<Reading> {
    const { path, hasHeader } = this.#file;
    const source = await stat(path);
    const file = isWorkbook(path) ? await openSheet(path) : await OpenFile.open(path);
    try {
      const start = await readSettledStart(file, hasHeader ? { header: true } : {});
      const { found, head } = start;
      this.#names = namesOf(head.header ?? [], head.columns);
      const blocks = recordsOf(file, { found, delimiter: head.delimiter });
      return { file, start, blocks, cells: new CellReader(head.delimiter), source };
    } catch (error) {
      await file.handle.close();
      throw error;
    }
  }

  #page(records: readonly TextRecord[], { cells }: Reading): PageRead {
    const read = records.map(({ text }) => this.#fields(cells, text));
    const values = read.map(({ fields }) => fields);
    this.#numeric ??= numericIn(this.#names, values.slice(0, sampledRows));
    const areAlike = values.length > 0 && read.every(({ isUsual }) => isUsual);
    const alike: AlikeRows | undefined = areAlike ? { keys: this.#names, values, ids: [] } : undefined;
    const rows: readonly Row[] = alike ? [] : read.map(({ fields, problem }) => ({ ...rowOfRecord(fields), problem }));
    return {
      get rows() {
        return alike ? values.map(rowOfRecord) : rows;
      },
      alike,
      reply: undefined,
    };
  }

  #fields(reader: CellReader, text: string): { fields: Fields; isUsual: boolean; problem?: string } {
    const { cells, broken } = reader.read(text);
    const shown = broken ? [text] : cells;
    const names = shown.length > this.#names.length ? namesOf(this.#names, shown.length) : this.#names;
    const fields = Object.fromEntries(names.map((name, at) => [name, shown[at] ?? '']));
    const isUsual = !broken && names === this.#names;
    return broken ? { fields, isUsual, problem: l10n.t('The quotes of this row are wrong.') } : { fields, isUsual };
  }

  /** How a column is shown, found and sorted: as it stands there, but numbers and times by their value. */
  column(key: string): ReturnType<FileSource['column']> {
    const numberIn = (text: string) => (this.#numeric?.has(key) ? numberOf(text) : undefined) ?? momentOf(text);
    const text = (value: unknown) => shortened(typeof value === 'string' ? value : '');
    return {
      cell: (value) => {
        const number = typeof value === 'string' ? numberIn(value) : undefined;
        return number === undefined ? text(value) : [text(value), number];
      },
      text,
      hasFigures: false,
      showAsIs: ({ longest }) => longest <= maxShown,
      orderAsIs: (texts, from, count) => !this.#numeric?.has(key) && areShownAsIs(texts, from, count),
      order: (value) => (typeof value === 'string' ? (numberIn(value) ?? text(value)) : ''),
      number: (value) => (typeof value === 'string' ? (numberOf(value) ?? momentOf(value)) : undefined),
    };
  }
}

/** Neither empty, nor the header or what stands above it. */
function isRow({ start: { head } }: Reading): (record: TextRecord) => boolean {
  const first = head.header ? head.firstLine + 1 : head.firstLine;
  return ({ text, line }) => text !== '' && line >= first;
}

/** Each once, and none without a name. */
function namesOf(given: readonly string[], count: number): string[] {
  const names = new Set<string>();
  for (let at = 0; at < Math.max(count, given.length); at++) {
    const name = (given[at] ?? '').trim().slice(0, maxName) || l10n.t('Column {0}', at + 1);
    let unique = name;
    for (let number = 2; names.has(unique); number++) unique = `${name} (${number})`;
    names.add(unique);
  }
  return [...names];
}

const decimal = /^-?(?:0|[1-9]\d{0,14})(?:[.,]\d{1,6})?$/;

function numberOf(text: string): number | undefined {
  return decimal.test(text) ? Number(text.replace(',', '.')) : undefined;
}

/** A code that begins with a zero is no number, and neither are those beside it. */
function numericIn(names: readonly string[], rows: readonly Fields[]): ReadonlySet<string> {
  const isNumeric = (name: string) => {
    const filled = rows.map((fields) => fields[name] ?? '').filter(Boolean);
    return filled.length > 0 && filled.every((text) => decimal.test(text));
  };
  return new Set(names.filter(isNumeric));
}

/** The sheet as a CSV of which nothing is left once it is closed. */
async function openSheet(path: string): Promise<OpenFile> {
  const folder = await mkdtemp(join(tmpdir(), 'box-office-table-'));
  try {
    const csv = join(folder, 'sheet.csv');
    await sheetToCsv(path, csv);
    return await OpenFile.open(csv);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function refuseOther(path: string, { source }: Reading): Promise<void> {
  const now = await stat(path);
  if (now.mtimeMs !== source.mtimeMs || now.size !== source.size) throw new CodeFileError({ kind: 'changed' });
}

/** What a person can do about it. */
function refusalOf(path: string, error: unknown): unknown {
  const name = basename(path);
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    return new UserError(l10n.t('{0} was deleted, moved or renamed. Open it again from where it is now.', name));
  if (!(error instanceof CodeFileError)) return error;
  const isChanged = error.kind === 'changed';
  return new UserError(
    isChanged ? l10n.t('{0} was changed meanwhile. Refresh reads it again.', name) : errorText(name, error.data),
  );
}

/** A workbook is no text: its rows are shown in the editor that reads them. */
export async function openAsText(file: TableFile | undefined): Promise<void> {
  if (!file) return;
  const uri = vscode.Uri.file(file.path);
  if (isWorkbook(file.path)) await vscode.commands.executeCommand('vscode.openWith', uri, codeFileType);
  else await vscode.commands.executeCommand('vscode.open', uri);
}
