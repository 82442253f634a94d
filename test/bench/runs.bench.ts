import { Agent } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import fetch from 'node-fetch';
import { createClient, readList } from '../../src/client/index.ts';
import { hashText, planRun, runPlan } from '../../src/runs/index.ts';
import { withChild } from './children.ts';
import { atLeast, benchOutput, compareSpeed, inTurns, type Bench } from './harness.ts';
import type { LocalServiceJobs } from './local-service.child.ts';

const chunkSize = 500;
const concurrency = 4;

interface Place {
  readonly ticketUrl: string;
  readonly token: string;
  readonly eventId: string;
}

interface Go {
  readonly run: number;
  /** With the plan: judging and writing the codes. */
  readonly whole: number;
}

export const bench: Bench = {
  name: 'runs',
  target: 'a journalled run at 0.8 or more of the speed of a bare loop that posts the same chunks and reads them back',
  async run({ quick, rounds }) {
    const count = quick ? 10_000 : 100_000;
    const codes = Array.from({ length: count }, (_, index) => `C${String(index * 7919).padStart(11, '0')}`);
    const goes = await inTurns(Math.min(rounds, 5), {
      ours: () => atFreshService((place) => journalled(place, codes)),
      anchor: () => atFreshService((place) => bare(place, codes)),
    });
    return [
      compareSpeed(`run of ${count} passkeys`, goes.ours, goes.anchor, ({ run }) => run, atLeast(0.8)),
      compareSpeed(`plan and run of ${count} passkeys`, goes.ours, goes.anchor, ({ whole }) => whole),
    ];
  },
};

/** Each go fills a service of its own. */
function atFreshService(work: (place: Place) => Promise<Go>): Promise<Go> {
  return withChild<LocalServiceJobs, Go>('local-service', async (server) => {
    const { ticketUrl, token } = await server.ask('service');
    const items = await createClient({ eventUrl: ticketUrl, ticketUrl, token: () => token }).call('listItems', {});
    const { eventId } = readList(items).rows[0]!.value as { eventId: number };
    return work({ ticketUrl, token, eventId: String(eventId) });
  });
}

async function journalled({ ticketUrl, token, eventId }: Place, codes: readonly string[]): Promise<Go> {
  const folder = await mkdtemp(join(benchOutput, 'runs-'));
  try {
    const client = createClient({ eventUrl: ticketUrl, ticketUrl, token: () => token });
    const started = performance.now();
    const planned = await planRun({
      folder,
      environment: 'bench',
      at: { eventUrl: ticketUrl, ticketUrl },
      eventId,
      eventLabel: 'Bench',
      input: { kind: 'text', sha256: hashText('') },
      codes,
      existing: [],
      chunkSize,
    });
    const begun = performance.now();
    const { state, counts } = await runPlan(planned, {
      client,
      target: { environment: 'bench', at: { eventUrl: ticketUrl, ticketUrl } },
      concurrency,
      onProgress: () => undefined,
    });
    const ended = performance.now();
    if (state !== 'finished' || counts.made !== codes.length) throw new Error(`The run ended as ${state}.`);
    return { run: ended - begun, whole: ended - started };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same requests with nothing around them: the codes are posted, and the list of passkeys is read to its end. */
async function bare({ ticketUrl, token, eventId }: Place, codes: readonly string[]): Promise<Go> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const headers = { 'accept': 'application/json', 'content-type': 'application/json', 'authorization': `Bearer ${token}` };
  const started = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < codes.length) {
      const body = JSON.stringify({ codes: codes.slice(next, (next += chunkSize)) });
      const reply = await fetch(`${ticketUrl}/event/${eventId}/passkeys`, { method: 'POST', agent, headers, body });
      if (!reply.ok) throw new Error(`status ${reply.status}`);
      await reply.json();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await readBack(`${ticketUrl}/passkeys?eventId=${eventId}`, codes, { agent, headers });
  agent.destroy();
  const run = performance.now() - started;
  return { run, whole: run };
}

/** Counts the codes of the list, a few pages at once. */
async function readBack(url: string, codes: readonly string[], options: Parameters<typeof fetch>[1]): Promise<void> {
  const wanted = new Set(codes);
  let next = 1;
  let isOver = false;
  const worker = async () => {
    while (!isOver) {
      const reply = await fetch(`${url}&page=${next++}&pageSize=1000`, options);
      const rows = reply.ok ? readList(await reply.json()).rows : [];
      for (const { value } of rows) wanted.delete((value as { passkey: string }).passkey);
      isOver ||= rows.length === 0;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (wanted.size > 0) throw new Error(`${wanted.size} codes are not there.`);
}
