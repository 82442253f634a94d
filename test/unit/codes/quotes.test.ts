import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import Papa from 'papaparse';
import { readCodes } from '../../../src/codes/index.ts';
import { check, fileOf } from './files.ts';

const spectrum = dirname(createRequire(import.meta.url).resolve('csv-spectrum'));

/** All cells of a file, a column at a time, through the same reader that gives the codes. */
async function cellsOf(
  content: string | Buffer,
  options: { delimiter?: ',' | '|' | '\t'; pieceSize?: number } = {},
): Promise<string[][]> {
  const path = fileOf(content);
  const { columns } = await check(content, { header: false, column: 0, ...options });
  const rows = new Map<number, string[]>();
  for (let column = 0; column < columns; column++) {
    for await (const { code, line } of readCodes(path, { column, header: false, ...options })) {
      const row = rows.get(line) ?? Array.from({ length: columns }, () => '');
      row[column] = code;
      rows.set(line, row);
    }
  }
  return [...rows].toSorted(([one], [other]) => one - other).map(([, row]) => row);
}

describe('quotes and line ends', () => {
  // Its JSON tells another phone number than its CSV, so that it has a test of its own.
  const contradictory = 'location_coordinates.csv';
  for (const name of readdirSync(join(spectrum, 'csvs')).filter((file) => file !== contradictory)) {
    const content = readFileSync(join(spectrum, 'csvs', name));
    const json = readFileSync(join(spectrum, 'json', `${basename(name, '.csv')}.json`), 'utf8');
    const expected = JSON.parse(json) as Record<string, string>[];
    const rows = [Object.keys(expected[0] ?? {}), ...expected.map((row) => Object.values(row))];
    for (const pieceSize of [4, 7, undefined]) {
      it(`fault 50: reads csv-spectrum's ${name}, ${pieceSize ?? 'many'} bytes at a time`, async () => {
        assert.deepEqual(await cellsOf(content, pieceSize === undefined ? {} : { pieceSize }), rows);
      });
    }
    it(`fault 50: finds no fault in the quotes of csv-spectrum's ${name}`, async () => {
      const { counts, rows: count } = await check(content, { header: true, column: 0 });
      assert.equal(count, expected.length);
      for (const kind of ['openQuote', 'strayQuote', 'uneven', 'mixedLineEnds'] as const)
        assert.equal(counts[kind], undefined, kind);
    });
  }

  it(`fault 50: reads csv-spectrum's ${contradictory}, and names its stray quote`, async () => {
    const content = readFileSync(join(spectrum, 'csvs', contradictory));
    const [, row] = await cellsOf(content);
    assert.deepEqual(row, ['2095257564', `37\ufffd36'37.8"N 121\ufffd2'17.9"W`, 'Modesto', 'Stanislaus']);
    const { problems } = await check(content, { header: true, column: 0 });
    assert.deepEqual(problems, [{ kind: 'strayQuote', line: 2, column: 22 }]);
  });

  // From the tests of Papa Parse: what it reads, and where it finds fault.
  const papa: [title: string, content: string, rows: string[][]][] = [
    ['one row', 'A,b,c', [['A', 'b', 'c']]],
    [
      'two rows',
      'A,b,c\nd,E,f',
      [
        ['A', 'b', 'c'],
        ['d', 'E', 'f'],
      ],
    ],
    ['whitespace at the edges of cells', 'a,\tb ,c', [['a', '\tb ', 'c']]],
    ['a quoted cell', 'A,"B",C', [['A', 'B', 'C']]],
    ['a quoted cell with spaces at its edges', 'A," B  ",C', [['A', ' B  ', 'C']]],
    ['a quoted cell with the delimiter', 'A,"B,B",C', [['A', 'B,B', 'C']]],
    ['a quoted cell with \\r\\n', 'A,"B\r\nB",C', [['A', 'B\r\nB', 'C']]],
    ['a quoted cell with \\r', 'A,"B\rB",C', [['A', 'B\rB', 'C']]],
    ['a quoted cell with \\n', 'A,"B\nB",C', [['A', 'B\nB', 'C']]],
    ['escaped quotes', 'A,"B""B""B",C', [['A', 'B"B"B', 'C']]],
    ['escaped quotes at the edges', 'A,"""B""",C', [['A', '"B"', 'C']]],
    ['quotes in the middle of an unquoted cell', 'A,B"B"B,C', [['A', 'B"B"B', 'C']]],
    ['a quoted cell with spaces behind it', 'A,"B" ,C', [['A', 'B', 'C']]],
    [
      'quoted cells at the end of a row, with spaces',
      'A,B,"C" \nD,E,F',
      [
        ['A', 'B', 'C'],
        ['D', 'E', 'F'],
      ],
    ],
    ['a quoted cell at the end of a file', 'a,b,"c,c\nd"', [['a', 'b', 'c,c\nd']]],
    [
      'a cell of two quotes',
      'a,b\n"",c',
      [
        ['a', 'b'],
        ['', 'c'],
      ],
    ],
    [
      'rows that end with \\r',
      'a,b,c\rd,e,f',
      [
        ['a', 'b', 'c'],
        ['d', 'e', 'f'],
      ],
    ],
    [
      'rows that end with \\r\\n',
      'a,b,c\r\nd,e,f\r\n',
      [
        ['a', 'b', 'c'],
        ['d', 'e', 'f'],
      ],
    ],
    [
      'a quoted cell before a final line end',
      'a,b,"c"\r\nd,e,"f"\r\n',
      [
        ['a', 'b', 'c'],
        ['d', 'e', 'f'],
      ],
    ],
    [
      'a quoted cell with a delimiter before a line end',
      'a,"b,""c"""\n"d",e',
      [
        ['a', 'b,"c"'],
        ['d', 'e'],
      ],
    ],
  ];
  for (const [title, content, rows] of papa) {
    it(`fault 50: reads as Papa Parse's tests want: ${title}`, async () => {
      assert.deepEqual(await cellsOf(content, { delimiter: ',' }), rows);
      assert.deepEqual(await cellsOf(content, { delimiter: ',', pieceSize: 4 }), rows);
      assert.deepEqual(Papa.parse(content.trimEnd(), { delimiter: ',' }).data, rows);
    });
  }

  const malformed: [title: string, content: string, kind: 'strayQuote' | 'openQuote', line: number, column: number][] = [
    ['an unquoted cell with a quote at its end', 'A,B",C', 'strayQuote', 1, 4],
    ['text behind the closing quote', 'A,"B"x,C\na,b,c', 'strayQuote', 1, 5],
    ['a space before the opening quote', 'A, "B" ,C', 'strayQuote', 1, 4],
    ['a quoted cell that does not end', 'a,"b,c\nd,e,f', 'openQuote', 1, 3],
    ['the same in the second row', 'a,b,c\n"d,e,f\ng', 'openQuote', 2, 1],
    ['a lonely quote at the end', 'a,b\nc,"', 'openQuote', 2, 3],
  ];
  for (const [title, content, kind, line, column] of malformed) {
    it(`fault 50: says where there is ${title}`, async () => {
      const { problems } = await check(content, { column: 0, header: false, delimiter: ',' });
      assert.deepEqual(
        problems.find((problem) => problem.kind === kind),
        { kind, line, column },
      );
    });
  }

  it('fault 50: an open quote says from where on nothing was checked', async () => {
    const { rows, stoppedAt, problems } = await check('A1\nB2\n"C3\nA1\n');
    assert.deepEqual([rows, stoppedAt], [2, 3]);
    assert.deepEqual(problems, [{ kind: 'openQuote', line: 3, column: 1 }]);
  });

  it('fault 50: reading the codes of such a file ends with the line of the quote', async () => {
    const path = fileOf('A1\nB2\n"C3\nA1\n');
    const read: string[] = [];
    await assert.rejects(
      async () => {
        for await (const { code } of readCodes(path)) read.push(code);
      },
      { kind: 'openQuote', data: { kind: 'openQuote', line: 3, column: 1 } },
    );
    assert.deepEqual(read, ['A1', 'B2']);
  });

  it('fault 50: an open quote at the start of 50 MB takes no time', async () => {
    const content = Buffer.concat([Buffer.from('A1\n"B2\n'), Buffer.from('ABCDEFGHI\n'.repeat(5_000_000))]);
    const before = process.cpuUsage();
    const { problems } = await check(content);
    const { user } = process.cpuUsage(before);
    assert.deepEqual(problems, [{ kind: 'openQuote', line: 2, column: 1 }]);
    assert.ok(user < 2e6, `${user / 1000} ms`);
  });

  it('fault 50: a large file with carriage returns alone is read in pieces like any other', async () => {
    const content = Array.from({ length: 200_000 }, (_, index) => `CODE${1_000_000 + index}\r`).join('');
    const { rows, lineEnd, counts } = await check(content);
    assert.deepEqual([rows, lineEnd, counts], [200_000, 'cr', { crLineEnds: 1 }]);
  });

  it('fault 50: every kind of line end ends a line, also where pieces are cut', async () => {
    const content = 'A1\r\nB2\nC3\rD4\r\n\r\nE5\r\rF6';
    for (const pieceSize of [4, 5, 6, 7, 8, 9, 64]) {
      const { rows, lines, lineEnd, endsWithLineEnd, counts } = await check(content, { pieceSize });
      assert.deepEqual([rows, lines, lineEnd, endsWithLineEnd], [6, 8, undefined, false]);
      assert.deepEqual(counts, { blank: 2, mixedLineEnds: 1 });
    }
  });
});
