// Records as JSON under the document's names, for whoever lists them, shows all of their fields or hands them on.
import type { Dialect } from '../client/index.ts';
import { fold, hasKeys, idText, valueAt, type Aliases } from '../client/fields.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import { readRecord, valueOf, type Part, type RecordModel } from './read.ts';
import { sectionOf, tableOf, type RecordKind, type SectionRow } from './table.ts';

/** A field of an unknown name stays as it is; a set or a box that is not understood is left out: it is not known. */
export function documented(kind: RecordKind, raw: JsonObject, dialect: Dialect): JsonObject {
  return isDocumented(kind, raw, dialect) ? raw : namedAnew(readRecord(kind, raw, dialect));
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

/** For each section the keys of the latest object that has its fields under the document's names alone: the rows of a list have the same keys. */
const plainKeys = new WeakMap<SectionRow, readonly string[]>();

/** Whether a record has everything where the document has it, so that it can be taken as it is. */
function isDocumented(kind: RecordKind, raw: JsonObject, dialect: Dialect): boolean {
  const { event } = raw;
  if (dialect.fields || (isObject(event) && raw.eventId === undefined)) return false;
  const rows = Object.entries(tableOf(kind).sections);
  return rows.every(([name, row]) => {
    const value = raw[name];
    if (row.at === 'self') return hasPlainKeys(raw, row, rows);
    if (row.at === 'box') return value === undefined || value === null || (isObject(value) && hasPlainKeys(value, row));
    if (row.at === 'rows') return value === undefined || (Array.isArray(value) && value.every((one) => isPlainRow(one, row)));
    return row.at !== 'set' || value === undefined || (Array.isArray(value) && value.every((id) => idText(id) !== undefined));
  });
}

function isPlainRow(value: unknown, row: SectionRow): boolean {
  return isObject(value) && typeof value.start !== 'number' && typeof value.finish !== 'number' && hasPlainKeys(value, row);
}

function hasPlainKeys(object: JsonObject, row: SectionRow, sections: readonly [string, SectionRow][] = []): boolean {
  if (row.at === 'self' && (typeof object.start === 'number' || typeof object.finish === 'number')) return false;
  const known = plainKeys.get(row);
  if (known && hasKeys(object, known)) return true;
  const names: [string, Aliases][] = [...Object.entries(row.fields), ...sections].map(([name, { aliases }]) => [name, aliases]);
  const amounts = sections.flatMap(([, { at, fields }]) => (at === 'box' ? Object.values(fields) : []));
  const isPlain = (key: string) => {
    const word = fold(key);
    if (amounts.some(({ aliases }) => aliases.has(word))) return false;
    return names.some(([name]) => name === key) || !names.some(([, aliases]) => aliases.has(word));
  };
  const keys = Object.keys(object);
  if (!keys.every(isPlain)) return false;
  plainKeys.set(row, keys);
  return true;
}

function namedAnew(record: RecordModel): JsonObject {
  const { kind, raw, sections, places } = record;
  const entries: [key: string, name: string, value: unknown][] = [];
  for (const [name, parts] of Object.entries(sections)) {
    const { at } = sectionOf(kind, name);
    const [part] = parts ?? [];
    const place = places.get(name);
    const own = place?.length === 1 ? String(place[0]) : '';
    const shown = place && valueAt(raw, place);
    if (at === 'self' && part) entries.push(...namedParts(part, raw));
    else if (at === 'set' && part) entries.push([own, name, part.fields[name]?.known]);
    else if (at === 'box' && parts !== undefined)
      entries.push([own, name, part ? fromEntries(namedParts(part, part.place ? valueAt(raw, part.place) : {})) : null]);
    else if (at === 'rows' && parts) entries.push([own, name, namedRows(parts, Array.isArray(shown) ? shown : [shown])]);
    else if ((at === 'rows' || at === 'pairs') && shown !== undefined) entries.push([own, name, shown]);
  }
  const order = new Map(Object.keys(raw).map((key, index) => [key, index]));
  const placeOf = ([key]: (typeof entries)[number]) => order.get(key) ?? order.size;
  return fromEntries(entries.toSorted((one, other) => placeOf(one) - placeOf(other)));
}

/** A row that is none stays where it is. */
function namedRows(parts: readonly Part[], rows: readonly unknown[]): unknown[] {
  const left = [...parts];
  return rows.map((row) => {
    const part = isObject(row) ? left.shift() : undefined;
    return part ? fromEntries(namedParts(part, row)) : row;
  });
}

/** The fields of a part, each with the key that it stands under, in the order of the reply. */
function namedParts({ fields, other }: Part, object: unknown): [key: string, name: string, value: unknown][] {
  const named = Object.entries(fields).map(([name, { raw, place }]): [string, string, unknown] => [
    String(place?.at(-1)),
    name,
    raw,
  ]);
  const beside = Object.entries(other).map(([name, value]): [string, string, unknown] => [name, name, value]);
  const order = new Map(Object.keys(isObject(object) ? object : {}).map((key, index) => [key, index]));
  return [...named, ...beside].sort(([one], [next]) => (order.get(one) ?? order.size) - (order.get(next) ?? order.size));
}

function fromEntries(entries: readonly [key: string, name: string, value: unknown][]): JsonObject {
  return Object.fromEntries(entries.map(([, name, value]) => [name, value]));
}
