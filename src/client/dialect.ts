// Everything that the document leaves open, as one value. A part that is absent is not known: nothing may be assumed of it.
import * as v from 'valibot';
import { aliases, fold, type Aliases } from './fields.ts';
import { l10nKey, t } from './l10n.ts';

const text = v.pipe(v.string(l10nKey('must be text')), v.nonEmpty(l10nKey('must not be empty')));
const headerName = v.pipe(text, v.regex(/^[!#$%&'*+.^`|~\w-]+$/, l10nKey('must be the name of a header')));
const timeZone = v.pipe(text, v.check(isTimeZone, l10nKey('must be the name of a time zone, such as America/Sao_Paulo')));

/** How a group sends its credential. `own`: a secret of its own, not the token of the sign-in. */
const credentialForm = v.union(
  [
    v.picklist(['nothing', 'bearer']),
    v.strictObject({ header: headerName, prefix: v.optional(v.string()), own: v.optional(v.boolean()) }),
    v.strictObject({ query: text, own: v.optional(v.boolean()) }),
    v.pipe(v.array(text), v.minLength(1)),
  ],
  l10nKey('must be "nothing", "bearer", an object with a header or a query, or a list of query parameter names'),
);

const amountUnit = v.picklist(['decimals', 'cents', 'whole', 'text'], l10nKey('must be decimals, cents, whole or text'));

/** The fields of records that a service may call by other names. */
export const fieldNames = [
  ...['name', 'description', 'type', 'quantity', 'parent', 'hidden', 'archived', 'eventId'],
  ...['value', 'price', 'feeSale', 'feeProducer', 'finalPrice', 'taxDistribution'],
  ...['salePeriods', 'appCategoryId', 'start', 'finish', 'available', 'attributes'],
  ...['passkey', 'itemIds', 'limit', 'used', 'code'],
] as const;
export type FieldName = (typeof fieldNames)[number];

const scalar = v.union([v.string(), v.number(), v.boolean(), v.null()], l10nKey('must be text, a number or true or false'));
const oneOrMore = v.union([text, v.array(text)], l10nKey('must be a name or a list of names'));

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
        v.picklist(['decimals', 'cents', 'whole', 'text', 'number'], l10nKey('must be decimals, cents, whole, text or number')),
      ),
      tax: v.optional(amountUnit),
      reports: v.optional(amountUnit),
    }),
  ),
  paging: v.optional(
    v.strictObject({
      by: v.optional(v.picklist(['page', 'offset', 'cursor', 'none'], l10nKey('must be page, offset, cursor or none'))),
      /** The query parameter that names the page, the offset or the cursor. */
      page: v.optional(text),
      /** The query parameter that names how many rows a page has. */
      size: v.optional(text),
      /** The number of the first page. */
      first: v.optional(v.picklist([0, 1], l10nKey('must be 0 or 1'))),
      /** How many rows a page has at most: a shorter page is the last. */
      largest: v.optional(
        v.pipe(v.number(), v.integer(l10nKey('must be a whole number')), v.minValue(1, l10nKey('must be at least 1'))),
      ),
    }),
  ),
  /** What the service calls a field, where it is not called as the document calls it. */
  fields: v.optional(v.strictObject(Object.fromEntries(fieldNames.map((name) => [name, v.optional(oneOrMore)])) as FieldEntries)),
  /** The time zone of the service's clock. */
  clock: v.optional(timeZone),
  /** What an update does with fields that it is not sent. */
  put: v.optional(v.picklist(['merges', 'replaces'], l10nKey('must be merges or replaces'))),
  /** The query parameter of the event-wide delete of codes that limits it to the tickets of a name. */
  codesOfTicket: v.optional(text),
  /** What is sent to remove an item; null sends nothing. */
  removal: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  success: v.optional(
    v.strictObject({
      /** A field of a reply that says, with this value, that a call with a good status failed. */
      failure: v.optional(v.strictObject({ field: text, value: scalar })),
      /** What 202 means. */
      accepted: v.optional(v.picklist(['done', 'later'], l10nKey('must be done or later'))),
    }),
  ),
  featured: v.optional(v.strictObject({ method: v.optional(text), state: v.optional(text) })),
  categories: v.optional(v.array(text)),
});

type FieldEntries = Record<FieldName, v.OptionalSchema<typeof oneOrMore, undefined>>;

export type Dialect = v.InferOutput<typeof dialectSchema>;
export type CredentialForm = v.InferOutput<typeof credentialForm>;
export type AmountUnit = v.InferOutput<typeof amountUnit>;
export type AmountKind = keyof NonNullable<Dialect['amounts']>;
export type PagingDialect = NonNullable<Dialect['paging']>;

/** Nothing is known. */
export const unknownDialect: Dialect = {};

/** The dialect that a setting or a file describes, or what is wrong with it, with the name of the field. */
export function readDialect(value: unknown): { readonly dialect: Dialect } | { readonly problem: string } {
  const result = v.safeParse(dialectSchema, value);
  if (result.success) return { dialect: result.output };
  const [issue] = result.issues;
  const field = v.getDotPath(issue) ?? '';
  const { message } = issue;
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never';
  return { problem: [field, isUnknown ? t('is not a part of a dialect') : t(message)].filter(Boolean).join(' ') };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Known names of a field after those that the dialect gives it. */
export function namesOf({ fields }: Dialect, name: FieldName, known: string): Aliases {
  const own = fields?.[name];
  return own === undefined ? aliases(known) : aliases(...[own].flat().map(fold), known);
}

/** An amount in cents; undefined where the unit is not known, or the value is no amount of it. */
export function centsOf(amount: unknown, unit: AmountUnit | 'number' | undefined): number | undefined {
  switch (unit) {
    case 'cents':
      return wholeNumberIn(amount);
    case 'whole': {
      const whole = wholeNumberIn(amount);
      return whole === undefined ? undefined : whole * 100;
    }
    case 'decimals':
    case 'text':
      return decimalCents(amount);
    default:
      // A fraction is no number of cents, and a text with one shows its decimals.
      return hasFraction(amount) ? decimalCents(amount) : undefined;
  }
}

function wholeNumberIn(amount: unknown): number | undefined {
  const number = typeof amount === 'string' && /^-?\d{1,15}$/.test(amount.trim()) ? Number(amount) : amount;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

function hasFraction(amount: unknown): boolean {
  if (typeof amount === 'number') return !Number.isInteger(amount);
  return typeof amount === 'string' && /\d[.,]\d{2}$/.test(amount.trim());
}

/** 120.5, "120.50", "120,50", "R$ 1.200,00": the last mark before one or two digits begins the fraction. */
function decimalCents(amount: unknown): number | undefined {
  // The shortest text of a number is what a person wrote: 0.1 + 0.2 has too many decimals to be an amount.
  const written = typeof amount === 'number' ? String(amount) : amount;
  if (typeof written !== 'string') return undefined;
  const [, sign, digits, fraction = ''] =
    /^(-?)(?:[A-Z]{1,3}\$?|\$|€)?\s*(\d{1,13}|\d{1,3}(?:[. ,\u00a0]\d{3})+)(?:[.,](\d{1,2}))?$/.exec(written.trim()) ?? [];
  if (digits === undefined) return undefined;
  const cents = Number(digits.replace(/\D/g, '')) * 100 + Number(fraction.padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return undefined;
  return sign === '-' && cents !== 0 ? -cents : cents;
}
