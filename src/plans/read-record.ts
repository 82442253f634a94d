// One record of a service as a part of a file. What the reply does not have is left out and named: nobody may take it for empty.
import { idOf, labelOf, type Dialect } from '../client/index.ts';
import { idText } from '../client/fields.ts';
import type { JsonObject } from '../client/replies.ts';
import {
  fileFieldsOf,
  idValue,
  isPlainFee,
  mayBeCents,
  partIn,
  readRecord,
  sectionOf,
  typeFor,
  valueOf,
  type FileField,
  type Item,
  type Kind,
  type Part,
  type Passkey,
  type RecordKind,
  type RecordModel,
  type Value,
} from '../records/index.ts';
import {
  amountFields,
  type FileAmount,
  type FileAttribute,
  type FileItem,
  type FileItemRef,
  type FilePasskey,
  type FilePeriod,
  type OwnFields,
} from './event-file.ts';

/** The fields of a record that has them, and the names of those that it does not show. */
export interface ReadPart<Part> {
  readonly part: Part;
  readonly missing: readonly string[];
}

/** `isGroup`: it only holds others, and has nothing to sell. */
export function itemPart(item: Item, isGroup: boolean): ReadPart<FileItem> {
  const amounts: Amounts = amountsOf(item);
  const periods = item.sections.salePeriods?.map(periodOf).sort(byCategory);
  const own = ownFields(item);
  const shown = {
    id: idValue(idOf(item.raw)),
    ...own,
    name: typeof own.name === 'string' ? own.name : labelOf(item.raw),
    // A group that shows that it has none of these shows nothing.
    ...(isGroup && amounts.price === null ? {} : amounts),
    salePeriods: isGroup && periods?.length === 0 ? undefined : periods,
    attributes: attributesOf(item.sections.attributes, isGroup),
  };
  const sections = isGroup ? [] : [...amountFields, 'salePeriods', 'attributes'];
  const wanted = [...fileFieldsOf('item').filter((field) => field !== 'name'), ...sections];
  const isMissing = (field: string) => shown[field as 'price'] === undefined && !(isFee(field) && amounts.price === null);
  const ofPeriods = (['start', 'finish', 'available'] as const).filter((field) =>
    periods?.some((one) => one[field] === undefined),
  );
  const raw = (field: string) => partIn(item, 'value')?.fields[field]?.raw ?? undefined;
  // Shown, and in a unit of which nobody knows what it is.
  const named = (field: string) => (isAmount(field) && raw(field) !== undefined ? `${field}.unit` : field);
  const missing = [...wanted.filter(isMissing).map(named), ...ofPeriods.map((field) => `salePeriods.${field}`)];
  return { part: present(shown), missing };
}

/**
 * Amounts of items are whole numbers of cents, as the document says, where nobody has said otherwise and no reply shows otherwise by a
 * decimal or a text.
 */
export function withUnit(records: Iterable<JsonObject>, dialect: Dialect): Dialect {
  if (dialect.amounts?.items !== undefined) return dialect;
  for (const record of records) if (!mayBeCents(readRecord('item', record, dialect))) return dialect;
  return { ...dialect, amounts: { ...dialect.amounts, items: 'cents' } };
}

