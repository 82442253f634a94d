// Checks a file of codes in a thread, or only parses it with Papa Parse.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Worker } from 'node:worker_threads';
import Papa from 'papaparse';
import { preflightInWorker, type Counts } from '../../src/codes/index.ts';
import { answer, measure } from './child.ts';
import type { Sample } from './harness.ts';

const pieceSize = 64 * 1024;

const jobs = {
  async check(workerPath: string, path: string): Promise<Sample & { codes: number; counts: Counts }> {
    let found = { codes: 0, counts: {} };
    const sample = await measure(async () => {
      const { codes, counts } = await preflightInWorker(workerPath, path);
      found = { codes, counts };
    });
    return { ...sample, ...found };
  },

  emptyThread: (): Promise<Sample> =>
    measure(async () => {
      const thread = new Worker(`require('node:worker_threads').parentPort.postMessage('here')`, { eval: true, execArgv: [] });
      await once(thread, 'message');
      void thread.terminate();
    }),

  /** Looks at no row. */
  parse: (path: string, encoding: 'utf8' | 'latin1'): Promise<Sample> =>
    measure(
      () =>
        new Promise<void>((resolve, reject) => {
          const file = createReadStream(path, { encoding, highWaterMark: pieceSize });
          Papa.parse(file, { chunk: () => undefined, complete: () => resolve(), error: reject });
        }),
    ),
};

export type CodesJobs = typeof jobs;

answer(jobs);
