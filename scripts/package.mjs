// Builds the .vsix: `npm run package`. Refuses to make one that holds a file, a size or a secret that users should not get.
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSecrets, heavyPages, missingFiles, missingTargets, unexpectedFiles } from './lib/package-check.mjs';
import { entriesOf, groupsOf, tableText } from './lib/package-table.mjs';
import { local, root, vsixPath } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { stageExtension } from './lib/staging.mjs';
import { step } from './lib/steps.mjs';

/** Each program has its own copy of what it shares with the editor. */
const budget = 750_000;
const staging = join(local, 'package');

export async function packageExtension() {
  // vsce walks every file below its folder, downloaded hosts included; so it gets a folder with just what .vscodeignore lets in.
  await rm(staging, { recursive: true, force: true });
  await step('Building, minified', () => stageExtension(staging, { minify: true }));
  await step('Checking what goes into the package', checkStagedFiles);
  await step('Packaging', runVsce);
  const zip = await readFile(vsixPath);
  const table = tableText(groupsOf(entriesOf(zip), zip.length), zip.length);
  if (zip.length > budget) throw new Error(`The package has ${zip.length} bytes; the budget is ${budget}.\n${table}`);
  return table;
}

async function checkStagedFiles() {
  const { listFiles, PackageManager } = await import('@vscode/vsce');
  const files = await listFiles({ cwd: staging, packageManager: PackageManager.None });
  const secrets = await Promise.all(
    files.map(async (name) => findSecrets(await readFile(join(staging, name), 'utf8')).map((kind) => `${name} holds ${kind}.`)),
  );
  const pages = await stat(join(staging, 'dist', 'pages.js'));
  const unexpected = unexpectedFiles(files).map((name) => `${name} does not belong into the package.`);
  const readme = await readFile(join(staging, 'README.md'), 'utf8');
  const missing = missingTargets(readme, files).map((target) => `README.md points to ${target}, which is not in the package.`);
  const manifest = JSON.parse(await readFile(join(staging, 'package.json'), 'utf8'));
  const unfound = missingFiles(manifest, files).map((name) => `package.json names ${name}, which is not in the package.`);
  const problems = [...unexpected, ...secrets.flat(), ...heavyPages(pages.size), ...missing, ...unfound];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

async function runVsce() {
  await mkdir(dirname(vsixPath), { recursive: true });
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const flags = ['--no-dependencies', '--no-rewrite-relative-links', '--out', vsixPath];
  const output = await run(process.execPath, [vsce, 'package', ...flags], { cwd: staging });
  const warnings = output.split('\n').filter((line) => /warning/i.test(line));
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const table = await packageExtension();
  console.log(`${table}\n\n${vsixPath}\nInstall it with: code --install-extension ${vsixPath}`);
}
