// The one reader of items and passkeys: whatever a service calls their fields, they come out under the document's names, each with its place
// in the reply. What a reply does not have stays absent: it is not known, and nobody may take it for empty.
import type { Dialect, FieldName } from './dialect.ts';
import { aliases, fold, hasKeys, idText, meantIn, namesOf, placeByPath, valueAt, type Aliases, type Place } from './fields.ts';
import { isObject, type JsonObject } from './replies.ts';

export type RecordPath = Place;

export interface ReadRecord {
  /** The record under the document's names; a field of an unknown name stays as it is. */
  readonly fields: JsonObject;
  /** Where the field at a path stands in the reply; for one that is not there, where it would. */
  readonly place: (path: RecordPath) => RecordPath;
  /** The objects of the reply that fields were taken out of, each with the paths that these come out under. */
  readonly boxes: ReadonlyMap<string, readonly RecordPath[]>;
}

/** The names under which a service may have each field. */
type FieldTable = Partial<Record<FieldName, Aliases>>;

/** For each table the keys of the latest object that has its fields under the document's names alone: the rows of a list have the same keys. */
const plainKeys = new WeakMap<FieldTable, readonly string[]>();

const eventIdAliases = aliases('eventid');
const itemFields: FieldTable = {
  name: aliases('name title nome label displayname titulo'),
  description: aliases('description descricao'),
  type: aliases('type'),
  quantity: aliases('quantity'),
  parent: aliases('parent parentid'),
  hidden: aliases('hidden'),
  archived: aliases('archived'),
  eventId: eventIdAliases,
  value: aliases('value values'),
  salePeriods: aliases('saleperiods salesperiods salesperiod saleperiod periods'),
  attributes: aliases('attributes'),
};
const valueFields: FieldTable = {
  price: aliases('price preco'),
  feeSale: aliases('feesale'),
  feeProducer: aliases('feeproducer'),
  finalPrice: aliases('finalprice totalprice'),
  taxDistribution: aliases('taxdistribution'),
};
const periodFields: FieldTable = {
  appCategoryId: aliases('appcategoryid applicationcategoryid appcategory applicationcategory'),
  start: aliases('start beginsales startsat startdate begin from'),
  finish: aliases('finish endsales finishesat finishdate enddate end until to'),
  available: aliases('available'),
};
const passkeyFields: FieldTable = {
  eventId: eventIdAliases,
  passkey: aliases('passkey code'),
  start: aliases('start startsat startdate begin from'),
  finish: aliases('finish finishesat finishdate enddate end until expires expiresat'),
  itemIds: aliases('itemids items itemid'),
  limit: aliases('limit usagelimit maximum max'),
  used: aliases('used uses usage usedcount'),
};

const leftNames = aliases('left remaining stock');

/** How many are left of a sale period whose reply has that in the place of how many there are: for showing, and never to be written. */
export function leftOf(period: JsonObject): unknown {
  const [name = ''] = meantIn(period, leftNames);
  return period[name];
}

export function readItem(record: JsonObject, dialect: Dialect): ReadRecord {
  const item = renamed({ ...record }, dialect, itemFields, ['value', 'salePeriods']);
  addEventId(item, record);
  addValues(item, record, dialect);
  addPeriods(item, dialect);
  return item;
}

/** A ticket of the event group: an item whose sale may stand in itself. */
export function readTicket(record: JsonObject, dialect: Dialect): JsonObject {
  const { fields } = readItem(record, dialect);
  if (fields.salePeriods !== undefined) return fields;
  const { start, finish, available } = renamed(record, dialect, periodFields, []).fields;
  return start === undefined && finish === undefined ? fields : { ...fields, salePeriods: [{ start, finish, available }] };
}

export function readPasskey(record: JsonObject, dialect: Dialect): ReadRecord {
  const passkey = renamed({ ...record }, dialect, passkeyFields, []);
  addEventId(passkey, record);
  // A set that is given by its records is a set of their ids; any other shape is not known.
  const { itemIds } = passkey.fields;
  if (itemIds !== undefined && !Array.isArray(itemIds)) dropField(passkey, 'itemIds');
  else if (Array.isArray(itemIds)) {
    const ids = (itemIds as unknown[]).map((item) => (isObject(item) ? (ownIdIn(item) ?? innerIdIn(item)) : item));
    if (ids.every((id) => idText(id) !== undefined)) passkey.fields.itemIds = ids;
    else dropField(passkey, 'itemIds');
  }
  return passkey;
}

/** The ids of the items that a passkey opens; undefined where the reply does not tell. */
export function openedItems(record: unknown, dialect: Dialect): string[] | undefined {
  if (!isObject(record)) return undefined;
  const { itemIds } = readPasskey(record, dialect).fields;
  return Array.isArray(itemIds) ? itemIds.map((id) => idText(id) ?? '') : undefined;
}

