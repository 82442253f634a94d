// A passkey as its form shows it, and back as edits: only what was changed in the form is changed in the record.
import { ownField } from '../../client/fields.ts';
import type { Difference, PasskeyFields } from '../../protocol/passkey.ts';
import {
  fieldPath,
  ownChanges,
  textOf,
  valueOf,
  withEdits,
  type Edit,
  type FormatContext,
  type Passkey,
  type RecordModel,
} from '../../records/index.ts';
import { changedPasskeyFields } from '../../shared/record-fields.ts';
import type { RecordCodec } from '../records/session.ts';

export function passkeyCodec(): RecordCodec<PasskeyFields> {
  const decode = (record: RecordModel) => fieldsOf(record as Passkey);
  return {
    kind: 'passkey',
    decode,
    encode: (base, fields) => withEdits(base, editsOf(decode(base), fields), formatOf(base)),
  };
}

/** A passkey has no amounts: its texts are the same in every language. */
function formatOf({ dialect }: RecordModel): FormatContext {
  return { dialect, language: 'en' };
}

/** Where no zone is known, a time is shown by the offset that it has itself: that is what a typed one means, too. */
export function fieldsOf(record: Passkey): PasskeyFields {
  const format = formatOf(record);
  return {
    passkey: textOf('text', valueOf(record, 'data', 'passkey'), format),
    start: textOf('dayOrMoment', valueOf(record, 'data', 'start'), format),
    finish: textOf('dayOrMoment', valueOf(record, 'data', 'finish'), format),
    itemIds: (valueOf(record, 'itemIds', 'itemIds')?.known ?? []).map(String),
  };
}

/** @internal edits are made without a session */
export function editsOf(before: PasskeyFields, after: PasskeyFields): Edit[] {
  return changedPasskeyFields(before, after).map((name) =>
    name === 'itemIds'
      ? { section: 'itemIds', key: '', name, value: after.itemIds }
      : { section: 'data', key: '', name, text: after[name] },
  );
}

/** Every field that somebody else changed, beside what is typed here. */
export function differencesOf(base: Passkey, remote: Passkey, local: PasskeyFields): Difference[] {
  const [before, now] = [fieldsOf(base), fieldsOf(remote)];
  return ownChanges(base, remote).flatMap(({ section, key, fields, others, before: one, after: other }) =>
    [...(section === 'itemIds' ? ['itemIds'] : fields), ...others].map((name): Difference => {
      const isTyped = Object.hasOwn(before, name);
      const typed = (form: PasskeyFields) => joined(form[name as keyof PasskeyFields]);
      const shown = (part: typeof one) => plain(ownField(part?.fields, name)?.raw ?? ownField(part?.other, name));
      return {
        field: fieldPath('passkey', section, key, name),
        base: isTyped ? typed(before) : shown(one),
        remote: isTyped ? typed(now) : shown(other),
        local: isTyped ? typed(local) : shown(one),
      };
    }),
  );
}

function plain(value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

function joined(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.toSorted().join(', ');
}
