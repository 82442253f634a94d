import assert from 'node:assert/strict';
import { convert, countsOf, row } from './workbooks.ts';

/** What becomes of each number with this format. */
async function shown(
  format: string | number,
  numbers: readonly string[],
  more: { has1904Dates?: boolean; zeros?: 'stored' } = {},
): Promise<string[]> {
  const { zeros, ...book } = more;
  const rows = numbers.map((number) => row(`<c s="1"><v>${number}</v></c>`, '<c><v>1</v></c>')).join('');
  const { csv } = await convert({ rows, formats: [format], ...book }, { zeros });
  return csv
    .split('\n')
    .slice(0, -1)
    .map((line) => line.slice(0, -2));
}

describe('numbers of a sheet', () => {
  it('keep their digits, without an exponent', async () => {
    const numbers: [source: string, expected: string][] = [
      ['123', '123'],
      ['0.1', '0.1'],
      ['1.23456789012E+14', '123456789012000'],
      ['1.23456789012345E14', '123456789012345'],
      ['12345678901234500', '12345678901234500'],
      ['1.2345678901234568E+17', '123456789012345680'],
      ['-1.5E-3', '-0.0015'],
      ['1.50', '1.5'],
      ['1.1000000000000001', '1.1'],
      ['0.30000000000000004', '0.30000000000000004'],
      ['1E-7', '0.0000001'],
      ['.5', '0.5'],
      ['+7', '7'],
      ['007', '7'],
      ['1e20', '100000000000000000000'],
      ['0', '0'],
      [' 5 ', '5'],
      ['NaN', 'NaN'],
      ['1e9999', '1e9999'],
      ['9007199254740993', '9007199254740993'],
    ];
    assert.deepEqual(
      await shown(
        'General',
        numbers.map(([source]) => source),
      ),
      numbers.map(([, expected]) => expected),
    );
  });

  it('of more than 15 digits may have lost some', async () => {
    const numbers = ['123456789012345', '1234567890123450', '1.23456789012345E+18', '0.30000000000000004', '1.1000000000000001'];
    const { notes } = await convert({ rows: numbers.map((number) => row(`<c><v>${number}</v></c>`)).join('') });
    assert.deepEqual(notes.lostDigits, { count: 3, places: ['A2', 'A3', 'A4'] });
  });

  it('have the zeros that their format shows, or not, as chosen', async () => {
    assert.deepEqual(await shown('00000', ['123', '123456', '-5', '1.5', '12345']), ['00123', '123456', '-5', '1.5', '12345']);
    assert.deepEqual(await shown('00000', ['123'], { zeros: 'stored' }), ['123']);
    assert.deepEqual(await shown('00000\\-000;;', ['1310100']), ['01310-100']);
    assert.deepEqual(await shown('&quot;T0-&quot;0000_)', ['12', '12345']), ['T0-0012', 'T0-12345']);
    assert.deepEqual(await shown('000&quot;.&quot;000', ['1234567']), ['1234.567']);
    for (const format of ['0', '0.00', '#,##0', '0%', '0.00E+00', '@', '[&lt;=99]00;000', '???00']) {
      assert.deepEqual(await shown(format, ['5']), ['5'], format);
    }
    for (const zeros of ['shown', 'stored'] as const) {
      const converted = await convert(
        { rows: row('<c s="1"><v>12</v></c><c s="1"><v>1234</v></c>'), formats: ['0000'] },
        { zeros },
      );
      assert.deepEqual(countsOf(converted), { paddedZeros: 1 });
      assert.deepEqual(converted.padded, [{ place: 'A1', shown: '0012', stored: '12' }]);
    }
  });

  it('that are dates are written as such', async () => {
    for (const format of [14, 22, 'dd/mm/yyyy', '[$-416]d\\ &quot;de&quot;\\ mmmm;@', 'yyyy-mm-dd']) {
      assert.deepEqual(
        await shown(format, ['45352', '45352.4375', '1', '59', '60', '61', '2958465', '2958466', '-1']),
        [
          '2024-03-01',
          '2024-03-01T10:30:00',
          '1900-01-01',
          '1900-02-28',
          '1900-02-29',
          '1900-03-01',
          '9999-12-31',
          '2958466',
          '-1',
        ],
        String(format),
      );
    }
    assert.deepEqual(await shown('hh:mm', ['0.4375', '0.99999999999', '1.5', '0']), [
      '10:30:00',
      '1900-01-01',
      '1900-01-01T12:00:00',
      '00:00:00',
    ]);
    assert.deepEqual(await shown('[h]:mm:ss', ['1.5', '0.0000057871']), ['36:00:00', '00:00:00.500']);
    assert.deepEqual(await shown(46, ['2']), ['48:00:00']);
    assert.deepEqual(await shown(14, ['0', '43890', '0.5'], { has1904Dates: true }), ['1904-01-01', '2024-03-01', '12:00:00']);
    for (const format of ['&quot;day&quot;0', '[Red]0', '\\d0', 'General', '0_d', '[$R$-416] #,##0']) {
      assert.deepEqual(await shown(format, ['45352']), ['45352'], format);
    }
    const converted = await convert({
      rows: row('<c t="d"><v>2024-03-01</v></c><c s="1"><v>2</v></c><c s="9"><v>3</v></c>'),
      formats: [15],
    });
    assert.equal(converted.csv, '2024-03-01,1900-01-02,3\n');
    assert.deepEqual(converted.notes.dates, { count: 2, places: ['A1', 'B1'] });
  });
});
