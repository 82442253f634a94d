// Rows of any shape as columns. What is nested becomes columns of its own, `venue.city`, as long as that stays readable.
import { labelOf } from '../../client/index.ts';
import { shownColumns, defaultColumns } from '../../shared/table-rows.ts';
import type { TableColumn } from '../../protocol/table.ts';
import type { Translate } from '../reading/formats.ts';
import { isObject } from '../reading/fields.ts';
import { fieldNames } from '../reading/field-names.ts';
import { isMoney } from './table-cells.ts';
import { namingKeys, withLeading, type ColumnDefaults } from './table-defaults.ts';

const maxDepth = 3;
const maxBox = 20;
const maxColumns = 200;

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

const lesser = /(?:[a-z\d]I[dD]|[._]id)s?$|(?:^|\.)(?:parent|description)$/;

/** Prices and numbers are looked for most; lists and long texts are hard to read in a cell, and the id of something else says little by itself. */
function rankOf(key: string, { filled, lists }: Found): number {
  if (isMoney(key) || key === 'quantity') return 0;
  return lesser.test(key) || (lists > 0 && lists === filled) ? 2 : 1;
}

const unique =
  /(?:^|[._])_?(?:id|uuid|parent|children|code|number|year|zip|zipcode|cep|phone|cpf|cnpj|document|passkey)s?$|[a-z\d]I[dD]s?$/i;

/** Whether its numbers count something: those that tell one thing from others are read figure by figure. */
export function isCount(key: string): boolean {
  return key !== '' && !isMoney(key) && !unique.test(key);
}

/** A column that no field is; `instead`: fields that say the same in another way. */
type Made = Pick<TableColumn, 'key' | 'label' | 'unknown'> & { readonly isNumber?: boolean; readonly instead: readonly string[] };

const ownId = /^_?(?:id|uuid)$/i;
const noDefaults: ColumnDefaults = { leading: [], aside: new Set() };

/** The columns of a list that grows: a new field is a column after the others, and none ever moves. */
export class Columns {
  readonly #t: Translate;
  readonly #nameOf: (path: string) => string;
  readonly #most: number;
  /** A file shows nothing but what stands there. */
  readonly #hasCounts: boolean;
  readonly #taken = new Set<string>();
  readonly #known = new Set<string>();
  readonly #found = new Map<string, Found>();
  #columns: TableColumn[] = [];

  /** `names`: what the fields are called, and how many columns there may be, where it is not the service that has them. */
  constructor(t: Translate, names?: { readonly nameOf: (path: string) => string; readonly most: number }) {
    this.#t = t;
    this.#nameOf = names?.nameOf ?? fieldNames(t);
    this.#most = names?.most ?? maxColumns;
    this.#hasCounts = names === undefined;
  }

  get all(): readonly TableColumn[] {
    return this.#columns;
  }

