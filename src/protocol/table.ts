// What a table and the editor say to each other: the editor has all rows and arranges them, the page asks for those that it shows.
import * as v from 'valibot';
import { pageEnvironment } from './contract.ts';
import { cellTexts, editRequests, openEdits } from './item-edit.ts';

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
  /** Its numbers are counts, which are easier to read with their figures in groups; not ids. */
  isCount: v.optional(v.boolean()),
  /** Shown only when somebody asks for it: there are too many others that say more. */
  isAside: v.optional(v.boolean()),
  /** No field of the service is called so: its text was made here. */
  isMade: v.optional(v.boolean()),
  /** Why a cell of it may say that something is not known. */
  unknown: v.optional(v.string()),
  /** How many figures its first cells take. */
  size: v.optional(v.number()),
});
export type TableColumn = v.InferOutput<typeof tableColumn>;

/** A place in the list, in the order in which it was read. */
const rowIndex = v.pipe(v.number(), v.integer(), v.minValue(0));

const tableRow = v.strictObject({
  position: rowIndex,
  /** Of the columns that are shown. */
  cells: v.array(tableCell),
  /** Why the row is not what its neighbours are. */
  problem: v.optional(v.string()),
  /** Of an item: others stand in it. */
  isGroup: v.optional(v.boolean()),
  /** Whether the tree has a place for it. */
  isInTree: v.optional(v.boolean()),
  /** Of an item, whose cells can be edited. */
  id: v.optional(v.string()),
  texts: v.optional(cellTexts),
});
export type TableRow = v.InferOutput<typeof tableRow>;

/** Something that is true of some rows, by which they can be counted and picked out. */
const tableMark = v.strictObject({ name: v.string(), label: v.string() });
export type TableMark = v.InferOutput<typeof tableMark>;

const maxText = 1000;
const text = v.pipe(v.string(), v.maxLength(maxText));
const columnKeys = v.pipe(v.array(text), v.maxLength(1000));

/** How the rows are arranged: what a person chose. */
const tableView = v.strictObject({
  sort: v.optional(v.strictObject({ key: text, isDescending: v.boolean() })),
  filter: text,
  /** What the cells of a column must have, as a person types it. */
  filters: v.optional(v.pipe(v.array(v.strictObject({ key: text, text })), v.maxLength(200))),
  /** Only rows of which this is true. */
  mark: v.optional(text),
  /** The columns that are shown, by their keys; all the usual ones while nobody has chosen. */
  shown: v.optional(columnKeys),
  /** How wide somebody made a column, in pixels. */
  widths: v.optional(v.pipe(v.array(v.strictObject({ key: text, width: v.number() })), v.maxLength(1000))),
});
export type TableView = v.InferOutput<typeof tableView>;

/** What was read by now. `columns` are all that are known: none ever moves or goes. */
const tableList = v.strictObject({
  columns: v.array(tableColumn),
  count: v.number(),
  /** How many there are in all, where the service says so. */
  total: v.optional(v.number()),
  hasMore: v.boolean(),
  /** False: nothing shows that there are no more than these. */
  isWhole: v.boolean(),
  /** The names of items that are left out, because nothing shows that they are the event's. */
  leftOut: v.optional(v.string()),
  /** Of how many rows it is true, and of how many that is not known; left out where it is known of none. */
  marks: v.optional(v.record(v.string(), v.strictObject({ count: v.number(), unknown: v.number() }))),
});
export type TableListState = v.InferOutput<typeof tableList>;

const tablePart = v.strictObject({
  list: tableList,
  /** Another one: rows may stand at other places than before. */
  version: v.number(),
  /** How many rows there are in the view. */
  found: v.number(),
  /** The place of the first of these in the view. */
  from: v.number(),
  rows: v.array(tableRow),
});
export type TablePart = v.InferOutput<typeof tablePart>;

