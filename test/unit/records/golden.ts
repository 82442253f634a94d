// Golden requests: what an edit of an item or a passkey sends and asks, at each service of the matrix, by form, cell, document and plan.
// They were written from the code that was judged right, and are the judge of whatever takes its place: nothing here is edited with that code
// but how an edit gets into it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { contentOf, createClient, parseJson, stringifyJson, type Client, type Dialect } from '../../../src/client/index.ts';
import { typedFieldsOf, withTyped } from '../../../src/editor/forms/record-texts.ts';
import { planChanges, readEvent, type EventFile, type FileItem, type FilePasskey } from '../../../src/plans/index.ts';
import type { TypedEdit, TypedField } from '../../../src/protocol/record-form.ts';
import { rowsOf, textIn } from '../../../src/shared/typed-fields.ts';
import type { JsonObject as Fields } from '../../../src/client/replies.ts';
import { readRecord, stepsFor, type PlanChoices, type RecordKind, type SavePlan } from '../../../src/records/index.ts';
import { dialectNames, dialectOf, type DialectName } from '../../dialects/dialects.ts';
import { startDialect } from '../../dialects/services.ts';
import { inRow, newRow, typing } from './typing.ts';

/** Noon of 15 June 2026 in São Paulo. */
const now = Date.UTC(2026, 5, 15, 15);
const fixture = (name: string) => join(root, 'test', 'fixtures', 'golden', `${name}.json`);

/** One service, as somebody knows it: its replies as they came, and what is known of it. */
interface World {
  readonly name: string;
  readonly dialect: Dialect;
  readonly eventId: string;
  readonly item: Fields;
  readonly passkey: Fields;
}

type Ask = 'form' | 'cell' | 'document' | 'plan';

/** What comes of an edit: requests, or questions and problems. */
type Outcome = string;

type FormEdit = (form: readonly TypedField[]) => readonly TypedEdit[];
type Texts = Readonly<Record<string, string>>;

const ofPeriod = (change: Texts) => (form: readonly TypedField[]) => inRow(form, 'salePeriods', change);
const withPeriod = (category: string) => () =>
  newRow('salePeriods', category, { start: '2031-05-01 10:00:00', finish: '2031-06-01 10:00:00', available: '5' });
const withAttribute = (value: string, type: string) => () => newRow('attributes', 'gate-of-golden', { type, value });

const prices: Readonly<Record<string, Texts>> = {
  'price 130.00': { price: '130.00' },
  'price 130,50': { price: '130,50' },
  'price 130': { price: '130' },
  'price 1.234,56': { price: '1.234,56' },
  'price 0': { price: '0' },
  'no price': { price: '' },
  'a price that is none': { price: 'abc' },
  'feeSale 13.00': { feeSale: '13.00' },
  'feeSale 0': { feeSale: '0' },
  'no feeSale': { feeSale: '' },
  'feeProducer 2,75': { feeProducer: '2,75' },
  'price and fee': { price: '130.00', feeSale: '13.00' },
  'all amounts': { price: '130.00', feeSale: '13.00', feeProducer: '3.00' },
};
const data: Readonly<Record<string, Texts>> = {
  'nothing': {},
  'name': { name: 'Other' },
  'name and price': { name: 'Other', price: '130.00' },
  'description': { description: 'New text' },
  'no description': { description: '' },
  'type': { type: 'Group' },
  'quantity 71': { quantity: '71' },
  'no quantity': { quantity: '' },
  'hidden': { hidden: 'true' },
  'group 8': { parent: '8' },
  'group uuid-1': { parent: 'uuid-1' },
  'no group': { parent: '' },
};
const rows: Readonly<Record<string, FormEdit>> = {
  'start': ofPeriod({ start: '2031-02-01 10:00:00' }),
  'finish': ofPeriod({ finish: '2031-03-01 10:00:00' }),
  'available 37': ofPeriod({ available: '37' }),
  'start and finish': ofPeriod({ start: '2031-02-01 10:00:00', finish: '2031-03-01 10:00:00' }),
  'finish before start': ofPeriod({ start: '2031-03-01 10:00:00', finish: '2031-02-01 10:00:00' }),
  'a start that is a day': ofPeriod({ start: '2031-02-01' }),
  'a start that is none': ofPeriod({ start: 'soon' }),
  'available -1': ofPeriod({ available: '-1' }),
  'a period of a new category': withPeriod('7'),
  'a period of a category that is there': (form) => withPeriod(rowsOf(form, 'salePeriods')[0]?.key ?? '1')(),
  'an attribute': (form) => {
    const isInteger = rowsOf(form, 'attributes')[0]?.texts.type === 'integer';
    return inRow(form, 'attributes', { value: isInteger ? '9' : 'nine' });
  },
  'a new attribute': withAttribute('B', 'string'),
  'a new integer': withAttribute('4', 'integer'),
  'a new integer that is none': withAttribute('x', 'integer'),
  'everything': (form) => [
    ...typing(form, { name: 'Other', description: 'New text', price: '130.00', feeSale: '13.00' }),
    ...ofPeriod({ finish: '2031-03-01 10:00:00', available: '37' })(form),
    ...withAttribute('B', 'string')(),
  ],
};
const plain = (edits: Readonly<Record<string, Texts>>) =>
  Object.fromEntries(
    Object.entries(edits).map(([name, texts]) => [name, (form: readonly TypedField[]) => typing(form, texts)] as const),
  );
