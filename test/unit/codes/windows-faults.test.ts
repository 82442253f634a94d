// The faults of CSV files once more, for what Excel saves in Brazil.
import assert from 'node:assert/strict';
import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import Papa from 'papaparse';
import {
  choicesOf,
  CodeFileError,
  fixCodes,
  localFile,
  onlyAsChecked,
  preflight,
  type CodeFileErrorData,
  type PreflightOptions,
  type Problem,
} from '../../../src/codes/index.ts';
import { clientOf as clientAt, failureOf, recordingServer, stopServers } from '../client/support.ts';
import { clientOf, recordsIn, stopServices, testService } from '../service/support.ts';
import { allCodes, check, fileOf, newPath, windows1252 } from './files.ts';

const header = 'C\u00f3digo;Nome\r\n';

/** The check of a file in Windows-1252, which must have been read as such. */
async function checked(text: string, options?: PreflightOptions) {
  const found = await check(windows1252(text), options);
  assert.equal(found.encoding, 'windows-1252');
  return found;
}

async function assertRefused(work: () => Promise<unknown>, data: CodeFileErrorData): Promise<void> {
  const before = process.cpuUsage();
  const error: unknown = await work().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CodeFileError, String(error));
  assert.deepEqual(error.data, data);
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 1e6, `${(user + system) / 1000} ms`);
}

