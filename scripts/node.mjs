// Runs one of this project's TypeScript programs on a Node that has what it needs: node scripts/node.mjs src/service/main.ts --help
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { start } from './lib/processes.mjs';
import { ensureDependencies, ensureNode } from './setup.mjs';

const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new Error('Name the program to run: node scripts/node.mjs src/service/main.ts');
await ensureDependencies();
const node = await ensureNode(24);
const child = start(node, [join(root, program), ...args], { stdio: 'inherit' });
child.once('exit', (code) => (process.exitCode = code ?? 1));
