// The check in a thread of its own, so that nothing else waits for it. Only small messages go to and fro, never rows.
import { Worker } from 'node:worker_threads';
import { t } from '../client/l10n.ts';
import type { Preflight, PreflightChoices, PreflightOptions } from './preflight.ts';
import { CodeFileError, type CodeFileErrorData } from './errors.ts';

/** What the thread is given. */
export interface WorkerTask {
  readonly path: string;
  readonly choices: PreflightChoices;
}

/** What the thread says. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly bytes: number; readonly total: number }
  | { readonly kind: 'done'; readonly result: Preflight }
  | { readonly kind: 'refused'; readonly data: CodeFileErrorData }
  | { readonly kind: 'failed'; readonly message: string; readonly code?: string };

/** `workerPath` is the built `src/codes/worker.ts`. */
export function preflightInWorker(workerPath: string, path: string, options: PreflightOptions = {}): Promise<Preflight> {
  const { signal, onProgress, ...choices } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(asError(signal.reason));
    const task: WorkerTask = { path, choices };
    const worker = new Worker(workerPath, { workerData: task, execArgv: [] });
    const finish = (act: () => void) => {
      signal?.removeEventListener?.('abort', onAbort);
      worker.removeAllListeners();
      // An error of a thread that is being ended concerns nobody.
      worker.on('error', () => undefined);
      void worker.terminate();
      act();
    };
    const onAbort = () => finish(() => reject(asError(signal?.reason)));
    signal?.addEventListener?.('abort', onAbort);
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') onProgress?.(message.bytes, message.total);
      else if (message.kind === 'done') finish(() => resolve(message.result));
      else finish(() => reject(errorOf(message)));
    });
    worker.on('error', (error) => finish(() => reject(asError(error))));
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
