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

  it('fault 26: what was read is written with the same digits', () => {
    const text = '{"id":9007199254740993,"list":[1,-9007199254740995],"name":"é"}';
    assert.equal(stringifyJson(parseJson(text)), text);
  });
});

describe('names that mean something to JavaScript', () => {
  it('fault 27: __proto__ in a reply or a payload changes no prototype and stays a field', async () => {
    const text =
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"a":1,"a":2,"id":9007199254740993}';
    const server = await recordingServer((_request, response) => response.writeHead(200).end(text));
    const client = clientOf(server.origin);
    const reply = (await client.call('listTypes', {})) as Record<string, unknown>;
    assert.equal(Object.getPrototypeOf(reply), Object.prototype);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    assert.equal((reply as { polluted?: boolean }).polluted, undefined);
    assert.equal(reply.a, 2);
    const payload = JSON.parse('{"name":"x","__proto__":{"polluted":true}}') as { name: string };
    await client.call('createItem', { body: payload });
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    const sent = JSON.parse(server.requests[1]!.body.toString()) as { polluted?: boolean };
    assert.equal(sent.polluted, undefined);
    await stopServers();
  });

  it('fault 27: a path value named like a method of Object is not taken from there', async () => {
    const server = await recordingServer();
    const error = await failureOf(clientOf(server.origin).call('getEvent', { path: Object.create({ id: 5 }) as { id: number } }));
    assert.match(error.message, /path\.id must be given/);
    await stopServers();
  });
});
