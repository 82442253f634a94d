import { createClient, readList, type Client } from '../../src/client/index.ts';
import { withChild } from './children.ts';
import { atMost, median, type Bench, type Measurement } from './harness.ts';
import type { LocalServiceJobs } from './local-service.child.ts';

/** The lists of the interface, each with terms that find much, little and nothing. */
const lists: { name: string; group: 'event' | 'ticket'; path: string; terms?: readonly string[] }[] = [
  { name: 'ticket types', group: 'ticket', path: '/types' },
  { name: 'items of an event', group: 'ticket', path: '/items?eventId=1001', terms: ['lote', 'zzz'] },
  { name: 'all items', group: 'ticket', path: '/items', terms: ['lote', 'Camarote – sexta', 'zzz'] },
  { name: 'all groups', group: 'ticket', path: '/items?type=Group', terms: ['pista', 'zzz'] },
  { name: 'events of a category', group: 'event', path: '/concerts', terms: ['a', '#200', 'zzz'] },
  { name: 'featured events', group: 'event', path: '/featured' },
  { name: 'passkeys of an event', group: 'ticket', path: '/passkeys?eventId=1001', terms: ['P', '99', 'zzz'] },
  { name: 'codes of an item', group: 'ticket', path: '/items/300002/codes', terms: ['C', '99', 'zzz'] },
  { name: 'tickets of an event', group: 'event', path: '/event/1001/tickets' },
  { name: 'tickets of a session', group: 'event', path: '/event/1001/session/passports/tickets' },
  { name: 'bordero', group: 'event', path: '/event/1002/bordero' },
  { name: 'entry report', group: 'event', path: '/event/1002/guestlist' },
];

interface Address {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly token: string;
}

export const bench: Bench = {
  name: 'service-scale',
  target: 'every page of a list within a second, with 10,000 events, and 100,000 passkeys and 1,000,000 codes in one place',
  run: ({ quick, rounds }) =>
    withChild<LocalServiceJobs, Measurement[]>('local-service', async (server) => {
      const address = await server.ask('service', quick ? 25 : 250);
      await fill(createClient({ ...address, token: () => address.token }), quick ? 0.1 : 1);
      const measurements: Measurement[] = [];
      for (const list of lists) {
        const slowest: number[] = [];
        for (let round = 0; round < Math.min(rounds, 3); round++) slowest.push(await slowestPage(address, list, round));
        measurements.push({ name: `slowest page: ${list.name}`, unit: 'ms', ours: median(slowest), target: atMost(1000) });
      }
      return measurements;
    }),
};

/** Puts much into one place, beside the many small ones of the sample. */
async function fill(client: Client, share: number): Promise<void> {
  for (let batch = 0; batch < 10 * share; batch++) {
    const codes = Array.from({ length: 10_000 }, (_, number) => `P${batch}-${number}`);
    await client.call('createPasskeys', { path: { eventId: 1001 }, body: { codes, itemIds: [300002, 300003] } });
  }
  const lines = Array.from({ length: 1_000_000 * share }, (_, number) => `C${String(number * 7919).padStart(11, '0')}\n`);
  await client.call('uploadCodes', { path: { eventId: 1001 }, file: new File([lines.join('')], 'codes.csv') });
}

/** Of the first and the last page, alone and with each term; `round` keeps the service from answering out of its memory. */
async function slowestPage(
  address: Address,
  { group, path, terms = [] }: (typeof lists)[number],
  round: number,
): Promise<number> {
  const base = (group === 'event' ? address.eventUrl : address.ticketUrl) + path + (path.includes('?') ? '&' : '?');
  let slowest = 0;
  for (const term of ['', ...terms]) {
    const url = `${base}round=${round}${term === '' ? '' : `&term=${encodeURIComponent(term)}`}`;
    const first = await timed(url, address.token);
    const last = first.lastPage > 1 ? await timed(`${url}&page=${first.lastPage}`, address.token) : first;
    slowest = Math.max(slowest, first.milliseconds, last.milliseconds);
  }
  return slowest;
}

async function timed(url: string, token: string): Promise<{ milliseconds: number; lastPage: number }> {
  const started = performance.now();
  const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const text = await reply.text();
  const milliseconds = performance.now() - started;
  const body = JSON.parse(text) as { responseError?: unknown };
  if (reply.status !== 200 || body.responseError) throw new Error(`${url}: ${text.slice(0, 200)}`);
  return { milliseconds, lastPage: readList(body).paging?.lastPage ?? 1 };
}
