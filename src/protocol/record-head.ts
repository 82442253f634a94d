// The head of the form of a record that exists: in which state it is, and what can be done with it.
import * as v from 'valibot';

/** A word, and how it is drawn beside others. */
export const state = v.strictObject({
  word: v.string(),
  tone: v.picklist(['onSale', 'soldOut', 'ended', 'ahead', 'cancelled', 'plain']),
});
export type State = v.InferOutput<typeof state>;

/** The commonest first; each is a command of the editor, and `copy` takes what the record is called by. */
const recordActions = ['listCodes', 'copy', 'showInTree', 'openAsJson', 'remove'] as const;
export type RecordAction = (typeof recordActions)[number];
export const recordAction = v.picklist(recordActions);

export const recordHead = v.strictObject({
  states: v.array(state),
  /** What is said beside them: how often a passkey was used. */
  facts: v.array(v.string()),
  actions: v.array(recordAction),
});
export type RecordHead = v.InferOutput<typeof recordHead>;
