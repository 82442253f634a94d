// What a single object says of itself, whatever its keys are called: its id and its label.
import type { Dialect, FieldName } from './dialect.ts';
import { stringifyJson } from './json.ts';
import { isObject, type JsonObject } from './replies.ts';

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
  for (const path of [given].flat()) {
    const place = path.includes('.') ? follow(object, path.split('.')) : undefined;
    if (place && isMeant(valueAt(object, place))) return place;
  }
  return undefined;
}

function follow(value: unknown, [part, ...rest]: readonly string[]): Place | undefined {
  if (part === undefined) return [];
  if (Array.isArray(value)) {
    const inside = value.length === 1 ? follow(value[0], [part, ...rest]) : undefined;
    return inside && [0, ...inside];
  }
  if (!isObject(value)) return undefined;
  const key = Object.hasOwn(value, part) ? part : Object.keys(value).find((each) => fold(each) === fold(part));
  const below = key === undefined ? undefined : follow(value[key], rest);
  return key === undefined ? undefined : below && [key, ...below];
}

/** A field of the object itself: an object without one named `constructor` has none. */
export function ownField<T>(fields: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return fields && Object.hasOwn(fields, key) ? fields[key] : undefined;
}

export function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | null | undefined)?.[key], value);
}

/** The record with another value at a place; whatever is around it is copied. */
export function putAt(record: JsonObject, [key, ...rest]: Place, value: unknown): JsonObject {
  const name = String(key);
  if (rest.length === 0) return { ...record, [name]: value };
  const inner = record[name];
  if (Array.isArray(inner) && typeof rest[0] === 'number') {
    const [index, ...deeper] = rest as [number, ...(string | number)[]];
    const part: unknown = inner[index];
    return {
      ...record,
      [name]: inner.with(index, deeper.length === 0 ? value : putAt(isObject(part) ? part : {}, deeper, value)),
    };
  }
  return { ...record, [name]: putAt(isObject(inner) ? inner : {}, rest, value) };
}

/** Memoised: the rows of a list have the same keys. */
export function remembering<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    let result = known.get(key);
    if (result === undefined) {
      result = find(key);
      // A map of ids has endless keys; this memory must not.
      if (known.size >= 1000) known.clear();
      known.set(key, result);
    }
    return result;
  };
}

/** The keys of an object that are words of the table, the best first. */
export function meantIn(object: JsonObject, table: Aliases): readonly string[] {
  const { latest } = table;
  if (latest && hasKeys(object, latest.keys)) return latest.meant;
  const keys = Object.keys(object);
  const ranked = keys.flatMap((key) => ({ key, rank: table.get(fold(key)) ?? -1 })).filter(({ rank }) => rank >= 0);
  const meant = ranked.sort((one, other) => one.rank - other.rank).map(({ key }) => key);
  if (keys.length <= mostKeys) table.latest = { keys, meant };
  return meant;
}

const mostKeys = 100;

/** Whether an object has these keys in this order, and no others. */
export function hasKeys(object: JsonObject, keys: readonly string[]): boolean {
  let at = 0;
  for (const key in object) if (keys[at++] !== key) return false;
  return at === keys.length;
}

/** The first value, in the order of the words and then of the objects, that `read` can read. */
export function pick<T>(objects: readonly JsonObject[], table: Aliases, read: (value: unknown) => T | undefined): T | undefined {
  const [only] = objects;
  if (only && objects.length === 1) return pickIn(only, table, read);
  let best: T | undefined;
  let bestRank = Infinity;
  for (const object of objects) {
    for (const key of Object.keys(object)) {
      const rank = table.get(fold(key));
      if (rank === undefined || rank >= bestRank) continue;
      const value = read(object[key]);
      if (value === undefined) continue;
      if (rank === 0) return value;
      best = value;
      bestRank = rank;
    }
  }
  return best;
}

function pickIn<T>(object: JsonObject, table: Aliases, read: (value: unknown) => T | undefined): T | undefined {
  for (const key of meantIn(object, table)) {
    const value = read(object[key]);
    if (value !== undefined) return value;
  }
  return undefined;
}

interface FieldQuery {
  readonly words: Aliases;
  readonly read: (value: unknown) => unknown;
}

