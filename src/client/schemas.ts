// What may be sent: the fields of the interface document, each checked once here for the client, the forms and the generated documents.
import * as v from 'valibot';
import { isDateTime, parseDate } from './dates.ts';
import { text } from './dialect.ts';
import { looseObject, withEveryName } from './every-name.ts';
import { l10nKey } from './l10n.ts';

/** In what a value is written, where a bare number or text would not tell. */
type Unit = 'cents' | 'percent' | 'time' | 'dayOrTime';

/** A field with what it means, as far as the document tells: it stands wherever the field is typed, read or described. */
function meant<Schema extends v.GenericSchema>(schema: Schema, meaning: string, unit?: Unit) {
  return v.pipe(schema, v.description(meaning), v.metadata({ unit }));
}

/** What a field means, in English, and its unit. */
export function meaningOf(schema: v.GenericSchema): { readonly meaning: string | undefined; readonly unit: Unit | undefined } {
  const { wrapped } = schema as { wrapped?: v.GenericSchema };
  if (wrapped) return meaningOf(wrapped);
  const { unit } = v.getMetadata(schema) as { unit?: Unit };
  return { meaning: v.getDescription(schema), unit };
}

/** The fields that a schema names; of several shapes, those of the first, which is the document's own. */
export function fieldsIn(schema: v.GenericSchema | undefined): Readonly<Record<string, v.GenericSchema>> {
  const { options = [], entries } = (schema ?? {}) as { options?: v.GenericSchema[]; entries?: Record<string, v.GenericSchema> };
  return entries ?? (options[0] ? fieldsIn(options[0]) : {});
}

const integer = v.pipe(v.number(l10nKey('must be a whole number')), v.safeInteger(l10nKey('must be a whole number')));
const documentedInteger = l10nKey('must be a whole number: the interface document types this id as an integer');
const digits = v.pipe(
  v.string(),
  v.regex(/^\d+$/, documentedInteger),
  v.transform((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : BigInt(value))),
);
/** An id that the document calls an integer; sent as a number with every digit, also beyond 2^53. */
const integerId = v.union([integer, v.bigint(), digits], documentedInteger);
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
        query({
          link: meant(identifier, l10nKey('Slug or id of the event.')),
          fields: v.optional(meant(text, l10nKey('Which fields of the event are returned.'))),
          method: v.optional(v.literal('identify'), 'identify'),
        }),
        v.check((value) => Object.keys(value).every((name) => identifyNames.has(name))),
      ),
      anyQuery,
    ],
    l10nKey('must have a link, or be a whole query of its own'),
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed && problemOfLink(dataset.value);
    if (!message) return;
    const { value } = dataset;
    addIssue({ message, path: [{ type: 'object', origin: 'value', input: value, key: 'link', value: value.link }] });
  }),
);

/** A query that names nothing would ask for any event. */
function problemOfLink(query: Readonly<Record<string, unknown>>): string | undefined {
  if (query.link === '') return l10nKey('must not be empty');
  const given = Object.keys(query).filter((name) => (query[name] ?? undefined) !== undefined);
  const isOwn = given.some((name) => name !== 'fields' && (name !== 'method' || query.method !== 'identify'));
  return isOwn ? undefined : l10nKey('must be given');
}

export const featuredQuery = query({ method: v.optional(text), state: v.optional(text) });
export const entryReportQuery = query({
  method: v.optional(v.literal('report', l10nKey('must be report')), 'report'),
  sessionId: v.optional(meant(identifier, l10nKey('Id of a session of the event.'))),
});
export const listItemsQuery = query({
  eventId: v.optional(
    meant(
      identifier,
      l10nKey('Id of the event whose items are wanted. The document does not name it: a service may list all of them.'),
    ),
  ),
  type: v.optional(meant(text, l10nKey('Type of the items that are listed.'))),
});
export const listPasskeysQuery = query({ eventId: meant(identifier, l10nKey('Id of the event whose passkeys are listed.')) });
export const taxQuery = query({
  producerId: v.optional(meant(integerId, l10nKey('Id of the producer.'))),
  eventId: v.optional(meant(integerId, l10nKey('Id of the event.'))),
  price: v.optional(meant(integer, l10nKey('Price of the ticket, in cents.'), 'cents')),
  taxDistribution: v.optional(meant(percent, l10nKey('Percent of the tax that the customer pays.'), 'percent')),
  tax: v.optional(meant(integer, l10nKey('A tax of its own, in cents.'), 'cents')),
});

