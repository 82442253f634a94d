import assert from 'node:assert/strict';
import { appendFileSync, closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { mostCells, RowFile, type FileRow, type RowFileOptions } from '../../../src/codes/row-index.ts';
import { fileOf, newPath, randomFrom, utf16be, windows1252 } from './files.ts';

const open: RowFile[] = [];

async function openRows(content: string | Buffer, options?: RowFileOptions): Promise<RowFile> {
  return openFile(fileOf(content), options);
}

async function openFile(path: string, options?: RowFileOptions): Promise<RowFile> {
  const rows = await RowFile.open(path, options);
  open.push(rows);
  return rows;
}

const inShort = (rows: readonly FileRow[]) => rows.map(({ line, lines, cells }) => [line, lines, ...cells]);

describe('the rows of a file that is looked at', () => {
  afterEach(() => Promise.all(open.splice(0).map((rows) => rows.close())));

  const text = 'Código;Nome\nÁ1;Ana\nB2;"Bia; a ""2ª"""\nÇ3;Zoë';
  const expected = [
    [1, 1, 'Código', 'Nome'],
    [2, 1, 'Á1', 'Ana'],
    [3, 1, 'B2', 'Bia; a "2ª"'],
    [4, 1, 'Ç3', 'Zoë'],
  ];
  const encoded: Readonly<Record<string, Buffer>> = {
    'UTF-8': Buffer.from(text),
    'UTF-8 with a mark': Buffer.from(`\ufeff${text}`),
    'Windows-1252': windows1252(text),
    'UTF-16': Buffer.from(text, 'utf16le'),
    'UTF-16 with a mark': Buffer.from(`\ufeff${text}`, 'utf16le'),
    'UTF-16, the other way round': utf16be(`\ufeff${text}`),
  };
  for (const [name, content] of Object.entries(encoded)) {
    for (const pieceSize of [4, 7, 64, undefined]) {
      it(`are read in ${name}, ${pieceSize ?? 'many'} bytes at a time`, async () => {
        const file = await openRows(content, { pieceSize });
        await file.whole;
        assert.equal(file.count, 4);
        assert.deepEqual(inShort(await file.rows(0, 10)), expected);
        assert.deepEqual(inShort(await file.rows(2, 1)), [expected[2]]);
        assert.equal(await file.find('zoë', 0, 'down'), 3);
        assert.equal(file.start.head.column, 0);
      });
    }
  }

  it('are read as Latin-1 where somebody chose that', async () => {
    const file = await openRows(Buffer.from('code\nÉ1\n', 'latin1'), { encoding: 'iso-8859-1' });
    assert.deepEqual(inShort(await file.rows(1, 1)), [[2, 1, 'É1']]);
  });

  it('begin anew as Windows-1252 where the file turns out to be no UTF-8 far below', async () => {
    const plain = Array.from({ length: 30_000 }, (_, index) => `A${index}`).join('\n');
    const file = await openRows(windows1252(`code\n${plain}\nÇ9\n`));
    assert.equal(file.start.found.encoding, 'utf-8');
    await file.whole;
    assert.equal(file.start.found.encoding, 'windows-1252');
    assert.equal(file.count, 30_002);
    assert.deepEqual(inShort(await file.rows(30_000, 5)), [
      [30_001, 1, 'A29999'],
      [30_002, 1, 'Ç9'],
    ]);
  });

  it('have the lines of an editor, with breaks in quotes and every kind of line end', async () => {
    const content = 'code,note\r\nA1,"one\r\ntwo\rthree"\rB2,x\n\nC3,"a\nb"\r\n';
    for (const pieceSize of [4, 5, undefined]) {
      const file = await openRows(content, { pieceSize });
      assert.deepEqual(inShort(await file.rows(0, 9)), [
        [1, 1, 'code', 'note'],
        [2, 3, 'A1', 'one\r\ntwo\rthree'],
        [5, 1, 'B2', 'x'],
        [6, 1, ''],
        [7, 2, 'C3', 'a\nb'],
      ]);
      const rowOf = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => file.rowOfLine(line)));
      assert.deepEqual(rowOf, [0, 1, 1, 1, 2, 3, 4, 4, undefined]);
    }
  });

  it('are the same from every place, however few places are noted', async () => {
    const random = randomFrom(7);
    const records = Array.from({ length: 20_000 }, (_, index) =>
      random() < 0.1
        ? `C${index},"Ü${'\n'.repeat(Math.floor(random() * 3))}""x"""`
        : `C${index},${'y'.repeat(Math.floor(random() * 30))}`,
    );
    const whole = await openRows(`code,note\n${records.join('\n')}\n`);
    await whole.whole;
    const all = await whole.rows(0, 30_000);
    assert.equal(all.length, 20_001);
    for (const mostPlaces of [2, 3, 5]) {
      const few = await openRows(`code,note\n${records.join('\n')}\n`, { mostPlaces });
      await few.whole;
      for (const from of [0, 1, 4999, 10_000, 15_001, 19_999, 20_000]) {
        assert.deepEqual(await few.rows(from, 3), all.slice(from, from + 3));
        assert.equal(all[from]?.cells[0], from === 0 ? 'code' : `C${from - 1}`);
        const { line } = all[from];
        assert.equal(await few.rowOfLine(line), from);
      }
    }
  });

  it('are found downwards and upwards, round the ends, in capital and small letters', async () => {
    const codes = Array.from({ length: 30_000 }, (_, index) => (index % 10_000 === 5 ? `Hit-${index}` : `A${index},"b""q"`));
    for (const mostPlaces of [2, 100]) {
      const file = await openRows(`code,note\n${codes.join('\n')}\n`, { mostPlaces });
      const hits = [6, 10_006, 20_006];
      assert.deepEqual(await file.findAll('hIT-'), { rows: hits, isMore: false });
      assert.deepEqual(await file.findAll('hit', undefined, 2), { rows: hits.slice(0, 2), isMore: true });
      for (const [from, down, up] of [
        [0, 6, 20_006],
        [6, 6, 6],
        [7, 10_006, 6],
        [20_006, 20_006, 20_006],
        [20_007, 6, 20_006],
        [40_000, 6, 20_006],
        [-1, 6, 20_006],
      ] as const) {
        assert.equal(await file.find('HIT', from, 'down'), down, `down from ${from}`);
        assert.equal(await file.find('HIT', from, 'up'), up, `up from ${from}`);
      }
      assert.equal(await file.find('a1,b', 0, 'down'), undefined, 'of two cells');
      assert.equal(await file.find('b"Q', 0, 'down'), 1, 'a quote within a cell');
      assert.equal(await file.find('nowhere', 5, 'down'), undefined);
      assert.equal(await file.find('nowhere', 5, 'up'), undefined);
    }
  });

  it('are short, and the cell is whole where it is asked for', async () => {
    const long = 'x'.repeat(100_000);
    const file = await openRows(`code${','.repeat(300)}\n${long}${',1'.repeat(300)}\n`, { column: 0 });
    const [, row] = await file.rows(0, 2);
    assert.equal(row?.cells.length, mostCells);
    assert.equal(row.cells[0], `${'x'.repeat(300)}…`);
    assert.equal((await file.cells(1))[0], long);
    assert.equal((await file.cells(1))[500], undefined);
  });

  it('end where a quote is never closed, and a row with wrong quotes is shown as it stands there', async () => {
    const file = await openRows('code,note\nA1,"x"y\nB2,"open\nC3,z\n');
    await file.whole;
    assert.equal(file.stoppedAt, 3);
    assert.deepEqual(inShort(await file.rows(0, 9)), [
      [1, 1, 'code', 'note'],
      [2, 1, 'A1,"x"y'],
    ]);
  });

  it('of a file that somebody writes to are refused', async () => {
    const path = fileOf('code\nA1\n');
    const file = await openFile(path);
    await file.whole;
    appendFileSync(path, 'B2\n');
    await assert.rejects(file.rows(0, 2), { kind: 'changed' });
    rmSync(path);
    await assert.rejects(file.refuseIfChanged(), { kind: 'changed' });
  });

  it('of an empty file, of a zip and of bytes that are no text are refused', async () => {
    await assert.rejects(openRows(''), { kind: 'empty' });
    await assert.rejects(openRows('PK\x03\x04\x14\0\0\0'), { kind: 'binary' });
    const file = await openRows(Buffer.concat([Buffer.from('A1\n'.repeat(40_000)), Buffer.from([0xe9, 0x81, 0x0a])]));
    await assert.rejects(file.whole, { kind: 'encoding' });
    assert.equal((await file.rows(5, 2)).length, 2, 'what stands above can be read');
  });

  describe('of 60 MB', () => {
    const rowCount = 4_000_000;
    const codeOf = (index: number) => `CODE-${String(index).padStart(8, '0')}`;
    let path = '';

    before(() => {
      path = newPath();
      const file = openSync(path, 'w');
      writeSync(file, 'code\n');
      for (let index = 0; index < rowCount; index += 10_000)
        writeSync(file, `${Array.from({ length: 10_000 }, (_, more) => codeOf(index + more)).join('\r\n')}\r\n`);
      closeSync(file);
      assert.ok(statSync(path).size > 60e6 - 1e6);
    });
    after(() => rmSync(path, { force: true }));

    it('are counted, shown and searched in memory that does not grow with the file', async function () {
      this.timeout(60_000);
      const before = process.memoryUsage().rss;
      const file = await openFile(path);
      assert.equal((await file.rows(0, 100)).length, 100);
      await file.whole;
      assert.equal(file.count, rowCount + 1);
      const worked = process.cpuUsage();
      assert.deepEqual(inShort(await file.rows(rowCount, 5)), [[rowCount + 1, 1, codeOf(rowCount - 1)]]);
      assert.deepEqual(inShort(await file.rows(2_000_000, 1)), [[2_000_001, 1, codeOf(1_999_999)]]);
      const { user, system } = process.cpuUsage(worked);
      assert.ok(user + system < 500_000, 'rows in the middle are read from the nearest place');
      assert.equal(await file.rowOfLine(3_000_000), 2_999_999);
      assert.equal(await file.find('code-03999999', 0, 'down'), rowCount);
      assert.equal(await file.find('code-00000000', 10, 'up'), 1);
      const { rows, isMore } = await file.findAll('CODE');
      assert.deepEqual([rows.length, isMore], [10_000, true]);
      const grown = (process.memoryUsage().rss - before) / 1e6;
      assert.ok(grown < 60, `${grown} MB more`);
    });

    it('are left when nobody waits for them any more', async () => {
      const file = await openFile(path);
      const cancel = new AbortController();
      const finding = file.find('nowhere', 0, 'down', cancel.signal);
      cancel.abort(new Error('enough'));
      await assert.rejects(finding, /enough/);
      const waiting = assert.rejects(file.rows(rowCount, 1));
      await file.close();
      await waiting;
      await assert.rejects(file.whole, { name: 'AbortError' });
      assert.ok(file.count < rowCount, 'it was not read to its end');
    });
  });
});
