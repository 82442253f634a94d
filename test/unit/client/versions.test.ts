import assert from 'node:assert/strict';
import type { ApiError } from '../../../src/client/index.ts';
import { clientOf, failureOf, recordingServer, sendJson, stopServers } from './support.ts';

describe('the version of a record', () => {
  afterEach(stopServers);

  const read = async (etag?: string) => {
    const server = await recordingServer((_request, response) => sendJson(response, {}, 200, etag === undefined ? {} : { etag }));
    const heard: (string | undefined)[] = [];
    await clientOf(server.origin).call('getItem', { path: { id: 1 } }, { onEtag: (version) => heard.push(version) });
    return heard;
  };

  it('is heard by who reads it, if the service offers one that a write may depend on', async () => {
    assert.deepEqual(await read('"v1"'), ['"v1"']);
    assert.deepEqual(await read('W/"v1"'), [undefined]);
    assert.deepEqual(await read(), [undefined]);
  });

  it('is heard by all who share one read, before they have their reply', async () => {
    const server = await recordingServer((_request, response) =>
      setImmediate(() => sendJson(response, { name: 'Pista' }, 200, { etag: '"v1"' })),
    );
    const client = clientOf(server.origin);
    const path = { id: 1 };
    const heard: string[] = [];
    const options = [{}, { signal: new AbortController().signal }, {}];
    const calls = options.map(async (more, caller) => {
      const onEtag = (version: string | undefined) => heard.push(`${caller} ${version}`);
      await client.call('getItem', { path }, { ...more, onEtag });
      heard.push(`${caller} done`);
    });
    await Promise.all([client.call('getItem', { path }), ...calls]);
    assert.equal(server.requests.length, 1);
    for (const caller of [0, 1, 2])
      assert.deepEqual(
        heard.filter((line) => line.startsWith(String(caller))),
        [`${caller} "v1"`, `${caller} done`],
      );
  });

  it('is that of the reply that counted, not of a try that failed', async () => {
    const server = await recordingServer((_request, response, count) =>
      sendJson(response, {}, count === 1 ? 503 : 200, { etag: `"v${count}"` }),
    );
    const heard: (string | undefined)[] = [];
    await clientOf(server.origin).call('getItem', { path: { id: 1 } }, { onEtag: (version) => heard.push(version) });
    assert.deepEqual(heard, ['"v2"']);
  });

  it('fault 38: goes with a write as If-Match, and another version there is a conflict', async () => {
    const server = await recordingServer((request, response) =>
      sendJson(response, {}, request.headers['if-match'] === '"v1"' ? 412 : 200),
    );
    const client = clientOf(server.origin);
    const input = { path: { id: 1 }, body: { name: 'x' } };
    const error = (await failureOf(client.call('updateItem', input, { ifMatch: '"v1"' }))) as ApiError;
    assert.deepEqual([error.kind, error.status], ['conflict', 412]);
    await client.call('updateItem', input);
    assert.deepEqual(
      server.requests.map(({ headers }) => headers['if-match']),
      ['"v1"', undefined],
    );
    assert.equal(server.requests[0]!.headers.authorization, 'Bearer the-token');
  });
});
