// The thread that checks a file, and makes a CSV of a workbook before: see in-worker.ts.
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkbookTask, WorkerMessage, WorkerTask } from './in-worker.ts';
import { checkFile } from './preflight.ts';
import { CodeFileError } from './errors.ts';
import { sheetToCsv, withLosses } from '../xlsx/index.ts';

const toldEvery = 50;

function say(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

// The first word is said at once: a small file would be done before it.
let told = -Infinity;
function onProgress(bytes: number, total: number): void {
  const now = performance.now();
  if (now - told < toldEvery) return;
  told = now;
  say({ kind: 'progress', bytes, total });
}

async function run({ path, choices, workbook }: WorkerTask): Promise<void> {
  if (workbook) return checkWorkbook(path, choices, workbook);
  say({ kind: 'done', result: await checkFile(path, { ...choices, onProgress }, true) });
}

/** The first half of the way is the reading of the workbook, the second the check. */
async function checkWorkbook(path: string, choices: WorkerTask['choices'], { target, ...wanted }: WorkbookTask): Promise<void> {
  const cancel = new AbortController();
  parentPort?.once('message', () => cancel.abort());
  let size = 0;
  const onRead = (bytes: number, total: number) => {
    size = total;
    onProgress(bytes, 2 * total);
  };
  const facts = await sheetToCsv(path, target, { ...wanted, signal: cancel.signal, onProgress: onRead });
  say({ kind: 'converted' });
  const onCheck = (bytes: number, total: number) => onProgress(size + Math.floor((size * bytes) / total), 2 * size);
  const csv = { encoding: 'utf-8', delimiter: ',' } as const;
  say({ kind: 'done', ...withLosses(await checkFile(target, { ...choices, ...csv, onProgress: onCheck }, true), facts) });
}

function sayWhy(error: unknown): void {
  if (error instanceof CodeFileError) return say({ kind: 'refused', data: error.data });
  const { message, code } = error as NodeJS.ErrnoException;
  say({ kind: 'failed', message, ...(typeof code === 'string' && { code }) });
}

run(workerData as WorkerTask).catch(sayWhy);
