// What people do all day, once with each service. Each job tells how it went by what the service holds and what was said, or fails.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { IdKind } from '../../src/service/wire-ids.ts';
import type { InitOf, ResultOf } from '../../src/protocol/contract.ts';
import type { EventContract } from '../../src/protocol/event.ts';
import type { ItemContract, ItemForm, SaveReply } from '../../src/protocol/item.ts';
import type { PasskeyContract } from '../../src/protocol/passkey.ts';
import type { PasskeysContract } from '../../src/protocol/passkeys.ts';
import type { ReportContract } from '../../src/protocol/report.ts';
import type { TaxContract } from '../../src/protocol/tax.ts';
import { until } from '../harness/until.ts';
import { plain, type Answer, type Desk, type TreeRow } from './desk.ts';
import type { JobName, Verdict } from './expected.ts';
import type { Holdings } from './holdings.ts';
import { sample, type MatrixService } from './services.ts';

export interface JobContext {
  readonly desk: Desk;
  readonly service: MatrixService;
  readonly environment: string;
  readonly before: Holdings;
  /** What was asked about the service. */
  readonly asked: readonly string[];
  /** A folder for files. */
  readonly folder: string;
  /** Every amount of the reports and of the tax, in cents. */
  readonly amounts: { readonly reports: ReadonlySet<number>; readonly tax: ReadonlySet<number> };
}

const { eventId, title, item: itemId, namesake } = sample;

function resource(context: JobContext, kind: 'event' | 'item' | 'code', id: number, more: object = {}): object {
  const { environment, service } = context;
  const named = service.id(kind, id);
  return { kind, environment, id: named, label: named, value: undefined, ...more };
}

const event = (context: JobContext) => resource(context, 'event', eventId, { label: title });
const item = (context: JobContext, id: number) =>
  resource(context, 'item', id, { eventId: context.service.id('event', eventId) });

/** The event below the pins. */
async function eventRow(context: JobContext, folder: string): Promise<TreeRow> {
  const { desk } = context;
  await desk.run('pinEvent', event(context));
  const pinned = await desk.rowBelow(undefined, 'Pinned');
  const row = await until('the pinned event', async () => (await desk.rows(pinned.node)).find(({ type }) => type === 'event'));
  return desk.rowBelow(row.node, folder);
}

/** All rows of a list, page after page; false: it says itself that there may be more, or that it does not know. */
async function allRows(
  context: JobContext,
  folder: TreeRow,
): Promise<{ readonly rows: readonly TreeRow[]; readonly isWhole: boolean }> {
  const { desk } = context;
  for (let pages = 0; pages < 60; pages++) {
    const rows = await desk.rows(folder.node);
    const more = rows.find(({ type }) => type === 'more');
    if (!more) return { rows, isWhole: !rows.some(({ type }) => type === 'problem' || type === 'empty') };
    await desk.run('loadMore', more.node);
  }
  return { rows: await desk.rows(folder.node), isWhole: false };
}

function idsOf(context: JobContext, kind: IdKind, ids: readonly number[]): string[] {
  return ids.map((id) => context.service.id(kind, id)).sort();
}

/** What is shown is a part of what there is, and all of it where nothing is said. */
function compareLists(shown: readonly (string | undefined)[], there: readonly string[], isWhole: boolean): Verdict {
  const list = shown.map((id) => id ?? 'without an id').sort();
  assert.deepEqual(
    list.filter((id) => !there.includes(id)),
    [],
    'rows that are not there',
  );
  assert.equal(new Set(list).size, list.length, 'rows that are there twice');
  if (isWhole) assert.deepEqual(list, there);
  return isWhole ? 'done' : 'partly';
}

/** No amount of money is shown that is not one of these, in cents. */
function checkMoney(texts: readonly string[], cents: ReadonlySet<number | null>): boolean {
  const shown = texts.flatMap((text) =>
    [...plain(text).matchAll(/R\$\s?(-?[\d,]+(?:\.\d+)?)/g)].map(([, amount]) => amount ?? ''),
  );
  const wrong = shown.filter((amount) => !cents.has(Math.round(Number(amount.replaceAll(',', '')) * 100)));
  assert.deepEqual(wrong, [], 'amounts that are none');
  return shown.length > 0;
}

