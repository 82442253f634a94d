import * as v from 'valibot';
import { choices, fieldChange, fieldProblem, pageEnvironment } from './contract.ts';
import { changedElsewhere, formRequests, savedPart, typedDraft, typedEdits, typedFields } from './record-form.ts';
import { recordAction, recordHead } from './record-head.ts';

/** A part of a save, and what became of it. */
const savedSection = v.strictObject({ what: v.picklist(['create', 'fields', 'items']), ...savedPart });
export type PasskeySection = v.InferOutput<typeof savedSection>;

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
    base: typedFields,
    head: v.optional(passkeyHead),
    /** False: the service does not say which items the passkey opens. */
    itemsKnown: v.boolean(),
    timeZone: v.string(),
    /** False: that is the zone of this machine, and the clock of the service is not known. */
    isZoneKnown: v.boolean(),
    draft: v.optional(v.strictObject(typedDraft)),
  }),
  requests: {
    /** `isAsked`: somebody asked for them, and may be asked to sign in. */
    items: { payload: v.strictObject({ isAsked: v.boolean() }), result: choices },
    ...formRequests,
    save: {
      /** `isResolved`: they are edits of the version that was shown last, field by field. */
      payload: v.strictObject({ edits: typedEdits, isResolved: v.boolean() }),
      result: v.variant('kind', [
        v.strictObject({ kind: v.literal('problems'), problems: v.array(fieldProblem) }),
        v.strictObject({ kind: v.literal('unchanged') }),
        changedElsewhere,
        v.strictObject({
          kind: v.literal('done'),
          sections: v.array(savedSection),
          /** As far as it is known to be saved now. */
          base: typedFields,
          isComplete: v.boolean(),
          isReadBack: v.boolean(),
          /** What nobody edited and is another than before. */
          beyond: v.array(fieldChange),
          id: v.optional(v.string()),
        }),
      ]),
    },
    createMany: { payload: v.null(), result: v.null() },
    run: { payload: recordAction, result: v.null() },
  },
  /** It was saved: what is said of it may be another. */
  events: { head: passkeyHead },
};
export type PasskeyContract = typeof passkeyContract;
