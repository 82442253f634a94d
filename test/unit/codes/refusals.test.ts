import assert from 'node:assert/strict';
import { appendFileSync, closeSync, ftruncateSync, mkdirSync, openSync, writeSync, truncateSync } from 'node:fs';
import { preflight, type CodeFileErrorData } from '../../../src/codes/index.ts';
import { check, fileOf, newPath } from './files.ts';

/** A file of this many bytes that takes no room: the text, then zeros. */
function sparseFile(text: string, size: number): string {
  const path = newPath();
  const file = openSync(path, 'w');
  writeSync(file, text);
  ftruncateSync(file, size);
  closeSync(file);
  return path;
}

/** The time that it worked and the memory that it took, since a busy machine makes everything wait. */
async function effort(work: () => Promise<unknown>): Promise<{ milliseconds: number; megabytes: number }> {
  const [before, memory] = [process.cpuUsage(), process.memoryUsage().rss];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: (user + system) / 1000, megabytes: (process.memoryUsage().rss - memory) / 1e6 };
}

async function assertRefused(work: () => Promise<unknown>, data: CodeFileErrorData): Promise<void> {
  const taken = await effort(() => assert.rejects(work(), { name: 'CodeFileError', kind: data.kind, data }));
  assert.ok(taken.milliseconds < 1000, `${taken.milliseconds} ms`);
  assert.ok(taken.megabytes < 60, `${taken.megabytes} MB`);
}

const gigabyte = 1024 ** 3;

describe('files that are refused', () => {
  const formats: [format: string, head: string][] = [
    ['zip', 'PK\x03\x04\x14\0\0\0'],
    ['xlsx', 'PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0[Content_Types].xml'],
    ['pdf', '%PDF-1.7\n'],
    ['png', '\x89PNG\r\n\x1a\n'],
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['gif', 'GIF89a'],
    ['xls', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['gzip', '\x1f\x8b\x08\0'],
    ['riff', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['html', '<!DOCTYPE html><table>'],
  ];
  for (const [format, head] of formats) {
    it(`fault 52: ${format} that is called .csv`, () =>
      assertRefused(() => check(Buffer.from(`${head}${'\0\x01'.repeat(500)}`, 'latin1')), { kind: 'binary', format }));
  }

  it('fault 52: a code that begins like another format is a code', async () => {
    for (const text of ['PK1\nPK2\n', 'GIF8\nGIF9\n', 'BM12\nBM13\n', 'RIFF1\nRIFF2\n']) {
      assert.deepEqual((await check(text)).problems, [], text);
    }
  });

  it('fault 52: a gigabyte', () =>
    assertRefused(() => preflight(sparseFile('A1\n', gigabyte)), {
      kind: 'tooLarge',
      bytes: gigabyte,
      limit: 512 * 1024 * 1024,
    }));

  it('fault 52: a gigabyte of zip is called a zip', () =>
    assertRefused(() => preflight(sparseFile('PK\x03\x04', gigabyte)), { kind: 'binary', format: 'zip' }));

  it('fault 52: a million columns', () =>
    assertRefused(() => check(`${'a,'.repeat(1_000_000)}b\n`), {
      kind: 'tooManyColumns',
      line: 1,
      columns: 32_769,
      limit: 1000,
    }));

  it('fault 52: a million columns further down', () => {
    const data: CodeFileErrorData = { kind: 'lineTooLong', line: 3, limit: 1024 * 1024 };
    return assertRefused(() => check(`A1\nB2\n${'a,'.repeat(1_000_000)}b\nC3\n`), data);
  });

  it('fault 52: a line without an end', () => {
    const data: CodeFileErrorData = { kind: 'lineTooLong', line: 1, limit: 1024 * 1024 };
    return assertRefused(() => check('A'.repeat(5_000_000)), data);
  });

  it('fault 52: 400 MB of zeros that are no text', async () => {
    const { milliseconds, megabytes } = await effort(() =>
      assert.rejects(preflight(sparseFile('A1\n', 400 * 1024 * 1024)), { kind: 'lineTooLong' }),
    );
    assert.ok(milliseconds < 1000 && megabytes < 60, `${milliseconds} ms, ${megabytes} MB`);
  });

  it('fault 52: the limit can be raised', async () => {
    const path = sparseFile('A1\n', 2000);
    await assert.rejects(preflight(path, { maxBytes: 1000 }), { kind: 'tooLarge' });
    assert.equal((await preflight(path, { maxBytes: 3000 })).rows, 2);
  });

  it('an empty file, and one with nothing but a mark', async () => {
    await assert.rejects(check(''), { kind: 'empty' });
    await assert.rejects(check('\ufeff'), { kind: 'empty' });
  });

  it('a folder, and a file that is not there', async () => {
    const folder = newPath();
    mkdirSync(folder);
    await assert.rejects(preflight(folder), { kind: 'notAFile' });
    await assert.rejects(preflight(newPath()), { code: 'ENOENT' });
  });

  it('a file that changes meanwhile', async () => {
    const path = fileOf('ABCDEFGHI\n'.repeat(50_000));
    let changed = false;
    const onProgress = () => {
      if (!changed) appendFileSync(path, 'more\n');
      changed = true;
    };
    await assert.rejects(preflight(path, { onProgress }), { kind: 'changed' });
  });

  it('fault 69: a file that became shorter before its duplicates are compared', async () => {
    const path = fileOf(`code\n${'0123456789ABCDE\n'.repeat(4096)}`);
    const onProgress = (bytes: number, total: number) => {
      if (bytes === total) truncateSync(path, 5);
    };
    await assert.rejects(preflight(path, { onProgress }), { kind: 'changed' });
  });
});
