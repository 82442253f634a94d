// An item as the texts of a form, and back as edits: what was not typed stays exactly as it was read.
import { centsOf as readCents, stringifyJson } from '../../client/index.ts';
import type { AttributeRow, DataField, ItemForm, ItemKnown, PeriodRow } from '../../protocol/item.ts';
import {
  idValue,
  partIn,
  textOf,
  tableOf,
  mayBeCents,
  valueOf,
  withEdits,
  type Edit,
  type FormatContext,
  type Item,
  type Kind,
  type Part,
  type RecordModel,
} from '../../records/index.ts';
import { changedFields, dataFields, emptyForm, valueFields } from '../../shared/record-fields.ts';
import { noCurrency, wholeNumber } from '../../shared/text.ts';
import { areCentsByDocument } from '../reading/amount-signs.ts';
import type { RecordCodec } from '../records/session.ts';

export type { FormatContext };

export function itemCodec(format: () => FormatContext): RecordCodec<ItemForm> {
  const decode = (record: RecordModel) => formOf(record as Item, format());
  return {
    kind: 'item',
    decode,
    encode: (base, form) => withEdits(base, editsOf(decode(base), form), asDocumented(base as Item, format())),
  };
}

/** Amounts of a service that has shown no others are cents, as the document says, as long as nobody has said what they are. */
function asDocumented(item: Item, format: FormatContext): FormatContext {
  const isOpen = format.dialect.amounts?.items === undefined;
  return isOpen && areCentsByDocument(format.dialect) && mayBeCents(item) ? { ...format, areCents: true } : format;
}

/** What is known of an item, and how its amounts are typed. */
export function knownOf(item: Item, format: FormatContext): ItemKnown {
  const { areCents = false, dialect } = asDocumented(item, format);
  const { items, fees } = dialect.amounts ?? {};
  const price = valueOf(item, 'value', 'price')?.raw;
  const isMoney =
    price === undefined || price === null || readCents(price, items ?? (areCents ? 'cents' : undefined)) !== undefined;
  const { value, salePeriods, attributes } = item.sections;
  const unseen = Object.entries({ values: value, periods: salePeriods, attributes }).filter(([, part]) => part === undefined);
  // The document has no name for them; an item that holds others has theirs.
  const { eventDates, children } = item.raw;
  const holdsOthers = Array.isArray(children) && children.length > 0;
  const isNew = Object.keys(item.raw).length === 0;
  return {
    isAtNoSession: Array.isArray(eventDates) && eventDates.length === 0 && !holdsOthers && item.raw.type !== 'Group',
    price: isMoney ? 'money' : 'number',
    fees: fees === undefined || fees === 'number' ? 'number' : 'money',
    isPresumed: areCents && typeof price === 'number',
    currency: format.currency ?? noCurrency,
    unseen: isNew ? [] : unseen.map(([name]) => name as ItemKnown['unseen'][number]),
  };
}

const sectionRows = tableOf('item').sections;

function fieldText(part: Part | undefined, section: string, name: string, format: FormatContext): string {
  const kind: Kind = sectionRows[section]?.fields[name]?.kind ?? 'any';
  return textOf(kind, part?.fields[name], format);
}

export function formOf(item: Item, shown: FormatContext): ItemForm {
  const format = asDocumented(item, shown);
  const texts = (section: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, fieldText(partIn(item, section), section, name, format)]));
  return {
    ...emptyForm,
    ...texts('data', dataFields),
    hidden: valueOf(item, 'data', 'hidden')?.raw === true,
    ...texts('value', valueFields),
    periods: (item.sections.salePeriods ?? []).map((part, index) => periodRow(part, index, format)),
    attributes: (item.sections.attributes ?? []).map(attributeRow),
  };
}

/** The fields that a record has; those of another type than a form could show are left out. */
export function shownFields(item: Item): DataField[] {
  const isShown = (name: DataField) => {
    const value = valueOf(item, 'data', name);
    if (name === 'name' || name === 'parent') return value !== undefined || name === 'name';
    if (name === 'hidden') return typeof value?.raw === 'boolean';
    return value !== undefined && (value.raw === null || !['object', 'boolean'].includes(typeof value.raw));
  };
  return dataFields.filter(isShown);
}

/**
 * What was typed: each field that differs, and no other.
 * @internal edits are made without a session
 */
export function editsOf(base: ItemForm, form: ItemForm): Edit[] {
  const single = changedFields(base, form).flatMap(({ section, name, text }): Edit[] => {
    if (section === 'data') return [{ section, key: '', name, text }];
    return section === 'values' ? [{ section: 'value', key: '', name, text }] : [];
  });
  return [
    ...single,
    ...form.periods.flatMap((row) => periodEdits(base, row)),
    ...form.attributes.flatMap((row) => attributeEdits(base, row)),
  ];
}

function periodEdits(base: ItemForm, row: PeriodRow): Edit[] {
  const key = row.appCategoryId.trim();
  const twins = row.isNew ? [] : base.periods.filter(({ appCategoryId }) => appCategoryId === key);
  const former = twins.find((one) => one.row === row.row) ?? twins[0];
  const names = (['start', 'finish', 'available'] as const).filter((name) => former?.[name] !== row[name]);
  return names.map((name) => ({ section: 'salePeriods', key, name, text: row[name], ...(former ? {} : { added: row.row }) }));
}

function attributeEdits(base: ItemForm, row: AttributeRow): Edit[] {
  const former = row.isNew ? undefined : base.attributes.find(({ key }) => key === row.key);
  const names = (['type', 'value'] as const).filter((name) => former?.[name] !== row[name]);
  return names.map((name) => ({
    section: 'attributes',
    key: row.key,
    name,
    text: row[name],
    ...(former ? {} : { added: row.row }),
  }));
}

/** What a new item is created with. */
export function newItem(form: ItemForm, eventId: string): Readonly<Record<string, unknown>> {
  const given = dataFields.filter((name) => name === 'name' || (form[name] !== '' && form[name] !== false));
  return { ...Object.fromEntries(given.map((name) => [name, dataValue(name, form)])), eventId: idValue(eventId) };
}

function dataValue(name: DataField, form: ItemForm): unknown {
  if (name === 'quantity') return wholeNumber(form.quantity);
  return name === 'parent' ? idValue(form.parent.trim()) : form[name];
}

function periodRow(part: Part, index: number, format: FormatContext): PeriodRow {
  const text = (name: string) => fieldText(part, 'salePeriods', name, format);
  return {
    row: rowName(index),
    isNew: false,
    appCategoryId: text('appCategoryId'),
    start: text('start'),
    finish: text('finish'),
    available: text('available'),
  };
}

function rowName(index: number): string {
  return `row-${index + 1}`;
}

function attributeRow({ key, fields: { value, type } }: Part, index: number): AttributeRow {
  const raw = value?.raw;
  const isFixed = typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'bigint';
  const text = isFixed ? stringifyJson(raw ?? null) : String(raw);
  return { row: rowName(index), isNew: false, isFixed, key, value: text, type: typeof type?.raw === 'string' ? type.raw : '' };
}
