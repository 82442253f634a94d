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
    "the full check of 1,000,000 codes, apart from the start of its thread, at 0.9 or more of the speed of Papa Parse's parse alone, in Windows-1252 at 0.7 or more, at most 120 MB above the empty process, no stall over 20 ms",
  async run({ quick, rounds }) {
    const lines = quick ? 100_000 : 1_000_000;
    const worker = await buildWorker();
    const run = (name: string, content: Content) => compare(name, content, worker, rounds);
    const half = lines / 2;
    return [
      ...(await run(`check of ${lines} codes`, { text: plainCodes(lines), codes: lines, encoding: 'utf8', speed: 0.9 })),
      ...(await run(`check of ${lines} rows in Windows-1252`, {
        text: brazilianRows(lines),
        codes: lines,
        encoding: 'latin1',
        speed: 0.7,
      })),
      ...(await run(`check of ${half} quoted rows`, { text: quotedRows(half), codes: half, encoding: 'utf8' })),
    ];
  },
};

interface Content {
  readonly text: string;
  readonly codes: number;
  /** Latin-1 is Windows-1252 for what these files hold. */
  readonly encoding: 'utf8' | 'latin1';
  /** Without one, the numbers are for information. */
  readonly speed?: number;
}

async function compare(name: string, content: Content, worker: string, rounds: number): Promise<Measurement[]> {
  const { codes, encoding, speed } = content;
  const idle = await idleMegabytes();
  const taken = await withFile(content, (path) =>
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
      // What the platform takes for any thread, and the anchor does without.
      thread: () => withChild<CodesJobs, Taken>('codes', (child) => child.ask('emptyThread')),
      anchor: () => withChild<CodesJobs, Taken>('codes', (child) => child.ask('parse', path, encoding)),
    }),
  );
  const above = median(taken.ours.map(({ megabytes }) => megabytes)) - idle;
  const stall = median(taken.ours.map((sample) => sample.stall));
  const judge = <T>(target: T) => (speed === undefined ? undefined : target);
  const time = ({ milliseconds }: Pick<Taken, 'milliseconds'>) => milliseconds;
  const withoutThread = taken.ours.map((sample, round) => ({ milliseconds: time(sample) - time(taken.thread[round]!) }));
  return [
    compareSpeed(`${name}: speed`, withoutThread, taken.anchor, time, judge(atLeast(speed ?? 0))),
    compareSpeed(`${name}: speed with the start of the thread`, taken.ours, taken.anchor, time),
    { name: `${name}: an empty thread`, unit: 'ms', ours: median(taken.thread.map(time)) },
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

/** As Excel saves them in Brazil: an accent in every row. */
function brazilianRows(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `${codeOf(index)};Jo\u00e3o da Concei\u00e7\u00e3o\r\n`);
  return `C\u00f3digo;Nome\r\n${rows.join('')}`;
}

function quotedRows(count: number): string {
  const row = (index: number) =>
    `"Ticket ${index % 7}","${codeOf(index)}","a ""name""","${index % 100},50","someone@example.com"\n`;
  return Array.from({ length: count }, (_, index) => row(index)).join('');
}

/** Makes the file, and removes it however the bench ends. */
async function withFile<T>({ text, encoding }: Content, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(benchOutput, 'codes-to-check.csv');
  const remove = () => rmSync(path, { force: true });
  process.once('exit', remove);
  try {
    writeFileSync(path, text, encoding);
    return await work(path);
  } finally {
    await rm(path, { force: true });
    process.off('exit', remove);
  }
}
