// Passkeys: one by one, in batches, and the items they open.
import { parseDate, type CalendarTime } from '../client/index.ts';
import type { Database, SqlRow, SqlValue } from './database.ts';
import { conflict, eventNotFound, invalidField, notFound } from './problems.ts';
import { eventInPath, pageOf, pagingOf, pathId, queryId, termCondition, type ServiceRequest } from './requests.ts';
import { requireEvent } from './items.ts';
import { serviceZone } from './zone.ts';

const pageSize = 25;
const maxBatch = 10_000;

export function listPasskeys(request: ServiceRequest): unknown {
  const eventId = queryId(request, 'eventId') ?? 0;
  if (eventId === nowhereId || !request.database.get('SELECT 1 FROM events WHERE id = ?', eventId)) throw eventNotFound();
  const { term, status } = request.query;
  const found = term === undefined ? { where: 'TRUE', values: [] } : termCondition(['passkey'], term);
  const source = {
    select: '*',
    from: 'passkeys',
    where: ['event_id = ?', found.where, ...(status === undefined ? [] : ['status = ?'])],
    order: 'id',
    values: [eventId, ...found.values, ...(status === undefined ? [] : [status])],
  };
  return pageOf(request, pagingOf(request, pageSize), source, (database, rows) => rows.map((row) => wirePasskey(database, row)));
}

export function getPasskey(request: ServiceRequest): unknown {
  return wirePasskey(request.database, passkeyInPath(request));
}

function passkeyInPath(request: ServiceRequest): SqlRow {
  const id = pathId(request, 'id', 'The passkey');
  const passkey = request.database.get('SELECT * FROM passkeys WHERE id = ?', id);
  if (!passkey) throw notFound(`The passkey ${id}`);
  return passkey;
}

interface PasskeyFields {
  /** Whole, and small enough to name an event here: larger ones were refused as unknown. */
  readonly eventId: number;
  readonly passkey: string;
  readonly start?: string | null;
  readonly finish?: string | null;
}

export function createPasskey(request: ServiceRequest): unknown {
  const { database } = request;
  const { eventId, passkey, start, finish } = request.body as unknown as PasskeyFields;
  requireEvent(database, eventId);
  requireOrder(start, finish);
  requireFree(database, eventId, passkey, 0);
  const sql = 'INSERT INTO passkeys (event_id, passkey, start, finish) VALUES (?, ?, ?, ?)';
  const { id } = database.run(sql, eventId, passkey, start ?? null, finish ?? null);
  return wirePasskey(database, database.get('SELECT * FROM passkeys WHERE id = ?', id) as SqlRow);
}

export function updatePasskey(request: ServiceRequest): unknown {
  const { database } = request;
  const stored = passkeyInPath(request);
  const fields = request.body as unknown as Partial<PasskeyFields>;
  const replaces = request.manners.put === 'replaces';
  const eventId = Number(fields.eventId ?? (replaces ? nowhere(database) : stored.event_id));
  const passkey = fields.passkey ?? (replaces ? '' : String(stored.passkey));
  // Null clears; what is not sent is kept or cleared, by the manner of the service.
  const edge = (name: 'start' | 'finish') =>
    fields[name] === undefined && !replaces ? (stored[name] as string | null) : (fields[name] ?? null);
  const [start, finish] = [edge('start'), edge('finish')];
  if (fields.eventId !== undefined) requireEvent(database, eventId);
  requireOrder(start, finish);
  requireFree(database, eventId, passkey, Number(stored.id));
  const sql = 'UPDATE passkeys SET event_id = ?, passkey = ?, start = ?, finish = ? WHERE id = ?';
  database.run(sql, eventId, passkey, start, finish, Number(stored.id));
  return wirePasskey(database, passkeyInPath(request));
}

const nowhereId = 0;

/** The event of passkeys whose event was cleared: the table wants one. Nothing lists it. */
function nowhere(database: Database): number {
  database.run(
    `INSERT INTO events (id, link, title, description, type, category, status, sale_enabled, poster, featured, producer_id, timezone,
      venue_id, venue_name, street, city, state, country, latitude, longitude, attributes)
     VALUES (?, '', '', '', '', '', 'draft', 0, '', 0, 0, ?, 0, '', '', '', '', '', 0, 0, '{}') ON CONFLICT DO NOTHING`,
    nowhereId,
    serviceZone,
  );
  return nowhereId;
}

/** A day without a time is the whole of it. */
function requireOrder(start: string | null | undefined, finish: string | null | undefined): void {
  const [from, until] = [start, finish].map((text) => (text === undefined || text === null ? undefined : parseDate(text)));
  if (!from || !until) return;
  const tooEarly =
    from.date === until.date && from.time !== undefined && until.time !== undefined
      ? until.time < from.time
      : until.date < from.date;
  if (tooEarly) throw invalidField('finish', 'must not be earlier than start');
}

/** Whether a passkey opens its items at this moment: approved, within its period and with uses left. */
export function opensNow({ status, start, finish, used, usage_limit }: SqlRow, timeZone: string, now: number): boolean {
  const hasUses = usage_limit === null || Number(used) < Number(usage_limit);
  return status === 'approved' && hasUses && !liesAhead(start, timeZone, now) && !liesBehind(finish, timeZone, now);
}

