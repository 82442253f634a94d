// What a cell shows of a field, what tells its order, and what it is compared with.
import { labelOf, parseDate, stringifyJson, type AmountKind } from '../../client/index.ts';
import { fold } from '../../client/fields.ts';
import type { TableCell } from '../../protocol/table.ts';
import { cellText } from '../../shared/table-rows.ts';
import type { WordOf } from '../reading/field-names.ts';
import { aliases, asNumber, isObject } from '../reading/fields.ts';
import type { Formats, Translate } from '../reading/formats.ts';
import { entryText } from '../reading/item-facts.ts';
import type { Texts } from './table-values.ts';

export const maxShown = 2000;
const moneyAliases = aliases('price finalprice totalprice preco amount fee feesale feeproducer tax gross net');

export interface CellTools {
  readonly t: Translate;
  readonly formats: Formats;
  /** In which kind of reply the amounts stand. */
  readonly amounts?: AmountKind;
  readonly wordOf?: WordOf;
}

/** What a cell of the column shows, and what tells its order. */
export function cellReader(key: string, { t, formats, amounts = 'items', wordOf }: CellTools): (value: unknown) => TableCell {
  const kind = isMoney(key) ? amountsOf(key, amounts) : undefined;
  return (value) => {
    if (typeof value === 'boolean') return [value ? t('yes') : t('no'), Number(value)];
    if (typeof value === 'bigint') return [value.toString(), Number(value)];
    if (typeof value === 'number') return [kind === undefined ? String(value) : formats.amount(value, kind), value];
    if (typeof value === 'string') return wordOf?.(key, value) ?? textCell(value, formats);
    return shortened(Array.isArray(value) ? listText(value, { t, formats }) : readable(value));
  };
}

/** What a cell shows, for whoever looks for something in all of them. */
export function textReader(key: string, tools: CellTools): (value: unknown) => string {
  const cell = cellReader(key, tools);
  const isPlain = !isMoney(key);
  return (value) => (isPlain && typeof value === 'number' ? String(value) : cellText(cell(value)));
}

/** What tells the order of a cell, without what it takes to write it for a person: its number, or its text. */
export function orderReader(key: string, tools: CellTools): (value: unknown) => number | string {
  const cell = cellReader(key, tools);
  return (value) => {
    if (typeof value === 'number') return value;
    if (typeof value === 'boolean' || typeof value === 'bigint') return Number(value);
    if (typeof value === 'string') return tools.wordOf?.(key, value) ?? momentOf(value) ?? shortened(value);
    if (value === undefined || value === null) return '';
    const shown = cell(value);
    return typeof shown === 'string' ? shown : shown[1];
  };
}

/** The number that a person reads in the cell, or the time as `momentOf` has it. */
export function numberReader(key: string, { formats, amounts = 'items' }: CellTools): (value: unknown) => number | undefined {
  const kind = isMoney(key) ? amountsOf(key, amounts) : undefined;
  return (value) => {
    const cents = kind === undefined || typeof value === 'string' ? undefined : formats.centsOf(value, kind);
    if (cents !== undefined) return cents / 100;
    return typeof value === 'string' ? (momentOf(value) ?? asNumber(value)) : asNumber(value);
  };
}

/** The fees of items have a unit of their own. */
function amountsOf(key: string, kind: AmountKind): AmountKind {
  return kind === 'items' && /fee/i.test(key) ? 'fees' : kind;
}

export function isMoney(key: string): boolean {
  return moneyAliases.has(fold(key.split('.').at(-1) ?? ''));
}

function textCell(text: string, formats: Formats): TableCell {
  const moment = momentOf(text);
  return moment === undefined ? shortened(text) : [parseDate(text) ? formats.moment(text) : text, moment];
}

const dayFirst = /^(\d\d)\/(\d\d)\/(\d{4})$/;

/** Where a time stands among others, in milliseconds; a day without a time is its beginning. */
export function momentOf(text: string): number | undefined {
  if (!mayBeMoment(text.charCodeAt(0), text.length)) return undefined;
  const parsed = parseDate(text.replace(dayFirst, '$3-$2-$1'));
  if (!parsed) return undefined;
  return parsed.instant ?? Date.parse(`${parsed.date}T${parsed.time ?? '00:00:00'}Z`);
}

/** Most texts of a long list are no times. */
function mayBeMoment(first: number, length: number): boolean {
  return length >= shortestMoment && first <= 0x39;
}

const shortestMoment = '2026-01-01'.length;

/** Whether cells show all of these texts, and nothing else. */
export function areShownAsIs(texts: Texts, from: number, count: number): boolean {
  if (texts.longest < shortestMoment) return true;
  for (let at = from; at < from + count; at++) {
    const start = texts.startOf(at);
    if (mayBeMoment(texts.text.charCodeAt(start), texts.startOf(at + 1) - start)) return false;
  }
  return texts.longest <= maxShown;
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

export function shortened(text: string): string {
  return text.length <= maxShown ? text : `${text.slice(0, maxShown - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The whole field as text, as the service gave it: for a file that a program reads. */
export function plainField(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  const isPlainList = Array.isArray(value) && value.every((part) => typeof part !== 'object');
  return isPlainList ? value.map(String).join(', ') : stringifyJson(value);
}
