import assert from 'node:assert/strict';
import type { ApiError } from '../../../src/client/index.ts';
import { parseJson, stringifyJson } from '../../../src/client/index.ts';
import { clientOf, failureOf, recordingServer, stopServers } from './support.ts';

/** Documents that look like JSON and are not, after the kinds that JSON test suites collect. */
const invalidDocuments = [
  '[1 true]',
  '[""],',
  '[1,]',
  '[1,,2]',
  '["x"',
  'x',
  '["x"]]',
  '["",]',
  '["a",\n4\n,1,',
  '[1}',
  '[3[4]]',
  '[1:2]',
  '[,1]',
  '[',
  ']',
  '[[]',
  '[*]',
  '[1,\n1\n,1',
  '[fals]',
  '[nul]',
  '[tru]',
  '[True]',
  '[TRUE]',
  '{]',
  '{"a":1,}',
  '{"a":1,,"b":2}',
  '{"a" "b"}',
  '{"a":"b",,"c":"d"}',
  '{a: 1}',
  "{'a':0}",
  '{1:1}',
  '{"a":1',
  '{"a":',
  '{"a"',
  '{"a":"a',
  '{null:null}',
  '{"id":0,,,,,}',
  '{"a":/*comment*/"b"}',
  '{"a":true} "x"',
  '{"a":1}#',
  '{"a":"b"}/**/',
  '{"a":"b"}//',
  '{"a":"a" 123}',
  '{"x"::"b"}',
  '{[: "x"}',
  '{"x", null}',
  '{"a":"b"}/',
  '[NaN]',
  'NaN',
  '[Infinity]',
  '[-Infinity]',
  '-Infinity',
  '[+1]',
  '[01]',
  '[-01]',
  '[.5]',
  '[-.5]',
  '[1.]',
  '[1.e1]',
  '[0x1F]',
  '[1e]',
  '[1e+]',
  '[1E-]',
  '[-]',
  '[--1]',
  '[1-2]',
  '[1 000]',
  '[1_000]',
  '[0.1.2]',
  '[１]',
  '[1a]',
  '[- 1]',
  '[-NaN]',
  '[++1234]',
  '[2.e+3]',
  '[0e]',
  '[0E+]',
  '[1eE2]',
  '[0.e1]',
  '[9.e+]',
  '["\\u00A"]',
  '["\\uD800\\u"]',
  '["\\x00"]',
  '["\\\\\\"]',
  '["\\"]',
  '["\\a"]',
  '["\\u"]',
  '["\\uqqqq"]',
  "['x']",
  '["a\u0000b"]',
  '["new\nline"]',
  '["tab\there"]',
  '"',
  '"\\',
  '[é]',
  '[\\n]',
  '["asd]',
  'abc',
  '"x" 1',
  '[\\u000A""]',
  '\u00a0[]',
  '\u2060[]',
  '[\u000c]',
  'undefined',
  'nulL',
  'trueish',
  '{}}',
  '<null>',
  '[<null>]',
  '[1]x',
  '1]',
  '{"a":true}{"b":1}',
  '2@',
  '*',
  '{"',
  '@',
  'aå',
  '{"a":/**/1}',
  '[a',
  '["a',
  '[,',
  '{,',
  '"\\u00',
  '\ufeff\ufeff{}',
  '// x\n{}',
  "'a'",
  '[1;2]',
  '(1)',
  '`x`',
];

describe('JSON that is not', () => {
  afterEach(stopServers);

  it('fault 25: gives a typed error for every kind of it, and the client goes on', async () => {
    let text = '';
    const server = await recordingServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(text),
    );
    const client = clientOf(server.origin);
    for (text of invalidDocuments) {
      const error = (await failureOf(client.call('listTypes', {}))) as ApiError;
      assert.equal(error.kind, 'reply', text);
      const write = (await failureOf(client.call('createItem', { body: { name: 'x' } }))) as ApiError;
      assert.equal(write.kind, 'unknownOutcome', text);
    }
    text = '{"fine":true}';
    assert.deepEqual(await client.call('listTypes', {}), { fine: true });
  });

  it('fault 25: nesting without end is an error, not a crash', async () => {
    const server = await recordingServer((_request, response) => response.writeHead(200).end('['.repeat(100_000)));
    assert.equal(((await failureOf(clientOf(server.origin).call('listTypes', {}))) as ApiError).kind, 'reply');
  });
});

