// An edited item as operations: its own data, its values, its sale periods and its attributes are each written by another one.
import { asPath, isFields, Planner, type Fields, type SavePlan, type PlanContext } from './plan.ts';
import type { JsonPath } from './json-tree.ts';
import { isSame, toCents, toCount, toWriteTime } from './write-format.ts';

/** What the service works out by itself. */
export const readOnlyItemFields: readonly string[] = ['id', 'eventDates', 'children', 'triggers', 'available', 'archived'];
export const readOnlyValueFields: readonly string[] = ['finalPrice', 'taxDistribution'];
const ownOperations = ['attributes', 'salePeriods', 'value'];
const amounts = ['price', 'feeSale', 'feeProducer'];

export function planItem(base: Fields, edited: Fields, context: PlanContext): SavePlan {
  const planner = new ItemPlanner(context);
  planner.planData(base, edited);
  planner.planValues(base.value, edited.value);
  const { salePeriods = [] } = base;
  planner.planSalePeriods(salePeriods, edited.salePeriods);
  planner.planAttributes(base.attributes, edited.attributes);
  return planner.plan;
}

class ItemPlanner extends Planner {
  /** The item's own fields, known or not; `name` is always sent, because the interface requires it. */
  planData(base: Fields, edited: Fields): void {
    const keys = this.editedKeys([], base, edited, { readOnly: readOnlyItemFields, elsewhere: ownOperations });
    if (keys.length === 0) return;
    const changed = Object.fromEntries(keys.map((key) => [key, this.writtenField(key, base, edited)]));
    this.steps.push({
      operation: 'updateItem',
      body: { name: edited.name, ...changed },
      writes: 'data',
      paths: keys.map((key) => [key]),
      locate: asPath,
    });
  }

  /** Amounts are always sent together. */
  planValues(before: unknown, after: unknown): void {
    if (isSame(before, after)) return;
    if (!isFields(after)) return this.refuse(['value'], before === null || before === undefined ? 'object' : 'notRemovable');
    const former = isFields(before) ? before : {};
    const sent = amounts.filter((key) => Object.hasOwn(after, key));
    const cents = Object.fromEntries(sent.map((key) => [key, this.take(['value', key], toCents(after[key]))]));
    const changed = this.editedKeys(['value'], former, after, { readOnly: readOnlyValueFields });
    const others = changed.filter((key) => !amounts.includes(key));
    this.steps.push({
      operation: isFields(before) ? 'updateValues' : 'createValues',
      body: { ...cents, ...Object.fromEntries(others.map((key) => [key, after[key]])) },
      writes: 'value',
      paths: isFields(before) ? changed.map((key) => ['value', key]) : [['value']],
      locate: (field) => ['value', ...asPath(field)],
    });
  }

  /** The interface tells the sale periods of an item apart by their application category. */
  planSalePeriods(before: unknown, after: unknown): void {
    if (isSame(before, after ?? [])) return;
    if (!Array.isArray(after) || !Array.isArray(before)) return this.refuse(['salePeriods'], 'list');
    const former = (before as unknown[]).filter(isFields);
    const seen = new Set<string>();
    for (const [index, period] of (after as unknown[]).entries()) {
      const path = ['salePeriods', index];
      if (!isFields(period)) this.refuse(path, 'object');
      else this.#planPeriod(path, period, former, seen);
    }
    if (former.some(({ appCategoryId }) => !seen.has(String(appCategoryId)))) this.refuse(['salePeriods'], 'notRemovable');
  }

  #planPeriod(path: JsonPath, period: Fields, former: readonly Fields[], seen: Set<string>): void {
    const category = String(period.appCategoryId);
    const known = former.filter(({ appCategoryId }) => String(appCategoryId) === category);
    const isTwice = seen.has(category);
    seen.add(category);
    if (known.some((one) => isSame(one, period))) return;
    if (isTwice || known.length > 1) return this.refuse([...path, 'appCategoryId'], 'ambiguous');
    const [before] = known;
    if (before && !isSame(before.id, period.id)) return this.refuse([...path, 'id'], 'readOnly');
    this.steps.push({
      operation: before ? 'updateSalePeriod' : 'createSalePeriod',
      body: this.#periodBody(path, period, before, former),
      writes: `period ${category}`,
      paths: [path],
      locate: (field) => [...path, ...asPath(field)],
    });
  }

  #periodBody(path: JsonPath, period: Fields, before: Fields | undefined, all: readonly Fields[]): Fields {
    const body = Object.fromEntries(Object.entries(period).filter(([key]) => key !== 'id'));
    for (const key of ['start', 'finish']) {
      const shown = before?.[key] ?? all[0]?.[key];
      if (Object.hasOwn(body, key)) body[key] = this.take([...path, key], toWriteTime(body[key], this.times(shown)));
    }
    if (Object.hasOwn(body, 'available')) body.available = this.take([...path, 'available'], toCount(body.available));
    return body;
  }

  planAttributes(base: unknown, edited: unknown): void {
    const before = attributesIn(base);
    const after = attributesIn(edited);
    if (isSame(base, edited)) return;
    if (!after) return this.refuse(['attributes'], 'object');
    for (const [key, { value, type, path }] of after) {
      const former = before?.get(key);
      if (former && isSame(former.value, value) && former.type === type) continue;
      this.steps.push({
        operation: former ? 'updateAttribute' : 'createAttribute',
        body: { key, value, type },
        writes: `attribute ${key}`,
        paths: [path],
        locate: (field) => (typeof path.at(-1) === 'number' ? [...path, ...asPath(field)] : path),
      });
    }
    for (const key of before?.keys() ?? []) if (!after.has(key)) this.refuse(['attributes', key], 'notRemovable');
  }
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
