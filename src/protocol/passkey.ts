import * as v from 'valibot';
import { nothing, told, type Choices, type FieldChange, type FieldProblems } from './contract.ts';
import type { PageEnvironment, PageEvent } from './contract.ts';
import { formRequests, typedEdits, type ChangedElsewhere } from './record-form.ts';
import type { SavedPart, TypedDraft, TypedField } from './record-form.ts';
import { recordAction, type RecordHead } from './record-head.ts';

/** A part of a save, and what became of it. */
export interface PasskeySection extends SavedPart {
  what: 'create' | 'fields' | 'items';
}

export interface PasskeyHead extends RecordHead {
  /** How often it may be used, in words. */
  limit: string;
}

export const passkeyContract = {
  init: {} as {
    environment: PageEnvironment;
    event: PageEvent;
    /** Absent in a form for new passkeys. */
    id?: string | undefined;
    /** Whether there is one at the service: also one that was made here and lacks its items. */
    exists: boolean;
    /** As the service has it. */
    base: TypedField[];
    head?: PasskeyHead | undefined;
    /** False: the service does not say which items the passkey opens. */
    itemsKnown: boolean;
    timeZone: string;
    /** False: that is the zone of this machine, and the clock of the service is not known. */
    isZoneKnown: boolean;
    draft?: TypedDraft | undefined;
  },
  requests: {
    /** `isAsked`: somebody asked for them, and may be asked to sign in. */
    items: { payload: v.strictObject({ isAsked: v.boolean() }), result: {} as Choices },
    ...formRequests,
    save: {
      /** `isResolved`: they are edits of the version that was shown last, field by field. */
      payload: v.strictObject({ edits: typedEdits, isResolved: v.boolean() }),
      result: {} as
        | FieldProblems
        | { kind: 'unchanged' }
        | ChangedElsewhere
        | {
            kind: 'done';
            sections: PasskeySection[];
            /** As far as it is known to be saved now. */
            base: TypedField[];
            isComplete: boolean;
            isReadBack: boolean;
            /** What nobody edited and is another than before. */
            beyond: FieldChange[];
            id?: string | undefined;
          },
    },
    createMany: nothing,
    run: told(recordAction),
  },
  /** It was saved: what is said of it may be another. */
  events: {} as { head: PasskeyHead },
};
export type PasskeyContract = typeof passkeyContract;
