import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, systemClock, type ApiErrorKind, type Client } from '../../../src/client/index.ts';
import {
  listRuns,
  readUndecided,
  resumeRun,
  RunError,
  runPlan,
  type Ambiguity,
  type RunProgress,
} from '../../../src/runs/index.ts';
import { readJournal } from '../../../src/runs/journal.ts';
import { askTickets, stopServices } from '../service/support.ts';
import {
  assertSum,
  bench,
  bare,
  codesOf,
  countsOf,
  eventId,
  forgetfulService,
  once,
  skippingClock,
  useFolder,
  type Bench,
} from './support.ts';
import { until } from '../../harness/until.ts';

describe('a run against a service on a bad day', function () {
  this.timeout(30_000);
  const folder = useFolder();
  afterEach(stopServices);

  async function benchWith(faults: Parameters<typeof forgetfulService>[1], count = 23, extra = {}): Promise<Bench> {
    return bench(folder.path, await forgetfulService(folder.path, faults), { codes: codesOf(count), ...extra });
  }

  /** Counts the requests that create passkeys. */
  function counting(client: Client): { client: Client; sent: string[][] } {
    const sent: string[][] = [];
    const call: Client['call'] = (operation, input, options) => {
      if (operation === 'createPasskeys') sent.push((input as { body: { codes: string[] } }).body.codes);
      return client.call(operation, input, options);
    };
    return { client: { call }, sent };
  }

  it('creates every code once, in chunks, with what the plan says of all', async () => {
    const { run, options, tally, client } = await benchWith([], 23, { payload: { limit: 3, itemIds: [300002] } });
    const report = await runPlan(run, options);
    assert.deepEqual(report, {
      folder: run.folder,
      state: 'finished',
      counts: countsOf(23, { made: 23 }),
      reason: undefined,
      undecided: [],
      unshown: 0,
    });
    assert.deepEqual(await tally(), once(codesOf(23)));
    const list = JSON.stringify(await client.call('listPasskeys', { query: { eventId } }));
    assert.match(
      list,
      /"passkey":"C0000","start":null,"finish":null,"limit":3,"used":0,"status":"approved","itemIds":\[300002\]/,
    );
    const types = (await readJournal(run.folder)).map(({ type }) => type);
    assert.deepEqual(types.toSorted().join(' '), `begin${' done'.repeat(5)}${' intent'.repeat(5)} state`);
  });

  it('keeps at most so many requests under way, and begins the next when one ends', async () => {
    const { run, options } = await benchWith([], 40);
    let underWay = 0;
    let most = 0;
    let begun = 0;
    let whileFirst = 0;
    const call: Client['call'] = async (operation, input, callOptions) => {
      most = Math.max(most, ++underWay);
      const first = ++begun === 1;
      if (first) await until('the others have begun', () => begun === 8);
      const reply = await options.client.call(operation, input, callOptions);
      if (first) whileFirst = begun;
      underWay--;
      return reply;
    };
    await runPlan(run, { ...options, client: { call }, concurrency: 3 });
    assert.equal(most, 3);
    assert.equal(whileFirst, 8, 'the others went on while the first was slow');
  });

  it('fault 43: what is sent is on the disk as an intent before', async () => {
    const { run, options } = await benchWith([], 60);
    const call: Client['call'] = (operation, input, callOptions) => {
      if (operation !== 'createPasskeys') return options.client.call(operation, input, callOptions);
      const { codes } = (input as { body: { codes: string[] } }).body;
      const rows = `${Number(codes[0]!.slice(1))}-${Number(codes.at(-1)!.slice(1))}`;
      assert.ok(readFileSync(join(run.folder, 'journal'), 'utf8').includes(`"rows":"${rows}"`), rows);
      return options.client.call(operation, input, callOptions);
    };
    assert.equal((await runPlan(run, { ...options, client: { call } })).state, 'finished');
  });

  const lost = [
    ['fault 36: a lost reply', 'reset-after'],
    ['fault 37: a 503 after the commit', '503-after'],
    ['fault 36: a truncated reply', 'truncate'],
    ['fault 36: a reply of the wrong type', 'wrong-type'],
    ['fault 36: a reply that is no JSON', 'invalid-json'],
    ['fault 36: a connection that is cut before the work', 'reset-before'],
    ['fault 36: a gateway that answers in the place of the service', 'html'],
    ['fault 36: a 500', '500'],
  ] as const;
  for (const [title, kind] of lost) {
    it(`${title} is read back, and nothing is created twice or left out`, async () => {
      const { run, options, tally } = await benchWith([{ kind, operation: 'createPasskeys', times: 2 }]);
      const report = await runPlan(run, options);
      assert.deepEqual([report.state, report.counts], ['finished', countsOf(23, { made: 23 })]);
      assert.deepEqual(await tally(), once(codesOf(23)));
      const records = await readJournal(run.folder);
      assert.equal(records.filter(({ type }) => type === 'unknown').length, 2);
    });
  }

  it('fault 36: replies that are always lost do not keep a run from its end', async () => {
    const { run, options, tally } = await benchWith([{ kind: 'reset-after', operation: 'createPasskeys' }], 60);
    const report = await runPlan(run, options);
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(60, { made: 60 })]);
    assert.deepEqual(await tally(), once(codesOf(60)));
  });

  it('fault 36: a service that takes nothing pauses the run, and nothing is lost', async () => {
    const { run, options, tally } = await benchWith([{ kind: 'reset-before', operation: 'createPasskeys' }]);
    const report = await runPlan(run, options);
    assert.equal(report.state, 'paused');
    assert.ok(['network', 'unsettled'].includes(report.reason!.kind));
    assertSum(report.counts);
    assert.equal(report.counts.made, 0);
    assert.deepEqual(Object.values(await tally()), Array(23).fill(0));
  });

  it('fault 44: a commit that comes after a read-back leads to no duplicate', async () => {
    const lateBy = 100;
    const service = await forgetfulService(folder.path, [
      { kind: 'late-commit', operation: 'createPasskeys', times: 2, value: lateBy },
    ]);
    const { run, options, tally } = await bench(folder.path, service, { codes: codesOf(23) });
    const report = await runPlan(run, { ...options, clock: systemClock, reconcile: [0, 30, 300] });
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(23, { made: 23 })]);
    // Whatever is still to come late has come.
    await wait(2 * lateBy);
    assert.deepEqual(await tally(), once(codesOf(23)));
  });

  it('fault 44: without being told otherwise, reads go on for a minute, and once more after what was sent again', async () => {
    const clock = skippingClock();
    const { run, options } = await benchWith([{ kind: 'reset-before', operation: 'createPasskeys', times: 1 }], 3, { clock });
    await runPlan(run, options);
    assert.equal(clock.skipped(), 2 * 65_000);
  });

  it('fault 44: of a commit that comes after all reads one code is there twice at most, and a person decides', async () => {
    const { run, options, client, service, tally } = await benchWith([], 10);
    let lost: string[] | undefined;
    // The service takes the lost request only when its codes are sent again.
    const call: Client['call'] = async (operation, input, callOptions) => {
      if (operation !== 'createPasskeys') return client.call(operation, input, callOptions);
      const { codes } = (input as { body: { codes: string[] } }).body;
      if (!lost) {
        lost = codes;
        throw new ApiError('lost', { kind: 'unknownOutcome', operation: 'createPasskeys' });
      }
      const late = codes.includes('C0000') ? lost : [];
      if (late.length > 0) await askTickets(service, 'POST', `/event/${eventId}/passkeys`, JSON.stringify({ codes: late }));
      return client.call(operation, input, callOptions);
    };
    const report = await runPlan(run, { ...options, client: { call }, concurrency: 1 });
    assert.equal(report.state, 'needsDecision');
    assert.deepEqual(bare(report.undecided), [{ why: 'foundTwice', codes: ['C0000'] }]);
    assert.deepEqual(report.counts, countsOf(10, { made: 9, unknown: 1 }));
    assert.equal((await listRuns(join(run.folder, '..')))[0]?.state, 'needsDecision');
    const decided = await resumeRun(run.folder, { ...options, decision: 'countAsMade' });
    assert.deepEqual([decided.state, decided.counts], ['finished', countsOf(10, { made: 10 })]);
    assert.deepEqual(await tally(), { ...once(codesOf(10)), C0000: 2 });
  });

  it('fault 45: of a chunk that was carried out in part, only the missing codes are sent again', async () => {
    const { run, options, client, tally } = await benchWith([], 10);
    let partly = true;
    const call: Client['call'] = async (operation, input, callOptions) => {
      if (operation !== 'createPasskeys' || !partly) return client.call(operation, input, callOptions);
      partly = false;
      const { body, path } = input as { body: { codes: string[] }; path: { eventId: string } };
      await client.call('createPasskeys', { path, body: { ...body, codes: body.codes.slice(0, 3) } });
      throw new ApiError('lost', { kind: 'unknownOutcome', operation: 'createPasskeys' });
    };
    const watched = counting({ call });
    const report = await runPlan(run, { ...options, client: watched.client });
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(10, { made: 10 })]);
    assert.deepEqual(watched.sent.slice(-2), [['C0003'], ['C0004']], 'one goes first');
    assert.deepEqual(await tally(), once(codesOf(10)));
  });

  it('fault 45: a reply that counts fewer codes than were sent is not believed to be all', async () => {
    const { run, options, client, tally } = await benchWith([], 5);
    let short = true;
    const call: Client['call'] = (operation, input, callOptions) => {
      if (operation !== 'createPasskeys' || !short) return client.call(operation, input, callOptions);
      short = false;
      const { body, path } = input as { body: { codes: string[] }; path: { eventId: string } };
      return client.call('createPasskeys', { path, body: { ...body, codes: body.codes.slice(2) } });
    };
    const report = await runPlan(run, { ...options, client: { call } });
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(5, { made: 5 })]);
    assert.deepEqual(await tally(), once(codesOf(5)));
  });

  it('fault 45: a service that refuses a chunk after it made a part of it gets only the rest', async () => {
    const { run, options, client, tally } = await benchWith([], 20);
    // One code after the other, as a service without transactions does, up to one that it refuses.
    const call: Client['call'] = async (operation, input, callOptions) => {
      if (operation !== 'createPasskeys') return client.call(operation, input, callOptions);
      const { body, path } = input as { body: { codes: string[] }; path: { eventId: string } };
      for (const code of body.codes) {
        if (code === 'C0007') throw new ApiError('bad code', { kind: 'invalid', operation: 'createPasskeys', status: 400 });
        await client.call('createPasskeys', { path, body: { ...body, codes: [code] } });
      }
      return {};
    };
    const report = await runPlan(run, { ...options, client: { call } });
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(20, { made: 19, rejected: 1 })]);
    assert.deepEqual(await tally(), { ...once(codesOf(20)), C0007: 0 });
  });

  it('names the codes that the service refuses, and makes the others of their chunks', async () => {
    const service = await forgetfulService(folder.path);
    const codes = codesOf(40).map((code, index) => (index === 7 || index === 8 || index === 31 ? `${code}\0` : code));
    const { run, options, tally } = await bench(folder.path, service, { codes, chunkSize: 20 });
    const report = await runPlan(run, options);
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(40, { made: 37, rejected: 3 })]);
    const expected = Object.fromEntries(codes.map((code) => [code, code.includes('\0') ? 0 : 1]));
    assert.deepEqual(await tally(), expected);
    const rejected = (await readJournal(run.folder)).filter((record) => record.type === 'rejected');
    assert.deepEqual(rejected.map(({ rows }) => rows).sort(), ['31', '7', '8']);
    assert.match(rejected[0]!.reason, /NUL/);
  });

  it('names the codes that the client cannot send, and makes the others of their chunks', async () => {
    const { run, options, client, tally } = await benchWith([], 10);
    const call: Client['call'] = async (operation, input, callOptions) => {
      if (operation !== 'createPasskeys') return client.call(operation, input, callOptions);
      const { codes } = (input as { body: { codes: string[] } }).body;
      const problems = ['C0003', 'C0007']
        .filter((code) => codes.includes(code))
        .map((code) => ({ field: `body.codes.${codes.indexOf(code)}`, message: `${code} cannot be sent` }));
      if (problems.length > 0) throw new ApiError('bad codes', { kind: 'invalid', operation, problems });
      return client.call(operation, input, callOptions);
    };
    const report = await runPlan(run, { ...options, client: { call } });
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(10, { made: 8, rejected: 2 })]);
    assert.deepEqual(await tally(), { ...once(codesOf(10)), C0003: 0, C0007: 0 });
    const rejected = (await readJournal(run.folder)).filter((record) => record.type === 'rejected');
    assert.deepEqual(rejected.map(({ rows, reason }) => [rows, reason]).sort(), [
      ['3', 'C0003 cannot be sent'],
      ['7', 'C0007 cannot be sent'],
    ]);
  });

  it('pauses at once when the client cannot send any of the codes, whatever they are', async () => {
    const { run, options, client, tally } = await benchWith([], 40);
    let tries = 0;
    const call: Client['call'] = async (operation, input, callOptions) => {
      if (operation !== 'createPasskeys') return client.call(operation, input, callOptions);
      // A loop would never end, and no signal would reach it.
      if (++tries > 100) throw new Error('It is tried for ever.');
      const problems = [{ field: 'body.limit', message: 'is too large' }];
      throw new ApiError('body.limit is too large', { kind: 'invalid', operation: 'createPasskeys', problems });
    };
    const report = await runPlan(run, { ...options, client: { call } });
    assert.deepEqual([report.state, report.reason], ['paused', { kind: 'refused', message: 'body.limit is too large' }]);
    assert.deepEqual(report.counts, countsOf(40, { left: 40 }));
    assert.ok(tries <= 4, `${tries} tries`);
    assert.deepEqual(Object.values(await tally()).filter(Boolean), []);
  });

  it('pauses with one try and nothing in doubt when there is no sign-in to send with', async () => {
    const { run, options, client } = await benchWith([], 20);
    let posts = 0;
    const call: Client['call'] = async (operation, input, callOptions) => {
      if (operation !== 'createPasskeys') return client.call(operation, input, callOptions);
      posts++;
      throw new ApiError('no token', { kind: 'unauthorized', operation });
    };
    const report = await runPlan(run, { ...options, client: { call }, concurrency: 1 });
    assert.deepEqual([report.state, report.reason], ['paused', { kind: 'unauthorized', message: 'no token' }]);
    assert.deepEqual([report.counts, posts], [countsOf(20, { left: 20 }), 1]);
  });

  it('says why it stopped first, when requests that were under way fail for other reasons', async () => {
    const { run, options, client } = await benchWith([], 20);
    const fail = (status: number, kind: ApiErrorKind) => {
      throw new ApiError(kind, { kind, operation: 'createPasskeys', status });
    };
    let posts = 0;
    let isRefused = false;
    const call: Client['call'] = async (operation, input, callOptions) => {
      if (operation !== 'createPasskeys') return client.call(operation, input, callOptions);
      if (++posts === 1) {
        await until('the other request is under way', () => posts === 2);
        isRefused = true;
        return fail(403, 'forbidden');
      }
      await until('the first is refused', () => isRefused);
      // The refusal reaches the run before this one does.
      await new Promise((resolve) => setImmediate(resolve));
      return fail(404, 'notFound');
    };
    const report = await runPlan(run, { ...options, client: { call }, concurrency: 2 });
    assert.deepEqual([report.state, report.reason?.kind], ['paused', 'forbidden']);
    assert.equal(posts, 2);
  });

  it('does not ask a hundred times for what is refused whatever the code', async () => {
    const { run, options, tally } = await benchWith([], 200, { payload: { itemIds: [1] }, chunkSize: 50 });
    const watched = counting(options.client);
    const report = await runPlan(run, { ...options, client: watched.client });
    assert.deepEqual([report.state, report.reason?.kind], ['paused', 'refused']);
    assert.match(report.reason!.message, /names no item/);
    assert.ok(watched.sent.length < 60, `${watched.sent.length} requests`);
    assertSum(report.counts);
    assert.deepEqual(Object.values(await tally()), Array(200).fill(0));
  });

  it('counts a conflict with a code that is there as existing, and any other as rejected', async () => {
    const { run, options, client, service } = await benchWith([], 6);
    await askTickets(service, 'POST', `/event/${eventId}/passkeys`, JSON.stringify({ codes: ['C0002'] }));
    const call: Client['call'] = (operation, input, callOptions) => {
      const codes = operation === 'createPasskeys' ? (input as { body: { codes: string[] } }).body.codes : [];
      const clashes = codes.includes('C0002') || codes.includes('C0004');
      if (clashes) throw new ApiError('clash', { kind: 'conflict', operation: 'createPasskeys', status: 409 });
      return client.call(operation, input, callOptions);
    };
    const report = await runPlan(run, { ...options, client: { call } });
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(6, { made: 4, existed: 1, rejected: 1 })]);
  });

  for (const kind of ['401', '403'] as const) {
    it(`fault 33: a ${kind} stops the queue with one report, and the journal carries the run on`, async () => {
      const { run, options, tally } = await benchWith([{ kind, operation: 'createPasskeys', times: 4 }], 100);
      const watched = counting(options.client);
      const report = await runPlan(run, { ...options, client: watched.client });
      assert.deepEqual([report.state, report.reason?.kind], ['paused', kind === '401' ? 'unauthorized' : 'forbidden']);
      assert.ok(watched.sent.length <= 4, `${watched.sent.length} requests went out`);
      assertSum(report.counts);
      const states = (await readJournal(run.folder)).filter(({ type }) => type === 'state');
      assert.equal(states.length, 1);
      const [summary] = await listRuns(join(run.folder, '..'));
      assert.deepEqual([summary?.state, summary?.counts, summary?.reason], ['paused', report.counts, report.reason]);
      const resumed = await resumeRun(run.folder, options);
      assert.deepEqual([resumed.state, resumed.counts], ['finished', countsOf(100, { made: 100 })]);
      assert.deepEqual(await tally(), once(codesOf(100)));
    });
  }

  it('waits as long as a 429 asks, and goes on', async () => {
    const clock = skippingClock();
    const faults = [{ kind: '429', operation: 'createPasskeys', times: 1, value: 7 }] as const;
    const { run, options, tally } = await benchWith(faults, 23, { clock });
    const report = await runPlan(run, { ...options, concurrency: 1 });
    assert.equal(report.state, 'finished');
    assert.ok(clock.skipped() >= 7000, `${clock.skipped()} ms`);
    assert.deepEqual(await tally(), once(codesOf(23)));
  });

  it('waits for a service that asks to slow down again and again, as long as it makes something in between', async () => {
    const { run, options, client, tally } = await benchWith([], 50);
    let posts = 0;
    const call: Client['call'] = async (operation, input, callOptions) => {
      if (operation === 'createPasskeys' && ++posts % 2 === 1)
        throw new ApiError('slow down', { kind: 'rateLimited', operation, status: 429, retryAfter: 1000 });
      return client.call(operation, input, callOptions);
    };
    const report = await runPlan(run, { ...options, client: { call }, concurrency: 1 });
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(50, { made: 50 })]);
    assert.equal(posts, 20);
    assert.deepEqual(await tally(), once(codesOf(50)));
  });

  it('pauses when a service goes on asking to slow down, or asks for too long', async () => {
    for (const value of [1, 3600]) {
      const { run, options, tally } = await benchWith([{ kind: '429', operation: 'createPasskeys', value }]);
      const watched = counting(options.client);
      const report = await runPlan(run, { ...options, client: watched.client, concurrency: 1 });
      assert.deepEqual([report.state, report.reason?.kind], ['paused', 'rateLimited']);
      // What was refused last is looked for when the run goes on.
      assert.deepEqual(report.counts, countsOf(23, { left: 18, unknown: 5 }));
      assert.equal(watched.sent.length, value === 1 ? 6 : 1);
      assert.deepEqual(Object.values(await tally()), Array(23).fill(0));
    }
  });

  it('pauses when the service cannot be reached, and nothing is in doubt', async () => {
    const { run, options, service } = await benchWith([]);
    await service.stop();
    const report = await runPlan(run, options);
    assert.deepEqual([report.state, report.reason?.kind], ['paused', 'network']);
    assert.deepEqual(report.counts, countsOf(23, { left: 23 }));
  });

  it('fault 48: a cancelled run finishes what is under way and counts exactly', async () => {
    const { run, options, tally } = await benchWith([{ kind: 'latency', operation: 'createPasskeys', value: 100 }], 100);
    const stop = new AbortController();
    let sent = 0;
    const call: Client['call'] = (operation, input, callOptions) => {
      if (++sent === 6) setTimeout(() => stop.abort(), 20);
      return options.client.call(operation, input, callOptions);
    };
    const report = await runPlan(run, { ...options, client: { call }, signal: stop.signal });
    assert.equal(report.state, 'cancelled');
    assertSum(report.counts);
    const there = Object.values(await tally()).reduce((sum, count) => sum + count, 0);
    assert.deepEqual(report.counts, countsOf(100, { made: there, left: 100 - there }));
    assert.ok(there > 0 && there < 100);
    const resumed = await resumeRun(run.folder, options);
    assert.deepEqual([resumed.state, resumed.counts], ['finished', countsOf(100, { made: 100 })]);
    assert.deepEqual(await tally(), once(codesOf(100)));
  });

  it('fault 48: a run that is cancelled while it reads back says what is unknown', async () => {
    const { run, options, tally } = await benchWith([{ kind: 'reset-after', operation: 'createPasskeys', times: 1 }], 10);
    const stop = new AbortController();
    const call: Client['call'] = (operation, input, callOptions) => {
      if (operation === 'listPasskeys') stop.abort();
      return options.client.call(operation, input, callOptions);
    };
    const report = await runPlan(run, { ...options, client: { call }, signal: stop.signal });
    assert.deepEqual([report.state, report.counts], ['cancelled', countsOf(10, { made: 5, unknown: 5 })]);
    assert.equal((await resumeRun(run.folder, options)).counts.made, 10);
    assert.deepEqual(await tally(), once(codesOf(10)));
  });

  const ambiguities: [Ambiguity, string, (rows: Row[]) => Row[]][] = [
    ['foundDifferently', '', (rows) => rows.map((row) => ({ ...row, passkey: row.passkey.toLowerCase() }))],
    ['foundTwice', '', (rows) => [...rows, ...rows]],
    ['differs', ' in its limit', (rows) => rows.map((row) => ({ ...row, limit: 99 }))],
    ['differs', ' in its items', (rows) => rows.map((row) => ({ ...row, itemIds: [300003] }))],
  ];
  for (const [why, how, alter] of ambiguities) {
    it(`fault 44: asks a person when reading back does not tell: ${why}${how}`, async () => {
      const faults = [{ kind: 'reset-after', operation: 'createPasskeys', times: 1 }] as const;
      const { run, options, client } = await benchWith(faults, 5, { payload: { limit: 2, itemIds: [300002] } });
      const call: Client['call'] = async (operation, input, callOptions) => {
        const reply = await client.call(operation, input, callOptions);
        if (operation !== 'listPasskeys') return reply;
        const { data } = reply as { data: Row[] };
        return { data: alter(data) };
      };
      const report = await runPlan(run, { ...options, client: { call } });
      assert.deepEqual([report.state, report.counts.unknown], ['needsDecision', 5], JSON.stringify(report));
      assert.deepEqual(bare(report.undecided), [{ why, codes: codesOf(5) }]);
      assert.deepEqual(await readUndecided(run.folder), report.undecided);
      const left = await resumeRun(run.folder, { ...options, client: { call }, decision: 'leaveUnknown' });
      assert.deepEqual([left.state, left.counts], ['finished', countsOf(5, { unknown: 5 })]);
    });
  }

  /** A service that carries out only the first code of each request, and says that it made all of them. */
  const boasting =
    (client: Client): Client['call'] =>
    async (operation, input, callOptions) => {
      if (operation !== 'createPasskeys') return client.call(operation, input, callOptions);
      const { body } = input as unknown as { body: { codes: string[] } };
      await client.call(operation, { ...input, body: { ...body, codes: body.codes.slice(0, 1) } }, callOptions);
      return { created: body.codes.length, existing: [] };
    };

  it('fault 45: what the service says it made and does not list is not told as made, and sent again only when a person says so', async () => {
    const { run, options, client, tally } = await benchWith([], 5);
    const report = await runPlan(run, { ...options, client: { call: boasting(client) } });
    assert.deepEqual([report.state, report.counts], ['needsDecision', countsOf(5, { made: 1, unknown: 4 })]);
    assert.deepEqual(bare(report.undecided), [{ why: 'notListed', codes: codesOf(5).slice(1) }]);
    const looked = await resumeRun(run.folder, options);
    assert.deepEqual([looked.state, looked.undecided], ['needsDecision', report.undecided]);
    assert.deepEqual(await tally(), {
      ...once(codesOf(1)),
      ...Object.fromEntries(
        codesOf(5)
          .slice(1)
          .map((code) => [code, 0]),
      ),
    });
    const again = await resumeRun(run.folder, { ...options, decision: 'sendAgain' });
    assert.deepEqual([again.state, again.counts], ['finished', countsOf(5, { made: 5 })]);
    assert.deepEqual(await tally(), once(codesOf(5)));
  });

  it('fault 44: what the service made is waited for when its list shows it late', async () => {
    const { run, options, client } = await benchWith([], 5);
    let lists = 0;
    const call: Client['call'] = async (operation, input, callOptions) => {
      const reply = await client.call(operation, input, callOptions);
      return operation === 'listPasskeys' && ++lists <= 2 ? { data: [] } : reply;
    };
    const report = await runPlan(run, { ...options, client: { call } });
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(5, { made: 5 })]);
  });

  it('fault 62: what the service says it made counts where its list may lack some', async () => {
    const { run, options, client } = await benchWith([], 5);
    // The same two of five, whichever page is asked for.
    const call: Client['call'] = async (operation, input, callOptions) => {
      if (operation !== 'listPasskeys') return client.call(operation, input, callOptions);
      const { data } = (await client.call('listPasskeys', { query: { eventId: String(eventId) } })) as { data: Row[] };
      return { data: data.slice(0, 2), total: 5 };
    };
    const report = await runPlan(run, { ...options, client: { call } });
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(5, { made: 5 })]);
  });

  it('fault 43: a code that the service made twice by itself is told', async () => {
    const { run, options, client } = await benchWith([], 5);
    const call: Client['call'] = async (operation, input, callOptions) => {
      const reply = await client.call(operation, input, callOptions);
      if (operation === 'createPasskeys') await client.call(operation, input, callOptions);
      return reply;
    };
    const report = await runPlan(run, { ...options, client: { call } });
    assert.deepEqual([report.state, bare(report.undecided)], ['needsDecision', [{ why: 'foundTwice', codes: codesOf(5) }]]);
  });

  it('an error that is none of the service’s leaves the run with what is known', async () => {
    const { run, options, tally } = await benchWith([], 10);
    const call = () => Promise.reject(new TypeError('a mistake of ours'));
    await assert.rejects(runPlan(run, { ...options, client: { call } }), TypeError);
    const resumed = await resumeRun(run.folder, options);
    assert.deepEqual([resumed.state, resumed.counts], ['finished', countsOf(10, { made: 10 })]);
    assert.deepEqual(await tally(), once(codesOf(10)));
  });

  it('fault 8: no token is in the files of a run', async () => {
    const { run, options, service } = await benchWith([{ kind: 'reset-after', operation: 'createPasskeys', times: 1 }]);
    await runPlan(run, options);
    for (const name of ['plan.json', 'codes', 'journal']) {
      const text = await readFile(join(run.folder, name), 'utf8');
      assert.ok(!text.includes(service.token) && !text.includes(service.token.split('.')[1]!), name);
    }
  });

  it('reports progress at most ten times a second, and the end', async () => {
    const { run, options } = await benchWith([{ kind: 'latency', operation: 'createPasskeys', value: 20 }], 200);
    const reports: { time: number; made: number; phase: string }[] = [];
    const onProgress = ({ counts, phase }: RunProgress) => {
      assertSum(counts);
      reports.push({ time: performance.now(), made: counts.made, phase });
    };
    const report = await runPlan(run, { ...options, onProgress });
    assert.equal(report.state, 'finished');
    assert.equal(reports.at(-1)?.made, 200);
    assert.deepEqual([reports[0]?.phase, reports.at(-1)?.phase], ['sending', 'readingBack']);
    const times = reports.map(({ time }) => time);
    // On a busy machine one comes late, and the next as much too soon.
    const most = Math.ceil((times.at(-1)! - times[0]!) / 100) + 2;
    assert.ok(times.length > 2 && times.length <= most, times.join(' '));
  });

  it('is not run again when it is finished', async () => {
    const { run, options } = await benchWith([], 3);
    await runPlan(run, options);
    await assert.rejects(resumeRun(run.folder, options), (error) => error instanceof RunError && error.kind === 'finished');
  });
});

interface Row {
  readonly passkey: string;
}
