// One record of a service as a part of a file. What the reply does not have is left out and named: nobody may take it for empty.
import { centsOf, idOf, labelOf, parseDate, type Dialect } from '../client/index.ts';
import { idText } from '../client/fields.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import { itemReading, passkeyReading } from '../records/readings.ts';
import { isReadTime, toWriteDayOrTime } from '../records/write-format.ts';
import type { FileAmount, FileAttribute, FileId, FileItem, FileItemRef, FilePasskey, FilePeriod } from './event-file.ts';

/** The fields of a record that has them, and the names of those that it does not show. */
export interface ReadPart<Part> {
  readonly part: Part;
  readonly missing: readonly string[];
}

/** `isGroup`: it only holds others, and has nothing to sell. */
export function itemPart(record: JsonObject, dialect: Dialect, isGroup: boolean): ReadPart<FileItem> {
  const { fields } = itemReading(record, dialect);
  const amounts: Amounts = amountsOf(fields.value, dialect);
  const { salePeriods } = fields;
  const periods = Array.isArray(salePeriods) ? periodsOf(salePeriods, dialect) : undefined;
  const shown = {
    id: idValue(idOf(record)),
    name: typeof fields.name === 'string' ? fields.name : labelOf(record),
    description: textOrNull(fields.description),
    type: textOrNull(fields.type),
    quantity: countOrNull(fields.quantity),
    hidden: typeof fields.hidden === 'boolean' ? fields.hidden : undefined,
    // A group that shows that it has none of these shows nothing.
    ...(isGroup && amounts.price === null ? {} : amounts),
    salePeriods: isGroup && periods?.length === 0 ? undefined : periods,
    attributes: attributesOf(fields.attributes, isGroup),
  };
  const sections = isGroup ? [] : ['price', 'feeSale', 'feeProducer', 'salePeriods', 'attributes'];
  const wanted = ['description', 'type', 'quantity', 'hidden', ...sections];
  const isMissing = (name: string) => shown[name as 'price'] === undefined && !(isFee(name) && amounts.price === null);
  const ofPeriods = (['start', 'finish', 'available'] as const).filter((name) => periods?.some((one) => one[name] === undefined));
  const given = isObject(fields.value) ? fields.value : {};
  // Shown, and in a unit of which nobody knows what it is.
  const named = (name: string) => (isAmount(name) && given[name] !== undefined && given[name] !== null ? `${name}.unit` : name);
  const missing = [...wanted.filter(isMissing).map(named), ...ofPeriods.map((name) => `salePeriods.${name}`)];
  return { part: present(shown), missing };
}

/**
 * Amounts of items are whole numbers of cents, as the document says, where nobody has said otherwise and no reply shows otherwise by a
 * decimal or a text.
 */
export function withUnit(records: Iterable<JsonObject>, dialect: Dialect): Dialect {
  if (dialect.amounts?.items !== undefined) return dialect;
  for (const record of records) {
    const { value } = itemReading(record, dialect).fields;
    const amounts = isObject(value) ? [value.price, value.feeSale, value.feeProducer] : [];
    const isOther = (amount: unknown) => typeof amount === 'string' || (typeof amount === 'number' && !Number.isInteger(amount));
    if (amounts.some(isOther)) return dialect;
  }
  return { ...dialect, amounts: { ...dialect.amounts, items: 'cents' } };
}

/** `refOf`: what an item is called in the file. */
export function passkeyPart(record: JsonObject, dialect: Dialect, refOf: (id: string) => FileItemRef): ReadPart<FilePasskey> {
  const { fields } = passkeyReading(record, dialect);
  const { itemIds } = fields;
  const shown = {
    id: idValue(idOf(record)),
    passkey: typeof fields.passkey === 'string' ? fields.passkey : labelOf(record),
    start: timeOrNull(fields.start, dialect),
    finish: timeOrNull(fields.finish, dialect),
    limit: countOrNull(fields.limit),
    items: Array.isArray(itemIds) ? itemIds.map((id) => refOf(idText(id) ?? '')).sort(byRef) : undefined,
  };
  const missing = (['start', 'finish', 'limit', 'items'] as const).filter((name) => shown[name] === undefined);
  return { part: present(shown), missing };
}

/** A set has no order of its own. */
function byRef(one: FileItemRef, other: FileItemRef): number {
  const textOf = (ref: FileItemRef) => (typeof ref === 'string' ? ref : `${ref.path ?? ''} ${ref.id}`);
  return byText(textOf(one), textOf(other));
}

/** Whether a record shows what it is sold for and when: a list may leave out what the record itself has. */
export function showsSections(record: JsonObject, dialect: Dialect): boolean {
  const { value, salePeriods, attributes } = itemReading(record, dialect).fields;
  return value !== undefined && salePeriods !== undefined && attributes !== undefined;
}

export function showsItems(record: JsonObject, dialect: Dialect): boolean {
  return passkeyReading(record, dialect).fields.itemIds !== undefined;
}

