// An event as a file: what people plan and compare, under the document's names, without what a service works out by itself.
import { ownField } from '../client/fields.ts';
import { fileFieldsOf, type FieldsOf, type FileField, type KindOf, type RecordKind } from '../records/index.ts';

/** Digit for digit, as the service gives it. */
export type FileId = string | number | bigint;

/** `"120.00"` is an amount of money; a bare number is what a service gives whose unit the interface does not name. */
export type FileAmount = string | number;

export interface FilePeriod {
  readonly appCategoryId?: FileId | undefined;
  readonly start?: string | undefined;
  readonly finish?: string | undefined;
  readonly available?: number | undefined;
}

export type FileAttribute = string | number | bigint | boolean | null | TypedAttribute;

/** An attribute whose type does not follow from its value. */
interface TypedAttribute {
  readonly value: string | number | bigint | boolean | null;
  readonly type: string;
}

interface FileValues {
  readonly text: string | null;
  readonly count: number | null;
  readonly flag: boolean;
  readonly dayOrMoment: string | null;
}

/** The record's own fields. Absent: not known, or not meant; null: none. */
export type OwnFields<K extends RecordKind> = {
  readonly [N in FileField<K>]?: FileValues[KindOf<K, 'data', N & keyof FieldsOf<K, 'data'>> & keyof FileValues] | undefined;
};

export interface FileItem extends Omit<OwnFields<'item'>, 'name'> {
  readonly id?: FileId | undefined;
  readonly name: string;
  /** Null: the item has no values yet. */
  readonly price?: FileAmount | null | undefined;
  readonly feeSale?: FileAmount | undefined;
  readonly feeProducer?: FileAmount | undefined;
  readonly salePeriods?: readonly FilePeriod[] | undefined;
  readonly attributes?: Readonly<Record<string, FileAttribute>> | undefined;
  /** Those that stand in it: it is a group. */
  readonly items?: readonly FileItem[] | undefined;
  readonly notKnown?: readonly string[] | undefined;
}

/** By its path, or by its id where the path does not tell it from others. */
export type FileItemRef = string | { readonly id: FileId; readonly path?: string | undefined };

export interface FilePasskey extends Omit<OwnFields<'passkey'>, 'passkey'> {
  readonly id?: FileId | undefined;
  readonly passkey: string;
  readonly items?: readonly FileItemRef[] | undefined;
  readonly notKnown?: readonly string[] | undefined;
}

export interface EventFile {
  /** Where it was read: a hint, and no target. */
  readonly event: {
    readonly id?: FileId | undefined;
    readonly name?: string | undefined;
    readonly environment?: string | undefined;
  };
  readonly timeZone?: string | undefined;
  /** Absent: not known, or not meant. */
  readonly items?: readonly FileItem[] | undefined;
  readonly passkeys?: readonly FilePasskey[] | undefined;
  /** What the service does not show: it is neither planned nor written. */
  readonly notKnown?: readonly string[] | undefined;
}

/** In their order in a file. */
export const dataFields = fileFieldsOf('item');
export const passkeyFields = fileFieldsOf('passkey');
export const amountFields = ['price', 'feeSale', 'feeProducer'] as const;

export function isAmountField(field: string): boolean {
  return (amountFields as readonly string[]).includes(field);
}

const pathSeparator = ' / ';

/** An item with where it stands. */
export interface PlacedItem {
  readonly item: FileItem;
  readonly path: string;
  /** Where it stands in the file: `['items', 0, 'items', 2]`. */
  readonly place: readonly (string | number)[];
  readonly parent?: PlacedItem | undefined;
}

/** All items, each after the group that it stands in. */
export function placedItems({ items = [] }: Pick<EventFile, 'items'>): PlacedItem[] {
  return placedIn(items, ['items']);
}

function placedIn(items: readonly FileItem[], place: PlacedItem['place'], parent?: PlacedItem): PlacedItem[] {
  return items.flatMap((item, index) => {
    const path = parent ? parent.path + pathSeparator + item.name : item.name;
    const placed = { item, path, place: [...place, index], parent };
    return [placed, ...placedIn(item.items ?? [], [...placed.place, 'items'], placed)];
  });
}

/** Items with a change of each, whatever it stands in. */
export function mappedItems(items: readonly FileItem[], change: (item: FileItem) => FileItem | FileItem[]): FileItem[] {
  return items.flatMap((item) => change(item.items ? { ...item, items: mappedItems(item.items, change) } : item));
}

export function itemsById(items: readonly PlacedItem[]): ReadonlyMap<string, PlacedItem> {
  return new Map(items.map((one) => [String(one.item.id), one]));
}

/** `items[0].items[2]` */
export function placeText(place: readonly (string | number)[]): string {
  return place.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

interface Address {
  readonly section: string;
  readonly key: string;
  readonly name: string;
}

/** Where a field of a difference stands in a record of the table: `salePeriods.1.start`, `attributes.gate`, `group`, `items`. */
export function addressOf(field: string): Address {
  const [, category, part = ''] = /^salePeriods\.(.*?)(?:\.(start|finish|available))?$/s.exec(field) ?? [];
  if (category !== undefined) return { section: 'salePeriods', key: category, name: part };
  if (field.startsWith('attributes.')) return { section: 'attributes', key: field.slice('attributes.'.length), name: 'value' };
  if (field === 'items') return { section: 'itemIds', key: '', name: 'itemIds' };
  if (isAmountField(field)) return { section: 'value', key: '', name: field };
  return { section: 'data', key: '', name: field === 'group' ? 'parent' : field };
}

/** What a record has in a field of a difference; undefined also where several sale periods are of one category. */
export function fieldAt(record: FileItem | FilePasskey, field: string): unknown {
  const { section, key, name } = addressOf(field);
  const { salePeriods, attributes } = record as Partial<FileItem>;
  if (section === 'salePeriods')
    return onlyOne(salePeriods?.filter(({ appCategoryId }) => String(appCategoryId) === key))?.[name as 'start'];
  return section === 'attributes' ? ownField(attributes, key) : record[field as 'id'];
}

export function withField<T extends Partial<FileItem | FilePasskey>>(record: T, field: string, value: unknown): T {
  const { section, key, name } = addressOf(field);
  const { salePeriods, attributes } = record as Partial<FileItem>;
  if (section === 'attributes') return { ...record, attributes: { ...attributes, [key]: value } };
  if (section !== 'salePeriods') return { ...record, [field]: value };
  const changed = salePeriods?.map((one) => (String(one.appCategoryId) === key ? { ...one, [name]: value } : one));
  return { ...record, salePeriods: changed };
}

/** Only the one is meant where there is one. */
export function onlyOne<T>(values: readonly T[] | undefined): T | undefined {
  return values?.length === 1 ? values[0] : undefined;
}
