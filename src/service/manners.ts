// The manners of the service: everything that the document leaves open, and that another service may do otherwise. All of them are about
// the wire; the database holds cents and local times whatever they are. None at all is the service that was seen.
import type { AmountUnit, Dialect } from '../client/index.ts';

export type AmountForm = AmountUnit | 'text-comma';
export type FieldName = keyof NonNullable<Dialect['fields']>;

/** Where a secret stands: in a header, after a prefix, or in each of some query parameters. */
export interface Carrier {
  readonly header?: string;
  /** `Bearer ` in Authorization and nothing elsewhere unless it is given. */
  readonly prefix?: string;
  readonly query?: readonly string[];
}

export interface ServiceManners {
  /** Replies have no box around them, and failures of both groups a status of their own. */
  readonly bare?: true;
  /** Query parameters that the document does not name mean nothing, but for those that other manners name. */
  readonly documentedQuery?: true;
  /** In what the amounts of replies are written. Fees are written as items are unless they are given; `number`: as they were sent. */
  readonly amounts?: {
    readonly items?: AmountForm;
    readonly tickets?: AmountForm;
    readonly fees?: AmountForm | 'number';
    readonly tax?: AmountForm;
    readonly reports?: AmountForm;
  };
  readonly snakeCase?: true;
  /** What fields of items, passkeys and codes are called. */
  readonly names?: Readonly<Partial<Record<FieldName, string>>>;
  /** What any key is called, wherever it stands. */
  readonly rename?: Readonly<Record<string, string>>;
  readonly flatAmounts?: true;
  readonly passkeyItems?: 'objects' | 'none';
  readonly noPeriods?: true;
  readonly noValues?: true;
  readonly noSessions?: true;
  readonly paging?: {
    readonly by?: 'page' | 'offset' | 'cursor' | 'none';
    /** The query parameter for the page, the offset or the cursor. */
    readonly page?: string;
    readonly size?: string;
    readonly first?: 0 | 1;
    /** Larger pages are cut to this, without a word. */
    readonly cap?: number;
    readonly noTotal?: true;
  };
  readonly uuid?: true;
  readonly times?: 'iso' | 'utc' | 'plain' | 'epoch';
  /** The time zone in which the service's times are meant. */
  readonly clock?: string;
  readonly put?: 'merges' | 'replaces';
  readonly emptyReplies?: true;
  /** Writes are only accepted, and carried out after so many milliseconds; 0 is before the reply. */
  readonly acceptedAfter?: number;
  /** What a refused write is answered with, in a 200 without words. */
  readonly failure?: { readonly field: string; readonly value: string | number | boolean | null };
  readonly batchNoCount?: true;
  readonly noId?: true;
  /** The batch creation leaves out each code whose place is a multiple of this. */
  readonly forget?: number;
  readonly deleteIgnoresQuery?: true;
  readonly itemsIgnoreEvent?: true;
  /** The query parameter that limits the delete of an event's codes to the tickets of a name. */
  readonly codesOfTicket?: string;
  /** The payload that removes an item; null: none. */
  readonly removal?: Readonly<Record<string, unknown>> | null;
  /** How the token is sent; `nothing`: the ticket group is open. */
  readonly token?: Carrier | 'nothing';
  /** Whether reads of the event group want the token, and how it is sent there if it is not sent as to the ticket group. */
  readonly eventToken?: boolean | Carrier;
  /** How the event group wants a key of its own. */
  readonly eventKey?: Carrier;
  readonly readFailsAfterCreate?: true;
}

/** What the document says, and nothing beside it: how the local service speaks unless it is told otherwise. */
export const documentedManners: ServiceManners = {
  bare: true,
  documentedQuery: true,
  amounts: { items: 'cents', tickets: 'cents' },
  paging: { by: 'none' },
  times: 'plain',
};

const mannerGroups = ['all', 'amounts', 'fields', 'paging', 'ids', 'times', 'writes', 'deletes', 'credentials', 'reads'] as const;

