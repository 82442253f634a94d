// The dialects of the matrix: each service does something that the document leaves open in another way. Nothing is known of any but its
// credential.
import type { Dialect } from '../../src/client/index.ts';

interface MatrixDialect {
  /** As `--dialect` of the local service takes them; of the stranger's service there are none. */
  readonly manners: string | undefined;
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

export const dialects = {
  described: {
    manners: '',
    about: 'the local service, all of which is described',
    known: {
      amounts: { items: 'decimals', tickets: 'decimals', fees: 'decimals', tax: 'cents', reports: 'cents' },
      paging: { by: 'page', page: 'page', size: 'pageSize', first: 1 },
      clock: 'America/Sao_Paulo',
      put: 'merges',
    },
  },
  plain: { manners: '', about: 'the local service as it is, of which nothing is known' },
  cents: { manners: 'cents,fees=cents,tax=cents,reports=cents', about: 'every amount in cents' },
  whole: { manners: 'whole,tax=whole,reports=whole', about: 'amounts in whole units' },
  text: { manners: 'text,tax=text,reports=text', about: 'amounts as "120.00"' },
  comma: { manners: 'text-comma,tax=text-comma,reports=text-comma', about: 'amounts as "120,00"' },
  fees: { manners: 'decimals,fees=number', about: 'fees as the number that was sent' },
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
    manners: undefined,
    about: 'a service that somebody wrote from the document alone',
    token: strangerToken,
  },
  strangerDescribed: {
    manners: undefined,
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

/** Three parts of about the same length. */
export const dialectGroups = {
  shapes: [
    'described',
    'plain',
    'cents',
    'whole',
    'text',
    'comma',
    'fees',
    'snake',
    'names',
    'flat',
    'objects',
    'unseen',
    'utc',
    'epoch',
  ],
  lists: ['cap', 'silent', 'zero', 'offset', 'cursor', 'unpaged', 'uuid', 'careless', 'everything', 'stranger'],
  writes: ['replaces', 'empty', 'accepted', 'refusing', 'mute', 'headers', 'query', 'forgetful', 'strangerDescribed'],
} as const satisfies Readonly<Record<string, readonly DialectName[]>>;
export const dialectNames = Object.keys(dialects) as readonly DialectName[];

/** Each way of doing something once: what differs from them in a name or a unit alone, or keeps people waiting, is done in Node. */
export const hostDialects = [
  ...(['plain', 'cents', 'text', 'snake', 'flat', 'unseen', 'utc'] as const),
  ...(['cap', 'zero', 'offset', 'cursor', 'uuid', 'careless', 'everything'] as const),
  ...(['replaces', 'empty', 'accepted', 'mute', 'headers', 'forgetful', 'stranger'] as const),
] as const satisfies readonly DialectName[];

/** Of these a run reads again and again what the service never shows: for three quarters of a minute in VS Code, so it is done in Node. */
export const waitingJobs: Readonly<Partial<Record<DialectName, string>>> = { unseen: 'plan' };

export const dialectOf = (name: DialectName): MatrixDialect => dialects[name];
