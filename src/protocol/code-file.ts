// What the editor of a file of codes and its page say to each other. Nothing in it writes to the file.
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Counted from 0: every record of the file is one. */
const row = count;

const file = v.variant('kind', [
  /** `total` is 0 while it is not known. */
  v.strictObject({ kind: v.literal('opening'), bytes: count, total: count }),
  v.strictObject({ kind: v.literal('refused'), message: v.string() }),
  v.strictObject({
    kind: v.literal('open'),
    /** Another one after the file was read again: rows of one are no rows of the other. */
    version: count,
    /** The file in a few words. */
    facts: v.array(v.string()),
    columns: v.array(v.string()),
    /** Columns that are not shown. */
    moreColumns: count,
    /** Which of them has the codes; absent where that is not clear. */
    column: v.optional(count),
    headerLine: v.optional(count),
    /** Of a workbook: the name of the one that is shown. */
    sheet: v.optional(v.string()),
    rows: count,
    /** False: there are at least so many, and they are still counted. */
    isCounted: v.boolean(),
    /** Why nothing is shown behind these rows. */
    stopped: v.optional(v.string()),
  }),
]);
export type FileState = v.InferOutput<typeof file>;
export type OpenedFile = Extract<FileState, { kind: 'open' }>;

const problem = v.strictObject({ line: count, text: v.string(), isNote: v.boolean() });
export type RowProblem = v.InferOutput<typeof problem>;

/** What the check of the file has found by now. */
const check = v.variant('kind', [
  v.strictObject({ kind: v.literal('checking'), bytes: count, total: count }),
  v.strictObject({ kind: v.literal('stopped'), message: v.string() }),
  v.strictObject({
    kind: v.literal('checked'),
    /** Without the notes. */
    total: count,
    /** In the order of the file. */
    list: v.array(problem),
    /** Where kinds have more than are listed: how many of each are, and behind which line some may not be. */
    short: v.optional(v.strictObject({ most: count, line: count })),
  }),
]);
export type CheckState = v.InferOutput<typeof check>;

const shownRow = v.strictObject({ line: count, lines: count, cells: v.array(v.string()) });
export type ShownRow = v.InferOutput<typeof shownRow>;

/** Where somebody is, kept while the page is hidden; with a line, where somebody wants to be. */
const place = v.strictObject({ row, text: v.pipe(v.string(), v.maxLength(500)), line: v.optional(count) });

const version = count;
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(500));
const nothing = { payload: v.null(), result: v.null() };

export const mostRowsAtOnce = 200;

export const codeFileContract = {
  /** A workbook has rows, a text has lines. */
  init: v.strictObject({ name: v.string(), isWorkbook: v.boolean(), file, check, place }),
  requests: {
    rows: {
      payload: v.strictObject({ version, from: row, count: v.pipe(count, v.minValue(1), v.maxValue(mostRowsAtOnce)) }),
      result: v.array(shownRow),
    },
    /** The next row with the text in this direction, `from` itself among them and round the ends; null where no row has it. */
    find: {
      payload: v.strictObject({ version, text, from: v.pipe(v.number(), v.integer()), direction: v.picklist(['down', 'up']) }),
      result: v.nullable(row),
    },
    /** The rows with the text, or the first ones of very many. */
    findAll: {
      payload: v.strictObject({ version, text }),
      result: v.strictObject({ rows: v.array(row), isMore: v.boolean() }),
    },
    /** Null where the file has no such line. */
    rowOfLine: { payload: v.strictObject({ version, line: count }), result: v.nullable(row) },
    /** The code of a row; the whole row where it is not clear which column has the codes. */
    copyCode: { payload: v.strictObject({ version, row }), result: v.null() },
    keepPlace: { payload: place, result: v.null() },
    readAgain: nothing,
    check: nothing,
    openText: nothing,
  },
  events: { file, check, goTo: count },
};
export type CodeFileContract = typeof codeFileContract;
