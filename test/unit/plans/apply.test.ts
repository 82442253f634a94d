import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError, type Client, type Fetch } from '../../../src/client/index.ts';
import {
  differences,
  parse,
  planChanges,
  readEvent,
  stepsOf,
  storePlan,
  textOf,
  type EventFile,
} from '../../../src/plans/index.ts';
import { resumeRun, runPlan, type PlannedRun } from '../../../src/runs/index.ts';
import { clientOf, noon, stopServices, testService, type TestService } from '../service/support.ts';
import { known, type Edit } from './files.ts';

const dialect = known;
const context = () => ({ dialect, now: noon });
const environment = 'stg';

/** Two changed records, a group with a new lot, and two passkeys that open it. */
const edit: Edit = ({ items, passkeys }) => {
  const [lot] = items[0]?.items ?? [];
  Object.assign(lot ?? {}, { price: '130.00', attributes: { ...lot?.attributes, maximum: 9 } });
  const period = { appCategoryId: 1, start: '2026-07-01 10:00:00', finish: '2026-08-01 10:00:00', available: 10 };
  const open = { name: 'Open bar', type: 'Ticket', quantity: 10, price: '90.00', feeSale: '9.00', feeProducer: '0.00' };
  items.push({ name: 'Frente', type: 'Group', items: [{ ...open, salePeriods: [period], attributes: { gate: 'B' } }] });
  passkeys.push({ passkey: 'NOVA', items: ['Frente / Open bar'] }, { passkey: 'NOVA-3', limit: 3, items: ['Frente / Open bar'] });
};

/** As if somebody had removed it. */
function withoutItem(client: Client, gone: number): Client['call'] {
  return async (operation, input, options) => {
    const reply = await client.call(operation, input, options);
    if (operation !== 'listItems') return reply;
    return (reply as { data: { id: number }[] }).data.filter(({ id }) => id !== gone);
  };
}

