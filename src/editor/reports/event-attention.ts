// What needs attention in an event or in those that are pinned: their items and passkeys are read, a few at a time, and looked at by the rules.
import { clockIn } from '../../client/dates.ts';
import { ApiError, type Row } from '../../client/index.ts';
import { openedItems } from '../../records/index.ts';
import { Limiter } from '../../client/limiter.ts';
import type { AttentionRow } from '../../protocol/event.ts';
import type { Connection } from '../account/index.ts';
import type { EventResource, ItemResource, PasskeyResource, Resource } from '../platform/resources.ts';
import { messageOf } from '../platform/user-error.ts';
import { endsSoonAt, isAlmostSoldOut, isExpired, isHiddenOnSale, nextGap, type Sale } from '../reading/attention.ts';
import type { Tools } from '../reading/event-facts.ts';
import { itemSale } from '../reading/item-facts.ts';
import { passkeyFinish, passkeyState } from '../reading/passkey-facts.ts';
import { isCalledGroup, itemPaths, nestItems, parentsOf, type ItemBranch } from '../../records/item-groups.ts';
import { toItem, toPasskey } from '../reading/resources.ts';
import { endMoment, spanOf } from '../reading/sale-times.ts';

/** No more events are looked at, no more rows of a list, and no more is shown. */
export const attentionBounds = { events: 25, rows: 200, concerns: 200, atOnce: 4 };
/** More passkeys of an event of which the same is said are one row. */
const maxAlike = 3;

/** The first rows of a list; `isWhole`: it is known that these are all. */
export interface RowsRead {
  readonly rows: readonly Row[];
  readonly isWhole: boolean;
  /** The names of items of which nothing shows that they belong to the event. */
  readonly leftOut?: string;
}

export interface Concern extends AttentionRow {
  /** What the row opens; of an event, its passkeys. */
  readonly resource: Resource;
}

function keyed(resource: EventResource | ItemResource | PasskeyResource) {
  const { kind, id } = resource;
  const eventId = resource.kind === 'event' ? id : (resource.eventId ?? '');
  return { key: JSON.stringify([eventId, kind, id]), kind, resource };
}

interface Looked {
  readonly concerns: readonly Concern[];
  readonly notes: readonly string[];
  /** What could not be read. */
  readonly unread: readonly string[];
}

type List = 'items' | 'passkeys';
type ReadRows = (event: EventResource, list: List) => Promise<RowsRead>;

interface Unread {
  readonly event: EventResource;
  readonly lists: readonly List[];
  readonly error: Error;
}

/**
 * `isOwn`: it is the event of the page itself, which needs no name, and whose lists say themselves why they could not be read. Of others, what is
 * refused for want of a sign-in refuses all of it: one sign-in helps everywhere.
 */
export async function lookAtEvents(
  connection: Connection,
  events: readonly EventResource[],
  isOwn: boolean,
  read: ReadRows,
  tools: Tools,
  now: number,
): Promise<Looked> {
  const { t, formats } = tools;
  const { events: mostEvents, concerns: most, atOnce } = attentionBounds;
  const limiter = new Limiter(atOnce);
  const tryRead = async (event: EventResource, list: List): Promise<RowsRead | Error> => {
    try {
      return await limiter.run(() => read(event, list));
    } catch (error) {
      // The lists of the page's own event offer the sign-in themselves, also where the question for it was left.
      const isToldThere = isOwn && error instanceof Error;
      if (!isToldThere && (!(error instanceof ApiError) || error.kind === 'unauthorized')) throw error;
      return error;
    }
  };
  const look = async (event: EventResource) => {
    const [items, passkeys] = await Promise.all([tryRead(event, 'items'), tryRead(event, 'passkeys')]);
    const opened = passkeys instanceof Error ? undefined : openedByPasskeys(passkeys, tools);
    const concerns = [
      ...(items instanceof Error ? [] : itemConcerns(connection, items, opened, tools, now)),
      ...(passkeys instanceof Error ? [] : passkeyConcerns(connection, event, passkeys, tools, now)),
    ].map((each) => (isOwn ? each : { ...each, event: event.label }));
    const failed = (['items', 'passkeys'] as const).flatMap((list) => {
      const error = { items, passkeys }[list];
      return error instanceof Error ? [{ list, error }] : [];
    });
    const [first] = failed;
    const unread = first ? [{ event, lists: failed.map(({ list }) => list), error: first.error }] : [];
    return { concerns, notes: partialNotes(event, { items, passkeys }, tools, isOwn), unread };
  };
  const all = await Promise.all(events.slice(0, mostEvents).map(look));
  const concerns = all.flatMap((each) => each.concerns);
  const unread = all.flatMap((each) => each.unread);
  const bounds = [
    ...(events.length > mostEvents
      ? [t('Only the first {0} of the other pinned events were looked at.', formats.count(mostEvents))]
      : []),
    ...(concerns.length > most
      ? [t('Only the first {0} of {1} are shown.', formats.count(most), formats.count(concerns.length))]
      : []),
  ];
  return {
    concerns: concerns.slice(0, most),
    notes: [...bounds, ...all.flatMap(({ notes }) => notes)],
    unread: isOwn ? unread.map(({ lists }) => ownUnread(lists, t)) : othersUnread(unread, t),
  };
}