/** An id of digits is a number, as the interface has them in its payloads. */
export function idValue(text: string | undefined): FileId | undefined {
  if (text === undefined || !/^(?:0|[1-9]\d*)$/.test(text)) return text;
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
}

export function amountText(cents: number): string {
  const [sign, digits] = [cents < 0 ? '-' : '', String(Math.abs(cents)).padStart(3, '0')];
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

interface Amounts {
  readonly price?: FileAmount | null | undefined;
  readonly feeSale?: FileAmount | undefined;
  readonly feeProducer?: FileAmount | undefined;
}

/** Null: the item has no values yet. */
function amountsOf(value: unknown, { amounts: units = {} }: Dialect): Amounts {
  if (value === null) return { price: null };
  if (!isObject(value)) return {};
  const price = centsOf(value.price, units.items);
  return {
    price: price === undefined ? undefined : amountText(price),
    feeSale: feeOf(value.feeSale, units),
    feeProducer: feeOf(value.feeProducer, units),
  };
}

/** Beside prices in cents a fee is sent as it is read, whatever it is. */
function feeOf(fee: unknown, units: NonNullable<Dialect['amounts']>): FileAmount | undefined {
  const isPlain = units.fees === 'number' || (units.fees === undefined && units.items === 'cents');
  if (isPlain) return typeof fee === 'number' && Number.isSafeInteger(fee) ? fee : undefined;
  const cents = centsOf(fee, units.fees);
  return cents === undefined ? undefined : amountText(cents);
}

function isFee(name: string): boolean {
  return name === 'feeSale' || name === 'feeProducer';
}

function isAmount(name: string): boolean {
  return name === 'price' || isFee(name);
}

function periodsOf(periods: readonly unknown[], dialect: Dialect): FilePeriod[] | undefined {
  if (!periods.every(isObject)) return undefined;
  const read = periods.map((period) =>
    present<FilePeriod>({
      appCategoryId: typeof period.appCategoryId === 'bigint' ? period.appCategoryId : idValue(idText(period.appCategoryId)),
      start: momentOf(period.start, dialect),
      finish: momentOf(period.finish, dialect),
      available: countOrNull(period.available) ?? undefined,
    }),
  );
  return read.sort(
    (one, other) => byText(String(one.appCategoryId), String(other.appCategoryId)) || byText(one.start ?? '', other.start ?? ''),
  );
}

/** `{ minimum: 1 }`, or a list of `{ key, value, type }`. */
function attributesOf(attributes: unknown, isGroup: boolean): FileItem['attributes'] {
  const entries = attributeEntries(attributes);
  if (!entries || (isGroup && entries.length === 0)) return undefined;
  return Object.fromEntries(entries.sort(([one], [other]) => byText(one, other)));
}

function attributeEntries(attributes: unknown): [string, FileAttribute][] | undefined {
  if (attributes === null) return [];
  if (isObject(attributes)) {
    const entries = Object.entries(attributes);
    return entries.every((entry): entry is [string, FileAttribute] => isPlain(entry[1])) ? entries : undefined;
  }
  if (!Array.isArray(attributes)) return undefined;
  const found: [string, FileAttribute][] = [];
  for (const attribute of attributes as unknown[]) {
    if (!isObject(attribute) || typeof attribute.key !== 'string' || !isPlain(attribute.value)) return undefined;
    const { key, value, type } = attribute;
    found.push([key, typeof type === 'string' && type.trim() !== '' && type !== typeFor(value) ? { value, type } : value]);
  }
  return found;
}

/** The type that a save gives an attribute of which nobody says it. */
export function typeFor(value: unknown): string {
  return typeof value === 'number' || typeof value === 'bigint' ? 'integer' : 'string';
}

function isPlain(value: unknown): value is string | number | bigint | boolean | null {
  return value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

function textOrNull(field: unknown): string | null | undefined {
  return typeof field === 'string' || field === null ? field : undefined;
}

/** A read may say only whether there are any, or -1 for something of its own: that is no count. */
function countOrNull(field: unknown): number | null | undefined {
  return field === null || (typeof field === 'number' && Number.isSafeInteger(field) && field >= 0) ? field : undefined;
}

/** By the service's clock; a moment that has another offset, where that clock is not known, as it was read. */
function timeOrNull(field: unknown, { clock }: Dialect): string | null | undefined {
  if (field === null) return null;
  if (typeof field !== 'string') return undefined;
  const converted = toWriteDayOrTime(field, clock);
  if (converted.rule === undefined) return converted.value;
  return isReadTime(field) ? field : undefined;
}

/** A day says nothing of when a sale begins. */
function momentOf(field: unknown, dialect: Dialect): string | undefined {
  const time = timeOrNull(field, dialect) ?? undefined;
  return time !== undefined && parseDate(time)?.time === undefined ? undefined : time;
}

const collator = new Intl.Collator('en', { numeric: true });

/** As people count: 2 before 10; the same on every machine. */
export function byText(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : Number(one > other));
}

/** Without the fields that are not there. */
export function present<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
