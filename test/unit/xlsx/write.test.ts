import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { sheetToCsv, writeXlsx } from '../../../src/xlsx/index.ts';
import { newPath, randomFrom } from '../codes/files.ts';
import { countsOf } from './workbooks.ts';

async function writtenAndRead(header: readonly string[], rows: readonly (readonly string[])[], sheetName = 'Codes') {
  const [path, target] = [newPath(), newPath()];
  const written = await writeXlsx(path, header, rows, { sheetName });
  assert.equal(written, rows.length);
  const facts = await sheetToCsv(path, target);
  return { ...facts, path, csv: readFileSync(target, 'utf8') };
}

/** The XML of the sheet, whose bytes stand behind its name. */
function sheetOf(zip: Buffer): string {
  const name = 'xl/worksheets/sheet1.xml';
  return inflateRawSync(zip.subarray(zip.indexOf(name) + name.length)).toString();
}

describe('a workbook that is written', () => {
  it('holds the texts that it was given', async () => {
    const rows = [
      ['00123', 'Ana & "Zé" <1>'],
      ['=1+1', '  two blanks  '],
      ['', 'tab\there'],
      ['_x0041_', '\u0001\u007f\u0085\ufffe'],
      ['12345678901234567890', '😀'],
    ];
    const read = await writtenAndRead(['code', 'name'], rows);
    const expected = [
      'code,name',
      '00123,"Ana & ""Zé"" <1>"',
      '=1+1,"  two blanks  "',
      ',"tab\there"',
      '_x0041_,\u0001\u007f\u0085\ufffe',
      '12345678901234567890,😀',
    ];
    assert.equal(read.csv, `${expected.join('\n')}\n`);
    assert.deepEqual(countsOf(read), {});
    if (process.platform !== 'win32') assert.equal(statSync(read.path).mode & 0o777, 0o600);
  });

  it('fault 75: has texts only, none of which is a formula wherever it is split', async () => {
    const hostile = ['=1+1', 'x;=1+1', '+1', '-1', '@SUM(A1)', '\t=1'];
    const rows = hostile.map((text) => [text, text]);
    const { path, csv } = await writtenAndRead(['=code', 'name'], rows);
    const xml = sheetOf(readFileSync(path));
    assert.doesNotMatch(xml, /<f[\s>/]/);
    assert.equal(xml.match(/<c [^>]*t="inlineStr"/g)?.length, 2 + 2 * hostile.length);
    assert.equal(xml.match(/<c /g)?.length, 2 + 2 * hostile.length);
    assert.ok(csv.includes('x;=1+1'), 'as it was given');
  });

  it('keeps line breaks, and what no UTF-8 can hold as an escape', async () => {
    const read = await writtenAndRead(['code'], [['a\r\nb'], ['c\nd'], ['\ud800x']]);
    assert.equal(read.csv, 'code\na b\nc d\n\ufffdx\n');
    assert.deepEqual(read.notes.lineBreaks.places, ['A2', 'A3']);
  });

  it('is called what a sheet may be called', async () => {
    const names: [wanted: string, given: string][] = [
      ['Lista & "códigos" <1>', 'Lista & "códigos" <1>'],
      ['a/b\\c:d*e?[f]', 'a b c d e  f'],
      ["'quoted'", 'quoted'],
      ['x'.repeat(40), 'x'.repeat(31)],
      ['', 'Sheet1'],
      ['History', 'Sheet1'],
      [`${'y'.repeat(30)}😀`, `${'y'.repeat(30)}\ufffd`],
    ];
    for (const [wanted, given] of names) assert.equal((await writtenAndRead(['code'], [], wanted)).sheet, given);
  });

  it('takes rows as they come', async () => {
    const random = randomFrom(3);
    const codes = Array.from({ length: 100_000 }, () => Math.floor(random() * 1e12).toString(36));
    const { csv, rows } = await writtenAndRead(
      ['code'],
      codes.map((code) => [code]),
    );
    assert.equal(rows, 100_001);
    assert.equal(csv, `code\n${codes.join('\n')}\n`);
  });

  it('is not there when something went wrong', async () => {
    const failing = async function* () {
      yield ['A1'];
      await Promise.reject(new Error('no more'));
    };
    const path = newPath();
    await assert.rejects(writeXlsx(path, ['code'], failing(), { sheetName: 'x' }), { message: 'no more' });
    await assert.rejects(writeXlsx(path, ['code'], [['x'.repeat(32_768)]], { sheetName: 'x' }), {
      data: { kind: 'workbook', reason: 'tooLarge' },
    });
    const many = function* () {
      for (let row = 0; row < 1_048_576; row++) yield [];
    };
    await assert.rejects(writeXlsx(path, ['code'], many(), { sheetName: 'x' }), {
      data: { kind: 'workbook', reason: 'tooLarge' },
    });
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(writeXlsx(path, ['code'], [['A1']], { sheetName: 'x', signal }), { message: 'enough' });
    assert.ok(!existsSync(path));
    assert.deepEqual(
      readdirSync(dirname(path)).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });
});
