import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import Papa from 'papaparse';
import { readAllRows, RowWriter, writeCsv } from '../../../src/codes/index.ts';
import { writeNewFile } from '../../../src/files/new-file.ts';
import { csvCell, guardFormulas } from '../../../src/csv/cell.ts';
import { formulasIn } from '../csv/spreadsheet.ts';
import { fileOf, newPath, randomFrom } from './files.ts';

describe('CSV that is written', () => {
  const guarded: [text: string, cell: string, asItIs: string][] = [
    ['=1+1', "'=1+1", '=1+1'],
    ['+55 11', "'+55 11", '+55 11'],
    ['-5', "'-5", '-5'],
    ['@SUM(A1)', "'@SUM(A1)", '@SUM(A1)'],
    ['\t=1', '"\'\t\'=1"', '"\t=1"'],
    ['\r=1', '"\'\r\'=1"', '"\r=1"'],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"', '"=HYPERLINK(""x"",""y"")"'],
    ['a=b', 'a=b', 'a=b'],
    ["'=1", "'=1", "'=1"],
    ['00123', '00123', '00123'],
    ['', '', ''],
  ];
  for (const [text, cell, asItIs] of guarded) {
    it(`fault 20: ${JSON.stringify(text)} is guarded when it has to be, and as it is when that is wanted`, () => {
      assert.equal(csvCell(text, { guard: true }), cell);
      assert.equal(csvCell(text, { guard: false }), asItIs);
    });
  }

  it('fault 20: what is written without a guard is read as it was; with one, only a formula differs, wherever a spreadsheet splits it', async () => {
    const random = randomFrom(20);
    const signs = ['a', '1', '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', '|', ' ', "'", 'é', '\r\n'];
    const sign = () => signs[Math.floor(random() * signs.length)]!;
    const rows = Array.from({ length: 500 }, () =>
      Array.from({ length: 3 }, () => Array.from({ length: Math.floor(random() * 5) }, sign).join('')),
    );
    const given = rows.flat();
    for (const guard of [true, false]) {
      for (const delimiter of [',', ';', '\t', '|'] as const) {
        const path = newPath();
        const expected = rows.map((row) => row.map((cell) => (guard ? guardFormulas(cell, delimiter) : cell)));
        const written = await writeCsv(path, rows, { guard, delimiter });
        const text = readFileSync(path, 'utf8');
        const { data } = Papa.parse<string[]>(text, { delimiter, newline: '\r\n' });
        assert.deepEqual(data.slice(0, -1), expected);
        const differs = expected.flat().filter((cell, index) => cell !== given[index]).length;
        assert.deepEqual(written, { rows: 500, guarded: differs });
        const formulas = [',', ';', '\t', '|'].flatMap((split) => formulasIn(text, split));
        assert.equal(formulas.length > 0, !guard, formulas.join('\n'));
      }
    }
  });

  for (const delimiter of [',', ';', '\t'] as const) {
    it(`fault 75: a file with ${JSON.stringify(delimiter)} has no formula, wherever a spreadsheet splits it`, async () => {
      const path = newPath();
      const hostile = ['x;=1+1', 'x,=1+1', 'x\t=1+1', '=1+1', 'x;"=1+1"'];
      const rows = [
        ['code', 'name'],
        ...hostile.flatMap((text) => [
          [text, 'y'],
          ['y', text],
        ]),
      ];
      const { guarded } = await writeCsv(path, rows, { delimiter });
      const text = readFileSync(path, 'utf8');
      for (const split of [',', ';', '\t', '|']) assert.deepEqual(formulasIn(text, split), [], `split at ${split}`);
      // Quotes hold together what the file itself is split at.
      assert.equal(guarded, { ',': 8, ';': 6, '\t': 8 }[delimiter]);
    });
  }

  it('is read again as it was by rows, for several who write at the same time', async () => {
    const path = newPath();
    const rows = Array.from({ length: 6000 }, (_, index) => [`=${index}`, `a "b", ${index}\nc`]);
    const count = await writeNewFile(path, 0o600, async (write) => {
      const writer = new RowWriter(
        async (bytes) => {
          // The disk takes its time.
          await new Promise((resolve) => setImmediate(resolve));
          await write(bytes);
        },
        ['code', 'name'],
      );
      const half = async (from: number) => {
        for (let index = from; index < rows.length; index += 2) await writer.add(rows[index]!);
      };
      await Promise.all([half(0), half(1)]);
      await writer.end();
      return writer.rows;
    });
    assert.equal(count, rows.length);
    const read: (readonly string[])[] = [];
    for await (const row of readAllRows(path)) read.push(row);
    assert.deepEqual(read[0], ['code', 'name']);
    assert.deepEqual(read.slice(1).sort(), rows.toSorted());
  });

  it('guards unless it is told not to, and takes rows that come one by one', async () => {
    const path = newPath();
    // oxlint-disable-next-line typescript/require-await -- rows that come one by one
    async function* rows() {
      yield ['a', '=1'];
      yield ['é', ''];
    }
    await writeCsv(path, rows(), { byteOrderMark: true, lineEnd: '\n' });
    assert.equal(readFileSync(path, 'utf8'), "\ufeffa,'=1\né,\n");
  });

  it('writes a row of one empty cell as no blank line', async () => {
    const path = newPath();
    await writeCsv(path, [['']]);
    assert.equal(readFileSync(path, 'utf8'), '""\r\n');
  });

  it('leaves nothing behind when the rows fail, and what was there as it was', async () => {
    const path = fileOf('old');
    const rows = {
      *[Symbol.iterator]() {
        yield ['a'.repeat(100_000)];
        throw new Error('no more');
      },
    };
    await assert.rejects(writeCsv(path, rows), { message: 'no more' });
    assert.equal(readFileSync(path, 'utf8'), 'old');
    assert.deepEqual(
      readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}.`)),
      [],
    );
    assert.ok(existsSync(path));
  });
});
