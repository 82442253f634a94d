import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { includedBy, withAddressesOf } from './package-check.mjs';
import { root } from './paths.mjs';

/**
 * Fills a folder with the extension as users get it: the files that .vscodeignore lets in, and a build of its own.
 * @param {string} folder
 * @param {{ minify?: boolean }} [options]
 */
export async function stageExtension(folder, options = {}) {
  const { buildExtension } = await import('../../esbuild.mjs');
  const patterns = includedBy(await readFile(join(root, '.vscodeignore'), 'utf8'));
  for (const { folder: below, matches } of patterns) {
    if (below.startsWith('dist')) continue;
    const names = (await readdir(join(root, below)).catch(() => [])).filter((name) => matches.test(name));
    await mkdir(join(folder, below), { recursive: true });
    await Promise.all(names.map((name) => cp(join(root, below, name), join(folder, below, name))));
  }
  await cp(join(root, '.vscodeignore'), join(folder, '.vscodeignore'));
  const [readme, manifest] = await Promise.all(['README.md', 'package.json'].map((name) => readFile(join(root, name), 'utf8')));
  const { repository } = /** @type {{ repository: { url: string } }} */ (JSON.parse(manifest ?? ''));
  const staged = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
  await writeFile(join(folder, 'README.md'), withAddressesOf(readme ?? '', repository.url, staged));
  if (options.minify) await Promise.all(staged.map((name) => minifyFile(join(folder, name))));
  await buildExtension({ ...options, folder });
}

/**
 * What no program reads otherwise without its blanks.
 * @param {string} path
 */
async function minifyFile(path) {
  if (path.endsWith('.json')) await writeFile(path, JSON.stringify(JSON.parse(await readFile(path, 'utf8'))));
  if (!path.endsWith('.css')) return;
  const { transform } = await import('esbuild');
  const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true, target: 'chrome138' });
  await writeFile(path, code);
}
