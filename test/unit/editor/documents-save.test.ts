import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/index.ts';
import type { Fields, RecordKind, Step } from '../../../src/editor/records/plan.ts';
import { planChanges, saveRecord, withParts, type RecordStore, type SaveResult } from '../../../src/editor/records/save.ts';
import { clientOf, noon, recordIn, recordsIn, stopServices, testService } from '../service/support.ts';
import type { ServiceFault } from '../../../src/service/faults.ts';

const context = { now: noon };

/** A record of a service, and whoever edits it. */
class Desk {
  readonly client: Client;
  readonly kind: RecordKind;
  readonly id: number;
  readonly sent: string[] = [];

  constructor(client: Client, kind: RecordKind, id: number) {
    this.client = client;
    this.kind = kind;
    this.id = id;
  }

  async read(): Promise<Fields> {
    const operation = this.kind === 'item' ? 'getItem' : 'getPasskey';
    return recordIn(await this.client.call(operation, { path: { id: this.id } }));
  }

  get port(): RecordStore {
    return {
      read: () => this.read(),
      confirm: () => Promise.resolve(),
      write: (step: Step) => {
        this.sent.push(step.operation);
        return this.client.call(step.operation, { path: { id: this.id }, body: step.body });
      },
    };
  }

  async save(opened: Fields, edited: Fields, overwrite?: Fields): Promise<SaveResult> {
    const { steps, problems } = planChanges(this.kind, opened, edited, context);
    assert.deepEqual(problems, []);
    return saveRecord(this.kind, { opened, seen: opened }, edited, steps, this.port, context, overwrite);
  }
}

async function deskOf(kind: RecordKind, faults: ServiceFault[] = []): Promise<{ checks: Desk; other: Client }> {
  const service = await testService({ faults });
  const client = clientOf(service, { timeout: 5000 });
  const items = recordsIn(await client.call('listItems', { query: { type: 'Ticket' } }));
  const item = items.find(({ value, salePeriods }) => value !== null && (salePeriods as unknown[]).length > 0)!;
  if (kind === 'item') return { checks: new Desk(client, kind, Number(item.id)), other: client };
  const passkeys = recordsIn(await client.call('listPasskeys', { query: { eventId: Number(item.eventId) } }));
  return { checks: new Desk(client, kind, Number(passkeys[0]!.id)), other: client };
}

const states = (result: SaveResult) =>
  result.kind === 'written' ? result.outcomes.map(({ step, state }) => `${step.operation} ${state}`) : [result.kind];

