import assert from 'node:assert/strict';
import type { Row } from '../../../src/client/index.ts';
import { CodeColumns } from '../../../src/editor/operations/codes.ts';

const row = (value: unknown, label = ''): Row => ({ label, value });

describe('codes as rows of a table', () => {
  it('have the code first, and every plain field that some row has', () => {
    const columns = new CodeColumns();
    assert.deepEqual(columns.rowOf(row({ id: 1, code: 'A', used: false, more: { deep: 1 } })), ['A', '1', 'false']);
    assert.deepEqual(columns.rowOf(row({ code: 'B', note: 'late', list: [1] })), ['B', '', '', 'late']);
    assert.deepEqual(columns.header, ['code', 'id', 'used', 'note']);
  });

  it('keep ids digit for digit, and take a row that is only a text', () => {
    const columns = new CodeColumns();
    assert.deepEqual(columns.rowOf(row({ code: 'A', id: 9007199254740993n })), ['A', '9007199254740993']);
    assert.deepEqual(columns.rowOf(row('B', 'B')), ['B', '']);
  });

  it('have one column for the code, whatever a later row calls it', () => {
    const columns = new CodeColumns();
    assert.deepEqual(columns.rowOf(row({ code: 'A', id: 1 })), ['A', '1']);
    assert.deepEqual(columns.rowOf(row({ voucher: 'B', id: 2 })), ['B', '2']);
    assert.deepEqual(columns.header, ['code', 'id']);
  });

  it('read no field that a row has only by inheritance', () => {
    const columns = new CodeColumns();
    columns.rowOf(row({ code: 'A', constructor: 'own', toString: 'own' }));
    assert.deepEqual(columns.rowOf(row({ code: 'B' })), ['B', '', '']);
  });
});