function liesAhead(start: SqlValue | undefined, timeZone: string, now: number): boolean {
  const edge = edgeOf(start);
  if (!edge) return false;
  return edge.instant === undefined ? clockIn(timeZone, now) < `${edge.date} ${edge.time ?? '00:00:00'}` : now < edge.instant;
}

/** A finish without a time is over with the last second of its day. */
function liesBehind(finish: SqlValue | undefined, timeZone: string, now: number): boolean {
  const edge = edgeOf(finish);
  if (!edge) return false;
  return edge.instant === undefined ? clockIn(timeZone, now) > `${edge.date} ${edge.time ?? '23:59:59'}` : now > edge.instant;
}

function edgeOf(text: SqlValue | undefined): CalendarTime | undefined {
  return typeof text === 'string' ? parseDate(text) : undefined;
}

/** What a clock in the zone shows, as YYYY-MM-DD HH:MM:SS: Swedish writes it so. */
function clockIn(timeZone: string, now: number): string {
  return new Date(now).toLocaleString('sv-SE', { timeZone });
}

function requireFree(database: Database, eventId: number, passkey: string, own: number): void {
  const taken = database.get('SELECT id FROM passkeys WHERE event_id = ? AND passkey = ? AND id <> ?', eventId, passkey, own);
  if (taken) throw conflict(`The passkey ${passkey} exists already in this event`, 'passkey');
}

export function deletePasskey(request: ServiceRequest): unknown {
  const passkey = passkeyInPath(request);
  request.database.run('DELETE FROM passkeys WHERE id = ?', passkey.id ?? null);
  return { id: passkey.id, deleted: true };
}

export function setPasskeyItems(request: ServiceRequest): unknown {
  const passkey = passkeyInPath(request);
  const itemIds = requireItems(request.database, Number(passkey.event_id), request.body?.itemIds);
  request.database.transaction(() => {
    request.database.run('DELETE FROM passkey_items WHERE passkey_id = ?', passkey.id ?? null);
    associate(request.database, Number(passkey.id), itemIds);
  });
  return wirePasskey(request.database, passkey);
}

function associate(database: Database, passkeyId: number, itemIds: readonly number[]): void {
  for (const itemId of itemIds) database.run('INSERT INTO passkey_items (passkey_id, item_id) VALUES (?, ?)', passkeyId, itemId);
}

function requireItems(database: Database, eventId: number, given: unknown): number[] {
  const itemIds = [...new Set((given as (number | bigint)[] | undefined) ?? [])].map(Number);
  for (const [index, itemId] of itemIds.entries()) {
    const known = database.get('SELECT 1 FROM items WHERE id = ? AND event_id = ? AND archived = 0', itemId, eventId);
    if (!known) throw invalidField(`itemIds.${index}`, `names no item of this event: ${itemId}`);
  }
  return itemIds;
}

/** All in one transaction; codes that the event has already are left as they are and named. */
export function createPasskeys(request: ServiceRequest): unknown {
  const { database } = request;
  const eventId = Number(eventInPath(request, 'eventId').id);
  const { codes, start, finish, limit } = request.body as unknown as { codes: string[]; limit?: number } & PasskeyFields;
  if (codes.length > maxBatch) throw invalidField('codes', `must not have more than ${maxBatch} codes`);
  requireDifferent(codes);
  if (limit !== undefined && limit < 1) throw invalidField('limit', 'must be at least 1');
  requireOrder(start, finish);
  const itemIds = requireItems(database, eventId, request.body?.itemIds);
  return database.transaction(() => {
    const created: SqlRow[] = [];
    const existing: string[] = [];
    const { forget = Infinity } = request.manners;
    const kept = codes.filter((_code, index) => (index + 1) % forget !== 0);
    const sql =
      'INSERT INTO passkeys (event_id, passkey, start, finish, usage_limit) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING';
    for (const code of kept) {
      const { id, changes } = database.run(sql, eventId, code, start ?? null, finish ?? null, limit ?? null);
      if (changes === 0) existing.push(code);
      else {
        associate(database, id, itemIds);
        created.push({ id, passkey: code });
      }
    }
    const forgotten = codes.length - kept.length;
    // The list would give away which ones are missing.
    return { created: created.length + forgotten, existing, ...(forgotten > 0 ? {} : { passkeys: created }) };
  });
}

function requireDifferent(codes: readonly string[]): void {
  const seen = new Set<string>();
  for (const [index, code] of codes.entries()) {
    if (seen.has(code)) throw invalidField(`codes.${index}`, 'is there twice');
    seen.add(code);
  }
}

function wirePasskey(database: Database, row: SqlRow): unknown {
  const items = database.all('SELECT item_id FROM passkey_items WHERE passkey_id = ? ORDER BY item_id', row.id ?? null);
  return {
    id: row.id,
    eventId: row.event_id === nowhereId ? null : row.event_id,
    passkey: row.passkey,
    start: row.start,
    finish: row.finish,
    limit: row.usage_limit,
    used: row.used,
    status: row.status,
    itemIds: items.map(({ item_id }) => item_id),
  };
}
