// What the forms of items and passkeys have in common: fields as they are typed, each by where it stands.
import * as v from 'valibot';
import { fieldChange } from './contract.ts';

/** What was typed, right or wrong. */
const typed = v.pipe(v.string(), v.maxLength(100_000));

/** Which field: `data··name`, `salePeriods·1·start`. */
const address = { section: v.picklist(['data', 'value', 'salePeriods', 'attributes', 'itemIds']), key: typed, name: typed };

/** As a form shows it: amounts as money, times as `YYYY-MM-DD HH:MM:SS`, numbers as their digits, ids line by line. */
const typedField = v.strictObject({
  ...address,
  text: typed,
  /** Tells the rows of a list apart, as long as one form is open. */
  row: v.optional(typed),
  /** The row is yet to be made. */
  isNew: v.optional(v.boolean()),
  /** Its value is neither text nor a number, so it is shown and not edited. */
  isFixed: v.optional(v.boolean()),
});
export type TypedField = v.InferOutput<typeof typedField>;
export const typedFields = v.pipe(v.array(typedField), v.maxLength(10_000));

/** What was typed in the place of something else. `added`: in which row that is yet to be made. */
const typedEdit = v.strictObject({ ...address, text: typed, added: v.optional(typed) });
export type TypedEdit = v.InferOutput<typeof typedEdit>;
export const typedEdits = v.pipe(v.array(typedEdit), v.maxLength(10_000));

/** Somebody else changed the record, and nothing was written. */
export const changedElsewhere = v.strictObject({
  kind: v.literal('changedElsewhere'),
  base: typedFields,
  remote: typedFields,
  /** The names of what changed and is not in the form. */
  others: v.array(v.string()),
});
export type ChangedElsewhere = v.InferOutput<typeof changedElsewhere>;

/** What came of one part of a save. */
export const savedPart = {
  state: v.picklist(['saved', 'failed', 'unknown', 'skipped']),
  /** Why it is not saved. */
  reason: v.optional(v.string()),
  /** What the service took and shows otherwise. */
  differences: v.optional(v.array(fieldChange)),
};

/** What was typed and not saved, on the record that it was typed on. */
export const typedDraft = { at: v.number(), base: typedFields, edits: typedEdits };

export const formRequests = {
  keepDraft: { payload: typedEdits, result: v.null() },
  dropDraft: { payload: v.null(), result: v.null() },
  /** From now on the edits are those of the draft, of the record that it was typed on. */
  restoreDraft: { payload: v.null(), result: v.null() },
  createAnother: { payload: v.null(), result: v.null() },
};
