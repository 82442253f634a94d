import assert from 'node:assert/strict';
import { type ApiError, cutText, type LogEntry, Redactor } from '../../../src/client/index.ts';
import { clientOf, failureOf, recordingServer, sendJson, stopServers } from './support.ts';

const opaque = 'opaque/Token+4711~with=signs';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64Url = (text: string) => Buffer.from(text).toString('base64url');

function redactorOf(...secrets: string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.hide(secret);
  return redactor;
}

describe('redaction', () => {
  afterEach(stopServers);

  /** Time of this process, in milliseconds: what else the machine does is not counted. */
  function costOf(work: () => void): number {
    const costs = [0, 1, 2].map(() => {
      const before = process.cpuUsage().user;
      work();
      return (process.cpuUsage().user - before) / 1000;
    });
    return Math.min(...costs);
  }

  const pieces: Record<string, string> = {
    'the beginning of tokens': 'eyJ-',
    'short segments': 'eyJa.eyJa.',
    'the first three letters of a token': 'eyJ',
    'the first three letters and a dot': 'eyJ.',
    'half tokens': 'eyJhbGciOiJIUzI1NiJ9.',
    'half tokens and blanks': 'eyJhbGciOiJIUzI1NiJ9. ',
    'the beginning of the secret': opaque.slice(0, -1),
    'the secret itself': opaque,
    'the beginning of the secret in Base64': base64(opaque).slice(0, -4),
  };
  for (const [what, piece] of Object.entries(pieces))
    it(`fault 67: takes time in proportion to the text, for ${what}`, function () {
      this.timeout(60_000);
      const redactor = redactorOf(opaque);
      const clean = (length: number) => {
        const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
        return costOf(() => redactor.clean(text));
      };
      const small = clean(2 ** 16);
      // Before the large one: what is quadratic would take minutes there.
      assert.ok(small < 250, `${small} ms for 64 KB`);
      const large = clean(2 ** 20);
      assert.ok(large < 1000 && large < 48 * Math.max(small, 0.5), `${large} ms for 1 MB, ${small} ms for 64 KB`);
    });

  it('fault 67: keeps at most 2,000 characters of what a service says, in an error and in the log', async () => {
    const long = `You sent ${opaque} and ${'é'.repeat(300_000)}`;
    const server = await recordingServer((_request, response) => {
      const requestId = `${'r'.repeat(3000)}${opaque}`;
      sendJson(response, { code: `E${'1'.repeat(3000)}`, message: long }, 400, { 'x-request-id': requestId });
    });
    const entries: LogEntry[] = [];
    const client = clientOf(server.origin, { token: () => opaque, log: (entry) => entries.push(entry) });
    const error = (await failureOf(client.call('listTypes', {}))) as ApiError;
    assert.match(error.message, /You sent ••• and é+…\). /);
    assert.equal(error.message.replace(/^[^(]*\((.*)\)[^)]*$/s, '$1').length, 2000);
    for (const text of [error.code, error.requestId, entries[0]!.requestId, entries[0]!.problem]) {
      assert.equal(text?.length, 2000);
      assert.ok(text.endsWith('…'));
    }
    assert.ok(error.stack!.length < 4000 && JSON.stringify(entries).length < 7000);
  });

  it('fault 67: keeps at most 2,000 characters of the cause of an error', async () => {
    const fetch = () => Promise.reject(new Error(`${opaque} ${'x'.repeat(5000)}`));
    const client = clientOf('http://127.0.0.1:1', { token: () => opaque, fetch });
    const error = await failureOf(client.call('createItem', { body: { name: 'Pista' } }));
    assert.match(String(error.cause), /^••• x+…$/);
    assert.equal(String(error.cause).length, 2000);
  });

  it('fault 67: cuts what was redacted, so that no half of a token is left', async () => {
    // Redacted, what comes before is so short that the cut of the whole would fall into the last token.
    const message = `${`${opaque} `.repeat(400)}${'x'.repeat(380)} ${opaque}`;
    const server = await recordingServer((_request, response) => sendJson(response, { message }, 400));
    const error = await failureOf(clientOf(server.origin, { token: () => opaque }).call('listTypes', {}));
    assert.ok(!error.message.includes(opaque.slice(0, 4)), error.message.slice(-200));
  });

  it('cuts no character in two, and says that it cut', () => {
    assert.equal(cutText('abc', 3), 'abc');
    assert.equal(cutText('abcd', 3), 'ab…');
    assert.equal(cutText('a😀bc', 3), 'a…');
    assert.equal(cutText('a😀bc', 4), 'a😀…');
    assert.equal(cutText('a\u{10000}bc', 3), 'a…');
    assert.equal(cutText('a\u{10ffff}bc', 3), 'a…');
    for (let max = 2; max < 12; max++) assert.ok(cutText('😀'.repeat(6), max).isWellFormed(), String(max));
  });

  const around = ['', 'a', 'ab', 'Bearer ', 'Basic user:', '{"authorization":"Bearer '];
  const encodings: Record<string, (text: string) => string> = {
    'Base64': base64,
    'URL-safe Base64': base64Url,
    'Base64 in a URL': (text) => encodeURIComponent(base64(text)),
    'Base64 in a URL, with small letters': (text) =>
      encodeURIComponent(base64(text)).replace(/%../g, (sign) => sign.toLowerCase()),
    'Base64 in JSON that escapes slashes': (text) => base64(text).replaceAll('/', '\\/'),
    'hex': (text) => Buffer.from(text).toString('hex'),
    'hex with capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  };
  for (const [name, encode] of Object.entries(encodings))
    it(`fault 9: finds a secret in ${name} of any text that contains it`, () => {
      // Signs that become + and / in Base64, and lengths of all three remainders.
      const secrets = ['opaque-token-4711', '>>>???>>>~~~ÿÿ', 'token?>~token?>~1', 'x'.repeat(33), opaque];
      for (const secret of secrets)
        for (const before of around)
          for (const after of ['', '"', '"}', ' and more']) {
            const whole = encode(before + secret + after);
            const cleaned = redactorOf(secret).clean(`<${whole}>`);
            const left = cleaned.replaceAll('•••', '').length - 2;
            assert.match(cleaned, /^<.*•••.*>$/);
            // At least all characters that only the secret decides.
            const own = Math.floor((8 * Buffer.byteLength(secret)) / 6) - 1;
            assert.ok(whole.length - left >= own, `${whole} became ${cleaned}`);
          }
    });

  it('fault 9: leaves no character of Base64 that the secret has a part in', () => {
    const secret = 'opaque-token-4711';
    for (const before of ['', 'a', 'ab', 'abc'])
      for (const after of ['', '"', '"}', 'abc']) {
        const whole = base64(before + secret + after).replace(/=+$/, '');
        const begin = Math.floor((8 * before.length) / 6);
        const end = Math.ceil((8 * (before + secret).length) / 6);
        assert.equal(redactorOf(secret).clean(whole), `${whole.slice(0, begin)}•••${whole.slice(end)}`, `${before}…${after}`);
      }
  });

  it('fault 9: finds Base64 of "Bearer" and the token in the words of an error', async () => {
    const server = await recordingServer(({ headers }, response) =>
      sendJson(response, { message: `You sent ${base64(headers.authorization ?? '')}` }, 400),
    );
    const token = 'secret-token-4711';
    const error = await failureOf(clientOf(server.origin, { token: () => token }).call('listTypes', {}));
    const sent = base64(`Bearer ${token}`);
    assert.match(error.message, /You sent \S+•••/);
    for (let at = 12; at + 4 <= sent.length; at++) assert.ok(!error.message.includes(sent.slice(at, at + 4)), error.message);
  });

  it('leaves ordinary text alone, however short a secret is', () => {
    const text = 'Abcd 1234 test: o evento de teste custa 31323334, YWJj dGVzdA MTIz 74657374.';
    assert.equal(redactorOf('a', 'te', 'est').clean(text), text);
    // Of a short one only what is whole: neither hex nor a piece of Base64.
    assert.equal(redactorOf('1234').clean(text), text.replace('1234', '•••').replace('1234', '•••'));
  });
});

