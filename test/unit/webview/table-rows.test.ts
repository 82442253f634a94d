import assert from 'node:assert/strict';
import { arrange } from '../../../src/shared/table-rows.ts';
import type { TableCell, TableRow, TableView } from '../../../src/protocol/table.ts';
import { TableRows } from '../../../src/webview/table/rows.ts';

const columns = ['code', 'price'].map((key) => ({ key, label: key, isNumber: false }));
const part = (rows: TableRow[], hasMore = false) => ({ columns, rows, hasMore, isWhole: true });

/** Codes in no order, some twice; prices of which many are equal and some are not there. */
const rows = Array.from({ length: 700 }, (_, index): TableRow => {
  const price: TableCell = index % 9 === 0 ? '' : [`R$ ${index % 5}`, index % 5];
  return { cells: [`Code ${(index * 7919) % 500}`, price] };
});

describe('the rows in the page of a table', () => {
  const views: Readonly<Record<string, TableView>> = {
    'as the service gave them': { filter: '' },
    'by a text': { filter: '', sort: { key: 'code', isDescending: false } },
    'by a text, from the last': { filter: '', sort: { key: 'code', isDescending: true } },
    'by a number': { filter: '', sort: { key: 'price', isDescending: false } },
    'by a number, from the last': { filter: '', sort: { key: 'price', isDescending: true } },
    'by a column that none of them has': { filter: '', sort: { key: 'nothing', isDescending: false } },
    'by a text, of those that are looked for': { filter: 'code 4', sort: { key: 'code', isDescending: false } },
  };
  for (const [order, view] of Object.entries(views))
    it(`stand ${order} alike, whether they come at once or in parts`, () => {
      const data = new TableRows(part(rows.slice(0, 100), true), view);
      for (let from = 100; from < rows.length; from += 100) data.add(part(rows.slice(from, from + 100)));
      assert.deepEqual(data.positions, arrange(rows, columns, view, 'en'));
    });

  it('stand in order by a column that comes with a later part', () => {
    const view = { filter: '', sort: { key: 'price', isDescending: false } };
    const early = rows.slice(0, 50).map(({ cells }) => ({ cells: cells.slice(0, 1) }));
    const late = rows.slice(50);
    const data = new TableRows({ columns: columns.slice(0, 1), rows: early, hasMore: true, isWhole: true }, view);
    data.add(part(late));
    assert.deepEqual(data.positions, arrange([...early, ...late], columns, view, 'en'));
  });

  it('may be more in one reply than a call can have arguments', () => {
    const many = Array.from({ length: 300_000 }, (): TableRow => ({ cells: ['A'] }));
    assert.equal(new TableRows(part(many)).positions.length, many.length);
  });

  it('are others after they were read anew', () => {
    const data = new TableRows(part(rows), { filter: '', sort: { key: 'code', isDescending: false } });
    data.replace(part(rows.slice(0, 3)));
    assert.deepEqual(data.positions, arrange(rows.slice(0, 3), columns, data.view, 'en'));
  });
});
