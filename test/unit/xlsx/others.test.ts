import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readXlsx, writeXlsx as writeWithOther } from 'hucre/xlsx';
import readWithThird from 'read-excel-file/node';
import { writeXlsx } from '../../../src/xlsx/index.ts';
import { newPath } from '../codes/files.ts';
import { convert, countsOf } from './workbooks.ts';

describe('workbooks between this program and two others', () => {
  it('what is written here is read there', async () => {
    const path = newPath();
    const rows = [
      ['00123', 'Zé & <1>'],
      ['=1+1', ' two '],
    ];
    await writeXlsx(path, ['code', 'name'], rows, { sheetName: 'Códigos & mais' });
    const { sheets } = await readXlsx(readFileSync(path));
    assert.deepEqual(
      sheets.map(({ name, rows: found }) => ({ name, found })),
      [{ name: 'Códigos & mais', found: [['code', 'name'], ...rows] }],
    );
    assert.deepEqual(await readWithThird(path, { trim: false }), [
      { sheet: 'Códigos & mais', data: [['code', 'name'], ...rows] },
    ]);
  });

  it('numbers that are written here are numbers there', async () => {
    const path = newPath();
    const rows = [
      ['007', 7, null],
      [null, -0.5, 'x'],
      ['1', 1e21, Number.MAX_SAFE_INTEGER],
    ];
    assert.equal(await writeXlsx(path, ['text', 'number', 'more'], rows, { sheetName: 'One' }), 3);
    const { sheets } = await readXlsx(readFileSync(path));
    assert.deepEqual(sheets[0]?.rows.slice(1), rows);
    const [third] = await readWithThird(path);
    assert.deepEqual(third?.data.slice(1), rows);
    assert.deepEqual((await convert(readFileSync(path))).csv.split('\n').slice(1, 3), ['007,7,', ',-0.5,x']);
  });

  it('what is written there is read here', async () => {
    const rows = [
      ['code', 'name', 'number'],
      ['00123', 'Zé & <1>', 123456789012],
      [null, 'x,y', true],
      ['A1', new Date(Date.UTC(2024, 2, 1)), 0.1],
    ];
    const workbook = Buffer.from(await writeWithOther({ sheets: [{ name: 'One', rows }] }));
    assert.deepEqual(await readWithThird(workbook), [{ sheet: 'One', data: rows }]);
    const converted = await convert(workbook);
    assert.equal(converted.csv, 'code,name,number\n00123,Zé & <1>,123456789012\n,"x,y",TRUE\nA1,2024-03-01,0.1\n');
    assert.deepEqual(countsOf(converted), { dates: 1 });
  });
});
