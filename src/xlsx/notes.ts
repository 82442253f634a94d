// What the text of a cell does not show by itself: counted over the sheet, and by column where the cell is not what somebody meant.
import { shown } from '../codes/problems.ts';

type NoteKind =
  | LossKind
  | 'formulas'
  /** Numbers of which the sheet shows zeros, or more, that are not stored. */
  | 'paddedZeros'
  /** Cells with line breaks, which became spaces. */
  | 'lineBreaks'
  /** Rows that the sheet does not show, by a filter for example; they are read like others. */
  | 'hiddenRows';

/** The text that is read is not the one that was meant: a problem where codes are. */
export type LossKind =
  | 'dates'
  | 'lostDigits'
  /** Formulas whose result the file does not have: their cells are empty. */
  | 'formulasWithoutResult'
  | 'errors';

interface Note {
  readonly count: number;
  /** The first ones: B7, or 7 for a row. */
  readonly places: readonly string[];
}

export type Notes = Readonly<Record<NoteKind, Note>>;

interface LostCell {
  readonly row: number;
  /** What is read of it. */
  readonly text: string;
}

/** Those of one kind in one column. */
export interface Loss {
  readonly kind: LossKind;
  /** Counts from 0. */
  readonly column: number;
  readonly count: number;
  /** The first ones. */
  readonly cells: readonly LostCell[];
}

export interface PaddedNumber {
  readonly place: string;
  readonly shown: string;
  readonly stored: string;
}

export const placesKept = 20;
const paddedKept = 5;
const cellsKept = 100;
/** Of all columns together. */
const mostCellsKept = 10_000;

/** Counts what a sheet has of each kind. */
export class NoteBook {
  readonly notes: Record<NoteKind, { count: number; readonly places: string[] }>;
  readonly padded: PaddedNumber[] = [];
  readonly #losses = new Map<string, Loss & { count: number; readonly cells: LostCell[] }>();
  #cells = 0;

  constructor() {
    const none = () => ({ count: 0, places: [] });
    this.notes = {
      dates: none(),
      formulas: none(),
      formulasWithoutResult: none(),
      paddedZeros: none(),
      lostDigits: none(),
      lineBreaks: none(),
      errors: none(),
      hiddenRows: none(),
    };
  }

  get losses(): Loss[] {
    return [...this.#losses.values()];
  }

  add(kind: NoteKind, row: number, column?: number): void {
    const note = this.notes[kind];
    if (note.count++ < placesKept) note.places.push(column === undefined ? String(row) : placeOf(row, column));
  }

  addPadded(row: number, column: number, shownAs: string, stored: string): void {
    this.add('paddedZeros', row, column);
    if (this.padded.length < paddedKept) this.padded.push({ place: placeOf(row, column), shown: shownAs, stored });
  }

  addLoss(kind: LossKind, row: number, column: number, text: string): void {
    this.add(kind, row, column);
    const key = `${kind} ${column}`;
    const loss = this.#losses.get(key) ?? { kind, column, count: 0, cells: [] };
    this.#losses.set(key, loss);
    loss.count++;
    if (loss.cells.length >= cellsKept || this.#cells >= mostCellsKept) return;
    this.#cells++;
    loss.cells.push({ row, text: shown(text) });
  }
}

export function placeOf(row: number, column: number): string {
  return columnLetters(column) + String(row);
}

/** Of a column that is counted from 0: A, …, Z, AA. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(0x41 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}
