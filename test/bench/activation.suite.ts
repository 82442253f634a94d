// Runs inside VS Code: activates the extensions, one after the other, and says what each cost.
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';

export interface ActivationCost {
  /** Of all threads, in milliseconds. */
  readonly cpu: number;
  readonly wall: number;
  /** What stays on the heap, in megabytes. */
  readonly heap: number;
}

async function activate(id: string): Promise<ActivationCost> {
  const extension = vscode.extensions.getExtension(id);
  if (!extension || extension.isActive) throw new Error(`${id} is ${extension ? 'active already' : 'not installed'}.`);
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed;
  const started = performance.now();
  const before = process.cpuUsage();
  await extension.activate();
  const { user, system } = process.cpuUsage(before);
  const wall = performance.now() - started;
  globalThis.gc?.();
  return { cpu: (user + system) / 1000, wall, heap: (process.memoryUsage().heapUsed - heap) / 1e6 };
}

/** Other extensions start at the same time; what they cost must not be counted. */
async function untilQuiet(): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const before = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { user, system } = process.cpuUsage(before);
    if (user + system < 4000) return;
  }
}

/** VS Code calls this inside its extension host. */
export async function run(): Promise<void> {
  const ids = JSON.parse(process.env.BOX_OFFICE_ORDER ?? '[]') as string[];
  const costs: Record<string, ActivationCost> = {};
  for (const id of ids) {
    await untilQuiet();
    costs[id] = await activate(id);
  }
  writeFileSync(process.env.BOX_OFFICE_RESULTS ?? '', JSON.stringify(costs));
}
