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
const maxTexts = 10_000;

type RangePattern = (from: string, to: string) => string;

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
  /** Days and times by the clock, as they were written once. */
  readonly #texts = new Map<string, string>();
  /** By the months that a range begins and ends in, and the current year. */
  readonly #ranges = new Map<string, RangePattern>();

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
    return this.#kept(`${date} ${this.#year()}`, () => this.#dayFormat(date).format(utc(date)));
  }

  /** `20–22 Mar` */
  days(first: string, last: string): string {
    if (first === last) return this.day(first);
    const months = `${first.slice(0, 7)} ${last.slice(0, 7)} ${this.#year()}`;
    return getOrInsert(this.#ranges, months, () => rangePattern(this.#dayFormat(first, last), first, last))(first, last);
  }

  #dayFormat(...dates: readonly string[]): Intl.DateTimeFormat {
    return dates.every((date) => this.#isThisYear(date)) ? this.#day : this.#dayOfYear;
  }

  /** Many rows have the same days and times, and Intl is slow. */
  #kept(key: string, write: () => string): string {
    if (this.#texts.size > maxTexts) this.#texts.clear();
    return getOrInsert(this.#texts, key, write);
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
    const shown = this.#kept(text, () => this.#clock.format(instant));
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

/** How ranges of the same months are written: Intl takes its time for each, and in a list most differ in nothing but the days. */
function rangePattern(format: Intl.DateTimeFormat, first: string, last: string): RangePattern {
  const write: RangePattern = (from, to) => format.formatRange(utc(from), utc(to));
  const [second, third] = [`${first.slice(0, 8)}02`, `${last.slice(0, 8)}03`];
  const parts = format.formatRangeToParts(utc(second), utc(third));
  const dayIn = (date: string) => String(Number(date.slice(8, 10)));
  const pattern: RangePattern = (from, to) =>
    parts.map(({ type, value, source }) => (type === 'day' ? dayIn(source === 'startRange' ? from : to) : value)).join('');
  // Some languages write days with a zero before them, or with digits of their own.
  return pattern(second, third) === write(second, third) ? pattern : write;
}

function utc(date: string, time = '00:00'): number {
  return Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`);
}
