// Where somebody is in the table, and which rows are chosen. Pure.

interface Limits {
  readonly rows: number;
  /** Of the cells; what can be done with the row stands after it. */
  readonly lastCell: number;
  readonly lastColumn: number;
  /** Rows that a page has. */
  readonly step: number;
}

interface MoveKeys {
  readonly isCommand: boolean;
  readonly isShift: boolean;
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

  /** Whether the key is one that moves. */
  move(key: string, { isCommand, isShift }: MoveKeys, { rows, lastCell, lastColumn, step }: Limits): boolean {
    const { column } = this;
    const all = isCommand ? rows : 0;
    const moves: Readonly<Record<string, readonly [rows: number, column: number]>> = {
      ArrowUp: [isCommand ? -rows : -1, column],
      ArrowDown: [isCommand ? rows : 1, column],
      ArrowLeft: [0, isCommand ? 0 : column - 1],
      ArrowRight: [0, isCommand ? lastColumn : column + 1],
      PageUp: [-step, column],
      PageDown: [step, column],
      Home: [-all, 0],
      End: [all, lastCell],
    };
    const move = moves[key];
    if (!move) return false;
    this.row = clamp(this.row + move[0], rows - 1);
    this.column = clamp(move[1], lastColumn);
    if (!isShift || move[0] === 0) this.#anchor = this.row;
    return true;
  }
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
