// One writer a run: a file that names the process at work, and that is recognised when that process is gone.
import { open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunError, systemCodeOf } from './errors.ts';

const lockName = 'lock';
/** How often the owner shows that it lives, and after how long the silence of another machine means that it does not. */
const heartbeat = 5000;
const longestSilence = 60_000;
/** Whoever removes a stale lock needs milliseconds; one that took this long has died. */
const longestGuard = 10_000;

interface Owner {
  readonly pid: number;
  /** When the process began, in the system's own count: another process may get the same pid later. */
  readonly started: string;
  readonly host: string;
}

export interface Lock {
  release(): Promise<void>;
}

/** Which locks this process has, and who in it: shared by all copies of this module. */
const held = ((globalThis as Record<symbol, unknown>)[Symbol.for('boxOffice.runs.held')] ??= new Map()) as Map<string, object>;

export async function acquireLock(folder: string): Promise<Lock> {
  const path = join(folder, lockName);
  for (let tries = 100; ; tries--) {
    const holder = {};
    if (await create(path, holder)) return keep(path, holder);
    const found = await find(path);
    if (typeof found === 'object') throw lockedBy(found.pid);
    if (tries === 0) throw lockedBy(undefined);
    if (found === 'stale') await removeStale(path);
    await sleep(10);
  }
}

/** Whether a process is at work on the run. */
export async function isLocked(folder: string): Promise<boolean> {
  return typeof (await find(join(folder, lockName))) === 'object';
}

function lockedBy(pid: number | undefined): RunError {
  return new RunError('locked', `Process ${pid ?? 'unknown'} is at work on the run.`, { pid });
}

async function create(path: string, holder: object): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o600);
    // From now on: whoever else in this process reads our pid in it must not take the lock for a stale one.
    held.set(path, holder);
    const self: Owner = { pid: process.pid, started: await startOf(process.pid), host: hostname() };
    await handle.writeFile(JSON.stringify(self));
    await handle.close();
    return true;
  } catch (error) {
    forget(path, holder);
    if (systemCodeOf(error) === 'EEXIST') return false;
    if (systemCodeOf(error) === 'ENOENT') throw new RunError('missing', 'There is no such run.', { cause: error });
    throw new RunError('journal', 'The run cannot be locked.', { cause: error });
  }
}

/** The next one in this process may have the lock already. */
function forget(path: string, holder: object): void {
  if (held.get(path) === holder) held.delete(path);
}

function keep(path: string, holder: object): Lock {
  const beat = () => void utimes(path, new Date(), new Date()).catch(() => undefined);
  const timer = setInterval(beat, heartbeat);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      await rm(path, { force: true }).catch(() => undefined);
      forget(path, holder);
    },
  };
}

/** The process that has the lock, if it lives; otherwise whether one that is gone has left it. */
async function find(path: string): Promise<{ readonly pid?: number } | 'stale' | 'missing'> {
  const [text, age] = await Promise.all([readFile(path, 'utf8'), ageOf(path)]).catch(() => [undefined, 0] as const);
  if (text === undefined) return 'missing';
  const owner = parseOwner(text);
  // Not written out yet, or never.
  if (!owner) return age < heartbeat ? {} : 'stale';
  if (owner.host !== hostname()) return age < longestSilence ? owner : 'stale';
  if (owner.pid === process.pid) return held.has(path) ? owner : 'stale';
  return isAlive(owner.pid) && (await startOf(owner.pid)) === owner.started ? owner : 'stale';
}

function parseOwner(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Owner;
    return typeof owner.pid === 'number' ? owner : undefined;
  } catch {
    return undefined;
  }
}

async function ageOf(path: string): Promise<number> {
  return Date.now() - (await stat(path)).mtimeMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, and belongs to somebody else.
    return systemCodeOf(error) === 'EPERM';
  }
}

/** The 22nd field of Linux's own account of a process; the same empty text where there is none. */
async function startOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/**
 * Removes a lock whose owner is gone. One process at a time may do so, and it looks again before it does: a lock that another one took
 * in the meantime must stay.
 */
export async function removeStale(path: string): Promise<void> {
  const guard = `${path}.guard`;
  try {
    await (await open(guard, 'wx', 0o600)).close();
  } catch {
    if ((await ageOf(guard).catch(() => 0)) > longestGuard) await rm(guard, { force: true });
    return;
  }
  try {
    // One that is missing may be made at this very moment, and that one must stay.
    if ((await find(path)) === 'stale') await rm(path, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}
