import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import nodeFetch from 'node-fetch';
import type { ApiError, ApiErrorKind, Fetch } from '../../../src/client/index.ts';
import { kindOf, readError } from '../../../src/client/replies.ts';
import {
  clientOf,
  failureOf,
  hastyClock,
  manualClock,
  numbers,
  rawServer,
  readAndWrite,
  recordingServer,
  sendJson,
  stopServers,
  untilAsked,
} from './support.ts';

/** Notes how many bytes were taken of a body when nobody takes more. */
async function* counted(body: AsyncIterable<Uint8Array>, taken: number[]): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const piece of body) {
      bytes += piece.length;
      yield piece;
    }
  } finally {
    taken.push(bytes);
  }
}

describe('a reply that is not whole', () => {
  afterEach(stopServers);

  const truncated: [string, string][] = [
    [
      'a body shorter than its length',
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"data": [1',
    ],
    [
      'a chunked body without its end',
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n',
    ],
    ['a status line cut in two', 'HTTP/1.1 20'],
    ['nothing at all', ''],
  ];
  for (const [title, bytes] of truncated) {
    it(`fault 22: ${title} is a network error for a read and unknown for a write`, async () => {
      const server = await rawServer((socket) => socket.end(bytes));
      const { read, write } = await readAndWrite(server.origin);
      assert.equal(read.kind, 'network');
      assert.equal(write.kind, 'unknownOutcome');
      assert.equal(server.requests.filter((request) => request.startsWith('POST')).length, 1);
    });
  }

  it('fault 23: a body that ends with the connection, too early, is incomplete', async () => {
    const server = await rawServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"data": [{"id": 1}, {"id"'),
    );
    const { read, write } = await readAndWrite(server.origin);
    assert.equal(read.kind, 'reply');
    assert.match(read.message, /incomplete reply/);
    assert.equal(write.kind, 'unknownOutcome');
  });

  const odd: [string, string][] = [
    ['an unsolicited 100', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'],
    ['early hints and then nothing', 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'],
    ['a protocol that nobody speaks', 'HTTP/9.9 200 WHAT\r\n\r\n'],
    ['a header with a broken line', 'HTTP/1.1 200 OK\r\nbroken header\r\n\r\n{}'],
    ['a second status line as body', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
  ];
  for (const [title, bytes] of odd) {
    it(`fault 31: ${title} gives a typed error, and unknown for a write`, async () => {
      const server = await rawServer((socket) => socket.end(bytes));
      const { read, write } = await readAndWrite(server.origin);
      assert.equal(read.name, 'ApiError');
      assert.ok(['network', 'reply'].includes(read.kind), read.kind);
      assert.equal(write.kind, 'unknownOutcome');
    });
  }

  it('fault 31: a 204 with a body is a success without a value', async () => {
    const server = await rawServer((socket) =>
      socket.end('HTTP/1.1 204 No Content\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello'),
    );
    assert.equal(await clientOf(server.origin).call('deletePasskey', { path: { id: 1 } }), undefined);
  });

  for (const status of [300, 304, 399])
    it(`fault 31: a ${status} is no reply of the service, and leaves a write in doubt`, async () => {
      const server = await recordingServer((_request, response) => sendJson(response, { id: 1 }, status));
      const { read, write } = await readAndWrite(server.origin);
      assert.deepEqual([read.kind, write.kind], ['reply', 'unknownOutcome']);
    });

  it('fault 31: a redirect to itself is not a loop', async () => {
    const server = await recordingServer((request, response) => response.writeHead(302, { location: request.url }).end());
    const { read } = await readAndWrite(server.origin);
    assert.equal(read.kind, 'reply');
    assert.equal(server.requests.length, 2);
  });
});

describe('a reply that is not the service', () => {
  afterEach(stopServers);

  const pages: [string, string, string, number][] = [
    ['an HTML page', 'text/html', '<!doctype html><h1>Sign in to the proxy</h1>', 200],
    ['an HTML page with JSON in it', 'text/html; charset=utf-8', '{"data":[]}', 200],
    ['an XML document', 'application/xml', '<error/>', 200],
    ['a picture', 'image/png', '\u0089PNG', 200],
    ['plain words', 'text/plain', 'It works!', 200],
    ['an empty reply', 'application/json', '', 200],
    ['an empty reply without a type', '', '', 200],
    ['blanks', 'application/json', ' \r\n ', 201],
  ];
  for (const [title, type, text, status] of pages) {
    it(`fault 24: ${title} is named with its status, and a write is unknown`, async () => {
      const server = await recordingServer((_request, response) =>
        response.writeHead(status, type ? { 'content-type': type } : {}).end(text),
      );
      const { read, write } = await readAndWrite(server.origin);
      assert.equal(read.kind, 'reply');
      assert.match(read.message, new RegExp(`status ${status}`));
      const reason = text.trim() === '' ? /an empty reply/ : title === 'plain words' ? /not JSON/ : /a gateway, not the service/;
      assert.match(read.message, reason);
      assert.ok(!read.message.includes('<'), 'the page is never shown');
      assert.equal(read.status, status);
      assert.equal(write.kind, 'unknownOutcome');
    });
  }

  for (const status of [403, 502]) {
    it(`fault 24: an HTML page with status ${status} shows the status and none of the page`, async () => {
      const server = await recordingServer((_request, response) =>
        response.writeHead(status, { 'content-type': 'text/html' }).end('<script>alert(1)</script>'),
      );
      const { read, write } = await readAndWrite(server.origin);
      assert.equal(read.kind, status === 403 ? 'forbidden' : 'server');
      assert.equal(write.kind, status === 403 ? 'forbidden' : 'unknownOutcome');
      for (const { message } of [read, write]) {
        assert.match(message, new RegExp(`status ${status}`));
        assert.ok(!message.includes('alert'));
      }
    });
  }

  it('JSON without a content type, or as plain text, is read all the same', async () => {
    const server = await recordingServer((_request, response, count) =>
      response.writeHead(200, count === 1 ? {} : { 'content-type': 'text/plain' }).end('{"data":[1]}'),
    );
    const client = clientOf(server.origin);
    for (let round = 0; round < 2; round++) assert.deepEqual(await client.call('listTypes', {}), { data: [1] });
  });

  it('fault 25: text that is not UTF-8 is refused rather than altered', async () => {
    const server = await recordingServer((_request, response) =>
      response.writeHead(200).end(Buffer.from('{"name":"S\xe3o"}', 'latin1')),
    );
    const { read } = await readAndWrite(server.origin);
    assert.match(read.message, /not UTF-8/);
  });
});

describe('a reply that is too large or too slow', () => {
  afterEach(stopServers);

  it('fault 29: a small body that unpacks to a huge one is cut off', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 2 ** 20, 0x20), { level: 9 });
    assert.ok(bomb.length < 300_000);
    const server = await recordingServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
    );
    const taken: number[] = [];
    const fetch: Fetch = async (url, request) => {
      const { status, headers, body } = await nodeFetch(url, request as never);
      return { status, headers, body: counted(body as AsyncIterable<Uint8Array>, taken) };
    };
    const { read, write } = await readAndWrite(server.origin, { fetch });
    assert.equal(read.kind, 'reply');
    assert.match(read.message, /larger than 64 MB/);
    assert.equal(write.kind, 'unknownOutcome');
    assert.equal(taken.length, 2);
    for (const bytes of taken) assert.ok(bytes < 65 * 2 ** 20, `${bytes} bytes were unpacked`);
  });

  it('fault 29: the cap is a setting', async () => {
    const server = await recordingServer((_request, response) => sendJson(response, { text: 'x'.repeat(5000) }));
    const error = (await failureOf(clientOf(server.origin, { maximumReplyBytes: 4096 }).call('listTypes', {}))) as ApiError;
    assert.equal(error.kind, 'reply');
    assert.ok(await clientOf(server.origin, { maximumReplyBytes: 8192 }).call('listTypes', {}));
  });

  it('fault 30: no headers at all end at the deadline', async () => {
    const clock = manualClock();
    const server = await rawServer(() => clock.advance(29_999));
    const call = clientOf(server.origin, { clock }).call('listTypes', {});
    const failed = failureOf(call);
    await untilAsked(server.requests);
    clock.advance(1);
    const error = (await failed) as ApiError;
    assert.equal(error.kind, 'timeout');
    assert.match(error.message, /within 30 s/);
    assert.equal(server.requests.length, 1, 'a timeout is not tried again');
  });

  it('fault 30: a body that drips for ever ends at the deadline, and a write is unknown', async () => {
    const clock = manualClock();
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n');
      const drip = setInterval(() => {
        socket.write(' ');
        clock.advance(5000);
      }, 2);
      socket.on('close', () => clearInterval(drip));
    });
    const error = (await failureOf(clientOf(server.origin, { clock }).call('createItem', { body: { name: 'x' } }))) as ApiError;
    assert.equal(error.kind, 'unknownOutcome');
    assert.match(error.message, /within 30 s/);
  });

  it("fault 30: can be cancelled with the platform's own fetch too", async () => {
    const server = await rawServer(() => undefined);
    const controller = new AbortController();
    const client = clientOf(server.origin, { fetch: globalThis.fetch });
    const call = failureOf(client.call('listTypes', {}, { signal: controller.signal }));
    await untilAsked(server.requests);
    const reason = new Error('enough');
    controller.abort(reason);
    assert.equal(await call, reason);
    const answering = await recordingServer();
    assert.deepEqual(await clientOf(answering.origin, { fetch: globalThis.fetch }).call('listTypes', {}), {});
  });

  it('fault 30: can be cancelled at any moment', async () => {
    const server = await rawServer(() => undefined);
    const controller = new AbortController();
    const client = clientOf(server.origin);
    const read = failureOf(client.call('listTypes', {}, { signal: controller.signal }));
    const write = failureOf(client.call('createItem', { body: { name: 'x' } }, { signal: controller.signal }));
    await untilAsked(server.requests, 2);
    const reason = new Error('enough');
    controller.abort(reason);
    assert.equal(await read, reason);
    assert.equal(((await write) as ApiError).kind, 'unknownOutcome');
    assert.equal(await failureOf(client.call('listTypes', {}, { signal: controller.signal })), reason);
    assert.equal(server.requests.length, 2);
  });
});

