// The parent's side of a process that does a bench's work: jobs are asked for by name, and each has a time limit.
import { build } from 'esbuild';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { start, stop } from '../../scripts/lib/processes.mjs';
import type { Answer, Jobs } from './child.ts';
import { benchOutput, median } from './harness.ts';
import type { IdleJobs } from './idle.child.ts';

const patience = 120_000;

export interface Child<J extends Jobs> {
  ask<Name extends keyof J & string>(job: Name, ...input: Parameters<J[Name]>): Promise<Awaited<ReturnType<J[Name]>>>;
}

/** Starts `<name>.child.ts`, and ends it when the work with it is done. */
export async function withChild<J extends Jobs, T>(name: string, work: (child: Child<J>) => Promise<T>): Promise<T> {
  const child = start(process.execPath, [await bundled(name)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    return await work({ ask: (job, ...input) => ask(child, name, job, input) });
  } finally {
    await stop(child);
  }
}

const bundles = new Map<string, Promise<string>>();

function bundled(name: string): Promise<string> {
  const path = bundles.get(name) ?? bundle(name);
  bundles.set(name, path);
  return path;
}

/** The code runs as it is shipped: taking the types away in the process itself would cost it 20 MB and many milliseconds. */
async function bundle(name: string): Promise<string> {
  const outfile = join(benchOutput, 'children', `${name}.cjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.child.ts`)],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    external: ['web-streams-polyfill/*'],
    logLevel: 'warning',
  });
  return outfile;
}

function ask<T>(child: ChildProcess, name: string, job: string, input: unknown[]): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      child.off('message', onAnswer).off('exit', onExit).off('error', onError);
      act();
    };
    const onAnswer = (answer: unknown) => {
      const { value, problem } = answer as Answer<T>;
      settle(() => (problem === undefined ? resolve(value as T) : reject(new Error(`${name} ${job}: ${problem}`))));
    };
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = () => onError(new Error(`${name} ended during ${job}.`));
    const timer = setTimeout(() => onError(new Error(`${name} did not finish ${job} in ${patience / 1000} s.`)), patience);
    child.on('message', onAnswer).on('exit', onExit).on('error', onError);
    child.send({ job, input });
  });
}

/** The memory, in MB, of a process that does nothing. */
export async function idleMegabytes(): Promise<number> {
  const values: number[] = [];
  for (let round = 0; round < 3; round++) {
    values.push(await withChild<IdleJobs, number>('idle', (child) => child.ask('megabytes')));
  }
  return median(values);
}
