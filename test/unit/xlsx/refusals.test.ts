import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { CodeFileErrorData } from '../../../src/codes/index.ts';
import { sheetToCsv } from '../../../src/xlsx/index.ts';
import { fileOf, newPath, randomFrom } from '../codes/files.ts';
import { bookOf, convert, fileWith, row, sheetXml, zipOf, type Book } from './workbooks.ts';

/**
 * Refused for this reason, before what it expands to is worked through or held: a bomb has a gigabyte, which takes over
 * 4 s of work. A refusal takes a quarter of a second and the pieces that are not collected yet.
 */
async function assertRefused(
  work: () => Promise<unknown>,
  data: Partial<CodeFileErrorData> & { reason?: string },
): Promise<void> {
  const [before, memory] = [process.cpuUsage(), process.memoryUsage().rss];
  await assert.rejects(work(), (error: { name: string; data: object }) => {
    assert.equal(error.name, 'CodeFileError');
    assert.deepEqual({ ...error.data, ...data }, error.data);
    return true;
  });
  const { user, system } = process.cpuUsage(before);
  const megabytes = (process.memoryUsage().rss - memory) / 1e6;
  assert.ok((user + system) / 1000 < 2000, `${(user + system) / 1000} ms`);
  assert.ok(megabytes < 300, `${megabytes} MB`);
}

const cell = '<c><v>1</v></c>';
const sheetPart = 'xl/worksheets/sheet1.xml';
const refusedBook = (book: Book, reason: string) => {
  const path = fileWith(bookOf(book));
  return assertRefused(() => sheetToCsv(path, newPath()), { kind: 'workbook', reason } as Partial<CodeFileErrorData>);
};

/** What expands to this many bytes, made a piece at a time. */
function bomb(megabytes: number): Buffer {
  const path = fileOf('');
  const script = `const { createDeflateRaw } = require('node:zlib'); const deflate = createDeflateRaw({ level: 9 });
    deflate.pipe(require('node:fs').createWriteStream(process.argv[1]));
    const piece = Buffer.alloc(1048576, ' '); let left = ${megabytes};
    (function next() { while (left-- > 0) if (!deflate.write(piece)) return deflate.once('drain', next); deflate.end(); })();`;
  execFileSync(process.execPath, ['-e', script, path]);
  return readFileSync(path);
}

