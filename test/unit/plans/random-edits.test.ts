import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  differences,
  parse,
  planChanges,
  readEvent,
  stepsOf,
  storePlan,
  textOf,
  type EventFile,
  type FileItem,
  type FilePasskey,
} from '../../../src/plans/index.ts';
import { runPlan } from '../../../src/runs/index.ts';
import { randomFrom } from '../codes/files.ts';
import { dialect, environment, now, OddService, ticket, type HeldRecord } from './odd-service.ts';

/** A service with some groups, items in them and passkeys, whose names are few. */
function randomService(random: () => number): OddService {
  const upTo = (most: number) => Math.floor(random() * most);
  const items: HeldRecord[] = [];
  for (let id = 1; id <= 2 + upTo(8); id++) {
    const groups = items.filter(({ type }) => type === 'Group').map((group) => group.id);
    const isGroup = random() < 0.3;
    const period = { appCategoryId: 1, start: '2027-01-01 00:00:00', finish: '2027-02-01 00:00:00', available: upTo(9) };
    const sold = {
      salePeriods: random() < 0.7 ? [period] : [],
      attributes: [{ key: 'maximum', value: upTo(9), type: 'integer' }],
    };
    const parent = groups[upTo(groups.length * 2)];
    items.push(
      ticket(id, `${isGroup ? 'G' : 'T'}${upTo(4)}`, {
        ...(parent === undefined ? {} : { parent }),
        ...(isGroup ? { type: 'Group', value: null } : sold),
        ...(random() < 0.3 ? { value: null } : {}),
      }),
    );
  }
  const passkeys = Array.from({ length: upTo(4) }, (_, index) => ({
    ...{ id: 50 + index, passkey: `P${index}`, start: null, finish: null, limit: null },
    itemIds: items.filter(() => random() < 0.4).map(({ id }) => id),
  }));
  return new OddService(items, passkeys);
}

/** The event as somebody might want it: some values changed, some records new. */
function randomEdit(event: EventFile, random: () => number): EventFile {
  const upTo = (most: number) => Math.floor(random() * most);
  const amount = () => `${upTo(200)}.${String(upTo(100)).padStart(2, '0')}`;
  const amounts = () => ({ price: amount(), feeSale: amount(), feeProducer: '0.00' });
  const period = (category: number) => ({
    ...{ appCategoryId: category, start: '2027-03-01 00:00:00', finish: '2027-04-01 00:00:00', available: upTo(50) },
  });
  let last = 0;
  const fresh = (): FileItem => ({
    name: `New ${++last}`,
    type: 'Ticket',
    ...amounts(),
    salePeriods: [period(1)],
    attributes: { gate: 'B' },
  });
  const edit = (item: FileItem): FileItem => {
    if (item.type === 'Group') return { ...item, items: [...(item.items ?? []).map(edit), ...(random() < 0.3 ? [fresh()] : [])] };
    return {
      ...item,
      ...(random() < 0.3 ? { name: `${item.name}!${String(item.id)}`, description: 'É outra' } : {}),
      ...(random() < 0.3 ? { quantity: upTo(100), hidden: random() < 0.5 } : {}),
      ...(random() < 0.4 ? amounts() : {}),
      ...(random() < 0.4 ? { salePeriods: [period(1), period(2)] } : {}),
      ...(random() < 0.4 ? { attributes: { ...item.attributes, maximum: upTo(9), gate: 'A' } } : {}),
    };
  };
  const items = [...(event.items ?? []).map(edit), fresh()];
  const opened = (): FilePasskey['items'] =>
    random() < 0.5 ? [items.at(-1)?.name ?? ''] : items.slice(0, 2).map(({ id, name }) => (id === undefined ? name : { id }));
  const passkeys = (event.passkeys ?? []).map((one) => ({
    ...one,
    ...(random() < 0.4 ? { finish: '2027-05-01' } : {}),
    ...(random() < 0.4 ? { items: opened() } : {}),
  }));
  return { ...event, items, passkeys: [...passkeys, { passkey: 'NEW', items: opened() }] };
}

describe('an event with any edit', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'box-office-plans-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (let seed = 1; seed <= 40; seed++)
    it(`is what the file says once it was applied (${seed})`, async () => {
      const random = randomFrom(seed);
      const service = randomService(random);
      const { client } = service;
      const read = () => readEvent(client, 1, { environment });
      const there = await read();
      assert.deepEqual(parse(textOf(there)), there);
      const same = planChanges(there, there, { now });
      assert.deepEqual([same.plan.steps, same.stops, same.questions], [[], [], []]);
      const wanted = randomEdit(there, random);
      assert.deepEqual(parse(textOf(wanted)), wanted);
      const { plan, stops, questions } = planChanges(wanted, there, { now });
      assert.deepEqual([stops, questions], [[], []]);
      const target = { environment, at: { eventUrl: 'https://odd.example', ticketUrl: 'https://odd.example' } };
      const run = await storePlan(plan, { folder, ...target, now: () => now });
      const end = await runPlan(run, { client, target, steps: stepsOf(client, () => ({ dialect, now })), reconcile: [0] });
      assert.deepEqual([end.state, end.counts.made, service.writes.length], ['finished', plan.steps.length, plan.steps.length]);
      const { items, passkeys } = differences(await read(), wanted);
      const others = [...items, ...passkeys].filter(({ state }) => state !== 'same');
      assert.deepEqual(
        others.map(({ state, path, fields }) => [state, path, fields]),
        [],
      );
    });
});
