// One lane of a suite that runs in Node: node test/harness/node-lane.ts unit
import { join } from 'node:path';
import { runLane } from './lane.ts';
import { stopHosts } from './ui.ts';

const [suite = 'unit'] = process.argv.slice(2);
// Around pages there is no VS Code: what stands in for it is found by its name.
if (suite === 'page') await import('../page/editor/register.ts');
const folder = join(import.meta.dirname, '..', suite);
await runLane((file) => join(folder, file));
await stopHosts();
// Whatever a test left open must not keep the lane.
process.exit(0);
