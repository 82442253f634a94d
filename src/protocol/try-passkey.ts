// What a buyer sees with a passkey and without it: what the page asks, and what the editor found.
import * as v from 'valibot';
import { pageEnvironment } from './contract.ts';

const text = v.pipe(v.string(), v.maxLength(1000));

/** A ticket as each of the two reads shows it; undefined where one does not. */
const triedTicket = v.strictObject({
  name: v.string(),
  group: v.string(),
  without: v.optional(v.string()),
  with: v.optional(v.string()),
});
export type TriedTicket = v.InferOutput<typeof triedTicket>;

const tried = v.strictObject({
  tickets: v.array(triedTicket),
  /** How many more there are than are listed here. */
  unlisted: v.number(),
  /** How many only one of the two shows. */
  onlyWith: v.number(),
  onlyWithout: v.number(),
  /** False: nothing shows that there are no more tickets than were read. */
  isWhole: v.boolean(),
  /** What the service said where it refused the read with a passkey, and not the one without. */
  refusal: v.optional(v.string()),
  /** Why the passkey opens nothing at this moment, where its record shows it. */
  closed: v.optional(v.string()),
  /** The items that its record names, as the tree counts them: how many, and of them those that everybody sees or nobody does here. */
  items: v.optional(v.strictObject({ count: v.number(), everybody: v.number(), nobody: v.number() })),
});
export type Tried = v.InferOutput<typeof tried>;

export const tryPasskeyContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    event: v.strictObject({ id: v.string(), label: v.string() }),
    sessions: v.array(v.strictObject({ id: v.string(), label: v.string() })),
    passkey: v.string(),
    sessionId: v.optional(v.string()),
  }),
  requests: {
    try: {
      /** Without a session, of the whole event. `isAsked`: by a person, who can be asked to sign in. */
      payload: v.strictObject({ passkey: v.pipe(text, v.minLength(1)), sessionId: v.optional(text), isAsked: v.boolean() }),
      result: tried,
    },
  },
  events: {
    /** It was opened once more, for this session. */
    choose: v.strictObject({ sessionId: v.string(), label: v.string() }),
  },
};
export type TryPasskeyContract = typeof tryPasskeyContract;
