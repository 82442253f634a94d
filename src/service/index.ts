// The local service: the whole interface on a real database, at an address that only this machine can reach.
import { createServer, type ServerOptions } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDamage, setAside } from './damage.ts';
import { requireSound, startPatience, type Database } from './database.ts';
import { ExportQueue, type ArrivedMail } from './export-queue.ts';
import { FaultPlan, type ServiceFault } from './faults.ts';
import { retryWhileLocked } from './sqlite-errors.ts';
import { documentedManners, type ServiceManners } from './manners.ts';
import { ReadCache } from './read-cache.ts';
import { fillWithSample, type SampleOptions } from './sample/index.ts';
import { createListener, prefixes } from './server.ts';
import type { ShapeName } from './shapes.ts';
import { copyStore, openStore, resetStore, restoreStore } from './store.ts';
import { TokenIssuer, type User } from './tokens.ts';
import { serviceZone } from './zone.ts';

export type { ArrivedMail } from './export-queue.ts';
export { DamagedFileError } from './damage.ts';
export { faultKinds, parseFaults, type ServiceFault } from './faults.ts';
export { mannerNames, mannerWords, parseManners, type ServiceManners } from './manners.ts';
export { mannersOf } from './recorded-manners.ts';
export { shapeNames, type ShapeName } from './shapes.ts';

export interface ServiceOptions {
  /** A free port by default. */
  readonly port?: number;
  /** Where the data is kept; in memory by default. */
  readonly file?: string | undefined;
  /** Whether a new database gets sample data; it does by default. */
  readonly sample?: boolean;
  /** Throws away what the file holds, under other processes that have it open too; a damaged file is kept under another name. */
  readonly reset?: boolean;
  readonly seed?: number;
  /** How many times the sample's 40 events. */
  readonly scale?: number;
  /** The day around which the sample's events lie. */
  readonly today?: string;
  readonly faults?: readonly ServiceFault[];
  readonly shape?: ShapeName;
  /** How it does what the document leaves open; as the document says, and nothing beside it, by default. */
  readonly dialect?: ServiceManners;
  /** Where the mails and the files of exports go; beside the data by default. */
  readonly outbox?: string | undefined;
  /** How long an export takes, in milliseconds. */
  readonly exportDelay?: number;
  /** The zone in which "the current day" is meant. */
  readonly timeZone?: string;
  readonly timeouts?: ServiceTimeouts;
  readonly now?: () => number;
  readonly onMail?: (mail: ArrivedMail) => void;
  readonly onError?: (error: unknown) => void;
}

/** How long the service waits, in milliseconds. */
export interface ServiceTimeouts {
  /** For a new connection to send the head of a request. */
  readonly headers?: number;
  /** For a request to arrive as a whole; the largest upload takes seconds. */
  readonly request?: number;
  /** For the next request on a connection. */
  readonly idle?: number;
  /** For the lock of another process on the database. */
  readonly lock?: number;
}

export interface Service {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  /** A token for the service's own user. */
  readonly token: string;
  /** What the event group wants to see, if its manners want a key. */
  readonly eventKey: string | undefined;
  readonly outbox: string;
  /** Where the start has kept a damaged file. */
  readonly setAside: string | undefined;
  /**
   * Throws all data away and starts with the sample again, after a copy was kept where one is wanted; tokens stay valid. Damaged data
   * cannot be copied: the file is kept under another name, which is given.
   */
  reset(copy?: string): Promise<string | undefined>;
  /** Puts the data of such a copy back. */
  restore(copy: string): Promise<void>;
  /** Until all that was only accepted is carried out. */
  settled(): Promise<unknown>;
  stop(): Promise<void>;
}

/** What a process of the service tells the one that started it. */
export type ServiceMessage =
  | { readonly ready: Pick<Service, 'eventUrl' | 'ticketUrl' | 'token' | 'eventKey' | 'setAside'> }
  | { readonly mail: ArrivedMail }
  /** An order was carried out, or why it was not; a reset tells where it has kept a damaged file. */
  | { readonly done: number; readonly problem?: string; readonly setAside?: string | undefined };

