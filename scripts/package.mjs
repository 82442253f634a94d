// Builds the .vsix: `npm run package`. Refuses to make one that holds a file, a size or a secret that users should not get.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSecrets, unexpectedFiles } from './lib/package-check.mjs';
import { root, vsixPath } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { step } from './lib/steps.mjs';
import { ensureDependencies } from './setup.mjs';

const budget = 1_000_000;

export async function packageExtension() {
  const { buildExtension } = await import('../esbuild.mjs');
  await step('Building, minified', () => buildExtension({ minify: true }));
  await step('Checking what goes into the package', checkFiles);
  await step('Packaging', async () => {
    const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
    const output = await run(
      process.execPath,
      [vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--out', vsixPath],
      { cwd: root },
    );
    const warnings = output.split('\n').filter((line) => /warning/i.test(line));
    if (warnings.length > 0) throw new Error(warnings.join('\n'));
  });
  const { size } = await stat(vsixPath);
  if (size > budget) throw new Error(`The package has ${size} bytes; the budget is ${budget}.`);
  return size;
}

async function checkFiles() {
  const { listFiles, PackageManager } = await import('@vscode/vsce');
  const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
  const secrets = await Promise.all(
    files.map(async (name) => findSecrets(await readFile(join(root, name), 'utf8')).map((kind) => `${name} holds ${kind}.`)),
  );
  const problems = [...unexpectedFiles(files).map((name) => `${name} does not belong into the package.`), ...secrets.flat()];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureDependencies();
  const size = await packageExtension();
  console.log(`${vsixPath} (${Math.round(size / 1000)} KB)\nInstall it with: code --install-extension ${vsixPath}`);
}
