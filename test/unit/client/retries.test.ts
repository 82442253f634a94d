import assert from 'node:assert/strict';
import type { ApiError } from '../../../src/client/index.ts';
import { backoff, Breaker, parseRetryAfter } from '../../../src/client/retries.ts';
import {
  clientOf,
  failureOf,
  hastyClock,
  manualClock,
  rawServer,
  recordingServer,
  sendJson,
  stopServers,
  untilAsked,
} from './support.ts';

describe('trying again', () => {
  afterEach(stopServers);

  for (const status of [408, 429, 500, 502, 503, 504]) {
    it(`fault 32: a read is tried again after ${status}, at most three times in all`, async () => {
      const server = await recordingServer((_request, response) => sendJson(response, {}, status));
      const clock = hastyClock();
      const error = (await failureOf(clientOf(server.origin, { clock }).call('listTypes', {}))) as ApiError;
      assert.equal(error.status, status);
      assert.equal(server.requests.length, 3);
      assert.deepEqual(clock.pauses, [200, 400]);
    });
  }

  for (const status of [400, 401, 403, 404, 409, 422]) {
    it(`a read is not tried again after ${status}`, async () => {
      const server = await recordingServer((_request, response) => sendJson(response, {}, status));
      await failureOf(clientOf(server.origin).call('listTypes', {}));
      assert.equal(server.requests.length, 1);
    });
  }

  it('fault 32: a read survives a connection that is cut', async () => {
    const server = await recordingServer((_request, response, count) => {
      if (count < 3) response.destroy();
      else sendJson(response, { ok: true });
    });
    assert.deepEqual(await clientOf(server.origin).call('listTypes', {}), { ok: true });
  });

  for (const [address, words] of [
    ['http://127.0.0.1:1', /nothing listens/],
    ['https://no-such-host.invalid', /name/],
  ] as const) {
    it(`fault 32: says in plain words that ${address} is not reachable, and a write was not sent`, async () => {
      const client = clientOf(address);
      const calls = [client.call('listTypes', {}), client.call('createItem', { body: { name: 'x' } })];
      for (const error of (await Promise.all(calls.map(failureOf))) as ApiError[]) {
        assert.equal(error.kind, 'network');
        assert.match(error.message, words);
        assert.match(error.message, /Check the connection/);
      }
    });
  }

  it('fault 33: a 401 is said once and not tried again, whatever was asked', async () => {
    const server = await recordingServer((_request, response) =>
      sendJson(response, { code: 2006, message: 'Invalid token' }, 401),
    );
    const client = clientOf(server.origin);
    const calls = [
      client.call('listTypes', {}),
      client.call('updateItem', { path: { id: 1 }, body: { name: 'x' } }),
      client.call('createItem', { body: { name: 'x' } }),
    ];
    for (const error of await Promise.all(calls.map(failureOf))) assert.equal((error as ApiError).kind, 'unauthorized');
    assert.equal(server.requests.length, 3);
  });

  it('fault 36: a create whose reply is lost is not sent again', async () => {
    const server = await recordingServer((_request, response) => response.destroy());
    const error = (await failureOf(clientOf(server.origin).call('createItem', { body: { name: 'x' } }))) as ApiError;
    assert.equal(error.kind, 'unknownOutcome');
    assert.match(error.message, /not known whether .* carried out "Create item"/);
    assert.equal(server.requests.length, 1);
  });

  it('fault 37: a create that is answered with 503 is neither done nor failed, and not sent again', async () => {
    const server = await recordingServer((_request, response) => sendJson(response, {}, 503, { 'retry-after': '1' }));
    const error = (await failureOf(
      clientOf(server.origin).call('createPasskeys', { path: { eventId: 1 }, body: { codes: ['A'] } }),
    )) as ApiError;
    assert.deepEqual([error.kind, error.status], ['unknownOutcome', 503]);
    assert.equal(server.requests.length, 1);
  });

  it('fault 36: an update is idempotent, so it is sent again, and unknown when no try is answered', async () => {
    const server = await recordingServer((_request, response) => response.destroy());
    const error = (await failureOf(
      clientOf(server.origin).call('updateItem', { path: { id: 1 }, body: { name: 'x' } }),
    )) as ApiError;
    assert.equal(error.kind, 'unknownOutcome');
    assert.equal(server.requests.length, 3);
  });

  it('fault 37: an update in doubt stays in doubt when a later try is refused', async () => {
    const server = await recordingServer((_request, response, count) =>
      count === 1 ? response.destroy() : sendJson(response, {}, 409),
    );
    const error = (await failureOf(
      clientOf(server.origin).call('updateItem', { path: { id: 1 }, body: { name: 'x' } }),
    )) as ApiError;
    assert.deepEqual([error.kind, error.status], ['unknownOutcome', 409]);
  });

  for (const operation of ['deletePasskey', 'removeItem'] as const) {
    it(`fault 40: ${operation} whose reply was lost and that is then not found is done`, async () => {
      const server = await recordingServer((_request, response, count) =>
        count === 1 ? response.destroy() : sendJson(response, {}, 404),
      );
      assert.equal(await clientOf(server.origin).call(operation, { path: { id: 1 } }), undefined);
      assert.equal(server.requests.length, 2);
      const never = await recordingServer((_request, response) => sendJson(response, {}, 404));
      const error = (await failureOf(clientOf(never.origin).call(operation, { path: { id: 1 } }))) as ApiError;
      assert.equal(error.kind, 'notFound');
    });
  }

  it('fault 37: an update whose reply was lost and that is then not found is not done', async () => {
    const server = await recordingServer((_request, response, count) =>
      count === 1 ? response.destroy() : sendJson(response, {}, 404),
    );
    const call = clientOf(server.origin).call('updateItem', { path: { id: 1 }, body: { name: 'x' } });
    assert.equal(((await failureOf(call)) as ApiError).kind, 'unknownOutcome');
  });

  it('a create is sent again only when nothing of it can have arrived', async () => {
    const server = await recordingServer();
    let refusals = 2;
    const { default: fetch } = await import('node-fetch');
    const flaky = (url: string, init: object) => {
      const target = refusals-- > 0 ? url.replace(server.origin, 'http://127.0.0.1:1') : url;
      return fetch(target, init);
    };
    await clientOf(server.origin, { fetch: flaky }).call('createItem', { body: { name: 'x' } });
    assert.equal(server.requests.length, 1);
  });
});

