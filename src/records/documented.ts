// Records as JSON under the document's names, for whoever lists them, shows all of their fields or hands them on.
import type { Dialect } from '../client/index.ts';
import { fold, hasKeys, idText, valueAt } from '../client/fields.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import { hasOwnNames, readRecord, valueOf, type Part, type RecordModel } from './read.ts';
import { sectionOf, tableOf, type RecordKind } from './table.ts';

/** A field of an unknown name stays as it is; a set or a box that is not understood is left out: it is not known. */
export function documented(kind: RecordKind, raw: JsonObject, dialect: Dialect): JsonObject {
  if (isDocumented(kind, raw, dialect)) return raw;
  const record = readRecord(kind, raw, dialect);
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

/** What services call sections, and amounts that may stand in the item itself. */
function wordsOf(kind: RecordKind): ReadonlySet<string> {
  const rows = Object.values(tableOf(kind).sections);
  const amounts = rows.flatMap(({ at, fields }) => (at === 'box' ? Object.values(fields) : []));
  return new Set([...rows, ...amounts].flatMap(({ aliases }) => [...aliases.keys()]));
}

const words = { item: wordsOf('item'), passkey: wordsOf('passkey') };
/** The keys of the latest record with nothing under those words: the rows of a list have the same keys. */
const latest: Record<RecordKind, readonly string[]> = { item: [], passkey: [] };

function hasOwnSections(kind: RecordKind, raw: JsonObject): boolean {
  if (hasKeys(raw, latest[kind])) return true;
  const { sections } = tableOf(kind);
  const keys = Object.keys(raw);
  const isOwn = keys.every((key) => Object.hasOwn(sections, key) || !words[kind].has(fold(key)));
  if (isOwn) latest[kind] = keys;
  return isOwn;
}

/** Whether everything stands where the document has it, so that the record can be taken as it is. */
function isDocumented(kind: RecordKind, raw: JsonObject, dialect: Dialect): boolean {
  if (dialect.fields || (isObject(raw.event) && raw.eventId === undefined) || !hasOwnSections(kind, raw)) return false;
  return Object.entries(tableOf(kind).sections).every(([name, row]) => {
    const shown = raw[name];
    if (row.at === 'self') return hasOwnNames(raw, row, dialect);
    if (row.at === 'pairs' || shown === undefined) return true;
    const parts: unknown = row.at === 'box' ? [shown ?? {}] : shown;
    const isPart = (part: unknown) =>
      row.at === 'set' ? idText(part) !== undefined : isObject(part) && hasOwnNames(part, row, dialect);
    return Array.isArray(parts) && parts.every(isPart);
  });
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