describe('saving an edited record', () => {
  afterEach(stopServices);

  it('writes just what changed, and the service has just that', async () => {
    const { checks } = await deskOf('item');
    const opened = await checks.read();
    const value = opened.value as Fields;
    const edited = {
      ...opened,
      name: 'New name',
      value: { ...value, price: 150.5 },
      attributes: { ...(opened.attributes as Fields), extra: 'x' },
    };
    const result = await checks.save(opened, edited);
    assert.deepEqual(states(result), ['updateItem saved', 'updateValues saved', 'createAttribute saved']);
    const now = await checks.read();
    assert.equal((now.value as Fields).price, 150.5);
    const own = (record: Fields) => ({ ...record, value: { ...(record.value as Fields), finalPrice: 'derived' } });
    assert.deepEqual(own(now), own(edited));
    assert.ok(result.kind === 'written' && result.outcomes.every(({ isShown }) => isShown));
  });

  it('changes a sale period and back again without moving its times', async () => {
    const { checks } = await deskOf('item');
    const opened = await checks.read();
    const [first, ...rest] = opened.salePeriods as Fields[];
    const edited = { ...opened, salePeriods: [{ ...first, available: 7 }, ...rest] };
    await checks.save(opened, edited);
    const now = await checks.read();
    assert.deepEqual(now.salePeriods, edited.salePeriods);
    await checks.save(now, opened);
    assert.deepEqual((await checks.read()).salePeriods, opened.salePeriods);
  });

  it('sends nothing when nothing changed', async () => {
    const { checks } = await deskOf('passkey');
    const opened = await checks.read();
    assert.deepEqual(await checks.save(opened, { ...opened }), { kind: 'unchanged' });
  });

  it('fault 38: overwrites nothing that somebody else changed', async () => {
    for (const kind of ['item', 'passkey'] as const) {
      const { checks, other } = await deskOf(kind);
      const opened = await checks.read();
      const [operation, body] =
        kind === 'item' ? (['updateItem', { name: 'Theirs' }] as const) : (['updatePasskey', { passkey: 'THEIRS' }] as const);
      await other.call(operation, { path: { id: checks.id }, body });
      const field = kind === 'item' ? 'name' : 'passkey';
      const result = await checks.save(opened, { ...opened, [field]: 'MINE' });
      assert.equal(result.kind, 'changedElsewhere');
      assert.deepEqual(checks.sent, []);
      assert.equal((await checks.read())[field], kind === 'item' ? 'Theirs' : 'THEIRS');
    }
  });

  it('fault 38: overwrites the version that was seen, and no later one', async () => {
    const { checks, other } = await deskOf('item');
    const opened = await checks.read();
    const rename = (name: string) => other.call('updateItem', { path: { id: checks.id }, body: { name } });
    await rename('Theirs');
    const refused = await checks.save(opened, { ...opened, name: 'Mine' });
    assert.ok(refused.kind === 'changedElsewhere');
    await rename('Theirs again');
    assert.equal((await checks.save(opened, { ...opened, name: 'Mine' }, refused.theirs)).kind, 'changedElsewhere');
    const seen = await checks.read();
    assert.deepEqual(states(await checks.save(opened, { ...opened, name: 'Mine' }, seen)), ['updateItem saved']);
    assert.equal((await checks.read()).name, 'Mine');
  });

  it('names the parts that failed and keeps only those as edits', async () => {
    const { checks } = await deskOf('item', [{ kind: '409', operation: 'updateValues' }]);
    const opened = await checks.read();
    const edited = { ...opened, name: 'Saved', value: { ...(opened.value as Fields), price: 1 } };
    const result = await checks.save(opened, edited);
    assert.deepEqual(states(result), ['updateItem saved', 'updateValues failed']);
    assert.ok(result.kind === 'written');
    const left = planChanges('item', result.basis.opened, edited, context);
    assert.deepEqual(left.problems, []);
    assert.deepEqual(
      left.steps.map(({ operation }) => operation),
      ['updateValues'],
    );
    assert.equal(result.basis.seen.name, 'Saved');
  });

  it('stops where the service cannot be worked with', async () => {
    const { checks } = await deskOf('item', [{ kind: '403', operation: 'updateItem' }]);
    const opened = await checks.read();
    const result = await checks.save(opened, { ...opened, name: 'x', value: { ...(opened.value as Fields), price: 1 } });
    assert.deepEqual(states(result), ['updateItem failed', 'updateValues skipped']);
  });

  it('fault 37: finds out by reading that a write without a reply was done', async () => {
    const { checks } = await deskOf('item', [{ kind: 'reset-after', operation: 'createAttribute' }]);
    const opened = await checks.read();
    const result = await checks.save(opened, { ...opened, attributes: { ...(opened.attributes as Fields), fresh: 3 } });
    assert.deepEqual(checks.sent, ['createAttribute']);
    assert.deepEqual(states(result), ['createAttribute saved']);
  });

  it('fault 36: says that an outcome is unknown when the service does not show it, and sends it once', async () => {
    const { checks } = await deskOf('item', [{ kind: 'reset-before', operation: 'createAttribute' }]);
    const opened = await checks.read();
    const result = await checks.save(opened, { ...opened, attributes: { ...(opened.attributes as Fields), fresh: 3 } });
    assert.deepEqual(checks.sent, ['createAttribute']);
    assert.deepEqual(states(result), ['createAttribute unknown']);
  });

  it('replaces the items of a passkey', async () => {
    const { checks, other } = await deskOf('passkey');
    const opened = await checks.read();
    const items = recordsIn(await other.call('listItems', { query: { eventId: Number(opened.eventId) } }));
    const itemIds = items.slice(0, 2).map(({ id }) => id);
    await checks.save(opened, { ...opened, itemIds: [] });
    const result = await checks.save({ ...opened, itemIds: [] }, { ...opened, itemIds });
    assert.deepEqual(states(result), ['setPasskeyItems saved']);
    assert.deepEqual((await checks.read()).itemIds, itemIds);
  });

  it('keeps edits by their part, not by their place in a list', () => {
    const opened = {
      salePeriods: [
        { appCategoryId: 1, available: 1 },
        { appCategoryId: 2, available: 2 },
      ],
    };
    const edited = {
      salePeriods: [{ appCategoryId: 2, available: 9 }, { appCategoryId: 1, available: 1 }, { appCategoryId: 3 }],
    };
    assert.deepEqual(
      withParts(opened, edited, [
        ['salePeriods', 0],
        ['salePeriods', 2],
      ]),
      {
        salePeriods: [{ appCategoryId: 1, available: 1 }, { appCategoryId: 2, available: 9 }, { appCategoryId: 3 }],
      },
    );
  });

  it('fault 73: keeps what was saved under a name that means something to JavaScript', () => {
    const edited = JSON.parse('{"__proto__":{"a":1},"constructor":{"b":2},"value":{"__proto__":3}}') as Fields;
    const parts = [['__proto__'], ['constructor'], ['value', '__proto__']];
    assert.deepEqual(withParts({ name: 'x' }, edited, parts), { name: 'x', ...edited });
  });
});
