// The thread that checks a file: see in-worker.ts.
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerMessage, WorkerTask } from './in-worker.ts';
import { checkFile } from './preflight.ts';
import { CodeFileError } from './errors.ts';

const toldEvery = 50;

function say(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

async function run({ path, choices }: WorkerTask): Promise<void> {
  // The first word is said at once: a small file would be done before it.
  let told = -Infinity;
  const onProgress = (bytes: number, total: number) => {
    const now = performance.now();
    if (now - told < toldEvery) return;
    told = now;
    say({ kind: 'progress', bytes, total });
  };
  say({ kind: 'done', result: await checkFile(path, { ...choices, onProgress }, true) });
}

function sayWhy(error: unknown): void {
  if (error instanceof CodeFileError) return say({ kind: 'refused', data: error.data });
  const { message, code } = error as NodeJS.ErrnoException;
  say({ kind: 'failed', message, ...(code !== undefined && { code }) });
}

run(workerData as WorkerTask).catch(sayWhy);
