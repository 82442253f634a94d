// Writes CSV that a spreadsheet may open: cells that it would take for formulas are guarded.
import { csvCell, guardFormulas, type CellOptions } from '../csv/cell.ts';
import { newFileMode, writeNewFile, type Write } from '../files/new-file.ts';

/** Without a line end. A row that is one empty cell is quoted: it would be a blank line. */
function csvRow(cells: readonly string[], options: CellOptions): string {
  if (cells.length === 1 && cells[0] === '') return '""';
  return cells.map((cell) => csvCell(cell, options)).join(options.delimiter ?? ',');
}

interface WriteOptions extends Partial<CellOptions> {
  readonly lineEnd?: '\r\n' | '\n' | undefined;
  /** Excel takes a file without one for something other than UTF-8. */
  readonly byteOrderMark?: boolean | undefined;
}

interface WrittenFile {
  readonly rows: number;
  /** How many cells were guarded. */
  readonly guarded: number;
}

type CsvRows = Iterable<readonly string[]> | AsyncIterable<readonly string[]>;

const pieceSize = 64 * 1024;

/** Guards unless it is told not to. The file appears when it is complete. */
export function writeCsv(path: string, rows: CsvRows, options: WriteOptions = {}): Promise<WrittenFile> {
  const { guard = true, delimiter, lineEnd = '\r\n', byteOrderMark = false } = options;
  return writeNewFile(path, newFileMode, async (write) => {
    let [written, guarded, text] = [0, 0, byteOrderMark ? '\ufeff' : ''];
    for await (const row of rows) {
      text += csvRow(row, { guard, delimiter }) + lineEnd;
      written++;
      if (guard) guarded += row.filter((cell) => guardFormulas(cell, delimiter) !== cell).length;
      if (text.length < pieceSize) continue;
      await write(Buffer.from(text));
      text = '';
    }
    await write(Buffer.from(text));
    return { rows: written, guarded };
  });
}

/** Writes rows as they are, without a guard, for several who find some at the same time. */
export class RowWriter {
  readonly #write: Write;
  #text = '';
  #writing: Promise<void> = Promise.resolve();
  rows = 0;

  constructor(write: Write, header: readonly string[]) {
    this.#write = write;
    this.#text = csvRow(header, { guard: false }) + '\n';
  }

  /** A promise where it is time to wait: what is not written yet would grow. */
  add(cells: readonly string[]): Promise<void> | undefined {
    this.#text += csvRow(cells, { guard: false }) + '\n';
    this.rows++;
    return this.#text.length < pieceSize ? undefined : this.end();
  }

  /** Writes what is left. */
  end(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    this.#writing = this.#writing.then(() => this.#write(Buffer.from(text)));
    return this.#writing;
  }
}