/** Rows by their places in a view. */
const tableSelection = v.strictObject({
  version: v.number(),
  ranges: v.pipe(v.array(v.strictObject({ first: rowIndex, last: rowIndex })), v.maxLength(100_000)),
});
export type TableSelection = v.InferOutput<typeof tableSelection>;

const tableFormats = ['csv', 'xlsx', 'json', 'markdown'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** What is done with all rows that are chosen, and shown as a plan first. */
const planCommand = v.picklist(['changeMany', 'copyItems', 'copyPasskeys']);
export type PlanCommand = v.InferOutput<typeof planCommand>;

/** What can be done with rows of this kind, here and now. */
const tableActs = v.strictObject({
  edit: v.boolean(),
  editCells: v.boolean(),
  remove: v.boolean(),
  showCodes: v.boolean(),
  plans: v.array(planCommand),
});
export type TableActs = v.InferOutput<typeof tableActs>;

/** What is said of a list that has no rows; `step`: what gives it some, as a button says it. */
const tableEmpty = v.strictObject({ text: v.string(), step: v.optional(v.string()) });
export type TableEmpty = v.InferOutput<typeof tableEmpty>;

/** More rows than these are never asked for at once. */
const mostRowsAtOnce = 1000;

export const tableContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    title: v.string(),
    /** As "GET /items/{itemId}/codes". */
    call: v.string(),
    state: v.strictObject({ id: v.string(), eventId: v.optional(v.string()) }),
    part: tablePart,
    view: v.optional(tableView),
    marks: v.optional(v.array(tableMark)),
    acts: tableActs,
    edits: openEdits,
    /** Of the times that are typed, where it is known. */
    timeZone: v.optional(v.string()),
    /** Where the rows stand, when no service has them. */
    file: v.optional(v.strictObject({ path: v.string(), isWorkbook: v.boolean() })),
    empty: tableEmpty,
  }),
  requests: {
    ...editRequests,
    /** The rows of a view from a place on, arranged anew where it is another view or there are more rows. */
    rows: {
      payload: v.strictObject({ view: tableView, from: rowIndex, count: v.pipe(rowIndex, v.maxValue(mostRowsAtOnce)) }),
      result: tablePart,
    },
    /** Reads the next page, or all that are left. */
    load: { payload: v.strictObject({ all: v.boolean() }), result: v.null() },
    stop: { payload: v.null(), result: v.null() },
    /** The list from its beginning, read again. */
    reload: { payload: v.null(), result: v.null() },
    keepView: { payload: tableView, result: v.null() },
    copy: {
      payload: v.strictObject({ selection: tableSelection, columns: columnKeys, hasHeader: v.boolean() }),
      result: v.null(),
    },
    /** The form of the row, where it has one; otherwise its JSON. */
    open: { payload: rowIndex, result: v.null() },
    openAsJson: { payload: rowIndex, result: v.null() },
    showInTree: { payload: rowIndex, result: v.null() },
    /** The file itself. */
    openAsText: { payload: v.null(), result: v.null() },
    showCodes: { payload: v.strictObject({ position: rowIndex }), result: v.null() },
    /** Begins what gives an empty list its first rows. */
    fill: { payload: v.null(), result: v.null() },
    remove: { payload: tableSelection, result: v.null() },
    plan: { payload: v.strictObject({ command: planCommand, selection: tableSelection }), result: v.null() },
    save: {
      payload: v.strictObject({
        format: v.picklist(tableFormats),
        view: tableView,
        columns: columnKeys,
        /** All rows of the view without it. */
        selection: v.optional(tableSelection),
      }),
      result: v.null(),
    },
  },
  events: {
    /** More rows were read. */
    read: v.strictObject({ count: v.number(), total: v.optional(v.number()) }),
    /** A record of this kind was written. */
    changed: v.null(),
    /** The row of this record has what the record has now. */
    rowChanged: v.strictObject({ id: v.string() }),
  },
};
export type TableContract = typeof tableContract;
