// Money, days and counts for a person. Every Intl object is made once: the tree may draw thousands of rows.
import { moneyStyle } from '../../shared/text.ts';
import {
  centsOf,
  labelOf,
  parseDate,
  unknownDialect,
  type AmountKind,
  type CalendarTime,
  type Dialect,
} from '../../client/index.ts';
import type { Environment } from '../account/environments.ts';
import { getOrInsert } from '../platform/once.ts';
import { areCentsByDocument } from './amount-signs.ts';

/** `vscode.l10n.t`, or a stand-in for it. */
export interface Translate {
  (message: string, ...args: (string | number)[]): string;
  /** What is said in another way of something else: other languages have more forms of a word. */
  (said: { readonly message: string; readonly comment: string }): string;
}

interface FormatOptions {
  readonly language: string;
  readonly currency: string;
  /** The zone of times that are written without an offset. */
  readonly timeZone: string;
  /** In what amounts are read; nothing is known of it by default. */
  readonly dialect?: Dialect;
  readonly now: () => number;
}

/** As an environment has them. */
export function formatsFor({ currency, dialect }: Pick<Environment, 'currency' | 'dialect'>, language: string): Formats {
  const zone = dialect.clock ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return new Formats({ language, currency, timeZone: zone, dialect, now: Date.now });
}

/** Of a fee the document says no unit: it is shown as it came, as in the form. */
const ofItems: ReadonlySet<AmountKind> = new Set(['items', 'tickets']);
const maxClockTexts = 1000;

/** Writes a day, or a range of days. */
type DayPattern = (first: string, last?: string) => string;

export class Formats {
  readonly timeZone: string;
  readonly dialect: Dialect;
  readonly #now: () => number;
  readonly #money: Intl.NumberFormat;
  readonly #count: Intl.NumberFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #dayOfYear: Intl.DateTimeFormat;
  readonly #weekday: Intl.DateTimeFormat;
  readonly #time: Intl.DateTimeFormat;
  readonly #clock: Intl.DateTimeFormat;
  #clockText = { until: 0, text: '' };
  readonly #clockTexts = new Map<string, string>();
  /** By the month, or the months that a range begins and ends in, and the current year. */
  readonly #patterns = new Map<string, DayPattern>();

