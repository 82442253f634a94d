import assert from 'node:assert/strict';
import { tokenHint } from '../../../src/client/index.ts';
import { systemClock } from '../../../src/client/clock.ts';
import { clientOf, recordingServer, stopServers } from './support.ts';

const encode = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const jwt = (claims: unknown, header: unknown = { alg: 'HS256' }) => `${encode(header)}.${encode(claims)}.c2ln`;

describe('what a token says', () => {
  afterEach(stopServers);
  const exp = 1_800_000_000;

  const tokens: [string, string, object][] = [
    ['a usual token', jwt({ name: 'Ana Souza', exp }), { name: 'Ana Souza', expires: exp * 1000 }],
    ['a name in another script', jwt({ name: '山田 太郎' }), { name: '山田 太郎' }],
    ['only a subject', jwt({ sub: 'u-1' }), { name: 'u-1' }],
    ['no expiry', jwt({ name: 'Ana' }), { name: 'Ana' }],
    ['an expiry as text', jwt({ exp: '1800000000' }), {}],
    ['an expiry in milliseconds', jwt({ exp: exp * 1000 }), {}],
    ['a negative expiry', jwt({ exp: -1 }), {}],
    ['an expiry beyond all calendars', jwt({ exp: 1e300 }), {}],
    ['alg none', jwt({ name: 'Eve', exp }, { alg: 'none' }), { name: 'Eve', expires: exp * 1000 }],
    ['claims that are a list', jwt([1]), {}],
    ['claims that are null', jwt(null), {}],
    ['claims that are not JSON', `a.${encode('hello')}.b`, {}],
    ['claims that are not base64', 'a.%%%.b', {}],
    ['claims that are not UTF-8', `a.${Buffer.from([0xff, 0xfe]).toString('base64url')}.b`, {}],
    ['an opaque token', 'a1b2c3d4', {}],
    ['nothing', '', {}],
    ['dots', '....', {}],
  ];
  for (const [title, token, hint] of tokens) {
    it(`fault 54: ${title} is at most a hint`, () => assert.deepEqual(tokenHint(token), hint));
  }

  it('fault 54: an expired or odd token is sent all the same: the service decides', async () => {
    const server = await recordingServer();
    for (const [, token] of tokens.filter(([, text]) => text !== ''))
      await clientOf(server.origin, { token: () => token }).call('listTypes', {});
    const sent = server.requests.map(({ headers }) => headers.authorization);
    assert.deepEqual(
      sent,
      tokens.filter(([, text]) => text !== '').map(([, token]) => `Bearer ${token}`),
    );
  });

  it('fault 54: a timer of thirty days does not fire at once', async () => {
    let fired = false;
    const cancel = systemClock.setTimer(() => (fired = true), 30 * 24 * 60 * 60 * 1000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    cancel();
    assert.equal(fired, false);
  });
});
