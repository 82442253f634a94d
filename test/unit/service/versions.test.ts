import assert from 'node:assert/strict';
import { ApiError, type OperationId } from '../../../src/client/index.ts';
import { recordIn, recordsIn, useService } from './support.ts';

describe('the versions of records', () => {
  const held = useService();

  const idOfFirst = async (operation: 'listItems' | 'listPasskeys') =>
    Number(recordsIn(await held.client.call(operation, { query: { eventId: 1001 } }))[0]!.id);
  const versionOf = async (operation: 'getItem' | 'getPasskey', id: number) => {
    let version: string | undefined;
    const reply = await held.client.call(operation, { path: { id } }, { onEtag: (etag) => (version = etag) });
    return { version, record: recordIn(reply) };
  };

  const writes: ['getItem' | 'getPasskey', 'listItems' | 'listPasskeys', OperationId, (round: number) => object][] = [
    ['getItem', 'listItems', 'updateItem', (round) => ({ name: `Round ${round}` })],
    ['getPasskey', 'listPasskeys', 'updatePasskey', (round) => ({ passkey: `ROUND-${round}` })],
  ];
  for (const [read, list, write, body] of writes) {
    it(`${read} tells one, and ${write} is refused when it is not the one that is there`, async () => {
      const id = await idOfFirst(list);
      const before = await versionOf(read, id);
      assert.match(before.version ?? '', /^"[\w-]+"$/);
      assert.equal((await versionOf(read, id)).version, before.version, 'kept and fresh replies tell the same');
      const send = (round: number, ifMatch: string | undefined) =>
        held.client.call(write as 'updateItem', { path: { id }, body: body(round) as { name: string } }, { ifMatch });
      await send(1, before.version);
      const after = await versionOf(read, id);
      assert.notEqual(after.version, before.version);
      await assert.rejects(send(2, before.version), (error) => error instanceof ApiError && error.status === 412);
      assert.deepEqual((await versionOf(read, id)).record, after.record);
      await send(3, `"other", ${after.version}`);
      await send(4, '*');
      await send(5, undefined);
    });
  }

  it('are not told for lists', async () => {
    let version: string | undefined = 'none heard';
    await held.client.call('listItems', {}, { onEtag: (etag) => (version = etag) });
    assert.equal(version, undefined);
  });
});