describe('the data of a reply', () => {
  afterEach(stopServers);

  const echo = [opaque, encodeURIComponent(opaque), base64(`Bearer ${opaque}`), base64Url(opaque)];

  async function replyOf(data: unknown, token = opaque): Promise<unknown> {
    const server = await recordingServer((_request, response) => sendJson(response, data));
    return clientOf(server.origin, { token: () => token }).call('listTypes', {});
  }

  it('fault 74: has no token that the service was sent, in values, lists and names, at any depth', async () => {
    const reply = await replyOf({ data: [{ name: `Pista ${opaque}`, deep: [[{ list: echo }]] }], [`x-${opaque}`]: 1, id: 7 });
    const text = JSON.stringify(reply);
    for (const one of echo) assert.ok(!text.includes(one), text);
    assert.match(text, /^\{"data":\[\{"name":"Pista •••","deep":\[\[\{"list":\["•••","•••",.*\}\],"x-•••":1,"id":7\}$/);
  });

  it('fault 74: has no token that is a number', async () => {
    for (const token of ['90071992547409931234', '1234567890123456']) {
      const server = await recordingServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(`{"data":[${token}],"text":"${token}"}`);
      });
      const reply = await clientOf(server.origin, { token: () => token }).call('listTypes', {});
      assert.deepEqual(reply, { data: ['•••'], text: '•••' });
    }
  });

  it('fault 74: of one group has no token of the other, once it was used', async () => {
    const server = await recordingServer((_request, response) => sendJson(response, { title: opaque }));
    const client = clientOf(server.origin, { token: () => opaque });
    await client.call('listTypes', {});
    assert.deepEqual(await client.call('getHomeCover', {}), { title: '•••' });
  });

  it('stays as it is where a secret is too short to be told from data, and where something only looks like a token', async () => {
    const data = { codes: ['1234567', 'A1234567'], link: 'https://files.example/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2ln' };
    assert.deepEqual(await replyOf(data, '1234567'), data);
    assert.deepEqual(await replyOf({ id: 12345678 }, '12345678'), { id: 12345678 });
  });

  it('is cleaned however deep it is', async () => {
    const depth = 200_000;
    const server = await recordingServer((_request, response) => {
      const text = `${'['.repeat(depth)}"${opaque}"${']'.repeat(depth)}`;
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    });
    let value = await clientOf(server.origin, { token: () => opaque }).call('listTypes', {});
    while (Array.isArray(value)) [value] = value as unknown[];
    assert.equal(value, '•••');
  });

  it('fault 74: is not written back with the mark in it', async () => {
    const server = await recordingServer((_request, response) => sendJson(response, { name: `Pista ${opaque}` }));
    const client = clientOf(server.origin, { token: () => opaque });
    const body = { name: 'Pista •••' };
    await client.call('updateItem', { path: { id: '1' }, body });
    // Now it may stand for the token.
    const error = (await failureOf(client.call('updateItem', { path: { id: '1' }, body }))) as ApiError;
    assert.equal(error.kind, 'invalid');
    assert.match(error.message, /was not sent: it has •••/);
    assert.equal(server.requests.length, 1);
  });
});
