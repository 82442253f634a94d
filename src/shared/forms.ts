// What the smaller forms check while somebody types, by the rules by which the client sends it.
import * as v from 'valibot';
import { namedFilter, passkeyBatchPayload, taxQuery } from '../client/schemas.ts';
import type { ExportFields } from '../protocol/export.ts';
import type { PasskeyFields } from '../protocol/passkey.ts';
import { wholeNumber } from './text.ts';

export function isTaxField(name: keyof typeof taxQuery.entries, value: unknown): boolean {
  return v.is(taxQuery.entries[name], value);
}

export function isLimit(text: string): boolean {
  return text.trim() === '' || v.is(passkeyBatchPayload.entries.limit.wrapped, wholeNumber(text));
}

export function isFilter(filter: ExportFields['filters'][number]): boolean {
  return v.is(namedFilter, filter);
}

/** What is sent of what was typed: the filters of the chosen type only. */
export function exportPayloadOf({ type: chosen, format: written, filters, status }: ExportFields): {
  type: ExportFields['type'];
  format: ExportFields['format'];
  filters: ({ name: string; value: string } | { status: string })[];
} {
  const named = filters.filter(({ name, value }) => name !== '' || value !== '');
  const ofType = { transactions: [], guestlist: named, passkey: status === '' ? [] : [{ status }] };
  return { type: chosen, format: written, filters: ofType[chosen] };
}

export const noFields: PasskeyFields = { passkey: '', start: '', finish: '', itemIds: [] };

/** The fields in which they differ; the order of items does not count. */
export function changedPasskeyFields(one: PasskeyFields, other: PasskeyFields): (keyof PasskeyFields)[] {
  const asText = (fields: PasskeyFields, key: keyof PasskeyFields) =>
    key === 'itemIds' ? [...new Set(fields.itemIds)].sort().join() : fields[key];
  return (['passkey', 'start', 'finish', 'itemIds'] as const).filter((key) => asText(one, key) !== asText(other, key));
}
