// The check in a thread of its own, so that nothing else waits for it. Only small messages go to and fro, never rows.
import { Worker } from 'node:worker_threads';
import { t } from '../client/l10n.ts';
import { missingPartText } from '../client/missing-part.ts';
import type { WorkbookChoices, WorkbookFacts } from '../xlsx/index.ts';
import type { Preflight, PreflightChoices, PreflightOptions } from './preflight.ts';
import { CodeFileError, type CodeFileErrorData } from './errors.ts';

/** What the thread is given. */
export interface WorkerTask {
  readonly path: string;
  readonly choices: PreflightChoices;
  /** The file is a workbook, whose sheet becomes the CSV that is checked. */
  readonly workbook?: WorkbookTask;
}

export interface WorkbookTask extends WorkbookChoices {
  /** The CSV. It stays when the check refuses it or is cancelled; it never appears when the workbook is refused. */
  readonly target: string;
}

/** What the thread says. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly bytes: number; readonly total: number }
  /** The CSV is there, and the check begins. */
  | { readonly kind: 'converted' }
  | { readonly kind: 'done'; readonly result: Preflight; readonly workbook?: WorkbookFacts }
  | { readonly kind: 'refused'; readonly data: CodeFileErrorData }
  | { readonly kind: 'failed'; readonly message: string; readonly code?: string };

/** `workerPath` is the built `src/codes/worker.ts`. */
export async function preflightInWorker(workerPath: string, path: string, options: PreflightOptions = {}): Promise<Preflight> {
  const { signal, onProgress, ...choices } = options;
  return (await runTask(workerPath, { path, choices }, { signal, onProgress })).result;
}

interface WorkbookOptions extends PreflightOptions, WorkbookTask {}

interface CheckedWorkbook {
  /** Of the CSV, with what the workbook has lost in the column of the codes. */
  readonly result: Preflight;
  readonly workbook: WorkbookFacts;
}

/** Writes a sheet of a workbook as a CSV, and checks that. Progress is that of both together. */
export async function workbookInWorker(workerPath: string, path: string, options: WorkbookOptions): Promise<CheckedWorkbook> {
  const { signal, onProgress, target, sheet, zeros, ...choices } = options;
  const task: WorkerTask = { path, choices, workbook: { target, sheet, zeros } };
  const { result, workbook } = await runTask(workerPath, task, { signal, onProgress });
  if (!workbook) throw new TypeError('workbook');
  return { result, workbook };
}

/** How long a thread may take to remove what it has half written. */
const longestCleaning = 2000;

function runTask(
  workerPath: string,
  task: WorkerTask,
  { signal, onProgress }: Pick<PreflightOptions, 'signal' | 'onProgress'>,
): Promise<{ result: Preflight; workbook: WorkbookFacts | undefined }> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(asError(signal.reason));
    const worker = new Worker(workerPath, { workerData: task, execArgv: [] });
    let isConverted = false;
    let cleaning: NodeJS.Timeout | undefined;
    const finish = (act: () => void) => {
      clearTimeout(cleaning);
      signal?.removeEventListener?.('abort', onAbort);
      worker.removeAllListeners();
      // An error of a thread that is being ended concerns nobody.
      worker.on('error', () => undefined);
      void worker.terminate();
      act();
    };
    const onAbort = () => {
      const end = () => finish(() => reject(asError(signal?.reason)));
      if (!task.workbook || isConverted) return end();
      // A thread that is ended while it writes would leave half a file behind.
      worker.postMessage('cancel');
      cleaning = setTimeout(end, longestCleaning);
    };
    signal?.addEventListener?.('abort', onAbort);
    worker.on('message', (message: WorkerMessage) => {
      if (signal?.aborted && message.kind !== 'progress') return finish(() => reject(asError(signal.reason)));
      if (message.kind === 'progress') onProgress?.(message.bytes, message.total);
      else if (message.kind === 'converted') isConverted = true;
      else if (message.kind === 'done') finish(() => resolve({ result: message.result, workbook: message.workbook }));
      else finish(() => reject(errorOf(message)));
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'MODULE_NOT_FOUND';
      finish(() => reject(isMissing ? new Error(missingPartText(), { cause: error }) : asError(error)));
    });
    worker.on('exit', (code) => finish(() => reject(new Error(t('The check ended early, with {0}.', code)))));
  });
}

function errorOf(message: Extract<WorkerMessage, { kind: 'refused' | 'failed' }>): Error {
  if (message.kind === 'refused') return new CodeFileError(message.data);
  return Object.assign(new Error(message.message), message.code !== undefined && { code: message.code });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
