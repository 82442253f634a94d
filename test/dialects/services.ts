// The services of the matrix: each does something that the document leaves open in another way. Nothing is known of any but its credential.
import { DatabaseSync } from 'node:sqlite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect } from '../../src/client/index.ts';
import { parseManners, startService } from '../../src/service/index.ts';
import { uuidOf, type IdKind } from '../../src/service/wire-ids.ts';
import { holdingsIn, type Holdings } from './holdings.ts';

export interface MatrixService {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly token: string;
  readonly eventKey: string | undefined;
  /** Where its clock stands. */
  readonly clock: string;
  /** What an id of its database is called on the wire. */
  id(kind: IdKind, id: number): string;
  holdings(): Holdings;
  /** As it was at the start. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

interface MatrixDialect {
  /** As `--dialect` of the local service takes them. */
  readonly manners: string;
  /** What a person who reads the matrix wants to know of it. */
  readonly about: string;
  /** How the credential travels, without which nothing could be read. */
  readonly token?: Dialect['token'];
}

export const dialects = {
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
  unseen: { manners: 'passkey-items=none,no-periods,no-values,no-sessions', about: 'replies without items, periods, values, sessions' },
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
} as const satisfies Readonly<Record<string, MatrixDialect>>;

export type DialectName = keyof typeof dialects;
export const dialectNames = Object.keys(dialects) as readonly DialectName[];

export const dialectOf = (name: DialectName): MatrixDialect => dialects[name];

/** The event of the matrix, and what of it the jobs are about. */
export const sample = {
  eventId: 1001,
  title: 'Festival da Primavera',
  /** A ticket with two sale periods and 200 codes. */
  item: 300003,
  /** A ticket that has the name of others, in another group. */
  namesake: 300006,
} as const;

const namesakeCodes = 80;
const passkeys = 130;

/** A file with the sample, in which the event has more of everything than a page. */
async function prepare(file: string): Promise<void> {
  await (await startService({ file, seed: 1 })).stop();
  const database = new DatabaseSync(file);
  const insertPasskey = database.prepare('INSERT INTO passkeys (event_id, passkey, finish, usage_limit) VALUES (?, ?, ?, ?)');
  const insertItem = database.prepare('INSERT INTO passkey_items (passkey_id, item_id) VALUES (?, ?)');
  for (let at = 1; at <= passkeys; at++) {
    const { lastInsertRowid } = insertPasskey.run(sample.eventId, `MANY-${at}`, '2031-01-01 00:00:00', at);
    insertItem.run(lastInsertRowid, sample.item);
  }
  const codes = Array.from({ length: namesakeCodes }, (_, at) => `SAB-${at + 1}`);
  const { last } = database.prepare('SELECT max(id) AS last FROM item_codes').get() as { last: number };
  database
    .prepare('INSERT INTO code_packs (first_id, event_id, item_id, count, codes) VALUES (?, ?, ?, ?, ?)')
    .run(last + 1000, sample.eventId, sample.namesake, codes.length, JSON.stringify(codes));
  database.close();
}

export async function startDialect(name: DialectName): Promise<MatrixService> {
  const folder = await mkdtemp(join(tmpdir(), 'box-office-dialect-'));
  const [file, copy] = [join(folder, 'service.db'), join(folder, 'copy.db')];
  await prepare(file);
  const manners = parseManners(dialectOf(name).manners);
  const service = await startService({ file, dialect: manners, exportDelay: 0 });
  const database = new DatabaseSync(file);
  database.exec(`VACUUM INTO '${copy}'`);
  database.close();
  return {
    ...service,
    clock: manners.clock ?? 'America/Sao_Paulo',
    id: (kind, id) => (manners.uuid ? uuidOf(kind, id) : String(id)),
    holdings: () => holdingsIn(file),
    restore: () => service.restore(copy),
    async stop() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