function partialNotes(
  { label }: EventResource,
  found: Readonly<Record<List, RowsRead | Error>>,
  { t, formats }: Tools,
  isOwn: boolean,
): string[] {
  const countOf = (list: RowsRead | Error) =>
    list instanceof Error || list.isWhole ? undefined : formats.count(list.rows.length);
  const [items, passkeys] = [countOf(found.items), countOf(found.passkeys)];
  return [
    ...(items === undefined ? [] : [t('Items of {0} that were looked at: {1}. There may be more.', label, items)]),
    ...(passkeys === undefined ? [] : [t('Passkeys of {0} that were looked at: {1}. There may be more.', label, passkeys)]),
    // The page of an event says it beside its items.
    ...(isOwn || found.items instanceof Error || found.items.leftOut === undefined
      ? []
      : [t('Left out, because nothing shows that they belong to {0}: {1}.', label, found.items.leftOut)]),
  ];
}

function ownUnread(lists: readonly List[], t: Tools['t']): string {
  if (lists.length > 1)
    return t('The items and the passkeys could not be read: whether something in them needs attention is not known.');
  return lists[0] === 'items'
    ? t('The items could not be read: whether one of them needs attention is not known.')
    : t('The passkeys could not be read: whether one of them needs attention is not known.');
}

/** The same reason is said once of all that it keeps from being read. */
function othersUnread(unread: readonly Unread[], t: Tools['t']): string[] {
  const nameOf = ({ event: { label }, lists }: Unread) =>
    lists.length > 1 ? label : lists[0] === 'items' ? t('items of {0}', label) : t('passkeys of {0}', label);
  const alike = Map.groupBy(unread, ({ error }) => (error instanceof ApiError ? error.kind : error.name));
  return [...alike.values()].map((each) =>
    t('Could not be read: {0}. {1}', each.map(nameOf).join(', '), each[0] ? messageOf(each[0].error) : ''),
  );
}

function saleOf(value: unknown, tools: Tools): Sale {
  const { left, quantity, periods, hasPeriods, isHidden, isArchived } = itemSale(value, tools);
  const spans = hasPeriods ? periods.map((period) => spanOf(period, tools.formats.timeZone)) : undefined;
  return { left, quantity, spans, isHidden, isArchived };
}

/** The items that passkeys open; undefined where one of them may open another. */
function openedByPasskeys({ rows, isWhole }: RowsRead, { formats }: Tools): ReadonlySet<string> | undefined {
  const opened = rows.map(({ value }) => openedItems(value, formats.dialect));
  const isKnown = isWhole && opened.every((ids) => ids !== undefined);
  return isKnown ? new Set(opened.flat()) : undefined;
}

