import * as v from 'valibot';
import { nothing, told, type Choices, type Draft, type FieldProblems } from './contract.ts';
import type { PageEnvironment, PageEvent, ShownCounts } from './contract.ts';

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
export interface BatchFile {
  name: string;
  /** The heading of the column with the codes. */
  column: string;
  codes: number;
  duplicates: number;
  blank: number;
  first: string[];
}

/** A run to this event that is not at its end. */
export interface UnfinishedRun {
  state: 'planned' | 'interrupted' | 'cancelled' | 'paused' | 'needsDecision';
  counts?: ShownCounts | undefined;
}

export interface BatchEnd {
  kind: 'ended';
  state: 'finished' | 'cancelled' | 'paused' | 'needsDecision';
  counts: ShownCounts;
  /** Why it paused, or what the service said of what is in doubt. */
  message?: string | undefined;
  /** The form holds what was sent and nothing else: it begins anew. */
  clears: boolean;
}

/** How many of the codes the event has, and the first of them; `isWhole`: it is known that these are all. */
export interface ExistingCodes {
  existing: number;
  first: string[];
  isWhole: boolean;
}

export const passkeysContract = {
  init: {} as {
    environment: PageEnvironment;
    event: PageEvent;
    timeZone: string;
    /** False: that is the zone of this machine, and the clock of the service is not known. */
    isZoneKnown: boolean;
    /** Taken from a selection or a file, to be added to what is there. */
    given: string[];
    file?: BatchFile | undefined;
    isRunning: boolean;
    unfinished?: UnfinishedRun | undefined;
    /** What came of the last run of this form: its page may have been hidden since. */
    ended?: BatchEnd | undefined;
    draft?: Draft<BatchFields> | undefined;
  },
  requests: {
    items: { payload: v.strictObject({ isAsked: v.boolean() }), result: {} as Choices },
    keepDraft: told(batchFields),
    dropDraft: nothing,
    /** Which of the codes the event has already. */
    check: { payload: allCodes, result: {} as ExistingCodes },
    /** The same for the file that the form has. */
    checkFile: { payload: v.null(), result: {} as ExistingCodes },
    /** Asks for a file and a column; its codes, or what is known of it, come as an event. */
    chooseFile: nothing,
    dropFile: nothing,
    generate: {
      payload: v.strictObject({
        prefix: text,
        length: v.number(),
        alphabet: text,
        count: v.number(),
        /** Codes that are there already. */
        taken: allCodes,
      }),
      result: {} as string[],
    },
    start: { payload: batchFields, result: {} as FieldProblems | BatchEnd },
    cancel: nothing,
    /** Carries on the run that this form began, or an earlier one to its event. */
    resume: { payload: v.null(), result: {} as BatchEnd },
    showRuns: nothing,
    openResult: nothing,
    /** What to do with the passkeys that the run has created. */
    useMade: told(v.picklist(['show', 'copy', 'save'])),
  },
  events: {} as {
    progress: ShownCounts;
    /** For a page that was hidden since it began the run. */
    ended: BatchEnd;
    addCodes: string[];
    file: BatchFile;
    /** A run that ended before its end where nobody looked. */
    unfinished: UnfinishedRun;
    /** The run was discarded elsewhere. */
    gone: null;
  },
};
export type PasskeysContract = typeof passkeysContract;
