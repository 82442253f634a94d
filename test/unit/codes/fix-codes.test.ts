import assert from 'node:assert/strict';
import { existsSync, linkSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  compareCodes,
  fixCodes,
  preflight,
  type CodeListener,
  type Fixed,
  type Fixes,
  type FixOptions,
} from '../../../src/codes/index.ts';
import { fileOf, newPath, randomFrom, utf16be, windows1252, itWithLinks } from './files.ts';

async function fix(content: string | Buffer, fixes: Fixes, options?: FixOptions): Promise<{ bytes: Buffer; fixed: Fixed }> {
  const [path, target] = [fileOf(content), newPath()];
  const fixed = await fixCodes(path, target, fixes, options);
  assert.deepEqual(readFileSync(path), Buffer.from(content as string));
  return { bytes: readFileSync(target), fixed };
}

const nothing: Fixed = {
  rows: 0,
  duplicates: 0,
  trimmed: 0,
  invisible: 0,
  blankLines: 0,
  aboveHeader: 0,
  lineEnds: 0,
  byteOrderMark: false,
  converted: false,
};
const everything: Fixes = {
  removeDuplicates: true,
  trim: true,
  removeInvisible: true,
  dropBlankLines: true,
  dropAboveHeader: true,
  unifyLineEnds: '\n',
  dropByteOrderMark: true,
};

