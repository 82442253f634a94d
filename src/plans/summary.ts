// What differs or changes, in one sentence with a number for each kind of difference.
import { t } from '../client/l10n.ts';
import type { EventDifferences, FieldDifference } from './differences.ts';

/** The kinds, in the order in which they are said. */
const kinds = {
  newItems: (n: number, text: string) => (n === 1 ? t('1 item new') : t('{0} items new', text)),
  goneItems: (n: number, text: string) => (n === 1 ? t('1 item missing') : t('{0} items missing', text)),
  removedItems: (n: number, text: string) => (n === 1 ? t('1 item removed') : t('{0} items removed', text)),
  renamedItems: (n: number, text: string) => (n === 1 ? t('1 item renamed') : t('{0} items renamed', text)),
  regroupedItems: (n: number, text: string) => (n === 1 ? t('1 item in another group') : t('{0} items in another group', text)),
  prices: (n: number, text: string) => (n === 1 ? t('1 price changed') : t('{0} prices changed', text)),
  fees: (n: number, text: string) => (n === 1 ? t('1 fee changed') : t('{0} fees changed', text)),
  newPeriods: (n: number, text: string) => (n === 1 ? t('1 sale period new') : t('{0} sale periods new', text)),
  gonePeriods: (n: number, text: string) => (n === 1 ? t('1 sale period missing') : t('{0} sale periods missing', text)),
  movedPeriods: (n: number, text: string) => (n === 1 ? t('1 sale period moved') : t('{0} sale periods moved', text)),
  available: (n: number, text: string) =>
    n === 1 ? t('1 quantity for sale changed') : t('{0} quantities for sale changed', text),
  attributes: (n: number, text: string) => (n === 1 ? t('1 attribute changed') : t('{0} attributes changed', text)),
  otherFields: (n: number, text: string) =>
    n === 1 ? t('1 other field of an item changed') : t('{0} other fields of items changed', text),
  newPasskeys: (n: number, text: string) => (n === 1 ? t('1 passkey new') : t('{0} passkeys new', text)),
  gonePasskeys: (n: number, text: string) => (n === 1 ? t('1 passkey missing') : t('{0} passkeys missing', text)),
  removedPasskeys: (n: number, text: string) => (n === 1 ? t('1 passkey deleted') : t('{0} passkeys deleted', text)),
  changedPasskeys: (n: number, text: string) => (n === 1 ? t('1 passkey changed') : t('{0} passkeys changed', text)),
  ambiguous: (n: number, text: string) =>
    n === 1 ? t('1 record that may be any of several') : t('{0} records that may be any of several', text),
} as const;

type DifferenceKind = keyof typeof kinds;

/** What is counted of a record; `removed`: somebody ticked it. */
export interface CountedRecord {
  readonly kind: 'item' | 'passkey';
  readonly state: 'new' | 'changed' | 'same' | 'onlyThere' | 'ambiguous' | 'removed';
  readonly fields: readonly FieldDifference[];
  readonly kept?: readonly string[];
}

type Format = (count: number) => string;

/** How many differences there are of each kind, as texts in their order, and of all kinds. */
function countsOf(
  records: readonly CountedRecord[],
  format: Format,
): { readonly texts: readonly string[]; readonly total: number } {
  const counts = new Map<DifferenceKind, number>();
  for (const kind of records.flatMap(kindsOf)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const texts = (Object.keys(kinds) as DifferenceKind[]).flatMap((kind) => {
    const count = counts.get(kind);
    return count === undefined ? [] : [kinds[kind](count, format(count))];
  });
  return { texts, total: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

/** `3 items new, 2 prices changed, 1 sale period moved.`; what either side does not show is not held against the other, and is said. */
export function summaryOf(found: EventDifferences, format: Format = String): string {
  const records = [...found.items, ...found.passkeys];
  const { texts } = countsOf(records, format);
  const said = texts.length === 0 ? t('No difference was found.') : t('{0}.', texts.join(', '));
  const hidden = records.reduce((sum, { notCompared }) => sum + notCompared.length, 0);
  if (hidden === 0) return said;
  return hidden === 1
    ? t('{0} 1 field was not compared: it is not shown on both sides.', said)
    : t('{0} {1} fields were not compared: they are not shown on both sides.', said, format(hidden));
}

const changes: readonly CountedRecord['state'][] = ['new', 'changed', 'removed'];

/** What a plan changes: what is only there, or stays though the file does not have it, is no change. */
export function changesIn(
  records: readonly CountedRecord[],
  format: Format = String,
): { readonly text: string; readonly total: number } {
  const meant = records.filter(({ state }) => changes.includes(state)).map(({ kept: _kept, ...record }) => record);
  const { texts, total } = countsOf(meant, format);
  if (total === 0) return { text: t('No changes'), total };
  const text = total === 1 ? t('1 change: {0}', texts.join(', ')) : t('{0} changes: {1}', format(total), texts.join(', '));
  return { text, total };
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
    const period = /^salePeriods\.(.*)\.[^.]+$/s.exec(difference.field)?.[1];
    const key = period === undefined ? difference.field : `${kind} ${period}`;
    const isRepeated = seen.has(key) || (kind === 'available' && seen.has(`newPeriods ${period}`));
    seen.add(key);
    return isRepeated ? [] : [kind];
  });
}

function kindOfField({ field, before }: FieldDifference): DifferenceKind {
  if (field === 'price') return 'prices';
  if (field === 'feeSale' || field === 'feeProducer') return 'fees';
  if (field === 'name') return 'renamedItems';
  if (field === 'group') return 'regroupedItems';
  if (field.startsWith('attributes.')) return 'attributes';
  if (!field.startsWith('salePeriods.')) return 'otherFields';
  if (before === undefined) return 'newPeriods';
  return field.endsWith('.available') ? 'available' : 'movedPeriods';
}

/** Parts that are only there. */
function goneParts({ kept = [] }: CountedRecord): DifferenceKind[] {
  return kept.map((part) => {
    if (part.startsWith('salePeriods.')) return 'gonePeriods';
    return part.startsWith('attributes.') ? 'attributes' : 'prices';
  });
}
