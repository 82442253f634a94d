import assert from 'node:assert/strict';
import { problemsOfRows, rowOfLine } from '../../../src/editor/reports/table-lines.ts';

describe('the rows of a file by its lines', () => {
  it('have the lines where they begin, and those behind them up to the next row', () => {
    const lines = [2, 3, 6, 9];
    assert.deepEqual(
      [1, 2, 3, 5, 6, 8, 9, 100].map((line) => rowOfLine(lines, line)),
      [0, 0, 1, 1, 2, 2, 3, 3],
    );
    assert.equal(rowOfLine([], 1), -1);
  });

  it('have the problems at their lines; those of a header and of blank lines say where they are', () => {
    const textAt = ({ line, text }: { line: number; text: string }) => `${line}: ${text}`;
    const problems = [1, 2, 2, 4, 5, 9].map((line, index) => ({ line, text: `p${index}` }));
    const of = (isWhole: boolean, lines = [2, 5, 7]) => [...problemsOfRows({ lines, problems, textAt }, isWhole)];
    const above = [
      [0, '1: p0 p1 p2 4: p3'],
      [1, 'p4'],
    ];
    assert.deepEqual(of(true), [...above, [2, '9: p5']]);
    assert.deepEqual(of(false), above, 'the row of line 9 may be still to come');
    assert.deepEqual(of(true, []), []);
  });
});