const itemEdits: Readonly<Record<string, FormEdit>> = { ...plain(data), ...plain(prices), ...rows };

const itemsIn = (form: readonly TypedField[]) => textIn(form, 'itemIds').split('\n').filter(Boolean);
const withItems =
  (change: (items: readonly string[]) => readonly string[], texts: Texts = {}) =>
  (form: readonly TypedField[]) =>
    typing(form, { ...texts, itemIds: change(itemsIn(form)).join('\n') });
const passkeyEdits: Readonly<Record<string, FormEdit>> = {
  ...plain({
    'nothing': {},
    'text': { passkey: 'OTHER' },
    'no text': { passkey: '' },
    'start, a day': { start: '2031-05-01' },
    'start, a time': { start: '2031-05-01 10:00:00' },
    'no start': { start: '' },
    'start that is past': { start: '2020-01-01' },
    'start that is none': { start: 'soon' },
    'finish, a day': { finish: '2031-06-01' },
    'finish, a time': { finish: '2031-06-01 10:00:00' },
    'no finish': { finish: '' },
    'finish before start': { start: '2031-06-01', finish: '2031-05-01' },
  }),
  'one item more': withItems((items) => [...items, '300009']),
  'no items': withItems(() => []),
  'items the other way round': withItems((items) => items.toReversed()),
  'an item twice': withItems((items) => [...items, ...items]),
  'text and items': withItems((items) => [...items, '300009'], { passkey: 'OTHER' }),
  ...plain({ 'text and finish': { passkey: 'OTHER', finish: '2031-06-01 10:00:00' } }),
};

/** What a person answers where the service does not show it. */
const said: PlanChoices = {
  unseen: { values: 'create', salePeriods: 'create', attributes: 'create' },
  ...{ replacesItems: true, leavesOutStart: true, leavesOutUnshown: true },
};

type PlanOf = Pick<SavePlan, 'steps' | 'problems' | 'questions'>;

function outcomeOf({ steps, problems, questions }: PlanOf): Outcome {
  const refused = problems.map(({ rule }) => `!${rule}`);
  const asked = questions.map(({ kind }) => `?${kind}`);
  if (refused.length + asked.length > 0) return [...new Set([...refused, ...asked])].sort().join(' ');
  return steps.map(({ operation, body }) => `${operation} ${stringifyJson(body)}`).join(' ') || 'nothing';
}

function byForm(world: World, kind: RecordKind, edit: FormEdit, choices?: PlanChoices): Outcome {
  const { dialect } = world;
  const format = { language: 'en', dialect };
  const before = readRecord(kind, world[kind], dialect);
  const after = withTyped(edit(typedFieldsOf(before, format)), format)(before);
  return outcomeOf(stepsFor(before, after, { dialect, now, choices }));
}

const cells = [
  ['price', '130.00'],
  ['price', '0'],
  ['quantity', '71'],
  ['available', '37'],
  ['finish', '2031-03-01 10:00:00'],
] as const;

