// Builds the extension, its web pages and the tests that run inside VS Code.
//   node esbuild.mjs [--minify]
import { build, context, transform } from 'esbuild';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
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

/** Everything that runs in Node: the extension, and what runs in a process or a thread of its own. */
const programs = {
  'extension': 'src/extension.ts',
  'parts': 'src/editor/index.ts',
  'service': 'src/service/main.ts',
  'codes-worker': 'src/codes/worker.ts',
  'mcp': 'src/agents/main.ts',
};

/**
 * One program. What is imported with `import()` becomes a file of its own, loaded when first used.
 * @param {string} name
 * @param {string} source
 * @param {ExtensionBuild} options
 * @returns {BuildOptions}
 */
function programOptions(name, source, { minify = false, folder = root }) {
  return {
    absWorkingDir: root,
    entryPoints: { [name]: source },
    chunkNames: `${name}-[name]-[hash]`,
    outdir: join(folder, 'dist'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    // node-fetch brings a stand-in for streams that every host has built in.
    external: ['vscode', 'web-streams-polyfill/*'],
    minify,
    sourcemap: minify ? false : 'inline',
    write: false,
    logLevel: 'warning',
    plugins: [writeAsCommonJs(minify)],
  };
}

/**
 * esbuild splits only ES modules, and VS Code loads CommonJS faster; so each split file is turned into CommonJS on its way out.
 * @param {boolean} minify
 * @returns {Plugin}
 */
function writeAsCommonJs(minify) {
  return {
    name: 'write-as-commonjs',
    setup(build) {
      build.onEnd(async ({ outputFiles = [] }) => {
        await Promise.all(
          outputFiles.map(async ({ path, text }) => {
            const { code } = await transform(text, {
              format: 'cjs',
              platform: 'node',
              target: 'node22',
              minify,
              sourcemap: minify ? false : 'inline',
              sourcefile: basename(path),
              supported: { 'dynamic-import': false },
            });
            await writeOutput(path.replace(/\.js$/, '.cjs'), linkAsCommonJs(code));
          }),
        );
      });
    },
  };
}

/**
 * @param {string} path
 * @param {string} text
 */
async function writeOutput(path, text) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/**
 * The split files require each other by their new names, and `vscode` as it is and once: esbuild would copy its hundreds of members in each
 * file, and VS Code looks up who asks each time.
 * @param {string} code
 */
function linkAsCommonJs(code) {
  const linked = code
    .replace(/require\("(\.[^"]*)\.js"\)/g, 'require("$1.cjs")')
    .replace(/(?<![\w$])[\w$]{1,20}\((require\("vscode"\))(?:, ?1)?\)/g, '$1');
  const [first, name] = /(?<![\w$])([\w$]{1,40}) ?= ?require\("vscode"\)/.exec(linked) ?? [];
  if (!first || !name) return linked;
  const end = linked.indexOf(first) + first.length;
  return linked.slice(0, end) + linked.slice(end).replaceAll('require("vscode")', () => name);
}

/**
 * What VS Code waits for at the start is one small file, although it shares lines with the parts behind it: opening a second file takes longer
 * than reading those lines twice. It is CommonJS without the helpers that esbuild would put before it, a third of the file.
 * @param {BuildOptions} options
 * @returns {BuildOptions}
 */
function startOptions(options) {
  /** @type {Plugin} */
  const leaveParts = {
    name: 'leave-parts',
    setup(build) {
      build.onResolve({ filter: /\.\/editor\/index\.ts$/ }, () => ({ path: './parts.js', external: true }));
    },
  };
  /** @type {Plugin} */
  const writeStart = {
    name: 'write-start',
    setup(build) {
      build.onEnd(async ({ outputFiles = [] }) => {
        for (const { path, text } of outputFiles) await writeOutput(path.replace(/\.js$/, '.cjs'), startAsCommonJs(text));
      });
    },
  };
  return { ...options, plugins: [leaveParts, writeStart] };
}

/**
 * `vscode` is asked for once: VS Code looks up who asks each time.
 * @param {string} code of a module that imports `vscode` and the parts, and exports one function
 */
function startAsCommonJs(code) {
  const [, first] = /(?<![\w$])import ?\* ?as ([\w$]{1,40}) from ?"vscode";/.exec(code) ?? [];
  const linked = code
    .replace(/(?<![\w$])import ?\* ?as ([\w$]{1,40}) from ?"vscode";/g, (_, name) =>
      name === first ? `const ${name} = require("vscode");` : `const ${name} = ${first};`,
    )
    .replace('import("./parts.js")', 'Promise.resolve().then(() => require("./parts.cjs"))')
    .replace(/(?<![\w$])export ?\{\s*([\w$]{1,40})(?: as activate)?\s*\};/, 'exports.activate = $1;');
  const rest = /(?<![\w$])(?:import|export) ?[*{(].{0,60}/.exec(linked);
  if (rest) throw new Error(`The start has something that nobody turns into CommonJS: ${rest[0]}`);
  return linked;
}

/**
 * esbuild puts what some files share into a file of its own, so that the parts that the extension always needs would be a dozen small ones,
 * and opening them takes longer than running them. Here whatever is loaded later asks for all of them, which keeps them in one piece.
 * @param {BuildOptions} options
 * @returns {BuildOptions}
 */
function withPartsInOnePiece(options) {
  const { parts } = programs;
  /** @type {Set<string>} */
  let loadedLater = new Set();
  /** @type {Plugin} */
  const askForParts = {
    name: 'ask-for-parts',
    setup(session) {
      session.onStart(async () => {
        try {
          const { metafile } = await build({ ...options, plugins: [], metafile: true, logLevel: 'silent' });
          const entries = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
          loadedLater = new Set(entries.filter((path) => path !== parts).map((path) => join(root, path)));
        } catch {
          // What is wrong is wrong in the build that follows, which says so.
        }
      });
      session.onLoad({ filter: /\.[jt]s$/ }, async ({ path }) => {
        if (!loadedLater.has(path)) return undefined;
        const contents = `${await readFile(path, 'utf8')}\nexport * as theParts from ${JSON.stringify(join(root, parts))};\n`;
        return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
      });
    },
  };
  return { ...options, plugins: [askForParts, ...(options.plugins ?? [])] };
}

/**
 * One file a page: `src/webview/<page>/index.ts` becomes `dist/webview/<page>.js`.
 * @param {ExtensionBuild} options
 * @returns {BuildOptions}
 */
function pageOptions({ minify = false, folder = root }) {
  const pages = foldersIn(join(root, 'src', 'webview')).filter((name) =>
    existsSync(join(root, 'src', 'webview', name, 'index.ts')),
  );
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
  const { extension, parts, ...others } = programs;
  return [
    startOptions(programOptions('extension', extension, options)),
    withPartsInOnePiece(programOptions('parts', parts, options)),
    ...Object.entries(others).map(([name, source]) => programOptions(name, source, options)),
    pageOptions(options),
  ];
}

/**
 * What an earlier build left is removed at the end and not before: a window that has it open finds its files while nothing has changed.
 * @param {ExtensionBuild} [options]
 */
export async function buildExtension(options = {}) {
  const results = await Promise.all(allOptions(options).map((each) => build({ ...each, metafile: true })));
  const outputs = results.flatMap(({ metafile }) => Object.keys(metafile.outputs).map((path) => join(root, path)));
  const dist = join(options.folder ?? root, 'dist');
  const written = new Set(outputs.map((path) => (dirname(path) === dist ? path.replace(/\.js$/, '.cjs') : path)));
  const stale = filesIn(dist, 'js', { recursive: true }).filter((name) => !written.has(join(dist, name)));
  await Promise.all(stale.map((name) => rm(join(dist, name))));
}

export async function buildHostTests() {
  await rm(hostTests, { recursive: true, force: true });
  await build(hostTestOptions());
}

/** @param {string} folder */
function foldersIn(folder) {
  const hasPage = (/** @type {string} */ name) => existsSync(join(folder, name, 'index.ts'));
  return existsSync(folder) ? readdirSync(folder).filter(hasPage) : [];
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
