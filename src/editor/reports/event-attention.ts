// What needs attention in an event and in those that are pinned: their items and passkeys are read, a few at a time, and looked at by the rules.
import { clockIn } from '../../client/dates.ts';
import { ApiError, centsOf, openedItems, type Row } from '../../client/index.ts';
import { Limiter } from '../../client/limiter.ts';
import type { AttentionRow } from '../../protocol/event.ts';
import type { Connection } from '../account/index.ts';
import type { EventResource, Resource } from '../platform/resources.ts';
import { messageOf } from '../platform/user-error.ts';
import { endsSoonAt, isAlmostSoldOut, isExpired, isHiddenOnSale, nextGap, type Sale } from '../reading/attention.ts';
import type { Tools } from '../reading/event-facts.ts';
import { aliases, textIn } from '../reading/fields.ts';
import { itemSale } from '../reading/item-facts.ts';
import { isCalledGroup, itemPaths, nestItems, parentsOf, type ItemBranch } from '../../records/item-groups.ts';
import { toItem, toPasskey } from '../reading/resources.ts';
import { endMoment, spanOf } from '../reading/sale-times.ts';

/** No more events are looked at, no more rows of a list, and no more is shown. */
export const attentionBounds = { events: 25, rows: 200, concerns: 200, atOnce: 4 };
/** More expired passkeys of an event are one row. */
const maxExpired = 3;

/** The first rows of a list; `isWhole`: it is known that these are all. */
export interface RowsRead {
  readonly rows: readonly Row[];
  readonly isWhole: boolean;
}

export interface Concern extends AttentionRow {
  /** What the row opens; of an event, its passkeys. */
  readonly resource: Resource;
}

interface Looked {
  readonly concerns: readonly Concern[];
  readonly notes: readonly string[];
}

type ReadRows = (event: EventResource, list: 'items' | 'passkeys') => Promise<RowsRead>;

/** `read` may know the rows of an event already. What is refused for want of a sign-in refuses all of it: one sign-in helps everywhere. */
export async function lookAtEvents(
  connection: Connection,
  own: EventResource,
  others: readonly EventResource[],
  read: ReadRows,
  tools: Tools,
  now: number,
): Promise<Looked> {
  const { t, formats } = tools;
  const { events, concerns: most, atOnce } = attentionBounds;
  const limiter = new Limiter(atOnce);
  const looked = [own, ...others.slice(0, events)];
  const tryRead = async (event: EventResource, list: 'items' | 'passkeys'): Promise<RowsRead | ApiError> => {
    try {
      return await limiter.run(() => read(event, list));
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'unauthorized') throw error;
      return error;
    }
  };
  // What is of the page's own event needs no name of it.
  const named = ({ id, label }: EventResource) => (id === own.id ? {} : { event: label });
  const look = async (event: EventResource): Promise<Looked[]> => {
    const [items, passkeys] = await Promise.all([tryRead(event, 'items'), tryRead(event, 'passkeys')]);
    const opened = passkeys instanceof ApiError ? undefined : openedByPasskeys(passkeys, tools);
    const said = (found: RowsRead | ApiError, concernsIn: (found: RowsRead) => Concern[], partial: (count: string) => string) => {
      if (found instanceof ApiError)
        return { concerns: [], notes: [t('{0} was not looked at: {1}', event.label, messageOf(found))] };
      const notes = found.isWhole ? [] : [partial(formats.count(found.rows.length))];
      return { concerns: concernsIn(found).map((each) => ({ ...each, ...named(event) })), notes };
    };
    return [
      said(
        items,
        (found) => itemConcerns(connection, found, opened, tools, now),
        (count) => t('Items of {0} that were looked at: {1}. There may be more.', event.label, count),
      ),
      said(
        passkeys,
        (found) => passkeyConcerns(connection, event, found, tools, now),
        (count) => t('Passkeys of {0} that were looked at: {1}. There may be more.', event.label, count),
      ),
    ];
  };
  const all = (await Promise.all(looked.map(look))).flat();
  const concerns = all.flatMap((each) => each.concerns);
  const bounds = [
    ...(others.length > events
      ? [t('Only the first {0} of the other pinned events were looked at.', formats.count(events))]
      : []),
    ...(concerns.length > most
      ? [t('Only the first {0} of {1} are shown.', formats.count(most), formats.count(concerns.length))]
      : []),
  ];
  // The same is said once of the items and the passkeys of an event.
  return { concerns: concerns.slice(0, most), notes: [...new Set([...bounds, ...all.flatMap(({ notes }) => notes)])] };
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
    const isSold = price !== undefined && (centsOf(price, formats.dialect.amounts?.items) ?? Number(price)) > 0;
    const isOpened = [id ?? '', parents.get(id ?? '') ?? ''].some((each) => opened?.has(each));
    return opened !== undefined && isSold && !isOpened;
  };
  const concern = (row: Row, what: string, detail: string): Concern => {
    const label = paths.get(row.id ?? '') ?? row.label;
    return { what, detail, label, resource: toItem(connection, row) };
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

const finishAliases = aliases('finish');

function passkeyConcerns(connection: Connection, event: EventResource, { rows }: RowsRead, tools: Tools, now: number): Concern[] {
  const { t, formats } = tools;
  const what = t('passkey expired');
  const endOf = ({ value }: Row) => endMoment(textIn(value, finishAliases), formats.timeZone);
  const expired = rows.filter((row) => row.id !== undefined && isExpired(endOf(row), now));
  if (expired.length > maxExpired) {
    const label = t('{0} passkeys', formats.count(expired.length));
    return [{ what, detail: '', label, resource: event }];
  }
  return expired.map((row) => {
    const detail = formats.dayOf(textIn(row.value, finishAliases) ?? '');
    return { what, detail, label: row.label, resource: toPasskey(connection, row, event.id) };
  });
}
