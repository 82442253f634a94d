import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  choicesOf,
  CodeFileError,
  compareCodes,
  preflight,
  type CodeFileErrorData,
  type Encoding,
  type PreflightOptions,
} from '../../../src/codes/index.ts';
import { allCodes, check, fileOf, randomFrom, utf16be, windows1252, windowsCharacters } from './files.ts';

const text = 'código;nome\r\nÁ1;João 🎫\r\nB2;"a\r\nb"\r\nÁ1;x\r\n';

async function refusalOf(content: Buffer, options?: PreflightOptions): Promise<CodeFileErrorData> {
  const error: unknown = await check(content, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CodeFileError);
  return error.data;
}

describe('the encoding of a file of codes', () => {
  const ways: [title: string, bytes: Buffer, encoding: string, hasMark: boolean][] = [
    ['UTF-8', Buffer.from(text), 'utf-8', false],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), 'utf-8', true],
    ['UTF-16 LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le', true],
    ['UTF-16 BE with a mark', utf16be(`\ufeff${text}`), 'utf-16be', true],
    ['UTF-16 LE without a mark', Buffer.from(text, 'utf16le'), 'utf-16le', false],
    ['UTF-16 BE without a mark', utf16be(text), 'utf-16be', false],
  ];
  for (const [title, bytes, encoding, hasMark] of ways) {
    // Pieces of a few bytes cut characters, pairs of surrogates, quotes and line ends.
    for (const pieceSize of [4, 6, 10, 64, undefined]) {
      it(`fault 49: reads ${title}, ${pieceSize ?? 'many'} bytes at a time`, async () => {
        const found = await check(bytes, { pieceSize });
        assert.deepEqual([found.encoding, found.hasByteOrderMark], [encoding, hasMark]);
        assert.deepEqual(found.header, ['código', 'nome']);
        assert.deepEqual(found.sample[0], ['Á1', 'João 🎫']);
        assert.deepEqual([found.rows, found.codes, found.lines, found.lineEnd], [3, 3, 5, 'crlf']);
        assert.deepEqual(found.problems, [{ kind: 'duplicate', line: 5, column: 1, code: 'Á1', firstLine: 2 }]);
      });
    }
  }

  it('fault 49: a mark before a quoted cell does not break it', async () => {
    const found = await check('\ufeff"code"\n"A1"\n');
    assert.deepEqual([found.header, found.rows, found.problems], [['code'], 1, []]);
  });

  const refused: [title: string, bytes: Buffer, data: CodeFileErrorData][] = [
    [
      'Latin-1 behind a mark',
      Buffer.from('\xef\xbb\xbfA1\n\xe3\n', 'latin1'),
      { kind: 'encoding', encoding: 'utf-8', offset: 6 },
    ],
    [
      'half a pair of surrogates',
      Buffer.from('\ufeffA\ud83dB\n', 'utf16le'),
      { kind: 'encoding', encoding: 'utf-16le', offset: 4 },
    ],
    [
      'an odd byte',
      Buffer.concat([Buffer.from('\ufeffA1', 'utf16le'), Buffer.from('x')]),
      { kind: 'encoding', encoding: 'utf-16le', offset: 6 },
    ],
    ['UTF-32', Buffer.from('\xff\xfe\0\0A\0\0\0', 'latin1'), { kind: 'encoding', encoding: 'utf-32', offset: 0 }],
  ];
  for (const [title, bytes, data] of refused) {
    it(`fault 49: refuses ${title}, with the byte`, async () => assert.deepEqual(await refusalOf(bytes), data));
  }

  const broken: [title: string, bytes: Buffer, offset: number][] = [
    ['Latin-1', Buffer.from('A1\nJo\xe3o\n', 'latin1'), 5],
    ['a character that the end cuts', Buffer.from('A1\nB\xc3', 'latin1'), 4],
    ['an overlong form', Buffer.from('A1\n\xc0\xaf\n', 'latin1'), 3],
  ];
  for (const [title, bytes, offset] of broken) {
    it(`fault 49: refuses ${title} where UTF-8 was chosen, with the byte`, async () => {
      for (const pieceSize of [4, 5, undefined]) {
        const data = await refusalOf(bytes, { encoding: 'utf-8', pieceSize });
        assert.deepEqual(data, { kind: 'encoding', encoding: 'utf-8', offset });
      }
    });
  }
});

const plain = 'ABCDEFGH\n'.repeat(50_000);
const brazilian = 'C\u00f3digo;Nome\r\n\u00c71;Jo\u00e3o \u20ac \u201cx\u201d\r\nB2;"a\r\nb"\r\n\u00c71;x\r\n\u00e71;\u2026\r\n';