/** The event that a row says it belongs to. */
export function eventOfRow(value: unknown, dialect: Dialect = {}): string | undefined {
  if (!isObject(value)) return undefined;
  const names = namesOf(dialect, 'eventId', eventIdAliases);
  const isId = (field: unknown) => idText(field) !== undefined;
  const place = placeByPath(value, dialect, 'eventId', isId);
  const key = keyIn(value, names, isId);
  if (place || key !== undefined) return idText(place ? valueAt(value, place) : value[key ?? '']);
  const { event } = value;
  return isObject(event) ? idText(ownIdIn(event)) : idText(event);
}

class Reading implements ReadRecord {
  readonly fields: Record<string, unknown>;
  /** The places of renamed fields, by the path that they come out under. */
  readonly #places = new Map<string, RecordPath>();

  constructor(fields: Record<string, unknown>) {
    this.fields = fields;
  }

  put(path: RecordPath, place: RecordPath): void {
    this.#places.set(path.join('\n'), place);
  }

  /** The names of fields that stand under another one. */
  get moved(): Iterable<string> {
    return this.#places.keys();
  }

  /** An object that is a field itself is none of them. */
  get boxes(): ReadonlyMap<string, readonly RecordPath[]> {
    const boxOf = ([box = '']: RecordPath) => String(box);
    const isWhole = ([, ...inside]: RecordPath) => inside.every((key) => typeof key === 'number');
    const fields = new Set([...this.#places.values()].filter(isWhole).map(boxOf));
    const boxes = new Map<string, RecordPath[]>();
    for (const [path, place] of this.#places) {
      const box = boxOf(place);
      if (!fields.has(box)) boxes.set(box, [...(boxes.get(box) ?? []), path.split('\n')]);
    }
    return boxes;
  }

  /** A function of its own: it is handed on without the record. */
  readonly place = (path: RecordPath): RecordPath => {
    if (this.#places.size === 0) return path;
    for (let length = path.length; length > 0; length--) {
      const found = this.#places.get(path.slice(0, length).join('\n'));
      if (found) return [...found, ...path.slice(length)];
    }
    return path;
  };
}

/** The fields of an object under the names of a table. `boxes`: those that have to hold an object or a list to be meant. */
function renamed(record: Record<string, unknown>, dialect: Dialect, table: FieldTable, boxes: readonly string[]): Reading {
  if (isAsDocumented(record, dialect, table)) return new Reading(record);
  const fields: Record<string, unknown> = { ...record };
  const reading = new Reading(fields);
  for (const [name, known] of Object.entries(table) as [FieldName, Aliases][]) {
    const isMeant = boxes.includes(name) ? isBox : isGiven;
    const place = placeIn(record, dialect, name, known, isMeant);
    if (!place || (place.length === 1 && place[0] === name)) continue;
    takeOut(fields, place);
    fields[name] = valueAt(record, place);
    reading.put([name], place);
  }
  for (const name of ['start', 'finish']) if (name in table && name in fields) fields[name] = withoutEpoch(fields[name]);
  return reading;
}

/** Whether an object has the fields of a table under the document's own names, so that it can be taken as it is. */
function isAsDocumented(record: JsonObject, { fields }: Dialect, table: FieldTable): boolean {
  if (fields || typeof record.start === 'number' || typeof record.finish === 'number') return false;
  const known = plainKeys.get(table);
  if (known && hasKeys(record, known)) return true;
  const keys = Object.keys(record);
  const isPlain = keys.every((key) => Object.hasOwn(table, key) || !Object.values(table).some((names) => names.has(fold(key))));
  if (isPlain) plainKeys.set(table, keys);
  return isPlain;
}

/** Where a field stands: at the path that the dialect names, or under the best of its names. */
function placeIn(
  record: JsonObject,
  dialect: Dialect,
  name: FieldName,
  known: Aliases,
  isMeant: (field: unknown) => boolean,
): Place | undefined {
  const byPath = placeByPath(record, dialect, name, isMeant);
  if (byPath) return byPath;
  const key = keyIn(record, namesOf(dialect, name, known), isMeant, name);
  return key === undefined ? undefined : [key];
}

/**
 * Takes a field out of where it stood, so that nothing is there twice; the objects around it are copied, and one that is empty then goes too,
 * unless it stands in a list.
 */
function takeOut(fields: Record<string, unknown>, [key = '', ...rest]: Place): void {
  const name = String(key);
  const inner = fields[name];
  const only: unknown = Array.isArray(inner) ? inner[0] : undefined;
  if (rest.length === 0) Reflect.deleteProperty(fields, name);
  else if (isObject(inner)) {
    const copy = { ...inner };
    takeOut(copy, rest);
    if (Object.keys(copy).length === 0) Reflect.deleteProperty(fields, name);
    else fields[name] = copy;
  } else if (isObject(only)) {
    const copy = { ...only };
    takeOut(copy, rest.slice(1));
    fields[name] = [copy];
  }
}

/** The best key of an object among some names. The document's own name is the best of all, unless the dialect names another. */
function keyIn(object: JsonObject, names: Aliases, isMeant: (field: unknown) => boolean, own?: string): string | undefined {
  const best = meantIn(object, names).find((key) => isMeant(object[key]));
  const isOwnAsGood = best !== undefined && own !== undefined && fold(own) === fold(best) && Object.hasOwn(object, own);
  return isOwnAsGood && isMeant(object[own]) ? own : best;
}

function isGiven(field: unknown): boolean {
  return field !== undefined;
}

/** Null says that there is none. */
function isBox(field: unknown): boolean {
  return field === null || typeof field === 'object';
}

/** Seconds or milliseconds since 1970 as a time that can be read; anything else as it is. */
function withoutEpoch(field: unknown): unknown {
  if (typeof field !== 'number' || !Number.isInteger(field) || field < 1e9 || field >= 1e13) return field;
  return new Date(field < 1e11 ? field * 1000 : field).toISOString().replace(/\.\d+Z$/, 'Z');
}

function ownIdIn(object: JsonObject): unknown {
  return object.id ?? object._id ?? object.uuid ?? object.itemId ?? object.item_id;
}

/** The id of the one record inside: `{ item: { id } }`. */
function innerIdIn(object: JsonObject): unknown {
  const [inner, ...others] = Object.values(object).filter(isObject);
  return inner && others.length === 0 ? ownIdIn(inner) : undefined;
}

function dropField(reading: Reading, name: string): void {
  Reflect.deleteProperty(reading.fields, name);
}

function addEventId(reading: Reading, record: JsonObject): void {
  const { event } = record;
  if (reading.fields.eventId !== undefined || !isObject(event) || idText(ownIdIn(event)) === undefined) return;
  reading.fields.eventId = ownIdIn(event);
  reading.put(['eventId'], ['event', 'id']);
}

/** Amounts stand in a box of their own, in a list of one such box, or on the item itself. */
function addValues(item: Reading, record: JsonObject, dialect: Dialect): void {
  const { value } = item.fields;
  const [only, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
  if (isObject(value)) addBox(item, ['value'], item.place(['value']), renamed(value, dialect, valueFields, []));
  else if (isObject(only) && more.length === 0)
    addBox(item, ['value'], [...item.place(['value']), 0], renamed(only, dialect, valueFields, []));
  else if (Array.isArray(value)) dropField(item, 'value');
  if (item.fields.value === undefined) addFlatAmounts(item, record, dialect);
  else addAmountsByPath(item, record, dialect);
}

/** A path begins at the item, also where it leads into the box. */
function addAmountsByPath(item: Reading, record: JsonObject, dialect: Dialect): void {
  const { value } = item.fields;
  if (!isObject(value)) return;
  const box = item.place(['value']);
  const amounts: Record<string, unknown> = { ...value };
  for (const name of Object.keys(valueFields) as FieldName[]) {
    const place = placeByPath(record, dialect, name, isGiven);
    if (!place) continue;
    const isInBox = box.every((key, index) => place[index] === key);
    if (isInBox) takeOut(amounts, place.slice(box.length));
    else takeOut(item.fields, place);
    amounts[name] = valueAt(record, place);
    item.put(['value', name], place);
  }
  item.fields.value = amounts;
}

function addFlatAmounts(item: Reading, record: JsonObject, dialect: Dialect): void {
  const places = new Map<FieldName, Place>();
  for (const [name, known] of Object.entries(valueFields) as [FieldName, Aliases][]) {
    const place = placeIn(record, dialect, name, known, isGiven);
    if (place) places.set(name, place);
  }
  // What the service computes is no value by itself: the item may have values that it does not show.
  if (!(['price', 'feeSale', 'feeProducer'] as const).some((name) => places.has(name))) return;
  for (const [name, place] of places) {
    takeOut(item.fields, place);
    item.put(['value', name], place);
  }
  item.fields.value = Object.fromEntries([...places].map(([name, place]) => [name, valueAt(record, place)]));
}

function addBox(item: Reading, path: RecordPath, place: RecordPath, box: Reading): void {
  const [name, index] = path;
  // What stands where its path says needs no entry of its own.
  const known = item.place(path);
  if (known.length !== place.length || known.some((part, at) => part !== place[at])) item.put(path, place);
  for (const moved of box.moved) item.put([...path, moved], [...place, ...box.place([moved])]);
  if (index === undefined) item.fields[String(name)] = box.fields;
  else (item.fields[String(name)] as unknown[])[Number(index)] = box.fields;
}

/** A list of periods, or the one period that stands in its place. */
function addPeriods(item: Reading, dialect: Dialect): void {
  const { salePeriods } = item.fields;
  const place = item.place(['salePeriods']);
  if (isObject(salePeriods)) {
    const box = renamed(salePeriods, dialect, periodFields, []);
    item.fields.salePeriods = [box.fields];
    addBox(item, ['salePeriods', 0], place, box);
  } else if (Array.isArray(salePeriods)) {
    const periods = salePeriods as unknown[];
    item.fields.salePeriods = [...periods];
    for (const [index, period] of periods.entries())
      if (isObject(period)) addBox(item, ['salePeriods', index], [...place, index], renamed(period, dialect, periodFields, []));
  }
}
