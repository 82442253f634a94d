// Runs inside VS Code: activates the extensions, one after the other, and says what each cost.
import { writeFileSync } from 'node:fs';
import Module from 'node:module';
import * as vscode from 'vscode';

export interface ActivationCost {
  /** Of all threads, in milliseconds. */
  readonly cpu: number;
  readonly wall: number;
  /** What stays on the heap, in megabytes. */
  readonly heap: number;
  /** What the load of an editor takes afterwards, in milliseconds of all threads; nothing where there is none. */
  readonly editor: number;
}

type Load = (this: unknown, request: string, ...given: unknown[]) => unknown;

const editorFile = './editor.cjs';
let editor = 0;

/** Nobody is told of it: the extension loads its editor when its start is over. */
function watchEditor(): void {
  const loader = Module as unknown as { _load: Load };
  const load = loader._load;
  loader._load = function (request, ...given) {
    if (request !== editorFile) return load.call(this, request, ...given);
    const before = process.cpuUsage();
    const loaded = load.call(this, request, ...given);
    editor = cpuSince(before);
    return loaded;
  };
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function activate(id: string): Promise<ActivationCost> {
  const extension = vscode.extensions.getExtension(id);
  if (!extension || extension.isActive) throw new Error(`${id} is ${extension ? 'active already' : 'not installed'}.`);
  editor = 0;
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed;
  const started = performance.now();
  const before = process.cpuUsage();
  await extension.activate();
  const cpu = cpuSince(before);
  const wall = performance.now() - started;
  globalThis.gc?.();
  const kept = (process.memoryUsage().heapUsed - heap) / 1e6;
  await untilQuiet();
  return { cpu, wall, heap: kept, editor };
}

/** Other extensions start at the same time; what they cost must not be counted. */
async function untilQuiet(): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const before = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 200));
    if (cpuSince(before) < 4) return;
  }
}

/** VS Code calls this inside its extension host. */
export async function run(): Promise<void> {
  const ids = JSON.parse(process.env.BOX_OFFICE_ORDER ?? '[]') as string[];
  const costs: Record<string, ActivationCost> = {};
  watchEditor();
  await untilQuiet();
  for (const id of ids) costs[id] = await activate(id);
  writeFileSync(process.env.BOX_OFFICE_RESULTS ?? '', JSON.stringify(costs));
}