describe('numbers', () => {
  afterEach(stopServers);

  it('fault 26: ids above 2^53 keep every digit when they are read and when they are sent', async () => {
    const server = await recordingServer((_request, response) =>
      response
        .writeHead(200)
        .end('{"data":[{"id":9007199254740993,"itemIds":[9007199254740995,5],"price":12.5}],"next":-9007199254740993}'),
    );
    const client = clientOf(server.origin);
    const reply = (await client.call('listTypes', {})) as {
      data: { id: bigint; itemIds: [bigint, number]; price: number }[];
      next: bigint;
    };
    const [row] = reply.data;
    assert.deepEqual(row, { id: 9007199254740993n, itemIds: [9007199254740995n, 5], price: 12.5 });
    assert.equal(reply.next, -9007199254740993n);
    await client.call('getItem', { path: { id: row.id } });
    await client.call('setPasskeyItems', { path: { id: row.id }, body: { itemIds: row.itemIds } });
    await client.call('setPasskeyItems', { path: { id: 1 }, body: { itemIds: ['9007199254740993', '7'] } });
    const [, read, write, fromText] = server.requests;
    assert.equal(read!.url, '/tickets/items/9007199254740993');
    assert.equal(write!.url, '/tickets/passkeys/9007199254740993/items');
    assert.equal(write!.body.toString(), '{"itemIds":[9007199254740995,5]}');
    assert.equal(fromText!.body.toString(), '{"itemIds":[9007199254740993,7]}');
  });

  const exact: [string, unknown][] = [
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['[1,123456789012345678901234567890]', [1, 123456789012345678901234567890n]],
    ['{"a" : 9007199254740993 }', { a: 9007199254740993n }],
    ['{"a":"9007199254740993"}', { a: '9007199254740993' }],
    ['{"a":": 9007199254740993"}', { a: ': 9007199254740993' }],
    ['[1234567890123456.5]', [1234567890123456.5]],
    ['[1e30]', [1e30]],
  ];
  for (const [text, value] of exact) {
    it(`fault 26: ${text} is read without loss`, () => assert.deepEqual(parseJson(text), value));
  }

  it('fault 78: an integer keeps up to 4000 digits, and a longer one is refused instead of rounded', () => {
    const digits = '7'.repeat(4000);
    assert.equal(stringifyJson(parseJson(`{"a":${digits}}`)), `{"a":${digits}}`);
    for (const text of [`{"a":${digits}7}`, `[-${digits}]`]) assert.throws(() => parseJson(text), { name: 'LongNumberError' });
  });

  it('fault 78: a text of a million digits is read in a moment, and a long number behind it still without loss', () => {
    const digits = '7'.repeat(1_000_000);
    assert.deepEqual(parseJson(`{"a":"${digits}","b":9007199254740993}`), { a: digits, b: 9007199254740993n });
  });

  it('fault 104: a number that cannot be held is written digit for digit', () => {
    for (const number of ['1e999', '-1E+999', '1e-999', '0.12345678901234567890', '12345.678901234567890123', '1.5e400']) {
      const text = `{"value":${number},"list":[${number}]}`;
      assert.equal(stringifyJson(parseJson(text)), text);
    }
    assert.deepEqual(parseJson('[0, -1, 12345678901234567890]'), [0, -1, 12345678901234567890n]);
    assert.deepEqual(parseJson('[1e3, 1.50, 0.30000000000000004, -2.5E-3, 0e5]'), [1000, 1.5, 0.30000000000000004, -0.0025, 0]);
  });

  it('fault 26: what was read is written with the same digits', () => {
    const text = '{"id":9007199254740993,"list":[1,-9007199254740995],"name":"é"}';
    assert.equal(stringifyJson(parseJson(text)), text);
  });
});

