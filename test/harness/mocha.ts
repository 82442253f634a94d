// Runs the tests of one folder in this process: node test/harness/mocha.ts unit
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { runMocha } from './run-mocha.ts';
import { stopHosts } from './ui.ts';

const suite = process.argv[2] ?? 'unit';
const folder = join(import.meta.dirname, '..', suite);
const files = globSync('**/*.test.ts', { cwd: folder }).sort();
console.log(`\n  ${suite} on Node ${process.versions.node}`);
const failures = await runMocha(files.map((name) => join(folder, name)));
await stopHosts();
process.exit(failures > 0 ? 1 : 0);
