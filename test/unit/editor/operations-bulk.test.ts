import assert from 'node:assert/strict';
import { ApiError, type ApiErrorKind } from '../../../src/client/index.ts';
import { forEach, type BulkResult } from '../../../src/editor/operations/bulk.ts';
import { passkeyAgain } from '../../../src/editor/operations/copies.ts';
import { clientOf, recordsIn, stopServices, testService } from '../service/support.ts';
import { localDialect } from './dialects.ts';

const error = (kind: ApiErrorKind) => new ApiError(kind, { kind, operation: 'deletePasskey' });
const counts = ({ done, gone, failed, unknown, left }: BulkResult<unknown>) =>
  [done, gone, failed, unknown, left].map((list) => list.length);

describe('deleting many', () => {
  afterEach(stopServices);

  it('fault 48: counts every one exactly once', async () => {
    const kinds: (ApiErrorKind | undefined)[] = [undefined, 'notFound', 'conflict', 'unknownOutcome', undefined];
    const result = await forEach([0, 1, 2, 3, 4], (index) => {
      const kind = kinds[index];
      return kind ? Promise.reject(error(kind)) : Promise.resolve();
    });
    assert.deepEqual(counts(result), [2, 1, 1, 1, 0]);
  });

  it('runs a few at a time', async () => {
    let [running, most] = [0, 0];
    await forEach(
      Array.from({ length: 40 }, (_, index) => index),
      async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running--;
      },
    );
    assert.equal(most, 4);
  });

  it('fault 48: a cancel finishes what was begun and leaves the rest', async () => {
    const controller = new AbortController();
    let begun = 0;
    const result = await forEach(
      Array.from({ length: 20 }, (_, index) => index),
      async () => {
        if (++begun === 6) controller.abort();
        await Promise.resolve();
      },
      { signal: controller.signal },
    );
    const [done, , , , left] = counts(result);
    assert.equal(done, begun);
    assert.equal(done + left!, 20);
  });

  it('fault 33: stops when the credentials are refused', async () => {
    let calls = 0;
    const result = await forEach(
      Array.from({ length: 50 }, (_, index) => index),
      () => {
        calls++;
        return Promise.reject(error('unauthorized'));
      },
    );
    assert.ok(calls <= 4, String(calls));
    assert.equal(result.failed.length + result.left.length, 50);
  });

  it('fault 40: a delete whose reply was lost and that is repeated is done, once', async () => {
    const service = await testService({ faults: [{ kind: 'reset-after', operation: 'deletePasskey', times: 1 }] });
    const client = clientOf(service);
    const [item] = recordsIn(await client.call('listItems', {}));
    const eventId = Number(item!.eventId);
    const passkeys = recordsIn(await client.call('listPasskeys', { query: { eventId } }));
    const result = await forEach(passkeys, ({ id }) => client.call('deletePasskey', { path: { id: Number(id) } }));
    assert.deepEqual(counts(result), [passkeys.length, 0, 0, 0, 0]);
    assert.deepEqual(recordsIn(await client.call('listPasskeys', { query: { eventId } })), []);
  });
});

describe('a deleted passkey made again', () => {
  it('has what the interface can give it, and names what it cannot', () => {
    const record = {
      id: 5,
      eventId: 1,
      passkey: 'A',
      start: '2026-06-01T10:00:00-03:00',
      finish: null,
      limit: 5,
      used: 2,
      itemIds: [1, 2],
    };
    assert.deepEqual(passkeyAgain(record, localDialect), {
      body: { eventId: 1, passkey: 'A', start: '2026-06-01 10:00:00' },
      itemIds: [1, 2],
      lost: ['limit', 'used'],
    });
  });

  it('has its items in whatever shape the service showed them, and names them as lost where it did not', () => {
    const copy = { id: 5, event: { id: 1 }, code: 'A' };
    const body = { eventId: 1, passkey: 'A' };
    assert.deepEqual(passkeyAgain({ ...copy, items: [{ id: 1 }, { id: 2 }] }, {}), { body, itemIds: [1, 2], lost: [] });
    assert.deepEqual(passkeyAgain({ ...copy, items: [] }, {}), { body, itemIds: [], lost: [] });
    for (const unreadable of [{}, { items: '1, 2' }, { items: [{ name: 'Pista' }] }])
      assert.deepEqual(passkeyAgain({ ...copy, ...unreadable }, {}), { body, itemIds: [], lost: ['itemIds'] });
  });

  it('names a time as lost that cannot be written, because the clock of the service is not known', () => {
    const copy = { eventId: 1, passkey: 'A', start: '2026-06-01T10:00:00-03:00', finish: '2026-07-01', itemIds: [] };
    assert.deepEqual(passkeyAgain(copy, {}), {
      body: { eventId: 1, passkey: 'A', finish: '2026-07-01' },
      itemIds: [],
      lost: ['start'],
    });
  });

  it('cannot be made from less', () => {
    for (const record of [null, {}, { passkey: 'A' }, { eventId: 1 }, 'x'])
      assert.equal(passkeyAgain(record, localDialect), undefined);
  });
});
