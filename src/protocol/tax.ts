import * as v from 'valibot';
import { taxQuery } from '../client/schemas.ts';
import { place } from './place.ts';

export const taxContract = {
  init: v.strictObject({ place, eventId: v.optional(v.string()), eventLabel: v.optional(v.string()) }),
  requests: {
    calculate: {
      payload: taxQuery,
      /** What the service said, name by name; `shares` where it says who pays what, in cents. */
      result: v.strictObject({
        rows: v.array(v.strictObject({ name: v.string(), text: v.string() })),
        shares: v.optional(v.strictObject({ customer: v.number(), producer: v.number(), price: v.number() })),
      }),
    },
  },
  events: {},
};
export type TaxContract = typeof taxContract;
