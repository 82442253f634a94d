// A plan before it is applied: what the page shows of it, what somebody says about it, and how applying it goes.
import * as v from 'valibot';
import { pageEnvironment, runCounts } from './contract.ts';

/** One field that becomes another, in the words and units of the forms; absent where there is none. */
const plannedField = v.strictObject({
  label: v.string(),
  before: v.optional(v.string()),
  after: v.optional(v.string()),
});
export type PlannedField = v.InferOutput<typeof plannedField>;

const plannedRecord = v.strictObject({
  /** The same after each refresh. */
  key: v.string(),
  kind: v.picklist(['item', 'passkey']),
  /** `removed`: somebody ticked it, or the plan of a file says so. */
  state: v.picklist(['new', 'changed', 'same', 'onlyThere', 'ambiguous', 'removed']),
  label: v.string(),
  /** The groups above it, where they are not shown above it. */
  path: v.string(),
  depth: v.number(),
  fields: v.array(plannedField),
  /** What is not compared, or stays though the file does not have it. */
  notes: v.array(v.string()),
  /** Whether it is left out: by a person, or because of another that it needs. */
  isLeftOut: v.boolean(),
  leftOutWith: v.optional(v.string()),
  /** Which ones it may be. */
  candidates: v.optional(v.array(v.strictObject({ id: v.string(), label: v.string() }))),
  /** What somebody said it is: an id, or nothing for a new one. */
  chosen: v.optional(v.string()),
  /** Where it stands in the file. */
  place: v.optional(v.string()),
});
export type PlannedRecord = v.InferOutput<typeof plannedRecord>;

/** What is said of the plan, with where it stands in the file. */
const planNote = v.strictObject({ text: v.string(), place: v.optional(v.string()) });
export type PlanNote = v.InferOutput<typeof planNote>;

const planView = v.strictObject({
  /** How many changes there are, and which. */
  summary: v.string(),
  changes: v.number(),
  /** What the interface cannot undo; of a plan that reverts another. */
  cannotUndo: v.array(v.string()),
  /** While there is one, nothing is applied. */
  stops: v.array(planNote),
  questions: v.array(v.strictObject({ id: v.string(), text: v.string() })),
  warnings: v.array(planNote),
  /** What the file says and nobody can hold against the event. */
  notCompared: v.array(planNote),
  /** In the order of the event: each group before what is in it. */
  records: v.array(plannedRecord),
  same: v.array(v.string()),
  /** What the service does not show, and how the records were found. */
  notes: v.array(v.string()),
  readAt: v.number(),
});
export type PlanView = v.InferOutput<typeof planView>;

const text = v.pipe(v.string(), v.maxLength(5000));

/** What somebody said about the records of a plan. */
const planChoices = v.strictObject({
  leftOut: v.array(text),
  remove: v.array(text),
  /** Which record is meant: its id, or an empty text for a new one. */
  byHand: v.array(v.strictObject({ key: text, id: text })),
});
export type PlanPageChoices = v.InferOutput<typeof planChoices>;

const planEnd = v.strictObject({
  /** `interrupted`: the window that was at it is gone. */
  state: v.picklist(['paused', 'cancelled', 'interrupted', 'needsDecision', 'finished']),
  counts: runCounts,
  message: v.optional(v.string()),
});
export type PlanEnd = v.InferOutput<typeof planEnd>;

/** How the run of this plan stands: at work somewhere, at an end, or nowhere. */
const runStands = v.strictObject({ isRunning: v.boolean(), end: v.optional(planEnd) });
export type RunStands = v.InferOutput<typeof runStands>;

const done = { payload: v.null(), result: v.null() };

export const planContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    event: v.strictObject({ id: v.string(), label: v.string() }),
    title: v.string(),
    /** What the page is kept by over a reload. */
    state: v.strictObject({
      environment: v.string(),
      kind: v.string(),
      id: v.optional(v.string()),
      eventId: v.optional(v.string()),
    }),
    /** The plan came as a file: it is applied as it is, or not at all. */
    isFromFile: v.boolean(),
    /** The name of the file that it is made from. */
    source: v.optional(v.string()),
    choices: planChoices,
    run: runStands,
  }),
  requests: {
    /** Reads the event and plans again. `isAsked`: by a person, who can be asked to sign in. */
    plan: { payload: v.strictObject({ isAsked: v.boolean() }), result: planView },
    /** Plans again on what was read. */
    choose: { payload: planChoices, result: planView },
    /** Asks what only a person can tell, and plans again. */
    answer: { payload: v.strictObject({ id: text }), result: planView },
    /** Applies what is shown. */
    start: { payload: v.strictObject({ changes: v.number(), readAt: v.number() }), result: planEnd },
    resume: { payload: v.null(), result: planEnd },
    cancel: done,
    save: done,
    /** Shows a place of the file, or of the whole of it. */
    showPlace: { payload: v.strictObject({ place: text }), result: v.null() },
    openResult: done,
    showRuns: done,
    revert: done,
  },
  events: {
    progress: runCounts,
    /** It ended, here or elsewhere, or somebody goes on with it or discards it elsewhere. */
    stands: runStands,
    /** The event or the file is another by now. */
    changed: v.null(),
  },
};
export type PlanContract = typeof planContract;
