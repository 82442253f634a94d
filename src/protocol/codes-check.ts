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
  /** Of what only the spreadsheet can mend: what to do there. */
  advice: v.optional(v.string()),
});
export type KindOfProblem = v.InferOutput<typeof kind>;

/** In which encodings a file can be read; the empty value: as is found out. */
const encodingChoice = v.strictObject({
  value: v.string(),
  choices: v.array(v.strictObject({ value: v.string(), label: v.string() })),
});
export type EncodingChoice = v.InferOutput<typeof encodingChoice>;

/** A row of the file, at the line at which it begins; `problem`: what is wrong with it. */
const row = v.strictObject({ line: count, cells: v.array(v.string()), problem: v.optional(v.string()) });
export type ShownRow = v.InferOutput<typeof row>;

const zeros = v.picklist(['shown', 'stored']);

/** Which sheet of a workbook was read, and what the texts of its cells do not show by themselves. */
const workbook = v.strictObject({
  sheet: v.string(),
  sheets: v.array(v.string()),
  notes: v.array(v.strictObject({ text: v.string(), count, places: v.array(v.string()) })),
  /** Where numbers are shown otherwise than they are stored: which of both is read, and the first of them. */
  zeros: v.optional(v.strictObject({ value: zeros, shown: v.string(), stored: v.string() })),
});
export type ShownWorkbook = v.InferOutput<typeof workbook>;

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
    /** A workbook has none. */
    encoding: v.optional(encodingChoice),
    /** Whether a copy in UTF-8 says the same. */
    canConvert: v.boolean(),
    workbook: v.optional(workbook),
    columns: v.array(v.string()),
    column: v.optional(count),
    /** The first rows. */
    sample: v.array(row),
    lengths: v.array(v.strictObject({ length: count, codes: count })),
    /** From this line on nothing was checked. */
    stoppedAt: v.optional(count),
    /** Of a copy: how many codes were damaged before it was made, which it does not show, and in which file. */
    damage: v.optional(v.strictObject({ from: v.string(), codes: count })),
  }),
]);
export type CheckState = v.InferOutput<typeof check>;
export type CheckedFile = Extract<CheckState, { kind: 'checked' }>;

/** How many of the different codes the event has, and how many it does not have. */
const server = v.variant('kind', [
  /** No event was chosen, or nothing answers. */
  v.strictObject({ kind: v.literal('none') }),
  v.strictObject({ kind: v.literal('reading'), read: count, total: count }),
  v.strictObject({ kind: v.literal('known'), there: count, added: count }),
  v.strictObject({ kind: v.literal('failed'), message: v.string() }),
]);
export type ServerState = v.InferOutput<typeof server>;

const target = v.strictObject({
  /** Where the page uploads to, while it can be reached. */
  environment: v.optional(pageEnvironment),
  environmentName: v.string(),
  event: v.optional(v.strictObject({ id: v.string(), label: v.string() })),
  /** What became of the file when it was last sent there; `hasList`: whether the list of what was added is kept. */
  lastUpload: v.optional(
    v.strictObject({
      at: v.number(),
      message: v.string(),
      /** Whether all of it was there afterwards, nobody knows, or the service took nothing. */
      outcome: v.optional(v.picklist(['seen', 'unsure', 'refused'])),
      isChangedSince: v.boolean(),
      hasList: v.boolean(),
      /** How many of its codes were new there; absent: nobody knows. */
      stored: v.optional(count),
    }),
  ),
});
export type UploadTarget = v.InferOutput<typeof target>;

const comparedList = v.picklist(['both', 'file', 'service']);
/** What Compare File with Event has found. */
const compared = v.strictObject({
  event: v.string(),
  at: v.number(),
  /** The file or the codes of the event have changed since. */
  isOld: v.boolean(),
  lists: v.array(
    v.strictObject({
      list: comparedList,
      text: v.string(),
      /** Of rows. */
      count,
      hint: v.string(),
      mayUpload: v.boolean(),
    }),
  ),
  /** Why it is not all. */
  doubt: v.optional(v.string()),
});
export type ComparedState = v.InferOutput<typeof compared>;

/** The first rows with a problem that are further down. */
const further = v.array(row);

const nothing = { payload: v.null(), result: v.null() };

export const codesCheckContract = {
  init: v.strictObject({
    path: v.string(),
    name: v.string(),
    environmentName: v.string(),
    isTrusted: v.boolean(),
    /** Whether the program of a workbook runs where the file is. */
    isLocal: v.boolean(),
    check,
    further,
    server,
    target,
    compared: v.nullable(compared),
  }),
  requests: {
    checkAgain: nothing,
    cancel: nothing,
    chooseColumn: { payload: count, result: v.null() },
    /** The value of a choice. */
    chooseEncoding: { payload: v.pipe(v.string(), v.maxLength(20)), result: v.null() },
    chooseSheet: { payload: v.pipe(v.string(), v.maxLength(255)), result: v.null() },
    chooseZeros: { payload: zeros, result: v.null() },
    /** Opens the file at the first problem of the kind. */
    showProblem: { payload: v.pipe(v.string(), v.maxLength(50)), result: v.null() },
    showProblems: nothing,
    /** Opens a workbook in the program of the system for it. */
    openOutside: nothing,
    /** Opens the file in the editor of codes. */
    openAsCodes: nothing,
    /** A name of a fix, or `all`. */
    fix: { payload: v.pipe(v.string(), v.maxLength(50)), result: v.null() },
    chooseEvent: nothing,
    upload: nothing,
    /** What to do with the codes that the last upload has added. */
    added: { payload: v.picklist(['open', 'copy', 'save']), result: v.null() },
    /** Compares the file with the event, for lists of what is where. */
    compare: nothing,
    /** What to do with one of these lists. */
    useCompared: {
      payload: v.strictObject({ list: comparedList, action: v.picklist(['open', 'copy', 'save', 'upload']) }),
      result: v.null(),
    },
    describeService: nothing,
  },
  events: { check, further, server, target, compared: v.nullable(compared) },
};
export type CodesCheckContract = typeof codesCheckContract;
