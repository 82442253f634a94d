// A sheet of a workbook as a CSV file, of which line N is row N of the sheet.
import { stat } from 'node:fs/promises';
import type { CancelSignal } from '../codes/cancel.ts';
import { CodeFileError } from '../codes/errors.ts';
import { newFileMode, writeNewFile, type Write } from '../files/new-file.ts';
import { csvCell } from '../csv/cell.ts';
import type { Loss, Notes, PaddedNumber } from './notes.ts';
import { SheetHandler, type SheetContext, type SheetRow } from './sheet.ts';
import { Workbook, type SheetPart } from './workbook.ts';
import type { XmlHandler } from './xml.ts';
import { refusal } from './zip.ts';

export interface WorkbookChoices {
  /** By name; without one, the first that is not hidden and has a cell. */
  readonly sheet?: string | undefined;
  /** Whether a number has the zeros that its format shows, which is so by default, or not. */
  readonly zeros?: 'shown' | 'stored' | undefined;
}

export interface ToCsvOptions extends WorkbookChoices {
  readonly signal?: CancelSignal | undefined;
  readonly onProgress?: ((bytes: number, total: number) => void) | undefined;
}

/** What a person has to know of a workbook that was read. */
export interface WorkbookFacts {
  readonly sheets: readonly { readonly name: string; readonly hidden: boolean }[];
  /** The one that was read. */
  readonly sheet: string;
  /** Up to the last one that is not empty; lines of the CSV. */
  readonly rows: number;
  /** Up to the last one that is not empty. */
  readonly columns: number;
  readonly notes: Notes;
  /** Those of the notes that are problems in the column of the codes, by column. */
  readonly losses: readonly Loss[];
  /** The first numbers that are shown otherwise than they are stored. */
  readonly padded: readonly PaddedNumber[];
}

const pieceSize = 64 * 1024;
/** What the check takes. */
const mostBytes = 512 * 1024 * 1024;
/** Of rows that are out of order, and are kept to be sorted. */
const mostSorted = 64 * 1024 * 1024;

/** The CSV appears when it is complete. Nothing in it is guarded: it is what will be uploaded. */
export async function sheetToCsv(path: string, target: string, options: ToCsvOptions = {}): Promise<WorkbookFacts> {
  await refuseSameFile(path, target);
  const progress = new Progress(options.onProgress);
  const workbook = await Workbook.open(path, { signal: options.signal, onRead: (bytes) => progress.add(bytes) });
  try {
    const sheet = await chosenSheet(workbook, options.sheet);
    progress.start(workbook.bytesOf(sheet));
    const context: SheetContext = {
      strings: await workbook.sharedStrings(),
      formats: await workbook.formats(),
      has1904Dates: workbook.has1904Dates,
      zeros: options.zeros ?? 'shown',
    };
    const read = { workbook, sheet, context };
    const written = await writeSheet(read, target, undefined).catch((error: unknown) => {
      // Only the whole sheet tells how wide it is; most have it in their first row.
      if (error instanceof OtherLayout) return writeSheet(read, target, error.layout);
      throw error;
    });
    return { sheets: workbook.sheets.map(({ name, hidden }) => ({ name, hidden })), sheet: sheet.name, ...written };
  } finally {
    await workbook.close();
  }
}

async function refuseSameFile(path: string, target: string): Promise<void> {
  const [one, other] = [await stat(path), await stat(target).catch(() => undefined)];
  if (other && one.ino === other.ino && one.dev === other.dev) throw new CodeFileError({ kind: 'sameFile' });
}

async function chosenSheet(workbook: Workbook, wanted: string | undefined): Promise<SheetPart> {
  if (wanted !== undefined) {
    const named = workbook.sheets.find(({ name }) => name === wanted);
    if (!named) throw refusal('noSuchSheet', wanted.slice(0, 255));
    return named;
  }
  for (const sheet of workbook.sheets) if (!sheet.hidden && (await hasCell(workbook, sheet))) return sheet;
  throw refusal('empty');
}

/** Reads up to the first cell with a value. */
async function hasCell(workbook: Workbook, sheet: SheetPart): Promise<boolean> {
  for await (const { isFound } of workbook.readSheet(sheet, new CellFinder())) if (isFound) return true;
  return false;
}

class CellFinder implements XmlHandler {
  isFound = false;

