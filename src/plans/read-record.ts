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
  type Part,
  type Passkey,
  type RecordKind,
  type RecordModel,
  type Value,
} from '../records/index.ts';
import {
  amountFields,
  dataFields,
  isAmountField,
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
  const amounts = amountsOf(item);
  const periods = item.sections.salePeriods?.map(periodOf).sort(byCategory);
  const attributes = attributesOf(item.sections.attributes);
  const own = ownFields(item);
  const shown: FileItem = {
    id: idValue(idOf(item.raw)),
    ...own,
    name: own.name ?? labelOf(item.raw),
    // A group that shows that it has none of these shows nothing.
    ...(isGroup && amounts.price === null ? {} : amounts),
    salePeriods: isGroup && periods?.length === 0 ? undefined : periods,
    attributes: isGroup && Object.keys(attributes ?? {}).length === 0 ? undefined : attributes,
  };
  const wanted = [...dataFields, ...(isGroup ? [] : ([...amountFields, 'salePeriods', 'attributes'] as const))];
  const isMissing = (field: keyof FileItem) => shown[field] === undefined && !(field.startsWith('fee') && amounts.price === null);
  // Shown, and in a unit of which nobody knows what it is.
  const hasUnit = (field: string) =>
    isAmountField(field) && (partIn(item, 'value')?.fields[field]?.raw ?? undefined) !== undefined;
  const ofPeriods = (['start', 'finish', 'available'] as const).filter((field) =>
    periods?.some((one) => one[field] === undefined),
  );
  const missing = wanted.filter(isMissing).map((field) => (hasUnit(field) ? `${field}.unit` : field));
  return { part: present(shown), missing: [...missing, ...ofPeriods.map((field) => `salePeriods.${field}`)] };
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
  const ids = valueOf(passkey, 'itemIds', 'itemIds')?.known;
  const shown: FilePasskey = {
    id: idValue(idOf(passkey.raw)),
    ...own,
    passkey: own.passkey ?? labelOf(passkey.raw),
    items: ids?.map((id) => refOf(idText(id) ?? '')).sort(byRef),
  };
  const missing = (['start', 'finish', 'limit', 'items'] as const).filter((name) => shown[name] === undefined);
  return { part: present(shown), missing };
}

/** A set has no order of its own. */
function byRef(one: FileItemRef, other: FileItemRef): number {
  const textOf = (ref: FileItemRef) => (typeof ref === 'string' ? ref : `${ref.path ?? ''} ${ref.id}`);
  return byText(textOf(one), textOf(other));
}

export function amountText(cents: number): string {
  const [sign, digits] = [cents < 0 ? '-' : '', String(Math.abs(cents)).padStart(3, '0')];
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A price of null: the item has no values yet. */
function amountsOf(item: Item): Pick<FileItem, (typeof amountFields)[number]> {
  const { value } = item.sections;
  if (!value) return value === null ? { price: null } : {};
  const amountOf = (name: (typeof amountFields)[number]) => {
    const { known, raw } = valueOf(item, 'value', name) ?? {};
    if (typeof known !== 'number') return undefined;
    // Beside prices in cents a fee is sent as it is read, whatever it is.
    const isPlain = name !== 'price' && isPlainFee(item.dialect);
    return isPlain ? (typeof raw === 'number' ? known : undefined) : amountText(known);
  };
  return { price: amountOf('price'), feeSale: amountOf('feeSale'), feeProducer: amountOf('feeProducer') };
}

function periodOf({ fields: { appCategoryId, start, finish, available } }: Part): FilePeriod {
  const id = appCategoryId?.raw;
  const period = {
    appCategoryId: typeof id === 'bigint' ? id : idValue(idText(id)),
    start: shownIn(start) ?? undefined,
    finish: shownIn(finish) ?? undefined,
    available: shownIn(available) ?? undefined,
  };
  return present(period) as FilePeriod;
}

function byCategory(one: FilePeriod, other: FilePeriod): number {
  return byText(String(one.appCategoryId), String(other.appCategoryId)) || byText(one.start ?? '', other.start ?? '');
}

/** Undefined where one of them is nothing that a file has. */
function attributesOf(parts: readonly Part[] | null | undefined): FileItem['attributes'] {
  if (parts === undefined) return undefined;
  const entries = (parts ?? []).flatMap(({ key, fields: { value, type } }): [string, FileAttribute][] => {
    if (!isPlain(value?.raw)) return [];
    const isOwnType = typeof type?.raw === 'string' && type.raw.trim() !== '' && type.raw !== typeFor(value.raw);
    return [[key, isOwnType ? { value: value.raw, type: type.raw } : value.raw]];
  });
  if (entries.length < (parts ?? []).length) return undefined;
  return Object.fromEntries(entries.sort(([one], [other]) => byText(one, other)));
}

function isPlain(value: unknown): value is string | number | bigint | boolean | null {
  return value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

/** The fields of a record that stand in a file by their names. */
function ownFields<K extends RecordKind>(record: RecordModel<K>): Pick<OwnFields<K>, FileField<K>> {
  const values = partIn(record, 'data')?.fields ?? {};
  const rows = sectionOf(record.kind, 'data').fields;
  const read = (name: string) => {
    const value = shownIn(values[name]);
    return value === null && rows[name]?.kind === 'flag' ? undefined : value;
  };
  return Object.fromEntries(fileFieldsOf(record.kind).map((name) => [name, read(name)])) as OwnFields<K>;
}

/** Null: there is none. A time is by the service's clock; one that has an offset, where that clock is not known, is as it was read. */
function shownIn(value: Value | undefined): unknown {
  const { known, rule, raw } = value ?? {};
  if (rule === 'clock') return raw;
  // A read may say -1 for something of its own: that is no count.
  return typeof known === 'number' && known < 0 ? undefined : known;
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
