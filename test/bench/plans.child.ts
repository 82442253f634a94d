// Works on an event of many items and passkeys: reads it through the client, or writes, compares and plans it.
import { createClient, type Client, type Dialect } from '../../src/client/index.ts';
import { differences, parse, planChanges, readEvent, textOf, type FileItem, type ReadEvent } from '../../src/plans/index.ts';
import { answer, measure } from './child.ts';

const dialect: Dialect = {
  amounts: { items: 'cents', fees: 'cents' },
  paging: { by: 'page', page: 'page', size: 'pageSize', first: 1, largest: 1000 },
  clock: 'America/Sao_Paulo',
  put: 'merges',
};
const environment = 'bench';

/** The rows of an event, 20 items in a group. */
function rowsOf(items: number, passkeys: number) {
  const day = (at: number) => `2027-${String(1 + (at % 12)).padStart(2, '0')}-10 10:00:00`;
  const period = (category: number) => ({
    appCategoryId: category,
    start: day(category),
    finish: day(category + 6),
    available: 9,
  });
  const groups = Array.from({ length: Math.ceil(items / 20) }, (_, at) => ({
    id: 900_000 + at,
    name: `Setor ${at}`,
    type: 'Group',
    eventId: 1,
  }));
  const tickets = Array.from({ length: items }, (_, at) => ({
    ...{ id: at + 1, name: `${at % 20}º lote`, description: '', type: 'Ticket', quantity: 60, hidden: false, eventId: 1 },
    ...{ parent: 900_000 + Math.floor(at / 20), value: { price: 12_000 + at, feeSale: 1200, feeProducer: 0 } },
    ...{ salePeriods: [1, 2, 3, 4].map(period), attributes: [{ key: 'maximum', value: 6, type: 'integer' }] },
  }));
  const opening = Array.from({ length: passkeys }, (_, at) => ({
    ...{ id: at + 1, passkey: `P-${at}`, start: null, finish: '2027-12-01 00:00:00', limit: 9 },
    itemIds: [1 + (at % items), 1 + ((at * 7) % items)],
  }));
  return { items: [...groups, ...tickets], passkeys: opening };
}

/** Answers from memory, as a service would: texts that are parsed; notes how many requests run at once. */
function clientOf(items: number, passkeys: number): { readonly client: Client; readonly most: () => number } {
  const rows = rowsOf(items, passkeys);
  let [running, most] = [0, 0];
  const fetch = async (address: string | URL) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
    const url = new URL(address);
    const list = url.pathname.endsWith('items') ? rows.items : url.pathname.endsWith('passkeys') ? rows.passkeys : undefined;
    const [page, size] = ['page', 'pageSize'].map((name) => Number(url.searchParams.get(name)));
    const data = list ? list.slice((page! - 1) * size!, page! * size!) : { id: 1, name: 'Bench' };
    const text = JSON.stringify({ data, ...(list && { total: list.length }) });
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  };
  const [eventUrl, ticketUrl] = ['https://event.example', 'https://ticket.example'];
  return {
    client: createClient({ eventUrl, ticketUrl, token: () => 'token', dialect, fetch }),
    most: () => most,
  };
}

let there: ReadEvent | undefined;

const jobs = {
  async read(items: number, passkeys: number) {
    const { client, most } = clientOf(items, passkeys);
    const sample = await measure(async () => {
      there = await readEvent(client, 1, { environment });
    });
    if (there?.passkeys?.length !== passkeys) throw new Error('Not all was read.');
    return { ...sample, most: most() };
  },

  /** The canonical text, the difference and the plan of an event in which every price is another; what was read before. */
  plan() {
    if (!there) throw new Error('Nothing was read.');
    const event = there;
    const dearer = (item: FileItem): FileItem => ({
      ...item,
      ...(item.price && { price: `1${item.price}` }),
      ...(item.items && { items: item.items.map(dearer) }),
    });
    const wanted = parse(textOf({ ...event, items: event.items?.map(dearer) }));
    return cpuOf(() => {
      textOf(wanted);
      differences(event, wanted);
      const { plan, stops, questions } = planChanges(wanted, event, { now: Date.UTC(2026, 5, 15) });
      if (plan.steps.length === 0 || stops.length + questions.length > 0) throw new Error('It is not planned.');
    });
  },

  stringify() {
    return cpuOf(() => JSON.stringify(there, undefined, 2));
  },
};

/** In milliseconds of the processor. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export type PlansJobs = typeof jobs;

answer(jobs);
