import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noticeOf, packagesOf } from '../../../scripts/notices.mjs';

describe('the notices of other packages', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'box-office-notices-'))));
  afterEach(() => rm(folder, { recursive: true }));

  async function packageWith(license: string, files: Record<string, string>): Promise<string> {
    const path = 'node_modules/some';
    await mkdir(join(folder, path), { recursive: true });
    await writeFile(join(folder, path, 'package.json'), JSON.stringify({ name: 'some', version: '1.2.3', license }));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, path, name), text);
    return noticeOf(path, folder);
  }

  it('are of each package that a file comes from, once', () => {
    const files = [
      'src/a.ts',
      'node_modules/b/x.js',
      'node_modules/b/y.js',
      'node_modules/@c/d/e.js',
      'node_modules/b/node_modules/f/g.js',
    ];
    assert.deepEqual(packagesOf(files), ['node_modules/@c/d', 'node_modules/b', 'node_modules/b/node_modules/f']);
  });

  it('hold the text of the licence, from its file or from the end of the README', async () => {
    assert.match(
      await packageWith('MIT', { 'LICENSE.md': 'Copyright A  \r\nFree.\r\n' }),
      /\nsome 1\.2\.3 \(MIT\)\n-+\n\nCopyright A\nFree\.\n$/,
    );
    await rm(join(folder, 'node_modules'), { recursive: true });
    assert.match(await packageWith('ISC', { 'README.md': '# some\n\n## License\n\nCopyright B\n' }), /\n\nCopyright B\n$/);
  });

  it('are refused without a text, or for a licence that asks for more', async () => {
    await assert.rejects(packageWith('MIT', {}), { message: 'some has no licence text.' });
    await assert.rejects(packageWith('GPL-3.0', { LICENSE: 'Copyright C' }), { message: /has the licence GPL-3\.0/ });
  });
});
