// What the editor of a file of codes and its page say to each other. Nothing in it writes to the file.
import * as v from 'valibot';
import { nothing, told } from './contract.ts';

export interface OpenedFile {
  kind: 'open';
  /** Another one after the file was read again: rows of one are no rows of the other. */
  version: number;
  /** The file in a few words. */
  facts: string[];
  columns: string[];
  /** Columns that are not shown. */
  moreColumns: number;
  /** Which of them has the codes; absent where that is not clear. */
  column?: number | undefined;
  headerLine?: number | undefined;
  /** Of a workbook: the name of the one that is shown. */
  sheet?: string | undefined;
  rows: number;
  /** False: there are at least so many, and they are still counted. */
  isCounted: boolean;
  /** Whether a text editor takes it. */
  isText: boolean;
  /** Why nothing is shown behind these rows. */
  stopped?: string | undefined;
}

export type FileState =
  /** `total` is 0 while it is not known. */
  { kind: 'opening'; bytes: number; total: number } | { kind: 'refused'; message: string } | OpenedFile;

export interface RowProblem {
  line: number;
  text: string;
  isNote: boolean;
}

/** What the check of the file has found by now. */
export type CheckState =
  | { kind: 'checking'; bytes: number; total: number }
  | { kind: 'stopped'; message: string }
  | {
      kind: 'checked';
      /** Without the notes. */
      total: number;
      /** In the order of the file. */
      list: RowProblem[];
      /** Where kinds have more than are listed: how many of each are, and behind which line some may not be. */
      short?: { most: number; line: number } | undefined;
    };

export interface ShownRow {
  line: number;
  lines: number;
  cells: string[];
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Counted from 0: every record of the file is one. */
const row = count;

/** Where somebody is, kept while the page is hidden; with a line, where somebody wants to be. */
const place = v.strictObject({ row, text: v.pipe(v.string(), v.maxLength(500)), line: v.optional(count) });

const version = count;
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(500));

export const mostRowsAtOnce = 200;

export const codeFileContract = {
  init: {} as {
    name: string;
    /** A workbook has rows, a text has lines. */
    isWorkbook: boolean;
    file: FileState;
    check: CheckState;
    place: v.InferOutput<typeof place>;
  },
  requests: {
    rows: {
      payload: v.strictObject({ version, from: row, count: v.pipe(count, v.minValue(1), v.maxValue(mostRowsAtOnce)) }),
      result: {} as ShownRow[],
    },
    /** The next row with the text in this direction, `from` itself among them and round the ends; null where no row has it. */
    find: {
      payload: v.strictObject({ version, text, from: v.pipe(v.number(), v.integer()), direction: v.picklist(['down', 'up']) }),
      result: {} as number | null,
    },
    /** The rows with the text, or the first ones of very many. */
    findAll: { payload: v.strictObject({ version, text }), result: {} as { rows: number[]; isMore: boolean } },
    /** Null where the file has no such line. */
    rowOfLine: { payload: v.strictObject({ version, line: count }), result: {} as number | null },
    /** The code of a row; the whole row where it is not clear which column has the codes. */
    copyCode: told(v.strictObject({ version, row })),
    copyRow: told(v.strictObject({ version, row })),
    keepPlace: told(place),
    readAgain: nothing,
    check: nothing,
    /** At the line, if one is named. */
    openText: told(v.strictObject({ line: v.optional(count) })),
  },
  events: {} as { file: FileState; check: CheckState; goTo: number },
};
export type CodeFileContract = typeof codeFileContract;
