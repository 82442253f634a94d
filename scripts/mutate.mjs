// Breaks the sources in small ways, one at a time, and tells which breaks no unit test notices. `npm run mutate -- --help` explains.
import { randomInt } from 'node:crypto';
import { closeSync, globSync, openSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { importGraph } from './lib/import-graph.mjs';
import { applyEdit, findMutations, shuffledBy } from './lib/mutations.mjs';
import { local, root, testOutput } from './lib/paths.mjs';
import { start, stop } from './lib/processes.mjs';
import { createTypeCheck } from './lib/type-check.mjs';

const help = `npm run mutate -- [file or folder …] [--count N] [--seed N] [--seconds N] [--list] [--least PERCENT]

Breaks the sources named (src) in small ways, one at a time, and has the type check and the unit tests that load what is broken look for it,
the nearest tests first. What no unit test loads is left out, such as the pages.
--count tries so many breaks (100).
--seed decides which (1, so that every run tries the same): a number, or "new" for others.
--seconds: when tests have worked so long on a break, no other is begun for it (20).
--list shows the breaks and runs nothing.
--least fails the run when fewer are caught, in percent (95).
No source is changed: a test and the threads and programs that it starts are given the broken text. A program that a test builds is not broken.
Breaks that change nothing are in scripts/mutate-ignore.json, each with its reason.`;

/** @typedef {import('./lib/mutations.mjs').Mutation & { file: string }} Mutation */
/** @typedef {{ file: string, before: string, after: string, reason: string }} Ignored */
/** @typedef {{ by: 'tests' | 'types' | undefined, how: string }} Outcome */
/** @typedef {{ file: string, title: string }} Seen the test file that was begun last, and the test of it that failed */
/** @typedef {Seen & { state: 'passed' | 'failed' | 'stuck' | 'late' }} Verdict */

const folder = join(local, 'mutate');
const lanes = 2;
/** A test that goes on for longer never ends, in milliseconds. */
const patience = 60_000;

const hasTypeErrors = createTypeCheck(root);
/** @type {Map<string, Promise<boolean>>} by test: whether it passes without a break */
const sound = new Map();
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
      seconds: { type: 'string', default: '20' },
      list: { type: 'boolean', default: false },
      least: { type: 'string', default: '95' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(help);
  const testsFor = await testOrder();
  const named = sourcesIn(positionals.length > 0 ? positionals : ['src']);
  const sources = named.filter((file) => testsFor(file).length > 0);
  const all = await mutationsOf(sources);
  const seed = values.seed === 'new' ? randomInt(1_000_000) : Number(values.seed);
  const chosen = shuffledBy(all, seed).slice(0, Number(values.count));
  const left = named.length - sources.length;
  console.log(`${chosen.length} of ${all.length} breaks in ${sources.length} files: --seed ${seed}`);
  if (left > 0) console.log(`${left} files that no unit test loads are left out.`);
  if (values.list) return chosen.forEach((mutation) => console.log(describe(mutation)));
  const outcomes = await tryAll(chosen, testsFor, Number(values.seconds));
  process.exitCode = report(outcomes, Number(values.least)) ? 0 : 1;
}

/**
 * Paths relative to the project, with `/`.
 * @param {string[]} places
 */
function sourcesIn(places) {
  const paths = places.flatMap((place) => {
    const path = resolve(root, place);
    return statSync(path).isFile() ? [path] : globSync('**/*.ts', { cwd: path }).map((name) => join(path, name));
  });
  const files = paths.map((path) => relative(root, path).replaceAll(sep, '/'));
  return [...new Set(files)].filter((file) => !file.endsWith('.d.ts')).sort();
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
 * Gives the unit tests that load a source: those of its room first, the nearest and quickest of them before the others.
 * @returns {Promise<(source: string) => string[]>}
 */
async function testOrder() {
  const loadedBy = importGraph(root);
  const times = await readTimes();
  const tests = sourcesIn(['test/unit'])
    // What multiplies finds nothing that the others do not find sooner.
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.all.test.ts'))
    .map((file) => ({
      file,
      loaded: loadedBy(file),
      time: times[file.slice('test/'.length)] ?? statSync(join(root, file)).size,
    }));
  return (source) => {
    const [, room = ''] = source.split('/');
    /** @param {typeof tests[number]} test */
    const rank = ({ file, loaded }) => (loaded.get(source) ?? 0) + (file.startsWith(`test/unit/${room}/`) ? 0 : 2);
    return tests
      .filter(({ loaded }) => loaded.has(source))
      .sort((one, other) => rank(one) - rank(other) || one.time - other.time)
      .map(({ file }) => file);
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
 * @param {Mutation[]} mutations
 * @param {(source: string) => string[]} testsFor
 * @param {number} seconds
 */
async function tryAll(mutations, testsFor, seconds) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const waiting = [...mutations];
  /** @type {[Mutation, Outcome][]} */
  const outcomes = [];
  /** @param {string} lane */
  const runLane = async (lane) => {
    for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
      const outcome = await tryOne(mutation, lane, testsFor(mutation.file), seconds);
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
 * @param {string} lane
 * @param {string[]} tests
 * @param {number} seconds
 * @returns {Promise<Outcome>}
 */
async function tryOne(mutation, lane, tests, seconds) {
  const path = join(root, mutation.file);
  const text = applyEdit(await readFile(path, 'utf8'), mutation);
  if (hasTypeErrors(mutation.file, text)) return { by: 'types', how: 'caught by the type check' };
  await writeFile(`${lane}.json`, JSON.stringify({ url: pathToFileURL(path).href, text }));
  for (let begun = 0; begun < tests.length;) {
    const verdict = await runTests(lane, tests.slice(begun), seconds, { broken: `${lane}.json` });
    const { state, file } = verdict;
    if (state === 'passed') break;
    begun = tests.indexOf(file) + 1;
    if (state === 'late')
      return { by: undefined, how: `not caught within ${seconds} s, by ${begun} of ${tests.length} test files` };
    if (await isSound(lane, verdict, seconds))
      return { by: 'tests', how: `caught by ${file}${state === 'stuck' ? ', which did not end' : ''}` };
  }
  return { by: undefined, how: `not caught by ${tests.length} test files` };
}

/**
 * Whether a test passes without a break; one that does not catches nothing.
 * @param {string} lane
 * @param {Seen} test
 * @param {number} seconds
 */
function isSound(lane, { file, title }, seconds) {
  const ask = async () => {
    const { state } = await runTests(lane, [file], seconds, { title });
    const passes = state === 'passed' || state === 'late';
    if (!passes && !ending.signal.aborted) console.warn(`\n${file} fails without a break, see ${lane}.log`);
    return passes;
  };
  const key = `${file} ${title}`;
  const answer = sound.get(key) ?? ask();
  sound.set(key, answer);
  return answer;
}

/**
 * @param {string} lane
 * @param {string[]} tests
 * @param {number} seconds of work after which no other test is begun
 * @param {{ broken?: string, title?: string }} options `broken`: the file that says what is broken; `title`: of the only test that is wanted
 * @returns {Promise<Verdict>}
 */
async function runTests(lane, tests, seconds, { broken, title = '' }) {
  // A file and no pipe: what a broken program leaves behind could keep a pipe open.
  const log = openSync(`${lane}.log`, 'w');
  const hook = pathToFileURL(join(root, 'scripts', 'lib', 'broken-source.mjs')).href;
  const child = start(process.execPath, [join(root, 'scripts', 'lib', 'first-failure.mjs'), String(seconds), title, ...tests], {
    cwd: root,
    stdio: ['ignore', log, log, 'ipc'],
    env: { ...process.env, ...(broken && { NODE_OPTIONS: `--import=${hook}`, BOX_OFFICE_BREAK: broken }) },
  });
  closeSync(log);
  let seen = { file: tests[0] ?? '', title: '' };
  const end = { isStuck: false };
  const giveUp = () => {
    end.isStuck = true;
    void stop(child);
  };
  let timer = setTimeout(giveUp, patience);
  child.on('message', (/** @type {Seen} */ now) => {
    seen = now;
    clearTimeout(timer);
    timer = setTimeout(giveUp, patience);
  });
  const code = await new Promise((done) => child.once('close', done));
  clearTimeout(timer);
  // Ends what the tests started and left.
  await stop(child);
  return { ...seen, state: end.isStuck ? 'stuck' : code === 0 ? 'passed' : code === 2 ? 'late' : 'failed' };
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
  const missed = outcomes.filter(([, { by }]) => by === undefined);
  if (missed.length > 0) console.log('\nNot caught');
  for (const [mutation, { how }] of missed.sort(([one], [other]) => (one.file < other.file ? -1 : 1)))
    console.log(`${describe(mutation)}\n  ${how}`);
  const rooms = Map.groupBy(outcomes, ([{ file }]) => file.split('/').slice(0, -1).join('/'));
  console.log('\nCaught');
  for (const [room, list] of [...rooms].sort())
    console.log(`  ${list.filter(([, { by }]) => by).length} of ${list.length}\t${room}`);
  const count = (/** @type {Outcome['by']} */ wanted) => outcomes.filter(([, { by }]) => by === wanted).length;
  const percent = outcomes.length === 0 ? 0 : (1 - missed.length / outcomes.length) * 100;
  const counts = `${count('tests')} caught by tests, ${count('types')} by the type check, ${missed.length} not caught`;
  console.log(`\n${counts}: ${percent.toFixed(1)} % caught, ${least} % wanted`);
  return percent >= least;
}

await main(process.argv.slice(2));
