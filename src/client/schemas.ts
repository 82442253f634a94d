// What may be sent: the fields of the interface document, each checked once here for the client, the forms and the generated documents.
import * as v from 'valibot';
import { isDateTime, parseDate } from './dates.ts';
import { looseObject, withEveryName } from './every-name.ts';
import { l10nKey } from './l10n.ts';

const text = v.pipe(v.string(l10nKey('must be text')), v.nonEmpty(l10nKey('must not be empty')));
const integer = v.pipe(v.number(l10nKey('must be a whole number')), v.safeInteger(l10nKey('must be a whole number')));
const digits = v.pipe(
  v.string(),
  v.regex(/^\d+$/, l10nKey('must be a whole number')),
  v.transform((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : BigInt(value))),
);
/** An id that the document calls an integer; sent as a number with every digit, also beyond 2^53. */
const integerId = v.union([integer, v.bigint(), digits], l10nKey('must be a whole number'));
/** An id that the document calls "string or number". */
const identifier = v.union([text, integer, v.bigint()], l10nKey('must be an id'));

const percent = v.pipe(
  v.number(l10nKey('must be a number')),
  v.minValue(0, l10nKey('must be from 0 to 100')),
  v.maxValue(100, l10nKey('must be from 0 to 100')),
);

const dateTime = v.pipe(text, v.check(isDateTime, l10nKey('must be a time that exists, written YYYY-MM-DD HH:MM:SS')));
const dateOrDateTime = v.pipe(
  text,
  v.check(
    (value) => parseDate(value) !== undefined,
    l10nKey('must be a day or time that exists, written YYYY-MM-DD or YYYY-MM-DD HH:MM:SS'),
  ),
);

const scalar = v.union([v.string(), v.number(), v.boolean(), v.bigint()], l10nKey('must be text, a number or true or false'));
/** Anything that a query parameter can be; null and undefined are left out. */
const queryValue = v.union(
  [scalar, v.array(scalar), v.null(), v.undefined()],
  l10nKey('must be text, a number or a list of them'),
);
/** A query with the document's own parameters and any others. */
const query = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  withEveryName(v.objectWithRest(entries, queryValue, l10nKey('must be a set of parameters')));

export const anyQuery = query({});
export const anyPayload = looseObject({});

const identifyNames = new Set(['link', 'fields', 'method']);
/** Three parameters of the document, or the caller's whole query, which is sent as it is. */
export const identifyQuery = v.pipe(
  v.union(
    [
      v.pipe(
        query({ link: identifier, fields: v.optional(text), method: v.optional(v.literal('identify'), 'identify') }),
        v.check((value) => Object.keys(value).every((name) => identifyNames.has(name))),
      ),
      anyQuery,
    ],
    l10nKey('must have a link, or be a whole query of its own'),
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed && problemOfLink(dataset.value);
    if (message) addIssue({ message, path: [pathItem(dataset.value, 'link')] });
  }),
);

/** A query that names nothing would ask for any event. */
function problemOfLink(query: Readonly<Record<string, unknown>>): string | undefined {
  if (query.link === '') return l10nKey('must not be empty');
  const given = Object.keys(query).filter((name) => (query[name] ?? undefined) !== undefined);
  const isOwn = given.some((name) => name !== 'fields' && (name !== 'method' || query.method !== 'identify'));
  return isOwn ? undefined : l10nKey('must be given');
}

function pathItem(input: Record<string, unknown>, key: string): v.ObjectPathItem {
  return { type: 'object', origin: 'value', input, key, value: input[key] };
}

export const featuredQuery = query({ method: v.optional(text), state: v.optional(text) });
export const entryReportQuery = query({
  method: v.optional(v.literal('report', l10nKey('must be report')), 'report'),
  sessionId: v.optional(identifier),
});
export const listItemsQuery = query({ eventId: v.optional(identifier), type: v.optional(text) });
export const listPasskeysQuery = query({ eventId: identifier });
export const taxQuery = query({
  producerId: v.optional(integerId),
  eventId: v.optional(integerId),
  price: v.optional(integer),
  taxDistribution: v.optional(percent),
  tax: v.optional(integer),
});

export const exportFormats = ['csv', 'xlsx'] as const;
export const exportTypes = ['transactions', 'guestlist', 'passkey'] as const;
const exportFormat = v.picklist(exportFormats, l10nKey('must be csv or xlsx'));
const exportType = v.picklist(exportTypes, l10nKey('must be transactions, guestlist or passkey'));
export const namedFilter = looseObject({ name: text, value: v.string(l10nKey('must be text')) });
const statusFilter = looseObject({ status: text });
const filters = v.array(
  v.union([namedFilter, statusFilter], l10nKey('must have a name and a value, or a status')),
  l10nKey('must be a list of filters'),
);

export const exportPayload = looseObject({
  type: v.optional(exportType, 'transactions'),
  format: v.optional(exportFormat, 'csv'),
  filters: v.optional(filters, []),
});
export const passkeysReportPayload = looseObject({
  type: v.optional(exportType, 'passkey'),
  format: v.optional(exportFormat, 'csv'),
  filters: v.optional(filters, [{ status: 'approved' }]),
});

export const itemPayload = looseObject({ name: text });
export const attributePayload = looseObject({
  key: text,
  value: v.union([v.string(), integer], l10nKey('must be text or a whole number')),
  type: text,
});
export const salePeriodPayload = looseObject({
  appCategoryId: integerId,
  start: dateTime,
  finish: dateTime,
  available: integer,
});
export const valuesPayload = looseObject({ price: integer, feeSale: integer, feeProducer: integer });

const startAndFinish = { start: v.optional(dateOrDateTime), finish: v.optional(dateOrDateTime) };
export const newPasskeyPayload = looseObject({ eventId: integerId, passkey: text, ...startAndFinish });
export const passkeyPayload = looseObject({ eventId: v.optional(integerId), passkey: v.optional(text), ...startAndFinish });
const itemIds = v.array(integerId, l10nKey('must be a list of item ids'));
export const passkeyItemsPayload = looseObject({ itemIds });
export const passkeyBatchPayload = looseObject({
  codes: v.pipe(v.array(text, l10nKey('must be a list of codes')), v.minLength(1, l10nKey('must have at least one code'))),
  itemIds: v.optional(itemIds),
  ...startAndFinish,
  limit: v.optional(v.pipe(integer, v.minValue(1, l10nKey('must be at least 1')))),
});