/** What the one that started it may ask of it; each order is answered with its number. */
export type ServiceOrder =
  | { readonly order: number; readonly reset: { readonly copy?: string } }
  | { readonly order: number; readonly restore: { readonly copy: string } };

function sampleOptions({ seed, scale, today }: ServiceOptions): SampleOptions {
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(scale === undefined ? {} : { scale }),
    ...(today === undefined ? {} : { today }),
  };
}

function serverOptions({ headers = 10_000, request = 300_000, idle = 5000 }: ServiceTimeouts): ServerOptions {
  return {
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: idle,
    connectionsCheckingInterval: Math.min(headers, request) / 2,
  };
}

const operator: User = { name: 'Ana Souza', email: 'ana.souza@example.com' };

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { now = () => Date.now() } = options;
  let stopped = false;
  // A commit that was to come late has nothing to write to once the service has ended.
  const onError = (error: unknown) => {
    if (!stopped) (options.onError ?? console.error)(error);
  };
  const { file, timeouts = {}, dialect: manners = documentedManners } = options;
  const fill = (filled: Database) => {
    if (options.sample !== false) fillWithSample(filled, sampleOptions(options));
  };
  const store = { file, lockPatience: timeouts.lock, fill };
  const { database, ...opened } = await openStore({ ...store, reset: options.reset ?? false });
  const temporary = options.outbox === undefined && options.file === undefined;
  const outbox =
    options.outbox ??
    (options.file === undefined ? await mkdtemp(join(tmpdir(), 'box-office-outbox-')) : `${options.file}.outbox`);
  const tokens = await retryWhileLocked(() => new TokenIssuer(database), startPatience);
  const exports = new ExportQueue({
    database,
    outbox,
    delay: options.exportDelay ?? 1500,
    now,
    onError,
    onMail: options.onMail,
  });
  const parts = {
    database,
    tokens,
    exports,
    cache: new ReadCache(database),
    faults: new FaultPlan(options.faults ?? [], options.seed),
    shape: options.shape ?? (manners.bare ? 'bare' : 'usual'),
    manners,
    timeZone: options.timeZone ?? manners.clock ?? serviceZone,
    jobs: { count: 0, age: 0, pending: new Set<Promise<unknown>>() },
    now,
    onError,
  };
  /** Begins anew beside a damaged file; who was let in before still is. */
  const replaceDamaged = async (damaged: string): Promise<string> => {
    database.close();
    const kept = setAside(damaged);
    const fresh = await openStore({ ...store, reset: false });
    database.takeOver(fresh.database);
    tokens.keepIn(database);
    return kept;
  };
  const server = createServer(serverOptions(timeouts), createListener(parts));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await retryWhileLocked(() => exports.start(origin), startPatience);
  return {
    eventUrl: origin + prefixes.event,
    ticketUrl: origin + prefixes.ticket,
    token: tokens.issue(operator, now()),
    eventKey: manners.eventKey ? tokens.eventKey : undefined,
    outbox,
    setAside: opened.setAside,
    async reset(copy) {
      // What was accepted before belongs to data that are gone.
      parts.jobs.age++;
      try {
        await retryWhileLocked(() => {
          // Before the copy: it would stand in place of a good one.
          requireSound(database);
          if (copy !== undefined) copyStore(database, copy);
          resetStore(database, () => fill(database));
        }, startPatience);
        return undefined;
      } catch (error) {
        if (file === undefined || !isDamage(error)) throw error;
        return await replaceDamaged(file);
      } finally {
        parts.cache.clear();
      }
    },
    async restore(copy) {
      parts.jobs.age++;
      await retryWhileLocked(() => restoreStore(database, copy), startPatience);
      parts.cache.clear();
    },
    settled: () => Promise.all(parts.jobs.pending),
    async stop() {
      stopped = true;
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await exports.stop();
      database.close();
      if (temporary) await rm(outbox, { recursive: true, force: true });
    },
  };
}
