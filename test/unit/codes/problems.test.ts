import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type PreflightOptions, type Problem } from '../../../src/codes/index.ts';
import { check, onlyProblem } from './files.ts';

describe('the check of a file of codes', () => {
  it('tells what the file is', async () => {
    const text = 'Ticket;Código\r\nA;X1\r\nA;X22\r\nB;X33\r\n';
    const { problems, counts, ...found } = await check(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(counts, {});
    assert.deepEqual(found, {
      bytes: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
      encoding: 'utf-8',
      hasByteOrderMark: false,
      delimiter: ';',
      lineEnd: 'crlf',
      endsWithLineEnd: true,
      lines: 4,
      linkTo: undefined,
      rows: 3,
      codes: 3,
      header: ['Ticket', 'Código'],
      columns: 2,
      column: 1,
      candidates: [],
      sample: [
        ['A', 'X1'],
        ['A', 'X22'],
        ['B', 'X33'],
      ],
      sampleLines: [2, 3, 4],
      lengths: [
        { length: 2, codes: 1 },
        { length: 3, codes: 2 },
      ],
      stoppedAt: undefined,
      isEncodingChosen: false,
    });
  });

  it('shows the first ten rows and no more', async () => {
    const { sample } = await check(Array.from({ length: 30 }, (_, index) => `C${index}`).join('\n'));
    assert.deepEqual(
      sample,
      Array.from({ length: 10 }, (_, index) => [`C${index}`]),
    );
  });

  it('knows the line of each of the first rows: quotes may hold line ends, and a blank line is a line', async () => {
    const { sample, sampleLines } = await check('name,code\n"two\r\nlines",A1\n\nx,B2\n');
    assert.equal(sample.length, 3);
    assert.deepEqual(sampleLines, [2, 4, 5]);
  });

  const code = (text: string) => ({ code: text });
  const alone: [title: string, content: string, problem: Problem, options?: PreflightOptions][] = [
    ['a blank line', 'A1\n\nB2\n', { kind: 'blank', line: 2, column: 1, wholeLine: true }],
    ['a line of spaces', 'A1\n  \nB2\n', { kind: 'blank', line: 2, column: 1, wholeLine: true }],
    ['a row of empty cells', 'a,code\nx,1A\n,\ny,2B\n', { kind: 'blank', line: 3, column: 1, wholeLine: true }],
    ['a blank cell', 'name,code\nx,A1\ny, \nz,C3\n', { kind: 'blank', line: 3, column: 3, wholeLine: false }],
    ['a final blank line', 'A1\nB2\n\n', { kind: 'finalBlankLine', line: 3, column: 1, lines: 1 }],
    ['several at the end', 'A1\r\nB2\r\n\r\n \r\n', { kind: 'finalBlankLine', line: 3, column: 1, lines: 2 }],
    ['a duplicate', 'A1\nB2\nA1\n', { kind: 'duplicate', line: 3, column: 1, ...code('A1'), firstLine: 1 }],
    ['the same in quotes', 'A1\nB2\n"A1"\n', { kind: 'duplicate', line: 3, column: 2, ...code('A1'), firstLine: 1 }],
    [
      'a duplicate in another column',
      'name,code\n"x, y",A1\nz,A1\n',
      { kind: 'duplicate', line: 3, column: 3, ...code('A1'), firstLine: 2 },
    ],
    [
      'codes that differ in case',
      'aB1\nX2\nAb1\n',
      { kind: 'lookAlike', line: 3, column: 1, ...code('Ab1'), firstLine: 1, differsIn: 'case' },
    ],
    [
      'codes that are wide and narrow',
      'A1\nX2\n\uff21\uff11\n',
      { kind: 'lookAlike', line: 3, column: 1, ...code('\uff21\uff11'), firstLine: 1, differsIn: 'normalisation' },
    ],
    [
      'a space before a code',
      'A1\n  B2\n',
      { kind: 'whitespace', line: 2, column: 1, ...code('  B2'), where: 'start', length: 2 },
    ],
    ['a space behind a code', 'A1\nB2\t\n', { kind: 'whitespace', line: 2, column: 3, ...code('B2\t'), where: 'end', length: 1 }],
    [
      'a space that does not break, within a code',
      'A1\nB\u00a02\n',
      { kind: 'whitespace', line: 2, column: 2, ...code('B\u00a02'), where: 'inside', length: 1 },
    ],
    ['a line end within a code', 'A1\n"B\n2"\n', { kind: 'control', line: 2, column: 3, ...code('B\n2'), character: 'U+000A' }],
    [
      'an invisible character behind a line end in quotes',
      'name,code\n"x\r\ny","B""\u200b2"\nz,C3\n',
      { kind: 'invisible', line: 3, column: 8, ...code('B"\u200b2'), character: 'U+200B' },
    ],
    ['a bell', 'A1\nB\x072\n', { kind: 'control', line: 2, column: 2, ...code('B\x072'), character: 'U+0007' }],
    [
      'a character that was lost',
      'A1\nB\ufffd\n',
      { kind: 'replaced', line: 2, column: 2, ...code('B\ufffd'), character: 'U+FFFD' },
    ],
    [
      'a code that is too long',
      'A1\nBBBBBB\n',
      { kind: 'tooLong', line: 2, column: 5, ...code('BBBBBB'), length: 6, limit: 4 },
      { maxLength: 4 },
    ],
    ['a number of a spreadsheet', 'A1\n1.23E+10\n', { kind: 'exponent', line: 2, column: 1, ...code('1.23E+10'), damaged: true }],
    [
      'the same with a comma',
      'A1;x\n1,23E+10;y\n',
      { kind: 'exponent', line: 2, column: 1, ...code('1,23E+10'), damaged: true },
      { column: 0 },
    ],
    ['an error of a spreadsheet', 'A1\n#REF!\n', { kind: 'spreadsheetError', line: 2, column: 1, ...code('#REF!') }],
    ['the same in Portuguese', 'A1\n#N/D\n', { kind: 'spreadsheetError', line: 2, column: 1, ...code('#N/D') }],
    ['a cell too many', 'name,code\nx,A1\ny,B2,z\n', { kind: 'uneven', line: 3, column: 6, found: 3, expected: 2 }],
    ['a cell too few', 'name,code\nx,A1\ny\nz,C3\n', { kind: 'uneven', line: 3, column: 2, found: 1, expected: 2 }],
    ['an open quote', 'A1\nB2\n"C3\nD4\n', { kind: 'openQuote', line: 3, column: 1 }],
    ['an open quote in the second cell', 'x,code\n"a\nb","C3\nD4\n', { kind: 'openQuote', line: 3, column: 4 }],
    ['a quote within a cell', 'A1\nB"2\n', { kind: 'strayQuote', line: 2, column: 2 }],
    ['text behind a closing quote', 'A1\n"B2"x\nC3\n', { kind: 'strayQuote', line: 2, column: 4 }],
    ['carriage returns alone', 'A1\rB22\rC3', { kind: 'crLineEnds', line: 1, column: 3 }],
    [
      'mixed line ends',
      'A1\nB22\nC333\r\nD4\rE5\n',
      { kind: 'mixedLineEnds', line: 3, column: 5, counts: { crlf: 1, lf: 3, cr: 1 } },
    ],
  ];
  for (const [title, content, problem, options] of alone) {
    it(`finds ${title}`, async () => assert.deepEqual(await onlyProblem(content, options), problem));
  }

  it('finds the zeros that a spreadsheet took away', async () => {
    const { problems, counts } = await check('00123\n04567\n890\n12345\n77\n');
    assert.deepEqual(problems, [
      { kind: 'leadingZeros', line: 1, column: 1, code: '00123', codes: 2 },
      { kind: 'lostZeros', line: 3, column: 1, code: '890', length: 3, expected: 5 },
      { kind: 'lostZeros', line: 5, column: 1, code: '77', length: 2, expected: 5 },
    ]);
    assert.deepEqual(counts, { leadingZeros: 2, lostZeros: 2 });
  });

  it('takes numbers of many lengths for what they are', async () => {
    const { counts } = await check(Array.from({ length: 200 }, (_, index) => String(index)).join('\n'));
    assert.deepEqual(counts, {});
    const mostlyShort = ['0001', ...Array.from({ length: 50 }, (_, index) => String(100 + index))].join('\n');
    assert.deepEqual((await check(mostlyShort)).counts, { leadingZeros: 1 });
  });

  it('keeps the first of each kind and counts all', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => ` C${index % 25}`);
    const { problems, counts, rows: found } = await check(rows.join('\n'), { maxProblems: 3 });
    assert.equal(found, 50);
    assert.deepEqual(counts, { whitespace: 50, duplicate: 25 });
    const linesOf = (kind: string) => problems.filter((problem) => problem.kind === kind).map(({ line }) => line);
    assert.deepEqual(linesOf('whitespace'), [1, 2, 3]);
    assert.deepEqual(linesOf('duplicate'), [26, 27, 28]);
  });

  it('reads good files without a word', async () => {
    for (const text of [
      'A1',
      'A1\n',
      'code\nA1\nB2\n',
      'code,name\nA1,"x, y"\nB2,"z ""w"""\n',
      '\ufeffcode\r\nA1\r\nB2\r\n',
      '"A1" \n"B2"\n',
    ]) {
      assert.deepEqual((await check(text)).problems, [], JSON.stringify(text));
    }
  });
});
