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
import type { AttributeRow, FormProblem, ItemForm, PeriodRow, Rule } from '../protocol/item.ts';
import { changedFields, valueFields, type FormField } from './record-fields.ts';
import { centsOf, wholeNumber } from './text.ts';

type Payload = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

/** Only what changed is looked at: what the service has is the service's business. */
export function checkItem(base: ItemForm, form: ItemForm, timeZone?: string): FormProblem[] {
  const changed = changedFields(base, form);
  return [
    ...(changed.some(({ section }) => section === 'data') ? checkData(form, changed) : []),
    ...(changed.some(({ section }) => section === 'values') ? checkValues(base, form) : []),
    ...form.periods
      .filter((row) => isChanged(row, changed, row.appCategoryId, 'period'))
      .flatMap((row) =>
        checkPeriod(
          row,
          form,
          base.periods.find((one) => one.row === row.row),
          timeZone,
        ),
      ),
    ...form.attributes.filter((row) => isChanged(row, changed, row.key, 'attribute')).flatMap((row) => checkAttribute(row, form)),
  ];
}

function isChanged(
  row: { readonly isNew: boolean },
  changed: readonly FormField[],
  owner: string,
  section: FormField['section'],
): boolean {
  return row.isNew || changed.some((field) => field.section === section && field.owner.trim() === owner.trim());
}

function checkData(form: ItemForm, changed: readonly FormField[]): FormProblem[] {
  const wrong = violations(
    itemPayload,
    { name: form.name.trim() === '' ? '' : form.name },
    { name: form.name },
    { name: 'missing' },
  );
  const isCount = /^\d+$/.test(form.quantity.trim()) && Number.isSafeInteger(Number(form.quantity));
  const isTyped = changed.some(({ path }) => path === 'quantity');
  return isTyped && !isCount ? [...wrong, { field: 'quantity', rule: 'count' }] : wrong;
}

/** A fee that the service does not show, and that nobody typed, is not sent. */
function checkValues(base: ItemForm, form: ItemForm): FormProblem[] {
  const rules = { price: 'amount', feeSale: 'amount', feeProducer: 'amount' } as const;
  const values = valuesOf(form);
  const negative = valueFields.filter((name) => (values[name] ?? 0) < 0);
  const isLeftOut = (field: string) =>
    (field === 'feeSale' || field === 'feeProducer') && base[field] === '' && form[field] === '';
  return [
    ...violations(wholeValues, values, form as unknown as Texts, rules).filter(({ field }) => !isLeftOut(field)),
    ...negative.map((field) => ({ field, rule: 'negative' as const })),
  ];
}

/** In cents. */
function valuesOf(form: ItemForm): Record<string, number | undefined> {
  return Object.fromEntries(valueFields.map((name) => [name, centsOf(form[name])]));
}

/** How many there are may stay as it is where the service does not show it. */
function checkPeriod(
  period: PeriodRow,
  { periods }: ItemForm,
  before: PeriodRow | undefined,
  timeZone: string | undefined,
): FormProblem[] {
  const at = (name: string) => `periods.${period.row}.${name}`;
  const rules = { appCategoryId: 'id', start: 'time', finish: 'time', available: 'count' } as const;
  const texts = { ...period, isNew: '' };
  const isUnseen = !period.isNew && before?.available === '' && period.available === '';
  const found = violations(wholeSalePeriod, periodOf(period), texts, rules, at);
  const problems = found.filter(({ field }) => !(isUnseen && field === at('available')));
  const wrong = new Set(problems.map(({ field }) => field));
  const add = (name: string, rule: Rule) =>
    wrong.has(at(name)) || (wrong.add(at(name)), problems.push({ field: at(name), rule }));
  const others = periods.filter((other) => other.row !== period.row);
  const isTwice = others.some(({ appCategoryId }) => appCategoryId.trim() === period.appCategoryId.trim());
  if (period.isNew && isTwice) add('appCategoryId', 'twice');
  for (const name of ['start', 'finish'] as const)
    if (timeZone !== undefined && !wrong.has(at(name)) && momentsOf(period[name], timeZone).length === 0) add(name, 'jumped');
  if (!wrong.has(at('start')) && period.finish < period.start) add('finish', 'order');
  return problems;
}

function periodOf({ appCategoryId, start, finish, available }: PeriodRow): Payload {
  return { appCategoryId: appCategoryId.trim(), start, finish, available: wholeNumber(available) };
}

function checkAttribute(attribute: AttributeRow, { attributes }: ItemForm): FormProblem[] {
  const at = (name: string) => `attributes.${attribute.row}.${name}`;
  const rules = { key: 'missing', value: 'whole', type: 'missing' } as const;
  const { key, value, type } = attribute;
  const problems = violations(wholeAttribute, attributeOf(attribute), { key, value, type }, rules, at);
  if (isInteger(type) && wholeNumber(value) === undefined)
    problems.push({ field: at('value'), rule: value.trim() === '' ? 'missing' : 'whole' });
  const others = attributes.filter((other) => other.row !== attribute.row);
  if (attribute.isNew && key !== '' && others.some((other) => other.key === key))
    problems.push({ field: at('key'), rule: 'twice' });
  return problems;
}

function attributeOf({ key, value, type }: AttributeRow): { key: string; value: string | number; type: string } {
  return { key, value: isInteger(type) ? (wholeNumber(value) ?? value) : value, type: type.trim() };
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
