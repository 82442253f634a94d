import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { Response } from 'node-fetch';
import { ApiError, createClient, type Client, type Dialect, type Fetch } from '../../../src/client/index.ts';
import { hashText, planRun, readPasskeys, resumeRun, runPlan, RunError, type RunReport } from '../../../src/runs/index.ts';
import { everything } from '../../harness/everything.ts';
import { bare, codesOf, countsOf, skippingClock, useFolder } from './support.ts';

const origin = 'https://tickets.example';
const at = { eventUrl: origin, ticketUrl: origin };

/** What a service does with a request; `undefined` is what a good one does. */
interface Oddities {
  /** Gets the codes that were sent and how many requests came so far. */
  readonly create?: (shop: Shop, codes: readonly string[], request: number) => Response | undefined;
  readonly list?: (shop: Shop, request: number) => Response | undefined;
  /** Which of its codes it lists, by their place. */
  readonly isListed?: (place: number) => boolean;
  readonly existing?: readonly string[];
}

interface Wishes {
  readonly count?: number;
  readonly chunkSize?: number;
  readonly dialect?: Dialect;
  readonly limit?: number;
  readonly itemIds?: readonly number[];
}

/** A service that never looks whether it has a code already. */
class Shop {
  readonly codes: string[];
  posts = 0;
  lists = 0;
  readonly #odd: Oddities;

  constructor(odd: Oddities) {
    this.#odd = odd;
    this.codes = [...(odd.existing ?? [])];
  }

