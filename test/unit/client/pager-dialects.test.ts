import assert from 'node:assert/strict';
import { Pager, type PageQuery, type Row } from '../../../src/client/index.ts';
import type { PagerOptions } from '../../../src/client/pager.ts';

type Service = (query: PageQuery) => unknown;
type ServiceOf = (count: number, withTotal: boolean) => Service;

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
const idsOf = (count: number) => rowsOf(count).map(({ id }) => String(id));

/** A reply with its total, where the service tells one. */
function reply(data: unknown[], count: number, withTotal: boolean, more: object = {}): unknown {
  return withTotal || Object.keys(more).length > 0 ? { data, ...(withTotal ? { total: count } : {}), ...more } : data;
}

interface Numbering {
  readonly first: 0 | 1;
  readonly cap?: number;
  /** A page below the first is the first. */
  readonly clamps?: boolean;
  readonly names?: readonly [string, string];
}

const byNumber =
  ({ first, cap = 1000, clamps = false, names: [page, size] = ['page', 'pageSize'] }: Numbering): ServiceOf =>
  (count, withTotal) =>
  (query) => {
    const length = Math.min(cap, Number(query[size] ?? cap));
    const index = Number(query[page] ?? first) - first;
    const place = clamps ? Math.max(0, index) : index;
    return reply(place < 0 ? [] : rowsOf(count).slice(place * length, (place + 1) * length), count, withTotal);
  };
const byOffset =
  (offset = 'offset', limit = 'limit'): ServiceOf =>
  (count, withTotal) =>
  (query) => {
    const start = Number(query[offset] ?? 0);
    return reply(rowsOf(count).slice(start, start + Math.min(50, Number(query[limit] ?? 50))), count, withTotal);
  };
const byCursor =
  (cursor = 'cursor'): ServiceOf =>
  (count, withTotal) =>
  (query) => {
    const end = Number(query[cursor] ?? 0) + 50;
    const nextCursor = end < count ? String(end) : null;
    return reply(rowsOf(count).slice(end - 50, end), count, withTotal, { nextCursor });
  };
const allAtOnce: ServiceOf = (count, withTotal) => () => reply(rowsOf(count), count, withTotal);
const firstFifty: ServiceOf = (count, withTotal) => () => reply(rowsOf(Math.min(50, count)), count, withTotal);

interface Found {
  readonly ids: string[];
  readonly pager: Pager;
  readonly asked: PageQuery[];
}

function pagerOf(service: Service, options: PagerOptions) {
  const asked: PageQuery[] = [];
  const pager = new Pager((query) => Promise.resolve().then(() => (asked.push(query), service(query))), options);
  return { pager, asked };
}

const idOf = ({ id }: Row) => String(id);

/** The two ways to read a list. */
const ways: Record<string, (service: Service, options?: PagerOptions) => Promise<Found>> = {
  'page after page': async (service, options = {}) => {
    const { pager, asked } = pagerOf(service, options);
    const ids: string[] = [];
    while (pager.hasMore) ids.push(...(await pager.next()).rows.map(idOf));
    return { ids, pager, asked };
  },
  'at once': async (service, options = {}) => {
    const { pager, asked } = pagerOf(service, options);
    const ids: string[] = [];
    for await (const rows of pager) ids.push(...rows.map(idOf));
    return { ids, pager, asked };
  },
};

const counts = [0, 1, 20, 49, 50, 51, 100, 120, 170];
const byValue = (one: string, other: string) => Number(one) - Number(other);

describe('a list of a service of which nothing is known', () => {
  const proved: [string, ServiceOf][] = [
    ['counts its pages from 1', byNumber({ first: 1 })],
    ['counts its pages from 1, and has no page below it but the first', byNumber({ first: 1, clamps: true })],
    ['counts its pages from 0', byNumber({ first: 0 })],
    ['caps its pages at 50, from 1', byNumber({ first: 1, cap: 50 })],
    ['caps its pages at 50, from 1, which is page 0 as well', byNumber({ first: 1, cap: 50, clamps: true })],
    ['caps its pages at 50, from 0', byNumber({ first: 0, cap: 50 })],
    ['goes by a cursor', byCursor()],
  ];
  for (const [title, serviceOf] of proved)
    for (const [way, read] of Object.entries(ways))
      for (const withTotal of [false, true])
        it(`fault 62: is read whole ${way} where it ${title}, ${withTotal ? 'with' : 'without'} a total`, async () => {
          for (const count of counts)
            for (const pageSize of [20, 50, 1000]) {
              const { ids, pager } = await read(serviceOf(count, withTotal), { pageSize });
              const what = `${count} in pages of ${pageSize}`;
              assert.deepEqual(ids.toSorted(byValue), idsOf(count), what);
              assert.deepEqual([pager.isWhole, pager.count, pager.hasMore && way !== 'at once'], [true, count, false], what);
            }
        });

  const open: [string, ServiceOf][] = [
    ['goes by offset', byOffset()],
    ['gives all at once', allAtOnce],
    ['gives 50 whatever is asked for', firstFifty],
  ];
  for (const [title, serviceOf] of open)
    for (const [way, read] of Object.entries(ways))
      for (const withTotal of [false, true])
        it(`fault 62: has each row once, or is not whole, ${way} where it ${title}, ${withTotal ? 'with' : 'without'} a total`, async () => {
          for (const count of counts)
            for (const pageSize of [20, 50, 1000]) {
              const { ids, pager } = await read(serviceOf(count, withTotal), { pageSize });
              const what = `${count} in pages of ${pageSize}`;
              assert.equal(new Set(ids).size, ids.length, what);
              if (pager.isWhole) assert.deepEqual(ids.toSorted(byValue), idsOf(count), what);
              assert.ok(ids.length >= Math.min(count, 50), what);
              // A total that is reached is a proof, and one that is not is the opposite.
              if (withTotal) assert.equal(pager.isWhole, ids.length === count, what);
            }
        });

  it('fault 62: goes on by offset to the end where it is read at once', async () => {
    for (const count of counts) {
      const { ids, pager } = await ways['at once']!(byOffset()(count, false));
      assert.deepEqual([ids, pager.isWhole], [idsOf(count), true], String(count));
    }
  });

  it('fault 62: of 50 rows whatever is asked for is never whole without a total', async () => {
    for (const read of Object.values(ways)) {
      const { ids, pager } = await read(firstFifty(170, false));
      assert.deepEqual([ids.length, pager.isWhole], [50, false]);
    }
  });
});

