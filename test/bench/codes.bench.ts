import { build } from 'esbuild';
import { rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { idleMegabytes, withChild } from './children.ts';
import type { CodesJobs } from './codes.child.ts';
import { atLeast, atMost, benchOutput, compareSpeed, inTurns, median, type Bench, type Measurement } from './harness.ts';

export const bench: Bench = {
  name: 'codes',
  target:
    "the full check of 1,000,000 codes in a thread at 0.6 or more of the speed of Papa Parse's parse alone, at most 120 MB above the empty process, no stall over 20 ms",
  async run({ quick, rounds }) {
    const lines = quick ? 100_000 : 1_000_000;
    const worker = await buildWorker();
    return [
      ...(await compare(`check of ${lines} codes`, plainCodes(lines), lines, worker, rounds, true)),
      ...(await compare(`check of ${lines / 2} quoted rows`, quotedRows(lines / 2), lines / 2, worker, rounds, false)),
    ];
  },
};

async function compare(
  name: string,
  text: string,
  codes: number,
  worker: string,
  rounds: number,
  isJudged: boolean,
): Promise<Measurement[]> {
  const idle = await idleMegabytes();
  const taken = await withFile(text, (path) =>
    inTurns(rounds, {
      // A fresh process each time: a check's thread is always new, and memory that an earlier one left would hide what it takes.
      ours: () =>
        withChild<CodesJobs, Taken>('codes', async (child) => {
          const sample = await child.ask('check', worker, path);
          if (sample.codes !== codes || Object.keys(sample.counts).length > 0) {
            throw new Error(`The check found ${sample.codes} codes and ${JSON.stringify(sample.counts)}.`);
          }
          return sample;
        }),
      anchor: () => withChild<CodesJobs, Taken>('codes', (child) => child.ask('parse', path)),
    }),
  );
  const above = median(taken.ours.map(({ megabytes }) => megabytes)) - idle;
  const stall = median(taken.ours.map((sample) => sample.stall));
  const judge = <T>(target: T) => (isJudged ? target : undefined);
  return [
    compareSpeed(`${name}: speed`, taken.ours, taken.anchor, ({ milliseconds }) => milliseconds, judge(atLeast(0.6))),
    compareSpeed(`${name}: speed by CPU time`, taken.ours, taken.anchor, ({ cpu }) => cpu),
    { name: `${name}: memory above idle`, unit: 'MB', ours: above, target: judge(atMost(120)) },
    { name: `${name}: longest stall`, unit: 'ms', ours: stall, target: judge(atMost(20)) },
  ];
}

interface Taken {
  readonly milliseconds: number;
  readonly cpu: number;
  readonly megabytes: number;
  readonly stall: number;
}

/** The thread runs as it is shipped. */
async function buildWorker(): Promise<string> {
  const outfile = join(benchOutput, 'children', 'codes-worker.cjs');
  const entry = join(import.meta.dirname, '..', '..', 'src', 'codes', 'worker.ts');
  const options = { bundle: true, format: 'cjs', platform: 'node', target: 'node22', minify: true } as const;
  await build({ ...options, entryPoints: [entry], outfile, logLevel: 'warning' });
  return outfile;
}

const codeOf = (index: number) => `C${String((index * 7919) % 100_000_000_000).padStart(11, '0')}`;

function plainCodes(count: number): string {
  return Array.from({ length: count }, (_, index) => `${codeOf(index)}\n`).join('');
}

function quotedRows(count: number): string {
  const row = (index: number) =>
    `"Ticket ${index % 7}","${codeOf(index)}","a ""name""","${index % 100},50","someone@example.com"\n`;
  return Array.from({ length: count }, (_, index) => row(index)).join('');
}

/** Makes the file, and removes it however the bench ends. */
async function withFile<T>(text: string, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(benchOutput, 'codes-to-check.csv');
  const remove = () => rmSync(path, { force: true });
  process.once('exit', remove);
  try {
    writeFileSync(path, text);
    return await work(path);
  } finally {
    await rm(path, { force: true });
    process.off('exit', remove);
  }
}
