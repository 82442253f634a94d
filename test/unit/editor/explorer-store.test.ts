import assert from 'node:assert/strict';
import { ApiError, type Dialect, type PageQuery } from '../../../src/client/index.ts';
import { reads, rowReader, type Read } from '../../../src/editor/reading/reads.ts';
import { ListStore } from '../../../src/editor/explorer/store.ts';
import { localDialect } from './dialects.ts';

const items = reads.items('1');
const crew = reads.crew('1');

type Answer = (page: { page: number; pageSize: number }, read: Read) => unknown;

interface StoreOptions {
  readonly size?: number;
  readonly now?: () => number;
  readonly dialect?: Dialect;
}

function storeOf(answer: Answer, { size = 2, now = () => 0, dialect = localDialect }: StoreOptions = {}) {
  const asked: string[] = [];
  const store = new ListStore(
    (environment, wanted) => {
      const read = async ({ page = 1, pageSize = size }: PageQuery) => {
        asked.push(`${environment} ${wanted.operation} ${page}`);
        await new Promise((resolve) => setImmediate(resolve));
        return answer({ page: Number(page), pageSize: Number(pageSize) }, wanted);
      };
      return Object.assign(read, { paging: dialect.paging, rowOf: rowReader(dialect, wanted) });
    },
    () => size,
    now,
  );
  return { store, asked };
}

const rows = (...ids: number[]) => ids.map((id) => ({ id, name: `row ${id}` }));
const paged =
  (total: number): Answer =>
  ({ page, pageSize }) => ({
    data: rows(...Array.from({ length: total }, (_row, index) => index + 1)).slice((page - 1) * pageSize, page * pageSize),
    pagination: { page, pageSize, total },
  });
const idsIn = (store: ListStore, source = items) => store.get('stg', source)?.rows.map(({ id }) => id);
const offline = () => new ApiError('The host could not be reached.', { kind: 'network', operation: 'listItems' });

