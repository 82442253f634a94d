import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datedChangelog, release, requireHigher } from '../../../scripts/release.mjs';

const changelog = '# Changelog\n\n## Unreleased\n\n- A thing.\n\n## 0.1.0\n\nFirst version.\n';
const sumOfAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const sumOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

describe('a release', () => {
  let [home, folder, target] = ['', '', ''];
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const build = async () => {
    const source = join(home, 'built');
    await writeFile(source, 'abc');
    return [{ name: 'box-office-0.2.0.vsix', source }];
  };
  const make = (options: { isDry?: boolean; withTag?: boolean } = {}) =>
    release({ version: '0.2.0', date: '2026-01-02', folder, target, build, ...options });

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'box-office-release-'));
    [folder, target] = [join(home, 'project'), join(home, 'out')];
    await mkdir(folder);
    const dependency = { version: '0.1.0' };
    const lock = { name: 'x', version: '0.1.0', packages: { '': { version: '0.1.0' }, 'node_modules/y': dependency } };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'x', version: '0.1.0' }, undefined, 2));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock, undefined, 2));
    await writeFile(join(folder, 'CHANGELOG.md'), changelog);
    git('init', '--quiet');
    git('config', 'user.name', 'x');
    git('config', 'user.email', 'x@example.com');
    // Git for Windows would write other line ends, and a person may sign what they commit.
    git('config', 'core.autocrlf', 'false');
    git('config', 'commit.gpgSign', 'false');
    git('config', 'tag.gpgSign', 'false');
    git('add', '.');
    git('commit', '--quiet', '--message', 'First');
  });
  // Windows may still look at what git has just written.
  afterEach(() => rm(home, { recursive: true, maxRetries: 5 }));

  it('sets the version, dates the changelog, sums up what was built, and tags nothing', async () => {
    await make();
    const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
      version: string;
      packages: Record<string, { version: string }>;
    };
    assert.match(await readFile(join(folder, 'package.json'), 'utf8'), /"version": "0\.2\.0"/);
    assert.deepEqual([lock.version, ...Object.values(lock.packages).map(({ version }) => version)], ['0.2.0', '0.2.0', '0.1.0']);
    assert.match(
      await readFile(join(folder, 'CHANGELOG.md'), 'utf8'),
      /^## 0\.2\.0 \(2026-01-02\)\n\n- A thing\.\n\n## 0\.1\.0$/m,
    );
    assert.equal(await readFile(join(target, '0.2.0', 'SHA256SUMS'), 'utf8'), `${sumOfAbc}  box-office-0.2.0.vsix\n`);
    assert.equal(git('tag'), '');
    assert.equal(await sumOf(join(target, '0.2.0', 'box-office-0.2.0.vsix')), sumOfAbc, 'what lies there is what was summed up');
  });

  it('that cannot be built leaves everything as it was', async () => {
    const broken = () => Promise.reject(new Error('no disk'));
    await assert.rejects(release({ version: '0.2.0', date: '2026-01-02', folder, target, build: broken }), {
      message: 'no disk',
    });
    assert.equal(git('status', '--porcelain'), '');
    assert.ok(!existsSync(target));
  });

  it('commits only what it changed itself', async () => {
    const busy = async () => {
      await writeFile(join(folder, 'notes.txt'), 'changed meanwhile');
      return build();
    };
    await writeFile(join(folder, 'notes.txt'), 'first');
    git('add', '.');
    git('commit', '--quiet', '--message', 'Notes');
    await release({ version: '0.2.0', date: '2026-01-02', folder, target, withTag: true, build: busy });
    assert.equal(git('status', '--porcelain'), 'M notes.txt');
  });

  it('is refused, even as a try, when its tag is there already', async () => {
    git('tag', 'v0.2.0');
    for (const isDry of [false, true]) await assert.rejects(make({ isDry }), { message: 'There is a tag v0.2.0 already.' });
    assert.equal(git('status', '--porcelain'), '');
  });

  it('is committed and tagged when that is asked for', async () => {
    await make({ withTag: true });
    assert.equal(git('describe', '--tags'), 'v0.2.0');
    assert.equal(git('status', '--porcelain'), '');
  });

  it('that is only tried changes nothing and builds nothing', async () => {
    assert.match((await make({ isDry: true })).join(), /0\.2\.0 would follow 0\.1\.0/);
    assert.equal(git('status', '--porcelain'), '');
    assert.ok(!existsSync(target));
  });

  it('is refused while something is not committed', async () => {
    await writeFile(join(folder, 'new.txt'), '');
    await assert.rejects(make(), { message: 'There are changes that are not committed.' });
  });

  it('is refused without notes, or with a version that is not higher', () => {
    assert.throws(() => datedChangelog('# Changelog\n\n## Unreleased\n\n## 0.1.0\n\nFirst.\n', '0.2.0', ''), /nothing under/);
    assert.throws(() => datedChangelog('# Changelog\n\n## 0.1.0\n', '0.2.0', ''), /nothing under/);
    assert.throws(() => datedChangelog(changelog, '0.1.0', ''), /a part for 0\.1\.0 already/);
    for (const version of ['0.1.0', '0.0.9', '1', 'v0.2.0', '0.2.0-beta'])
      assert.throws(() => requireHigher(version, '0.1.0'), Error, version);
    for (const version of ['0.1.1', '0.10.0', '1.0.0']) requireHigher(version, '0.1.0');
  });
});
