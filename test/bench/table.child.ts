// Reads a long list of codes: as a table keeps, filters and sorts it, and its pages with the client alone. And the service that has them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type Dialect, type PageQuery } from '../../src/client/index.ts';
import { Formats, type Translate } from '../../src/editor/reading/formats.ts';
import { TableList } from '../../src/editor/reports/table-list.ts';
import { answer, measure } from './child.ts';
import type { Sample } from './harness.ts';

/** As large as the local service gives them. */
const pageSize = 1000;
const pagesAtOnce = 4;
const itemId = 300_002;
const dialect: Dialect = { paging: { by: 'page', page: 'page', size: 'pageSize', first: 1, largest: pageSize } };

const jobs = {
  /** Starts the service, with so many codes, and gives its address. */
  listen: (count: number) =>
    new Promise<string>((resolve) => {
      const pages = Array.from({ length: Math.ceil(count / pageSize) }, (_, index) => pageText(index + 1, count));
      const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
        const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
        const body = pages[Number(searchParams.get('page')) - 1] ?? '';
        response.writeHead(body === '' ? 404 : 200, { 'content-type': 'application/json' }).end(body);
      });
      server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    }),

  /** The same pages, so many at once. */
  pages: (base: string, count: number): Promise<Sample> => {
    const read = reader(base);
    return measure(async () => {
      let next = 1;
      const some = async () => {
        while (next <= count / pageSize) await read({ page: next++, pageSize });
      };
      await Promise.all(Array.from({ length: pagesAtOnce }, some));
    });
  },

  /** All of them read, those with a word found, and all of them sorted. */
  table: (base: string, count: number): Promise<Sample> => {
    const t = ((message: string) => message) as Translate;
    const formats = new Formats({ language: 'en', currency: 'BRL', timeZone: 'UTC', dialect, now: Date.now });
    const list = new TableList({
      read: { operation: 'listCodes', input: { path: { itemId } } },
      readPage: reader(base),
      tools: () => ({ t, formats }),
      isInTree: () => true,
      language: 'en',
    });
    return measure(async () => {
      await list.begin();
      await list.readAll();
      const found = await list.part({ filter: 'x7' }, 0, 200);
      const sorted = await list.part({ filter: '', sort: { key: 'code', isDescending: true } }, 0, 200);
      const isRight = list.length === count && found.found > 0 && found.found < count && sorted.found === count;
      if (!isRight) throw new Error(`${list.length} rows were read, ${found.found} found and ${sorted.found} sorted.`);
    });
  },
};

export type TableJobs = typeof jobs;

function reader(base: string) {
  const client = createClient({ eventUrl: base, ticketUrl: base, token: () => 'token', concurrency: pagesAtOnce });
  return (query: PageQuery, signal?: AbortSignal) => client.call('listCodes', { path: { itemId }, query }, { signal });
}

function pageText(page: number, total: number): string {
  const from = (page - 1) * pageSize;
  const data = Array.from({ length: Math.min(pageSize, total - from) }, (_, index) => code(from + index));
  return JSON.stringify({ data, pagination: { page, pageSize, total, lastPage: Math.ceil(total / pageSize) } });
}

/** In no order, as codes are. */
function code(index: number): object {
  const text = `${(1e9 + ((index * 7919) % 1_000_003)).toString(36).toUpperCase()}X${index % 97}`;
  return { id: 2_000_000 + index, eventId: 1001, itemId, code: text, used: index % 7 === 0 };
}

answer(jobs);
