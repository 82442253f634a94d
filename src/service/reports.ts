// What was sold and who came in, counted from the sales. Every sum is made from one grouping, so that the parts add up to the totals.
import type { Database } from './database.ts';

export interface EntryReport {
  readonly sold_count: number;
  readonly checked_count: number;
  /** The first and the last time that a ticket was let in. */
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** Only hours in which someone came in. */
  readonly validations_per_hour: readonly { readonly hour: string; readonly count: number }[];
  /** Only items that were sold. */
  readonly validations_per_type: readonly ({ readonly item_id: number; readonly name: string } & Entries)[];
  /** All sessions of the event, or the one that was asked for. */
  readonly sessions: readonly ({ readonly id: number; readonly starts_at: string } & Entries)[];
}

interface Entries {
  readonly sold: number;
  readonly checked: number;
}

/** Tickets of one session and item that came in within the same hour, or not at all. */
type EntryGroup = {
  session_id: number;
  item_id: number;
  name: string;
  hour: string | null;
  sold: number;
  first: string | null;
  last: string | null;
};

type SessionRow = { id: number; starts_at: string };

/** Who came in, of those with an approved ticket; of one session if it is given. */
export function entryReport(database: Database, eventId: number, sessionId?: number): EntryReport {
  const groups = entryGroups(database, eventId, sessionId);
  const all = entriesOf(groups);
  const bySession = Map.groupBy(groups, (group) => group.session_id);
  return {
    sold_count: all.sold,
    checked_count: all.checked,
    started_at: groups.reduce<string | null>((first, group) => earlier(first, group.first), null),
    finished_at: groups.reduce<string | null>((last, group) => later(last, group.last), null),
    validations_per_hour: validationsPerHour(groups),
    validations_per_type: [...Map.groupBy(groups, (group) => group.item_id)].map(([item_id, ofItem]) => ({
      item_id,
      name: ofItem[0]?.name ?? '',
      ...entriesOf(ofItem),
    })),
    sessions: sessionsOf(database, eventId, sessionId).map(({ id, starts_at }) => ({
      id,
      starts_at,
      ...entriesOf(bySession.get(id) ?? []),
    })),
  };
}

function entryGroups(database: Database, eventId: number, sessionId: number | undefined): EntryGroup[] {
  const sql = `
    WITH entries AS (
      SELECT session_id, item_id, substr(checked_at, 1, 13) || ':00:00' AS hour,
        COUNT(*) AS sold, MIN(checked_at) AS first, MAX(checked_at) AS last
      FROM sales
      WHERE event_id = ? AND status = 'approved' ${sessionId === undefined ? '' : 'AND session_id = ?'}
      GROUP BY 1, 2, 3
    )
    SELECT entries.*, items.name FROM entries JOIN items ON items.id = entries.item_id ORDER BY items.position, items.id`;
  return database.all(sql, ...scope(eventId, sessionId)) as EntryGroup[];
}

function sessionsOf(database: Database, eventId: number, sessionId: number | undefined): SessionRow[] {
  const only = sessionId === undefined ? '' : 'AND id = ?';
  const sql = `SELECT id, starts_at FROM sessions WHERE event_id = ? ${only} ORDER BY starts_at, id`;
  return database.all(sql, ...scope(eventId, sessionId)) as SessionRow[];
}

function scope(eventId: number, sessionId: number | undefined): number[] {
  return sessionId === undefined ? [eventId] : [eventId, sessionId];
}

function entriesOf(groups: readonly EntryGroup[]): Entries {
  return { sold: sum(groups, ({ sold }) => sold), checked: sum(groups, checkedOf) };
}

function checkedOf({ hour, sold }: EntryGroup): number {
  return hour === null ? 0 : sold;
}

function validationsPerHour(groups: readonly EntryGroup[]): { hour: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { hour, sold } of groups) if (hour !== null) counts.set(hour, (counts.get(hour) ?? 0) + sold);
  return [...counts].map(([hour, count]) => ({ hour, count })).sort((a, b) => (a.hour < b.hour ? -1 : 1));
}

function earlier(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b < a) ? b : a;
}

function later(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a;
}

/** Amounts in cents. */
export type Amounts = {
  readonly quantity: number;
  readonly gross: number;
  readonly fee_sale: number;
  readonly fee_producer: number;
  /** What the producer gets: the buyer pays fee_sale on top of the price, fee_producer is taken out of it. */
  readonly net: number;
};

type OfSession = { readonly session_id: number; readonly starts_at: string };
type OfItem = { readonly item_id: number; readonly name: string };

type BorderoLine = OfSession & OfItem & Amounts & { readonly price: number };

export interface Bordero {
  readonly event: { readonly id: number; readonly title: string };
  readonly currency: 'BRL';
  /** One for each price at which an item was sold in a session. */
  readonly lines: readonly BorderoLine[];
  readonly by_session: readonly (OfSession & Amounts)[];
  readonly by_item: readonly (OfItem & Amounts)[];
  /** `cancelled` counts tickets; they and the pending ones are in no other figure. */
  readonly totals: Amounts & { readonly cancelled: number };
}

const lineSql = `
  WITH lines AS (
    SELECT session_id, item_id, price, COUNT(*) AS quantity, SUM(price) AS gross,
      SUM(fee_sale) AS fee_sale, SUM(fee_producer) AS fee_producer, SUM(price) - SUM(fee_producer) AS net
    FROM sales
    WHERE event_id = ? AND status = 'approved'
    GROUP BY session_id, item_id, price
  )
  SELECT session_id, starts_at, item_id, name, lines.price, lines.quantity, gross, lines.fee_sale, lines.fee_producer, net
  FROM lines JOIN sessions ON sessions.id = lines.session_id JOIN items ON items.id = lines.item_id
  ORDER BY sessions.starts_at, sessions.id, items.position, items.id, lines.price`;

/** What an event sold, or undefined when there is no such event. */
export function bordero(database: Database, eventId: number): Bordero | undefined {
  const event = database.get('SELECT id, title FROM events WHERE id = ?', eventId) as Bordero['event'] | undefined;
  if (!event) return undefined;
  const lines = (database.all(lineSql, eventId) as BorderoLine[]).map((line) => ({ ...line }));
  const { cancelled } = database.get(
    "SELECT COUNT(*) AS cancelled FROM sales WHERE event_id = ? AND status = 'cancelled'",
    eventId,
  ) as { cancelled: number };
  return {
    event: { ...event },
    currency: 'BRL',
    lines,
    by_session: [...Map.groupBy(lines, (line) => line.session_id)].map(([session_id, ofSession]) => ({
      session_id,
      starts_at: ofSession[0]?.starts_at ?? '',
      ...amountsOf(ofSession),
    })),
    by_item: [...Map.groupBy(lines, (line) => line.item_id)].map(([item_id, ofItem]) => ({
      item_id,
      name: ofItem[0]?.name ?? '',
      ...amountsOf(ofItem),
    })),
    totals: { ...amountsOf(lines), cancelled },
  };
}

function amountsOf(lines: readonly BorderoLine[]): Amounts {
  return {
    quantity: sum(lines, (line) => line.quantity),
    gross: sum(lines, (line) => line.gross),
    fee_sale: sum(lines, (line) => line.fee_sale),
    fee_producer: sum(lines, (line) => line.fee_producer),
    net: sum(lines, (line) => line.net),
  };
}

function sum<Part>(parts: readonly Part[], figure: (part: Part) => number): number {
  return parts.reduce((total, part) => total + figure(part), 0);
}
