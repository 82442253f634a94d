import assert from 'node:assert/strict';
import type { Row } from '../../../src/client/index.ts';
import { codeColumns, codeRows } from '../../../src/editor/operations/codes.ts';

const row = (value: unknown, label = ''): Row => ({ label, value });

describe('codes as rows of a table', () => {
  it('have the code first, and every plain field that some row has', () => {
    const rows = [row({ id: 1, code: 'A', used: false, more: { deep: 1 } }), row({ code: 'B', note: null, list: [1] })];
    const columns = codeColumns(rows);
    assert.deepEqual(columns, ['code', 'id', 'used', 'note']);
    assert.deepEqual(
      [...codeRows(rows, columns)],
      [
        ['A', '1', 'false', ''],
        ['B', '', '', ''],
      ],
    );
  });

  it('keep ids digit for digit, and take a row that is only a text', () => {
    const rows = [row({ code: 'A', id: 9007199254740993n }), row('B', 'B')];
    assert.deepEqual(
      [...codeRows(rows, codeColumns(rows))],
      [
        ['A', '9007199254740993'],
        ['B', ''],
      ],
    );
  });

  it('read no field that a row has only by inheritance', () => {
    const rows = [row({ code: 'A' })];
    assert.deepEqual([...codeRows(rows, ['code', 'constructor', 'toString'])], [['A', '', '']]);
  });
});