const pricesOf = ({ items }: Holdings) =>
  new Set(
    items
      .filter((each) => each.eventId === eventId)
      .flatMap(({ price, feeSale, feeProducer }) => [price, feeSale, feeProducer, (price ?? 0) + (feeSale ?? 0)]),
  );

/** For a service that does later what it was asked to. */
const patience = 1000;

/** How a write went, by what is held and what was said. What is in doubt may be there, or not, or as far as `meant` says. */
async function judge(
  context: JobContext,
  said: 'done' | 'doubt' | 'stopped',
  meant: (before: Holdings, after: Holdings) => Holdings | readonly Holdings[],
): Promise<Verdict> {
  const { before, service, asked } = context;
  const states = () => [meant(before, service.holdings())].flat() as readonly Holdings[];
  if (said === 'doubt') {
    const isOne = (wanted: readonly Holdings[]) => wanted.some((state) => isDeepStrictEqual(service.holdings(), state));
    const isMeant = await until('it is there', () => isOne(states()), patience).catch(() => false);
    assert.ok(isMeant || isOne([before]), 'something else was changed');
    return 'partly';
  }
  const after = service.holdings();
  const [wanted] = states();
  if (said === 'done') {
    assert.deepEqual(after, wanted);
    return asked.length > 0 ? 'asked' : 'done';
  }
  assert.deepEqual(after, before, 'something was changed');
  return 'stopped';
}

/** A page that cannot be filled says why. */
function given<T>({ result, problem }: Answer<T>): T | undefined {
  if (result === undefined) assert.ok(problem && problem.length > 10, `Nothing is said: ${problem}`);
  return result;
}

async function find({ desk, service }: JobContext): Promise<Verdict> {
  const found = desk.run('findEvent');
  const list = await desk.list();
  list.enter(service.id('event', eventId));
  const row = await until('the event in the list', () => list.isComplete && list.items.find(({ label }) => label === title));
  list.choose(row);
  await found;
  const pinned = await desk.rowBelow(undefined, 'Pinned');
  assert.deepEqual(
    (await desk.rows(pinned.node)).map(({ label }) => label),
    [title],
  );
  return 'done';
}

async function sessions(context: JobContext): Promise<Verdict> {
  const { rows, isWhole } = await allRows(context, await eventRow(context, 'Sessions'));
  const shown = rows.filter(({ type }) => type === 'session').map(({ id }) => id);
  return compareLists(shown, idsOf(context, 'session', [20001, 20002, 20003]), isWhole);
}

async function items(context: JobContext): Promise<Verdict> {
  const { desk, before } = context;
  const { rows, isWhole } = await allRows(context, await eventRow(context, 'Items'));
  const shown: TreeRow[] = [];
  const walk = async (some: readonly TreeRow[]): Promise<void> => {
    for (const row of some.filter(({ type }) => type === 'item')) {
      shown.push(row);
      await walk(await desk.rows(row.node));
    }
  };
  await walk(rows);
  const isMoney = checkMoney(
    shown.map(({ description }) => description),
    pricesOf(before),
  );
  const there = before.items.filter((each) => each.eventId === eventId).map(({ id }) => id);
  const verdict = compareLists(
    shown.map(({ id }) => id),
    idsOf(context, 'item', there),
    isWhole,
  );
  return isMoney ? verdict : 'partly';
}

async function passkeys(context: JobContext): Promise<Verdict> {
  const { rows, isWhole } = await allRows(context, await eventRow(context, 'Passkeys'));
  const there = context.before.passkeys.filter((each) => each.eventId === eventId).map(({ id }) => id);
  const shown = rows.filter(({ type }) => type === 'passkey').map(({ id }) => id);
  return compareLists(shown, idsOf(context, 'passkey', there), isWhole);
}

