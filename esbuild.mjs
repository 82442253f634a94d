// Builds the extension, its web pages and the tests that run inside VS Code.
//   node esbuild.mjs [--minify]
import { build, context, transform } from 'esbuild';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packsOf, pagesOf } from './scripts/lib/packs.mjs';
import { hostTests, root } from './scripts/lib/paths.mjs';
import { WatchReport } from './scripts/lib/watch-report.mjs';

/** @typedef {import('esbuild').BuildOptions} BuildOptions */
/** @typedef {import('esbuild').Plugin} Plugin */

/**
 * @typedef {object} ExtensionBuild
 * @property {boolean} [minify]
 * @property {string} [folder] of the extension, whose `dist` is filled: this one by default
 * @property {string[]} [written] gets the paths of files that esbuild does not write itself
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
    // THIRD-PARTY-NOTICES.txt has them.
    legalComments: 'none',
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
 * What is imported with `import()` is loaded when first used. esbuild splits ES modules only, so each module that it gives goes through it
 * once more, to become CommonJS; what users get has a few files of many modules.
 * @param {BuildOptions} common
 * @param {string[]} [written] gets the paths of what is written
 * @returns {BuildOptions}
 */
function splitOptions(common, written) {
  const { outdir = root, entryPoints = {}, format, platform, target, supported, minify, sourcemap, plugins = [] } = common;
  const settings = /** @type {import('esbuild').TransformOptions} */ ({ format, platform, target, supported, minify, sourcemap });
  const entries = Object.keys(entryPoints);
  /** @type {Plugin} */
  const writeAsCommonJs = {
    name: 'write-as-commonjs',
    setup(build) {
      build.onEnd(async (result) => {
        if (result.errors.length > 0) return;
        const files = await (minify ? packedFiles(result, entries, settings) : singleFiles(result, settings));
        await mkdir(outdir, { recursive: true });
        await Promise.all(files.map(({ name, text }) => writeFile(join(outdir, name), text)));
        written?.push(...files.map(({ name }) => join(outdir, name)));
      });
    },
  };
  return {
    ...common,
    metafile: true,
    chunkNames: `${entries[0] ?? ''}-[name]-[hash]`,
    format: 'esm',
    splitting: true,
    supported: {},
    write: false,
    plugins: [...plugins, writeAsCommonJs],
  };
}

/**
 * @param {ExtensionBuild} options
 * @returns {BuildOptions}
 */
function editorOptions(options) {
  // What users get has one copy of what several of them need.
  const entryPoints = { editor: 'src/editor/index.ts', ...(options.minify ? programs : {}) };
  return splitOptions({ ...nodeOptions(options), entryPoints, plugins: [vscodeOnce] }, options.written);
}

/**
 * @param {import('esbuild').BuildResult} result
 * @param {import('esbuild').TransformOptions} settings
 */
function singleFiles({ outputFiles = [] }, settings) {
  return Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const name = basename(path);
      return { name, text: (await transform(text, { ...settings, sourcefile: name })).code };
    }),
  );
}

/**
 * @param {import('esbuild').BuildResult} result
 * @param {string[]} entries
 * @param {import('esbuild').TransformOptions} settings
 */
function packedFiles({ outputFiles = [], metafile }, entries, settings) {
  const outputs = byName(metafile);
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  return packsOf({ outputs, texts, entries: entries.map((name) => `${name}.cjs`), settings });
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
 * `src/webview/<page>/index.ts` becomes a page of `dist/pages.json`, which has the code that several pages share once.
 * @param {ExtensionBuild} options
 * @returns {BuildOptions}
 */
function pageOptions({ minify = false, folder = root, written }) {
  const sources = join(root, 'src', 'webview');
  const pages = readdirSync(sources).filter((name) => existsSync(join(sources, name, 'index.ts')));
  const path = join(folder, 'dist', 'pages.json');
  const settings = /** @type {const} */ ({ platform: 'browser', target: 'chrome138', minify });
  /** @type {Plugin} */
  const writePages = {
    name: 'write-pages',
    setup(build) {
      build.onEnd(async ({ outputFiles = [], metafile, errors }) => {
        if (errors.length > 0) return;
        const outputs = byName(metafile);
        const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
        const entries = pages.map((page) => `${page}.js`);
        const stored = await pagesOf({ outputs, texts, entries, settings: { ...settings, format: 'cjs' } });
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, JSON.stringify(stored));
        written?.push(path);
      });
    },
  };
  return {
    ...settings,
    absWorkingDir: root,
    entryPoints: pages.map((page) => ({ in: `src/webview/${page}/index.ts`, out: page })),
    outdir: join(folder, 'dist', 'webview'),
    bundle: true,
    format: 'esm',
    // A page of its own code alone is easier to follow.
    splitting: minify,
    metafile: true,
    write: false,
    sourcemap: minify ? false : 'inline',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [writePages],
  };
}

/**
 * What esbuild says of its output, by the names of files.
 * @param {import('esbuild').Metafile | undefined} metafile
 */
function byName(metafile) {
  return Object.fromEntries(Object.entries(metafile?.outputs ?? {}).map(([path, output]) => [basename(path), output]));
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
  const apart = options.minify ? [] : [{ ...nodeOptions(options), entryPoints: programs }];
  return [startOptions(options), editorOptions(options), ...apart, pageOptions(options)];
}

/** The files whose code is in any part of the extension or of the npm package. */
export async function bundledFiles() {
  const { entryPoints: pages } = pageOptions({});
  const commands = ['src/cli/main.ts', 'src/cli/client/index.ts'];
  const entries = ['src/extension.ts', 'src/editor/index.ts', ...commands, ...Object.values(programs)].map((path) => ({
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
  /** @type {string[]} */
  const ownFiles = [];
  const all = allOptions({ ...options, written: ownFiles });
  const results = await Promise.all(all.map((each) => build({ ...each, metafile: true })));
  const others = results.filter((_, index) => all[index]?.write !== false);
  const outputs = others.flatMap(({ metafile }) => Object.keys(metafile.outputs).map((path) => join(root, path)));
  const written = new Set([...ownFiles, ...outputs]);
  const dist = join(options.folder ?? root, 'dist');
  const stale = filesIn(dist, 'js', { recursive: true }).filter((name) => !written.has(join(dist, name)));
  await Promise.all(stale.map((name) => rm(join(dist, name))));
}

/**
 * The command and the client of the npm package, with all that they need.
 * @param {string} folder whose `dist` is filled
 */
export async function buildCli(folder) {
  const common = nodeOptions({ minify: true, folder });
  await Promise.all([
    build(splitOptions({ ...common, entryPoints: { cli: 'src/cli/main.ts' } })),
    build({ ...common, entryPoints: { client: 'src/cli/client/index.ts' } }),
  ]);
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
