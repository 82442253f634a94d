// What a file wants of a record, as edits of it: each field that differs, all else stays as it was read.
import type { JsonObject } from '../client/replies.ts';
import { money, type Edit, type StepRef } from '../records/index.ts';
import { centsOf } from '../shared/text.ts';
import { typedAttribute, type FieldDifference } from './differences.ts';
import {
  addressOf,
  amountFields,
  dataFields,
  type FileAmount,
  type FileAttribute,
  type FileId,
  type FileItem,
  type FilePasskey,
  type FilePeriod,
} from './event-file.ts';

type Group = FileId | StepRef | undefined;

/** What a new item is made with. */
export function newItemBody(item: FileItem, eventId: FileId, group: Group): JsonObject {
  const own = Object.fromEntries(dataFields.map((name) => [name, item[name]]));
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '' && value !== false;
  const given = Object.entries({ ...own, parent: group }).filter(([, value]) => isGiven(value));
  return { ...Object.fromEntries(given), eventId };
}

/** An item that was just made: it has none of what is sold. */
export const madeItem: JsonObject = { value: null, salePeriods: [], attributes: [] };

export function newItemEdits(item: FileItem): Edit[] {
  const { price, salePeriods = [], attributes = {} } = item;
  return [
    ...(price === undefined || price === null ? [] : amountFields.flatMap((name) => amountEdits(name, item[name]))),
    ...salePeriods.flatMap(addedPeriod),
    ...Object.entries(attributes).flatMap(([key, attribute]) => attributeEdits(key, attribute)),
  ];
}

export function itemEdits(item: FileItem, fields: readonly FieldDifference[], group: Group): Edit[] {
  const { salePeriods = [] } = item;
  return fields.flatMap(({ field, after }): Edit[] => {
    const { section, key, name } = addressOf(field);
    if (section === 'value') return amountEdits(name, item[name as 'price']);
    if (section === 'attributes') return attributeEdits(key, after as FileAttribute);
    if (section === 'data') return [{ section, key, name, value: name === 'parent' ? (group ?? null) : item[name as 'type'] }];
    return salePeriods.flatMap((period, index): Edit[] => {
      if (String(period.appCategoryId) !== key) return [];
      // The save says of several of one category that they cannot be told apart.
      return name === '' ? addedPeriod(period, index) : [{ section, key, name, value: period[name as 'start'] }];
    });
  });
}

export function passkeyEdits(
  passkey: FilePasskey | undefined,
  fields: readonly FieldDifference[],
  itemIds: readonly (FileId | StepRef)[] | undefined,
): Edit[] {
  return fields.flatMap(({ field }): Edit[] => {
    const { section, key, name } = addressOf(field);
    if (section === 'data') return [{ section, key, name, value: passkey?.[name as 'start'] }];
    return itemIds ? [{ section, key, name, value: itemIds }] : [];
  });
}

/** Amounts of money are exact in cents; a bare number is sent as it is. */
function amountEdits(name: string, amount: FileAmount | null | undefined): Edit[] {
  if (amount === undefined || amount === null) return [];
  const cents = typeof amount === 'string' ? centsOf(amount) : undefined;
  return [{ section: 'value', key: '', name, value: cents === undefined ? amount : money(cents) }];
}

function addedPeriod(period: FilePeriod, index: number): Edit[] {
  const row = { section: 'salePeriods', key: String(period.appCategoryId), added: String(index) };
  return Object.entries(period).map(([name, value]) => ({ ...row, name, value: value as unknown }));
}

function attributeEdits(key: string, attribute: FileAttribute): Edit[] {
  const { value, type } = typedAttribute(attribute);
  return [
    { section: 'attributes', key, name: 'value', value },
    { section: 'attributes', key, name: 'type', value: type },
  ];
}
