import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError, type Client } from '../../../src/client/index.ts';
import {
  differences,
  parse,
  planChanges,
  readEvent,
  stepsOf,
  storePlan,
  textOf,
  type EventFile,
  type ReadEvent,
} from '../../../src/plans/index.ts';
import { readResults, resumeRun, runPlan } from '../../../src/runs/index.ts';
import { skippingClock } from '../runs/support.ts';
import { dialect, environment, now, OddService, ticket, type HeldRecord } from './odd-service.ts';

const read = (service: OddService) => readEvent(service.client, 1, { environment });
const at = { eventUrl: 'https://odd.example', ticketUrl: 'https://odd.example' };
/** As a service that lists all items, whatever event is asked for. */
const openList = (client: Client): Client => ({
  ...client,
  call: (operation, input, options) => {
    if (operation === 'getEventTickets') return Promise.resolve([]);
    const isList = operation === 'listItems';
    return isList ? client.call('listItems', { query: { eventId: 1 } }, options) : client.call(operation, input, options);
  },
});
const lost = () => new ApiError('lost', { kind: 'unknownOutcome', operation: 'createItem' });

describe('an event of an odd service', () => {
  const odd: [what: string, items: HeldRecord[], passkeys?: HeldRecord[]][] = [
    ['no items at all', []],
    ['ids as texts', [ticket('7', 'A'), ticket('07', 'B'), ticket('c0ffee', 'C')]],
    [
      'ids of many digits',
      [ticket(90071992547409931n, 'A'), ticket(90071992547409932n, 'B')],
      [{ id: 1, passkey: 'P', itemIds: [90071992547409931n] }],
    ],
    ['no ids', [ticket(undefined, 'A'), ticket(undefined, 'B', { value: null })]],
    ['two items of one path', [ticket(1, 'A'), ticket(2, 'A')], [{ id: 1, passkey: 'P', itemIds: [2] }]],
    [
      'a name like a path',
      [ticket(1, 'G', { type: 'Group' }), ticket(2, 'A', { parent: 1 }), ticket(3, 'G / A')],
      [{ id: 1, passkey: 'P', itemIds: [3] }],
    ],
    ['names without a letter', [ticket(1, ''), ticket(2, ' ')], [{ id: 1, passkey: '', itemIds: [1, 2] }]],
    ['both forms of a letter', [ticket(1, 'Sábado'), ticket(2, 'Sábado'.normalize('NFD'))]],
    ['a group that is not listed', [ticket(1, 'A', { parent: 99 })]],
    [
      'groups in a circle',
      [
        ticket(1, 'A', { parent: 2 }),
        ticket(2, 'B', { parent: 1 }),
        ticket(3, 'C', { parent: 2 }),
        ticket(4, 'D', { parent: 4 }),
      ],
    ],
    ['items that are opened twice, and one that is not there', [ticket(1, 'A')], [{ id: 1, passkey: 'P', itemIds: [1, 1, 77] }]],
    ['less than nothing', [ticket(1, 'A', { quantity: -1, value: { price: -500, feeSale: -1, feeProducer: 0 } })]],
    [
      'two periods of one category, and one by days',
      [
        ticket(1, 'A', {
          salePeriods: [
            { appCategoryId: 1, start: '2027-01-01 00:00:00', finish: '2027-02-01 00:00:00', available: 1 },
            { appCategoryId: 1, start: '2027-02-01 00:00:00', finish: '2027-03-01 00:00:00', available: 2 },
            { appCategoryId: 2, start: '2027-01-01', finish: null, available: true },
            { appCategoryId: null },
          ],
        }),
      ],
    ],
    [
      'attributes of no type, and one that every object has',
      [
        ticket(1, 'A', {
          attributes: [
            { key: '__proto__', value: 1, type: '' },
            { key: '', value: null, type: 'x' },
          ],
        }),
      ],
    ],
    ['a row that is none', [ticket(1, 'A'), null as never, 'x' as never]],
    ['a name that is a number', [ticket(1, 'A', { name: 7 })]],
  ];
  for (const [what, items, passkeys] of odd)
    it(`is read, written down, and needs no change: ${what}`, async () => {
      const there = await read(new OddService(items, passkeys));
      const text = textOf(there);
      const file = parse(text);
      assert.equal(textOf(file), text);
      const { plan, stops, questions, differences: found } = planChanges(file, there, { now });
      assert.deepEqual([plan.steps, questions], [[], []]);
      const isNamesake = what === 'no ids' || what.startsWith('both');
      assert.deepEqual(isNamesake ? [] : stops, []);
      assert.ok(
        [...found.items, ...found.passkeys].every(({ state }) => state === 'same'),
        JSON.stringify(found.items.map(({ state }) => state)),
      );
    });

  it('shows each item that has no id', async () => {
    const { items } = await read(new OddService([ticket(undefined, 'A'), ticket(undefined, 'B')]));
    assert.deepEqual(
      items?.map(({ name }) => name),
      ['A', 'B'],
    );
  });

  it('says what of a sale period is not known', async () => {
    const periods = [{ appCategoryId: 1, start: '2027-01-01', finish: '2027-02-01 00:00:00', available: true }];
    const there = await read(new OddService([ticket(1, 'A', { salePeriods: periods }), ticket(2, 'B', { quantity: -1 })]));
    assert.deepEqual(
      there.items?.map(({ notKnown }) => notKnown),
      [['salePeriods.start', 'salePeriods.available'], ['quantity']],
    );
  });

  it('is read though a record of it is gone by the time', async () => {
    const service = new OddService(
      [ticket(1, 'A')],
      [
        { id: 1, passkey: 'P', itemIds: [1] },
        { id: 2, passkey: 'Q' },
      ],
    );
    const { client } = service;
    const call: Client['call'] = (operation, input, options) =>
      operation === 'getPasskey'
        ? Promise.reject(new ApiError('gone', { kind: 'notFound', operation: 'getPasskey', status: 404 }))
        : client.call(operation, input, options);
    const there = await readEvent({ dialect, call }, 1, { environment });
    assert.deepEqual(
      there.passkeys?.map(({ passkey, items, notKnown }) => [passkey, items, notKnown?.includes('items')]),
      [
        ['P', ['A'], undefined],
        ['Q', undefined, true],
      ],
    );
  });
});

