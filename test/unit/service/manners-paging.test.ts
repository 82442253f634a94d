import assert from 'node:assert/strict';
import { festival, withManners, type Polite, type Wire } from './manners-support.ts';

const items = `/items?eventId=${festival}`;
const idsOf = ({ rows }: Wire) => rows.map(({ id }) => id);

describe('paging of the local service', () => {
  let all: unknown[];
  before(
    withManners('', async ({ tickets }) => {
      all = idsOf(await tickets('GET', `${items}&pageSize=500`));
      assert.ok(all.length > 12);
    }),
  );

  it(
    'cap: a page has no more rows than that, whatever is asked for',
    withManners('cap=7', async ({ tickets, events }) => {
      for (const size of ['', '&pageSize=50', '&pageSize=5000']) {
        const page = await tickets('GET', items + size);
        assert.deepEqual(idsOf(page), all.slice(0, 7));
        assert.deepEqual(page.body.pagination, { page: 1, pageSize: 7, total: all.length, lastPage: Math.ceil(all.length / 7) });
      }
      assert.deepEqual(idsOf(await tickets('GET', `${items}&page=2&pageSize=50`)), all.slice(7, 14));
      assert.equal((await tickets('GET', `${items}&pageSize=3`)).rows.length, 3);
      assert.equal((await events('GET', '/featured?pageSize=8')).rows.length, 7);
    }),
  );

  it(
    'zero-based: the first page is 0, and so is the number that a reply has',
    withManners('zero-based', async ({ tickets, events }) => {
      const first = await tickets('GET', `${items}&page=0&pageSize=5`);
      assert.deepEqual(idsOf(first), all.slice(0, 5));
      assert.deepEqual((first.body.pagination as { page: number }).page, 0);
      assert.deepEqual(idsOf(await tickets('GET', `${items}&pageSize=5`)), all.slice(0, 5));
      const second = await tickets('GET', `${items}&page=1&pageSize=5`);
      assert.deepEqual(idsOf(second), all.slice(5, 10));
      const last = Math.ceil(all.length / 5) - 1;
      assert.deepEqual(second.body.pagination, { page: 1, pageSize: 5, total: all.length, lastPage: last });
      const beyond = await events('GET', '/featured?page=1&pageSize=8');
      assert.match(beyond.text, /Page 1 lies beyond the last, 0/);
    }),
  );

  it(
    'offset: only offset and limit count',
    withManners('offset', async ({ tickets, events }) => {
      const page = await tickets('GET', `${items}&offset=3&limit=4&page=9&pageSize=1`);
      assert.deepEqual(idsOf(page), all.slice(3, 7));
      assert.deepEqual(page.body.pagination, { offset: 3, limit: 4, total: all.length });
      assert.deepEqual(idsOf(await tickets('GET', `${items}&page=2&limit=4`)), all.slice(0, 4));
      assert.deepEqual(idsOf(await tickets('GET', `${items}&offset=${all.length}`)), []);
      assert.equal((await tickets('GET', `${items}&offset=-1`)).status, 400);
      assert.deepEqual(await events('GET', '/featured?offset=100').then(idsOf), []);
    }),
  );

  async function byCursor({ tickets }: Polite, limit: number): Promise<unknown[]> {
    const seen: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await tickets('GET', `${items}&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      assert.ok(page.rows.length <= limit && page.rows.length > 0);
      seen.push(...idsOf(page));
      cursor = page.body.nextCursor as string | null;
    }
    return seen;
  }

  for (const words of ['cursor', 'cursor,no-total'])
    it(
      `${words}: each page leads to the next one, and the last to none`,
      withManners(words, async (service) => {
        assert.deepEqual(await byCursor(service, 5), all);
        assert.deepEqual(idsOf(await service.tickets('GET', `${items}&page=2&limit=4`)), all.slice(0, 4));
        assert.equal((await service.tickets('GET', `${items}&cursor=5`)).status, 400);
        assert.equal((await service.tickets('GET', items)).text.includes('total'), words === 'cursor');
      }),
    );

  it(
    'cursor: also in a list that would otherwise be bare',
    withManners('cursor', async (service) => assert.deepEqual(await byCursor(service, 9), all), { shape: 'bare' }),
  );

  it(
    'unpaged: a list is whole, whatever is asked for',
    withManners('unpaged', async ({ tickets, upload }) => {
      const page = await tickets('GET', `${items}&page=2&pageSize=3&limit=1`);
      assert.deepEqual(idsOf(page), all);
      assert.deepEqual(page.body.pagination, { total: all.length });
      const lines = Array.from({ length: 2500 }, (_, index) => `UNPAGED${index}`).join('\n');
      await upload(`/events/${festival}/codes`, lines);
      const first = (await tickets('GET', `${items}&type=Ticket`)).rows[0]?.id;
      assert.equal((await tickets('GET', `/items/${String(first)}/codes?term=UNPAGED`)).rows.length, 2500);
    }),
  );

  it(
    'no-total: rows under data and nothing beside them',
    withManners('no-total', async ({ tickets, events }) => {
      const page = await tickets('GET', `${items}&pageSize=5&page=2`);
      assert.deepEqual(idsOf(page), all.slice(5, 10));
      assert.deepEqual(Object.keys(page.body), ['data']);
      assert.deepEqual(Object.keys((await events('GET', '/featured')).data), ['data']);
    }),
  );

  it(
    'page-names: only these names count',
    withManners('page-names=p:per_page', async ({ tickets }) => {
      assert.deepEqual(idsOf(await tickets('GET', `${items}&p=2&per_page=4&page=1&pageSize=1`)), all.slice(4, 8));
      assert.equal((await tickets('GET', `${items}&p=0`)).status, 400);
    }),
  );

  for (const shape of ['bare', 'hits', 'other'] as const)
    it(
      `zero-based and capped in the shape ${shape}`,
      withManners(
        'zero-based,cap=4',
        async ({ tickets }) => {
          const { body } = await tickets('GET', `${items}&page=1&pageSize=9`);
          const rows = { bare: body, hits: (body.data as { hits?: unknown } | undefined)?.hits, other: body.results }[shape] as {
            id: number;
          }[];
          const ids = rows.map((row) => (shape === 'hits' ? (row as unknown as { _source: { id: number } })._source : row).id);
          assert.deepEqual(ids, all.slice(4, 8));
          if (shape === 'other') assert.deepEqual([body.current_page, body.per_page, body.total_count], [1, 4, all.length]);
        },
        { shape },
      ),
    );
});
