// What a record has after a save, held against what was sent and against what it had before: differences are said field by field.
import { centsOf, labelOf, stringifyJson, type Dialect } from '../client/index.ts';
import { idText } from '../client/fields.ts';
import { recordKinds } from './kinds.ts';
import { isFields, ownField, type Fields, type PlanChoices, type PlanContext, type RecordKind, type Step } from './plan.ts';
import { itemReading, passkeyReading } from './readings.ts';
import { isReadTime, isSame, shownTime } from './write-format.ts';

/** What a field was meant to have, and what it has. */
interface FieldChange {
  readonly field: string;
  readonly expected?: string;
  readonly found?: string;
  /** The record has no such field, not even one that says that there is none. */
  readonly isUnshown?: true;
}

/** One field that a step writes, with what the record has there. */
export interface WrittenField {
  /** As `Step.writes`. */
  readonly section: string;
  /** As the payload has it, and as the document calls it. */
  readonly name: string;
  readonly field: string;
  readonly after: unknown;
  readonly before: unknown;
  /** `before` is as it was read: nobody knows it in the format of writes. */
  readonly isBeforeRaw: boolean;
}

/** What is said of a record of which nothing is there yet. */
export const asIfNew = {
  unseen: { values: 'create', salePeriods: 'create', attributes: 'create' },
  replacesItems: true,
} as const satisfies PlanChoices;

/** The fields of a step that the record has otherwise: as if all of it had to be written, in the format of writes. */
export function writtenFields(
  kind: RecordKind,
  record: Fields,
  { writes, body, clears = [] }: Pick<Step, 'writes' | 'body' | 'clears'>,
  context: PlanContext,
): WrittenField[] {
  const same = recordKinds[kind].section(record, writes, { ...context, choices: asIfNew });
  const shown = partOf(kind, record, writes, context.dialect);
  const fieldOf = writes === 'data' ? fieldsByName(kind, context.shown ?? record, context.dialect) : asNamed;
  const isThere = (value: unknown) => value !== undefined && value !== null;
  const left = clears.filter((name) => isThere(ownField(shown, name)));
  const gone = left.map((name) => ({
    ...{ section: writes, name, field: name, after: null },
    ...{ before: ownField(shown, name), isBeforeRaw: true },
  }));
  const others = Object.entries(body).filter(([name]) => !clears.includes(name));
  const written = others.flatMap(([name, after]): WrittenField[] => {
    const found = ownField(same?.body ?? {}, name);
    if (after === undefined || isSame(inOrder(found, name), inOrder(after, name))) return [];
    const field = fieldOf(name);
    if (found !== undefined) return [{ section: writes, name, field, after, before: found, isBeforeRaw: false }];
    // What cannot be converted, because nobody knows in what it is shown, is held against what it can mean.
    const before = ownField(shown, field);
    const isThis = isSame(inOrder(before, name), inOrder(after, name)) || canMean(before, after);
    return isThis ? [] : [{ section: writes, name, field, after, before, isBeforeRaw: true }];
  });
  return [...written, ...gone];
}

const asNamed = (name: string) => name;

/** What the document calls a field that a payload has under the service's own name. */
function fieldsByName(kind: RecordKind, record: Fields, dialect: Dialect): (name: string) => string {
  const { fields, place } = kind === 'item' ? itemReading(record, dialect) : passkeyReading(record, dialect);
  return (name) => Object.keys(fields).find((field) => isSame(place([field]), [name])) ?? name;
}

/** What was sent and is shown otherwise. */
export function differencesFrom(
  kind: RecordKind,
  now: Fields,
  step: Pick<Step, 'writes' | 'body'>,
  context: PlanContext,
): FieldChange[] {
  return writtenFields(kind, now, step, context).map(({ field, after, before }) => ({
    ...changeOf(field, after, before),
    ...(before === undefined && after !== null && { isUnshown: true as const }),
  }));
}

/** The part of a record that a step writes, as it is read. */
function partOf(kind: RecordKind, record: Fields, writes: string, dialect: Dialect): Fields {
  if (kind === 'passkey') return passkeyReading(record, dialect).fields;
  const item = itemReading(record, dialect).fields;
  if (writes === 'data') return item;
  if (writes === 'value') return isFields(item.value) ? item.value : {};
  const category = /^period (.*)$/s.exec(writes)?.[1];
  const periods = category !== undefined && Array.isArray(item.salePeriods) ? (item.salePeriods as unknown[]) : [];
  return periods.filter(isFields).find(({ appCategoryId }) => String(appCategoryId) === category) ?? {};
}

