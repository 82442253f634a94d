// An edited item as operations: its own data, its values, its sale periods and its attributes are each written by another one.
import { idText, ownIdKey } from '../client/fields.ts';
import { idOf, readItem } from '../client/index.ts';
import { asPath, isFields, Planner, shownRecord, type Fields, type SavePlan, type PlanContext, type Step } from './plan.ts';
import type { JsonPath } from './json-tree.ts';
import { itemReading } from './readings.ts';
import { isCents, isSame, isTyped, toCents, toCount, toWriteTime } from './write-format.ts';

/** What the service works out by itself. */
export const readOnlyItemFields: readonly string[] = ['id', 'eventDates', 'children', 'triggers', 'available', 'archived'];
export const readOnlyValueFields: readonly string[] = ['finalPrice', 'taxDistribution'];
const ownOperations = ['attributes', 'salePeriods', 'value', 'event'];
/** What an update of an item's own data has beside what was edited: a service may clear what it is not sent. */
const sentData = ['name', 'description', 'type', 'quantity', 'parent', 'hidden', 'eventId'];
const fees = ['feeSale', 'feeProducer'];
const amounts = ['price', ...fees];
const periodFields = ['appCategoryId', 'start', 'finish', 'available'];

export function planItem(base: Fields, edited: Fields, context: PlanContext): SavePlan {
  const { fields: before } = itemReading(base, context.dialect);
  const { fields: after, place } = readItem(edited, context.dialect);
  const planner = new ItemPlanner(context, place, shownRecord(itemReading, context, base));
  planner.planData(before, after);
  planner.planValues(before.value, after.value);
  planner.planSalePeriods(before.salePeriods, after.salePeriods);
  planner.planAttributes(before.attributes, after.attributes);
  return planner.plan;
}

/** The step that would write a section of an item that has nothing of it yet. */
export function itemSection(record: Fields, writes: string, context: PlanContext): Step | undefined {
  const { fields, place } = itemReading(record, context.dialect);
  const planner = new ItemPlanner(context, place, shownRecord(itemReading, context, record));
  if (writes === 'data') planner.planData({}, fields);
  else if (writes === 'value') planner.planValues(undefined, fields.value);
  else if (writes.startsWith('period ')) planner.planSalePeriods(undefined, fields.salePeriods);
  else planner.planAttributes(undefined, fields.attributes);
  return planner.stepThatWrites(writes);
}

class ItemPlanner extends Planner {
  /** The item's own fields, known or not. */
  planData(base: Fields, edited: Fields): void {
    const keys = this.editedKeys([], base, edited, { readOnly: readOnlyItemFields, elsewhere: ownOperations });
    if (keys.length === 0) return;
    const isPlain = (key: string) => ['string', 'number', 'bigint', 'boolean'].includes(typeof sentValue(edited, key));
    const sent = [
      ...sentData.filter((key) => keys.includes(key) || isPlain(key)),
      ...keys.filter((key) => !sentData.includes(key)),
    ];
    const others = [...readOnlyItemFields, ...ownOperations];
    const carried = this.carried(base, edited, { sent, others, elsewhere: ownOperations });
    // The document names the name alone; whatever else an item has is called as the service calls it.
    const nameOf = (key: string) => (key === 'name' ? key : this.ownName(key, edited));
    const valueOf = (key: string) => this.whole(key, sentValue(edited, key), edited, ownOperations);
    const written = sent.map((key) => [nameOf(key), this.writtenField(key, { [key]: valueOf(key) })] as const);
    const fields = new Map(sent.map((key) => [nameOf(key), key]));
    this.add({
      operation: 'updateItem',
      body: { ...Object.fromEntries(written), ...carried },
      writes: 'data',
      sends: [...sent, ...Object.keys(carried)],
      paths: keys.map((key) => [key]),
      locate: ([first = '', ...rest]) => asPath([fields.get(first) ?? first, ...rest]),
    });
  }

