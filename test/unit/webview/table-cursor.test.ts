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

describe('the rows that are chosen in a table', () => {
  const move = (cursor: Cursor, key: string, isShift = false) => cursor.move(key, { isCommand: false, isShift }, limits);

  it('are none until somebody is in them, and then the one where they are', () => {
    const cursor = new Cursor();
    assert.deepEqual([cursor.ranges, cursor.isSelected(0)], [[], false]);
    cursor.enter();
    assert.deepEqual(cursor.ranges, [[0, 0]]);
    move(cursor, 'ArrowDown');
    assert.deepEqual(cursor.ranges, [[1, 1]]);
    cursor.clear();
    assert.equal(cursor.count, 0);
  });

  it('are all between two with Shift', () => {
    const cursor = new Cursor();
    cursor.to(3, 1);
    cursor.extend(6);
    assert.deepEqual([cursor.ranges, cursor.count], [[[3, 6]], 4]);
    cursor.extend(1);
    assert.deepEqual(cursor.ranges, [[1, 3]]);
  });

  it('are picked one by one, left out again, and stay when somebody goes elsewhere', () => {
    const cursor = new Cursor();
    cursor.to(2, 1);
    cursor.toggle(7);
    cursor.toggle(3);
    assert.deepEqual(cursor.ranges, [
      [2, 3],
      [7, 7],
    ]);
    move(cursor, 'ArrowDown');
    assert.deepEqual([cursor.row, cursor.count], [4, 3]);
    move(cursor, 'ArrowDown', true);
    assert.deepEqual(cursor.ranges, [
      [2, 5],
      [7, 7],
    ]);
    cursor.toggle(4);
    assert.deepEqual([cursor.isSelected(4), cursor.count], [false, 4]);
    cursor.to(9, 1);
    assert.deepEqual(cursor.ranges, [[9, 9]]);
  });

  it('are none of a table that has none', () => {
    const cursor = new Cursor();
    cursor.to(3, 1);
    cursor.fit(0, 8);
    assert.equal(cursor.count, 0);
  });
});
