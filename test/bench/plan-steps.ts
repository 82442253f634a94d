// The steps of a large plan at the local service, beside a bare loop that sends the same requests and reads the lists back.
import { Agent } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import fetch from 'node-fetch';
import { createClient, operations, readList, type Client, type Dialect } from '../../src/client/index.ts';
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

export async function applySteps({ quick, rounds }: Settings): Promise<Measurement> {
  const count = quick ? 200 : 2000;
  const goes = await inTurns(Math.min(rounds, 5), {
    ours: () => atFreshService(count, applied),
    anchor: () => atFreshService(count, bare),
  });
  return compareSpeed(`apply ${count} steps`, goes.ours, goes.anchor, (milliseconds) => milliseconds, atLeast(0.8));
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
    const run = await storePlan(plan, { folder, environment, origin: ticketUrl });
    const { state, counts } = await runPlan(run, {
      client,
      target: { environment, origin: ticketUrl },
      steps: stepsOf(client, () => ({ dialect, now: Date.now() })),
      concurrency,
    });
    if (state !== 'finished' || counts.made !== plan.steps.length) throw new Error(`The run ended as ${state}.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same requests with nothing around them, some items at once; then the lists of the event are read to their end. */
async function bare({ ticketUrl, token, eventId, plan }: Place): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const headers = { 'accept': 'application/json', 'content-type': 'application/json', 'authorization': `Bearer ${token}` };
  const post = async ({ operation, input }: PlanStep, id: unknown) => {
    const { method, path } = operations[operation];
    const address = ticketUrl + path.replace('{id}', String(id));
    const reply = await fetch(address, { method, agent, headers, body: JSON.stringify(input.body) });
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    return (await reply.json()) as { data: { id: unknown } };
  };
  const left = plan.steps
    .map((step, at) => (step.operation === 'createItem' ? plan.steps.slice(at, at + 4) : []))
    .filter((steps) => steps.length > 0);
  const worker = async () => {
    for (let steps = left.shift(); steps; steps = left.shift()) {
      const [create, ...parts] = steps;
      const { data } = await post(create!, '');
      for (const step of parts) await post(step, data.id);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  for (const list of ['items', 'passkeys'])
    for (let page = 1, rows = 1000; rows === 1000; page++) {
      const reply = await fetch(`${ticketUrl}/${list}?eventId=${eventId}&page=${page}&pageSize=1000`, { agent, headers });
      rows = readList(await reply.json()).rows.length;
    }
  agent.destroy();
}
