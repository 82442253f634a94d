import assert from 'node:assert/strict';
import type { Client, Dialect } from '../../../src/client/index.ts';
import { changesOf, rawWith, readRecord, type Fields, type RecordKind, type Step } from '../../../src/records/index.ts';
import { RecordSession, type RecordStore, type SaveResult } from '../../../src/editor/records/session.ts';
import { clientOf, noon, recordIn, recordsIn, stopServices, testService, timeZone } from '../service/support.ts';
import type { ServiceFault } from '../../../src/service/faults.ts';
import type { ServiceManners } from '../../../src/service/manners.ts';
import { localDialect, neverAsked } from './dialects.ts';
import { asJson, planItem } from '../records/support.ts';

const context = { now: noon, dialect: { ...localDialect, put: 'merges' as const } };

/** A record of a service, and whoever edits it. */
class Editing {
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

  get store(): RecordStore {
    return {
      create: () => Promise.reject(new Error('nothing is created')),
      lock: async (_id, work) => ({ value: await work() }),
      read: () => this.read(),
      confirm: () => Promise.resolve(),
      answer: neverAsked,
      write: (_id, step: Step) => {
        this.sent.push(step.operation);
        return this.client.call(step.operation, { path: { id: this.id }, body: step.body });
      },
    };
  }

  /** `remote`: the version that may be overwritten. */
  sessionOf(base: Fields, remote = base): RecordSession {
    return new RecordSession(this.kind, this.store, () => context, String(this.id), { base, remote });
  }

  async save(base: Fields, edited: Fields, remote?: Fields): Promise<SaveResult> {
    const result = await this.sessionOf(base, remote).save(asJson(edited));
    assert.notEqual(result.kind, 'problems');
    return result;
  }
}

async function editingOf(
  kind: RecordKind,
  faults: ServiceFault[] = [],
  { manners = {}, dialect }: { manners?: ServiceManners; dialect?: Dialect } = {},
): Promise<{ editing: Editing; other: Client }> {
  const service = await testService({ faults, dialect: manners });
  const client = clientOf(service, { timeout: 5000, ...(dialect ? { dialect } : {}) });
  const items = recordsIn(await client.call('listItems', { query: { type: 'Ticket' } }));
  const item = items.find(({ value, salePeriods }) => value !== null && (salePeriods as unknown[]).length > 0)!;
  if (kind === 'item') return { editing: new Editing(client, kind, Number(item.id)), other: client };
  const passkeys = recordsIn(await client.call('listPasskeys', { query: { eventId: Number(item.eventId) } }));
  return { editing: new Editing(client, kind, Number(passkeys[0]!.id)), other: client };
}

const states = (result: SaveResult) =>
  result.kind === 'written' ? result.outcomes.map(({ step, state }) => `${step.operation} ${state}`) : [result.kind];

