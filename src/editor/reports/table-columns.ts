// Rows of any shape as columns and cells. What is nested becomes columns of its own, `venue.city`, as long as that stays readable.
import { labelOf, parseDate, stringifyJson, type AmountKind } from '../../client/index.ts';
import { shownColumns, defaultColumns } from '../../shared/table-rows.ts';
import type { TableCell, TableColumn } from '../../protocol/table.ts';
import type { Formats, Translate } from '../reading/formats.ts';
import { isObject, aliases } from '../reading/fields.ts';
import { entryText } from '../reading/item-facts.ts';
import { fold } from '../../client/fields.ts';
import { fieldNames, type WordOf } from '../reading/field-names.ts';

const maxDepth = 3;
const maxBox = 20;
const maxColumns = 200;
const maxShown = 2000;

/** The fields of a row by their path; a row that is no object is one field without a name. */
export function fieldsOf(value: unknown): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  if (isObject(value)) flatten(value, '', 1, fields);
  else fields.set('', value);
  return fields;
}

function flatten(object: Readonly<Record<string, unknown>>, prefix: string, depth: number, into: Map<string, unknown>): void {
  for (const [name, value] of Object.entries(object)) {
    const path = prefix + name;
    const size = isObject(value) ? Object.keys(value).length : 0;
    if (isObject(value) && size > 0 && size <= maxBox && depth < maxDepth) flatten(value, `${path}.`, depth + 1, into);
    else if (!into.has(path)) into.set(path, value);
  }
}

/** What the rows have in a field that is new. */
interface Found {
  count: number;
  filled: number;
  numbers: number;
  lists: number;
}

const otherId = /(?:[a-z\d]I[dD]|[._]id)s?$|(?:^|\.)parent$/;

/** Prices are looked for most; lists and boxes are hard to read in a cell, and the id of something else says little by itself. */
function rankOf(key: string, { filled, lists }: Found): number {
  if (isMoney(key)) return 0;
  return otherId.test(key) || (lists > 0 && lists === filled) ? 2 : 1;
}

/** The columns of a list that grows: a new field is a column after the others, and none ever moves. */
export class Columns {
  readonly #t: Translate;
  readonly #nameOf: (path: string) => string;
  readonly #taken = new Set<string>();
  #columns: TableColumn[] = [];

  constructor(t: Translate) {
    this.#t = t;
    this.#nameOf = fieldNames(t);
  }

  get all(): readonly TableColumn[] {
    return this.#columns;
  }

  /** Takes in more rows. Of those that are new, what most rows have comes first. */
  add(rows: readonly ReadonlyMap<string, unknown>[]): void {
    const known = new Set(this.#columns.map(({ key }) => key));
    const found = new Map<string, Found>();
    for (const fields of rows)
      for (const [key, value] of fields) {
        if (known.has(key)) continue;
        const seen = found.get(key) ?? { count: 0, filled: 0, numbers: 0, lists: 0 };
        found.set(key, seen);
        seen.count++;
        if (value !== null && value !== undefined) seen.filled++;
        if (typeof value === 'number' || typeof value === 'bigint') seen.numbers++;
        if (typeof value === 'object' && value !== null) seen.lists++;
      }
    const sorted = [...found].sort(([, one], [, other]) => other.count - one.count);
    const added = sorted.slice(0, maxColumns - this.#columns.length);
    const aside = this.#aside(added);
    for (const [key, { filled, numbers }] of added)
      this.#columns.push({
        key,
        ...this.#named(key),
        isNumber: numbers > 0 && numbers === filled,
        ...(aside.has(key) ? { isAside: true } : {}),
      });
  }

  /** Which of the new ones give way to others; what is shown already never does. */
  #aside(added: readonly (readonly [string, Found])[]): ReadonlySet<string> {
    const room = defaultColumns - shownColumns(this.#columns, undefined).length;
    const ranked = added.toSorted(([one, ofOne], [other, ofOther]) => rankOf(one, ofOne) - rankOf(other, ofOther));
    return new Set(ranked.slice(room).map(([key]) => key));
  }

