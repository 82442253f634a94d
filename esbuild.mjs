// Builds the extension, its web pages and the tests that run inside VS Code.
//   node esbuild.mjs [--minify]
import { build, context } from 'esbuild';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostTests, root } from './scripts/lib/paths.mjs';
import { WatchReport } from './scripts/lib/watch-report.mjs';

/** @typedef {import('esbuild').BuildOptions} BuildOptions */
/** @typedef {import('esbuild').Plugin} Plugin */

/**
 * @typedef {object} Build
 * @property {boolean} [minify]
 * @property {string} [folder] whose `dist` is filled: that of this project by default
 */

/**
 * @param {Build} options
 * @returns {BuildOptions}
 */
function commonOptions({ minify = false, folder = root }) {
  return {
    absWorkingDir: root,
    outdir: join(folder, 'dist'),
    bundle: true,
    minify,
    sourcemap: minify ? false : 'inline',
    // THIRD-PARTY-NOTICES.txt has them.
    legalComments: 'none',
    logLevel: 'warning',
  };
}

/**
 * Of whatever runs in Node. It is CommonJS: VS Code takes twice the time to load a native ES module, and eight times in 1.110.
 * @param {Build} options
 * @returns {BuildOptions}
 */
function nodeOptions(options) {
  return {
    ...commonOptions(options),
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    // node-fetch brings a stand-in for streams that every host has built in.
    external: ['vscode', 'web-streams-polyfill/*'],
    // A file of CommonJS is required: a load that failed is tried again, which Node does not do for each import().
    supported: { 'dynamic-import': false },
  };
}

/**
 * What VS Code waits for at the start is one small file, which loads the editor later.
 * @type {Plugin}
 */
const leaveEditor = {
  name: 'leave-editor',
  setup(build) {
    build.onResolve({ filter: /^\.\/editor\/index\.ts$/ }, () => ({ path: './editor.cjs', external: true }));
  },
};

/**
 * One module passes on what `vscode` has: for each file that imports all of it, esbuild would copy its hundreds of members, which takes two
 * thirds of the load.
 * @type {Plugin}
 */
const vscodeOnce = {
  name: 'vscode-once',
  setup(build) {
    const namespace = 'vscode-once';
    build.onResolve({ filter: /^vscode$/ }, ({ path, namespace: from }) =>
      from === namespace ? { path, external: true } : { path, namespace },
    );
    build.onLoad({ filter: /^vscode$/, namespace }, () => ({ contents: "export * from 'vscode';" }));
  },
};

/**
 * @param {Build} options
 * @returns {BuildOptions[]}
 */
function extensionOptions(options) {
  const node = nodeOptions(options);
  return [
    { ...node, entryPoints: { extension: 'src/extension.ts' }, plugins: [leaveEditor] },
    { ...node, entryPoints: { editor: 'src/editor/index.ts' }, plugins: [vscodeOnce] },
    // What runs in a process or a thread of its own.
    {
      ...node,
      entryPoints: { 'service': 'src/service/main.ts', 'codes-worker': 'src/codes/worker.ts', 'mcp': 'src/agents/main.ts' },
    },
    { ...commonOptions(options), entryPoints: { pages: 'src/webview/index.ts' }, format: 'esm', target: 'chrome138' },
  ];
}

/**
 * The command and the client of the npm package, with all that they need.
 * @param {Build} options
 * @returns {BuildOptions}
 */
function cliOptions(options) {
  return { ...nodeOptions(options), entryPoints: { cli: 'src/cli/main.ts', client: 'src/cli/client/index.ts' } };
}

/** The files whose code is in any part of the extension or of the npm package. */
export async function bundledFiles() {
  const all = [...extensionOptions({}), cliOptions({})];
  const results = await Promise.all(all.map((options) => build({ ...options, metafile: true, write: false })));
  const outputs = results.flatMap(({ metafile }) => Object.values(metafile.outputs));
  const inputs = outputs.flatMap(({ inputs }) => Object.entries(inputs));
  return [...new Set(inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path))];
}

/** @param {Build} [options] */
export async function buildExtension(options = {}) {
  await Promise.all(extensionOptions(options).map((each) => build(each)));
}

/** @param {string} folder whose `dist` is filled */
export async function buildCli(folder) {
  await build(cliOptions({ minify: true, folder }));
}

export async function buildHostTests() {
  await rm(hostTests, { recursive: true, force: true });
  const tests = readdirSync(join(root, 'test', 'host')).filter((name) => name.endsWith('.test.ts'));
  await build({
    ...nodeOptions({}),
    // Mocha is an ES module, of which Node 22 gives something else when it is required.
    supported: {},
    entryPoints: ['index.ts', ...tests].map((name) => `test/host/${name}`),
    outdir: hostTests,
    external: ['vscode', 'mocha'],
  });
}

/** Builds on every change. */
export async function watchExtension() {
  const all = extensionOptions({});
  const report = new WatchReport((line) => console.log(line));
  /**
   * @param {BuildOptions} options
   * @returns {Plugin}
   */
  const reporting = (options) => ({
    name: 'report',
    setup(build) {
      let isFirst = true;
      build.onStart(() => {
        // The first builds were counted before any of them could end.
        if (!isFirst) report.begin();
        isFirst = false;
      });
      build.onEnd(({ errors }) => report.end(options, errors));
    },
  });
  all.forEach(() => report.begin());
  for (const options of all) {
    const plugins = [...(options.plugins ?? []), reporting(options)];
    const session = await context({ ...options, logLevel: 'silent', plugins });
    await session.watch();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildExtension({ minify: process.argv.includes('--minify') });
