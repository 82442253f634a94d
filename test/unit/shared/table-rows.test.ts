import assert from 'node:assert/strict';
import { arrange, cellOrder, clipboardText, shownColumns } from '../../../src/shared/table-rows.ts';
import type { TableCell } from '../../../src/protocol/table.ts';

const column = { key: 'a', label: 'a', isNumber: false };
const rowsOf = (cells: readonly TableCell[]) => cells.map((cell) => ({ cells: [cell] }));
const sorted = (cells: readonly TableCell[], isDescending = false) =>
  arrange(rowsOf(cells), [column], { filter: '', sort: { key: 'a', isDescending } }, 'pt-BR').map((place) => cells[place] ?? '');
const found = (cells: readonly TableCell[], filter: string) => arrange(rowsOf(cells), [column], { filter }, 'en');

describe('the order of rows', () => {
  it('is that of the numbers, not of their texts', () => {
    const cells: TableCell[] = [
      ['R$ 1.000,00', 1000],
      ['R$ 90,00', 90],
      ['R$ 120,00', 120],
    ];
    assert.deepEqual(
      sorted(cells).map((cell) => cell[1]),
      [90, 120, 1000],
    );
    assert.deepEqual(
      sorted(cells, true).map((cell) => cell[1]),
      [1000, 120, 90],
    );
  });

  it('is that of the times', () => {
    const cells: TableCell[] = [
      ['1 Mar', 3],
      ['2 Jan', 1],
      ['10 Feb', 2],
    ];
    assert.deepEqual(
      sorted(cells).map((cell) => cell[0]),
      ['2 Jan', '10 Feb', '1 Mar'],
    );
  });

  it('is that of a language, with numbers inside texts as numbers', () => {
    assert.deepEqual(sorted(['lote 10', 'Água', 'lote 9', 'zebra', 'abelha']), ['abelha', 'Água', 'lote 9', 'lote 10', 'zebra']);
  });

  it('has what is empty last in either direction, and numbers before texts', () => {
    const cells: TableCell[] = ['', 'x', ['2', 2], ['1', 1], ''];
    assert.deepEqual(sorted(cells), [['1', 1], ['2', 2], 'x', '', '']);
    assert.deepEqual(sorted(cells, true), ['x', ['2', 2], ['1', 1], '', '']);
  });

  it('tells ids apart that no number can', () => {
    const order = cellOrder('en', false);
    const [one, other] = ['9007199254740992', '9007199254740993'].map((text): TableCell => [text, Number(text)]);
    assert.ok(order(one, other) < 0);
  });

  const shuffled = (text: (number: number) => string) => Array.from({ length: 5000 }, (_, index) => text((index * 7919) % 5000));
  const mixed = shuffled((number) => `${['Água', 'agua-', 'lote', '_lote', 'ÇA'][number % 5]} ${number % 700}`);

  it('is that of the language alone, however the rows are brought near it', () => {
    for (const isDescending of [false, true]) {
      const order = cellOrder('pt-BR', isDescending);
      assert.deepEqual(sorted(mixed, isDescending), mixed.toSorted(order));
    }
  });

  it('asks for the rules of the language little more than once for each row', () => {
    const { Collator } = Intl;
    let asked = 0;
    Intl.Collator = function (...given: ConstructorParameters<typeof Collator>) {
      const { compare } = new Collator(...given);
      return { compare: (one: string, other: string) => (asked++, compare(one, other)) };
    } as unknown as typeof Collator;
    try {
      sorted(shuffled((number) => `CODE-${number}`));
    } finally {
      Intl.Collator = Collator;
    }
    assert.ok(asked > 0 && asked < 2 * 5000, String(asked));
  });

  it('stays as it came where rows are equal, or the column is not there', () => {
    assert.deepEqual(
      arrange(rowsOf(['b', 'B', 'b']), [column], { filter: '', sort: { key: 'a', isDescending: true } }, 'en'),
      [0, 1, 2],
    );
    assert.deepEqual(
      arrange(rowsOf(['b', 'a']), [column], { filter: '', sort: { key: 'gone', isDescending: false } }, 'en'),
      [0, 1],
    );
  });
});

describe('the filter of rows', () => {
  it('wants every word, whatever its case and accents', () => {
    assert.deepEqual(found(['Pista – sábado', 'Pista – sexta', 'Camarote sábado'], 'SABADO pis'), [0]);
    assert.deepEqual(found(['a', 'b'], '  '), [0, 1]);
    assert.deepEqual(found([['R$ 120,00', 120]], '120,00'), [0]);
  });

  it('does not find a word across two cells', () => {
    assert.deepEqual(arrange([{ cells: ['ab', 'cd'] }], [column], { filter: 'bc' }, 'en'), []);
  });
});

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
