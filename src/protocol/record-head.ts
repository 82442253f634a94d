// The head of the form of a record that exists: in which state it is, and what can be done with it.
import * as v from 'valibot';

/** A word, and how it is drawn beside others. */
export interface State {
  word: string;
  tone: 'onSale' | 'soldOut' | 'ended' | 'ahead' | 'cancelled' | 'plain';
}

/** The commonest first; each is a command of the editor, and `copy` takes what the record is called by. */
export const recordAction = v.picklist(['listCodes', 'copy', 'showInTree', 'openAsJson', 'remove']);
export type RecordAction = v.InferOutput<typeof recordAction>;

export interface RecordHead {
  states: State[];
  /** What is said beside them: how often a passkey was used. */
  facts: string[];
  actions: RecordAction[];
}