/** Whether an amount of an unknown unit is these cents in one of them, or a time with an offset shows this clock. */
function canMean(shown: unknown, sent: unknown): boolean {
  if (typeof sent === 'number') return (['cents', 'decimals'] as const).some((unit) => centsOf(shown, unit) === sent);
  return typeof sent === 'string' && isReadTime(shown) && shownTime(shown, undefined) === sent;
}

/** The order of a set of ids means nothing, nor does it whether an id is a number or a text. */
function inOrder(value: unknown, name?: string): unknown {
  if (Array.isArray(value)) return value.map(String).sort();
  return name !== undefined && ids.has(name) ? idText(value) : value;
}

const ids = new Set(['eventId', 'parent', 'appCategoryId']);

/** What is another than before, and was neither sent nor worked out by the service. */
export function changesBeyond(
  kind: RecordKind,
  before: Fields,
  after: Fields,
  steps: readonly Step[],
  dialect: Dialect,
): FieldChange[] {
  const [former, now] = [leavesOf(kind, before, dialect), leavesOf(kind, after, dialect)];
  const sent = new Set(steps.flatMap(sentFields));
  return [...new Set([...former.keys(), ...now.keys()])]
    .filter((field) => !sent.has(field) && !isSame(former.get(field), now.get(field)))
    .map((field) => changeOf(field, former.get(field), now.get(field)));
}

function sentFields({ writes, body, clears = [], sends = [...Object.keys(body), ...clears] }: Step): string[] {
  const [section = '', ...name] = writes.split(' ');
  const owner = name.join(' ');
  if (section === 'period') return ['id', ...Object.keys(body)].map((key) => `salePeriods.${owner}.${key}`);
  if (section === 'attribute') return [`attributes.${owner}`];
  return sends.map((key) => (section === 'value' ? `value.${key}` : key));
}

/** The fields of a record under the document's names, without those that the service works out. */
function leavesOf(kind: RecordKind, record: Fields, dialect: Dialect): Map<string, unknown> {
  const { readOnly, readOnlyValues } = recordKinds[kind];
  const { fields } = kind === 'item' ? itemReading(record, dialect) : passkeyReading(record, dialect);
  const leaves = new Map<string, unknown>();
  for (const [key, value] of Object.entries(fields)) {
    if (readOnly.includes(key)) continue;
    if (key === 'value' && isFields(value)) addFields(leaves, key, value, readOnlyValues);
    else if (key === 'salePeriods' && Array.isArray(value)) addRows(leaves, key, value, 'appCategoryId');
    else if (key === 'attributes' && Array.isArray(value))
      for (const row of value.filter(isFields)) leaves.set(`${key}.${String(row.key)}`, row.value);
    else if (key === 'attributes' && isFields(value)) addFields(leaves, key, value, []);
    else leaves.set(key, key === 'itemIds' ? inOrder(value) : value);
  }
  // A part without content and one that is not there are two ways to write it.
  return new Map([...leaves].filter(([, value]) => value !== null && value !== undefined));
}

function addFields(leaves: Map<string, unknown>, owner: string, fields: Fields, skipped: readonly string[]): void {
  for (const [key, value] of Object.entries(fields)) if (!skipped.includes(key)) leaves.set(`${owner}.${key}`, value);
}

function addRows(leaves: Map<string, unknown>, owner: string, rows: readonly unknown[], name: string): void {
  for (const row of rows.filter(isFields)) addFields(leaves, `${owner}.${String(row[name])}`, row, []);
}

/** `field`: as the document calls it, such as `value.price` or `salePeriods.3.start`. */
function changeOf(field: string, before: unknown, after: unknown): FieldChange {
  const [expected, found] = [textOf(before), textOf(after)];
  return { field, ...(expected === undefined ? {} : { expected }), ...(found === undefined ? {} : { found }) };
}

const maxText = 80;

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const isPlainList = Array.isArray(value) && value.every((part) => typeof part !== 'object');
  const text = isPlainList ? value.join(', ') : typeof value === 'object' ? stringifyJson(value) : labelOf(value);
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}