/** `refOf`: what an item is called in the file. */
export function passkeyPart(passkey: Passkey, refOf: (id: string) => FileItemRef): ReadPart<FilePasskey> {
  const own = ownFields(passkey);
  const shown = {
    id: idValue(idOf(passkey.raw)),
    ...own,
    passkey: typeof own.passkey === 'string' ? own.passkey : labelOf(passkey.raw),
    items: valueOf(passkey, 'itemIds', 'itemIds')
      ?.known?.map((id) => refOf(idText(id) ?? ''))
      .sort(byRef),
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
export function showsSections({ sections: { value, salePeriods, attributes } }: Item): boolean {
  return value !== undefined && salePeriods !== undefined && attributes !== undefined;
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
function amountsOf(item: Item): Amounts {
  if (item.sections.value === undefined) return {};
  if (item.sections.value === null) return { price: null };
  const price = valueOf(item, 'value', 'price')?.known ?? undefined;
  const fee = (name: 'feeSale' | 'feeProducer') => {
    const { known, raw } = valueOf(item, 'value', name) ?? {};
    if (!isPlainFee(item.dialect)) return typeof known === 'number' ? amountText(known) : undefined;
    // Beside prices in cents a fee is sent as it is read, whatever it is.
    return typeof raw === 'number' && typeof known === 'number' ? known : undefined;
  };
  return {
    price: price === undefined ? undefined : amountText(price),
    feeSale: fee('feeSale'),
    feeProducer: fee('feeProducer'),
  };
}

function isFee(name: string): boolean {
  return name === 'feeSale' || name === 'feeProducer';
}

function isAmount(name: string): boolean {
  return name === 'price' || isFee(name);
}

function periodOf({ fields }: Part): FilePeriod {
  const id = fields.appCategoryId?.raw;
  return present<FilePeriod>({
    appCategoryId: typeof id === 'bigint' ? id : idValue(idText(id)),
    start: timeOrNull(fields.start) ?? undefined,
    finish: timeOrNull(fields.finish) ?? undefined,
    available: countOrNull(fields.available) ?? undefined,
  });
}

function byCategory(one: FilePeriod, other: FilePeriod): number {
  return byText(String(one.appCategoryId), String(other.appCategoryId)) || byText(one.start ?? '', other.start ?? '');
}

function attributesOf(parts: readonly Part[] | null | undefined, isGroup: boolean): FileItem['attributes'] {
  if (parts === undefined || (isGroup && (parts ?? []).length === 0)) return undefined;
  const entries = (parts ?? []).map(({ key, fields: { value, type } }): [string, FileAttribute] | undefined => {
    if (!isPlain(value?.raw)) return undefined;
    const isOwnType = typeof type?.raw === 'string' && type.raw.trim() !== '' && type.raw !== typeFor(value.raw);
    return [key, isOwnType ? { value: value.raw, type: type.raw } : value.raw];
  });
  if (entries.includes(undefined)) return undefined;
  return Object.fromEntries((entries as [string, FileAttribute][]).sort(([one], [other]) => byText(one, other)));
}

function isPlain(value: unknown): value is string | number | bigint | boolean | null {
  return value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

/** The fields of a record that stand in a file by their names. */
function ownFields<K extends RecordKind>(record: RecordModel<K>): Pick<OwnFields<K>, FileField<K>> {
  const values = partIn(record, 'data')?.fields ?? {};
  const rows = sectionOf(record.kind, 'data').fields;
  const read = (name: string) => readers[rows[name]?.kind ?? 'text']?.(values[name]);
  return Object.fromEntries(fileFieldsOf(record.kind).map((name) => [name, read(name)])) as OwnFields<K>;
}

const readers: Partial<Record<Kind, (value: Value | undefined) => unknown>> = {
  text: textOrNull,
  count: countOrNull,
  flag: (value) => (typeof value?.raw === 'boolean' ? value.raw : undefined),
  dayOrMoment: timeOrNull,
};

function textOrNull(value: Value | undefined): string | null | undefined {
  return typeof value?.raw === 'string' || value?.raw === null ? value.raw : undefined;
}

/** A read may say only whether there are any, or -1 for something of its own: that is no count. */
function countOrNull(value: Value | undefined): number | null | undefined {
  const known = value?.known;
  return known === null || (typeof known === 'number' && known >= 0) ? known : undefined;
}

/** By the service's clock; a moment that has another offset, where that clock is not known, as it was read. */
function timeOrNull(value: Value | undefined): string | null | undefined {
  return value?.rule === 'clock' ? (value.raw as string) : (value?.known as string | null | undefined);
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
