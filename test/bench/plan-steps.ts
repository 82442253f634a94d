// The steps of a large plan at the local service, beside loops that send the same requests and read the lists back.
import { Agent } from 'node:http';
import { writeSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import fetch from 'node-fetch';
import { createClient, operations, readList, type Client, type Dialect, type OperationId } from '../../src/client/index.ts';
import { planChanges, readEvent, stepsOf, storePlan, type FileItem, type Plan, type PlanStep } from '../../src/plans/index.ts';
import { runPlan } from '../../src/runs/index.ts';
import { withChild } from './children.ts';
import { atLeast, benchOutput, compareSpeed, inTurns, type Measurement, type Settings } from './harness.ts';
import type { LocalServiceJobs } from './local-service.child.ts';

const concurrency = 4;
const environment = 'bench';
const dialect: Dialect = {
  token: { event: 'bearer' },
  amounts: { items: 'decimals', fees: 'decimals' },
  paging: { by: 'page', page: 'page', size: 'pageSize', first: 1, largest: 1000 },
  clock: 'America/Sao_Paulo',
  put: 'merges',
};

interface Place {
  readonly ticketUrl: string;
  readonly token: string;
  readonly eventId: string;
  readonly client: Client;
  readonly plan: Plan;
}

export async function applySteps({ quick, rounds }: Settings): Promise<Measurement[]> {
  const count = quick ? 200 : 2000;
  const goes = await inTurns(Math.min(rounds, 5), {
    ours: () => atFreshService(count, applied),
    called: () => atFreshService(count, (place) => withLines((write) => loop(place, calls(place), write))),
    flushed: () => atFreshService(count, (place) => withLines((write) => loop(place, requests(place), write))),
    bare: () => atFreshService(count, (place) => loop(place, requests(place), () => undefined)),
  });
  const time = (milliseconds: number) => milliseconds;
  const name = `apply ${count} steps`;
  return [
    // A step that must survive a crash is on the disk before its request: what the disk takes is the machine's part, and no code's.
    compareSpeed(`${name}, of node-fetch with a line on the disk before each`, goes.ours, goes.flushed, time, atLeast(0.8)),
    // Beside it, where the time goes: to the lines on the disk, to the client, and to the run.
    compareSpeed(`${name}, of calls with a line on the disk before each`, goes.ours, goes.called, time),
    compareSpeed(`${name}, of a bare loop of node-fetch`, goes.ours, goes.bare, time),
    compareSpeed(`${count} lines on the disk alone, of a bare loop of node-fetch`, goes.flushed, goes.bare, time),
  ];
}

/** Each go fills a service of its own; the plan is made before the time is taken. */
function atFreshService(count: number, work: (place: Place) => Promise<void>): Promise<number> {
  return withChild<LocalServiceJobs, number>('local-service', async (server) => {
    const { eventUrl, ticketUrl, token } = await server.ask('service');
    const client = createClient({ eventUrl, ticketUrl, token: () => token, dialect });
    const [row] = readList(await client.call('listItems', {})).rows;
    const eventId = String((row!.value as { eventId: number }).eventId);
    const place = { ticketUrl, token, eventId, client, plan: await planOf(client, eventId, count) };
    const started = performance.now();
    await work(place);
    return performance.now() - started;
  });
}

/** New items of four steps each: the item itself, its values, a sale period and an attribute. */
async function planOf(client: Client, eventId: string, count: number): Promise<Plan> {
  const there = await readEvent(client, eventId, { environment });
  const period = { appCategoryId: 1, start: '2050-01-10 10:00:00', finish: '2050-02-10 10:00:00', available: 9 };
  const lots = Array.from({ length: count / 4 }, (_, at): FileItem => ({
    ...{ name: `Lote ${at}`, type: 'Ticket', quantity: 60, price: '120.00', feeSale: '12.00', feeProducer: '0.00' },
    ...{ salePeriods: [period], attributes: { maximum: 6 } },
  }));
  const { plan, stops, questions } = planChanges({ ...there, items: [...(there.items ?? []), ...lots] }, there);
  if (plan.steps.length !== count || stops.length + questions.length > 0) throw new Error('It is not planned.');
  return plan;
}

async function applied({ client, ticketUrl, plan }: Place): Promise<void> {
  const folder = await mkdtemp(join(benchOutput, 'plans-'));
  try {
    const run = await storePlan(plan, { folder, environment, at: { eventUrl: ticketUrl, ticketUrl } });
    const { state, counts } = await runPlan(run, {
      client,
      target: { environment, at: { eventUrl: ticketUrl, ticketUrl } },
      steps: stepsOf(client, () => ({ dialect, now: Date.now() })),
      concurrency,
    });
    if (state !== 'finished' || counts.made !== plan.steps.length) throw new Error(`The run ended as ${state}.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts lines on the disk; those that come together are flushed together, as in the journal of a run. */
async function withLines(work: (write: (line: string) => Promise<void>) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(benchOutput, 'plans-'));
  const file = await open(join(folder, 'lines'), 'a');
  const lines: string[] = [];
  let [written, next]: [Promise<void>, Promise<void> | undefined] = [Promise.resolve(), undefined];
  try {
    await work((line) => {
      lines.push(`${line}\n`);
      next ??= written = written.then(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        next = undefined;
        writeSync(file.fd, lines.splice(0).join(''));
        await file.datasync();
      });
      return next;
    });
    await written;
  } finally {
    await file.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sends a step, to the record of that id where it is part of one; gives the reply. */
interface Sender {
  send(step: PlanStep, id: unknown): Promise<unknown>;
  readPage(list: 'items' | 'passkeys', page: number): Promise<unknown>;
  end(): void;
}

function requests({ ticketUrl, token, eventId }: Place): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const headers = { 'accept': 'application/json', 'content-type': 'application/json', 'authorization': `Bearer ${token}` };
  return {
    async send({ operation, input }, id) {
      const { method, path } = operations[operation];
      const address = ticketUrl + path.replace('{id}', String(id));
      const reply = await fetch(address, { method, agent, headers, body: JSON.stringify(input.body) });
      if (!reply.ok) throw new Error(`status ${reply.status}`);
      return reply.json();
    },
    async readPage(list, page) {
      return (await fetch(`${ticketUrl}/${list}?eventId=${eventId}&page=${page}&pageSize=1000`, { agent, headers })).json();
    },
    end: () => agent.destroy(),
  };
}

function calls({ client, eventId }: Place): Sender {
  const call = client.call.bind(client) as (operation: OperationId, input: object) => Promise<unknown>;
  return {
    send: ({ operation, input }, id) => call(operation, { ...input, ...(id === undefined ? {} : { path: { id } }) }),
    readPage: (list, page) => call(list === 'items' ? 'listItems' : 'listPasskeys', { query: { eventId, page, pageSize: 1000 } }),
    end: () => undefined,
  };
}

/** The same requests, some items at once; then the lists of the event are read to their end. */
async function loop({ plan }: Place, sender: Sender, write: (line: string) => Promise<void> | undefined): Promise<void> {
  const post = async (step: PlanStep, id?: unknown) => {
    await write(JSON.stringify({ type: 'intent', time: Date.now(), step: step.id }));
    return sender.send(step, id);
  };
  const left = plan.steps
    .map((step, at) => (step.operation === 'createItem' ? plan.steps.slice(at, at + 4) : []))
    .filter((steps) => steps.length > 0);
  const worker = async () => {
    for (let steps = left.shift(); steps; steps = left.shift()) {
      const [create, ...parts] = steps;
      const { data } = (await post(create!)) as { data: { id: unknown } };
      for (const step of parts) await post(step, data.id);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  for (const list of ['items', 'passkeys'] as const)
    for (let page = 1, rows = 1000; rows === 1000; page++) rows = readList(await sender.readPage(list, page)).rows.length;
  sender.end();
}
