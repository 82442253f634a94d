// What real records have, as places that a person can point at: each with the value that was seen there.
import { stringifyJson } from '../../client/index.ts';
import { isObject } from '../../client/replies.ts';
import { fieldNames, type FieldName } from '../../client/dialect.ts';
import { tableOf } from '../../records/index.ts';
import type { Seen } from '../../protocol/environment.ts';

/** Records as the service gave them, one of each kind that was found. */
interface SeenRecords {
  readonly item?: unknown;
  readonly passkey?: unknown;
  readonly code?: unknown;
}

type Kind = 'item' | 'period' | 'passkey' | 'code';

/** The records that a field can stand in; a field of a sale period is named from the period. */
function kindsOf(name: FieldName): Kind[] {
  const kinds = (['item', 'passkey'] as const).flatMap((kind) =>
    Object.entries(tableOf(kind).sections).flatMap(([section, { at, fields }]): Kind[] => {
      if (section === name) return [kind];
      return at !== 'pairs' && Object.hasOwn(fields, name) ? [at === 'rows' ? 'period' : kind] : [];
    }),
  );
  return name === 'code' || name === 'used' ? [...kinds, 'code'] : kinds;
}

/** What holds other fields. */
function isBox(name: FieldName): boolean {
  return (['item', 'passkey'] as const).some((kind) => Object.hasOwn(tableOf(kind).sections, name));
}

const maxDepth = 4;
const maxPlaces = 100;
const maxText = 60;

export function seenFields({ item, passkey, code }: SeenRecords): Seen[] {
  const records: Readonly<Record<Kind, readonly unknown[]>> = {
    item: [item],
    period: periodsLike(item),
    passkey: [passkey],
    code: [code],
  };
  return fieldNames.flatMap((name) => {
    const kinds = [...new Set(kindsOf(name))];
    const found = kinds.flatMap((kind) => records[kind].flatMap((record) => placesIn(record, isBox(name), [], maxDepth)));
    const places = [...new Map(found.map((place) => [place.value, place])).values()].slice(0, maxPlaces);
    return places.length === 0 ? [] : [{ name: `fields.${name}`, places }];
  });
}

/** The first record of each list in an item: one of them are the sale periods, whatever they are called. */
function periodsLike(item: unknown, depth = maxDepth): unknown[] {
  if (!isObject(item) || depth === 0) return [];
  return Object.values(item).flatMap((part) => {
    if (!Array.isArray(part)) return periodsLike(part, depth - 1);
    return (part as unknown[]).filter(isObject).slice(0, 1);
  });
}

function placesIn(record: unknown, wantsBoxes: boolean, path: readonly string[], depth: number): Seen['places'] {
  if (!isObject(record) || depth === 0) return [];
  return Object.entries(record).flatMap(([key, value]) => {
    // Dots and commas of a key would be taken for those of a path and of a list.
    if (/[.,]/.test(key)) return [];
    const here = [...path, key];
    const isBox = typeof value === 'object' && value !== null;
    const own = isBox === wantsBoxes ? [placeOf(here, value)] : [];
    return [...own, ...(Array.isArray(value) ? [] : placesIn(value, wantsBoxes, here, depth - 1))];
  });
}

function placeOf(path: readonly string[], value: unknown): Seen['places'][number] {
  const place = path.join('.');
  const text = typeof value === 'string' ? value : stringifyJson(value);
  return { value: place, label: `${place}: ${text.length > maxText ? `${text.slice(0, maxText)}…` : text}` };
}
