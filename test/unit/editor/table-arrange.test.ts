import assert from 'node:assert/strict';
import { Arrangement } from '../../../src/editor/reports/table-arrange.ts';
import { columnFilter } from '../../../src/editor/reports/table-filters.ts';
import type { TableCell, TableView } from '../../../src/protocol/table.ts';
import { cellText } from '../../../src/shared/table-rows.ts';

/** Cells as a list has them: what is kept is what is shown. */
const reader = (cells: readonly TableCell[]) => ({
  field: (index: number) => cells[index],
  cell: (value: unknown) => (value ?? '') as TableCell,
  hasFigures: false,
  text: (value: unknown) => cellText((value ?? '') as TableCell),
  order: (value: unknown) => (typeof value === 'string' ? value : ((value as [string, number] | undefined)?.[1] ?? '')),
  number: (value: unknown) => (value as [string, number])[1],
});

function listOf(columns: Readonly<Record<string, TableCell[]>>, language = 'pt-BR') {
  return {
    get length() {
      return Math.max(...Object.values(columns).map(({ length }) => length));
    },
    columns: Object.keys(columns).map((key) => ({ key, label: key, isNumber: false })),
    language,
    mayChange: false,
    reader: (key: string) => reader(columns[key] ?? []),
    hasMark: (name: string, index: number) => name === 'even' && index % 2 === 0,
  };
}

const placesIn = (arranged: Arrangement) =>
  Array.from({ length: arranged.length }, (_, index) => arranged.positionAt(index) ?? -1);

async function arrange(columns: Readonly<Record<string, TableCell[]>>, view: TableView, language?: string): Promise<number[]> {
  const arranged = new Arrangement(listOf(columns, language));
  await arranged.arrange(view);
  return placesIn(arranged);
}

const sorted = async (cells: TableCell[], isDescending = false) =>
  (await arrange({ a: cells }, { filter: '', sort: { key: 'a', isDescending } })).map((place) => cells[place] ?? '');
const found = (cells: TableCell[], filter: string) => arrange({ a: cells }, { filter });

describe('the order of rows', () => {
  it('is that of the numbers, not of their texts', async () => {
    const cells: TableCell[] = [
      ['R$ 1.000,00', 1000],
      ['R$ 90,00', 90],
      ['R$ 120,00', 120],
    ];
    assert.deepEqual(
      (await sorted(cells)).map((cell) => cell[1]),
      [90, 120, 1000],
    );
    assert.deepEqual(
      (await sorted(cells, true)).map((cell) => cell[1]),
      [1000, 120, 90],
    );
  });

  it('is that of a language, with numbers inside texts as numbers', async () => {
    assert.deepEqual(await sorted(['lote 10', 'Água', 'lote 9', 'zebra', 'abelha']), [
      'abelha',
      'Água',
      'lote 9',
      'lote 10',
      'zebra',
    ]);
  });

  it('has what is empty last in either direction, and numbers before texts', async () => {
    const cells: TableCell[] = ['', 'x', ['2', 2], ['1', 1], ''];
    assert.deepEqual(await sorted(cells), [['1', 1], ['2', 2], 'x', '', '']);
    assert.deepEqual(await sorted(cells, true), ['x', ['2', 2], ['1', 1], '', '']);
  });

  it('tells ids apart that no number can', async () => {
    const ids = ['9007199254740993', '9007199254740992', '9007199254740995'].map((text): TableCell => [text, Number(text)]);
    assert.deepEqual((await sorted(ids)).map(cellText), ['9007199254740992', '9007199254740993', '9007199254740995']);
  });

  const shuffled = (text: (number: number) => string) => Array.from({ length: 5000 }, (_, index) => text((index * 7919) % 5000));
  const mixed = shuffled((number) => `${['Água', 'agua-', 'lote', '_lote', 'ÇA'][number % 5]} ${number % 700}`);

  it('is that of the language alone, however the rows are brought near it', async () => {
    const { compare } = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' });
    assert.deepEqual(await sorted(mixed), mixed.toSorted(compare));
    assert.deepEqual(
      await sorted(mixed, true),
      mixed.toSorted((one, other) => -compare(one, other)),
    );
  });

  it('is that of the language for codes and ids too, also where two letters are one', async () => {
    const signs = ['A', 'a', 'c', 'CH', 'h', 'z', '-', '0', '1', '10', '007', 'aa', '9'];
    const codes = Array.from({ length: 4000 }, (_, index) =>
      [1, 13, 169, 2197].map((step) => signs[Math.floor((index * 7919) / step) % signs.length]).join(''),
    );
    for (const language of ['en', 'pt-BR', 'cs', 'da', 'lt']) {
      const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
      const places = await arrange({ a: codes }, { filter: '', sort: { key: 'a', isDescending: false } }, language);
      const found = places.map((place) => codes[place]);
      assert.deepEqual(found, codes.toSorted(compare), language);
    }
  });

  it('asks for the rules of the language little more than once for each row', async () => {
    const { Collator } = Intl;
    let asked = 0;
    Intl.Collator = function (...given: ConstructorParameters<typeof Collator>) {
      const { compare } = new Collator(...given);
      return { compare: (one: string, other: string) => (asked++, compare(one, other)) };
    } as unknown as typeof Collator;
    try {
      await sorted(shuffled((number) => `CODE_${number}`));
    } finally {
      Intl.Collator = Collator;
    }
    assert.ok(asked > 5000 && asked < 2 * 5000, String(asked));
  });

  it('stays as it came where rows are equal, or the column is not there', async () => {
    assert.deepEqual(await arrange({ a: ['b', 'B', 'b'] }, { filter: '', sort: { key: 'a', isDescending: true } }), [0, 1, 2]);
    assert.deepEqual(await arrange({ a: ['b', 'a'] }, { filter: '', sort: { key: 'gone', isDescending: false } }), [0, 1]);
  });
});

