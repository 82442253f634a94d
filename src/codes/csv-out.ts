// Writes CSV that a spreadsheet may open: cells that it would take for formulas are guarded.
import { csvCell, guardFormulas, type CellOptions } from '../csv/cell.ts';
import { newFileMode, writeNewFile } from './new-file.ts';

/** Without a line end. A row that is one empty cell is quoted: it would be a blank line. */
export function csvRow(cells: readonly string[], options: CellOptions): string {
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