  /** Amounts that are known are sent together. Null says that there are none yet; what is absent is not known, and neither are amounts without one. */
  planValues(before: unknown, after: unknown): void {
    if (isSame(before, after)) return;
    if (!isFields(after)) return this.refuse(['value'], isFields(before) ? 'notRemovable' : 'object');
    const former = isFields(before) ? before : {};
    const changed = this.editedKeys(['value'], former, after, { readOnly: readOnlyValueFields });
    const others = changed.filter((key) => !amounts.includes(key));
    const isShown = amounts.some((key) => isGiven(former[key]));
    const isNew = before === null || (!isShown && this.unseen('values', 'price') === 'create');
    const given = amounts.filter((key) => !this.#isLeftOut(key, after, former, isNew));
    const sent = Object.fromEntries(given.map((key) => [key, this.#amount(key, after, former)]));
    // What was read as cents because the document says so may be another unit: that is asked before the first amount is written.
    const isPresumed = this.context.dialect.amounts?.items === undefined && typeof former.price === 'number';
    if (isPresumed && given.some((key) => isCents(after[key]))) this.ask({ kind: 'amounts', value: former.price });
    this.add({
      operation: isNew ? 'createValues' : 'updateValues',
      body: { ...sent, ...Object.fromEntries(others.map((key) => [key, after[key]])) },
      writes: 'value',
      paths: isFields(before) ? changed.map((key) => ['value', key]) : [['value']],
      locate: (field) => ['value', ...asPath(field)],
    });
  }

  /** A fee that nobody gave: new values are made without it, and an update leaves out what the service does not show, where it keeps that. */
  #isLeftOut(key: string, after: Fields, former: Fields, isNew: boolean): boolean {
    if (!fees.includes(key) || isGiven(after[key]) || isGiven(former[key])) return false;
    if (isNew || former[key] === null) return true;
    return this.#isKeptUnseen(fees.filter((name) => former[name] === undefined));
  }

  /** Whether an update may leave out what the service does not show. */
  #isKeptUnseen(left: readonly string[]): boolean {
    const { put } = this.context.dialect;
    if (put === undefined) this.ask({ kind: 'put', left, isUnseen: true });
    return put !== 'replaces';
  }

  /** In cents. The interface names no unit of fees: one that is no amount is sent as it is read. */
  #amount(name: string, after: Fields, before: Fields): number | undefined {
    const path = ['value', name];
    const value = after[name];
    if (!isGiven(value)) {
      this.refuse(path, 'notShown');
      return undefined;
    }
    const { amounts: units = {} } = this.context.dialect;
    const isFee = fees.includes(name);
    // A number beside no other is sent as it is, and so is one where both ways to read it are the same.
    const isNumber = units.fees === 'number' || (units.fees === undefined && (units.items === 'cents' || !isGiven(before[name])));
    if (isFee && isNumber && isPlainNumber(value)) return plainNumber(value);
    const converted = toCents(value, isFee ? units.fees : units.items);
    if (converted.rule !== 'unit') return this.take(path, converted);
    const typed = isTyped(value) ? { typed: value.typed } : {};
    const price = before.price ?? after.price;
    // The unit of fees is a question only beside a price whose unit is none.
    if (toCents(price, units.items).rule === 'unit') this.ask({ kind: 'amounts', value: price, ...typed });
    else this.ask({ kind: 'fees', name, value: before[name], price });
    return undefined;
  }

  /** The interface tells the sale periods of an item apart by their application category. */
  planSalePeriods(before: unknown, after: unknown): void {
    if (isSame(before, after) || (before === undefined && isSame(after, []))) return;
    const known = before ?? [];
    if (!Array.isArray(after) || !Array.isArray(known)) return this.refuse(['salePeriods'], 'list');
    const former = (known as unknown[]).filter(isFields);
    const seen = new Set<string>();
    for (const [index, period] of (after as unknown[]).entries()) {
      const path = ['salePeriods', index];
      if (!isFields(period)) this.refuse(path, 'object');
      else this.#planPeriod(path, period, { former, seen, isShown: before !== undefined });
    }
    if (former.some(({ appCategoryId }) => !seen.has(String(appCategoryId)))) this.refuse(['salePeriods'], 'notRemovable');
  }

  #planPeriod(path: JsonPath, period: Fields, { former, seen, isShown }: KnownPeriods): void {
    const category = String(period.appCategoryId);
    const known = former.filter(({ appCategoryId }) => String(appCategoryId) === category);
    const isTwice = seen.has(category);
    seen.add(category);
    if (known.some((one) => isSame(one, period))) return;
    if (isTwice || known.length > 1) return this.refuse([...path, 'appCategoryId'], 'ambiguous');
    const [before] = known;
    if (before && !isSame(before.id, period.id)) return this.refuse([...path, 'id'], 'readOnly');
    const isNew = isShown ? !before : this.unseen('salePeriods', category) === 'create';
    this.add({
      operation: isNew ? 'createSalePeriod' : 'updateSalePeriod',
      body: this.#periodBody(path, period, isNew),
      writes: `period ${category}`,
      paths: [path],
      locate: (field) => [...path, ...asPath(field)],
    });
  }

