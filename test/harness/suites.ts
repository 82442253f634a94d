import { globSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { buildHostTests } from '../../esbuild.mjs';
import { checkBudgets } from '../../scripts/budgets.mjs';
import { checkProject } from '../../scripts/check-manifest.mjs';
import { checkWords } from '../../scripts/l10n.mjs';
import { hostTests, local, root, testExtension, vsixPath } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/processes.mjs';
import { stageExtension } from '../../scripts/lib/staging.mjs';
import { checkGenerated } from '../../scripts/manifest.ts';
import { checkNotices } from '../../scripts/notices.mjs';
import { checkOpenApi } from '../../scripts/openapi.ts';
import { checkReadme } from '../../scripts/readme.ts';
import { ensureHost, ensureNode, ensureTestBrowser, hostVersions, newestHost, type HostVersion } from '../../scripts/setup.mjs';
import { felt } from '../bench/harness.ts';
import { closeBrowser } from './browser.ts';
import { everything } from './everything.ts';
import { runInHost, type HostOptions } from './host.ts';
import type { LaneEnvironment } from './lane.ts';
import { startQueue } from './queue.ts';
import { failedFile, seconds, type FileResult } from './results.ts';
import { randomFrom, seedFor, shuffled } from './shuffle.ts';

/** What a whole run has decided for all of its suites. */
export interface RunOptions {
  readonly seed: number;
  readonly filter: string;
  /** A part of the names of the files that are run. */
  readonly file: string;
  /** How long each file took when it was last run, by its suite and name. */
  readonly times: Readonly<Record<string, number>>;
}

type Suite = (options: RunOptions) => Promise<readonly FileResult[]>;

export type SuiteName = keyof typeof suites;

const floor: HostVersion = '1.110';
/** How many lanes of a suite work side by side. */
const lanes = 2;
/** What the oldest Node that runs the extension may do otherwise, and what of it each file meets; the rest is the language alone. */
const platformTests: Readonly<Record<string, string>> = {
  'agents/mcp.test.ts': 'standard input and output of a process',
  'client/credentials.test.ts': 'TLS and proxies',
  'client/dates.test.ts': 'time zones',
  'client/clock.test.ts': 'timers and AbortSignal',
  'client/json.test.ts': 'JSON.parse with the source text',
  'client/replies.test.ts': 'sockets, zlib and streams',
  'client/upload.test.ts': 'files as streams of a request',
  'client/wire.test.ts': 'requests on a socket',
  'codes/csv-out.test.ts': 'file streams',
  'codes/encodings.test.ts': 'TextDecoder',
  'codes/fix-codes.test.ts': 'files that are replaced',
  'codes/refusals.test.ts': 'errors of the file system',
  'codes/worker.test.ts': 'threads',
  'editor/documents-locks.test.ts': 'lock files of several processes',
  'editor/form-drafts.test.ts': 'files that are replaced',
  'runs/history.test.ts': 'lock files and processes',
  'runs/journal.test.ts': 'fsync and torn writes',
  'runs/killed.test.ts': 'processes that are killed',
  'service/contract-exports.test.ts': 'files and downloads',
  'service/contract-items.test.ts': 'SQLite',
  'service/durability.test.ts': 'SQLite in processes that are killed',
  'service/exports.test.ts': 'zlib',
  'service/security.test.ts': 'the parser of HTTP',
  'service/sharing.test.ts': 'SQLite in several processes',
  'service/upload.test.ts': 'streams of a request',
};
/** What the oldest VS Code may do otherwise; the first needs a window in which nothing was used yet. */
const smokeTests = ['activation.test.ts', 'commands.test.ts', 'documents.test.ts', 'token.test.ts'];
/** These run in Restricted Mode as well. */
const restrictedTests = ['restricted.test.ts', 'restricted-folder.test.ts'];

/** Every suite, in the order of a whole run: the quickest to fail comes first. */
export const suites = {
  types: () =>
    check(
      'types',
      typeCheck('.', 'types'),
      typeCheck('src/webview', 'types-webview'),
      typeCheck('test/pictures/page', 'types-pictures'),
    ),
  lint: () =>
    check(
      'lint',
      tool('oxlint/bin/oxlint', '.'),
      tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '--cache', `--cache-location=${cache('prettier')}`, '.'),
      dependencyCruiser(),
      knip('--include-entry-exports'),
      knip('--production', '--include=exports,files,dependencies'),
      Promise.resolve().then(checkBudgets),
    ),
  manifest: () =>
    check('manifest', checkProject(), checkWords(), checkOpenApi(), checkGenerated(), checkReadme(), checkNotices()),
  unit: async (options) => {
    const gone = Object.keys(platformTests).filter((file) => !filesOf('unit').includes(file));
    if (gone.length > 0) throw new Error(`Not in test/unit, but in platformTests: ${gone.join(', ')}`);
    const onFloor = (file: string) => Object.hasOwn(platformTests, file);
    // A lane more than there are cores: many of these tests wait for other processes.
    const onNewest = nodeLanes('unit', options, { count: lanes + (everything ? 0 : 1) });
    if (!everything) return onNewest;
    return (await Promise.all([onNewest, nodeLanes('unit', options, { version: floor, isWanted: onFloor, count: 1 })])).flat();
  },
  page: async (options) => {
    await ensureTestBrowser();
    await stageExtension(testExtension, { minify: true });
    return nodeLanes('page', options, {});
  },
  host: async (options) => {
    await Promise.all([stageExtension(testExtension, { minify: true }), buildHostTests()]);
    const files = filesOf('host').filter((file) => file !== smokeTests[0]);
    const others = async () => [
      ...(everything ? await hostLanes('host', options, { files: smokeTests, version: floor }) : []),
      ...(await hostLanes('host', options, { files: restrictedTests, trusted: false })),
    ];
    // The second lane has another VS Code first, and then helps with what is left of the newest.
    const first = others();
    const newest = await hostLanes('host', options, { files: byTime('host', files, options), count: lanes, beforeLast: first });
    await closeBrowser();
    return [...newest, ...(await first)];
  },
  ui: async (options) => {
    await stageExtension(testExtension, { minify: true });
    // More than a few waits of a browser together: each of them has its own end.
    return nodeLanes('ui', options, { timeout: 180_000 });
  },
  package: async (options) => {
    const { packageExtension } = await import('../../scripts/package.mjs');
    const { packageNpm } = await import('../../scripts/package-npm.mjs');
    const npmTests = packageNpm().then(() => nodeLanes('package', options, { timeout: 120_000, count: 1 }));
    // It is waited for below; until then a failure of it must not end all.
    npmTests.catch(() => undefined);
    await Promise.all([packageExtension(), buildHostTests()]);
    const extension = join(root, 'test', 'harness', 'probe');
    const results = await hostLanes('host', options, { files: ['activation.test.ts'], vsix: vsixPath, extension });
    await closeBrowser();
    return [...results, ...(await npmTests)];
  },
  // Beside others: their bounds are for losses of several times, and what misses is measured again.
  bench: async () => {
    const node = await ensureNode(hostVersions[newestHost].node);
    await ensureTestBrowser();
    const env = { ...process.env, NODE_COMPILE_CACHE: undefined, BOX_OFFICE_STAGED: '1' };
    await stageExtension(testExtension, { minify: true });
    const measure = (...names: readonly string[]) => {
      const only = names.flatMap((name) => ['--only', name]);
      return run(node, [join(root, 'test', 'bench', 'run.ts'), '--gate', ...only], { show: true, cwd: root, env });
    };
    return check('bench', ...felt.map((names) => measure(...names)));
  },
  desktop: async (options) => {
    const { runTests } = await import('@vscode/test-electron');
    await Promise.all([stageExtension(testExtension, { minify: true }), buildHostTests()]);
    return inQueue('host', filesOf('host'), 1, options, {}, (environment) =>
      runTests({
        extensionDevelopmentPath: testExtension,
        extensionTestsPath: join(hostTests, 'index.cjs'),
        extensionTestsEnv: { ...environment },
        launchArgs: [join(root, 'test', 'fixtures', 'workspace'), '--disable-extensions', '--disable-workspace-trust'],
      }),
    );
  },
  pictures: async (options) => {
    await stageExtension(testExtension, { minify: true });
    return nodeLanes('pictures', options, { timeout: 90_000, count: 1 });
  },
} satisfies Record<string, Suite>;

