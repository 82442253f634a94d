// The child's side of a process that does a bench's work.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from './harness.ts';

/** Input and output go through `process.send`: plain data. */
export type Jobs = Readonly<Record<string, (...input: never[]) => unknown>>;

export interface Answer<T> {
  readonly value?: T;
  readonly problem?: string;
}

/** Does the jobs that the parent asks for until the parent goes. */
export function answer(jobs: Jobs): void {
  process.on('disconnect', () => process.exit());
  process.on('message', ({ job, input }: { job: string; input: never[] }) => {
    void perform(jobs, job, input).then((reply) => process.send?.(reply));
  });
}

async function perform(jobs: Jobs, job: string, input: never[]): Promise<Answer<unknown>> {
  try {
    return { value: await jobs[job]!(...input) };
  } catch (error) {
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const tick = 5;

/** Measures one go; what the work gives is dropped. */
export async function measure(work: () => Promise<unknown>): Promise<Sample> {
  const delay = monitorEventLoopDelay({ resolution: tick });
  let megabytes = residentMegabytes();
  const sampler = setInterval(() => (megabytes = Math.max(megabytes, residentMegabytes())), tick);
  delay.enable();
  // The monitor sees a stall only between two of its ticks, so it gets one before the work and one after.
  await sleep(3 * tick);
  const started = performance.now();
  const cpuBefore = process.cpuUsage();
  await work();
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(cpuBefore);
  await sleep(3 * tick);
  delay.disable();
  clearInterval(sampler);
  return { milliseconds, cpu: (user + system) / 1000, megabytes, stall: Math.max(0, delay.max / 1e6 - tick) };
}

export function residentMegabytes(): number {
  return process.memoryUsage.rss() / 1e6;
}
