import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildExtension, buildHostTests } from '../../esbuild.mjs';
import { checkProject } from '../../scripts/check-manifest.mjs';
import { checkWords } from '../../scripts/l10n.mjs';
import { root, testOutput, vsixPath } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/processes.mjs';
import { checkOpenApi } from '../../scripts/openapi.ts';
import { checkReadme } from '../../scripts/readme.ts';
import { checkTools } from '../../scripts/tools.ts';
import { ensureNode, hostVersions, newestHost, type HostVersion } from '../../scripts/setup.mjs';
import { closeBrowser } from './browser.ts';
import { runInHost, type HostOptions } from './host.ts';
import type { Results } from './run-mocha.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export type SuiteName = keyof typeof suites;

/** Every suite, in the order of a whole run: the quickest to fail comes first. */
export const suites = {
  types: () => check(() => Promise.all([tool('typescript/bin/tsc', '-p', '.'), tool('typescript/bin/tsc', '-p', 'src/webview')])),
  lint: () =>
    check(() =>
      Promise.all([tool('eslint/bin/eslint.js', '.'), tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.')]),
    ),
  manifest: () => check(() => Promise.all([checkProject(), checkWords(), checkOpenApi(), checkTools(), checkReadme()])),
  unit: async (filter: string) => {
    const nodes = [await ensureNode(hostVersions[newestHost].node), await ensureNode(hostVersions['1.110'].node)];
    return add(...(await Promise.all(nodes.map((node, index) => mochaProcess(node, 'unit', filter, { silent: index > 0 })))));
  },
  host: async (filter: string) => {
    await Promise.all([buildExtension(), buildHostTests()]);
    const counts = [];
    for (const version of Object.keys(hostVersions) as HostVersion[]) counts.push(await inHost({ version, filter }));
    counts.push(await inHost({ filter, trusted: false, files: 'restricted' }));
    await closeBrowser();
    return add(...counts);
  },
  ui: async (filter: string) => {
    await buildExtension();
    const part = (name: string, silent = false) => mochaProcess(process.execPath, 'ui', filter, { part: name, silent });
    // Tests of a person's clicks mostly wait, so two halves of them run side by side.
    const halves = await Promise.all([part('1/2'), part('2/2', true)]);
    return add(...halves, await part('alone'));
  },
  package: async (filter: string) => {
    const { packageExtension } = await import('../../scripts/package.mjs');
    await packageExtension();
    await buildHostTests();
    const probe = join(root, 'test', 'harness', 'probe');
    const counts = await inHost({ filter, vsix: vsixPath, extension: probe, files: 'activation' });
    await closeBrowser();
    return counts;
  },
  desktop: async (filter: string) => {
    const { runTests } = await import('@vscode/test-electron');
    await Promise.all([buildExtension(), buildHostTests()]);
    return collect(async (results) => {
      await runTests({
        extensionDevelopmentPath: root,
        extensionTestsPath: join(root, 'out', 'host', 'index.cjs'),
        extensionTestsEnv: { BOX_OFFICE_RESULTS: results, BOX_OFFICE_FILTER: filter },
        launchArgs: [join(root, 'test', 'fixtures', 'workspace'), '--disable-extensions', '--disable-workspace-trust'],
      });
    });
  },
} satisfies Record<string, (filter: string) => Promise<Counts>>;

/** A check that passes or fails as a whole. */
async function check(work: () => Promise<unknown>): Promise<Counts> {
  await work();
  return { passed: 1, failed: 0, skipped: 0 };
}

function tool(path: string, ...args: string[]): Promise<string> {
  return run(process.execPath, [join(root, 'node_modules', path), ...args], { cwd: root });
}

interface MochaOptions {
  /** Which of the files: see mocha.ts. */
  readonly part?: string;
  /** What it prints is shown when it has ended. */
  readonly silent?: boolean;
}

function mochaProcess(node: string, folder: string, filter: string, options: MochaOptions = {}): Promise<Counts> {
  const { part = '1/1', silent = false } = options;
  const args = [join(root, 'test', 'harness', 'mocha.ts'), folder, part, ...(silent ? ['silent'] : [])];
  return collect((results) =>
    run(node, args, { show: !silent, env: { ...process.env, BOX_OFFICE_RESULTS: results, BOX_OFFICE_FILTER: filter } }),
  );
}

/** Runs the host tests inside one VS Code: those of the named files, or all. */
async function inHost(options: HostOptions & { filter: string; extension?: string; files?: string }): Promise<Counts> {
  const { filter, extension = root, files = '', ...host } = options;
  return collect(async (results) => {
    const env = { BOX_OFFICE_RESULTS: results, BOX_OFFICE_FILTER: filter, BOX_OFFICE_FILES: files };
    console.log(`\n  VS Code ${host.version ?? newestHost}`);
    await runInHost({ ...host, extension, env, suite: join(root, 'out', 'host', 'index.cjs') });
  });
}

let collected = 0;

/** What a Mocha run counted; a run that ended without counting is one failure. */
async function collect(work: (resultsPath: string) => Promise<unknown>): Promise<Counts> {
  const resultsPath = join(testOutput, `results-${++collected}.json`);
  await mkdir(testOutput, { recursive: true });
  await rm(resultsPath, { force: true });
  let problem = new Error('The tests ended without a result.');
  await work(resultsPath).catch((error: unknown) => (problem = error as Error));
  try {
    const results = JSON.parse(await readFile(resultsPath, 'utf8')) as Results;
    if (results.output) console.log(results.output);
    return results;
  } catch {
    throw problem;
  }
}

function add(...all: Counts[]): Counts {
  const sum = (field: keyof Counts) => all.reduce((total, counts) => total + counts[field], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}
