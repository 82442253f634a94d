// Whether an item that can still be read was removed, by what the read shows.
import { stringifyJson, type Dialect } from '../../client/index.ts';
import { aliases, fieldIn, isObject } from '../reading/fields.ts';

/** What is sent to remove an item; null: nothing. */
export type RemovalPayload = NonNullable<Dialect['removal']> | null;

const flags = aliases('archived isarchived removed isremoved deleted isdeleted');
const moments = aliases('archivedat removedat deletedat');
const states = aliases('status state situation');
const removedWords = new Set(['archived', 'removed', 'deleted', 'arquivado', 'removido', 'excluido', 'excluído']);

/** It says now that it is removed, or has what was sent to remove it, and did not before. */
export function showsRemoval(before: unknown, after: unknown, payload: RemovalPayload): boolean {
  return (saysRemoved(after) && !saysRemoved(before)) || (hasAll(after, payload) && !hasAll(before, payload));
}

function saysRemoved(value: unknown): boolean {
  const isFlagged = fieldIn(value, flags, (field) => (field === true || field === 1 ? true : undefined));
  const isDated = fieldIn(value, moments, (field) => (typeof field === 'string' && field !== '' ? true : undefined));
  const isNamed = fieldIn(value, states, (field) =>
    typeof field === 'string' && removedWords.has(field.trim().toLowerCase()) ? true : undefined,
  );
  return isFlagged ?? isDated ?? isNamed ?? false;
}

function hasAll(value: unknown, payload: RemovalPayload): boolean {
  const fields = Object.entries(payload ?? {});
  return (
    isObject(value) &&
    fields.length > 0 &&
    fields.every(([name, field]) => Object.hasOwn(value, name) && stringifyJson(value[name]) === stringifyJson(field))
  );
}
