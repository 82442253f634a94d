import assert from 'node:assert/strict';
import { openDatabase, type Database, type SqlRow } from '../../../src/service/database.ts';
import { bordero, entryReport, type Amounts } from '../../../src/service/reports.ts';

const festival = 1;
const empty = 2;
const friday = 11;
const saturday = 12;
const full = 101;
const half = 102;

interface Sale {
  readonly session_id: number;
  readonly item_id: number;
  readonly price: number;
  readonly fee_sale: number;
  readonly fee_producer: number;
  readonly status: string;
  readonly checked_at: string | null;
}

function insert(database: Database, table: string, row: SqlRow): void {
  const names = Object.keys(row);
  database.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, ...Object.values(row));
}

function insertEvent(database: Database, id: number, title: string): void {
  const texts = 'description type category status poster timezone venue_name street city state country attributes';
  const numbers = 'sale_enabled featured producer_id venue_id latitude longitude';
  insert(database, 'events', {
    id,
    title,
    link: `event-${id}`,
    ...Object.fromEntries(texts.split(' ').map((name) => [name, ''])),
    ...Object.fromEntries(numbers.split(' ').map((name) => [name, 0])),
  });
}

function insertSale(database: Database, sale: Sale): void {
  const buyer = { name: 'Ana', email: 'ana@example.com', code: 'A1', channel: 'web', sold_at: '2026-08-01 10:00:00' };
  insert(database, 'sales', { event_id: festival, ...buyer, ...sale });
}

function sale(session_id: number, item_id: number, changes: Partial<Sale> = {}): Sale {
  const amounts = item_id === full ? [12_000, 1_203, 333] : [6_000, 601, 167];
  const [price = 0, fee_sale = 0, fee_producer = 0] = amounts;
  return { session_id, item_id, price, fee_sale, fee_producer, status: 'approved', checked_at: null, ...changes };
}

const sales: readonly Sale[] = [
  sale(friday, full, { checked_at: '2026-09-18 19:59:59' }),
  sale(friday, full, { checked_at: '2026-09-18 20:00:00' }),
  sale(friday, full, { price: 15_000 }),
  sale(friday, half, { checked_at: '2026-09-18 20:45:10' }),
  sale(saturday, full),
  sale(saturday, half, { checked_at: '2026-09-19 18:30:00' }),
  sale(saturday, half),
  sale(friday, full, { status: 'cancelled', checked_at: '2026-09-18 10:00:00' }),
  sale(saturday, half, { status: 'cancelled' }),
  sale(saturday, half, { status: 'pending' }),
];
const approved = sales.filter(({ status }) => status === 'approved');

async function filledDatabase(): Promise<Database> {
  const database = await openDatabase(undefined);
  insertEvent(database, festival, 'Festival');
  insertEvent(database, empty, 'Nothing sold');
  insert(database, 'sessions', { id: saturday, event_id: festival, starts_at: '2026-09-19 20:00:00', status: 'available' });
  insert(database, 'sessions', { id: friday, event_id: festival, starts_at: '2026-09-18 20:00:00', status: 'available' });
  insert(database, 'items', { id: full, event_id: festival, name: 'Full', position: 2 });
  insert(database, 'items', { id: half, event_id: festival, name: 'Half', position: 1 });
  for (const row of sales) insertSale(database, row);
  return database;
}

function total<Part>(parts: readonly Part[], figure: (part: Part) => number): number {
  return parts.reduce((sum, part) => sum + figure(part), 0);
}