export const exportFormats = ['csv', 'xlsx'] as const;
export const exportTypes = ['transactions', 'guestlist', 'passkey'] as const;
const exportFormat = meant(v.picklist(exportFormats, l10nKey('must be csv or xlsx')), l10nKey('Format of the file.'));
const exportType = meant(
  v.picklist(exportTypes, l10nKey('must be transactions, guestlist or passkey')),
  l10nKey('What is exported.'),
);
export const namedFilter = looseObject({ name: text, value: v.string(l10nKey('must be text')) });
const statusFilter = looseObject({ status: text });
const filters = meant(
  v.array(
    v.union([namedFilter, statusFilter], l10nKey('must have a name and a value, or a status')),
    l10nKey('must be a list of filters'),
  ),
  l10nKey('Which rows are exported: each with a name and a value; for passkeys, with a status.'),
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

export const itemPayload = looseObject({ name: meant(text, l10nKey('Name of the item.')) });
const attributeFields = {
  key: meant(text, l10nKey('Name of the attribute.')),
  value: meant(v.union([v.string(), integer], l10nKey('must be text or a whole number')), l10nKey('Text or a whole number.')),
  type: meant(text, l10nKey('Type of the value, such as integer.')),
};
const salePeriodFields = {
  appCategoryId: meant(integerId, l10nKey('Id of the application category that sells in this period.')),
  start: meant(dateTime, l10nKey('When the sale starts, as YYYY-MM-DD HH:MM:SS.'), 'time'),
  finish: meant(dateTime, l10nKey('When the sale ends, as YYYY-MM-DD HH:MM:SS.'), 'time'),
  available: meant(integer, l10nKey('How many are available in this period.')),
};
const valuesFields = {
  price: meant(integer, l10nKey('Price, in cents.'), 'cents'),
  feeSale: meant(integer, l10nKey('Fee of the sale: a whole number, whose unit the interface does not name.')),
  feeProducer: meant(integer, l10nKey('Fee of the producer: a whole number, whose unit the interface does not name.')),
};

// The document requires none of their fields.
export const attributePayload = withEveryName(v.partial(v.looseObject(attributeFields)));
export const salePeriodPayload = withEveryName(v.partial(v.looseObject(salePeriodFields)));
export const valuesPayload = withEveryName(v.partial(v.looseObject(valuesFields)));
// A form writes them whole: a service may clear what it is not sent.
export const wholeAttribute = looseObject(attributeFields);
export const wholeSalePeriod = looseObject(salePeriodFields);
export const wholeValues = looseObject(valuesFields);

const startAndFinish = {
  start: v.optional(
    meant(dateOrDateTime, l10nKey('When the passkey starts to work, as YYYY-MM-DD or YYYY-MM-DD HH:MM:SS.'), 'dayOrTime'),
  ),
  finish: v.optional(
    meant(dateOrDateTime, l10nKey('When the passkey stops working, as YYYY-MM-DD or YYYY-MM-DD HH:MM:SS.'), 'dayOrTime'),
  ),
};
const eventId = meant(integerId, l10nKey('Id of the event that the passkey belongs to.'));
const passkey = meant(text, l10nKey('Text of the passkey.'));
export const newPasskeyPayload = looseObject({ eventId, passkey, ...startAndFinish });
// Null clears, where a service keeps what it is not sent.
export const passkeyPayload = looseObject({
  eventId: v.optional(eventId),
  passkey: v.optional(passkey),
  start: v.optional(v.nullable(startAndFinish.start.wrapped)),
  finish: v.optional(v.nullable(startAndFinish.finish.wrapped)),
});
const itemIds = meant(
  v.array(integerId, l10nKey('must be a list of item ids')),
  l10nKey('Ids of the ticket items that the passkey opens.'),
);
export const passkeyItemsPayload = looseObject({ itemIds });
export const passkeyBatchPayload = looseObject({
  codes: meant(
    v.pipe(v.array(text, l10nKey('must be a list of codes')), v.minLength(1, l10nKey('must have at least one code'))),
    l10nKey('Texts of the passkeys.'),
  ),
  itemIds: v.optional(itemIds),
  ...startAndFinish,
  limit: v.optional(
    meant(v.pipe(integer, v.minValue(1, l10nKey('must be at least 1'))), l10nKey('How often a passkey can be used.')),
  ),
});