function byCell(world: World, [field, text]: (typeof cells)[number]): Outcome {
  return byForm(world, 'item', (form) => {
    const isOfPeriod = field === 'available' || field === 'finish';
    return isOfPeriod ? inRow(form, 'salePeriods', { [field]: text }) : typing(form, { [field]: text });
  });
}

/** Another value of the same kind, as somebody types it into the JSON of a record. */
function bumped(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return Number.isInteger(value) ? value + (value > 1e9 ? 3600 : 100) : value + 1.5;
  if (typeof value === 'string') return /^20\d\d/.test(value) ? value.replace(/^20\d\d/, '2031') : value.replace(/\d|$/, '7');
  return value === null ? 7 : value;
}

/** Each value of a record, by where it stands; of each list the first row. */
function* leaves(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const inside = Array.isArray(value) ? entries.slice(0, 1) : entries;
  if (entries.length === 0) yield path;
  else for (const [name, part] of inside) yield* leaves(part, [...path, name]);
}

function changedAt(value: unknown, [name, ...path]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  if (Array.isArray(value)) return value.map((part: unknown, at) => (String(at) === name ? changedAt(part, path, change) : part));
  const fields = value as Fields;
  return { ...fields, [name]: changedAt(fields[name], path, change) };
}

function* byDocument(world: World, kind: 'item' | 'passkey'): Generator<readonly [edit: string, Outcome]> {
  const record = world[kind];
  const context = { dialect: world.dialect, now };
  const read = (reply: unknown) => readRecord(kind, reply as Fields, world.dialect);
  const plan = (edited: unknown) => outcomeOf(stepsFor(read(record), read(edited), context));
  for (const path of leaves(record)) yield [path.join('.'), plan(changedAt(record, path, bumped))];
  for (const name of Object.keys(record)) {
    yield [`without ${name}`, plan(Object.fromEntries(Object.entries(record).filter(([key]) => key !== name)))];
    yield [`${name} null`, plan({ ...record, [name]: null })];
  }
  yield ['a name of nobody', plan({ ...record, colour: 'red' })];
}

const environment = 'golden';

/** A service with this one item and this one passkey. */
function clientOf({ eventId, item, passkey, dialect }: World): Client {
  const call: Client['call'] = (operation) => {
    const replies: Readonly<Record<string, unknown>> = {
      getEvent: { id: eventId, name: 'Golden' },
      getEventTickets: [item],
      getItem: item,
      getPasskey: passkey,
      listItems: [item],
      listPasskeys: [passkey],
    };
    return Promise.resolve(replies[typeof operation === 'string' ? operation : operation.id]);
  };
  return { dialect: { ...dialect, paging: { by: 'none' } }, call };
}

type FileEdit = (item: FileItem) => Partial<FileItem>;
const filePeriod =
  (change: object): FileEdit =>
  ({ salePeriods = [] }) => ({
    salePeriods: salePeriods.map((period, at) => (at === 0 ? { ...period, ...change } : period)),
  });
const fileItems: Readonly<Record<string, FileEdit>> = {
  'nothing': () => ({}),
  'name': () => ({ name: 'Other' }),
  'name and price': () => ({ name: 'Other', price: '130.00' }),
  'description': () => ({ description: 'New text' }),
  'type': () => ({ type: 'Group' }),
  'quantity 71': () => ({ quantity: 71 }),
  'hidden': ({ hidden }) => ({ hidden: !hidden }),
  'price 130.00': () => ({ price: '130.00' }),
  'price 0': () => ({ price: '0.00' }),
  'no price': () => ({ price: null }),
  'feeSale 13.00': () => ({ feeSale: '13.00' }),
  'feeProducer 2.75': () => ({ feeProducer: '2.75' }),
  'all amounts': () => ({ price: '130.00', feeSale: '13.00', feeProducer: '3.00' }),
  'start': filePeriod({ start: '2031-02-01 10:00:00' }),
  'finish': filePeriod({ finish: '2031-03-01 10:00:00' }),
  'available 37': filePeriod({ available: 37 }),
  'a period of a new category': ({ salePeriods = [] }) => ({
    salePeriods: [
      ...salePeriods,
      { appCategoryId: 7, start: '2031-05-01 10:00:00', finish: '2031-06-01 10:00:00', available: 5 },
    ],
  }),
  'a new attribute': ({ attributes }) => ({ attributes: { ...attributes, 'gate-of-golden': 'B' } }),
  'everything': (item) => ({
    ...{ name: 'Other', description: 'New text', price: '130.00', feeSale: '13.00' },
    ...filePeriod({ finish: '2031-03-01 10:00:00', available: 37 })(item),
    attributes: { ...item.attributes, 'gate-of-golden': 'B' },
  }),
};
const filePasskeys: Readonly<Record<string, (passkey: FilePasskey) => Partial<FilePasskey>>> = {
  'text': () => ({ passkey: 'OTHER' }),
  'start, a day': () => ({ start: '2031-05-01' }),
  'no start': () => ({ start: null }),
  'start that is past': () => ({ start: '2020-01-01' }),
  'finish, a time': () => ({ finish: '2031-06-01 10:00:00' }),
  'no finish': () => ({ finish: null }),
  'no items': () => ({ items: [] }),
};