describe('the entry report', () => {
  let database: Database;
  before(async () => {
    database = await filledDatabase();
  });
  after(() => database.close());

  it('counts approved tickets and those let in, by hour, by item and by session', () => {
    assert.deepEqual(entryReport(database, festival), {
      sold_count: 7,
      checked_count: 4,
      started_at: '2026-09-18 19:59:59',
      finished_at: '2026-09-19 18:30:00',
      validations_per_hour: [
        { hour: '2026-09-18 19:00:00', count: 1 },
        { hour: '2026-09-18 20:00:00', count: 2 },
        { hour: '2026-09-19 18:00:00', count: 1 },
      ],
      validations_per_type: [
        { item_id: half, name: 'Half', sold: 3, checked: 2 },
        { item_id: full, name: 'Full', sold: 4, checked: 2 },
      ],
      sessions: [
        { id: friday, starts_at: '2026-09-18 20:00:00', sold: 4, checked: 3 },
        { id: saturday, starts_at: '2026-09-19 20:00:00', sold: 3, checked: 1 },
      ],
    });
  });

  it('counts one session alone', () => {
    assert.deepEqual(entryReport(database, festival, saturday), {
      sold_count: 3,
      checked_count: 1,
      started_at: '2026-09-19 18:30:00',
      finished_at: '2026-09-19 18:30:00',
      validations_per_hour: [{ hour: '2026-09-19 18:00:00', count: 1 }],
      validations_per_type: [
        { item_id: half, name: 'Half', sold: 2, checked: 1 },
        { item_id: full, name: 'Full', sold: 1, checked: 0 },
      ],
      sessions: [{ id: saturday, starts_at: '2026-09-19 20:00:00', sold: 3, checked: 1 }],
    });
  });

  for (const session of [undefined, friday, saturday]) {
    it(`adds up to the sales of ${session === undefined ? 'all sessions' : `session ${session}`}`, () => {
      const sold = approved.filter(({ session_id }) => session === undefined || session_id === session);
      const checked = sold.filter(({ checked_at }) => checked_at !== null);
      const report = entryReport(database, festival, session);
      assert.equal(report.sold_count, sold.length);
      assert.equal(report.checked_count, checked.length);
      const hours = total(report.validations_per_hour, ({ count }) => count);
      assert.equal(hours, checked.length);
      const lists: readonly (readonly { sold: number; checked: number }[])[] = [report.validations_per_type, report.sessions];
      for (const parts of lists) {
        const sums = [total(parts, (part) => part.sold), total(parts, (part) => part.checked)];
        assert.deepEqual(sums, [sold.length, checked.length]);
      }
    });
  }

  it('is zeros and nulls for an event without sales', () => {
    const nothing = { sold_count: 0, checked_count: 0, started_at: null, finished_at: null };
    const lists = { validations_per_hour: [], validations_per_type: [], sessions: [] };
    assert.deepEqual(entryReport(database, empty), { ...nothing, ...lists });
  });
});

describe('the bordero', () => {
  let database: Database;
  before(async () => {
    database = await filledDatabase();
  });
  after(() => database.close());

  function amountsOf(rows: readonly Sale[]): Amounts {
    const gross = total(rows, (row) => row.price);
    const fee_producer = total(rows, (row) => row.fee_producer);
    const fee_sale = total(rows, (row) => row.fee_sale);
    return { quantity: rows.length, gross, fee_sale, fee_producer, net: gross - fee_producer };
  }

  it('has a line for each price of an item in a session', () => {
    const lines = bordero(database, festival)?.lines ?? [];
    assert.deepEqual(
      lines.map(({ session_id, name, price, quantity, gross, net }) => [session_id, name, price, quantity, gross, net]),
      [
        [friday, 'Half', 6_000, 1, 6_000, 5_833],
        [friday, 'Full', 12_000, 2, 24_000, 23_334],
        [friday, 'Full', 15_000, 1, 15_000, 14_667],
        [saturday, 'Half', 6_000, 2, 12_000, 11_666],
        [saturday, 'Full', 12_000, 1, 12_000, 11_667],
      ],
    );
    assert.equal(lines[0]?.starts_at, '2026-09-18 20:00:00');
  });

  it('adds up by session, by item and in all, to the cent', () => {
    const of = (key: 'session_id' | 'item_id', id: number) => amountsOf(approved.filter((row) => row[key] === id));
    assert.deepEqual(bordero(database, festival), {
      event: { id: festival, title: 'Festival' },
      currency: 'BRL',
      lines: bordero(database, festival)?.lines,
      by_session: [
        { session_id: friday, starts_at: '2026-09-18 20:00:00', ...of('session_id', friday) },
        { session_id: saturday, starts_at: '2026-09-19 20:00:00', ...of('session_id', saturday) },
      ],
      by_item: [
        { item_id: half, name: 'Half', ...of('item_id', half) },
        { item_id: full, name: 'Full', ...of('item_id', full) },
      ],
      totals: { ...amountsOf(approved), cancelled: 2 },
    });
  });

  it('is zeros for an event without sales and nothing for an unknown one', () => {
    const zeros = { quantity: 0, gross: 0, fee_sale: 0, fee_producer: 0, net: 0, cancelled: 0 };
    const report = { event: { id: empty, title: 'Nothing sold' }, currency: 'BRL', lines: [], by_session: [], by_item: [] };
    assert.deepEqual(bordero(database, empty), { ...report, totals: zeros });
    assert.equal(bordero(database, 99), undefined);
  });
});
