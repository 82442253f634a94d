// What a report says beside the figures that are known: single values in one table, lists in tables of their own.
import { stringifyJson } from '../../client/index.ts';
import type { Section, Value } from '../../protocol/report.ts';
import { isObject, type JsonObject } from '../reading/fields.ts';
import type { Translate } from './report-reading.ts';

const maxDepth = 3;
const maxColumns = 30;
const maxCell = 300;

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
    else if (isObject(value) && depth < maxDepth) collect(value, name, depth + 1, values, lists, t);
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