async function* byPlan(world: World, choices?: PlanChoices): AsyncGenerator<readonly [edit: string, Outcome]> {
  const there = await readEvent(clientOf(world), world.eventId, { environment });
  const plan = (wanted: EventFile) => {
    const {
      plan: made,
      stops,
      questions,
    } = planChanges(wanted, there, { now, dialect: world.dialect, ...(choices && { choices }) });
    const steps = made.steps.map(({ operation, input }) => ({ operation, body: input.body ?? {} }));
    const problems = stops.map(() => ({ rule: 'stop' }));
    return outcomeOf({ steps, problems, questions } as unknown as PlanOf);
  };
  const [item] = there.items ?? [];
  const [passkey] = there.passkeys ?? [];
  for (const [name, edit] of Object.entries(fileItems))
    if (item) yield [`item, ${name}`, plan({ ...there, items: [{ ...item, ...edit(item) }] })];
  for (const [name, edit] of Object.entries(filePasskeys))
    if (passkey) yield [`passkey, ${name}`, plan({ ...there, passkeys: [{ ...passkey, ...edit(passkey) }] })];
}

/** All that comes of all edits at a service, by the edit. */
export async function outcomesAt(world: World): Promise<Map<string, Outcome>> {
  const found = new Map<string, Outcome>();
  const add = (ask: Ask, edit: string, outcome: Outcome) => found.set(`${ask}: ${edit}`, outcome);
  for (const [name, edit] of Object.entries(itemEdits)) {
    add('form', `item, ${name}`, byForm(world, 'item', edit));
    add('form', `item, ${name}, all answered`, byForm(world, 'item', edit, said));
  }
  for (const [name, edit] of Object.entries(passkeyEdits)) {
    add('form', `passkey, ${name}`, byForm(world, 'passkey', edit));
    add('form', `passkey, ${name}, all answered`, byForm(world, 'passkey', edit, said));
  }
  for (const cell of cells) add('cell', cell.join(' '), byCell(world, cell));
  for (const kind of ['item', 'passkey'] as const)
    for (const [edit, outcome] of byDocument(world, kind)) add('document', `${kind}, ${edit}`, outcome);
  for await (const [edit, outcome] of byPlan(world)) add('plan', edit, outcome);
  for await (const [edit, outcome] of byPlan(world, said)) add('plan', `${edit}, all answered`, outcome);
  return found;
}

export function readWorlds(): World[] {
  return parseJson(readFileSync(fixture('worlds'), 'utf8')) as World[];
}

/** By the edit, what comes of it; and for each outcome the numbers of the services at which it does: `0-11 14`. */
type Golden = Readonly<Record<string, Readonly<Record<Outcome, string>>>>;

export function readGolden(): Golden {
  return parseJson(readFileSync(fixture('requests'), 'utf8')) as Golden;
}

/** Whether `0-11 14` has a number. */
export function hasNumber(ranges: string, number: number): boolean {
  return ranges.split(' ').some((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return first !== undefined && last !== undefined && first <= number && number <= last;
  });
}

