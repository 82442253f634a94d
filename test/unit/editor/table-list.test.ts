import assert from 'node:assert/strict';
import { ApiError, type Dialect, type PageQuery } from '../../../src/client/index.ts';
import { Formats } from '../../../src/editor/reading/formats.ts';
import { rowReader, type Read } from '../../../src/editor/reading/reads.ts';
import { TableList } from '../../../src/editor/reports/table-list.ts';
import { clipboardText, shownText } from '../../../src/shared/table-rows.ts';
import type { TableView } from '../../../src/protocol/table.ts';
import { until } from '../../harness/until.ts';
import { localDialect } from './dialects.ts';
import { t } from './explorer-support.ts';

const formatsOf = (dialect: Dialect) => new Formats({ language: 'en', currency: 'BRL', timeZone: 'UTC', dialect, now: Date.now });

function listOf(
  read: (query: PageQuery, signal?: AbortSignal) => unknown,
  operation: 'listCodes' | 'listTypes' | 'listItems' | 'getBordero' = 'listCodes',
  query = {},
  dialect: Dialect = localDialect,
) {
  const asked: PageQuery[] = [];
  const wanted: Read = { operation, input: { query } };
  const readPage = (asking: PageQuery, signal?: AbortSignal) => {
    asked.push(asking);
    return Promise.resolve().then(() => read(asking, signal));
  };
  const list = new TableList({
    read: wanted,
    readPage: Object.assign(readPage, { paging: dialect.paging, rowOf: rowReader(dialect, wanted) }),
    tools: () => ({ t, formats: formatsOf(dialect) }),
    isInTree: () => false,
    language: 'en',
  });
  /** As a page shows it when nobody has chosen anything. */
  const rows = async (view: TableView = { filter: '' }, from = 0) => (await list.part(view, from, 1000)).rows;
  return { list, asked, rows };
}

const codes = (from: number, count: number) => Array.from({ length: count }, (_, index) => ({ id: from + index }));
const page = ({ page: asked = 1 }: PageQuery, total: number) => {
  const start = (Number(asked) - 1) * 1000;
  return { data: codes(start, Math.min(1000, total - start)), pagination: { page: asked, total, pageSize: 1000 } };
};
const numbers = (asked: readonly PageQuery[]) => asked.map((query) => query.page);

