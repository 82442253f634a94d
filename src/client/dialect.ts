// Everything that the document leaves open, as one value. A part that is absent is not known: nothing may be assumed of it. It is read when the
// editor starts, so that its checks are made by hand: a library of schemas would cost more than all else that is done then.
import { t } from './l10n.ts';

/** How a group sends its credential. `own`: a secret of its own, not the token of the sign-in. A list: query parameters with values of their own. */
export type CredentialForm =
  | 'nothing'
  | 'bearer'
  | { readonly header: string; readonly prefix?: string; readonly own?: boolean }
  | { readonly query: string; readonly own?: boolean }
  | string[];

const amountUnits = ['decimals', 'cents', 'whole', 'text'] as const;
export type AmountUnit = (typeof amountUnits)[number];

interface Amounts {
  /** Prices of items, and of tickets that the event group shows. */
  readonly items?: AmountUnit;
  readonly tickets?: AmountUnit;
  /** What `feeSale` and `feeProducer` are, of which the document names no unit; `number`: sent as they are read. */
  readonly fees?: AmountUnit | 'number';
  readonly tax?: AmountUnit;
  readonly reports?: AmountUnit;
}
export type AmountKind = keyof Amounts;

export interface PagingDialect {
  readonly by?: 'page' | 'offset' | 'cursor' | 'none';
  /** The query parameter that names the page, the offset or the cursor. */
  readonly page?: string;
  /** The query parameter that names how many rows a page has. */
  readonly size?: string;
  /** The number of the first page. */
  readonly first?: 0 | 1;
  /** How many rows a page has at most: a shorter page is the last. */
  readonly largest?: number;
  /** The error codes of a page behind the last. */
  readonly beyond?: readonly string[];
}

/** What error codes of a reply mean, of which the document names none. `20*` is every code that begins with 20; the first list that has a code decides. */
export const errorMeanings = ['signIn', 'notFound', 'forbidden', 'refused', 'failed'] as const;
export type ErrorCodes = Readonly<Partial<Record<(typeof errorMeanings)[number], readonly string[]>>>;

/** The fields of records that a service may call by other names. */
export const fieldNames = [
  ...['name', 'description', 'type', 'quantity', 'parent', 'hidden', 'archived', 'eventId'],
  ...['value', 'price', 'feeSale', 'feeProducer', 'finalPrice', 'taxDistribution'],
  ...['salePeriods', 'appCategoryId', 'start', 'finish', 'available', 'attributes'],
  ...['passkey', 'itemIds', 'limit', 'used', 'code'],
] as const;
export type FieldName = (typeof fieldNames)[number];

export interface Dialect {
  /** Of each group: how the credential travels. */
  readonly token?: { readonly event?: CredentialForm; readonly ticket?: CredentialForm };
  /** In what the amounts of replies are given, by the kind of reply. */
  readonly amounts?: Amounts;
  readonly paging?: PagingDialect;
  /** What the service calls a field, where it is not called as the document calls it. */
  readonly fields?: Readonly<Partial<Record<FieldName, string | readonly string[]>>>;
  /** The time zone of the service's clock. */
  readonly clock?: string;
  /** What an update does with fields that it is not sent. */
  readonly put?: 'merges' | 'replaces';
  /** The query parameter of the event-wide delete of codes that limits it to the tickets of a name. */
  readonly codesOfTicket?: string;
  /** What is sent to remove an item; null sends nothing. */
  readonly removal?: Readonly<Record<string, unknown>> | null;
  /** Without it, an error inside a good reply says nothing but its words. */
  readonly errors?: ErrorCodes;
  readonly success?: {
    /** A field of a reply that says, with this value, that a call with a good status failed. */
    readonly failure?: { readonly field: string; readonly value: string | number | boolean | null };
    /** What 202 means. */
    readonly accepted?: 'done' | 'later';
  };
  readonly featured?: { readonly method?: string; readonly state?: string };
  readonly categories?: readonly string[];
}

/** Nothing is known. */
export const unknownDialect: Dialect = {};

/** What is wrong with a value, after the path of the field that is wrong. */
type Check = (value: unknown) => string | undefined;

