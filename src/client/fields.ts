// What a single object says of itself, whatever its keys are called: its id and its label.
import type { Dialect, FieldName } from './dialect.ts';
import { stringifyJson } from './json.ts';
import { remembering } from './remembering.ts';
import { isObject, type JsonObject } from './replies.ts';
import { cutText } from './tails.ts';

/** Folded key names, each with its place in the order of preference. */
export interface Aliases extends ReadonlyMap<string, number> {
  /** What the keys of the latest object mean: the rows of a list have the same keys. */
  latest?: { readonly keys: readonly string[]; readonly meant: readonly string[] };
}

export function aliases(...texts: readonly string[]): Aliases {
  return new Map(texts.flatMap((text) => text.split(' ')).map((word, rank) => [word, rank]));
}

const ownIdAliases = aliases('id _id uuid');
export const otherIdAliases = aliases('codeid passkeyid sessionid itemid key code eventid');
const labelAliases = aliases(
  'name title label passkey code displayname fullname email description link slug',
  'banner target username nickname text subject value key url nome titulo',
);
export const nameAliases = aliases('name title passkey displayname fullname email');
const labelBoxes = ['attributes', 'user', '_source', 'node'];

/** `current_page`, `CurrentPage` and `current-page` are one word; a leading underscore is a part of the name. */
export const fold = remembering(
  (key) => key.slice(0, 1).toLowerCase() + key.slice(1).toLowerCase().replaceAll('_', '').replaceAll('-', ''),
);

const namesByDialect = new WeakMap<Dialect, Map<Aliases, Aliases>>();

/** Known names of a field after those that the dialect gives it. */
export function namesOf(dialect: Dialect, name: FieldName, known: Aliases): Aliases {
  const given = dialect.fields?.[name];
  if (given === undefined) return known;
  const names = namesByDialect.get(dialect) ?? new Map<Aliases, Aliases>();
  namesByDialect.set(dialect, names);
  let found = names.get(known);
  if (!found) {
    const own = [given].flat().map(fold);
    // A name that is known as well keeps the place that the dialect gives it.
    found = aliases(...own, ...[...known.keys()].filter((word) => !own.includes(word)));
    names.set(known, found);
  }
  return found;
}

export type Place = readonly (string | number)[];

/** Where the dialect says by a path, such as `pricing.amount`, that a field stands; a list of one is passed through. */
export function placeByPath(
  object: JsonObject,
  { fields }: Dialect,
  name: FieldName,
  isMeant: (field: unknown) => boolean,
): Place | undefined {
  const given = fields?.[name];
  if (given === undefined) return undefined;
  const paths = [given].flat().filter((path) => path.includes('.'));
  return paths.map((path) => follow(object, path.split('.'))).find((place) => place && isMeant(valueAt(object, place)));
}

function follow(value: unknown, [part, ...rest]: readonly string[]): Place | undefined {
  if (part === undefined) return [];
  if (Array.isArray(value)) {
    const inside = value.length === 1 ? follow(value[0], [part, ...rest]) : undefined;
    return inside && [0, ...inside];
  }
  if (!isObject(value)) return undefined;
  const key = Object.hasOwn(value, part) ? part : Object.keys(value).find((each) => fold(each) === fold(part));
  if (key === undefined) return undefined;
  const below = follow(value[key], rest);
  return below && [key, ...below];
}

/** A field of the object itself: an object without one named `constructor` has none. */
export function ownField<T>(fields: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return fields && Object.hasOwn(fields, key) ? fields[key] : undefined;
}

export function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | null | undefined)?.[key], value);
}

/** The record with another value at a place; whatever is around it is copied. */
export function putAt(record: JsonObject, place: Place, value: unknown): JsonObject {
  return withValue(record, place, value) as JsonObject;
}

function withValue(around: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(around) && typeof key === 'number') return around.with(key, withValue(around[key], rest, value));
  const object = isObject(around) ? around : {};
  return { ...object, [key]: withValue(object[key], rest, value) };
}

/** The keys of an object that are words of the table, the best first. */
export function meantIn(object: JsonObject, table: Aliases): readonly string[] {
  const { latest } = table;
  if (latest && hasKeys(object, latest.keys)) return latest.meant;
  const keys = Object.keys(object);
  const meant = ranked(keys, table);
  if (keys.length <= mostKeys) table.latest = { keys, meant };
  return meant;
}

const mostKeys = 100;

export function ranked(keys: readonly string[], table: Aliases): readonly string[] {
  return keys.filter((key) => table.has(fold(key))).sort((one, other) => rankOf(table, one) - rankOf(table, other));
}

/** Whether an object has these keys in this order, and no others. */
export function hasKeys(object: JsonObject, keys: readonly string[]): boolean {
  let at = 0;
  for (const key in object) if (keys[at++] !== key) return false;
  return at === keys.length;
}

