// The dialects of the matrix: each service does something that the document leaves open in another way. Nothing is known of any but its
// credential.
import type { Dialect } from '../../src/client/index.ts';
import type { LiteralManners } from './literal-service.ts';

interface MatrixDialect {
  /** As `--dialect` of the local service takes them; services of others have none. */
  readonly manners?: string;
  /** Of the service that does what the document says, and nothing more. */
  readonly literal?: LiteralManners;
  /** What a person who reads the matrix wants to know of it. */
  readonly about: string;
  /** How the credential travels, without which nothing could be read. */
  readonly token?: Dialect['token'];
  /** What else somebody has described; nothing by default. */
  readonly known?: Dialect;
}

const strangerToken = {
  ticket: { header: 'X-Palco-Token', prefix: 'Palco ' },
  event: { header: 'X-Palco-Key', own: true },
} as const;

/** Services that do what the document says: they come first in the table. */
export const literals = {
  literal: { literal: {}, about: 'the document to the letter; other query parameters are ignored' },
  literalStrict: {
    literal: { refuses: 400, refusesFields: true },
    about: 'the same; other query parameters are refused with 400',
  },
  literalNamed: {
    literal: { namesEvents: true, refuses: 422, keepsUnsent: true },
    about: 'items name their event; refusals are 422',
  },
  literalMixed: { literal: { noTicketIds: true }, about: 'nothing shows whose an item is' },
  literalOne: { literal: { noTicketIds: true, oneEvent: true }, about: 'the same, and there is one event' },
  literalPrice: { literal: { values: 'price' }, about: 'fees are not shown' },
  literalUnseen: { literal: { values: 'none' }, about: 'values are not shown' },
  literalCodes: { literal: { noCodeIds: true }, about: 'codes are shown without ids' },
  // A second of theirs is 10 ms, as it is of the waits of the matrix.
  literalLate: { literal: { lateBy: 50 }, about: 'lists show what was made 5 s later' },
  literalLater: { literal: { lateBy: 330 }, about: 'lists show what was made 33 s later' },
  literalTokyo: { literal: { behindUtc: -9 }, about: 'its clock is elsewhere' },
  literalTexts: { literal: { textIds: true }, about: 'ids are texts' },
  literalLost: { literal: { lateBy: 600, losesReplies: 1 }, about: 'lists are 60 s late, and a reply is lost' },
} as const satisfies Readonly<Record<string, MatrixDialect>>;

export const dialects = {
  ...literals,
  described: {
    manners: '',
    about: 'boxes, pages, decimals (`seen`): described',
    known: {
      amounts: { items: 'decimals', tickets: 'decimals', fees: 'decimals', tax: 'cents', reports: 'cents' },
      paging: { by: 'page', page: 'page', size: 'pageSize', first: 1 },
      clock: 'America/Sao_Paulo',
      put: 'merges',
    },
  },
  plain: { manners: '', about: 'the same, of which nothing is known' },
  cents: { manners: 'cents,fees=cents,tax=cents,reports=cents', about: 'every amount in cents' },
  whole: { manners: 'whole,tax=whole,reports=whole', about: 'amounts in whole units' },
  text: { manners: 'text,tax=text,reports=text', about: 'amounts as "120.00"' },
  comma: { manners: 'text-comma,tax=text-comma,reports=text-comma', about: 'amounts as "120,00"' },
  fees: { manners: 'fees=number', about: 'fees as the number that was sent' },
  snake: { manners: 'snake_case', about: 'names in snake_case' },
  names: { manners: 'values,sales-periods,voucher', about: '`values`, `salesPeriods`, `voucher`' },
  flat: { manners: 'flat-amounts', about: 'price and fees in the item itself' },
  objects: { manners: 'passkey-items=objects', about: "a passkey's items as objects" },
  unseen: {
    manners: 'passkey-items=none,no-periods,no-values,no-sessions',
    about: 'replies without items, periods, values, sessions',
  },
  cap: { manners: 'cap=20', about: 'pages of at most 20 rows' },
  silent: { manners: 'cap=20,no-total', about: 'the same, and no total' },
  zero: { manners: 'zero-based,no-total', about: 'pages from 0, no total' },
  offset: { manners: 'offset,no-total', about: 'by offset, no total' },
  cursor: { manners: 'cursor', about: 'by cursor' },
  unpaged: { manners: 'unpaged', about: 'every list whole, whatever is asked' },
  uuid: { manners: 'uuid', about: 'every id a UUID' },
  utc: { manners: 'times=utc,clock=America/Sao_Paulo', about: 'times with `Z`, the clock in São Paulo' },
  epoch: { manners: 'times=epoch', about: 'times as seconds since 1970' },
  replaces: { manners: 'put-replaces', about: 'a PUT clears what it is not sent' },
  empty: { manners: 'empty-replies', about: '201 and 204 without a body' },
  accepted: { manners: 'accepted=150', about: '202 with a job that is done later' },
  refusing: { manners: 'ok-false,forget=7', about: '200 `{"ok":false}`; a batch leaves some out' },
  mute: { manners: 'batch-no-count,no-id', about: 'creates answer without id and count' },
  careless: { manners: 'delete-ignores-query,items-ignore-event', about: 'queries are ignored' },
  headers: {
    manners: 'token-header=X-Access-Token,event-header=X-Api-Key',
    about: 'a token and a key in headers of their own',
    token: { ticket: { header: 'X-Access-Token' }, event: { header: 'X-Api-Key', own: true } },
  },
  query: {
    manners: 'token-query=access_token,event-token',
    about: 'the token in the query, of both groups',
    token: { ticket: { query: 'access_token' }, event: { query: 'access_token' } },
  },
  forgetful: { manners: 'read-fails-after-create', about: 'the first read of a new record fails' },
  everything: {
    manners:
      'cents,fees=cents,tax=cents,reports=cents,snake_case,passkey-items=objects,cap=20,zero-based,no-total,times=utc,clock=America/Sao_Paulo,put-replaces,empty-replies,delete-ignores-query,items-ignore-event,token-header=X-Access-Token',
    about: 'much of it at once',
    token: { ticket: { header: 'X-Access-Token' } },
  },
  stranger: {
    about: 'a service that somebody wrote from the document alone',
    token: strangerToken,
  },
  strangerDescribed: {
    about: 'the same, described',
    token: strangerToken,
    known: {
      amounts: { items: 'cents', tickets: 'cents', fees: 'cents', tax: 'cents', reports: 'cents' },
      paging: { by: 'page', page: 'pageNumber', size: 'pageSize', first: 0, largest: 40 },
      fields: {
        name: 'label',
        description: 'blurb',
        quantity: 'capacity',
        eventId: 'event.id',
        price: 'pricing.amount',
        feeSale: 'pricing.serviceFee',
        feeProducer: 'pricing.producerFee',
        salePeriods: 'salesWindow',
        appCategoryId: 'channel',
        start: ['opensAt', 'activeFrom'],
        finish: ['closesAt', 'activeUntil'],
        available: 'left',
        attributes: 'traits',
        passkey: 'phrase',
        itemIds: 'items',
        limit: 'maxUses',
        used: 'redeemedAt',
        code: 'voucher',
      },
      clock: 'America/Sao_Paulo',
      put: 'replaces',
      success: { failure: { field: 'result', value: 'error' }, accepted: 'later' },
      featured: { method: 'carousel' },
      categories: ['choro', 'rock'],
    },
  },
} as const satisfies Readonly<Record<string, MatrixDialect>>;

