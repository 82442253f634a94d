// What a person should notice of a plan before it is applied. None of it stops the plan.
import { isBeforeToday, momentsOf, parseDate } from '../client/index.ts';
import type { PlanContext } from '../records/index.ts';
import type { EventDifferences, ItemDifference, PasskeyDifference, RecordDifference } from './differences.ts';
import { amountFields, type EventFile, type FilePeriod } from './event-file.ts';

type WarningKind =
  | ('tenfold' | 'overlap' | 'gap' | 'startsBeforeToday' | 'passkeyStartsBeforeToday' | 'free' | 'feeStays' | 'opensNowhere')
  | 'otherId';

export interface PlanWarning {
  readonly kind: WarningKind;
  /** What a person calls the record. */
  readonly path: string;
  readonly place?: string;
  /** The lot that it overlaps, or after which a gap is left. */
  readonly other?: string;
  readonly field?: string;
  /** Amounts, as the file has them. */
  readonly before?: string;
  readonly after?: string;
}

export function warningsOf(wanted: EventFile, there: EventFile, found: EventDifferences, context: PlanContext): PlanWarning[] {
  const zone = context.dialect.clock ?? wanted.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const changed = found.items.filter(({ state }) => state === 'new' || state === 'changed');
  return [
    ...(found.isSameEvent ? [...found.items, ...found.passkeys].flatMap(idWarnings) : []),
    ...changed.flatMap((difference) => ownWarnings(difference, zone, context.now)),
    ...lotWarnings(found, zone),
    ...hiddenWarnings(found.items, there, wanted),
    ...found.passkeys.flatMap((difference) => passkeyWarnings(difference, zone, context.now)),
  ];
}

/** The id of the file is none of the event's: the record was found by its name. */
function idWarnings(difference: RecordDifference): PlanWarning[] {
  const { by, id, path, place } = difference;
  const given = difference.kind === 'item' ? difference.wanted?.item.id : difference.wanted?.id;
  if (by !== 'path' || given === undefined || id === undefined || id === String(given)) return [];
  return [{ kind: 'otherId', path, ...(place === undefined ? {} : { place }), before: String(given), after: id }];
}

function ownWarnings(difference: ItemDifference, zone: string, now: number): PlanWarning[] {
  const { path, place, fields } = difference;
  const where = { path, ...(place === undefined ? {} : { place }) };
  const fee = difference.there?.item.feeSale;
  const keepsFee = fee !== undefined && Number(fee) !== 0 && !fields.some(({ field }) => field === 'feeSale');
  return fields.flatMap(({ field, before, after }): PlanWarning[] => {
    if (isTenfold(field, before, after))
      return [{ kind: 'tenfold', ...where, field, before: String(before), after: String(after) }];
    if (field === 'price' && (after === '0.00' || after === 0)) return [{ kind: 'free', ...where, field }];
    if (field === 'price' && keepsFee && after !== null) return [{ kind: 'feeStays', ...where, field }];
    const isStart = /^salePeriods\..*\.start$/s.test(field);
    return isStart && typeof after === 'string' && isBeforeToday(after, zone, now)
      ? [{ kind: 'startsBeforeToday', ...where, field }]
      : [];
  });
}

/** Ten times as much, or a tenth: a unit was mistaken more often than an amount was meant. */
function isTenfold(field: string, before: unknown, after: unknown): boolean {
  const [former, next] = [Number(before), Number(after)];
  return (
    (amountFields as readonly string[]).includes(field) && former > 0 && next > 0 && (next >= 10 * former || former >= 10 * next)
  );
}

/** Those that are made with a limit, and those that are there, may not start before today: that stops the plan. */
function passkeyWarnings({ state, wanted, path, place }: PasskeyDifference, zone: string, now: number): PlanWarning[] {
  const { start, limit } = wanted ?? {};
  const isTold = state === 'new' && typeof limit !== 'number' && typeof start === 'string' && isBeforeToday(start, zone, now);
  return isTold ? [{ kind: 'passkeyStartsBeforeToday', path, ...(place === undefined ? {} : { place }), field: 'start' }] : [];
}

interface Lot {
  readonly difference: ItemDifference;
  readonly start: number;
  readonly finish: number;
}

