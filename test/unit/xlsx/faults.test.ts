// The faults of CSV files once more, for a sheet that is checked as a CSV.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  CodeFileError,
  localFile,
  onlyAsChecked,
  preflight,
  type Preflight,
  type PreflightOptions,
  type Problem,
} from '../../../src/codes/index.ts';
import { sheetToCsv, writeXlsx, type WorkbookFacts } from '../../../src/xlsx/index.ts';
import { allCodes, fileOf, newPath } from '../codes/files.ts';
import { formulasIn } from '../csv/spreadsheet.ts';
import { failureOf } from '../client/support.ts';
import { clientOf, recordsIn, stopServices, testService } from '../service/support.ts';
import { bookOf, fileWith, row, zipOf } from './workbooks.ts';

const text = (value: string) => `<c t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
const rowsOf = (...codes: string[]) => ['code', ...codes].map((code) => row(text(code))).join('');

interface Checked {
  readonly csv: string;
  readonly facts: WorkbookFacts;
  readonly found: Preflight;
}

/** As a workbook is checked: its CSV, split at commas, in UTF-8. */
async function checked(book: Parameters<typeof bookOf>[0], options?: PreflightOptions): Promise<Checked> {
  const csv = newPath();
  const facts = await sheetToCsv(fileWith(bookOf(book)), csv);
  return { csv, facts, found: await preflight(csv, { delimiter: ',', encoding: 'utf-8', ...options }) };
}

const codesIn = async ({ csv }: Checked) => (await allCodes(csv, { delimiter: ',', encoding: 'utf-8' })).map(({ code }) => code);

describe('a sheet of codes', () => {
  afterEach(stopServices);

  it('fault 49: its parts may be UTF-8 with a mark or UTF-16, and are refused where they are no text (xlsx)', async () => {
    const sheet = `<?xml version="1.0"?><worksheet><sheetData>${rowsOf('\u00c7\u20ac\u{1f3ab}')}</sheetData></worksheet>`;
    for (const content of [Buffer.from(sheet), Buffer.from(`\ufeff${sheet}`), Buffer.from(`\ufeff${sheet}`, 'utf16le')]) {
      const read = await checked({ parts: { 'xl/worksheets/sheet1.xml': content } });
      assert.deepEqual([await codesIn(read), read.found.hasByteOrderMark], [['\u00c7\u20ac\u{1f3ab}'], false]);
    }
    const latin = Buffer.from(sheet.replace('\u20ac\u{1f3ab}', ''), 'latin1');
    await assert.rejects(checked({ parts: { 'xl/worksheets/sheet1.xml': latin } }), {
      data: { kind: 'workbook', reason: 'damaged', where: 'xl/worksheets/sheet1.xml' },
    });
  });

  it('fault 49: a byte order mark at the start of the first cell is a part of it (xlsx)', async () => {
    const read = await checked({ rows: row(text('\ufeffB2')) + row(text('B3')) });
    assert.deepEqual([await codesIn(read), read.found.hasByteOrderMark], [['\ufeffB2', 'B3'], false]);
  });

  it('fault 100: a small workbook of one cell with a million blanks is checked in its time (xlsx)', async () => {
    const book = bookOf({ rows: rowsOf(`A${' '.repeat(1_000_000)}B`, 'C3') });
    assert.ok(book.length < 8000, `${book.length} bytes`);
    const csv = newPath();
    await sheetToCsv(fileWith(book), csv);
    const { codes } = await preflight(csv, { delimiter: ',', encoding: 'utf-8' });
    assert.equal(codes, 2);
  });

  it('fault 50: a line end in a cell makes no second code, and the line of a problem is the row of the sheet (xlsx)', async () => {
    const read = await checked({ rows: rowsOf('A\r\n1', 'B&#13;2', 'C\n3', 'D4', '', 'D4') });
    assert.deepEqual(await codesIn(read), ['A 1', 'B 2', 'C 3', 'D4', 'D4']);
    assert.equal(read.facts.notes.lineBreaks.count, 3);
    assert.deepEqual(
      read.found.problems.find(({ kind }) => kind === 'duplicate'),
      { kind: 'duplicate', line: 7, column: 1, code: 'D4', firstLine: 5 },
    );
    assert.deepEqual([read.found.lineEnd, read.found.endsWithLineEnd], ['lf', true]);
  });

  it('fault 50: quotes, delimiters and open quotes in a cell stay in it (xlsx)', async () => {
    const codes = ['"', '"open', 'a"b', 'a,b', 'a;b', '""', ',"', '|'];
    const read = await checked({ rows: rowsOf(...codes) });
    assert.deepEqual(await codesIn(read), codes);
    assert.deepEqual([read.found.columns, read.found.counts, read.found.stoppedAt], [1, {}, undefined]);
  });

  const odd: [title: string, code: string, problem: Partial<Problem> & { kind: Problem['kind'] }][] = [
    ['a zero-width space', '\u200bB2', { kind: 'invisible', column: 1, character: 'U+200B' }],
    ['a soft hyphen', 'B\u00ad2', { kind: 'invisible', column: 2, character: 'U+00AD' }],
    ['a byte order mark, which stands in quotes', '\ufeffB2', { kind: 'invisible', column: 2, character: 'U+FEFF' }],
    ['a character in two parts (NFD)', 'Be\u0301', { kind: 'decomposed', column: 2 }],
    ['zeros in front', '00123', { kind: 'leadingZeros', column: 1, codes: 1 }],
    ['what a spreadsheet takes for a number', '1E5', { kind: 'exponent', column: 1, damaged: false }],
    ['DEL', 'B\x7f', { kind: 'control', column: 2, character: 'U+007F' }],
  ];
  for (const [title, code, problem] of odd) {
    it(`fault 51: ${title} in a text is named, and the text stays as it is (xlsx)`, async () => {
      const read = await checked({ rows: rowsOf('A1', code) });
      assert.deepEqual(read.found.problems, [{ line: 3, code, ...problem }]);
      assert.deepEqual(await codesIn(read), ['A1', code]);
    });
  }

  it('fault 51: NUL, which XML can only escape, is named (xlsx)', async () => {
    const read = await checked({ rows: rowsOf('B_x0000_2') });
    assert.deepEqual(read.found.problems, [{ kind: 'nul', line: 2, column: 2, code: 'B\x002', character: 'U+0000' }]);
    assert.deepEqual(await codesIn(read), ['B\x002']);
  });

  it('fault 51: a number keeps its digits, and the zeros that its format shows (xlsx)', async () => {
    const cells = ['<c><v>1E5</v></c>', '<c s="1"><v>123</v></c>', '<c><v>123</v></c>', '<c><v>1.23456789012E+11</v></c>'];
    const read = await checked({ rows: row(text('code')) + cells.map((cell) => row(cell)).join(''), formats: ['00000'] });
    assert.deepEqual(await codesIn(read), ['100000', '00123', '123', '123456789012']);
    assert.deepEqual(read.facts.padded, [{ place: 'A3', shown: '00123', stored: '123' }]);
  });

  it('fault 52: a workbook that is called .csv is called a workbook, whatever stands first in it (xlsx)', async () => {
    const book = bookOf({ rows: rowsOf('A1') });
    const first = ['docProps/app.xml', 'xl/workbook.xml', '_rels/.rels', '[Content_Types].xml'];
    for (const name of first) {
      const reordered = zipOf([
        { name, content: 'x' },
        { name: 'xl/worksheets/sheet1.xml', content: 'x' },
      ]);
      await assert.rejects(preflight(fileOf(reordered)), { data: { kind: 'binary', format: 'xlsx' } }, name);
    }
    await assert.rejects(preflight(fileOf(book)), { data: { kind: 'binary', format: 'xlsx' } });
    const other = zipOf([{ name: 'photos/1.txt', content: 'x' }]);
    await assert.rejects(preflight(fileOf(other)), { data: { kind: 'binary', format: 'zip' } });
  });

  it('fault 52: a sheet whose CSV has too many columns leaves no CSV behind (xlsx)', async () => {
    const [path, target] = [fileWith(bookOf({ rows: row(text('x').repeat(1001)) })), newPath()];
    const error = await sheetToCsv(path, target).catch((reason: unknown) => reason);
    assert.ok(error instanceof CodeFileError);
    assert.deepEqual(error.data, { kind: 'tooManyColumns', line: 1, columns: 1001, limit: 1000 });
    assert.equal(existsSync(target), false);
  });

  it('fault 53: duplicates are found, whether a cell has a text, a shared one or a number (xlsx)', async () => {
    const cells = [text('7'), '<c t="s"><v>0</v></c>', '<c><v>7</v></c>', '<c t="str"><f>A1</f><v>7</v></c>'];
    const read = await checked({
      rows: row(text('code')) + cells.map((cell) => row(cell)).join(''),
      strings: '<si><t>7</t></si>',
    });
    assert.deepEqual(read.found.counts, { duplicate: 3 });
    assert.equal(read.facts.notes.formulas.count, 1);
  });

  it('fault 69: what is sent is the CSV that was checked, whatever the workbook is by then (xlsx)', async () => {
    const client = clientOf(await testService());
    const path = fileWith(bookOf({ rows: rowsOf('BOOK-1', 'BOOK-2') }));
    const csv = newPath();
    await sheetToCsv(path, csv);
    const result = await preflight(csv);
    writeFileSync(path, bookOf({ rows: rowsOf('BOOK-3') }));
    const call = async (isOther: () => void) => {
      const file = onlyAsChecked(await localFile(csv), result, isOther);
      return client.call('uploadCodes', { path: { eventId: 1001 }, file });
    };
    await call(() => assert.fail('it is the same'));
    const stored = recordsIn(await client.call('listCodes', { path: { itemId: 300002 }, query: { term: 'BOOK-' } }));
    assert.deepEqual(
      stored.map(({ code }) => code),
      ['BOOK-1', 'BOOK-2'],
    );
    writeFileSync(csv, readFileSync(csv, 'utf8').replaceAll('BOOK', 'BOOC'));
    let isOther = false;
    const error = await failureOf(call(() => (isOther = true)));
    assert.match(error.message, /is not what was checked/);
    assert.equal(isOther, true);
  });

  const formulas = ['=1+1', '+55 11', '-5', '@SUM(A1)', '\t=1', 'x;=1+1', 'x,=1+1', 'x|=1'];

  it('faults 20 and 75: what looks like a formula is uploaded as it is (xlsx)', async () => {
    const read = await checked({ rows: rowsOf(...formulas) });
    assert.deepEqual(await codesIn(read), formulas);
  });

  it('faults 20 and 75: what looks like a formula is a text in a workbook that is written (xlsx)', async () => {
    const [path, csv] = [newPath(), newPath()];
    await writeXlsx(
      path,
      ['code'],
      formulas.map((code) => [code]),
      { sheetName: '=1+1' },
    );
    const facts = await sheetToCsv(path, csv);
    assert.deepEqual([facts.notes.formulas.count, facts.rows], [0, formulas.length + 1]);
    assert.deepEqual(
      (await allCodes(csv, { delimiter: ',' })).map(({ code }) => code),
      formulas,
    );
    assert.ok(formulasIn(readFileSync(csv, 'utf8'), ',').length > 0, 'only the workbook makes them texts');
  });

  it('fault 19: a workbook is never written over by its CSV (xlsx)', async () => {
    const bytes = bookOf({ rows: rowsOf('A1') });
    const path = fileWith(bytes);
    await assert.rejects(sheetToCsv(path, path), { data: { kind: 'sameFile' } });
    assert.deepEqual(readFileSync(path), bytes);
  });
});