describe('a file of codes in Windows-1252', () => {
  afterEach(() => Promise.all([stopServers(), stopServices()]));

  it('fault 49: a character at the edge of a piece is whole, wherever the pieces are cut (Windows-1252)', async () => {
    const text = `${header}\u00c71\u20ac;Jo\u00e3o\r\n"\u00e9;2";"a ""\u201cb\u201d"""\r\n`;
    for (let pieceSize = 4; pieceSize < 40; pieceSize++) {
      const found = await checked(text, { pieceSize });
      assert.deepEqual([found.header, found.problems], [['C\u00f3digo', 'Nome'], []]);
      assert.deepEqual(await allCodes(fileOf(windows1252(text)), { pieceSize }), [
        { code: '\u00c71\u20ac', line: 2 },
        { code: '\u00e9;2', line: 3 },
      ]);
    }
  });

  it('fault 49: the accent as the very first and the very last byte (Windows-1252)', async () => {
    for (const text of ['\u00c91\nA2', 'A1\nA\u00e9', '\u00e9']) {
      assert.deepEqual(
        (await allCodes(fileOf(windows1252(text)))).map(({ code }) => code),
        text.split('\n'),
      );
    }
  });

  it('fault 50: every kind of line end ends a line, also where pieces are cut (Windows-1252)', async () => {
    const text = '\u00c11\r\nB2\nC3\r\u00c44\r\n\r\nE5\r\rF\u00fc';
    for (const pieceSize of [4, 5, 6, 7, 8, 9, 64]) {
      const { rows, lines, lineEnd, endsWithLineEnd, counts } = await checked(text, { pieceSize });
      assert.deepEqual([rows, lines, lineEnd, endsWithLineEnd], [6, 8, undefined, false]);
      assert.deepEqual(counts, { blank: 2, mixedLineEnds: 1 });
    }
  });

  it('fault 50: carriage returns alone in a large file (Windows-1252)', async () => {
    const text = Array.from({ length: 200_000 }, (_, index) => `\u00c7${1_000_000 + index}\r`).join('');
    const { rows, lineEnd, counts } = await checked(text);
    assert.deepEqual([rows, lineEnd, counts], [200_000, 'cr', { crLineEnds: 1 }]);
  });

  it('fault 50: quotes that do not close, and quotes that stray, with their place in characters (Windows-1252)', async () => {
    const open = await checked(`${header}A1;Jo\u00e3o\r\n\u00c72;"\u00e9\r\nA3;x\r\n`);
    assert.deepEqual([open.rows, open.stoppedAt, open.problems], [1, 3, [{ kind: 'openQuote', line: 3, column: 4 }]]);
    const stray = await checked(`${header}\u00c71;\u00e9"x\r\n`);
    assert.deepEqual(stray.problems, [{ kind: 'strayQuote', line: 2, column: 5 }]);
  });

  it('fault 50: an open quote at the start of 50 MB takes no time (Windows-1252)', async () => {
    const path = fileOf(Buffer.concat([windows1252('A\u00e1\n"B2\n'), Buffer.from('ABCDEFGHI\n'.repeat(5_000_000))]));
    const before = process.cpuUsage();
    const { encoding, problems } = await preflight(path);
    const { user } = process.cpuUsage(before);
    assert.deepEqual([encoding, problems], ['windows-1252', [{ kind: 'openQuote', line: 2, column: 1 }]]);
    assert.ok(user < 2e6, `${user / 1000} ms`);
  });

  const odd: [title: string, code: string, problem: Partial<Problem> & { kind: Problem['kind'] }][] = [
    ['NUL', '\u00c7\x002', { kind: 'nul', column: 2, character: 'U+0000' }],
    ['a soft hyphen', '\u00c7\u00ad2', { kind: 'invisible', column: 2, character: 'U+00AD' }],
    ['DEL', '\u00c7\x7f', { kind: 'control', column: 2, character: 'U+007F' }],
    ['a space that does not break', '\u00c72\u00a0', { kind: 'whitespace', column: 3, length: 1, where: 'end' }],
    ['zeros in front', '00123', { kind: 'leadingZeros', column: 1, codes: 1 }],
    ['what a spreadsheet takes for a number', '1E5', { kind: 'exponent', column: 1, damaged: false }],
  ];
  for (const [title, code, problem] of odd) {
    it(`fault 51: ${title} is named, and the text stays as it is (Windows-1252)`, async () => {
      const text = `${header}${code};Jo\u00e3o\r\n`;
      const { problems } = await checked(text);
      assert.deepEqual(problems, [{ line: 2, code, ...problem }]);
      const path = fileOf(windows1252(text));
      assert.deepEqual(await allCodes(path), [{ code, line: 2 }]);
      const copy = newPath();
      await fixCodes(path, copy, { toUtf8: true });
      assert.equal(readFileSync(copy, 'utf8'), text, 'also in the copy');
    });
  }

  it('fault 51: NUL beside the codes is named too (Windows-1252)', async () => {
    const { problems } = await checked(`${header}A1;Jo\u00e3\0o\r\n`);
    assert.deepEqual(problems, [{ kind: 'nul', line: 2, column: 7, code: '', character: 'U+0000' }]);
  });

  it('fault 52: a million columns, at the top and further down (Windows-1252)', async () => {
    const wide = `${'\u00e9;'.repeat(1_000_000)}b\n`;
    await assertRefused(() => check(windows1252(wide)), {
      kind: 'tooManyColumns',
      line: 1,
      columns: 32_769,
      limit: 1000,
    });
    await assertRefused(() => check(windows1252(`A1\nB2\n${wide}C3\n`)), { kind: 'lineTooLong', line: 3, limit: 1024 * 1024 });
  });

  it('fault 52: a line without an end, and a gigabyte (Windows-1252)', async () => {
    await assertRefused(() => check(Buffer.alloc(5_000_000, 0xe9)), { kind: 'lineTooLong', line: 1, limit: 1024 * 1024 });
    const [path, bytes] = [newPath(), 1024 ** 3];
    const file = openSync(path, 'w');
    writeSync(file, windows1252(header));
    ftruncateSync(file, bytes);
    closeSync(file);
    await assertRefused(() => preflight(path), { kind: 'tooLarge', bytes, limit: bytes / 2 });
  });

  it('fault 53: duplicates and look-alikes are found by their characters, in one go and in several (Windows-1252)', async () => {
    const codes = Array.from({ length: 3000 }, (_, index) => `${index % 2 ? '\u00e7' : '\u00c7'}${(index * 7919) % 1000}\u20ac`);
    const text = `${header}${codes.map((code) => `${code};\u00e3\r\n`).join('')}`;
    const [once, often] = [await checked(text), await checked(text, { codesInOnePass: 100, pieceSize: 101 })];
    assert.deepEqual(once.counts, (await check(text)).counts, 'as in UTF-8');
    assert.ok((once.counts.duplicate ?? 0) > 100);
    assert.deepEqual(often, once);
  });

  it('fault 69: other bytes of the same length end as "not what was checked" (Windows-1252)', async () => {
    const server = await recordingServer();
    const name = fileOf(windows1252(`${header}CHECKED-1;Jo\u00e3o\r\n`));
    const result = await preflight(name);
    let isOther = false;
    const file = onlyAsChecked(await localFile(name), result, () => (isOther = true));
    writeFileSync(name, windows1252(`${header}CHECKED-1;Jo\u00e2o\r\n`));
    const error = await failureOf(clientAt(server.origin).call('uploadCodes', { path: { eventId: 1001 }, file }));
    assert.match(error.message, /is not what was checked/);
    assert.equal(isOther, true);
    assert.equal(server.requests.length, 0, 'no whole request arrived');
  });

  it('fault 69: a copy is not made of another file than the checked one (Windows-1252)', async () => {
    const name = fileOf(windows1252(`${header}\u00c71;x\r\n`));
    const result = await preflight(name);
    writeFileSync(name, windows1252(`${header}\u00c72;x\r\n`));
    const copied = fixCodes(name, newPath(), { toUtf8: true }, { ...choicesOf(result), sha256: result.sha256 });
    await assert.rejects(copied, { data: { kind: 'changed' } });
  });

  it('fault 69: the converted copy is stored, every character of it (Windows-1252)', async () => {
    const client = clientOf(await testService());
    const [name, copy] = [fileOf(windows1252(`${header}WIN-\u00c7\u20ac;Jo\u00e3o\r\n`)), newPath()];
    await fixCodes(name, copy, { toUtf8: true });
    const file = onlyAsChecked(await localFile(copy), await preflight(copy), () => assert.fail('it is the same'));
    await client.call('uploadCodes', { path: { eventId: 1001 }, file });
    const stored = recordsIn(await client.call('listCodes', { path: { itemId: 300002 }, query: { term: 'WIN-' } }));
    assert.deepEqual(
      stored.map(({ code }) => code),
      ['WIN-\u00c7\u20ac'],
    );
  });

  it('faults 20 and 75: what looks like a formula is no less a code in the copy that is uploaded (Windows-1252)', async () => {
    const codes = ['=1+1', '+55', '-\u00e9', '@SOMA', 'x;=1+1'];
    const text = `${header}${codes.map((code) => `${code.includes(';') ? `"${code}"` : code};\u00e3\r\n`).join('')}`;
    const copy = newPath();
    await fixCodes(fileOf(windows1252(text)), copy, { toUtf8: true });
    const { data } = Papa.parse<string[]>(readFileSync(copy, 'utf8'), { delimiter: ';', skipEmptyLines: true });
    assert.deepEqual(
      data.slice(1).map(([code]) => code),
      codes,
    );
  });

  it('fault 19: a copy never takes the place of the file that it is made of (Windows-1252)', async () => {
    const bytes = windows1252(`${header}\u00c71;x\r\n`);
    const name = fileOf(bytes);
    await assert.rejects(fixCodes(name, name, { toUtf8: true }), { data: { kind: 'sameFile' } });
    assert.deepEqual(readFileSync(name), bytes);
  });
});
