// A file of rows as a table: a CSV, or a sheet of a workbook. Its cells are texts, and are shown as they stand in the file.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { rowOfRecord, unknownDialect, type AlikeRows, type PageRead, type Row } from '../../client/index.ts';
import { OpenFile } from '../../codes/blocks.ts';
import { CodeFileError, type Encoding } from '../../codes/index.ts';
import { recordsOf, type TextRecord } from '../../codes/record-stream.ts';
import { CellReader } from '../../codes/records.ts';
import { readSettledStart, type Start } from '../../codes/start.ts';
import { noCurrency } from '../../shared/text.ts';
import { sheetToCsv, type WorkbookChoices } from '../../xlsx/index.ts';
import { localName } from '../account/environments.ts';
import { errorText, number } from '../codes/messages.ts';
import { maxTextSize } from '../platform/choose-file.ts';
import { UserError } from '../platform/user-error.ts';
import { areShownAsIs, maxShown, momentOf, shortened } from './table-cells.ts';
import type { FileSource, LineProblem } from './table-readers.ts';

const { l10n } = vscode;

export interface TableFile {
  readonly path: string;
  /** Known to have the names of its columns in its first row. */
  readonly hasHeader?: boolean | undefined;
}

/** How somebody wants a file read. */
export type FileChoices = WorkbookChoices & { readonly encoding?: Encoding | undefined };

/** What checks files of codes. */
export interface FileChecks {
  readonly onDidChange: vscode.Event<vscode.Uri>;
  /** Checks a file that nobody has checked yet. */
  begin(uri: vscode.Uri): void;
  choicesOf(uri: vscode.Uri): FileChoices;
  stateOf(uri: vscode.Uri): FileCheckState | undefined;
}

interface FileCheckState {
  readonly isDone: boolean;
  readonly text: string;
  readonly problems: readonly LineProblem[];
  /** How many the file has, without its header and blank lines. */
  readonly rows: number | undefined;
}

/** Whatever is asked of the environment of a table: a file has none, and its page must have a name for it. */
export const ofNoService = {
  currency: noCurrency,
  dialect: unknownDialect,
  shown: { name: localName, label: '', protected: false, currency: noCurrency },
};

function isWorkbook(path: string): boolean {
  return /\.xlsx$/i.test(path);
}

/** No more is kept of a file, whatever its size. */
const fileLimits = { rows: 500_000, letters: 128 * 1024 * 1024 };
/** The largest file that the reading of a start takes. */
const maxBytes = 0xffff_ffff;

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
}

/** What a file was when it was read, and how it was read. */
interface ReadAs {
  readonly mtimeMs: number;
  readonly size: number;
  readonly choices: FileChoices;
}

interface FileOptions {
  readonly choices: () => FileChoices;
  /** What the check of the file says. */
  readonly check: () => FileCheckState | undefined;
  readonly limits?: typeof fileLimits;
}

/** Reads the rows of a file, so many at a time. */
export class FileRows implements FileSource {
  readonly #file: TableFile;
  readonly #options: FileOptions;
  #readAs: ReadAs | undefined;
  #reading: Promise<Reading> | undefined;
  #names: string[] = [];
  #numeric: ReadonlySet<string> | undefined;
  readonly #waiting: TextRecord[] = [];
  #letters = 0;
  #count = 0;
  #isCut = false;
  #refusal: string | undefined;
  readonly lines: number[] = [];
  readonly total = undefined;
  hasMore = true;
  readonly isWhole = true;

  constructor(file: TableFile, options: FileOptions) {
    this.#file = file;
    this.#options = options;
  }