describe('a plan that is applied', () => {
  let service: TestService;
  let client: Client;
  let folder: string;

  beforeEach(async () => {
    service = await testService();
    client = clientOf(service, { dialect });
    folder = await mkdtemp(join(tmpdir(), 'box-office-plans-'));
  });
  afterEach(async () => {
    await stopServices();
    await rm(folder, { recursive: true, force: true });
  });

  const target = () => ({ environment, at: service });
  const read = () => readEvent(client, 1001, { environment });

  async function planned(change: Edit): Promise<{ run: PlannedRun; wanted: EventFile; steps: number }> {
    const there = await read();
    const copy = JSON.parse(textOf(there)) as Parameters<Edit>[0];
    change(copy);
    const wanted = parse(JSON.stringify(copy));
    const { plan, stops, questions } = planChanges(wanted, there, { now: noon });
    assert.deepEqual([stops, questions], [[], []]);
    const run = await storePlan(plan, { folder, environment, at: service, now: () => noon });
    return { run, wanted, steps: plan.steps.length };
  }

  const apply = (run: PlannedRun, by = client) =>
    runPlan(run, { client: by, target: target(), steps: stepsOf(by, context), reconcile: [0, 20] });
  const resume = ({ folder: at }: PlannedRun) =>
    resumeRun(at, { client, target: target(), steps: stepsOf(client, context), reconcile: [0, 20] });

  async function assertThere(wanted: EventFile): Promise<void> {
    const { items, passkeys } = differences(await read(), wanted);
    const others = [...items, ...passkeys].filter(({ state }) => state !== 'same');
    assert.deepEqual(
      others.map(({ state, path, fields }) => [state, path, fields]),
      [],
    );
  }

  /** Counts writes, and does something else with one of them. */
  function counting(at: number, act: (send: () => Promise<unknown>) => Promise<unknown>): Client & { readonly writes: number } {
    const counter = { writes: 0 };
    const call: Client['call'] = (operation, input, options) => {
      const send = () => client.call(operation, input, options);
      if (/^(?:get|list)/.test(typeof operation === 'string' ? operation : operation.id)) return send();
      return ++counter.writes === at ? act(send) : send();
    };
    return Object.assign(counter, { dialect, call });
  }

  it('makes the event what the file says, and is done when a read shows it', async () => {
    const { run, wanted, steps } = await planned(edit);
    const end = await apply(run);
    assert.deepEqual(
      [end.state, end.counts],
      ['finished', { wanted: steps, made: steps, existed: 0, rejected: 0, unknown: 0, left: 0 }],
    );
    await assertThere(wanted);
  });

  it('fault 43: killed at any step, before or after the service did it, makes each record once', async () => {
    const { steps } = await planned(edit);
    for (let at = 1; at <= steps; at++)
      for (const isSent of [false, true]) {
        await service.reset();
        const { run, wanted } = await planned(edit);
        const killed = counting(at, async (send) => {
          if (isSent) await send();
          throw new Error('killed');
        });
        await assert.rejects(apply(run, killed), /killed/);
        const end = await resume(run);
        assert.equal(end.state, 'finished', `${at} ${isSent}`);
        await assertThere(wanted);
      }
  }).timeout(60_000);

  it('reads what became of a step whose reply was lost, and does not send it again', async () => {
    const { run, wanted, steps } = await planned(edit);
    const losing = counting(3, async (send) => {
      await send();
      throw new ApiError('lost', { kind: 'unknownOutcome', operation: 'createItem' });
    });
    assert.equal((await apply(run, losing)).state, 'finished');
    assert.equal(losing.writes, steps);
    await assertThere(wanted);
  });

  it('is refused, and nothing is sent, when what it changes has changed since', async () => {
    const { run } = await planned(edit);
    await client.call('updateValues', { path: { id: 300002 }, body: { price: 12_500, feeSale: 1200, feeProducer: 0 } });
    const counter = counting(0, (send) => send());
    await assert.rejects(apply(run, counter), { kind: 'stalePlan' });
    assert.equal(counter.writes, 0);
  });

  it('looks before it sends an update again whose reply was lost, and overwrites nobody', async () => {
    const change: Edit = ({ items }) => Object.assign(items[0]?.items?.[0] ?? {}, { price: '130.00' });
    const { run } = await planned(change);
    const others = { price: 15_000, feeSale: 1200, feeProducer: 0 };
    let tries = 0;
    const losing: Fetch = async (url, init) => {
      const reply = await fetch(url, init);
      if (init.method !== 'PUT' || ++tries > 1) return reply;
      await client.call('updateValues', { path: { id: 300002 }, body: others });
      throw new Error('socket hang up');
    };
    const end = await apply(run, clientOf(service, { dialect, fetch: losing }));
    assert.deepEqual([tries, end.state, end.counts.rejected], [1, 'finished', 1]);
    assert.equal((await read()).items?.[0]?.items?.[0]?.price, '150.00');
  });

  it('is refused when an item that a passkey is to open has gone', async () => {
    const { run } = await planned(({ passkeys, items }) => {
      const opened = [`${items[0]?.name} / ${items[0]?.items?.[0]?.name}`];
      passkeys.push({ passkey: 'NOVA', items: opened }, { passkey: 'NOVA-3', limit: 3, items: opened });
    });
    const away = { ...client, call: withoutItem(client, 300002) };
    await assert.rejects(apply(run, away), ({ message }: Error) =>
      /the item 300002 that it opens is not there any more/.test(message),
    );
  });

  it('is refused when somebody else has made what it would make', async () => {
    const { run } = await planned(edit);
    await client.call('createPasskey', { body: { eventId: 1001, passkey: 'NOVA' } });
    await assert.rejects(apply(run), { kind: 'stalePlan' });
  });

  it('goes on where something else of the event has changed, and leaves that as it is', async () => {
    const { run } = await planned(({ items }) =>
      Object.assign(items[0]?.items?.[0]?.salePeriods?.[0] ?? {}, { finish: '2026-09-01 00:00:00' }),
    );
    const there = await read();
    const period = there.items?.[0]?.items?.[0]?.salePeriods?.[0];
    const sold = { ...period, available: (period?.available ?? 0) - 1 } as {
      appCategoryId: number;
      start: string;
      finish: string;
      available: number;
    };
    await client.call('updateSalePeriod', { path: { id: 300002 }, body: sold });
    assert.equal((await apply(run)).state, 'finished');
    const after = (await read()).items?.[0]?.items?.[0]?.salePeriods?.[0];
    assert.deepEqual(after, { ...sold, finish: '2026-09-01 00:00:00' });
  });

  it('leaves out what needs a step that was refused, and does all else', async () => {
    const { run } = await planned(edit);
    const refusing = counting(-1, (send) => send());
    const call: Client['call'] = (operation, input, options) =>
      operation === 'createItem' && JSON.stringify(input).includes('Frente')
        ? Promise.reject(new ApiError('no', { kind: 'invalid', operation: 'createItem', status: 422 }))
        : refusing.call(operation, input, options);
    const end = await apply(run, { dialect, call });
    assert.equal(end.state, 'finished');
    assert.equal(end.counts.made, 2, 'the price and the attribute');
    assert.equal(end.counts.unknown + end.counts.left, 0);
    const { items, passkeys } = differences(await read(), parse(textOf(await read())));
    assert.ok([...items, ...passkeys].every(({ path }) => !/Frente|NOVA/.test(path)));
  });

  it('ends when it is cancelled, and goes on later', async () => {
    const { run, wanted } = await planned(edit);
    const cancel = new AbortController();
    const cancelling = counting(2, (send) => {
      cancel.abort();
      return send();
    });
    const end = await runPlan(run, {
      ...{ client: cancelling, target: target(), steps: stepsOf(cancelling, context), reconcile: [0] },
      ...{ signal: cancel.signal, concurrency: 1 },
    });
    assert.deepEqual([end.state, cancelling.writes], ['cancelled', 2]);
    assert.equal((await resume(run)).state, 'finished');
    await assertThere(wanted);
  });

  it('removes what was ticked, and nothing else', async () => {
    const there = await read();
    const [first, ...rest] = there.passkeys ?? [];
    const wanted = { ...there, passkeys: rest };
    const remove = new Set([`passkey ${String(first?.id)}`]);
    assert.deepEqual(planChanges(wanted, there, { now: noon }).plan.steps, []);
    const { plan } = planChanges(wanted, there, { now: noon, remove });
    assert.deepEqual(
      plan.steps.map(({ operation, record }) => [operation, record.path]),
      [['deletePasskey', first?.passkey]],
    );
    const run = await storePlan(plan, { folder, environment, at: service, now: () => noon });
    assert.equal((await apply(run)).state, 'finished');
    assert.deepEqual((await read()).passkeys, rest);
  });
});
