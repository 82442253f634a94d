import { rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../scripts/lib/processes.mjs';
import { findOnPath } from '../../scripts/setup.mjs';
import type { CallerJobs, FileKind } from './caller.child.ts';
import { idleMegabytes, withChild } from './children.ts';
import { atLeast, atMost, benchOutput, compareSpeed, inTurns, isMet, median, type Bench, type Measurement } from './harness.ts';
import type { ServiceJobs } from './service.child.ts';

/** Of curl's speed; less is enough where curl is much faster than what sends at the other. */
const partOfCurl = 0.7;
/** In MB a second. */
const fastEnough = 500;
const memory = atMost(100);

export const bench: Bench = {
  name: 'upload',
  target: `a file of 500 MB at ${fastEnough} MB/s or ${partOfCurl} of the speed of curl -F, whichever is less, under 100 MB of memory above the empty process`,
  async run({ quick, rounds }) {
    const megabytes = quick ? 100 : 500;
    const curl = findOnPath('curl');
    if (!curl) return [{ name: nameOf(megabytes), unit: 'ms', skipped: 'curl is not on the PATH' }];
    return withFile(megabytes, (path) => compare(path, megabytes, curl, rounds));
  },
};

const nameOf = (megabytes: number) => `upload of ${megabytes} MB`;

async function compare(path: string, megabytes: number, curl: string, rounds: number): Promise<Measurement[]> {
  const idle = await idleMegabytes();
  const taken = await withChild<ServiceJobs, Record<FileKind | 'curl', Taken[]>>('service', async (service) => {
    const base = await service.ask('listen');
    // A fresh process each time: memory that an earlier upload left behind would hide what this one takes.
    const ours = (kind: FileKind) => () =>
      withChild<CallerJobs, Taken>('caller', (child) => child.ask('upload', base, path, kind));
    return inTurns(rounds, {
      'fileFrom': ours('fileFrom'),
      'large reads': ours('large reads'),
      'curl': () => curlUpload(curl, base, path),
    });
  });
  const name = nameOf(megabytes);
  const curlSpeed = megabytes / (median(taken.curl.map(({ milliseconds }) => milliseconds)) / 1000);
  const speed = atLeast(Math.min(partOfCurl, fastEnough / curlSpeed));
  const against = (kind: FileKind, label: string) =>
    compareSpeed(label, taken[kind], taken.curl, ({ milliseconds }) => milliseconds, speed);
  const above = (kind: FileKind) => median(taken[kind].map((sample) => sample.megabytes ?? 0)) - idle;

  const small = against('fileFrom', `${name}: speed, fileFrom`);
  const large = against('large reads', `${name}: speed, reads of 512 KB`);
  // One of the two has to reach the target: what reads in small pieces if it can, else what reads in large ones.
  const [judged, other] = isMet(small) ? [small, large] : [large, small];
  return [
    { ...judged, name: `${judged.name} (judged)` },
    { ...other, target: undefined },
    { name: `${name}: memory above idle, fileFrom`, unit: 'MB', ours: above('fileFrom'), target: memory },
    { name: `${name}: memory above idle, reads of 512 KB`, unit: 'MB', ours: above('large reads'), target: memory },
  ];
}

interface Taken {
  readonly milliseconds: number;
  readonly megabytes?: number;
}

async function curlUpload(curl: string, base: string, path: string): Promise<Taken> {
  const form = ['-F', `file=@${path};type=text/csv`, `${base}/events/1/codes`];
  // No settings of this machine's, and its own count of the time: starting the program is not part of an upload.
  const output = await run(curl, ['-q', '--noproxy', '*', '-sS', '-m', '120', '-w', '\n%{http_code} %{time_total}', ...form]);
  const [, status, seconds] = /(\d+) ([\d.]+)$/.exec(output) ?? [];
  if (status !== '200') throw new Error(`curl: ${output}`);
  return { milliseconds: Number(seconds) * 1000 };
}

/** Makes a file of codes, and removes it however the bench ends. */
async function withFile<T>(megabytes: number, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(benchOutput, `codes-${megabytes}.csv`);
  const remove = () => rmSync(path, { force: true });
  process.once('exit', remove);
  try {
    await writeCodes(path, megabytes);
    return await work(path);
  } finally {
    await rm(path, { force: true });
    process.off('exit', remove);
  }
}

async function writeCodes(path: string, megabytes: number): Promise<void> {
  const codes = Array.from({ length: 80_000 }, (_, index) => `C${String(index * 7919).padStart(11, '0')}\n`);
  const piece = Buffer.from(codes.join('')).subarray(0, 1_000_000);
  const file = await open(path, 'w');
  try {
    for (let written = 0; written < megabytes; written++) await file.write(piece);
    // Otherwise the machine would still be writing it during the first rounds.
    await file.sync();
  } finally {
    await file.close();
  }
}
