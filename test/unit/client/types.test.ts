import assert from 'node:assert/strict';
import { operations, type ApiError } from '../../../src/client/index.ts';
import { clientOf, failureOf, recordingServer, stopServers } from './support.ts';

describe('the types of a call', () => {
  afterEach(stopServers);

  it('refuse what the client refuses too', async () => {
    const server = await recordingServer();
    const client = clientOf(server.origin);
    const calls = [
      // @ts-expect-error The path needs its id.
      client.call('getItem', {}),
      // @ts-expect-error The id of a session is missing.
      client.call('getSessionTickets', { path: { id: 1 } }),
      // @ts-expect-error A name must be given.
      client.call('createItem', { body: {} }),
      // @ts-expect-error A price is a number.
      client.call('createValues', { path: { id: 1 }, body: { price: '1', feeSale: 1, feeProducer: 1 } }),
      // @ts-expect-error The event of the passkeys must be given.
      client.call('listPasskeys', {}),
      // @ts-expect-error A report has no such format.
      client.call('requestExport', { path: { eventId: 1 }, body: { format: 'pdf' } }),
      // @ts-expect-error A read has no payload.
      client.call('getItem', { path: { id: 1 }, body: { name: 'x' } }),
      // @ts-expect-error An upload needs its file.
      client.call('uploadCodes', { path: { eventId: 1 } }),
      // @ts-expect-error A row has the input of its id.
      client.call(operations.createItem, { path: { id: 1 } }),
    ];
    for (const error of (await Promise.all(calls.map(failureOf))) as ApiError[]) assert.equal(error.kind, 'invalid');
    // @ts-expect-error There is no such operation.
    await failureOf(client.call('dropEverything', {}));
    assert.equal(server.requests.length, 0);
  });

  it('let in whatever the document does, and leave the reply to be read', async () => {
    const server = await recordingServer();
    const client = clientOf(server.origin);
    const reply = client.call('getItem', { path: { id: 9007199254740993n }, query: { any: ['thing'] } });
    // @ts-expect-error The document does not show what is answered.
    const _name: string = await reply;
    assert.deepEqual(_name, {});
    await client.call(operations.createItem, { body: { name: 'x', further: { fields: 1 } } });
    assert.equal(server.requests.length, 2);
  });
});