export type DialectName = keyof typeof dialects;

export const dialectNames = Object.keys(dialects) as readonly DialectName[];
/** Those of the local service. */
export const localNames = dialectNames.filter((name) => 'manners' in dialects[name]);
export const literalNames = Object.keys(literals) as readonly (keyof typeof literals)[];

/** One of several parts of about the same length, counted from 1. */
export function partOf<T>(all: readonly T[], part: number, parts: number): readonly T[] {
  return all.filter((_, at) => at % parts === part - 1);
}

/** Services that differ in many ways at once. Together they have each way twice, so that few services prove what each does alone. */
export const composites = {
  mixedA: ['cents', 'snake', 'objects', 'silent', 'zero', 'utc', 'replaces', 'empty', 'headers'],
  mixedB: ['text', 'names', 'offset', 'epoch', 'empty', 'forgetful', 'careless'],
  mixedC: ['whole', 'flat', 'objects', 'cursor', 'uuid', 'accepted', 'headers'],
  mixedD: ['comma', 'flat', 'unpaged', 'refusing', 'careless'],
  mixedE: ['comma', 'fees', 'names', 'zero', 'silent', 'utc', 'mute'],
  mixedF: ['cents', 'snake', 'offset', 'cap', 'epoch', 'replaces', 'refusing', 'query'],
  mixedG: ['whole', 'fees', 'unseen', 'cursor', 'uuid', 'forgetful', 'mute'],
  mixedH: ['text', 'unseen', 'cap', 'unpaged', 'accepted', 'query'],
} as const satisfies Readonly<Record<string, readonly LocalName[]>>;

export type CompositeName = keyof typeof composites;
export type ServiceName = DialectName | CompositeName;
/** What the local service can do by itself. */
type LocalName = {
  [Name in DialectName]: (typeof dialects)[Name] extends { readonly manners: string } ? Name : never;
}[DialectName];

export const compositeNames = Object.keys(composites) as readonly CompositeName[];

const isComposite = (name: ServiceName): name is CompositeName => Object.hasOwn(composites, name);

export function dialectOf(name: ServiceName): MatrixDialect {
  return isComposite(name) ? mixed(composites[name]) : dialects[name];
}

function mixed(names: readonly DialectName[]): MatrixDialect {
  const parts: readonly MatrixDialect[] = names.map((name) => dialects[name]);
  const token = parts.find((part) => part.token)?.token;
  const manners = parts.map((part) => part.manners).join(',');
  return { manners, about: parts.map(({ about }) => about).join('; '), ...(token && { token }) };
}

/** In VS Code itself: one of which nothing is known, one that differs in much, and one that somebody else wrote. */
export const hostDialects = ['plain', 'everything', 'stranger'] as const satisfies readonly DialectName[];
