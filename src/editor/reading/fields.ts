// Reads single fields of a reply's object, whatever their keys are called.
import { fieldsReader, pick, aliases, type Aliases } from '../../client/fields.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export { fieldsReader, aliases, type Aliases };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Readers of one field. */
export const asText = (field: unknown) => (typeof field === 'string' && field.trim() !== '' ? field.trim() : undefined);
export const asFlag = (field: unknown) => (typeof field === 'boolean' ? field : undefined);
export const asObject = (field: unknown) => (isObject(field) ? field : undefined);

export function textIn(value: unknown, names: Aliases): string | undefined {
  return find(value, names, asText);
}

/** A number, also one that is written as text. */
export function numberIn(value: unknown, names: Aliases): number | undefined {
  return find(value, names, (field) => {
    if (typeof field === 'bigint') return Number(field);
    const number = typeof field === 'string' && /^-?\d+(?:\.\d+)?$/.test(field) ? Number(field) : field;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  });
}

export function flagIn(value: unknown, names: Aliases): boolean | undefined {
  return find(value, names, asFlag);
}

export function objectIn(value: unknown, names: Aliases): JsonObject | undefined {
  return find(value, names, asObject);
}

export function arrayIn(value: unknown, names: Aliases): readonly unknown[] | undefined {
  return find(value, names, (field) => (Array.isArray(field) ? (field as unknown[]) : undefined));
}

function find<T>(value: unknown, names: Aliases, read: (field: unknown) => T | undefined): T | undefined {
  return isObject(value) ? pick([value], names, read) : undefined;
}

/** What a person should notice about a row before they open it. */
export type Badge = 'soldOut' | 'hidden' | 'over' | 'cancelled' | 'draft';

/** What a row says of a record: the parts of its description, in order, and the lines of its tooltip, for whoever looks at one. */
export interface Facts {
  readonly parts: readonly string[];
  readonly lines: () => readonly string[];
  readonly badge?: Badge | undefined;
}
