// Calls the service of the client's benches: with our client, and with node-fetch as bare as it can be used.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Agent } from 'node:http';
import fetch, { fileFrom } from 'node-fetch';
import { createClient, type Client, type UploadFile } from '../../src/client/index.ts';
import { answer, measure } from './child.ts';
import type { Sample } from './harness.ts';

export type FileKind = 'fileFrom' | 'large reads';

const width = 16;
/** As long as a real one: it is sent each time, and looked for in whatever might show it. */
const token = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxMjM0NTY3ODkwIn0'.repeat(6)}.c2lnbmF0dXJl`;
const agent = new Agent({ keepAlive: true, maxSockets: width });
/** What our client sends; the anchor makes the same requests. */
const headers = { accept: 'application/json', authorization: `Bearer ${token}` };

const jobs = {
  upload: (base: string, path: string, kind: FileKind): Promise<Sample> =>
    measure(async () => {
      const file = kind === 'fileFrom' ? await fileFrom(path, 'text/csv') : await withLargeReads(path);
      const { bytes } = (await clientFor(base).call('uploadCodes', { path: { eventId: 1 }, file })) as { bytes: number };
      if (bytes !== file.size) throw new Error(`${bytes} bytes arrived, not ${file.size}`);
    }),

  list: (base: string): Promise<Sample> => measure(async () => expectList(await clientFor(base).call('listItems', {}))),

  listBare: (base: string): Promise<Sample> =>
    measure(async () => {
      const response = await fetch(`${base}/items`, { headers });
      expectList(JSON.parse(await response.text()));
    }),

  smallGets: (base: string, count: number): Promise<Sample> => {
    const client = clientFor(base);
    return measure(() => inPool(count, (id) => client.call('getItem', { path: { id } })));
  },

  smallGetsBare: (base: string, count: number): Promise<Sample> =>
    measure(() => inPool(count, async (id) => (await fetch(`${base}/items/${id}`, { agent, headers })).json())),
};

export type CallerJobs = typeof jobs;

/** So many at a time: the next begins when one has ended. */
async function inPool(count: number, work: (id: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

let client: Client | undefined;

/** Made once, as an extension does. */
function clientFor(base: string): Client {
  client ??= createClient({ eventUrl: base, ticketUrl: base, token: () => token, concurrency: width });
  return client;
}

async function withLargeReads(path: string): Promise<UploadFile> {
  const { size } = await stat(path);
  return { name: 'codes.csv', size, type: 'text/csv', stream: () => createReadStream(path, { highWaterMark: 512 * 1024 }) };
}

function expectList(reply: unknown): void {
  const { length } = (reply as { data: unknown[] }).data;
  if (length !== 100_000) throw new Error(`The list has ${length} objects.`);
}

answer(jobs);
