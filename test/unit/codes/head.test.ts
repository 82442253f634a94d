import assert from 'node:assert/strict';
import { CodeFileError, preflight, type Preflight, type PreflightOptions, type ProblemKind } from '../../../src/codes/index.ts';
import { allCodes, check, fileOf } from './files.ts';

function linesOf({ problems }: Preflight, kind: ProblemKind): number[] {
  return problems.filter((problem) => problem.kind === kind).map(({ line }) => line);
}

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

  const tops: [content: string, header: string[] | undefined, delimiter: string, codes: string[], above: number[]][] = [
    ['sep=;\r\ncode;n,o\r\nA1;1,5\r\n', ['code', 'n,o'], ';', ['A1'], [1]],
    ['SEP=,\nA1,v;w\nB2,v;w\n', undefined, ',', ['A1', 'B2'], [1]],
    ['"sep=\t"\ncode\tname\nA1\tx\n', ['code', 'name'], '\t', ['A1'], [1]],
    ['sep=:\ncode;name\nA1;x\n', ['code', 'name'], ';', ['A1'], [1]],
    ['sep=;A\nsep=;B\n', undefined, ';', ['A', 'B'], []],
    ['Guests of May\ncode\nA1\n', ['code'], ',', ['A1'], [1]],
    ['Guests of May;;\n;;\ncode;name;seat\nA1;x;1\n', ['code', 'name', 'seat'], ';', ['A1'], [1]],
    ['event;May;\nday;1/5;\ncode;name;seat\nA1;x;1\n', ['code', 'name', 'seat'], ';', ['A1'], [1, 2]],
    ['"Two\nlines";\ncode;name\nA1;x\nB2;y\n', ['code', 'name'], ';', ['A1', 'B2'], [1]],
    ['Guests of May;;\nname;e-mail;entry\nx y;a@b.c;A1\nz w;d@e.f;B2\n', ['name', 'e-mail', 'entry'], ';', ['A1', 'B2'], [1]],
    ['\n\ncode\nA1\n', ['code'], ',', ['A1'], []],
    // A row that is no title: nothing above it is left out.
    ['A1\nB2\ncode\nC3\n', undefined, ',', ['A1', 'B2', 'code', 'C3'], []],
    ['A 1\nB 2\nXYZ\nC333\nD444\n', undefined, ',', ['A 1', 'B 2', 'XYZ', 'C333', 'D444'], []],
    ['A1;x\nB2;y\nC3;code\n', undefined, ';', [], []],
  ];
  for (const [content, header, delimiter, codes, above] of tops) {
    it(`leaves out the lines ${JSON.stringify(above)} above the rows of ${JSON.stringify(content)}`, async () => {
      const path = fileOf(content);
      const found = await preflight(path);
      assert.deepEqual([found.header, found.delimiter], [header, delimiter]);
      assert.deepEqual(linesOf(found, 'aboveHeader'), above);
      assert.equal(found.codes, codes.length);
      if (found.column !== undefined)
        assert.deepEqual(
          (await allCodes(path)).map(({ code }) => code),
          codes,
        );
    });
  }

  it('reads a title as a row when somebody says that there is no header', async () => {
    const path = fileOf('Guests of May\ncode\nA1\n');
    const codes = await allCodes(path, { header: false });
    assert.deepEqual(
      codes.map(({ code }) => code),
      ['Guests of May', 'code', 'A1'],
    );
    assert.deepEqual((await preflight(path, { header: false })).counts, {});
  });

  it('takes the row behind a hint for the header when somebody says that there is one', async () => {
    const found = await check('sep=;\nX1;Y1\nX2;Y2\n', { header: true, column: 0 });
    assert.deepEqual([found.header, found.rows, found.sampleLines], [['X1', 'Y1'], 1, [3]]);
  });

  it('finds problems below a title at their lines', async () => {
    const found = await check('Guests of May;\n;\ncode;name\nA1;x\nA1;y\nB2 ;z\n');
    const places = found.problems.map(({ kind, line, column }) => [kind, line, column]);
    assert.deepEqual(places, [
      ['aboveHeader', 1, 1],
      ['blank', 2, 1],
      ['duplicate', 5, 1],
      ['whitespace', 6, 3],
    ]);
    assert.deepEqual([found.rows, found.codes, found.sampleLines], [3, 3, [4, 5, 6]]);
  });

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