describe('fixing a file of codes', () => {
  const single: [title: string, before: string, fixes: Fixes, after: string, counts: Partial<Fixed>][] = [
    ['nothing', '\ufeffcode\r\n A1\n\nA1\u200b\rA1', {}, '\ufeffcode\r\n A1\n\nA1\u200b\rA1', { rows: 3 }],
    ['duplicates', 'code\nA1\nB2\nA1\n"A1"\na1\n', { removeDuplicates: true }, 'code\nA1\nB2\na1\n', { rows: 3, duplicates: 2 }],
    ['spaces', 'code \n A1\nB2\u00a0\n" C3 "\nD 4\n', { trim: true }, 'code \nA1\nB2\n"C3"\nD 4\n', { rows: 4, trimmed: 3 }],
    ['spaces in the other cells', 'name,code\n x , A1 \n', { trim: true }, 'name,code\n x ,A1\n', { rows: 1, trimmed: 1 }],
    [
      'invisible characters',
      'A\u200b1\nB\x002\n\ufeffC3\n',
      { removeInvisible: true },
      'A1\nB2\nC3\n',
      { rows: 3, invisible: 3 },
    ],
    ['blank lines', 'A1\n\nB2\n \n""\n\n', { dropBlankLines: true }, 'A1\nB2\n', { rows: 2, blankLines: 4 }],
    ['rows of empty cells', 'n,code\nx,A1\n,\n', { dropBlankLines: true }, 'n,code\nx,A1\n', { rows: 1, blankLines: 1 }],
    [
      'a title',
      'Guests of 1 May;\n;\ncode;name\n A1;x\n',
      { dropAboveHeader: true },
      ';\ncode;name\n A1;x\n',
      { rows: 1, aboveHeader: 1 },
    ],
    ['nothing above the header', 'The list\n\ncode\n A1\n', { trim: true }, 'The list\n\ncode\nA1\n', { rows: 1, trimmed: 1 }],
    [
      'a hint above codes',
      'sep=;\r\nA1\r\nA1\r\n',
      { dropAboveHeader: true, removeDuplicates: true },
      'A1\r\n',
      { rows: 1, duplicates: 1, aboveHeader: 1 },
    ],
    ['line ends', 'A1\r\nB2\nC3\rD4', { unifyLineEnds: '\n' }, 'A1\nB2\nC3\nD4', { rows: 4, lineEnds: 2 }],
    ['line ends, for Windows', 'A1\r\nB2\nC3\n', { unifyLineEnds: '\r\n' }, 'A1\r\nB2\r\nC3\r\n', { rows: 3, lineEnds: 2 }],
    ['line ends in quotes', 'n,code\r\n"x\ny",A1\r\n', { unifyLineEnds: '\n' }, 'n,code\n"x\ny",A1\n', { rows: 1, lineEnds: 2 }],
    ['the mark', '\ufeffA1\n', { dropByteOrderMark: true }, 'A1\n', { rows: 1, byteOrderMark: true }],
    ['a code that quotes surround', 'code,x\n" A""1 " ,"y"\n', { trim: true }, 'code,x\n"A""1" ,"y"\n', { rows: 1, trimmed: 1 }],
    ['a record with a stray quote', 'A1\n"B2"x \n', { trim: true }, 'A1\n"B2"x \n', { rows: 2 }],
    [
      'codes that are the same once they are fixed',
      'A1\n A1\nA\u200b1\nA1 \u200b \nB2\n',
      { removeDuplicates: true, trim: true, removeInvisible: true },
      'A1\nB2\n',
      { rows: 2, duplicates: 3 },
    ],
    [
      'a line of nothing that can be seen',
      'A1\n\u200b\nB2\n',
      { removeInvisible: true, dropBlankLines: true },
      'A1\nB2\n',
      { rows: 2, blankLines: 1 },
    ],
  ];
  for (const [title, before, fixes, after, counts] of single) {
    it(`fixes ${title}, and leaves the rest`, async () => {
      for (const pieceSize of [4, 9, undefined]) {
        const { bytes, fixed } = await fix(before, fixes, { pieceSize });
        assert.equal(bytes.toString(), after);
        assert.deepEqual(fixed, { ...nothing, ...counts });
      }
    });
  }

  it('keeps the encoding', async () => {
    const [before, after] = ['\ufeffcode\n 🎫1\n🎫1\n', '\ufeffcode\n🎫1\n'];
    const little = await fix(Buffer.from(before, 'utf16le'), everything);
    assert.deepEqual(little.bytes, Buffer.from(after, 'utf16le'));
    assert.deepEqual((await fix(utf16be(before), everything, { pieceSize: 4 })).bytes, utf16be(after));
    assert.equal(little.fixed.byteOrderMark, false);
  });

  const brazilian = 'C\u00f3digo;Nome\r\n A\u00c71 ;Jo\u00e3o \u20ac\u201c\u2026\u201d\r\nB2;"a\n\u00e9"\r\n';
  const asWindows = windows1252(brazilian);

  it('fault 76: converts Windows-1252 to UTF-8, and changes nothing else', async () => {
    for (const pieceSize of [4, 5, 9, undefined]) {
      for (const fixes of [{}, { toUtf8: true }]) {
        const { bytes, fixed } = await fix(asWindows, fixes, { pieceSize });
        assert.equal(bytes.toString(), brazilian);
        assert.deepEqual(fixed, { ...nothing, rows: 2, converted: true });
      }
    }
  });

  it('fault 76: fixes and converts at once, and finds the duplicates in Windows-1252', async () => {
    const text = 'C\u00f3digo\n \u00c71\n\u00c71\nB2\n\u00c71 \n';
    const { bytes, fixed } = await fix(windows1252(text), everything, { pieceSize: 4, codesInOnePass: 2 });
    assert.equal(bytes.toString(), 'C\u00f3digo\n\u00c71\nB2\n');
    assert.deepEqual(fixed, { ...nothing, rows: 2, trimmed: 1, duplicates: 2, converted: true });
  });

  it('fault 76: converts as ISO-8859-1 where somebody chose that', async () => {
    const { bytes, fixed } = await fix(Buffer.from('A\u0080\u00e9\n', 'latin1'), {}, { encoding: 'iso-8859-1' });
    assert.equal(bytes.toString(), 'A\u0080\u00e9\n');
    assert.equal(fixed.converted, true);
  });

  it('fault 76: converts UTF-16 where that is asked for, with its mark unless that is dropped', async () => {
    const text = '\ufeffcode\r\n\u{1f3ab}1\r\n';
    for (const content of [Buffer.from(text, 'utf16le'), utf16be(text)]) {
      const kept = await fix(content, { toUtf8: true }, { pieceSize: 6 });
      assert.equal(kept.bytes.toString(), text);
      assert.deepEqual(kept.fixed, { ...nothing, rows: 1, converted: true });
      const dropped = await fix(content, { toUtf8: true, dropByteOrderMark: true });
      assert.equal(dropped.bytes.toString(), text.slice(1));
      assert.deepEqual(dropped.fixed, { ...nothing, rows: 1, byteOrderMark: true, converted: true });
    }
    const already = await fix(text, { toUtf8: true });
    assert.deepEqual([already.bytes.toString(), already.fixed.converted], [text, false]);
  });

  it('fault 76: begins anew where the first accent comes late', async () => {
    const text = `code\n${'ABCDEFGH\n'.repeat(20_000)}\u00c71\n`;
    for (const fixes of [{}, { removeDuplicates: true }]) {
      const { bytes } = await fix(windows1252(text), fixes);
      assert.equal(bytes.toString(), fixes.removeDuplicates ? 'code\nABCDEFGH\n\u00c71\n' : text);
    }
  });

  it('fault 76: writes nothing where a byte is neither UTF-8 nor Windows-1252', async () => {
    const target = newPath();
    const path = fileOf(Buffer.from(`code\n${'ABCDEFGH\n'.repeat(20_000)}\u00e9\u0081\n`, 'latin1'));
    const data = { kind: 'encoding', encoding: 'utf-8', offset: 180_005, undefinedAt: 180_006 };
    await assert.rejects(fixCodes(path, target, {}), { data });
    assert.equal(existsSync(target), false);
  });

  it('fault 76: refuses a file that is not what was checked', async () => {
    const path = fileOf(asWindows);
    const { sha256 } = await preflight(path);
    const target = newPath();
    await fixCodes(path, target, {}, { sha256, pieceSize: 4 });
    assert.equal(readFileSync(target, 'utf8'), brazilian);
    writeFileSync(path, windows1252(brazilian.replace('B2', 'B3')));
    const other = newPath();
    await assert.rejects(fixCodes(path, other, {}, { sha256 }), { kind: 'changed' });
    assert.equal(existsSync(other), false);
  });

  it('leaves nothing to fix', async () => {
    const random = randomFrom(7);
    const codes = Array.from({ length: 2000 }, () => {
      const code = `C${Math.floor(random() * 900) + 100}`;
      return [code, ` ${code}`, `${code}\u200b`, '', `"${code}"`][Math.floor(random() * 5)]!;
    });
    const ends = ['\n', '\r\n', '\r'];
    const text = codes.map((code) => code + ends[Math.floor(random() * 3)]!).join('');
    const { bytes, fixed } = await fix(`\ufeffcode\n${text}`, everything, { codesInOnePass: 150 });
    const { counts, rows, hasByteOrderMark, lineEnd } = await preflight(fileOf(bytes));
    assert.deepEqual([counts, rows, hasByteOrderMark, lineEnd], [{}, fixed.rows, false, 'lf']);
    const different = new Set(codes.map((code) => code.replace(/[^C\d]/g, '')).filter((code) => code !== ''));
    assert.equal(rows, different.size);
    // A blank line may make one line end of the two around it.
    assert.equal(fixed.rows + fixed.duplicates + fixed.blankLines, text.match(/\r\n|\n|\r/g)?.length);
  });

  itWithLinks('never writes over the file itself, not by another name either', async () => {
    const path = fileOf('A1\nA1\n');
    const [link, second] = [newPath(), newPath()];
    symlinkSync(path, link);
    linkSync(path, second);
    for (const target of [path, link, second]) await assert.rejects(fixCodes(path, target, everything), { kind: 'sameFile' });
    assert.equal(readFileSync(path, 'utf8'), 'A1\nA1\n');
  });

  it('never writes over what has appeared while it was at work', async () => {
    const target = newPath();
    const onProgress = () => writeFileSync(target, 'of somebody else');
    await assert.rejects(fixCodes(fileOf('A1\nA1\n'), target, everything, { onProgress }), { code: 'EEXIST' });
    assert.equal(readFileSync(target, 'utf8'), 'of somebody else');
    const parts = readdirSync(dirname(target)).filter((name) => name.startsWith(`${basename(target)}.`));
    assert.deepEqual(parts, []);
  });

  it('writes nothing when it cannot be done', async () => {
    const target = newPath();
    await assert.rejects(fixCodes(fileOf('A1\n"B2\n'), target, everything), { data: { kind: 'openQuote', line: 2, column: 1 } });
    await assert.rejects(fixCodes(fileOf('A1,X1\nB2,Y2\n'), target, everything), { kind: 'unclearColumn' });
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(fixCodes(fileOf('A1\n'), target, everything, { signal }), { message: 'enough' });
    const controller = new AbortController();
    const onProgress = () => controller.abort(new Error('midway'));
    const large = fileOf('ABCDEFGHI\n'.repeat(20_000));
    await assert.rejects(fixCodes(large, target, {}, { signal: controller.signal, onProgress }), { message: 'midway' });
    assert.equal(existsSync(target), false);
    assert.deepEqual(
      readdirSync(dirname(target)).filter((name) => name.startsWith(`${basename(target)}.`)),
      [],
    );
  });

  it('leaves out the rows of codes by their places among them, and rows without a code, whatever else stands there', async () => {
    const lines = ['A list', '', 'name;code', 'a;A1', 'b;', 'c;B2', '"d\ne"; C3 ', 'f;B2', ';', 'g;C3', 'h;D4'];
    const path = fileOf(lines.join('\n'));
    const { codes } = await preflight(path);
    const there = (onCodes: CodeListener) => Promise.resolve(onCodes(['A1', 'D4']));
    const { places: without } = await compareCodes(path, there, { codes, keepsPlaces: true });
    const fixes = { removeDuplicates: true, trim: true, dropBlankLines: true, dropAboveHeader: true };
    const { bytes, fixed } = await fix(lines.join('\n'), fixes, { without });
    assert.equal(bytes.toString(), 'name;code\nc;B2\n"d\ne";C3\n');
    assert.deepEqual([fixed.rows, fixed.duplicates], [2, 2]);
  });
});