function rangesOf(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range?.[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(' ');
}

async function goldenOf(worlds: readonly World[]): Promise<Golden> {
  const found = new Map<string, Map<Outcome, number[]>>();
  for (const [number, world] of worlds.entries())
    for (const [edit, outcome] of await outcomesAt(world)) {
      const outcomes = found.get(edit) ?? new Map<Outcome, number[]>();
      found.set(edit, outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), number]));
    }
  const ofEdit = (outcomes: ReadonlyMap<Outcome, number[]>) =>
    Object.fromEntries([...outcomes].map(([outcome, numbers]) => [outcome, rangesOf(numbers)]));
  return Object.fromEntries([...found].map(([edit, outcomes]) => [edit, ofEdit(outcomes)]));
}

/** What somebody would say of the service who knows it. */
function described(name: DialectName): Dialect {
  const { manners = '', literal } = dialectOf(name);
  if (literal) return { amounts: { items: 'cents', fees: 'cents' }, clock: 'America/Sao_Paulo', put: 'merges' };
  const words = manners.split(',');
  const items =
    (['cents', 'whole', 'text'] as const).find((unit) => words.includes(unit)) ??
    (words.includes('text-comma') ? 'text' : 'decimals');
  const fees = words.includes('fees=number') ? 'number' : items;
  return { amounts: { items, fees }, clock: 'America/Sao_Paulo', put: words.includes('put-replaces') ? 'replaces' : 'merges' };
}

async function recordWorlds(): Promise<World[]> {
  const worlds: World[] = [];
  for (const name of dialectNames) {
    const service = await startDialect(name);
    const { token, known } = dialectOf(name);
    const { eventUrl, ticketUrl, eventKey, sample } = service;
    const own = eventKey === undefined ? {} : { ownSecrets: () => ({ event: eventKey }) };
    const client = createClient({
      eventUrl,
      ticketUrl,
      token: () => service.token,
      dialect: { ...known, ...(token && { token }) },
      ...own,
    });
    const [held] = service.holdings().passkeys;
    const item = contentOf(await client.call('getItem', { path: { id: sample.item } })) as Fields;
    const passkey = contentOf(await client.call('getPasskey', { path: { id: held?.id ?? '' } })) as Fields;
    await service.stop();
    const { eventId } = sample;
    worlds.push({ name, dialect: known ?? {}, eventId, item, passkey });
    worlds.push({ name: `${name}+`, dialect: { ...described(name), ...known }, eventId, item, passkey });
  }
  return worlds;
}

