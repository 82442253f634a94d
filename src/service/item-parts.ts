// What belongs to an item and is written by itself: attributes, sale periods and values. What an update is not sent stays as it is, unless
// the manners replace it.
import type { Database, SqlRow, SqlValue } from './database.ts';
import { attributeValue, itemInPath } from './items.ts';
import { conflict, invalidField, notFound } from './problems.ts';
import type { ServiceRequest } from './requests.ts';

/** A field that the table cannot do without. */
function needed<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw invalidField(name, 'must be given');
  return value;
}

/** A field of an update: as it was sent, or else as it was, or else empty. */
function updated<Value>({ manners }: ServiceRequest, sent: Value | undefined, stored: Value, empty: Value): Value {
  return sent ?? (manners.put === 'replaces' ? empty : stored);
}

interface Attribute {
  readonly key: string;
  readonly value: string | number;
  readonly type: string;
}

export function createAttribute(request: ServiceRequest): unknown {
  const item = Number(itemInPath(request).id);
  const { key, value, type } = (request.body ?? {}) as Partial<Attribute>;
  const attribute = { key: needed(key, 'key'), value: needed(value, 'value'), type: needed(type, 'type') };
  if (request.database.get('SELECT 1 FROM item_attributes WHERE item_id = ? AND key = ?', item, attribute.key)) {
    throw conflict(`The attribute ${attribute.key} exists already`, 'key');
  }
  const sql = 'INSERT INTO item_attributes (value, type, item_id, key) VALUES (?, ?, ?, ?)';
  return storeAttribute(request.database, sql, item, attribute);
}

export function updateAttribute(request: ServiceRequest): unknown {
  const item = Number(itemInPath(request).id);
  const { key, value, type } = (request.body ?? {}) as Partial<Attribute>;
  if (value !== undefined && type !== undefined) requireFit(value, type);
  const rows = request.database.all('SELECT * FROM item_attributes WHERE item_id = ?', item);
  const stored = theOne(rows, 'key', key, 'key', `The attribute ${key}`);
  return storeAttribute(request.database, 'UPDATE item_attributes SET value = ?, type = ? WHERE item_id = ? AND key = ?', item, {
    key: String(stored.key),
    value: updated<string | number>(request, value, String(stored.value), ''),
    type: updated(request, type, String(stored.type), 'string'),
  });
}

/** The row that a payload means: the one that it names, or the only one there is. */
function theOne(rows: readonly SqlRow[], column: string, wanted: SqlValue | undefined, field: string, what: string): SqlRow {
  const found = wanted === undefined ? rows : rows.filter((row) => row[column] === wanted);
  if (wanted === undefined && rows.length !== 1) throw invalidField(field, 'must be given');
  if (!found[0]) throw notFound(what);
  return found[0];
}

function storeAttribute(database: Database, sql: string, item: number, { key, value, type }: Attribute): unknown {
  requireFit(value, type);
  database.run(sql, String(value), type, item, key);
  return { key, value: attributeValue(String(value), type), type };
}

function requireFit(value: string | number, type: string): void {
  if (type === 'integer' && !/^-?\d+$/.test(String(value)))
    throw invalidField('value', 'must be a whole number for the type integer');
}

interface SalePeriod {
  readonly appCategoryId: number;
  readonly start: string;
  readonly finish: string;
  readonly available: number;
}

export function createSalePeriod(request: ServiceRequest): unknown {
  const item = Number(itemInPath(request).id);
  const { appCategoryId, start, finish, available } = (request.body ?? {}) as Partial<SalePeriod>;
  const period = checkedPeriod({
    appCategoryId: needed(appCategoryId, 'appCategoryId'),
    start: needed(start, 'start'),
    finish: needed(finish, 'finish'),
    available: needed(available, 'available'),
  });
  const category = period.appCategoryId;
  if (request.database.get('SELECT 1 FROM sale_periods WHERE item_id = ? AND app_category_id = ?', item, category)) {
    throw conflict(`A sale period for the application category ${category} exists already`, 'appCategoryId');
  }
  const sql = 'INSERT INTO sale_periods (item_id, app_category_id, start, finish, available) VALUES (?, ?, ?, ?, ?)';
  const { id } = request.database.run(sql, item, category, period.start, period.finish, period.available);
  return { id, ...period };
}

export function updateSalePeriod(request: ServiceRequest): unknown {
  const item = Number(itemInPath(request).id);
  const { appCategoryId, start, finish, available } = (request.body ?? {}) as Partial<SalePeriod>;
  const category = appCategoryId === undefined ? undefined : smallEnough(appCategoryId);
  // What is wrong in itself is said before what is not there.
  checkedPeriod({ appCategoryId: category ?? 0, start: start ?? '', finish: finish ?? '', available: available ?? 0 });
  const rows = request.database.all('SELECT * FROM sale_periods WHERE item_id = ? ORDER BY id', item);
  const what = `A sale period for the application category ${category}`;
  const stored = theOne(rows, 'app_category_id', category, 'appCategoryId', what);
  const period = checkedPeriod({
    appCategoryId: Number(stored.app_category_id),
    start: updated(request, start, String(stored.start), ''),
    finish: updated(request, finish, String(stored.finish), ''),
    available: updated(request, available, Number(stored.available), 0),
  });
  const sql = 'UPDATE sale_periods SET start = ?, finish = ?, available = ? WHERE id = ?';
  request.database.run(sql, period.start, period.finish, period.available, Number(stored.id));
  return { ...period, start: period.start || null, finish: period.finish || null };
}

/** A start or a finish that was cleared is empty. */
function checkedPeriod(period: SalePeriod): SalePeriod {
  const { start, finish, available } = period;
  smallEnough(period.appCategoryId);
  if (start !== '' && finish !== '' && finish < start) throw invalidField('finish', 'must not be earlier than start');
  if (available < 0) throw invalidField('available', 'must not be negative');
  return period;
}

/** An id beyond 2^53 comes as a bigint, and no column could give it back. */
function smallEnough(appCategoryId: unknown): number {
  if (typeof appCategoryId !== 'number') throw invalidField('appCategoryId', 'is too large');
  return appCategoryId;
}

interface ItemValues {
  readonly price: number;
  readonly feeSale: number;
  readonly feeProducer: number;
}

export function createValues(request: ServiceRequest): unknown {
  const item = itemInPath(request);
  if (item.price !== null) throw conflict('The item has values already', 'price');
  const { price, feeSale = 0, feeProducer = 0 } = (request.body ?? {}) as Partial<ItemValues>;
  return storeValues(request.database, item, { price: needed(price, 'price'), feeSale, feeProducer });
}

export function updateValues(request: ServiceRequest): unknown {
  const item = itemInPath(request);
  if (item.price === null) throw notFound('A value of this item');
  const { price, feeSale, feeProducer } = (request.body ?? {}) as Partial<ItemValues>;
  return storeValues(request.database, item, {
    price: updated(request, price, Number(item.price), 0),
    feeSale: updated(request, feeSale, Number(item.fee_sale), 0),
    feeProducer: updated(request, feeProducer, Number(item.fee_producer), 0),
  });
}

function storeValues(database: Database, item: SqlRow, values: ItemValues): unknown {
  for (const [name, value] of Object.entries(values)) {
    if (value < 0) throw invalidField(name, 'must not be negative');
  }
  const { price, feeSale, feeProducer } = values;
  const sql = 'UPDATE items SET price = ?, fee_sale = ?, fee_producer = ? WHERE id = ?';
  database.run(sql, price, feeSale, feeProducer, item.id ?? null);
  return values;
}
