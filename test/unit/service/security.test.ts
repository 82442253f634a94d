import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations, type Operation } from '../../../src/client/index.ts';
import type { ArrivedMail } from '../../../src/service/index.ts';
import { ask, askEvents, askRaw, askTickets, recordIn, recordsIn, testService, useService, type RawReply } from './support.ts';

const json = (reply: RawReply) => JSON.parse(reply.text) as Record<string, unknown>;
const newItem = JSON.stringify({ name: 'Made by a web page', eventId: 1001 });

describe('fault 17: who may reach the local service', () => {
  const held = useService();
  const origin = () => new URL(held.service.ticketUrl).origin;
  const hostOf = () => new URL(held.service.ticketUrl).host;

  async function itemsMade(): Promise<number> {
    return recordsIn(await held.client.call('listItems', { query: { term: 'Made by a web page' } })).length;
  }

  it('fault 17: it listens on 127.0.0.1 only, not on another address of this machine', async () => {
    const { hostname, port } = new URL(held.service.ticketUrl);
    assert.equal(hostname, '127.0.0.1');
    const elsewhere = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, scopeid }) => !internal && !scopeid)
      .map(({ address }) => address);
    // The whole of 127/8 is this machine; a service on all addresses would answer there too.
    for (const address of [...(process.platform === 'linux' ? ['127.0.0.2', '::1'] : ['::1']), ...elsewhere])
      assert.equal(await canConnect(address, Number(port)), false, address);
    assert.equal(await canConnect('127.0.0.1', Number(port)), true);
  });

  const strangers: [string, Record<string, string>][] = [
    ['a foreign Host', { host: 'evil.example' }],
    ['a Host that points to this machine', { host: 'localtest.me' }],
    ['a foreign Host with the right port', { host: 'evil.example:{port}' }],
    ['a Host that only begins like this machine', { host: '127.0.0.1.evil.example:{port}' }],
    ['another port', { host: '127.0.0.1:1' }],
    ['no port', { host: '127.0.0.1' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['the Origin null', { origin: 'null' }],
    ['its own Origin', { origin: 'http://127.0.0.1:{port}' }],
    ['an empty Origin', { origin: '' }],
    ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }],
    ['Sec-Fetch-Site same-origin', { 'sec-fetch-site': 'same-origin' }],
  ];
  for (const [what, given] of strangers) {
    it(`fault 17: a request with ${what} gets 403 and does nothing, even with the token`, async () => {
      const { port } = new URL(held.service.ticketUrl);
      const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.replace('{port}', port)]));
      const made = await askTickets(held.service, 'POST', '/items', newItem, headers);
      assert.equal(made.status, 403);
      assert.equal(json(made).code, 2010);
      assert.equal((await askEvents(held.service, 'GET', '/event/1001', undefined, headers)).status, 403);
      assert.equal((await ask(origin(), { path: '/downloads/x', headers })).status, 403);
      assert.equal(await itemsMade(), 0);
    });
  }

  it('fault 17: programs on this machine get through, as localhost and from the address bar', async () => {
    const { port } = new URL(held.service.ticketUrl);
    assert.equal((await askTickets(held.service, 'GET', '/types', undefined, { host: `localhost:${port}` })).status, 200);
    assert.equal((await askTickets(held.service, 'GET', '/types', undefined, { 'sec-fetch-site': 'none' })).status, 200);
  });

  it('fault 17: a request without a Host is refused', async () => {
    const text = await askRaw(origin(), 'GET /events-api/event/1001 HTTP/1.0\r\n\r\n');
    assert.match(text, /^HTTP\/1\.1 403 /);
    assert.match(await askRaw(origin(), 'GET /events-api/event/1001 HTTP/1.1\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 400 /);
  });

  it('fault 17: no reply lets a web page read it, not even the reply to a preflight', async () => {
    const preflight = { 'origin': 'https://evil.example', 'access-control-request-method': 'POST' };
    const replies = [
      await askTickets(held.service, 'OPTIONS', '/items', undefined, preflight),
      await askTickets(held.service, 'OPTIONS', '/items'),
      await askTickets(held.service, 'GET', '/items'),
      await askTickets(held.service, 'GET', '/nowhere'),
      await askEvents(held.service, 'GET', '/event/1001'),
      await askEvents(held.service, 'GET', '/event/1001', undefined, { origin: 'https://evil.example' }),
    ];
    assert.deepEqual(
      replies.map(({ status }) => status),
      [403, 405, 200, 404, 200, 403],
    );
    for (const { headers } of replies)
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith('access-control')),
        [],
      );
  });

  it('fault 17: a form of a web page, which needs no preflight, makes nothing', async () => {
    const headers = { 'host': hostOf(), 'origin': 'https://evil.example', 'content-type': 'text/plain' };
    assert.equal((await ask(origin(), { method: 'POST', path: '/tickets-api/items', headers, body: newItem })).status, 403);
    assert.equal((await askTickets(held.service, 'POST', '/items', newItem, { 'content-type': 'text/plain' })).status, 415);
    assert.equal(await itemsMade(), 0);
  });
});

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 });
    const end = (connected: boolean) => {
      socket.destroy();
      resolve(connected);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

describe('fault 17: the token of the local service', () => {
  const held = useService();
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sign = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64url');

  async function codeFor(authorization: string | undefined): Promise<[number, unknown]> {
    const { origin } = new URL(held.service.ticketUrl);
    const headers = authorization === undefined ? {} : { authorization };
    const reply = await ask(origin, { path: '/tickets-api/types', headers });
    return [reply.status, json(reply).code];
  }

  it('fault 17: is required by every operation of the ticket group', async () => {
    const { origin } = new URL(held.service.ticketUrl);
    for (const { group, method, path } of Object.values(operations) as Operation[]) {
      if (group !== 'ticket') continue;
      const reply = await ask(origin, { method, path: `/tickets-api${path.replace(/\{\w+\}/g, '1001')}` });
      assert.deepEqual([reply.status, json(reply).code], [401, 2005], `${method} ${path}`);
    }
  });

  it('fault 17: is refused when it is not the service’s own', async () => {
    const [head = '', claims = '', signature = ''] = held.service.token.split('.');
    const other = await testService();
    assert.notEqual(other.token, held.service.token);
    const none = encode({ alg: 'none', typ: 'JWT' });
    const foreign = sign(`${head}.${claims}`, 'another secret');
    const richer = encode({ name: 'Eve', email: 'eve@example.com', iat: 0, exp: 9_999_999_999 });
    const bad = {
      'another service’s': other.token,
      'unsigned': `${none}.${claims}.`,
      'unsigned, with a signature': `${none}.${claims}.${signature}`,
      'without its signature': `${head}.${claims}`,
      'with another secret’s signature': `${head}.${claims}.${foreign}`,
      'with other claims': `${head}.${richer}.${signature}`,
      'with a shorter signature': `${head}.${claims}.${signature.slice(0, -1)}`,
      'with a part too many': `${head}.${claims}.${signature}.x`,
      'empty': '',
      'no token at all': 'sesame',
    };
    for (const [what, token] of Object.entries(bad)) assert.deepEqual(await codeFor(`Bearer ${token}`), [401, 2006], what);
    assert.deepEqual(await codeFor(`Basic ${held.service.token}`), [401, 2006]);
    assert.deepEqual(await codeFor(undefined), [401, 2005]);
    assert.deepEqual(await codeFor(`Bearer ${held.service.token}`), [200, undefined]);
    await other.stop();
  });

  it('fault 17: is refused when it has expired, also one that was good before', async () => {
    let now = Date.UTC(2026, 5, 15, 15);
    const service = await testService({ now: () => now });
    assert.equal((await askTickets(service, 'GET', '/types')).status, 200);
    now += 31 * 24 * 60 * 60 * 1000;
    const reply = await askTickets(service, 'GET', '/types');
    assert.deepEqual([reply.status, json(reply).code], [401, 6065]);
    await service.stop();
  });

  it('fault 17: is not needed for public reads, but a wrong one is refused there too', async () => {
    assert.equal(json(await askEvents(held.service, 'GET', '/event/1001')).responseError, null);
    const reply = await askEvents(held.service, 'GET', '/event/1001', undefined, { authorization: 'Bearer x.y.z' });
    assert.equal((json(reply).responseError as { code: number }).code, 2006);
  });
});

describe('fault 17: text that looks like SQL', () => {
  const held = useService();
  const texts = [
    "'; DROP TABLE items; --",
    '" OR 1=1',
    "' OR '1'='1",
    '%',
    '_',
    '\\',
    '\\%',
    '1; DELETE FROM passkeys',
    'NULL',
    '?',
  ];

  it('fault 17: is only data in every parameter of every operation', async () => {
    const before = await everything();
    for (const text of texts) {
      const part = encodeURIComponent(text);
      for (const { group, method, path } of Object.values(operations) as Operation[]) {
        if (method !== 'GET') continue;
        const names = ['term', 'link', 'name', 'eventId', 'type', 'state', 'status', 'passkey', 'page', 'fields', 'sessionId'];
        const query = names.map((name) => `${name}=${part}`).join('&');
        const address = path.replace(/\{\w+\}/g, part);
        const ask = group === 'event' ? askEvents : askTickets;
        for (const sent of [`${address}?${query}`, address, `${path.replace(/\{\w+\}/g, '1001')}?term=${part}`]) {
          const { status } = await ask(held.service, method, sent);
          assert.ok(status < 500, `${sent} → ${status}`);
        }
      }
      for (const path of [`/items/${part}`, `/passkeys/${part}`, `/events/${part}/codes`, `/items/${part}/codes/${part}`]) {
        const { status } = await askTickets(held.service, 'DELETE', path);
        assert.ok(status === 404 || status === 405, `${path} → ${status}`);
      }
      assert.equal((await askTickets(held.service, 'DELETE', `/events/1001/codes?name=${part}`)).status, 200);
    }
    assert.deepEqual(await everything(), before);
  });

  it('fault 17: is only data in a payload, and is read back as it was', async () => {
    const eventId = 1001;
    for (const text of texts) {
      const { id } = recordIn(
        await held.client.call('createItem', { body: { name: text, description: text, eventId, [text]: text } }),
      );
      const path = { id: Number(id) };
      await held.client.call('createAttribute', { path, body: { key: text, value: text, type: text } });
      const item = recordIn(await held.client.call('getItem', { path }));
      assert.deepEqual([item.name, item.description, item[text]], [text, text, text]);
      assert.deepEqual(Object.entries(item.attributes as object), [[text, text]]);
      const passkey = recordIn(await held.client.call('createPasskey', { body: { eventId, passkey: text } }));
      assert.equal(passkey.passkey, text);
    }
  });

  it('fault 17: is found by a term as it stands, without wildcards', async () => {
    for (const name of texts) await held.client.call('createItem', { body: { name, eventId: 1001 } });
    for (const text of texts) {
      const rows = recordsIn(await held.client.call('listItems', { query: { term: text, pageSize: 1000 } }));
      const all = recordsIn(await held.client.call('listItems', { query: { pageSize: 1000 } }));
      const holding = all.filter(({ name, description }) =>
        `${String(name)}\n${String(description)}`.toLowerCase().includes(text.toLowerCase()),
      );
      assert.deepEqual(
        rows.map(({ id }) => id),
        holding.map(({ id }) => id),
        text,
      );
      assert.ok(rows.length > 0 && rows.length < all.length);
    }
  });

  async function everything(): Promise<unknown[]> {
    const texts = [
      await askTickets(held.service, 'GET', '/items?pageSize=1000'),
      await askTickets(held.service, 'GET', '/passkeys?eventId=1001'),
      await askTickets(held.service, 'GET', '/items/300002/codes'),
      await askEvents(held.service, 'GET', '/concerts'),
    ];
    return texts.map(({ text }) => text);
  }
});

describe('fault 17: downloads', () => {
  it('fault 17: only the key of a finished export opens anything, and no path does', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outbox-'));
    await writeFile(join(folder, 'secret.txt'), 'a secret');
    const arrived = Promise.withResolvers<ArrivedMail>();
    const service = await testService({ outbox: join(folder, 'outbox'), onMail: arrived.resolve });
    await askEvents(service, 'POST', '/event/1001/export', '{}');
    const { link, file, path } = await arrived.promise;
    const { origin, pathname } = new URL(link);
    const key = pathname.split('/').at(-1)!;
    assert.equal((await ask(origin, { path: pathname })).status, 200);
    const paths = [
      '',
      '..',
      '../secret.txt',
      '..%2fsecret.txt',
      '%2e%2e/secret.txt',
      '%2e%2e%2f%2e%2e%2fsecret.txt',
      '..\\secret.txt',
      'files/1.csv',
      '1.csv',
      '1',
      `${key}/`,
      `${key}%00`,
      `${key}.csv`,
      `./${key}`,
      `%2f${key}`,
      "' OR '1'='1",
      '%',
      file,
      encodeURIComponent(file),
      path,
      `/etc/passwd`,
      `%2fetc%2fpasswd`,
      'C:%5cWindows%5cwin.ini',
    ];
    for (const each of paths) {
      const reply = await ask(origin, { path: `/downloads/${each.replaceAll(' ', '%20')}` });
      assert.equal(reply.status, 404, each);
      assert.ok(!/secret|root:|soldAt/.test(reply.text.replaceAll(each, '')), reply.text);
    }
    assert.equal((await ask(origin, { path: pathname, method: 'POST' })).status, 404);
    await rm(file);
    assert.equal((await ask(origin, { path: pathname })).status, 404);
    assert.deepEqual(service.errors, []);
    await service.stop();
    await rm(folder, { recursive: true });
  });
});

