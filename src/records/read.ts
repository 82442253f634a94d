// The one reader: whatever a service calls the fields of a record and wherever they stand, they come out in the sections of the table.
// What a reply does not have stays absent: it is not known, and nobody may take it for empty.
import type { Dialect, FieldName } from '../client/dialect.ts';
import { fold, hasKeys, idText, meantIn, namesOf, placeByPath, valueAt, type Aliases, type Place } from '../client/fields.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import { isTyped, readAs, readValue, type Reading as ValueReading, type Value } from './kinds.ts';
import { sectionOf, tableOf, type FieldsOf, type KindOf, type RecordKind, type SectionName, type SectionRow } from './table.ts';

/** One row of a section: the record's own fields, its values, one sale period, one attribute. */
export interface Part {
  /** Tells the rows of a section apart. */
  readonly key: string;
  /** Where it stands in the record; undefined for one that is yet to be made. */
  readonly place: Place | undefined;
  readonly fields: Readonly<Record<string, Value>>;
  /** What it has under names that no row of the table has, as it is. */
  readonly other: JsonObject;
}

/** A field, or a whole section, that was taken out of an object of the record which is no section itself. */
interface Taken {
  readonly section: string;
  readonly name: string;
  readonly place: Place;
}

export interface RecordModel<K extends RecordKind = RecordKind> {
  readonly kind: K;
  /** As the service gave it; never changed. */
  readonly raw: JsonObject;
  /** By which it was read. */
  readonly dialect: Dialect;
  /** Undefined: not shown. Null: shown as none. */
  readonly sections: Readonly<Record<string, readonly Part[] | null | undefined>>;
  /** Sections that are shown in a way that is not understood, as they are: an edit of one is refused. */
  readonly odd: ReadonlyMap<string, unknown>;
  /** Where each section stands. */
  readonly places: ReadonlyMap<string, Place>;
  /** By the key of an object of the record, what was taken out of it. */
  readonly boxes: ReadonlyMap<string, readonly Taken[]>;
}

export type Item = RecordModel<'item'>;
export type Passkey = RecordModel<'passkey'>;

/** Undefined: not known. A name that is in no row of the table does not compile. */
export function valueOf<K extends RecordKind, S extends SectionName<K>, F extends keyof FieldsOf<K, S> & string>(
  record: RecordModel<K>,
  section: S,
  name: F,
  key?: string,
): Value<KindOf<K, S, F>> | undefined {
  return partIn(record, section, key)?.fields[name] as Value<KindOf<K, S, F>> | undefined;
}

/** Whether its amounts may all be cents, as the document says: none is a decimal or a text. */
export function mayBeCents(item: Item): boolean {
  const { price, feeSale, feeProducer } = partIn(item, 'value')?.fields ?? {};
  const isWhole = (amount: unknown) => amount === undefined || amount === null || Number.isInteger(amount);
  // What somebody typed shows nothing of the service.
  return [price, feeSale, feeProducer].every((value) => (value && isTyped(value)) || isWhole(value?.raw));
}

/** The same record by what is known of the service now. */
export function withDialect<K extends RecordKind>(record: RecordModel<K>, dialect: Dialect): RecordModel<K> {
  return record.dialect === dialect ? record : readRecord(record.kind, record.raw, dialect);
}

/** The part of a key; without one, the first. */
export function partIn({ sections }: RecordModel, section: string, key?: string): Part | undefined {
  const parts = sections[section] ?? [];
  return key === undefined ? parts[0] : parts.find((part) => part.key === key);
}

export function readRecord<K extends RecordKind>(kind: K, raw: JsonObject, dialect: Dialect): RecordModel<K> {
  const { sections: rows } = tableOf(kind);
  const reading: Reading = { raw, dialect, taken: [], boxes: new Map() };
  const sections: Record<string, readonly Part[] | null | undefined> = {};
  const odd = new Map<string, unknown>();
  const places = new Map<string, Place>();
  let self: [name: string, row: SectionRow] | undefined;
  for (const name in rows) {
    const row = sectionOf(kind, name);
    if (row.at === 'self') {
      self = [name, row];
      continue;
    }
    const place = placeIn(raw, dialect, name, row.aliases, row.at === 'box' || row.at === 'rows' ? isBox : isGiven);
    const found = place && valueAt(raw, place);
    let parts = partsIn(found, name, row, place ?? [name], reading);
    if (parts === undefined && row.at === 'box') parts = flatBox(name, row, reading);
    const shown = found ?? raw[name];
    if (parts === undefined ? shown !== undefined : hasOddRows(found, row)) odd.set(name, shown);
    if (place) {
      places.set(name, place);
      take(name, '', place, reading);
    }
    if (Object.hasOwn(raw, name)) reading.taken.push([name]);
    sections[name] = parts;
  }
  if (self) sections[self[0]] = [ownPart(...self, reading)];
  return { kind, raw, dialect, sections, odd, places, boxes: reading.boxes };
}