describe('a plan that cannot be carried out', () => {
  const messages = (wanted: EventFile, there: ReadEvent, remove?: ReadonlySet<string>) =>
    planChanges(wanted, there, { now, ...(remove && { remove }) }).stops.map(
      ({ record, message }) => `${record ?? ''}: ${message}`,
    );

  it('makes no passkey where the service shows none', async () => {
    const { client } = new OddService([ticket(1, 'A')]);
    const call: Client['call'] = (operation, input, options) =>
      operation === 'listPasskeys'
        ? Promise.reject(new ApiError('no', { kind: 'forbidden', operation: 'listPasskeys', status: 403 }))
        : client.call(operation, input, options);
    const there = await readEvent({ dialect, call }, 1, { environment });
    assert.deepEqual([there.passkeys, there.notKnown], [undefined, ['passkeys']]);
    assert.match(messages({ ...there, passkeys: [{ passkey: 'NEW' }] }, there).join(), /Nothing shows that all passkeys/);
  });

  it('makes no second item or passkey of a name', async () => {
    const there = await read(new OddService([ticket(1, 'Sábado')], [{ id: 1, passkey: 'P', itemIds: [] }]));
    const items = [...(there.items ?? []), { name: 'Sábado '.normalize('NFD') }];
    const passkeys = [...(there.passkeys ?? []), { passkey: 'P' }];
    assert.equal(messages({ ...there, items, passkeys }, there).filter((text) => text.includes('of this name there')).length, 2);
  });

  it('makes no item of a name that one has of which nothing shows whose it is', async () => {
    const { client } = new OddService([ticket(1, 'Sábado'), ticket(2, 'B')]);
    const there = await readEvent(openList(client), 1, { environment, unclaimed: 'doubt' });
    assert.deepEqual(there.items, []);
    const wanted = { ...there, items: [{ name: 'Sábado '.normalize('NFD') }, { name: 'C' }] };
    const named = messages(wanted, there).filter((text) => text.includes('item of this name (1)'));
    assert.equal(named.length, 1);
    const said = await readEvent(openList(client), 1, { environment, unclaimed: 'leave' });
    assert.deepEqual(messages({ ...said, items: [{ name: 'Sábado' }] }, said), []);
  });

  it('changes nothing that has no id', async () => {
    const there = await read(new OddService([ticket(undefined, 'A')]));
    const wanted = { ...there, items: there.items?.map((item) => ({ ...item, price: '12.00' })) };
    assert.deepEqual(messages(wanted, there), ['A: The service does not show its id.']);
  });

  it('takes no plain number for money, and no money for a plain number', async () => {
    const there = await read(new OddService([ticket(1, 'A')]));
    const item = { name: 'B', price: '10.00', feeSale: 7, feeProducer: 0 };
    const wanted = { ...there, items: [...(there.items ?? []), item] };
    assert.deepEqual(messages(wanted, there), ['B: This service has its fees in another unit than the file.']);
    const { stops } = planChanges({ ...wanted, items: [{ ...item, feeSale: '7.00', feeProducer: '0.00' }] }, there, {
      ...{ now, dialect: { ...dialect, amounts: { items: 'cents', fees: 'number' } } },
    });
    assert.equal(stops.length, 1);
  });

  it('does not choose among two sale periods of one category', async () => {
    const period = { appCategoryId: 1, start: '2027-01-01 00:00:00', finish: '2027-02-01 00:00:00', available: 1 };
    const there = await read(new OddService([ticket(1, 'A', { salePeriods: [period, { ...period, available: 2 }] })]));
    const wanted = (available: number) => ({
      ...there,
      items: there.items?.map((item) => ({ ...item, salePeriods: [{ ...period, available }] })),
    });
    assert.equal(messages(wanted(3), there).length, 1);
    assert.deepEqual(messages(wanted(2), there), [], 'one of them stays');
    const one = await read(new OddService([ticket(1, 'A', { salePeriods: [period] })]));
    assert.equal(messages(there, one).length, 1);
  });

  it('removes no group that still holds something', async () => {
    const there = await read(new OddService([ticket(1, 'G', { type: 'Group' }), ticket(2, 'A', { parent: 1 })]));
    const wanted = { ...there, items: [] };
    assert.deepEqual(messages(wanted, there, new Set(['item 1'])), ['G: It holds items that are not to be removed.']);
    const { plan, stops } = planChanges(wanted, there, { now, remove: new Set(['item 1', 'item 2']) });
    assert.deepEqual(stops, []);
    assert.deepEqual(
      plan.steps.map(({ id, record, needs }) => [id, record.path, needs]),
      [
        ['s1', 'G / A', []],
        ['s2', 'G', ['s1']],
      ],
    );
  });

  it('asks the same question once for all records', async () => {
    const there = await read(new OddService([ticket(1, 'A', { own: 1 }), ticket(2, 'B', { own: 1 })]));
    const wanted = { ...there, items: there.items?.map((item) => ({ ...item, name: `${item.name}!` })) };
    const { put: _put, ...unknown } = dialect;
    const { questions, plan } = planChanges(wanted, there, { now, dialect: unknown });
    assert.deepEqual([questions.map(({ kind }) => kind), plan.steps], [['put'], []]);
  });
});

