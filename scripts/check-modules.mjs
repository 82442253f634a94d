// Proves how the sources hang together: no circle of files, few imports between features, and no export that nobody imports.
import { root } from './lib/paths.mjs';
import { editorLayers, featureImports, maxFeatureImports, testOnlyExports } from './lib/module-rules.mjs';
import { circles, readModules, unusedExports } from './lib/modules.mjs';

/** @typedef {import('./lib/modules.mjs').Modules} Modules */

/**
 * @typedef {object} Rules
 * @property {readonly { file: string, imports: string, reason: string }[]} featureImports
 * @property {Readonly<Record<string, string>>} testOnlyExports the reason of each
 */

/**
 * @param {Modules} modules of sources, tests and scripts
 * @param {Rules} rules
 * @returns {string[]} one sentence a problem
 */
export function checkModules(modules, rules) {
  const sources = new Map([...modules].filter(([file]) => isSource(file)));
  return [
    ...circles(sources).map((group) => `These files import each other: ${group.join(', ')}.`),
    ...checkFeatures(sources, rules.featureImports),
    ...checkExports(modules, rules.testOnlyExports),
  ];
}

/** @param {string} file */
function isSource(file) {
  return file.startsWith('src/');
}

/**
 * @param {Modules} sources
 * @param {Rules['featureImports']} listed
 */
function checkFeatures(sources, listed) {
  const features = editorLayers.at(-1) ?? [];
  const featureOf = (/** @type {string} */ file) => features.find((name) => file.startsWith(`src/editor/${name}/`));
  const found = [...sources].flatMap(([file, { imports }]) =>
    imports
      .filter(({ from }) => featureOf(file) && featureOf(from) && featureOf(file) !== featureOf(from))
      .map(({ from }) => `${file} imports ${from}`),
  );
  const allowed = listed.map(({ file, imports }) => `src/editor/${file} imports src/editor/${imports}`);
  const tooMany =
    listed.length > maxFeatureImports ? [`${listed.length} imports between features; at most ${maxFeatureImports}.`] : [];
  return [
    ...tooMany,
    ...without(found, allowed).map((each) => `${each}, another feature's, which featureImports does not list.`),
    ...without(allowed, found).map((each) => `featureImports says that ${each}, which it does not.`),
  ];
}

/**
 * @param {Modules} modules
 * @param {Rules['testOnlyExports']} listed
 */
function checkExports(modules, listed) {
  const text = (/** @type {{ file: string, name: string }} */ { file, name }) => `${file} ${name}`;
  const unused = unusedExports(modules)
    .filter(({ file }) => isSource(file))
    .map(text);
  // Types cost nothing, and an index.ts is what others call: tests are others.
  const forTests = unusedExports(modules, (file) => !file.startsWith('test/'))
    .filter(({ file, kind }) => isSource(file) && kind === 'value' && !file.endsWith('/index.ts'))
    .map(text);
  const onlyTests = without(forTests, unused);
  return [
    ...unused.map((each) => `Nobody imports ${each}.`),
    ...without(onlyTests, Object.keys(listed)).map((each) => `Only tests import ${each}, which testOnlyExports does not list.`),
    ...without(Object.keys(listed), onlyTests).map((each) => `testOnlyExports lists ${each}, which is not so.`),
  ];
}

/**
 * @param {readonly string[]} all
 * @param {readonly string[]} others
 */
function without(all, others) {
  const known = new Set(others);
  return [...new Set(all)].filter((each) => !known.has(each));
}

/** Checks this project and throws with every problem found. */
export function checkProjectModules() {
  const modules = readModules(root, ['src/**/*.ts', 'test/**/*.ts', 'scripts/**/*.{ts,mjs}', '*.mjs']);
  const problems = checkModules(modules, { featureImports, testOnlyExports });
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
