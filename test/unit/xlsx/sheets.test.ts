import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { sheetToCsv } from '../../../src/xlsx/index.ts';
import { newPath } from '../codes/files.ts';
import { bookOf, convert, countsOf, fileWith, row, sheetXml, zipOf } from './workbooks.ts';

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

describe('a sheet of a workbook as CSV', () => {
  it('has a line for each row, as wide as the widest', async () => {
    const rows =
      `<row r="2"><c r="B2" t="inlineStr"><is><t>a</t></is></c></row>` +
      `<row r="3"/><row r="5"><c r="A5"><v>1</v></c><c r="C5" t="s"><v>1</v></c><c r="D5" s="1"/></row><row r="9"><c r="A9" s="1"/></row>`;
    const { csv, ...facts } = await convert({ rows, strings: '<si><t>x</t></si><si><t>b,c</t></si>' });
    assert.equal(csv, '\n,a,\n\n\n1,,"b,c"\n');
    assert.equal(facts.rows, 5);
    assert.equal(facts.columns, 3);
    assert.deepEqual(facts.sheets, [{ name: 'Codes', hidden: false }]);
    assert.deepEqual(countsOf(facts), {});
  });

  it('is for nobody else to read, and appears only when it is complete', async () => {
    const target = newPath();
    await sheetToCsv(fileWith(bookOf({ rows: row(text('A1')) })), target);
    if (process.platform !== 'win32') assert.equal(statSync(target).mode & 0o777, 0o600);
    const other = newPath();
    await assert.rejects(sheetToCsv(fileWith(bookOf({ rows: `${row(text('A1'))}<row><c t="s"><v>7</v></c></row>` })), other), {
      data: { kind: 'workbook', reason: 'damaged', where: 'A2' },
    });
    assert.throws(() => statSync(other), { code: 'ENOENT' });
    const path = fileWith(bookOf({ rows: row(text('A1')) }));
    await assert.rejects(sheetToCsv(path, path), { kind: 'sameFile' });
  });

  it('needs no numbers of rows and cells, and takes them in any order', async () => {
    const named = (place: string) => `<c r="${place}" t="inlineStr"><is><t>${place}</t></is></c>`;
    assert.equal((await convert({ rows: row(text('a'), '<c/>', text('b')) + row(text('c')) })).csv, 'a,,b\nc,,\n');
    assert.equal((await convert({ rows: `<row>${named('A3')}${named('B3')}</row>` })).csv, '\n\nA3,B3\n');
    const mixed = `<row r="3">${named('C3')}${named('A3')}</row><row r="1">${named('A1')}</row><row>${named('B2')}</row>`;
    assert.equal((await convert({ rows: mixed })).csv, 'A1,,\n,B2,\nA3,,C3\n');
  });

  it('refuses a cell or a row that is there twice, or elsewhere than it says', async () => {
    for (const rows of [
      '<row r="0"><c><v>1</v></c></row>',
      '<row r="x"><c><v>1</v></c></row>',
      '<row r="1.5"><c><v>1</v></c></row>',
      '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>',
      '<row r="1"><c r="A1"><v>1</v></c></row><row r="1"><c r="B1"><v>2</v></c></row>',
      '<row r="1"><c r="A2"><v>1</v></c></row>',
      '<row r="1"><c r="1"><v>1</v></c></row>',
      '<row r="1"><c r="ABCD1"><v>1</v></c></row>',
      '<row r="1"><c r="a1"><v>1</v></c></row>',
    ]) {
      await assert.rejects(convert({ rows }), ({ data }: { data: { reason: string } }) => data.reason === 'damaged', rows);
    }
    await assert.rejects(convert({ rows: '<row r="1048577"><c><v>1</v></c></row>' }), {
      data: { kind: 'workbook', reason: 'tooLarge' },
    });
    assert.equal((await convert({ rows: '<row r="1048576"><c><v>1</v></c></row>' })).rows, 1_048_576);
  });

  it('joins runs, leaves phonetic readings out and takes blanks as they are meant', async () => {
    const strings =
      '<si><r><rPr><b/></rPr><t>AB</t></r><r><t xml:space="preserve"> C</t></r><rPh sb="0" eb="1"><t>no</t></rPh><phoneticPr/></si>' +
      '<si><t>\n  D1\n</t></si><si xml:space="preserve"><t> E1 </t></si><si><t><![CDATA[<F&>]]>1</t></si><si><t>a_x000D_\nb_x005F_x000D_</t></si><si/>';
    const cells = [0, 1, 2, 3, 4, 5].map((at) => `<c t="s"><v>${at}</v></c>`);
    const converted = await convert({ rows: row(...cells), strings });
    assert.equal(converted.csv, 'AB C,D1," E1 ",<F&>1,a b_x000D_\n');
    assert.deepEqual(converted.notes.lineBreaks, { count: 1, places: ['E1'] });
  });

  it('takes results of formulas, and notes those that have none', async () => {
    const rows = row(
      '<c t="str"><f>"A"&amp;1</f><v>A1</v></c>',
      '<c><f t="shared" si="0"/><v>7</v></c>',
      '<c><f>B1</f></c>',
      '<c t="b"><v>1</v></c><c t="b"><v>0</v></c>',
      '<c t="e"><f>NA()</f><v>#N/A</v></c>',
    );
    const converted = await convert({ rows });
    assert.equal(converted.csv, 'A1,7,,TRUE,FALSE,#N/A\n');
    assert.deepEqual(countsOf(converted), { formulas: 3, formulasWithoutResult: 1, errors: 1 });
    assert.deepEqual(converted.notes.formulas.places, ['A1', 'B1', 'F1']);
    assert.deepEqual(converted.notes.formulasWithoutResult.places, ['C1']);
  });

  it('notes rows that are hidden, and reads them', async () => {
    const converted = await convert({ rows: `${row(text('a'))}<row hidden="1">${text('b')}</row><row hidden="true"/>` });
    assert.equal(converted.csv, 'a\nb\n');
    assert.deepEqual(converted.notes.hiddenRows, { count: 1, places: ['2'] });
  });

  it('guards nothing, and quotes what needs it', async () => {
    const cells = ['=1+1', '-5', '@x', 'a"b', ' a', 'x;y'].map((value) => `<c t="str"><v>${value}</v></c>`);
    assert.equal((await convert({ rows: row(...cells) })).csv, '=1+1,-5,@x,"a""b"," a","x;y"\n');
  });

  it('keeps the first places of many, and says how many there are', async () => {
    const rows = Array.from({ length: 30 }, () => row(...Array.from({ length: 28 }, () => '<c t="e"><v>#REF!</v></c>'))).join('');
    const { notes } = await convert({ rows });
    assert.equal(notes.errors.count, 840);
    assert.deepEqual([notes.errors.places.length, notes.errors.places[0], notes.errors.places[19]], [20, 'A1', 'T1']);
    assert.deepEqual((await convert({ rows: `<row><c r="AB1" t="e"><v>#N/A</v></c></row>` })).notes.errors.places, ['AB1']);
  });
});

