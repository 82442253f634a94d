// A number of a cell as text: its digits, or what its format shows of it.
import { withoutTail } from '../client/tails.ts';

/** What a number format does to a number, as far as a list of codes needs it. */
export type NumberFormat =
  | { readonly kind: 'plain' }
  /** `elapsed`: hours may be more than a day has. */
  | { readonly kind: 'date'; readonly elapsed: boolean }
  /** Places for digits, which are zeros where the number has none, and what stands between them. */
  | { readonly kind: 'zeros'; readonly pieces: readonly (string | typeof digitPlace)[] };

const digitPlace = null;

export const plain: NumberFormat = { kind: 'plain' };

/** Those that every workbook has without saying so: dates of all countries, and times that go on counting. */
export function builtInFormat(id: number): NumberFormat {
  if (id === 46) return { kind: 'date', elapsed: true };
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  return isDate ? { kind: 'date', elapsed: false } : plain;
}

const longestCode = 1000;
/** A quoted text, a character that stands for itself or only takes room, a bracket, or any other character. */
const formatToken = /"([^"]*)"?|\\(.)|_.|\*.|\[([^\]]*)\]?|([^])/g;

/** By the first section of its code, which is the one for numbers above zero. */
export function formatOf(code: string): NumberFormat {
  if (code.length > longestCode || /^general$/i.test(code.trim())) return plain;
  const pieces: (string | typeof digitPlace)[] = [];
  let [isDate, elapsed, isZeros] = [false, false, true];
  for (const [token, quoted, escaped, bracket, single] of code.matchAll(formatToken)) {
    if (single === ';') break;
    if (bracket !== undefined) {
      elapsed ||= /^(?:h+|m+|s+)$/i.test(bracket);
      // A section that is meant for some numbers only.
      isZeros &&= !/^[<>=]/.test(bracket);
    } else if (single === undefined) pieces.push(quoted ?? escaped ?? (token.startsWith('_') ? ' ' : ''));
    else if (single === '0') pieces.push(digitPlace);
    else if (/[dmyhs]/i.test(single)) isDate = true;
    else if (/[-+ ()/:]/.test(single)) pieces.push(single);
    else isZeros = false;
  }
  if (isDate || elapsed) return { kind: 'date', elapsed };
  return isZeros && placesIn(pieces) > 1 ? { kind: 'zeros', pieces } : plain;
}

function placesIn(pieces: readonly (string | typeof digitPlace)[]): number {
  return pieces.filter((piece) => piece === digitPlace).length;
}

interface NumberText {
  readonly text: string;
  /** Whether Excel, which keeps 15 digits, may have lost some. */
  readonly lostDigits: boolean;
}

const keptDigits = 15;
const longestExponent = 400;
/** The longest that a program writes is far shorter. */
const longestNumber = 1000;

/** All digits that the file has, without an exponent. Undefined: it is no number. */
export function decimalText(source: string): NumberText | undefined {
  if (source.length > longestNumber) return undefined;
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(source);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? [];
  if (!match || whole + fraction === '' || Math.abs(Number(exponent)) > longestExponent) return undefined;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const left =
    digits
      .slice(0, Math.max(0, point))
      .padEnd(point, '0')
      .replace(/^0+(?=.)/, '') || '0';
  const right = (point < 0 ? '0'.repeat(-point) : '') + digits.slice(Math.max(0, point));
  const tail = withoutTail(right, /0/);
  const text = (sign === '-' ? '-' : '') + left + (tail === '' ? '' : `.${tail}`);
  if (tail === '') return { text, lostDigits: left.length > keptDigits };
  if ((left + tail).replace(/^0+/, '').length <= keptDigits) return { text, lostDigits: false };
  // Excel writes 1.1 as 1.1000000000000001: the same number, so that the short one is meant.
  const short = Number(text).toPrecision(keptDigits);
  const isSame = Number(short) === Number(text) && !short.includes('e');
  return isSame ? { text: decimalText(short)?.text ?? text, lostDigits: false } : { text, lostDigits: true };
}

/** What a format of zeros shows; undefined when it shows the number as it is. */
export function zerosShown(text: string, format: NumberFormat): string | undefined {
  if (format.kind !== 'zeros' || !/^\d+$/.test(text)) return undefined;
  const places = placesIn(format.pieces);
  const digits = text.padStart(places, '0');
  let next = digits.length - places;
  let isFirst = true;
  const shown = format.pieces.map((piece) => {
    if (piece !== digitPlace) return piece;
    const start = isFirst ? 0 : next;
    isFirst = false;
    return digits.slice(start, ++next);
  });
  const all = shown.join('').trim();
  return all === text ? undefined : all;
}

const dayMilliseconds = 86_400_000;
/** 9999-12-31. */
const lastDay = 2_958_465;
const days1904 = 1462;

/** The date, the time or both, as ISO 8601 writes them. Undefined: no day has this number. */
export function dateText(source: string, format: NumberFormat, has1904Dates: boolean): string | undefined {
  const value = Number(source);
  if (source === '' || !Number.isFinite(value) || value < 0) return undefined;
  if (format.kind === 'date' && format.elapsed)
    return value > lastDay ? undefined : timeText(Math.round(value * dayMilliseconds));
  const milliseconds = Math.round((value % 1) * dayMilliseconds);
  const isNextDay = milliseconds === dayMilliseconds;
  const day = Math.floor(value) + (isNextDay ? 1 : 0);
  const time = timeText(isNextDay ? 0 : milliseconds);
  const serial = day + (has1904Dates ? days1904 : 0);
  if (serial > lastDay) return undefined;
  // Without a day it is a time; the calendar of 1904 begins with a day 0.
  if (day === 0 && (milliseconds > 0 || !has1904Dates)) return time;
  return milliseconds === 0 || isNextDay ? dayText(serial) : `${dayText(serial)}T${time}`;
}

/** Excel counts a 29 February 1900, which never was. */
function dayText(serial: number): string {
  if (serial === 60) return '1900-02-29';
  const days = serial > 60 ? serial - 1 : serial;
  return new Date(Date.UTC(1899, 11, 31) + days * dayMilliseconds).toISOString().slice(0, 10);
}

function timeText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = milliseconds % 1000;
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return rest === 0 ? text : `${text}.${String(rest).padStart(3, '0')}`;
}
