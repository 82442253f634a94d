// What a file wants of a record, as edits of it: each field that differs, all else stays as it was read.
import type { JsonObject } from '../client/replies.ts';
import { fileFieldsOf, money, typeFor, type Edit, type StepRef } from '../records/index.ts';
import { centsOf } from '../shared/text.ts';
import type { FieldDifference } from './differences.ts';
import {
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
  const given: [string, unknown][] = [...dataFields.map((name): [string, unknown] => [name, item[name]]), ['parent', group]];
  const isGiven = ([, value]: [string, unknown]) => value !== undefined && value !== null && value !== '' && value !== false;
  return { ...Object.fromEntries(given.filter(isGiven)), eventId };
}

/** An item that was just made: it has none of what is sold. */
export const madeItem: JsonObject = { value: null, salePeriods: [], attributes: [] };

export function newItemEdits({ price, feeSale, feeProducer, salePeriods = [], attributes = {} }: FileItem): Edit[] {
  return [
    ...(price === undefined || price === null ? [] : amountEdits({ price, feeSale, feeProducer }, amountFields)),
    ...salePeriods.flatMap((period, index) => addedPeriod(period, index)),
    ...Object.entries(attributes).flatMap(([key, attribute]) => attributeEdits(key, attribute)),
  ];
}

export function itemEdits(item: FileItem, fields: readonly FieldDifference[], group: Group): Edit[] {
  const isChanged = (name: string) => fields.some(({ field }) => field === name);
  const own = dataFields.filter(isChanged).map((name): Edit => ({ section: 'data', key: '', name, value: item[name] }));
  const moved: Edit[] = isChanged('group') ? [{ section: 'data', key: '', name: 'parent', value: group ?? null }] : [];
  const parts = fields.flatMap(({ field, after }): Edit[] => {
    const [section, ...rest] = field.split('.');
    if (section === 'attributes') return attributeEdits(rest.join('.'), after as FileAttribute);
    return section === 'salePeriods' ? periodEdits(item, rest.join('.')) : [];
  });
  return [...own, ...moved, ...amountEdits(item, amountFields.filter(isChanged)), ...parts];
}

export function passkeyEdits(
  passkey: FilePasskey | undefined,
  fields: readonly FieldDifference[],
  itemIds: readonly (FileId | StepRef)[] | undefined,
): Edit[] {
  const isChanged = (name: string) => fields.some(({ field }) => field === name);
  const own = fileFieldsOf('passkey').filter(isChanged);
  const items: Edit[] = itemIds && isChanged('items') ? [{ section: 'itemIds', key: '', name: 'itemIds', value: itemIds }] : [];
  return [...own.map((name): Edit => ({ section: 'data', key: '', name, value: passkey?.[name] })), ...items];
}

/** Amounts of money are exact in cents; a bare number is sent as it is. */
function amountEdits(
  item: Pick<FileItem, (typeof amountFields)[number]>,
  names: readonly (typeof amountFields)[number][],
): Edit[] {
  const valueOf = (amount: FileAmount) => {
    const cents = typeof amount === 'string' ? centsOf(amount) : undefined;
    return cents === undefined ? amount : money(cents);
  };
  return names.flatMap((name): Edit[] => {
    const amount = item[name];
    return amount === undefined || amount === null ? [] : [{ section: 'value', key: '', name, value: valueOf(amount) }];
  });
}

/** `1.start`; or `1` for several of one category, of which the save says that they cannot be told apart. */
function periodEdits({ salePeriods = [] }: FileItem, field: string): Edit[] {
  const periods = salePeriods.map((period, index) => ({ period, index, key: String(period.appCategoryId) }));
  const name = (['start', 'finish', 'available'] as const).find((each) => field.endsWith(`.${each}`));
  const key = name === undefined ? field : field.slice(0, -name.length - 1);
  const own = periods.filter((one) => one.key === key);
  if (name === undefined) return own.flatMap(({ period, index }) => addedPeriod(period, index));
  return own.flatMap(({ period }): Edit[] => [{ section: 'salePeriods', key, name, value: period[name] }]);
}

function addedPeriod(period: FilePeriod, index: number): Edit[] {
  const key = String(period.appCategoryId);
  const names = (['appCategoryId', 'start', 'finish', 'available'] as const).filter((name) => period[name] !== undefined);
  return names.map((name) => ({ section: 'salePeriods', key, name, value: period[name], added: String(index) }));
}

function attributeEdits(key: string, attribute: FileAttribute): Edit[] {
  const isTyped = typeof attribute === 'object' && attribute !== null;
  const { value, type } = isTyped ? attribute : { value: attribute, type: typeFor(attribute) };
  return [
    { section: 'attributes', key, name: 'value', value },
    { section: 'attributes', key, name: 'type', value: type },
  ];
}
