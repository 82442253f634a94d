import assert from 'node:assert/strict';
import { appendFile, chmod, mkdtemp, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  hashFile,
  hashText,
  listRuns,
  planRun,
  readPasskeys,
  readResults,
  resumeRun,
  RunError,
  runPlan,
  type PlanOptions,
  type RunErrorKind,
} from '../../../src/runs/index.ts';
import { askTickets, clientOf, noon, stopServices } from '../service/support.ts';
import {
  all,
  bench,
  codesOf,
  countsOf,
  environment,
  eventId,
  forgetfulService,
  skippingClock,
  tally,
  useFolder,
} from './support.ts';

function failsWith(kind: RunErrorKind, changed?: string): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof RunError, String(error));
    assert.deepEqual([error.kind, error.details.changed], [kind, changed]);
    return true;
  };
}

describe('the plan of a run', () => {
  const folder = useFolder();
  afterEach(stopServices);

  async function options(part: Partial<PlanOptions> = {}): Promise<PlanOptions> {
    return {
      folder: await mkdtemp(join(folder.path, 'plan-')),
      environment,
      at: { eventUrl: 'https://events.example.com', ticketUrl: 'https://user:secret@tickets.example.com/api/?token=1' },
      eventId: 9007199254740993n,
      eventLabel: 'Festival',
      input: { kind: 'text', sha256: 'aa' },
      codes: [],
      existing: [],
      now: () => noon,
      ...part,
    };
  }

  it('is named by its moment, so that runs of one second are listed in their order too, the newest first', async () => {
    const { plan, folder: run } = await planRun(await options());
    assert.match(plan.id, /^20260615150000000-[0-9a-f]{8}$/);
    assert.equal(basename(run), plan.id);
    const { folder: home } = await options();
    const moments = [0, 1, 2, 3, 4, 5].map((milliseconds) => noon + milliseconds);
    for (const moment of moments) await planRun(await options({ folder: home, now: () => moment }));
    assert.deepEqual(
      (await listRuns(home)).map((listed) => listed.plan?.created),
      moments.toReversed(),
    );
  });

  it('sends at least one code at a time, and 500 unless told', async () => {
    const sizes = [undefined, 0, 1, 2.5].map(async (chunkSize) => {
      const { plan } = await planRun(await options(chunkSize === undefined ? {} : { chunkSize }));
      return plan.chunkSize;
    });
    assert.deepEqual(await Promise.all(sizes), [500, 1, 1, 2]);
  });

  it('fault 42: says of each code whether it is created, skipped or rejected, before anything is sent', async () => {
    const odd = ['é\u0301', '00123', '1E5', ' padded ', 'line\nbreak', '"quoted"', '\ud800'];
    const codes = ['new', 'there', '', ' \u200b\t', 'new', 'x'.repeat(256), 'there', 'x'.repeat(255), ...odd];
    const { folder: run, plan } = await planRun(await options({ codes, existing: [{ text: 'there' }] }));
    assert.deepEqual(plan.codes.counts, { create: 2 + odd.length, skip: 1, blank: 2, tooLong: 1, duplicate: 2 });
    const results = await all(readResults(run));
    assert.deepEqual(
      results.map(({ code }) => code),
      codes,
    );
    assert.deepEqual(
      results.slice(0, 8).map(({ outcome, rejected }) => rejected ?? outcome),
      ['left', 'existed', 'blank', 'blank', 'duplicate', 'tooLong', 'duplicate', 'left'],
    );
  });

  it('takes codes and passkeys as they stream in, and keeps ids digit for digit', async () => {
    async function* stream() {
      await Promise.resolve();
      yield* codesOf(12_000);
    }
    const { folder: run, plan } = await planRun(await options({ codes: stream(), payload: { itemIds: [9007199254740993n] } }));
    assert.equal(plan.codes.rows, 12_000);
    const text = await readFile(join(run, 'plan.json'), 'utf8');
    assert.match(text, /"eventId": "9007199254740993"/);
    assert.match(text, /9007199254740993\s*\]/);
  });

  it('fault 8: keeps only the base addresses and the known fields of the payload', async () => {
    const payload = { limit: 1, token: 'hidden' } as { limit: number };
    const { folder: run } = await planRun(await options({ codes: ['a'], payload }));
    for (const name of await readdir(run)) {
      assert.doesNotMatch(await readFile(join(run, name), 'utf8'), /hidden|secret|token/);
    }
  });

  it('is not made of a payload that the interface does not allow', async () => {
    for (const payload of [{ start: '2026-02-30' }, { start: '2026-06-14' }, { limit: 1.5 }]) {
      await assert.rejects(options({ payload, timeZone: 'America/Sao_Paulo' }).then(planRun), failsWith('invalidPayload'));
    }
  });

  it('leaves nothing behind when the input cannot be read, and passes its error on', async () => {
    async function* broken() {
      await Promise.resolve();
      yield 'a';
      throw Object.assign(new Error('gone'), { code: 'EIO' });
    }
    const wanted = await options({ codes: broken() });
    await assert.rejects(planRun(wanted), /gone/);
    assert.deepEqual(await readdir(wanted.folder), []);
  });

  it('fault 46: is not made where it cannot be written', async () => {
    const file = join(folder.path, 'a file');
    await writeFile(file, '');
    await assert.rejects(options({ folder: file }).then(planRun), failsWith('storage'));
  });

  it('fault 106: is not carried on where an older version wrote no more of the address than its host', async () => {
    const service = await forgetfulService(folder.path);
    const { run, options: usual } = await bench(folder.path, service, { codes: ['a'] });
    const path = join(run.folder, 'plan.json');
    const { plan } = JSON.parse(await readFile(path, 'utf8')) as { plan: { addresses?: object } };
    const { addresses: _addresses, ...older } = plan;
    const text = { ...older, origin: new URL(service.ticketUrl).origin };
    await writeFile(path, JSON.stringify({ plan: text, sha256: hashText(JSON.stringify(text)) }));
    await assert.rejects(resumeRun(run.folder, usual), failsWith('stalePlan', 'address'));
  });

  it('fault 47, fault 105: is refused for another environment, address or input', async () => {
    const service = await forgetfulService(folder.path);
    const path = join(folder.path, 'codes.csv');
    await writeFile(path, 'a\nb\n');
    const input = { kind: 'file', path, sha256: await hashFile(path) };
    const { run, options: usual } = await bench(folder.path, service, { codes: ['a', 'b'], input });
    const target = { environment, at: service };
    const start = (changed: object) => runPlan(run, { ...usual, target: { ...target, ...changed } });
    await assert.rejects(start({ environment: 'stg' }), failsWith('stalePlan', 'environment'));
    for (const moved of [
      { ticketUrl: 'http://127.0.0.1:1' },
      { ticketUrl: `${service.ticketUrl}/prod` },
      { eventUrl: `${service.eventUrl}/prod` },
    ])
      await assert.rejects(start({ at: { ...service, ...moved } }), failsWith('stalePlan', 'address'));
    await assert.rejects(start({ inputSha256: 'bb' }), failsWith('stalePlan', 'input'));
    await appendFile(path, 'c\n');
    await assert.rejects(start({}), failsWith('stalePlan', 'input'));
    await assert.rejects(resumeRun(run.folder, usual), failsWith('stalePlan', 'input'));
    assert.deepEqual(await tally(service, ['a', 'b']), { a: 0, b: 0 });
    await truncate(path, 4);
    assert.equal((await start({})).state, 'finished');
  });

  it('fault 42: is refused when codes that it would create have come to exist', async () => {
    const service = await forgetfulService(folder.path);
    const clock = skippingClock();
    const { run, options: usual } = await bench(folder.path, service, { codes: codesOf(10), clock });
    await askTickets(service, 'POST', `/event/${eventId}/passkeys`, JSON.stringify({ codes: ['C0003'] }));
    await new Promise<void>((resolve) => void clock.runs.setTimer(resolve, 120_000));
    for (let round = 0; round < 2; round++) {
      await assert.rejects(runPlan(run, usual), (error) => {
        assert.equal((error as RunError).details.count, 1);
        return failsWith('stalePlan', 'service')(error);
      });
    }
    assert.equal((await tally(service, ['C0001'])).C0001, 0);
  });

  it('counts what has come to exist while a run lay still, and does not create it again', async () => {
    const faults = [{ kind: '401', operation: 'createPasskeys', times: 1 }] as const;
    const service = await forgetfulService(folder.path, faults);
    const clock = skippingClock();
    const { run, options: usual } = await bench(folder.path, service, { codes: codesOf(10), clock });
    assert.equal((await runPlan(run, { ...usual, concurrency: 1 })).state, 'paused');
    await askTickets(service, 'POST', `/event/${eventId}/passkeys`, JSON.stringify({ codes: ['C0007'] }));
    await new Promise<void>((resolve) => void clock.runs.setTimer(resolve, 120_000));
    const { state, counts } = await resumeRun(run.folder, usual);
    assert.deepEqual([state, counts], ['finished', countsOf(10, { made: 9, existed: 1 })]);
    assert.equal((await tally(service, ['C0007'])).C0007, 1);
  });

  it('fault 46: is refused when its files are not what was written', async () => {
    const service = await forgetfulService(folder.path);
    for (const name of ['plan.json', 'codes']) {
      const { run, options: usual } = await bench(folder.path, service, { codes: codesOf(10) });
      const path = join(run.folder, name);
      const text = await readFile(path, 'utf8');
      await writeFile(
        path,
        text.replace(name === 'codes' ? 'C0003' : '"chunkSize": 5', name === 'codes' ? 'C0033' : '"chunkSize": 6'),
      );
      await assert.rejects(runPlan(run, usual), failsWith('corrupt'));
    }
    await assert.rejects(
      resumeRun(join(folder.path, 'nowhere'), (await bench(folder.path, service, { codes: ['a'] })).options),
      failsWith('missing'),
    );
  });

  it('reads every passkey of an event, and says when the list is not whole', async () => {
    const service = await forgetfulService(folder.path);
    const codes = codesOf(2500);
    await askTickets(service, 'POST', `/event/${eventId}/passkeys`, JSON.stringify({ codes }));
    const client = clientOf(service);
    const texts = (await all(readPasskeys(client, eventId))).map(({ text }) => text);
    assert.deepEqual(texts, codes);
    const call: typeof client.call = async (operation, input, wishes) => {
      const reply = (await client.call(operation, input, wishes)) as { data: unknown[] };
      return { ...reply, data: reply.data.slice(0, 900) };
    };
    await assert.rejects(all(readPasskeys({ call }, eventId)), failsWith('listIncomplete'));
  });

  it('fault 62: takes a list whose end is not proved for whole only where that is asked for', async () => {
    const rows = codesOf(50).map((passkey, id) => ({ id, passkey }));
    const unpaged = { call: () => Promise.resolve(rows) };
    await assert.rejects(all(readPasskeys(unpaged, eventId)), failsWith('listIncomplete'));
    const told: unknown[] = [];
    const onIncomplete = (...facts: unknown[]) => told.push(facts);
    assert.equal((await all(readPasskeys(unpaged, eventId, { onIncomplete }))).length, 50);
    assert.deepEqual(told, [[50, undefined]]);
  });

  it('fault 46: a folder that cannot be written to holds no run', async function () {
    // Root writes everywhere, and Windows has no such modes.
    if (process.platform === 'win32' || process.getuid?.() === 0) return this.skip();
    const service = await forgetfulService(folder.path);
    const { run, options: usual } = await bench(folder.path, service, { codes: ['a'] });
    await chmod(run.folder, 0o500);
    await assert.rejects(runPlan(run, usual), failsWith('journal'));
    await chmod(run.folder, 0o700);
    assert.deepEqual(await tally(service, ['a']), { a: 0 });
  });
});
