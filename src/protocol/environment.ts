// What is known of the service of an environment, part by part.
import * as v from 'valibot';
import { choice, fieldProblem, pageEnvironment } from './contract.ts';

const text = v.pipe(v.string(), v.maxLength(10_000));

/** A part of the dialect as a field: a choice where it has choices, else a text; empty where it is not known. */
const part = v.strictObject({
  /** As the settings call it: `amounts.items`. */
  name: v.string(),
  title: v.string(),
  /** What it means, and what depends on it. */
  hint: v.string(),
  /** What is not possible, or asks first, while it is not known. */
  locked: v.string(),
  choices: v.optional(v.array(choice)),
});
export type DialectPart = v.InferOutput<typeof part>;

/** What is typed, by the names of the parts. */
export const dialectFields = v.record(v.string(), text);
export type DialectFields = v.InferOutput<typeof dialectFields>;

const event = v.strictObject({ id: v.string(), label: v.string() });
const evidence = v.strictObject({ name: v.string(), value: v.optional(v.string()), text: v.string() });
export type Evidence = v.InferOutput<typeof evidence>;
/** The places of a real reply that a part can be pointed at, each with what was seen there. */
const seen = v.strictObject({ name: v.string(), places: v.array(choice) });
export type Seen = v.InferOutput<typeof seen>;

export const environmentContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    /** Where its groups are and how each sends its credential. */
    facts: v.array(v.strictObject({ name: v.string(), text: v.string() })),
    sections: v.array(v.strictObject({ title: v.string(), parts: v.array(part) })),
    saved: dialectFields,
    /** What showed the parts that were found, the last time. */
    evidence: v.array(evidence),
    event: v.optional(event),
    /** False: what is known of it is kept elsewhere, and cannot be saved here. */
    isEditable: v.boolean(),
    draft: v.optional(v.strictObject({ at: v.number(), fields: dialectFields })),
  }),
  requests: {
    keepDraft: { payload: dialectFields, result: v.null() },
    dropDraft: { payload: v.null(), result: v.null() },
    /** The event whose lists are looked at; null when the person left it. */
    chooseEvent: { payload: v.null(), result: v.nullable(event) },
    /** Looks at the service, with reads alone. */
    probe: {
      payload: v.strictObject({ eventId: text }),
      result: v.strictObject({ found: v.array(evidence), unfound: v.array(evidence), seen: v.array(seen) }),
    },
    save: {
      payload: dialectFields,
      result: v.variant('kind', [
        v.strictObject({ kind: v.literal('problems'), problems: v.array(fieldProblem) }),
        v.strictObject({ kind: v.literal('saved'), saved: dialectFields }),
      ]),
    },
    configure: { payload: v.null(), result: v.null() },
  },
  events: {},
};
export type EnvironmentContract = typeof environmentContract;
