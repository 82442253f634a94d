// Codes as the rows of a table: the code first, then whatever else the service says of it.
import type { Row } from '../../client/index.ts';
import { fieldOf } from '../reading/resources.ts';

/** Plain fields only: a cell has room for a text. */
export function codeColumns(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const { value } of rows)
    if (typeof value === 'object' && value !== null)
      for (const [name, field] of Object.entries(value)) if (isPlain(field)) names.add(name);
  names.delete('code');
  return ['code', ...names];
}

export function* codeRows(rows: readonly Row[], columns: readonly string[]): Generator<string[]> {
  for (const { value, label } of rows)
    yield columns.map((name) => (name === 'code' ? (fieldOf(value, name) ?? label) : cellOf(value, name)));
}

function cellOf(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
  const field = (value as Record<string, unknown>)[name];
  return isPlain(field) && field !== null ? String(field) : '';
}

function isPlain(field: unknown): field is string | number | bigint | boolean | null {
  return field === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof field);
}
