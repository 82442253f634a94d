// The event group: events, their tickets, crew and attributes, the home page, categories and reports.
import type { Database, SqlRow, SqlValue } from './database.ts';
import { opensNow } from './passkeys.ts';
import { codes, invalidField, notFound, ServiceProblem } from './problems.ts';
import { bordero, entryReport } from './reports.ts';
import {
  eventInPath,
  findEvent,
  pageOf,
  pagingOf,
  queryId,
  termCondition,
  withinPages,
  type ServiceRequest,
} from './requests.ts';
import { ListPage } from './shapes.ts';

const pageSize = 10;

export function identifyEvent(request: ServiceRequest): unknown {
  const { link, id, slug, fields } = request.query;
  const wanted = link ?? slug ?? id;
  if (wanted === undefined) throw invalidField('link', 'must be given');
  const event = wireEvent(request.database, findEvent(request.database, wanted));
  return fields === undefined ? event : pick(event, fields.split(','));
}

function pick(event: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  const names = fields.map((field) => field.trim()).filter((field) => Object.hasOwn(event, field));
  return Object.fromEntries(names.map((name) => [name, event[name]]));
}

export function getEvent(request: ServiceRequest): unknown {
  return wireEvent(request.database, eventInPath(request, 'id'));
}

function wireEvent(database: Database, event: SqlRow): Record<string, unknown> {
  return {
    id: event.id,
    title: event.title,
    description: event.description,
    type: event.type,
    category: event.category,
    status: event.status,
    saleEnabled: event.sale_enabled === 1,
    link: event.link,
    poster: event.poster,
    producerId: event.producer_id,
    timezone: event.timezone,
    venue: {
      id: event.venue_id,
      name: event.venue_name,
      street: event.street,
      city: event.city,
      state: event.state,
      country: event.country,
      location: [event.latitude, event.longitude],
    },
    date: database.all('SELECT * FROM sessions WHERE event_id = ? ORDER BY starts_at, id', event.id ?? null).map(wireSession),
  };
}

function wireSession({ id, status, starts_at }: SqlRow): unknown {
  const [date = '', time = ''] = String(starts_at).split(' ');
  return { id, status, dateTime: { date: date.split('-').reverse().join('/'), time } };
}

export function getEventTickets(request: ServiceRequest): unknown {
  const event = eventInPath(request, 'id');
  const tickets = visibleTickets(request, event);
  if (tickets.length === 0 && !request.manners.bare) throw new ServiceProblem(404, codes.noTickets, 'The event has no tickets');
  return groupTickets(tickets);
}

export function getSessionTickets(request: ServiceRequest): unknown {
  const event = eventInPath(request, 'id');
  const { sessionId = '' } = request.path;
  const condition = sessionCondition(request.database, Number(event.id), sessionId);
  const paging = pagingOf(request, 100);
  const groups = groupTickets(visibleTickets(request, event, condition));
  const rows = groups.slice(paging.offset, paging.offset + paging.pageSize);
  return withinPages(request, new ListPage(rows, { ...paging, total: groups.length }));
}

/** Tickets of one session, or with the word `passports` those that open several. */
function sessionCondition(database: Database, eventId: number, sessionId: string): { sql: string; values: number[] } {
  const sessionsOfItem = 'SELECT count(*) FROM item_sessions WHERE item_id = items.id';
  if (sessionId === 'passports') return { sql: `(${sessionsOfItem}) > 1`, values: [] };
  const known = /^\d{1,15}$/.test(sessionId)
    ? database.get('SELECT id FROM sessions WHERE id = ? AND event_id = ?', Number(sessionId), eventId)
    : undefined;
  if (!known) throw new ServiceProblem(404, codes.notFound, `The session ${sessionId} was not found`);
  return { sql: 'id IN (SELECT item_id FROM item_sessions WHERE session_id = ?)', values: [Number(sessionId)] };
}

/** Tickets that a buyer may see; a passkey reveals the hidden ones that it opens. */
function visibleTickets(request: ServiceRequest, event: SqlRow, condition = { sql: 'TRUE', values: [] as number[] }): SqlRow[] {
  const { database } = request;
  const revealed = 'id IN (SELECT item_id FROM passkey_items WHERE passkey_id = ?)';
  return database
    .all(
      `SELECT * FROM items WHERE event_id = ? AND type = 'Ticket' AND archived = 0 AND (hidden = 0 OR ${revealed}) AND ${condition.sql}
     ORDER BY position, id`,
      event.id ?? null,
      openPasskey(request, event),
      ...condition.values,
    )
    .map((item) => ({ ...item, ...salesOf(database, item) }));
}

/** The id of the passkey in the query, if it is one of the event that may be used at this moment. */
function openPasskey({ database, query, now }: ServiceRequest, event: SqlRow): SqlValue {
  if (query.passkey === undefined) return null;
  const sql = 'SELECT * FROM passkeys WHERE event_id = ? AND passkey = ?';
  const passkey = database.get(sql, event.id ?? null, query.passkey);
  return passkey && opensNow(passkey, String(event.timezone), now) ? (passkey.id ?? null) : null;
}

function salesOf(database: Database, item: SqlRow): SqlRow {
  const group = database.get(
    'SELECT id AS group_id, name AS group_name, description AS group_description FROM items WHERE id = ?',
    item.parent_id ?? null,
  );
  const period = database.get(
    'SELECT min(start) AS begin_sales, max(finish) AS end_sales, sum(available) AS available FROM sale_periods WHERE item_id = ?',
    item.id ?? null,
  );
  const sessions = database.all('SELECT session_id FROM item_sessions WHERE item_id = ? ORDER BY session_id', item.id ?? null);
  return { ...group, ...period, sessions: sessions.map(({ session_id }) => session_id).join(',') };
}