/** Those of a plain `npm test`; what stands in one line runs side by side. */
export const stages: readonly (readonly SuiteName[])[] = [
  ['types', 'lint', 'manifest'],
  ['unit'],
  ['page'],
  ['host'],
  ['ui'],
  ['package', 'bench'],
];

/** A check that passes or fails as a whole. */
async function check(name: string, ...works: readonly Promise<unknown>[]): Promise<FileResult[]> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  const ends = await Promise.allSettled(works);
  const problems = ends.flatMap((end) => (end.status === 'rejected' ? [messageOf(end.reason)] : []));
  if (problems.length === 0)
    return [{ file: name, milliseconds: elapsed(), tests: [{ title: name, state: 'passed', milliseconds: elapsed() }] }];
  const result = failedFile(name, name, problems.join('\n'), elapsed());
  report(result);
  return [result];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function cache(name: string): string {
  return join(local, 'cache', name);
}

function typeCheck(project: string, name: string): Promise<string> {
  return tool('typescript-native/bin/tsc', '-p', project, '--incremental', '--tsBuildInfoFile', cache(`${name}.tsbuildinfo`));
}

function tool(path: string, ...args: string[]): Promise<string> {
  return run(process.execPath, [join(root, 'node_modules', path), ...args], { cwd: root });
}

