// Measures on the Node of the newest VS Code host. `npm run bench -- --help` explains.
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { start } from './lib/processes.mjs';
import { ensureDependencies, ensureNode, hostVersions, newestHost } from './setup.mjs';

await ensureDependencies();
const node = await ensureNode(hostVersions[newestHost].node);
const child = start(node, [join(root, 'test', 'bench', 'run.ts'), ...process.argv.slice(2)], { stdio: 'inherit', cwd: root });
child.once('exit', (code) => (process.exitCode = code ?? 1));