interface MannerWord {
  readonly name: string;
  readonly group: (typeof mannerGroups)[number];
  /** How it is written, with what its value may be: `cap=N`. */
  readonly form: string;
  readonly about: string;
}

interface Word extends MannerWord {
  readonly read: (value: string, word: string) => ServiceManners;
}

type Rest = readonly [about: string, read: Word['read'] | ServiceManners];

/** A word by itself, or `name=VALUE`, whose value is read. */
function words(group: Word['group'], rows: Readonly<Record<string, Rest>>): Word[] {
  return Object.entries(rows).map(([form, [about, read]]) => ({
    name: form.replace(/\[?=.*/, ''),
    group,
    form,
    about,
    read: typeof read === 'function' ? read : () => read,
  }));
}

const prices = (form: AmountForm): ServiceManners => ({ amounts: { items: form, tickets: form } });
const units = ['cents', 'decimals', 'whole', 'text', 'text-comma'] as const;

const seen = 'seen';

const vocabulary: readonly Word[] = [
  ...words('all', {
    [seen]: ['as one service was seen: boxed replies, pages, decimals, ISO times, failures of the event group in 200', {}],
    'bare': ['no box around replies, and failures with a status of their own (the default)', { bare: true }],
    'documented-query': ['other query parameters mean nothing (the default)', { documentedQuery: true }],
  }),
  ...words('amounts', {
    'cents': ['prices of items and tickets in cents (the default)', prices('cents')],
    'decimals': ['prices as 120.5', prices('decimals')],
    'whole': ['prices in whole units where they have no fraction', prices('whole')],
    'text': ['prices as "120.00"', prices('text')],
    'text-comma': ['prices as "120,00"', prices('text-comma')],
    'tax=UNIT': ['the calculated tax', (value, word) => ({ amounts: { tax: choice(value, units, word) } })],
    'reports=UNIT': ['the bordero', (value, word) => ({ amounts: { reports: choice(value, units, word) } })],
    'fees=UNIT': [
      'fees of items; number: the integer that was sent',
      (value, word) => ({ amounts: { fees: choice(value, [...units, 'number'], word) } }),
    ],
  }),
  ...words('fields', {
    'snake_case': ['every key', { snakeCase: true }],
    'values': ['an item has values instead of value', { names: { value: 'values' } }],
    'sales-periods': ['an item has salesPeriods', { names: { salePeriods: 'salesPeriods' } }],
    'flat-amounts': ['an item has its price and fees itself', { flatAmounts: true }],
    'passkey-items=objects|none': [
      'a passkey has items: [{ id }], or shows none',
      (value, word) => ({ passkeyItems: choice(value, ['objects', 'none'], word) }),
    ],
    'voucher': ['a code is called voucher', { names: { code: 'voucher' } }],
    'no-periods': ['items show no sale periods', { noPeriods: true }],
    'no-values': ['items show no values', { noValues: true }],
    'no-sessions': ['events show no sessions', { noSessions: true }],
    'rename=A:B': [
      'any key; may be given again',
      (value, word) => {
        const [from, to] = pair(value, word);
        return { rename: { [from]: to } };
      },
    ],
  }),
  ...words('paging', {
    'cap=N': ['the largest page', (value, word) => ({ paging: { cap: count(value, 1, word) } })],
    'zero-based': ['the first page is 0', { paging: { first: 0 } }],
    'offset': ['by offset and limit only', { paging: { by: 'offset' } }],
    'cursor': ['by cursor and limit only; a reply has nextCursor', { paging: { by: 'cursor' } }],
    'unpaged': ['every list is whole (the default)', { paging: { by: 'none' } }],
    'no-total': ['rows without their count', { paging: { noTotal: true } }],
    'page-names=P:SIZE': [
      'the two query parameters',
      (value, word) => {
        const [page, size] = pair(value, word);
        return { paging: { page, size } };
      },
    ],
  }),
  ...words('ids', { uuid: ['every id is a UUID', { uuid: true }] }),
  ...words('times', {
    'times=iso|utc|plain|epoch': [
      'plain, as in the document, is the default',
      (value, word) => ({ times: choice(value, ['iso', 'utc', 'plain', 'epoch'], word) }),
    ],
    'clock=ZONE': ["the zone of the service's times", (value, word) => ({ clock: zone(value, word) })],
  }),
  ...words('writes', {
    'put-replaces': ['a PUT clears what it is not sent', { put: 'replaces' }],
    'empty-replies': ['201 and 204 without a body', { emptyReplies: true }],
    'accepted[=MS]': [
      '202 with a job, done so much later, and after a read',
      (value, word) => ({ acceptedAfter: value === '' ? 0 : count(value, 0, word) }),
    ],
    'ok-false': ['a refused write is 200 {"ok":false}', { failure: { field: 'ok', value: false } }],
    'batch-no-count': ['a batch of passkeys is answered with {}', { batchNoCount: true }],
    'no-id': ['creates answer without an id', { noId: true }],
    'forget=N': ['a batch leaves out every Nth code', (value, word) => ({ forget: count(value, 1, word) })],
  }),
  ...words('deletes', {
    'delete-ignores-query': ["the delete of an event's codes takes no query", { deleteIgnoresQuery: true }],
    'items-ignore-event': ['the list of items takes no eventId', { itemsIgnoreEvent: true }],
    'codes-of-ticket=NAME': [
      'the query that limits that delete (name)',
      (value, word) => ({ codesOfTicket: given(value, 'a name', word) }),
    ],
    'removal=KEY:VALUE': [
      'the payload that removes an item',
      (value, word) => {
        const [key, text] = pair(value, word);
        return { removal: { [key]: scalar(text) } };
      },
    ],
  }),
  ...words('credentials', {
    'token-header=NAME': ['of the token', (value, word) => ({ token: { header: header(value, word) } })],
    'token-prefix=TEXT': ['before the token ("Bearer " in Authorization)', (value) => ({ token: { prefix: value } })],
    'token-query=NAME': ['of the token', (value, word) => ({ token: { query: [given(value, 'a name', word)] } })],
    'ticket-public': ['the ticket group wants no token', { token: 'nothing' }],
    'event-header=NAME': [
      'the event group wants a key of its own in it',
      (value, word) => ({ eventKey: { header: header(value, word) } }),
    ],
    'event-public': ['reads of the event group want no token (the default)', { eventToken: false }],
    'event-token': ['reads of the event group want the token', { eventToken: true }],
  }),
  ...words('reads', {
    'read-fails-after-create': ['the first read of a new record fails with 503', { readFailsAfterCreate: true }],
  }),
];

/** For whoever offers them. */
export const mannerWords: readonly MannerWord[] = vocabulary.map(({ name, group, form, about }) => ({
  name,
  group,
  form,
  about,
}));
export const mannerNames: readonly string[] = vocabulary.map(({ name }) => name);

/** Reads manners from a command line: `cents,cap=50,token-header=X-Access-Token`. */
export function parseManners(text: string): ServiceManners {
  const parts = text.split(',').map((part) => part.trimStart());
  return mergeManners(...parts.filter((part) => part.trim() !== '').map((part) => [readWord(part), part.trim()] as const));
}

/** As `parseManners`, on what the service does by itself: the document, or what was seen where the words say so. */
export function mannersOn(recorded: ServiceManners, text: string): ServiceManners {
  const isSeen = text.split(',').some((part) => part.trim() === seen);
  return overrideManners(overrideManners(isSeen ? {} : documentedManners, recorded), parseManners(text));
}

function readWord(part: string): ServiceManners {
  const at = part.indexOf('=');
  const equals = at < 0 ? undefined : '=';
  const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
  const word = vocabulary.find((each) => each.name === name.trim());
  if (!word) throw new Error(`"${part.trim()}" is not a manner. The known ones are ${mannerNames.join(', ')}.`);
  const takes = word.form.includes('=');
  const needs = takes && !word.form.includes('[');
  if (equals !== undefined && !takes) throw new Error(`"${part.trim()}" is not a manner: write ${word.name} without a value.`);
  if (equals === undefined && needs) throw new Error(`"${part.trim()}" is not a manner: write ${word.form}.`);
  // Only a prefix may end with a blank.
  return word.read(word.name === 'token-prefix' ? value : value.trim(), part.trim());
}

/** One value of several; the same thing said twice in two ways is an error that names both. */
function mergeManners(...all: readonly (readonly [ServiceManners, string])[]): ServiceManners {
  const said = new Map<string, string>();
  const whole: Record<string, unknown> = {};
  for (const [manners, word] of all)
    for (const [name, value] of Object.entries(manners) as [string, unknown][]) {
      const isBox = typeof value === 'object' && value !== null;
      const places = isBox ? Object.keys(value).map((key) => `${name}.${key}`) : [name];
      for (const place of [...places, ...(isBox ? [name] : [...said.keys()].filter((key) => key.startsWith(`${name}.`)))]) {
        const other = said.get(place);
        if (other !== undefined && other !== word) throw new Error(`"${word}" and "${other}" cannot both hold.`);
      }
      for (const place of places) said.set(place, word);
      whole[name] = isBox ? { ...(whole[name] as object | undefined), ...value } : value;
    }
  return whole;
}

/** Manners with others in place of theirs; lists that come in pages have nothing of those that come whole. */
function overrideManners({ paging, ...rest }: ServiceManners, by: ServiceManners): ServiceManners {
  const keepsPaging = paging !== undefined && (paging.by !== 'none' || by.paging === undefined);
  const manners: ServiceManners = keepsPaging ? { ...rest, paging } : rest;
  const isBox = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = Object.entries(by).map(([name, value]: [string, unknown]) => {
    const own = manners[name as keyof ServiceManners] as unknown;
    return [name, isBox(own) && isBox(value) ? { ...(own as object), ...(value as object) } : value];
  });
  return { ...manners, ...(Object.fromEntries(entries) as ServiceManners) };
}

/** The list for a help text: a line for each manner under its group. */
export function mannersHelp(indent: string): string {
  const width = Math.max(...vocabulary.map(({ form }) => form.length)) + 2;
  const lines = mannerGroups.flatMap((group) => [
    group,
    ...vocabulary.filter((word) => word.group === group).map(({ form, about }) => `  ${form.padEnd(width)}${about}`),
  ]);
  return lines.map((line) => indent + line).join('\n');
}

function wrong(word: string, what: string): Error {
  const name = word.replace(/=.*/s, '');
  return new Error(`"${word}" is not a manner: ${name} takes ${what}.`);
}

function choice<const Values extends readonly string[]>(value: string, values: Values, word: string): Values[number] {
  if (!values.includes(value)) throw wrong(word, `one of ${values.join(', ')}`);
  return value;
}

function count(value: string, least: number, word: string): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) < least) throw wrong(word, `a whole number from ${least}`);
  return Number(value);
}

function given(value: string, what: string, word: string): string {
  if (value === '') throw wrong(word, what);
  return value;
}

function pair(value: string, word: string): [string, string] {
  const [, first, second] = /^([^:]+):(.+)$/s.exec(value) ?? [];
  if (first === undefined || second === undefined) throw wrong(word, 'two names with a colon between them');
  return [first, second];
}

function header(value: string, word: string): string {
  if (!/^[!#$%&'*+.^`|~\w-]+$/.test(value)) throw wrong(word, 'the name of a header');
  return value;
}

function zone(value: string, word: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value }).format();
    return value;
  } catch {
    throw wrong(word, 'a time zone, such as America/Sao_Paulo');
  }
}

/** `true`, `false`, `null` and numbers are what they say. */
function scalar(text: string): string | number | boolean | null {
  const named: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
  if (Object.hasOwn(named, text)) return named[text] ?? null;
  return /^-?\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
