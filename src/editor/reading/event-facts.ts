// What a row says of an event and of its sessions.
import { sessionsOf, type Session } from '../../client/index.ts';
import { ownField } from '../../client/fields.ts';
import type { Formats, Translate } from './formats.ts';
import {
  arrayIn,
  asFlag,
  asLine,
  asObject,
  fieldIn,
  numberIn,
  objectIn,
  textIn,
  aliases,
  type Facts,
  type Badge,
} from './fields.ts';

const statusAliases = aliases('status state situation');
const saleAliases = aliases('saleenabled salesenabled onsale');
const venueAliases = aliases('venue place local location');
const cityAliases = aliases('city cidade town');
const nameAliases = aliases('name title nome');
const streetAliases = aliases('street address rua');
const stateAliases = aliases('state region uf');
const typeAliases = aliases('type category');
const linkAliases = aliases('link url slug target');

export interface Tools {
  readonly t: Translate;
  readonly formats: Formats;
}

export function eventFacts(value: unknown, { t, formats }: Tools): Facts {
  const sessions = sessionsOf(value, formats.dialect.clock);
  const venue = objectIn(value, venueAliases);
  const city = textIn(venue, cityAliases) ?? textIn(value, cityAliases);
  const { text: status, badge } = eventStatus(value, sessions, t);
  const when = formatDates(sessions, formats);
  const lines = () => {
    const kind = kindText(value);
    return [
      when && t('When: {0}', sessions.length > 1 ? t('{0} ({1} sessions)', when, sessions.length) : when),
      venue && t('Where: {0}', present([textIn(venue, nameAliases), city]).join(', ')),
      status && t('Status: {0}', status),
      kind && t('Kind: {0}', kind),
    ];
  };
  return { parts: present([when, city, status]), lines: () => present(lines()), badge };
}

/** Where an event takes place: the venue, its street, its city. */
export function venueText(value: unknown): string {
  const venue = objectIn(value, venueAliases);
  const city = textIn(venue, cityAliases) ?? textIn(value, cityAliases);
  const name = textIn(venue, nameAliases) ?? textIn(value, venueAliases);
  return present([name, textIn(venue, streetAliases), city, textIn(venue, stateAliases)]).join(', ');
}

export const kindText = (value: unknown) => textIn(value, typeAliases);

export function present(texts: readonly (string | null | undefined)[]): string[] {
  return texts.filter((text): text is string => Boolean(text));
}

const datesOf = (sessions: readonly Session[]) => sessions.flatMap(({ date }) => date ?? []).sort();

/** The days of an event, from the first to the last. */
export function formatDates(sessions: readonly Session[], formats: Formats): string | undefined {
  const dates = datesOf(sessions);
  const [first] = dates;
  return first === undefined ? undefined : formats.days(first, dates.at(-1) ?? first);
}

/** The first day of an event, for sorting. */
export const firstDay = (value: unknown) => datesOf(sessionsOf(value))[0];

export interface Status {
  readonly text: string | undefined;
  readonly badge?: Badge | undefined;
  /** Whether it can be bought, where that is what the status says. */
  readonly isOnSale?: boolean | undefined;
  /** Whether it is yet to begin, where that is what the status says. */
  readonly isAhead?: boolean | undefined;
}

export function eventStatus(value: unknown, sessions: readonly Session[], t: Translate): Status {
  const status = textIn(value, statusAliases);
  const onSale = fieldIn(value, saleAliases, asFlag);
  const every = (wanted: string) => sessions.length > 0 && sessions.every((session) => wordOf(session) === wanted);
  const kind = status?.toLowerCase();
  if (kind === 'draft') return { text: t('draft'), badge: 'draft' };
  if (kind === 'private') return { text: t('private'), badge: 'hidden' };
  if (kind === 'cancelled' || kind === 'canceled') return { text: t('cancelled'), badge: 'cancelled' };
  if (every('finished')) return { text: t('finished'), badge: 'over' };
  if (every('soldout')) return { text: t('sold out'), badge: 'soldOut' };
  if (onSale !== undefined) return { text: onSale ? t('on sale') : t('not on sale'), isOnSale: onSale };
  return { text: kind === 'published' ? undefined : status };
}

const wordOf = ({ status = '' }: Session) => status.toLowerCase().replaceAll(/[\s_-]/g, '');

export function sessionFacts(session: Session, { t }: Tools): Facts {
  const { text, badge } = sessionStatus(session, t);
  return { parts: present([text]), lines: () => present([text && t('Status: {0}', text)]), badge };
}

export function sessionStatus(session: Session, t: Translate): Status {
  const texts: Readonly<Record<string, Status>> = {
    available: { text: t('available'), isOnSale: true },
    notstarted: { text: t('sale not started'), isAhead: true },
    soldout: { text: t({ message: 'sold out', comment: 'for a session' }), badge: 'soldOut' },
    finished: { text: t({ message: 'finished', comment: 'for a session' }), badge: 'over' },
    unavailable: { text: t('unavailable'), badge: 'hidden' },
    cancelled: { text: t({ message: 'cancelled', comment: 'for a session' }), badge: 'cancelled' },
  };
  return ownField(texts, wordOf(session)) ?? { text: session.status };
}

/** When it is, and what it is called. */
export function sessionLabel({ date, time, id, name }: Session, { t, formats }: Tools): string {
  if (date !== undefined) return present([formats.weekday(date, time), name]).join(' · ');
  if (name !== undefined) return name;
  return id === undefined ? t('Session without a date') : t('Session {0}', id);
}

const capacityAliases = aliases('capacity maxcapacity totalcapacity lotacao capacidade');

/** How many can come to a session, where the service says so. */
export const capacityOf = ({ value }: Session) => numberIn(value, capacityAliases);

const ownSessionAliases = aliases('sessions eventdates sessiondates dates showtimes performances sessoes sessionids');
const oneSessionAliases = aliases('session sessionid eventdateid');

/** What the sessions are called that an item is for; undefined where its row does not say, which is not the same as none. */
export function sessionsOfItem(value: unknown, tools: Tools): string[] | undefined {
  const one = fieldIn(value, oneSessionAliases, (field) => asObject(field) ?? asLine(field));
  const list = arrayIn(value, ownSessionAliases) ?? (one === undefined ? undefined : [one]);
  return list?.flatMap((session) => {
    const [known] = sessionsOf({ sessions: [session] }, tools.formats.dialect.clock);
    const id = asLine(session);
    return known ? sessionLabel(known, tools) : id === undefined ? [] : tools.t('Session {0}', id);
  });
}

/** The service shows the list of its sessions, and it is empty; where it shows none, nothing is known of them. */
export const hasNoSession = (item: unknown) => arrayIn(item, ownSessionAliases)?.length === 0;

/** The event's own link or slug, as it stands. */
export const linkOf = (value: unknown) => textIn(value, linkAliases);
