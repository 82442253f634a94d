// What the page of a report shows: figures, then tables of which some are drawn as charts, then the reply as it came.
import * as v from 'valibot';
import { nothing, told, type Choice, type Fact, type PageEnvironment, type PageEvent } from './contract.ts';

export type ReportKind = 'entryReport' | 'bordero';

/**
 * How a value is read: `money` is whole cents, `rate` a part of 1, `time` a clock's `YYYY-MM-DD HH:MM:SS`, `offset` an hour,
 * by where it begins, counted in hours from the start of a session.
 */
export type ValueKind = 'text' | 'count' | 'money' | 'rate' | 'time' | 'offset';

/** Null where the service does not say it. */
export type Value = string | number | null;

export interface Column {
  name: string;
  kind: ValueKind;
}

export interface Figure extends Column {
  key: string;
  value: Value;
  /** The same figure of the session that it is compared with. */
  other?: Value | undefined;
}

export interface Section {
  /** The same section has the same key after a refresh. */
  key: string;
  title: string;
  columns: Column[];
  rows: Value[][];
  /** What stands between the rows, in bold: sums of those above it. `after`: behind so many rows. */
  sums?: { after: number; name: string; values: Value[] }[] | undefined;
  /** The rows of one value in the first column stand together: a page says it above them. */
  isGrouped?: true | undefined;
  /** Which columns are drawn, against the first one; `time`: as columns side by side, in the order of time. */
  chart?: { columns: number[]; isTime: boolean } | undefined;
  /** Rows that are in the reply and not in this table. */
  left?: number | undefined;
}

export interface Report {
  figures: Figure[];
  sections: Section[];
  /** What somebody should know who reads the figures. */
  notes: string[];
}

/** No session: all of them. */
const sessionId = v.optional(v.pipe(v.string(), v.maxLength(500)));
const scope = v.strictObject({ session: sessionId, other: sessionId });
export type Scope = v.InferOutput<typeof scope>;

/** A report as it was read at a moment. */
export interface Shown {
  at: number;
  scope: Scope;
  report: Report;
  /** The replies as they came, shortened where they are very long. */
  raw: Fact[];
}

/** Seconds between two refreshes; 0: none. */
export const intervals = [0, 30, 60, 300] as const;
export type Interval = (typeof intervals)[number];

/** What a picture of a chart may weigh, in characters. */
const maxPicture = 16 * 1024 * 1024;

export const reportContract = {
  init: {} as {
    environment: PageEnvironment;
    kind: ReportKind;
    event: PageEvent;
    sessions: Choice[];
    every: Interval;
    shown: Shown;
    /** Why `shown` is not of now. */
    problem?: string | undefined;
  },
  requests: {
    /** `isAsked`: somebody waits for it, and may be asked to sign in. */
    read: { payload: v.strictObject({ scope, isAsked: v.boolean() }), result: {} as Shown },
    /** Remembered while the page is hidden. */
    keepInterval: told(v.picklist(intervals)),
    save: told(v.strictObject({ format: v.picklist(['xlsx', 'csv', 'markdown']) })),
    /** Opens it in a browser, which can print. */
    print: nothing,
    savePicture: told(
      v.strictObject({
        title: v.string(),
        format: v.picklist(['svg', 'png']),
        /** The text of an SVG, or a PNG in Base64. */
        content: v.pipe(v.string(), v.maxLength(maxPicture)),
      }),
    ),
  },
  events: {} as {
    /** The open page is asked for once more, for a session. */
    choose: { session: string };
  },
};
export type ReportContract = typeof reportContract;
