import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { createClient, type ApiError, type Client, type Dialect, type LogEntry } from '../../../src/client/index.ts';
import { clientOf, failureOf, recordingServer, sendJson, stopServers } from './support.ts';

const withKey: Dialect = { token: { event: ['apikey'] } };

describe('a credential', () => {
  afterEach(stopServers);

  it('is the token as a bearer on the ticket group and nothing on the event group', async () => {
    const server = await recordingServer();
    const client = clientOf(server.origin);
    await client.call('listTypes', {});
    await client.call('getHomeCover', {});
    assert.deepEqual(
      server.requests.map(({ headers }) => headers.authorization),
      ['Bearer the-token', undefined],
    );
  });

  it('can be the same header, or named query parameters, on the event group', async () => {
    const server = await recordingServer();
    await clientOf(server.origin, { dialect: { token: { event: 'bearer' } } }).call('getHomeCover', {});
    const ownSecrets = () => ({ apikey: 'k&y', usertoken: 'u', other: 'not named' });
    const dialect: Dialect = { token: { event: ['apikey', 'usertoken'] } };
    await clientOf(server.origin, { dialect, ownSecrets }).call('getHomeCover', { query: { page: 1 } });
    assert.equal(server.requests[0]!.headers.authorization, 'Bearer the-token');
    assert.equal(server.requests[1]!.headers.authorization, undefined);
    assert.equal(server.requests[1]!.url, '/events/home/cover?page=1&apikey=k%26y&usertoken=u');
  });

  const forms: [string, NonNullable<Dialect['token']>, Record<string, string | undefined>, string][] = [
    ['in any header', { ticket: { header: 'X-Access-Token' } }, { 'x-access-token': 'the-token' }, ''],
    [
      'after any prefix',
      { ticket: { header: 'Authorization', prefix: 'Token token=' } },
      { authorization: 'Token token=the-token' },
      '',
    ],
    ['in any query parameter', { ticket: { query: 'access token' } }, {}, '?access+token=the-token'],
    ['as a key of its own in a header', { ticket: { header: 'X-Api-Key', own: true } }, { 'x-api-key': 'own-key' }, ''],
    ['as a key of its own in a query', { ticket: { query: 'key', own: true } }, {}, '?key=own-query-key'],
    ['as nothing', { ticket: 'nothing' }, {}, ''],
  ];
  for (const [title, token, headers, query] of forms) {
    it(`travels ${title}, for either group, and nowhere else`, async () => {
      const server = await recordingServer();
      const ownSecrets = () => ({ 'X-Api-Key': 'own-key', 'key': 'own-query-key' });
      const other = { ...(token.ticket ? { event: token.ticket } : {}), ticket: 'nothing' } as const;
      await clientOf(server.origin, { dialect: { token }, ownSecrets }).call('listTypes', {});
      await clientOf(server.origin, { dialect: { token: other }, ownSecrets }).call('getHomeCover', {});
      for (const request of server.requests) {
        const sent = Object.entries(request.headers).filter(([name]) => /^(?:authorization|x-)/.test(name));
        assert.deepEqual(Object.fromEntries(sent), headers);
      }
      assert.deepEqual(
        server.requests.map(({ url }) => url),
        [`/tickets/types${query}`, `/events/home/cover${query}`],
      );
    });
  }

  it('says which group refused what it was sent', async () => {
    const server = await recordingServer((_request, response) => sendJson(response, { message: 'expired' }, 401));
    const dialect: Dialect = {
      token: { ticket: { header: 'X-Access-Token', prefix: 'Token ' }, event: { query: 'key', own: true } },
    };
    const client = clientOf(server.origin, { name: 'stg', dialect, ownSecrets: () => ({ key: 'own-key' }) });
    const messages = async (one: Client) => [
      (await failureOf(one.call('listTypes', {}))).message,
      (await failureOf(one.call('getHomeCover', {}))).message,
    ];
    assert.deepEqual(await messages(client), [
      'The ticket group of stg refused the token (sent as X-Access-Token: Token) for "List ticket types" (status 401: expired). Sign in again.',
      'The event group of stg refused the key (sent as the query parameter key) for "Get home cover" (status 401: expired). Sign in again.',
    ]);
    const silent = clientOf(server.origin, { name: 'stg', token: () => undefined });
    assert.deepEqual(await messages(silent), [
      'The ticket group of stg refused "List ticket types" (status 401: expired), which carries no credential. Configure Environments says how it sends one.',
      'The event group of stg refused "Get home cover" (status 401: expired), which carries no credential. Configure Environments says how it sends one.',
    ]);
    const error = (await failureOf(silent.call('getHomeCover', {}))) as ApiError;
    assert.equal(error.carriedCredential, false);
  });

  it('is not sent with a prefix or a key that no header can have, and neither is shown', async () => {
    const server = await recordingServer();
    const prefixed = clientOf(server.origin, { dialect: { token: { ticket: { header: 'X-Token', prefix: 'T\u200b' } } } });
    const keyed = clientOf(server.origin, {
      dialect: { token: { ticket: { header: 'X-Key', own: true } } },
      ownSecrets: () => ({ 'X-Key': 'secret\u00a0key' }),
    });
    const errors = [await failureOf(prefixed.call('listTypes', {})), await failureOf(keyed.call('listTypes', {}))];
    assert.match(errors[0]!.message, /what stands before the token in X-Token has U\+200B zero width space at position 2\.$/);
    assert.match(errors[1]!.message, /the key for X-Key has U\+00A0 no-break space at position 7\./);
    assert.doesNotMatch(errors.map(({ stack }) => stack).join(), /secret/);
    assert.equal(server.requests.length, 0);
  });

  it('is asked for with the group and the origin that it will go to, and may be missing', async () => {
    const server = await recordingServer();
    const asked: unknown[] = [];
    const token = (to: unknown) => void asked.push(to);
    await clientOf(server.origin, { token }).call('listTypes', {});
    assert.deepEqual(asked, [{ group: 'ticket', origin: server.origin }]);
    assert.equal(server.requests[0]!.headers.authorization, undefined);
  });

  it('fault 6: of one environment is not sent by the client of another', async () => {
    const [first, second] = [await recordingServer(), await recordingServer()];
    const tokens: Record<string, string> = { [first.origin]: 'token-of-first' };
    const token = ({ origin }: { origin: string }) => tokens[origin];
    for (const { origin } of [first, second]) await clientOf(origin, { token }).call('listTypes', {});
    assert.equal(first.requests[0]!.headers.authorization, 'Bearer token-of-first');
    assert.equal(second.requests[0]!.headers.authorization, undefined);
  });

  for (const [name, odd] of [
    ['U+200B zero width space', '\u200b'],
    ['U+00A0 no-break space', '\u00a0'],
    ['U+00AD soft hyphen', '\u00ad'],
    ['U+200C zero width non-joiner', '\u200c'],
    ['U+200D zero width joiner', '\u200d'],
    ['U+200E left-to-right mark', '\u200e'],
    ['U+200F right-to-left mark', '\u200f'],
    ['U+2011 non-breaking hyphen', '\u2011'],
    ['U+2013 en dash', '\u2013'],
    ['U+2014 em dash', '\u2014'],
    ['U+2026 ellipsis', '\u2026'],
    ['U+2060 word joiner', '\u2060'],
    ['U+FEFF byte order mark', '\ufeff'],
    ['U+000A control character', '\n'],
    ['U+00E9 "é"', 'é'],
  ] as const) {
    it(`fault 72: with ${name} is not sent, and a write that needs it has not happened`, async () => {
      const server = await recordingServer();
      const secret = `secret-${odd}token`;
      for (const token of [() => secret, () => Promise.resolve(secret)]) {
        const client = clientOf(server.origin, { token, dialect: { token: { event: 'bearer' } } });
        for (const failed of [
          client.call('createItem', { body: { name: 'Pista' } }),
          client.call('deletePasskey', { path: { id: 1 } }),
          client.call('getHomeCover', {}),
        ]) {
          const error = (await failureOf(failed)) as ApiError;
          assert.equal(error.kind, 'unauthorized');
          assert.ok(error.message.includes(`was not sent: the token has ${name} at position 8.`), error.message);
          assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`, /secret/);
        }
      }
      assert.equal(server.requests.length, 0);
    });
  }

  for (const status of [301, 302, 303, 307, 308]) {
    it(`fault 5: does not follow a ${status} redirect, and the error names its target`, async () => {
      const target = await recordingServer();
      const server = await recordingServer((_request, response) => {
        response.writeHead(status, { location: `${target.origin}/stolen` }).end();
      });
      const client = clientOf(server.origin, { dialect: withKey, ownSecrets: () => ({ apikey: 'secret-key' }) });
      const errors = [
        await failureOf(client.call('getHomeCover', {})),
        await failureOf(client.call('createItem', { body: { name: 'Pista' } })),
      ] as ApiError[];
      assert.equal(target.requests.length, 0);
      for (const error of errors) assert.ok(error.message.includes(`${target.origin}/stolen`), error.message);
      assert.equal(errors[0]!.kind, 'reply');
      assert.equal(errors[1]!.kind, status < 304 ? 'unknownOutcome' : 'reply');
      assert.equal(server.requests.length, 2);
    });
  }

  it('fault 7: is not sent to a server whose certificate is not trusted', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
    let seen = 0;
    const server = createServer({ key, cert }, (_request, response) => {
      seen++;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = createClient({ eventUrl: url, ticketUrl: url, token: () => 'the-token' });
    const errors = [
      await failureOf(client.call('listTypes', {})),
      await failureOf(client.call('createItem', { body: { name: 'x' } })),
    ];
    server.close();
    assert.equal(seen, 0);
    for (const error of errors as ApiError[]) {
      assert.equal(error.kind, 'network');
      assert.match(error.message, /certificate was refused: \w+/);
    }
  });

  it('fault 7: no source file turns the check of certificates off', () => {
    const offenders = globSync('{src,scripts}/**/*.{ts,mjs}').filter((name) =>
      /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/.test(readFileSync(name, 'utf8')),
    );
    assert.deepEqual(offenders, []);
  });

  it('fault 9: never shows in the log or in an error, even when the service sends it back', async () => {
    const token = 'secret/token+with=signs';
    const apikey = 'secret key&more';
    const base64 = Buffer.from(token).toString('base64');
    const server = await recordingServer((_request, response) => {
      const echo = [token, encodeURIComponent(token), base64, apikey, encodeURIComponent(apikey)].join(' ');
      sendJson(response, { code: 1, message: `You sent ${echo}` }, 400, { 'x-request-id': 'r-1' });
    });
    const entries: LogEntry[] = [];
    const client = clientOf(server.origin, {
      token: () => token,
      dialect: withKey,
      ownSecrets: () => ({ apikey }),
      log: (entry) => entries.push(entry),
    });
    await Promise.allSettled([client.call('listTypes', {}), client.call('getHomeCover', {})]);
    entries.length = 0;
    const errors = [
      await failureOf(client.call('listTypes', {})),
      await failureOf(client.call('getHomeCover', { query: { page: 1 } })),
    ];
    const dead = clientOf('http://127.0.0.1:1', {
      dialect: withKey,
      ownSecrets: () => ({ apikey }),
      log: (entry) => entries.push(entry),
    });
    errors.push(await failureOf(dead.call('getHomeCover', {})));
    const seen =
      JSON.stringify(entries) +
      errors.map((error) => `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).join('\n');
    assert.match(seen, /You sent •••/);
    for (const secret of [token, apikey]) {
      for (const dress of [
        secret,
        encodeURIComponent(secret),
        new URLSearchParams({ a: secret }).toString().slice(2),
        Buffer.from(secret).toString('base64'),
      ]) {
        assert.ok(!seen.includes(dress), `${dress} is in ${seen}`);
      }
    }
    assert.equal(entries[0]!.requestId, 'r-1');
    assert.equal(entries[1]!.url, `${server.origin}/events/home/cover?page=1`);
  });

  it('fault 9: is taken out of the request id and the code that a service answers with', async () => {
    const token = 'secret-token-4711';
    const server = await recordingServer((_request, response) =>
      sendJson(response, { code: `E-${token}`, message: 'no' }, 400, { 'x-request-id': `r-${token}` }),
    );
    const entries: LogEntry[] = [];
    const client = clientOf(server.origin, { token: () => token, log: (entry) => entries.push(entry) });
    const error = (await failureOf(client.call('listTypes', {}))) as ApiError;
    assert.deepEqual([error.code, error.requestId, entries[0]?.requestId], ['E-•••', 'r-•••', 'r-•••']);
  });

  it('fault 9: anything that looks like a JSON Web Token is taken out of an error', async () => {
    const jwt = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0In0', 'c2lnbmF0dXJl'].join('.');
    const server = await recordingServer((_request, response) => sendJson(response, { message: `token ${jwt} expired` }, 400));
    const error = await failureOf(clientOf(server.origin).call('listTypes', {}));
    assert.match(error.message, /token ••• expired/);
  });
});