describe('a plan that is applied at an odd service', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'box-office-plans-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function apply(service: OddService, change: (there: EventFile) => EventFile, remove?: ReadonlySet<string>) {
    const { client } = service;
    const there = await read(service);
    const wanted = change(there);
    const { plan, stops, questions } = planChanges(wanted, there, { now, ...(remove && { remove }) });
    assert.deepEqual([stops, questions], [[], []]);
    const target = { environment, at };
    const run = await storePlan(plan, { folder, ...target, now: () => now });
    const end = await runPlan(run, { client, target, steps: stepsOf(client, () => ({ dialect, now })), reconcile: [0, 10] });
    return { end, wanted };
  }
  const withNew = (there: EventFile): EventFile => ({
    ...there,
    items: [...(there.items ?? []), { name: 'Novo é', price: '10.00', feeSale: '0.00', feeProducer: '0.00' }],
    passkeys: [{ passkey: 'P', items: ['Novo é'] }],
  });
  const others = async (service: OddService, wanted: EventFile) => {
    const { items, passkeys } = differences(await read(service), wanted);
    return [...items, ...passkeys].filter(({ state }) => state !== 'same').map(({ state, path }) => `${state} ${path}`);
  };

  it('makes an item once whose reply is lost', async () => {
    const service = new OddService([]);
    service.onWrite = (operation, act) => {
      const reply = act();
      if (operation === 'createItem') throw lost();
      return reply;
    };
    const { end, wanted } = await apply(service, withNew);
    assert.deepEqual(
      [end.state, service.writes],
      ['finished', ['createItem', 'createValues', 'createPasskey', 'setPasskeyItems']],
    );
    assert.deepEqual(await others(service, wanted), []);
  });

  for (const kind of ['createItem', 'createPasskey'] as const)
    it(`fault 97: makes each record once where a passkey has the number of an item, and the reply to ${kind} is lost`, async () => {
      const service = new OddService([]);
      service.hasOwnNumbers = true;
      service.onWrite = (operation, act) => {
        const reply = act();
        if (operation === kind) throw lost();
        return reply;
      };
      const { end } = await apply(service, (there) => ({ ...withNew(there), passkeys: [{ passkey: 'P', items: [] }] }));
      assert.deepEqual([end.state, service.items.length, service.passkeys.length], ['finished', 1, 1]);
      assert.deepEqual([service.items[0]?.id, service.passkeys[0]?.id], [1001, 1001]);
    });

  it('has done with a day that the service shows as its midnight', async () => {
    const press = { id: 71, passkey: 'PRESS', start: null, finish: '2027-12-20 00:00:00', limit: null, itemIds: [] };
    const service = new OddService([], [press]);
    service.onWrite = (_operation, act) => {
      const reply = act();
      for (const passkey of service.passkeys) passkey.finish = `${String(passkey.finish).slice(0, 10)} 00:00:00`;
      return reply;
    };
    const { end } = await apply(service, (there) => ({
      ...there,
      passkeys: (there.passkeys ?? []).map((passkey) => ({ ...passkey, finish: '2027-12-26' })),
    }));
    assert.deepEqual([end.state, end.counts.made, end.counts.rejected], ['finished', 1, 0]);
  });

  it('sends a name that differs by what a day differs from its midnight', async () => {
    const service = new OddService([ticket(7, 'Noite 00:00:00')]);
    const { end } = await apply(service, (there) => ({
      ...there,
      items: (there.items ?? []).map((item) => ({ ...item, name: 'Noite' })),
    }));
    assert.deepEqual([end.state, service.writes, service.items[0]?.name], ['finished', ['updateItem'], 'Noite']);
  });

  it('makes an item once where the service fails after its work', async () => {
    const service = new OddService([]);
    service.onWrite = (operation, act) => {
      act();
      throw new ApiError('500', { kind: 'unknownOutcome', operation, status: 500 });
    };
    const { end, wanted } = await apply(service, withNew);
    assert.equal(end.state, 'finished');
    assert.deepEqual([service.items.length, service.passkeys.length, service.writes.length], [1, 1, 4]);
    assert.deepEqual(await others(service, wanted), []);
  });

  it('makes an item once that the service keeps under another form of its name', async () => {
    const service = new OddService([]);
    service.onWrite = (operation, act) => {
      act();
      for (const item of service.items) item.name = `${String(item.name).normalize('NFD').trim()} `;
      if (operation === 'createItem') throw lost();
      return { data: {} };
    };
    const { end } = await apply(service, withNew);
    assert.deepEqual([end.state, service.items.length], ['finished', 1]);
  });

  it('makes an item once in a group that the service does not show', async () => {
    const service = new OddService([ticket(1, 'G', { type: 'Group' })]);
    service.onWrite = (operation, act) => {
      act();
      for (const item of service.items) delete item.parent;
      if (operation === 'createItem') throw lost();
      return { data: {} };
    };
    const { end } = await apply(service, (there) => ({
      ...there,
      items: there.items?.map((group) => ({ ...group, items: [{ name: 'Novo' }] })),
    }));
    assert.deepEqual([end.state, end.counts.unknown, service.items.length], ['needsDecision', 1, 2]);
  });

  /** By the product's own times. */
  async function applyInTime(service: OddService, change: (there: EventFile) => EventFile, clock = skippingClock()) {
    const { client } = service;
    const { plan } = planChanges(change(await read(service)), await read(service), { now });
    const target = { environment, at };
    const run = await storePlan(plan, { folder, ...target, now: () => clock.runs.now() });
    const steps = stepsOf(client, () => ({ dialect, now }));
    const end = await runPlan(run, { client, target, steps, clock: clock.runs, concurrency: 1 });
    return { end, run, clock };
  }

  for (const seconds of [33, 60])
    it(`fault 97: makes an item once whose reply is lost, where the list is ${seconds} s late`, async () => {
      const service = new OddService([]);
      const clock = skippingClock();
      const madeAt = new Map<unknown, number>();
      service.shown = (rows) => rows.filter(({ id }) => clock.runs.now() - (madeAt.get(id) ?? 0) >= seconds * 1000);
      service.onWrite = (operation, act) => {
        const reply = act();
        if (!operation.startsWith('create')) return reply;
        const made = operation === 'createItem' ? service.items : service.passkeys;
        if (operation !== 'createValues') madeAt.set(made.at(-1)?.id, clock.runs.now());
        if (operation === 'createItem') throw lost();
        return reply;
      };
      const { end } = await applyInTime(service, withNew, clock);
      assert.deepEqual([end.state, end.counts.made, end.counts.rejected], ['finished', 4, 0]);
      assert.deepEqual([service.items.length, service.passkeys.length], [1, 1]);
    });

  it('fault 97: calls no step rejected that is in doubt, and that no list has', async () => {
    const service = new OddService([]);
    service.shown = (rows) => rows.filter(({ name }) => name === undefined);
    service.onWrite = (operation, act) => {
      act();
      throw operation === 'createItem' ? lost() : new Error(operation);
    };
    const { end } = await applyInTime(service, withNew);
    assert.deepEqual([end.state, end.counts.unknown], ['needsDecision', 1]);
    assert.equal(end.undecided[0]?.why, 'notListed');
  });

  it('fault 97: does not send again, in this run or when it goes on, what was answered and no list has', async () => {
    const service = new OddService([]);
    service.shown = (rows) => rows.filter(({ name }) => name === undefined);
    const clock = skippingClock();
    const { end, run } = await applyInTime(service, withNew, clock);
    assert.equal(end.state, 'needsDecision');
    const { client } = service;
    const target = { environment, at };
    const steps = stepsOf(client, () => ({ dialect, now }));
    const again = await resumeRun(run.folder, { client, target, steps, clock: clock.runs, concurrency: 1 });
    assert.equal(again.state, 'needsDecision');
    assert.equal(service.items.length, 1);
  });

  it('fault 109: is done at once, and says so, where the service answered and never shows what it wrote', async () => {
    const service = new OddService([]);
    service.shown = (rows) => rows.map(({ value: _value, ...row }) => row);
    const { end, run, clock } = await applyInTime(service, withNew);
    assert.deepEqual([end.state, end.counts.made, clock.skipped()], ['finished', 4, 0]);
    const results: (true | undefined)[] = [];
    for await (const { isUnshown } of readResults(run.folder)) results.push(isUnshown);
    assert.deepEqual(results, [undefined, true, undefined, undefined]);
  });

  it('fault 110: says both ids where somebody else has made the same since', async () => {
    const service = new OddService([]);
    service.onWrite = (operation, act) => {
      const reply = act();
      if (operation === 'createPasskey') service.passkeys.push({ ...service.passkeys[0], id: 77 });
      return reply;
    };
    const { end } = await applyInTime(service, withNew);
    assert.deepEqual([end.state, end.counts.unknown], ['needsDecision', 1]);
    assert.deepEqual(
      end.undecided.map(({ why, said }) => [why, said]),
      [['foundTwice', 'P is there more than once: 1002, 77.']],
    );
  });

  it('waits for a service that shows late what it has', async () => {
    const service = new OddService([]);
    let looks = 0;
    service.shown = (rows) => (service.writes.length > 0 && ++looks <= 2 ? [] : rows);
    const { end, wanted } = await apply(service, withNew);
    assert.deepEqual([end.state, service.items.length, service.writes.length], ['finished', 1, 4]);
    assert.deepEqual(await others(service, wanted), []);
  });

  it('opens items whose ids have many digits', async () => {
    const service = new OddService([ticket(90071992547409931n, 'A')]);
    const { end } = await apply(service, (there) => ({ ...there, passkeys: [{ passkey: 'P', items: ['A'] }] }));
    assert.deepEqual([end.state, service.passkeys[0]?.itemIds], ['finished', [90071992547409931n]]);
  });

  it('stands in a new group whose id has many digits', async () => {
    const service = new OddService([]);
    service.onWrite = (_operation, act) => {
      act();
      for (const item of service.items) if (item.type === 'Group') item.id = 90071992547409931n;
      return { data: { id: service.items.at(-1)?.id } };
    };
    const { end, wanted } = await apply(service, (there) => ({
      ...there,
      items: [{ name: 'G', type: 'Group', items: [{ name: 'A' }] }],
    }));
    assert.equal(end.state, 'finished');
    assert.equal(service.items[1]?.parent, 90071992547409931n);
    assert.deepEqual(await others(service, wanted), []);
  });

  it('turns a group and what stands in it about, one after the other', async () => {
    const service = new OddService([ticket(1, 'A', { type: 'Group' }), ticket(2, 'B', { type: 'Group', parent: 1 })]);
    let isCircle = false;
    service.onWrite = (_operation, act) => {
      act();
      isCircle ||= service.items.every(({ parent }) => parent !== null && parent !== undefined);
      return { data: {} };
    };
    const { end, wanted } = await apply(service, ({ items, ...there }) => {
      const { items: inside = [], ...a } = items?.[0] ?? { name: '' };
      return { ...there, items: inside.map((b) => ({ ...b, items: [a] })) };
    });
    assert.deepEqual([end.state, isCircle], ['finished', false]);
    assert.deepEqual(await others(service, wanted), []);
  });

  it('removes a group after what stands in it', async () => {
    const service = new OddService([ticket(1, 'G', { type: 'Group' }), ticket(2, 'A', { parent: 1 })]);
    const { end } = await apply(service, (there) => ({ ...there, items: [] }), new Set(['item 1', 'item 2']));
    assert.deepEqual([end.state, service.items], ['finished', []]);
  });

  it('sells at the same moment by the clock of the service', async () => {
    const period = { appCategoryId: 1, start: '2027-03-01 10:00:00', finish: '2027-04-01 10:00:00', available: 5 };
    const service = new OddService([ticket(1, 'A', { salePeriods: [period] })]);
    const there = await read(service);
    const berlin = (start: string) => ({ ...period, start, finish: '2027-04-01 15:00:00' });
    const wanted = (start: string): EventFile => ({
      ...there,
      timeZone: 'Europe/Berlin',
      items: there.items?.map((item) => ({ ...item, salePeriods: [berlin(start)] })),
    });
    assert.deepEqual(planChanges(wanted('2027-03-01 14:00:00'), there, { now }).plan.steps, []);
    const [step] = planChanges(wanted('2027-03-01 15:00:00'), there, { now }).plan.steps;
    assert.deepEqual(step?.input.body, { ...period, start: '2027-03-01 11:00:00' });
  });
});