describe('saving an edited record', () => {
  afterEach(stopServices);

  it('writes just what changed, and the service has just that', async () => {
    const { editing } = await editingOf('item');
    const base = await editing.read();
    const value = base.value as Fields;
    const edited = {
      ...base,
      name: 'New name',
      value: { ...value, price: 150.5 },
      attributes: { ...(base.attributes as Fields), extra: 'x' },
    };
    const result = await editing.save(base, edited);
    assert.deepEqual(states(result), ['updateItem saved', 'updateValues saved', 'createAttribute saved']);
    const now = await editing.read();
    assert.equal((now.value as Fields).price, 150.5);
    const own = (record: Fields) => ({ ...record, value: { ...(record.value as Fields), finalPrice: 'derived' } });
    assert.deepEqual(own(now), own(edited));
    assert.ok(result.kind === 'written');
    assert.deepEqual(
      result.outcomes.map(({ differences }) => differences),
      [[], [], []],
    );
    assert.deepEqual(result.beyond, []);
  });

  it('fault 65: goes on where 202 means later, and calls saved what the service shows by then', async () => {
    const dialect: Dialect = { token: { event: 'bearer' }, clock: timeZone, success: { accepted: 'later' } };
    for (const [acceptedAfter, state] of [
      [0, 'saved'],
      // Longer than the test takes.
      [600_000, 'unknown'],
    ] as const) {
      const { editing } = await editingOf('item', [], { manners: { acceptedAfter }, dialect });
      const base = await editing.read();
      const edited = { ...base, name: 'New name', value: { ...(base.value as Fields), price: 150.5 } };
      const result = await editing.save(base, edited);
      assert.deepEqual(states(result), [`updateItem ${state}`, `updateValues ${state}`]);
      assert.equal((await editing.read()).name, state === 'saved' ? 'New name' : base.name);
    }
  });

  it('changes a sale period and back again without moving its times', async () => {
    const { editing } = await editingOf('item');
    const base = await editing.read();
    const [first, ...rest] = base.salePeriods as Fields[];
    const edited = { ...base, salePeriods: [{ ...first, available: 7 }, ...rest] };
    await editing.save(base, edited);
    const now = await editing.read();
    assert.deepEqual(now.salePeriods, edited.salePeriods);
    await editing.save(now, base);
    assert.deepEqual((await editing.read()).salePeriods, base.salePeriods);
  });

  it('sends nothing when nothing changed', async () => {
    const { editing } = await editingOf('passkey');
    const base = await editing.read();
    assert.deepEqual(await editing.save(base, { ...base }), { kind: 'unchanged' });
  });

  it('fault 38: overwrites nothing that somebody else changed', async () => {
    for (const kind of ['item', 'passkey'] as const) {
      const { editing, other } = await editingOf(kind);
      const base = await editing.read();
      const [operation, body] =
        kind === 'item' ? (['updateItem', { name: 'Theirs' }] as const) : (['updatePasskey', { passkey: 'THEIRS' }] as const);
      await other.call(operation, { path: { id: editing.id }, body });
      const field = kind === 'item' ? 'name' : 'passkey';
      const result = await editing.save(base, { ...base, [field]: 'MINE' });
      assert.equal(result.kind, 'conflict');
      assert.deepEqual(editing.sent, []);
      assert.equal((await editing.read())[field], kind === 'item' ? 'Theirs' : 'THEIRS');
    }
  });

  it('fault 38: overwrites the version that was seen, and no later one', async () => {
    const { editing, other } = await editingOf('item');
    const base = await editing.read();
    const rename = (name: string) => other.call('updateItem', { path: { id: editing.id }, body: { name } });
    await rename('Theirs');
    const refused = await editing.save(base, { ...base, name: 'Mine' });
    assert.ok(refused.kind === 'conflict');
    await rename('Theirs again');
    assert.equal((await editing.save(base, { ...base, name: 'Mine' }, refused.remote)).kind, 'conflict');
    const seen = await editing.read();
    assert.deepEqual(states(await editing.save(base, { ...base, name: 'Mine' }, seen)), ['updateItem saved']);
    assert.equal((await editing.read()).name, 'Mine');
  });

  it('names the parts that failed and keeps only those as edits', async () => {
    const { editing } = await editingOf('item', [{ kind: '409', operation: 'updateValues' }]);
    const base = await editing.read();
    const edited = { ...base, name: 'Saved', value: { ...(base.value as Fields), price: 1 } };
    const session = editing.sessionOf(base);
    assert.deepEqual(states(await session.save(asJson(edited))), ['updateItem saved', 'updateValues failed']);
    const left = planItem(session.base, edited, context);
    assert.deepEqual(left.problems, []);
    assert.deepEqual(
      left.steps.map(({ operation }) => operation),
      ['updateValues'],
    );
    assert.equal(session.versions.remote.name, 'Saved');
  });

  it('stops where the service cannot be worked with', async () => {
    const { editing } = await editingOf('item', [{ kind: '403', operation: 'updateItem' }]);
    const base = await editing.read();
    const result = await editing.save(base, { ...base, name: 'x', value: { ...(base.value as Fields), price: 1 } });
    assert.deepEqual(states(result), ['updateItem failed', 'updateValues skipped']);
  });

  it('fault 37: finds out by reading that a write without a reply was done', async () => {
    const { editing } = await editingOf('item', [{ kind: 'reset-after', operation: 'createAttribute' }]);
    const base = await editing.read();
    const result = await editing.save(base, { ...base, attributes: { ...(base.attributes as Fields), fresh: 3 } });
    assert.deepEqual(editing.sent, ['createAttribute']);
    assert.deepEqual(states(result), ['createAttribute saved']);
  });

  it('fault 36: says that an outcome is unknown when the service does not show it, and sends it once', async () => {
    const { editing } = await editingOf('item', [{ kind: 'reset-before', operation: 'createAttribute' }]);
    const base = await editing.read();
    const result = await editing.save(base, { ...base, attributes: { ...(base.attributes as Fields), fresh: 3 } });
    assert.deepEqual(editing.sent, ['createAttribute']);
    assert.deepEqual(states(result), ['createAttribute unknown']);
  });

  it('replaces the items of a passkey', async () => {
    const { editing, other } = await editingOf('passkey');
    const base = await editing.read();
    const items = recordsIn(await other.call('listItems', { query: { eventId: Number(base.eventId) } }));
    const itemIds = items.slice(0, 2).map(({ id }) => id);
    await editing.save(base, { ...base, itemIds: [] });
    const result = await editing.save({ ...base, itemIds: [] }, { ...base, itemIds });
    assert.deepEqual(states(result), ['setPasskeyItems saved']);
    assert.deepEqual((await editing.read()).itemIds, itemIds);
  });

  it('keeps edits by their part, not by their place in a list', () => {
    const base = {
      salePeriods: [
        { appCategoryId: 1, available: 1 },
        { appCategoryId: 2, available: 2 },
      ],
    };
    const edited = {
      salePeriods: [{ appCategoryId: 2, available: 9 }, { appCategoryId: 1, available: 1 }, { appCategoryId: 3 }],
    };
    assert.deepEqual(keeping(base, edited), {
      salePeriods: [{ appCategoryId: 1, available: 1 }, { appCategoryId: 2, available: 9 }, { appCategoryId: 3 }],
    });
  });

  it('fault 73: keeps what was saved under a name that means something to JavaScript', () => {
    const base = { name: 'x', value: {} };
    const edited = JSON.parse('{"name":"x","__proto__":{"a":1},"constructor":{"b":2},"value":{"__proto__":3}}') as Fields;
    assert.deepEqual(keeping(base, edited), edited);
  });

  /** A record with all that was changed in a document of it. */
  function keeping(base: Fields, edited: Fields): Fields {
    const [before, after] = [readRecord('item', base, {}), readRecord('item', edited, {})];
    return rawWith(before, after, changesOf(before, after));
  }
});
