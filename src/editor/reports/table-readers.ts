// What a table needs to know of its rows and columns, wherever they come from.
import type { PageRead, Row } from '../../client/index.ts';
import type { TableCell, TableColumn } from '../../protocol/table.ts';
import type { Stretch, Texts } from './table-values.ts';

/** One column, as an arrangement needs it. */
export interface ColumnReader {
  /** The field of a row. */
  readonly field: (index: number) => unknown;
  /** The field as the service gave it, where what is shown is another. */
  readonly plain?: ((index: number) => unknown) | undefined;
  /** The field of a row and of those behind it, where they are kept together. */
  readonly stretch?: ((index: number) => Stretch | undefined) | undefined;
  readonly cell: (value: unknown) => TableCell;
  /** What the cell shows. */
  readonly text: (value: unknown) => string;
  /** A number is shown as it is, in nothing but figures. */
  readonly hasFigures: boolean;
  /** Whether so many texts from a place on are all shown as they are. */
  readonly showAsIs?: ((texts: Texts, from: number, count: number) => boolean) | undefined;
  /** Whether so many texts from a place on all tell the order as they are. */
  readonly orderAsIs?: ((texts: Texts, from: number, count: number) => boolean) | undefined;
  /** A number where that tells the order, otherwise the text. */
  readonly order: (value: unknown) => number | string;
  /** What a person compares it with: an amount as it is shown, a time in milliseconds. */
  readonly number: (value: unknown) => number | undefined;
}

export interface ArrangedList {
  readonly length: number;
  readonly columns: readonly TableColumn[];
  readonly language: string;
  /** Whether rows that come later change what cells before them say. */
  readonly mayChange: boolean;
  reader(key: string): ColumnReader;
  hasMark(name: string, index: number): boolean;
}

/** What gives the rows, some at a time. */
export interface RowSource {
  /** Whether there seem to be more than those that `next` has read. */
  readonly hasMore: boolean;
  /** Whether those are all, once there are no more. */
  readonly isWhole: boolean;
  readonly total: number | undefined;
  /** What is left out, because nothing shows whose it is. */
  readonly unclaimed?: readonly Row[];
  next(signal?: AbortSignal, readsOn?: boolean): Promise<PageRead>;
  close?(): Promise<void>;
}

/** What the check of a file says of one of its lines. */
export interface LineProblem {
  readonly line: number;
  readonly text: string;
}

/** The rows of a file, which mean nothing but what stands there. */
export interface FileSource extends RowSource {
  /** Where each row that was read begins. */
  readonly lines: readonly number[];
  /** What its check has found. */
  readonly problems: readonly LineProblem[];
  /** What is said of a problem at the nearest row, where its line is none: a header, or blank. */
  readonly textAt: (problem: LineProblem) => string;
  /** Why no rows follow, where the file may have more. */
  readonly ends: string | undefined;
  /** Whether the file was written since, or is to be read otherwise. */
  isOther(): Promise<boolean>;
  column(key: string): Omit<ColumnReader, 'field' | 'stretch'>;
}
