// Reads a report of any shape: known fields are taken one by one, and what nobody takes is left to be shown as it is.
import { fold } from '../../client/fields.ts';
import { contentOf, parseDate, stringifyJson } from '../../client/index.ts';
import type { Translate } from '../../client/l10n.ts';
import type { Column, Section, Value, ValueKind } from '../../protocol/report.ts';
import { aliases, asNumber, isObject, type Aliases, type JsonObject } from '../reading/fields.ts';

export function allOf(...tables: readonly Aliases[]): Aliases {
  return aliases(...tables.flatMap((table) => [...table.keys()]));
}

/** An object whose fields are taken. */
export class FieldReader {
  readonly #left: Map<string, unknown>;

  constructor(object: JsonObject) {
    this.#left = new Map(Object.entries(object));
  }

  /** The value of the best name that can be read; its field is not left then. */
  take<T>(names: Aliases, read: (value: unknown) => T | undefined): T | undefined {
    let best: { key: string; rank: number; value: T } | undefined;
    for (const [key, field] of this.#left) {
      const rank = names.get(fold(key));
      if (rank === undefined || (best && best.rank <= rank)) continue;
      const value = read(field);
      if (value !== undefined) best = { key, rank, value };
    }
    if (best) this.#left.delete(best.key);
    return best?.value;
  }

