import assert from 'node:assert/strict';
import { csvCell, guardFormulas, type Separator } from '../../../src/csv/cell.ts';
import { cellsIn, formulasIn } from './spreadsheet.ts';

const separators: readonly Separator[] = [',', ';', '\t', '|'];

describe('a cell for a spreadsheet', () => {
  const hostile = [
    'x;=1+1',
    'x; =1+1;y',
    'x;"=1+1"',
    'x;""=1+1',
    'x;\n=1+1',
    'x\n=1+1',
    'x\r\n\r\n"=1+1',
    'x\t@SUM(A1)',
    'x|+1',
    'x,-1',
    'x;;=1+1',
    '";=1+1',
    ";=cmd|'/c calc'!A0",
    ' =1+1',
    '"=1+1"',
  ];
  for (const delimiter of separators) {
    for (const split of separators) {
      it(`fault 75: of a file with ${JSON.stringify(delimiter)} is no formula in one that is split at ${JSON.stringify(split)}`, () => {
        const cells = hostile.map((text) => csvCell(text, { guard: true, delimiter }));
        const lines = [...cells, ...cells.flatMap((cell) => [['1', cell, 'made'].join(delimiter), [cell, cell].join(delimiter)])];
        for (const line of lines) assert.deepEqual(formulasIn(line, split), [], line);
      });
    }
  }

  it('fault 75: is one cell where it stands alone, and has its text in a file split as it was written', () => {
    assert.equal(csvCell('x;=1+1', { guard: true }), '"x;\'=1+1"');
    assert.deepEqual(cellsIn(csvCell('x;y|z', { guard: true }), ';'), ['x;y|z']);
    for (const delimiter of separators)
      for (const text of ['Pista, sexta', 'a;b', 'a\tb', 'a|b', 'a "b"', 'a\nb', '1-2', 'a=b; c'])
        assert.deepEqual(cellsIn(csvCell(text, { guard: true, delimiter }), delimiter), [text]);
  });

  it('is not altered for a sign that the file itself is split at, where quotes hold it together', () => {
    assert.equal(csvCell('Lote 1, -10%', { guard: true }), '"Lote 1, -10%"');
    assert.equal(csvCell('Lote 1; -10%', { guard: true, delimiter: ';' }), '"Lote 1; -10%"');
  });

  it('takes no longer for a text that is made to be slow', () => {
    const started = performance.now();
    for (const sign of ['\n', '"', ';', ' ', '-', '\n-', '; "']) guardFormulas(sign.repeat(500_000 / sign.length));
    assert.ok(performance.now() - started < 1500);
  });
});