describe('the lists of the tree', () => {
  it('asks once, however many look at the same list, and never again while it is known', async () => {
    const { store, asked } = storeOf(paged(2));
    await Promise.all([store.load('stg', items), store.load('stg', { ...items }), store.load('stg', items)]);
    await store.load('stg', items);
    assert.deepEqual(asked, ['stg listItems 1']);
  });

  it('keeps the lists of environments apart', async () => {
    const { store, asked } = storeOf(paged(2));
    await store.load('stg', items);
    await store.load('sandbox', items);
    assert.deepEqual(asked, ['stg listItems 1', 'sandbox listItems 1']);
    assert.equal(store.all('sandbox').length, 1);
  });

  it('forgets the lists of a sign-in, also one that is just being read, and keeps the others', async () => {
    let answer = paged(2);
    const { store } = storeOf((...wanted) => answer(...wanted));
    await store.load('stg', crew);
    const running = store.load('stg', items);
    assert.deepEqual(
      store.forget('stg', ({ operation }) => operation === 'listItems'),
      [items],
    );
    await running;
    assert.equal(store.get('stg', items), undefined);
    assert.equal(store.get('stg', crew)?.known, true);
    answer = () => {
      throw offline();
    };
    await store.load('stg', items);
    assert.deepEqual([idsIn(store), store.get('stg', items)?.known], [[], false]);
  });

  it('loads page after page until there are no more', async () => {
    const { store } = storeOf(paged(5));
    await store.load('stg', items);
    assert.deepEqual([idsIn(store)?.length, store.get('stg', items)?.hasMore, store.get('stg', items)?.total], [2, true, 5]);
    await store.loadMore('stg', items);
    await store.loadMore('stg', items);
    assert.deepEqual(idsIn(store), ['1', '2', '3', '4', '5']);
    assert.equal(store.get('stg', items)?.hasMore, false);
  });

  it('reads as many pages again as were loaded', async () => {
    const { store, asked } = storeOf(paged(9));
    await store.load('stg', items);
    await store.loadMore('stg', items);
    asked.length = 0;
    await store.refresh('stg', items);
    assert.deepEqual(asked, ['stg listItems 1', 'stg listItems 2']);
    assert.deepEqual(idsIn(store), ['1', '2', '3', '4']);
    assert.equal(store.get('stg', items)?.hasMore, true);
  });

  it('reads anew when it is asked to while an older read is on its way, and once for all who ask', async () => {
    let stored = 1;
    const { store, asked } = storeOf(() => rows(stored));
    const first = store.load('stg', items);
    stored = 2;
    await Promise.all([first, store.refresh('stg', items), store.refresh('stg', items)]);
    assert.equal(asked.length, 2);
    assert.deepEqual(idsIn(store), ['2']);
  });

  it('takes a full page without a word about paging for one of several', async () => {
    const { store } = storeOf(({ page }) => (page === 1 ? rows(1, 2) : rows(3)));
    await store.load('stg', items);
    assert.equal(store.get('stg', items)?.hasMore, true);
    await store.loadMore('stg', items);
    assert.deepEqual([idsIn(store)?.length, store.get('stg', items)?.hasMore], [3, false]);
  });

  it('ends where a service answers every page with the same rows', async () => {
    const { store } = storeOf(() => rows(1, 2));
    await store.load('stg', items);
    await store.loadMore('stg', items);
    assert.deepEqual([idsIn(store), store.get('stg', items)?.hasMore], [['1', '2'], false]);
  });

  it('ends at the page that the service calls beyond the last', async () => {
    const { store } = storeOf(({ page }) => {
      if (page === 1) return rows(1, 2);
      throw new ApiError('There is no such page.', { kind: 'reported', operation: 'listItems', status: 200, code: '2004' });
    });
    await store.load('stg', items);
    await store.loadMore('stg', items);
    const state = store.get('stg', items);
    assert.deepEqual([state?.hasMore, state?.problem, state?.rows.length], [false, undefined, 2]);
    assert.equal(state?.isWhole, true);
  });

  it('shows a row once that has moved to the next page meanwhile', async () => {
    const { store } = storeOf(({ page }) => ({ data: page === 1 ? rows(1, 2) : rows(2, 3), pagination: { lastPage: 2 } }));
    await store.load('stg', items);
    await store.loadMore('stg', items);
    assert.deepEqual(idsIn(store), ['1', '2', '3']);
  });

  it('does not page what is one reply', async () => {
    const { store } = storeOf(() => rows(1, 2, 3));
    await store.load('stg', crew);
    assert.equal(store.get('stg', crew)?.hasMore, false);
  });

  it('fault 32: keeps the last data when a read fails, with the reason', async () => {
    let isOffline = false;
    const { store } = storeOf(() => {
      if (isOffline) throw offline();
      return rows(1, 2);
    });
    await store.load('stg', items);
    isOffline = true;
    await store.refresh('stg', items);
    const state = store.get('stg', items);
    assert.deepEqual([idsIn(store), state?.problem?.kind, state?.known], [['1', '2'], 'network', true]);
  });

  it('never keeps a failure for ever: a later look asks again, a retry at once', async () => {
    let now = 0;
    let failures = 2;
    const answer = () => {
      if (failures-- > 0) throw offline();
      return rows(1);
    };
    const { store, asked } = storeOf(answer, { now: () => now });
    await store.load('stg', items);
    await store.load('stg', items);
    assert.equal(asked.length, 1, 'a failure that was just seen is asked for again');
    now = 60_000;
    await store.load('stg', items);
    assert.equal(asked.length, 2);
    await store.refresh('stg', items);
    assert.deepEqual([idsIn(store), store.get('stg', items)?.problem], [['1'], undefined]);
  });

  it('takes no read that began before it expired for the answer to a look after that', async () => {
    let answer = rows(1);
    const { store, asked } = storeOf(() => answer);
    const first = store.load('stg', crew);
    store.expire('stg');
    const second = store.load('stg', crew);
    await first;
    answer = rows(2);
    await second;
    assert.equal(asked.length, 2);
    assert.deepEqual(idsIn(store, crew), ['2']);
  });

  it('reads what has expired when somebody looks at it, and no sooner', async () => {
    const { store, asked } = storeOf(paged(1));
    await store.load('stg', items);
    await store.load('stg', crew);
    store.expire('stg', ({ operation }) => operation === 'listItems');
    assert.equal(asked.length, 2);
    await store.load('stg', items);
    await store.load('stg', items);
    await store.load('stg', crew);
    assert.deepEqual(asked, ['stg listItems 1', 'stg getEventCrew 1', 'stg listItems 1']);
  });

  it('fault 62: has all rows of a service that counts its pages from zero, of which nothing is known', async () => {
    for (const size of [2, 100]) {
      const { store } = storeOf(({ page, pageSize }) => rows(1, 2, 3).slice(page * pageSize, (page + 1) * pageSize), {
        size,
        dialect: {},
      });
      await store.load('stg', items);
      while (store.get('stg', items)?.hasMore) await store.loadMore('stg', items);
      assert.deepEqual([idsIn(store), store.get('stg', items)?.isWhole], [['1', '2', '3'], true], String(size));
    }
  });

  it('fault 62: does not take a list for whole whose service gives the same rows for every page, as many as a limit', async () => {
    const ids = Array.from({ length: 50 }, (_, at) => at + 1);
    const { store } = storeOf(() => rows(...ids), { size: 100, dialect: {} });
    await store.load('stg', items);
    const state = store.get('stg', items);
    assert.deepEqual([idsIn(store), state?.hasMore, state?.isWhole], [ids.map(String), false, false]);
    const whole = storeOf(() => rows(1, 2, 3), { dialect: { paging: { by: 'none' } } });
    await whole.store.load('stg', items);
    assert.deepEqual([whole.store.get('stg', items)?.isWhole, whole.asked.length], [true, 1]);
  });

  it('leaves out the rows of other events, of which the total then says nothing', async () => {
    const mixed = [
      { id: 1, eventId: 1 },
      { id: 2, event: { id: 2 } },
      { id: 3, event_id: '1' },
      { id: 4, name: 'of no event' },
    ];
    const { store } = storeOf(() => ({ data: mixed, total: 4 }), { size: 100 });
    await store.load('stg', items);
    const state = store.get('stg', items);
    assert.deepEqual([idsIn(store), state?.total, state?.isWhole], [['1', '3', '4'], undefined, true]);
  });

  it('tells whoever listens which list has changed', async () => {
    const { store } = storeOf(paged(1));
    const heard: string[] = [];
    store.onDidChange((environment, { operation }) => heard.push(`${environment} ${operation}`));
    await store.load('stg', items);
    assert.deepEqual(heard, ['stg listItems']);
  });
});