function dependencyCruiser(): Promise<string> {
  const kept = ['--cache', cache('dependency-cruiser'), '--cache-strategy', 'content'];
  return tool('dependency-cruiser/bin/dependency-cruiser.mjs', '--config', 'dependency-cruiser.config.mjs', ...kept, 'src');
}

function knip(...args: string[]): Promise<string> {
  const strict = ['--treat-config-hints-as-errors', '--treat-tag-hints-as-errors'];
  return tool('knip/bin/knip.js', ...args, ...strict, '--no-progress', '--cache', '--cache-location', cache('knip'));
}

function filesOf(folder: string): string[] {
  return globSync('**/*.test.ts', { cwd: join(root, 'test', folder) })
    .filter((file) => everything || !file.endsWith('.all.test.ts'))
    .map((file) => file.replaceAll(sep, '/'))
    .sort();
}

/** The longest first, so that none of them is begun last; those that take about as long come in any order. */
function byTime(folder: string, files: readonly string[], { seed, times }: RunOptions): string[] {
  // A file that nobody has timed yet may be long.
  const rank = (file: string) => {
    const time = times[`${folder}/${file}`];
    return time === undefined ? 64 + Math.log2(statSync(join(root, 'test', folder, file)).size) : Math.round(Math.log2(time + 1));
  };
  return shuffled(files, randomFrom(seedFor(seed, folder))).sort((one, other) => Math.round(rank(other)) - Math.round(rank(one)));
}

interface NodeLanes {
  readonly version?: HostVersion;
  readonly timeout?: number;
  readonly count?: number;
  readonly isWanted?: (file: string) => boolean;
}

