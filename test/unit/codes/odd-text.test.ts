import assert from 'node:assert/strict';
import { type Problem } from '../../../src/codes/index.ts';
import { allCodes, check, fileOf } from './files.ts';

describe('odd text in codes', () => {
  const odd: [title: string, code: string, problem: Partial<Problem> & { kind: Problem['kind'] }][] = [
    ['NUL', 'B\x002', { kind: 'nul', column: 2, character: 'U+0000' }],
    ['a zero-width space', '\u200bB2', { kind: 'invisible', column: 1, character: 'U+200B' }],
    ['a soft hyphen', 'B\u00ad2', { kind: 'invisible', column: 2, character: 'U+00AD' }],
    ['a mark of direction', 'B2\u202e', { kind: 'invisible', column: 3, character: 'U+202E' }],
    ['a byte order mark in the middle', 'B\ufeff2', { kind: 'invisible', column: 2, character: 'U+FEFF' }],
    ['a Hangul filler', 'B\u31642', { kind: 'invisible', column: 2, character: 'U+3164' }],
    ['a tag beyond the first plane', 'B\u{e0041}2', { kind: 'invisible', column: 2, character: 'U+E0041' }],
    ['a character in two parts (NFD)', 'Be\u0301', { kind: 'decomposed', column: 2 }],
    ['zeros in front', '00123', { kind: 'leadingZeros', column: 1, codes: 1 }],
    ['what a spreadsheet takes for a number', '1E5', { kind: 'exponent', column: 1, damaged: false }],
    ['DEL', 'B\x7f', { kind: 'control', column: 2, character: 'U+007F' }],
  ];
  for (const [title, code, problem] of odd) {
    it(`fault 51: ${title} is named, and the text stays as it is`, async () => {
      const content = `A1\n${code}\nC3\n`;
      const { problems } = await check(content);
      assert.deepEqual(problems, [{ line: 2, code, ...problem }]);
      assert.deepEqual(await allCodes(fileOf(content)), [
        { code: 'A1', line: 1 },
        { code, line: 2 },
        { code: 'C3', line: 3 },
      ]);
    });
  }

  it('fault 51: NUL beside the codes is named too', async () => {
    const { problems } = await check('name,code\nx\0,A1\n"y""\0",B2\n');
    assert.deepEqual(problems, [
      { kind: 'nul', line: 2, column: 2, code: '', character: 'U+0000' },
      { kind: 'nul', line: 3, column: 5, code: '', character: 'U+0000' },
    ]);
  });

  it('fault 51: a code that differs only in an odd character is named with the line of the other', async () => {
    const { problems } = await check('ABC\nXYZ\nA\u200bBC\nABC \n\u00e91\ne\u03011\nABC\u0007\n');
    const alike = problems.filter(({ kind }) => kind === 'lookAlike');
    assert.deepEqual(alike, [
      { kind: 'lookAlike', line: 3, column: 1, code: 'A\u200bBC', firstLine: 1, differsIn: 'invisible' },
      { kind: 'lookAlike', line: 4, column: 1, code: 'ABC ', firstLine: 1, differsIn: 'spaces' },
      { kind: 'lookAlike', line: 6, column: 1, code: 'e\u03011', firstLine: 5, differsIn: 'normalisation' },
      { kind: 'lookAlike', line: 7, column: 1, code: 'ABC\u0007', firstLine: 1, differsIn: 'invisible' },
    ]);
  });

  it('a code with a plain space or a plus in it is a code', async () => {
    assert.deepEqual((await check('A 1\nB+2\nC.3\n1-2\nÇ4\n日本\n🎫5\n')).problems, []);
  });
});
