// Makes a release: npm run release -- 0.2.0 [--dry-run] [--tag]. Sets the version, dates the changelog, builds what is published and sums it up.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { local, root, tarballPath, vsixPath } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { npm } from './setup.mjs';

const help = `npm run release -- VERSION [--dry-run] [--tag]

Sets the version, gives the part "Unreleased" of the changelog this version and the date, and builds the .vsix and the package for npm into
.local/release/VERSION, with SHA256SUMS. Nothing may be uncommitted before; when the build fails, everything is as it was.

  --dry-run  checks everything and says what would be done; writes nothing
  --tag      commits what was changed and tags it`;

/** @typedef {{ name: string, source: string }} Artifact a file to publish, and where it was built */

/**
 * @param {string} changelog
 * @param {string} version
 * @param {string} date
 */
export function datedChangelog(changelog, version, date) {
  const notes = /^## Unreleased\n([^]*?)(?=^## |(?![^]))/m.exec(changelog)?.[1]?.trim() ?? '';
  if (notes === '') throw new Error('CHANGELOG.md has nothing under "## Unreleased".');
  if (changelog.includes(`\n## ${version}\n`) || changelog.includes(`\n## ${version} (`))
    throw new Error(`CHANGELOG.md has a part for ${version} already.`);
  return changelog.replace('## Unreleased\n', `## ${version} (${date})\n`);
}

/**
 * Throws unless the version is a plain one and higher than the one before.
 * @param {string} version
 * @param {string} before
 */
export function requireHigher(version, before) {
  const plain = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
  if (!plain.test(version)) throw new Error(`"${version}" is not a version like 0.2.0.`);
  const [wanted, known] = [version, before].map((text) => text.split('.').map(Number));
  const at = wanted?.findIndex((part, index) => part !== known?.[index]) ?? -1;
  if (at < 0 || (wanted?.[at] ?? 0) < (known?.[at] ?? 0)) throw new Error(`${version} is not higher than ${before}.`);
}

/**
 * Only the version changes: every other byte of the file stays.
 * @param {string} json
 * @param {string} before
 * @param {string} version
 * @param {number} times that the file says it of the project itself
 */
function withVersion(json, before, version, times) {
  let text = json;
  for (let time = 0; time < times; time++) text = text.replace(`"version": "${before}"`, `"version": "${version}"`);
  return text;
}

/**
 * @param {{ version: string, date: string, folder?: string, target?: string, isDry?: boolean | undefined, withTag?: boolean | undefined, build: () => Promise<Artifact[]> }} options
 * @returns {Promise<string[]>} what was done, for a person
 */
export async function release({ version, date, folder = root, target, isDry = false, withTag = false, build }) {
  const git = async (/** @type {string[]} */ ...args) => (await run('git', args, { cwd: folder })).trim();
  const names = ['package.json', 'package-lock.json', 'CHANGELOG.md'];
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const [manifest = '', lock = '', changelog = ''] = texts;
  const before = /** @type {{ version: string }} */ (JSON.parse(manifest)).version;
  requireHigher(version, before);
  if ((await git('status', '--porcelain')) !== '') throw new Error('There are changes that are not committed.');
  const tag = `v${version}`;
  if ((await git('tag', '--list', tag)) !== '') throw new Error(`There is a tag ${tag} already.`);
  const changed = [
    withVersion(manifest, before, version, 1),
    withVersion(lock, before, version, 2),
    datedChangelog(changelog, version, date),
  ];
  if (isDry) return [`${version} would follow ${before}: ${names.join(', ')} would be changed, and the packages built.`];
  const write = (/** @type {string[]} */ all) =>
    Promise.all(names.map((name, index) => writeFile(join(folder, name), all[index] ?? '')));
  const place = join(target ?? join(local, 'release'), version);
  await write(changed);
  const sums = await build()
    .then((artifacts) => collect(artifacts, place))
    .catch(async (/** @type {unknown} */ error) => {
      await write(texts);
      throw error;
    });
  if (!withTag) return [...sums, `In ${place}. Commit ${names.join(', ')}, and tag that ${tag}.`];
  await git('commit', '--quiet', '--message', `Release ${version}`, '--', ...names);
  await git('tag', '--annotate', tag, '--message', `Release ${version}`);
  return [...sums, `In ${place}. Committed, and tagged ${tag}.`];
}

/**
 * Copies what was built to one place, with a file of sums as `sha256sum --check` reads it.
 * @param {Artifact[]} artifacts
 * @param {string} place
 */
async function collect(artifacts, place) {
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const sums = [];
  for (const { name, source } of artifacts) {
    await copyFile(source, join(place, name));
    sums.push(
      `${createHash('sha256')
        .update(await readFile(source))
        .digest('hex')}  ${name}`,
    );
  }
  await writeFile(join(place, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  return sums;
}

/**
 * The package of the extension and that for npm.
 * @param {string} version
 */
async function buildAll(version) {
  for (const script of ['package', 'package:npm']) await run(npm, ['run', '--silent', script], { cwd: root });
  return [
    { name: `box-office-${version}.vsix`, source: vsixPath },
    { name: `box-office-${version}.tgz`, source: tarballPath },
  ];
}

async function main() {
  const options = /** @type {const} */ ({
    'dry-run': { type: 'boolean' },
    'tag': { type: 'boolean' },
    'help': { type: 'boolean' },
  });
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [version] = positionals;
  if (values.help || version === undefined) return console.log(help);
  const date = new Date().toISOString().slice(0, 10);
  const done = await release({
    version,
    date,
    isDry: values['dry-run'],
    withTag: values.tag,
    build: () => buildAll(version),
  });
  console.log(done.join('\n'));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main().catch((/** @type {unknown} */ error) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