describe('Retry-After', () => {
  afterEach(stopServers);
  const now = Date.UTC(2026, 5, 15, 12);

  const headers: [string | null, number | undefined][] = [
    ['2', 2000],
    ['0', 0],
    [' 7 ', 7000],
    ['1000000000', 24 * 60 * 60_000],
    ['9'.repeat(400), 24 * 60 * 60_000],
    ['Mon, 15 Jun 2026 12:00:05 GMT', 5000],
    ['Mon, 15 Jun 2026 11:00:00 GMT', 0],
    ['Mon, 15 Jun 9999 12:00:00 GMT', 24 * 60 * 60_000],
    ['Monday, 15-Jun-26 12:00:05 GMT', 5000],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['5 minutes', undefined],
    ['', undefined],
    [null, undefined],
    ['Mon, 99 Foo 2026', undefined],
    ['2026', 2026000],
  ];
  for (const [header, expected] of headers) {
    it(`fault 34: ${JSON.stringify(header)} means ${String(expected)} ms`, () =>
      assert.equal(parseRetryAfter(header, now), expected));
  }

  for (const seconds of [3, 20]) {
    it(`fault 34: is honoured up to a cap of 20 s: ${seconds} s`, async () => {
      const server = await recordingServer((_request, response, count) =>
        count === 1 ? sendJson(response, {}, 429, { 'retry-after': String(seconds) }) : sendJson(response, { ok: 1 }),
      );
      const clock = hastyClock();
      assert.deepEqual(await clientOf(server.origin, { clock }).call('listTypes', {}), { ok: 1 });
      assert.deepEqual(clock.pauses, [seconds * 1000]);
    });
  }

  it('fault 34: beyond the cap the person is told how long to wait, at once', async () => {
    const server = await recordingServer((_request, response) => sendJson(response, {}, 429, { 'retry-after': '1000000000' }));
    const clock = hastyClock();
    const error = (await failureOf(clientOf(server.origin, { clock }).call('listTypes', {}))) as ApiError;
    assert.deepEqual([error.kind, error.retryAfter], ['rateLimited', 24 * 60 * 60_000]);
    assert.match(error.message, /Try again in 24 h/);
    assert.equal(server.requests.length, 1);
    assert.deepEqual(clock.pauses, []);
  });

  const shownPauses = Object.entries({
    21: '21 s',
    119: '119 s',
    120: '2 min',
    121: '3 min',
    7199: '120 min',
    7200: '2 h',
    7201: '3 h',
  });
  for (const [seconds, shown] of shownPauses)
    it(`fault 34: a pause of ${seconds} s is shown as ${shown}`, async () => {
      const server = await recordingServer((_request, response) => sendJson(response, {}, 429, { 'retry-after': seconds }));
      const error = await failureOf(clientOf(server.origin).call('listTypes', {}));
      assert.ok(error.message.endsWith(`Try again in ${shown}.`), error.message);
    });

  it('fault 34: beyond the cap nothing is sent to this origin until the asked time is over', async () => {
    const busy = await recordingServer((_request, response, count) =>
      count === 1 ? sendJson(response, {}, 429, { 'retry-after': '90' }) : sendJson(response, { ok: 1 }),
    );
    const other = await recordingServer();
    const clock = manualClock();
    const client = clientOf(busy.origin, { clock, eventUrl: other.origin });
    await failureOf(client.call('listTypes', {}));
    clock.advance(30_000);
    const calls = [client.call('listTypes', {}), client.call('createItem', { body: { name: 'x' } })];
    for (const error of (await Promise.all(calls.map(failureOf))) as ApiError[]) {
      assert.deepEqual([error.kind, error.retryAfter], ['rateLimited', 60_000], 'nothing was sent, so nothing is in doubt');
      assert.match(error.message, /asks to slow down \(nothing is sent before that\)\. Try again in 60 s/);
    }
    assert.equal(busy.requests.length, 1);
    assert.deepEqual(await client.call('getHomeCover', {}), {}, 'another origin is not paused');
    clock.advance(59_999);
    await failureOf(client.call('listTypes', {}));
    assert.equal(busy.requests.length, 1);
    clock.advance(1);
    assert.deepEqual(await client.call('listTypes', {}), { ok: 1 });
  });

  it('fault 34: a pause of a thousand years is one of five minutes, and a shorter one does not end it sooner', () => {
    const clock = manualClock();
    const breaker = new Breaker(clock);
    breaker.asked(1e12);
    breaker.asked(30_000);
    breaker.succeeded();
    assert.equal(breaker.askedPause, 300_000);
    clock.advance(300_000);
    assert.equal(breaker.askedPause, 0);
  });

  it('fault 34: a pause within the cap is waited for by the call alone', async () => {
    const server = await recordingServer((_request, response, count) =>
      count === 1 ? sendJson(response, {}, 429, { 'retry-after': '20' }) : sendJson(response, { ok: 1 }),
    );
    const client = clientOf(server.origin);
    await failureOf(client.call('createItem', { body: { name: 'x' } }));
    assert.deepEqual(await client.call('listTypes', {}), { ok: 1 });
  });

  it('fault 34: garbage falls back to the usual pause', async () => {
    const server = await recordingServer((_request, response, count) =>
      count === 1 ? sendJson(response, {}, 503, { 'retry-after': 'soon' }) : sendJson(response, {}),
    );
    const clock = hastyClock();
    await clientOf(server.origin, { clock }).call('listTypes', {});
    assert.deepEqual(clock.pauses, [200]);
  });
});

