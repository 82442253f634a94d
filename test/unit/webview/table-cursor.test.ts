import assert from 'node:assert/strict';
import { Cursor, type Direction } from '../../../src/webview/table/cursor.ts';

/** Five columns of data after the row number, and three buttons after them. */
const limits = { rows: 10, lastCell: 5, lastColumn: 8, step: 4 };
const after = (...moves: readonly (Direction | `${Direction}!`)[]) => {
  const cursor = new Cursor();
  for (const move of moves)
    cursor.move(move.replace('!', '') as Direction, { isCommand: move.endsWith('!'), isShift: false }, limits);
  return [cursor.row, cursor.column];
};

describe('the keys in a table', () => {
  it('end in the last cell of data, from either side, with what can be done after it', () => {
    assert.deepEqual(after('end'), [0, 5]);
    assert.deepEqual(after('end!'), [9, 5]);
    assert.deepEqual(after('right!'), [0, 8]);
    assert.deepEqual(after('right!', 'end'), [0, 5]);
    assert.deepEqual(after('end', 'right'), [0, 6]);
  });

  it('stay inside the table', () => {
    assert.deepEqual(after('start', 'left', 'up'), [0, 0]);
    assert.deepEqual(after('down!', 'down', 'right!', 'right'), [9, 8]);
    assert.deepEqual(after('pageDown', 'pageDown', 'pageDown', 'left!'), [9, 0]);
  });
});