function groupTickets(tickets: readonly SqlRow[]): unknown[] {
  const groups = new Map<string, { id: unknown; name: unknown; description: unknown; status: string; type: unknown[] }>();
  for (const ticket of tickets) {
    const key = String(ticket.group_id ?? `ticket-${String(ticket.id)}`);
    const group = groups.get(key) ?? {
      id: ticket.group_id ?? ticket.id,
      name: ticket.group_name ?? ticket.name,
      description: ticket.group_description ?? ticket.description,
      status: 'unavailable',
      type: [],
    };
    groups.set(key, group);
    const status = ticketStatus(ticket);
    if (status === 'available' || group.status === 'unavailable') group.status = status;
    group.type.push(wireTicketType(ticket));
  }
  return [...groups.values()];
}

/** What was never on sale is not sold out. */
function ticketStatus({ available, quantity }: SqlRow): string {
  if (Number(available) > 0) return 'available';
  return available === null || quantity === 0 ? 'unavailable' : 'soldout';
}

function wireTicketType(ticket: SqlRow): unknown {
  return {
    id: ticket.id,
    name: ticket.name,
    description: ticket.description,
    price: Number(ticket.price ?? 0) / 100,
    tax: Number(ticket.fee_sale ?? 0) / 100,
    beginSales: ticket.begin_sales ?? null,
    endSales: ticket.end_sales ?? null,
    status: ticketStatus(ticket),
    restrictions: { minimum: 1, maximum: 10 },
    hidden: ticket.hidden === 1,
    dates: String(ticket.sessions).split(',').filter(Boolean).map(Number),
  };
}

export function getEventCrew(request: ServiceRequest): unknown {
  const event = eventInPath(request, 'id');
  const members = request.database.all('SELECT * FROM crew WHERE event_id = ? ORDER BY id', event.id ?? null);
  return { team: members.map(({ id, name, email, role }) => ({ role, user: { id, name, email } })) };
}

export function getEventAttributes(request: ServiceRequest): unknown {
  return JSON.parse(String(eventInPath(request, 'id').attributes));
}

export function getFeatured(request: ServiceRequest): unknown {
  const { method, state } = request.query;
  const toWire = method === 'banner' ? wireBanner : (event: SqlRow) => wireSummary(request.database, event);
  return eventPage(request, ['featured > 0'], 'featured, id', [], state, toWire);
}

export function searchCategory(request: ServiceRequest): unknown {
  const { term, state } = request.query;
  const { category = '' } = request.path;
  const isKnown = request.database.get('SELECT 1 FROM events WHERE category = ?', category) !== undefined;
  if (!isKnown && request.manners.bare) throw notFound(`The category ${category}`);
  const found = term === undefined ? { where: 'TRUE', values: [] } : termCondition(['title', 'venue_name', 'city'], term);
  const where = ["status = 'published'", 'category = ?', found.where];
  return eventPage(request, where, 'id', [category, ...found.values], state, (event) => wireSummary(request.database, event));
}

function eventPage(
  request: ServiceRequest,
  where: readonly string[],
  order: string,
  values: readonly string[],
  state: string | undefined,
  toWire: (event: SqlRow) => unknown,
): ListPage {
  const source = {
    select: '*',
    from: 'events',
    where: state === undefined ? where : [...where, 'state = ?'],
    order,
    values: state === undefined ? values : [...values, state],
  };
  return withinPages(
    request,
    pageOf(request, pagingOf(request, pageSize), source, (_database, rows) => rows.map(toWire)),
  );
}

export function getHomeSections({ database }: ServiceRequest): unknown {
  const rows = database.all(
    "SELECT * FROM events WHERE section IS NOT NULL AND status = 'published' ORDER BY section, id LIMIT 200",
  );
  const names = [...new Set(rows.map(({ section }) => String(section)))];
  return names.map((name, index) => ({
    id: index + 1,
    name,
    events: rows.filter(({ section }) => section === name).map((event) => wireSummary(database, event)),
  }));
}

export function getHomeCover({ database }: ServiceRequest): unknown {
  return database.all('SELECT * FROM events WHERE featured > 0 ORDER BY featured LIMIT 5').map(wireBanner);
}

function wireBanner(event: SqlRow): unknown {
  return { id: event.id, banner: event.poster, target: `/${String(event.link)}`, title: event.title };
}

/** An event as a row of a list: everything but its description. */
function wireSummary(database: Database, event: SqlRow): unknown {
  return Object.fromEntries(Object.entries(wireEvent(database, event)).filter(([name]) => name !== 'description'));
}

export function getEntryReport(request: ServiceRequest): unknown {
  const { method } = request.query;
  if (method !== undefined && method !== 'report') throw invalidField('method', 'must be report');
  const event = eventInPath(request, 'eventId');
  const sessionId = queryId(request, 'sessionId');
  if (
    sessionId !== undefined &&
    !request.database.get('SELECT 1 FROM sessions WHERE id = ? AND event_id = ?', sessionId, event.id ?? null)
  ) {
    throw invalidField('sessionId', 'names no session of this event');
  }
  return entryReport(request.database, Number(event.id), sessionId);
}

export function getBordero(request: ServiceRequest): unknown {
  return bordero(request.database, Number(eventInPath(request, 'eventId').id));
}