describe('an outage', () => {
  afterEach(stopServers);

  it('fault 35: pauses have full jitter under a bound that doubles and is capped', () => {
    let seed = 42;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    for (const [tries, bound] of [
      [1, 400],
      [2, 800],
      [3, 1600],
      [10, 8000],
    ] as const) {
      const pauses = Array.from({ length: 2000 }, () => backoff(tries, random));
      assert.ok(Math.max(...pauses) < bound && Math.max(...pauses) > bound * 0.98);
      assert.ok(Math.min(...pauses) < bound * 0.02);
      const mean = pauses.reduce((sum, pause) => sum + pause, 0) / pauses.length;
      assert.ok(Math.abs(mean - bound / 2) < bound * 0.05, `mean ${mean} of ${bound}`);
    }
  });

  it('fault 35: after five failed calls nothing is sent for a while, then one probe decides', () => {
    const clock = manualClock();
    const breaker = new Breaker(clock);
    const probe = new AbortController().signal;
    for (let failures = 0; failures < 5; failures++) {
      assert.equal(breaker.pauseBeforeCall(probe), 0);
      breaker.failed();
    }
    assert.equal(breaker.pauseBeforeCall(probe), 5000);
    clock.advance(5000);
    assert.equal(breaker.pauseBeforeCall(probe), 0, 'the probe');
    assert.ok(breaker.pauseBeforeCall(probe) > 0, 'only one probe');
    breaker.failed();
    assert.equal(breaker.pauseBeforeCall(probe), 10_000, 'the pause doubles');
    clock.advance(10_000);
    assert.equal(breaker.pauseBeforeCall(probe), 0);
    breaker.undecided(probe);
    const other = new AbortController();
    assert.equal(breaker.pauseBeforeCall(other.signal), 0, 'a probe that told nothing leaves room for another');
    breaker.undecided(probe);
    assert.ok(breaker.pauseBeforeCall(probe) > 0, 'what ended before takes nothing away from it');
    other.abort(new Error('cancelled'));
    assert.equal(breaker.pauseBeforeCall(probe), 0, 'a cancelled probe leaves room before it has ended');
    breaker.succeeded();
    for (let calls = 0; calls < 3; calls++) assert.equal(breaker.pauseBeforeCall(probe), 0);
  });

  it('fault 35: after a success five failures are needed again, and the first pause is the short one', () => {
    const clock = manualClock();
    const breaker = new Breaker(clock);
    const call = new AbortController().signal;
    const fail = (times: number) => {
      for (let failures = 0; failures < times; failures++) breaker.failed();
    };
    fail(6);
    breaker.succeeded();
    fail(4);
    assert.equal(breaker.pauseBeforeCall(call), 0);
    fail(1);
    assert.equal(breaker.pauseBeforeCall(call), 5000);
    fail(20);
    assert.equal(breaker.pauseBeforeCall(call), 60_000, 'it doubles up to a minute');
    clock.advance(60_000);
    assert.equal(breaker.pauseBeforeCall(call), 0, 'the probe');
    assert.equal(breaker.pauseBeforeCall(call), 1000, 'others ask again in a second');
  });

  it('fault 35: the client stops asking a dead service and comes back to it', async () => {
    let state: 'dead' | 'silent' | 'alive' = 'dead';
    const server = await recordingServer((_request, response) => {
      if (state === 'dead') response.destroy();
      if (state === 'alive') sendJson(response, { ok: 1 });
    });
    const clock = manualClock();
    const client = clientOf(server.origin, { clock: { ...hastyClock(), elapsed: () => clock.elapsed() } });
    for (let calls = 0; calls < 5; calls++) await failureOf(client.call('listTypes', {}));
    assert.equal(server.requests.length, 15);
    const paused = (await failureOf(client.call('createItem', { body: { name: 'x' } }))) as ApiError;
    assert.equal(paused.kind, 'network', 'nothing was sent, so nothing is in doubt');
    assert.match(paused.message, /possible in 5 s/);
    assert.equal(server.requests.length, 15);
    clock.advance(5000);
    state = 'silent';
    const controller = new AbortController();
    const cancelled = failureOf(client.call('listTypes', {}, { signal: controller.signal }));
    await untilAsked(server.requests, 16);
    controller.abort(new Error('cancelled'));
    await cancelled;
    state = 'alive';
    assert.deepEqual(await client.call('listTypes', {}), { ok: 1 });
  });

  it('fault 35: a service that answered 500 again and again is said to have done so, and not to be out of reach', async () => {
    const server = await recordingServer((_request, response) => sendJson(response, {}, 500));
    const client = clientOf(server.origin, { clock: hastyClock() });
    for (let calls = 0; calls < 5; calls++) await failureOf(client.call('listTypes', {}));
    const paused = (await failureOf(client.call('createItem', { body: { name: 'x' } }))) as ApiError;
    assert.deepEqual([paused.kind, paused.status], ['server', undefined], 'it was not asked this time');
    assert.match(
      paused.message,
      /failed at "Create item" \(status 500 several times in a row; the next try is possible in 5 s\)/,
    );
    assert.doesNotMatch(paused.message, /connection|proxy|reached/);
  });
});