/** The first value, in the order of the words and then of the objects, that `read` can read. */
export function pick<T>(objects: readonly JsonObject[], table: Aliases, read: (value: unknown) => T | undefined): T | undefined {
  let best: T | undefined;
  let bestRank = Infinity;
  for (const object of objects) {
    for (const key of meantIn(object, table)) {
      const rank = rankOf(table, key);
      const value = rank < bestRank ? read(object[key]) : undefined;
      if (value === undefined) continue;
      best = value;
      bestRank = rank;
      break;
    }
  }
  return best;
}

export function rankOf(table: Aliases, key: string): number {
  return table.get(fold(key)) ?? Infinity;
}

/** The first value that `read` can read of a field: at the path that the dialect names, or under the best of its names. */
export function pickField<T>(
  object: JsonObject,
  dialect: Dialect,
  name: FieldName,
  known: Aliases,
  read: (value: unknown) => T | undefined,
): T | undefined {
  const place = placeByPath(object, dialect, name, (field) => read(field) !== undefined);
  return place ? read(valueAt(object, place)) : pick([object], namesOf(dialect, name, known), read);
}

/** The id's text; nothing for a number too long to have kept its digits. */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (typeof value === 'bigint') return value.toString();
  const exact = typeof value === 'number' && Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value));
  return exact ? String(value) : undefined;
}

export function ownId(value: unknown): string | undefined {
  return isObject(value) ? pick([value], ownIdAliases, idText) : undefined;
}

/** The key of the own id of an object, as long as there is an id. */
export function ownIdKey(object: JsonObject): string | undefined {
  return meantIn(object, ownIdAliases)[0];
}

/** `userId`, `user_id` and `userID`, but not `paid`. */
export function endsInId(key: string): boolean {
  return key.endsWith('Id') || key.toLowerCase().endsWith('_id') || /[a-z\d]ID$/.test(key);
}

export function idOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const known = ownId(value) ?? pick([value], otherIdAliases, idText);
  const others = Object.keys(value).filter(endsInId);
  return known ?? others.map((key) => idText(value[key])).find((id) => id !== undefined);
}

/** The id of a record of this kind; never that of what it belongs to, which a reply may have without having its own. */
export function recordId(value: unknown, kind: 'event' | 'item' | 'passkey'): string | undefined {
  return ownId(value) ?? (isObject(value) ? pick([value], recordIdAliases[kind], idText) : undefined);
}

const eventAliases = aliases('eventid');
const recordIdAliases = { event: eventAliases, item: aliases('itemid'), passkey: aliases('passkeyid') };

/** Whose a row is: the event that it says it belongs to. */
export function eventOfRow(value: unknown, dialect: Dialect = {}): string | undefined {
  if (!isObject(value)) return undefined;
  const { event } = value;
  return pickField(value, dialect, 'eventId', eventAliases, idText) ?? (isObject(event) ? ownId(event) : idText(event));
}

export function labelOf(value: unknown): string {
  return labelWith(value, undefined);
}

export function labelWith(value: unknown, id: string | undefined): string {
  if (typeof value === 'string') return readableText(value) ?? '""';
  if (typeof value !== 'object' || value === null) return String(value);
  return (isObject(value) ? ownText(value) : undefined) ?? readableText(id ?? idOf(value)) ?? shortJson(value);
}

/** What an object is called; an id is no such text. */
export function ownText(object: JsonObject): string | undefined {
  return pick([object], labelAliases, readableText) ?? pick(labelBoxesIn(object), labelAliases, readableText);
}

function labelBoxesIn(object: JsonObject): JsonObject[] {
  return labelBoxes.map((key) => ownField(object, key)).filter(isObject);
}

const maxLabel = 200;
/** White space, control characters, and the marks that turn the direction of the text around them. */
const gaps = /[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** One line, of a length that a person reads; nothing where there is nothing to read. */
export function readableText(value: unknown): string | undefined {
  const start = idText(value)
    ?.trimStart()
    .slice(0, 2 * maxLabel);
  const line = start?.replace(gaps, ' ').trim();
  return line ? cutText(line, maxLabel) : undefined;
}

const shortJsonLength = 80;

function shortJson(value: unknown): string {
  const text = stringifyJson(outline(value, 2));
  return cutText(readableText(text) ?? text, shortJsonLength);
}

/** As much of a value as can be seen in a short text: the rest may be huge, or lead back to itself. */
function outline(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, shortJsonLength);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  const maxEntries = shortJsonLength / 2;
  if (Array.isArray(value)) return value.slice(0, maxEntries).map((part) => outline(part, depth - 1));
  const keys = Object.keys(value).slice(0, maxEntries);
  return Object.fromEntries(keys.map((key) => [key.slice(0, shortJsonLength), outline((value as JsonObject)[key], depth - 1)]));
}
