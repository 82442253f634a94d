import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { systemClock } from '../../../src/client/index.ts';
import { listRuns, resumeRun, RunError } from '../../../src/runs/index.ts';
import { everything } from '../../harness/everything.ts';
import { asProgram } from '../../harness/program.ts';
import { randomFrom } from '../../harness/shuffle.ts';
import { stopServices } from '../service/support.ts';
import { badLine, troubles, type BadLine, type TroubleName } from './bad-line.ts';
import type { KillOrder, KillStep, OtherFaults } from './kill-order.ts';
import { bench, codesOf, countsOf, forgetfulService, once, runChild, useFolder } from './support.ts';

/** Random schedules in one run. */
const schedules = everything ? 1000 : 16;
/** The gate tries the same schedules each time; a run of everything tries new ones, which its seed repeats. */
const seed = everything ? Number(process.env.BOX_OFFICE_SEED) : 1;
const atOnce = 4;
const reconcile = [0, 20, 60];
const names = Object.keys(troubles) as TroubleName[];

const steps: readonly KillStep[] = [
  { record: 'begin', when: 'before', nth: 1 },
  { record: 'begin', when: 'after', nth: 1 },
  ...(['intent', 'result'] as const).flatMap((record) =>
    (['before', 'torn', 'after'] as const).flatMap((when) => [1, 2, 3].map((nth): KillStep => ({ record, when, nth }))),
  ),
  ...[0, 1, 4].map((delay): KillStep => ({ record: 'send', nth: 2, delay })),
  ...(['before', 'torn', 'after'] as const).flatMap((when): KillStep[] => [
    { record: 'settled', when, nth: 1 },
    { record: 'state', when, nth: 1 },
  ]),
];

/** What happens in one run: which requests meet which trouble, and what happens to the processes that work on it, one after the other. */
interface Schedule {
  readonly secure: boolean;
  readonly codes: number;
  readonly chunkSize: number;
  readonly concurrency: number;
  readonly strikes: readonly (TroubleName | undefined)[];
  readonly processes: readonly (OtherFaults & { readonly step?: KillStep | undefined })[];
}

/** Numbers below so many sides that only the seed decides. */
function dice(start: number): (sides: number) => number {
  const random = randomFrom(start);
  return (sides) => Math.floor(random() * sides);
}

function randomSchedule(number: number): Schedule {
  const roll = dice(seed * 7919 + number);
  const one = <T>(values: readonly T[]): T => values[roll(values.length)]!;
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: roll(most + 1) }, make);
  return {
    secure: roll(4) === 0,
    codes: 1 + roll(20),
    chunkSize: 1 + roll(6),
    concurrency: 1 + roll(4),
    strikes: some(12, () => (roll(2) === 0 ? one(names) : undefined)),
    processes: some(3, () => ({
      ...(roll(4) > 0 ? { step: one(steps) } : {}),
      ...(roll(2) === 0 ? { hours: some(4, () => roll(49) - 24).concat(0) } : {}),
      ...(roll(4) === 0 ? { fullAt: 1 + roll(12) } : {}),
    })),
  };
}

describe('a run that meets everything at once', function () {
  this.timeout(0);
  const folder = useFolder();
  const program = () => join(folder.path, 'killed.cjs');
  const trusted = () => join(folder.path, 'trusted.pem');
  const lines: BadLine[] = [];
  before(() => build(asProgram('test/unit/runs/killed.child.ts', program())));
  afterEach(async () => {
    await Promise.all(lines.splice(0).map((line) => line.stop()));
    await stopServices();
  });

  /** A service behind a line, for one schedule after the other. */
  async function newStand(): Promise<(number: string, schedule: Schedule) => Promise<void>> {
    const service = await forgetfulService(folder.path);
    const ways = new Map<boolean, BadLine>();
    const lineOf = async (secure: boolean) => {
      const line = ways.get(secure) ?? (await badLine(service, secure));
      if (!ways.has(secure)) lines.push(line);
      ways.set(secure, line);
      if (line.certificate !== undefined) await writeFile(trusted(), line.certificate);
      return line;
    };
    return async (number, { secure, chunkSize, concurrency, strikes, processes, codes: count }) => {
      const line = await lineOf(secure);
      let requests = 0;
      line.strike = () => strikes[requests++];
      const codes = codesOf(count, `S${number}-`);
      const client = { ticketUrl: line.ticketUrl, fetch: line.fetch, clock: systemClock };
      const { run, options, tally } = await bench(folder.path, service, {
        codes,
        chunkSize,
        at: { ...service, ticketUrl: line.ticketUrl },
        now: Date.now,
        client,
      });
      const { eventUrl, token } = service;
      const { ticketUrl } = line;
      const env = secure ? { ...process.env, NODE_EXTRA_CA_CERTS: trusted() } : process.env;
      for (const process of processes) {
        const order: KillOrder = { folder: run.folder, eventUrl, ticketUrl, token, reconcile, concurrency, ...process };
        await runChild(program(), order, env);
      }
      const end = {
        ...options,
        target: { ...options.target, at: { ...service, ticketUrl } },
        clock: systemClock,
        reconcile,
        concurrency,
      };
      const title = `schedule ${number} of --seed ${seed}: ${JSON.stringify({ secure, chunkSize, concurrency, strikes, processes })}`;
      for (let round = 0; round < 8; round++) {
        const [before] = await listRuns(join(run.folder, '..'));
        assert.notEqual(before?.state, 'running', `a dead process holds nothing: ${title}`);
        if (before?.state === 'finished') break;
        await resumeRun(run.folder, end).catch((error: unknown) => {
          if (!(error instanceof RunError && error.kind === 'finished')) throw error;
        });
      }
      const [summary] = await listRuns(join(run.folder, '..'));
      assert.deepEqual([summary?.state, summary?.counts], ['finished', countsOf(count, { made: count })], title);
      assert.deepEqual(await tally(), once(codes), title);
    };
  }

  async function tryAll(planned: readonly (readonly [string, Schedule])[]): Promise<void> {
    const left = [...planned];
    const worker = async () => {
      const attempt = await newStand();
      for (let next = left.shift(); next; next = left.shift()) await attempt(...next);
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, left.length) }, worker));
  }

  it(`fault 43: makes each code once, killed at any step with any bad reply over http and https (seed ${seed})`, async () => {
    const roll = dice(seed);
    const every = names.flatMap((name) => [false, true].map((secure) => ({ name, secure })));
    const chosen = every.flatMap((each) =>
      (everything ? steps : [steps[roll(steps.length)]!]).map((step) => ({ ...each, step })),
    );
    const cases = chosen.map(({ name, secure, step }, place): [string, Schedule] => [
      `M${place}`,
      { secure, codes: 10, chunkSize: 3, concurrency: 2, strikes: [undefined, name, name], processes: [{ step }] },
    ]);
    await tryAll(everything ? cases : cases.filter((_, place) => place % 4 === seed % 4));
  });

  it(`faults 43, 46 and 66: makes each code once, whatever comes together in ${schedules} random schedules (seed ${seed})`, async () => {
    await tryAll(Array.from({ length: schedules }, (_, number) => [String(number), randomSchedule(number)]));
  });
});
