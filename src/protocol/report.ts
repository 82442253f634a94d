// What the page of a report shows: figures, then tables of which some are drawn as charts, then the reply as it came.
import * as v from 'valibot';
import { choice, pageEnvironment } from './contract.ts';

const reportKinds = ['entryReport', 'bordero'] as const;
export type ReportKind = (typeof reportKinds)[number];

/**
 * How a value is read: `money` is whole cents, `rate` a part of 1, `time` a clock's `YYYY-MM-DD HH:MM:SS`, `offset` an hour,
 * by where it begins, counted in hours from the start of a session.
 */
const valueKind = v.picklist(['text', 'count', 'money', 'rate', 'time', 'offset']);
export type ValueKind = v.InferOutput<typeof valueKind>;

/** Null where the service does not say it. */
const value = v.nullable(v.union([v.string(), v.number()]));
export type Value = v.InferOutput<typeof value>;

const figure = v.strictObject({
  key: v.string(),
  name: v.string(),
  kind: valueKind,
  value,
  /** The same figure of the session that it is compared with. */
  other: v.optional(value),
});
export type Figure = v.InferOutput<typeof figure>;

const column = v.strictObject({ name: v.string(), kind: valueKind });
export type Column = v.InferOutput<typeof column>;

const section = v.strictObject({
  /** The same section has the same key after a refresh. */
  key: v.string(),
  title: v.string(),
  columns: v.array(column),
  rows: v.array(v.array(value)),
  /** What stands between the rows, in bold: sums of those above it. `after`: behind so many rows. */
  sums: v.optional(v.array(v.strictObject({ after: v.number(), name: v.string(), values: v.array(value) }))),
  /** The rows of one value in the first column stand together: a page says it above them. */
  isGrouped: v.optional(v.literal(true)),
  /** Which columns are drawn, against the first one; `time`: as columns side by side, in the order of time. */
  chart: v.optional(v.strictObject({ columns: v.array(v.number()), isTime: v.boolean() })),
  /** Rows that are in the reply and not in this table. */
  left: v.optional(v.number()),
});
export type Section = v.InferOutput<typeof section>;

const report = v.strictObject({
  figures: v.array(figure),
  sections: v.array(section),
  /** What somebody should know who reads the figures. */
  notes: v.array(v.string()),
});
export type Report = v.InferOutput<typeof report>;

/** No session: all of them. */
const sessionId = v.optional(v.pipe(v.string(), v.maxLength(500)));
const scope = v.strictObject({ session: sessionId, other: sessionId });
export type Scope = v.InferOutput<typeof scope>;

/** A report as it was read at a moment. */
const shown = v.strictObject({
  at: v.number(),
  scope,
  report,
  /** The replies as they came, shortened where they are very long. */
  raw: v.array(v.strictObject({ name: v.string(), text: v.string() })),
});
export type Shown = v.InferOutput<typeof shown>;

/** Seconds between two refreshes; 0: none. */
export const intervals = [0, 30, 60, 300] as const;
const interval = v.picklist(intervals);
export type Interval = v.InferOutput<typeof interval>;

/** What a picture of a chart may weigh, in characters. */
const maxPicture = 16 * 1024 * 1024;

export const reportContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    kind: v.picklist(reportKinds),
    event: v.strictObject({ id: v.string(), label: v.string() }),
    sessions: v.array(choice),
    every: interval,
    shown,
    /** Why `shown` is not of now. */
    problem: v.optional(v.string()),
  }),
  requests: {
    /** `isAsked`: somebody waits for it, and may be asked to sign in. */
    read: { payload: v.strictObject({ scope, isAsked: v.boolean() }), result: shown },
    /** Remembered while the page is hidden. */
    keepInterval: { payload: interval, result: v.null() },
    save: { payload: v.strictObject({ format: v.picklist(['xlsx', 'csv', 'markdown']) }), result: v.null() },
    /** Opens it in a browser, which can print. */
    print: { payload: v.null(), result: v.null() },
    savePicture: {
      payload: v.strictObject({
        title: v.string(),
        format: v.picklist(['svg', 'png']),
        /** The text of an SVG, or a PNG in Base64. */
        content: v.pipe(v.string(), v.maxLength(maxPicture)),
      }),
      result: v.null(),
    },
  },
  events: {
    /** The open page is asked for once more, for a session. */
    choose: v.strictObject({ session: v.string() }),
  },
};
export type ReportContract = typeof reportContract;
