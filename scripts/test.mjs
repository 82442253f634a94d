// Installs what the tests need and runs them on the Node of the newest VS Code host. `npm test -- --help` explains.
// `--all`: what multiplies too; test/harness/everything.ts tells the tests.
import { join } from 'node:path';
import { local, root } from './lib/paths.mjs';
import { start } from './lib/processes.mjs';
import { ensureDependencies, ensureNode, hostVersions, newestHost } from './setup.mjs';

await ensureDependencies();
const node = await ensureNode(hostVersions[newestHost].node);
const words = process.argv.slice(2).filter((word) => word !== '--all');
const isAll = words.length < process.argv.length - 2;
// Hundreds of processes load the same sources.
const compiled = { NODE_COMPILE_CACHE: join(local, 'cache', 'node') };
const env = { ...process.env, ...compiled, BOX_OFFICE_EVERYTHING: isAll ? '1' : '' };
const child = start(node, [join(root, 'test', 'run.ts'), ...words], { stdio: 'inherit', cwd: root, env });
child.once('exit', (code) => (process.exitCode = code ?? 1));
