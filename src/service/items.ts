// Ticket items: what is written can be read back, in the formats of the wire: cents in, decimals out.
import { parseJson, stringifyJson } from '../client/index.ts';
import type { Database, SqlRow, SqlValue } from './database.ts';
import type { FieldName } from './manners.ts';
import { invalidField, notFound } from './problems.ts';
import { wireName } from './replies.ts';
import { findEvent, pageOf, pagingOf, pathId, queryId, termCondition, type ServiceRequest } from './requests.ts';
import { ListPage } from './shapes.ts';

const pageSize = 25;

export function listTypes(): unknown {
  const types = [
    { id: 1, name: 'Ticket', description: 'One place at one or more sessions' },
    { id: 2, name: 'Group', description: 'Tickets that belong together' },
  ];
  return new ListPage(types, { page: 1, pageSize: types.length, total: types.length });
}

export function listItems(request: ServiceRequest): unknown {
  const { type, term, archived } = request.query;
  const eventId = queryId(request, 'eventId');
  const found = term === undefined ? undefined : termCondition(['name', 'description'], term);
  const conditions: [string, ...SqlValue[]][] = [['archived = ?', archived === 'true' ? 1 : 0]];
  if (eventId !== undefined) conditions.push(['event_id = ?', eventId]);
  if (type !== undefined) conditions.push(['type = ?', type]);
  if (found) conditions.push([found.where, ...found.values]);
  const source = {
    select: '*',
    from: 'items',
    where: conditions.map(([sql]) => sql),
    order: 'id',
    values: conditions.flatMap(([, ...values]) => values) as (string | number)[],
  };
  return pageOf(request, pagingOf(request, pageSize), source, wireItems);
}

export function getItem(request: ServiceRequest): unknown {
  return wireItem(request.database, itemInPath(request));
}

export function itemInPath(request: ServiceRequest, name = 'id'): SqlRow {
  const id = pathId(request, name, 'The item');
  const item = request.database.get('SELECT * FROM items WHERE id = ? AND archived = 0', id);
  if (!item) throw notFound(`The item ${id}`);
  return item;
}

/** What a client may write, with the column it goes to and the values it may have. */
const columns: Record<string, { column: string; check: (value: unknown) => SqlValue | undefined; rule: string }> = {
  name: { column: 'name', check: asText, rule: 'must be text' },
  description: { column: 'description', check: asText, rule: 'must be text' },
  eventId: { column: 'event_id', check: asCount, rule: 'must be a whole number' },
  parent: { column: 'parent_id', check: (value) => (value === null ? null : asCount(value)), rule: 'must be an id' },
  type: {
    column: 'type',
    check: (value) => (value === 'Ticket' || value === 'Group' ? value : undefined),
    rule: 'must be Ticket or Group',
  },
  quantity: { column: 'quantity', check: asCount, rule: 'must be a whole number from 0' },
  hidden: { column: 'hidden', check: asFlag, rule: 'must be true or false' },
  order: { column: 'position', check: asCount, rule: 'must be a whole number from 0' },
  taxDistribution: { column: 'tax_distribution', check: asPercent, rule: 'must be a number from 0 to 100' },
};

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function asFlag(value: unknown): number | undefined {
  return typeof value === 'boolean' ? Number(value) : undefined;
}

function asPercent(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 100 ? value : undefined;
}

