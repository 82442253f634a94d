import assert from 'node:assert/strict';
import { ApiError, systemClock, type Dialect } from '../../../src/client/index.ts';
import { runPlan } from '../../../src/runs/index.ts';
import { readJournal } from '../../../src/runs/journal.ts';
import { failureOf } from '../client/support.ts';
import { clientOf, stopServices, timeZone } from '../service/support.ts';
import { badLine, troubles, type BadLine, type TroubleName } from './bad-line.ts';
import { bench, codesOf, countsOf, eventId, forgetfulService, once, useFolder, type Bench } from './support.ts';

const broken: ReadonlySet<TroubleName> = new Set(['a broken record', 'a fatal alert', 'plain text on the socket'] as const);
const faultOf = (name: TroubleName) => (broken.has(name) ? 64 : 65);

describe('a run over a bad line', function () {
  this.timeout(60_000);
  const folder = useFolder();
  const lines: BadLine[] = [];
  afterEach(async () => {
    await Promise.all(lines.splice(0).map((line) => line.stop()));
    await stopServices();
  });

  async function benchOver(
    secure: boolean,
    strike: BadLine['strike'],
    chunkSize = 5,
    dialect?: Dialect,
  ): Promise<Bench & { line: BadLine }> {
    const service = await forgetfulService(folder.path);
    const line = await badLine(service, secure);
    line.strike = strike;
    lines.push(line);
    const client = { ticketUrl: line.ticketUrl, fetch: line.fetch, ...(dialect ? { dialect } : {}) };
    const place = await bench(folder.path, service, {
      codes: codesOf(20),
      at: { ...service, ticketUrl: line.ticketUrl },
      chunkSize,
      client,
    });
    return {
      ...place,
      options: { ...place.options, target: { ...place.options.target, at: { ...service, ticketUrl: line.ticketUrl } } },
      line,
    };
  }

  for (const secure of [false, true]) {
    for (const name of Object.keys(troubles) as TroubleName[]) {
      it(`fault ${faultOf(name)}: ${name} over ${secure ? 'https' : 'http'} is read back: each code is there once`, async () => {
        // A code that is refused alone takes a way of its own.
        for (const chunkSize of name.includes('refusal') ? [5, 1] : [5]) {
          const { run, options, tally } = await benchOver(secure, (request) => (request === 2 ? name : undefined), chunkSize);
          const report = await runPlan(run, { ...options, concurrency: 1 });
          const counts = await tally();
          assert.deepEqual([report.state, report.counts], ['finished', countsOf(20, { made: 20 })]);
          assert.deepEqual(counts, once(codesOf(20)), `chunks of ${chunkSize}`);
        }
      });
    }
  }

  const inside = [
    'an error of the database after half of the work',
    'a refusal inside a 200 after half of the work',
    'status: false inside a 200',
  ] as const satisfies TroubleName[];
  for (const name of inside)
    it(`fault 65: ${name} is unknown where no codes are known, and the run looks before it sends a code again`, async () => {
      const dialect: Dialect = { clock: timeZone };
      const { run, options, tally } = await benchOver(false, (request) => (request === 1 ? name : undefined), 5, dialect);
      const calls: (readonly string[] | 'look')[] = [];
      const client: typeof options.client = {
        ...options.client,
        call: (operation, input, wishes) => {
          if (operation === 'createPasskeys') calls.push((input as { body: { codes: string[] } }).body.codes);
          if (operation === 'listPasskeys') calls.push('look');
          return options.client.call(operation, input, wishes);
        },
      };
      const report = await runPlan(run, { ...options, client, concurrency: 1 });
      assert.deepEqual([report.state, report.counts], ['finished', countsOf(20, { made: 20 })]);
      assert.deepEqual(await tally(), once(codesOf(20)));
      const struck = codesOf(5);
      const again = calls.findIndex((sent, index) => index > 0 && sent !== 'look' && sent.some((code) => struck.includes(code)));
      if (name.includes('half')) assert.ok(again > 0, 'the half that was not made is sent again');
      if (again > 0) assert.ok(calls.slice(1, again).includes('look'), 'after a look');
      const first = (await readJournal(run.folder)).find(({ type }) => !['begin', 'state', 'intent'].includes(type));
      assert.equal(first?.type, 'unknown');
    });

  it('fault 65: replies that never say what was made are looked into once at first, and then at the end', async () => {
    const { run, options, tally } = await benchOver(false, () => 'a 200 that says nothing', 1);
    let lists = 0;
    const client: typeof options.client = {
      ...options.client,
      call: (operation, input, wishes) => {
        if (operation === 'listPasskeys' && (input as { query: { page: number } }).query.page === 1) lists++;
        return options.client.call(operation, input, wishes);
      },
    };
    const report = await runPlan(run, { ...options, client, concurrency: 1 });
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(20, { made: 20 })]);
    assert.deepEqual(await tally(), once(codesOf(20)));
    assert.equal(lists, 2);
  });

  for (const name of broken) {
    it(`fault 64: a single write that ends with ${name} over https is in doubt, and no certificate is blamed`, async () => {
      const { line, service } = await benchOver(true, () => name);
      const client = clientOf(service, { ticketUrl: line.ticketUrl, fetch: line.fetch });
      const error = await failureOf(client.call('createPasskeys', { path: { eventId }, body: { codes: ['X'] } }));
      assert.ok(error instanceof ApiError && error.kind === 'unknownOutcome', String(error));
      assert.doesNotMatch(error.message, /certificate/i);
    });
  }

  for (const hours of [-1, 1]) {
    it(`fault 66: a clock that is set ${hours < 0 ? 'back' : 'forward'} in a run neither holds it up nor makes a code twice`, async () => {
      const lateBy = 100;
      const service = await forgetfulService(folder.path, [
        { kind: 'late-commit', operation: 'createPasskeys', times: 1, value: lateBy },
      ]);
      let shift = 0;
      const clock = { ...systemClock, now: () => Date.now() + shift };
      const { run, options, tally } = await bench(folder.path, service, {
        codes: codesOf(10),
        now: clock.now,
        client: { clock },
      });
      const report = await runPlan(run, {
        ...options,
        clock,
        reconcile: [0, 30, 300],
        // Right after the reply was lost, and before the first look.
        observe: (_when, { type }) => {
          if (type === 'unknown') shift = hours * 3_600_000;
        },
      });
      assert.deepEqual([report.state, report.counts], ['finished', countsOf(10, { made: 10 })]);
      assert.deepEqual(await tally(), once(codesOf(10)));
      const records = await readJournal(run.folder);
      assert.equal(records.filter(({ type }) => type === 'unknown').length, 1);
    });
  }
});