async function codes(context: JobContext): Promise<Verdict> {
  const { desk, before, service } = context;
  const folder = await eventRow(context, 'Items');
  await allRows(context, folder);
  const findRow = async (rows: readonly TreeRow[]): Promise<TreeRow | undefined> => {
    for (const row of rows.filter(({ type }) => type === 'item')) {
      if (row.id === service.id('item', itemId)) return row;
      const inside = await findRow(await desk.rows(row.node));
      if (inside) return inside;
    }
    return undefined;
  };
  const row = await findRow(await desk.rows(folder.node));
  assert.ok(row, 'the item is not in the tree');
  const { rows, isWhole } = await allRows(context, await desk.rowBelow(row.node, 'Codes'));
  const there = before.codes.filter((each) => each.itemId === itemId);
  const shown = rows.filter(({ type }) => type === 'code');
  const names = new Set(there.map(({ code }) => code));
  assert.deepEqual(
    shown.filter(({ label }) => !names.has(label)).map(({ label }) => label),
    [],
    'codes that are none',
  );
  return compareLists(
    shown.map(({ id }) => id),
    idsOf(
      context,
      'code',
      there.map(({ id }) => id),
    ),
    isWhole,
  );
}

async function eventPage(context: JobContext): Promise<Verdict> {
  const { desk, before } = context;
  const page = await desk.open('openEvent', event(context));
  const init = given(await page.init<InitOf<EventContract>>());
  assert.equal(init?.event?.title, title);
  const shown = given(await page.ask<ResultOf<EventContract, 'items'>>('items', false));
  const opened = given(await page.ask<ResultOf<EventContract, 'passkeys'>>('passkeys', false));
  if (!shown || !opened) return 'partly';
  const isMoney = checkMoney(
    shown.items.flatMap(({ price, notes }) => [price, ...notes]),
    pricesOf(before),
  );
  const there = before.items.filter((each) => each.eventId === eventId).map(({ id }) => id);
  const isWhole = shown.isWhole && !shown.hasMore;
  compareLists(
    shown.items.map(({ id }) => id),
    idsOf(context, 'item', there),
    isWhole,
  );
  const keys = before.passkeys.filter((each) => each.eventId === eventId);
  if (opened.isWhole && !opened.hasMore) assert.equal(opened.passkeys.length, keys.length);
  // It says "nobody can buy this" of nothing that it was not shown.
  const claims = shown.items.filter(({ notes }) => notes.some((note) => /no sale period/i.test(note))).map(({ id }) => id);
  const without = there.filter((id) => !before.periods.some((period) => period.itemId === id));
  assert.deepEqual(
    claims.filter((id) => !idsOf(context, 'item', without).includes(id ?? '')),
    [],
  );
  return isWhole && isMoney ? 'done' : 'partly';
}

function saidBySave(reply: SaveReply): 'done' | 'doubt' | 'stopped' {
  if (reply.kind !== 'written') return reply.kind === 'unknownCreation' ? 'doubt' : 'stopped';
  const states = new Set(reply.sections.map(({ state }) => state));
  const areGood = states.size === 1 && states.has('saved') && reply.isReadBack;
  const isAsMeant = reply.beyond.length === 0 && reply.sections.every(({ differences = [] }) => differences.length === 0);
  return areGood && isAsMeant ? 'done' : 'doubt';
}

/** Opens the form of the item, changes something in it and saves. */
async function editItem(
  context: JobContext,
  edit: (form: ItemForm, init: InitOf<ItemContract>) => ItemForm,
): Promise<'done' | 'doubt' | 'stopped'> {
  const page = await context.desk.open('editItem', item(context, itemId));
  const init = given(await page.init<InitOf<ItemContract>>());
  if (!init) return 'stopped';
  const payload = { form: edit(init.base, init), isResolved: false, isAgain: false };
  const reply = given(await page.ask<SaveReply>('save', payload));
  return reply ? saidBySave(reply) : 'stopped';
}

async function priceOnly(context: JobContext): Promise<Verdict> {
  // As the service writes it, where nobody knows in what that is; where it is not shown, as anybody would write it.
  const said = await editItem(context, (form) => ({
    ...form,
    price: form.price === '' ? '155.00' : form.price.replace('150', '155'),
  }));
  return judge(context, said, (before) => ({
    ...before,
    items: before.items.map((each) => (each.id === itemId ? { ...each, price: 15_500 } : each)),
  }));
}

