import assert from 'node:assert/strict';
import { Pager, type PageQuery } from '../../../src/client/index.ts';
import { asPromise, failure, paged, rowsOf } from './paged.ts';

describe('a list that is read one page at a time', () => {
  const rows = rowsOf(5);
  const pagerOf = (source: (query: PageQuery) => unknown, options = {}) => {
    const asked: PageQuery[] = [];
    const pager = new Pager(
      asPromise((query) => (asked.push(query), source(query))),
      { pageSize: 2, ...options },
    );
    return { pager, asked };
  };
  const idsOf = async (pager: Pager) => (await pager.next()).rows.map(({ id }) => id);

  it('gives page after page, and proves a short one to be the last', async () => {
    const { pager, asked } = pagerOf(paged(rows, 2));
    assert.equal(pager.hasMore, true);
    assert.deepEqual([await idsOf(pager), pager.hasMore], [['1', '2'], true]);
    assert.deepEqual([await idsOf(pager), pager.hasMore], [['3', '4'], true]);
    assert.deepEqual([await idsOf(pager), pager.hasMore], [['5'], false]);
    assert.equal(pager.isWhole, true);
    assert.deepEqual(
      asked.map(({ page }) => page),
      [1, 0, 2, 3, 4],
    );
  });

  it('asks for no page but the next where it is known how they are counted and how long they are', async () => {
    const paging = { first: 1, largest: 2 } as const;
    const { pager, asked } = pagerOf(paged(rows, 2), { pageSize: 100, paging });
    while (pager.hasMore) await pager.next();
    assert.deepEqual([pager.count, pager.isWhole], [5, true]);
    assert.deepEqual(
      asked.map(({ page, pageSize }) => [page, pageSize]),
      [
        [1, 2],
        [2, 2],
        [3, 2],
      ],
    );
  });

  it('believes what the service says of its pages, as far as it is not less than there is', async () => {
    const first = async (told: object, source = paged(rows, 1)) => {
      const { pager } = pagerOf((query) => ({ data: source(query), pagination: told }), { pageSize: 100 });
      const ids = await idsOf(pager);
      return [ids.length, pager.hasMore, pager.isWhole];
    };
    assert.deepEqual(await first({ lastPage: 3 }), [1, true, false]);
    assert.deepEqual(await first({ lastPage: 1 }, paged(rows, 100)), [5, false, true]);
    assert.deepEqual(await first({ lastPage: 1 }), [2, true, false], 'there is a second page');
    assert.deepEqual(await first({ pageSize: 1, total: 2 }), [1, true, false]);
    assert.deepEqual(await first({ total: 1 }, paged(rows.slice(0, 1), 1)), [1, false, true]);
    assert.deepEqual(await first({ lastPage: 9 }, () => rows), [5, true, false], 'the first may be the only one');
  });

  it('fault 62: that is empty on page 1 may be all on page 0', async () => {
    const { pager } = pagerOf(paged(rows, 100, 0), { pageSize: 100 });
    assert.deepEqual([await idsOf(pager), pager.hasMore, pager.isWhole], [['1', '2', '3', '4', '5'], false, true]);
    const nothing = pagerOf(() => []);
    assert.deepEqual([await idsOf(nothing.pager), nothing.pager.isWhole], [[], true]);
  });

  it('fault 62: is not taken for whole while the page before the first cannot be had', async () => {
    let isDown = true;
    const { pager } = pagerOf((query) => {
      if (query.page === 0 && isDown) throw failure('server', 503);
      return paged(rows, 2, 0)(query);
    });
    assert.deepEqual([await idsOf(pager), pager.isWhole], [['3', '4'], false]);
    assert.deepEqual([await idsOf(pager), pager.hasMore, pager.isWhole], [['5'], false, false]);
    isDown = false;
    const again = pagerOf(paged(rows, 2, 0)).pager;
    assert.deepEqual([await idsOf(again), await idsOf(again), again.isWhole], [['1', '2', '3', '4'], ['5'], true]);
  });

  it('fault 62: asks once more whether a total of a round number is that of the page', async () => {
    const many = rowsOf(170);
    const { pager } = pagerOf((query) => ({ data: paged(many, 50)(query), total: paged(many, 50)(query).length }), {
      pageSize: 1000,
    });
    assert.deepEqual([(await idsOf(pager)).length, pager.hasMore, pager.isWhole], [100, true, false]);
    const five = pagerOf((query) => ({ data: paged(rows, 50)(query), total: 5 }), { pageSize: 1000 });
    assert.deepEqual([(await idsOf(five.pager)).length, five.pager.hasMore, five.pager.isWhole], [5, false, true]);
  });

  it('fault 62: is not taken for whole when a cursor is refused', async () => {
    for (const kind of ['notFound', 'invalid'] as const) {
      const { pager } = pagerOf(({ cursor }) => {
        if (cursor !== undefined) throw failure(kind);
        return { data: rows.slice(0, 2), nextCursor: 'x' };
      });
      await pager.next();
      assert.deepEqual([await idsOf(pager), pager.hasMore, pager.isWhole], [[], false, false], kind);
    }
  });

  it('gives the rows of a page later when the look beside it was cancelled', async () => {
    let isCancelled = true;
    const { pager } = pagerOf((query) => {
      if (query.page === 0 && isCancelled) throw new Error('enough');
      return paged(rows, 2)(query);
    });
    await assert.rejects(pager.next(), /enough/);
    assert.equal(pager.isWhole, false);
    isCancelled = false;
    const given: unknown[] = [];
    while (pager.hasMore) given.push(...(await idsOf(pager)));
    assert.deepEqual([given, pager.isWhole], [['1', '2', '3', '4', '5'], true]);
  });

  it('asks for no page of what may have none, until its reply speaks of pages', async () => {
    const single = pagerOf(() => rows, { isPaged: false });
    await single.pager.next();
    assert.deepEqual([single.asked, single.pager.hasMore], [[{}], false]);
    const several = pagerOf(({ page = 1 }) => ({ data: [rows[Number(page) - 1]], pagination: { lastPage: 2 } }), {
      isPaged: false,
    });
    assert.deepEqual([await idsOf(several.pager), await idsOf(several.pager), several.pager.hasMore], [['1'], ['2'], false]);
  });

  it('shows a row once, and ends where the same page comes again by number and by offset', async () => {
    const { pager } = pagerOf(({ page }) => (Number(page) < 2 ? rows.slice(0, 2) : rows.slice(1, 3)));
    assert.deepEqual([await idsOf(pager), await idsOf(pager)], [['1', '2'], ['3']]);
    assert.deepEqual([await idsOf(pager), pager.hasMore], [[], true]);
    assert.deepEqual([await idsOf(pager), pager.hasMore, pager.isWhole], [[], false, false]);
  });

  it('ends at a refused page, unless the service had said that it is there', async () => {
    const refuse =
      (kind: 'notFound' | 'invalid') =>
      ({ page }: PageQuery) => {
        if (page === 1) return rows.slice(0, 2);
        throw failure(kind);
      };
    for (const kind of ['notFound', 'invalid'] as const) {
      const { pager } = pagerOf(refuse(kind));
      await pager.next();
      assert.deepEqual([await idsOf(pager), pager.hasMore], [[], false], kind);
    }
    const told = pagerOf(({ page }) => {
      if (page === 1) return { data: rows.slice(0, 2), total: 5 };
      throw failure('notFound');
    });
    await told.pager.next();
    await assert.rejects(told.pager.next(), { kind: 'notFound' });
    const first = pagerOf(() => Promise.reject(failure('notFound')), { isPaged: false });
    await assert.rejects(first.pager.next(), { kind: 'notFound' });
  });

  it('reads a page again that failed or was cancelled', async () => {
    let fails = true;
    const { pager } = pagerOf((query) => {
      if (query.page === 2 && fails) throw new Error('offline');
      return paged(rows, 2)(query);
    });
    await pager.next();
    await assert.rejects(pager.next(), /offline/);
    fails = false;
    const controller = new AbortController();
    const cancelled = pager.next(controller.signal);
    controller.abort(new Error('enough'));
    await assert.rejects(cancelled, /enough/);
    assert.deepEqual([await idsOf(pager), pager.hasMore], [['3', '4'], true]);
  });
});
