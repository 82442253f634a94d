import assert from 'node:assert/strict';
import { CodeFileError, type PreflightOptions } from '../../../src/codes/index.ts';
import { check } from './files.ts';

describe('what the first lines tell', () => {
  const delimiters: [content: string, delimiter: string, columns: number][] = [
    ['A1\nB2\n', ',', 1],
    ['a,b\nc,d\n', ',', 2],
    ['a;b\nc;d\n', ';', 2],
    ['a\tb\nc\td\n', '\t', 2],
    ['a|b\nc|d\n', '|', 2],
    ['a;1,5;x\nb;2,5;y\n', ';', 3],
    ['"a;b",c\n"d;e",f\n', ',', 2],
    ['A1\nB2\nC3,x\nD4\n', ',', 1],
    ['name;code\n', ';', 2],
  ];
  for (const [content, delimiter, columns] of delimiters) {
    it(`parts ${JSON.stringify(content)} with ${JSON.stringify(delimiter)}`, async () => {
      const found = await check(content);
      assert.deepEqual([found.delimiter, found.columns], [delimiter, columns]);
    });
  }

  const headers: [content: string, header: string[] | undefined, options?: PreflightOptions][] = [
    ['code\nA1\n', ['code']],
    ['CÓDIGO\nA1\n', ['CÓDIGO']],
    ['Codigo de barras\nA1\n', ['Codigo de barras']],
    ['ticket_code\nA1\n', ['ticket_code']],
    ['A1\nB2\n', undefined],
    ['ABCDEFGH\nA1B2C3D4\nE5F6G7H8\n', undefined],
    ['entradas\nA1B2C3D4\nE5F6G7H8\n', undefined],
    ['entradas do dia\nA1B2C3D4\nE5F6G7H8\n', ['entradas do dia']],
    ['A1\nB2\n', ['A1'], { header: true }],
    ['code\nB2\n', undefined, { header: false }],
  ];
  for (const [content, header, options] of headers) {
    it(`takes ${JSON.stringify(header)} for the header of ${JSON.stringify(content)}`, async () => {
      assert.deepEqual((await check(content, options)).header, header);
    });
  }

  const columns: [title: string, content: string, column: number | undefined, candidates?: number[]][] = [
    ['by its name', 'id,code,name\n1,A1,x\n2,B2,y\n', 1],
    ['by its content', 'VIP,A1\nVIP,B2\nStudent,C3\n', 1],
    ['beside a counter, an address and a price', '1,a@b.c,A1,10.50\n2,d@e.f,B2,11.50\n3,g@h.i,C3,12.50\n', 2],
    ['not, when two are alike', 'A1,X1\nB2,Y2\nC3,Z3\n', undefined, [0, 1]],
    ['not, when two have the name', 'code,voucher,x\nA1,B1,1\nA2,B2,1\n', undefined, [0, 1]],
    ['not, when none is likely', 'x,y\nx,y\nx,y\n', undefined, [0, 1]],
  ];
  for (const [title, content, column, candidates = []] of columns) {
    it(`finds the column of the codes ${title}`, async () => {
      const found = await check(content);
      assert.deepEqual([found.column, found.candidates], [column, candidates]);
    });
  }

  it('checks no code while the column is not clear, and all once it was chosen', async () => {
    const content = `${Array.from({ length: 19 }, (_, index) => `A${index}b,X${index}y`).join('\n')}\nA0b,X19y\n`;
    const unclear = await check(content);
    assert.deepEqual([unclear.rows, unclear.codes, unclear.counts], [20, 0, {}]);
    const chosen = await check(content, { column: 0 });
    assert.deepEqual([chosen.rows, chosen.codes, chosen.counts], [20, 20, { duplicate: 1 }]);
  });

  it('refuses a column that is not there', async () => {
    const refused = { kind: 'noSuchColumn', column: 2, columns: 2 };
    await assert.rejects(check('a,b\n', { column: 2 }), (error: CodeFileError) => {
      assert.deepEqual(error.data, refused);
      return error instanceof CodeFileError;
    });
  });
});
