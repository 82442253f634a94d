// What a table and the editor say to each other: the editor has all rows and arranges them, the page asks for those that it shows.
import * as v from 'valibot';
import { nothing, told, type PageEnvironment } from './contract.ts';
import { editRequests, type CellTexts, type OpenEdit } from './item-edit.ts';

/** What a cell shows; with a number where that, and not its text, tells the order: amounts, times, counts. */
export type TableCell = string | [string, number];

export interface TableColumn {
  /** The path of the field in a row, `value.price`; empty for rows that are no objects. */
  key: string;
  label: string;
  /** The name with the path of the field, where they differ. */
  title?: string | undefined;
  isNumber: boolean;
  /** Its numbers are counts, which are easier to read with their figures in groups; not ids. */
  isCount?: boolean | undefined;
  /** Shown only when somebody asks for it: there are too many others that say more. */
  isAside?: boolean | undefined;
  /** No field of the service is called so: its text was made here. */
  isMade?: boolean | undefined;
  /** Why a cell of it may say that something is not known. */
  unknown?: string | undefined;
  /** How many figures its first cells take. */
  size?: number | undefined;
}

export interface TableRow {
  /** A place in the list, in the order in which it was read. */
  position: number;
  /** Of a file: where the row begins. */
  line?: number | undefined;
  /** Of the columns that are shown. */
  cells: TableCell[];
  /** Why the row is not what its neighbours are. */
  problem?: string | undefined;
  /** Of an item: others stand in it. */
  isGroup?: boolean | undefined;
  /** Whether the tree has a place for it. */
  isInTree?: boolean | undefined;
  /** Of an item, whose cells can be edited. */
  id?: string | undefined;
  texts?: CellTexts | undefined;
}

/** Something that is true of some rows, by which they can be counted and picked out. */
export interface TableMark {
  name: string;
  label: string;
}

/** What was read by now. `columns` are all that are known: none ever moves or goes. */
export interface TableListState {
  columns: TableColumn[];
  count: number;
  /** How many there are in all, where the service says so. */
  total?: number | undefined;
  hasMore: boolean;
  /** False: nothing shows that there are no more than these. */
  isWhole: boolean;
  /** The names of items that are left out, because nothing shows that they are the event's. */
  leftOut?: string | undefined;
  /** Of how many rows it is true, and of how many that is not known; left out where it is known of none. */
  marks?: Record<string, { count: number; unknown: number }> | undefined;
  /** Of a file: why no rows follow, where it may have more. */
  ends?: string | undefined;
  /** Of a file: what its check says, and whether some rows have a problem. */
  check?: { text: string; hasProblems: boolean } | undefined;
}

export interface TablePart {
  list: TableListState;
  /** Another one: rows may stand at other places than before. */
  version: number;
  /** How many rows there are in the view. */
  found: number;
  /** The place of the first of these in the view. */
  from: number;
  rows: TableRow[];
}

const text = v.pipe(v.string(), v.maxLength(1000));
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

const rowIndex = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Rows by their places in a view. */
const tableSelection = v.strictObject({
  version: v.number(),
  ranges: v.pipe(v.array(v.strictObject({ first: rowIndex, last: rowIndex })), v.maxLength(100_000)),
});
export type TableSelection = v.InferOutput<typeof tableSelection>;

const tableFormat = v.picklist(['csv', 'xlsx', 'json', 'markdown']);
export type TableFormat = v.InferOutput<typeof tableFormat>;

/** What is done with all rows that are chosen, and shown as a plan first. */
const planCommand = v.picklist(['changeMany', 'copyItems', 'copyPasskeys']);
export type PlanCommand = v.InferOutput<typeof planCommand>;

/** What can be done with rows of this kind, here and now. */
export interface TableActs {
  edit: boolean;
  editCells: boolean;
  remove: boolean;
  showCodes: boolean;
  plans: PlanCommand[];
}

/** What is said of a list that has no rows; `step`: what gives it some, as a button says it. */
export interface TableEmpty {
  text: string;
  step?: string | undefined;
}

/** More rows than these are never asked for at once. */
const mostRowsAtOnce = 1000;

export const tableContract = {
  init: {} as {
    environment: PageEnvironment;
    title: string;
    /** As "GET /items/{itemId}/codes". */
    call: string;
    state: { id: string; eventId?: string | undefined };
    part: TablePart;
    view?: TableView | undefined;
    marks?: TableMark[] | undefined;
    acts: TableActs;
    /** Cells that somebody was typing into when the page was hidden. */
    edits: OpenEdit[];
    /** Of the times that are typed, where it is known. */
    timeZone?: string | undefined;
    /** Where the rows stand, when no service has them. */
    file?: { path: string; isText: boolean } | undefined;
    /** Of a file: where somebody wants to be. */
    line?: number | undefined;
    empty: TableEmpty;
  },
  requests: {
    ...editRequests,
    /** The rows of a view from a place on, arranged anew where it is another view or there are more rows. */
    rows: {
      payload: v.strictObject({ view: tableView, from: rowIndex, count: v.pipe(rowIndex, v.maxValue(mostRowsAtOnce)) }),
      result: {} as TablePart,
    },
    /** Reads the next page, or all that are left. */
    load: told(v.strictObject({ all: v.boolean() })),
    stop: nothing,
    /** The list from its beginning, read again. */
    reload: nothing,
    keepView: told(tableView),
    copy: told(v.strictObject({ selection: tableSelection, columns: columnKeys, hasHeader: v.boolean() })),
    /** The form of the row, where it has one; otherwise its JSON. */
    open: told(rowIndex),
    openAsJson: told(rowIndex),
    showInTree: told(rowIndex),
    /** The file itself, at the line of a row. */
    openAsText: told(v.strictObject({ position: v.optional(rowIndex) })),
    checkCodes: nothing,
    /** Reads on to a line of the file. The place of its row in the view; null where there is none. */
    rowOfLine: { payload: rowIndex, result: {} as number | null },
    /** The next row in the view with a problem, and round the end; without `from`, the first or the last. */
    nextProblem: {
      payload: v.strictObject({ from: v.optional(rowIndex), step: v.picklist([1, -1]) }),
      result: {} as number | null,
    },
    showCodes: told(v.strictObject({ position: rowIndex })),
    /** Begins what gives an empty list its first rows. */
    fill: nothing,
    remove: told(tableSelection),
    plan: told(v.strictObject({ command: planCommand, selection: tableSelection })),
    save: told(
      v.strictObject({
        format: tableFormat,
        view: tableView,
        columns: columnKeys,
        /** All rows of the view without it. */
        selection: v.optional(tableSelection),
      }),
    ),
  },
  events: {} as {
    /** More rows were read. */
    read: { count: number; total?: number | undefined };
    /** A record of this kind was written. */
    changed: null;
    /** The check of the file says something else. */
    checked: null;
    /** Somebody wants to be at this line of the file. */
    goTo: number;
    /** The row of this record has what the record has now. */
    rowChanged: { id: string };
  },
};
export type TableContract = typeof tableContract;
