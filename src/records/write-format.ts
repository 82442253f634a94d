// Reads and writes differ: a read shows amounts in the service's unit, true or false, and times of any kind; a write sends cents, a whole
// number and YYYY-MM-DD HH:MM:SS. What a person edits looks like a read, so it is converted here, by what is known of the service.
import { centsOf, clockIn, isDateTime, parseDate, stringifyJson, type AmountUnit } from '../client/index.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import { centsOf as typedCents } from '../shared/text.ts';

/** `unit` and `clock`: it cannot be converted before somebody says what the service means. */
export type WriteRule = 'cents' | 'count' | 'time' | 'dayOrTime' | 'unit' | 'clock';
export type Converted<T> = { readonly value: T; readonly rule?: undefined } | { readonly rule: WriteRule };

/** An amount in the unit of writes, as a form has it. */
export interface Cents {
  readonly cents: number;
}

/** An amount as it was typed beside one whose unit is not known. */
export interface TypedAmount {
  readonly typed: string;
}

/** An amount as it is read, or as a form has it, in cents. */
export function toCents(amount: unknown, unit: AmountUnit | 'number' | undefined): Converted<number> {
  if (isCents(amount)) return { value: amount.cents };
  if (isTyped(amount)) return typedToCents(amount.typed, unit);
  const cents = centsOf(amount, unit);
  if (cents !== undefined) return { value: cents };
  const isAmount = typeof amount === 'number' || (typeof amount === 'string' && /^-?[\d.,\s]+$/.test(amount));
  return { rule: unit === undefined && isAmount ? 'unit' : 'cents' };
}

/** With decimals it is money in any case; a whole number is meant like the one that it replaces. */
function typedToCents(text: string, unit: AmountUnit | 'number' | undefined): Converted<number> {
  const isMoney = /[.,]\d{1,2}$/.test(text.trim());
  const cents = isMoney || unit === 'text' || unit === 'decimals' ? typedCents(text) : centsOf(text, unit);
  if (cents !== undefined) return { value: cents };
  return { rule: unit === undefined && typedCents(text) !== undefined ? 'unit' : 'cents' };
}

export function isCents(amount: unknown): amount is Cents {
  return typeof amount === 'object' && amount !== null && 'cents' in amount && Number.isSafeInteger(amount.cents);
}

export function isTyped(amount: unknown): amount is TypedAmount {
  return typeof amount === 'object' && amount !== null && 'typed' in amount && typeof amount.typed === 'string';
}

/** How many there are; a read may say only whether there are any, which cannot be written. */
export function toCount(available: unknown): Converted<number> {
  return typeof available === 'number' && Number.isSafeInteger(available) ? { value: available } : { rule: 'count' };
}

/** A moment as the service's clock shows it; without a zone a time that names its own offset cannot be written. */
export function toWriteTime(text: unknown, clock: string | undefined): Converted<string> {
  const time = typeof text === 'string' ? parseDate(text) : undefined;
  if (time?.time === undefined) return { rule: 'time' };
  if (time.instant === undefined || isDateTime(text as string)) return { value: `${time.date} ${time.time}` };
  return clock === undefined ? { rule: 'clock' } : { value: clockIn(clock, time.instant) };
}

/** A day stays a day; a moment becomes the service's clock. */
export function toWriteDayOrTime(text: unknown, clock: string | undefined): Converted<string> {
  const parsed = typeof text === 'string' ? parseDate(text) : undefined;
  if (!parsed) return { rule: 'dayOrTime' };
  return parsed.time === undefined ? { value: parsed.date } : toWriteTime(text, clock);
}

/** Whether a text is a moment in a form that only reads have. */
export function isReadTime(value: unknown): value is string {
  return typeof value === 'string' && value.includes('T') && parseDate(value)?.time !== undefined;
}

/** A time as a form shows it: by the service's clock, or, where that is not known, by the offset that the time itself has. */
export function shownTime(text: unknown, clock: string | undefined): string | undefined {
  const { value } = { value: undefined, ...toWriteDayOrTime(text, clock) };
  if (value !== undefined || typeof text !== 'string') return value;
  const time = parseDate(text);
  return time && `${time.date} ${time.time}`;
}

/** What was typed where a time was shown, as that time was meant. */
export function asShown(typed: string, shown: unknown, clock: string | undefined): string {
  const offset = clock === undefined && typeof shown === 'string' ? /(?:Z|[+-]\d\d:?\d\d)$/.exec(shown)?.[0] : undefined;
  return offset !== undefined && isReadTime(shown) && isDateTime(typed) ? `${typed.replace(' ', 'T')}${offset}` : typed;
}

/** Whether two values are the same JSON, whatever the order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((part, index) => isSame(part, other[index]));
  if (isObject(one) && isObject(other)) return hasSameFields(one, other);
  if ([one, other].some((value) => typeof value === 'string' || (typeof value === 'object' && value !== null))) return false;
  // A number may be the same as a bigint, and undefined is the same as null.
  return stringifyJson(one ?? null) === stringifyJson(other ?? null);
}

/** JSON leaves out a field that is undefined. */
function hasSameFields(one: JsonObject, other: JsonObject): boolean {
  const given = (fields: JsonObject) => Object.keys(fields).filter((key) => fields[key] !== undefined);
  const keys = given(one);
  const isThere = (key: string) => Object.hasOwn(other, key) && other[key] !== undefined;
  return keys.length === given(other).length && keys.every((key) => isThere(key) && isSame(one[key], other[key]));
}