describe('what a status and a code mean', () => {
  const table: [status: number | undefined, code: string | undefined, known: ApiErrorKind, unknown?: ApiErrorKind][] = [
    [undefined, undefined, 'reported'],
    [undefined, '1001', 'invalid', 'reported'],
    [undefined, '2001', 'forbidden', 'reported'],
    [undefined, '3000', 'server', 'reported'],
    [undefined, '4000', 'reported'],
    [undefined, 'E3000', 'reported'],
    [undefined, '20040', 'forbidden', 'reported'],
    [200, '3000', 'server', 'reported'],
    [200, '3002', 'notFound', 'reported'],
    [399, '3000', 'server', 'reported'],
    [400, '3000', 'invalid'],
    [400, '2004', 'notFound', 'invalid'],
    [400, '6062', 'unauthorized', 'invalid'],
    [401, '2004', 'unauthorized'],
    [403, undefined, 'forbidden'],
    [404, '3000', 'notFound'],
    [408, undefined, 'timeout'],
    [409, undefined, 'conflict'],
    [412, undefined, 'conflict'],
    [429, undefined, 'rateLimited'],
    [499, undefined, 'invalid'],
    [500, undefined, 'server'],
    [503, '2006', 'unauthorized', 'server'],
  ];
  for (const [status, code, known, unknown = known] of table)
    it(`${status ?? 'no status'} with ${code ? `code ${code}` : 'no code'} is ${known} where codes are known, and else ${unknown}`, () => {
      assert.equal(kindOf(status, code, numbers), known);
      assert.equal(kindOf(status, code), unknown);
    });

  it('the aliases are looked for in one field after the other', () => {
    const fields = [
      'message',
      'error_message',
      'errorMessage',
      'error_description',
      'detail',
      'title',
      'error',
      'responseDetails',
    ];
    const order = [...fields, 'reason', 'info'];
    for (const [index, field] of order.entries()) {
      const rest = Object.fromEntries(order.slice(index).map((name) => [name, `in ${name}`]));
      assert.equal(readError({ message: ' ', ...rest }).message, `in ${field}`);
    }
    assert.deepEqual(readError('plain'), { message: 'plain' });
    assert.deepEqual(readError([1]), {});
  });

  it('the code is that of the body before that inside, and the words are those inside', () => {
    const inner = { code: 2, message: 'inside' };
    for (const body of [{ responseError: inner }, { error: inner }, { errors: [inner] }]) {
      assert.deepEqual(readError(body), { code: '2', message: 'inside' });
      assert.deepEqual(readError({ ...body, code: 1, message: 'outside' }), { code: '1', message: 'inside' });
    }
    assert.deepEqual(readError({ errors: ['first', 'second'] }), { code: undefined, message: 'first' });
    for (const name of ['error_code', 'errorCode']) assert.equal(readError({ [name]: 7 }).code, '7');
    assert.equal(readError({ code: {} }).code, undefined);
  });

  it('fields are named unless the words name them', () => {
    assert.equal(readError({ message: 'bad price', fields: ['price', 'name', 7] }).message, 'bad price: name');
    assert.equal(readError({ message: 'bad', fields: { price: 'x', name: 'y' } }).message, 'bad: price, name');
    assert.equal(readError({ error: { message: 'bad', fields: ['price'] } }).message, 'bad: price');
    assert.equal(readError({ info: ['price'] }).message, 'refused: price');
    assert.equal(readError({ fields: [] }).message, undefined);
  });
});

