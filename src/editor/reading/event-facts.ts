// What a row says of an event and of its sessions.
import { sessionsOf, type Session } from '../../client/index.ts';
import type { Formats, Translate } from './formats.ts';
import { asFlag, asObject, asText, fieldsReader, isObject, objectIn, textIn, words, type Facts, type Mark } from './fields.ts';

const statusWords = words('status state situation');
const saleWords = words('saleenabled salesenabled onsale');
const venueWords = words('venue place local location');
const cityWords = words('city cidade town');
const nameWords = words('name title nome');
const streetWords = words('street address rua');
const stateWords = words('state region uf');
const typeWords = words('type category');
const linkWords = words('link url slug target');

export interface Tools {
  readonly t: Translate;
  readonly formats: Formats;
}

const readFields = fieldsReader({
  status: { words: statusWords, read: asText },
  onSale: { words: saleWords, read: asFlag },
  venue: { words: venueWords, read: asObject },
  city: { words: cityWords, read: asText },
});
const fieldsOf = (value: unknown) => readFields(isObject(value) ? [value] : []);

export function eventFacts(value: unknown, { t, formats }: Tools): Facts {
  const sessions = sessionsOf(value);
  const fields = fieldsOf(value);
  const { venue } = fields;
  const city = textIn(venue, cityWords) ?? fields.city;
  const { text: status, mark } = statusText(fields, sessions, t);
  const dates = sessions.flatMap(({ date }) => date ?? []).sort();
  const when = formatDates(dates, formats);
  const lines = () => [
    when && t('When: {0}', sessions.length > 1 ? t('{0} ({1} sessions)', when, sessions.length) : when),
    venue && t('Where: {0}', [textIn(venue, nameWords), city].filter(Boolean).join(', ')),
    status && t('Status: {0}', status),
    textIn(value, typeWords) && t('Kind: {0}', textIn(value, typeWords) ?? ''),
  ];
  return { parts: present([when, city, status]), lines: () => present(lines()), mark };
}

/** Where an event takes place: the venue, its street, its city. */
export function venueText(value: unknown): string {
  const venue = objectIn(value, venueWords);
  const city = textIn(venue, cityWords) ?? textIn(value, cityWords);
  const name = textIn(venue, nameWords) ?? textIn(value, venueWords);
  return present([name, textIn(venue, streetWords), city, textIn(venue, stateWords)]).join(', ');
}

export function kindText(value: unknown): string | undefined {
  return textIn(value, typeWords);
}

export function present(texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text): text is string => text !== undefined && text !== '');
}

/** The days of an event, from the first to the last. */
export function formatDates(dates: readonly string[], formats: Formats): string | undefined {
  const [first] = dates;
  return first === undefined ? undefined : formats.days(first, dates.at(-1) ?? first);
}

/** The first day of an event, for sorting. */
export function firstDay(value: unknown): string | undefined {
  return sessionsOf(value)
    .flatMap(({ date }) => date ?? [])
    .sort()[0];
}

interface Status {
  readonly text: string | undefined;
  readonly mark?: Mark | undefined;
}

export function eventStatus(value: unknown, sessions: readonly Session[], t: Translate): Status {
  return statusText(fieldsOf(value), sessions, t);
}

function statusText({ status, onSale }: ReturnType<typeof fieldsOf>, sessions: readonly Session[], t: Translate): Status {
  const every = (wanted: SessionStatus) => sessions.length > 0 && sessions.every((session) => statusOf(session) === wanted);
  const kind = status?.toLowerCase();
  if (kind === 'draft') return { text: t('draft'), mark: 'draft' };
  if (kind === 'private') return { text: t('private'), mark: 'hidden' };
  if (kind === 'cancelled' || kind === 'canceled') return { text: t('cancelled'), mark: 'cancelled' };
  if (every('finished')) return { text: t('finished'), mark: 'over' };
  if (every('soldout')) return { text: t('sold out'), mark: 'soldOut' };
  if (onSale !== undefined) return { text: onSale ? t('on sale') : t('not on sale') };
  return { text: kind === 'published' ? undefined : status };
}

type SessionStatus = 'available' | 'notstarted' | 'soldout' | 'finished' | 'unavailable' | 'cancelled' | undefined;

function statusOf({ status }: Pick<Session, 'status'>): SessionStatus {
  const word = status?.toLowerCase().replaceAll(/[\s_-]/g, '');
  const known = ['available', 'notstarted', 'soldout', 'finished', 'unavailable', 'cancelled'] as const;
  return known.find((name) => name === word);
}

export function sessionFacts(session: Session, { t }: Tools): Facts {
  const texts: Record<Exclude<SessionStatus, undefined>, Status> = {
    available: { text: t('available') },
    notstarted: { text: t('sale not started') },
    soldout: { text: t({ message: 'sold out', comment: 'for a session' }), mark: 'soldOut' },
    finished: { text: t({ message: 'finished', comment: 'for a session' }), mark: 'over' },
    unavailable: { text: t('unavailable'), mark: 'hidden' },
    cancelled: { text: t({ message: 'cancelled', comment: 'for a session' }), mark: 'cancelled' },
  };
  const known = statusOf(session);
  const { text, mark } = known === undefined ? { text: session.status, mark: undefined } : texts[known];
  return { parts: present([text]), lines: () => present([text && t('Status: {0}', text)]), mark };
}

export function sessionLabel({ date, time, id }: Session, { t, formats }: Tools): string {
  if (date !== undefined) return formats.weekday(date, time);
  return id === undefined ? t('Session without a date') : t('Session {0}', id);
}

/** The event's own link or slug, as it stands. */
export function linkOf(value: unknown): string | undefined {
  return textIn(value, linkWords);
}
