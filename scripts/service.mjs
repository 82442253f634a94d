// Runs the local service on a Node that has what it needs, whatever Node this machine has.
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { start } from './lib/processes.mjs';
import { ensureDependencies, ensureNode } from './setup.mjs';

await ensureDependencies();
const node = await ensureNode(24);
const child = start(node, [join(root, 'src', 'service', 'main.ts'), ...process.argv.slice(2)], { stdio: 'inherit' });
child.once('exit', (code) => (process.exitCode = code ?? 1));
