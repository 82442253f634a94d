// Dates as the service writes them. Strict: 2026-02-30 is an error, never 2 March.
import { t } from './l10n.ts';

export interface CalendarTime {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM:SS`, when the text has a time. */
  readonly time?: string;
  /** The moment it names, in milliseconds, when the text has an offset. */
  readonly instant?: number;
}

const dateText = /^\d{4}-\d\d-\d\d$/;
const dateTimeText = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const isoText = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;

export function isDate(text: string): boolean {
  return dateText.test(text) && startsWithDay(text);
}

const longMonths = new Set([1, 3, 5, 7, 8, 10, 12]);

/** Whether the calendar has the day that the text begins with. */
function startsWithDay(text: string): boolean {
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = longMonths.has(month) ? 31 : month === 2 ? (isLeapYear ? 29 : 28) : 30;
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** `YYYY-MM-DD HH:MM:SS` and a day and time that exist. */
export function isDateTime(text: string): boolean {
  return dateTimeText.test(text) && startsWithDay(text) && isClock([text.slice(11, 13), text.slice(14, 16), text.slice(17)]);
}

/** A date, a datetime of the service, or ISO 8601; undefined when the text is none of them or names a day that does not exist. */
export function parseDate(text: string): CalendarTime | undefined {
  if (isDate(text)) return { date: text };
  if (isDateTime(text)) return { date: text.slice(0, 10), time: text.slice(11) };
  const [, date, hours, minutes, seconds = '00', offset] = isoText.exec(text) ?? [];
  if (date === undefined || !isDate(date) || !isClock([hours, minutes, seconds])) return undefined;
  const instant = offset === undefined ? undefined : Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  if (Number.isNaN(instant)) return undefined;
  return { date, time: `${hours}:${minutes}:${seconds}`, ...(instant === undefined ? {} : { instant }) };
}

function isClock([hours, minutes, seconds]: readonly (string | undefined)[]): boolean {
  return Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
}

/** The calendar day of a moment in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, instant: number): string {
  const second = Math.floor(instant / 1000);
  // Each request of many asks for the day that it is now.
  if (latestDay?.second !== second || latestDay.timeZone !== timeZone) {
    const { year, month, day } = partsIn(timeZone, instant);
    latestDay = { timeZone, second, day: `${year}-${month}-${day}` };
  }
  return latestDay.day;
}

let latestDay: { readonly timeZone: string; readonly second: number; readonly day: string } | undefined;

/** What a clock in a time zone shows at a moment, as `YYYY-MM-DD HH:MM:SS`. */
export function clockIn(timeZone: string, instant: number): string {
  const { year, month, day, hour, minute, second } = partsIn(timeZone, instant);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
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
  const key = `${timeZone} ${text}`;
  let moments = knownMoments.get(key);
  if (!moments) {
    if (knownMoments.size >= 1000) knownMoments.clear();
    knownMoments.set(key, (moments = findMoments(text, timeZone)));
  }
  return moments;
}

/** A clock is slow to ask, and the sale periods of an event share a few times. */
const knownMoments = new Map<string, readonly number[]>();

function findMoments(text: string, timeZone: string): number[] {
  if (!isDateTime(text)) return [];
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`);
  const day = 24 * 60 * 60 * 1000;
  const offsets = new Set([asUtc - day, asUtc, asUtc + day].map((instant) => offsetIn(timeZone, instant)));
  return [...offsets]
    .map((offset) => asUtc - offset)
    .filter((instant) => instant + offsetIn(timeZone, instant) === asUtc)
    .sort((a, b) => a - b);
}

/** Whether a date or datetime is one that clocks in `timeZone` jumped over; a day, or a time with an offset, never is. */
export function isSkipped(text: string, timeZone: string): boolean {
  const { date, time, instant } = parseDate(text) ?? {};
  return time !== undefined && instant === undefined && momentsOf(`${date} ${time}`, timeZone).length === 0;
}

function offsetIn(timeZone: string, instant: number): number {
  const { year, month, day, hour, minute, second } = partsIn(timeZone, instant);
  const wholeSeconds = Math.floor(instant / 1000) * 1000;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) - wholeSeconds;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function partsIn(timeZone: string, instant: number): Record<string, string> {
  let format = formats.get(timeZone);
  if (!format) {
    const two = '2-digit';
    const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const;
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      ...fields,
    });
    formats.set(timeZone, format);
  }
  return Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
}
