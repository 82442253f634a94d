// What a person should notice of a plan before it is applied. None of it stops the plan.
import { isBeforeToday } from '../client/index.ts';
import type { PlanContext } from '../records/index.ts';
import type { EventDifferences, ItemDifference, PasskeyDifference, RecordDifference } from './differences.ts';
import { addressOf, type EventFile, type FilePeriod } from './event-file.ts';
import { momentIn } from './times.ts';

type WarningKind =
  | ('tenfold' | 'overlap' | 'gap' | 'startsBeforeToday' | 'passkeyStartsBeforeToday' | 'free' | 'feeStays' | 'opensNowhere')
  | ('otherId' | 'startLeftOut');

export interface PlanWarning {
  readonly kind: WarningKind;
  /** What a person calls the record. */
  readonly path: string;
  readonly place?: string | undefined;
  /** The lot that it overlaps, or after which a gap is left. */
  readonly other?: string;
  readonly field?: string;
  /** Amounts, as the file has them. */
  readonly before?: string;
  readonly after?: string;
}

export function warningsOf(wanted: EventFile, there: EventFile, found: EventDifferences, context: PlanContext): PlanWarning[] {
  const zone = context.dialect.clock ?? wanted.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isPast = (time: unknown) => typeof time === 'string' && isBeforeToday(time, zone, context.now);
  const { items, passkeys } = found;
  return [
    ...(found.isSameEvent ? [...items, ...passkeys].flatMap(idWarnings) : []),
    ...items.flatMap((difference) => ownWarnings(difference, isPast)),
    ...lotWarnings(found, zone),
    ...hiddenWarnings(items, there, wanted),
    ...passkeys.flatMap((difference) => passkeyWarnings(difference, isPast)),
    ...(context.dialect.put === undefined ? passkeys.flatMap((difference) => startWarnings(difference, isPast)) : []),
  ];
}

/** The id of the file is none of the event's: the record was found by its name. */
function idWarnings(difference: RecordDifference): PlanWarning[] {
  const { by, id, path, place } = difference;
  const given = difference.kind === 'item' ? difference.wanted?.item.id : difference.wanted?.id;
  if (by !== 'path' || given === undefined || id === undefined || id === String(given)) return [];
  return [{ kind: 'otherId', path, place, before: String(given), after: id }];
}

type IsPast = (time: unknown) => boolean;

function ownWarnings({ path, place, fields, there }: ItemDifference, isPast: IsPast): PlanWarning[] {
  const fee = there?.item.feeSale;
  const keepsFee = fee !== undefined && Number(fee) !== 0 && !fields.some(({ field }) => field === 'feeSale');
  return fields.flatMap(({ field, before, after }): PlanWarning[] => {
    const { section, name } = addressOf(field);
    const where = { path, place, field };
    const [former, next] = [Number(before), Number(after)];
    // A unit was mistaken more often than an amount was meant.
    const isTenfold = former > 0 && next > 0 && (next >= 10 * former || former >= 10 * next);
    if (section === 'value' && isTenfold) return [{ kind: 'tenfold', ...where, before: String(before), after: String(after) }];
    if (field === 'price' && (after === '0.00' || after === 0)) return [{ kind: 'free', ...where }];
    if (field === 'price' && keepsFee) return [{ kind: 'feeStays', ...where }];
    return section === 'salePeriods' && name === 'start' && isPast(after) ? [{ kind: 'startsBeforeToday', ...where }] : [];
  });
}

/** Those that are made with a limit, and those that are there, may not start before today: that stops the plan. */
function passkeyWarnings({ state, wanted, path, place }: PasskeyDifference, isPast: IsPast): PlanWarning[] {
  const isTold = state === 'new' && typeof wanted?.limit !== 'number' && isPast(wanted?.start);
  return isTold ? [{ kind: 'passkeyStartsBeforeToday', path, place, field: 'start' }] : [];
}

