// Everything that the document leaves open, as one schema. A part that is absent is not known: nothing may be assumed of it. The type, what reads
// a setting or a file, and what an editor offers in the settings follow from it.
import * as v from 'valibot';
import { l10nKey, t } from './l10n.ts';
import { remembering } from './remembering.ts';

/** Whoever shows the message of a problem puts it into the language of the person. */
export const text = v.pipe(v.string(l10nKey('must be text')), v.nonEmpty(l10nKey('must not be empty')));
const flag = v.boolean(l10nKey('must be true or false'));
const list = v.pipe(v.array(text, l10nKey('must be a list')), v.minLength(1, l10nKey('must not be empty')));
const noHeader = l10nKey('must be the name of a header');
const headerName = v.pipe(
  text,
  v.regex(/^[!#$%&'*+.^`|~\w-]+$/, noHeader),
  v.regex(
    /^(?!(?:accept|content-.*|host|connection|transfer-encoding|if-match)$)/i,
    l10nKey('must be a header that is not in use'),
  ),
);
const noPageLength = l10nKey('must be a whole number of at least 1');
const pageLength = v.pipe(v.number(noPageLength), v.safeInteger(noPageLength), v.minValue(1, noPageLength));
const scalar = v.union([v.string(), v.number(), v.boolean(), v.null()], l10nKey('must be text, a number or true or false'));

function oneOf<const Values extends readonly (string | number)[]>(...values: Values) {
  return v.picklist(values, () => t('must be one of: {0}', values.join(', ')));
}

/** A list is an object to valibot. */
function notList<Schema extends v.GenericSchema>(schema: Schema): Schema {
  return {
    ...schema,
    '~run': (dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) =>
      schema['~run'](Array.isArray(dataset.value) ? { value: undefined } : dataset, config),
  };
}

/** An object of these parts and no others. */
function parts<const Entries extends v.ObjectEntries>(entries: Entries) {
  return notList(
    v.strictObject(entries, ({ expected }) => {
      if (expected === 'Object') return l10nKey('must be an object');
      return expected === 'never' ? l10nKey('is not a part of a dialect') : l10nKey('must be given');
    }),
  );
}

const headerForm = parts({ header: headerName, prefix: v.optional(v.string(l10nKey('must be text'))), own: v.optional(flag) });
const queryForm = parts({ query: text, own: v.optional(flag) });
const anyForm = v.union(
  [v.picklist(['nothing', 'bearer']), headerForm, queryForm, list],
  l10nKey('must be "nothing", "bearer", an object with a header or a query, or a list of query parameter names'),
);
/** How a group sends its credential. `own`: a secret of its own, not the token of the sign-in. A list: query parameters with values of their own. */
const credential = v.lazy((value) => {
  if (Array.isArray(value)) return list;
  if (typeof value !== 'object' || value === null) return anyForm;
  return 'header' in value ? headerForm : 'query' in value ? queryForm : anyForm;
});

const anyNames = v.union([text, list]);
const names = v.lazy((value) => (value === undefined ? anyNames : Array.isArray(value) ? list : text));

const units = ['decimals', 'cents', 'whole', 'text'] as const;
const unit = oneOf(...units);

/** What error codes of a reply mean, of which the document names none. `20*` is every code that begins with 20; the first list that has a code decides. */
export const errorMeanings = ['signIn', 'notFound', 'forbidden', 'refused', 'failed'] as const;

/** The fields of records that a service may call by other names. */
export const fieldNames = [
  ...['name', 'description', 'type', 'quantity', 'parent', 'hidden', 'archived', 'eventId'],
  ...['value', 'price', 'feeSale', 'feeProducer', 'finalPrice', 'taxDistribution'],
  ...['salePeriods', 'appCategoryId', 'start', 'finish', 'available', 'attributes'],
  ...['passkey', 'itemIds', 'limit', 'used', 'code'],
] as const;
export type FieldName = (typeof fieldNames)[number];

/** Asking takes ten times as long as all other checks of a dialect. */
const isTimeZone = remembering((name) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
});

export const dialectSchema = parts({
  /** Of each group: how the credential travels. */
  token: v.optional(parts({ event: v.optional(credential), ticket: v.optional(credential) })),
  /** In what the amounts of replies are given, by the kind of reply. */
  amounts: v.optional(
    parts({
      /** Prices of items, and of tickets that the event group shows. */
      items: v.optional(unit),
      tickets: v.optional(unit),
      /** What `feeSale` and `feeProducer` are, of which the document names no unit; `number`: sent as they are read. */
      fees: v.optional(oneOf(...units, 'number')),
      tax: v.optional(unit),
      reports: v.optional(unit),
    }),
  ),
  paging: v.optional(
    parts({
      by: v.optional(oneOf('page', 'offset', 'cursor', 'none')),
      /** The query parameter that names the page, the offset or the cursor. */
      page: v.optional(text),
      /** The query parameter that names how many rows a page has. */
      size: v.optional(text),
      /** The number of the first page. */
      first: v.optional(oneOf(0, 1)),
      /** How many rows a page has at most: a shorter page is the last. */
      largest: v.optional(pageLength),
      /** The error codes of a page behind the last. */
      beyond: v.optional(list),
    }),
  ),
  /** What the service calls a field, where it is not called as the document calls it. */
  fields: v.optional(parts(v.entriesFromList(fieldNames, v.optional(names)))),
  /** By the id of an event: items that are its own, where neither their rows nor the event say so. */
  itemsOf: v.optional(notList(v.record(v.string(), list, l10nKey('must be an object')))),
  /** The time zone of the service's clock. */
  clock: v.optional(v.pipe(text, v.check(isTimeZone, l10nKey('must be the name of a time zone, such as America/Sao_Paulo')))),
  /** What an update does with fields that it is not sent. */
  put: v.optional(oneOf('merges', 'replaces')),
  /** The query parameter of the event-wide delete of codes that limits it to the tickets of a name. */
  codesOfTicket: v.optional(text),
  /** What is sent to remove an item; null sends nothing. */
  removal: v.optional(
    v.nullable(notList(v.record(v.string(), v.unknown(), l10nKey('must be an object, or null for no payload')))),
  ),
  /** Without it, an error inside a good reply says nothing but its words. */
  errors: v.optional(parts(v.entriesFromList(errorMeanings, v.optional(list)))),
  success: v.optional(
    parts({
      /** A field of a reply that says, with this value, that a call with a good status failed. */
      failure: v.optional(parts({ field: text, value: scalar })),
      /** What 202 means. */
      accepted: v.optional(oneOf('done', 'later')),
    }),
  ),
  featured: v.optional(parts({ method: v.optional(text), state: v.optional(text) })),
  categories: v.optional(list),
});

/** As it is used: nothing in it is changed, and a part that is not known is absent. */
type Known<Part> =
  Part extends Readonly<Record<string, unknown>>
    ? { readonly [Name in keyof Part]: Known<Exclude<Part[Name], undefined>> }
    : Part;

export type Dialect = Known<v.InferOutput<typeof dialectSchema>>;
export type CredentialForm = Known<v.InferOutput<typeof credential>>;
export type AmountUnit = v.InferOutput<typeof unit>;
export type AmountKind = keyof NonNullable<Dialect['amounts']>;
export type PagingDialect = NonNullable<Dialect['paging']>;
export type ErrorCodes = NonNullable<Dialect['errors']>;

/** Nothing is known. */
export const unknownDialect: Dialect = {};

/** The dialect that a setting or a file describes, or what is wrong with it, with the name of the field. */
export function readDialect(value: unknown): { readonly dialect: Dialect } | { readonly problem: string } {
  const { issues } = v.safeParse(dialectSchema, value, { abortEarly: true });
  if (!issues) return { dialect: value as Dialect };
  const [issue] = issues;
  const path = v.getDotPath(issue);
  const { message: rule } = issue;
  return { problem: path === null ? t(rule) : `${path} ${t(rule)}` };
}

/** Whether a list of codes has this one; `20*` has every code that begins so. */
export function hasCode(codes: readonly string[] | undefined, code: string | undefined): boolean {
  if (!codes || code === undefined) return false;
  return codes.some((each) => (each.endsWith('*') ? code.startsWith(each.slice(0, -1)) : code === each));
}

/** An amount in cents; undefined where the unit is not known, or the value is no amount of it. */
export function centsOf(amount: unknown, unit: AmountUnit | 'number' | undefined): number | undefined {
  switch (unit) {
    case 'cents':
      return wholeNumberIn(amount);
    case 'whole':
      return wholeNumberIn(amount) && Number(amount) * 100;
    case 'decimals':
      // Three digits behind a mark are thousands in a text for people, and elsewhere a fraction that is no amount.
      return typeof amount === 'string' && /^\D*\d{1,3}[.,]\d{3}$/.test(amount.trim()) ? undefined : decimalCents(amount);
    case 'text':
      return decimalCents(amount);
    // A plain number has no cents.
    case 'number':
      return undefined;
    default:
      // A fraction is no number of cents, and a text with one shows its decimals.
      return hasFraction(amount) ? decimalCents(amount) : undefined;
  }
}

export function wholeNumberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

function hasFraction(amount: unknown): boolean {
  if (typeof amount === 'number') return !Number.isInteger(amount);
  return typeof amount === 'string' && /\d[.,]\d{2}$/.test(amount.trim());
}

/** 120.5, "120.50", "120,50", "R$ 1.200,00": the last mark before one or two digits begins the fraction. */
function decimalCents(amount: unknown): number | undefined {
  // The shortest text of a number is what a person wrote: 0.1 + 0.2 has too many decimals to be an amount.
  if (typeof amount === 'number' && !/^-?\d{1,13}(?:\.\d{1,2})?$/.test(String(amount))) return undefined;
  const written = typeof amount === 'number' ? String(amount) : amount;
  if (typeof written !== 'string') return undefined;
  const [, sign, digits, fraction = ''] =
    /^(-?)(?:[A-Z]{1,3}\$?|\$|€)?\s*(\d{1,13}|\d{1,3}(?:[. ,\u00a0]\d{3})+)(?:[.,](\d{1,2}))?$/.exec(written.trim()) ?? [];
  if (digits === undefined) return undefined;
  const cents = Number(digits.replace(/\D/g, '')) * 100 + Number(fraction.padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return undefined;
  return sign === '-' && cents !== 0 ? -cents : cents;
}
