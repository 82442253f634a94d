import { rm } from 'node:fs/promises';
import { suites, type Counts, type SuiteName } from './harness/suites.ts';
import { testOutput } from '../scripts/lib/paths.mjs';
import { stopAll } from '../scripts/lib/processes.mjs';

const help = `npm test -- [suite …] [filter]

Runs all suites, or those named: ${Object.keys(suites).join(', ')}.
The filter is a part of a test's title: npm run test:ui -- "palette"
Screenshots and logs of failures go to .local/test.

desktop needs to download VS Code and runs only when it is named.`;

async function main(words: string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return console.log(help);
  const isSuite = (word: string): word is SuiteName => Object.hasOwn(suites, word);
  const named = words.filter(isSuite);
  const filter = words.filter((word) => !isSuite(word)).join(' ');
  const chosen = named.length > 0 ? named : (Object.keys(suites) as SuiteName[]).filter((name) => name !== 'desktop');

  await rm(testOutput, { recursive: true, force: true });
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const name of chosen) {
    const counts = await runSuite(name, filter);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  await stopAll();
  console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
  process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
}

async function runSuite(name: SuiteName, filter: string): Promise<Counts> {
  const started = Date.now();
  console.log(`\n— ${name}`);
  const counts = await suites[name](filter).catch((error: unknown): Counts => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  console.log(`  ${name}: ${counts.passed} passed, ${counts.failed} failed in ${((Date.now() - started) / 1000).toFixed(0)} s`);
  return counts;
}

await main(process.argv.slice(2));