export function createItem(request: ServiceRequest): unknown {
  const { stored, rest } = readItem(request);
  return request.database.transaction(() => {
    const names = [...Object.keys(stored), 'data'];
    const { id } = request.database.run(
      `INSERT INTO items (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      ...Object.values(stored),
      stringifyJson(rest),
    );
    return wireItem(request.database, request.database.get('SELECT * FROM items WHERE id = ?', id) as SqlRow);
  });
}

export function updateItem(request: ServiceRequest): unknown {
  const item = itemInPath(request);
  const sent = readItem(request);
  const replaces = request.manners.put === 'replaces';
  const stored = replaces ? { ...emptyItem, ...sent.stored } : sent.stored;
  const data = replaces ? sent.rest : { ...(parseJson(String(item.data)) as object), ...sent.rest };
  return request.database.transaction(() => {
    const names = [...Object.keys(stored), 'data'];
    const sql = `UPDATE items SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`;
    request.database.run(sql, ...Object.values(stored), stringifyJson(data), item.id ?? null);
    return wireItem(request.database, request.database.get('SELECT * FROM items WHERE id = ?', item.id ?? null) as SqlRow);
  });
}

/** What a payload that replaces an item leaves of each field that it does not have; it always has the name. */
const emptyItem: Readonly<Record<string, SqlValue>> = {
  ...{ description: '', event_id: null, parent_id: null, type: 'Ticket' },
  ...{ quantity: 0, hidden: 0, position: 0, tax_distribution: 100 },
};

/** The fields of the payload: those with a column of their own, checked, and the rest, kept as they are. */
function readItem({ body = {}, database, path, manners }: ServiceRequest): {
  stored: Record<string, SqlValue>;
  rest: Record<string, unknown>;
} {
  const stored: Record<string, SqlValue> = {};
  const rest = new Map<string, unknown>();
  // The document names the name of an item alone: all else may also come under the name that replies give it.
  const ownNames = new Map(
    Object.keys(columns).map((name) => [wireName(manners.names?.[name as FieldName] ?? name, manners), name]),
  );
  for (const [given, value] of Object.entries(body)) {
    const name = ownNames.get(given) ?? given;
    const known = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (!known) {
      if (!computed.has(name)) rest.set(name, value);
      continue;
    }
    const checked = known.check(value);
    if (checked === undefined) throw invalidField(name, known.rule);
    stored[known.column] = checked;
  }
  if (typeof stored.event_id === 'number') requireEvent(database, stored.event_id);
  if (typeof stored.parent_id === 'number') requireParent(database, stored.parent_id, path.id);
  return { stored, rest: Object.fromEntries(rest) };
}

/** What a read adds of its own; written back by a careless client, it is not stored. */
const computed = new Set([
  'id',
  'eventDates',
  'attributes',
  'salePeriods',
  'children',
  'value',
  'triggers',
  'available',
  'archived',
]);

export function requireEvent(database: Database, id: number): void {
  try {
    findEvent(database, String(id));
  } catch {
    throw invalidField('eventId', 'names no event');
  }
}

function requireParent(database: Database, id: number, own: string | undefined): void {
  const parent = database.get("SELECT id FROM items WHERE id = ? AND type = 'Group' AND archived = 0", id);
  if (!parent || String(id) === own) throw invalidField('parent', 'names no group');
}

/** A removed item is archived: its sales stay in the books. */
export function removeItem(request: ServiceRequest): unknown {
  const item = itemInPath(request);
  request.database.run('UPDATE items SET archived = 1 WHERE id = ? OR parent_id = ?', item.id ?? null, item.id ?? null);
  return { id: item.id, archived: true };
}

export function listTriggers(request: ServiceRequest): unknown {
  const item = itemInPath(request);
  return wireTriggers(new ItemParts(request.database, [item]).read(triggersSql)(item.id));
}

/** Everything that belongs to some items, each kind read once and sorted to its item. */
class ItemParts {
  readonly #database: Database;
  readonly #ids: string;

  constructor(database: Database, items: readonly SqlRow[]) {
    this.#database = database;
    this.#ids = JSON.stringify(items.map(({ id }) => id));
  }

  /** The rows of a query whose first column, `item`, says which item they belong to. */
  read(sql: string): (id: SqlValue | undefined) => readonly SqlRow[] {
    const rows = this.#database.all(sql, this.#ids);
    if (rows.length === 0) return () => [];
    const byItem = Map.groupBy(rows, ({ item }) => item);
    return (id) => byItem.get(id ?? null) ?? [];
  }
}

const theseItems = 'IN (SELECT value FROM json_each(?))';
const triggersSql = `SELECT item_id AS item, triggers.id, kind, target_id, name FROM triggers JOIN items ON items.id = target_id
  WHERE item_id ${theseItems} ORDER BY triggers.id`;
const periodsSql = `SELECT item_id AS item, * FROM sale_periods WHERE item_id ${theseItems} ORDER BY app_category_id`;
const sessionsSql = `SELECT item_id AS item, sessions.id, starts_at, timezone FROM item_sessions JOIN sessions ON sessions.id = session_id
  JOIN events ON events.id = sessions.event_id WHERE item_id ${theseItems} ORDER BY starts_at, sessions.id`;
const attributesSql = `SELECT item_id AS item, key, value, type FROM item_attributes WHERE item_id ${theseItems} ORDER BY key`;
const childrenSql = `SELECT parent_id AS item, id FROM items WHERE parent_id ${theseItems} AND archived = 0 ORDER BY position, id`;

function wireTriggers(rows: readonly SqlRow[]): Record<string, unknown[]> {
  const ofKind = (wanted: string) =>
    rows
      .filter(({ kind }) => kind === wanted)
      .map(({ id, target_id, name }) => ({ id, itemId: target_id, name, action: 'open' }));
  return { soldout: ofKind('soldout'), start: ofKind('start') };
}

function wireItem(database: Database, item: SqlRow): unknown {
  return wireItems(database, [item])[0];
}

function wireItems(database: Database, items: readonly SqlRow[]): unknown[] {
  const parts = new ItemParts(database, items);
  const periodsOf = parts.read(periodsSql);
  const sessionsOf = parts.read(sessionsSql);
  const attributesOf = parts.read(attributesSql);
  const triggersOf = parts.read(triggersSql);
  const childrenOf = items.some(({ type }) => type === 'Group') ? parts.read(childrenSql) : () => [];
  return items.map((item) => {
    const { id = null } = item;
    const periods = periodsOf(id);
    return {
      ...(item.data === '{}' ? undefined : (parseJson(String(item.data)) as object)),
      id,
      name: item.name,
      description: item.description,
      eventId: item.event_id,
      type: item.type,
      eventDates: sessionsOf(id).map(wireDate),
      attributes: wireAttributes(attributesOf(id)),
      quantity: item.quantity,
      parent: item.parent_id,
      children: childrenOf(id).map((child) => child.id),
      salePeriods: periods.map(wirePeriod),
      hidden: item.hidden === 1,
      available: periods.some(({ available }) => Number(available) > 0),
      order: item.position,
      value: wireValue(item),
      triggers: wireTriggers(triggersOf(id)),
      archived: item.archived === 1,
    };
  });
}

function wireDate({ id, starts_at, timezone }: SqlRow): unknown {
  return { id, datetime: String(starts_at).replace(' ', 'T'), timezone };
}

export function attributeValue(value: string, type: string): string | number {
  return type === 'integer' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function wireAttributes(rows: readonly SqlRow[]): Record<string, string | number> {
  return Object.fromEntries(rows.map(({ key, value, type }) => [String(key), attributeValue(String(value), String(type))]));
}

function wirePeriod({ id, app_category_id, start, finish, available }: SqlRow): unknown {
  const iso = (text: unknown) => (text === '' ? null : `${String(text).replace(' ', 'T')}-03:00`);
  return { id, appCategoryId: app_category_id, start: iso(start), finish: iso(finish), available };
}

function wireValue({ price, fee_sale, fee_producer, tax_distribution }: SqlRow): unknown {
  if (price === null) return null;
  const decimals = (cents: unknown) => Number(cents) / 100;
  const buyerFee = Math.round((Number(fee_sale) * Number(tax_distribution)) / 100);
  return {
    price: decimals(price),
    finalPrice: decimals(Number(price) + buyerFee),
    feeSale: decimals(fee_sale),
    feeProducer: decimals(fee_producer),
    taxDistribution: tax_distribution,
  };
}

/** A tenth of the price unless a tax is given; the customer pays their share of it on top. */
export function calculateTax({ query, database }: ServiceRequest): unknown {
  const { eventId, producerId } = query;
  if (eventId !== undefined) requireEvent(database, Number(eventId));
  else if (!database.get('SELECT 1 FROM events WHERE producer_id = ? LIMIT 1', Number(producerId)))
    throw invalidField('producerId', 'names no producer');
  const price = Number(query.price ?? 0);
  const share = Number(query.taxDistribution ?? 100);
  if (price < 0) throw invalidField('price', 'must not be negative');
  if (!(share >= 0 && share <= 100)) throw invalidField('taxDistribution', 'must be a number from 0 to 100');
  const tax = query.tax === undefined ? Math.round(price / 10) : Number(query.tax);
  if (tax < 0) throw invalidField('tax', 'must not be negative');
  const customerTax = Math.round((tax * share) / 100);
  const producerTax = tax - customerTax;
  return {
    price,
    tax,
    taxDistribution: share,
    customerTax,
    producerTax,
    finalPrice: price + customerTax,
    producerReceives: price - producerTax,
  };
}
