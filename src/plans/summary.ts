// What differs, in one sentence with a number for each kind of difference.
import { t } from '../client/l10n.ts';
import type { EventDifferences, FieldDifference, RecordDifference } from './differences.ts';

/** The kinds, in the order in which they are said. */
const kinds = {
  newItems: (n: number) => (n === 1 ? t('1 item new') : t('{0} items new', n)),
  goneItems: (n: number) => (n === 1 ? t('1 item missing') : t('{0} items missing', n)),
  renamedItems: (n: number) => (n === 1 ? t('1 item renamed') : t('{0} items renamed', n)),
  regroupedItems: (n: number) => (n === 1 ? t('1 item in another group') : t('{0} items in another group', n)),
  prices: (n: number) => (n === 1 ? t('1 price changed') : t('{0} prices changed', n)),
  fees: (n: number) => (n === 1 ? t('1 fee changed') : t('{0} fees changed', n)),
  newPeriods: (n: number) => (n === 1 ? t('1 sale period new') : t('{0} sale periods new', n)),
  gonePeriods: (n: number) => (n === 1 ? t('1 sale period missing') : t('{0} sale periods missing', n)),
  movedPeriods: (n: number) => (n === 1 ? t('1 sale period moved') : t('{0} sale periods moved', n)),
  available: (n: number) => (n === 1 ? t('1 quantity for sale changed') : t('{0} quantities for sale changed', n)),
  attributes: (n: number) => (n === 1 ? t('1 attribute changed') : t('{0} attributes changed', n)),
  otherFields: (n: number) => (n === 1 ? t('1 other field of an item changed') : t('{0} other fields of items changed', n)),
  newPasskeys: (n: number) => (n === 1 ? t('1 passkey new') : t('{0} passkeys new', n)),
  gonePasskeys: (n: number) => (n === 1 ? t('1 passkey missing') : t('{0} passkeys missing', n)),
  changedPasskeys: (n: number) => (n === 1 ? t('1 passkey changed') : t('{0} passkeys changed', n)),
  ambiguous: (n: number) => (n === 1 ? t('1 record that may be any of several') : t('{0} records that may be any of several', n)),
} as const;

type DifferenceKind = keyof typeof kinds;

/** How many differences there are of each kind; a kind that there is none of is left out. */
function countsOf({ items, passkeys }: EventDifferences): ReadonlyMap<DifferenceKind, number> {
  const found = [...items, ...passkeys].flatMap(kindsOf);
  return new Map(kindNames.flatMap((kind) => countOf(found, kind)));
}

const kindNames = Object.keys(kinds) as readonly DifferenceKind[];

function countOf(found: readonly DifferenceKind[], kind: DifferenceKind): [DifferenceKind, number][] {
  const count = found.filter((one) => one === kind).length;
  return count === 0 ? [] : [[kind, count]];
}

/** `3 items new, 2 prices changed, 1 sale period moved.`; what either side does not show is not held against the other, and is said. */
export function summaryOf(found: EventDifferences): string {
  const counts = [...countsOf(found)].map(([kind, count]) => kinds[kind](count));
  const said = counts.length === 0 ? t('No difference was found.') : t('{0}.', counts.join(', '));
  const hidden = [...found.items, ...found.passkeys].reduce((sum, { notCompared }) => sum + notCompared.length, 0);
  if (hidden === 0) return said;
  return hidden === 1
    ? t('{0} 1 field was not compared: it is not shown on both sides.', said)
    : t('{0} {1} fields were not compared: they are not shown on both sides.', said, hidden);
}

function kindsOf(difference: RecordDifference): DifferenceKind[] {
  const isItem = difference.kind === 'item';
  switch (difference.state) {
    case 'same':
      return goneParts(difference);
    case 'new':
      return [isItem ? 'newItems' : 'newPasskeys'];
    case 'onlyThere':
      return [isItem ? 'goneItems' : 'gonePasskeys'];
    case 'ambiguous':
      return ['ambiguous'];
    case 'changed':
      return isItem ? [...changedParts(difference.fields), ...goneParts(difference)] : ['changedPasskeys'];
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
function goneParts({ kept }: RecordDifference): DifferenceKind[] {
  return kept.map((part) => {
    if (part.startsWith('salePeriods.')) return 'gonePeriods';
    return part.startsWith('attributes.') ? 'attributes' : 'prices';
  });
}