const at = (path: string, problem: string | undefined) =>
  problem === undefined ? undefined : /^[.[]/.test(problem) ? `${path}${problem}` : `${path} ${problem}`;

const text: Check = (value) => {
  if (typeof value !== 'string') return t('must be text');
  return value === '' ? t('must not be empty') : undefined;
};
const anyText: Check = (value) => (typeof value === 'string' ? undefined : t('must be text'));
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : t('must be true or false'));
const inUse = /^(?:accept|content-.*|host|connection|transfer-encoding|if-match)$/i;
const headerName: Check = (value) => {
  const problem = text(value);
  if (problem !== undefined) return problem;
  if (!/^[!#$%&'*+.^`|~\w-]+$/.test(value as string)) return t('must be the name of a header');
  return inUse.test(value as string) ? t('must be a header that is not in use') : undefined;
};
const zone: Check = (value) =>
  text(value) ?? (isTimeZone(value as string) ? undefined : t('must be the name of a time zone, such as America/Sao_Paulo'));
const pageLength: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 1 ? undefined : t('must be a whole number of at least 1');
const scalar: Check = (value) =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
    ? undefined
    : t('must be text, a number or true or false');
const payload: Check = (value) =>
  value === null || isPlainObject(value) ? undefined : t('must be an object, or null for no payload');

function oneOf(...values: readonly (string | number)[]): Check {
  return (value) => (values.includes(value as string) ? undefined : t('must be one of: {0}', values.join(', ')));
}

function listOf(check: Check): Check {
  return (value) =>
    Array.isArray(value) && value.length > 0
      ? value.map((each, index) => at(`.${index}`, check(each))).find((problem) => problem !== undefined)
      : Array.isArray(value)
        ? t('must not be empty')
        : t('must be a list');
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object of these parts and no others; those of `required` must be there. */
function parts(checks: Readonly<Record<string, Check>>, ...required: readonly string[]): Check {
  return (value) => {
    if (!isPlainObject(value)) return t('must be an object');
    for (const name of required) if (value[name] === undefined) return at(`.${name}`, t('must be given'));
    for (const [name, part] of Object.entries(value)) {
      const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
      const problem = check ? (part === undefined ? undefined : check(part)) : t('is not a part of a dialect');
      if (problem !== undefined) return at(`.${name}`, problem);
    }
    return undefined;
  };
}

const credential: Check = (value) => {
  if (value === 'nothing' || value === 'bearer') return undefined;
  if (Array.isArray(value)) return listOf(text)(value);
  if (isPlainObject(value) && 'header' in value) return parts({ header: headerName, prefix: anyText, own: flag })(value);
  if (isPlainObject(value) && 'query' in value) return parts({ query: text, own: flag })(value);
  return t('must be "nothing", "bearer", an object with a header or a query, or a list of query parameter names');
};

const unit = oneOf(...amountUnits);
const names: Check = (value) => (Array.isArray(value) ? listOf(text)(value) : text(value));

const dialect = parts({
  token: parts({ event: credential, ticket: credential }),
  amounts: parts({ items: unit, tickets: unit, fees: oneOf(...amountUnits, 'number'), tax: unit, reports: unit }),
  paging: parts({
    by: oneOf('page', 'offset', 'cursor', 'none'),
    page: text,
    size: text,
    first: oneOf(0, 1),
    largest: pageLength,
    beyond: listOf(text),
  }),
  fields: parts(Object.fromEntries(fieldNames.map((name) => [name, names]))),
  clock: zone,
  put: oneOf('merges', 'replaces'),
  codesOfTicket: text,
  removal: payload,
  errors: parts(Object.fromEntries(errorMeanings.map((meaning) => [meaning, listOf(text)]))),
  success: parts({ failure: parts({ field: text, value: scalar }, 'field', 'value'), accepted: oneOf('done', 'later') }),
  featured: parts({ method: text, state: text }),
  categories: listOf(text),
});

/** The dialect that a setting or a file describes, or what is wrong with it, with the name of the field. */
export function readDialect(value: unknown): { readonly dialect: Dialect } | { readonly problem: string } {
  const problem = dialect(value);
  return problem === undefined ? { dialect: value as Dialect } : { problem: problem.replace(/^\./, '') };
}

/** Whether a list of codes has this one; `20*` has every code that begins so. */
export function hasCode(codes: readonly string[] | undefined, code: string | undefined): boolean {
  if (!codes || code === undefined) return false;
  return codes.some((each) => (each.endsWith('*') ? code.startsWith(each.slice(0, -1)) : code === each));
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
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
