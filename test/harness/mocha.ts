// Runs the tests of one folder in this process: node test/harness/mocha.ts unit [1/2 | alone] [silent]
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { runMocha } from './run-mocha.ts';
import { stopHosts } from './ui.ts';

/** These build the extension anew, which nobody else may be running then. */
const alone = ['npm-start.test.ts'];

const [suite = 'unit', part = '1/1', silent] = process.argv.slice(2);
const folder = join(import.meta.dirname, '..', suite);
const files = filesOf(part, globSync('**/*.test.ts', { cwd: folder }).sort());
if (!silent) console.log(`\n  ${suite} on Node ${process.versions.node}`);
const failures = await runMocha(
  files.map((name) => join(folder, name)),
  // Its list would come long after the other one, and mostly repeat it.
  {
    ...(silent === undefined ? {} : { silent: true, reporter: 'dot' }),
    // More than a few waits of a browser together: each of them has its own end.
    ...(suite === 'ui' ? { timeout: 90_000 } : {}),
  },
);
await stopHosts();
process.exit(failures > 0 ? 1 : 0);

function filesOf(part: string, all: readonly string[]): string[] {
  if (part === 'alone') return all.filter((name) => alone.includes(name));
  const [index = 1, count = 1] = part.split('/').map(Number);
  return all.filter((name) => !alone.includes(name)).filter((_, place) => place % count === index - 1);
}
