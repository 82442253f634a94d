import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { withLock } from '../../../src/editor/records/locks.ts';

describe('one save in flight per record', function () {
  this.timeout(20_000);
  let folder = '';
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'locks-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('fault 39: the second of two finds the first at work', async () => {
    const second = await withLock(folder, 'item 1', () => withLock(folder, 'item 1', () => Promise.resolve('saved')));
    assert.deepEqual(second, { value: undefined });
    assert.deepEqual(await withLock(folder, 'item 1', () => Promise.resolve(1)), { value: 1 });
  });

  it('fault 39: another process finds it too', async () => {
    const module = pathToFileURL(join(import.meta.dirname, '../../../src/editor/records/locks.ts')).href;
    const code = `const { withLock } = await import(${JSON.stringify(module)});
      console.log(JSON.stringify((await withLock(${JSON.stringify(folder)}, 'item 1', async () => 'saved')) ?? 'taken'));`;
    const other = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
    const during = await withLock(folder, 'item 1', other);
    assert.equal(during?.value.stdout.trim(), '"taken"');
    assert.equal((await other()).stdout.trim(), '{"value":"saved"}');
  });

  it('other records are free, and a failure frees its own', async () => {
    await withLock(folder, 'item 1', async () => {
      assert.deepEqual(await withLock(folder, 'item 2', () => Promise.resolve(2)), { value: 2 });
    });
    await assert.rejects(
      withLock(folder, 'item 1', () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.deepEqual(await withLock(folder, 'item 1', () => Promise.resolve(3)), { value: 3 });
  });

  for (const [title, text] of [
    ['an owner that has ended', JSON.stringify({ pid: 2 ** 22 + 1, started: '1', host: hostname() })],
    ['a full disk', ''],
  ] as const)
    it(`fault 70: a lock that was left by ${title} is taken over`, async () => {
      await withLock(folder, 'item 1', async () => {
        const [name] = await readdir(folder);
        await writeFile(join(folder, name!), text);
      });
      assert.equal((await readdir(folder)).length, 1);
      assert.deepEqual(await withLock(folder, 'item 1', () => Promise.resolve(4)), { value: 4 });
      assert.deepEqual(await readdir(folder), []);
    });

  it('fault 70: the end of a save does not free the lock of another window that took it over', async () => {
    const other = JSON.stringify({ pid: process.ppid, started: '', host: hostname() });
    const path = await withLock(folder, 'item 1', async () => {
      const [name] = await readdir(folder);
      await writeFile(join(folder, name!), other);
      return join(folder, name!);
    });
    assert.equal(await readFile(path!.value, 'utf8'), other);
    assert.equal(await withLock(folder, 'item 1', () => Promise.resolve(5)), undefined);
  });
});
