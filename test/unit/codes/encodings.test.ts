import assert from 'node:assert/strict';
import { CodeFileError, type CodeFileErrorData } from '../../../src/codes/index.ts';
import { check, utf16be } from './files.ts';

const text = 'código;nome\r\nÁ1;João 🎫\r\nB2;"a\r\nb"\r\nÁ1;x\r\n';

async function refusalOf(content: Buffer): Promise<CodeFileErrorData> {
  const error: unknown = await check(content).then(
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
    ['Latin-1', Buffer.from('A1\nJo\xe3o\n', 'latin1'), { kind: 'encoding', encoding: 'utf-8', offset: 5 }],
    [
      'Latin-1 behind a mark',
      Buffer.from('\xef\xbb\xbfA1\n\xe3\n', 'latin1'),
      { kind: 'encoding', encoding: 'utf-8', offset: 6 },
    ],
    ['a character that the end cuts', Buffer.from('A1\nB\xc3', 'latin1'), { kind: 'encoding', encoding: 'utf-8', offset: 4 }],
    ['an overlong form', Buffer.from('A1\n\xc0\xaf\n', 'latin1'), { kind: 'encoding', encoding: 'utf-8', offset: 3 }],
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

  it('fault 49: refuses Latin-1 deep in a large file, with the byte', async () => {
    const before = Buffer.from('ABCDEFGH\n'.repeat(50_000));
    const data = await refusalOf(Buffer.concat([before, Buffer.from('x\xe9y\n', 'latin1'), before]));
    assert.deepEqual(data, { kind: 'encoding', encoding: 'utf-8', offset: before.length + 1 });
  });
});