async function salePeriod(context: JobContext): Promise<Verdict> {
  const typed = { appCategoryId: '1', start: '2026-11-04 00:00:00', finish: '2026-11-19 00:00:00', available: '24' };
  const held = context.before.periods.find((each) => each.itemId === itemId && each.appCategoryId === 1);
  const said = await editItem(context, (form) => {
    const isThere = form.periods.some(({ appCategoryId }) => appCategoryId === '1');
    const unseen = { row: 'new', isNew: true, ...typed, start: held?.start ?? '', finish: held?.finish ?? '' };
    return {
      ...form,
      periods: isThere ? form.periods.map((row) => (row.appCategoryId === '1' ? { ...row, available: '24' } : row)) : [unseen],
    };
  });
  return judge(context, said, (before) => ({
    ...before,
    periods: before.periods.map((each) =>
      each.itemId === itemId && each.appCategoryId === 1 ? { ...each, available: 24 } : each,
    ),
  }));
}

async function createItem(context: JobContext): Promise<Verdict> {
  const page = await context.desk.open('createItem', event(context));
  const init = given(await page.init<InitOf<ItemContract>>());
  if (!init) return judge(context, 'stopped', (before) => before);
  const period = {
    row: 'new',
    isNew: true,
    appCategoryId: '1',
    start: '2027-01-10 10:00:00',
    finish: '2027-01-20 10:00:00',
    available: '10',
  };
  const form: ItemForm = { ...init.base, name: 'Lote novo', price: '99.00', feeSale: '0', feeProducer: '0', periods: [period] };
  const reply = given(await page.ask<SaveReply>('save', { form, isResolved: false, isAgain: false }));
  const said = reply ? saidBySave(reply) : 'stopped';
  return judge(context, said, (before, after) => {
    const made = after.items.filter(({ id }) => before.items.every((other) => other.id !== id));
    assert.ok(made.length <= 1, 'it was made more than once');
    const [id] = made.map((each) => each.id);
    if (id === undefined) return [];
    // What was not typed is the service's own.
    const bare = { ...made[0]!, eventId, name: 'Lote novo' };
    const wanted = { ...bare, price: 9900, feeSale: 0, feeProducer: 0 };
    const { start, finish } = period;
    const periods = [...before.periods, { itemId: id, appCategoryId: 1, start, finish, available: 10 }];
    const inOrder = periods.sort((one, other) => one.itemId - other.itemId || one.appCategoryId - other.appCategoryId);
    return [
      { ...before, items: [...before.items, wanted], periods: inOrder },
      { ...before, items: [...before.items, { ...bare, price: null, feeSale: null, feeProducer: null }] },
    ];
  });
}

async function passkeyWithItems(context: JobContext): Promise<Verdict> {
  const { desk, service } = context;
  const page = await desk.open('createPasskey', event(context));
  const init = given(await page.init<InitOf<PasskeyContract>>());
  if (!init) return judge(context, 'stopped', (before) => before);
  const opened = [300002, itemId];
  const fields = {
    passkey: 'MATRIX',
    start: '',
    finish: '2027-05-01 10:00:00',
    itemIds: opened.map((id) => service.id('item', id)),
  };
  const reply = given(await page.ask<ResultOf<PasskeyContract, 'save'>>('save', { fields, isResolved: false }));
  const isDone =
    reply?.kind === 'done' &&
    reply.isComplete &&
    reply.isReadBack &&
    reply.beyond.length === 0 &&
    reply.sections.every(({ differences = [] }) => differences.length === 0);
  const said = isDone ? 'done' : reply?.kind === 'done' ? 'doubt' : 'stopped';
  return judge(context, said, (before, after) => {
    const id = after.passkeys.find(({ passkey }) => passkey === 'MATRIX')?.id ?? 0;
    const made = { id, eventId, passkey: 'MATRIX', start: null, finish: fields.finish, limit: null, itemIds: opened };
    return [made, { ...made, itemIds: [] }].map((passkey) => ({ ...before, passkeys: [...before.passkeys, passkey] }));
  });
}