describe('the list of a table', () => {
  it('is read page by page, each once, even when two ask at once', async () => {
    const { list, asked } = listOf((query) => page(query, 2400));
    await Promise.all([list.begin(), list.begin()]);
    assert.deepEqual([list.length, list.total, list.hasMore], [1000, 2400, true]);
    await list.readMore();
    assert.equal(list.length, 2000);
    await Promise.all([list.readAll(), list.readAll()]);
    assert.deepEqual([list.length, list.hasMore], [2400, false]);
    await list.readMore();
    assert.deepEqual(numbers(asked), [1, 2, 3]);
  });

  it('asks for several pages at once, and has their rows in order', async () => {
    const waiting = new Map<number, () => void>();
    const { list, asked, rows } = listOf(async (query) => {
      const number = Number(query.page);
      if (number > 1) await new Promise<void>((resolve) => waiting.set(number, resolve));
      return page(query, 7000);
    });
    await list.begin();
    const reading = list.readAll();
    await until('four pages are asked for', () => waiting.size === 4);
    assert.deepEqual(numbers(asked), [1, 2, 3, 4, 5]);
    // The later ones come first.
    for (const number of [5, 4, 3, 2]) waiting.get(number)?.();
    await until('the last are asked for', () => waiting.has(7));
    for (const number of [7, 6]) waiting.get(number)?.();
    await reading;
    assert.deepEqual(numbers(asked), [1, 2, 3, 4, 5, 6, 7]);
    const shown = [...(await rows()), ...(await rows({ filter: '' }, 6000))].map(({ cells }) => Number(cells[0]?.[0]));
    assert.deepEqual(
      shown,
      [...codes(0, 1000), ...codes(6000, 1000)].map(({ id }) => id),
    );
  });

  it('stops while several pages are on their way, and goes on later without a gap', async () => {
    let isOffline = true;
    const { list } = listOf((query, signal) => {
      if (query.page === 1 || !isOffline) return page(query, 6000);
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    });
    await list.begin();
    const stop = new AbortController();
    const reading = list.readAll(stop.signal);
    stop.abort(new Error('enough'));
    await assert.rejects(reading, /enough/);
    assert.equal(list.length, 1000);
    isOffline = false;
    await list.readAll(new AbortController().signal);
    assert.equal(list.length, 6000);
  });

  it('says a known status in words, and keeps the word of the service for files', async () => {
    const { list, rows } = listOf(() => ({ data: [{ id: 1, status: 'soldout' }] }));
    await list.begin();
    assert.equal((await rows())[0]?.cells[1], 'sold out');
    assert.equal(list.reader('status').field(0), 'soldout');
    assert.deepEqual(list.row(0)?.value, { id: 1, status: 'soldout' });
  });

  it('shows amounts as money where the unit of that kind of reply is known or the document says it, and otherwise as they came', async () => {
    const shown = async (operation: 'getBordero' | 'listItems', amounts: Dialect['amounts']) => {
      const { list, rows } = listOf(
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
      await list.begin();
      const place = list.columns.findIndex(({ key }) => key === 'gross');
      return (await rows()).map(({ cells }) => cells[place]);
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
    assert.deepEqual(await shown('listItems', undefined), asCents);
  });

  it('shows no quantity of a group, and keeps what the service sent for files', async () => {
    const data = [
      { id: 1, name: 'Pista', type: 'Group', quantity: 0 },
      { id: 2, name: '1º lote', type: 'Ticket', parent: 1, quantity: 0 },
      { id: 3, name: 'Setor', type: 'Group', quantity: 1500 },
    ];
    const { list } = listOf(() => ({ data, pagination: { page: 1, total: 3, pageSize: 1000 } }), 'listItems');
    await list.begin();
    const { field, plain, cell } = list.reader('quantity');
    const shown = data.map((_, index) => cell(field(index)));
    assert.deepEqual(shown, ['', ['0', 0], ['1500', 1500]]);
    assert.deepEqual(
      data.map((_, index) => plain?.(index)),
      [0, 0, 1500],
    );
  });

  it('has its figures in groups as the language does, and neither ids nor what is copied', async () => {
    const data = [{ id: 123456, eventId: 1001, parent: null, quantity: 12345, weight: 1234.5, huge: 12345678901234567890n }];
    const { list, rows } = listOf(() => ({ data, pagination: { page: 1, total: 1, pageSize: 1000 } }), 'listTypes');
    await list.begin();
    const [row] = await rows();
    assert.ok(row);
    const shown = (language: string) =>
      Object.fromEntries(list.columns.map((column, at) => [column.key, shownText(row.cells[at], column, language)]));
    const { huge, ...english } = shown('en');
    assert.deepEqual(english, { id: '123456', eventId: '1001', parent: '', quantity: '12,345', weight: '1,234.5' });
    assert.equal(huge, '12,345,678,901,234,567,890');
    assert.deepEqual([shown('pt-br').quantity, shown('pt-br').weight], ['12.345', '1.234,5']);
    const quantity = row.cells[list.columns.findIndex(({ key }) => key === 'quantity')];
    assert.equal(clipboardText([[quantity]]), '12345');
  });

  it('has one row as it was written, in its place by the sort, without another read', async () => {
    const data = [3, 1, 2].map((quantity, index) => ({ id: index + 1, name: `Item ${index + 1}`, quantity }));
    const { list, asked, rows } = listOf(() => ({ data, pagination: { page: 1, total: 3, pageSize: 1000 } }), 'listItems');
    await list.begin();
    const view = { filter: '', sort: { key: 'quantity', isDescending: false } };
    const order = async () => (await rows(view)).map(({ cells }) => cells[0]);
    assert.deepEqual(await order(), ['Item 2', 'Item 3', 'Item 1']);
    const { version } = await list.part(view, 0, 10);
    assert.equal(list.replace('2', { id: 2, name: 'Item 2b', quantity: 9, more: 'of the record itself' }), true);
    assert.deepEqual(await order(), ['Item 3', 'Item 1', 'Item 2b']);
    assert.notEqual((await list.part(view, 0, 10)).version, version);
    assert.deepEqual(list.row(1)?.value, { id: 2, name: 'Item 2b', quantity: 9 });
    assert.deepEqual(await rows({ filter: 'Item 2b' }).then((found) => found.map(({ position }) => position)), [1]);
    assert.equal(list.replace('4', { id: 4, name: 'elsewhere', quantity: 1 }), false);
    assert.equal(list.replace('2', { id: 2, name: 'Item 2b', quantity: 9, parent: 1 }), true, 'a list that shows no groups');
    assert.equal(asked.length, 1);
  });

  it('fault 62: is whole where nothing is known of how the service pages, each row once', async () => {
    const { list, rows } = listOf(
      ({ page: asked }) => codes(0, 700).slice(Number(asked) * 50, Number(asked) * 50 + 50),
      'listCodes',
      {},
      {},
    );
    await list.readAll();
    assert.deepEqual(
      (await rows()).map(({ cells }) => Number(cells[0]?.[0])),
      codes(0, 700).map(({ id }) => id),
    );
  });

  it('lets go at once of who no longer waits, although another reads', async () => {
    const reply = Promise.withResolvers<unknown>();
    const { list, asked } = listOf(() => reply.promise);
    const reading = list.begin();
    const controller = new AbortController();
    const waiting = list.readMore(controller.signal);
    controller.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
    reply.resolve(codes(0, 3));
    await reading;
    assert.deepEqual([list.length, asked.length], [3, 1]);
  });

  it('ends where a service gives the same page again', async () => {
    const { list, asked } = listOf(() => codes(0, 1000));
    await list.begin();
    await list.readAll();
    assert.deepEqual([list.length, list.hasMore, asked.length], [1000, false, 2]);
  });

  it('ends at the page after the last', async () => {
    const { list } = listOf(({ page: number }) => {
      if (number === 1) return codes(0, 1000);
      throw new ApiError('beyond', { kind: 'notFound', operation: 'listCodes', code: '2004' });
    });
    await list.begin();
    await list.readAll();
    assert.equal(list.hasMore, false);
  });

  it('asks for no pages where nothing speaks of them', async () => {
    const { list, asked } = listOf(() => codes(0, 700), 'listTypes');
    await list.begin();
    assert.equal(list.hasMore, false);
    assert.deepEqual(asked, [{}]);
  });

  it('shows the one page that somebody asked for', async () => {
    const { list, asked } = listOf(() => page({ page: 2 }, 5000), 'listCodes', { page: 2 });
    await list.begin();
    assert.equal(list.hasMore, false);
    assert.deepEqual(asked, [{}]);
  });

  it('goes on after a page that failed, and keeps what it has', async () => {
    let fails = true;
    const { list } = listOf((query) => {
      if (query.page === 2 && fails) throw new Error('offline');
      return page(query, 4000);
    });
    await list.begin();
    await assert.rejects(list.readAll(), /offline/);
    assert.equal(list.length, 1000);
    fails = false;
    await list.readAll();
    assert.equal(list.length, 4000);
  });

  it('keeps what it has when it cannot be read anew', async () => {
    let fails = false;
    const { list } = listOf((query) => {
      if (fails) throw new Error('offline');
      return page(query, 3);
    });
    await list.begin();
    fails = true;
    await assert.rejects(list.reload(), /offline/);
    assert.equal(list.length, 3);
  });

  it('is another one after it was read anew', async () => {
    let from = 0;
    const { list, rows } = listOf(() => codes(from, 3));
    await list.begin();
    const { version } = await list.part({ filter: '' }, 0, 10);
    from = 7;
    await list.reload();
    assert.deepEqual(
      (await rows()).map(({ cells }) => Number(cells[0]?.[0])),
      [7, 8, 9],
    );
    assert.equal(list.chosen({ version, ranges: [{ first: 0, last: 0 }] }), undefined, 'what was chosen before is not there');
  });

  it('fault 28: marks a row that is not what its neighbours are', async () => {
    const odd = [{ id: 1, name: 'a' }, null, 'text', { name: 'no id' }];
    const { list, rows } = listOf(() => odd);
    await list.begin();
    assert.deepEqual(
      (await rows()).map(({ problem }) => problem !== undefined),
      [false, true, true, true],
    );
    assert.deepEqual(
      odd.map((_, position) => list.row(position)?.value),
      odd,
    );
  });

  describe('of many pages', () => {
    const names = ['Pista', 'São João', 'ab', 'bc', '0042'];
    const many = Array.from({ length: 5000 }, (_, index) => ({
      id: index + 1,
      code: `${(index * 7919) % 5000}${index % 3 === 0 ? 'a' : 'B'}${index % 5}`,
      // The first half has few of them, the second half different ones, of which some are times and one is very long.
      name: index < 2500 ? (names[index % names.length] ?? '') : `${names[(index * 3) % names.length]}${index}`,
      at: index < 3000 ? `T${index}` : `2026-03-04T10:${10 + Math.floor((index % 3000) / 60)}:${10 + (index % 50)}`,
      note: index === 4321 ? 'X'.repeat(3000) + 'end' : `${index}c`,
      // All begin alike, but for one of them.
      series: index === 1234 ? 'SERI-7' : `SERIE-${(index * 31) % 5000}`,
      seat: `${index % 3}a${(index * 17) % 5000}`,
      used: index % 7 === 0,
      more: index === 4500 ? { seat: index } : null,
      ...(index === 1699 ? { other: 'here' } : {}),
    }));
    const readMany = async () => {
      const { list, rows } = listOf(({ page: asked = 1 }) => {
        const data = many.slice((Number(asked) - 1) * 1000, Number(asked) * 1000);
        return { data, pagination: { page: asked, total: many.length, pageSize: 1000 } };
      });
      await list.begin();
      await list.readAll();
      return { list, rows };
    };

    it('gives each row as it was read, whatever stands beside it', async () => {
      const { list } = await readMany();
      for (const [position, value] of many.entries()) {
        const row = list.row(position);
        assert.deepEqual(row?.value, value);
        assert.equal(list.row(position)?.id, String(value.id));
      }
      assert.equal(list.row(4000)?.label, many[4000]?.name);
      assert.ok(list.columns.some(({ key }) => key === 'more.seat'));
      assert.equal(list.reader('more.seat').field(4500), 4500);
      assert.deepEqual([1698, 1699].map(list.reader('other').field), [undefined, 'here']);
    });

    for (const filter of ['a3', 'joao', 'SÃO 3', '6ab', 'bc', 'Mar', '2026-03', '42', 'yes', 'xend', '1c', '4500'])
      it(`finds the rows that show ${filter}`, async () => {
        const { list } = await readMany();
        const readers = list.columns.map(({ key }) => list.reader(key));
        const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
        const words = fold(filter).split(' ');
        const shown = (position: number) => readers.map(({ field, text }) => fold(text(field(position))));
        const expected = [...many.keys()].filter((position) => {
          const cells = shown(position);
          return words.every((word) => cells.some((cell) => cell.includes(word)));
        });
        assert.deepEqual(await list.positions({ filter }), expected);
      });

    for (const key of ['code', 'series', 'seat'] as const)
      for (const filter of ['', 'T2'])
        it(`sorts ${key} as the language does, in both directions${filter && ', where some are left out'}`, async () => {
          const { list } = await readMany();
          const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
          const shown = many.filter(({ at }) => filter === '' || at.includes(filter));
          assert.ok(shown.length > 1000);
          for (const isDescending of [false, true]) {
            const found = await list.positions({ filter, sort: { key, isDescending } });
            const expected = shown.toSorted((one, other) => compare(one[key], other[key]) * (isDescending ? -1 : 1));
            assert.deepEqual(
              found.map((position) => many[position]?.[key]),
              expected.map((row) => row[key]),
            );
          }
        });
  });
});