  /** What nobody took. */
  get left(): JsonObject {
    return Object.fromEntries(this.#left);
  }
}

const maxDepth = 4;

/** What a kind of report is known by. */
interface Known {
  /** Names of its lists and sums: what stands below them is a part of the report. */
  readonly parts: Aliases;
  readonly values: Aliases;
}

export interface FoundReport {
  readonly fields: FieldReader;
  /** What stands beside the report. */
  readonly around: JsonObject;
}

/** The object inside a reply that looks most like the report; the outer one of two that look alike. */
export function findReport(reply: unknown, known: Known): FoundReport {
  let best: { object: JsonObject; score: number; path: readonly string[] } | undefined;
  const look = (value: unknown, path: readonly string[]): void => {
    if (Array.isArray(value) && value.length === 1) return look(value[0], [...path, '0']);
    if (!isObject(value)) return;
    const score = scoreOf(value, known);
    if (score > 0 && score - path.length > (best?.score ?? -Infinity)) best = { object: value, score: score - path.length, path };
    if (path.length >= maxDepth) return;
    for (const [key, inner] of Object.entries(value)) if (!known.parts.has(fold(key))) look(inner, [...path, key]);
  };
  const content = contentOf(reply);
  look(content, []);
  if (!best) return { fields: new FieldReader({}), around: asFields(content) };
  return { fields: new FieldReader(best.object), around: without(content, best.path) };
}

/** A list says more about what an object is than a number. */
function scoreOf(object: JsonObject, { parts, values }: Known): number {
  const names = Object.keys(object).map(fold);
  return 3 * names.filter((name) => parts.has(name)).length + names.filter((name) => values.has(name)).length;
}

/** Any value as an object, so that it can be shown field by field. */
function asFields(content: unknown): JsonObject {
  if (isObject(content)) return content;
  return content === undefined || content === null ? {} : { '': content };
}

function without(content: unknown, [key, ...rest]: readonly string[]): JsonObject {
  if (key === undefined) return {};
  if (Array.isArray(content)) return without((content as unknown[])[0], rest);
  if (!isObject(content)) return {};
  const { [key]: inner, ...others } = content;
  const left = without(inner, rest);
  return Object.keys(left).length > 0 ? { ...others, [key]: left } : others;
}

/** A clock's `YYYY-MM-DD HH:MM:SS`, as it is written: an offset does not move it. */
export function asClock(value: unknown): string | undefined {
  const parsed = typeof value === 'string' ? parseDate(value.trim()) : undefined;
  return parsed && `${parsed.date} ${parsed.time ?? '00:00:00'}`;
}

/**
 * The rows of a list: an array, one inside an envelope, or a map. `[label, value]` and `label: value` become objects with these names; a
 * row that is nothing of this is an empty object, so that it can be seen that there is one.
 */
export function rowsIn(value: unknown, labelName: string, valueName: string): JsonObject[] | undefined {
  const content = contentOf(value);
  if (Array.isArray(content)) return content.map((row: unknown) => rowOf(row, labelName, valueName));
  if (!isObject(content)) return undefined;
  const lists = Object.values(content).filter(Array.isArray) as unknown[][];
  if (lists.length === 1) return lists[0]?.map((row) => rowOf(row, labelName, valueName));
  const entries = Object.entries(content);
  const isMap = entries.length > 0 && entries.every(([, field]) => isObject(field) || asNumber(field) !== undefined);
  if (!isMap) return undefined;
  return entries.map(([key, field]) =>
    isObject(field) ? { [labelName]: key, ...field } : { [labelName]: key, [valueName]: field },
  );
}

function rowOf(row: unknown, labelName: string, valueName: string): JsonObject {
  if (isObject(row)) return isObject(row._source) ? row._source : row;
  if (Array.isArray(row) && row.length === 2) return { [labelName]: row[0] as unknown, [valueName]: row[1] as unknown };
  return {};
}

/** Whether a list is what its name says: at least half of its rows can be read. */
export function mostly<T>(rows: readonly T[], isReadable: (row: T) => boolean): boolean {
  return rows.filter(isReadable).length * 2 >= rows.length;
}

/** What a row of a report is about. */
export interface Ticket {
  readonly name: string | undefined;
  readonly id: string | undefined;
}

/** How tickets are called, alike in all reports that are made with it. */
export interface Naming {
  /** What the group of each ticket is called, by the ticket's id. */
  readonly groups: ReadonlyMap<string, string>;
  /** Which place each ticket has among the items of the event, by its id. */
  readonly order: ReadonlyMap<string, number>;
  /** The ids of tickets that are called like another one of their report: each report adds its own. */
  readonly sharing: Set<string>;
}

export function namingWith(groups: ReadonlyMap<string, string> = new Map(), ids: readonly string[] = []): Naming {
  return { groups, order: new Map(ids.map((id, place) => [id, place])), sharing: new Set() };
}

/** As the items of the event stand; what is none of them comes last, as it came. */
export function inOrder<Row extends Ticket>(rows: readonly Row[], { order }: Pick<Naming, 'order'>): Row[] {
  const placeOf = ({ id }: Row) => order.get(id ?? '') ?? order.size;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The same rows with what their tickets are called: a group is said first. */
export function inGroups<Row extends Ticket>(rows: readonly Row[], { groups, sharing }: Naming): Row[] {
  const named = rows.map((row) => {
    const group = groups.get(row.id ?? '');
    return row.name === undefined || group === undefined ? row : { ...row, name: `${group} · ${row.name}` };
  });
  for (const [name, alike] of Map.groupBy(named, (row) => row.name)) {
    const ids = new Set(alike.map(({ id }) => id));
    if (name === undefined || ids.size < 2) continue;
    for (const id of ids) if (id !== undefined) sharing.add(id);
  }
  return named;
}

/** Times where each row has one of its own, else texts; what would be there twice, here or beside it, is told apart by its id. */
export function labelsOf(rows: readonly Ticket[], sharing: ReadonlySet<string> = new Set()) {
  const clocks = rows.map(({ name }) => asClock(name));
  if (rows.length > 0 && new Set(clocks).size === rows.length && !clocks.includes(undefined))
    return { kind: 'time' as ValueKind, values: clocks as Value[] };
  const byName = Map.groupBy(rows, ({ name }) => name);
  const values = rows.map(({ name, id }): Value => {
    if (name === undefined) return id ?? null;
    const isShared = (byName.get(name)?.length ?? 0) > 1 || sharing.has(id ?? '');
    return isShared && id !== undefined ? `${name} (${id})` : name;
  });
  return { kind: 'text' as ValueKind, values };
}

/** A column with its value in each row. */
export interface FilledColumn extends Column {
  readonly values: readonly (Value | undefined)[];
}

export function sectionOf(key: string, title: string, filled: readonly FilledColumn[], chart?: Section['chart']): Section {
  const columns = filled.map(({ name, kind }) => ({ name, kind }));
  const rows = filled[0]?.values.map((_, row) => filled.map(({ values }) => values[row] ?? null)) ?? [];
  return { key, title, columns, rows, ...(chart ? { chart } : {}) };
}

/** The sum where every part is known. */
export function sumOf(parts: readonly (number | null | undefined)[]): number | undefined {
  if (parts.length === 0) return undefined;
  let sum = 0;
  for (const part of parts) {
    if (part === undefined || part === null) return undefined;
    sum += part;
  }
  return sum;
}

const maxNested = 3;
const maxColumns = 30;
const maxCell = 300;

/** What a report says beside the figures that are known: single values in one table, lists in tables of their own. */
export function leftoverSections(objects: readonly JsonObject[], t: Translate): Section[] {
  const values: Value[][] = [];
  const lists: Section[] = [];
  for (const object of objects) collect(object, '', 0, values, lists, t);
  if (values.length === 0) return lists;
  const columns = [
    { name: t('Name'), kind: 'text' as const },
    { name: t('Value'), kind: 'text' as const },
  ];
  return [{ key: 'other', title: t('Other fields'), columns, rows: values }, ...lists];
}

function collect(object: JsonObject, path: string, depth: number, values: Value[][], lists: Section[], t: Translate): void {
  for (const [key, value] of Object.entries(object)) {
    const name = [path, key].filter(Boolean).join('.');
    if (Array.isArray(value)) lists.push(listSection(name, value, t));
    else if (isObject(value) && depth < maxNested) collect(value, name, depth + 1, values, lists, t);
    else values.push([name, cellOf(value)]);
  }
}

function listSection(name: string, list: readonly unknown[], t: Translate): Section {
  const key = `list:${name}`;
  const title = name === '' ? t('Rows') : name;
  const names = new Set<string>();
  for (const row of list) if (isObject(row)) for (const column of Object.keys(row)) names.add(column);
  const known = [...names].slice(0, maxColumns);
  const hasOthers = known.length === 0 || list.some((row) => !isObject(row));
  const columns = [...known, ...(hasOthers ? [t('Value')] : [])].map((column) => ({ name: column, kind: 'text' as const }));
  const rows = list.map((row) => {
    const cells = known.map((column) => (isObject(row) && Object.hasOwn(row, column) ? cellOf(row[column]) : null));
    return hasOthers ? [...cells, isObject(row) ? null : cellOf(row)] : cells;
  });
  return { key, title, columns, rows };
}

function cellOf(value: unknown): Value {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const text = typeof value === 'string' ? value : stringifyJson(value);
  return text.length <= maxCell ? text : `${text.slice(0, maxCell - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
