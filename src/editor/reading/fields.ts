// Reads single fields of a reply's object, whatever their keys are called.
import { aliases, idText, pick, type Aliases } from '../../client/fields.ts';
import { isObject, type JsonObject } from '../../client/replies.ts';

export { aliases, isObject, type Aliases, type JsonObject };

/** Readers of one field. */
export const asText = (field: unknown) => (typeof field === 'string' && field.trim() !== '' ? field.trim() : undefined);
export const asFlag = (field: unknown) => (typeof field === 'boolean' ? field : undefined);
export const asObject = (field: unknown) => (isObject(field) ? field : undefined);

const asArray = (field: unknown) => (Array.isArray(field) ? (field as readonly unknown[]) : undefined);
/** Something that a person can read on one line: a text or a number. */
export const asLine = (field: unknown) => asText(field) ?? idText(field);
/** The id itself, or that of the record that stands in its place. */
export const asId = (field: unknown) => asLine(isObject(field) ? field.id : field);

/** A whole or decimal number, also one that is written as text. */
export function asNumber(field: unknown): number | undefined {
  const isWritten = typeof field === 'bigint' || (typeof field === 'string' && /^-?\d+(?:\.\d+)?$/.test(field.trim()));
  const number = isWritten ? Number(field) : field;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The value of the best name that can be read. */
export function fieldIn<T>(value: unknown, names: Aliases, read: (field: unknown) => T | undefined): T | undefined {
  return isObject(value) ? pick([value], names, read) : undefined;
}

export const textIn = (value: unknown, names: Aliases) => fieldIn(value, names, asText);
export const numberIn = (value: unknown, names: Aliases) => fieldIn(value, names, asNumber);
export const objectIn = (value: unknown, names: Aliases) => fieldIn(value, names, asObject);
export const arrayIn = (value: unknown, names: Aliases) => fieldIn(value, names, asArray);

/** What a person should notice about a row before they open it. */
export type Badge = 'soldOut' | 'hidden' | 'over' | 'cancelled' | 'draft';

/** What a row says of a record: the parts of its description, in order, and the lines of its tooltip, for whoever looks at one. */
export interface Facts {
  readonly parts: readonly string[];
  readonly lines: () => readonly string[];
  readonly badge?: Badge | undefined;
}
