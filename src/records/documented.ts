// Records as JSON under the document's names, for whoever lists them, shows all of their fields or hands them on.
import type { Dialect } from '../client/index.ts';
import { idText, valueAt } from '../client/fields.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import { readRecord, valueOf, type Part, type RecordModel } from './read.ts';
import { sectionOf, type RecordKind } from './table.ts';

/** A field of an unknown name stays as it is; a set or a box that is not understood is left out: it is not known. */
export function documented(kind: RecordKind, raw: JsonObject, dialect: Dialect): JsonObject {
  const record = readRecord(kind, raw, dialect);
  if (isDocumented(record)) return raw;
  const fields = Object.entries(record.sections).flatMap(([name, parts]): NamedField[] => {
    const [part] = parts ?? [];
    if (part && name === 'data') return fieldsOf(part);
    const place = record.places.get(name);
    const value = sectionIn(record, name);
    return value === undefined ? [] : [{ key: place?.length === 1 ? String(place[0]) : '', name, value }];
  });
  return inOrder(fields, raw);
}

function sectionIn({ kind, raw, sections, places }: RecordModel, name: string): unknown {
  const { at } = sectionOf(kind, name);
  const place = places.get(name);
  const shown = place && valueAt(raw, place);
  const parts = sections[name];
  const [part] = parts ?? [];
  if (at === 'set') return part?.fields[name]?.known;
  if (part && at === 'box') return inOrder(fieldsOf(part), valueAt(raw, part.place ?? []));
  if (parts && at === 'rows') return namedRows(parts, Array.isArray(shown) ? shown : [shown]);
  // A box that is not understood is not known.
  return at === 'box' && parts === undefined ? undefined : shown;
}

/** A ticket of the event group: an item whose sale may stand in itself. */
export function documentedTicket(raw: JsonObject, dialect: Dialect): JsonObject {
  const item = documented('item', raw, dialect);
  if (item.salePeriods !== undefined) return item;
  const { salePeriods } = readRecord('item', { salePeriods: [raw] }, dialect).sections;
  const { start, finish, available } = salePeriods?.[0]?.fields ?? {};
  const period = { start: start?.raw, finish: finish?.raw, available: available?.raw };
  return start === undefined && finish === undefined ? item : { ...item, salePeriods: [period] };
}

/** The ids of the items that a passkey opens; undefined where the reply does not tell. */
export function openedItems(value: unknown, dialect: Dialect): string[] | undefined {
  if (!isObject(value)) return undefined;
  return valueOf(readRecord('passkey', value, dialect), 'itemIds', 'itemIds')?.known?.map((id) => idText(id) ?? '');
}

/** How deep the parts of a section stand in a record as the document has it. */
const depths = { self: 0, box: 1, rows: 2 };

/** Whether everything stands where the document has it, so that the record can be taken as it is. */
function isDocumented({ kind, raw, dialect, sections, places }: RecordModel): boolean {
  if (dialect.fields) return false;
  return Object.entries(sections).every(([name, parts]) => {
    const { at } = sectionOf(kind, name);
    const shown = raw[name];
    if (at !== 'self' && places.get(name)?.[0] !== name) return parts === undefined && shown === undefined;
    if (at === 'set') return Array.isArray(shown) && shown.every((id) => idText(id) !== undefined);
    if (at === 'pairs' || parts === null) return true;
    return parts?.every((part) => part.place?.length === depths[at] && hasOwnNames(part, raw)) === true;
  });
}

function hasOwnNames({ fields, place = [] }: Part, record: JsonObject): boolean {
  const object = valueAt(record, place) as JsonObject;
  return Object.entries(fields).every(([name, { raw }]) => object[name] === raw);
}

interface NamedField {
  /** Under which it stands in its object. */
  readonly key: string;
  readonly name: string;
  readonly value: unknown;
}

function fieldsOf({ fields }: Part): NamedField[] {
  return Object.entries(fields).map(([name, { raw, place }]) => ({ key: String(place?.at(-1)), name, value: raw }));
}

/** A row that is none stays where it is. */
function namedRows(parts: readonly Part[], rows: readonly unknown[]): unknown[] {
  const left = [...parts];
  return rows.map((row) => {
    const part = isObject(row) ? left.shift() : undefined;
    return part ? inOrder(fieldsOf(part), row) : row;
  });
}

/** In the order of the reply. */
function inOrder(fields: readonly NamedField[], object: unknown): JsonObject {
  const keys = new Map(Object.keys(object as JsonObject).map((key, index) => [key, index]));
  const placeOf = ({ key }: NamedField) => keys.get(key) ?? keys.size;
  const sorted = fields.toSorted((one, other) => placeOf(one) - placeOf(other));
  return Object.fromEntries(sorted.map(({ name, value }) => [name, value]));
}