describe('which sheet is read', () => {
  const sheets = [
    { name: 'Empty', rows: '<row r="1"><c r="A1" s="1"/></row>' },
    { name: 'Away', state: 'hidden', rows: row(text('hidden')) },
    { name: 'Very', state: 'veryHidden', rows: row(text('very')) },
    { name: 'Lista &amp; c&#243;digos', rows: row(text('A1')) },
    { name: 'Last', rows: row(text('Z9')) },
  ];

  it('the first that is shown and has a cell, or the one that was chosen', async () => {
    const { csv, sheet, sheets: found } = await convert({ sheets });
    assert.deepEqual([csv, sheet], ['A1\n', 'Lista & códigos']);
    assert.deepEqual(
      found.map(({ hidden }) => hidden),
      [false, true, true, false, false],
    );
    assert.equal((await convert({ sheets }, { sheet: 'Very' })).csv, 'very\n');
    assert.equal((await convert({ sheets }, { sheet: 'Last' })).csv, 'Z9\n');
  });

  it('says when there is none', async () => {
    const refused = (reason: string, where?: string) => ({
      data: { kind: 'workbook', reason, ...(where !== undefined && { where }) },
    });
    await assert.rejects(convert({ sheets }, { sheet: 'Nope' }), refused('noSuchSheet', 'Nope'));
    await assert.rejects(convert({ sheets }, { sheet: 'Empty' }), refused('empty', 'Empty'));
    await assert.rejects(convert({ sheets: sheets.slice(0, 3) }), refused('empty'));
    await assert.rejects(convert({ sheets: [] }), refused('noSheets'));
  });

  it('follows nothing outside the file', async () => {
    const relationships = (target: string, more = '') =>
      `<Relationships><Relationship Id="sheet0" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="${target}"${more}/></Relationships>`;
    const withTarget = (target: string, more?: string) =>
      convert({
        rows: row(text('A1')),
        parts: { 'xl/_rels/workbook.xml.rels': relationships(target, more), '../secret.xml': sheetXml(row(text('no'))) },
      });
    const noSheets = { data: { kind: 'workbook', reason: 'noSheets' } };
    await assert.rejects(withTarget('../../secret.xml'), noSheets);
    await assert.rejects(withTarget('..\\secret.xml'), noSheets);
    await assert.rejects(withTarget('file:///etc/passwd'), noSheets);
    await assert.rejects(withTarget('worksheets/sheet1.xml', ' TargetMode="External"'), noSheets);
    await assert.rejects(withTarget('worksheets/none.xml'), { data: { kind: 'workbook', reason: 'damaged', where: 'Codes' } });
    assert.equal((await withTarget('./worksheets/Sheet1.xml')).csv, 'A1\n');
  });

  it('reads prefixes, UTF-16, and parts with names of their own', async () => {
    const prefixed =
      '<?xml version="1.0"?><!-- made by hand --><x:worksheet xmlns:x="urn:x"><x:sheetData>' +
      `<x:row r='1' spans="1:>"><x:c r="A1" t="inlineStr"><x:is><x:t>&#65;&#x31;&quot;</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`;
    assert.equal((await convert({ parts: { 'xl/worksheets/sheet1.xml': prefixed } })).csv, '"A1"""\n');
    const wide = Buffer.from(`\ufeff${sheetXml(row(text('é1')))}`, 'utf16le');
    assert.equal((await convert({ parts: { 'xl/worksheets/sheet1.xml': wide } })).csv, 'é1\n');
    assert.equal((await convert({ parts: { 'xl/worksheets/sheet1.xml': wide.swap16() } })).csv, 'é1\n');
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const relationship = (type: string, target: string) =>
      `<Relationships><Relationship Id="a" Type="${office}/${type}" Target="${target}"/></Relationships>`;
    const other = zipOf([
      { name: '_rels/.rels', content: relationship('officeDocument', '/book/main.xml') },
      { name: 'book/main.xml', content: '<workbook><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>' },
      { name: 'book\\_rels\\main.xml.rels', content: relationship('worksheet', 'one.xml') },
      { name: 'book/one.xml', content: sheetXml(row(text('A1'))), method: 0 },
    ]);
    assert.equal((await convert(other)).csv, 'A1\n');
  });
});
