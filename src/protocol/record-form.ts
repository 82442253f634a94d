// What the forms of items and passkeys have in common: fields as they are typed, each by where it stands.
import * as v from 'valibot';
import { nothing, told, type FieldChange } from './contract.ts';

/** What was typed, right or wrong. */
const typed = v.pipe(v.string(), v.maxLength(100_000));

/** What was typed in the place of something else. */
const typedEdit = v.strictObject({
  /** Which field: `data··name`, `salePeriods·1·start`. */
  section: v.picklist(['data', 'value', 'salePeriods', 'attributes', 'itemIds']),
  key: typed,
  name: typed,
  text: typed,
  /** In which row that is yet to be made. */
  added: v.optional(typed),
});
export type TypedEdit = v.InferOutput<typeof typedEdit>;
export const typedEdits = v.pipe(v.array(typedEdit), v.maxLength(10_000));

/** As a form shows it: amounts as money, times as `YYYY-MM-DD HH:MM:SS`, numbers as their digits, ids line by line. */
export interface TypedField extends Omit<TypedEdit, 'added'> {
  /** Tells the rows of a list apart, as long as one form is open. */
  row?: string | undefined;
  /** The row is yet to be made. */
  isNew?: boolean | undefined;
  /** Its value is neither text nor a number, so it is shown and not edited. */
  isFixed?: boolean | undefined;
}

/** Somebody else changed the record, and nothing was written. */
export interface ChangedElsewhere {
  kind: 'changedElsewhere';
  base: TypedField[];
  remote: TypedField[];
  /** The names of what changed and is not in the form. */
  others: string[];
}

/** What came of one part of a save. */
export interface SavedPart {
  state: 'saved' | 'failed' | 'unknown' | 'skipped';
  /** Why it is not saved. */
  reason?: string | undefined;
  /** What the service took and shows otherwise. */
  differences?: FieldChange[] | undefined;
}

/** What was typed and not saved, on the record that it was typed on. */
export interface TypedDraft {
  at: number;
  base: TypedField[];
  edits: TypedEdit[];
}

export const formRequests = {
  keepDraft: told(typedEdits),
  dropDraft: nothing,
  /** From now on the edits are those of the draft, of the record that it was typed on. */
  restoreDraft: nothing,
  createAnother: nothing,
};