interface Reading {
  readonly raw: JsonObject;
  readonly dialect: Dialect;
  /** What no longer belongs to the record's own fields. */
  readonly taken: Place[];
  readonly boxes: Map<string, Taken[]>;
}

/** The objects around are copied, and one that is empty then goes too, unless it stands in a list. */
export function without(fields: JsonObject, [key = '', ...rest]: Place): JsonObject {
  if (!Object.hasOwn(fields, key)) return fields;
  const { [String(key)]: inner, ...others } = fields;
  const only: unknown = Array.isArray(inner) ? inner[0] : undefined;
  if (rest.length > 0 && isObject(only)) return { ...fields, [String(key)]: [without(only, rest.slice(1))] };
  const left = rest.length > 0 && isObject(inner) ? without(inner, rest) : {};
  return Object.keys(left).length === 0 ? others : { ...fields, [String(key)]: left };
}

function hasOddRows(found: unknown, { at }: SectionRow): boolean {
  return at === 'rows' && Array.isArray(found) && !found.every(isObject);
}

function partsIn(
  found: unknown,
  section: string,
  row: SectionRow,
  place: Place,
  reading: Reading,
): readonly Part[] | null | undefined {
  if (found === undefined) return undefined;
  const { dialect } = reading;
  if (row.at === 'set') {
    const value = readValue('ids', found, dialect, place);
    return value?.known ? [{ key: '', place, fields: { [section]: value }, other: {} }] : undefined;
  }
  if (found === null) return null;
  if (row.at === 'pairs') return pairsIn(found, place, dialect);
  const rows = Array.isArray(found) ? (found as unknown[]) : [found];
  const placeOf = (index: number) => (Array.isArray(found) ? [...place, index] : place);
  if (row.at === 'rows') return rows.flatMap((one, index) => (isObject(one) ? [partOf(one, row, dialect, placeOf(index))] : []));
  const [only, ...more] = rows;
  return isObject(only) && more.length === 0 ? [boxPart(only, section, row, placeOf(0), reading)] : undefined;
}

/** `{ minimum: 1 }`, or a list of `{ key, value, type }`. */
function pairsIn(found: unknown, place: Place, dialect: Dialect): readonly Part[] | undefined {
  if (isObject(found))
    return Object.entries(found).map(([key, value]) => pairPart(key, value, undefined, dialect, [...place, key]));
  if (!Array.isArray(found)) return undefined;
  const isPair = (one: unknown): one is JsonObject & { readonly key: string } => isObject(one) && typeof one.key === 'string';
  const pairs = (found as unknown[]).filter(isPair);
  if (pairs.length < found.length) return undefined;
  return pairs.map(({ key, value, type }, index) => pairPart(key, value, type, dialect, [...place, index]));
}

/** An attribute. A read does not say which type it has; the interface names `integer`. */
export function pairPart(key: string, value: unknown, type: unknown, dialect: Dialect, place?: Place): Part {
  const own = typeof type === 'string' ? type : typeFor(value);
  const isRow = typeof place?.at(-1) === 'number';
  const at = (name: string) => place && (isRow ? [...place, name] : place);
  const read = (raw: unknown, where: Place | undefined) => readValue('any', raw, dialect, where) as Value;
  // A type that the read does not say stands nowhere.
  const typeAt = typeof type === 'string' ? at('type') : undefined;
  return {
    key,
    place,
    fields: { key: read(key, at('key')), value: read(value ?? null, at('value')), type: read(own, typeAt) },
    other: {},
  };
}

/** The type that a save gives an attribute of which nobody says it. */
export function typeFor(value: unknown): string {
  return typeof value === 'number' || typeof value === 'bigint' ? 'integer' : 'string';
}

interface Layout {
  readonly dialect: Dialect;
  readonly keys: readonly string[];
  readonly taken: string;
  readonly fields: readonly { readonly name: string; readonly place: Place; readonly reading: ValueReading }[];
  readonly others: readonly string[];
}

/** By section: the rows of a list have the same keys. */
const layouts = new WeakMap<SectionRow, Layout>();

/** `taken`: the keys that belong to other sections. */
function layoutOf(object: JsonObject, row: SectionRow, dialect: Dialect, taken: string): Layout {
  const known = layouts.get(row);
  if (known?.dialect === dialect && known.taken === taken && hasKeys(object, known.keys)) return known;
  const fields = Object.entries(row.fields).flatMap(([name, { kind, aliases }]) => {
    const place = placeIn(object, dialect, name, aliases, isGiven);
    return place ? [{ name, place, reading: { kind, dialect, at: place } }] : [];
  });
  const named = fields.flatMap(({ place }) => (place.length === 1 ? [String(place[0])] : []));
  const gone = new Set([...taken.split('\n'), ...named, ...Object.keys(row.fields)]);
  const keys = Object.keys(object);
  const layout = { dialect, keys, taken, fields, others: keys.filter((key) => !gone.has(key)) };
  // What a path leads to depends on more than the keys.
  if (!dialect.fields) layouts.set(row, layout);
  return layout;
}