type FoundFields<Fields extends Readonly<Record<string, FieldQuery>>> = {
  [Name in keyof Fields]?: Exclude<ReturnType<Fields[Name]['read']>, undefined>;
};

/** Several picks in one pass over the keys: a long list asks each of its objects for all of them. */
export function fieldsReader<Fields extends Readonly<Record<string, FieldQuery>>>(
  fields: Fields,
): (objects: readonly JsonObject[]) => FoundFields<Fields> {
  const wanted = Object.entries(fields);
  const meantBy = remembering((key) =>
    wanted.flatMap(([name, { words, read }]) => {
      const rank = words.get(fold(key));
      return rank === undefined ? [] : { name, read, rank };
    }),
  );
  return (objects) => {
    const found: Record<string, unknown> = {};
    const ranks: Record<string, number> = {};
    for (const object of objects) {
      for (const key of Object.keys(object)) {
        for (const { name, read, rank } of meantBy(key)) {
          const value = rank < (ranks[name] ?? Infinity) ? read(object[key]) : undefined;
          if (value === undefined) continue;
          found[name] = value;
          ranks[name] = rank;
        }
      }
    }
    return found as FoundFields<Fields>;
  };
}

/** The id's text; nothing for a number too long to have kept its digits. */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (typeof value === 'bigint') return value.toString();
  const exact = typeof value === 'number' && Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value));
  return exact ? String(value) : undefined;
}

export function ownId(value: unknown): string | undefined {
  return isObject(value) ? pickIn(value, ownIdAliases, idText) : undefined;
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
  if (known !== undefined) return known;
  for (const key of Object.keys(value)) {
    const id = endsInId(key) ? idText(value[key]) : undefined;
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The id of a record of this kind; never that of what it belongs to, which a reply may have without having its own. */
export function recordId(value: unknown, kind: 'event' | 'item' | 'passkey'): string | undefined {
  return ownId(value) ?? (isObject(value) ? pick([value], recordIdAliases[kind], idText) : undefined);
}

const recordIdAliases = { event: aliases('eventid'), item: aliases('itemid'), passkey: aliases('passkeyid') };

export function labelOf(value: unknown): string {
  return labelWith(value, undefined);
}

export function labelWith(value: unknown, id: string | undefined): string {
  if (typeof value === 'string') return cleanText(value) ?? '""';
  if (typeof value !== 'object' || value === null) return String(value);
  return (isObject(value) ? ownText(value) : undefined) ?? cleanText(id ?? idOf(value) ?? '') ?? shortJson(value);
}

/** What an object is called; an id is no such text. */
export function ownText(object: JsonObject): string | undefined {
  const text = pickIn(object, labelAliases, readableText) ?? pick(labelBoxesIn(object), labelAliases, readableText);
  return text === undefined ? undefined : cleanText(text);
}

function labelBoxesIn(object: JsonObject): JsonObject[] {
  return labelBoxes.map((key) => (Object.hasOwn(object, key) ? object[key] : undefined)).filter(isObject);
}

/** Only looks for the first thing to read: a long description may yet lose to a title. */
export function readableText(value: unknown): string | undefined {
  if (typeof value !== 'string') return idText(value);
  const first = value.charCodeAt(0);
  return (first > 0x20 && first < 0x7f) || visible.test(value) ? value : undefined;
}

const maxLabel = 200;
/** White space, control characters, and the marks that turn the direction of the text around them. */
const unseen = String.raw`\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069`;
const visible = new RegExp(`[^${unseen}]`, 'u');
const gaps = new RegExp(`[${unseen}]+`, 'gu');

/** Of this, most codes and ids are made. */
const plain = /^[!-~]+$/;

/** One line, of a length that a person reads; nothing when the text has nothing to read. */
function cleanText(text: string): string | undefined {
  if (text.length <= maxLabel && plain.test(text)) return text;
  const start = text.length > maxLabel ? text.trimStart().slice(0, 2 * maxLabel) : text;
  const line = start.replace(gaps, ' ').trim();
  return line === '' ? undefined : shorten(line, maxLabel);
}

function shorten(text: string, length: number): string {
  // Half a surrogate pair at the cut would be shown as a broken character.
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

const shortJsonLength = 80;

function shortJson(value: unknown): string {
  const text = stringifyJson(outline(value, 2));
  return shorten(cleanText(text) ?? text, shortJsonLength);
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
