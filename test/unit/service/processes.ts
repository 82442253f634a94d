// The local service in processes of its own, as an editor or a shell starts it.
import assert from 'node:assert/strict';
import { buildSync } from 'esbuild';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root, testOutput } from '../../../scripts/lib/paths.mjs';
import { start, stop } from '../../../scripts/lib/processes.mjs';
import type { ArrivedMail, ServiceMessage, ServiceOrder } from '../../../src/service/index.ts';
import { asProgram } from '../../harness/program.ts';
import { today } from './support.ts';

export interface Running {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly token: string;
  readonly outbox: string;
  /** The next mail that the service tells of. */
  readonly mail: Promise<ArrivedMail>;
  /** Has an order carried out; gives why it was not. */
  order(order: Order): Promise<string | undefined>;
  /** Ends it without a chance to clean up. */
  kill(): Promise<void>;
  /** Ends it as an editor or a shell does. */
  stop(): Promise<void>;
}

type WithoutNumber<O> = O extends unknown ? Omit<O, 'order'> : never;
type Order = WithoutNumber<ServiceOrder>;

const children = new Set<ChildProcess>();

export async function stopProcesses(): Promise<void> {
  await Promise.all([...children].map((child) => stop(child)));
}

let builtProgram: string | undefined;

export function program(): string {
  if (builtProgram) return builtProgram;
  builtProgram = join(testOutput, `service-${process.pid}.cjs`);
  buildSync(asProgram('src/service/main.ts', builtProgram));
  return builtProgram;
}

export function spawn(file: string, args: readonly string[]): ChildProcess {
  const stdio: ('ignore' | 'pipe' | 'inherit' | 'ipc')[] = ['ignore', 'pipe', 'inherit', 'ipc'];
  const dialect = args.includes('--dialect') ? [] : ['--dialect', 'seen'];
  const all = [program(), '--json', '--today', today, '--data', file, ...dialect, ...args];
  const child = start(process.execPath, all, { stdio, cwd: root });
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

export async function run(file: string, ...args: string[]): Promise<Running> {
  const child = spawn(file, args);
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return {
    ...(JSON.parse(line) as Pick<Running, 'eventUrl' | 'ticketUrl' | 'token'>),
    outbox: `${file}.outbox`,
    mail: messageOf(child, (message) => ('mail' in message ? message.mail : undefined)),
    order: (order) => giveOrder(child, order),
    kill: () => kill(child),
    stop: () => stop(child),
  };
}

let sample: Promise<Buffer> | undefined;

/** A file with the sample in it, as a service leaves it: to make the sample takes longer than most tests. */
export async function writeSample(file: string): Promise<void> {
  sample ??= makeSample();
  await writeFile(file, await sample);
}

async function makeSample(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'sample-'));
  const file = join(folder, 'sample.db');
  await (await run(file)).stop();
  const bytes = await readFile(file);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return bytes;
}

function messageOf<T>(child: ChildProcess, pick: (message: ServiceMessage) => T | undefined): Promise<T> {
  return new Promise((resolve) => {
    child.on('message', (message: ServiceMessage) => {
      const picked = pick(message);
      if (picked !== undefined) resolve(picked);
    });
  });
}

let orders = 0;

async function giveOrder(child: ChildProcess, order: Order): Promise<string | undefined> {
  const number = ++orders;
  const done = messageOf(child, (message) => ('done' in message && message.done === number ? message : undefined));
  assert.ok(child.send({ ...order, order: number }));
  return (await done).problem;
}

export async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}