/** No update may carry a start that is past; what becomes of it is the service's own. */
function startWarnings({ state, fields, there, path, place }: PasskeyDifference, isPast: IsPast): PlanWarning[] {
  const names = fields.map(({ field }) => field);
  const isUpdate = state === 'changed' && names.some((name) => name !== 'items') && !names.includes('start');
  return isUpdate && isPast(there?.start)
    ? [{ kind: 'startLeftOut', path, place, field: 'start', before: String(there?.start) }]
    : [];
}

type Lot = ReturnType<typeof lotsOf>[number];

/** The lots of one group and one category of sale: only those beside something that the plan changes are named. */
function lotWarnings({ items, matches }: EventDifferences, zone: string): PlanWarning[] {
  const isLot = ({ state, wanted, there }: ItemDifference) => state !== 'ambiguous' && !(wanted ?? there)?.item.items;
  const groups = Map.groupBy(items.filter(isLot), ({ wanted, there }) => {
    const group = wanted?.parent;
    return group ? (matches.pairs.get(group)?.there ?? group) : there?.parent;
  });
  const isTouched = ({ state, fields }: ItemDifference) =>
    state === 'new' || fields.some(({ field }) => field.startsWith('salePeriods.'));
  const lists = [...groups].flatMap(([group, list]) =>
    group && list.some(isTouched) ? [...Map.groupBy(list.flatMap(lotsOf), ({ category }) => category).values()] : [],
  );
  return lists.flatMap((list) => (list.some((lot) => lot.isTouched) ? neighbours(list, zone) : []));
}

/** The sale periods of an item, as they will be: what the file does not say of one, or of which it says nothing, stays. */
function lotsOf(difference: ItemDifference) {
  const { state, wanted, there, fields } = difference;
  const all = [...(there?.item.salePeriods ?? []), ...(wanted?.item.salePeriods ?? [])];
  const periods = Map.groupBy(all, ({ appCategoryId }) => String(appCategoryId));
  return [...periods].map(([category, same]) => ({
    difference,
    category,
    period: Object.assign({}, ...same) as FilePeriod,
    isTouched: state === 'new' || fields.some(({ field }) => field.startsWith(`salePeriods.${category}.`)),
  }));
}

function neighbours(list: readonly Lot[], zone: string): PlanWarning[] {
  const lots = list.flatMap(({ period, ...lot }) => {
    const [start, finish] = [momentIn(period.start, zone), momentIn(period.finish, zone)];
    return start === undefined || finish === undefined ? [] : [{ ...lot, start, finish }];
  });
  lots.sort((one, other) => one.start - other.start || one.finish - other.finish);
  let [last] = lots;
  return lots.flatMap((lot): PlanWarning[] => {
    // A long lot may reach over several others.
    const before = last ?? lot;
    if (lot.finish > before.finish) last = lot;
    if (lot === before || (!lot.isTouched && !before.isTouched) || lot.start === before.finish) return [];
    const { path, place } = lot.difference;
    const kind = lot.start < before.finish ? 'overlap' : 'gap';
    return [{ kind, path, place, other: before.difference.path, field: `salePeriods.${lot.category}` }];
  });
}

/** Who could buy an item that is hidden and that no passkey opens? Nothing is said where not all passkeys are known. */
function hiddenWarnings(items: readonly ItemDifference[], there: EventFile, file: EventFile): PlanWarning[] {
  if (!there.passkeys || there.notKnown?.some((name) => name.startsWith('passkeys'))) return [];
  const isHidden = ({ state, wanted }: ItemDifference) =>
    (state === 'new' || state === 'changed') && wanted?.item.hidden === true && !wanted.item.items;
  const hidden = items.filter(isHidden);
  if (hidden.length === 0) return [];
  const refs = [...there.passkeys, ...(file.passkeys ?? [])].flatMap((passkey) => passkey.items ?? []);
  const opened = new Set(refs.flatMap((ref) => (typeof ref === 'string' ? [ref] : [ref.path ?? '', String(ref.id)])));
  return hidden.flatMap(({ there: held, path, place, id }): PlanWarning[] => {
    const isOpened = [path, held?.path, id].some((name) => name !== undefined && opened.has(name));
    return isOpened ? [] : [{ kind: 'opensNowhere', path, place }];
  });
}
