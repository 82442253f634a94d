// Builds the extension, its web pages and the tests that run inside VS Code.
//   node esbuild.mjs [--minify]
import { build, context, transform } from 'esbuild';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostTests, root } from './scripts/lib/paths.mjs';
import { WatchReport } from './scripts/lib/watch-report.mjs';

/** @typedef {import('esbuild').BuildOptions} BuildOptions */
/** @typedef {import('esbuild').Plugin} Plugin */

/**
 * @typedef {object} ExtensionBuild
 * @property {boolean} [minify]
 * @property {string} [folder] of the extension, whose `dist` is filled: this one by default
 */

/**
 * Of whatever runs in Node. It is CommonJS: VS Code takes twice the time to load a native ES module, and eight times in 1.110.
 * @param {ExtensionBuild} options
 * @returns {BuildOptions}
 */
function nodeOptions({ minify = false, folder = root }) {
  return {
    absWorkingDir: root,
    outdir: join(folder, 'dist'),
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    // node-fetch brings a stand-in for streams that every host has built in.
    external: ['vscode', 'web-streams-polyfill/*'],
    // A file of CommonJS is required: a load that failed is tried again, which Node does not do for each import().
    supported: { 'dynamic-import': false },
    minify,
    sourcemap: minify ? false : 'inline',
    logLevel: 'warning',
  };
}

/**
 * What VS Code waits for at the start: one small file, which shares no other file with the editor behind it, as opening one takes longer than
 * reading a few lines twice.
 * @param {ExtensionBuild} options
 * @returns {BuildOptions}
 */
function startOptions(options) {
  /** @type {Plugin} */
  const leaveEditor = {
    name: 'leave-editor',
    setup(build) {
      build.onResolve({ filter: /^\.\/editor\/index\.ts$/ }, () => ({ path: './editor.cjs', external: true }));
    },
  };
  return { ...nodeOptions(options), entryPoints: { extension: 'src/extension.ts' }, plugins: [leaveEditor] };
}

/** What runs in a process or a thread of its own. */
const programs = { 'service': 'src/service/main.ts', 'codes-worker': 'src/codes/worker.ts', 'mcp': 'src/agents/main.ts' };

/**
 * The editor. What is imported with `import()` becomes a file of its own, loaded when first used. esbuild splits ES modules only, so each
 * file that it gives goes through it once more, to become CommonJS.
 * @param {ExtensionBuild} options
 * @returns {BuildOptions}
 */
function editorOptions(options) {
  const common = nodeOptions(options);
  const { format, platform, target, supported, minify, sourcemap } = common;
  /** @type {Plugin} */
  const writeAsCommonJs = {
    name: 'write-as-commonjs',
    setup(build) {
      build.onEnd(async ({ outputFiles = [] }) => {
        await mkdir(join(options.folder ?? root, 'dist'), { recursive: true });
        const settings = /** @type {import('esbuild').TransformOptions} */ ({
          format,
          platform,
          target,
          supported,
          minify,
          sourcemap,
        });
        const write = async (/** @type {import('esbuild').OutputFile} */ { path, text }) =>
          writeFile(path, (await transform(text, { ...settings, sourcefile: basename(path) })).code);
        await Promise.all(outputFiles.map(write));
      });
    },
  };
  return {
    ...common,
    entryPoints: { editor: 'src/editor/index.ts' },
    chunkNames: 'editor-[name]-[hash]',
    format: 'esm',
    splitting: true,
    supported: {},
    write: false,
    plugins: [vscodeOnce, writeAsCommonJs],
  };
}

/**
 * All files share one module that passes on what `vscode` has: for each import of all of it esbuild would copy its hundreds of members.
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
 * One file a page: `src/webview/<page>/index.ts` becomes `dist/webview/<page>.js`.
 * @param {ExtensionBuild} options
 * @returns {BuildOptions}
 */
function pageOptions({ minify = false, folder = root }) {
  const sources = join(root, 'src', 'webview');
  const pages = readdirSync(sources).filter((name) => existsSync(join(sources, name, 'index.ts')));
  return {
    absWorkingDir: root,
    entryPoints: pages.map((page) => ({ in: `src/webview/${page}/index.ts`, out: page })),
    outdir: join(folder, 'dist', 'webview'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'chrome138',
    minify,
    sourcemap: minify ? false : 'inline',
    logLevel: 'warning',
  };
}

/** @returns {BuildOptions} */
function hostTestOptions() {
  return {
    absWorkingDir: root,
    entryPoints: ['test/host/index.ts', ...filesIn(join(root, 'test', 'host'), '.test.ts').map((name) => `test/host/${name}`)],
    outdir: hostTests,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  };
}

/**
 * @param {ExtensionBuild} options
 * @returns {BuildOptions[]}
 */
function allOptions(options) {
  return [
    startOptions(options),
    editorOptions(options),
    { ...nodeOptions(options), entryPoints: programs },
    pageOptions(options),
  ];
}

/** The files whose code is in any part of the extension. */
export async function bundledFiles() {
  const { entryPoints: pages } = pageOptions({});
  const entries = ['src/extension.ts', 'src/editor/index.ts', ...Object.values(programs)].map((path) => ({
    in: path,
    out: path,
  }));
  const { metafile } = await build({
    ...nodeOptions({}),
    entryPoints: [...entries, .../** @type {typeof entries} */ (pages)],
    sourcemap: false,
    metafile: true,
    write: false,
  });
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  return [...new Set(inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path))];
}

/**
 * What an earlier build left is removed at the end and not before: a window that has it open finds its files while nothing has changed.
 * @param {ExtensionBuild} [options]
 */
export async function buildExtension(options = {}) {
  const results = await Promise.all(allOptions(options).map((each) => build({ ...each, metafile: true })));
  const written = new Set(results.flatMap(({ metafile }) => Object.keys(metafile.outputs).map((path) => join(root, path))));
  const dist = join(options.folder ?? root, 'dist');
  const stale = filesIn(dist, 'js', { recursive: true }).filter((name) => !written.has(join(dist, name)));
  await Promise.all(stale.map((name) => rm(join(dist, name))));
}

export async function buildHostTests() {
  await rm(hostTests, { recursive: true, force: true });
  await build(hostTestOptions());
}

/**
 * @param {string} folder
 * @param {string} ending
 * @param {{ recursive?: boolean }} [options]
 */
function filesIn(folder, ending, { recursive = false } = {}) {
  return readdirSync(folder, { recursive, encoding: 'utf8' }).filter((name) => name.endsWith(ending));
}

/** Builds on every change. */
export async function watchExtension() {
  const all = allOptions({});
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
