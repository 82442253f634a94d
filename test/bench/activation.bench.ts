import { build } from 'esbuild';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root, testExtension } from '../../scripts/lib/paths.mjs';
import { stageExtension } from '../../scripts/lib/staging.mjs';
import { closeBrowser } from '../harness/browser.ts';
import { runInHost } from '../harness/host.ts';
import type { ActivationCost } from './activation.suite.ts';
import { atMost, benchOutput, compareTime, median, type Bench } from './harness.ts';

interface Costs {
  readonly ours: ActivationCost;
  readonly anchor: ActivationCost;
}

const suite = join(benchOutput, 'children', 'activation.cjs');
const results = join(benchOutput, 'activation.json');

export const bench: Bench = {
  name: 'activation',
  target: 'at most 2 times the CPU of a "hello tree" extension in the same host, under 1 MB of heap kept',
  async run({ rounds }) {
    await stageExtension(testExtension, { minify: true });
    await build({
      entryPoints: [join(import.meta.dirname, 'activation.suite.ts')],
      outfile: suite,
      bundle: true,
      format: 'cjs',
      platform: 'node',
      external: ['vscode'],
    });
    const costs: Costs[] = [];
    // What other threads compile meanwhile counts too, and comes by chance: a few rounds decide nothing.
    for (let round = 0; round < 2 * rounds; round++) costs.push(await activateInBothOrders());
    await closeBrowser();
    const [ours, anchor] = [costs.map((cost) => cost.ours), costs.map((cost) => cost.anchor)];
    const heap = median(ours.map((cost) => cost.heap));
    return [
      compareTime('activation: CPU', ours, anchor, ({ cpu }) => cpu, atMost(2)),
      compareTime('activation: time', ours, anchor, ({ wall }) => wall),
      { name: 'activation: heap kept', unit: 'MB', ours: heap, target: atMost(1) },
    ];
  },
};

/** Whoever comes first pays for what both need, so each comes first once, and the two goes count as one. */
async function activateInBothOrders(): Promise<Costs> {
  const [one, other] = [await activateBoth(false), await activateBoth(true)];
  return { ours: mean(one.ours, other.ours), anchor: mean(one.anchor, other.anchor) };
}

function mean(a: ActivationCost, b: ActivationCost): ActivationCost {
  return { cpu: (a.cpu + b.cpu) / 2, wall: (a.wall + b.wall) / 2, heap: (a.heap + b.heap) / 2 };
}

/** A fresh VS Code each time: an extension activates only once. */
async function activateBoth(reverse: boolean): Promise<Costs> {
  await rm(results, { force: true });
  await runInHost({
    extension: join(root, 'test', 'harness', 'probe'),
    suite,
    links: [testExtension, join(import.meta.dirname, 'hello-tree')],
    env: { BOX_OFFICE_RESULTS: results, ...(reverse ? { BOX_OFFICE_REVERSE: '1' } : {}) },
  });
  return JSON.parse(await readFile(results, 'utf8')) as Costs;
}