describe('workbooks that are refused', () => {
  const pressed = bomb(1024);

  it('fault 29: a sheet that expands a thousandfold, and says so', () =>
    refusedBook({ rows: cell, claims: { [sheetPart]: { data: pressed, expanded: 1024 ** 3 } } }, 'tooLarge'));

  it('fault 29: a sheet that expands a thousandfold, and says that it does not', async () => {
    await refusedBook({ rows: cell, claims: { [sheetPart]: { data: pressed, expanded: 60_000_000 } } }, 'damaged');
    await refusedBook({ rows: cell, claims: { [sheetPart]: { data: pressed, expanded: 500 } } }, 'damaged');
  });

  it('fault 29: shared texts, styles and the list of sheets that expand a thousandfold', async () => {
    for (const name of [
      'xl/sharedStrings.xml',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      '_rels/.rels',
    ]) {
      await refusedBook({ rows: row(cell), claims: { [name]: { data: pressed, expanded: 1024 ** 3 } } }, 'tooLarge');
    }
  });

  it('fault 29: a part that nobody reads costs nothing', async () => {
    const parts = { 'xl/media/image1.bmp': 'x' };
    const { csv } = await convert({
      rows: row(cell),
      parts,
      claims: { 'xl/media/image1.bmp': { data: pressed, expanded: 1024 ** 3 } },
    });
    assert.equal(csv, '1\n');
  });

  it('fault 29: claims of 4 GB and more', async () => {
    await refusedBook({ rows: cell, claims: { [sheetPart]: { expanded: 0xffff_fffe } } }, 'tooLarge');
    await refusedBook({ rows: cell, claims: { [sheetPart]: { compressed: 0xffff_fffe } } }, 'damaged');
    await refusedBook({ rows: cell, claims: { [sheetPart]: { expanded: 2 ** 60, long: true } } }, 'tooLarge');
    await refusedBook({ rows: cell, claims: { [sheetPart]: { offset: 0xffff_ff00 } } }, 'damaged');
    const claim = { data: Buffer.alloc(1000), expanded: 900_000_000 };
    const many = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`media/${at}.bin`, 'x']));
    const claims = Object.fromEntries(Object.keys(many).map((name) => [name, claim]));
    await refusedBook({ rows: row(cell), parts: many, claims }, 'tooLarge');
  });

  it('fault 29: entries that share their bytes', async () => {
    await refusedBook({ rows: row(cell), claims: { [sheetPart]: { offset: 0 } } }, 'damaged');
    const content = sheetXml(row(cell));
    const one = { name: 'a.xml', content };
    const two = { name: 'b.xml', content, offset: 10 };
    await assertRefused(() => convert(zipOf([one, two])), { kind: 'workbook', reason: 'damaged' });
  });

  it('fault 29: an entity that stands for others, and a text from elsewhere', async () => {
    const doctypes = [
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>',
      '<!DOCTYPE x SYSTEM "file:///etc/passwd">',
      '<!ENTITY a "b">',
    ];
    for (const doctype of doctypes) {
      const parts = { [sheetPart]: sheetXml(row(cell)).replace('<worksheet', `${doctype}<worksheet`) };
      await refusedBook({ parts }, 'damaged');
    }
    for (const reference of [
      '&a;',
      '&toString;',
      '&',
      '&amp',
      '&#0;',
      '&#xD800;',
      '&#x110000;',
      '&#12a;',
      '&verylongname;',
      '& ;',
    ]) {
      await refusedBook({ rows: row(`<c t="str"><v>${reference}</v></c>`) }, 'damaged');
    }
  });

  it('fault 29: texts, rows and depths without an end', async () => {
    const million = 1_100_000;
    const noise = Buffer.from(Array.from({ length: million }, randomFrom(1)).map((value) => 65 + value * 26)).toString();
    await refusedBook({ rows: '<a>'.repeat(200) + '</a>'.repeat(200) }, 'damaged');
    await refusedBook({ rows: `<row r="1" spans="${noise}"/>` }, 'damaged');
    await refusedBook({ rows: `<!-- ${noise} -->` }, 'damaged');
    await refusedBook({ rows: row(`<c t="inlineStr"><is><t>${noise}</t></is></c>`) }, 'tooLarge');
    await refusedBook({ rows: row('<c t="s"><v>0</v></c>'), strings: `<si><t>${noise}</t></si>` }, 'tooLarge');
    const long = fileWith(bookOf({ rows: row(cell) + row(`<c t="str"><v>${noise}</v></c>`) }));
    await assertRefused(() => sheetToCsv(long, newPath()), { kind: 'lineTooLong', line: 2 });
  });

  it('fault 29: blanks and zeros that a careless search would go over again and again', async () => {
    const blanks = ' '.repeat(1_000_000);
    assert.equal((await convert({ rows: row(`<c t="inlineStr"><is><t>${blanks}A1</t></is></c>`) })).csv, 'A1\n');
    const [before] = [process.cpuUsage()];
    await convert({ rows: row(`<c><v>1.${'0'.repeat(1_000_000)}1</v></c>`) });
    await convert({ rows: row(`<c t="inlineStr"><is><t>a${blanks}b</t></is></c>`) });
    const { user, system } = process.cpuUsage(before);
    assert.ok((user + system) / 1000 < 1000, `${(user + system) / 1000} ms`);
  });

  it('fault 52: a million columns', async () => {
    const far = fileWith(bookOf({ rows: '<row r="3"><c r="ALM3"><v>1</v></c></row>' }));
    await assertRefused(() => sheetToCsv(far, newPath()), { kind: 'tooManyColumns', line: 3, columns: 1001, limit: 1000 });
    assert.equal((await convert({ rows: '<row r="1"><c r="ALL1"><v>1</v></c><c r="XFD1" s="1"/></row>' })).columns, 1000);
    await refusedBook({ rows: '<row r="1"><c r="XFE1"><v>1</v></c></row>' }, 'damaged');
    await assertRefused(() => convert({ rows: row(cell, '<c s="1"/>'.repeat(50_000)) }), { kind: 'workbook', reason: 'damaged' });
  });

  it('fault 52: a gigabyte', async () => {
    const path = fileWith(bookOf({ rows: row(cell) }));
    const file = openSync(path, 'r+');
    ftruncateSync(file, 1024 ** 3);
    closeSync(file);
    await assertRefused(() => sheetToCsv(path, newPath()), { kind: 'tooLarge', bytes: 1024 ** 3 });
  });

  it('fault 52: many entries, and long names', async () => {
    await refusedBook({ rows: row(cell), zip: { entries: 10_001 } }, 'tooLarge');
    await refusedBook({ rows: row(cell), zip: { directoryLength: 9_000_000 } }, 'tooLarge');
    await refusedBook({ rows: row(cell), parts: { ['x'.repeat(1001)]: '' } }, 'tooLarge');
    await refusedBook({ rows: row(cell), zip: { entries: 3 } }, 'damaged');
  });

  it('fault 52: what is called .xlsx and is something else', async () => {
    const refused = (content: string | Buffer, data: object) => assertRefused(() => sheetToCsv(fileOf(content), newPath()), data);
    await refused('', { kind: 'empty' });
    await refused('code\nA1\n', { kind: 'workbook', reason: 'notAWorkbook' });
    await refused('<html><table><tr><td>A1', { kind: 'binary', format: 'html' });
    await refused(zipOf([{ name: 'word/document.xml', content: '<document/>' }]), { kind: 'workbook', reason: 'notAWorkbook' });
    await refused(bookOf({ parts: { 'xl/workbook.xml': '<document/>' } }), { kind: 'workbook', reason: 'notAWorkbook' });
    await refused('PK\x03\x04', { kind: 'workbook', reason: 'damaged' });
    const old = Buffer.alloc(2048);
    old.writeUInt32BE(0xd0cf11e0, 0);
    old.writeUInt16LE(9, 30);
    await refused(old, { kind: 'binary', format: 'xls' });
    old.write('EncryptedPackage', 512 + 128, 'utf16le');
    await refused(old, { kind: 'workbook', reason: 'encrypted' });
  });

  it('fault 52: a folder, a pipe and a device are not opened', async () => {
    const [folder, pipe] = [newPath(), newPath()];
    mkdirSync(folder);
    await assertRefused(() => sheetToCsv(folder, newPath()), { kind: 'notAFile', what: 'folder' });
    await assert.rejects(sheetToCsv(newPath(), newPath()), { code: 'ENOENT' });
    // Windows has neither of the others as a file.
    if (process.platform === 'win32') return;
    execFileSync('mkfifo', [pipe]);
    await assertRefused(() => sheetToCsv(pipe, newPath()), { kind: 'notAFile', what: 'pipe' });
    await assertRefused(() => sheetToCsv('/dev/zero', newPath()), { kind: 'notAFile', what: 'device' });
  });
});

