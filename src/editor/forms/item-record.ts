// An item as the service shows it, as a form, and back: what was not typed stays exactly as it was read.
import { idOf, stringifyJson } from '../../client/index.ts';
import type { AttributeRow, DataField, ItemForm, PeriodRow } from '../../protocol/item.ts';
import { attributeOf, periodOf } from '../../shared/form-checks.ts';
import { changedFields, dataFields, emptyForm, valueFields } from '../../shared/record-fields.ts';
import { centsOf, editableMoney, wholeNumber } from '../../shared/text.ts';
import { readOnlyItemFields } from '../records/item-plan.ts';
import { isFields, type Fields } from '../records/plan.ts';
import type { RecordCodec } from '../records/session.ts';
import { isSame, toCents, toWriteTime, type Cents } from '../records/write-format.ts';

/** How amounts and times are shown. */
export interface FormatContext {
  readonly language: string;
  readonly timeZone?: string | undefined;
}

export function itemCodec(format: FormatContext): RecordCodec<ItemForm> {
  // A new item has no record yet.
  const decode = (record: Fields) => (Object.keys(record).length === 0 ? emptyForm : formOf(record, format));
  return {
    kind: 'item',
    decode,
    encode: (base, form) => applyForm(base, form, format),
    align: (record, form) => withListedAttributes(record, form && typesIn(form)),
    isSame: ({ base, remote }, now) =>
      changedFields(decode(base), decode(now)).length === 0 && changedOutside(remote, now).length === 0,
  };
}

/** The names of the fields that differ and are not in the form. */
export function changedOutside(one: Fields, other: Fields): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.filter((key) => !formKeys.includes(key) && !isSame(one[key], other[key]));
}

export function formOf(record: Fields, format: FormatContext): ItemForm {
  const value = isFields(record.value) ? record.value : {};
  const amount = (name: string) => moneyOf(value[name], format);
  return {
    ...emptyForm,
    name: textOf(record.name),
    description: textOf(record.description),
    type: textOf(record.type),
    quantity: textOf(record.quantity),
    parent: isFields(record.parent) ? (idOf(record.parent) ?? '') : textOf(record.parent),
    hidden: record.hidden === true,
    price: amount('price'),
    feeSale: amount('feeSale'),
    feeProducer: amount('feeProducer'),
    periods: periodsIn(record).map((period, index) => periodRow(period, index, format)),
    attributes: (attributesIn(record) ?? []).map(attributeRow),
  };
}

/** The fields that a record has; those of another type than a form could show are left out. */
export function shownFields(record: Fields): DataField[] {
  const isShown = (name: DataField) => {
    const value = record[name];
    if (name === 'name' || name === 'parent') return name in record || name === 'name';
    return name === 'hidden' ? typeof value === 'boolean' : name in record && (value === null || !isNested(value));
  };
  return dataFields.filter(isShown);
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' || typeof value === 'boolean';
}

/** The record with what was typed: each field that differs from the record, in the format that a save expects, and no other. */
export function applyForm(record: Fields, form: ItemForm, format: FormatContext): Fields {
  const changed = changedFields(formOf(record, format), form);
  const edited: Record<string, unknown> = { ...withListedAttributes(record) };
  for (const { section, name } of changed) if (section === 'data') edited[name] = dataValue(name as DataField, form);
  if (changed.some(({ section }) => section === 'values')) {
    const typed = changed
      .filter(({ section }) => section === 'values')
      .map(({ name, text }) => [name, { cents: centsOf(text) ?? 0 } satisfies Cents]);
    edited.value = { ...(isFields(record.value) ? record.value : {}), ...Object.fromEntries(typed) };
  }
  if (changed.some(({ section }) => section === 'period')) edited.salePeriods = editedPeriods(record, form, format);
  if (changed.some(({ section }) => section === 'attribute')) edited.attributes = editedAttributes(record, form);
  return edited;
}

/** What a new item is created with. */
export function newItem(form: ItemForm, eventId: string): Fields {
  const given = dataFields.filter((name) => name === 'name' || (form[name] !== '' && form[name] !== false));
  return { ...Object.fromEntries(given.map((name) => [name, dataValue(name, form)])), eventId: idValue(eventId) };
}

function dataValue(name: DataField, form: ItemForm): unknown {
  if (name === 'quantity') return wholeNumber(form.quantity);
  if (name === 'parent') return form.parent.trim() === '' ? null : idValue(form.parent.trim());
  return form[name];
}

