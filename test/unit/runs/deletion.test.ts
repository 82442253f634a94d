import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ApiError, IncompleteList, systemClock, type ApiErrorKind, type Client } from '../../../src/client/index.ts';
import {
  hashText,
  listRuns,
  markOf,
  planDeletion,
  readResults,
  resumeRun,
  RunError,
  runPlan,
  type PlannedRun,
  type ReadCodes,
  type ResumeOptions,
} from '../../../src/runs/index.ts';
import { readJournal } from '../../../src/runs/journal.ts';
import type { ServiceFault } from '../../../src/service/index.ts';
import { everything } from '../../harness/everything.ts';
import { asProgram } from '../../harness/program.ts';
import { clientOf, csvFile, recordsIn, stopServices, testService, type TestService } from '../service/support.ts';
import type { KillStep } from './kill-order.ts';
import { all, assertSum, countsOf, environment, runChild, skippingClock, useFolder } from './support.ts';

/** An event with two tickets that have no codes of their own. */
const eventId = 1005;
const [ticket, other] = ['300046', '300047'];

interface Listed {
  readonly id: string;
  readonly code: string;
}

interface Stand {
  readonly service: TestService;
  readonly client: Client;
  readonly run: PlannedRun;
  readonly options: ResumeOptions;
  readonly mine: readonly Listed[];
}

type Call = Client['call'];