describe('zips', () => {
  it('may store entries, have a comment and long fields', async () => {
    const claims = { [sheetPart]: { method: 0 }, 'xl/workbook.xml': { long: true } };
    assert.equal(
      (await convert({ rows: row(cell), claims, zip: { comment: 'PK\x05\x06 made by hand', long: true } })).csv,
      '1\n',
    );
  });

  it('are refused when an entry is not what it says', async () => {
    const content = Buffer.from(sheetXml(row(cell)));
    const lies: Record<string, object> = {
      crc: { crc: 1 },
      shorter: { expanded: content.length - 1 },
      longer: { expanded: content.length + 1 },
      cut: { data: deflateRawSync(content).subarray(0, -3) },
      behind: { data: Buffer.concat([deflateRawSync(content), Buffer.from('more')]) },
      noise: { data: Buffer.from([7, 7, 7, 7]) },
      name: { localName: 'xl/worksheets/sheet2.xml' },
      method: { method: 12 },
      stored: { method: 0, expanded: content.length + 1 },
    };
    for (const [lie, claim] of Object.entries(lies)) {
      await assert.rejects(
        convert({ rows: row(cell), claims: { [sheetPart]: claim } }),
        { data: { kind: 'workbook', reason: 'damaged', where: sheetPart } },
        lie,
      );
    }
    await assert.rejects(convert({ rows: row(cell), claims: { [sheetPart]: { flags: 1 } } }), {
      data: { kind: 'workbook', reason: 'encrypted' },
    });
    const twice = { name: 'XL/Workbook.xml', content: '<workbook/>' };
    await assert.rejects(convert(zipOf([twice, { ...twice, name: 'xl/workbook.xml' }])), { kind: 'workbook' });
  });

  it('are refused when a sheet is broken XML or no text', async () => {
    const broken = [
      '<worksheet>',
      '<a></b>',
      '<a/><b/>',
      'text',
      '',
      '<a b="c>',
      '<a><![CDATA[x</a>',
      '<a><row r=1/></a>',
      '</a>',
      '<>',
      '<a>\u0001&x</a>',
    ];
    for (const xml of broken) {
      await assert.rejects(convert({ parts: { [sheetPart]: xml } }), { kind: 'workbook' }, xml);
    }
    const notText = Buffer.concat([Buffer.from('<worksheet>'), Buffer.from([0xff, 0xc0]), Buffer.from('</worksheet>')]);
    await assert.rejects(convert({ parts: { [sheetPart]: notText } }), {
      data: { kind: 'workbook', reason: 'damaged', where: sheetPart },
    });
  });

  it('with any damage are read or refused, and nothing else', async () => {
    const random = randomFrom(20_261_117);
    const strings = '<si><t>A1</t></si><si><r><t>B</t></r><r><t>2</t></r></si>';
    const rows =
      row('<c t="s"><v>0</v></c>', '<c s="1"><v>12</v></c>') + row('<c t="s"><v>1</v></c>', '<c s="2"><v>45000.5</v></c>');
    const stored = Object.fromEntries(
      ['xl/workbook.xml', sheetPart, 'xl/sharedStrings.xml', 'xl/styles.xml'].map((name) => [name, { method: 0 }]),
    );
    const good = {
      pressed: bookOf({ rows, strings, formats: ['0000', 14] }),
      stored: bookOf({ rows, strings, formats: ['0000', 14], claims: stored }),
    };
    const [path, target] = [newPath(), newPath()];
    let [read, refused] = [0, 0];
    for (let round = 0; round < 800; round++) {
      const bytes = Buffer.from(round % 2 === 0 ? good.pressed : good.stored);
      const changes = 1 + Math.floor(random() * 4);
      for (let change = 0; change < changes; change++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const end = random() < 0.2 ? Math.floor(random() * bytes.length) : bytes.length;
      writeFileSync(path, bytes.subarray(0, end));
      try {
        await sheetToCsv(path, target);
        read++;
      } catch (error) {
        assert.equal((error as Error).name, 'CodeFileError', `round ${round}: ${String((error as Error).stack)}`);
        refused++;
      }
    }
    assert.ok(read > 20 && refused > 300, `${read} read, ${refused} refused`);
  });

  it('with damaged sheets behind a right sum are read or refused, and nothing else', async () => {
    const random = randomFrom(7);
    const xml = sheetXml(row('<c r="A1" t="inlineStr"><is><t>A&amp;1</t></is></c>', '<c t="str"><v><![CDATA[x]]></v></c>'));
    const signs = [
      '<',
      '>',
      '"',
      '&',
      ';',
      '/',
      '!',
      '[',
      ']]>',
      '<!--',
      '<row>',
      '</row>',
      '<c>',
      '\u0000',
      '=',
      '<v>',
      '</sheetData>',
    ];
    let refused = 0;
    for (let round = 0; round < 300; round++) {
      const at = Math.floor(random() * xml.length);
      const changed = xml.slice(0, at) + signs[Math.floor(random() * signs.length)]! + xml.slice(at + Math.floor(random() * 3));
      await convert({ parts: { [sheetPart]: changed } }).catch((error: unknown) => {
        assert.equal((error as Error).name, 'CodeFileError', `${changed}: ${String((error as Error).stack)}`);
        refused++;
      });
    }
    assert.ok(refused > 50);
  });

  it('a change while it is read, and a cancel', async () => {
    const rows = Array.from({ length: 40_000 }, (_, at) => `<row><c><v>${Math.imul(at, 48_271) >>> 0}</v></c></row>`).join('');
    const path = fileWith(bookOf({ rows, claims: { [sheetPart]: { method: 0 } } }));
    const file = openSync(path, 'r+');
    let changed = false;
    const onProgress = () => {
      if (!changed) writeSync(file, 'x', 1);
      changed = true;
    };
    await assert.rejects(sheetToCsv(path, newPath(), { onProgress }), { kind: 'changed' });
    closeSync(file);
    const cancel = new AbortController();
    const other = fileWith(bookOf({ rows }));
    await assert.rejects(
      sheetToCsv(other, newPath(), { signal: cancel.signal, onProgress: () => cancel.abort(new Error('enough')) }),
      { message: 'enough' },
    );
    await assert.rejects(sheetToCsv(other, newPath(), { signal: AbortSignal.abort(new Error('before')) }), { message: 'before' });
  });
});
