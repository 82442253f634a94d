// Runs tests again and again, to find those that fail now and then. `npm run test:repeat -- --help` explains.
import { randomInt } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { local, root, testOutput } from './lib/paths.mjs';
import { start, stopAll } from './lib/processes.mjs';

const help = `npm run test:repeat -- [times] [--busy] [suite …]

Runs all suites, or those named, so many times (5), each time in another order.
--busy keeps two cores busy meanwhile.
What each run printed is in .local/repeat/N.log, how long everything took in .local/repeat/N.json,
and pictures and logs of failures in .local/repeat/N-failures.`;

/** @typedef {{ seed: number, suites: Record<string, number>, failed: string[] }} Times */

const folder = join(local, 'repeat');
const busyCores = 2;
// It answers between its loops, so that it ends with the channel to this process, however that ended.
const spin = `process.on('disconnect', () => process.exit());
const work = () => { for (const end = Date.now() + 50; Date.now() < end; ); setImmediate(work); };
work();`;

/** @param {string[]} words */
async function main(words) {
  if (words.includes('--help') || words.includes('-h')) return console.log(help);
  const times = Number(words.find((word) => /^\d+$/.test(word)) ?? 5);
  const isBusy = words.includes('--busy');
  const suites = words.filter((word) => word !== '--busy' && !/^\d+$/.test(word));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (let core = 0; isBusy && core < busyCores; core++)
    start(process.execPath, ['-e', spin], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const cores = `${availableParallelism()} cores${isBusy ? `, ${busyCores} of them kept busy` : ''}`;
  console.log(`${suites.join(' ') || 'all suites'}, ${times} times, ${cores}`);
  /** @type {Map<string, number[]>} */
  const failures = new Map();
  for (let run = 1; run <= times; run++) {
    for (const title of await runOnce(run, suites)) failures.set(title, [...(failures.get(title) ?? []), run]);
  }
  await stopAll();
  report(failures, times);
  process.exitCode = failures.size > 0 ? 1 : 0;
}

/**
 * Gives what failed.
 * @param {number} run
 * @param {string[]} suites
 * @returns {Promise<string[]>}
 */
async function runOnce(run, suites) {
  const seed = randomInt(1_000_000);
  const log = join(folder, `${run}.log`);
  const started = performance.now();
  const code = await runTests([...suites, '--seed', String(seed)], log);
  const elapsed = Math.round((performance.now() - started) / 1000);
  const times = await readTimes(seed, join(folder, `${run}.json`));
  const failed = [...(times?.failed ?? [])];
  // Also what ends before it can say what failed has failed.
  if (failed.length === 0 && (code !== 0 || !times))
    failed.push(`the run as a whole (it ended with ${String(code)}, see ${relative(root, log)})`);
  const bySuite = Object.entries(times?.suites ?? {}).map(([name, seconds]) => `${name} ${seconds}`);
  console.log(`run ${run}: --seed ${seed}, ${elapsed} s (${bySuite.join(', ')}), ${failed.length} failed`);
  for (const title of failed) console.log(`  ✗ ${title}`);
  // The next run begins with none of them.
  if (failed.length > 0)
    await cp(join(testOutput, 'failures'), join(folder, `${run}-failures`), { recursive: true }).catch(() => undefined);
  return [...new Set(failed)];
}

/**
 * @param {string[]} args
 * @param {string} log
 * @returns {Promise<number | string | null>} how it ended
 */
async function runTests(args, log) {
  const child = start(process.execPath, [join(root, 'scripts', 'test.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: root,
  });
  const output = createWriteStream(log);
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(output, { end: false });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => output.end(() => resolve(code ?? signal)));
  });
}

/**
 * What a run left, unless it is of an earlier one.
 * @param {number} seed
 * @param {string} copy
 * @returns {Promise<Times | undefined>}
 */
async function readTimes(seed, copy) {
  try {
    const path = join(testOutput, 'times.json');
    const times = /** @type {Times} */ (JSON.parse(await readFile(path, 'utf8')));
    if (times.seed !== seed) return undefined;
    await copyFile(path, copy);
    return times;
  } catch {
    return undefined;
  }
}

/**
 * @param {Map<string, number[]>} failures
 * @param {number} times
 */
function report(failures, times) {
  if (failures.size === 0) return console.log(`\nNothing failed in ${times} runs.`);
  const rows = [...failures].sort(([, one], [, other]) => other.length - one.length);
  console.log('\nfailed  in runs     what');
  for (const [title, runs] of rows) console.log(`${`${runs.length}/${times}`.padEnd(7)} ${runs.join(', ').padEnd(11)} ${title}`);
}

await main(process.argv.slice(2));
