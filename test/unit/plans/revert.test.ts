import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson, type Client } from '../../../src/client/index.ts';
import {
  parse,
  planChanges,
  readEvent,
  reverseOf,
  stepsOf,
  storePlan,
  textOf,
  type AppliedStep,
  type EventFile,
  type ReadEvent,
} from '../../../src/plans/index.ts';
import { readResults, runPlan } from '../../../src/runs/index.ts';
import { clientOf, noon, stopServices, testService, type TestService } from '../service/support.ts';
import { known, type Edit, type MutableEvent } from './files.ts';

const environment = 'stg';

const firstLot = ({ items }: MutableEvent) =>
  items.find(({ items: inside }) => inside)?.items?.[0] as MutableEvent['items'][number];

describe('a plan that was applied and is reverted', () => {
  let service: TestService;
  let client: Client;
  let folder: string;

  beforeEach(async () => {
    service = await testService();
    client = clientOf(service, { dialect: known });
    folder = await mkdtemp(join(tmpdir(), 'box-office-revert-'));
  });
  afterEach(async () => {
    await stopServices();
    await rm(folder, { recursive: true, force: true });
  });

  const read = () => readEvent(client, 1001, { environment });

  /** Applies a plan, and gives the steps that were done. */
  async function apply(wanted: EventFile, there: ReadEvent, remove = new Set<string>()): Promise<AppliedStep[]> {
    const { plan, stops, questions } = planChanges(wanted, there, { now: noon, remove });
    assert.deepEqual([stops, questions], [[], []]);
    const run = await storePlan(plan, { folder, environment, at: service, now: () => noon });
    const context = () => ({ dialect: client.dialect ?? known, now: noon });
    const end = await runPlan(run, {
      client,
      target: { environment, at: service },
      steps: stepsOf(client, context),
      reconcile: [0, 20],
    });
    assert.equal(end.state, 'finished');
    const done: AppliedStep[] = [];
    for await (const { code, outcome, id } of readResults(run.folder))
      if (outcome === 'made') done.push({ step: parseJson(code) as AppliedStep['step'], id });
    assert.equal(done.length, plan.steps.length);
    return done;
  }

  async function edited(edit: Edit): Promise<{ before: string; done: AppliedStep[] }> {
    const there = await read();
    const copy = JSON.parse(textOf(there)) as MutableEvent;
    edit(copy);
    return { before: textOf(there), done: await apply(parse(JSON.stringify(copy)), there) };
  }

  const reverse = async (done: readonly AppliedStep[], dialect = known) => {
    const there = await read();
    return { there, ...reverseOf(done, there, { dialect, now: noon }) };
  };

  it('gives the same text as before: prices, periods, attributes, names, groups, new items and passkeys', async () => {
    const { before, done } = await edited((file) => {
      const lot = firstLot(file);
      Object.assign(lot, { name: 'Primeiro lote', price: '130.00', description: 'Meia entrada' });
      Object.assign(lot.salePeriods?.[0] ?? {}, { finish: '2026-09-01 00:00:00', available: 12 });
      const [key = ''] = Object.keys(lot.attributes ?? {});
      lot.attributes = { ...lot.attributes, [key]: 9 };
      const period = { appCategoryId: 1, start: '2026-07-01 10:00:00', finish: '2026-08-01 10:00:00', available: 10 };
      const open = { name: 'Open bar', type: 'Ticket', quantity: 10, price: '90.00', feeSale: '9.00', feeProducer: '0.00' };
      file.items.push({ name: 'Frente', type: 'Group', items: [{ ...open, salePeriods: [period], attributes: { gate: 'B' } }] });
      file.passkeys.push({ passkey: 'NOVA', items: ['Frente / Open bar'] }, { passkey: 'NOVA-3', limit: 3, items: ['Frente'] });
      Object.assign(file.passkeys[0] ?? {}, { finish: '2026-12-24 18:00:00', items: ['Frente / Open bar'] });
    });
    assert.notEqual(textOf(await read()), before);
    const { there, wanted, remove, notUndone } = await reverse(done);
    assert.deepEqual(notUndone, []);
    await apply(wanted, there, new Set(remove));
    assert.equal(textOf(await read()), before);
  });

  it('lists what was made and cannot be removed, and undoes all else', async () => {
    const { before, done } = await edited((file) => {
      const lot = firstLot(file);
      lot.price = '130.00';
      lot.attributes = { ...lot.attributes, gate: 'C' };
      lot.salePeriods = [
        ...(lot.salePeriods ?? []),
        { appCategoryId: 77, start: '2026-07-01 10:00:00', finish: '2026-08-01 10:00:00', available: 1 },
      ];
    });
    const { there, wanted, remove, notUndone } = await reverse(done);
    assert.deepEqual(
      [...new Set(notUndone.map(({ reason }) => reason.replace(/ \(.*/, '')))],
      ['A sale period was made', 'An attribute was made'],
    );
    await apply(wanted, there, new Set(remove));
    const after = JSON.parse(textOf(await read())) as MutableEvent;
    const lot = firstLot(after);
    const { gate: _gate, ...attributes } = lot.attributes as Record<string, string>;
    Object.assign(lot, { attributes, salePeriods: lot.salePeriods?.filter(({ appCategoryId }) => appCategoryId !== 77) });
    assert.deepEqual(after, JSON.parse(before));
  });

  it('leaves what somebody else has changed since, and names it', async () => {
    const { done } = await edited((file) => void (firstLot(file).price = '130.00'));
    const id = Number(done[0]?.step.record.id);
    await client.call('updateValues', { path: { id }, body: { price: 14_000, feeSale: 1200, feeProducer: 0 } });
    const { wanted, there, notUndone } = await reverse(done);
    assert.equal(textOf(wanted), textOf(there));
    assert.match(notUndone[0]?.reason ?? '', /^price is "140\.00" by now/);
  });

  it('makes a passkey anew that was deleted, but for a start before today', async () => {
    const there = await read();
    const [first, ...rest] = there.passkeys ?? [];
    const done = await apply({ ...there, passkeys: rest }, there, new Set([`passkey ${String(first?.id)}`]));
    const now = await reverse(done);
    const back = now.wanted.passkeys?.find(({ passkey }) => passkey === first?.passkey);
    assert.equal(back?.id, undefined);
    assert.deepEqual([back?.items, back?.finish, back?.limit], [first?.items, first?.finish, first?.limit]);
    await apply(now.wanted, now.there, new Set(now.remove));
    const made = (await read()).passkeys?.find(({ passkey }) => passkey === first?.passkey);
    assert.deepEqual(made?.items, first?.items);
  });

  it('clears again what the plan has set, at a service that keeps nothing that it is not sent', async () => {
    await stopServices();
    service = await testService({ dialect: { put: 'replaces' } });
    client = clientOf(service, { dialect: { ...known, put: 'replaces' } });
    const name = 'SEM-FIM';
    await client.call('createPasskey', { body: { eventId: 1001, passkey: name } });
    const finishOf = async () => (await read()).passkeys?.find(({ passkey }) => passkey === name)?.finish;
    const { done } = await edited(({ passkeys }) => {
      Object.assign(passkeys.find(({ passkey }) => passkey === name) ?? {}, { finish: '2026-12-24 18:00:00' });
    });
    assert.equal(await finishOf(), '2026-12-24 18:00:00');
    const { there, wanted, notUndone } = await reverse(done);
    assert.deepEqual(notUndone, []);
    await apply(wanted, there);
    assert.equal(await finishOf(), null);
  });

  it('says of a new item that it stays where nobody knows how one is removed', async () => {
    const { done } = await edited(({ items }) => void items.push({ name: 'Camarote', type: 'Ticket' }));
    const { removal: _removal, ...unknown } = known;
    const { remove, notUndone } = await reverse(done, unknown);
    assert.deepEqual([[...remove], notUndone.map(({ path }) => path)], [[], ['Camarote']]);
  });

  it('keeps a group that it made and in which something else stands by now', async () => {
    const { done } = await edited(({ items }) => void items.push({ name: 'Camarotes', type: 'Group' }));
    await client.call('createItem', { body: { eventId: 1001, name: 'Camarote 1', parent: Number(done[0]?.id) } });
    const { remove, notUndone } = await reverse(done);
    assert.deepEqual([[...remove], notUndone.map(({ path }) => path)], [[], ['Camarotes']]);
  });
});
