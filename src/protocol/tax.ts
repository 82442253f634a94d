import * as v from 'valibot';
import { taxQuery } from '../client/schemas.ts';
import { nothing, told, type Draft, type PageEnvironment, type PageEvent, type TaxShown } from './contract.ts';

const text = v.pipe(v.string(), v.maxLength(10_000));
/** What is typed, right or wrong. */
export const taxFields = v.strictObject({ event: text, producer: text, price: text, share: text, tax: text });
export type TaxFields = v.InferOutput<typeof taxFields>;

export const taxContract = {
  init: {} as {
    environment: PageEnvironment;
    eventId?: string | undefined;
    eventLabel?: string | undefined;
    draft?: Draft<TaxFields> | undefined;
  },
  requests: {
    keepDraft: told(taxFields),
    dropDraft: nothing,
    /** What somebody chooses. */
    pickEvent: { payload: v.null(), result: {} as PageEvent },
    calculate: {
      /** Asked by somebody who types, or by a page that comes back by itself. */
      payload: v.strictObject({ query: taxQuery, isAsked: v.boolean() }),
      result: {} as TaxShown,
    },
  },
  events: {},
};
export type TaxContract = typeof taxContract;
