// What a field can hold: how a reply shows it, how a person types it, and what two of them mean. A value that is known is in the unit of writes
// (cents, `YYYY-MM-DD HH:MM:SS` by the service's clock, ids), so that a payload needs no conversion.
import { centsOf, clockIn, isDateTime, parseDate, stringifyJson, type AmountUnit, type Dialect } from '../client/index.ts';
import { idOf, idText, ownIdKey, type Place } from '../client/fields.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import { centsOf as typedCents, editableMoney, wholeNumber } from '../shared/text.ts';

/** A record that a step of a plan is yet to make, in the place of its id. */
export interface StepRef {
  readonly $step: string;
}

type Id = string | number | bigint | StepRef;

interface Known {
  readonly text: string;
  readonly count: number;
  readonly flag: boolean;
  readonly id: Id;
  readonly ids: readonly Id[];
  /** In cents. */
  readonly amount: number;
  /** In cents, or the plain number that the service takes. */
  readonly fee: number;
  /** `YYYY-MM-DD HH:MM:SS` by the clock of the service. */
  readonly moment: string;
  readonly dayOrMoment: string;
  readonly any: unknown;
}

export type Kind = keyof Known;

/**
 * Why a value cannot be written. `unit` and `clock`: before somebody says what the service means; `retyped`: it was typed beside an amount that
 * was shown as cents, and somebody has said that it is none.
 */
export type ValueRule = 'cents' | 'plain' | 'count' | 'time' | 'dayOrTime' | 'unit' | 'clock' | 'retyped' | 'shape';

/** A field that is there. What a record does not have has no value at all: it is not known. */
export interface Value<K extends Kind = Kind> {
  readonly raw: unknown;
  /** Null: there is none. Undefined: it is shown, and `rule` says why it is not understood. */
  readonly known: Known[K] | null | undefined;
  readonly rule: ValueRule | undefined;
  /** Where it stands in the record; undefined for what a person typed. */
  readonly place: Place | undefined;
}

/** How amounts and times are shown and typed. */
export interface FormatContext {
  readonly dialect: Dialect;
  readonly language: string;
  /** Amounts of which nobody has said in what they are: they are cents, as the document says. */
  readonly areCents?: boolean | undefined;
  /** The code of ISO 4217, where somebody has said it. */
  readonly currency?: string | undefined;
}

class Refused {
  readonly rule: ValueRule;

  constructor(rule: ValueRule) {
    this.rule = rule;
  }
}

/** An amount as somebody typed it, which no reply has. */
class TypedAmount {
  readonly text: string;
  /** Of money: known to the cent, whatever the service reads. */
  readonly cents: number | undefined;
  /** It is money if what it was typed beside is in cents. */
  readonly isPresumed: boolean;

  constructor(text: string, cents?: number, isPresumed = false) {
    this.text = text;
    this.cents = cents;
    this.isPresumed = isPresumed;
  }
}

export function money(cents: number): unknown {
  return new TypedAmount('', cents);
}

export function isMoney({ raw }: Value): boolean {
  return raw instanceof TypedAmount && raw.cents !== undefined;
}

/** What somebody typed as an amount; empty for money. No reply has any. */
export function typedAmountIn(value: Value | undefined): string | undefined {
  return value?.raw instanceof TypedAmount ? value.raw.text : undefined;
}

interface KindRules {
  /** What it is in the unit of writes. */
  readonly read: (raw: unknown, dialect: Dialect) => unknown;
  /** As a form and a cell have it; without one, as it is. */
  readonly text?: (value: Value, format: FormatContext) => string;
  /** `before`: what stands there; what is typed is meant like it. Without one, the text. */
  readonly typed?: (text: string, before: Value | undefined, format: FormatContext) => unknown;
}

export function isStepRef(value: unknown): value is StepRef {
  return isObject(value) && typeof value.$step === 'string';
}

/** An id of digits is a number on the wire, with every digit. */
export function idValue<T extends string | undefined>(text: T): T | number | bigint {
  if (text === undefined || !/^(?:0|[1-9]\d*)$/.test(text)) return text;
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
}

