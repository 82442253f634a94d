import assert from 'node:assert/strict';
import { wholeList, IncompleteList, Pager, type ApiError, type Dialect, type PageQuery } from '../../../src/client/index.ts';
import { rowsOf } from './paged.ts';
import { clientOf, failureOf, numbers, readAndWrite, recordingServer, sendJson, stopServers } from './support.ts';

describe('what a dialect says of replies that tell of a failure', () => {
  afterEach(stopServers);

  const codes = ['1001', '2001', '2004', '2005', '2006', '3000', '3002', '3020', '6062', '6065', '4711', 'E1'];
  for (const code of codes)
    it(`fault 65: code ${code} inside HTTP 200 means nothing where codes are not known: a read fails with its words, a write is unknown`, async () => {
      const server = await recordingServer((_request, response) =>
        sendJson(response, { responseData: null, responseError: { code, message: 'Lote esgotado' }, responseStatus: 200 }),
      );
      const { read, write } = await readAndWrite(server.origin);
      assert.deepEqual([read.kind, write.kind], ['reported', 'unknownOutcome']);
      for (const error of [read, write]) {
        assert.equal(error.code, code);
        assert.match(error.message, /Lote esgotado/);
      }
      assert.match(read.message, /answered "List ticket types" with an error/);
      assert.equal(server.requests.length, 2, 'it is not tried again');
    });

  it('fault 65: a bare code beside words is an error only where it is known', async () => {
    const body = { code: 2006, message: 'Invalid token' };
    const server = await recordingServer((_request, response) => sendJson(response, body));
    assert.deepEqual(await clientOf(server.origin).call('listTypes', {}), body);
    const error = await failureOf(clientOf(server.origin, { dialect: { errors: numbers } }).call('listTypes', {}));
    assert.equal((error as ApiError).kind, 'unauthorized');
  });

  const failures: [field: string, value: string | number | boolean | null, body: unknown, isFailure: boolean][] = [
    ['done', false, { done: false, id: 5, message: 'Lote esgotado' }, true],
    ['done', false, { done: true, id: 5 }, false],
    ['done', false, { done: 0, id: 5 }, false],
    ['done', false, { id: 5 }, false],
    ['result', 'KO', { result: 'KO', data: { id: 5 }, message: 'Lote esgotado' }, true],
    ['result', 'KO', { result: 'ok', data: { id: 5 } }, false],
    ['rc', 7, { rc: 7, name: 'Pista', message: 'Lote esgotado' }, true],
    ['id', null, { id: null, name: 'Pista', message: 'Lote esgotado' }, true],
    ['id', null, { name: 'Pista' }, false],
  ];
  for (const [field, value, body, isFailure] of failures)
    it(`fault 65: a good reply ${JSON.stringify(body)} ${isFailure ? 'failed' : 'did not fail'} where ${field} = ${JSON.stringify(value)} says so`, async () => {
      const server = await recordingServer((_request, response) => sendJson(response, body));
      assert.deepEqual(await clientOf(server.origin).call('listTypes', {}), body, 'nothing says so without the dialect');
      const options = { dialect: { success: { failure: { field, value } } } };
      if (!isFailure) {
        assert.deepEqual(await clientOf(server.origin, options).call('listTypes', {}), body);
        return;
      }
      const { read, write } = await readAndWrite(server.origin, options);
      assert.deepEqual([read.kind, write.kind], ['reported', 'unknownOutcome']);
      assert.match(read.message, /Lote esgotado/);
    });

  it('fault 65: a reply that failed by its field is a refusal where its code is known to be one', async () => {
    const server = await recordingServer((_request, response) => sendJson(response, { done: false, code: 'E7', id: 5 }));
    const success = { failure: { field: 'done', value: false } };
    const { write } = await readAndWrite(server.origin, { dialect: { success, errors: { refused: ['E7'] } } });
    assert.equal(write.kind, 'invalid');
  });

  it('fault 65: 202 is not done yet where the service does it later, and any other good status elsewhere', async () => {
    const replies = [{ job: 17 }, { id: 5, name: 'Pista' }];
    for (const body of replies) {
      const server = await recordingServer((_request, response) => sendJson(response, body, 202));
      const create = (success: Dialect['success']) =>
        clientOf(server.origin, { dialect: success ? { success } : {} }).call('createItem', { body: { name: 'Pista' } });
      assert.deepEqual(await create(undefined), body);
      assert.deepEqual(await create({ accepted: 'done' }), body);
      const error = (await failureOf(create({ accepted: 'later' }))) as ApiError;
      assert.deepEqual([error.kind, error.status, error.accepted], ['unknownOutcome', 202, true]);
      assert.match(error.message, /accepted "Create item" \(status 202: accepted, not done yet\)/);
      const read = clientOf(server.origin, { dialect: { success: { accepted: 'later' } } }).call('listTypes', {});
      assert.deepEqual(await read, body, 'a read is no work');
    }
  });

  it('fault 65: 202 without a body is accepted where the service does it later, and in doubt elsewhere; one that failed is neither', async () => {
    let body = '';
    const server = await recordingServer((_request, response) => response.writeHead(202).end(body));
    const create = async (accepted?: 'done' | 'later') => {
      const dialect = accepted ? { success: { accepted } } : {};
      return (await failureOf(clientOf(server.origin, { dialect }).call('createItem', { body: { name: 'x' } }))) as ApiError;
    };
    for (const accepted of ['later', 'done', undefined] as const) {
      const error = await create(accepted);
      assert.deepEqual([error.kind, error.accepted], ['unknownOutcome', accepted === 'later'], accepted);
    }
    body = '{"error":"Lote esgotado"}';
    const failed = await create('later');
    assert.deepEqual([failed.kind, failed.accepted], ['unknownOutcome', false]);
    assert.match(failed.message, /Lote esgotado/);
    assert.equal(server.requests.length, 4, 'nothing is sent again');
  });

  it('fault 65: an HTTP status means what HTTP says, whatever code stands beside it', async () => {
    const kinds = {
      401: 'unauthorized',
      403: 'forbidden',
      404: 'notFound',
      409: 'conflict',
      412: 'conflict',
      429: 'rateLimited',
    };
    for (const [status, kind] of Object.entries(kinds)) {
      const server = await recordingServer((_request, response) => sendJson(response, { code: 2004 }, Number(status)));
      const { write } = await readAndWrite(server.origin);
      assert.equal(write.kind, kind, status);
    }
  });
});

