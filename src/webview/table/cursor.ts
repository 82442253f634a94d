// Where somebody is in the table, and which rows are chosen. Pure.

export type Direction = 'up' | 'down' | 'left' | 'right' | 'start' | 'end' | 'pageUp' | 'pageDown';

interface Limits {
  readonly rows: number;
  /** Of the cells; what can be done with the row stands after it. */
  readonly lastCell: number;
  readonly lastColumn: number;
  /** Rows that a page has. */
  readonly step: number;
}

export class Cursor {
  row = 0;
  /** The row number is column 0. */
  column = 1;
  #anchor = 0;

  to(row: number, column: number): void {
    this.row = row;
    this.column = column;
    this.#anchor = row;
  }

  extend(row: number): void {
    this.row = row;
  }

  selectAll(rows: number): void {
    this.#anchor = 0;
    this.row = Math.max(0, rows - 1);
  }

  /** The rows between where the choice began and here. */
  get selected(): number[] {
    const first = Math.min(this.#anchor, this.row);
    return Array.from({ length: Math.abs(this.row - this.#anchor) + 1 }, (_, index) => first + index);
  }

  isSelected(row: number): boolean {
    return row >= Math.min(this.#anchor, this.row) && row <= Math.max(this.#anchor, this.row);
  }

  fit(rows: number, lastColumn: number): void {
    this.row = clamp(this.row, rows - 1);
    this.#anchor = clamp(this.#anchor, rows - 1);
    this.column = clamp(this.column, lastColumn);
  }

  move(direction: Direction, keys: { readonly isCommand: boolean; readonly isShift: boolean }, limits: Limits): void {
    const rows = rowSteps(direction, keys.isCommand, limits);
    this.row = clamp(this.row + rows, limits.rows - 1);
    this.column = clamp(columnAfter(this.column, direction, keys.isCommand, limits), limits.lastColumn);
    if (!keys.isShift || rows === 0) this.#anchor = this.row;
  }
}

function rowSteps(direction: Direction, isCommand: boolean, { rows, step }: Limits): number {
  switch (direction) {
    case 'up':
      return isCommand ? -rows : -1;
    case 'down':
      return isCommand ? rows : 1;
    case 'pageUp':
      return -step;
    case 'pageDown':
      return step;
    case 'start':
      return isCommand ? -rows : 0;
    case 'end':
      return isCommand ? rows : 0;
    default:
      return 0;
  }
}

function columnAfter(column: number, direction: Direction, isCommand: boolean, { lastCell, lastColumn }: Limits): number {
  switch (direction) {
    case 'left':
      return isCommand ? 0 : column - 1;
    case 'right':
      return isCommand ? lastColumn : column + 1;
    case 'start':
      return 0;
    case 'end':
      return lastCell;
    default:
      return column;
  }
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