async function nodeLanes(folder: string, options: RunOptions, chosen: NodeLanes): Promise<readonly FileResult[]> {
  const { version = newestHost, isWanted = () => true, count = lanes } = chosen;
  const node = await ensureNode(hostVersions[version].node);
  const files = byTime(folder, filesOf(folder).filter(isWanted), options);
  const name = `Node ${hostVersions[version].node}`;
  console.log(`  on ${name}`);
  return inQueue(folder, files, count, options, { ...chosen, name: version === newestHost ? '' : name }, (environment) =>
    run(node, [join(root, 'test', 'harness', 'node-lane.ts'), folder], { show: true, env: { ...process.env, ...environment } }),
  );
}

interface HostLanes extends HostOptions {
  readonly files: readonly string[];
  readonly count?: number;
  /** What the last lane waits for. */
  readonly beforeLast?: Promise<unknown>;
  /** The extension under development. */
  readonly extension?: string;
}

async function hostLanes(folder: string, options: RunOptions, chosen: HostLanes): Promise<readonly FileResult[]> {
  const { files, count = 1, extension = testExtension, beforeLast, ...host } = chosen;
  // Whoever runs other files needs no VS Code.
  if (!files.some((file) => file.includes(options.file))) return [];
  await ensureHost(host.version ?? newestHost);
  const name = `VS Code ${host.version ?? newestHost}${host.trusted === false ? ', Restricted Mode' : ''}`;
  return inQueue(folder, files, count, options, { name, timeout: 90_000, beforeLast }, (environment) =>
    runInHost({ ...host, extension, env: { ...environment }, suite: join(hostTests, 'index.cjs') }),
  );
}

/** Runs files in lanes, each of which takes the next one when it has ended one. */
async function inQueue(
  folder: string,
  all: readonly string[],
  count: number,
  { seed, filter, file: part }: RunOptions,
  { timeout = 30_000, name = '', beforeLast }: { timeout?: number; name?: string; beforeLast?: Promise<unknown> | undefined },
  start: (environment: LaneEnvironment) => Promise<unknown>,
): Promise<readonly FileResult[]> {
  const files = all.filter((file) => file.includes(part));
  const named = (result: FileResult): FileResult => ({ ...result, file: `${folder}/${result.file}` });
  const queue = await startQueue(files, (result) => report(named(result), name));
  const used = Math.min(count, files.length);
  const runOne = async (_: unknown, index: number) => {
    const lane = `${folder} ${index + 1}`;
    if (index === used - 1) await beforeLast;
    if (queue.waiting.length === 0) return 'nothing was left for it';
    const environment: LaneEnvironment = {
      BOX_OFFICE_QUEUE: queue.url,
      BOX_OFFICE_LANE: lane,
      BOX_OFFICE_SEED: String(seed),
      BOX_OFFICE_FILTER: filter,
      BOX_OFFICE_TIMEOUT: String(timeout),
    };
    let why = 'its process is gone';
    await start(environment).catch((error: unknown) => (why = messageOf(error)));
    queue.laneEnded(lane, why);
    return why;
  };
  const ends = await Promise.all(Array.from({ length: used }, runOne));
  queue.stop();
  const left = queue.waiting.map((file) => failedFile(file, file, `Nobody ran it: ${ends.join('; ')}`));
  for (const result of left) report(named(result), name);
  return [...queue.results, ...left].map(named);
}

function report({ file, tests, milliseconds }: FileResult, where = ''): void {
  const failed = tests.filter(({ state }) => state === 'failed');
  if (tests.length === 0) return;
  const mark = failed.length > 0 ? '✗' : '✓';
  console.log(
    `  ${mark} ${file}${where ? ` (${where})` : ''}: ${tests.length - failed.length} passed in ${seconds(milliseconds)}`,
  );
  for (const { title, problem = '' } of failed) console.log(`\n    ✗ ${title}\n${problem.replace(/^/gm, '      ')}\n`);
}

/** The folders that a run writes to. */
export async function prepareFolders(): Promise<void> {
  await mkdir(join(local, 'cache'), { recursive: true });
}
