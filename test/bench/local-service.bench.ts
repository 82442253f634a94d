import { Agent, get } from 'node:http';
import { openAsBlob, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, readList } from '../../src/client/index.ts';
import { withChild, type Child } from './children.ts';
import { atLeast, benchOutput, compareSpeed, inTurns, type Bench, type Measurement } from './harness.ts';
import type { LocalServiceJobs } from './local-service.child.ts';

type Server = Child<LocalServiceJobs>;

export const benches: Bench[] = [
  {
    name: 'service-reads',
    target: 'at least 60 % of the requests per second of a bare server that answers a constant of the same size',
    run: ({ quick, rounds }) =>
      withChild<LocalServiceJobs, Measurement[]>('local-service', async (server) => {
        const { ticketUrl, token } = await server.ask('service');
        const items = await createClient({ eventUrl: ticketUrl, ticketUrl, token: () => token }).call('listItems', {});
        const ticket = readList(items).rows.find(({ value }) => (value as { type: string }).type === 'Ticket');
        const count = quick ? 1000 : 5000;
        return [
          await compareReads('getItem', `${ticketUrl}/items/${ticket?.id}`, token, count, rounds),
          await compareReads('a page of 25 items', `${ticketUrl}/items?pageSize=25`, token, count / 5, rounds),
        ];
      }),
  },
  {
    name: 'service-upload',
    target: 'a 1,000,000-line upload at 0.3 or more of the speed of parsing the file alone',
    async run({ quick, rounds }) {
      const path = join(benchOutput, 'service-codes.csv');
      const lines = quick ? 100_000 : 1_000_000;
      writeFileSync(path, Array.from({ length: lines }, (_, index) => `C${String(index * 7919).padStart(11, '0')}\n`).join(''));
      try {
        const goes = await inTurns(Math.min(rounds, 3), {
          ours: () => withChild<LocalServiceJobs, number>('local-service', (server) => upload(server, path)),
          anchor: () => withChild<LocalServiceJobs, number>('local-service', (server) => server.ask('parse', path)),
        });
        const name = `upload of ${lines} lines`;
        return [compareSpeed(name, goes.ours, goes.anchor, (milliseconds) => milliseconds, atLeast(0.3))];
      } finally {
        await rm(path, { force: true });
      }
    },
  },
];

async function compareReads(name: string, url: string, token: string, count: number, rounds: number): Promise<Measurement> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const text = await read(url, token, agent);
  return withChild<LocalServiceJobs, Measurement>('local-service', async (bare) => {
    const anchorUrl = await bare.ask('constant', text);
    const goes = await inTurns(rounds, {
      ours: () => readMany(url, token, agent, count),
      anchor: () => readMany(anchorUrl, token, agent, count),
    });
    agent.destroy();
    return compareSpeed(`${name}: requests per second`, goes.ours, goes.anchor, (milliseconds) => milliseconds, atLeast(0.6));
  });
}

/** Reads it so many times, 32 at a time; gives how long that took. */
async function readMany(url: string, token: string, agent: Agent, count: number): Promise<number> {
  const started = performance.now();
  let left = count;
  const worker = async () => {
    while (left-- > 0) await read(url, token, agent);
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  return performance.now() - started;
}

function read(url: string, token: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve(text)).on('error', reject);
    }).on('error', reject);
  });
}

async function upload(server: Server, path: string): Promise<number> {
  const { ticketUrl, token } = await server.ask('service');
  const client = createClient({ eventUrl: ticketUrl, ticketUrl, token: () => token });
  const [item] = readList(await client.call('listItems', {})).rows;
  const { eventId } = item!.value as { eventId: number };
  const blob = await openAsBlob(path);
  const file = { name: 'codes.csv', type: 'text/csv', size: blob.size, stream: () => blob.stream() as AsyncIterable<Uint8Array> };
  const started = performance.now();
  await client.call('uploadCodes', { path: { eventId }, file });
  return performance.now() - started;
}
