import assert from 'node:assert/strict';
import { ApiError, IncompleteList, Pager, wholeList, type PageQuery, type ReadPage } from '../../../src/client/index.ts';

const rowsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id: id + 1, passkey: `P${id + 1}` }));
const asPromise =
  (read: (query: PageQuery) => unknown): ReadPage =>
  (query) =>
    Promise.resolve().then(() => read(query));
const failure = (kind: 'notFound' | 'invalid' | 'server', status?: number) =>
  new ApiError(kind, { kind, operation: 'listPasskeys', status });

/** A list in pages of at most so many rows, whatever size is asked for. */
function paged(rows: readonly unknown[], cap: number, first = 1): (query: PageQuery) => unknown[] {
  return ({ page = first, pageSize = cap }) => {
    const [start, size] = [Number(page) - first, Math.min(cap, Number(pageSize))];
    return start < 0 ? [] : rows.slice(start * size, (start + 1) * size);
  };
}

async function read(source: ReadPage, options = {}): Promise<{ ids: string[]; pager: Pager }> {
  const pager = new Pager(source, options);
  const ids: string[] = [];
  for await (const rows of pager) ids.push(...rows.map(({ id, label }) => id ?? label));
  return { ids, pager };
}

describe('a list in pages', () => {
  const rows = rowsOf(170);
  const ids = rows.map(({ id }) => String(id));

  function byOffset({ offset = 0 }: PageQuery): unknown {
    return rows.slice(Number(offset), Number(offset) + 50);
  }
  function byCursor({ cursor = '0' }: PageQuery): unknown {
    const next = Number(cursor) + 50;
    return { data: rows.slice(Number(cursor), next), nextCursor: next < rows.length ? String(next) : null };
  }
  function byLink({ after = '0' }: PageQuery): unknown {
    const next = Number(after) + 50;
    const link = next < rows.length ? { next: { href: `https://other.example/passkeys?after=${next}` } } : { next: null };
    return { data: rows.slice(Number(after), next), links: link };
  }
  function withEmptyPage({ token = '0' }: PageQuery): unknown {
    const next = Number(token) + 50;
    if (token === '50') return { data: [], nextToken: '50.5' };
    return {
      data: rows.slice(Math.floor(Number(token)), Math.floor(next)),
      nextToken: next < rows.length ? String(Math.floor(next)) : null,
    };
  }
  function beyondFails(kind: 'notFound' | 'invalid'): (query: PageQuery) => unknown {
    const pages = paged(rows, 50);
    return (query) => {
      const page = pages(query);
      if (page.length === 0) throw failure(kind);
      return page;
    };
  }
  const whole: [string, (query: PageQuery) => unknown][] = [
    ...[25, 50, 100, 1000].map((cap): [string, (query: PageQuery) => unknown] => [`of at most ${cap} rows`, paged(rows, cap)]),
    ['all on the one page that there is', () => ({ data: rows, page: 1, lastPage: 1 })],
    ['with a total', (query) => ({ data: paged(rows, 50)(query), total: 170 })],
    ['with a last page that is not the last', (query) => ({ data: paged(rows, 50)(query), page: query.page, lastPage: 1 })],
    ['with a count of each page', (query) => ({ results: paged(rows, 50)(query), count: paged(rows, 50)(query).length })],
    ['that are counted from zero', paged(rows, 50, 0)],
    ['all on the page with the number zero', paged(rows, 1000, 0)],
    ['by offset', byOffset],
    ['by cursor', byCursor],
    ['by a link to the next', byLink],
    ['whose last is followed by a 404', beyondFails('notFound')],
    ['whose last is followed by a 400', beyondFails('invalid')],
    [
      'where page zero fails',
      (query) => {
        if (query.page === 0) throw failure('server', 500);
        return paged(rows, 50)(query);
      },
    ],
    ['by tokens, with an empty page among them', withEmptyPage],
    ['all on one page, and just as many as the total', () => ({ data: rows, total: 170 })],
    ...(['invalid', 'server'] as const).map((kind): [string, (query: PageQuery) => unknown] => [
      `with a total of one page, behind which all is refused as ${kind}`,
      (query) => {
        if (query.page !== 1) throw failure(kind);
        return { data: rows, total: 170 };
      },
    ]),
    [
      'by links that never end',
      ({ offset = 0 }) => ({ data: rows.slice(Number(offset), Number(offset) + 50), next: `?offset=${Number(offset) + 50}` }),
    ],
    [
      'with a total that a search engine counted',
      (query) => ({ hits: paged(rows, 50)(query), total: { value: 170, relation: 'eq' } }),
    ],
    ['whose last is followed by no content', (query) => (paged(rows, 50)(query).length > 0 ? paged(rows, 50)(query) : undefined)],
  ];
  for (const [title, source] of whole) {
    it(`fault 62: is read whole ${title}`, async () => {
      let requests = 0;
      const counted = asPromise((query) => (requests++, source(query)));
      const { ids: found, pager } = await read(counted);
      assert.deepEqual(found.toSorted(byNumber), ids);
      assert.deepEqual([pager.isWhole, pager.count], [true, 170]);
      assert.ok(requests <= 15, `${requests} requests`);
    });
  }

  const unproved: [string, (query: PageQuery) => unknown, number][] = [
    ['the same page comes whatever is asked for', () => rows.slice(0, 50), 50],
    ['there are no pages, and no total', () => rows, 170],
    ['fewer came than the total', (query) => ({ data: paged(rows.slice(0, 120), 50)(query), total: 170 }), 120],
    ['the total is beyond all measure', (query) => ({ data: paged(rows, 50)(query), total: 9e15, lastPage: 9e15 }), 170],
    ['there should be 300 million pages', (query) => ({ data: paged(rows, 50)(query), lastPage: 3e8 }), 170],
    ['there should be more pages than can be counted', (query) => ({ data: paged(rows, 50)(query), lastPage: 9e15 }), 170],
    ['the cursor stands still', () => ({ data: rows.slice(0, 50), nextCursor: 'x' }), 50],
    [
      'its pages go by offset, and refuse the size that is asked for',
      ({ limit = 50 }) => {
        if (Number(limit) > 100) throw failure('invalid', 422);
        return rows.slice(0, 50);
      },
      50,
    ],
    ...(['notFound', 'invalid'] as const).map((kind): [string, (query: PageQuery) => unknown, number] => [
      `the cursor is refused as ${kind}`,
      ({ cursor }) => {
        if (cursor !== undefined) throw failure(kind);
        return { data: rows.slice(0, 50), nextCursor: '50' };
      },
      50,
    ]),
    [
      'pages are refused beyond a hundred rows, of more',
      (query) => {
        if (Number(query.page) > 2) throw failure('invalid', 400);
        return paged(rows, 50)(query);
      },
      100,
    ],
    [
      'pages are counted from zero, and that one cannot be had now',
      (query) => {
        if (query.page === 0) throw failure('server', 503);
        return paged(rows, 50, 0)(query);
      },
      120,
    ],
    [
      'a search engine counted no further',
      (query) => ({ hits: paged(rows, 50)({ ...query, page: 1 }), total: { value: 50, relation: 'gte' } }),
      50,
    ],
    ['the total is that of the page', (query) => ({ data: paged(rows, 50)(query), total: paged(rows, 50)(query).length }), 170],
    ['the total is less than what came', (query) => ({ data: paged(rows, 50)(query), total: 4 }), 170],
    [
      'tokens never end, and the pages are empty',
      ({ token = '0' }) => ({ data: token === '0' ? rows.slice(0, 50) : [], nextToken: `${token}1` }),
      50,
    ],
    ['there is no list in the reply', () => ({}), 0],
    ['there is nothing in the reply', () => undefined, 0],
    ['what should be the list is null', () => ({ data: null }), 0],
  ];
  for (const [title, source, count] of unproved) {
    it(`fault 62: is not taken for whole when ${title}`, async () => {
      let requests = 0;
      const { pager } = await read(asPromise((query) => (requests++, source(query))));
      assert.deepEqual([pager.isWhole, pager.count], [false, count]);
      assert.ok(requests <= 15, `${requests} requests`);
      await assert.rejects(
        async () => {
          for await (const page of wholeList(asPromise(source))) assert.ok(page.length > 0);
        },
        (error) => error instanceof IncompleteList && error.count === count,
      );
    });
  }

  it('fault 62: that never ends is left', async () => {
    let requests = 0;
    const { pager } = await read(asPromise(() => [{ id: ++requests }]));
    assert.equal(pager.isWhole, false);
    assert.ok(requests <= 10_001, `${requests} requests`);
  });

  it('fault 62: is left after five empty pages in a row, each of which names another', async () => {
    const tokens: unknown[] = [];
    await read(
      asPromise(
        ({ token }) => (
          tokens.push(token),
          { data: tokens.length === 1 ? rows.slice(0, 50) : [], nextToken: `t${tokens.length}` }
        ),
      ),
    );
    assert.deepEqual(tokens.filter(Boolean), ['t1', 't2', 't3', 't4', 't5']);
  });

  it('fault 62: that never ends can be cancelled, and tells how far it is', async () => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    let id = 0;
    const onProgress = (count: number) => count === 30 && controller.abort(reason);
    const reading = read(
      asPromise(() => [{ id: ++id }]),
      { signal: controller.signal, onProgress },
    );
    await assert.rejects(reading, reason);
    assert.equal(id, 30);
  });

  it('has a row once that moves to the next page meanwhile', async () => {
    const moving = [...rows];
    let asked = 0;
    const { ids: found, pager } = await read(
      asPromise((query) => {
        if (++asked === 2) moving.unshift({ id: 999, passkey: 'new' });
        return paged(moving, 50)(query);
      }),
    );
    assert.equal(new Set(found).size, found.length);
    assert.equal(pager.isWhole, true);
  });

  it('fault 62: is not taken for whole when a row went while it was read', async () => {
    const left = [...rows];
    let asked = 0;
    const { pager } = await read(
      asPromise((query) => {
        if (++asked === 2) left.splice(0, 1);
        return { data: paged(left, 50)(query), total: left.length };
      }),
    );
    assert.equal(pager.isWhole, false);
  });

  it('fault 62: is proved to be empty by a total of none, and a short page by a refusal behind it', async () => {
    const nothing = await read(asPromise(() => ({ data: null, total: 0 })));
    assert.deepEqual([nothing.pager.isWhole, nothing.pager.count], [true, 0]);
    const short = await read(
      asPromise((query) => {
        if (query.page !== 1) throw failure('invalid', 400);
        return rowsOf(37);
      }),
    );
    assert.deepEqual([short.pager.isWhole, short.pager.count], [true, 37]);
  });

  it('fault 62: of a round number asks once more whether its total is that of the page', async () => {
    for (const [length, wanted] of [
      [50, 2],
      [51, 1],
    ] as const) {
      let requests = 0;
      const some = rowsOf(length);
      const { pager } = await read(asPromise((query) => (requests++, { data: paged(some, 1000)(query), total: length })));
      assert.deepEqual([pager.isWhole, pager.count, requests], [true, length, wanted]);
    }
  });

  it('has rows without ids as often as they are there', async () => {
    const texts = ['A', 'B', 'A', 'C', 'A'];
    const { ids: found, pager } = await read(asPromise(paged(texts, 2)));
    assert.deepEqual([found, pager.isWhole], [texts, true]);
    const { pager: repeated } = await read(asPromise(() => texts));
    assert.deepEqual([repeated.count, repeated.isWhole], [5, false]);
  });

  it('is asked for four pages at once where the service says how many there are, and for no page twice', async () => {
    const asked: unknown[] = [];
    let [running, most] = [0, 0];
    const source: ReadPage = async (query) => {
      asked.push(query.page);
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return { data: paged(rows, 10)(query), total: 170 };
    };
    await read(source);
    assert.deepEqual([asked, most], [Array.from({ length: 17 }, (_, index) => index + 1), 4]);
  });

  it('ends with the failure of its first page', async () => {
    for (const kind of ['notFound', 'invalid', 'server'] as const) {
      const failing = asPromise(() => {
        throw failure(kind);
      });
      await assert.rejects(read(failing), { kind });
    }
  });
});

function byNumber(a: string, b: string): number {
  return Number(a) - Number(b);
}

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

  it('shows a row once, and ends where the same page comes again', async () => {
    const { pager } = pagerOf(({ page }) => (Number(page) < 2 ? rows.slice(0, 2) : rows.slice(1, 3)));
    assert.deepEqual([await idsOf(pager), await idsOf(pager)], [['1', '2'], ['3']]);
    assert.deepEqual([await idsOf(pager), pager.hasMore], [[], false]);
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