/** The lots of one group and one category of sale, as they will be: only those beside something that the plan changes are named. */
function lotWarnings({ items, matches }: EventDifferences, zone: string): PlanWarning[] {
  const lots = items.filter(({ state, wanted, there }) => state !== 'ambiguous' && !(wanted ?? there)?.item.items);
  const groups = Map.groupBy(lots, ({ wanted, there }) => {
    const group = wanted?.parent;
    return group ? (matches.pairs.get(group)?.there ?? group) : (there?.parent ?? undefined);
  });
  return [...groups].flatMap(([group, list]) => {
    if (group === undefined || !list.some((one) => isTouched(one))) return [];
    const categories = new Set(list.flatMap((one) => periodsOf(one).map(({ appCategoryId }) => String(appCategoryId))));
    const touched = [...categories].filter((category) => list.some((one) => isTouched(one, category)));
    return touched.flatMap((category) => neighbours(list, category, zone));
  });
}

/** Whether any of its sale periods changes, or that of a category. */
function isTouched({ state, fields }: ItemDifference, category?: string): boolean {
  const start = category === undefined ? 'salePeriods.' : `salePeriods.${category}.`;
  return state === 'new' || fields.some(({ field }) => field.startsWith(start));
}

/** As they will be: what the file does not say of a period, or of which it says nothing, stays. */
function periodsOf({ wanted, there }: ItemDifference): readonly FilePeriod[] {
  const category = ({ appCategoryId }: FilePeriod) => String(appCategoryId);
  const periods = new Map((there?.item.salePeriods ?? []).map((period) => [category(period), period]));
  for (const period of wanted?.item.salePeriods ?? [])
    periods.set(category(period), { ...periods.get(category(period)), ...period });
  return [...periods.values()];
}

function neighbours(list: readonly ItemDifference[], category: string, zone: string): PlanWarning[] {
  const lots = list.flatMap((difference): Lot[] => {
    const period = periodsOf(difference).find(({ appCategoryId }) => String(appCategoryId) === category);
    const [start, finish] = [momentOf(period?.start, zone), momentOf(period?.finish, zone)];
    return start === undefined || finish === undefined ? [] : [{ difference, start, finish }];
  });
  lots.sort((one, other) => one.start - other.start || one.finish - other.finish);
  let last = lots[0];
  return lots.slice(1).flatMap((lot): PlanWarning[] => {
    // A long lot may reach over several others.
    const before = last as Lot;
    if (lot.finish > before.finish) last = lot;
    if (!isTouched(lot.difference, category) && !isTouched(before.difference, category)) return [];
    if (lot.start === before.finish) return [];
    const { path, place } = lot.difference;
    const kind = lot.start < before.finish ? 'overlap' : 'gap';
    return [
      { kind, path, ...(place === undefined ? {} : { place }), other: before.difference.path, field: `salePeriods.${category}` },
    ];
  });
}

function momentOf(time: string | undefined, zone: string): number | undefined {
  const parsed = time === undefined ? undefined : parseDate(time);
  if (!parsed) return undefined;
  return parsed.instant ?? momentsOf(`${parsed.date} ${parsed.time ?? '00:00:00'}`, zone)[0];
}

/** Who could buy an item that is hidden and that no passkey opens? Nothing is said where not all passkeys are known. */
function hiddenWarnings(items: readonly ItemDifference[], there: EventFile, file: EventFile): PlanWarning[] {
  const isKnown = there.passkeys !== undefined && there.notKnown?.some((name) => name.startsWith('passkeys')) !== true;
  if (!isKnown) return [];
  const isMeant = ({ state, wanted }: ItemDifference) =>
    (state === 'new' || state === 'changed') && wanted?.item.hidden === true && !wanted.item.items;
  const meant = items.filter(isMeant);
  if (meant.length === 0) return [];
  const refs = [...(there.passkeys ?? []), ...(file.passkeys ?? [])].flatMap((passkey) => passkey.items ?? []);
  const opened = new Set(refs.flatMap((ref) => (typeof ref === 'string' ? [ref] : [ref.path ?? '', String(ref.id)])));
  return meant.flatMap(({ there: held, path, place, id }): PlanWarning[] => {
    const isOpened = [path, held?.path, id].some((name) => name !== undefined && opened.has(name));
    return isOpened ? [] : [{ kind: 'opensNowhere', path, ...(place === undefined ? {} : { place }) }];
  });
}
