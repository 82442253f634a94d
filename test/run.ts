import { randomInt } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testOutput } from '../scripts/lib/paths.mjs';
import { stopAll } from '../scripts/lib/processes.mjs';
import { writePages } from '../scripts/readme.ts';
import { ensureHost, ensureTestBrowser, newestHost } from '../scripts/setup.mjs';
import { everything } from './harness/everything.ts';
import { countOf, seconds, type SuiteResult } from './harness/results.ts';
import { prepareFolders, stages, suites, type RunOptions, type SuiteName } from './harness/suites.ts';

const help = `npm test -- [suite …] [--file PART] [--seed N] [--pictures] [filter]

Runs all suites, or those named: ${Object.keys(suites).join(', ')}.
npm run test:all runs what multiplies too: each dialect by itself, the oldest Node and VS Code, each schedule of kills, each theme.
The filter is a part of a test's title: npm run test:ui -- "palette"
--file runs only files whose name has this part: npm run test:page -- --file item
--pictures saves what UI tests show on the way to .local/test/screenshots.
Files and tests come in another order each time; --seed repeats an order.
How long everything took is in .local/test/times.json, pictures and logs of failures are in .local/test/failures.

desktop needs to download VS Code, and pictures writes to media: both run only when they are named.`;

const timesFile = join(testOutput, 'times.json');
const slowestShown = 20;

/** What a run leaves for the next one and for whoever asks where its time went. */
interface Times {
  readonly seed: number;
  /** In seconds. */
  readonly suites: Readonly<Record<string, number>>;
  readonly slowest: readonly { readonly title: string; readonly file: string; readonly milliseconds: number }[];
  readonly failed: readonly string[];
  /** In milliseconds, by suite and file; of earlier runs too, where this one did not run them. */
  readonly files: Readonly<Record<string, number>>;
}

async function main(words: string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return console.log(help);
  const isSuite = (word: string): word is SuiteName => Object.hasOwn(suites, word);
  const take = (flag: string): string | undefined => {
    const at = words.indexOf(flag);
    return at < 0 ? undefined : words.splice(at, 2)[1];
  };
  const [seed, file = ''] = [take('--seed') ?? randomInt(1_000_000), take('--file')];
  const pictures = words.indexOf('--pictures');
  if (pictures >= 0) process.env.BOX_OFFICE_PICTURES = words.splice(pictures, 1)[0];
  const named = words.filter(isSuite);
  const filter = words.filter((word) => !isSuite(word)).join(' ');
  const before = await readTimes();
  const options: RunOptions = { seed: Number(seed), file, filter, times: before };

  await rm(testOutput, { recursive: true, force: true });
  await prepareFolders();
  console.log(`The order of files and tests: --seed ${options.seed}`);
  if (named.length === 0) fetchAhead();
  const results: SuiteResult[] = [];
  const chosen = named.length > 0 ? [...stages, ['desktop'] as const, ['pictures'] as const] : stages;
  for (const stage of chosen) {
    const wanted = stage.filter((name) => named.length === 0 || named.includes(name));
    results.push(...(await Promise.all(wanted.map((name) => runSuite(name, options)))));
  }
  await stopAll();
  await report(results, options.seed, before);
  if (everything && !results.some(isWrongDialect)) await writePages();
  const { passed, failed, skipped } = countOf(results);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}

/** What later stages need comes while the first ones work; a stage that waits for it hears what went wrong. */
function fetchAhead(): void {
  for (const coming of [ensureTestBrowser(), ensureHost(newestHost)]) coming.catch(() => undefined);
}

/** The table of docs/dialects.md shows what these tests have proved. */
function isWrongDialect({ files }: SuiteResult): boolean {
  return files.some(({ file, tests }) => file.includes('/dialects/') && tests.some(({ state }) => state === 'failed'));
}

async function runSuite(name: SuiteName, options: RunOptions): Promise<SuiteResult> {
  const started = performance.now();
  console.log(`\n— ${name}`);
  const files = await suites[name](options).catch((error: unknown) => {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    console.error(problem);
    return [{ file: name, milliseconds: 0, tests: [{ title: name, state: 'failed' as const, milliseconds: 0, problem }] }];
  });
  const result: SuiteResult = { name, milliseconds: Math.round(performance.now() - started), files };
  const { passed, failed } = countOf([result]);
  console.log(`  ${name}: ${passed} passed, ${failed} failed in ${seconds(result.milliseconds)}`);
  return result;
}

async function readTimes(): Promise<Record<string, number>> {
  try {
    return (JSON.parse(await readFile(timesFile, 'utf8')) as Partial<Times>).files ?? {};
  } catch {
    // Nothing was run yet.
    return {};
  }
}

/** Says where the time went, in the output and for the next run. */
async function report(results: readonly SuiteResult[], seed: number, before: Readonly<Record<string, number>>): Promise<void> {
  const files = results.flatMap((suite) => suite.files);
  const tests = files.flatMap(({ file, tests }) => tests.map((test) => ({ ...test, file })));
  const slowest = [...tests].sort((one, other) => other.milliseconds - one.milliseconds).slice(0, slowestShown);
  const timed = files.filter((file) => file.tests.length > 0).map(({ file, milliseconds }) => [file, milliseconds] as const);
  const times: Times = {
    seed,
    suites: Object.fromEntries(results.map(({ name, milliseconds }) => [name, Math.round(milliseconds / 100) / 10])),
    slowest: slowest.map(({ title, file, milliseconds }) => ({ title, file, milliseconds })),
    failed: tests.filter(({ state }) => state === 'failed').map(({ title }) => title),
    files: { ...before, ...Object.fromEntries(timed) },
  };
  await mkdir(testOutput, { recursive: true });
  await writeFile(timesFile, JSON.stringify(times, undefined, 2));
  console.log(
    `\nWhere the time went\n${results.map(({ name, milliseconds }) => `  ${seconds(milliseconds)}\t${name}`).join('\n')}`,
  );
  console.log(`\nThe slowest tests\n${slowest.map((test) => `  ${seconds(test.milliseconds)}\t${test.title}`).join('\n')}`);
  if (times.failed.length > 0) console.log(`\nFailed\n${times.failed.map((title) => `  ${title}`).join('\n')}`);
}

await main(process.argv.slice(2));
