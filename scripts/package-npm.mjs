// Builds the npm package: `npm run package:npm`. It has the command box-office and box-office/client, and no dependency.
import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSecrets, missingTargets } from './lib/package-check.mjs';
import { local, root, tarballPath } from './lib/paths.mjs';
import { moveTo } from './lib/platform.mjs';
import { run } from './lib/processes.mjs';
import { step } from './lib/steps.mjs';
import { ensureDependencies, npm } from './setup.mjs';

const budget = 600_000;
const staging = join(local, 'npm-package');
const notices = 'THIRD-PARTY-NOTICES.txt';
/** @param {string} compiler of those that are installed: the former one writes declarations that name less */
const tsc = (compiler) => join(root, 'node_modules', compiler, 'bin', 'tsc');
const declarations = 'dist/types/cli/client/index.d.ts';

/** Runs in any Node: one that is too old is told so, instead of failing at a word that it does not know. */
const program = `#!/usr/bin/env node
'use strict';
if (Number(process.versions.node.split('.')[0]) < 22) {
  console.error('box-office needs Node 22 or newer; this is Node ' + process.versions.node + '.');
  process.exitCode = 2;
} else require('../dist/cli.cjs');
`;

export async function packageNpm() {
  await rm(staging, { recursive: true, force: true });
  await mkdir(join(staging, 'bin'), { recursive: true });
  const { buildCli } = await import('../esbuild.mjs');
  await step('Building the command and the client', () => buildCli(staging));
  await step('Writing the declarations of the client', writeDeclarations);
  await writeFile(join(staging, 'bin', 'box-office.cjs'), program);
  await chmod(join(staging, 'bin', 'box-office.cjs'), 0o755);
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(await manifestOf(), undefined, 2)}\n`);
  await copyFile(join(root, 'src', 'cli', 'README.md'), join(staging, 'README.md'));
  for (const name of ['LICENSE', notices]) await copyFile(join(root, name), join(staging, name));
  await checkStaged();
  await step('Packing', pack);
  const { size } = await stat(tarballPath);
  if (size > budget) throw new Error(`The package has ${size} bytes; the budget is ${budget}.`);
  return size;
}

/** Those that the entry reaches, of all that `tsc` writes. */
async function writeDeclarations() {
  const all = join(staging, 'all', 'dist', 'types');
  await run(process.execPath, [tsc('typescript'), '-p', join(root, 'src', 'cli', 'client'), '--outDir', all, '--noCheck'], {
    cwd: root,
  });
  const entry = join(staging, 'all', declarations);
  const reached = await run(process.execPath, [
    tsc('typescript-native'),
    '--ignoreConfig',
    '--listFilesOnly',
    '--module',
    'nodenext',
    entry,
  ]);
  for (const fileName of reached.trim().split(/\r?\n/)) {
    const path = relative(all, fileName);
    if (path.startsWith('..') || isAbsolute(path)) continue;
    const target = join(staging, 'dist', 'types', path);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(fileName, target);
  }
  await rm(join(staging, 'all'), { recursive: true });
}

async function manifestOf() {
  const { name, version, license, homepage, bugs, repository, keywords } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  return {
    name,
    version,
    description:
      'An event-ticketing service from a shell and from programs: call, check, plan, apply, and a local service for tests.',
    license,
    homepage,
    bugs,
    repository,
    keywords,
    engines: { node: '>=22' },
    bin: { 'box-office': 'bin/box-office.cjs' },
    exports: { './client': { types: `./${declarations}`, default: './dist/client.cjs' }, './package.json': './package.json' },
    files: ['bin', 'dist', notices],
  };
}

async function checkStaged() {
  const files = (await readdir(staging, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  const secrets = await Promise.all(
    paths.map(async (path) => findSecrets(await readFile(path, 'utf8')).map((kind) => `${path} holds ${kind}.`)),
  );
  const names = paths.map((path) => path.slice(staging.length + 1).replaceAll('\\', '/'));
  const missing = missingTargets(await readFile(join(staging, 'README.md'), 'utf8'), names);
  const problems = [...secrets.flat(), ...missing.map((target) => `README.md points to ${target}, which is not in the package.`)];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** npm names it after the version; whoever installs it here needs one name. */
async function pack() {
  await run(npm, ['pack', '--ignore-scripts', '--pack-destination', staging], { cwd: staging });
  const [tarball] = (await readdir(staging)).filter((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm packed nothing.');
  await moveTo(join(staging, tarball), tarballPath);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureDependencies();
  const size = await packageNpm();
  console.log(`${tarballPath} (${Math.round(size / 1000)} KB)\nInstall it with: npm install ${tarballPath}`);
}