  /** Two fields of one name are told apart by their paths, or by the number of the column. */
  #named(key: string): Pick<TableColumn, 'label' | 'title'> {
    const name = key === '' ? this.#t('Value') : this.#nameOf(key);
    const path = key === '' ? name : labelOf(key);
    const label = [name, path].find((each) => !this.#taken.has(each)) ?? `${name} (${this.#taken.size + 1})`;
    this.#taken.add(label);
    return name === path ? { label } : { label, title: `${name} (${path})` };
  }
}

const moneyAliases = aliases('price finalprice totalprice preco amount fee feesale feeproducer tax gross net');

export interface CellTools {
  readonly t: Translate;
  readonly formats: Formats;
  /** In which kind of reply the amounts stand. */
  readonly amounts?: AmountKind;
  readonly wordOf?: WordOf;
}

/** What a cell shows of a field, and what tells its order. */
export function cellOf(key: string, value: unknown, { t, formats, amounts = 'items', wordOf }: CellTools): TableCell {
  if (typeof value === 'boolean') return [value ? t('yes') : t('no'), Number(value)];
  if (typeof value === 'bigint') return [value.toString(), Number(value)];
  if (typeof value === 'number') return [isMoney(key) ? formats.amount(value, amountsOf(key, amounts)) : String(value), value];
  if (typeof value === 'string') return wordOf?.(key, value) ?? textCell(value, formats);
  return shortened(Array.isArray(value) ? listText(value, { t, formats }) : readable(value));
}

/** The fees of items have a unit of their own. */
function amountsOf(key: string, kind: AmountKind): AmountKind {
  return kind === 'items' && /fee/i.test(key) ? 'fees' : kind;
}

function isMoney(key: string): boolean {
  return moneyAliases.has(fold(key.split('.').at(-1) ?? ''));
}

function textCell(text: string, formats: Formats): TableCell {
  const moment = momentOf(text);
  return moment === undefined ? shortened(text) : [parseDate(text) ? formats.moment(text) : text, moment];
}

const dayFirst = /^(\d\d)\/(\d\d)\/(\d{4})$/;

/** Where a time stands among others, in milliseconds; a day without a time is its beginning. */
function momentOf(text: string): number | undefined {
  const parsed = parseDate(text.replace(dayFirst, '$3-$2-$1'));
  if (!parsed) return undefined;
  return parsed.instant ?? Date.parse(`${parsed.date}T${parsed.time ?? '00:00:00'}Z`);
}

/** Objects of which one cannot be read are counted: ids and categories alone say nothing. */
function listText(list: readonly unknown[], { t, formats }: CellTools): string {
  const texts = list.map((value) => (isObject(value) ? entryText(value, { t, formats }) : readable(value)));
  const isReadable = texts.every((text) => text !== undefined);
  if (!isReadable) return list.length === 1 ? t('1 record') : t('{0} records', formats.count(list.length));
  // Periods of several categories have often the same days.
  const counted = list.some(isObject) ? [...Map.groupBy(texts, (text) => text)].map(countedText) : texts;
  return counted.join(counted.some((text) => text.includes(', ')) ? '; ' : ', ');
}

function countedText([text, { length }]: readonly [string, readonly unknown[]]): string {
  return length === 1 ? text : `${text} (${length})`;
}

function readable(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(readable).join(', ');
  return isObject(value) && Object.keys(value).length === 0 ? '' : labelOf(value);
}

function shortened(text: string): string {
  return text.length <= maxShown ? text : `${text.slice(0, maxShown - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The whole field as text, as the service gave it: for a file that a program reads. */
export function plainField(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  const isPlainList = Array.isArray(value) && value.every((part) => typeof part !== 'object');
  return isPlainList ? value.map(String).join(', ') : stringifyJson(value);
}

/** A table as Markdown, without the last line end. A cell is text: nothing in it is taken for markup, a second cell or a second row. */
export function markdownTable(columns: readonly TableColumn[], rows: Iterable<readonly string[]>): string {
  const lines = [
    markdownRow(columns.map(({ label }) => label)),
    `|${columns.map(({ isNumber }) => (isNumber ? ' ---: ' : ' --- ')).join('|')}|`,
  ];
  for (const row of rows) lines.push(markdownRow(row));
  return lines.join('\n');
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(markdownCell).join(' | ')} |`;
}

export function markdownCell(text: string): string {
  return text
    .replace(/[\\`*_~[\]<>|]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .trim()
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '<br>');
}
