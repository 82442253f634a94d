// An event as a file: what people plan and compare, under the document's names, without what a service works out by itself.
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

/** The order in which fields are written; a field that is in none of these is no part of a file. */
export const fileFields = {
  file: ['event', 'timeZone', 'items', 'passkeys', 'notKnown'],
  event: ['id', 'name', 'environment'],
  item: [
    ...['id', ...fileFieldsOf('item'), 'price', 'feeSale', 'feeProducer'],
    ...['salePeriods', 'attributes', 'notKnown', 'items'],
  ],
  period: ['appCategoryId', 'start', 'finish', 'available'],
  attribute: ['value', 'type'],
  passkey: ['id', ...fileFieldsOf('passkey'), 'items', 'notKnown'],
  itemRef: ['id', 'path'],
} as const;

export const amountFields = ['price', 'feeSale', 'feeProducer'] as const;
export const dataFields = fileFieldsOf('item');

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
export function placedItems(file: Pick<EventFile, 'items'>): PlacedItem[] {
  const found: PlacedItem[] = [];
  const add = (items: readonly FileItem[], place: readonly (string | number)[], parent?: PlacedItem) => {
    for (const [index, item] of items.entries()) {
      const path = parent ? parent.path + pathSeparator + item.name : item.name;
      const placed = { item, path, place: [...place, index], parent };
      found.push(placed);
      if (item.items) add(item.items, [...placed.place, 'items'], placed);
    }
  };
  add(file.items ?? [], ['items']);
  return found;
}

/** By a key that several may share. */
export function grouped<T>(values: Iterable<T>, keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** Only the one is meant where there is one. */
export function onlyOne<T>(values: readonly T[] | undefined): T | undefined {
  return values?.length === 1 ? values[0] : undefined;
}
