// The dialect as a schema, for the manifest alone: the editor checks a setting by hand, which is cheaper at its start.
// test/unit/scripts/dialect-schema.test.ts holds the two against each other.
import * as v from 'valibot';
import { errorMeanings, fieldNames, isTimeZone } from '../src/client/dialect.ts';

const text = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'));
const headerName = v.pipe(
  text,
  v.regex(/^[!#$%&'*+.^`|~\w-]+$/, 'must be the name of a header'),
  v.regex(/^(?!(?:accept|content-.*|host|connection|transfer-encoding|if-match)$)/i, 'must be a header that is not in use'),
);
const timeZone = v.pipe(text, v.check(isTimeZone, 'must be the name of a time zone, such as America/Sao_Paulo'));

/** How a group sends its credential. `own`: a secret of its own, not the token of the sign-in. */
const credentialForm = v.union(
  [
    v.picklist(['nothing', 'bearer']),
    v.strictObject({ header: headerName, prefix: v.optional(v.string()), own: v.optional(v.boolean()) }),
    v.strictObject({ query: text, own: v.optional(v.boolean()) }),
    v.pipe(v.array(text), v.minLength(1, 'must not be empty')),
  ],
  'must be "nothing", "bearer", an object with a header or a query, or a list of query parameter names',
);

const amountUnit = v.picklist(['decimals', 'cents', 'whole', 'text'], 'must be decimals, cents, whole or text');

const scalar = v.union([v.string(), v.number(), v.boolean(), v.null()], 'must be text, a number or true or false');
const codes = v.pipe(v.array(text, 'must be a list'), v.minLength(1, 'must not be empty'));
const oneOrMore = v.union([text, v.pipe(v.array(text), v.minLength(1))], 'must be a name or a list of names');

export const dialectSchema = v.strictObject({
  /** Of each group: how the credential travels. */
  token: v.optional(v.strictObject({ event: v.optional(credentialForm), ticket: v.optional(credentialForm) })),
  /** In what the amounts of replies are given, by the kind of reply. */
  amounts: v.optional(
    v.strictObject({
      /** Prices of items, and of tickets that the event group shows. */
      items: v.optional(amountUnit),
      tickets: v.optional(amountUnit),
      /** What `feeSale` and `feeProducer` are, of which the document names no unit; `number`: sent as they are read. */
      fees: v.optional(
        v.picklist(['decimals', 'cents', 'whole', 'text', 'number'], 'must be decimals, cents, whole, text or number'),
      ),
      tax: v.optional(amountUnit),
      reports: v.optional(amountUnit),
    }),
  ),
  paging: v.optional(
    v.strictObject({
      by: v.optional(v.picklist(['page', 'offset', 'cursor', 'none'], 'must be page, offset, cursor or none')),
      /** The query parameter that names the page, the offset or the cursor. */
      page: v.optional(text),
      /** The query parameter that names how many rows a page has. */
      size: v.optional(text),
      /** The number of the first page. */
      first: v.optional(v.picklist([0, 1], 'must be 0 or 1')),
      /** How many rows a page has at most: a shorter page is the last. */
      largest: v.optional(v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(1, 'must be at least 1'))),
      /** The error codes of a page behind the last. */
      beyond: v.optional(codes),
    }),
  ),
  /** What the service calls a field, where it is not called as the document calls it. */
  fields: v.optional(v.strictObject(Object.fromEntries(fieldNames.map((name) => [name, v.optional(oneOrMore)])) as FieldEntries)),
  /** The time zone of the service's clock. */
  clock: v.optional(timeZone),
  /** What an update does with fields that it is not sent. */
  put: v.optional(v.picklist(['merges', 'replaces'], 'must be merges or replaces')),
  /** The query parameter of the event-wide delete of codes that limits it to the tickets of a name. */
  codesOfTicket: v.optional(text),
  /** What is sent to remove an item; null sends nothing. */
  removal: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  /** What error codes of a reply mean; `20*` is every code that begins with 20. */
  errors: v.optional(
    v.strictObject(Object.fromEntries(errorMeanings.map((meaning) => [meaning, v.optional(codes)])) as CodeEntries),
  ),
  success: v.optional(
    v.strictObject({
      /** A field of a reply that says, with this value, that a call with a good status failed. */
      failure: v.optional(v.strictObject({ field: text, value: scalar })),
      /** What 202 means. */
      accepted: v.optional(v.picklist(['done', 'later'], 'must be done or later')),
    }),
  ),
  featured: v.optional(v.strictObject({ method: v.optional(text), state: v.optional(text) })),
  categories: v.optional(v.pipe(v.array(text), v.minLength(1))),
});

type CodeEntries = Record<(typeof errorMeanings)[number], v.OptionalSchema<typeof codes, undefined>>;
type FieldEntries = Record<(typeof fieldNames)[number], v.OptionalSchema<typeof oneOrMore, undefined>>;
