// Breaks the sources in small ways, one at a time and in a copy, and tells which breaks no unit test notices. `npm run mutate -- --help` explains.
import { randomInt } from 'node:crypto';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { importGraph } from './lib/import-graph.mjs';
import { applyEdit, findMutations, shuffledBy } from './lib/mutations.mjs';
import { local, root, testOutput } from './lib/paths.mjs';
import { start, stop } from './lib/processes.mjs';
import { createTypeCheck } from './lib/type-check.mjs';
import { ensureNode, hostVersions, newestHost } from './setup.mjs';

const help = `npm run mutate -- [file or folder …] [--count N] [--seed N] [--file PART] [--list] [--least PERCENT] [--lanes N]

Breaks the sources named (src) in small ways, one at a time, and has the type check and the unit tests that load what is broken look for it.
--count tries so many breaks (100); --file takes only sources whose path has this part.
--seed decides which (1, so that every run tries the same): a number, or "new" for others.
--list shows the breaks and runs nothing.
--least fails the run when fewer are caught, in percent (95).
--lanes tries so many breaks side by side, at most 2 (2).
All happens in copies below .local/mutate. Breaks that change nothing are in scripts/mutate-ignore.json, each with its reason.`;

/** @typedef {import('./lib/mutations.mjs').Mutation & { file: string }} Mutation */
/** @typedef {{ file: string, before: string, after: string, reason: string }} Ignored */
/** @typedef {{ by: 'types' | 'tests' | undefined, how: string }} Outcome */
/** @typedef {{ state: 'passed' | 'failed' | 'timeout', milliseconds: number }} TestRun */

const folder = join(local, 'mutate');
const maxLanes = 2;
/** What stays out of a copy. */
const notCopied = new Set(['.git', '.local', '.vscode-test', 'dist', 'node_modules', 'out']);
/** A test may take so many times as long as without a break, and so many milliseconds more. */
const slowness = 4;
const grace = 10_000;

const nodeVersion = hostVersions[newestHost].node;
/** @type {Map<string, Promise<number>>} by test file */
const limits = new Map();
const hasTypeErrors = createTypeCheck(root);
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => ending.abort());

/** @param {string[]} args */
async function main(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      file: { type: 'string', default: '' },
      list: { type: 'boolean', default: false },
      least: { type: 'string', default: '95' },
      lanes: { type: 'string', default: String(maxLanes) },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(help);
  const sources = (await sourcesIn(positionals.length > 0 ? positionals : ['src'])).filter((file) => file.includes(values.file));
  const all = await mutationsOf(sources);
  const seed = values.seed === 'new' ? randomInt(1_000_000) : Number(values.seed);
  const chosen = shuffledBy(all, seed).slice(0, Number(values.count));
  console.log(`${chosen.length} of ${all.length} breaks in ${sources.length} files: --seed ${seed}`);
  if (values.list) return chosen.forEach((mutation) => console.log(describe(mutation)));
  const outcomes = await tryAll(chosen, Math.min(maxLanes, Number(values.lanes)));
  process.exitCode = report(outcomes, Number(values.least)) ? 0 : 1;
}

/**
 * Paths relative to the project, with `/`.
 * @param {string[]} places
 */
async function sourcesIn(places) {
  const found = await Promise.all(
    places.map(async (place) => {
      const path = resolve(root, place);
      if (statSync(path).isFile()) return [path];
      return (await readdir(path, { recursive: true })).map((name) => join(path, name));
    }),
  );
  const paths = found.flat().map((path) => relative(root, path).replaceAll(sep, '/'));
  return [...new Set(paths)].filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts')).sort();
}

/**
 * @param {string[]} sources
 * @returns {Promise<Mutation[]>}
 */
async function mutationsOf(sources) {
  const ignored = /** @type {Ignored[]} */ (JSON.parse(await readFile(join(root, 'scripts', 'mutate-ignore.json'), 'utf8')));
  const all = sources.flatMap((file) =>
    findMutations(readFileSync(join(root, file), 'utf8')).map((mutation) => ({ ...mutation, file })),
  );
  /** @type {(entry: Ignored, mutation: Mutation) => boolean} */
  const isMeant = ({ file, before, after }, mutation) =>
    file === mutation.file && before === mutation.before && after === mutation.after;
  for (const entry of ignored) {
    if (sources.includes(entry.file) && !all.some((mutation) => isMeant(entry, mutation)))
      console.warn(`scripts/mutate-ignore.json names a break that is no longer found: ${entry.file}: ${entry.after}`);
  }
  return all.filter((mutation) => !ignored.some((entry) => isMeant(entry, mutation)));
}

/**
 * @param {Mutation[]} mutations
 * @param {number} lanes
 */
