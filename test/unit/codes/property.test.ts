// Files that a generator makes up, checked and compared with the plainest way to do it.
import assert from 'node:assert/strict';
import { CodeFileError, type Delimiter, type Encoding, type Preflight } from '../../../src/codes/index.ts';
import { allCodes, check, fileOf, randomFrom, utf16be } from './files.ts';

const pieces = [
  'A',
  'b',
  'B',
  'a',
  '1',
  '0',
  ' ',
  '\u00e9',
  'e\u0301',
  '\u200b',
  '\u{1f3ab}',
  '"',
  ',',
  ';',
  '\n',
  '\r\n',
  '#',
  '.',
  '\u00a0',
  '\0',
  'E',
];
const lineEnds = ['\n', '\r\n', '\r'] as const;

interface Made {
  readonly text: string;
  readonly delimiter: Delimiter;
  readonly columns: number;
  readonly column: number;
}

function makeFile(random: () => number): Made {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const delimiter = pick([',', ';', '\t', '|'] as const);
  const columns = 1 + Math.floor(random() * 3);
  const defaultEnd = pick(lineEnds);
  const cell = () => {
    const text = Array.from({ length: Math.floor(random() * 4) }, () => pick(pieces)).join('');
    const mustQuote = text.includes(delimiter) || /["\r\n]/.test(text);
    return mustQuote || random() < 0.1 ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const row = () => Array.from({ length: random() < 0.05 ? columns + 1 : columns }, cell).join(delimiter);
  const end = () => (random() < 0.05 ? pick(lineEnds) : defaultEnd);
  const count = 1 + Math.floor(random() * 40);
  let text = '';
  for (let index = 0; index < count; index++) text += row() + (index === count - 1 && random() < 0.5 ? '' : end());
  return { text, delimiter, columns, column: Math.floor(random() * columns) };
}

interface PlainRecord {
  readonly line: number;
  readonly cells: string[];
  /** Where each cell begins, and where the record ends. */
  readonly cellLines: number[];
  readonly lastLine: number;
  readonly lineEnd: string;
}

/** Sign by sign, with no thought for speed. */
function readPlainly(text: string, delimiter: string): { records: PlainRecord[]; lines: number } {
  const records: PlainRecord[] = [];
  let [position, line] = [0, 1];
  while (position < text.length) {
    const start = line;
    const cells: string[] = [];
    const cellLines: number[] = [];
    let lineEnd = '';
    for (;;) {
      let cell = '';
      cellLines.push(line);
      if (text[position] === '"') {
        position++;
        while (text[position] !== '"' || text[position + 1] === '"') {
          if (text[position] === '"') position++;
          else if (text[position] === '\n' || (text[position] === '\r' && text[position + 1] !== '\n')) line++;
          cell += text[position++]!;
        }
        position++;
      } else while (position < text.length && !`${delimiter}\r\n`.includes(text[position]!)) cell += text[position++]!;
      cells.push(cell);
      if (text[position] !== delimiter) break;
      position++;
    }
    if (position < text.length) {
      lineEnd = text.startsWith('\r\n', position) ? '\r\n' : text[position]!;
      position += lineEnd.length;
    }
    records.push({ line: start, cells, cellLines, lastLine: line, lineEnd });
    line++;
  }
  return { records, lines: line - 1 };
}

const trim = (text: string) => text.replace(/^[^\S\ufeff]+|[^\S\ufeff]+$/g, '');
const fold = (text: string) =>
  trim(text.replace(/[\u200b\0]/g, ''))
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC');

function expectedOf({ text, delimiter, columns, column }: Made) {
  const { records, lines } = readPlainly(text, delimiter);
  const filled = records.filter(({ cells }) => cells.some((cell) => trim(cell) !== ''));
  const codes = filled.flatMap(({ line, cells, cellLines }) =>
    trim(cells[column] ?? '') === '' ? [] : [{ line, codeLine: cellLines[column]!, code: cells[column]! }],
  );
  const duplicates: [number, number][] = [];
  const alike: [number, number][] = [];
  for (const [index, { codeLine, code }] of codes.entries()) {
    const before = codes.slice(0, index);
    const same = before.find((other) => other.code === code);
    const similar = before.find((other) => fold(other.code) === fold(code));
    if (same) duplicates.push([codeLine, same.codeLine]);
    else if (similar) alike.push([codeLine, similar.codeLine]);
  }
  const count = (test: (code: string) => boolean) => codes.filter(({ code }) => test(code)).length;
  const ends = new Set(records.map(({ lineEnd }) => lineEnd).filter((end) => end !== ''));
  const lastFilled = filled.at(-1);
  return {
    lines,
    rows: filled.length,
    codes: codes.map(({ code, line }) => ({ code, line })),
    duplicates,
    alike,
    uneven: filled
      .filter(({ cells }) => cells.length !== columns)
      .map(({ cellLines, lastLine }) => cellLines[columns] ?? lastLine),
    blankLines: records
      .filter((record) => !filled.includes(record) && record.line < (lastFilled?.line ?? 0))
      .map(({ line }) => line),
    whitespace: count((code) => trim(code) !== code || code.includes('\u00a0')),
    invisible: count((code) => code.includes('\u200b')),
    nul: count((code) => code.includes('\0')),
    decomposed: count((code) => code.normalize('NFC') !== code),
    mixed: ends.size > 1,
  };
}

function assertAgrees(found: Preflight, expected: ReturnType<typeof expectedOf>, isMostlyEven: boolean): void {
  const relations = (kind: string) =>
    found.problems.flatMap((problem) =>
      problem.kind === kind && 'firstLine' in problem ? [[problem.line, problem.firstLine]] : [],
    );
  const lines = (kind: string) => found.problems.filter((problem) => problem.kind === kind).map(({ line }) => line);
  assert.deepEqual([found.lines, found.rows, found.codes], [expected.lines, expected.rows, expected.codes.length]);
  assert.deepEqual(relations('duplicate'), expected.duplicates);
  assert.deepEqual(relations('lookAlike'), expected.alike);
  if (isMostlyEven) assert.deepEqual(lines('uneven'), expected.uneven);
  const blank = found.problems.flatMap((problem) => (problem.kind === 'blank' && problem.wholeLine ? [problem.line] : []));
  assert.deepEqual(blank, expected.blankLines);
  for (const kind of ['whitespace', 'invisible', 'decomposed'] as const)
    assert.equal(found.counts[kind] ?? 0, expected[kind], kind);
  assert.ok((found.counts.nul ?? 0) >= expected.nul);
  assert.equal(found.counts.mixedLineEnds !== undefined, expected.mixed);
  for (const kind of ['openQuote', 'strayQuote'] as const) assert.equal(found.counts[kind], undefined, kind);
  assert.equal(
    found.lengths.reduce((sum, { codes }) => sum + codes, 0),
    found.codes,
  );
}

function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  return encoding === 'utf-16le' ? Buffer.from(`\ufeff${text}`, 'utf16le') : utf16be(`\ufeff${text}`);
}

async function checkMadeUp(seed: number): Promise<void> {
  const random = randomFrom(seed);
  const made = makeFile(random);
  const expected = expectedOf(made);
  const { text, delimiter, column } = made;
  const pieceSize = 4 + 2 * Math.floor(random() * 20);
  const codesInOnePass = random() < 0.5 ? 5 : undefined;
  const encoding = (['utf-8', 'utf-8', 'utf-16le', 'utf-16be'] as const)[Math.floor(random() * 4)]!;
  const bytes = encode(text, encoding);
  // Little text full of zeros tells nothing about its encoding.
  const options = { delimiter, column, encoding, header: false, maxProblems: 1000, pieceSize, codesInOnePass } as const;
  try {
    const found = await check(bytes, options);
    assertAgrees(found, expected, found.columns === made.columns);
    assert.deepEqual(await allCodes(fileOf(bytes), options), expected.codes);
  } catch (error) {
    // Where few rows have their cells, the chosen column may be beyond what a row usually has.
    if (error instanceof CodeFileError && error.kind === 'noSuchColumn') return;
    (error as Error).message += `\n${JSON.stringify({ seed, text, delimiter, column, pieceSize })}`;
    throw error;
  }
}

describe('files that are made up', () => {
  for (let first = 1; first <= 1000; first += 100) {
    it(`agree with the plainest reading: ${first} to ${first + 99}`, async () => {
      for (let seed = first; seed < first + 100; seed++) await checkMadeUp(seed);
    });
  }
});