describe('a file in an encoding of one byte a character', () => {
  for (const pieceSize of [4, 5, 6, 7, 10, 64, undefined]) {
    it(`fault 76: is read as Windows-1252 where it is no UTF-8, ${pieceSize ?? 'many'} bytes at a time`, async () => {
      const bytes = windows1252(brazilian);
      const found = await check(bytes, { pieceSize });
      assert.deepEqual([found.encoding, found.isEncodingChosen, found.hasByteOrderMark], ['windows-1252', false, false]);
      assert.deepEqual([found.header, found.delimiter, found.column], [['C\u00f3digo', 'Nome'], ';', 0]);
      assert.deepEqual(found.sample[0], ['\u00c71', 'Jo\u00e3o \u20ac \u201cx\u201d']);
      assert.deepEqual([found.rows, found.codes, found.lines, found.lineEnd, found.bytes], [4, 4, 6, 'crlf', bytes.length]);
      assert.equal(found.sha256, createHash('sha256').update(bytes).digest('hex'));
      assert.deepEqual(found.problems, [
        { kind: 'duplicate', line: 5, column: 1, code: '\u00c71', firstLine: 2 },
        { kind: 'lookAlike', line: 6, column: 1, code: '\u00e71', firstLine: 2, differsIn: 'case' },
      ]);
      assert.deepEqual(await allCodes(fileOf(bytes), { pieceSize }), [
        { code: '\u00c71', line: 2 },
        { code: 'B2', line: 3 },
        { code: '\u00c71', line: 5 },
        { code: '\u00e71', line: 6 },
      ]);
    });
  }

  it('fault 76: every byte that Windows-1252 defines is its character', async () => {
    const all = [...windowsCharacters, ...Array.from({ length: 96 }, (_, index) => String.fromCharCode(0xa0 + index))];
    const codes = all.map((character) => `A${character}Z`);
    const path = fileOf(windows1252(codes.join('\n')));
    for (const pieceSize of [4, 5, undefined]) {
      const read = await allCodes(path, { pieceSize });
      assert.deepEqual(
        read.map(({ code }) => code),
        codes,
      );
    }
  });

  for (const byte of [0x81, 0x8d, 0x8f, 0x90, 0x9d]) {
    it(`fault 76: is refused with the byte ${byte.toString(16)}, which Windows-1252 does not define, before or behind the accent`, async () => {
      const odd = String.fromCharCode(byte);
      for (const pieceSize of [4, 5, undefined]) {
        const behind = await refusalOf(Buffer.from(`A1\nJo\xe3o\nB${odd}2\n`, 'latin1'), { pieceSize });
        assert.deepEqual(behind, { kind: 'encoding', encoding: 'utf-8', offset: 5, undefinedAt: 9 });
        // In UTF-8 it is the second half of a character there, which may be chance.
        const before = await refusalOf(Buffer.from(`A\xc3${odd}1\nJo\xe3o ${'\xe3o '.repeat(4)}\n`, 'latin1'), { pieceSize });
        assert.deepEqual(before, { kind: 'encoding', encoding: 'utf-8', offset: 7, undefinedAt: 2 });
      }
      const chosen = await refusalOf(Buffer.from(`A1\nB${odd}2\n`, 'latin1'), { encoding: 'windows-1252' });
      assert.deepEqual(chosen, { kind: 'encoding', encoding: 'windows-1252', offset: 4 });
    });
  }

  const smallPieces = ({ length }: Buffer) => (length > 1000 ? [1021, undefined] : [4, 7, undefined]);
  const brokenAt = (offset: number, line: number) => ({ kind: 'encoding', encoding: 'utf-8', offset, line });
  const names = 'Jo\u00e3o;A1\nJos\u00e9;B2\n';
  const broken: [title: string, bytes: Buffer, offset: number, line: number][] = [
    ['one broken byte behind accents', Buffer.concat([Buffer.from(names), Buffer.from('Z\xe9\n', 'latin1')]), 19, 3],
    ['one broken byte before accents', Buffer.concat([Buffer.from('Z\xe9\n', 'latin1'), Buffer.from(names)]), 1, 1],
    ['an end that cuts a letter', Buffer.from(`${names}Caf\u00e9`).subarray(0, -1), 21, 3],
    ['an end that cuts an emoji', Buffer.from(`${names}\u{1f3ab}`).subarray(0, -1), 18, 3],
    ['a broken byte far down', Buffer.concat([Buffer.from(names + plain), Buffer.from('\x93\n', 'latin1')]), 450_018, 50_003],
    ['a broken byte far above', Buffer.concat([Buffer.from('\x93\n', 'latin1'), Buffer.from(plain + names)]), 0, 1],
    ['lines of both', Buffer.concat(Array.from({ length: 300 }, () => [Buffer.from(names), windows1252(names)]).flat()), 20, 3],
    ['old line ends', Buffer.from('Jo\xc3\xa3o\rB\xe3\r', 'latin1'), 7, 2],
  ];
  for (const [title, bytes, offset, line] of broken) {
    it(`fault 76: UTF-8 with ${title} is refused, with the byte and its line, until somebody chooses an encoding`, async () => {
      for (const pieceSize of smallPieces(bytes)) assert.deepEqual(await refusalOf(bytes, { pieceSize }), brokenAt(offset, line));
      await assert.rejects(allCodes(fileOf(bytes)), { data: brokenAt(offset, line) });
      for (const encoding of ['windows-1252', 'iso-8859-1'] as const)
        assert.equal((await check(bytes, { encoding, column: 0 })).encoding, encoding);
    });
  }

  const single: [title: string, bytes: Buffer][] = [
    ['nothing but ASCII before and behind one accent', windows1252(`A1\nJos\u00e9\n${plain}`)],
    [
      'letters that are UTF-8 by chance among accents',
      windows1252('CAF\u00c9\u2026\nJo\u00e3o\nJos\u00e9\nvoc\u00ea\nA\u00e7ucar\n'),
    ],
    ['many such letters among many accents', windows1252('\u00c3\u00a9 \u00e9 \u00e3 \u00e7 \u00ea\n'.repeat(20_000))],
    ['mojibake in the header, then accents', windows1252(`C\u00c3\u00b3digo\n${plain}${'Jos\u00e9\n'.repeat(9)}`)],
  ];
  for (const [title, bytes] of single) {
    it(`fault 76: ${title} is Windows-1252`, async () => {
      for (const pieceSize of smallPieces(bytes))
        assert.equal((await check(bytes, { pieceSize, column: 0 })).encoding, 'windows-1252');
    });
  }

  it('fault 76: behind a byte order mark, what is no UTF-8 stays refused', async () => {
    const late = Buffer.from(`\xef\xbb\xbfA1\n${'B2\n'.repeat(40_000)}\xe3\n`, 'latin1');
    assert.deepEqual(await refusalOf(late), { kind: 'encoding', encoding: 'utf-8', offset: 120_006 });
  });

  const late = Buffer.concat([Buffer.from(`code\n${plain}`), windows1252('x\u00e9\u201d\n'), Buffer.from(plain)]);

  it('fault 76: the first accent deep in a large file starts the check over, with the right hash and progress', async () => {
    const told: number[] = [];
    const onProgress = (bytes: number, total: number) => {
      assert.equal(total, late.length);
      told.push(bytes);
    };
    const found = await check(late, { onProgress });
    assert.deepEqual(
      [found.encoding, found.isEncodingChosen, found.codes, found.lines],
      ['windows-1252', false, 100_001, 100_002],
    );
    assert.equal(found.sha256, createHash('sha256').update(late).digest('hex'));
    assert.deepEqual(found.counts, { duplicate: 99_999 });
    assert.equal(told.at(-1), late.length);
    const again = told.findIndex((bytes, index) => bytes < (told[index - 1] ?? 0));
    assert.ok(again > 0 && told[again - 1]! < late.length, 'it began anew before the end');
    const sorted = (list: readonly number[]) =>
      assert.deepEqual(
        list,
        [...list].sort((one, other) => one - other),
      );
    sorted(told.slice(0, again));
    sorted(told.slice(again));
    assert.equal((await check(late, { codesInOnePass: 30_000 })).counts.duplicate, 99_999);
  });

  it('fault 76: what stood before the late accent is read in the same encoding, the header too', async () => {
    const accents = windows1252('\u00e9\u00e7\u00e3o, voc\u00ea\n');
    const bytes = Buffer.concat([Buffer.from('C\u00f3digo\n'), Buffer.from(plain), accents]);
    const found = await check(bytes);
    assert.deepEqual(found.header ?? found.sample[0], ['C\u00c3\u00b3digo']);
  });

  it('fault 76: a reader that was told nothing gives no code in another encoding than the check', async () => {
    const path = fileOf(late);
    const [told, untold] = [await allCodes(path, choicesOf(await preflight(path))), await allCodes(path)];
    assert.deepEqual(untold, told);
    assert.deepEqual(untold[50_000], { code: 'x\u00e9\u201d', line: 50_002 });
    const mixed = fileOf(Buffer.concat([Buffer.from(`\u00e9A\n${plain}`), windows1252('x\u00e9\n'.repeat(4))]));
    const [first] = await allCodes(mixed);
    assert.equal(first?.code, '\u00c3\u00a9A', 'the first code is what the whole file says it is');
    await assert.rejects(allCodes(mixed, { encoding: 'utf-8' }), { kind: 'encoding' });
  });

  it('fault 76: a reader refuses an undefined byte before it gives the first code', async () => {
    const path = fileOf(Buffer.concat([late, Buffer.from([0x81])]));
    const data = { kind: 'encoding', encoding: 'utf-8', offset: 450_006, undefinedAt: late.length };
    const codes: unknown[] = [];
    const read = async () => {
      for (const code of await allCodes(path)) codes.push(code);
    };
    await assert.rejects(read(), { data });
    await assert.rejects(preflight(path), { data });
    assert.deepEqual(codes, []);
  });

  it('fault 76: is compared with a service by what it says', async () => {
    const path = fileOf(windows1252(brazilian));
    const result = await preflight(path);
    const compared = await compareCodes(path, (onCodes) => Promise.resolve(onCodes(['\u00c71', 'X'])), {
      ...choicesOf(result),
      codes: result.codes,
      codesInOnePass: 2,
    });
    assert.deepEqual([compared.codes, compared.different, compared.there, compared.missing], [4, 3, 1, 2]);
    assert.deepEqual(compared.firstMissing, [
      { code: 'B2', line: 3 },
      { code: '\u00e71', line: 6 },
    ]);
  });

  const chosen: [encoding: Encoding, bytes: Buffer, code: string][] = [
    ['iso-8859-1', Buffer.from([0x41, 0x80, 0x93, 0xe9]), 'A\u0080\u0093\u00e9'],
    ['windows-1252', Buffer.from([0x41, 0x80, 0x93, 0xe9]), 'A\u20ac\u201c\u00e9'],
    ['windows-1252', Buffer.from('A\u00e9'), 'A\u00c3\u00a9'],
    ['iso-8859-1', Buffer.from([0x41, 0x81]), 'A\u0081'],
    ['utf-8', Buffer.from('A\u00e9'), 'A\u00e9'],
    ['utf-16le', Buffer.from('A\u00e9', 'utf16le'), 'A\u00e9'],
    ['utf-16be', utf16be('A\u00e9'), 'A\u00e9'],
  ];
  for (const [encoding, bytes, code] of chosen) {
    it(`fault 76: ${bytes.toString('hex')} is read as ${encoding} where somebody chose that`, async () => {
      const path = fileOf(bytes);
      const found = await preflight(path, { encoding });
      assert.deepEqual([found.encoding, found.isEncodingChosen], [encoding, true]);
      assert.deepEqual(found.sample, [[code]]);
      assert.deepEqual(await allCodes(path, { encoding }), [{ code, line: 1 }]);
    });
  }

  it('fault 76: text that is UTF-8 is never taken for Windows-1252', async () => {
    const found = await check(`${plain}\u00e9\u{1f3ab}\n${plain}`, { pieceSize: 1021 });
    assert.deepEqual([found.encoding, found.isEncodingChosen], ['utf-8', false]);
  });

  it('fault 76: whatever Windows-1252 holds is read as it was written', async () => {
    const random = randomFrom(76);
    const letters = [...windowsCharacters, ...Array.from('\u00e1\u00c9\u00e7\u00e3\u00ff\u00bfABCabc0123456789')];
    for (let round = 0; round < 150; round++) {
      const code = () =>
        Array.from({ length: 1 + Math.floor(random() * 9) }, () => letters[Math.floor(random() * letters.length)]!);
      const codes = [...new Set(Array.from({ length: 1 + Math.floor(random() * 60) }, () => `Z${code().join('')}`))];
      const end = ['\n', '\r\n', '\r'][round % 3]!;
      const bytes = windows1252(codes.map((one) => one + end).join(''));
      const options = {
        pieceSize: 4 + Math.floor(random() * 30),
        codesInOnePass: 5,
        column: 0,
        delimiter: ',',
        header: false,
      } as const;
      const path = fileOf(bytes);
      const encoding = 'windows-1252';
      const [read, found] = [await allCodes(path, { ...options, encoding }), await preflight(path, { ...options, encoding })];
      assert.deepEqual(
        read.map((one) => one.code),
        codes,
      );
      assert.deepEqual([found.codes, found.counts.duplicate], [codes.length, undefined]);
    }
  });
});