describe('a connection that is not made', () => {
  const failing = (cause: object) => () => Promise.reject(new TypeError('fetch failed', { cause }));
  const causes: [object, ApiErrorKind][] = [
    [{ code: 'ECONNREFUSED' }, 'network'],
    [{ code: 'ENOTFOUND' }, 'network'],
    [{ code: 'ETIMEDOUT', syscall: 'connect' }, 'network'],
    [{ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }, 'network'],
    [{ code: 'ECONNRESET', syscall: 'read' }, 'unknownOutcome'],
    [{ code: 'ETIMEDOUT' }, 'unknownOutcome'],
    [{}, 'unknownOutcome'],
    [{ cause: { cause: { code: 'ECONNREFUSED' } } }, 'network'],
  ];
  for (const [cause, kind] of causes)
    it(`leaves a write ${kind === 'network' ? 'not sent' : 'in doubt'} after ${JSON.stringify(cause)}`, async () => {
      const client = clientOf('https://example.com', { fetch: failing(cause), clock: hastyClock() });
      const error = (await failureOf(client.call('createItem', { body: { name: 'x' } }))) as ApiError;
      assert.equal(error.kind, kind);
    });
});

describe('an error of the service', () => {
  afterEach(stopServers);

  const statuses: [number, ApiErrorKind, ApiErrorKind][] = [
    [400, 'invalid', 'invalid'],
    [401, 'unauthorized', 'unauthorized'],
    [403, 'forbidden', 'forbidden'],
    [404, 'notFound', 'notFound'],
    [405, 'invalid', 'invalid'],
    [408, 'timeout', 'unknownOutcome'],
    [409, 'conflict', 'conflict'],
    [410, 'notFound', 'notFound'],
    [412, 'conflict', 'conflict'],
    [413, 'invalid', 'invalid'],
    [422, 'invalid', 'invalid'],
    [429, 'rateLimited', 'rateLimited'],
    [499, 'invalid', 'unknownOutcome'],
    [500, 'server', 'unknownOutcome'],
    [503, 'server', 'unknownOutcome'],
  ];
  for (const [status, readKind, writeKind] of statuses) {
    it(`fault 65: with status ${status} is ${readKind} for a read and ${writeKind} for a write, with code, words and request id`, async () => {
      const body = { code: 4711, message: 'Lote esgotado', info: ['available'] };
      const server = await recordingServer((_request, response) => sendJson(response, body, status, { 'x-request-id': 'abc' }));
      const { read, write } = await readAndWrite(server.origin);
      assert.deepEqual([read.kind, write.kind], [readKind, writeKind]);
      for (const error of [read, write]) {
        assert.deepEqual([error.status, error.code, error.requestId], [status, '4711', 'abc']);
        assert.match(error.message, /Lote esgotado: available/);
      }
      assert.equal(read.operation, 'listTypes');
    });
  }

  it('advises no second try of a removal that clashes', async () => {
    const server = await recordingServer((_request, response) => sendJson(response, { message: 'A used code stays' }, 409));
    const { host } = new URL(server.origin);
    const client = clientOf(server.origin);
    const said = async (call: Promise<unknown>) => (await failureOf(call)).message;
    assert.equal(
      await said(client.call('deleteCode', { path: { itemId: 1, codeId: 2 } })),
      `${host} refused "Delete code" (status 409: A used code stays). It was not deleted.`,
    );
    // Of many codes some may be gone.
    assert.equal(
      await said(client.call('deleteEventCodes', { path: { eventId: 1 } })),
      `${host} refused "Delete codes of event" (status 409: A used code stays).`,
    );
    assert.match(await said(client.call('createItem', { body: { name: 'x' } })), /clashes with .* Reload it and try again\.$/);
  });

  it('says which record is not there where the service itself says so, and calls the environment by its name', async () => {
    let body: unknown = { message: 'The event was not found.' };
    const server = await recordingServer((_request, response) => sendJson(response, body, 404));
    const client = clientOf(server.origin, { name: 'stg' });
    const said = async (call: Promise<unknown>) => (await failureOf(call)).message;
    const event = () => said(client.call('getEvent', { path: { id: 999 } }));
    assert.equal(await event(), 'stg has no event 999. It says: The event was not found.');
    body = { message: 'gone' };
    assert.equal(await said(client.call('getItem', { path: { id: 7 } })), 'stg has no item 7. It says: gone.');
    assert.equal(await said(client.call('getPasskey', { path: { id: 7 } })), 'stg has no passkey 7. It says: gone.');
    assert.equal(await said(client.call('deleteCode', { path: { itemId: 1, codeId: 2 } })), 'stg has no code 2. It says: gone.');
    // The event may be there, and have no bordero.
    assert.equal(
      await said(client.call('getBordero', { path: { eventId: 999 } })),
      'stg did not find what "Get bordero" asked for (status 404: gone). Check the id.',
    );
    // Whoever answers without a word may be a gateway.
    body = {};
    assert.equal(await event(), 'stg did not find what "Get event" asked for (status 404). Check the id.');
  });

  it('fault 65: leaves a write in doubt unless its status is known to mean that nothing was done', async () => {
    let status = 400;
    const server = await recordingServer((_request, response) => sendJson(response, {}, status));
    const refused: number[] = [];
    for (; status < 600; status++) {
      // A client of its own each: after many failures one sends nothing for a while.
      const error = (await failureOf(clientOf(server.origin).call('createItem', { body: { name: 'x' } }))) as ApiError;
      if (error.kind !== 'unknownOutcome') refused.push(status);
    }
    const listed = [400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418];
    assert.deepEqual(refused, [...listed, 421, 422, 423, 424, 425, 426, 428, 429, 431, 451]);
  });

  /** For a read and for a write, where the codes of the service are known. */
  type Inside = [string, unknown, ApiErrorKind, ApiErrorKind?];
  const inside: Inside[] = [
    [
      'responseError',
      { responseData: null, responseError: { status: false, code: 1001, message: 'Bad link' }, responseStatus: 200 },
      'invalid',
    ],
    ['an invalid token', { responseError: { code: '2006', message: 'Invalid token' } }, 'unauthorized'],
    ['an expired token', { responseError: { code: 6065, message: 'Expired' } }, 'unauthorized'],
    ['another 2000', { responseError: { code: 2001, message: 'Not yours' } }, 'forbidden'],
    ['an event that is not there', { responseError: { code: 3002, message: 'Event not found' } }, 'notFound'],
    ['a page beyond the last', { responseError: { code: 2004, message: 'No such page' } }, 'notFound'],
    ['the database', { responseError: { code: 3000, message: 'Database' } }, 'server', 'unknownOutcome'],
    ['a status of 403 in the envelope', { responseData: null, responseDetails: 'Forbidden', responseStatus: 403 }, 'forbidden'],
    ['error as words', { error: 'Something broke' }, 'reported', 'unknownOutcome'],
    ['error as an object', { error: { code: 'E1', message: 'Something broke' } }, 'reported', 'unknownOutcome'],
    ['success: false', { success: false, message: 'Something broke' }, 'reported', 'unknownOutcome'],
    ['success: false without words', { success: false }, 'reported', 'unknownOutcome'],
    ['ok: false with content that is empty', { ok: false, data: null, items: [], meta: {} }, 'reported', 'unknownOutcome'],
    [
      'success: false with a detail of its own',
      { success: false, message: 'Over the limit', limit: 5 },
      'reported',
      'unknownOutcome',
    ],
    ['status: error', { status: 'error', message: 'Something broke' }, 'reported', 'unknownOutcome'],
    ['result: error', { result: 'error', why: 'Something broke' }, 'reported', 'unknownOutcome'],
    ['status: ERROR alone', { status: 'ERROR' }, 'reported', 'unknownOutcome'],
    ['status: fail with a code', { status: 'fail', code: 1001, message: 'Bad link', data: null }, 'invalid'],
    ...['detail', 'info', 'fields', 'timestamp', 'path', 'requestId', 'request_id', 'traceId', 'responseDetails'].map(
      (field): Inside => [`status: error beside ${field}`, { status: 'error', [field]: 'x' }, 'reported', 'unknownOutcome'],
    ),
    ['status: false', { status: false, message: 'Something broke' }, 'reported', 'unknownOutcome'],
    ['errors beside no data', { errors: [{ message: 'Something broke', code: 6065 }], data: null }, 'unauthorized'],
    ['errors as words', { errors: ['Something broke'] }, 'reported', 'unknownOutcome'],
    ['a bare code of an invalid token', { code: 2006, message: 'Invalid token' }, 'unauthorized'],
    ['a bare code of an expired token', { code: '6065', message: 'Expired', info: null }, 'unauthorized'],
    ['a bare code of an event that is not there', { code: 3002, message: 'Event not found' }, 'notFound'],
    ...['2004', '3002', '3020'].map((code): Inside => [
      `code ${code}, of what is not there`,
      { responseError: { code } },
      'notFound',
    ]),
    ...['2005', '2006', '6062', '6065'].map((code): Inside => [
      `code ${code}, of a sign-in`,
      { responseError: { code } },
      'unauthorized',
    ]),
    ['a database code beside a status of 404', { responseError: { code: 3001 }, responseStatus: 404 }, 'notFound'],
    ['a status of 503 in the envelope', { responseData: null, responseStatus: 503 }, 'server', 'unknownOutcome'],
    ['a status of 408 beside a code', { responseError: { code: 1001 }, responseStatus: 408 }, 'timeout', 'unknownOutcome'],
    ['statusCode', { statusCode: 403, message: 'Something broke' }, 'forbidden'],
    ['statusCode and error', { statusCode: 404, error: 'Not Found', message: 'Something broke' }, 'notFound'],
    ['status as a number', { status: 401, message: 'Something broke' }, 'unauthorized'],
    ['status as a number in text', { status: '429', message: 'Something broke' }, 'rateLimited'],
    ['responseStatus as text', { responseStatus: '404' }, 'notFound'],
    ['error_code and error_message', { error_code: 4711, error_message: 'Something broke' }, 'reported', 'unknownOutcome'],
    ['error_code of an invalid token', { error_code: 2006, error_message: 'Invalid token' }, 'unauthorized'],
  ];
  for (const [title, body, kind, writeKind = kind] of inside) {
    it(`fault 65: inside HTTP 200 is found: ${title}`, async () => {
      const server = await recordingServer((_request, response) => sendJson(response, body));
      const { read, write } = await readAndWrite(server.origin, { dialect: { errors: numbers } });
      assert.deepEqual([read.kind, write.kind], [kind, writeKind]);
      assert.equal(server.requests.length, 2, 'it is not tried again');
      if (JSON.stringify(body).includes('Something broke')) assert.match(read.message, /Something broke/);
    });
  }

  const fine = [
    { responseData: [], responseError: null, responseStatus: 200 },
    { code: 'VIP-1', message: 'Welcome' },
    { success: true, message: 'ok' },
    { errors: [], data: [] },
    { error: null, items: [] },
    {},
    { message: 'Done' },
    { status: 'ok', message: 'Done' },
    { status: 200, message: 'OK' },
    { statusCode: 201, message: 'Created' },
    { responseStatus: '200', responseDetails: 'OK' },
    { id: 5, name: 'Pista', status: 'error' },
    { id: 5, status: 'error', message: 'It failed at midnight', code: 2006 },
    { id: 5, success: false, message: 'The last import failed' },
    { id: 5, ok: false, title: 'Pista' },
    { id: 404, status: 404, message: 'The room has this number' },
    { name: 'Pista', status: 'failed', errors: ['no price'] },
    { title: 'Rock', status: 'error' },
    { code: 'VIP-1', status: 'error' },
    { code: 2006 },
    { code: 'VIP-2006', message: 'Invalid token' },
    { code: 4711, message: 'Welcome' },
    { errors: [{ message: 'one field is missing' }], data: { id: 5 } },
    { errors: [], code: 'VIP-1', message: '' },
    { data: [{ id: 1 }], status: 'error', statusCode: 500 },
    { available: 0, status: 'error', message: 'Sold out' },
    7,
    null,
    'text',
    [1],
  ];
  for (const body of fine) {
    it(`is not seen where there is none: ${JSON.stringify(body)}`, async () => {
      const server = await recordingServer((_request, response) => sendJson(response, body));
      assert.deepEqual(await clientOf(server.origin).call('listTypes', {}), body);
    });
  }
});
