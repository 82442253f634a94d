// As much of JSON Schema as the checks of a file can say: an editor shows it while somebody types, also where this extension is not at work.
import { isObject } from '../client/replies.ts';

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** Whether a schema has nothing to say of a value. */
export function fitsSchema(value: unknown, schema: JsonSchema): boolean {
  const { type, pattern, minimum, items, anyOf } = schema;
  if (anyOf) return anyOf.some((one) => fitsSchema(value, one));
  if (type !== undefined && ![type].flat().some((name) => isOfType(value, name))) return false;
  if (pattern !== undefined && typeof value === 'string' && !new RegExp(pattern, 'u').test(value)) return false;
  if (minimum !== undefined && typeof value === 'number' && value < minimum) return false;
  return !items || !Array.isArray(value) || value.every((one) => fitsSchema(one, items));
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return typeof value === 'bigint' || Number.isInteger(value);
  // An editor reads numbers of any length as numbers.
  if (type === 'number') return typeof value === 'number' || typeof value === 'bigint';
  return typeof value === type;
}
