// The jobs that only read: what is shown is right, and what is left out is said.
import assert from 'node:assert/strict';
import type { InitOf, ResultOf } from '../../src/protocol/contract.ts';
import type { EventContract } from '../../src/protocol/event.ts';
import type { ReportContract } from '../../src/protocol/report.ts';
import type { TaxContract } from '../../src/protocol/tax.ts';
import { until } from '../harness/until.ts';
import { plain, type TreeRow } from './desk.ts';
import type { JobName, Verdict } from './expected.ts';
import { event, given, type Job, type JobContext, type Seat } from './job.ts';

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

/** What is shown is a part of what there is, and all of it where nothing is said. */
function compareLists(shown: readonly (string | undefined)[], there: readonly string[], isWhole: boolean): Verdict {
  const list = shown.map((id) => id ?? 'without an id').sort();
  const all = [...there].sort();
  assert.deepEqual(
    list.filter((id) => !there.includes(id)),
    [],
    'rows that are not there',
  );
  assert.equal(new Set(list).size, list.length, 'rows that are there twice');
  if (isWhole) assert.deepEqual(list, all);
  return isWhole ? 'done' : 'partly';
}

/** With the sign of the currency, or, where nobody has said it, with two decimals. */
const money = /R\$\s?(-?[\d,]+(?:\.\d+)?)|(?<![\d.,-])(-?[\d,]+\.\d\d)(?![\d.]|\s?%)/g;

/** No amount of money is shown that is not one of these, in cents. */
function checkMoney(texts: readonly string[], cents: ReadonlySet<number | null>): boolean {
  const shown = texts.flatMap((text) => [...plain(text).matchAll(money)].map(([, signed, amount]) => signed ?? amount ?? ''));
  const wrong = shown.filter((amount) => !cents.has(Math.round(Number(amount.replaceAll(',', '')) * 100)));
  assert.deepEqual(wrong, [], 'amounts that are none');
  return shown.length > 0;
}

const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);
const ofEvent = <T extends { readonly eventId: string | null }>({ service }: Seat, all: readonly T[]) =>
  all.filter(({ eventId }) => eventId === service.sample.eventId);

/** In whole units a price is read as the document has it, which is cents, until somebody was asked. */
const pricesOf = (context: JobContext) => {
  const cents = ofEvent(context, context.before.items).flatMap(({ price, feeSale, feeProducer }) => [
    ...[price, feeSale, feeProducer],
    (price ?? 0) + (feeSale ?? 0),
  ]);
  return new Set(context.service.hasWholeUnits ? [...cents, ...cents.map((amount) => (amount ?? 0) / 100)] : cents);
};

async function find({ desk, service }: JobContext): Promise<Verdict> {
  const found = desk.run('pinEvent');
  const list = await desk.list();
  const { eventId, title } = service.sample;
  list.enter(eventId);
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
  return compareLists(shown, idsOf(ofEvent(context, context.before.sessions)), isWhole);
}

async function items(context: JobContext): Promise<Verdict> {
  const { desk, before } = context;
  const { rows, isWhole } = await allRows(context, await eventRow(context, 'Items'));
  const shown: TreeRow[] = [];
  const open: TreeRow[] = [];
  const walk = async (some: readonly TreeRow[]): Promise<void> => {
    for (const row of some.filter(({ type }) => type === 'item')) {
      // It says itself that it may belong to another event.
      (row.description.startsWith('event not known') ? open : shown).push(row);
      await walk(await desk.rows(row.node));
    }
  };
  await walk(rows);
  const isMoney = checkMoney(
    shown.map(({ description }) => description),
    pricesOf(context),
  );
  const verdict = compareLists(
    shown.map(({ id }) => id),
    idsOf(ofEvent(context, before.items)),
    isWhole && (open.length === 0 || shown.length > 0),
  );
  return isMoney ? verdict : 'partly';
}

async function passkeys(context: JobContext): Promise<Verdict> {
  const { rows, isWhole } = await allRows(context, await eventRow(context, 'Passkeys'));
  const shown = rows.filter(({ type }) => type === 'passkey').map(({ id }) => id);
  return compareLists(shown, idsOf(ofEvent(context, context.before.passkeys)), isWhole);
}

async function codes(context: JobContext): Promise<Verdict> {
  const { desk, before, service } = context;
  const { item } = service.sample;
  const folder = await eventRow(context, 'Items');
  await allRows(context, folder);
  const findRow = async (rows: readonly TreeRow[]): Promise<TreeRow | undefined> => {
    for (const row of rows.filter(({ type }) => type === 'item')) {
      if (row.id === item) return row;
      const inside = await findRow(await desk.rows(row.node));
      if (inside) return inside;
    }
    return undefined;
  };
  const row = await findRow(await desk.rows(folder.node));
  assert.ok(row, 'the item is not in the tree');
  const { rows, isWhole } = await allRows(context, await desk.rowBelow(row.node, 'Codes'));
  const there = before.codes.filter((each) => each.itemId === item);
  const shown = rows.filter(({ type }) => type === 'code');
  const names = new Set(there.map(({ code }) => code));
  assert.deepEqual(
    shown.filter(({ label }) => !names.has(label)).map(({ label }) => label),
    [],
    'codes that are none',
  );
  return compareLists(
    shown.map(({ id }) => id),
    idsOf(there),
    isWhole,
  );
}