  /** Whether all of these fields have columns. */
  hasAll(names: readonly string[]): boolean {
    return names.every((name) => this.#known.has(name));
  }

  /** Looks at a row of those that came; `settle` makes columns of what is new in them. */
  look(row: unknown): void {
    if (this.#hasAllOf(row)) return;
    for (const [key, value] of fieldsOf(row)) {
      if (this.#known.has(key)) continue;
      const seen = this.#found.get(key) ?? { count: 0, filled: 0, numbers: 0, lists: 0 };
      this.#found.set(key, seen);
      seen.count++;
      if (value !== null && value !== undefined) seen.filled++;
      if (typeof value === 'number' || typeof value === 'bigint') seen.numbers++;
      if (typeof value === 'object' && value !== null) seen.lists++;
    }
  }

  /** Of those that are new, what most rows have comes first. `sizeOf`: how many figures the first cells of a column take. */
  settle(sizeOf?: (key: string) => number, made: readonly Made[] = [], defaults = noDefaults): void {
    const found = [...this.#found];
    const isFirst = this.#columns.length === 0;
    this.#found.clear();
    for (const { label } of made) this.#taken.add(label);
    const sorted = found.sort(([, one], [, other]) => other.count - one.count);
    const isBareId = this.#columns.length === 0 && ownId.test(sorted[0]?.[0] ?? '');
    const name = isBareId ? namingKeys.find((each) => sorted.some(([key]) => key === each)) : undefined;
    if (name !== undefined) sorted.sort(([one], [other]) => Number(other === name) - Number(one === name));
    const added = sorted.slice(0, this.#most - this.#columns.length);
    const aside = this.#aside(added, made, defaults);
    for (const [key, { filled, numbers }] of added) {
      this.#known.add(key);
      this.#columns.push({
        key,
        ...this.#named(key),
        isNumber: numbers > 0 && numbers === filled,
        ...(this.#hasCounts && numbers > 0 && numbers === filled && isCount(key) ? { isCount: true } : {}),
        ...(sizeOf ? { size: sizeOf(key) } : {}),
        ...(aside.has(key) ? { isAside: true } : {}),
      });
    }
    const shown = made.map(({ key, label, isNumber = false, unknown }) => ({
      ...{ key, label, isNumber, isMade: true },
      ...(isNumber ? { isCount: true } : {}),
      size: sizeOf?.(key) ?? 0,
      ...(unknown === undefined ? {} : { unknown }),
    }));
    this.#columns.push(...shown);
    if (isFirst) this.#columns = withLeading(this.#columns, defaults.leading);
  }

  /** Of a long list, nearly all rows are like the first and have nothing inside. */
  #hasAllOf(row: unknown): boolean {
    if (!isObject(row)) return false;
    for (const name in row) {
      const value = row[name];
      if ((typeof value === 'object' && value !== null) || !this.#known.has(name)) return false;
    }
    return true;
  }

  /** Which of the new ones give way to others; what is shown already never does. */
  #aside(
    added: readonly (readonly [string, Found])[],
    made: readonly Made[],
    { leading, aside }: ColumnDefaults,
  ): ReadonlySet<string> {
    const instead = new Set([...aside, ...made.flatMap((column) => column.instead)]);
    const room = Math.max(0, defaultColumns - made.length - shownColumns(this.#columns, undefined).length);
    const isFirst = (key: string) => leading.includes(key) || namingKeys.includes(key);
    const rank = (key: string, found: Found) => (isFirst(key) ? -1 : rankOf(key, found));
    const ranked = added
      .filter(([key]) => !instead.has(key))
      .sort(([one, ofOne], [other, ofOther]) => rank(one, ofOne) - rank(other, ofOther));
    return new Set([...instead, ...ranked.slice(room).map(([key]) => key)]);
  }

  /** Two fields of one name are told apart by their paths beside it, or by the number of the column. */
  #named(key: string): Pick<TableColumn, 'label' | 'title'> {
    const name = key === '' ? this.#t('Value') : this.#nameOf(key);
    const path = key === '' ? name : labelOf(key);
    const long = name === path ? name : `${name} (${path})`;
    const label = [name, long].find((each) => !this.#taken.has(each)) ?? `${name} (${this.#taken.size + 1})`;
    this.#taken.add(label);
    return name === path ? { label } : { label, title: long };
  }
}

/** The first two lines of a table as Markdown: the names, and which columns are numbers. */
export function markdownHead(columns: readonly TableColumn[]): string {
  const names = markdownRow(columns.map(({ label }) => label));
  return `${names}\n|${columns.map(({ isNumber }) => (isNumber ? ' ---: ' : ' --- ')).join('|')}|`;
}

/** A cell is text: nothing in it is taken for markup, a second cell or a second row. */
export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(markdownCell).join(' | ')} |`;
}

/** @internal each character that Markdown knows is tried */
export function markdownCell(text: string): string {
  return text
    .replace(/[\\`*_~[\]<>|]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .trim()
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '<br>');
}