describe('a list of a service whose paging is known', () => {
  const size = 50;
  const services: [string, ServiceOf, NonNullable<PagerOptions['paging']>, (index: number) => PageQuery][] = [
    [
      'by number from 1',
      byNumber({ first: 1, cap: size }),
      { by: 'page', page: 'page', size: 'pageSize', first: 1, largest: size },
      (index) => ({ page: index + 1, pageSize: size }),
    ],
    [
      'by number from 0, by other names',
      byNumber({ first: 0, cap: size, names: ['p', 'n'] }),
      { by: 'page', page: 'p', size: 'n', first: 0, largest: size },
      (index) => ({ p: index, n: size }),
    ],
    [
      'by offset',
      byOffset('skip', 'take'),
      { by: 'offset', page: 'skip', size: 'take', largest: size },
      (index) => ({ skip: index * size, take: size }),
    ],
    [
      'by cursor',
      byCursor('after'),
      { by: 'cursor', page: 'after', size: 'take', largest: size },
      (index) => (index === 0 ? { take: size } : { after: String(index * size) }),
    ],
    ['all at once', allAtOnce, { by: 'none' }, () => ({})],
  ];
  for (const [title, serviceOf, paging, query] of services)
    for (const [way, read] of Object.entries(ways))
      for (const withTotal of [false, true])
        it(`is whole ${way}, ${title}, ${withTotal ? 'with' : 'without'} a total, by exactly the named parameters`, async () => {
          for (const count of counts) {
            const { ids, pager, asked } = await read(serviceOf(count, withTotal), { paging });
            assert.deepEqual([ids, pager.isWhole], [idsOf(count), true], String(count));
            // Without a total, a full last page is followed by an empty one.
            const isTold = withTotal || paging.by === 'cursor';
            const pages = isTold ? Math.max(1, Math.ceil(count / size)) : Math.floor(count / size) + 1;
            const requests = paging.by === 'none' ? 1 : pages;
            assert.deepEqual(
              asked,
              Array.from({ length: requests }, (_, index) => query(index)),
              String(count),
            );
          }
        });

  it('asks for no more rows than a page can have, and for fewer where fewer are wanted', async () => {
    for (const [pageSize, wanted] of [
      [20, 20],
      [1000, 50],
    ] as const) {
      const { asked } = await ways['at once']!(byNumber({ first: 1, cap: 50 })(10, false), {
        pageSize,
        paging: { first: 1, largest: 50 },
      });
      assert.deepEqual(asked, [{ page: 1, pageSize: wanted }]);
    }
  });
});

describe('a list with rows that do not belong to it', () => {
  const rowOf = (row: Row) => (Number(row.id) % 2 === 0 ? { ...row, label: `even ${row.id}` } : undefined);
  const even = (count: number) => idsOf(count).filter((id) => Number(id) % 2 === 0);

  for (const [way, read] of Object.entries(ways))
    it(`is given without them ${way}, and has then no total`, async () => {
      for (const count of [1, 2, 51, 120]) {
        const { ids, pager } = await read(byNumber({ first: 1, cap: 50 })(count, true), { rowOf });
        assert.deepEqual([ids, pager.count, pager.total, pager.isWhole], [even(count), even(count).length, undefined, true]);
      }
      const { pager } = await read(byNumber({ first: 1 })(3, true), { rowOf: (row) => row });
      assert.equal(pager.total, 3, 'where there is none of them, the total is that of the list');
    });

  it('is given as `rowOf` gives it, and tells its progress without the others', async () => {
    const heard: unknown[] = [];
    const { pager } = pagerOf(byNumber({ first: 1 })(4, true), { rowOf, onProgress: (...told) => heard.push(told) });
    const { rows } = await pager.next();
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['even 2', 'even 4'],
    );
    assert.deepEqual(heard, [[2, undefined]]);
  });
});
