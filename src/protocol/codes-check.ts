// What the check page of a file of codes and the editor say to each other.
import * as v from 'valibot';
import { pageEnvironment } from './contract.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** One kind of problem: named by the editor, counted over the whole file. */
const kind = v.strictObject({
  kind: v.string(),
  text: v.string(),
  count,
  /** Worth knowing, but nothing is wrong. */
  isNote: v.boolean(),
  /** The first one: where it is, and what it is. */
  line: v.optional(count),
  example: v.optional(v.string()),
  fix: v.optional(v.strictObject({ name: v.string(), text: v.string() })),
});
export type KindOfProblem = v.InferOutput<typeof kind>;

/** In which encodings a file can be read; the empty value: as is found out. */
const encodingChoice = v.strictObject({
  value: v.string(),
  choices: v.array(v.strictObject({ value: v.string(), label: v.string() })),
});
export type EncodingChoice = v.InferOutput<typeof encodingChoice>;

const check = v.variant('kind', [
  v.strictObject({ kind: v.literal('checking'), bytes: count, total: count }),
  /** With an encoding where another one may help. */
  v.strictObject({ kind: v.literal('stopped'), message: v.string(), encoding: v.optional(encodingChoice) }),
  v.strictObject({
    kind: v.literal('checked'),
    codes: count,
    problems: count,
    kinds: v.array(kind),
    /** The file in a few words: its size, encoding, delimiter, lines. */
    facts: v.array(v.string()),
    encoding: encodingChoice,
    columns: v.array(v.string()),
    column: v.optional(count),
    /** The first rows, each with the line at which it begins. */
    sample: v.array(v.strictObject({ line: count, cells: v.array(v.string()) })),
    lengths: v.array(v.strictObject({ length: count, codes: count })),
    /** From this line on nothing was checked. */
    stoppedAt: v.optional(count),
  }),
]);
export type CheckState = v.InferOutput<typeof check>;
export type CheckedFile = Extract<CheckState, { kind: 'checked' }>;

/** How many of the codes the event has. */
const server = v.variant('kind', [
  /** No event was chosen, or nothing answers. */
  v.strictObject({ kind: v.literal('none') }),
  v.strictObject({ kind: v.literal('reading'), read: count, total: count }),
  v.strictObject({ kind: v.literal('known'), there: count }),
  v.strictObject({ kind: v.literal('failed'), message: v.string() }),
]);
export type ServerState = v.InferOutput<typeof server>;

const target = v.strictObject({
  /** Where the page uploads to, while it can be reached. */
  environment: v.optional(pageEnvironment),
  environmentName: v.string(),
  event: v.optional(v.strictObject({ id: v.string(), label: v.string() })),
  /** What became of the file when it was last sent there. */
  lastUpload: v.optional(v.strictObject({ at: v.number(), message: v.string(), isChangedSince: v.boolean() })),
});
export type UploadTarget = v.InferOutput<typeof target>;

const nothing = { payload: v.null(), result: v.null() };

export const codesCheckContract = {
  init: v.strictObject({
    path: v.string(),
    name: v.string(),
    environmentName: v.string(),
    isTrusted: v.boolean(),
    check,
    server,
    target,
  }),
  requests: {
    checkAgain: nothing,
    cancel: nothing,
    chooseColumn: { payload: count, result: v.null() },
    /** The value of a choice. */
    chooseEncoding: { payload: v.pipe(v.string(), v.maxLength(20)), result: v.null() },
    /** Opens the file at the first problem of the kind. */
    showProblem: { payload: v.pipe(v.string(), v.maxLength(50)), result: v.null() },
    showProblems: nothing,
    /** A name of a fix, or `all`. */
    fix: { payload: v.pipe(v.string(), v.maxLength(50)), result: v.null() },
    chooseEvent: nothing,
    upload: nothing,
  },
  events: { check, server, target },
};
export type CodesCheckContract = typeof codesCheckContract;
