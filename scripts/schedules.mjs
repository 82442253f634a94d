// Runs many random schedules of kills, bad replies, moving clocks and full disks against runs. `npm run test:schedules -- --help` explains.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { start } from './lib/processes.mjs';

const help = `npm run test:schedules -- [count] [--seed N]

Tries every step of a run's journal with every bad reply, over http and https, and so many random schedules (1000).
Each ends with each code made exactly once, and a report that says what the service holds.
The seed is printed; --seed repeats its schedules.`;

const words = process.argv.slice(2);
if (words.includes('--help') || words.includes('-h')) {
  console.log(help);
} else {
  const at = words.indexOf('--seed');
  const [, seed = String(randomInt(1_000_000))] = at < 0 ? [] : words.splice(at, 2);
  const env = { ...process.env, BOX_OFFICE_SCHEDULES: words[0] ?? '1000', BOX_OFFICE_SCHEDULES_SEED: seed };
  const child = start(process.execPath, [join(root, 'scripts', 'test.mjs'), 'unit', '--file', 'runs/'], {
    stdio: 'inherit',
    env,
  });
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}