  open(name: string): void {
    this.isFound ||= name === 'v' || name === 'is';
  }
}

interface SheetRead {
  readonly workbook: Workbook;
  readonly sheet: SheetPart;
  readonly context: SheetContext;
}

/** How the rows of a sheet are to be written, which is known once all were seen. */
interface Layout {
  readonly columns: number;
  readonly isSorted: boolean;
}

class OtherLayout extends Error {
  readonly layout: Layout;

  constructor(layout: Layout) {
    super('layout');
    this.layout = layout;
  }
}

type Written = Pick<WorkbookFacts, 'rows' | 'columns' | 'notes' | 'losses' | 'padded'>;

function writeSheet({ workbook, sheet, context }: SheetRead, target: string, layout: Layout | undefined): Promise<Written> {
  return writeNewFile(target, newFileMode, async (write) => {
    const handler = new SheetHandler(context);
    const csv = new CsvWriter(write, layout?.columns);
    const sorter = layout?.isSorted === false ? new Sorter() : undefined;
    for await (const seen of workbook.readSheet(sheet, handler)) {
      const rows = seen.take();
      if (sorter) sorter.add(rows);
      else await csv.add(rows);
    }
    if (sorter) await csv.add(sorter.rows());
    await csv.finish();
    if (csv.row === 0) throw refusal('empty', sheet.name);
    await workbook.refuseIfChanged();
    const { notes, losses, padded } = handler.book;
    return { rows: csv.row, columns: csv.columns, notes, losses, padded };
  });
}

/** Writes rows with as many cells as the widest has, and looks on without writing where it turns out that it did not know it. */
class CsvWriter {
  readonly #write: Write;
  #text = '';
  #bytes = 0;
  #isWriting = true;
  #isSorted = true;
  columns: number;
  row = 0;

  constructor(write: Write, columns = 0) {
    this.#write = write;
    this.columns = columns;
  }

  async add(rows: readonly SheetRow[]): Promise<void> {
    for (const { number, cells } of rows) {
      if (this.columns === 0) this.columns = cells.length;
      this.#isSorted &&= number > this.row;
      this.#isWriting &&= this.#isSorted && cells.length <= this.columns;
      this.columns = Math.max(this.columns, cells.length);
      if (this.#isWriting) {
        this.#text += '\n'.repeat(number - this.row - 1) + this.#line(cells);
        if (this.#text.length >= pieceSize) await this.#flush();
      }
      this.row = number;
    }
  }

  #line(cells: readonly string[]): string {
    let line = '';
    for (const [column, cell] of cells.entries()) line += (column === 0 ? '' : ',') + csvCell(cell, { guard: false });
    return `${line}${','.repeat(this.columns - cells.length)}\n`;
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    this.#bytes += bytes.length;
    if (this.#bytes > mostBytes) throw new CodeFileError({ kind: 'tooLarge', bytes: this.#bytes, limit: mostBytes });
    await this.#write(bytes);
  }

  async finish(): Promise<void> {
    if (!this.#isWriting) throw new OtherLayout({ columns: this.columns, isSorted: this.#isSorted });
    await this.#flush();
  }
}

/** Rows in the order of their numbers; no sheet that Excel wrote needs it. */
class Sorter {
  readonly #rows = new Map<number, SheetRow>();
  #length = 0;

  add(rows: readonly SheetRow[]): void {
    for (const row of rows) {
      if (this.#rows.has(row.number)) throw refusal('damaged', String(row.number));
      this.#rows.set(row.number, row);
      this.#length += row.cells.reduce((sum, cell) => sum + cell.length + 16, 64);
      if (this.#length > mostSorted) throw refusal('tooLarge');
    }
  }

  rows(): SheetRow[] {
    return [...this.#rows.values()].sort((one, other) => one.number - other.number);
  }
}

class Progress {
  readonly #report: ToCsvOptions['onProgress'];
  #done = 0;
  #total = 0;

  constructor(report: ToCsvOptions['onProgress']) {
    this.#report = report;
  }

  start(total: number): void {
    [this.#done, this.#total] = [0, total];
  }

  /** A sheet that is read twice is at its end once it was read. */
  add(bytes: number): void {
    if (this.#total === 0) return;
    this.#done = Math.min(this.#total, this.#done + bytes);
    this.#report?.(this.#done, this.#total);
  }
}