async function eventPage(context: JobContext): Promise<Verdict> {
  const { desk, before } = context;
  const page = await desk.open('openEvent', event(context));
  const init = given(await page.init<InitOf<EventContract>>());
  assert.equal(init?.event?.title, context.service.sample.title);
  const shown = given(await page.ask<ResultOf<EventContract, 'items'>>('items', false));
  const opened = given(await page.ask<ResultOf<EventContract, 'passkeys'>>('passkeys', false));
  if (!shown || !opened) return 'partly';
  const isMoney = checkMoney(
    shown.items
      .flatMap(({ price, states }) => [price, ...states.map(({ word }) => word)])
      .filter((text) => typeof text === 'string'),
    pricesOf(context),
  );
  const there = idsOf(ofEvent(context, before.items));
  const isWhole = shown.isWhole && !shown.hasMore;
  compareLists(
    shown.items.map(({ id }) => id),
    there,
    isWhole,
  );
  const keys = ofEvent(context, before.passkeys);
  if (opened.isWhole && !opened.hasMore) assert.equal(opened.passkeys.length, Math.min(10, keys.length));
  assert.ok(opened.total === undefined || opened.total === keys.length, 'another number of passkeys than there are');
  // What an item has is shown, or said to be not known; a blank says that there is none.
  const has = (id: string | undefined) => ({
    price: before.items.some((each) => each.id === id && each.price !== null),
    sale: before.periods.some((each) => each.itemId === id),
  });
  const blank = shown.items.filter(
    ({ id, price, start, finish }) => (price === '' && has(id).price) || ((start === '' || finish === '') && has(id).sale),
  );
  assert.deepEqual(
    blank.map(({ id }) => id),
    [],
    'blank, and not said to be not known',
  );
  // It says "nobody can buy this" of nothing that it was not shown.
  const claims = shown.items.filter(({ states }) => states.some(({ word }) => /no sale period/i.test(word))).map(({ id }) => id);
  const without = there.filter((id) => !before.periods.some((period) => period.itemId === id));
  assert.deepEqual(
    claims.filter((id) => !without.includes(id ?? '')),
    [],
  );
  return isWhole && isMoney ? 'done' : 'partly';
}

async function tax(context: JobContext): Promise<Verdict> {
  const { desk, service, amounts } = context;
  const page = await desk.open('calculateTax', event(context));
  if (!given(await page.init<InitOf<TaxContract>>())) return 'stopped';
  const { eventId: id } = service.sample;
  const query = { ...(/^\d+$/.test(id) ? { eventId: Number(id) } : { producerId: 1 }), price: 12_000 };
  const reply = given(await page.ask<ResultOf<TaxContract, 'calculate'>>('calculate', { query, isAsked: true }));
  if (!reply) return 'stopped';
  const isMoney = checkMoney(
    reply.rows.map(({ text }) => text),
    amounts.tax,
  );
  if (reply.shares) assert.deepEqual(reply.shares, { customer: 1200, producer: 0, price: 12_000, tax: 1200 });
  return isMoney && reply.isUnitKnown ? 'done' : 'partly';
}

/** Every amount that the reports show, in cents; undefined where one cannot be read. */
export async function amountsOfReports(seat: Seat): Promise<readonly number[] | undefined> {
  const found: number[] = [];
  for (const command of ['showEntryReport', 'showBordero']) {
    const page = await seat.desk.open(command, event(seat));
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

export async function amountsOfTax(seat: Seat): Promise<readonly number[]> {
  const page = await seat.desk.open('calculateTax', event(seat));
  await page.init();
  const reply = given(
    await page.ask<ResultOf<TaxContract, 'calculate'>>('calculate', {
      query: { eventId: Number(seat.service.sample.eventId), price: 12_000 },
      isAsked: true,
    }),
  );
  const texts = reply?.rows.map(({ text }) => plain(text)) ?? [];
  const amounts = texts.flatMap((text) => /^(?:R\$)?(-?[\d,]+\.\d\d)$/.exec(text)?.[1] ?? []);
  return amounts.map((text) => Math.round(Number(text.replaceAll(',', '')) * 100));
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

export const readingJobs = {
  'find': find,
  'sessions': sessions,
  'items': items,
  'passkeys': passkeys,
  'codes': codes,
  'event page': eventPage,
  'tax': tax,
  'reports': reports,
} satisfies Readonly<Partial<Record<JobName, Job>>>;