const nothing: JsonObject = Object.freeze({});

/** The fields of an object that the table has, and the others. */
function partOf(object: JsonObject, row: SectionRow, dialect: Dialect, base: Place, taken: readonly Place[] = []): Part {
  const wholes = taken.length === 0 ? '' : taken.flatMap((place) => (place.length === 1 ? place : [])).join('\n');
  const layout = layoutOf(object, row, dialect, wholes);
  const fields: Record<string, Value> = {};
  const at = base.length === 0 ? undefined : base;
  for (const { name, place, reading } of layout.fields) {
    const raw = place.length === 1 ? object[place[0] as string] : valueAt(object, place);
    const value = readAs(reading, raw, at);
    if (value) fields[name] = value;
  }
  // Unlike assignments, this makes `__proto__` a field like any other.
  let other = layout.others.length === 0 ? nothing : Object.fromEntries(layout.others.map((key) => [key, object[key]]));
  for (const { place } of layout.fields) if (place.length > 1) other = without(other, place);
  for (const place of taken) if (place.length > 1) other = without(other, place);
  const own = row.key === undefined ? undefined : fields[row.key];
  return { key: row.key === undefined ? '' : String(own?.raw), place: base, fields, other };
}

/** A path of the dialect begins at the record, also where it leads into the box. */
function boxPart(object: JsonObject, section: string, row: SectionRow, place: Place, reading: Reading): Part {
  const { raw, dialect } = reading;
  const part = partOf(object, row, dialect, place);
  const fields: Record<string, Value> = { ...part.fields };
  let { other } = part;
  for (const [name, { kind }] of Object.entries(row.fields)) {
    const at = placeByPath(raw, dialect, name as FieldName, isGiven);
    const value = at && readValue(kind, valueAt(raw, at), dialect, at);
    if (!value) continue;
    fields[name] = value;
    if (place.every((key, index) => at[index] === key)) other = without(other, at.slice(place.length));
    else take(section, name, at, reading);
  }
  return { ...part, fields, other };
}

function take(section: string, name: string, place: Place, { taken, boxes }: Reading): void {
  taken.push(place);
  const [key = ''] = place;
  if (place.length === 1 || place.slice(1).every((one) => typeof one === 'number')) return;
  boxes.set(String(key), [...(boxes.get(String(key)) ?? []), { section, name, place }]);
}

/** Amounts may stand in the item itself; what the service computes is no value by itself. */
function flatBox(section: string, row: SectionRow, reading: Reading): readonly Part[] | undefined {
  const { raw, dialect } = reading;
  const found = Object.entries(row.fields).flatMap(([name, { kind, aliases, isSent }]) => {
    const place = placeIn(raw, dialect, name, aliases, isGiven);
    const value = place && readValue(kind, valueAt(raw, place), dialect, place);
    return value ? [{ name, place, isSent, value }] : [];
  });
  if (!found.some(({ isSent }) => isSent)) return undefined;
  for (const { name, place } of found) take(section, name, place, reading);
  return [{ key: '', place: [], fields: Object.fromEntries(found.map(({ name, value }) => [name, value])), other: {} }];
}

function ownPart(section: string, row: SectionRow, reading: Reading): Part {
  const { raw, dialect, taken, boxes } = reading;
  const part = partOf(raw, row, dialect, [], taken);
  for (const [name, { place }] of dialect.fields ? Object.entries(part.fields) : [])
    if (place && place.length > 1)
      boxes.set(String(place[0]), [...(boxes.get(String(place[0])) ?? []), { section, name, place }]);
  const { event } = raw;
  if (part.fields.eventId || !isObject(event) || idText(event.id ?? event._id ?? event.uuid) === undefined) return part;
  const own = ['id', '_id', 'uuid'].find((key) => event[key] !== undefined) ?? 'id';
  const eventId = readValue('id', event[own], dialect, ['event', own]) as Value;
  return { ...part, fields: { ...part.fields, eventId } };
}

/** Where a field stands: at the path that the dialect names, or under the best of its names. The document's own name is as good as any. */
function placeIn(
  record: JsonObject,
  dialect: Dialect,
  name: string,
  known: Aliases,
  isMeant: (field: unknown) => boolean,
): Place | undefined {
  const byPath = placeByPath(record, dialect, name as FieldName, isMeant);
  if (byPath) return byPath;
  const best = meantIn(record, namesOf(dialect, name as FieldName, known)).find((key) => isMeant(record[key]));
  const isOwn = best !== undefined && fold(name) === fold(best) && Object.hasOwn(record, name) && isMeant(record[name]);
  return best === undefined ? undefined : [isOwn ? name : best];
}

function isGiven(field: unknown): boolean {
  return field !== undefined;
}

/** Null says that there is none. */
function isBox(field: unknown): boolean {
  return field === null || typeof field === 'object';
}

/** A record as JSON, or an object in one. */
export type Fields = JsonObject;
export const isFields = isObject;
