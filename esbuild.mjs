// Builds the extension, its web pages and the tests that run inside VS Code.
//   node esbuild.mjs [--minify] [--watch] [--host-tests]
import { build, context, transform } from 'esbuild';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './scripts/lib/paths.mjs';

/** @typedef {import('esbuild').BuildOptions} BuildOptions */
/** @typedef {import('esbuild').Plugin} Plugin */

const dist = join(root, 'dist');
const out = join(root, 'out');

/** Everything that runs in Node: the extension, and what runs in a process or a thread of its own. */
const programs = { 'extension': 'src/extension.ts', 'service': 'src/service/main.ts', 'codes-worker': 'src/codes/worker.ts' };

/**
 * One program. What is imported with `import()` becomes a file of its own, loaded when first used.
 * @param {string} name
 * @param {string} source
 * @param {{ minify?: boolean }} options
 * @returns {BuildOptions}
 */
function programOptions(name, source, { minify = false }) {
  return {
    absWorkingDir: root,
    entryPoints: { [name]: source },
    chunkNames: `${name}-[name]-[hash]`,
    outdir: dist,
    metafile: true,
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
    plugins: [writeAsCommonJs(name, minify)],
  };
}

/**
 * esbuild splits only ES modules, and VS Code loads CommonJS faster; so each split file is turned into CommonJS on its way out. What a
 * program needs at its start is put back into one file when it is shipped: opening a dozen small ones takes longer than running them.
 * @param {string} program
 * @param {boolean} minify
 * @returns {Plugin}
 */
function writeAsCommonJs(program, minify) {
  return {
    name: 'write-as-commonjs',
    setup(build) {
      build.onEnd(async ({ outputFiles = [], metafile }) => {
        if (!metafile) return;
        const atStart = minify ? neededAtStart(metafile, `dist/${program}.js`) : new Set();
        /** @type {Map<string, string>} */
        const parts = new Map();
        await mkdir(dist, { recursive: true });
        for (const { path, text } of outputFiles) {
          const name = basename(path, '.js');
          const code = linkTo(program, atStart, await toCommonJs(name, text, minify && !atStart.has(name)));
          if (atStart.has(name)) parts.set(name, code);
          else await writeFile(join(dist, `${name}.cjs`), code);
        }
        if (minify) await writeFile(join(dist, `${program}.cjs`), await inOneFile(program, parts));
      });
    },
  };
}

/**
 * The output files that an entry imports, directly or not, without waiting for an `import()`.
 * @param {import('esbuild').Metafile} metafile
 * @param {string} entry
 * @returns {Set<string>} their names
 */
function neededAtStart({ outputs }, entry) {
  const found = new Set([entry]);
  for (const path of found) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && outputs[imported]) found.add(imported);
    }
  }
  return new Set([...found].map((path) => basename(path, '.js')));
}

/**
 * @param {string} name
 * @param {string} text
 * @param {boolean} minify
 */
async function toCommonJs(name, text, minify) {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    minify,
    sourcemap: minify ? false : 'inline',
    sourcefile: `${name}.js`,
    supported: { 'dynamic-import': false },
  });
  return code;
}

/**
 * Lets a file find the others by their new names or, where they are parts of the program's one file, through that. `vscode` is required
 * as it is: esbuild would copy its hundreds of members in each file.
 * @param {string} program
 * @param {ReadonlySet<string>} atStart
 * @param {string} code
 */
function linkTo(program, atStart, code) {
  return code
    .replace(/require\("\.\/([^"]*)\.js"\)/g, (_, /** @type {string} */ name) =>
      atStart.has(name) ? `require("./${program}.cjs").part("${name}")` : `require("./${name}.cjs")`,
    )
    .replace(/(?<![\w$])[\w$]{1,20}\((require\("vscode"\))(?:, ?1)?\)/g, '$1');
}

/**
 * The parts of a program's start, each a function that runs once, when it is first asked for.
 * @param {string} program
 * @param {ReadonlyMap<string, string>} parts
 */
async function inOneFile(program, parts) {
  const own = new RegExp(`require\\("\\./${program}\\.cjs"\\)\\.part\\(`, 'g');
  const functions = [...parts].map(([name, code]) => {
    // A function in brackets is compiled at once, not read twice.
    return `${JSON.stringify(name)}: (function (module, exports) {\n${code.replace(own, 'part(')}\n})`;
  });
  const whole = `"use strict";
const made = new Map();
function part(name) {
  let module = made.get(name);
  if (!module) {
    module = { exports: {} };
    made.set(name, module);
    parts[name](module, module.exports);
  }
  return module.exports;
}
const parts = {
${functions.join(',\n')}
};
module.exports = { ...part(${JSON.stringify(program)}), part };
`;
  return (await transform(whole, { minify: true, platform: 'node', target: 'node22' })).code;
}

/**
 * One file a page: `src/webview/<page>/index.ts` becomes `dist/webview/<page>.js`.
 * @param {{ minify?: boolean }} options
 * @returns {BuildOptions}
 */
function pageOptions({ minify = false }) {
  const pages = foldersIn(join(root, 'src', 'webview')).filter((name) =>
    existsSync(join(root, 'src', 'webview', name, 'index.ts')),
  );
  return {
    absWorkingDir: root,
    entryPoints: pages.map((page) => ({ in: `src/webview/${page}/index.ts`, out: page })),
    outdir: join(dist, 'webview'),
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
    outdir: join(out, 'host'),
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

/** @param {{ minify?: boolean }} options */
function allOptions(options) {
  return [...Object.entries(programs).map(([name, source]) => programOptions(name, source, options)), pageOptions(options)];
}

/** @param {{ minify?: boolean }} [options] */
export async function buildExtension(options = {}) {
  await rm(dist, { recursive: true, force: true });
  await Promise.all(allOptions(options).map((each) => build(each)));
}

export async function buildHostTests() {
  await rm(join(out, 'host'), { recursive: true, force: true });
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
 */
function filesIn(folder, ending) {
  return readdirSync(folder).filter((name) => name.endsWith(ending));
}

async function watch() {
  for (const options of allOptions({})) {
    const session = await context({ ...options, logLevel: 'info' });
    await session.watch();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const flags = new Set(process.argv.slice(2));
  if (flags.has('--watch')) await watch();
  else await buildExtension({ minify: flags.has('--minify') });
  if (flags.has('--host-tests')) await buildHostTests();
}