  /** The four fields that the document names: what else a reply has may mean something else. */
  #periodBody(path: JsonPath, period: Fields, isNew: boolean): Fields {
    const body: Record<string, unknown> = Object.fromEntries(periodFields.map((key) => [key, period[key]]));
    for (const key of periodFields) {
      const at = [...path, key];
      const isMissing = body[key] === undefined || body[key] === null;
      if (isMissing && key === 'available' && !isNew && this.#isKeptUnseen([key])) delete body.available;
      else if (isMissing) this.refuse(at, 'notShown');
      else if (key === 'available') body[key] = this.take(at, toCount(body[key]));
      else if (key !== 'appCategoryId') body[key] = this.time(at, body[key], toWriteTime);
    }
    return body;
  }

  planAttributes(base: unknown, edited: unknown): void {
    const before = attributesIn(base);
    const after = attributesIn(edited);
    if (isSame(base, edited) || (base === undefined && after?.size === 0)) return;
    if (!after) return this.refuse(['attributes'], 'object');
    for (const [key, { value, type, path }] of after) {
      const former = before?.get(key);
      if (former && isSame(former.value, value) && former.type === type) continue;
      const isNew = base === undefined ? this.unseen('attributes', key) === 'create' : !former;
      this.add({
        operation: isNew ? 'createAttribute' : 'updateAttribute',
        body: { key, value, type },
        writes: `attribute ${key}`,
        paths: [path],
        locate: (field) => (typeof path.at(-1) === 'number' ? [...path, ...asPath(field)] : path),
      });
    }
    for (const key of before?.keys() ?? []) if (!after.has(key)) this.refuse(['attributes', key], 'notRemovable');
  }
}

/** The group that an item stands in is named by its id, however it is shown; the id is what it is there, a number or a text. */
function sentValue(edited: Fields, key: string): unknown {
  const value = edited[key];
  if (key !== 'parent' || !isFields(value)) return value;
  const id = idOf(value);
  const shown = [value[ownIdKey(value) ?? ''], ...Object.values(value)];
  return id === undefined ? undefined : shown.find((one) => idText(one) === id);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

interface KnownPeriods {
  readonly former: readonly Fields[];
  readonly seen: Set<string>;
  /** Whether the service shows the sale periods of the item. */
  readonly isShown: boolean;
}

function isPlainNumber(value: unknown): boolean {
  return plainNumber(value) !== undefined;
}

/** A whole number as it is read or typed. */
function plainNumber(value: unknown): number | undefined {
  if (isCents(value)) return undefined;
  const text = isTyped(value) ? value.typed : value;
  const number = typeof text === 'string' && /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

interface Attribute {
  readonly value: unknown;
  readonly type: string;
  readonly path: JsonPath;
}

/** `{ minimum: 1 }`, or a list of `{ key, value, type }`. */
function attributesIn(attributes: unknown): Map<string, Attribute> | undefined {
  if (attributes === undefined || attributes === null) return new Map();
  if (Array.isArray(attributes)) return listedAttributes(attributes);
  if (!isFields(attributes)) return undefined;
  const entries = Object.entries(attributes);
  return new Map(entries.map(([key, value]) => [key, { value, type: typeFor(value), path: ['attributes', key] }]));
}

function listedAttributes(list: readonly unknown[]): Map<string, Attribute> | undefined {
  const found = new Map<string, Attribute>();
  for (const [index, attribute] of list.entries()) {
    if (!isFields(attribute) || typeof attribute.key !== 'string') return undefined;
    const { key, value, type } = attribute;
    found.set(key, { value, type: typeof type === 'string' ? type : typeFor(value), path: ['attributes', index] });
  }
  return found;
}

/** A read does not say which type an attribute has; the interface names `integer`. */
function typeFor(value: unknown): string {
  return typeof value === 'number' || typeof value === 'bigint' ? 'integer' : 'string';
}