describe('the end of a list at a service that answers a page beyond the last with an error', () => {
  afterEach(stopServers);
  const rows = rowsOf(7);
  const error = { error: { code: 'E9', message: 'Essa página não existe' } };

  /** `total`: what the service says that there is. */
  async function listAt(dialect: Dialect, total?: number) {
    const server = await recordingServer(({ url }, response) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page'));
      const data = rows.slice((page - 1) * 3, page * 3);
      sendJson(response, page < 1 || data.length === 0 ? error : { data, ...(total === undefined ? {} : { total }) });
    });
    const client = clientOf(server.origin, { dialect });
    const read = (query: PageQuery) => client.call('listPasskeys', { query: { ...query, eventId: 1 } });
    return Object.assign(read, { paging: dialect.paging });
  }

  const first = { first: 1 } as const;
  const dialects: [string, Dialect, isWhole: boolean][] = [
    ['nothing is known', {}, false],
    ['only the first page is known', { paging: first }, false],
    ['other codes are known', { paging: { ...first, beyond: ['E8'] }, errors: { notFound: ['E7'] } }, false],
    ['the code is known to say that nothing is there', { paging: first, errors: { notFound: ['E9'] } }, true],
    ['the code is known to be that of such a page', { paging: { ...first, beyond: ['E*'] } }, true],
  ];
  for (const [what, dialect, isWhole] of dialects) {
    it(`fault 62: has every row, and is ${isWhole ? 'whole' : 'not taken for whole'} where ${what}`, async () => {
      const pager = new Pager(await listAt(dialect), { pageSize: 3 });
      const found: unknown[] = [];
      for await (const page of pager) found.push(...page.map(({ id }) => id));
      assert.deepEqual([found, pager.isWhole], [rows.map(({ id }) => String(id)), isWhole]);

      const byHand = new Pager(await listAt(dialect), { pageSize: 3 });
      while (byHand.hasMore) await byHand.next();
      assert.deepEqual([byHand.count, byHand.isWhole], [7, isWhole]);

      const all = (async () => {
        let count = 0;
        for await (const page of wholeList(await listAt(dialect), { pageSize: 3 })) count += page.length;
        return count;
      })();
      if (isWhole) assert.equal(await all, 7);
      else await assert.rejects(all, IncompleteList);
    });
  }

  it('fault 62: an error in place of the first page fails with its words', async () => {
    const server = await recordingServer((_request, response) => sendJson(response, error));
    const client = clientOf(server.origin);
    const pager = new Pager((query) => client.call('listPasskeys', { query: { ...query, eventId: 1 } }));
    await assert.rejects(pager.next(), { kind: 'reported', message: /Essa página não existe/ });
  });

  it('fault 62: where more was told of, an error is shown unless its code is that of such a page', async () => {
    const unknown = new Pager(await listAt({ paging: first }, 9), { pageSize: 3 });
    const known = new Pager(await listAt({ paging: { ...first, beyond: ['E9'] } }, 9), { pageSize: 3 });
    for (const pager of [unknown, known]) for (let page = 1; page <= 3; page++) await pager.next();
    await assert.rejects(unknown.next(), { kind: 'reported', code: 'E9' });
    await known.next();
    for (const pager of [unknown, known]) assert.deepEqual([pager.count, pager.isWhole], [7, false]);
    assert.equal(known.hasMore, false);
  });
});
