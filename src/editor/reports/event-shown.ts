// An event, its items and its passkeys as the texts of a page. Pure.
import { labelOf, sessionsOf, type Row, type Session } from '../../client/index.ts';
import type { EventFigure, EventItem, EventPasskey, EventSession, EventShown, ShownValue } from '../../protocol/event.ts';
import {
  capacityOf,
  eventStatus,
  formatDates,
  kindText,
  linkOf,
  sessionLabel,
  sessionStatus,
  venueText,
  type Tools,
} from '../reading/event-facts.ts';
import { itemSale, itemStates, stateOf } from '../reading/item-facts.ts';
import { passkeyCells } from '../reading/passkey-facts.ts';
import { spanOf } from '../reading/sale-times.ts';
import { isCalledGroup, nestItems, type ItemBranch } from '../../records/item-groups.ts';

export function eventShown(value: unknown, id: string, tools: Tools): EventShown {
  const { t, formats } = tools;
  const sessions = sessionsOf(value, formats.dialect.clock);
  const facts = [
    { name: t('When'), text: formatDates(sessions, formats) ?? '' },
    { name: t('Where'), text: venueText(value) },
    { name: t('Type'), text: kindText(value) ?? '' },
    { name: t('Link'), text: linkOf(value) ?? '' },
    { name: t('ID'), text: id },
  ];
  return {
    title: labelOf(value),
    ...stateOf(eventStatus(value, sessions, t)),
    facts: facts.filter(({ text }) => text !== ''),
    sessions: eventSessions(sessions, tools),
  };
}

export function eventSessions(sessions: readonly Session[], tools: Tools): EventSession[] {
  return sessions.map((session) => {
    const capacity = capacityOf(session);
    return {
      id: session.id,
      label: sessionLabel(session, tools),
      ...stateOf(sessionStatus(session, tools.t)),
      ...(isYetToCome(session, tools) ? { isAhead: true as const } : {}),
      ...(capacity !== undefined && capacity > 0 ? { capacity } : {}),
    };
  });
}

/** Undated, it may have begun. */
export function isYetToCome({ date, time }: Pick<Session, 'date' | 'time'>, { formats }: Pick<Tools, 'formats'>): boolean {
  return date !== undefined && formats.isAhead(time === undefined ? date : `${date} ${time.length === 5 ? `${time}:00` : time}`);
}

/** Groups first, with their items below them; `textsOf` gives what the cells of a row have as it is typed. */
export function eventItems(
  rows: readonly Row[],
  tools: Tools,
  textsOf: (row: Row) => EventItem['texts'] = () => undefined,
): EventItem[] {
  const flat = (branch: ItemBranch, depth: number): EventItem[] => [
    { ...itemShown(branch, depth, tools), texts: textsOf(branch.row) },
    ...branch.inside.flatMap((inside) => flat(inside, depth + 1)),
  ];
  return nestItems(rows).flatMap((branch) => flat(branch, 0));
}

/** A group is sold by what is in it. */
function isGroup({ row, inside }: ItemBranch): boolean {
  return inside.length > 0 || isCalledGroup(row.value);
}

function itemShown(branch: ItemBranch, depth: number, tools: Tools): EventItem {
  const { id, label, value, problem } = branch.row;
  const { t, formats } = tools;
  const { price, left, quantity, periods, first, last, when, hasPeriods } = itemSale(value, tools);
  const hasNothing = problem !== undefined || isGroup(branch);
  const shown = (text: string | undefined): ShownValue => text ?? (hasNothing ? '' : { why: t('The service does not show it.') });
  const notSold = hasPeriods && periods.length === 0 ? '' : undefined;
  const day = (text: string | undefined) => (text === undefined ? notSold : formats.dayOf(text));
  return {
    id: problem === undefined ? id : undefined,
    label,
    depth,
    price: shown(price === undefined ? undefined : formats.amount(price, 'items')),
    // That of a group is no number of tickets.
    quantity: isGroup(branch) ? '' : shown(quantity === undefined ? undefined : formats.count(quantity)),
    available: shown(left === undefined ? notSold : formats.count(left)),
    start: shown(day(first)),
    finish: shown(day(last)),
    periodsText: when(),
    states: problem === undefined ? itemStates(value, isGroup(branch), tools) : [{ word: problem, tone: 'plain' }],
    periods: periods.map((period) => spanOf(period, formats.timeZone)).filter(({ from, to }) => (from ?? to) !== undefined),
  };
}

/** How many can still be sold, and beside it how many stand below that cannot: their sale has ended, or there is none. */
export function leftFigure(rows: readonly Row[], isWhole: boolean, tools: Tools): EventFigure {
  const { t, formats } = tools;
  const leaves = (branch: ItemBranch): ItemBranch[] => (isGroup(branch) ? branch.inside.flatMap(leaves) : [branch]);
  const sales = nestItems(rows)
    .flatMap(leaves)
    .map(({ row }) => itemSale(row.value, tools));
  const { sold = [], unsold = [] } = Object.groupBy(sales, ({ state, isArchived, hasPeriods, periods }) =>
    state === 'over' || isArchived || (hasPeriods && periods.length === 0) ? 'unsold' : 'sold',
  );
  const why = !isWhole
    ? t('Nothing shows that the items below are all of them.')
    : sold.some(({ left }) => left === undefined)
      ? t('The service does not show of every item how many are left.')
      : undefined;
  if (why !== undefined) return { value: { why }, note: '' };
  const rest = sumOfLeft(unsold);
  const note = rest === 0 ? t('for sale now or later') : t('for sale now or later; not for sale: {0}', formats.count(rest));
  return { value: formats.count(sumOfLeft(sold)), note };
}

function sumOfLeft(sales: readonly { readonly left: number | undefined }[]): number {
  return sales.reduce((sum, { left = 0 }) => sum + left, 0);
}

export function eventPasskeys(rows: readonly Row[], tools: Tools): EventPasskey[] {
  return rows.map(({ id, label, value, problem }) => {
    if (problem !== undefined) return { label, opens: '', used: '', until: '', state: { word: problem, tone: 'plain' as const } };
    const { t } = tools;
    const { opens, used, until, status } = passkeyCells(value, tools);
    const shown = (text: string | undefined): ShownValue => text ?? { why: t('The service does not show it.') };
    return { id, label, opens: shown(opens), used: shown(used), until: shown(until), ...stateOf(status) };
  });
}
