// An item as the service shows it, as a form, and back: what was not typed stays exactly as it was read.
import { centsOf as readCents, idOf, readItem, stringifyJson, type Dialect } from '../../client/index.ts';
import type { AttributeRow, DataField, ItemForm, ItemKnown, PeriodRow } from '../../protocol/item.ts';
import { attributeOf, periodOf } from '../../shared/form-checks.ts';
import { changedFields, dataFields, emptyForm, merged, valueFields, type FormField } from '../../shared/record-fields.ts';
import { centsOf, editableMoney, wholeNumber } from '../../shared/text.ts';
import { readOnlyItemFields } from '../../records/item-plan.ts';
import { isFields, type Fields } from '../../records/plan.ts';
import type { RecordCodec } from '../records/session.ts';
import { asShown, isCents, isSame, isTyped, shownTime, type Cents, type TypedAmount } from '../../records/write-format.ts';

/** How amounts and times are shown: what is learned of the service while a form is open does not change what was typed into it. */
export interface FormatContext {
  readonly language: string;
  readonly dialect: Dialect;
}

/** A form has the record under the document's names, whatever the service calls them. */
export function itemCodec(format: () => FormatContext): RecordCodec<ItemForm> {
  // A new item has no record yet.
  const decode = (record: Fields) => (Object.keys(record).length === 0 ? emptyForm : formOf(record, format()));
  return {
    kind: 'item',
    decode,
    encode: (base, form) => applyForm(base, form, format()),
    align: (record, form) => withListedAttributes(itemIn(record, format()), form && typesIn(form)),
    isSame: ({ base, remote }, now) =>
      changedFields(decode(base), decode(now)).length === 0 && changedOutside(remote, now).length === 0,
    moved: ({ base, remote }, now, local) => {
      const [before, after] = [decode(base), decode(now)];
      const mine = new Set(changedFields(before, local).map(({ path }) => path));
      const isCounter = ({ section, name, path }: FormField) => section === 'period' && name === 'available' && !mine.has(path);
      const isMoved = changedFields(before, after).every(isCounter) && changedOutside(remote, now).length === 0;
      return isMoved ? merged(before, after, local, () => false) : undefined;
    },
  };
}

function itemIn(record: Fields, { dialect }: FormatContext): Fields {
  return readItem(record, dialect).fields;
}

/** What is known of an item, and how its amounts are typed. */
export function knownOf(record: Fields, format: FormatContext): ItemKnown {
  const { value, salePeriods, attributes } = itemIn(record, format);
  const { price } = isFields(value) ? value : {};
  const { items, fees } = format.dialect.amounts ?? {};
  const isNew = Object.keys(record).length === 0;
  const isMoney = price === undefined || price === null || readCents(price, items) !== undefined;
  const unseen = Object.entries({ values: value, periods: salePeriods, attributes }).filter(([, part]) => part === undefined);
  // The document has no name for them; an item that holds others has theirs.
  const { eventDates, children } = record;
  const holdsOthers = Array.isArray(children) && children.length > 0;
  return {
    isAtNoSession: Array.isArray(eventDates) && eventDates.length === 0 && !holdsOthers && record.type !== 'Group',
    price: isMoney ? 'money' : 'number',
    fees: fees === undefined || fees === 'number' ? 'number' : 'money',
    unseen: isNew ? [] : unseen.map(([name]) => name as ItemKnown['unseen'][number]),
  };
}

/** The names of the fields that differ and are not in the form. */
export function changedOutside(one: Fields, other: Fields): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.filter((key) => !formKeys.includes(key) && !isSame(one[key], other[key]));
}

export function formOf(source: Fields, format: FormatContext): ItemForm {
  const record = itemIn(source, format);
  const value = isFields(record.value) ? record.value : {};
  const amount = (name: 'price' | 'feeSale' | 'feeProducer') => amountText(name, value[name], format);
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
export function shownFields(source: Fields, format: FormatContext): DataField[] {
  const record = itemIn(source, format);
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

/**
 * The record with what was typed: each field that differs from the record, in the format that a save expects, and no other.
 * @internal a form is applied without a session
 */
export function applyForm(source: Fields, form: ItemForm, format: FormatContext): Fields {
  const record = itemIn(source, format);
  const changed = changedFields(formOf(record, format), form);
  const known = knownOf(record, format);
  const edited: Record<string, unknown> = { ...withListedAttributes(record) };
  for (const { section, name } of changed) if (section === 'data') edited[name] = dataValue(name as DataField, form);
  if (changed.some(({ section }) => section === 'values')) {
    const typed = changed
      .filter(({ section }) => section === 'values')
      .map(({ name, text }) => [name, typedAmount(text, name === 'price' ? known.price : known.fees)]);
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
    const meant = (name: string, value: unknown) =>
      typeof value === 'string' ? asShown(value, before[name], format.dialect.clock) : value;
    const edits = Object.entries(typed).filter(([name]) => isTyped(name));
    return { ...before, ...Object.fromEntries(edits.map(([name, value]) => [name, meant(name, value)])) };
  });
}

function periodsIn({ salePeriods }: Fields): Fields[] {
  return Array.isArray(salePeriods) ? (salePeriods as unknown[]).filter(isFields) : [];
}

function periodRow(period: Fields, index: number, { dialect }: FormatContext): PeriodRow {
  const time = (shown: unknown) => {
    const text = shownTime(shown, dialect.clock) ?? '';
    return text.length === 10 ? '' : text;
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

/** As money where the unit is known, else as it came. */
function amountText(name: 'price' | 'feeSale' | 'feeProducer', amount: unknown, { language, dialect }: FormatContext): string {
  if (amount === undefined || amount === null) return '';
  // What was typed and not saved.
  if (isTyped(amount)) return amount.typed;
  if (isCents(amount)) return editableMoney(amount.cents, language);
  const { items, fees } = dialect.amounts ?? {};
  const cents = readCents(amount, name === 'price' ? items : (fees ?? 'number'));
  return cents === undefined ? textOf(amount) : editableMoney(cents, language);
}

function typedAmount(text: string, as: 'money' | 'number'): Cents | TypedAmount {
  return as === 'money' ? { cents: centsOf(text) ?? 0 } : { typed: text };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

/** What a form shows, and what the service works out by itself. */
const formKeys: readonly string[] = [...dataFields, 'value', 'salePeriods', 'attributes', ...valueFields, ...readOnlyItemFields];
