// Whether what is typed can be sent: the client's own rules, and what no rule of one operation can see.
import * as v from 'valibot';
import { momentsOf } from '../client/dates.ts';
import {
  itemPayload,
  namedFilter,
  passkeyBatchPayload,
  taxQuery,
  wholeAttribute,
  wholeSalePeriod,
  wholeValues,
} from '../client/schemas.ts';
import type { ExportFields } from '../protocol/export.ts';
import type { FormProblem, Rule } from '../protocol/item.ts';
import type { TypedField } from '../protocol/record-form.ts';
import { centsOf, wholeNumber } from './text.ts';
import { changedFields, rowsOf, textIn, type TypedRow } from './typed-fields.ts';

type Payload = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

/** Only what changed is looked at: what the service has is the service's business. */
export function checkItem(base: readonly TypedField[], form: readonly TypedField[], timeZone?: string): FormProblem[] {
  const changed = changedFields(base, form);
  const isIn = (wanted: string) => changed.some(({ section }) => section === wanted);
  const changedRows = (section: 'salePeriods' | 'attributes') =>
    rowsOf(form, section).filter(({ row, isNew }) => isNew || changed.some((one) => one.section === section && one.row === row));
  return [
    ...(isIn('data') ? checkData(form, changed) : []),
    ...(isIn('value') ? checkValues(base, form) : []),
    ...changedRows('salePeriods').flatMap((row) =>
      checkPeriod(
        row,
        rowsOf(form, 'salePeriods'),
        rowsOf(base, 'salePeriods').find((one) => one.row === row.row),
        timeZone,
      ),
    ),
    ...changedRows('attributes').flatMap((row) => checkAttribute(row, rowsOf(form, 'attributes'))),
  ];
}

function checkData(form: readonly TypedField[], changed: readonly TypedField[]): FormProblem[] {
  const name = textIn(form, 'name');
  const wrong = violations(itemPayload, { name: name.trim() === '' ? '' : name }, { name }, { name: 'missing' });
  const quantity = changed.find((field) => field.section === 'data' && field.name === 'quantity')?.text.trim();
  const isCount = quantity === undefined || (/^\d+$/.test(quantity) && Number.isSafeInteger(Number(quantity)));
  return isCount ? wrong : [...wrong, { field: 'quantity', rule: 'count' }];
}

/** A fee that the service does not show, and that nobody typed, is not sent. */
function checkValues(base: readonly TypedField[], form: readonly TypedField[]): FormProblem[] {
  const rules = { price: 'amount', feeSale: 'amount', feeProducer: 'amount' } as const;
  const texts = Object.fromEntries(Object.keys(rules).map((name) => [name, textIn(form, name)]));
  const values = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, centsOf(text)]));
  const negative = Object.keys(rules).filter((name) => (values[name] ?? 0) < 0);
  const isLeftOut = (field: string) => field.startsWith('fee') && textIn(base, field) === '' && texts[field] === '';
  return [
    ...violations(wholeValues, values, texts, rules).filter(({ field }) => !isLeftOut(field)),
    ...negative.map((field) => ({ field, rule: 'negative' as const })),
  ];
}

/** How many there are may stay as it is where the service does not show it. */
function checkPeriod(
  { row, key, isNew, texts }: TypedRow,
  periods: readonly TypedRow[],
  before: TypedRow | undefined,
  timeZone: string | undefined,
): FormProblem[] {
  const at = (name: string) => `salePeriods.${row}.${name}`;
  const rules = { appCategoryId: 'id', start: 'time', finish: 'time', available: 'count' } as const;
  const { start = '', finish = '', available = '' } = texts;
  const isUnseen = !isNew && before?.texts.available === '' && available === '';
  const payload = { appCategoryId: key, start, finish, available: wholeNumber(available) };
  const found = violations(wholeSalePeriod, payload, { ...texts, appCategoryId: key }, rules, at);
  const problems = found.filter(({ field }) => !(isUnseen && field === at('available')));
  const wrong = new Set(problems.map(({ field }) => field));
  const add = (name: string, rule: Rule) =>
    wrong.has(at(name)) || (wrong.add(at(name)), problems.push({ field: at(name), rule }));
  if (isNew && periods.some((other) => other.row !== row && other.key === key)) add('appCategoryId', 'twice');
  for (const [name, text] of [['start', start] as const, ['finish', finish] as const])
    if (timeZone !== undefined && !wrong.has(at(name)) && momentsOf(text, timeZone).length === 0) add(name, 'jumped');
  if (!wrong.has(at('start')) && finish < start) add('finish', 'order');
  return problems;
}

function checkAttribute({ row, key, isNew, texts }: TypedRow, attributes: readonly TypedRow[]): FormProblem[] {
  const at = (name: string) => `attributes.${row}.${name}`;
  const rules = { key: 'missing', value: 'whole', type: 'missing' } as const;
  const { value = '', type = '' } = texts;
  const payload = { key, value: isInteger(type) ? (wholeNumber(value) ?? value) : value, type: type.trim() };
  const problems = violations(wholeAttribute, payload, { key, value, type }, rules, at);
  if (isInteger(type) && wholeNumber(value) === undefined)
    problems.push({ field: at('value'), rule: value.trim() === '' ? 'missing' : 'whole' });
  if (isNew && key !== '' && attributes.some((other) => other.row !== row && other.key === key))
    problems.push({ field: at('key'), rule: 'twice' });
  return problems;
}

function isInteger(type: string): boolean {
  return type.trim() === 'integer';
}

/** What the client would refuse, at the field that it stands in. */
function violations(
  schema: v.GenericSchema,
  payload: Payload,
  texts: Texts,
  rules: Readonly<Record<string, Rule>>,
  at: (name: string) => string = (name) => name,
): FormProblem[] {
  const parsed = v.safeParse(schema, payload);
  const names = new Set(parsed.success ? [] : parsed.issues.map((issue) => String(issue.path?.[0]?.key)));
  return [...names].map((name) => ({
    field: at(name),
    rule: texts[name]?.trim() === '' ? 'missing' : (rules[name] ?? 'refused'),
  }));
}

export function isTaxField(name: keyof typeof taxQuery.entries, value: unknown): boolean {
  return v.is(taxQuery.entries[name], value);
}

export function isLimit(text: string): boolean {
  return text.trim() === '' || v.is(passkeyBatchPayload.entries.limit.wrapped, wholeNumber(text));
}

export function isFilter(filter: ExportFields['filters'][number]): boolean {
  return v.is(namedFilter, filter);
}

/** What is sent of what was typed: the filters of the chosen type only. */
export function exportPayloadOf({ type: chosen, format: written, filters, status }: ExportFields): {
  type: ExportFields['type'];
  format: ExportFields['format'];
  filters: ({ name: string; value: string } | { status: string })[];
} {
  const named = filters.filter(({ name, value }) => name !== '' || value !== '');
  const ofType = { transactions: named, guestlist: named, passkey: status === '' ? [] : [{ status }] };
  return { type: chosen, format: written, filters: ofType[chosen] };
}