/** Replies that no service of the matrix gives. */
function handMade(): World[] {
  const knows: Dialect = { amounts: { items: 'cents', fees: 'cents' }, clock: 'America/Sao_Paulo', put: 'merges' };
  const period = { appCategoryId: 1, start: '2030-01-01 10:00:00', finish: '2031-01-01 10:00:00', available: 20 };
  const values = { price: 12_000, feeSale: 1200, feeProducer: 250 };
  const item: Fields = {
    id: 501,
    name: 'Floor',
    eventId: 7,
    values,
    salePeriods: [period],
    attributes: { gate: 'A', maximum: 6 },
  };
  const passkey: Fields = { id: 9, eventId: 7, passkey: 'PRESS', start: null, finish: '2031-01-01 10:00:00', itemIds: [501] };
  const world = (name: string, own: Partial<Pick<World, 'item' | 'passkey' | 'dialect'>>): World => ({
    ...{ name: `made: ${name}`, eventId: '7', item, passkey, dialect: knows },
    ...own,
  });
  const without = (record: Fields, ...names: string[]) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
  const puts = (['merges', 'replaces', undefined] as const).map((put) => ({
    of: put ?? 'unknown',
    dialect: { ...without(knows, 'put'), ...(put && { put }) },
  }));
  const ownNames: Fields = { id: 501, nome: 'Floor', descricao: 'old', event_id: 7, parent_id: 5, quantidade: 60, tags: ['a'] };
  const named = { fields: { name: 'nome', description: 'descricao', quantity: 'quantidade' } } as Dialect;
  const atPath = { fields: { price: 'pricing.amount' } } as Dialect;
  return [
    ...puts.flatMap(({ of, dialect }) => [
      world(`own-names-${of}`, { item: ownNames, dialect: { ...dialect, ...named } }),
      world(`own-names-untold-${of}`, { item: ownNames, dialect }),
      world(`price-at-a-path-${of}`, {
        item: { ...without(item, 'values'), pricing: { amount: 12_000, currency: 'BRL' } },
        dialect: { ...dialect, ...atPath },
      }),
      world(`start-past-${of}`, { passkey: { ...passkey, start: '2026-06-01 10:00:00', limit: 50 }, dialect }),
      world(`start-past-alone-${of}`, { passkey: { ...passkey, start: '2026-06-01' }, dialect }),
      world(`names-of-nobody-${of}`, {
        item: { ...item, order: 3, tags: ['a'] },
        passkey: { ...passkey, note: 'n', limit: 3 },
        dialect,
      }),
    ]),
    world('fees-unknown', { dialect: { amounts: { items: 'cents' }, put: 'merges' } }),
    world('fees-as-numbers', {
      item: { ...item, values: { ...values, feeSale: 10 } },
      dialect: { ...knows, amounts: { items: 'cents', fees: 'number' } },
    }),
    world('nothing-known', { dialect: {} }),
    world('decimals-untold', { item: { ...item, values: { price: 120.5, feeSale: 12.05, feeProducer: 2.5 } }, dialect: {} }),
    world('texts-untold', {
      item: { ...item, values: { price: '120.50', feeSale: '12,05', feeProducer: 'R$ 2,50' } },
      dialect: {},
    }),
    world('offset-without-a-clock', {
      item: { ...item, salePeriods: [{ ...period, start: '2030-01-01T10:00:00-03:00', finish: '2031-01-01T13:00:00Z' }] },
      dialect: { put: 'merges' },
    }),
    world('epoch-seconds', {
      item: { ...item, salePeriods: [{ ...period, start: 1_893_496_800, finish: 1_925_032_800 }] },
      passkey: { ...passkey, finish: 1_925_032_800 },
    }),
    world('attributes-without-types', {
      item: {
        ...item,
        attributes: [
          { key: 'gate', value: 'A' },
          { key: 'maximum', value: '6' },
        ],
      },
    }),
    world('attributes-in-rows', { item: { ...item, attributes: [{ key: 'gate', value: 4, type: 'integer' }] } }),
    world('one-period', { item: { ...item, salePeriods: period } }),
    world('available-is-true', { item: { ...item, salePeriods: [{ ...period, available: true, remaining: 37 }] } }),
    world('values-in-a-list', { item: { ...item, values: [values] } }),
    world('flat', { item: { ...without(item, 'values'), ...values } }),
    world('no-values', { item: { ...item, values: null } }),
    world('no-sections', { item: without(item, 'values', 'salePeriods', 'attributes') }),
    world('parent-as-an-object', { item: { ...item, parent: { id: 5, name: 'Setor' } } }),
    world('parent-as-text', { item: { ...item, parent: '77' } }),
    world('quantity-as-text', { item: { ...item, quantity: '60' } }),
    world('items-as-objects', { passkey: { ...without(passkey, 'itemIds'), items: [{ id: 501 }] } }),
    world('items-in-objects', { passkey: { ...without(passkey, 'itemIds'), items: [{ item: { id: 501 } }] } }),
    world('items-as-texts', { passkey: { ...passkey, itemIds: ['501', 'a1'] } }),
    world('items-not-understood', { passkey: { ...passkey, itemIds: 'odd' } }),
    world('items-not-shown', { passkey: without(passkey, 'itemIds') }),
    world('times-not-understood', {
      passkey: { ...passkey, start: 'soon' },
      item: { ...item, salePeriods: [{ ...period, start: 'soon' }] },
    }),
    world('long-ids', {
      item: { ...item, id: 9_007_199_254_740_993n, parent: 9_007_199_254_740_995n },
      passkey: { ...passkey, itemIds: [9_007_199_254_740_993n] },
    }),
  ];
}

async function write(): Promise<void> {
  const worlds = [...(await recordWorlds()), ...handMade()];
  writeFileSync(fixture('worlds'), `[\n${worlds.map((world) => stringifyJson(world)).join(',\n')}\n]\n`);
  writeFileSync(fixture('requests'), `${stringifyJson(await goldenOf(worlds), 1)}\n`);
}

if (process.argv[2] === '--write') await write();
