// The one reader: whatever a service calls the fields of a record and wherever they stand, they come out in the sections of the table.
// What a reply does not have stays absent: it is not known, and nobody may take it for empty.
import type { Dialect, FieldName } from '../client/dialect.ts';
import {
  fold,
  hasKeys,
  idText,
  meantIn,
  namesOf,
  ownIdKey,
  placeByPath,
  valueAt,
  type Aliases,
  type Place,
} from '../client/fields.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import { readAs, readValue, typedAmountIn, type Kind, type Reading as ValueReading, type Value } from './kinds.ts';
import { sectionOf, tableOf, type FieldsOf, type KindOf, type RecordKind, type SectionName, type SectionRow } from './table.ts';

/** One row of a section: the record's own fields, its values, one sale period, one attribute. */
export interface Part {
  /** Tells the rows of a section apart. */
  readonly key: string;
  /** Where it stands in the record; undefined for one that is yet to be made. */
  readonly place: Place | undefined;
  /** Under the names of the table; whatever else it has is any value under its own name. */
  readonly fields: Readonly<Record<string, Value>>;
}

/** A field, or a whole section without a name. */
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
  readonly odd: JsonObject;
  /** Where each section stands. */
  readonly places: ReadonlyMap<string, Place>;
  /** What was taken out of objects of the record which are no sections themselves. */
  readonly taken: readonly Taken[];
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
  return [price, feeSale, feeProducer].every((value) => typedAmountIn(value) !== undefined || isWhole(value?.raw));
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
  const reading: Reading = { raw, dialect, taken: [] };
  const { taken } = reading;
  const sections: Record<string, readonly Part[] | null | undefined> = {};
  const odd: Record<string, unknown> = {};
  const places = new Map<string, Place>();
  for (const [section, row] of Object.entries(tableOf(kind).sections)) {
    if (row.at === 'self') continue;
    const place = placeIn(raw, dialect, section, row.aliases, row.at === 'box' || row.at === 'rows' ? isBox : isGiven);
    const found = place && valueAt(raw, place);
    const parts = partsIn(found, section, row, place ?? [section], reading);
    const shown = found ?? raw[section];
    const isPartlyRead = row.at === 'rows' && Array.isArray(found) && parts?.length !== found.length;
    if (isPartlyRead || (parts === undefined && shown !== undefined)) odd[section] = shown;
    if (place) {
      places.set(section, place);
      taken.push({ section, name: '', place });
    }
    if (Object.hasOwn(raw, section)) taken.push({ section, name: '', place: [section] });
    sections[section] = parts;
  }
  sections.data = [ownPart(sectionOf(kind, 'data'), reading)];
  return { kind, raw, dialect, sections, odd, places, taken: taken.filter(({ place }) => isNested(place)) };
}

interface Reading {
  readonly raw: JsonObject;
  readonly dialect: Dialect;
  /** What does not belong to the record's own fields. */
  readonly taken: Taken[];
}

