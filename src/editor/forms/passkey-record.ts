// A passkey as its form shows it, and back: only what was changed in the form is changed in the record.
import type { Difference, PasskeyFields } from '../../protocol/passkey.ts';
import { changedPasskeyFields, noFields } from '../../shared/record-fields.ts';
import { isFields, type Fields } from '../records/plan.ts';
import type { RecordCodec } from '../records/session.ts';
import { isSame, toWriteDayOrTime } from '../records/write-format.ts';
import { readOnlyPasskeyFields } from '../records/passkey-plan.ts';

export function passkeyCodec(timeZone: string | undefined): RecordCodec<PasskeyFields> {
  const decode = (record: Fields) => (Object.keys(record).length === 0 ? noFields : fieldsOf(record, timeZone));
  return { kind: 'passkey', decode, encode: (base, fields) => editedRecord(base, decode(base), fields) };
}

/** Where no zone is configured, a time is shown as the service's own clock shows it: that is what a typed one means, too. */
export function fieldsOf(record: Fields, timeZone: string | undefined): PasskeyFields {
  return {
    passkey: textOf(record.passkey),
    start: clockOf(record.start, timeZone, '00:00:00'),
    finish: clockOf(record.finish, timeZone, '23:59:59'),
    itemIds: idsOf(record.itemIds),
  };
}

/** A day without a time is the whole of it; what is no time is left to the person as empty. */
function clockOf(value: unknown, timeZone: string | undefined, ofWholeDay: string): string {
  const { value: text = '' } = { value: undefined, ...toWriteDayOrTime(value, { timeZone }) };
  return text.length === 10 ? `${text} ${ofWholeDay}` : text;
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((entry: unknown) => textOf(isFields(entry) ? entry.id : entry)).filter(Boolean) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

/** The record with what was changed in the form; all else stays as the service wrote it. */
export function editedRecord(base: Fields, before: PasskeyFields, after: PasskeyFields): Fields {
  const edited: Record<string, unknown> = { ...base };
  for (const key of changedPasskeyFields(before, after)) edited[key] = after[key] === '' && key !== 'passkey' ? null : after[key];
  return edited;
}

/** Every field that somebody else changed, beside what is typed here. */
export function differencesOf(base: Fields, remote: Fields, local: PasskeyFields, timeZone?: string): Difference[] {
  const keys = [...new Set([...Object.keys(base), ...Object.keys(remote)])];
  const changed = keys.filter((key) => !readOnlyPasskeyFields.includes(key) && !isSame(base[key], remote[key]));
  const [before, now] = [fieldsOf(base, timeZone), fieldsOf(remote, timeZone)];
  return changed.map((field) => ({
    field,
    base: shown(before, base, field),
    remote: shown(now, remote, field),
    local: Object.hasOwn(local, field) ? joined(local[field as keyof PasskeyFields]) : shown(before, base, field),
  }));
}

function shown(fields: PasskeyFields, record: Fields, field: string): string {
  if (Object.hasOwn(fields, field)) return joined(fields[field as keyof PasskeyFields]);
  const value = record[field];
  return isFields(value) || Array.isArray(value) ? JSON.stringify(value) : textOf(value);
}

function joined(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.toSorted().join(', ');
}
