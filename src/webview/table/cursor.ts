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

/** From one row to another, both of them too. */
export type Range = readonly [first: number, last: number];

export class Cursor {
  row = 0;
  /** The row number is column 0. */
  column = 1;
  #anchor = 0;
  /** Nobody has been in the rows yet, or has left them: nothing is chosen. */
  #isAway = true;
  /** Rows that were picked one by one: they stay when somebody goes elsewhere. */
  #picked: readonly Range[] | undefined;

  to(row: number, column: number): void {
    this.row = row;
    this.column = column;
    this.#anchor = row;
    this.#picked = undefined;
    this.#isAway = false;
  }

  /** All rows between where the choice began and here. */
  extend(row: number): void {
    this.#isAway = false;
    this.row = row;
    if (this.#picked) this.#picked = added(this.#picked, span(this.#anchor, row));
  }

  /** Picks a row beside those that are chosen, or leaves it out. */
  toggle(row: number, column = this.column): void {
    const before = this.ranges;
    this.#picked = this.isSelected(row) ? without(before, row) : added(before, [row, row]);
    this.#isAway = false;
    [this.row, this.column, this.#anchor] = [row, column, row];
  }

  /** Somebody is in the rows. */
  enter(): void {
    if (this.#isAway && !this.#picked) this.#anchor = this.row;
    this.#isAway = false;
  }

  /** Nothing is chosen any more. */
  clear(): void {
    this.#isAway = true;
    this.#picked = undefined;
    this.#anchor = this.row;
  }

  selectAll(rows: number): void {
    this.#isAway = false;
    this.#picked = undefined;
    this.#anchor = 0;
    this.row = Math.max(0, rows - 1);
  }

  /** The chosen rows, in order. */
  get ranges(): readonly Range[] {
    return this.#picked ?? (this.#isAway ? [] : [span(this.#anchor, this.row)]);
  }

  get count(): number {
    return this.ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  }

  isSelected(row: number): boolean {
    return this.ranges.some(([first, last]) => row >= first && row <= last);
  }

  fit(rows: number, lastColumn: number): void {
    this.row = clamp(this.row, rows - 1);
    this.#anchor = clamp(this.#anchor, rows - 1);
    this.column = clamp(this.column, lastColumn);
    if (rows === 0) this.clear();
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
    this.column = clamp(move[1], lastColumn);
    const row = clamp(this.row + move[0], rows - 1);
    this.#isAway = false;
    if (isShift && move[0] !== 0) this.extend(row);
    else [this.row, this.#anchor] = [row, row];
    return true;
  }
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

function span(one: number, other: number): Range {
  return [Math.min(one, other), Math.max(one, other)];
}

/** In order, and each row once. */
function added(ranges: readonly Range[], more: Range): readonly Range[] {
  const sorted = [...ranges, more].sort(([one], [other]) => one - other);
  return sorted.reduce<Range[]>((joined, [first, last]) => {
    const before = joined.at(-1);
    if (before && first <= before[1] + 1) joined[joined.length - 1] = [before[0], Math.max(before[1], last)];
    else joined.push([first, last]);
    return joined;
  }, []);
}

function without(ranges: readonly Range[], row: number): readonly Range[] {
  return ranges.flatMap(([first, last]): Range[] => {
    if (row < first || row > last) return [[first, last]];
    const parts: Range[] = [
      [first, row - 1],
      [row + 1, last],
    ];
    return parts.filter(([from, to]) => from <= to);
  });
}
