// Dates as the service writes them. Strict: 2026-02-30 is an error, never 2 March.
import { t } from './l10n.ts';
import { remembering } from './remembering.ts';

export interface CalendarTime {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM:SS`, when the text has a time. */
  readonly time?: string;
  /** The moment it names, in milliseconds, when the text has an offset. */
  readonly instant?: number;
}

const dateText = /^(?!0000)\d{4}-\d\d-\d\d$/;
const dateTimeText = /^\d{4}-\d\d-\d\d (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const isoText = /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;

export function isDate(text: string): boolean {
  // 30 February is read as 2 March.
  return dateText.test(text) && new Date(text).getUTCDate() === Number(text.slice(8));
}

/** `YYYY-MM-DD HH:MM:SS` and a day and time that exist. */
export function isDateTime(text: string): boolean {
  return dateTimeText.test(text) && isDate(text.slice(0, 10));
}

/** A date, a datetime of the service, or ISO 8601; undefined when the text is none of them or names a day that does not exist. */
export function parseDate(text: string): CalendarTime | undefined {
  if (isDate(text)) return { date: text };
  if (isDateTime(text)) return { date: text.slice(0, 10), time: text.slice(11) };
  const [, date, time, seconds = '00', offset] = isoText.exec(text) ?? [];
  if (date === undefined || !isDate(date)) return undefined;
  const instant = offset === undefined ? undefined : Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  if (Number.isNaN(instant)) return undefined;
  return { date, time: `${time}:${seconds}`, ...(instant === undefined ? {} : { instant }) };
}

const two = '2-digit';
const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two, hourCycle: 'h23' } as const;
const clocks = remembering((timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, ...parts }));

/** What a clock in a time zone shows at a moment, as `YYYY-MM-DD HH:MM:SS`. */
export function clockIn(timeZone: string, instant: number): string {
  const shown = clocks(timeZone).formatToParts(instant);
  const { year, month, day, hour, minute, second } = Object.fromEntries(shown.map(({ type, value }) => [type, value]));
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** The calendar day of a moment in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, instant: number): string {
  return clockIn(timeZone, instant).slice(0, 10);
}

/** Where each day ends last: what is past there is past everywhere. */
export const lastZone = 'Etc/GMT+12';

/** The time zone by which an input is refused: that of the service's clock; where it is not known, one that refuses nothing on a guess. */
export function judgingZone(clock: string | undefined): string {
  return clock ?? lastZone;
}

/** How a person is told of today by that clock. */
export function todayIn(timeZone: string): string {
  return timeZone === lastZone ? t('today, anywhere in the world') : t('today in {0}', timeZone);
}

/** Whether a date or datetime lies before today, where today is the current day in `timeZone`. */
export function isBeforeToday(text: string, timeZone: string, now: number): boolean {
  const parsed = parseDate(text);
  if (!parsed) return false;
  const day = parsed.instant === undefined ? parsed.date : dayIn(timeZone, parsed.instant);
  return day < dayIn(timeZone, now);
}

/**
 * The moments that a clock in `timeZone` shows as `YYYY-MM-DD HH:MM:SS`: one as a rule, none when the clock jumped over it, two when it
 * was set back.
 */
export function momentsOf(text: string, timeZone: string): readonly number[] {
  return momentsIn(timeZone)(text);
}

/** A clock is slow to ask, and the sale periods of an event share a few times. */
const momentsIn = remembering((timeZone) => remembering((text) => findMoments(text, timeZone)));

function findMoments(text: string, timeZone: string): readonly number[] {
  if (!isDateTime(text)) return [];
  const asUtc = utc(text);
  const day = 24 * 60 * 60 * 1000;
  const offsets = new Set([asUtc - day, asUtc, asUtc + day].map((instant) => offsetIn(timeZone, instant)));
  return [...offsets]
    .map((offset) => asUtc - offset)
    .filter((instant) => instant + offsetIn(timeZone, instant) === asUtc)
    .sort((a, b) => a - b);
}

function offsetIn(timeZone: string, instant: number): number {
  return utc(clockIn(timeZone, instant)) - instant;
}

function utc(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`);
}

/** Whether a date or datetime is one that clocks in `timeZone` jumped over; a day, or a time with an offset, never is. */
export function isSkipped(text: string, timeZone: string): boolean {
  const { date, time, instant } = parseDate(text) ?? {};
  return time !== undefined && instant === undefined && momentsOf(`${date} ${time}`, timeZone).length === 0;
}