  readonly fetch: Fetch = (address, { method, body }) => {
    const { searchParams } = new URL(address);
    if (method === 'POST') return Promise.resolve(this.#create(body as string));
    const page = Number(searchParams.get('page'));
    const rows = this.rows();
    const total = rows.length;
    if (page !== 1) return Promise.resolve(reply({ data: [], total }));
    this.lists++;
    return Promise.resolve(this.#odd.list?.(this, this.lists) ?? reply({ data: rows, total }));
  };

  rows(): object[] {
    const { isListed = () => true } = this.#odd;
    return this.codes.map((passkey, index) => ({ id: index + 1, passkey })).filter((_, place) => isListed(place));
  }

  times(): number[] {
    const counts = new Map<string, number>();
    for (const code of this.codes) counts.set(code, (counts.get(code) ?? 0) + 1);
    return [...counts.values()];
  }

  #create(body: string): Response {
    const { codes } = JSON.parse(body) as { codes: string[] };
    this.posts++;
    const odd = this.#odd.create?.(this, codes, this.posts);
    if (odd) return odd;
    this.codes.push(...codes);
    return reply({ data: { created: codes.length, existing: [] } });
  }
}

function reply(body: unknown, status = 200): Response {
  return new Response(body === undefined ? '' : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

describe('a run at a service that is odd', function () {
  this.timeout(30_000);
  const folder = useFolder();

  async function begin(odd: Oddities, { count = 10, chunkSize = 5, dialect = {}, limit, itemIds }: Wishes = {}) {
    const shop = new Shop(odd);
    const clock = skippingClock();
    const client = createClient({
      ...at,
      token: () => 'a.b.c',
      fetch: shop.fetch,
      clock: clock.runs,
      dialect,
    });
    const codes = codesOf(count);
    const run = await planRun({
      folder: await mkdtemp(join(folder.path, 'plan-')),
      environment: 'odd',
      at,
      eventId: 7,
      eventLabel: 'Seven',
      input: { kind: 'text', sha256: hashText('') },
      codes,
      existing: (odd.existing ?? []).map((text) => ({ text })),
      chunkSize,
      payload: { limit, itemIds },
      now: () => clock.runs.now(),
    });
    const options = { client, target: { environment: 'odd', at }, clock: clock.runs, concurrency: 1 };
    return { shop, run, clock, options, codes, resume: (more = {}) => resumeRun(run.folder, { ...options, ...more }) };
  }

  const outcome = ({ state, counts }: RunReport) => [state, counts];
  const once = (shop: Shop, count: number) => assert.deepEqual(shop.times(), Array(count).fill(1));

  it('fault 44: that works on what it took for longer than anybody waits gets it once', async () => {
    const jobs: string[] = [];
    const { shop, run, options, resume } = await begin({
      create: (_shop, codes) => (jobs.push(...codes), reply({ job: 17 }, 202)),
    });
    const report = await runPlan(run, options);
    assert.deepEqual(outcome(report), ['needsDecision', countsOf(10, { unknown: 5, left: 5 })]);
    assert.deepEqual(bare(report.undecided), [{ why: 'notListed', codes: codesOf(5) }]);
    assert.equal(shop.posts, 1, 'nothing else is sent to a service that shows nothing of what it took');
    shop.codes.push(...jobs.splice(0));
    const again = await resume();
    assert.deepEqual(again.counts, countsOf(10, { made: 5, unknown: 5 }));
    shop.codes.push(...jobs.splice(0));
    assert.deepEqual(outcome(await resume()), ['finished', countsOf(10, { made: 10 })]);
    once(shop, 10);
  });

  it('fault 44: that is known to do later what it accepted is waited for, and gets it once', async () => {
    const late: string[] = [];
    const { shop, run, options } = await begin(
      {
        create: (_shop, codes) => (late.push(...codes), reply({ created: codes.length, existing: [] }, 202)),
        // At the first look nothing of it is done yet.
        list: (shop, request) => {
          if (request % 2 === 0) shop.codes.push(...late.splice(0));
          return undefined;
        },
      },
      { count: 20, dialect: { success: { accepted: 'later' } } },
    );
    const accepted: unknown[] = [];
    const observe = (_when: string, record: { type: string; accepted?: true }) => {
      if (record.type === 'unknown' || record.type === 'done') accepted.push(record.accepted);
    };
    const report = await runPlan(run, { ...options, observe });
    assert.deepEqual(outcome(report), ['finished', countsOf(20, { made: 20 })]);
    assert.equal(shop.posts, 4, 'nothing is sent again');
    assert.ok(accepted.length >= 4 && accepted.every((each) => each === true), JSON.stringify(accepted));
    once(shop, 20);
  });

  it('fault 65: that is known to do later what it accepted is not believed when it counts it as made', async () => {
    const { shop, run, options } = await begin(
      { create: (shop, codes) => (shop.codes.push(...codes.slice(0, 3)), reply({ created: codes.length }, 202)) },
      { dialect: { success: { accepted: 'later' } } },
    );
    const report = await runPlan(run, options);
    assert.deepEqual(outcome(report), ['needsDecision', countsOf(10, { made: 3, unknown: 2, left: 5 })]);
    assert.deepEqual(bare(report.undecided), [{ why: 'notListed', codes: ['C0003', 'C0004'] }]);
    assert.equal(shop.posts, 1);
  });

  it('fault 36: that fails at every second look is looked at again each time', async () => {
    const { shop, run, options } = await begin(
      { create: (shop, codes) => (shop.codes.push(...codes), reply(undefined, 504)) },
      { count: 24, chunkSize: 1 },
    );
    let looks = 0;
    const call: Client['call'] = async (operation, input, callOptions) => {
      if (operation === 'listPasskeys' && ++looks % 2 === 1)
        throw new ApiError('busy', { kind: 'server', operation, status: 503 });
      return options.client.call(operation, input, callOptions);
    };
    const report = await runPlan(run, { ...options, client: { call } });
    assert.deepEqual(outcome(report), ['finished', countsOf(24, { made: 24 })]);
    assert.ok(looks > 12, `${looks} looks`);
    once(shop, 24);
  });

  it('fault 45: that shows late what it says it made has made it', async () => {
    const late: string[] = [];
    const { shop, run, options, resume } = await begin({
      create: (_shop, codes) => (late.push(...codes), reply({ created: codes.length, existing: [] })),
    });
    const report = await runPlan(run, options);
    assert.deepEqual(outcome(report), ['needsDecision', countsOf(10, { unknown: 10 })]);
    shop.codes.push(...late);
    assert.deepEqual(outcome(await resume()), ['finished', countsOf(10, { made: 10 })]);
    once(shop, 10);
  });

  it('fault 45: that names the codes it had gets them counted as existing', async () => {
    const { shop, run, options } = await begin({
      create: (shop, codes) => {
        const fresh = codes.filter((code) => !shop.codes.includes(code));
        shop.codes.push(...fresh);
        return reply({ created: fresh.length, existing: codes.filter((code) => !fresh.includes(code)) });
      },
    });
    // Somebody else makes two of them after the plan.
    shop.codes.push('C0001', 'C0007');
    assert.deepEqual(outcome(await runPlan(run, options)), ['finished', countsOf(10, { made: 8, existed: 2 })]);
    assert.equal(shop.posts, 2, 'nothing is in doubt');
    once(shop, 10);
  });

  for (const status of [401, 403, 404, 410, 307]) {
    it(`fault 65: that answers ${status} when it has done the work gets nothing twice`, async () => {
      const { shop, run, options, resume } = await begin({
        create: (shop, codes, request) => {
          if (request !== 1) return undefined;
          shop.codes.push(...codes);
          return reply({ message: 'item 7' }, status);
        },
      });
      const report = await runPlan(run, options);
      assert.equal(report.state, 'paused');
      // Who may not ask at all learns it later.
      assert.equal(report.counts[status === 401 ? 'unknown' : 'made'], 5, JSON.stringify(report.counts));
      assert.deepEqual(outcome(await resume()), ['finished', countsOf(10, { made: 10 })]);
      once(shop, 10);
    });
  }

  it('fault 65: that asks to slow down in the middle of a request gets only the rest of it', async () => {
    const { shop, run, options } = await begin({
      create: (shop, codes, request) => {
        if (request !== 1) return undefined;
        shop.codes.push(...codes.slice(0, 2));
        return reply({ message: 'slow down' }, 429);
      },
    });
    assert.deepEqual(outcome(await runPlan(run, options)), ['finished', countsOf(10, { made: 10 })]);
    once(shop, 10);
  });

  it('fault 65: that refuses after half of the work, and lists it a moment later, gets only the rest', async () => {
    let hidden = 0;
    const { shop, run, options } = await begin({
      create: (shop, codes, request) => {
        if (request !== 1) return undefined;
        shop.codes.push(...codes.slice(0, 3));
        hidden = 2;
        return reply({ message: 'no' }, 422);
      },
      list: (shop) => (hidden-- > 1 ? reply({ data: [], total: 0 }) : reply({ data: shop.rows(), total: shop.codes.length })),
    });
    assert.deepEqual(outcome(await runPlan(run, options)), ['finished', countsOf(10, { made: 10 })]);
    once(shop, 10);
  });

  it('fault 44: that shows a code, then fails, and then does not show it is not sent it again', async () => {
    const { shop, run, options } = await begin({
      create: (shop, codes, request) => {
        if (request !== 1) return undefined;
        shop.codes.push(...codes.slice(0, 4));
        return reply(undefined, 504);
      },
      list: (shop, request) => {
        if (shop.posts === 0) return undefined;
        if (request === 2 || request === 3 || request === 4) return reply({ message: 'down' }, 500);
        return request > 4 ? reply({ data: [], total: 0 }) : undefined;
      },
    });
    const report = await runPlan(run, { ...options, reconcile: [0, 10, 20] });
    assert.equal(report.state, 'needsDecision');
    assert.deepEqual(report.undecided[0]?.why, 'vanished');
    assert.equal(Math.max(...shop.times()), 1);
  });

  it('fault 44: that carries out both of two sendings without a word is found out', async () => {
    let late: string[] = [];
    const { run, options } = await begin(
      {
        create: (shop, codes, request) => {
          if (request === 1) late = [...codes];
          else shop.codes.push(...codes);
          return reply(undefined, 504);
        },
        list: (shop) => {
          // The first request is carried out right after its codes were found as those of the second.
          const rows = reply({ data: shop.rows(), total: shop.codes.length });
          if (shop.posts === 2) shop.codes.push(...late.splice(0));
          return rows;
        },
      },
      { count: 4 },
    );
    const report = await runPlan(run, options);
    assert.deepEqual([report.state, report.undecided.map(({ why }) => why)], ['needsDecision', ['foundTwice']]);
  });

  it('fault 44: that loses a reply and refuses the next request has all of the window before anything is sent again', async () => {
    let late: string[] = [];
    const { shop, run, options, clock, resume } = await begin({
      create: (_shop, codes, request) => {
        if (request === 1) late = [...codes];
        return request > 2 ? undefined : reply({ message: 'no' }, request === 1 ? 504 : 403);
      },
      list: (shop) => {
        if (clock.skipped() > 5000) shop.codes.push(...late.splice(0));
        return undefined;
      },
    });
    const report = await runPlan(run, options);
    assert.deepEqual(outcome(report), ['paused', countsOf(10, { unknown: 10 })]);
    assert.deepEqual(outcome(await resume()), ['finished', countsOf(10, { made: 10 })]);
    once(shop, 10);
  });

  it('fault 65: that refuses after half of the work, and shows it once, is not sent it again', async () => {
    const { shop, run, options } = await begin(
      {
        create: (shop, codes, request) => {
          if (request !== 1) return undefined;
          shop.codes.push(...codes.slice(0, 3));
          return reply({ message: 'no' }, 422);
        },
        list: (_shop, request) => (request === 2 ? reply({ data: [], total: 0 }) : undefined),
      },
      { count: 5 },
    );
    const report = await runPlan(run, options);
    assert.deepEqual([report.state, bare(report.undecided)], ['needsDecision', [{ why: 'vanished', codes: codesOf(3) }]]);
    assert.equal(Math.max(...shop.times()), 1);
  });

  it('fault 44: that shows a code which it refused, and then does not, leaves the question to a person', async () => {
    const { shop, run, options } = await begin(
      {
        create: () => reply({ message: 'no' }, 400),
        list: (_shop, request) => (request === 1 ? reply({ data: [{ id: 1, passkey: 'C0000' }], total: 1 }) : undefined),
      },
      { count: 2, chunkSize: 1 },
    );
    const report = await runPlan(run, options);
    assert.deepEqual(outcome(report), ['needsDecision', countsOf(2, { unknown: 1, rejected: 1 })]);
    assert.deepEqual(bare(report.undecided), [{ why: 'vanished', codes: ['C0000'] }]);
    assert.equal(shop.posts, 2);
  });

  const taken: [string, () => Response][] = [
    ['an empty 202', () => reply(undefined, 202)],
    ['a 202 that counts none yet', () => reply({ created: 0, queued: 5 }, 202)],
    ['a 200 that says nothing', () => reply({ ok: true })],
  ];
  it('fault 65: that refuses a large batch inside a good reply is looked at, and sent smaller ones', async () => {
    const sizes: number[] = [];
    const { shop, run, options } = await begin(
      {
        create: (shop, codes) => {
          sizes.push(codes.length);
          if (codes.length > 3) return reply({ result: 'error', why: 'at most 3 codes in one call' });
          shop.codes.push(...codes);
          return reply({ created: codes.length, existing: [] });
        },
      },
      { count: 10, chunkSize: 10 },
    );
    assert.deepEqual(outcome(await runPlan(run, options)), ['finished', countsOf(10, { made: 10 })]);
    assert.deepEqual(sizes, [10, 1, 3, 3, 3]);
    once(shop, 10);
  });

  it('fault 65: that answers with words in place of a count has them said to whoever decides', async () => {
    const words = { hint: 'at most 100 codes in one call' };
    const { run, options } = await begin({ create: () => reply(words) }, { count: 5 });
    const { undecided } = await runPlan(run, options);
    assert.deepEqual(
      undecided.map(({ said }) => said?.includes(words.hint)),
      [true],
    );
  });

  for (const [what, answer] of taken) {
    it(`fault 65: that answers ${what} is not sent anything again by itself`, async () => {
      const { shop, run, options } = await begin({ create: answer }, { count: 5 });
      const report = await runPlan(run, options);
      assert.deepEqual([report.state, bare(report.undecided)], ['needsDecision', [{ why: 'notListed', codes: codesOf(5) }]]);
      assert.equal(shop.posts, 1);
    });
  }

  it('fault 44: that has what is to be sent again by now is not sent it', async () => {
    const { shop, run, options, resume } = await begin({ create: () => reply({ job: 17 }, 202) }, { count: 5 });
    await runPlan(run, options);
    shop.codes.push(...codesOf(5));
    const report = await resume({ decision: 'sendAgain' });
    assert.deepEqual([report.state, report.counts.made + report.counts.existed], ['finished', 5]);
    once(shop, 5);
  });

  it('fault 42: whose list cannot be proved before the first request gets none', async () => {
    let isShort = false;
    const { shop, run, options } = await begin({
      list: () => (isShort ? reply({ data: [{ id: 1, passkey: 5 }], total: 1 }) : undefined),
    });
    isShort = true;
    const aged = { ...options, recheckAfter: -1 };
    await assert.rejects(runPlan(run, aged), (error) => error instanceof RunError && error.kind === 'listIncomplete');
    assert.equal(shop.posts, 0);
  });

  it('fault 45: is not believed to have made what it does not list, though something else is gone meanwhile', async () => {
    const { run, options } = await begin({
      existing: ['C0000'],
      create: (shop, codes) => {
        shop.codes.splice(0);
        return reply({ data: { created: codes.length, existing: [] } });
      },
      list: () => reply({ data: [{ id: 99, passkey: 'other' }], total: 1 }),
    });
    const report = await runPlan(run, options);
    assert.deepEqual([report.state, report.counts], ['needsDecision', countsOf(10, { existed: 1, unknown: 9 })]);
  });

  it('a bad code in a chunk is found when a person says so, where the list proves nothing', async () => {
    const { shop, run, options, resume } = await begin(
      {
        existing: ['numeric'],
        create: (_shop, codes) => (codes.includes('C0003') ? reply({ message: 'no' }, 422) : undefined),
        list: (shop) => reply({ data: [...shop.rows(), { id: 999, passkey: 5 }], total: shop.codes.length + 1 }),
      },
      { count: 5 },
    );
    let report = await runPlan(run, options);
    for (let rounds = 0; rounds < 6 && report.state === 'needsDecision'; rounds++)
      report = await resume({ decision: 'sendAgain', recheckAfter: Infinity });
    assert.deepEqual(outcome(report), ['finished', countsOf(5, { made: 4, rejected: 1 })]);
    assert.equal(Math.max(...shop.times()), 1);
  });

  it('fault 36: that refuses large requests and fails at small ones pauses the run', async () => {
    const { shop, run, options } = await begin(
      { create: (_shop, codes) => reply({ message: 'no' }, codes.length > 8 ? 422 : 503) },
      { count: 40, chunkSize: 40 },
    );
    const report = await runPlan(run, options);
    assert.deepEqual([report.state, report.reason?.kind], ['paused', 'unsettled']);
    assert.ok(shop.posts < 60, `${shop.posts} requests`);
  });

  it('fault 62: whose list lacks what it is known to have proves of nothing that it is not there', async () => {
    const { shop, run, options } = await begin({
      existing: ['C0000'],
      create: (shop, codes, request) => {
        if (request !== 1) return undefined;
        shop.codes.push(...codes);
        return reply(undefined, 502);
      },
      list: () => reply({ data: [], total: 0 }),
    });
    const report = await runPlan(run, options);
    assert.deepEqual([report.state, report.undecided.map(({ why }) => why)], ['needsDecision', ['listIncomplete']]);
    assert.equal(Math.max(...shop.times()), 1);
  });

  const unreadable = [
    ['numbers', [{ id: 1, passkey: 123 }]],
    ['codes in which something was hidden', [{ id: 1, passkey: '•••-1' }]],
    ['passkeys of other events', [{ id: 1, passkey: 'A', eventId: 8 }]],
    ['rows without a code', [{ id: 1, name: 'A' }]],
  ] as const;
  for (const [what, data] of unreadable) {
    it(`fault 62: that lists ${what} has not proved that a code is not there`, async () => {
      const shop = new Shop({ list: () => reply({ data, total: 1 }) });
      const client = createClient({ ...at, token: () => 'a.b.c', fetch: shop.fetch });
      let isWhole = true;
      const found: string[] = [];
      for await (const { text } of readPasskeys(client, 7, { onIncomplete: () => (isWhole = false) })) found.push(text);
      assert.equal(isWhole, false);
      assert.equal(found.includes('A'), false);
    });
  }

  it('fault 42: whose list took an hour, with a question about it, is looked at again before the first request', async () => {
    const shop = new Shop({});
    const clock = skippingClock();
    const client = createClient({
      ...at,
      token: () => 'a.b.c',
      fetch: shop.fetch,
      clock: clock.runs,
    });
    async function* slowList() {
      await new Promise<void>((resolve) => clock.runs.setTimer(resolve, 3_600_000));
      yield { text: 'other' };
    }
    const run = await planRun({
      folder: await mkdtemp(join(folder.path, 'plan-')),
      environment: 'odd',
      at,
      eventId: 7,
      eventLabel: 'Seven',
      input: { kind: 'text', sha256: hashText('') },
      codes: codesOf(2),
      existing: slowList(),
      now: () => clock.runs.now(),
    });
    shop.codes.push('C0001');
    const options = { client, target: { environment: 'odd', at }, clock: clock.runs };
    await assert.rejects(runPlan(run, options), (error) => error instanceof RunError && error.kind === 'stalePlan');
    assert.equal(shop.posts, 0);
  });

  it('fault 39: gets one of two runs to an event that were planned together, and the other is told what came of it', async () => {
    const { shop, run, options, clock } = await begin({});
    const other = await planRun({
      folder: join(run.folder, '..'),
      environment: 'odd',
      at,
      eventId: 7,
      eventLabel: 'Seven',
      input: { kind: 'text', sha256: hashText('') },
      codes: codesOf(4),
      existing: [],
      now: () => clock.runs.now(),
    });
    let meanwhile: Promise<unknown> | undefined;
    const call: Client['call'] = async (operation, input, wishes) => {
      if (operation === 'createPasskeys') await (meanwhile ??= runPlan(other, options).catch((error: unknown) => error));
      return options.client.call(operation, input, wishes);
    };
    assert.equal((await runPlan(run, { ...options, client: { call } })).state, 'finished');
    const busy = await meanwhile;
    assert.ok(busy instanceof RunError && busy.kind === 'busy', String(busy));
    await assert.rejects(runPlan(other, options), (error) => error instanceof RunError && error.kind === 'stalePlan');
    once(shop, 10);
  });

  it('fault 44: is sent again only what was shown to whoever decided that', async () => {
    const { shop, run, options, resume } = await begin({
      create: (shop, codes, request) => {
        if (request > 2) return undefined;
        shop.codes.push(...codes.slice(0, 1));
        return reply({ data: { created: codes.length, existing: [] } });
      },
    });
    const report = await runPlan(run, options);
    assert.equal(report.counts.unknown, 8);
    const shown = [{ why: 'notListed', codes: ['C0001', 'C0006'] }] as const;
    const again = await resume({ decision: 'sendAgain', decided: shown });
    assert.deepEqual(outcome(again), ['needsDecision', countsOf(10, { made: 2, unknown: 6, left: 2 })]);
    assert.deepEqual(outcome(await resume({ decision: 'sendAgain' })), ['finished', countsOf(10, { made: 10 })]);
    once(shop, 10);
  });

  /** Lists what it has made after so many seconds, and loses the reply to the first request. */
  async function beginLate(seconds: number, wishes?: Wishes) {
    const madeAt: number[] = [];
    const time = { now: () => 0 };
    const place = await begin(
      {
        create: (shop, codes, request) => {
          shop.codes.push(...codes);
          madeAt.push(...codes.map(() => time.now()));
          return request === 1 ? reply({}, 503) : reply({ data: { created: codes.length, existing: [] } });
        },
        isListed: (place) => time.now() - (madeAt[place] ?? 0) >= seconds * 1000,
      },
      wishes,
    );
    time.now = () => place.clock.runs.now();
    return place;
  }

  for (const seconds of [33, 60])
    for (const count of [3, 10])
      it(`fault 96: whose list is ${seconds} s late, and which loses a reply, gets each of ${count} codes once`, async () => {
        const { shop, run, options } = await beginLate(seconds, { count });
        assert.deepEqual(outcome(await runPlan(run, options)), ['finished', countsOf(count, { made: count })]);
        once(shop, count);
      });

  it('fault 96: whose list is later than anybody waits gets one code again at most, and that is said', async () => {
    const { shop, run, options } = await beginLate(120, { count: 5 });
    const report = await runPlan(run, options);
    assert.deepEqual(outcome(report), ['needsDecision', countsOf(5, { made: 4, unknown: 1 })]);
    assert.deepEqual(bare(report.undecided), [{ why: 'foundTwice', codes: ['C0000'] }]);
    assert.deepEqual(shop.times(), [2, 1, 1, 1, 1]);
  });

  it('fault 98: that stores other letters than it was sent has made none of them', async () => {
    const { run, options } = await begin({
      create: (shop, codes) => {
        shop.codes.push(...codes.map((code) => code.toLowerCase()));
        return reply({ data: { created: codes.length, existing: [] } });
      },
    });
    const report = await runPlan(run, options);
    assert.deepEqual(outcome(report), ['needsDecision', countsOf(10, { unknown: 10 })]);
    assert.deepEqual(bare(report.undecided), [{ why: 'foundDifferently', codes: codesOf(10) }]);
  });

  it('fault 98: that stores another limit than it was sent has made none of them', async () => {
    const list = (shop: Shop) => reply({ data: shop.rows().map((row) => ({ ...row, limit: 1 })), total: shop.codes.length });
    const { run, options } = await begin({ list }, { limit: 5 });
    const report = await runPlan(run, options);
    assert.deepEqual(bare(report.undecided), [{ why: 'differs', codes: codesOf(10) }]);
  });

  for (const [how, itemIds] of [
    ['fewer', [1]],
    ['more', [1, 2, 3]],
  ] as const)
    it(`fault 98: that stores ${how} items than it was sent has made none of them`, async () => {
      const list = (shop: Shop) => reply({ data: shop.rows().map((row) => ({ ...row, itemIds })), total: shop.codes.length });
      const { run, options } = await begin({ list }, { itemIds: [1, 2] });
      const report = await runPlan(run, options);
      assert.deepEqual(bare(report.undecided), [{ why: 'differs', codes: codesOf(10) }]);
    });

  it('fault 99: whose journal was cut at any byte and is resumed at once gets nothing twice', async () => {
    let isOpen = false;
    const { shop, run, options } = await begin(
      { create: (_, __, request) => (request > 2 && !isOpen ? reply({}, 401) : undefined) },
      { count: 6, chunkSize: 2 },
    );
    assert.equal((await runPlan(run, options)).state, 'paused');
    assert.equal(shop.codes.length, 4);
    isOpen = true;
    const { length } = await readFile(join(run.folder, 'journal'));
    for (let bytes = 0; bytes < length; bytes += everything ? 1 : 7) {
      shop.codes.length = 4;
      const copy = join(await mkdtemp(join(folder.path, 'cut-')), 'run');
      await cp(run.folder, copy, { recursive: true });
      await truncate(join(copy, 'journal'), bytes);
      const end = await resumeRun(copy, options).catch((error: unknown) => error);
      // With no word of what was sent, a new plan is due, which knows them.
      if (end instanceof RunError) assert.deepEqual([end.kind, shop.codes.length], ['stalePlan', 4], `${bytes} bytes`);
      else once(shop, 6);
    }
  });

  it('fault 43: that another process has taken the run to gets nothing from this one', async () => {
    const { shop, run, options } = await begin({});
    const observe = (when: string, { type }: { type: string }) => {
      if (when === 'after' && type === 'intent') writeFileSync(join(run.folder, 'lock'), '{"pid":1}');
    };
    await assert.rejects(runPlan(run, { ...options, observe }), (error) => error instanceof RunError && error.kind === 'locked');
    assert.equal(shop.posts, 0);
  });
});
