import assert from 'node:assert/strict';
import { checkAddress, createClient } from '../../../src/client/index.ts';
import { clientOf, failureOf, recordingServer, stopServers } from './support.ts';

describe('a base address', () => {
  const good = [
    'https://tickets.example.com',
    'https://example.com/api/v1/',
    'http://localhost:8080',
    'http://127.0.0.1:9/x',
    'http://[::1]:80',
    ' https://a.example ',
  ];
  for (const text of good) {
    it(`fault 3: accepts ${text}`, () => assert.equal(checkAddress(text).problem, undefined));
  }

  const bad: [string, RegExp][] = [
    ['', /start with https/],
    ['tickets.example.com', /start with https/],
    ['ftp://example.com', /start with https/],
    ['javascript:alert(1)', /start with https/],
    ['file:///etc/passwd', /start with https/],
    ['https://', /not an address/],
    ['https://http://example.com', /starts twice/],
    ['https://https://example.com/api', /starts twice/],
    ['https://exa mple.com', /not an address/],
    ['http://example.com', /Plain http/],
    ['http://127.0.0.1.example.com', /Plain http/],
    ['http://localhost.example.com', /Plain http/],
    ['http://192.168.0.1', /Plain http/],
    ['http://0.0.0.0', /Plain http/],
    ['https://user@example.com', /user name/],
    ['https://user:word@example.com', /user name/],
    ['https://example.com/?a=1', /query/],
    ['https://example.com/?', /query/],
    ['https://example.com/#x', /fragment/],
  ];
  for (const [text, reason] of bad) {
    it(`fault 3: refuses ${text || 'nothing'}`, () => {
      assert.match(checkAddress(text).problem ?? '', reason);
      assert.throws(() => createClient({ eventUrl: text, ticketUrl: 'https://a.example', token: () => undefined }), /eventUrl/);
    });
  }
});

describe('an id in a path', () => {
  afterEach(stopServers);

  const ids = [
    '//evil.example',
    'http://evil.example',
    '../secrets',
    '%2e%2e',
    '..%2f',
    'a/../../b',
    '?x=1',
    '#x',
    'a b',
    '\\evil',
    '@evil',
    'é/ü',
    '9007199254740993',
    ';a=1',
    '%00',
    '\n',
  ];
  for (const id of ids) {
    it(`fault 4: ${JSON.stringify(id)} is one encoded segment at its own origin`, async () => {
      const server = await recordingServer();
      await clientOf(server.origin).call('getEvent', { path: { id } });
      const path = server.requests[0]!.url;
      const prefix = '/events/event/';
      assert.ok(path.startsWith(prefix), path);
      const segment = path.slice(prefix.length);
      assert.doesNotMatch(segment, /[/?#\\]/);
      assert.equal(decodeURIComponent(segment), id);
    });
  }

  for (const id of ['.', '..', '', '\ud800']) {
    it(`fault 4: ${JSON.stringify(id)} is refused`, async () => {
      const server = await recordingServer();
      const error = await failureOf(clientOf(server.origin).call('getEvent', { path: { id } }));
      assert.match(error.message, /path\.id/);
      assert.equal(server.requests.length, 0);
    });
  }

  it('fault 4: any text at all stays one segment', async () => {
    const server = await recordingServer();
    const client = clientOf(server.origin);
    const alphabet = ['/', '.', '%', '?', '#', ':', '@', '\\', 'x', '2e', '\u0000', '\u202e', '語'];
    let seed = 7;
    const next = (limit: number) => (seed = (seed * 48271) % 2147483647) % limit;
    for (let round = 0; round < 200; round++) {
      const id = Array.from({ length: 1 + next(8) }, () => alphabet[next(alphabet.length)]).join('');
      if (id === '.' || id === '..') continue;
      await client.call('getEventCrew', { path: { id } });
      const { url } = server.requests.at(-1)!;
      const segment = /^\/events\/event\/([^/?#]*)\/crew$/.exec(url)?.[1];
      assert.equal(decodeURIComponent(segment ?? ''), id, url);
    }
  });
});
