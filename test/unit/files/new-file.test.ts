// What Windows does while a virus scanner reads: nothing here needs Windows.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveOver, moveOverSync, nameFree, syncFolder } from '../../../src/files/move.ts';
import { newFileMode, writeNewFile } from '../../../src/files/new-file.ts';

type Options = NonNullable<Parameters<typeof moveOver>[2]>;

describe('a file that is written whole', () => {
  let folder = '';
  let target = '';
  const waits: number[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'new-file-'));
    target = join(folder, 'codes.csv');
    writeFileSync(target, 'old');
    waits.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const refusal = (code: string) => Object.assign(new Error(`${code}: operation not permitted`), { code });

  /** A system that refuses to rename so many times. */
  function refusing(times: number, code: string, platform: NodeJS.Platform = 'win32'): Options {
    let left = times;
    return {
      platform,
      rename: (from, to) => (left-- > 0 ? Promise.reject(refusal(code)) : rename(from, to)),
      wait: (milliseconds) => Promise.resolve(waits.push(milliseconds)),
    };
  }

  const write = (options: Options, text = 'new') =>
    writeNewFile(target, newFileMode, (put) => put(text), { move: (from, to) => moveOver(from, to, options) });

  for (const code of ['EPERM', 'EACCES', 'EBUSY'])
    it(`takes its place when Windows has refused twice with ${code}, and waits longer each time`, async () => {
      await write(refusing(2, code));
      assert.equal(readFileSync(target, 'utf8'), 'new');
      assert.deepEqual(readdirSync(folder), ['codes.csv']);
      assert.equal(waits.length, 2);
      assert.ok(waits[1]! > waits[0]!);
    });

  it('gives up after ten seconds with the error of the system, leaves nothing beside it and keeps the old file whole', async () => {
    await assert.rejects(write(refusing(Infinity, 'EPERM')), { code: 'EPERM', message: 'EPERM: operation not permitted' });
    assert.equal(
      waits.reduce((sum, each) => sum + each, 0),
      10_000,
    );
    assert.deepEqual(readdirSync(folder), ['codes.csv']);
    assert.equal(readFileSync(target, 'utf8'), 'old');
  });

  it('does not wait for what will not pass: another error, or a refusal of Linux and macOS', async () => {
    await assert.rejects(write(refusing(1, 'ENOSPC')), { code: 'ENOSPC' });
    for (const platform of ['linux', 'darwin'] as const)
      await assert.rejects(write(refusing(1, 'EACCES', platform)), { code: 'EACCES' });
    assert.deepEqual(waits, []);
    assert.deepEqual(readdirSync(folder), ['codes.csv']);
  });

  it('leaves the old file as it is when the work fails in the middle', async () => {
    const work = writeNewFile(target, newFileMode, async (put) => {
      await put('half');
      throw new Error('cancelled');
    });
    await assert.rejects(work, /cancelled/);
    assert.equal(readFileSync(target, 'utf8'), 'old');
    assert.deepEqual(readdirSync(folder), ['codes.csv']);
  });

  it('takes bytes, texts and pieces one after the other, for its owner alone', async () => {
    // oxlint-disable-next-line typescript/require-await -- pieces come as those of an export do
    const pieces = async function* () {
      yield 'c';
      yield 'd';
    };
    await writeNewFile(target, newFileMode, async (put) => {
      await put(Buffer.from('a'));
      await put('b');
      await put(pieces());
    });
    assert.equal(readFileSync(target, 'utf8'), 'abcd');
    if (process.platform !== 'win32') assert.equal(statSync(target).mode & 0o777, 0o600);
  });

  it('refuses to replace a file where it is told so, and leaves nothing beside it', async () => {
    const refused = writeNewFile(target, newFileMode, (put) => put('new'), { existing: 'refuse' });
    await assert.rejects(refused, { code: 'EEXIST' });
    assert.equal(readFileSync(target, 'utf8'), 'old');
    assert.deepEqual(readdirSync(folder), ['codes.csv']);
    await assert.rejects(nameFree(target, target), { code: 'EEXIST' });
  });

  it('moves without waiting where nothing can be awaited', () => {
    moveOverSync(target, join(folder, 'kept'));
    assert.deepEqual(readdirSync(folder), ['kept']);
    assert.throws(() => moveOverSync(target, join(folder, 'kept')), { code: 'ENOENT' });
  });

  it('flushes a folder where the system can, and is quiet where it cannot', async () => {
    mkdirSync(join(folder, 'runs'));
    await syncFolder(join(folder, 'runs'));
    await syncFolder(join(folder, 'nothing'));
    assert.equal(existsSync(join(folder, 'nothing')), false);
  });
});
