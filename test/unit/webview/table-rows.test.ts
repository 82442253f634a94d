import assert from 'node:assert/strict';
import type { TablePart, TableView } from '../../../src/protocol/table.ts';
import { TableRows } from '../../../src/webview/table/rows.ts';

const columns = ['code', 'price'].map((key) => ({ key, label: key, isNumber: false }));
const list = { columns, count: 10_000, hasMore: false, isWhole: true };
const part = (from: number, count: number, other: Partial<TablePart> = {}): TablePart => ({
  list,
  version: 1,
  found: 10_000,
  from,
  rows: Array.from({ length: count }, (_, index) => ({ position: from + index, cells: [`Code ${from + index}`] })),
  ...other,
});

describe('the rows in the page of a table', () => {
  it('are those around what is in sight, however far somebody goes', () => {
    const data = new TableRows(part(0, 200));
    for (let from = 200; from < 9800; from += 200) data.take(part(from, 200));
    const held = Array.from({ length: 10_000 }, (_, index) => index).filter((index) => data.rowAt(index));
    assert.ok(held.length <= 2200, String(held.length));
    assert.equal(data.rowAt(9700)?.position, 9700);
    assert.equal(data.missing(9650, 9750), undefined);
    assert.equal(data.missing(130, 230), 0);
    assert.equal(data.missing(250, 260), 200);
  });

  it('are forgotten when they stand elsewhere, or show other columns', () => {
    const data = new TableRows(part(0, 200));
    assert.equal(data.take(part(200, 200)), false);
    assert.equal(data.rowAt(0)?.position, 0);
    assert.equal(data.take(part(200, 200, { version: 2 })), true);
    assert.equal(data.rowAt(0), undefined);
    data.view = { ...data.view, shown: ['price'] };
    assert.equal(data.take(part(0, 200, { version: 2 })), true);
    assert.equal(data.rowAt(250), undefined);
  });

  it('stay when more come behind them', () => {
    const data = new TableRows(part(0, 200));
    assert.equal(data.take(part(200, 200, { found: 11_000 })), true);
    assert.equal(data.rowAt(0)?.position, 0);
  });

  it('show what was saved in a cell, wherever somebody goes, until the list is read again', () => {
    const rows = (from: number) => [{ position: from, id: `id ${from}`, cells: [`Code ${from}`, 'old'] }];
    const data = new TableRows(part(0, 0, { rows: rows(0) }));
    data.save('id 0', 'price', 'new');
    assert.deepEqual(data.rowAt(0)?.cells, ['Code 0', 'new']);
    data.take(part(1, 0, { rows: rows(1) }));
    data.take(part(0, 0, { rows: rows(0), version: 2 }));
    assert.deepEqual([data.rowAt(0)?.cells, data.rowAt(1)?.cells], [['Code 0', 'new'], undefined]);
    data.forgetSaved();
    data.take(part(0, 0, { rows: rows(0), version: 2 }));
    assert.deepEqual(data.rowAt(0)?.cells, ['Code 0', 'old']);
  });

  it('need all others where some are left out or they are sorted', () => {
    const needs = (view: TableView) => {
      const data = new TableRows(part(0, 1), view);
      return [data.isNarrowed, data.needsAll];
    };
    assert.deepEqual(needs({ filter: ' ' }), [false, false]);
    assert.deepEqual(needs({ filter: 'a' }), [true, true]);
    assert.deepEqual(needs({ filter: '', filters: [{ key: 'code', text: ' ' }] }), [false, false]);
    assert.deepEqual(needs({ filter: '', filters: [{ key: 'code', text: '>1' }] }), [true, true]);
    assert.deepEqual(needs({ filter: '', mark: 'unused' }), [true, true]);
    assert.deepEqual(needs({ filter: '', sort: { key: 'code', isDescending: true } }), [false, true]);
  });
});
