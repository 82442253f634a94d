import assert from 'node:assert/strict';
import { preflight, type Preflight, type PreflightOptions } from '../../../src/codes/index.ts';
import { sheetToCsv, withLosses, type WorkbookFacts } from '../../../src/xlsx/index.ts';
import { newPath } from '../codes/files.ts';
import { bookOf, fileWith, row } from './workbooks.ts';

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const date = '<c s="1"><v>46083</v></c>';
const error = (value: string) => `<c t="e"><v>${value}</v></c>`;
const formats = ['dd/mm/yyyy'];

async function read(rows: string, options?: PreflightOptions): Promise<{ result: Preflight; workbook: WorkbookFacts }> {
  const target = newPath();
  const facts = await sheetToCsv(fileWith(bookOf({ rows, formats })), target);
  return withLosses(await preflight(target, { delimiter: ',', ...options }), facts);
}

const head = row(text('Code'), text('Bought'));

describe('what a workbook has lost', () => {
  it('is a problem in the column of the codes, at its row and cell, and a note in others', async () => {
    const { result, workbook } = await read(
      head + row(text('A1'), date) + row(date, date) + row('<c><v>1234567890123456</v></c>', date),
    );
    assert.deepEqual(result.counts, { date: 1, lostDigits: 1 });
    assert.deepEqual(result.problems, [
      { kind: 'date', line: 3, column: 1, place: 'A3', code: '2026-03-02' },
      { kind: 'lostDigits', line: 4, column: 1, place: 'A4', code: '1234567890123456' },
    ]);
    assert.deepEqual(workbook.notes.dates, { count: 3, places: ['B2', 'B3', 'B4'] });
    assert.deepEqual(workbook.notes.lostDigits, { count: 0, places: [] });
  });

  it('follows the column that somebody chose, and stays a note while none is clear', async () => {
    const rows = row(text('alpha'), text('beta')) + row(text('A1'), date) + row(text('B7'), date);
    assert.deepEqual((await read(rows, { column: 1 })).result.counts.date, 2);
    assert.deepEqual((await read(rows, { column: 0 })).result.counts, {});
    const two = ['K1X', 'Q7Z', 'R9T'].map((code, at) => row(text(`A${code}`), text(code), at === 0 ? date : text('x')));
    const { result, workbook } = await read(row(text('alpha'), text('beta'), text('gamma')) + two.join(''));
    assert.deepEqual([result.column, result.counts.date, workbook.notes.dates.count], [undefined, undefined, 1]);
  });

  it('is no problem above the rows: a title may be a date', async () => {
    const { result, workbook } = await read(row(date) + head + row(text('A1'), text('x')));
    assert.equal(result.counts.date, undefined);
    assert.deepEqual(workbook.notes.dates, { count: 1, places: ['A1'] });
  });

  it('counts a row once whose formula has no result, among the rows and below them', async () => {
    const formula = '<c><f>B1</f></c>';
    const { result } = await read(
      head + row(formula, text('x')) + row(formula) + row(text('A1')) + row('') + row('<c><v/></c>', text('x')) + row(formula),
    );
    assert.deepEqual(result.counts, { noResult: 3, blank: 2 });
    assert.deepEqual(
      result.problems.map(({ kind, line }) => [kind, line]),
      [
        ['noResult', 2],
        ['noResult', 3],
        ['blank', 5],
        ['blank', 6],
        ['noResult', 7],
      ],
    );
    const none = await read(head + row(formula) + row(formula));
    assert.deepEqual([none.result.codes, none.result.counts], [0, { noResult: 2 }]);
  });

  it('is nothing where a formula gave an empty text', async () => {
    const { result, workbook } = await read(head + row(text('A1')) + row('<c t="str"><f>IF(B3="","",B3)</f><v></v></c>'));
    assert.deepEqual(result.counts, {});
    assert.deepEqual([workbook.notes.formulas.count, workbook.notes.formulasWithoutResult.count], [1, 0]);
    const numbers = await read(head + row(text('A1')) + row('<c><f>B3</f><v></v></c>'));
    assert.equal(numbers.result.counts.noResult, 1, 'as some libraries write it');
  });

  it('counts an error once, also one that its text does not tell', async () => {
    const { result } = await read(head + row(error('#N/A')) + row(error('#FIELD!')) + row(text('#REF!')) + row(text('A1')));
    assert.deepEqual(result.counts, { spreadsheetError: 3 });
    assert.deepEqual(
      result.problems.map((problem) => [problem.line, 'code' in problem && problem.code]),
      [
        [2, '#N/A'],
        [3, '#FIELD!'],
        [4, '#REF!'],
      ],
    );
  });

  it('is counted in full where there is much of it, and the first cells are kept', async () => {
    const many = (cell: string) => head + row(cell, text('x')).repeat(250) + row(text('A1'));
    const dates = await read(many(date));
    assert.deepEqual([dates.result.counts.date, dates.result.problems.filter(({ kind }) => kind === 'date').length], [250, 100]);
    const formulas = await read(many('<c><f>B1</f></c>'));
    assert.deepEqual(formulas.result.counts, { noResult: 250 });
    const errors = await read(many(error('#N/A')));
    assert.equal(errors.result.counts.spreadsheetError, 250);
    const wide = await sheetToCsv(fileWith(bookOf({ rows: row(date.repeat(900)).repeat(20), formats })), newPath());
    assert.equal(wide.losses.length, 900);
    assert.equal(
      wide.losses.reduce((sum, { cells }) => sum + cells.length, 0),
      10_000,
    );
  });
});
