import assert from 'node:assert/strict';
import { ApiError } from '../../../src/client/index.ts';
import { failureOf } from '../client/support.ts';
import { subjects, useContract } from './contract.ts';
import { clientOf, clockAt, recordIn, recordsIn } from './support.ts';

describe('passkeys of the local service', () => {
  const contract = useContract(subjects.passkeys);

  /** An event that has no passkeys of its own. */
  const eventId = 1004;
  const list = (query: Record<string, string | number> = {}) =>
    contract.walk('listPasskeys', { query: { eventId, ...query } }, 4);

  afterEach('no test leaves a passkey', async () => {
    for (const { id } of await list()) await contract.call('deletePasskey', { path: { id: Number(id) } });
  });

  it('are created, read, changed, associated and deleted', async () => {
    const created = recordIn(await contract.call('createPasskey', { body: { eventId, passkey: '00123', start: '2026-01-01' } }));
    const id = Number(created.id);
    const fields = {
      id,
      eventId,
      passkey: '00123',
      start: '2026-01-01',
      finish: null,
      limit: null,
      used: 0,
      status: 'approved',
    };
    assert.deepEqual(created, { ...fields, itemIds: [] });
    await contract.call('updatePasskey', { path: { id }, body: { start: '2026-06-15', finish: '2026-06-15 23:00:00' } });
    const [one, two] = await contract.walk('listItems', { query: { eventId, type: 'Ticket' } }, 10);
    const itemIds = [Number(one!.id), Number(two!.id)];
    await contract.call('setPasskeyItems', { path: { id }, body: { itemIds: [...itemIds, itemIds[0]!] } });
    const expected = { ...fields, start: '2026-06-15', finish: '2026-06-15 23:00:00', itemIds };
    assert.deepEqual(recordIn(await contract.call('getPasskey', { path: { id } })), expected);
    assert.deepEqual(await list(), [expected]);
    await contract.call('setPasskeyItems', { path: { id }, body: { itemIds: [] } });
    assert.deepEqual(recordIn(await contract.call('getPasskey', { path: { id } })).itemIds, []);
    await contract.call('deletePasskey', { path: { id } });
    assert.equal((await contract.refusal('getPasskey', { path: { id } })).kind, 'notFound');
    assert.deepEqual(await list(), []);
  });

  it('are created in a batch with items, period and limit; those that exist are left as they are and named', async () => {
    const items = await contract.walk('listItems', { query: { eventId, type: 'Ticket' } }, 10);
    const itemIds = items.slice(0, 2).map(({ id }) => Number(id));
    await contract.call('createPasskey', { body: { eventId, passkey: 'OLD' } });
    const body = { codes: ['B1', 'OLD', 'B2', 'b1'], itemIds, start: '2026-06-15', finish: '2026-07-01', limit: 3 };
    const reply = recordIn(await contract.call('createPasskeys', { path: { eventId }, body }));
    assert.deepEqual([reply.created, reply.existing], [3, ['OLD']]);
    const stored = await list();
    assert.deepEqual(
      stored.map(({ passkey, limit, itemIds: opened }) => [passkey, limit, opened]),
      [
        ['OLD', null, []],
        ['B1', 3, itemIds],
        ['B2', 3, itemIds],
        ['b1', 3, itemIds],
      ],
    );
    assert.ok(stored.slice(1).every(({ start, finish }) => start === '2026-06-15' && finish === '2026-07-01'));
    assert.deepEqual(
      (await list({ term: '2' })).map(({ passkey }) => passkey),
      ['B2'],
    );
  });

  it('exist once in an event, and as often as wanted in several', async () => {
    const clash = { eventId, passkey: 'B1' };
    await contract.call('createPasskey', { body: clash });
    assert.equal((await contract.refusal('createPasskey', { body: clash })).kind, 'conflict');
    const { id } = recordIn(await contract.call('createPasskey', { body: { ...clash, eventId: 1003 } }));
    assert.equal((await contract.refusal('updatePasskey', { path: { id: Number(id) }, body: clash })).kind, 'conflict');
  });

  it('of a page beyond the last are an empty list', async () => {
    await contract.call('createPasskey', { body: { eventId, passkey: 'B1' } });
    assert.deepEqual(recordsIn(await contract.call('listPasskeys', { query: { eventId, page: 100 } })), []);
  });

  it('start today in São Paulo or later, by the service’s own clock', async () => {
    const late = clientOf(contract.service, { clock: clockAt(0), fetch: contract.fetch });
    const id = Number(recordIn(await contract.call('createPasskey', { body: { eventId, passkey: 'B1' } })).id);
    const yesterday = { start: '2026-06-14' };
    for (const error of [
      await failureOf(late.call('updatePasskey', { path: { id }, body: yesterday })),
      await failureOf(late.call('createPasskeys', { path: { eventId }, body: { codes: ['Z'], ...yesterday } })),
    ]) {
      assert.ok(error instanceof ApiError && error.status === 400, String(error));
      assert.match(error.message, /start must not be earlier than today in America\/Sao_Paulo/);
    }
  });
});