async function runOf300(context: JobContext): Promise<Verdict> {
  const { desk, before, service } = context;
  const page = await desk.open('createPasskeys', event(context));
  const init = given(await page.init<InitOf<PasskeysContract>>());
  if (!init) return judge(context, 'stopped', () => before);
  const wanted = [
    ...Array.from({ length: 290 }, (_, at) => `RUN-${at + 1}`),
    ...Array.from({ length: 10 }, (_, at) => `MANY-${at + 1}`),
  ];
  const pattern = { prefix: '', length: '8', alphabet: '', count: '1' };
  const fields = { codes: wanted.join('\n'), start: '', finish: '', limit: '', itemIds: [], pattern };
  const reply = given(await page.ask<ResultOf<PasskeysContract, 'start'>>('start', fields));
  if (reply?.kind !== 'ended') return judge(context, 'stopped', () => before);
  const after = service.holdings();
  const made = after.passkeys.filter(({ id }) => before.passkeys.every((other) => other.id !== id));
  assert.deepEqual(after.passkeys.slice(0, before.passkeys.length), before.passkeys, 'others were changed');
  assert.deepEqual({ ...after, passkeys: [] }, { ...before, passkeys: [] });
  assert.equal(new Set(made.map(({ passkey }) => passkey)).size, made.length, 'some were made twice');
  assert.ok(made.every(({ passkey }) => passkey.startsWith('RUN-') && wanted.includes(passkey)));
  const { counts, state } = reply;
  if (state !== 'finished') {
    assert.ok(counts.made <= made.length && counts.existed <= 10, JSON.stringify(reply));
    return made.length === 0 ? 'stopped' : 'partly';
  }
  assert.deepEqual([counts.made, counts.existed, counts.unknown, counts.left], [made.length, 10, 0, 0]);
  assert.equal(counts.rejected, 290 - made.length);
  return made.length === 290 ? 'done' : 'partly';
}

async function upload(context: JobContext): Promise<Verdict> {
  const { desk, before, service, folder } = context;
  const fresh = Array.from({ length: 20 }, (_, at) => `UP-${at + 1}`);
  const there = before.codes
    .filter((each) => each.itemId === 300002)
    .slice(0, 5)
    .map(({ code }) => code);
  const path = join(folder, 'codes.csv');
  await writeFile(path, ['code', ...fresh, ...there, ''].join('\n'));
  await desk.run('uploadCodes', vscode.Uri.file(path), event(context));
  const isEnd = (text: string) => !text.includes('| Upload') && !text.startsWith('Upload codes to');
  const said = await until('what became of it is said', () => desk.said.find(isEnd));
  const after = service.holdings();
  const made = after.codes.filter(({ id }) => before.codes.every((other) => other.id !== id));
  assert.deepEqual({ ...after, codes: after.codes.filter(({ id }) => made.every((other) => other.id !== id)) }, before);
  assert.ok(made.every(({ code }) => fresh.includes(code)));
  const [, stored, wanted] = /(\d+) of (\d+) codes uploaded/.exec(said) ?? [];
  if (stored === undefined) {
    assert.match(said, /not known|could not|not be/i);
    return made.length === 0 ? 'stopped' : 'partly';
  }
  assert.deepEqual([Number(stored), Number(wanted)], [made.length, 25], said);
  assert.match(said, /5 were there already/);
  assert.doesNotMatch(said, /rejected/);
  assert.equal(made.length, 20);
  return 'done';
}

async function deleteCode(context: JobContext): Promise<Verdict> {
  const { desk, before, service } = context;
  const gone = before.codes.find((each) => each.itemId === itemId)!;
  const code = resource(context, 'code', gone.id, {
    label: gone.code,
    itemId: service.id('item', itemId),
    eventId: service.id('event', eventId),
  });
  await desk.run('deleteCode', code);
  const said = await until('what became of it is said', () =>
    desk.said.filter((text) => !text.startsWith('Delete Code:')).at(-1),
  );
  const isDone = /1 deleted/.test(said);
  const isStopped = !isDone && desk.said.every((text) => !text.startsWith('Delete Code:'));
  return judge(context, isDone ? 'done' : isStopped ? 'stopped' : 'doubt', () => ({
    ...before,
    codes: before.codes.filter(({ id }) => id !== gone.id),
  }));
}

