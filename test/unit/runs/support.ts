import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once as event } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { start } from '../../../scripts/lib/processes.mjs';
import { systemClock, type Client, type ClientOptions, type Clock } from '../../../src/client/index.ts';
import {
  hashText,
  planRun,
  readPasskeys,
  type PlannedRun,
  type PlanOptions,
  type ResumeOptions,
  type RunCounts,
  type Undecided,
} from '../../../src/runs/index.ts';
import { startService, type Service, type ServiceFault } from '../../../src/service/index.ts';
import { clientOf, noon, testService, today } from '../service/support.ts';
import type { KillOrder } from './kill-order.ts';

export const eventId = 1001;
export const environment = 'local';

/** A folder for a suite, gone with it. */
export function useFolder(): { readonly path: string } {
  const held = { path: '' };
  before(async () => {
    held.path = await mkdtemp(join(tmpdir(), 'runs-'));
  });
  after(() => rm(held.path, { recursive: true, force: true, maxRetries: 5 }));
  return held;
}

const templates = new Map<boolean, Promise<Buffer>>();

/** A service that, unlike the local one, lets an event have a passkey twice: only so a code that is sent twice shows. */
export function forgetfulService(folder: string, faults: readonly ServiceFault[] = []): Promise<Service> {
  return emptyService(folder, faults, false);
}

/** A service on a database of its own, without passkeys. */
export async function emptyService(folder: string, faults: readonly ServiceFault[], unique: boolean): Promise<Service> {
  const template = templates.get(unique) ?? makeTemplate(folder, unique);
  templates.set(unique, template);
  const file = join(folder, `${randomUUID()}.db`);
  await writeFile(file, await template);
  return testService({ file, faults });
}

async function makeTemplate(folder: string, unique: boolean): Promise<Buffer> {
  const file = join(folder, `template-${unique}.db`);
  await (await startService({ file, today, seed: 1, now: () => noon })).stop();
  const sqlite = new DatabaseSync(file);
  sqlite.exec('PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON');
  const { sql } = sqlite.prepare("SELECT sql FROM sqlite_schema WHERE name = 'passkeys'").get() as { sql: string };
  const loose = sql.replace('UNIQUE (event_id, passkey)', 'CHECK (TRUE)');
  assert.notEqual(loose, sql);
  sqlite.exec(`DROP TABLE passkeys; ${unique ? sql : loose}; DELETE FROM passkey_items`);
  sqlite.close();
  return readFile(file);
}

/** Pauses pass at once; whoever asks for the time sees that they have passed. */
export function skippingClock(): { runs: Clock; client: Clock; skipped: () => number } {
  let skipped = 0;
  const now = () => noon + skipped;
  return {
    skipped: () => skipped,
    runs: {
      now,
      elapsed: now,
      setTimer(callback, milliseconds) {
        const timer = setImmediate(() => {
          skipped += milliseconds;
          callback();
        });
        return () => clearImmediate(timer);
      },
    },
    client: { ...systemClock, now, elapsed: now },
  };
}

export interface Bench {
  readonly service: Service;
  readonly client: Client;
  readonly run: PlannedRun;
  readonly options: ResumeOptions;
  /** How often the event has each code of the run. */
  readonly tally: () => Promise<Record<string, number>>;
}

export interface BenchOptions extends Partial<Omit<PlanOptions, 'codes'>> {
  readonly codes: readonly string[];
  readonly client?: Partial<ClientOptions>;
  readonly clock?: ReturnType<typeof skippingClock>;
}

/** Plans a run at a service. */
export async function bench(
  folder: string,
  service: Service,
  { client: wishes, clock, ...wanted }: BenchOptions,
): Promise<Bench> {
  const time = clock ?? skippingClock();
  const client = clientOf(service, { clock: time.client, ...wishes });
  const run = await planRun({
    folder: await mkdtemp(join(folder, 'plan-')),
    environment,
    at: service,
    eventId,
    eventLabel: 'Festival',
    input: { kind: 'text', sha256: hashText(wanted.codes.join('\n')) },
    existing: [],
    chunkSize: 5,
    now: () => time.runs.now(),
    ...wanted,
  });
  return {
    service,
    client,
    run,
    options: { client, target: { environment, at: service }, clock: time.runs },
    tally: () => tally(service, wanted.codes),
  };
}

/** Straight from the service, without faults that would strike a client of its own again. */
export async function tally(service: Service, codes: readonly string[]): Promise<Record<string, number>> {
  const counts = Object.fromEntries(codes.map((code) => [code, 0]));
  for await (const { text } of readPasskeys(clientOf(service), eventId)) if (text in counts) counts[text] = counts[text]! + 1;
  return counts;
}

export async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of source) values.push(value);
  return values;
}

export function codesOf(count: number, mark = 'C'): string[] {
  return Array.from({ length: count }, (_, index) => `${mark}${String(index).padStart(4, '0')}`);
}

export function once(codes: readonly string[]): Record<string, number> {
  return Object.fromEntries(codes.map((code) => [code, 1]));
}

/** The sum that must hold whatever happens. */
export function assertSum({ wanted, made, existed, rejected, unknown, left }: RunCounts): void {
  assert.equal(made + existed + rejected + unknown + left, wanted);
}

export function countsOf(wanted: number, part: Partial<RunCounts>): RunCounts {
  return { wanted, made: 0, existed: 0, rejected: 0, unknown: 0, left: 0, ...part };
}

/** Runs a process that carries a run on to its end; gives whether it was killed. */
export async function runChild(program: string, order: KillOrder, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const child = start(process.execPath, [program, JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit'], env });
  const [code, signal] = (await event(child, 'close')) as [number | null, string | null];
  // Windows has no signals: a process that ends itself by one has the code 1.
  const isKilled = signal === 'SIGKILL' || (process.platform === 'win32' && code === 1);
  assert.ok(isKilled || code === 0, `the child ended with ${code ?? signal}`);
  return isKilled;
}

/** What a person has to decide about, without the words of the service. */
export function bare(undecided: readonly Undecided[]): Undecided[] {
  return undecided.map(({ why, codes }) => ({ why, codes }));
}
