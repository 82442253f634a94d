// What a table and the editor say to each other: columns once, rows page by page.
import * as v from 'valibot';
import { pageEnvironment } from './contract.ts';

/** What a cell shows; with a number where that, and not its text, tells the order: amounts, times, counts. */
const tableCell = v.union([v.string(), v.strictTuple([v.string(), v.number()])]);
export type TableCell = v.InferOutput<typeof tableCell>;

const tableColumn = v.strictObject({
  /** The path of the field in a row, `value.price`; empty for rows that are no objects. */
  key: v.string(),
  label: v.string(),
  /** The name with the path of the field, where they differ. */
  title: v.optional(v.string()),
  isNumber: v.boolean(),
  /** Shown only when somebody asks for it: there are too many others that say more. */
  isAside: v.optional(v.boolean()),
});
export type TableColumn = v.InferOutput<typeof tableColumn>;

const tableRow = v.strictObject({
  /** In the order of the columns; what a row does not have at the end is left out. */
  cells: v.array(tableCell),
  /** Why the row is not what its neighbours are. */
  problem: v.optional(v.string()),
  /** Whether the tree has a place for it. */
  isInTree: v.optional(v.boolean()),
  /** What is true of it, and what is not; what is not known of it is left out. */
  marks: v.optional(v.record(v.string(), v.boolean())),
});
export type TableRow = v.InferOutput<typeof tableRow>;

/** Something that is true of some rows, by which they can be counted and picked out. */
const tableMark = v.strictObject({ name: v.string(), label: v.string() });
export type TableMark = v.InferOutput<typeof tableMark>;

const maxKey = 1000;
const key = v.pipe(v.string(), v.maxLength(maxKey));
const columnKeys = v.pipe(v.array(key), v.maxLength(1000));

/** How the rows are arranged: what a person chose. */
const tableView = v.strictObject({
  sort: v.optional(v.strictObject({ key, isDescending: v.boolean() })),
  filter: v.pipe(v.string(), v.maxLength(1000)),
  /** Only rows of which this is true. */
  mark: v.optional(key),
  /** The columns that are shown, by their keys; all the usual ones while nobody has chosen. */
  shown: v.optional(columnKeys),
});
export type TableView = v.InferOutput<typeof tableView>;

/** More rows of the list. `columns` are all that are known by now: none ever moves or goes. */
const batch = v.strictObject({
  columns: v.array(tableColumn),
  rows: v.array(tableRow),
  /** How many there are in all, where the service says so. */
  total: v.optional(v.number()),
  hasMore: v.boolean(),
  /** False: nothing shows that there are no more than these. */
  isWhole: v.boolean(),
});
export type TableBatch = v.InferOutput<typeof batch>;

const tableFormats = ['csv', 'json', 'markdown'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** A row by its place in the list, in the order in which it was read. */
const rowIndex = v.pipe(v.number(), v.integer(), v.minValue(0));

export const tableContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    title: v.string(),
    /** As "GET /items/{itemId}/codes". */
    call: v.string(),
    state: v.strictObject({ id: v.string(), eventId: v.optional(v.string()) }),
    batch,
    view: v.optional(tableView),
    marks: v.optional(v.array(tableMark)),
  }),
  requests: {
    /** The rows after the first `from`. */
    more: { payload: v.strictObject({ from: rowIndex }), result: batch },
    /** The list from its beginning, read again. */
    reload: { payload: v.null(), result: batch },
    keepView: { payload: tableView, result: v.null() },
    copy: { payload: v.pipe(v.string(), v.maxLength(20_000_000)), result: v.null() },
    openAsJson: { payload: rowIndex, result: v.null() },
    showInTree: { payload: rowIndex, result: v.null() },
    save: {
      payload: v.strictObject({ format: v.picklist(tableFormats), view: tableView, columns: columnKeys }),
      result: v.null(),
    },
  },
  events: {},
};
export type TableContract = typeof tableContract;
