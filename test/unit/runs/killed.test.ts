import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'esbuild';
import { hostVersions, newestHost } from '../../../scripts/setup.mjs';
import { systemClock } from '../../../src/client/index.ts';
import { listRuns, resumeRun, type RunReport } from '../../../src/runs/index.ts';
import type { Service, ServiceFault } from '../../../src/service/index.ts';
import { asProgram } from '../../harness/program.ts';
import { shuffled } from '../../harness/shuffle.ts';
import { stopServices } from '../service/support.ts';
import type { KillOrder, KillStep } from './kill-order.ts';
import { bench, codesOf, countsOf, emptyService, once, runChild, useFolder, type Bench } from './support.ts';

/** Nothing was sent yet, so that no fault has struck: they are the same with every fault. */
const beforeSending: readonly KillStep[] = [
  { record: 'begin', when: 'before', nth: 1 },
  { record: 'begin', when: 'after', nth: 1 },
  { record: 'intent', when: 'after', nth: 1 },
];
const steps: readonly KillStep[] = [
  { record: 'intent', when: 'before', nth: 2 },
  { record: 'intent', when: 'torn', nth: 3 },
  { record: 'send', nth: 2, delay: 1 },
  { record: 'result', when: 'before', nth: 1 },
  { record: 'result', when: 'torn', nth: 2 },
  { record: 'result', when: 'after', nth: 3 },
  { record: 'state', when: 'before', nth: 1 },
  { record: 'state', when: 'after', nth: 1 },
];
/** Of a run that goes on after the first replies. */
const thirdRequest: KillStep = { record: 'send', nth: 3, delay: 8 };
/** Of a run that must look what became of a request. */
const lookingBack: readonly KillStep[] = [
  { record: 'settled', when: 'before', nth: 1 },
  { record: 'settled', when: 'torn', nth: 1 },
  { record: 'settled', when: 'after', nth: 1 },
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
/** What a run does after a fault: it is sure of the outcome and goes on, looks what became of the request, or pauses. */
type After = 'goes on' | 'looks back' | 'pauses';
const faults: readonly (readonly [title: string, after: After, ...faults: ServiceFault[]])[] = [
  ['nothing else', 'goes on'],
  ['a lost reply', 'looks back', strikes('reset-after')],
  ['a 503 after the commit', 'looks back', strikes('503-after')],
  ['a connection that is cut before the work', 'looks back', strikes('reset-before')],
  ['a late commit', 'looks back', strikes('late-commit', lateBy)],
  ['a truncated reply', 'looks back', strikes('truncate')],
  ['a request that is carried out twice', 'goes on', strikes('duplicate')],
  ['a 429', 'goes on', strikes('429', 0)],
  ['a 401', 'pauses', strikes('401')],
  ['a 409', 'looks back', strikes('409')],
  ['a 403', 'pauses', strikes('403')],
  ['a 500', 'looks back', strikes('500')],
  ['a page of a gateway', 'looks back', strikes('html')],
  ['a reply of the wrong type', 'looks back', strikes('wrong-type')],
  ['a reply that is no JSON', 'looks back', strikes('invalid-json')],
  ['a redirect', 'pauses', strikes('redirect')],
  ['a reply that drips', 'goes on', strikes('drip', 2)],
  ['latency', 'goes on', { kind: 'latency', value: 15 }],
];

function stepsOf(after: After, given: readonly ServiceFault[]): KillStep[] {
  return [
    ...(given.length === 0 ? beforeSending : []),
    ...steps,
    ...(after === 'pauses' ? [] : [thirdRequest]),
    ...(after === 'looks back' ? lookingBack : []),
  ];
}

/** Every step is tried with what differs most, and with the others some of them: all are with `npm run test:schedules`. */
const isWholeMatrix = Number(process.env.BOX_OFFICE_SCHEDULES ?? 0) >= 1000;
const triedAtEveryStep = 3;
const stepsOfOthers = 2;

/** The whole matrix runs where most people are; an older Node differs in nothing that a kill could meet. */
const isNewestNode = process.versions.node.startsWith(`${hostVersions[newestHost].node}.`);

const count = 10;
const atOnce = 4;

/** A service whose faults are chosen anew for each run at it. */
interface Stand {
  readonly service: Service;
  readonly faults: ServiceFault[];
}

describe('a process that is killed in a run', function () {
  this.timeout(60_000);
  const folder = useFolder();
  const program = () => join(folder.path, 'killed.cjs');
  before(() => build(asProgram('test/unit/runs/killed.child.ts', program())));
  afterEach(stopServices);

  async function newStand(given: readonly ServiceFault[]): Promise<Stand> {
    const faults: ServiceFault[] = [];
    const unique = given.some(({ kind }) => kind === 'duplicate');
    return { service: await emptyService(folder.path, faults, unique), faults };
  }

  function order(service: Service, { run }: Bench, reconcile: readonly number[], step: KillStep): KillOrder {
    const { eventUrl, ticketUrl, token } = service;
    return { folder: run.folder, eventUrl, ticketUrl, token, reconcile, step };
  }

  /** Until nothing more can be done: a 401 pauses a run, and a person signs in again. */
  async function carryOn({ run, options }: Bench, reconcile: readonly number[]): Promise<RunReport | undefined> {
    let report: RunReport | undefined;
    for (let round = 0; round < 4 && report?.state !== 'finished'; round++) {
      const [summary] = await listRuns(join(run.folder, '..'));
      assert.notEqual(summary?.state, 'running', 'a dead process holds nothing');
      if (summary?.state === 'finished') break;
      report = await resumeRun(run.folder, { ...options, clock: systemClock, reconcile });
    }
    return report;
  }

  let runs = 0;

  /** Gives how often it was killed. */
  async function check(
    { service, faults }: Stand,
    given: readonly ServiceFault[],
    killSteps: readonly KillStep[],
  ): Promise<number> {
    // As new ones they strike anew, and codes of its own are nobody's that came before.
    faults.splice(0, Infinity, ...given.map((fault) => ({ ...fault })));
    const reconcile = settleOf(given);
    const codes = codesOf(count, `R${++runs}-`);
    const place = await bench(folder.path, service, { codes, chunkSize: 3, now: Date.now, client: { clock: systemClock } });
    let killed = 0;
    for (const step of killSteps) {
      const [summary] = await listRuns(join(place.run.folder, '..'));
      if (summary?.state !== 'finished' && (await runChild(program(), order(service, place, reconcile, step)))) killed++;
    }
    const report = await carryOn(place, reconcile);
    const [summary] = await listRuns(join(place.run.folder, '..'));
    const title = JSON.stringify(killSteps);
    assert.deepEqual(
      [summary?.state, summary?.counts],
      ['finished', countsOf(count, { made: count })],
      `${title} ${JSON.stringify(report)}`,
    );
    // Whatever is still to come late has come.
    if (isLate(given)) await wait(lateBy + 50);
    assert.deepEqual(await place.tally(), once(codes), title);
    return killed;
  }

  for (const [place, [title, after, ...given]] of (isNewestNode ? faults : faults.slice(0, 2)).entries()) {
    it(`fault 43: at any step, with ${title}: each code is there exactly once`, async () => {
      const all = stepsOf(after, given);
      const left = isWholeMatrix || place < triedAtEveryStep ? all : shuffled(all, Math.random).slice(0, stepsOfOthers);
      const worker = async () => {
        const stand = await newStand(given);
        for (let step = left.shift(); step; step = left.shift())
          assert.equal(await check(stand, given, [step]), 1, `${JSON.stringify(step)} is a step of that run`);
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    });
  }

  for (const kind of ['late-commit', 'reset-after'] as const)
    it(`fault 43: again and again, with a ${kind}: each code is there exactly once`, async () => {
      const again: KillStep[] = [
        { record: 'send', nth: 1, delay: 0 },
        { record: 'settled', when: 'before', nth: 1 },
        { record: 'intent', when: 'after', nth: 1 },
        { record: 'result', when: 'torn', nth: 1 },
        { record: 'settled', when: 'after', nth: 1 },
      ];
      const given = [strikes(kind, lateBy)];
      assert.ok((await check(await newStand(given), given, again)) > 0);
    });
});
