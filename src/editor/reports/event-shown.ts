// An event, its items and its passkeys as the texts of a page. Pure.
import { momentsOf, parseDate, labelOf, sessionsOf, type Row, type Session } from '../../client/index.ts';
import type { EventItem, EventRecord, EventShown } from '../../protocol/event.ts';
import {
  eventStatus,
  formatDates,
  kindText,
  linkOf,
  sessionFacts,
  sessionLabel,
  venueText,
  type Tools,
} from '../reading/event-facts.ts';
import { itemSale, type Period } from '../reading/item-facts.ts';
import { passkeyFacts } from '../reading/passkey-facts.ts';
import { isObject } from '../reading/fields.ts';
import { isCalledGroup, nestItems, type ItemBranch } from '../reading/item-groups.ts';

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
    status: eventStatus(value, sessions, t).text,
    facts: facts.filter(({ text }) => text !== ''),
    sessions: eventSessions(sessions, tools),
  };
}

export function eventSessions(sessions: readonly Session[], tools: Tools): EventRecord[] {
  return sessions.map((session) => ({
    id: session.id,
    label: sessionLabel(session, tools),
    text: sessionFacts(session, tools).parts.join(' · '),
  }));
}

/** Groups first, with their items below them. */
export function eventItems(rows: readonly Row[], tools: Tools): EventItem[] {
  const flat = (branch: ItemBranch, depth: number): EventItem[] => [
    itemShown(branch, depth, tools),
    ...branch.inside.flatMap((inside) => flat(inside, depth + 1)),
  ];
  return nestItems(rows).flatMap((branch) => flat(branch, 0));
}

function itemShown({ row, inside }: ItemBranch, depth: number, tools: Tools): EventItem {
  const { id, label, value, problem } = row;
  const { price, left, periods, days, when, notes } = itemSale(value, tools);
  const { t, formats } = tools;
  // A group has neither; of any other item, what is not found is not known.
  const isItem = problem === undefined && isObject(value) && inside.length === 0 && !isCalledGroup(value);
  const unseen = (name: string) => (isItem && value[name] === undefined ? t('not known') : '');
  return {
    id: problem === undefined ? id : undefined,
    label,
    depth,
    price: price === undefined ? unseen('value') : formats.amount(price, 'items'),
    available: left === undefined ? '' : formats.count(left),
    sale: days || unseen('salePeriods'),
    periodsText: when,
    notes: problem === undefined ? [...notes] : [problem],
    periods: periods.flatMap((period) => spanOf(period, formats.timeZone)),
  };
}

/** The moments between which an item is sold; an end that cannot be read is none. */
function spanOf({ start, finish }: Period, timeZone: string): { from?: number; to?: number }[] {
  const from = start === undefined ? undefined : momentOf(start, '00:00:00', timeZone);
  const to = finish === undefined ? undefined : momentOf(finish, '23:59:59', timeZone);
  if (from === undefined && to === undefined) return [];
  return [{ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
}

function momentOf(text: string, time: string, timeZone: string): number | undefined {
  const parsed = parseDate(text);
  if (!parsed) return undefined;
  const clock = `${parsed.date} ${parsed.time ?? time}`;
  return parsed.instant ?? momentsOf(clock, timeZone)[0] ?? Date.parse(`${clock.replace(' ', 'T')}Z`);
}

export function eventPasskeys(rows: readonly Row[], tools: Tools): EventRecord[] {
  return rows.map(({ id, label, value, problem }) => ({
    id: problem === undefined ? id : undefined,
    label,
    text: problem ?? passkeyFacts(value, tools).parts.join(' · '),
  }));
}