function plainText(raw: unknown): string {
  return typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'bigint' ? String(raw) : '';
}

/** In cents. With decimals a typed amount is money in any case; a whole number is meant like the one that it replaces. */
function readAmount(raw: unknown, unit: AmountUnit | 'number' | undefined): number | Refused {
  if (raw instanceof TypedAmount) {
    const { text, cents, isPresumed } = raw;
    if (cents !== undefined) return isPresumed && unit !== undefined && unit !== 'cents' ? new Refused('retyped') : cents;
    if (unit === 'number' && hasDecimals(text)) return new Refused('plain');
    const isPlainMoney = hasDecimals(text) || unit === 'text' || unit === 'decimals';
    const amount = isPlainMoney ? typedCents(text) : centsOf(text, unit);
    return amount ?? new Refused(unit === undefined && typedCents(text) !== undefined ? 'unit' : 'cents');
  }
  const isAmount = typeof raw === 'number' || (typeof raw === 'string' && /^-?[\d.,\s]+$/.test(raw));
  return centsOf(raw, unit) ?? new Refused(unit === undefined && isAmount ? 'unit' : 'cents');
}

export function hasDecimals(text: string): boolean {
  return /[.,]\d{1,2}$/.test(text.trim());
}

/** A whole number as it is read or typed. */
export function plainNumber(raw: unknown): number | undefined {
  const text = raw instanceof TypedAmount ? raw.text : raw;
  const number = typeof text === 'string' && /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** Beside prices in cents a fee is sent as it is read, whatever it is. */
export function isPlainFee({ amounts = {} }: Dialect): boolean {
  return amounts.fees === 'number' || (amounts.fees === undefined && amounts.items === 'cents');
}

function amountText({ raw }: Value, unit: AmountUnit | 'number' | undefined, language: string): string {
  const typed = raw instanceof TypedAmount ? raw : undefined;
  const cents = typed ? typed.cents : centsOf(raw, unit);
  return cents === undefined ? (typed?.text ?? plainText(raw)) : editableMoney(cents, language);
}

/** As money where money is shown. */
function typedAmount(text: string, isMoneyShown: boolean, isPresumed = false): unknown {
  const cents = isMoneyShown ? typedCents(text) : undefined;
  return cents === undefined ? new TypedAmount(text) : new TypedAmount('', cents, isPresumed);
}

/** In what prices are, or are shown as long as nobody has said it. */
function shownUnit({ dialect, areCents }: FormatContext): AmountUnit | undefined {
  return dialect.amounts?.items ?? (areCents ? 'cents' : undefined);
}

/** Seconds or milliseconds since 1970 as a time that can be read; anything else as it is. */
function withoutEpoch(raw: unknown): unknown {
  if (typeof raw !== 'number' || !Number.isInteger(raw) || raw < 1e9 || raw >= 1e13) return raw;
  return new Date(raw < 1e11 ? raw * 1000 : raw).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** What a text says of a day or of a moment; nothing where it is none. */
function timeIn(raw: unknown): ReturnType<typeof parseDate> {
  return typeof raw === 'string' ? parseDate(raw) : undefined;
}

/** A time that names its own offset cannot be written without the clock of the service. */
function readMoment(raw: unknown, clock: string | undefined, wrong: ValueRule): string | Refused {
  const { date, time, instant } = timeIn(raw) ?? {};
  if (time === undefined) return new Refused(wrong);
  if (instant === undefined || isDateTime(raw as string)) return `${date} ${time}`;
  return clock === undefined ? new Refused('clock') : clockIn(clock, instant);
}

/** By the service's clock; where that is not known, by the offset that the time itself has. */
function momentText({ raw }: Value, { dialect }: FormatContext): string {
  const known = readMomentText(raw, dialect.clock);
  const { date, time } = timeIn(raw) ?? {};
  return known ?? (time === undefined ? '' : `${date} ${time}`);
}

/** A day stays a day. */
function dayIn(raw: unknown): string | undefined {
  const day = timeIn(raw);
  return day?.time === undefined ? day?.date : undefined;
}

/** A moment as it is written; undefined where the clock of the service is not known. */
export function readMomentText(raw: unknown, clock: string | undefined): string | undefined {
  const known = readMoment(raw, clock, 'time');
  return typeof known === 'string' ? known : undefined;
}

/** What is typed where a time with an offset is shown has that offset, as long as the clock is not known. */
function typedMoment(text: string, before: Value | undefined, { dialect }: FormatContext): string {
  const shown = dialect.clock === undefined && isReadTime(before?.raw) ? before.raw : '';
  const [offset] = /(?:Z|[+-]\d\d:?\d\d)$/.exec(shown) ?? [];
  return offset !== undefined && isDateTime(text) ? `${text.replace(' ', 'T')}${offset}` : text;
}

/** Whether a text is a moment in a form that only reads have. */
export function isReadTime(value: unknown): value is string {
  return typeof value === 'string' && value.includes('T') && timeIn(value)?.time !== undefined;
}

/** The id of a record that is shown in the place of its id: it is what it is there, a number or a text. */
function idIn(record: JsonObject): unknown {
  const id = idOf(record);
  const shown = [record[ownIdKey(record) ?? ''], ...Object.values(record)];
  return id === undefined ? undefined : shown.find((one) => idText(one) === id);
}

/** A set that is given by its records is a set of their ids, each once; any other shape is not known. */
function readIds(raw: unknown): readonly Id[] | Refused {
  if (!Array.isArray(raw)) return new Refused('shape');
  const ids = (raw as unknown[]).map((one) => (isObject(one) && !isStepRef(one) ? memberId(one) : one));
  const isId = (one: unknown): one is Id => isStepRef(one) || idText(one) !== undefined;
  return ids.every(isId) ? [...new Map(ids.map((id) => [idMeaning(id), id])).values()] : new Refused('shape');
}

/** `{ id }`, or the one record inside: `{ item: { id } }`. */
function memberId(object: JsonObject): unknown {
  const own = object.id ?? object._id ?? object.uuid ?? object.itemId ?? object.item_id;
  const [inner, ...others] = own === undefined ? Object.values(object).filter(isObject) : [];
  return own ?? (inner && others.length === 0 ? memberId(inner) : undefined);
}

const kinds: Readonly<Record<Kind, KindRules>> = {
  text: { read: (raw) => (typeof raw === 'string' ? raw : new Refused('shape')) },
  count: {
    read: (raw) => (typeof raw === 'number' && Number.isSafeInteger(raw) ? raw : new Refused('count')),
    typed: wholeNumber,
  },
  flag: {
    read: (raw) => (typeof raw === 'boolean' ? raw : new Refused('shape')),
    text: ({ raw }) => String(raw === true),
    typed: (text) => text === 'true',
  },
  id: {
    read: (raw) => {
      const id = isObject(raw) && !isStepRef(raw) ? idIn(raw) : raw;
      return isStepRef(id) || idText(id) !== undefined ? id : new Refused('shape');
    },
    text: ({ known }) => plainText(known),
    typed: (text) => (text.trim() === '' ? null : idValue(text.trim())),
  },
  ids: {
    read: readIds,
    text: ({ known }) => (Array.isArray(known) ? known.map(plainText).join('\n') : ''),
    typed: (text) => (text === '' ? [] : text.split('\n')),
  },
  amount: {
    read: (raw, { amounts }) => readAmount(raw, amounts?.items),
    text: (value, format) => amountText(value, shownUnit(format), format.language),
    typed(text, before, format) {
      if (!before || before.raw === null) return typedAmount(text, true);
      if (before.raw instanceof TypedAmount) return typedAmount(text, isMoney(before), before.raw.isPresumed);
      const isPresumed = format.dialect.amounts?.items === undefined && typeof before.raw === 'number';
      return typedAmount(text, centsOf(before.raw, shownUnit(format)) !== undefined, isPresumed);
    },
  },
  fee: {
    read: (raw, dialect) => (isPlainFee(dialect) ? plainNumber(raw) : undefined) ?? readAmount(raw, dialect.amounts?.fees),
    text: (value, { dialect, language }) => amountText(value, dialect.amounts?.fees ?? 'number', language),
    typed: (text, _before, { dialect: { amounts } }) =>
      typedAmount(text, amounts?.fees !== undefined && amounts.fees !== 'number'),
  },
  moment: { read: (raw, { clock }) => readMoment(raw, clock, 'time'), text: momentText, typed: typedMoment },
  dayOrMoment: {
    read: (raw, { clock }) => dayIn(raw) ?? readMoment(raw, clock, 'dayOrTime'),
    text: (value, format) => dayIn(value.raw) ?? momentText(value, format),
    typed: (text, before, format) => (text === '' ? null : typedMoment(text, before, format)),
  },
  any: { read: (raw) => raw },
};

/** What the values of a field share in all rows of a list. */
export interface Reading {
  readonly kind: Kind;
  readonly dialect: Dialect;
  /** Where the field stands in its part. */
  readonly at: Place | undefined;
}

/** What it means is worked out when it is first asked for: a list of 50,000 shows a few of them, and a time zone takes its time. */
class LazyValue {
  readonly raw: unknown;
  readonly #reading: Reading;
  readonly #base: Place | undefined;
  #found: { readonly known?: unknown; readonly rule?: ValueRule } | undefined;

  constructor(raw: unknown, reading: Reading, base: Place | undefined) {
    this.raw = raw;
    this.#reading = reading;
    this.#base = base;
  }

  get place(): Place | undefined {
    const { at } = this.#reading;
    return at && this.#base ? [...this.#base, ...at] : at;
  }

  get known(): unknown {
    return this.#read.known;
  }

  get rule(): ValueRule | undefined {
    return this.#read.rule;
  }

  get #read(): { readonly known?: unknown; readonly rule?: ValueRule } {
    if (this.#found) return this.#found;
    const { kind, dialect } = this.#reading;
    const found = this.raw === null ? null : kinds[kind].read(this.raw, dialect);
    return (this.#found = found instanceof Refused ? found : { known: found });
  }
}

/** A value of a reply, a document or a file, or one that was typed. `base`: where its part stands. */
export function readAs(reading: Reading, raw: unknown, base?: Place): Value | undefined {
  if (raw === undefined) return undefined;
  const isTime = reading.kind === 'moment' || reading.kind === 'dayOrMoment';
  return new LazyValue(isTime ? withoutEpoch(raw) : raw, reading, base);
}

export function readValue<K extends Kind>(kind: K, raw: unknown, dialect: Dialect, at?: Place): Value<K> | undefined {
  return readAs({ kind, dialect, at }, raw) as Value<K> | undefined;
}

export function textOf(kind: Kind, value: Value | undefined, format: FormatContext): string {
  if (value === undefined || (value.raw === null && kind !== 'flag')) return '';
  return kinds[kind].text?.(value, format) ?? plainText(value.raw);
}

export function typedValue(kind: Kind, text: string, before: Value | undefined, format: FormatContext): unknown {
  const { typed } = kinds[kind];
  return typed ? typed(text, before, format) : text;
}

/** The one equality: two ways to write one value mean the same, and so do none and nothing. */
export function meaningOf(kind: Kind, value: Value | undefined): string {
  if (value === undefined || value.raw === null) return '';
  const { raw, known } = value;
  if (kind === 'ids' && Array.isArray(known)) return known.map(idMeaning).sort().join();
  if (kind === 'id') return known === raw ? idMeaning(raw) : canonical(raw);
  if (kind === 'count') return String(plainNumber(raw) ?? canonical(raw));
  if (known !== undefined) return canonical(known);
  return raw instanceof TypedAmount ? `typed ${raw.text} ${raw.cents}` : canonical(raw);
}

/** A number and a text of an id are the same id. */
function idMeaning(id: unknown): string {
  return isStepRef(id) ? canonical(id) : String(id);
}

/** The same text for the same JSON, whatever the order of its fields. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return stringifyJson(value ?? null);
  const given = Object.entries(value).filter(([, part]) => part !== undefined);
  const texts = given.map(([key, part]) => `${stringifyJson(key)}:${canonical(part)}`);
  return `{${texts.sort().join()}}`;
}

/** Whether two values are the same JSON; none and nothing are. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || canonical(one) === canonical(other);
}
