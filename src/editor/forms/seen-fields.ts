// What real records have, as places that a person can point at: each with the value that was seen there.
import { stringifyJson } from '../../client/index.ts';
import { isObject } from '../../client/replies.ts';
import type { FieldName } from '../../client/dialect.ts';

/** Records as the service gave them, one of each kind that was found. */
interface SeenRecords {
  readonly item?: unknown;
  readonly passkey?: unknown;
  readonly code?: unknown;
}

/** `value`: the path; `label`: the path and what stands there. */
interface SeenPlace {
  readonly value: string;
  readonly label: string;
}

interface SeenPart {
  /** As the settings call it: `fields.price`. */
  readonly name: string;
  readonly places: SeenPlace[];
}

type Kind = 'item' | 'period' | 'passkey' | 'code';

/** The records that a field can stand in; a field of a sale period is named from the period. */
const kindsOf: Readonly<Record<FieldName, readonly Kind[]>> = {
  name: ['item'],
  description: ['item'],
  type: ['item'],
  quantity: ['item'],
  parent: ['item'],
  hidden: ['item'],
  archived: ['item'],
  eventId: ['item', 'passkey'],
  value: ['item'],
  price: ['item'],
  feeSale: ['item'],
  feeProducer: ['item'],
  finalPrice: ['item'],
  taxDistribution: ['item'],
  salePeriods: ['item'],
  attributes: ['item'],
  appCategoryId: ['period'],
  start: ['period', 'passkey'],
  finish: ['period', 'passkey'],
  available: ['period'],
  passkey: ['passkey'],
  itemIds: ['passkey'],
  limit: ['passkey'],
  used: ['passkey', 'code'],
  code: ['code'],
};
/** What holds other fields. */
const boxes: ReadonlySet<string> = new Set(['value', 'salePeriods', 'attributes', 'itemIds']);

const maxDepth = 4;
const maxPlaces = 100;
const maxText = 60;

export function seenFields({ item, passkey, code }: SeenRecords): SeenPart[] {
  const records: Readonly<Record<Kind, readonly unknown[]>> = {
    item: [item],
    period: periodsLike(item),
    passkey: [passkey],
    code: [code],
  };
  return Object.entries(kindsOf).flatMap(([name, kinds]) => {
    const found = kinds.flatMap((kind) => records[kind].flatMap((record) => placesIn(record, boxes.has(name), [], maxDepth)));
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

function placesIn(record: unknown, wantsBoxes: boolean, path: readonly string[], depth: number): SeenPlace[] {
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

function placeOf(path: readonly string[], value: unknown): SeenPlace {
  const place = path.join('.');
  const text = typeof value === 'string' ? value : stringifyJson(value);
  return { value: place, label: `${place}: ${text.length > maxText ? `${text.slice(0, maxText)}…` : text}` };
}