describe('fault 17: payloads that are too large', () => {
  const held = useService();
  const large = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;
  const limit = 8 * 2 ** 20;

  it('fault 17: are refused with 413, and the reply arrives although not all was read', async () => {
    for (let round = 0; round < 10; round++) {
      const { status, text } = await askTickets(held.service, 'POST', '/items', large(limit * 2));
      assert.equal(status, 413);
      assert.match(text, /larger than 8388608 bytes/);
    }
    assert.equal((await askTickets(held.service, 'POST', '/items', large(limit + 1))).status, 413);
    assert.equal((await askTickets(held.service, 'POST', '/items', large(limit))).status, 200);
  });

  it('fault 17: are refused although they do not tell their length', async () => {
    const body = large(limit + 1);
    assert.equal((await askTickets(held.service, 'POST', '/items', body, { 'transfer-encoding': 'chunked' })).status, 413);
  });

  it('fault 17: are refused when they have too many values or are nested too deeply', async () => {
    const many = await askTickets(held.service, 'POST', '/event/1001/passkeys', `{"codes":[${'0,'.repeat(4_000_000)}0]}`);
    assert.equal(many.status, 413);
    const deep = await askTickets(held.service, 'POST', '/items', `{"name":"x","deep":${'['.repeat(1e5)}${']'.repeat(1e5)}}`);
    assert.equal(deep.status, 400);
    assert.match(deep.text, /nested deeper/);
  });
});
