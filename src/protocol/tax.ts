import * as v from 'valibot';
import { taxQuery } from '../client/schemas.ts';
import { pageEnvironment, taxShown } from './contract.ts';

const text = v.pipe(v.string(), v.maxLength(10_000));
/** What is typed, right or wrong. */
export const taxFields = v.strictObject({ event: text, producer: text, price: text, share: text, tax: text });
export type TaxFields = v.InferOutput<typeof taxFields>;

export const taxContract = {
  init: v.strictObject({
    environment: pageEnvironment,
    eventId: v.optional(v.string()),
    eventLabel: v.optional(v.string()),
    draft: v.optional(v.strictObject({ at: v.number(), fields: taxFields })),
  }),
  requests: {
    keepDraft: { payload: taxFields, result: v.null() },
    dropDraft: { payload: v.null(), result: v.null() },
    /** What somebody chooses. */
    pickEvent: { payload: v.null(), result: v.strictObject({ id: v.string(), label: v.string() }) },
    calculate: {
      /** Asked by somebody who types, or by a page that comes back by itself. */
      payload: v.strictObject({ query: taxQuery, isAsked: v.boolean() }),
      result: taxShown,
    },
  },
  events: {},
};
export type TaxContract = typeof taxContract;
