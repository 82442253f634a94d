// Reads and writes differ: a read shows decimals, true or false, and ISO 8601 with an offset; a write sends cents, a whole number and
// YYYY-MM-DD HH:MM:SS. What a person edits looks like a read, so it is converted here.
import { dayIn, isDateTime, parseDate, stringifyJson } from '../../client/index.ts';

export type WriteRule = 'cents' | 'count' | 'time' | 'dayOrTime';
export type Converted<T> = { readonly value: T; readonly rule?: undefined } | { readonly rule: WriteRule };

/** An amount in the unit of writes, as a form has it. */
export interface Cents {
  readonly cents: number;
}

/** An amount as it is read, 120.5 or "120.50", or as a form has it, in cents. */
export function toCents(amount: unknown): Converted<number> {
  if (isCents(amount)) return { value: amount.cents };
  // The shortest text of a number is what a person wrote: 0.1 + 0.2 has too many decimals to be an amount.
  const text = typeof amount === 'number' ? String(amount) : amount;
  const [, sign, whole, fraction = ''] = typeof text === 'string' ? (/^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? []) : [];
  if (whole === undefined) return { rule: 'cents' };
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return { value: sign === '-' && cents !== 0 ? -cents : cents };
}

function isCents(amount: unknown): amount is Cents {
  return typeof amount === 'object' && amount !== null && 'cents' in amount && Number.isSafeInteger(amount.cents);
}

/** How many there are; a read may say only whether there are any, which cannot be written. */
export function toCount(available: unknown): Converted<number> {
  return typeof available === 'number' && Number.isSafeInteger(available) ? { value: available } : { rule: 'count' };
}

export interface TimeContext {
  /** The zone that the environment's times are meant in, when it is known. */
  readonly timeZone?: string | undefined;
  /** A time that the service showed: its offset is the one that the service's clock has. */
  readonly shown?: string | undefined;
}

/** A moment as the service's clock shows it. */
export function toWriteTime(text: unknown, context: TimeContext): Converted<string> {
  const time = typeof text === 'string' ? parseDate(text) : undefined;
  if (time?.time === undefined) return { rule: 'time' };
  if (time.instant === undefined || isDateTime(text as string)) return { value: `${time.date} ${time.time}` };
  return { value: clockAt(time.instant, text as string, context) };
}

/** A day stays a day; a moment becomes the service's clock. */
export function toWriteDayOrTime(text: unknown, context: TimeContext): Converted<string> {
  const parsed = typeof text === 'string' ? parseDate(text) : undefined;
  if (!parsed) return { rule: 'dayOrTime' };
  return parsed.time === undefined ? { value: parsed.date } : toWriteTime(text, context);
}

/** Whether a text is a moment in a form that only reads have. */
export function isReadTime(value: unknown): value is string {
  return typeof value === 'string' && value.includes('T') && parseDate(value)?.time !== undefined;
}

function clockAt(instant: number, text: string, { timeZone, shown }: TimeContext): string {
  if (timeZone !== undefined) return clockIn(timeZone, instant);
  const offset = offsetOf(shown ?? '') ?? offsetOf(text) ?? 0;
  return new Date(instant + offset * 60_000).toISOString().slice(0, 19).replace('T', ' ');
}

function clockIn(timeZone: string, instant: number): string {
  const time = new Date(instant).toLocaleTimeString('en-GB', { timeZone, hourCycle: 'h23' });
  return `${dayIn(timeZone, instant)} ${time}`;
}

/** The minutes that a clock with this offset is ahead of UTC. */
function offsetOf(text: string): number | undefined {
  if (/T.*Z$/i.test(text)) return 0;
  const [, sign, hours, minutes] = /T.*([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
  return sign === undefined ? undefined : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Whether two values are the same JSON, whatever the order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return stringifyJson(sorted(value) ?? null);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
      .map(([key, part]) => [key, sorted(part)]),
  );
}
