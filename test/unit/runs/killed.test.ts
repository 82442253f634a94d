import assert from 'node:assert/strict';
import { once as event } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'esbuild';
import { start } from '../../../scripts/lib/processes.mjs';
import { hostVersions, newestHost } from '../../../scripts/setup.mjs';
import { listRuns, resumeRun, type RunReport } from '../../../src/runs/index.ts';
import { realClock } from '../../../src/runs/waiting.ts';
import type { Service, ServiceFault } from '../../../src/service/index.ts';
import { asProgram } from '../../harness/program.ts';
import { stopServices } from '../service/support.ts';
import type { KillOrder, KillStep } from './kill-order.ts';
import { bench, codesOf, countsOf, emptyService, once, useFolder, type Bench } from './support.ts';

const steps: readonly KillStep[] = [
  { record: 'begin', when: 'before', nth: 1 },
  { record: 'begin', when: 'after', nth: 1 },
  { record: 'intent', when: 'before', nth: 2 },
  { record: 'intent', when: 'after', nth: 1 },
  { record: 'intent', when: 'torn', nth: 3 },
  { record: 'send', nth: 2, delay: 1 },
  { record: 'send', nth: 3, delay: 8 },
  { record: 'result', when: 'before', nth: 1 },
  { record: 'result', when: 'torn', nth: 2 },
  { record: 'result', when: 'after', nth: 3 },
  { record: 'settled', when: 'before', nth: 1 },
  { record: 'settled', when: 'torn', nth: 1 },
  { record: 'settled', when: 'after', nth: 1 },
  { record: 'state', when: 'before', nth: 1 },
  { record: 'state', when: 'after', nth: 1 },
];

const lateBy = 150;
const isLate = (given: readonly ServiceFault[]) => given.some(({ kind }) => kind === 'late-commit');
/** Reads go on for longer than a late commit takes, and where there is none, than any other request that is under way. */
const settleOf = (given: readonly ServiceFault[]) => (isLate(given) ? [0, 100, 450] : [0, 20, 60]);
const strikes = (kind: ServiceFault['kind'], value?: number): ServiceFault => ({
  kind,
  operation: 'createPasskeys',
  times: 2,
  ...(value === undefined ? {} : { value }),
});
const faults: readonly (readonly [string, readonly ServiceFault[]])[] = [
  ['nothing else', []],
  ['a lost reply', [strikes('reset-after')]],
  ['a 503 after the commit', [strikes('503-after')]],
  ['a connection that is cut before the work', [strikes('reset-before')]],
  ['a truncated reply', [strikes('truncate')]],
  ['a late commit', [strikes('late-commit', lateBy)]],
  ['a request that is carried out twice', [strikes('duplicate')]],
  ['a 429', [strikes('429', 0)]],
  ['a 401', [strikes('401')]],
  ['a 409', [strikes('409')]],
  ['a 403', [strikes('403')]],
  ['a 500', [strikes('500')]],
  ['a page of a gateway', [strikes('html')]],
  ['a reply of the wrong type', [strikes('wrong-type')]],
  ['a reply that is no JSON', [strikes('invalid-json')]],
  ['a redirect', [strikes('redirect')]],
  ['a reply that drips', [strikes('drip', 2)]],
  ['latency', [{ kind: 'latency', value: 15 }]],
];

/** The whole matrix runs where most people are; an older Node differs in nothing that a kill could meet. */
const isNewestNode = process.versions.node.startsWith(`${hostVersions[newestHost].node}.`);

const codes = codesOf(10);
const atOnce = 4;

describe('a process that is killed in a run', function () {
  this.timeout(60_000);
  const folder = useFolder();
  const program = () => join(folder.path, 'killed.mjs');
  before(() => build(asProgram('test/unit/runs/killed.child.ts', program())));
  afterEach(stopServices);

  /** Runs the child to its end; gives whether it was killed. */
  async function runChild(order: KillOrder): Promise<boolean> {
    const child = start(process.execPath, [program(), JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit'] });
    const [code, signal] = (await event(child, 'close')) as [number | null, string | null];
    assert.ok(signal === 'SIGKILL' || code === 0, `the child ended with ${code ?? signal}`);
    return signal === 'SIGKILL';
  }

  function order(service: Service, { run }: Bench, settle: readonly number[], step: KillStep): KillOrder {
    const { eventUrl, ticketUrl, token } = service;
    return { folder: run.folder, eventUrl, ticketUrl, token, settle, step };
  }

  /** Until nothing more can be done: a 401 pauses a run, and a person signs in again. */
  async function carryOn({ run, options }: Bench, settle: readonly number[]): Promise<RunReport | undefined> {
    let report: RunReport | undefined;
    for (let round = 0; round < 4 && report?.state !== 'finished'; round++) {
      const [summary] = await listRuns(join(run.folder, '..'));
      assert.notEqual(summary?.state, 'running', 'a dead process holds nothing');
      if (summary?.state === 'finished') break;
      report = await resumeRun(run.folder, { ...options, clock: realClock, settle });
    }
    return report;
  }

  async function check(given: readonly ServiceFault[], killSteps: readonly KillStep[]): Promise<boolean> {
    const settle = settleOf(given);
    const unique = given.some(({ kind }) => kind === 'duplicate');
    const service = await emptyService(folder.path, given, unique);
    const place = await bench(folder.path, service, { codes, chunkSize: 3, now: Date.now, client: { clock: realClock } });
    let killed = false;
    for (const step of killSteps) {
      const [summary] = await listRuns(join(place.run.folder, '..'));
      if (summary?.state !== 'finished') killed = (await runChild(order(service, place, settle, step))) || killed;
    }
    const report = await carryOn(place, settle);
    const [summary] = await listRuns(join(place.run.folder, '..'));
    const title = JSON.stringify(killSteps);
    assert.deepEqual(
      [summary?.state, summary?.counts],
      ['finished', countsOf(10, { made: 10 })],
      `${title} ${JSON.stringify(report)}`,
    );
    // Whatever is still to come late has come.
    if (isLate(given)) await wait(lateBy + 50);
    assert.deepEqual(await place.tally(), once(codes), title);
    await service.stop();
    return killed;
  }

  for (const [title, given] of isNewestNode ? faults : faults.slice(0, 3)) {
    it(`fault 43: at any step, with ${title}: each code is there exactly once`, async () => {
      const left = [...steps];
      let killed = 0;
      const worker = async () => {
        for (let step = left.shift(); step; step = left.shift()) if (await check(given, [step])) killed++;
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      assert.ok(killed >= 8, `only ${killed} were killed`);
    });
  }

  it('fault 43: again and again: each code is there exactly once', async () => {
    const again: KillStep[] = [
      { record: 'send', nth: 1, delay: 0 },
      { record: 'settled', when: 'before', nth: 1 },
      { record: 'intent', when: 'after', nth: 1 },
      { record: 'result', when: 'torn', nth: 1 },
      { record: 'settled', when: 'after', nth: 1 },
    ];
    for (const kind of ['late-commit', 'reset-after'] as const) assert.ok(await check([strikes(kind, lateBy)], again));
  });
});
