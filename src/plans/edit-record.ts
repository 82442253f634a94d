// A record as the service gave it, with what a file wants of it: each field at its place, all else as it was read.
import { putAt } from '../client/fields.ts';
import type { Dialect } from '../client/index.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import { itemReading, passkeyReading } from '../records/readings.ts';
import { centsOf } from '../shared/text.ts';
import type { FieldDifference, ItemDifference, PasskeyDifference } from './differences.ts';
import {
  grouped,
  onlyOne,
  type FileAmount,
  type FileAttribute,
  type FileId,
  type FileItem,
  type FilePeriod,
} from './event-file.ts';
import { typeFor } from './read-record.ts';
import { markOf, type StepRef } from './step-refs.ts';

/** What a new item is made with. */
export function newItemBody(item: FileItem, eventId: FileId, group: FileId | StepRef | undefined): JsonObject {
  const { name, description, type, quantity, hidden } = item;
  const given = { name, description, type, quantity, hidden: hidden === true ? true : undefined, parent: group };
  const isGiven = ([, value]: [string, unknown]) => value !== undefined && value !== null && value !== '';
  return { ...Object.fromEntries(Object.entries(given).filter(isGiven)), eventId };
}

/** What is sold of a new item, beside an item that has none of it yet. */
export function newItemRecord(item: FileItem): { readonly base: JsonObject; readonly edited: JsonObject } {
  const { price, feeSale, feeProducer, salePeriods = [], attributes = {} } = item;
  const base = { value: null, salePeriods: [], attributes: [] };
  const value = price === undefined || price === null ? null : valuesOf({ price, feeSale, feeProducer });
  return { base, edited: { value, salePeriods: salePeriods.map((period) => ({ ...period })), attributes: listed(attributes) } };
}

export function editedItem(
  record: JsonObject,
  { wanted, fields }: ItemDifference,
  dialect: Dialect,
  group: FileId | StepRef | undefined,
): JsonObject {
  const item: FileItem = wanted?.item ?? { name: '' };
  const read = itemReading(record, dialect);
  const put = (edited: JsonObject, path: readonly (string | number)[], value: unknown) => putAt(edited, read.place(path), value);
  const isChanged = (name: string) => fields.some(({ field }) => field === name);
  let edited = record;
  for (const name of ['name', 'description', 'type', 'quantity', 'hidden'] as const)
    if (isChanged(name)) edited = put(edited, [name], item[name]);
  if (isChanged('group')) edited = put(edited, ['parent'], group === undefined ? null : markOf(group));
  const amounts = (['price', 'feeSale', 'feeProducer'] as const).filter(isChanged);
  if (amounts.length > 0) {
    const values = valuesOf(Object.fromEntries(amounts.map((name) => [name, item[name]])));
    if (isObject(read.fields.value))
      for (const [name, value] of Object.entries(values)) edited = put(edited, ['value', name], value);
    else edited = put(edited, ['value'], values);
  }
  const periods = editedPeriods(read.fields.salePeriods, item, fields);
  if (periods) edited = put(edited, ['salePeriods'], periods);
  const attributes = fields.filter(({ field }) => field.startsWith('attributes.'));
  if (attributes.length > 0) edited = put(edited, ['attributes'], editedAttributes(read.fields.attributes, attributes));
  return edited;
}

export function editedPasskey(
  record: JsonObject,
  { wanted, fields }: PasskeyDifference,
  dialect: Dialect,
  itemIds: readonly (FileId | StepRef)[] | undefined,
): JsonObject {
  const { place } = passkeyReading(record, dialect);
  let edited = record;
  for (const name of ['passkey', 'start', 'finish', 'limit'] as const)
    if (fields.some(({ field }) => field === name)) edited = putAt(edited, place([name]), wanted?.[name]);
  if (itemIds && fields.some(({ field }) => field === 'items')) edited = putAt(edited, place(['itemIds']), itemIds.map(markOf));
  return edited;
}

/** Amounts of money are exact in cents; a bare number is sent as it is. */
function valuesOf(amounts: Readonly<Record<string, FileAmount | null | undefined>>): JsonObject {
  const given = Object.entries(amounts).filter(([, amount]) => amount !== undefined && amount !== null);
  return Object.fromEntries(
    given.map(([name, amount]) => [name, typeof amount === 'string' ? { cents: centsOf(amount) } : amount]),
  );
}

/** Undefined where no sale period differs. */
function editedPeriods(
  before: unknown,
  { salePeriods = [] }: FileItem,
  fields: readonly FieldDifference[],
): unknown[] | undefined {
  const named = fields.flatMap(({ field }) => (field.startsWith('salePeriods.') ? [field.slice('salePeriods.'.length)] : []));
  if (named.length === 0) return undefined;
  const known = Array.isArray(before) ? (before as unknown[]) : [];
  const categoryOf = (period: unknown) => (isObject(period) ? String(period.appCategoryId) : '');
  const isChanged = (category: string, name: string) => named.includes(`${category}.${name}`);
  const wanted = grouped(salePeriods, categoryOf);
  const kept = known.map((period) => {
    const [category, only] = [categoryOf(period), onlyOne(wanted.get(categoryOf(period)))];
    const edits = Object.entries(only ?? {}).filter(([name]) => isChanged(category, name));
    return edits.length > 0 && isObject(period) ? { ...period, ...Object.fromEntries(edits) } : period;
  });
  const isKnown = (period: FilePeriod) => known.some((one) => categoryOf(one) === categoryOf(period));
  const isMade = (period: FilePeriod) => named.some((name) => `${name}.`.startsWith(`${categoryOf(period)}.`));
  // Several of one category are sent nowhere: the plan of the record refuses them.
  const made = salePeriods.filter((period) => isMade(period) && (!isKnown(period) || named.includes(categoryOf(period))));
  return [...kept, ...made.map((period) => ({ ...period }))];
}

/** As a list, because only a list says which type an attribute has. */
function editedAttributes(before: unknown, changed: readonly FieldDifference[]): unknown[] {
  const known = Array.isArray(before)
    ? (before as unknown[])
    : isObject(before)
      ? listed(before as Record<string, FileAttribute>)
      : [];
  const keyOf = (attribute: unknown) => (isObject(attribute) ? attribute.key : undefined);
  const edited = listed(
    Object.fromEntries(changed.map(({ field, after }) => [field.slice('attributes.'.length), after as FileAttribute])),
  );
  const isEdited = (attribute: unknown) => edited.some(({ key }) => key === keyOf(attribute));
  return [...known.filter((attribute) => !isEdited(attribute)), ...edited];
}

function listed(attributes: Readonly<Record<string, FileAttribute>>): { key: string; value: unknown; type: string }[] {
  return Object.entries(attributes).map(([key, attribute]) =>
    typeof attribute === 'object' && attribute !== null
      ? { key, value: attribute.value, type: attribute.type }
      : { key, value: attribute, type: typeFor(attribute) },
  );
}
