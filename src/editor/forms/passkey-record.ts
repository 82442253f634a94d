// A passkey as its form shows it, and back: only what was changed in the form is changed in the record.
import { readPasskey, type Dialect } from '../../client/index.ts';
import type { Difference, PasskeyFields } from '../../protocol/passkey.ts';
import { changedPasskeyFields, noFields } from '../../shared/record-fields.ts';
import { isFields, type Fields } from '../../records/plan.ts';
import type { RecordCodec } from '../records/session.ts';
import { asShown, isSame, shownTime } from '../../records/write-format.ts';
import { readOnlyPasskeyFields } from '../../records/passkey-plan.ts';

/** A form has the record under the document's names, whatever the service calls them. */
export function passkeyCodec(dialect: () => Dialect): RecordCodec<PasskeyFields> {
  const decode = (record: Fields) => (Object.keys(record).length === 0 ? noFields : fieldsOf(record, dialect()));
  return {
    kind: 'passkey',
    decode,
    encode: (base, fields) => editedRecord(base, decode(base), fields, dialect()),
    align: (record) => readPasskey(record, dialect()).fields,
  };
}

/** Where no zone is known, a time is shown by the offset that it has itself: that is what a typed one means, too. */
export function fieldsOf(record: Fields, dialect: Dialect): PasskeyFields {
  const { passkey, start, finish, itemIds } = readPasskey(record, dialect).fields;
  return {
    passkey: textOf(passkey),
    // A day stays a day; what is no time is left to the person as empty.
    start: shownTime(start, dialect.clock) ?? '',
    finish: shownTime(finish, dialect.clock) ?? '',
    itemIds: Array.isArray(itemIds) ? itemIds.map(textOf) : [],
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

/**
 * The record with what was changed in the form; all else stays as the service wrote it.
 * @internal a form is applied without a session
 */
export function editedRecord(base: Fields, before: PasskeyFields, after: PasskeyFields, dialect: Dialect): Fields {
  const { fields } = readPasskey(base, dialect);
  const edited: Record<string, unknown> = { ...fields };
  for (const key of changedPasskeyFields(before, after)) {
    const typed = after[key];
    if (key === 'start' || key === 'finish') edited[key] = typed === '' ? null : asShown(after[key], fields[key], dialect.clock);
    else edited[key] = typed;
  }
  return edited;
}

/** Every field that somebody else changed, beside what is typed here. */
export function differencesOf(one: Fields, other: Fields, local: PasskeyFields, dialect: Dialect): Difference[] {
  const [base, remote] = [readPasskey(one, dialect).fields, readPasskey(other, dialect).fields];
  const keys = [...new Set([...Object.keys(base), ...Object.keys(remote)])];
  const changed = keys.filter((key) => !readOnlyPasskeyFields.includes(key) && !isSame(base[key], remote[key]));
  const [before, now] = [fieldsOf(base, dialect), fieldsOf(remote, dialect)];
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