async function tryAll(mutations, lanes) {
  await ensureNode(nodeVersion);
  await rm(folder, { recursive: true, force: true });
  const testsFor = await testOrder();
  const waiting = [...mutations];
  /** @type {[Mutation, Outcome][]} */
  const outcomes = [];
  /** @param {string} copy */
  const runLane = async (copy) => {
    await copyProject(copy);
    for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
      const outcome = await tryOne(mutation, copy, testsFor(mutation.file));
      // What was stopped on the way was not caught.
      if (ending.signal.aborted) return;
      outcomes.push([mutation, outcome]);
      console.log(`\n${outcomes.length}/${mutations.length} ${outcome.how}: ${describe(mutation)}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, index) => runLane(join(folder, String(index + 1)))));
  return outcomes;
}

/**
 * @param {Mutation} mutation
 * @param {string} copy
 * @param {string[]} tests
 * @returns {Promise<Outcome>}
 */
async function tryOne(mutation, copy, tests) {
  const path = join(copy, mutation.file);
  const text = await readFile(path, 'utf8');
  const broken = applyEdit(text, mutation);
  if (hasTypeErrors(mutation.file, broken)) return { by: 'types', how: 'caught by the type check' };
  for (const test of tests) {
    const limit = await limitFor(copy, test);
    await writeFile(path, broken);
    const { state } = await runTest(copy, test, limit);
    await writeFile(path, text);
    if (state !== 'passed') return { by: 'tests', how: `caught by ${test}${state === 'timeout' ? ', which did not end' : ''}` };
  }
  return { by: undefined, how: `not caught by ${tests.length} test files` };
}

/**
 * How long a test file may take, in milliseconds, which it tells without a break when it is first wanted; the copy must be whole.
 * @param {string} copy
 * @param {string} test
 */
function limitFor(copy, test) {
  const measure = async () => {
    const { state, milliseconds } = await runTest(copy, test, 600_000);
    if (state === 'passed' || ending.signal.aborted) return milliseconds * slowness + grace;
    throw new Error(`${test} fails without a break, see ${relative(root, copy)}.log`);
  };
  const limit = limits.get(test) ?? measure();
  limits.set(test, limit);
  return limit;
}

/** @param {string} copy */
async function copyProject(copy) {
  await mkdir(copy, { recursive: true });
  const names = (await readdir(root)).filter((name) => !notCopied.has(name));
  await Promise.all(names.map((name) => cp(join(root, name), join(copy, name), { recursive: true })));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
}

/**
 * Gives the test files that load a source: those of its own name and folder first, then those of the service, the quickest first.
 * @returns {Promise<(source: string) => string[]>}
 */
async function testOrder() {
  const loadedBy = importGraph(root);
  const tests = (await sourcesIn(['test/unit'])).filter((file) => file.endsWith('.test.ts'));
  const times = await readTimes();
  /** @param {string} test */
  const timeOf = (test) => times[test.slice('test/'.length)] ?? statSync(join(root, test)).size;
  return (source) => {
    const [, room = ''] = source.split('/');
    /** @param {string} test */
    const rank = (test) => {
      const [, , testRoom] = test.split('/');
      if (testRoom === room) return basename(test, '.test.ts') === basename(source, '.ts') ? 0 : 1;
      return testRoom === 'service' ? 2 : 3;
    };
    const able = tests.filter((test) => loadedBy(test).has(source));
    return able.sort((one, other) => rank(one) - rank(other) || timeOf(one) - timeOf(other));
  };
}

/** @returns {Promise<Record<string, number>>} in milliseconds, by suite and file */
async function readTimes() {
  try {
    return JSON.parse(await readFile(join(testOutput, 'times.json'), 'utf8')).files;
  } catch {
    // Nothing was timed yet: a longer file may take longer.
    return {};
  }
}

/**
 * @param {string} copy
 * @param {string} test
 * @param {number} limit in milliseconds
 * @returns {Promise<TestRun>}
 */
async function runTest(copy, test, limit) {
  const started = performance.now();
  // A file and no pipe: what a broken program leaves behind could keep a pipe open.
  const log = openSync(`${copy}.log`, 'w');
  const mocha = join('node_modules', 'mocha', 'bin', 'mocha.js');
  const args = [mocha, '--bail', '--exit', '--timeout', '30000', test];
  const child = start(await ensureNode(nodeVersion), args, { cwd: copy, stdio: ['ignore', log, log] });
  closeSync(log);
  const timer = setTimeout(() => void stop(child), limit);
  const code = await new Promise((done) => child.once('close', done));
  const milliseconds = performance.now() - started;
  clearTimeout(timer);
  // Ends what the tests started and left.
  await stop(child);
  return { state: code === 0 ? 'passed' : milliseconds >= limit ? 'timeout' : 'failed', milliseconds };
}

/** @param {Mutation} mutation */
function describe({ file, line, kind, before, after }) {
  return `${file}:${line} ${kind}\n  - ${before}\n  + ${after}`;
}

/**
 * Gives whether enough were caught.
 * @param {[Mutation, Outcome][]} outcomes
 * @param {number} least
 */
function report(outcomes, least) {
  /** @param {Outcome['by']} by */
  const those = (by) => outcomes.filter(([, outcome]) => outcome.by === by);
  const missed = those(undefined);
  if (missed.length > 0) console.log('\nNot caught');
  for (const [mutation] of missed.sort(([one], [other]) => (one.file < other.file ? -1 : 1))) console.log(describe(mutation));
  const percent = outcomes.length === 0 ? 0 : (1 - missed.length / outcomes.length) * 100;
  const counts = `${those('tests').length} caught by tests, ${those('types').length} by the type check, ${missed.length} not caught`;
  console.log(`\n${counts}: ${percent.toFixed(1)} % caught, ${least} % wanted`);
  return percent >= least;
}

await main(process.argv.slice(2));