/** An id of digits is a number on the wire, with every digit. */
function idValue(text: string): unknown {
  if (!/^\d+$/.test(text)) return text;
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
}

function editedPeriods(record: Fields, form: ItemForm, format: FormatContext): Fields[] {
  const former = periodsIn(record);
  return form.periods.map((row) => {
    const index = row.isNew
      ? -1
      : former.findIndex((period, index) => rowName(index) === row.row && textOf(period.appCategoryId) === row.appCategoryId);
    const before = former[index] ?? former.find(({ appCategoryId }) => textOf(appCategoryId) === row.appCategoryId.trim());
    const typed = { ...periodOf(row), appCategoryId: idValue(row.appCategoryId.trim()) };
    if (!before) return typed;
    const shown = periodRow(before, 0, format);
    const isTyped = (name: string) =>
      ['start', 'finish', 'available'].includes(name) && shown[name as 'start'] !== row[name as 'start'];
    return { ...before, ...Object.fromEntries(Object.entries(typed).filter(([name]) => isTyped(name))) };
  });
}

function periodsIn({ salePeriods }: Fields): Fields[] {
  return Array.isArray(salePeriods) ? (salePeriods as unknown[]).filter(isFields) : [];
}

function periodRow(period: Fields, index: number, { timeZone }: FormatContext): PeriodRow {
  const time = (shown: unknown) => {
    const converted = toWriteTime(shown, { timeZone, shown: typeof shown === 'string' ? shown : undefined });
    return converted.rule === undefined ? converted.value : '';
  };
  const { appCategoryId, start, finish, available } = period;
  return {
    row: rowName(index),
    isNew: false,
    appCategoryId: textOf(appCategoryId),
    start: time(start),
    finish: time(finish),
    available: typeof available === 'boolean' ? '' : textOf(available),
  };
}

function rowName(index: number): string {
  return `row-${index + 1}`;
}

interface Attribute {
  readonly key: string;
  readonly value: unknown;
  readonly type: string;
}

/** `{ minimum: 1 }`, or a list of `{ key, value, type }`; undefined when it is neither. */
function attributesIn({ attributes }: Fields, types?: ReadonlyMap<string, string>): Attribute[] | undefined {
  if (attributes === undefined || attributes === null) return [];
  const typeFor = (key: string, value: unknown) =>
    types?.get(key) ?? (typeof value === 'number' || typeof value === 'bigint' ? 'integer' : 'string');
  if (isFields(attributes)) return Object.entries(attributes).map(([key, value]) => ({ key, value, type: typeFor(key, value) }));
  if (!Array.isArray(attributes)) return undefined;
  const listed = (attributes as unknown[]).filter(
    (one): one is Fields & { key: string } => isFields(one) && typeof one.key === 'string',
  );
  if (listed.length !== attributes.length) return undefined;
  return listed.map(({ key, value, type }) => ({ key, value, type: typeof type === 'string' ? type : typeFor(key, value) }));
}

/**
 * A record whose attributes are a list, because only a list says which type an attribute has. A read that does not say it is taken to
 * show the type of `types`.
 */
function withListedAttributes(record: Fields, types?: ReadonlyMap<string, string>): Fields {
  const listed = attributesIn(record, types);
  return listed === undefined || record.attributes === undefined || record.attributes === null
    ? record
    : { ...record, attributes: listed };
}

function typesIn({ attributes }: ItemForm): Map<string, string> {
  return new Map(attributes.map(({ key, type }) => [key, type.trim()]));
}

function attributeRow({ key, value, type }: Attribute, index: number): AttributeRow {
  const isFixed = typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint';
  const text = isFixed ? stringifyJson(value ?? null) : String(value);
  return { row: rowName(index), isNew: false, isFixed, key, value: text, type };
}

function editedAttributes(record: Fields, form: ItemForm): Attribute[] {
  const former = attributesIn(record) ?? [];
  return form.attributes.map((row) => {
    const before = former.find(({ key }) => key === row.key);
    const isSame = before && attributeRow(before, 0).value === row.value && before.type === row.type;
    return isSame ? before : attributeOf(row);
  });
}

function moneyOf(amount: unknown, { language }: FormatContext): string {
  if (amount === undefined || amount === null) return '';
  const cents = toCents(amount);
  return cents.rule === undefined ? editableMoney(cents.value, language) : textOf(amount);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

/** What a form shows, and what the service works out by itself. */
const formKeys: readonly string[] = [...dataFields, 'value', 'salePeriods', 'attributes', ...valueFields, ...readOnlyItemFields];
