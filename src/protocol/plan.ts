// A plan before it is applied: what the page shows of it, what somebody says about it, and how applying it goes.
import * as v from 'valibot';
import { nothing, told, type PageEnvironment, type PageEvent, type ShownCounts } from './contract.ts';

/** One field that becomes another, in the words and units of the forms; absent where there is none. */
export interface PlannedField {
  label: string;
  before?: string | undefined;
  after?: string | undefined;
}

export interface PlannedRecord {
  /** The same after each refresh. */
  key: string;
  kind: 'item' | 'passkey';
  /** `removed`: somebody ticked it, or the plan of a file says so. */
  state: 'new' | 'changed' | 'same' | 'onlyThere' | 'ambiguous' | 'removed';
  label: string;
  /** The groups above it, where they are not shown above it. */
  path: string;
  depth: number;
  fields: PlannedField[];
  /** What is not compared, or stays though the file does not have it. */
  notes: string[];
  /** Whether it is left out: by a person, or because of another that it needs. */
  isLeftOut: boolean;
  leftOutWith?: string | undefined;
  /** Which ones it may be. */
  candidates?: { id: string; label: string }[] | undefined;
  /** What somebody said it is: an id, or nothing for a new one. */
  chosen?: string | undefined;
  /** Where it stands in the file. */
  place?: string | undefined;
}

/** What is said of the plan, with where it stands in the file. */
export interface PlanNote {
  text: string;
  place?: string | undefined;
}

export interface PlanView {
  /** How many changes there are, and which. */
  summary: string;
  changes: number;
  /** What the interface cannot undo; of a plan that reverts another. */
  cannotUndo: string[];
  /** While there is one, nothing is applied. */
  stops: PlanNote[];
  questions: { id: string; text: string }[];
  warnings: PlanNote[];
  /** What the file says and nobody can hold against the event. */
  notCompared: PlanNote[];
  /** In the order of the event: each group before what is in it. */
  records: PlannedRecord[];
  same: string[];
  /** What the service does not show, and how the records were found. */
  notes: string[];
  readAt: number;
}

const text = v.pipe(v.string(), v.maxLength(5000));

/** What somebody said about the records of a plan. */
const planChoices = v.strictObject({
  leftOut: v.array(text),
  remove: v.array(text),
  /** Which record is meant: its id, or an empty text for a new one. */
  byHand: v.array(v.strictObject({ key: text, id: text })),
});
export type PlanPageChoices = v.InferOutput<typeof planChoices>;

export interface PlanEnd {
  /** `interrupted`: the window that was at it is gone. */
  state: 'paused' | 'cancelled' | 'interrupted' | 'needsDecision' | 'finished';
  counts: ShownCounts;
  message?: string | undefined;
}

/** How the run of this plan stands: at work somewhere, at an end, or nowhere. */
export interface RunStands {
  isRunning: boolean;
  end?: PlanEnd | undefined;
}

export const planContract = {
  init: {} as {
    environment: PageEnvironment;
    event: PageEvent;
    title: string;
    /** What the page is kept by over a reload. */
    state: { environment: string; kind: string; id?: string | undefined; eventId?: string | undefined };
    /** The plan came as a file: it is applied as it is, or not at all. */
    isFromFile: boolean;
    /** The name of the file that it is made from. */
    source?: string | undefined;
    choices: PlanPageChoices;
    run: RunStands;
  },
  requests: {
    /** Reads the event and plans again. `isAsked`: by a person, who can be asked to sign in. */
    plan: { payload: v.strictObject({ isAsked: v.boolean() }), result: {} as PlanView },
    /** Plans again on what was read. */
    choose: { payload: planChoices, result: {} as PlanView },
    /** Asks what only a person can tell, and plans again. */
    answer: { payload: v.strictObject({ id: text }), result: {} as PlanView },
    /** Applies what is shown. */
    start: { payload: v.strictObject({ changes: v.number(), readAt: v.number() }), result: {} as PlanEnd },
    resume: { payload: v.null(), result: {} as PlanEnd },
    cancel: nothing,
    save: nothing,
    /** Shows a place of the file, or of the whole of it. */
    showPlace: told(v.strictObject({ place: text })),
    openResult: nothing,
    showRuns: nothing,
    revert: nothing,
  },
  events: {} as {
    progress: ShownCounts;
    /** It ended, here or elsewhere, or somebody goes on with it or discards it elsewhere. */
    stands: RunStands;
    /** The event or the file is another by now. */
    changed: null;
  },
};
export type PlanContract = typeof planContract;