/** `opened`: by passkeys, by which an item is hidden on purpose; what is hidden and free is given away. */
function itemConcerns(
  connection: Connection,
  { rows, isWhole }: RowsRead,
  opened: ReadonlySet<string> | undefined,
  tools: Tools,
  now: number,
): Concern[] {
  const { t, formats } = tools;
  const paths = itemPaths(rows);
  const parents = parentsOf(rows);
  const isForgotten = ({ id, value }: Row) => {
    const { price } = itemSale(value, tools);
    const isSold = price !== undefined && (formats.centsOf(price, 'items') ?? Number(price)) > 0;
    const isOpened = [id ?? '', parents.get(id ?? '') ?? ''].some((each) => opened?.has(each));
    return opened !== undefined && isSold && !isOpened;
  };
  const concern = (row: Row, what: string, detail: string): Concern => {
    const label = paths.get(row.id ?? '') ?? row.label;
    return { what, detail, label, ...keyed(toItem(connection, row)) };
  };
  const time = (moment: number) => formats.moment(clockIn(formats.timeZone, moment));
  const untilText = (value: unknown) => {
    const { last } = itemSale(value, tools);
    return last === undefined ? '' : t('until {0}', formats.moment(last));
  };
  const one = (row: Row): Concern[] => {
    const sale = saleOf(row.value, tools);
    const { left = 0, quantity } = sale;
    const stock = quantity
      ? t('{0} of {1} left', formats.count(left), formats.count(quantity))
      : t('{0} left', formats.count(left));
    const end = endsSoonAt(sale, now);
    return [
      ...(isAlmostSoldOut(sale, now) ? [concern(row, t('almost sold out'), stock)] : []),
      ...(end === undefined ? [] : [concern(row, t('sale ends soon'), t('until {0}', time(end)))]),
      ...(isHiddenOnSale(sale, now) && isForgotten(row) ? [concern(row, t('hidden but on sale'), untilText(row.value))] : []),
    ];
  };
  const gap = (lots: readonly Row[]): Concern[] => {
    const sales = lots.map((row) => ({ row, ...saleOf(row.value, tools) }));
    const found = nextGap(sales, now);
    const next = sales.find(({ spans }) => spans?.some(({ from }) => from === found?.to));
    return found && next ? [concern(next.row, t('gap between lots'), t('{0} to {1}', time(found.from), time(found.to)))] : [];
  };
  const isLot = ({ row, inside }: ItemBranch) =>
    row.id !== undefined && row.problem === undefined && inside.length === 0 && !isCalledGroup(row.value);
  const within = (branches: readonly ItemBranch[], isGroup: boolean): Concern[] => {
    const lots = branches.filter(isLot).map(({ row }) => row);
    // Beside each other without a group, they are not lots of one thing; one that was not read may be sold in between.
    const gaps = isGroup && isWhole ? gap(lots) : lots.flatMap((row) => gap(isGroup ? [] : [row]));
    return [...lots.flatMap(one), ...gaps, ...branches.flatMap(({ inside }) => within(inside, true))];
  };
  return within(nestItems(rows), false);
}

/** One that has expired is of no use whatever it opens. */
function passkeyConcerns(connection: Connection, event: EventResource, { rows }: RowsRead, tools: Tools, now: number): Concern[] {
  const { t, formats } = tools;
  const finishOf = ({ value }: Row) => passkeyFinish(value);
  const said = (concerned: readonly Row[], what: string, detailOf: (row: Row) => string): Concern[] => {
    if (concerned.length > maxAlike)
      return [{ what, detail: '', label: t('{0} passkeys', formats.count(concerned.length)), ...keyed(event) }];
    return concerned.map((row) => ({
      what,
      detail: detailOf(row),
      label: row.label,
      ...keyed(toPasskey(connection, row, event.id)),
    }));
  };
  const known = rows.filter(({ id }) => id !== undefined);
  const expired = known.filter((row) => isExpired(endMoment(finishOf(row), formats.timeZone), now));
  const isUseless = (row: Row) =>
    !expired.includes(row) &&
    openedItems(row.value, formats.dialect)?.length === 0 &&
    passkeyState(row.value, tools).badge !== 'cancelled';
  const until = (row: Row) => {
    const finish = finishOf(row);
    return finish === undefined ? '' : t('until {0}', formats.dayOf(finish));
  };
  return [
    ...said(expired, t('passkey expired'), (row) => formats.dayOf(finishOf(row) ?? '')),
    ...said(known.filter(isUseless), t('passkey opens nothing'), until),
  ];
}
