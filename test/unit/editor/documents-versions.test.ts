import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/index.ts';
import type { Fields, RecordKind, Step } from '../../../src/records/index.ts';
import { RecordSession, type RecordStore, type SaveResult } from '../../../src/editor/records/session.ts';
import { textIn } from '../../../src/shared/typed-fields.ts';
import { typing } from '../records/typing.ts';
import { itemSession, type ItemStore } from '../../../src/editor/forms/item-session.ts';
import { clientOf, noon, recordIn, recordsIn, stopServices, testService } from '../service/support.ts';
import { localDialect, neverAsked } from './dialects.ts';
import { asJson } from '../records/support.ts';

const dialect = { ...localDialect, put: 'merges' as const };
const context = { now: noon, dialect };

const whatIsNeverAsked = {
  create: () => Promise.reject(new Error('nothing is created')),
  confirm: () => Promise.resolve(),
  answer: neverAsked,
  lock: async <T>(_id: string, work: () => Promise<T>) => ({ value: await work() }),
};

function sessionOf(kind: RecordKind, store: RecordStore, base: Fields): RecordSession {
  return new RecordSession(kind, store, () => context, '1', { base, remote: base });
}

/** A record, and a store of it that lets something happen between the last look and each write. */
class Setting {
  readonly client: Client;
  readonly kind: RecordKind;
  readonly id: number;
  readonly guarded: boolean[] = [];
  /** What somebody else does just before a write, the first first. */
  readonly meanwhile: (() => Promise<unknown>)[] = [];

  constructor(client: Client, kind: RecordKind, id: number) {
    this.client = client;
    this.kind = kind;
    this.id = id;
  }

  async read(onEtag?: (etag: string | undefined) => void): Promise<Fields> {
    const operation = this.kind === 'item' ? 'getItem' : 'getPasskey';
    return recordIn(await this.client.call(operation, { path: { id: this.id } }, { onEtag }));
  }

  async write({ operation, body }: Step, ifMatch?: string): Promise<unknown> {
    this.guarded.push(ifMatch !== undefined);
    await this.meanwhile.shift()?.();
    return this.client.call(operation as 'updateItem', { path: { id: this.id }, body: body as { name: string } }, { ifMatch });
  }

  get store(): RecordStore {
    return {
      ...whatIsNeverAsked,
      read: (_id, options) => this.read(options?.onEtag),
      write: (_id, step, ifMatch) => this.write(step, ifMatch),
    };
  }

  save(base: Fields, edited: Fields): Promise<SaveResult> {
    return sessionOf(this.kind, this.store, base).save(asJson(edited));
  }
}

async function settingOf(kind: RecordKind): Promise<Setting> {
  const client = clientOf(await testService());
  const items = recordsIn(await client.call('listItems', { query: { type: 'Ticket', eventId: 1001 } }));
  const item = items.find(({ value, salePeriods }) => value !== null && (salePeriods as unknown[]).length > 0)!;
  if (kind === 'item') return new Setting(client, kind, Number(item.id));
  const passkeys = recordsIn(await client.call('listPasskeys', { query: { eventId: 1001 } }));
  return new Setting(client, kind, Number(passkeys[0]!.id));
}

describe('a record that changes between the last look and the write', () => {
  afterEach(stopServices);

  it('fault 38: an item is not overwritten, and none of its other parts is written', async () => {
    const setting = await settingOf('item');
    const { client, id } = setting;
    const opened = await setting.read();
    setting.meanwhile.push(() => client.call('updateItem', { path: { id }, body: { name: 'Theirs' } }));
    const edited = { ...opened, name: 'Mine', value: { ...(opened.value as Fields), price: 150.5 } };
    const result = await setting.save(opened, edited);
    assert.ok(result.kind === 'conflict' && result.remote.name === 'Theirs', result.kind);
    assert.deepEqual(setting.guarded, [true]);
    assert.deepEqual(await setting.read(), { ...opened, name: 'Theirs' });
  });

  it('fault 38: a passkey is not overwritten', async () => {
    const setting = await settingOf('passkey');
    const { client, id } = setting;
    const opened = await setting.read();
    setting.meanwhile.push(() => client.call('updatePasskey', { path: { id }, body: { finish: '2027-01-01 00:00:00' } }));
    const result = await setting.save(opened, { ...opened, passkey: 'MINE' });
    assert.equal(result.kind, 'conflict');
    assert.equal((await setting.read()).passkey, opened.passkey);
  });

  it('fault 38: the form of an item asks about their version', async () => {
    const setting = await settingOf('item');
    const { client, id } = setting;
    const store: ItemStore = {
      ...setting.store,
      find: () => Promise.resolve([]),
      isGroup: () => Promise.resolve(true),
    };
    const session = itemSession(store, () => ({ language: 'en', dialect }), String(id), undefined);
    await session.record.open(String(id));
    setting.meanwhile.push(() => client.call('updateItem', { path: { id }, body: { name: 'Theirs' } }));
    const reply = await session.save(typing(session.base, { name: 'Mine' }), { isResolved: false, isAgain: false });
    assert.ok(reply.kind === 'changedElsewhere' && textIn(reply.remote, 'name') === 'Theirs', reply.kind);
    assert.equal((await setting.read()).name, 'Theirs');
  });
});

describe('a record whose version changes while nobody edits it', () => {
  /** A service that holds one item, of which a version never matches, or not at once. */
  function portAt(matching: (write: number) => boolean) {
    const guarded: boolean[] = [];
    const record = { id: 1, name: 'Pista' };
    const store: RecordStore = {
      ...whatIsNeverAsked,
      read: (_id, options) => (options?.onEtag?.(`"v${guarded.length}"`), Promise.resolve({ ...record })),
      write: async (_id, { body }, ifMatch) => {
        guarded.push(ifMatch !== undefined);
        if (ifMatch !== undefined && !matching(guarded.length)) throw await mismatch();
        Object.assign(record, body);
      },
    };
    const save = () => sessionOf('item', store, { ...record }).save(asJson({ ...record, name: 'Mine' }));
    return { guarded, record, save };
  }

  async function mismatch(): Promise<Error> {
    const { ApiError } = await import('../../../src/client/index.ts');
    return new ApiError('It changed.', { kind: 'conflict', operation: 'updateItem', status: 412 });
  }

  it('is looked at again and written', async () => {
    const { guarded, record, save } = portAt((write) => write === 2);
    assert.equal((await save()).kind, 'written');
    assert.deepEqual([record.name, guarded], ['Mine', [true, true]]);
  });

  it('can be saved where no version ever matches', async () => {
    const { guarded, record, save } = portAt(() => false);
    assert.equal((await save()).kind, 'written');
    assert.deepEqual([record.name, guarded], ['Mine', [true, true, false]]);
  });

  it('fault 38: is not written over where what changed is in a shape that is not understood', async () => {
    const shown = { id: 1, name: 'Pista', salePeriods: 'all of June' };
    const writes: unknown[] = [];
    const store: RecordStore = {
      ...whatIsNeverAsked,
      read: () => Promise.resolve({ ...shown, salePeriods: 'all of July' }),
      write: (_id, { body }) => Promise.resolve(writes.push(body)),
    };
    const result = await sessionOf('item', store, shown).save(asJson({ ...shown, name: 'Mine' }));
    assert.deepEqual([result.kind, writes], ['conflict', []]);
  });
});