describe('names that mean something to JavaScript', () => {
  afterEach(stopServers);

  const fields = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"prototype":[1]';
  const names = ['__proto__', 'constructor', 'prototype'];
  const assertIntact = (...objects: object[]) => {
    for (const object of [{}, ...objects]) {
      assert.equal(Object.getPrototypeOf(object), Object.prototype);
      assert.equal((object as { polluted?: boolean }).polluted, undefined);
    }
  };

  it('fault 27: __proto__ and constructor in a reply are its fields, and change no prototype', async () => {
    const text = `{${fields},"nested":{${fields}},"a":1,"a":2,"id":9007199254740993}`;
    const server = await recordingServer((_request, response) => response.writeHead(200).end(text));
    const reply = (await clientOf(server.origin).call('listTypes', {})) as Record<string, object>;
    assertIntact(reply, reply.nested!);
    assert.deepEqual(Object.keys(reply), [...names, 'nested', 'a', 'id']);
    assert.deepEqual(Object.getOwnPropertyDescriptor(reply, '__proto__')?.value, { polluted: true });
    assert.deepEqual(reply.constructor, { prototype: { polluted: true } });
    assert.equal(stringifyJson(reply), text.replace('"a":1,', ''));
  });

  it('fault 27: what was read with them is sent back with them', async () => {
    const text = `{"name":"x",${fields},"nested":{${fields}}}`;
    const server = await recordingServer((_request, response) => response.writeHead(200).end(text));
    const client = clientOf(server.origin);
    const body = (await client.call('getItem', { path: { id: 1 } })) as { name: string };
    await client.call('updateItem', { path: { id: 1 }, body });
    assert.deepEqual(parseJson(server.requests[1]!.body.toString()), parseJson(text));
    assertIntact(body);
  });

  it('fault 73: fields with these names are sent with every payload, and are parameters of a query', async () => {
    const server = await recordingServer();
    const client = clientOf(server.origin);
    const path = { id: 1, eventId: 1 };
    const start = '2030-01-01 10:00:00';
    // At whatever place a field of any name may stand.
    const filters = (known: string) => [parseJson(`{${known},${fields}}`)] as never;
    const payloads = {
      createItem: { name: 'x' },
      updateItem: { name: 'x' },
      createAttribute: { key: '__proto__', value: 'x', type: 'string' },
      updateAttribute: { key: 'constructor', value: 1, type: 'integer' },
      createSalePeriod: { appCategoryId: 1, start, finish: start, available: 0 },
      updateSalePeriod: { appCategoryId: 1, start, finish: start, available: 0 },
      createValues: { price: 1, feeSale: 1, feeProducer: 1 },
      updateValues: { price: 1, feeSale: 1, feeProducer: 1 },
      createPasskey: { eventId: 1, passkey: 'x' },
      updatePasskey: { passkey: 'x' },
      setPasskeyItems: { itemIds: [1] },
      createPasskeys: { codes: ['x'] },
      requestExport: { type: 'guestlist', format: 'csv', filters: filters('"name":"a","value":"b"') },
      requestPasskeysReport: { type: 'passkey', format: 'csv', filters: filters('"status":"approved"') },
      removeItem: {},
      deletePasskey: {},
    } as const;
    for (const [id, known] of Object.entries(payloads)) {
      const body = { ...known, ...(parseJson(`{${fields}}`) as object) };
      await client.call(id as keyof typeof payloads, { path, body });
      assert.deepEqual(parseJson(server.requests.at(-1)!.body.toString()), body, id);
      assertIntact(body);
    }
    await client.call('listItems', { query: parseJson('{"term":"x","__proto__":"a","constructor":["b","c"]}') as never });
    assert.match(server.requests.at(-1)!.url, /\?term=x&__proto__=a&constructor=b&constructor=c$/);
    const error = await failureOf(client.call('listItems', { query: parseJson('{"__proto__":{"a":1}}') as never }));
    assert.match(error.message, /query\.__proto__ must be text, a number or a list of them/);
  });

  it('fault 27: a path value named like a method of Object is not taken from there', async () => {
    const server = await recordingServer();
    const error = await failureOf(clientOf(server.origin).call('getEvent', { path: Object.create({ id: 5 }) as { id: number } }));
    assert.match(error.message, /path\.id must be given/);
  });
});
