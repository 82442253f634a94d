// An edited item as operations: its own data, its values, its sale periods and its attributes are each written by another one.
import {
  asPath,
  checkSteps,
  isFields,
  keysOf,
  ownField,
  type Fields,
  type Plan,
  type PlanContext,
  type PlanProblem,
  type Step,
} from './plan.ts';
import type { JsonPath } from './json-tree.ts';
import { isReadTime, isSame, toCents, toCount, toWriteTime, type Converted } from './write-format.ts';

/** What the service works out by itself. */
export const readOnlyItemFields: readonly string[] = ['id', 'eventDates', 'children', 'triggers', 'available', 'archived'];
export const readOnlyValueFields: readonly string[] = ['finalPrice', 'taxDistribution'];
const ownOperations = ['attributes', 'salePeriods', 'value'];
const amounts = ['price', 'feeSale', 'feeProducer'];

export function planItem(base: Fields, edited: Fields, context: PlanContext): Plan {
  const planner = new ItemPlanner(base, edited, context);
  planner.planData();
  planner.planValues();
  planner.planSalePeriods();
  planner.planAttributes();
  const problems = planner.problems.length > 0 ? planner.problems : checkSteps(planner.steps, context);
  return { steps: planner.steps, problems };
}

class ItemPlanner {
  readonly steps: Step[] = [];
  readonly problems: PlanProblem[] = [];
  readonly #base: Fields;
  readonly #edited: Fields;
  readonly #context: PlanContext;

  constructor(base: Fields, edited: Fields, context: PlanContext) {
    this.#base = base;
    this.#edited = edited;
    this.#context = context;
  }

  /** The item's own fields, known or not; `name` is always sent, because the interface requires it. */
  planData(): void {
    const body = new Map<string, unknown>();
    for (const key of keysOf(this.#base, this.#edited)) {
      if (ownOperations.includes(key) || isSame(ownField(this.#base, key), ownField(this.#edited, key))) continue;
      if (readOnlyItemFields.includes(key)) this.#refuse([key], 'readOnly');
      else if (!Object.hasOwn(this.#edited, key)) this.#refuse([key], 'notRemovable');
      else body.set(key, this.#dataValue(key));
    }
    const changed = [...body.keys()];
    if (changed.length === 0) return;
    this.steps.push({
      operation: 'updateItem',
      body: { name: this.#edited.name, ...Object.fromEntries(body) },
      writes: 'data',
      paths: changed.map((key) => [key]),
      locate: asPath,
    });
  }

  #dataValue(key: string): unknown {
    const value = ownField(this.#edited, key);
    const shown = ownField(this.#base, key);
    return isReadTime(value) ? this.#take([key], toWriteTime(value, this.#times(shown))) : value;
  }

  planValues(): void {
    const { value: before } = this.#base;
    const { value: after } = this.#edited;
    if (isSame(before, after)) return;
    if (!isFields(after)) return this.#refuse(['value'], before === null || before === undefined ? 'object' : 'notRemovable');
    const former = isFields(before) ? before : {};
    const changed = keysOf(former, after).filter((key) => !isSame(ownField(former, key), ownField(after, key)));
    const body = new Map<string, unknown>();
    for (const key of amounts) {
      if (Object.hasOwn(after, key)) body.set(key, this.#take(['value', key], toCents(after[key])));
    }
    for (const key of changed) {
      if (readOnlyValueFields.includes(key)) this.#refuse(['value', key], 'readOnly');
      else if (!Object.hasOwn(after, key)) this.#refuse(['value', key], 'notRemovable');
      else if (!amounts.includes(key)) body.set(key, after[key]);
    }
    this.steps.push({
      operation: isFields(before) ? 'updateValues' : 'createValues',
      body: Object.fromEntries(body),
      writes: 'value',
      paths: isFields(before) ? changed.map((key) => ['value', key]) : [['value']],
      locate: (field) => ['value', ...asPath(field)],
    });
  }

  /** The interface tells the sale periods of an item apart by their application category. */
  planSalePeriods(): void {
    const { salePeriods: before = [] } = this.#base;
    const { salePeriods: after } = this.#edited;
    if (isSame(before, after ?? [])) return;
    if (!Array.isArray(after) || !Array.isArray(before)) return this.#refuse(['salePeriods'], 'list');
    const former = (before as unknown[]).filter(isFields);
    const seen = new Set<string>();
    for (const [index, period] of (after as unknown[]).entries()) {
      const path = ['salePeriods', index];
      if (!isFields(period)) this.#refuse(path, 'object');
      else this.#planPeriod(path, period, former, seen);
    }
    if (former.some(({ appCategoryId }) => !seen.has(String(appCategoryId)))) this.#refuse(['salePeriods'], 'notRemovable');
  }

  #planPeriod(path: JsonPath, period: Fields, former: readonly Fields[], seen: Set<string>): void {
    const category = String(period.appCategoryId);
    const known = former.filter(({ appCategoryId }) => String(appCategoryId) === category);
    const isTwice = seen.has(category);
    seen.add(category);
    if (known.some((one) => isSame(one, period))) return;
    if (isTwice || known.length > 1) return this.#refuse([...path, 'appCategoryId'], 'ambiguous');
    const [before] = known;
    if (before && !isSame(before.id, period.id)) return this.#refuse([...path, 'id'], 'readOnly');
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
      if (Object.hasOwn(body, key)) body[key] = this.#take([...path, key], toWriteTime(body[key], this.#times(shown)));
    }
    if (Object.hasOwn(body, 'available')) body.available = this.#take([...path, 'available'], toCount(body.available));
    return body;
  }

  planAttributes(): void {
    const before = attributesIn(this.#base.attributes);
    const after = attributesIn(this.#edited.attributes);
    if (isSame(this.#base.attributes, this.#edited.attributes)) return;
    if (!after) return this.#refuse(['attributes'], 'object');
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
    for (const key of before?.keys() ?? []) if (!after.has(key)) this.#refuse(['attributes', key], 'notRemovable');
  }

  #times(shown: unknown): { timeZone?: string | undefined; shown?: string | undefined } {
    return { timeZone: this.#context.timeZone, shown: typeof shown === 'string' ? shown : undefined };
  }

  #take<T>(path: JsonPath, converted: Converted<T>): T | undefined {
    if (converted.rule === undefined) return converted.value;
    this.problems.push({ path, at: 'value', rule: converted.rule });
    return undefined;
  }

  #refuse(path: JsonPath, rule: PlanProblem['rule']): void {
    this.problems.push({ path, at: 'key', rule });
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
