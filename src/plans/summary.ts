// What differs or changes, in one sentence with a number for each kind of difference.
import { l10nKey, t } from '../client/l10n.ts';
import type { RecordKind } from '../records/index.ts';
import type { EventDifferences, FieldDifference, RecordDifference } from './differences.ts';
import { addressOf } from './event-file.ts';

/** The kinds in the order in which they are said, of one and of many. */
const kinds = {
  newItems: [l10nKey('1 item new'), l10nKey('{0} items new')],
  goneItems: [l10nKey('1 item missing'), l10nKey('{0} items missing')],
  removedItems: [l10nKey('1 item removed'), l10nKey('{0} items removed')],
  renamedItems: [l10nKey('1 item renamed'), l10nKey('{0} items renamed')],
  regroupedItems: [l10nKey('1 item in another group'), l10nKey('{0} items in another group')],
  prices: [l10nKey('1 price changed'), l10nKey('{0} prices changed')],
  fees: [l10nKey('1 fee changed'), l10nKey('{0} fees changed')],
  newPeriods: [l10nKey('1 sale period new'), l10nKey('{0} sale periods new')],
  gonePeriods: [l10nKey('1 sale period missing'), l10nKey('{0} sale periods missing')],
  movedPeriods: [l10nKey('1 sale period moved'), l10nKey('{0} sale periods moved')],
  available: [l10nKey('1 quantity for sale changed'), l10nKey('{0} quantities for sale changed')],
  attributes: [l10nKey('1 attribute changed'), l10nKey('{0} attributes changed')],
  otherFields: [l10nKey('1 other field of an item changed'), l10nKey('{0} other fields of items changed')],
  newPasskeys: [l10nKey('1 passkey new'), l10nKey('{0} passkeys new')],
  gonePasskeys: [l10nKey('1 passkey missing'), l10nKey('{0} passkeys missing')],
  removedPasskeys: [l10nKey('1 passkey deleted'), l10nKey('{0} passkeys deleted')],
  changedPasskeys: [l10nKey('1 passkey changed'), l10nKey('{0} passkeys changed')],
  ambiguous: [l10nKey('1 record that may be any of several'), l10nKey('{0} records that may be any of several')],
} as const;

type DifferenceKind = keyof typeof kinds;

/** What is counted of a record; `removed`: somebody ticked it. */
export interface CountedRecord {
  readonly kind: RecordKind;
  readonly state: RecordDifference['state'] | 'removed';
  readonly fields: readonly FieldDifference[];
  readonly kept?: readonly string[];
}

type Format = (count: number) => string;

/** What is said of each kind, in their order. */
function countsOf(records: readonly CountedRecord[], format: Format) {
  const found = records.flatMap(kindsOf);
  const texts = (Object.keys(kinds) as DifferenceKind[]).flatMap((kind) => {
    const count = found.filter((one) => one === kind).length;
    const [one, many] = kinds[kind];
    return count === 0 ? [] : [count === 1 ? t(one) : t(many, format(count))];
  });
  return { texts: texts.join(', '), total: found.length };
}

/** `3 items new, 2 prices changed, 1 sale period moved.`; what either side does not show is not held against the other, and is said. */
export function summaryOf(found: EventDifferences, format: Format = String): string {
  const records = [...found.items, ...found.passkeys];
  const { texts } = countsOf(records, format);
  const said = texts === '' ? t('No difference was found.') : t('{0}.', texts);
  const hidden = records.reduce((sum, { notCompared }) => sum + notCompared.length, 0);
  if (hidden === 0) return said;
  return hidden === 1
    ? t('{0} 1 field was not compared: it is not shown on both sides.', said)
    : t('{0} {1} fields were not compared: they are not shown on both sides.', said, format(hidden));
}

/** What a plan changes: what is only there, or stays though the file does not have it, is no change. */
export function changesIn(records: readonly CountedRecord[], format: Format = String) {
  const meant = records.filter(({ state }) => state === 'new' || state === 'changed' || state === 'removed');
  const { texts, total } = countsOf(
    meant.map((record) => ({ ...record, kept: [] })),
    format,
  );
  if (total === 0) return { text: t('No changes'), total };
  return { text: total === 1 ? t('1 change: {0}', texts) : t('{0} changes: {1}', format(total), texts), total };
}

function kindsOf(record: CountedRecord): DifferenceKind[] {
  const isItem = record.kind === 'item';
  switch (record.state) {
    case 'same':
      return goneParts(record);
    case 'new':
      return [isItem ? 'newItems' : 'newPasskeys'];
    case 'onlyThere':
      return [isItem ? 'goneItems' : 'gonePasskeys'];
    case 'removed':
      return [isItem ? 'removedItems' : 'removedPasskeys'];
    case 'ambiguous':
      return ['ambiguous'];
    case 'changed':
      return isItem ? [...changedParts(record.fields), ...goneParts(record)] : ['changedPasskeys'];
  }
}

/** A sale period counts once, whatever of its times has changed. */
function changedParts(fields: readonly FieldDifference[]): DifferenceKind[] {
  const seen = new Set<string>();
  return fields.flatMap((difference): DifferenceKind[] => {
    const kind = kindOfField(difference);
    const { section, key, name } = addressOf(difference.field);
    const own = section === 'salePeriods' ? `${kind} ${key}` : `${section} ${key} ${name}`;
    const isRepeated = seen.has(own) || (kind === 'available' && seen.has(`newPeriods ${key}`));
    seen.add(own);
    return isRepeated ? [] : [kind];
  });
}

function kindOfField({ field, before }: FieldDifference): DifferenceKind {
  const { section, name } = addressOf(field);
  if (section === 'value') return name === 'price' ? 'prices' : 'fees';
  if (section === 'attributes') return 'attributes';
  if (section === 'salePeriods' && before === undefined) return 'newPeriods';
  if (section === 'salePeriods') return name === 'available' ? 'available' : 'movedPeriods';
  if (name === 'name') return 'renamedItems';
  return name === 'parent' ? 'regroupedItems' : 'otherFields';
}

/** Parts that are only there. */
function goneParts({ kept = [] }: CountedRecord): DifferenceKind[] {
  return kept.map((part) => {
    const { section } = addressOf(part);
    if (section === 'salePeriods') return 'gonePeriods';
    return section === 'attributes' ? 'attributes' : 'prices';
  });
}
