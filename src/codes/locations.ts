// Where something stands in a record: its line and its column.

export interface Location {
  readonly line: number;
  readonly column: number;
}

/** The location of a position in a record's text, which may have line ends within its quotes. */
export function locationAt(record: string, line: number, position: number): Location {
  let [lines, start] = [0, 0];
  for (const { index, 0: end } of record.slice(0, position).matchAll(/\r\n|\n|\r/g)) {
    lines++;
    start = index + end.length;
  }
  return { line: line + lines, column: position - start + 1 };
}

/** Where the cell of this number begins in a record's text; its end when there are fewer cells. */
export function cellStart(record: string, delimiter: string, cell: number): number {
  let position = 0;
  for (let left = cell; left > 0; left--) {
    const next = record.indexOf(delimiter, cellTextEnd(record, position));
    if (next < 0) return record.length;
    position = next + 1;
  }
  return position;
}

/** Behind the closing quote of a cell that has one. */
export function cellTextEnd(record: string, start: number): number {
  if (record[start] !== '"') return start;
  let position = record.indexOf('"', start + 1);
  while (position >= 0 && record[position + 1] === '"') position = record.indexOf('"', position + 2);
  return position < 0 ? record.length : position + 1;
}

/** Where a cell's character stands in the record: quotes that are written twice count once in the cell. */
export function positionInCell(record: string, start: number, index: number): number {
  if (record[start] !== '"') return start + index;
  let position = start + 1;
  for (let left = index; left > 0; left--) position += record[position] === '"' ? 2 : 1;
  return position;
}