describe('the filter of rows', () => {
  it('wants every word, whatever its case and accents', async () => {
    assert.deepEqual(await found(['Pista – sábado', 'Pista – sexta', 'Camarote sábado'], 'SABADO pis'), [0]);
    assert.deepEqual(await found(['a', 'b'], '  '), [0, 1]);
    assert.deepEqual(await found([['R$ 120,00', 120]], '120,00'), [0]);
  });

  it('finds words in several cells, and none across two', async () => {
    const cells = { a: ['ab', 'x'], b: ['cd', 'ab'] };
    assert.deepEqual(await arrange(cells, { filter: 'bc' }), []);
    assert.deepEqual(await arrange(cells, { filter: 'ab' }), [0, 1]);
    assert.deepEqual(await arrange(cells, { filter: 'cd ab' }), [0]);
  });

  it('wants all of very many words', async () => {
    const words = Array.from({ length: 70 }, (_, index) => `w${index}x`);
    assert.deepEqual(await found([words.join(' '), words.slice(1).join(' ')], words.toReversed().join(' ')), [0]);
  });

  it('of a column is of that column alone, and of all of them together', async () => {
    const cells = { a: ['ab', 'cd', 'ab'], b: ['x', 'ab', 'y'] };
    assert.deepEqual(await arrange(cells, { filter: '', filters: [{ key: 'a', text: 'AB' }] }), [0, 2]);
    assert.deepEqual(await arrange(cells, { filter: 'y', filters: [{ key: 'a', text: 'b' }] }), [2]);
    assert.deepEqual(await arrange(cells, { filter: '', mark: 'even', filters: [{ key: 'b', text: 'x' }] }), [0]);
  });

  it('looks only at the rows that have come since, which leaves the others where they are', async () => {
    const cells: TableCell[] = ['a1', 'b', 'a2'];
    const list = listOf({ a: cells });
    const arranged = new Arrangement(list);
    await arranged.arrange({ filter: 'a' });
    const { version } = arranged;
    cells.push('b', 'a3');
    await arranged.arrange({ filter: 'a' });
    assert.deepEqual([placesIn(arranged), arranged.version], [[0, 2, 4], version]);
    await arranged.arrange({ filter: 'b' });
    assert.deepEqual(placesIn(arranged), [1, 3]);
    assert.notEqual(arranged.version, version);
  });

  it('is that of who asked last', async () => {
    const cells = Array.from({ length: 200_000 }, (_, index) => `row ${index}`);
    const arranged = new Arrangement(listOf({ a: cells }));
    const first = arranged.arrange({ filter: '', sort: { key: 'a', isDescending: true } });
    const second = arranged.arrange({ filter: 'row 199999' });
    await assert.rejects(first, { name: 'AbortError' });
    await second;
    assert.deepEqual(placesIn(arranged), [199_999]);
  });
});

describe('the filter of a column', () => {
  const fits = (typed: string, number: number | undefined, text = '') =>
    columnFilter(typed)?.(
      () => number,
      () => text,
    );

  it('compares numbers as somebody writes them', () => {
    assert.deepEqual([fits('>100', 100), fits('> 100', 100.5), fits('>=100', 100)], [false, true, true]);
    assert.deepEqual([fits('<1.234,50', 1234), fits('<=99,90', 99.9), fits('=-5', -5)], [true, true, true]);
  });

  it('takes a day for all of its hours', () => {
    const [noon, next] = [Date.UTC(2026, 0, 31, 12), Date.UTC(2026, 1, 1)];
    assert.deepEqual([fits('<=2026-01-31', noon), fits('<2026-01-31', noon), fits('>2026-01-31', noon)], [true, false, false]);
    assert.deepEqual([fits('>31/01/2026', next), fits('=2026-01-31', noon), fits('=2026-01-31', next)], [true, true, false]);
    assert.equal(fits('<2026-01-31 12:00:01', noon), true);
  });

  it('finds nothing that has no number, where numbers are compared', () => {
    assert.deepEqual([fits('>100', undefined, '500'), fits('=7', undefined, '7')], [false, true]);
  });

  it('is a part of the text otherwise, the whole text behind =, and what is empty for = alone', () => {
    assert.deepEqual([fits('LOTE', undefined, '1º lote'), fits('>lote', undefined, 'a > lote')], [true, false]);
    assert.deepEqual([fits('>lote', undefined, 'a >lote'), fits('=sold out', undefined, 'Sold out')], [true, true]);
    assert.deepEqual(
      [fits('=sold', undefined, 'Sold out'), fits('=', undefined, ''), fits('=', undefined, 'a')],
      [false, true, false],
    );
    assert.equal(columnFilter('  '), undefined);
  });
});