  get ends(): string | undefined {
    if (!this.#isCut) return this.#refusal;
    const [shown, all] = [number(this.lines.length), this.#options.check()?.rows];
    if (all === undefined) return l10n.t('Only the first {0} rows are shown: the file has more.', shown);
    return l10n.t('Only the first {0} of {1} rows are shown.', shown, number(all));
  }

  get problems(): readonly LineProblem[] {
    return this.#options.check()?.problems ?? [];
  }

  readonly textAt = ({ line, text }: LineProblem) =>
    isWorkbook(this.#file.path) ? l10n.t('Row {0}: {1}', number(line), text) : l10n.t('Line {0}: {1}', number(line), text);

  async next(): Promise<PageRead> {
    try {
      const reading = await this.#opened();
      await this.#refuseOther();
      await this.#fill(reading).catch((error: unknown) => this.#end(error));
      const page = this.#page(this.#waiting.splice(0, this.hasMore ? rowsAtOnce : Infinity), reading);
      if (!this.hasMore) await this.close();
      return page;
    } catch (error) {
      this.#end(error);
      return { rows: [], reply: undefined };
    }
  }

  async #fill(reading: Reading): Promise<void> {
    const { limits = fileLimits } = this.#options;
    while (this.hasMore && this.#waiting.length < rowsAtOnce) {
      const { done, value } = await reading.blocks.next();
      this.hasMore = done !== true;
      if (done) return;
      for (const record of value.filter(isRow(reading))) {
        this.#isCut = this.#count >= limits.rows || this.#letters >= limits.letters;
        if (this.#isCut) {
          this.hasMore = false;
          return;
        }
        this.#waiting.push(record);
        this.#count++;
        this.#letters += record.text.length;
      }
    }
  }

  /** What of the file cannot be read is said beside its rows, as its check says it. */
  #end(error: unknown): void {
    const refusal = refusalOf(this.#file.path, error);
    if (!(error instanceof CodeFileError) || error.kind === 'changed') throw refusal;
    this.hasMore = false;
    this.#refusal = (refusal as Error).message;
  }

  async isOther(): Promise<boolean> {
    if (!this.#readAs) return false;
    const { mtimeMs, size, choices } = this.#readAs;
    const now = await stat(this.#file.path).catch(() => undefined);
    const isWritten = now?.mtimeMs !== mtimeMs || now.size !== size;
    return isWritten || JSON.stringify(choices) !== JSON.stringify(this.#options.choices());
  }

  async #refuseOther(): Promise<void> {
    const now = await stat(this.#file.path);
    const isSame = now.mtimeMs === this.#readAs?.mtimeMs && now.size === this.#readAs.size;
    if (!isSame) throw new CodeFileError({ kind: 'changed' });
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
    const { mtimeMs, size } = await stat(path);
    const choices = this.#options.choices();
    this.#readAs = { mtimeMs, size, choices };
    const file = isWorkbook(path) ? await openSheet(path, choices) : await OpenFile.open(path);
    try {
      const encoding = isWorkbook(path) ? undefined : choices.encoding;
      const start = await readSettledStart(file, { encoding, maxBytes, ...(hasHeader && { header: true }) });
      const { found, head } = start;
      this.#names = namesOf(head.header ?? [], head.columns);
      const blocks = recordsOf(file, { found, delimiter: head.delimiter });
      return { file, start, blocks, cells: new CellReader(head.delimiter) };
    } catch (error) {
      await file.handle.close();
      throw error;
    }
  }

  #page(records: readonly TextRecord[], { cells }: Reading): PageRead {
    for (const { line } of records) this.lines.push(line);
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
async function openSheet(path: string, { sheet, zeros }: FileChoices): Promise<OpenFile> {
  const folder = await mkdtemp(join(tmpdir(), 'box-office-table-'));
  try {
    const csv = join(folder, 'sheet.csv');
    await sheetToCsv(path, csv, { sheet, zeros });
    return await OpenFile.open(csv);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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

/** Whether a text editor takes it. What is not there is refused by whoever reads it. */
export async function isText({ path }: TableFile): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return !isWorkbook(path) && (found?.size ?? 0) <= maxTextSize;
}

export async function openAsText(uri: vscode.Uri, line = 1): Promise<void> {
  const start = new vscode.Position(line - 1, 0);
  await vscode.commands.executeCommand('vscode.open', uri, { selection: new vscode.Range(start, start) });
}
