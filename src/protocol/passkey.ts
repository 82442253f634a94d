import * as v from 'valibot';
import { choices, fieldChange, fieldProblem, pageEnvironment } from './contract.ts';
import { recordAction, recordHead } from './record-head.ts';

const maxLength = 10_000;
const text = v.pipe(v.string(), v.maxLength(maxLength));

/** A passkey as it is typed: times as `YYYY-MM-DD HH:MM:SS`, days as `YYYY-MM-DD`, or empty, items by their ids. */
export const passkeyFields = v.strictObject({ passkey: text, start: text, finish: text, itemIds: v.array(text) });
export type PasskeyFields = v.InferOutput<typeof passkeyFields>;

/** A part of a save, and what became of it. */
const savedSection = v.strictObject({
  what: v.picklist(['create', 'fields', 'items']),
  state: v.picklist(['saved', 'failed', 'unknown', 'skipped']),
  /** Why it is not saved. */
  message: v.optional(v.string()),
  /** What the service took and shows otherwise. */
  differences: v.optional(v.array(fieldChange)),
});
export type PasskeySection = v.InferOutput<typeof savedSection>;

const difference = v.strictObject({ field: v.string(), base: v.string(), remote: v.string(), local: v.string() });
export type Difference = v.InferOutput<typeof difference>;

/** `limit`: how often it may be used, in words. */
const passkeyHead = v.strictObject({ ...recordHead.entries, limit: v.string() });
export type PasskeyHead = v.InferOutput<typeof passkeyHead>;

export const passkeyContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    event: v.strictObject({ id: v.string(), label: v.string() }),
    /** Absent in a form for new passkeys. */
    id: v.optional(v.string()),
    /** Whether there is one at the service: also one that was made here and lacks its items. */
    exists: v.boolean(),
    /** As the service has it. */
    saved: passkeyFields,
    head: v.optional(passkeyHead),
    /** False: the service does not say which items the passkey opens. */
    itemsKnown: v.boolean(),
    timeZone: v.string(),
    /** False: that is the zone of this machine, and the clock of the service is not known. */
    isZoneKnown: v.boolean(),
    /** `saved`: as the service had it when that was typed. */
    draft: v.optional(v.strictObject({ at: v.number(), fields: passkeyFields, saved: passkeyFields })),
  }),
  requests: {
    /** `isAsked`: somebody asked for them, and may be asked to sign in. */
    items: { payload: v.strictObject({ isAsked: v.boolean() }), result: choices },
    keepDraft: { payload: passkeyFields, result: v.null() },
    dropDraft: { payload: v.null(), result: v.null() },
    /** What is typed are edits of the record that the draft was typed on. */
    restoreDraft: { payload: v.null(), result: v.null() },
    save: {
      /** `isResolved`: they are edits of the version that was shown last, field by field. */
      payload: v.strictObject({ fields: passkeyFields, isResolved: v.boolean() }),
      result: v.variant('kind', [
        v.strictObject({ kind: v.literal('problems'), problems: v.array(fieldProblem) }),
        v.strictObject({ kind: v.literal('conflict'), differences: v.array(difference), remote: passkeyFields }),
        v.strictObject({
          kind: v.literal('done'),
          sections: v.array(savedSection),
          /** As far as it is known to be saved now. */
          saved: passkeyFields,
          isComplete: v.boolean(),
          isReadBack: v.boolean(),
          /** What nobody edited and is another than before. */
          beyond: v.array(fieldChange),
          id: v.optional(v.string()),
        }),
      ]),
    },
    takeRemote: { payload: v.null(), result: passkeyFields },
    createAnother: { payload: v.null(), result: v.null() },
    createMany: { payload: v.null(), result: v.null() },
    run: { payload: recordAction, result: v.null() },
  },
  /** It was saved: what is said of it may be another. */
  events: { head: passkeyHead },
};
export type PasskeyContract = typeof passkeyContract;
