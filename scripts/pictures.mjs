// `npm run pictures`: takes the pictures of the README and the walkthrough from the real workbench, into media/.
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { step } from './lib/steps.mjs';
import { ensureBrowser, ensureDependencies, ensureHost, ensureNode, hostVersions, newestHost } from './setup.mjs';

const [filter = ''] = process.argv.slice(2);
await ensureDependencies();
await ensureHost(newestHost);
await ensureBrowser();
const node = await ensureNode(hostVersions[newestHost].node);
await step('Building the extension', async () => (await import('../esbuild.mjs')).buildExtension());
const env = { ...process.env, BOX_OFFICE_FILTER: filter };
await run(node, [join(root, 'test', 'harness', 'mocha.ts'), 'pictures'], { show: true, env });