/** Whether it stands in an object with something else. */
function isNested([, ...inside]: Place): boolean {
  return inside.some((key) => typeof key === 'string');
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

function partsIn(
  found: unknown,
  section: string,
  row: SectionRow,
  place: Place,
  reading: Reading,
): readonly Part[] | null | undefined {
  const { dialect } = reading;
  if (found === undefined && row.at !== 'box') return undefined;
  if (row.at === 'set') {
    const value = readValue('ids', found, dialect, place);
    return value?.known ? [{ key: '', place, fields: { [section]: value } }] : undefined;
  }
  if (found === null) return null;
  if (row.at === 'pairs') return pairsIn(found, place, dialect);
  const rows = Array.isArray(found) ? (found as unknown[]) : [found];
  const placeOf = (index: number) => (Array.isArray(found) ? [...place, index] : place);
  if (row.at === 'rows') return rows.flatMap((one, index) => (isObject(one) ? [partOf(one, row, dialect, placeOf(index))] : []));
  const [only, ...more] = rows;
  return isObject(only) && more.length === 0
    ? [boxPart(only, section, row, placeOf(0), reading)]
    : flatBox(section, row, reading);
}

/** `{ minimum: 1 }`, or a list of `{ key, value, type }`. */
function pairsIn(found: unknown, place: Place, dialect: Dialect): readonly Part[] | undefined {
  if (isObject(found))
    return Object.entries(found).map(([key, value]) => pairPart(key, value, undefined, dialect, [...place, key]));
  if (!Array.isArray(found)) return undefined;
  const parts = (found as unknown[]).flatMap((one, index) => {
    const { key, value, type } = isObject(one) ? one : {};
    return typeof key === 'string' ? [pairPart(key, value, type, dialect, [...place, index])] : [];
  });
  return parts.length < found.length ? undefined : parts;
}

/** An attribute. A read does not say which type it has; the interface names `integer`. */
export function pairPart(key: string, value: unknown, type: unknown, dialect: Dialect, place?: Place): Part {
  const at = (name: string) => (typeof place?.at(-1) === 'number' ? [...place, name] : place);
  const read = (raw: unknown, where: Place | undefined) => readValue('any', raw, dialect, where) as Value;
  const fields = {
    key: read(key, at('key')),
    value: read(value ?? null, at('value')),
    // A type that the read does not say stands nowhere.
    type: typeof type === 'string' ? read(type, at('type')) : read(typeFor(value), undefined),
  };
  return { key, place, fields };
}

/** The type that a save gives an attribute of which nobody says it. */
export function typeFor(value: unknown): string {
  return typeof value === 'number' || typeof value === 'bigint' ? 'integer' : 'string';
}

interface Layout {
  readonly dialect: Dialect;
  readonly keys: readonly string[];
  readonly fields: readonly { readonly name: string; readonly place: Place; readonly reading: ValueReading }[];
  /** All fields have the document's names. */
  readonly isDocumented: boolean;
}

/** By section: the rows of a list have the same keys. */
const layouts = new WeakMap<SectionRow, Layout>();

function layoutOf(object: JsonObject, row: SectionRow, dialect: Dialect): Layout {
  const known = layouts.get(row);
  if (known?.dialect === dialect && hasKeys(object, known.keys)) return known;
  const field = (name: string, kind: Kind, at: Place) => ({ name, place: at, reading: { kind, dialect, at } });
  const named = Object.entries(row.fields).flatMap(([name, { kind, aliases }]) => {
    const place = placeIn(object, dialect, name, aliases, isGiven);
    return place ? [field(name, kind, place)] : [];
  });
  const gone = new Set([...Object.keys(row.fields), ...named.flatMap(({ place }) => (place.length === 1 ? place : []))]);
  const keys = Object.keys(object);
  const others = keys.filter((key) => !gone.has(key)).map((key) => field(key, 'any', [key]));
  const isDocumented = named.every(({ name, place }) => place[0] === name);
  const layout = { dialect, keys, fields: [...named, ...others], isDocumented };
  // What a path leads to depends on more than the keys.
  if (!dialect.fields) layouts.set(row, layout);
  return layout;
}

/** Whether an object has all of its fields as the document has them. */
export function hasOwnNames(object: JsonObject, row: SectionRow, dialect: Dialect): boolean {
  if (typeof object.start === 'number' || typeof object.finish === 'number') return false;
  return layoutOf(object, row, dialect).isDocumented;
}

/** `taken`: what stands in the object and does not belong to it. */
function partOf(object: JsonObject, row: SectionRow, dialect: Dialect, base: Place, taken: readonly Taken[] = []): Part {
  const layout = layoutOf(object, row, dialect);
  const isGone = (name: string) => taken.some(({ place }) => place.length === 1 && place[0] === name);
  const inside = dialect.fields ? [...layout.fields, ...taken].filter(({ place }) => place.length > 1) : [];
  const rest = inside.reduce((left, { place }) => without(left, place), object);
  const at = base.length === 0 ? undefined : base;
  // Without a prototype, which is slower, `__proto__` is a field like any other.
  const fields = (Object.hasOwn(object, '__proto__') ? Object.create(null) : {}) as Record<string, Value>;
  for (const { name, place, reading } of layout.fields) {
    const raw = place.length > 1 ? valueAt(object, place) : rest[String(place[0])];
    const value = isGone(name) ? undefined : readAs(reading, raw, at);
    if (value) fields[name] = value;
  }
  return { key: row.key === undefined ? '' : String(fields[row.key]?.raw), place: base, fields };
}

/** A path of the dialect begins at the record, also where it leads into the box. */
function boxPart(object: JsonObject, section: string, row: SectionRow, base: Place, { raw, dialect, taken }: Reading): Part {
  const found = Object.entries(row.fields).flatMap(([name, { kind }]) => {
    const place = placeByPath(raw, dialect, name as FieldName, isGiven);
    const value = place && readValue(kind, valueAt(raw, place), dialect, place);
    return place && value ? [{ section, name, place, value }] : [];
  });
  const isInside = ({ place }: Taken) => base.every((key, index) => place[index] === key);
  taken.push(...found.filter((one) => !isInside(one)));
  const inside = found.filter(isInside).map((one) => ({ ...one, place: one.place.slice(base.length) }));
  const part = partOf(object, row, dialect, base, inside);
  return { ...part, fields: { ...part.fields, ...Object.fromEntries(found.map(({ name, value }) => [name, value])) } };
}

/** Amounts may stand in the item itself; what the service computes is no value by itself. */
function flatBox(section: string, row: SectionRow, { raw, dialect, taken }: Reading): readonly Part[] | undefined {
  const { fields } = partOf(raw, row, dialect, []);
  const own = Object.entries(row.fields).flatMap(([name, { isSent }]) => {
    const value = fields[name];
    return value ? [{ section, name, place: value.place ?? [], value, isSent }] : [];
  });
  if (!own.some(({ isSent }) => isSent)) return undefined;
  taken.push(...own);
  return [{ key: '', place: [], fields: Object.fromEntries(own.map(({ name, value }) => [name, value])) }];
}

function ownPart(row: SectionRow, { raw, dialect, taken }: Reading): Part {
  const part = partOf(raw, row, dialect, [], taken);
  for (const [name, { place = [] }] of Object.entries(part.fields))
    if (place.length > 1) taken.push({ section: 'data', name, place });
  const { event } = raw;
  const own = isObject(event) ? ownIdKey(event) : undefined;
  if (part.fields.eventId || !isObject(event) || own === undefined || idText(event[own]) === undefined) return part;
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
