import assert from 'node:assert/strict';
import Papa from 'papaparse';
import { subjects, theatre, useContract } from './contract.ts';
import { ask, recordIn } from './support.ts';

describe('reports of the local service', () => {
  const contract = useContract(subjects.reports);
  const sum = (rows: readonly Record<string, unknown>[], name: string) =>
    rows.reduce((total, row) => total + Number(row[name]), 0);

  interface Entries {
    sold_count: number;
    checked_count: number;
    validations_per_hour: Record<string, unknown>[];
    validations_per_type: Record<string, unknown>[];
    sessions: Record<string, unknown>[];
  }
  interface Bordero {
    lines: Record<string, unknown>[];
    by_item: Record<string, unknown>[];
    by_session: Record<string, unknown>[];
    totals: Record<string, number>;
  }

  it('count the entries of an event, and of each session alone', async () => {
    const report = recordIn(await contract.call('getEntryReport', { path: { eventId: theatre } })) as unknown as Entries;
    assert.ok(report.checked_count > 0 && report.checked_count < report.sold_count);
    assert.equal(sum(report.validations_per_hour, 'count'), report.checked_count);
    for (const parts of [report.validations_per_type, report.sessions]) {
      assert.equal(sum(parts, 'sold'), report.sold_count);
      assert.equal(sum(parts, 'checked'), report.checked_count);
    }
    for (const { id, sold, checked } of report.sessions) {
      const query = { sessionId: id as number };
      const one = recordIn(await contract.call('getEntryReport', { path: { eventId: theatre }, query })) as unknown as Entries;
      assert.deepEqual([one.sold_count, one.checked_count], [sold, checked]);
    }
  });

  it('agree with each other, with the exported lists and with the prices of the items', async () => {
    const report = recordIn(await contract.call('getEntryReport', { path: { eventId: theatre } })) as unknown as Entries;
    const bordero = recordIn(await contract.call('getBordero', { path: { eventId: theatre } })) as unknown as Bordero;
    const guests = await exported({ type: 'guestlist' });
    const sales = await exported({ type: 'transactions' });
    const approved = sales.filter(({ status }) => status === 'approved');
    const items = new Map(
      (await contract.walk('listItems', { query: { eventId: theatre } }, 100)).map((item) => [item.id, item]),
    );

    assert.deepEqual([guests.length, approved.length], [report.sold_count, report.sold_count]);
    assert.equal(guests.filter(({ checked }) => checked === 'yes').length, report.checked_count);
    assert.equal(sales.filter(({ status }) => status === 'cancelled').length, bordero.totals.cancelled);
    const figures = { quantity: approved.length, gross: sum(approved, 'price'), fee_sale: sum(approved, 'feeSale') };
    const fee_producer = sum(approved, 'feeProducer');
    const { cancelled, ...totals } = bordero.totals;
    assert.ok(cancelled! > 0);
    assert.deepEqual(totals, { ...figures, fee_producer, net: figures.gross - fee_producer });
    for (const parts of [bordero.lines, bordero.by_item, bordero.by_session])
      for (const [name, total] of Object.entries(totals)) assert.equal(sum(parts, name), total, name);
    for (const line of bordero.lines) {
      const value = items.get(line.item_id)?.value as { price: number };
      assert.equal(line.price, Math.round(value.price * 100));
      assert.equal(line.gross, line.price * Number(line.quantity));
    }
  });

  async function exported(body: { type: 'guestlist' | 'transactions' }): Promise<Record<string, string>[]> {
    const mail = await contract.mailAfter(() => contract.call('requestExport', { path: { eventId: theatre }, body }));
    const { text } = await ask(contract.service.eventUrl, { path: new URL(mail.link).pathname });
    return Papa.parse<Record<string, string>>(text.trim(), { header: true }).data;
  }
});
