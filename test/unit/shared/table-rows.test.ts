import assert from 'node:assert/strict';
import { clipboardText, shownColumns } from '../../../src/shared/table-rows.ts';

const column = { key: 'a', label: 'a', isNumber: false };
describe('rows on the clipboard', () => {
  it('are lines of cells, quoted where a cell would break', () => {
    assert.equal(
      clipboardText([
        ['a', 'b'],
        ['c\td', 'e\nf', 'g"h'],
      ]),
      'a\tb\n"c\td"\t"e\nf"\t"g""h"',
    );
  });

  it('fault 75: run no formula of the service, and have numbers as they are shown', () => {
    assert.equal(clipboardText([['=1+1', ['-5', -5], 'x;=1+1', 'a, b']]), "'=1+1\t-5\tx;'=1+1\ta, b");
  });
});

describe('the columns that are shown', () => {
  const columns = Array.from({ length: 20 }, (_, index) => ({ ...column, key: `k${index}` }));

  it('are the first dozen until somebody chooses', () => {
    assert.equal(shownColumns(columns, undefined).length, 12);
    assert.deepEqual(
      shownColumns(columns, ['k19', 'k1', 'gone']).map(({ key }) => key),
      ['k1', 'k19'],
    );
    assert.deepEqual(shownColumns(columns, []), []);
  });
});
