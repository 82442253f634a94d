import * as v from 'valibot';
import { choices, fieldProblem, pageEnvironment, runCounts } from './contract.ts';

const text = v.pipe(v.string(), v.maxLength(10_000));
const allCodes = v.pipe(v.string(), v.maxLength(20_000_000));

/** What is typed into the form of many passkeys; numbers as text, right or wrong. */
export const batchFields = v.strictObject({
  /** One a line. */
  codes: allCodes,
  start: text,
  finish: text,
  limit: text,
  itemIds: v.array(text),
  pattern: v.strictObject({ prefix: text, length: text, alphabet: text, count: text }),
});
export type BatchFields = v.InferOutput<typeof batchFields>;

/** A file of codes that is too large for the page: what is known of it. The editor alone knows where it is. */
const codeFile = v.strictObject({
  name: v.string(),
  /** The heading of the column with the codes. */
  column: v.string(),
  codes: v.number(),
  duplicates: v.number(),
  blank: v.number(),
  first: v.array(v.string()),
});
export type BatchFile = v.InferOutput<typeof codeFile>;

/** A run to this event that is not at its end. */
const unfinished = v.strictObject({
  state: v.picklist(['planned', 'interrupted', 'cancelled', 'paused', 'needsDecision']),
  counts: v.optional(runCounts),
});
export type UnfinishedRun = v.InferOutput<typeof unfinished>;

const ended = v.strictObject({
  kind: v.literal('ended'),
  state: v.picklist(['finished', 'cancelled', 'paused', 'needsDecision']),
  counts: runCounts,
  /** Why it paused, or what the service said of what is in doubt. */
  message: v.optional(v.string()),
  /** The form holds what was sent and nothing else: it begins anew. */
  clears: v.boolean(),
});
export type BatchEnd = v.InferOutput<typeof ended>;

/** How many of the codes the event has, and the first of them; `isWhole`: it is known that these are all. */
const existing = v.strictObject({ existing: v.number(), first: v.array(v.string()), isWhole: v.boolean() });
export type ExistingCodes = v.InferOutput<typeof existing>;

export const passkeysContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    event: v.strictObject({ id: v.string(), label: v.string() }),
    timeZone: v.string(),
    /** False: that is the zone of this machine, and the clock of the service is not known. */
    isZoneKnown: v.boolean(),
    /** Taken from a selection or a file, to be added to what is there. */
    given: v.array(v.string()),
    file: v.optional(codeFile),
    isRunning: v.boolean(),
    unfinished: v.optional(unfinished),
    /** What came of the last run of this form: its page may have been hidden since. */
    ended: v.optional(ended),
    draft: v.optional(v.strictObject({ at: v.number(), fields: batchFields })),
  }),
  requests: {
    items: { payload: v.strictObject({ isAsked: v.boolean() }), result: choices },
    keepDraft: { payload: batchFields, result: v.null() },
    dropDraft: { payload: v.null(), result: v.null() },
    /** Which of the codes the event has already. */
    check: { payload: allCodes, result: existing },
    /** The same for the file that the form has. */
    checkFile: { payload: v.null(), result: existing },
    /** Asks for a file and a column; its codes, or what is known of it, come as an event. */
    chooseFile: { payload: v.null(), result: v.null() },
    dropFile: { payload: v.null(), result: v.null() },
    generate: {
      payload: v.strictObject({
        prefix: text,
        length: v.number(),
        alphabet: text,
        count: v.number(),
        /** Codes that are there already. */
        taken: allCodes,
      }),
      result: v.array(v.string()),
    },
    start: {
      payload: batchFields,
      result: v.variant('kind', [
        v.strictObject({
          kind: v.literal('problems'),
          problems: v.array(fieldProblem),
        }),
        ended,
      ]),
    },
    cancel: { payload: v.null(), result: v.null() },
    /** Carries on the run that this form began, or an earlier one to its event. */
    resume: { payload: v.null(), result: ended },
    showRuns: { payload: v.null(), result: v.null() },
    openResult: { payload: v.null(), result: v.null() },
    /** What to do with the passkeys that the run has created. */
    useMade: { payload: v.picklist(['show', 'copy', 'save']), result: v.null() },
  },
  events: {
    progress: runCounts,
    /** For a page that was hidden since it began the run. */
    ended,
    addCodes: v.array(v.string()),
    file: codeFile,
    /** A run that ended before its end where nobody looked. */
    unfinished,
    /** The run was discarded elsewhere. */
    gone: v.null(),
  },
};
export type PasskeysContract = typeof passkeysContract;
