// Files of codes as spreadsheets write them, each held against what a person would expect of it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  CodeFileError,
  preflight,
  readCodes,
  type CodeFileErrorData,
  type Preflight,
  type ProblemKind,
} from '../../../src/codes/index.ts';
import { sheetToCsv, withLosses } from '../../../src/xlsx/index.ts';
import { newPath } from './files.ts';

const folder = join(import.meta.dirname, '../../fixtures/spreadsheets');

/** What must be said of the cells of a workbook that hold codes. */
type CellRemark = 'dates' | 'formulas' | 'paddedZeros' | 'lostDigits' | 'lineBreaks' | 'errors';

interface Expected {
  readonly file: string;
  readonly madeBy: string;
  /** Text only. */
  readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-1' | 'mac-roman';
  /** Why it is not read at all. */
  readonly refused?: CodeFileErrorData['kind'];
  /** Text only. Null: there is one column. */
  readonly delimiter?: string | null;
  /** Workbooks only: the one with the codes. */
  readonly sheet?: string;
  /** The sheet that is read when none is chosen, where it is not clear. */
  readonly firstSheet?: string;
  /** Null: there is none. Absent: it may be any. */
  readonly header?: readonly string[] | null;
  readonly codeColumn?: number;
  /** All of them, or how many and two of them. */
  readonly codes?: readonly string[];
  readonly count?: number;
  readonly first?: string;
  readonly last?: string;
  readonly mustReport: readonly ProblemKind[];
  readonly mustSay?: readonly CellRemark[];
}

/** What reading a file gave. */
interface Found {
  readonly checked: Preflight;
  readonly codes: readonly string[];
}

const all = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected[];
const isWorkbook = ({ file }: Expected) => /\.xlsx$/i.test(file);

async function codesOfText(path: string): Promise<Found> {
  const checked = await preflight(path);
  const codes: string[] = [];
  for await (const { code } of readCodes(path)) codes.push(code);
  return { checked, codes };
}

interface FoundInWorkbook extends Found {
  /** The one that was read. */
  readonly sheet: string | undefined;
  readonly said: readonly CellRemark[];
}

/** The same for a sheet of a workbook, and what was said of its cells. Without a name, the one that is read first. */
async function codesOfWorkbook(path: string, sheet?: string): Promise<FoundInWorkbook> {
  const target = newPath();
  const facts = await sheetToCsv(path, target, { sheet });
  const said = (Object.keys(facts.notes) as CellRemark[]).filter((kind) => facts.notes[kind].count > 0);
  const { checked, codes } = await codesOfText(target);
  return { checked: withLosses(checked, facts).result, codes, sheet: facts.sheet, said };
}

/** Problems of these kinds would make a person doubt a file that is sound. */
const alarming: readonly ProblemKind[] = [
  'aboveHeader',
  'control',
  'date',
  'duplicate',
  'exponent',
  'invisible',
  'lookAlike',
  'lostDigits',
  'lostZeros',
  'noResult',
  'replaced',
  'spreadsheetError',
  'strayQuote',
  'uneven',
  'whitespace',
];

function holds({ checked, codes }: Found, expected: Expected): void {
  if (expected.header !== undefined) assert.deepEqual(checked.header ?? null, expected.header, 'header');
  if (expected.codeColumn !== undefined) assert.equal(checked.column, expected.codeColumn, 'column of the codes');
  if (expected.codes) assert.deepEqual(codes, expected.codes);
  else assert.deepEqual([codes.length, codes[0], codes.at(-1)], [expected.count, expected.first, expected.last]);
  assert.equal(checked.codes, codes.length, 'codes that the check counts');
  const reported = Object.keys(checked.counts) as ProblemKind[];
  const missing = expected.mustReport.filter((kind) => !reported.includes(kind));
  assert.deepEqual(missing, [], `not reported; reported: ${reported.join(', ')}`);
  const needless = reported.filter((kind) => alarming.includes(kind) && !expected.mustReport.includes(kind));
  assert.deepEqual(needless, [], 'reported without need');
}

const countOf = ({ codes, count }: Expected) => codes?.length ?? count ?? 0;
const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  'windows-1252': 'Windows-1252',
  'iso-8859-1': 'ISO-8859-1',
  'mac-roman': 'Mac Roman',
};
const delimiterNames: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

/** Windows-1252 and Latin-1 are the same text while no byte from 0x80 to 0x9f is used. */
function encodingsOf(path: string, encoding: Expected['encoding']): readonly (string | undefined)[] {
  const isEither = !readFileSync(path).some((byte) => byte >= 0x80 && byte <= 0x9f);
  const isLatin = encoding === 'windows-1252' || encoding === 'iso-8859-1';
  return isLatin && isEither ? ['windows-1252', 'iso-8859-1'] : [encoding];
}

describe('files of codes from spreadsheets', () => {
  for (const expected of all.filter((one) => !isWorkbook(one) && !one.refused)) {
    const { file, encoding, delimiter } = expected;
    const parted = delimiter ? delimiterNames[delimiter] : 'one column';
    it(`reads ${file} as a person would: ${countOf(expected)} codes, ${encodingNames[encoding ?? 'utf-8']}, ${parted}`, async () => {
      const path = join(folder, file);
      const found = await codesOfText(path);
      const encodings = encodingsOf(path, encoding);
      assert.ok(encodings.includes(found.checked.encoding), `${found.checked.encoding} is not ${encodings.join(' or ')}`);
      if (delimiter) assert.equal(found.checked.delimiter, delimiter);
      else assert.equal(found.checked.columns, 1);
      holds(found, expected);
    });
  }

  for (const { file, encoding, refused } of all) {
    if (refused === undefined) continue;
    it(`refuses ${file}, which is ${encodingNames[encoding ?? 'utf-8']}, rather than read it wrong`, async () => {
      const isExpected = (error: unknown) => error instanceof CodeFileError && error.kind === refused;
      await assert.rejects(preflight(join(folder, file)), isExpected);
    });
  }

  for (const expected of all.filter(isWorkbook)) {
    const { file, sheet = '', mustSay = [] } = expected;
    const saying = mustSay.length > 0 ? `, saying ${mustSay.join(' and ')}` : '';
    it(`reads the sheet ${sheet} of ${file} as a person would: ${countOf(expected)} codes${saying}`, async () => {
      const found = await codesOfWorkbook(join(folder, file), sheet);
      assert.equal(found.sheet, sheet);
      holds(found, expected);
      const missing = mustSay.filter((remark) => !found.said.includes(remark));
      assert.deepEqual(missing, [], `not said; said: ${found.said.join(', ')}`);
    });
  }

  for (const { file, firstSheet } of all) {
    if (firstSheet === undefined) continue;
    it(`reads the sheet ${firstSheet} of ${file} when none is chosen`, async () => {
      assert.equal((await codesOfWorkbook(join(folder, file))).sheet, firstSheet);
    });
  }

  it('holds every file of the folder against an expectation, and keeps them small', () => {
    const files = readdirSync(folder).filter((file) => !['.gitattributes', 'README.md', 'expected.json'].includes(file));
    assert.deepEqual(files.sort(), all.map(({ file }) => file).sort());
    const large = files.filter((file) => statSync(join(folder, file)).size > (file === 'vinte-mil.csv' ? 300_000 : 30_000));
    assert.deepEqual(large, []);
  });
});
