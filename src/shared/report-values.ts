// How a value of a report is written for a person: the same in the page and in the files.
import type { Section, Value, ValueKind } from '../protocol/report.ts';
import { moneyText } from './text.ts';

export interface Writing {
  readonly currency: string;
  readonly language: string;
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Made once: a table may have thousands of cells. */
function numberFormat(language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, options);
  numberFormats.set(key, format);
  return format;
}

const timeFormats = new Map<string, Intl.DateTimeFormat>();

function timeFormat(language: string, hasTime: boolean): Intl.DateTimeFormat {
  const key = `${language} ${hasTime}`;
  const day = { timeZone: 'UTC', day: 'numeric', month: 'short', weekday: 'short' } as const;
  const format = timeFormats.get(key) ?? new Intl.DateTimeFormat(language, hasTime ? { ...day, ...hoursOf(language) } : day);
  timeFormats.set(key, format);
  return format;
}

/** `6:00 PM`, but `06:00`: as languages write a time that stands alone. */
function hoursOf(language: string): Intl.DateTimeFormatOptions {
  const { hour12 } = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions();
  return { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' };
}

/** What stands where the service says nothing. */
export const nothing = '–';

export function valueText(value: Value, kind: ValueKind, writing: Writing): string {
  if (value === null) return nothing;
  if (typeof value === 'string') return kind === 'time' ? timeText(value, writing) : value;
  switch (kind) {
    case 'money':
      return moneyText(value, writing.currency, writing.language);
    case 'rate':
      return numberFormat(writing.language, { style: 'percent', maximumFractionDigits: 1 }).format(value);
    case 'offset':
      return offsetText(value, writing);
    default:
      return numberFormat(writing.language).format(value);
  }
}

/** From where to where an hour goes: one that begins before the start may end after it. */
function offsetText(hours: number, { language }: Writing): string {
  const signed = { signDisplay: 'exceptZero', maximumFractionDigits: 2 } as const;
  const from = numberFormat(language, signed).format(hours);
  const to = numberFormat(language, { ...signed, style: 'unit', unit: 'hour', unitDisplay: 'narrow' }).format(hours + 1);
  return `${from}…${to}`;
}

const clock = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?/;

/** The day and the time as they are written: the clock is that of the event, not of the reader. */
function timeText(text: string, { language }: Writing): string {
  const [, date, time, seconds = ':00'] = clock.exec(text) ?? [];
  const moment = Date.parse(`${date ?? ''}T${time ?? '00:00'}${time === undefined ? ':00' : seconds}Z`);
  if (Number.isNaN(moment)) return text;
  return timeFormat(language, time !== undefined).format(moment);
}

/** How much more or less the first is than the second. */
export function differenceText(value: Value, other: Value, kind: ValueKind, writing: Writing): string {
  if (typeof value !== 'number' || typeof other !== 'number') return nothing;
  const difference = value - other;
  // A difference of two rates is no part of anything: 80 % and 60 % are 20 points apart.
  const text =
    kind === 'rate'
      ? `${numberFormat(writing.language, { maximumFractionDigits: 1 }).format(Math.abs(difference) * 100)} pp`
      : valueText(Math.abs(difference), kind, writing);
  return difference === 0 ? text : `${difference < 0 ? '−' : '+'}${text}`;
}

/** A number as a program reads it: money in units with two decimals, a rate as a decimal. */
export function plainValue(value: Value, kind: ValueKind): string {
  if (value === null) return '';
  if (kind !== 'money' || typeof value !== 'number') return String(value);
  const text = String(Math.abs(value)).padStart(3, '0');
  return `${value < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
}

interface TextRow {
  readonly cells: readonly string[];
  readonly isSum: boolean;
}

/** The rows of a section as texts, with the sums in their places. */
export function rowsWithSums({ columns, rows, sums = [] }: Section, writing: Writing): TextRow[] {
  const textsOf = (row: readonly Value[]) => columns.map(({ kind }, index) => valueText(row[index] ?? null, kind, writing));
  const sumRow = ({ name, values }: (typeof sums)[number]): TextRow => {
    const cells = columns.map(({ kind }, index) => {
      if (index === 0) return name;
      const value = values[index] ?? null;
      // What is no number is not summed; a sum that is not known is said.
      return value === null && (kind === 'text' || kind === 'time') ? '' : valueText(value, kind, writing);
    });
    return { cells, isSum: true };
  };
  const behind = (count: number) => sums.filter(({ after }) => after === count).map(sumRow);
  return rows.flatMap((row, index) => [{ cells: textsOf(row), isSum: false }, ...behind(index + 1)]);
}