async function deleteTicketCodes(context: JobContext): Promise<Verdict> {
  const { desk, before } = context;
  await desk.run('deleteEventCodes', event(context));
  const isQuestion = (text: string) => text.startsWith('Delete Codes of Event:');
  const said = await until('what became of it is said', () => desk.said.filter((text) => !isQuestion(text)).at(-1));
  const isAsked = desk.said.some(isQuestion);
  if (isAsked)
    assert.ok(
      desk.said.some((text) => isQuestion(text) && text.includes('80 codes')),
      desk.said.join('\n'),
    );
  const isDone = /80 codes? .*deleted|80 deleted/.test(said);
  return judge(context, isDone ? 'done' : isAsked ? 'doubt' : 'stopped', () => ({
    ...before,
    codes: before.codes.filter((each) => each.itemId !== namesake),
  }));
}

async function tax(context: JobContext): Promise<Verdict> {
  const { desk, service, amounts } = context;
  const page = await desk.open('calculateTax', event(context));
  if (!given(await page.init<InitOf<TaxContract>>())) return 'stopped';
  const id = service.id('event', eventId);
  const query = { ...(/^\d+$/.test(id) ? { eventId: Number(id) } : { producerId: 1 }), price: 12_000 };
  const reply = given(await page.ask<ResultOf<TaxContract, 'calculate'>>('calculate', { query, isAsked: true }));
  if (!reply) return 'stopped';
  const isMoney = checkMoney(
    reply.rows.map(({ text }) => text),
    amounts.tax,
  );
  if (reply.shares) assert.deepEqual(reply.shares, { customer: 1200, producer: 0, price: 12_000 });
  return isMoney && reply.isUnitKnown ? 'done' : 'partly';
}

/** Every amount that the reports show, in cents; undefined where one cannot be read. */
export async function amountsOfReports(
  context: Pick<JobContext, 'desk' | 'service' | 'environment'>,
): Promise<readonly number[] | undefined> {
  const found: number[] = [];
  for (const command of ['showEntryReport', 'showBordero']) {
    const page = await context.desk.open(command, event(context as JobContext));
    const init = given(await page.init<InitOf<ReportContract>>());
    if (!init) return undefined;
    const { figures, sections } = init.shown.report;
    for (const { kind, value } of figures) if (kind === 'money' && typeof value === 'number') found.push(value);
    for (const { columns, rows } of sections)
      for (const row of rows)
        for (const [at, value] of row.entries())
          if (columns[at]?.kind === 'money' && typeof value === 'number') found.push(value);
  }
  return found;
}

export async function amountsOfTax(context: Pick<JobContext, 'desk' | 'service' | 'environment'>): Promise<readonly number[]> {
  const page = await context.desk.open('calculateTax', event(context as JobContext));
  await page.init();
  const reply = given(
    await page.ask<ResultOf<TaxContract, 'calculate'>>('calculate', { query: { eventId, price: 12_000 }, isAsked: true }),
  );
  const texts = reply?.rows.map(({ text }) => plain(text)) ?? [];
  return texts.flatMap((text) => (text.startsWith('R$') ? [Math.round(Number(text.slice(2).replaceAll(',', '')) * 100)] : []));
}

async function reports(context: JobContext): Promise<Verdict> {
  const { amounts } = context;
  const shown = await amountsOfReports(context);
  if (!shown) return 'stopped';
  assert.deepEqual(
    shown.filter((cents) => !amounts.reports.has(cents)),
    [],
    'amounts that are none',
  );
  return new Set(shown).size === amounts.reports.size ? 'done' : 'partly';
}

export const jobs: Readonly<Record<JobName, (context: JobContext) => Promise<Verdict>>> = {
  'find': find,
  'sessions': sessions,
  'items': items,
  'passkeys': passkeys,
  'codes': codes,
  'event page': eventPage,
  'price only': priceOnly,
  'sale period': salePeriod,
  'create item': createItem,
  'passkey with items': passkeyWithItems,
  'run of 300': runOf300,
  'upload': upload,
  'delete one code': deleteCode,
  'delete codes of one ticket': deleteTicketCodes,
  'tax': tax,
  'reports': reports,
};
