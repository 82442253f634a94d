import assert from 'node:assert/strict';
import { Cursor } from '../../../src/webview/table/cursor.ts';

/** Five columns of data after the row number, and three buttons after them. */
const limits = { rows: 10, lastCell: 5, lastColumn: 8, step: 4 };
const after = (...moves: readonly string[]) => {
  const cursor = new Cursor();
  for (const move of moves) cursor.move(move.replace('!', ''), { isCommand: move.endsWith('!'), isShift: false }, limits);
  return [cursor.row, cursor.column];
};

describe('the keys in a table', () => {
  it('end in the last cell of data, from either side, with what can be done after it', () => {
    assert.deepEqual(after('End'), [0, 5]);
    assert.deepEqual(after('End!'), [9, 5]);
    assert.deepEqual(after('ArrowRight!'), [0, 8]);
    assert.deepEqual(after('ArrowRight!', 'End'), [0, 5]);
    assert.deepEqual(after('End', 'ArrowRight'), [0, 6]);
  });

  it('stay inside the table', () => {
    assert.deepEqual(after('Home', 'ArrowLeft', 'ArrowUp'), [0, 0]);
    assert.deepEqual(after('ArrowDown!', 'ArrowDown', 'ArrowRight!', 'ArrowRight'), [9, 8]);
    assert.deepEqual(after('PageDown', 'PageDown', 'PageDown', 'ArrowLeft!'), [9, 0]);
  });
});
