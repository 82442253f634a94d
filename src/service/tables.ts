// Tables as files: CSV that no spreadsheet runs, and XLSX whose codes stay text.
import { csvCell } from '../csv/cell.ts';
import { longestText, xlsxPieces } from '../xlsx/write.ts';

export type Cell = string | number | null;

export interface ExportTable {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly Cell[]>;
}

export interface CsvOptions {
  /** Whether text that a spreadsheet would run as a formula gets a `'` in front; true unless said otherwise. */
  readonly guardFormulas?: boolean;
}

const rowsInChunk = 1000;

/** RFC 4180 in pieces of a thousand rows, without a byte order mark. */
export function* csvChunks({ columns, rows }: ExportTable, { guardFormulas = true }: CsvOptions = {}): Generator<string> {
  let lines = [csvLine(columns, guardFormulas)];
  for (const row of rows) {
    lines.push(csvLine(row, guardFormulas));
    if (lines.length < rowsInChunk) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

function csvLine(cells: readonly Cell[], guardFormulas: boolean): string {
  const textOf = (cell: Cell) => (typeof cell === 'string' ? csvCell(cell, { guard: guardFormulas }) : String(cell ?? ''));
  return `${cells.map(textOf).join(',')}\r\n`;
}

/** A workbook of one sheet, in pieces. */
export function xlsxChunks({ columns, rows }: ExportTable): AsyncIterable<Uint8Array> {
  const shortened = function* () {
    for (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? cell.slice(0, longestText) : cell));
  };
  return xlsxPieces(columns, shortened(), 'Export');
}