describe('many calls at once', () => {
  afterEach(stopServers);

  it('share one request when they read the same address', async () => {
    const server = await recordingServer((_request, response) => setImmediate(() => sendJson(response, { ok: 1 })));
    const client = clientOf(server.origin);
    const replies = await Promise.all(Array.from({ length: 5 }, () => client.call('getItem', { path: { id: 1 } })));
    assert.equal(server.requests.length, 1);
    assert.deepEqual(replies, Array(5).fill({ ok: 1 }));
    await client.call('getItem', { path: { id: 1 } });
    assert.equal(server.requests.length, 2, 'a finished read is not a cache');
  });

  it('share no write', async () => {
    const server = await recordingServer();
    const client = clientOf(server.origin);
    await Promise.all([1, 2].map(() => client.call('createItem', { body: { name: 'x' } })));
    assert.equal(server.requests.length, 2);
  });

  it('share no read that began before a write had ended', async () => {
    const held: (() => void)[] = [];
    let price = 1;
    const server = await recordingServer((request, response) => {
      if (request.method !== 'GET') return sendJson(response, { price: ++price });
      const found = { price };
      held.push(() => sendJson(response, found));
    });
    const client = clientOf(server.origin);
    const before = client.call('getItem', { path: { id: 1 } });
    await untilAsked(held);
    await client.call('createItem', { body: { name: 'x' } });
    const after = client.call('getItem', { path: { id: 1 } });
    await untilAsked(held, 2);
    for (const answer of held) answer();
    assert.deepEqual(await Promise.all([before, after]), [{ price: 1 }, { price: 2 }]);
  });

  it('go on when one of those who share is cancelled, and end when the last one is', async () => {
    let closed = 0;
    const held: (() => void)[] = [];
    const server = await recordingServer((_request, response) => {
      response.on('close', () => (closed += response.writableEnded ? 0 : 1));
      held.push(() => sendJson(response, { ok: 1 }));
    });
    const client = clientOf(server.origin);
    const [first, second] = [new AbortController(), new AbortController()];
    const left = failureOf(client.call('listTypes', {}, { signal: first.signal }));
    const stayed = client.call('listTypes', {}, { signal: second.signal });
    await untilAsked(held);
    first.abort(new Error('gone'));
    assert.equal((await left).message, 'gone');
    held[0]!();
    assert.deepEqual(await stayed, { ok: 1 });

    const both = [first, second].map(() => new AbortController());
    const calls = both.map(({ signal }) => failureOf(client.call('listTypes', {}, { signal })));
    await untilAsked(held, 2);
    for (const controller of both) controller.abort(new Error('gone'));
    await Promise.all(calls);
    while (closed === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(server.requests.length, 2);
  });

  it('run at most as many at once as the limit, in order, and a cancelled one leaves the queue', async () => {
    const waiting: (() => void)[] = [];
    const server = await recordingServer((_request, response) => waiting.push(() => sendJson(response, {})));
    const client = clientOf(server.origin, { concurrency: 2 });
    const controller = new AbortController();
    const calls = [1, 2, 3, 4].map((id) =>
      client.call('getItem', { path: { id } }, id === 3 ? { signal: controller.signal } : {}).catch((error: unknown) => error),
    );
    await untilAsked(waiting, 2);
    controller.abort(new Error('gone'));
    assert.equal(((await calls[2]) as Error).message, 'gone');
    assert.equal(server.requests.length, 2);
    waiting[0]!();
    await untilAsked(waiting, 3);
    assert.deepEqual(
      server.requests.map(({ url }) => url),
      ['/tickets/items/1', '/tickets/items/2', '/tickets/items/4'],
    );
    for (const answer of waiting.slice(1)) answer();
    await Promise.all(calls);
  });

  it('share no request when their credentials differ', async () => {
    const server = await recordingServer((request, response) =>
      setImmediate(() => sendJson(response, { to: request.headers.authorization })),
    );
    const tokens = ['one', 'two', 'one'];
    const client = clientOf(server.origin, { token: () => tokens.shift() });
    const replies = await Promise.all([1, 2, 3].map(() => client.call('getItem', { path: { id: 1 } })));
    assert.deepEqual(replies, [{ to: 'Bearer one' }, { to: 'Bearer two' }, { to: 'Bearer one' }]);
    assert.equal(server.requests.length, 2);
  });

  it('have a limit for each origin: groups at two origins do not wait for each other', async () => {
    const held: (() => void)[] = [];
    const tickets = await recordingServer((_request, response) => held.push(() => sendJson(response, {})));
    const events = await recordingServer();
    const client = clientOf(tickets.origin, { concurrency: 1, eventUrl: events.origin });
    const waiting = client.call('getItem', { path: { id: 1 } });
    await untilAsked(held);
    assert.deepEqual(await client.call('getEvent', { path: { id: 1 } }), {});
    held[0]!();
    await waiting;
  });

  it('have one limit for both groups at one origin', async () => {
    let running = 0;
    let most = 0;
    const server = await recordingServer((_request, response) => {
      most = Math.max(most, ++running);
      setTimeout(() => {
        running--;
        sendJson(response, {});
      }, 5);
    });
    const client = clientOf(server.origin, { concurrency: 2 });
    const calls = [1, 2, 3].flatMap((id) => [
      client.call('getItem', { path: { id } }),
      client.call('getEvent', { path: { id } }),
    ]);
    await Promise.all(calls);
    assert.deepEqual([server.requests.length, most], [6, 2]);
  });

  it('waiting for a place does not use up the time limit', async () => {
    const clock = manualClock();
    const waiting: (() => void)[] = [];
    const server = await rawServer((socket) =>
      waiting.push(() => socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')),
    );
    const client = clientOf(server.origin, { clock, concurrency: 1 });
    const first = client.call('getItem', { path: { id: 1 } });
    const second = client.call('getItem', { path: { id: 2 } });
    await untilAsked(waiting, 1);
    clock.advance(20_000);
    waiting[0]!();
    await first;
    await untilAsked(waiting, 2);
    clock.advance(20_000);
    waiting[1]!();
    assert.deepEqual(await second, {});
  });
});