describe('a run that deletes the codes of a ticket', function () {
  this.timeout(60_000);
  const folder = useFolder();
  const program = () => join(folder.path, 'killed.cjs');
  before(() => build(asProgram('test/unit/runs/killed.child.ts', program())));
  afterEach(stopServices);

  /** Straight from the service: no fault strikes a list. */
  async function codesOf(service: TestService, itemId: string): Promise<Listed[]> {
    const reply = await clientOf(service).call('listCodes', { path: { itemId }, query: { pageSize: 1000 } });
    return recordsIn(reply).map(({ id, code }) => ({ id: String(id), code: String(code) }));
  }

  async function upload(service: TestService, lines: readonly string[]): Promise<void> {
    const file = csvFile(['ticket,code', ...lines].join('\n'));
    await clientOf(service).call('uploadCodes', { path: { eventId }, file });
  }

  async function stand(faults: readonly ServiceFault[] = [], count = 12): Promise<Stand> {
    const service = await testService({ faults });
    const lines = Array.from({ length: count }, (_, index) => `Entrada gratuita,MINE-${index}`);
    await upload(service, [...lines, ...Array.from({ length: 5 }, (_, index) => `Acompanhante,OTHER-${index}`)]);
    const mine = await codesOf(service, ticket);
    const others = await codesOf(service, other);
    assert.deepEqual([mine.length, others.length], [count, 5]);
    const clock = skippingClock();
    const client = clientOf(service, { clock: clock.client });
    const run = await planDeletion({
      ...{ folder: await mkdtemp(join(folder.path, 'plan-')), environment, at: service },
      ...{ eventId, eventLabel: 'Festival', ticket: 'Entrada gratuita', itemId: ticket, copy: '/copies/a.csv', unread: [] },
      codes: mine.map(({ id, code }) => ({ itemId: ticket, codeId: id, code })),
      others: [{ itemId: other, count: 5, mark: markOf(others.map(({ id }) => id)) }],
      now: () => clock.runs.now(),
    });
    const target = { environment, at: service };
    return { service, client, run, mine, options: { client, target, clock: clock.runs, concurrency: 2 } };
  }

  /** The options with deletes that somebody meddles with. */
  function meddled({ client, options }: Stand, work: (codeId: string, send: () => Promise<unknown>, nth: number) => unknown) {
    const sent: string[] = [];
    const call = (async (operation, input, wishes) => {
      const send = () => client.call(operation, input, wishes);
      if (operation !== 'deleteCode') return send();
      const { codeId } = (input as { path: { codeId: string } }).path;
      return work(codeId, send, sent.push(codeId));
    }) as Call;
    return { options: { ...options, client: { call } }, sent };
  }

  const failure = (kind: ApiErrorKind, status?: number) =>
    new ApiError(`no: ${kind}`, { kind, operation: 'deleteCode', ...(status === undefined ? {} : { status }) });

  const left = (appeared: readonly string[] = []) => ({ appeared, others: { before: 5, after: 5, isSame: true } });

  it('deletes exactly those, each once, and says what the lists show', async () => {
    const place = await stand();
    const { options, sent } = meddled(place, (_, send) => send());
    const report = await runPlan(place.run, options);
    assert.deepEqual(report, {
      ...{ folder: place.run.folder, state: 'finished', counts: countsOf(12, { made: 12 }), reason: undefined },
      ...{ undecided: [], unshown: 0, left: left() },
    });
    assert.deepEqual(sent.toSorted(), place.mine.map(({ id }) => id).toSorted());
    assert.deepEqual(await codesOf(place.service, ticket), []);
    assert.equal((await codesOf(place.service, other)).length, 5);
    const [summary] = await listRuns(join(place.run.folder, '..'));
    assert.deepEqual(
      [summary?.state, summary?.plan?.kind, summary?.plan?.deletion?.copy],
      ['finished', 'deleteCodes', '/copies/a.csv'],
    );
    assert.deepEqual(
      (await all(readResults(place.run.folder))).map(({ code, outcome }) => [code, outcome]),
      place.mine.map(({ code }) => [code, 'made']),
    );
    await assert.rejects(
      resumeRun(place.run.folder, place.options),
      (error) => error instanceof RunError && error.kind === 'finished',
    );
  });

  it('leaves codes that came after the question, and says so', async () => {
    const place = await stand();
    const { options } = meddled(place, async (_, send, nth) => {
      if (nth === 3) await upload(place.service, ['Entrada gratuita,LATE']);
      return send();
    });
    const report = await runPlan(place.run, options);
    assert.deepEqual([report.counts, report.left], [countsOf(12, { made: 12 }), left(['LATE'])]);
    assert.deepEqual(
      (await codesOf(place.service, ticket)).map(({ code }) => code),
      ['LATE'],
    );
  });

  it('says when the codes of other tickets are not as they were', async () => {
    const place = await stand();
    const [one] = await codesOf(place.service, other);
    const { options } = meddled(place, async (_, send, nth) => {
      if (nth === 2) await place.client.call('deleteCode', { path: { itemId: other, codeId: one!.id } });
      return send();
    });
    const report = await runPlan(place.run, options);
    assert.deepEqual(report.left?.others, { before: 5, after: 4, isSame: false });
  });

  it('takes a lost reply for done when the code is gone, and sends it once more when it is there', async () => {
    const place = await stand();
    const [gone, there] = place.mine;
    const { options, sent } = meddled(place, async (codeId, send, nth) => {
      if (codeId === gone!.id) {
        await send();
        throw failure('unknownOutcome');
      }
      if (codeId === there!.id && nth < 12) throw failure('unknownOutcome');
      return send();
    });
    const report = await runPlan(place.run, options);
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(12, { made: 12 })]);
    assert.deepEqual(
      [gone, there].map((code) => sent.filter((id) => id === code!.id).length),
      [1, 2],
    );
  });

  it('rejects, in the words of the failure, what is there after it was sent twice', async () => {
    const place = await stand();
    const [stuck] = place.mine;
    const { options, sent } = meddled(place, (codeId, send) =>
      codeId === stuck!.id ? Promise.reject(failure('unknownOutcome')) : send(),
    );
    const report = await runPlan(place.run, options);
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(12, { made: 11, rejected: 1 })]);
    assert.equal(sent.filter((id) => id === stuck!.id).length, 2);
    assert.deepEqual(await codesOf(place.service, ticket), [stuck]);
    const [result] = (await all(readResults(place.run.folder))).filter(({ outcome }) => outcome === 'rejected');
    assert.deepEqual([result?.code, result?.reason], [stuck!.code, 'no: unknownOutcome']);
  });

  it('counts a 404 as gone only when the list does not show the code', async () => {
    const place = await stand();
    const [gone, there] = place.mine;
    await place.client.call('deleteCode', { path: { itemId: ticket, codeId: gone!.id } });
    const { options } = meddled(place, (codeId, send) =>
      codeId === there!.id ? Promise.reject(failure('notFound', 404)) : send(),
    );
    const report = await runPlan(place.run, options);
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(12, { made: 10, existed: 1, rejected: 1 })]);
    assert.deepEqual(await codesOf(place.service, ticket), [there]);
  });

  it('pauses before it has asked for all, where the service has no such path', async () => {
    const place = await stand([], 60);
    const { options, sent } = meddled(place, () => Promise.reject(failure('notFound', 404)));
    const report = await runPlan(place.run, options);
    assert.deepEqual([report.state, report.reason?.message], ['paused', 'no: notFound']);
    assert.ok(sent.length < 30, `${sent.length} requests`);
    assert.equal((await codesOf(place.service, ticket)).length, 60);
    assertSum(report.counts);
  });

  it('does not believe a good reply: what is still there is not deleted', async () => {
    for (const reply of [{ ok: true }, {}, undefined, 'accepted']) {
      const place = await stand();
      const [kept] = place.mine;
      const { options } = meddled(place, (codeId, send) => (codeId === kept!.id ? reply : send()));
      const report = await runPlan(place.run, options);
      assert.deepEqual([report.state, report.counts], ['finished', countsOf(12, { made: 11, rejected: 1 })]);
      const [result] = (await all(readResults(place.run.folder))).filter(({ outcome }) => outcome === 'rejected');
      assert.equal(result?.reason, 'The service answered, and the code is still there.');
    }
  });

  it('waits for a service that is late with what it has accepted', async () => {
    const place = await stand();
    const late: (() => Promise<unknown>)[] = [];
    const { options } = meddled(place, (_, send) => void late.push(send));
    let looks = 0;
    const { call } = options.client;
    const client = {
      call: (async (operation, input, wishes) => {
        if (operation === 'listCodes' && ++looks === 2) for (const send of late) await send();
        return call(operation, input, wishes);
      }) as Call,
    };
    const report = await runPlan(place.run, { ...options, client });
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(12, { made: 12 })]);
  });

  it('says of a refusal what the service said, and goes on with the others', async () => {
    const place = await stand();
    const refused = place.mine.slice(6, 8);
    const { options, sent } = meddled(place, (codeId, send) =>
      refused.some(({ id }) => id === codeId) ? Promise.reject(failure('conflict', 409)) : send(),
    );
    const report = await runPlan(place.run, options);
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(12, { made: 10, rejected: 2 })]);
    assert.equal(sent.length, 12, 'what is refused in words is not sent again');
    assert.deepEqual(await codesOf(place.service, ticket), refused);
  });

  for (const [kind, status] of [
    ['unauthorized', 401],
    ['forbidden', 403],
  ] as const)
    it(`pauses at a ${status}, and goes on from there`, async () => {
      const place = await stand();
      const { options } = meddled(place, (_, send, nth) => (nth === 4 ? Promise.reject(failure(kind, status)) : send()));
      const report = await runPlan(place.run, options);
      assert.deepEqual([report.state, report.reason?.kind], ['paused', kind]);
      assertSum(report.counts);
      assert.ok(report.counts.left > 0);
      const end = await resumeRun(place.run.folder, place.options);
      assert.deepEqual([end.state, end.counts, end.left], ['finished', countsOf(12, { made: 12 }), left()]);
    });

  it('waits and goes on after a 429, a 503 and a connection that cannot be made', async () => {
    const place = await stand();
    const { options } = meddled(place, (_, send, nth) => {
      if (nth === 2) return Promise.reject(failure('rateLimited', 429));
      if (nth === 4) return Promise.reject(failure('server', 503));
      return nth === 6 ? Promise.reject(failure('network')) : send();
    });
    const report = await runPlan(place.run, options);
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(12, { made: 12 })]);
  });

  it('ends as cancelled with what was under way finished, and can be resumed', async () => {
    const place = await stand();
    const controller = new AbortController();
    const { options, sent } = meddled(place, (_, send, nth) => {
      if (nth === 4) controller.abort();
      return send();
    });
    const report = await runPlan(place.run, { ...options, signal: controller.signal });
    assert.equal(report.state, 'cancelled');
    assertSum(report.counts);
    const there = await codesOf(place.service, ticket);
    assert.equal(there.length, 12 - sent.length);
    const end = await resumeRun(place.run.folder, place.options);
    assert.deepEqual([end.state, end.counts], ['finished', countsOf(12, { made: 12 })]);
    assert.deepEqual(await codesOf(place.service, ticket), []);
  });

  it('fault 61: deletes by id and by nothing else', async () => {
    const place = await stand();
    const writes: unknown[] = [];
    const call = ((operation, input, wishes) => {
      if (operation !== 'listCodes') writes.push([operation, input]);
      return place.client.call(operation, input, wishes);
    }) as Call;
    await runPlan(place.run, { ...place.options, client: { call }, concurrency: 1 });
    const paths = place.mine.map(({ id }) => ['deleteCode', { path: { itemId: ticket, codeId: id } }]);
    assert.deepEqual(writes, paths);
  });

  it('deletes no other code that has got an id of the plan since', async () => {
    const place = await stand();
    const { options } = meddled(place, (_, send, nth) => (nth === 3 ? Promise.reject(failure('unauthorized', 401)) : send()));
    await runPlan(place.run, { ...options, concurrency: 1 });
    const waiting = place.mine.at(-1)!;
    const readCodes: ReadCodes = async function* (itemId) {
      const codes = await codesOf(place.service, itemId);
      yield codes.map((code) => (code.id === waiting.id ? { ...code, code: 'SOMEBODY ELSE' } : code));
    };
    const end = await resumeRun(place.run.folder, { ...place.options, readCodes });
    assert.deepEqual([end.state, end.counts], ['finished', countsOf(12, { made: 11, rejected: 1 })]);
    assert.deepEqual(
      (await codesOf(place.service, ticket)).map(({ id }) => id),
      [waiting.id],
    );
  });

  it('looks first where the plan is old, and counts what is gone by then as gone', async () => {
    const place = await stand();
    const [one] = place.mine;
    await place.client.call('deleteCode', { path: { itemId: ticket, codeId: one!.id } });
    const { options, sent } = meddled(place, (_, send) => send());
    const report = await runPlan(place.run, { ...options, recheckAfter: -1 });
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(12, { made: 11, existed: 1 })]);
    assert.ok(!sent.includes(one!.id));
  });

  it('pauses with the reason where the list is not proved whole', async () => {
    const place = await stand();
    // oxlint-disable-next-line require-yield -- the first page is where it ends
    const readCodes: ReadCodes = async function* () {
      await Promise.resolve();
      throw new IncompleteList(50, undefined);
    };
    const { options, sent } = meddled(place, (_, send) => send());
    const first = await runPlan(place.run, { ...options, readCodes, recheckAfter: -1 });
    assert.deepEqual([first.state, first.reason?.kind, sent.length], ['paused', 'unsettled', 0]);
    assert.match(first.reason?.message ?? '', /gave 50 rows of a list, and nothing shows that these are all/);
    const again = await resumeRun(place.run.folder, { ...options, recheckAfter: Infinity, readCodes });
    assert.deepEqual([again.state, again.counts.left, sent.length], ['paused', 12, 0], 'nothing is sent before a look');
    const end = await resumeRun(place.run.folder, place.options);
    assert.deepEqual([end.state, end.counts], ['finished', countsOf(12, { made: 12 })]);
  });

  it('fault 99: an empty list proves nothing of what was answered 500, while it lacks what nobody has touched', async () => {
    const place = await stand();
    const isBad = { value: true };
    const { options, sent } = meddled(place, (_, send) => {
      if (isBad.value) throw failure('unknownOutcome', 500);
      return send();
    });
    const blind: ReadCodes = async function* (itemId) {
      const codes = isBad.value && itemId === ticket ? [] : await codesOf(place.service, itemId);
      yield codes;
    };
    const paused = await runPlan(place.run, { ...options, readCodes: blind });
    assert.deepEqual([paused.state, paused.counts.made], ['paused', 0]);
    assert.match(paused.reason?.message ?? '', /lacks \d+ codes that nobody has deleted/);
    assert.equal((await codesOf(place.service, ticket)).length, 12);
    isBad.value = false;
    const end = await resumeRun(place.run.folder, { ...options, readCodes: blind });
    assert.deepEqual([end.state, end.counts], ['finished', countsOf(12, { made: 12 })]);
    assert.ok(sent.length > 12);
    assert.deepEqual(await codesOf(place.service, ticket), []);
  });

  it('fault 99: a refused delete is not done because the list is empty, and a code that is not found is gone', async () => {
    const place = await stand([], 2);
    const [first = '', second = ''] = place.mine.map(({ id }) => id);
    const { options } = meddled(place, (codeId, send) => {
      if (codeId === first) throw failure('invalid', 422);
      return send();
    });
    const blind: ReadCodes = async function* (itemId) {
      yield itemId === ticket ? [] : await codesOf(place.service, itemId);
    };
    const report = await runPlan(place.run, { ...options, readCodes: blind });
    assert.deepEqual([report.state, report.counts], ['finished', countsOf(2, { made: 1, rejected: 1 })]);
    assert.deepEqual(
      (await codesOf(place.service, ticket)).map(({ id }) => id),
      [first],
      `${second} is gone`,
    );
  });

  it('pauses where the list is gone: an absent list is not an empty one', async () => {
    const place = await stand();
    const call = ((operation, input, wishes) =>
      operation === 'listCodes' ? Promise.reject(failure('notFound', 404)) : place.client.call(operation, input, wishes)) as Call;
    const report = await runPlan(place.run, { ...place.options, client: { call } });
    assert.deepEqual([report.state, report.reason?.kind], ['paused', 'notFound']);
  });

  const steps: readonly KillStep[] = [
    { record: 'begin', when: 'after', nth: 1 },
    { record: 'intent', when: 'before', nth: 2 },
    { record: 'intent', when: 'torn', nth: 3 },
    { record: 'intent', when: 'after', nth: 4 },
    { record: 'send', nth: 3, delay: 1 },
    { record: 'result', when: 'before', nth: 2 },
    { record: 'result', when: 'torn', nth: 3 },
    { record: 'result', when: 'after', nth: 5 },
    { record: 'settled', when: 'before', nth: 1 },
    { record: 'settled', when: 'torn', nth: 1 },
    { record: 'settled', when: 'after', nth: 1 },
    { record: 'state', when: 'before', nth: 1 },
  ];
  // Each step meets each trouble in `npm run test:all`.
  const half = (rest: number) => steps.filter((_, at) => everything || at % 2 === rest);
  for (const [title, struckAt, ...faults] of [
    ['nothing else', steps],
    ['a lost reply', half(0), { kind: 'reset-after', operation: 'deleteCode', times: 2 }],
    ['a 503 after the work', half(1), { kind: '503-after', operation: 'deleteCode', times: 2 }],
  ] as readonly (readonly [string, readonly KillStep[], ...ServiceFault[]])[])
    it(`fault 43: killed at any step, with ${title}: exactly those codes are gone`, async () => {
      for (const step of struckAt) {
        const struck: ServiceFault[] = [];
        const place = await stand(struck, 6);
        struck.push(...faults.map((fault) => ({ ...fault })));
        const { eventUrl, ticketUrl, token } = place.service;
        const order = { folder: place.run.folder, eventUrl, ticketUrl, token, reconcile: [0, 20], step };
        assert.ok(await runChild(program(), order), `${JSON.stringify(step)} is a step of that run`);
        const [summary] = await listRuns(join(place.run.folder, '..'));
        assert.ok(summary?.state === 'interrupted' || summary?.state === 'planned', summary?.state);
        const end = await resumeRun(place.run.folder, { ...place.options, clock: systemClock, reconcile: [0, 20] });
        assert.equal(end.state, 'finished', JSON.stringify([step, end]));
        assertSum(end.counts);
        assert.deepEqual(end.counts.made + end.counts.existed, 6, JSON.stringify([step, end]));
        assert.deepEqual(await codesOf(place.service, ticket), []);
        assert.equal((await codesOf(place.service, other)).length, 5);
        await stopServices();
      }
    });

  it('is written so that a version that only creates passkeys takes it for damaged', async () => {
    const { run } = await stand();
    const { plan } = JSON.parse(await readFile(join(run.folder, 'plan.json'), 'utf8')) as { plan: { version: number } };
    assert.equal(plan.version, 2);
    assert.deepEqual(await readJournal(run.folder), []);
  });

  it('is damaged when its codes or its kind were changed', async () => {
    const { run, options } = await stand();
    const path = join(run.folder, 'plan.json');
    const { plan } = JSON.parse(await readFile(path, 'utf8')) as { plan: Record<string, unknown> };
    const changed = { ...plan, kind: 'createPasskeys' };
    await writeFile(path, JSON.stringify({ plan: changed, sha256: hashText(JSON.stringify(changed)) }));
    await assert.rejects(resumeRun(run.folder, options), (error) => error instanceof RunError && error.kind === 'corrupt');
  });
});