  constructor({ language, currency, timeZone, dialect = unknownDialect, now }: FormatOptions) {
    this.#now = now;
    this.timeZone = timeZone;
    this.dialect = dialect;
    // Days are written as the service wrote them, so they are drawn in the zone in which they were taken apart.
    const day = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const;
    this.#money = new Intl.NumberFormat(language, moneyStyle(currency));
    this.#count = new Intl.NumberFormat(language);
    this.#day = new Intl.DateTimeFormat(language, day);
    this.#dayOfYear = new Intl.DateTimeFormat(language, { ...day, year: 'numeric' });
    this.#weekday = new Intl.DateTimeFormat(language, { ...day, weekday: 'short' });
    this.#time = new Intl.DateTimeFormat(language, { timeZone: 'UTC', timeStyle: 'short' });
    this.#clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  }

  /** An amount as money where its unit is known, or the document's is not contradicted; otherwise as it came. */
  amount(value: unknown, kind: AmountKind): string {
    const cents = this.centsOf(value, kind);
    return cents === undefined ? labelOf(value) : this.money(cents);
  }

  centsOf(value: unknown, kind: AmountKind): number | undefined {
    const { amounts } = this.dialect;
    const { [kind]: unit, items = 'cents' } = amounts ?? {};
    const isByDocument = ofItems.has(kind) && items === 'cents' && typeof value === 'number' && areCentsByDocument(this.dialect);
    return centsOf(value, unit ?? (isByDocument ? 'cents' : undefined));
  }

  money(cents: number): string {
    return this.#money.format(cents / 100);
  }

  count(number: number): string {
    return this.#count.format(number);
  }

  /** `28 Feb`, with the year where it is not this one. */
  day(date: string): string {
    return getOrInsert(this.#patterns, `${date.slice(0, 7)} ${this.#year()}`, () => this.#dayPattern(date))(date);
  }

  /** How days of a month are written: asking Intl for each is slow, and in a list many differ in nothing but the day. */
  #dayPattern(date: string): DayPattern {
    const format = this.#isThisYear(date) ? this.#day : this.#dayOfYear;
    const write = (day: string) => format.format(utc(day));
    const second = `${date.slice(0, 8)}02`;
    const pattern = patternOf(format.formatToParts(utc(second)));
    // In Russian the parts have other blanks than the whole.
    return pattern?.(second) === write(second) ? pattern : write;
  }

  /** `20–22 Mar` */
  days(first: string, last: string): string {
    if (first === last) return this.day(first);
    const months = `${first.slice(0, 7)} ${last.slice(0, 7)} ${this.#year()}`;
    return getOrInsert(this.#patterns, months, () => this.#rangePattern(first, last))(first, last);
  }

  #rangePattern(first: string, last: string): DayPattern {
    const format = this.#isThisYear(first) && this.#isThisYear(last) ? this.#day : this.#dayOfYear;
    const [second, third] = [`${first.slice(0, 8)}02`, `${last.slice(0, 8)}03`];
    const pattern = patternOf(format.formatRangeToParts(utc(second), utc(third)));
    return pattern ?? ((from, to = from) => format.formatRange(utc(from), utc(to)));
  }

  /** `Fri, 20 Mar, 18:00` */
  weekday(date: string, time: string | undefined): string {
    const day = this.#isThisYear(date) ? this.#weekday.format(utc(date)) : this.#dayOfYear.format(utc(date));
    return time === undefined ? day : `${day}, ${this.#time.format(utc(date, time))}`;
  }

  /** A date or datetime of the service; the text itself where it is none. */
  moment(text: string): string {
    const parsed = this.onClock(text);
    if (!parsed) return text;
    const day = this.day(parsed.date);
    if (parsed.time === undefined) return day;
    // Nobody knows what the clock of the service shows then.
    const zone = this.dialect.clock === undefined && /Z$/i.test(text) ? ' UTC' : '';
    return `${day}, ${this.#time.format(utc(parsed.date, parsed.time))}${zone}`;
  }

  /** Only the day of a date or datetime. */
  dayOf(text: string): string {
    const parsed = this.onClock(text);
    return parsed ? this.day(parsed.date) : text;
  }

  /** A date or datetime as the clock of the service shows it, where that is known; as it is written otherwise. */
  onClock(text: string): CalendarTime | undefined {
    const parsed = parseDate(text);
    if (parsed?.instant === undefined || this.dialect.clock === undefined) return parsed;
    const { instant } = parsed;
    // Many rows have the same times, and Intl is slow.
    if (this.#clockTexts.size > maxClockTexts) this.#clockTexts.clear();
    const shown = getOrInsert(this.#clockTexts, text, () => this.#clock.format(instant));
    return { date: shown.slice(0, 10), time: shown.slice(11), instant };
  }

  /** Whether a start has not come yet. */
  isAhead(text: string): boolean {
    return this.#compare(text, '00:00:00') > 0;
  }

  /** Whether an end is over; a day without a time ends with its last second. */
  isOver(text: string): boolean {
    return this.#compare(text, '23:59:59') < 0;
  }

  /** Below 0 before now, above 0 after it, and 0 for what is no date. */
  #compare(text: string, time: string): number {
    const parsed = parseDate(text);
    if (!parsed) return 0;
    if (parsed.instant !== undefined) return parsed.instant - this.#now();
    const written = `${parsed.date} ${parsed.time ?? time}`;
    const clock = this.#clockNow();
    return written === clock ? 0 : written < clock ? -1 : 1;
  }

  /** What a clock in the zone shows now; asked for once a second at most. */
  #clockNow(): string {
    const now = this.#now();
    if (now >= this.#clockText.until) this.#clockText = { until: now + 1000, text: this.#clock.format(now) };
    return this.#clockText.text;
  }

  #isThisYear(date: string): boolean {
    return date.slice(0, 4) === this.#year();
  }

  #year(): string {
    return this.#clockNow().slice(0, 4);
  }
}

/** How the 2nd, or the 2nd to the 3rd, is written, for other days of the same months. */
function patternOf(parts: readonly Intl.DateTimeFormatPart[]): DayPattern | undefined {
  const days = parts.flatMap(({ type, value }, index) => (type === 'day' ? [{ value, index }] : []));
  // Some languages write days with a zero before them, or with digits of their own.
  const isPlain = days.every(({ value }, index) => value === String(2 + index));
  const [first, last = first] = days;
  if (!isPlain || !first || !last || days.length > 2) return undefined;
  const text = (from: number, to?: number) =>
    parts
      .slice(from, to)
      .map(({ value }) => value)
      .join('');
  const [head, middle, tail] = [text(0, first.index), text(first.index + 1, last.index), text(last.index + 1)];
  if (first === last) return (day) => `${head}${dayIn(day)}${tail}`;
  return (from, to = from) => `${head}${dayIn(from)}${middle}${dayIn(to)}${tail}`;
}

/** `2` of `2026-03-02` */
function dayIn(date: string): string {
  return String(Number(date.slice(8, 10)));
}

function utc(date: string, time = '00:00'): number {
  return Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`);
}
