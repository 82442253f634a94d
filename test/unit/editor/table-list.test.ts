import assert from 'node:assert/strict';
import { ApiError, type Dialect, type PageQuery } from '../../../src/client/index.ts';
import { Formats } from '../../../src/editor/reading/formats.ts';
import { TableList } from '../../../src/editor/reports/table-list.ts';
import { localDialect } from './dialects.ts';
import { t } from './explorer-support.ts';

const formatsOf = (dialect: Dialect) => new Formats({ language: 'en', currency: 'BRL', timeZone: 'UTC', dialect, now: Date.now });

function listOf(
  read: (query: PageQuery) => unknown,
  operation: 'listCodes' | 'listTypes' | 'listItems' | 'getBordero' = 'listCodes',
  query = {},
  dialect: Dialect = localDialect,
) {
  const asked: PageQuery[] = [];
  const list = new TableList(
    { operation, input: { query } },
    (wanted) => {
      asked.push(wanted);
      return Promise.resolve().then(() => read(wanted));
    },
    () => ({ t, formats: formatsOf(dialect) }),
    () => false,
    t,
  );
  return { list, asked };
}

const codes = (from: number, count: number) => Array.from({ length: count }, (_, index) => ({ id: from + index }));
const page = ({ page: asked = 1 }: PageQuery, total: number) => {
  const start = (Number(asked) - 1) * 500;
  return { data: codes(start, Math.min(500, total - start)), pagination: { page: asked, total, pageSize: 500 } };
};

describe('the list of a table', () => {
  it('is read page by page, each once, even when two ask at once', async () => {
    const { list, asked } = listOf((query) => page(query, 1200));
    const [one, other] = await Promise.all([list.after(0), list.after(0)]);
    assert.deepEqual([one.rows.length, other.rows.length, one.total, one.hasMore], [500, 500, 1200, true]);
    assert.equal((await list.after(500)).rows.length, 500);
    const end = await list.after(1000);
    assert.deepEqual([end.rows.length, end.hasMore], [200, false]);
    assert.equal((await list.after(1200)).rows.length, 0);
    assert.deepEqual(
      asked.map((query) => query.page),
      [1, 2, 3],
    );
  });

  it('says a known status in words, and keeps the word of the service for files', async () => {
    const { list } = listOf(() => ({ data: [{ id: 1, status: 'soldout' }] }));
    const { rows } = await list.after(0);
    assert.equal(rows[0]?.cells[1], 'sold out');
    assert.equal(list.rows[0]?.fields.get('status'), 'soldout');
  });

  it('shows amounts as money where the unit of that kind of reply is known, and otherwise as they came', async () => {
    const shown = async (operation: 'getBordero' | 'listItems', amounts: Dialect['amounts']) => {
      const { list } = listOf(
        () => ({
          lines: [
            { id: 1, gross: 12000 },
            { id: 2, gross: 500 },
          ],
        }),
        operation,
        {},
        { ...localDialect, amounts: amounts ?? {} },
      );
      const { columns, rows } = await list.after(0);
      const place = columns.findIndex(({ key }) => key === 'gross');
      return rows.map(({ cells }) => cells[place]);
    };
    const [asCents, asDecimals, asTheyCame] = [
      [
        ['R$120.00', 12000],
        ['R$5.00', 500],
      ],
      [
        ['R$12,000.00', 12000],
        ['R$500.00', 500],
      ],
      [
        ['12000', 12000],
        ['500', 500],
      ],
    ];
    const amounts = { reports: 'cents', items: 'decimals' } as const;
    assert.deepEqual(await shown('getBordero', amounts), asCents);
    assert.deepEqual(await shown('listItems', amounts), asDecimals);
    assert.deepEqual(await shown('getBordero', { reports: 'decimals' }), asDecimals);
    assert.deepEqual(await shown('getBordero', { items: 'decimals' }), asTheyCame);
    assert.deepEqual(await shown('listItems', undefined), asTheyCame);
  });

  it('fault 62: is whole where nothing is known of how the service pages, each row once', async () => {
    const { list } = listOf(
      ({ page: asked }) => codes(0, 700).slice(Number(asked) * 50, Number(asked) * 50 + 50),
      'listCodes',
      {},
      {},
    );
    while (list.hasMore) await list.after(list.rows.length);
    assert.deepEqual(
      list.rows.map(({ fields }) => fields.get('id')),
      codes(0, 700).map(({ id }) => id),
    );
  });

  it('lets go at once of who no longer waits, although another reads', async () => {
    const reply = Promise.withResolvers<unknown>();
    const { list, asked } = listOf(() => reply.promise);
    const reading = list.after(0);
    const controller = new AbortController();
    const waiting = list.after(0, controller.signal);
    controller.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
    reply.resolve(codes(0, 3));
    assert.equal((await reading).rows.length, 3);
    assert.equal(asked.length, 1);
  });

  it('ends where a service gives the same page again', async () => {
    const { list, asked } = listOf(() => codes(0, 500));
    await list.after(0);
    const end = await list.after(500);
    assert.deepEqual([end.rows.length, end.hasMore, asked.length], [0, false, 2]);
  });

  it('ends at the page after the last', async () => {
    const { list } = listOf(({ page: number }) => {
      if (number === 1) return codes(0, 500);
      throw new ApiError('beyond', { kind: 'notFound', operation: 'listCodes', code: '2004' });
    });
    await list.after(0);
    assert.equal((await list.after(500)).hasMore, false);
  });

  it('asks for no pages where nothing speaks of them', async () => {
    const { list, asked } = listOf(() => codes(0, 700), 'listTypes');
    assert.equal((await list.after(0)).hasMore, false);
    assert.deepEqual(asked, [{}]);
  });

  it('shows the one page that somebody asked for', async () => {
    const { list, asked } = listOf(() => page({ page: 2 }, 5000), 'listCodes', { page: 2 });
    assert.equal((await list.after(0)).hasMore, false);
    assert.deepEqual(asked, [{}]);
  });

  it('goes on after a page that failed, and keeps what it has', async () => {
    let fails = true;
    const { list } = listOf((query) => {
      if (query.page === 2 && fails) throw new Error('offline');
      return page(query, 1000);
    });
    await list.after(0);
    await assert.rejects(list.after(500), /offline/);
    assert.equal(list.rows.length, 500);
    fails = false;
    assert.equal((await list.after(500)).rows.length, 500);
  });

  it('keeps what it has when it cannot be read anew', async () => {
    let fails = false;
    const { list } = listOf((query) => {
      if (fails) throw new Error('offline');
      return page(query, 3);
    });
    await list.after(0);
    fails = true;
    await assert.rejects(list.reload(), /offline/);
    assert.equal(list.rows.length, 3);
  });

  it('fault 28: marks a row that is not what its neighbours are', async () => {
    const { list } = listOf(() => [{ id: 1, name: 'a' }, null, 'text', { name: 'no id' }]);
    const { rows } = await list.after(0);
    assert.deepEqual(
      rows.map(({ problem }) => problem !== undefined),
      [false, true, true, true],
    );
  });
});
