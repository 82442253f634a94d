// What the keys of a reply are called: all of them, whatever box they stand in.
import type { ServiceManners } from './manners.ts';

/** A whole reply under the names that the manners give its keys; the names of attributes are data. */
export function renamed(body: unknown, { snakeCase, rename, names }: ServiceManners): unknown {
  if (!snakeCase && !rename) return body;
  const data = new Set(['attributes', names?.attributes]);
  const nameOf = (key: string): string => {
    const spelt = snakeCase ? snake(key) : key;
    if (rename && Object.hasOwn(rename, key)) return rename[key] ?? key;
    return rename && Object.hasOwn(rename, spelt) ? (rename[spelt] ?? spelt) : spelt;
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [nameOf(key), data.has(key) ? part : walk(part)]));
  };
  return walk(body);
}

function snake(key: string): string {
  return key.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
}
