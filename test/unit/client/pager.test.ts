import assert from 'node:assert/strict';
import { IncompleteList, Pager, wholeList, type PageQuery, type ReadPage } from '../../../src/client/index.ts';
import { newLearned } from '../../../src/client/extra-parameters.ts';
import { asPromise, failure, paged, rowsOf } from './paged.ts';

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
    ['all at once, whatever page is asked for', () => rows],
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

  it('fault 62: of as many rows as pages are cut to is asked for once more, until its total is known to be that of the list', async () => {
    let requests = 0;
    let length = 50;
    const source = asPromise((query: PageQuery) => (requests++, { data: paged(rowsOf(length), 1000)(query), total: length }));
    const known = Object.assign(source, { learned: newLearned() });
    const readOnce = async () => {
      const { pager } = await read(known);
      return [pager.isWhole, pager.count, requests];
    };
    assert.deepEqual(await readOnce(), [true, 50, 2]);
    assert.deepEqual(await readOnce(), [true, 50, 3]);
    length = 51;
    assert.deepEqual(await readOnce(), [true, 51, 4]);
  });

  it('fault 62: is not taken for whole because a shorter one was, where the total is that of a page', async () => {
    let length = 10;
    const cut = (query: PageQuery) => {
      const data = paged(rowsOf(length), 50)(query);
      return { data, total: data.length };
    };
    const known = Object.assign(asPromise(cut), { learned: newLearned() });
    assert.equal((await read(known)).pager.count, 10);
    length = 170;
    const { pager } = await read(known);
    assert.deepEqual([pager.count, pager.isWhole], [170, false]);
  });

  it('goes on by offset where the first page comes whatever number is asked for, with a total', async () => {
    const some = rowsOf(120);
    const source = asPromise(({ offset = 0 }) => ({ data: some.slice(Number(offset), Number(offset) + 50), total: 120 }));
    const { pager } = await read(source);
    assert.deepEqual([pager.count, pager.isWhole], [120, true]);
  });

  it('fault 62: is not proved by a refusal behind full pages, whatever their number', async () => {
    const source = asPromise(({ page }) => {
      if (Number(page) > 3) throw failure('invalid', 400);
      return paged(rowsOf(300), 33)({ page: page ?? 1 });
    });
    const { pager } = await read(source);
    assert.deepEqual([pager.count, pager.isWhole], [99, false]);
  });

  it('fault 62: of as many rows as were asked for may go on, whatever the total of the page', async () => {
    const cut = (query: PageQuery) => {
      const data = paged(rowsOf(170), 70)(query);
      return { data, total: data.length };
    };
    const { pager } = await read(asPromise(cut), { pageSize: 70 });
    assert.deepEqual([pager.count, pager.isWhole], [170, false]);
  });

  it('is whole where a page behind the last that it names is refused or empty, however many rows a page has', async () => {
    const named = (pages: number, isRefused: boolean) =>
      asPromise(({ page = 1 }) => {
        if (isRefused && Number(page) > pages) throw failure('invalid', 400);
        return { data: paged(rowsOf(10 * pages), 10)({ page }), page, pages };
      });
    for (const pages of [1, 2])
      for (const isRefused of [true, false]) {
        const { pager } = await read(named(pages, isRefused));
        assert.deepEqual([pager.count, pager.isWhole], [10 * pages, true], `${pages}, ${isRefused}`);
      }
  });

  it('is whole where its total is that of the page, and the page behind it is empty', async () => {
    const { pager } = await read(
      asPromise((query) => ({ data: paged(rowsOf(20), 50)(query), total: query.page === 1 ? 20 : 0 })),
    );
    assert.deepEqual([pager.count, pager.isWhole], [20, true]);
  });

  it('fault 62: is not taken for empty where its first page tells of more', async () => {
    const { pager } = await read(asPromise(() => ({ data: [], page: 1, pages: 3 })));
    assert.deepEqual([pager.count, pager.isWhole], [0, false]);
  });

  it('is whole where it is empty, and says that its first page is the last', async () => {
    const { pager } = await read(asPromise(() => ({ data: [], page: 1, pages: 1 })));
    assert.deepEqual([pager.count, pager.isWhole], [0, true]);
  });

  it('has rows without ids as often as they are there', async () => {
    const texts = ['A', 'B', 'A', 'C', 'A'];
    const { ids: found, pager } = await read(asPromise(paged(texts, 2)));
    assert.deepEqual([found, pager.isWhole], [texts, true]);
    const { pager: repeated } = await read(asPromise(() => texts));
    assert.deepEqual([repeated.count, repeated.isWhole], [5, true]);
  });

  it('fault 62: has what has no id once, where the same page with others that have one comes again', async () => {
    const mixed = [{ id: 1 }, { name: 'without' }, null];
    const { ids: found, pager } = await read(asPromise(() => mixed));
    assert.deepEqual([found.length, pager.isWhole], [3, true]);
    const single = new Pager(asPromise(() => mixed));
    const rows = [];
    while (single.hasMore) rows.push(...(await single.next()).rows);
    assert.deepEqual([rows.length, single.isWhole], [3, true]);
  });

  for (const isIterated of [true, false])
    it(`fault 85: that comes whole whatever is asked for is read once from then on, ${isIterated ? 'at once' : 'page after page'}`, async () => {
      let [requests, length] = [0, 130];
      const learned = { taken: new Set<string>(), refused: new Set<string>() };
      const source = Object.assign(
        asPromise(() => (requests++, rowsOf(length))),
        { learned },
      );
      const readAll = async () => {
        requests = 0;
        const pager = new Pager(source);
        if (isIterated) for await (const rows of pager) assert.ok(rows.length > 0);
        else while (pager.hasMore) await pager.next();
        return [pager.count, pager.isWhole, requests];
      };
      assert.deepEqual(await readAll(), [130, true, 3]);
      assert.deepEqual(await readAll(), [130, true, 1]);
      length = 50;
      assert.deepEqual(await readAll(), [50, true, 1]);
      length = 1000;
      assert.deepEqual(await readAll(), [1000, false, 1], 'a limit, as long as no longer list was seen');
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
