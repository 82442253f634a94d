// One process at a time: a file that names the process at work, is kept fresh by it, and is taken over when that process is gone.
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCodeOf } from './errors.ts';
import { describeOwner, isAlive, parseOwner, type Owner } from './lock-owner.ts';

export interface LockTimes {
  /** How often the owner shows that it lives. */
  readonly heartbeat: number;
  /** How long a lock is watched before an owner that shows no life is taken for gone, where nothing else tells. */
  readonly maxSilence: number;
  /** How long a file that names no owner is watched: it may be written at this moment. */
  readonly maxUnreadable: number;
}

const defaultTimes: LockTimes = { heartbeat: 2000, maxSilence: 20_000, maxUnreadable: 1000 };
const maxTries = 100;
const looks = 20;

export interface Lock {
  /** False when another process took the lock over, as it may while this one is suspended. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** Who has the lock; without a pid when that is not known. */
export interface Holder {
  readonly pid: number | undefined;
}

interface FoundLock {
  readonly text: string;
  readonly owner: Owner | undefined;
  readonly modified: number;
  /** Another one whenever the file was written or replaced. */
  readonly mark: string;
}

/** The content of each lock that this process has or is about to take: shared by all copies of this module. */
const held = ((globalThis as Record<symbol, unknown>)[Symbol.for('boxOffice.locks')] ??= new Map()) as Map<string, string>;

export async function tryLock(path: string, times = defaultTimes): Promise<Lock | Holder> {
  const text = await describeOwner();
  if (held.has(path)) return { pid: process.pid };
  held.set(path, text);
  let lock: Lock | undefined;
  try {
    const holder = await take(path, text, times);
    if (holder) return holder;
    return (lock = keep(path, text, times));
  } finally {
    if (!lock) held.delete(path);
  }
}

export function isLock(result: Lock | Holder): result is Lock {
  return 'release' in result;
}

/** Whether a process has the lock, as far as one look tells. */
export async function hasHolder(path: string): Promise<boolean> {
  const found = await look(path);
  if (!found?.owner) return false;
  return (await isKnownAlive(found, found.owner)) ?? isFresh(path, found, defaultTimes);
}

/** Whether this process took the lock and another one has it by now. */
export function isLost(path: string): boolean {
  const text = held.get(path);
  return text !== undefined && readNow(path) !== text;
}

function keep(path: string, text: string, { heartbeat }: LockTimes): Lock {
  let lastBeat = Promise.resolve();
  const timer = setInterval(() => {
    lastBeat = beat(path, text).catch(() => undefined);
  }, heartbeat);
  timer.unref();
  return {
    isHeld: () => readNow(path) === text,
    async release() {
      clearInterval(timer);
      await lastBeat;
      drop(path, text);
      if (held.get(path) === text) held.delete(path);
    },
  };
}

/** Writes the same again, which is never torn and gets its time from the file's own machine; through a handle, so that it is our file. */
async function beat(path: string, text: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    if ((await handle.readFile('utf8')) === text) await handle.write(text, 0);
  } finally {
    await handle.close();
  }
}

/** Removes the lock unless it is somebody else's by now; at once, so that the process is not suspended between the look and the removal. */
function drop(path: string, text: string): void {
  if (readNow(path) !== text) return;
  try {
    rmSync(path, { force: true, maxRetries: 3 });
  } catch {
    // It is not kept fresh any more.
  }
}

function readNow(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Makes the file ours, or gives who has it. */
async function take(path: string, text: string, times: LockTimes): Promise<Holder | undefined> {
  const draft = await writeBeside(path, text);
  try {
    for (let tries = maxTries; tries > 0; tries--) {
      if (await create(path, text, draft)) return undefined;
      const found = await look(path);
      if (!found) continue;
      // A network may make a link and lose the answer.
      if (found.text === text) return undefined;
      const state = await classify(path, found, times);
      if (state === 'alive') return { pid: found.owner?.pid };
      if (state === 'changed') continue;
      if (await replace(path, text, found, draft, times)) return undefined;
      await sleep(10);
    }
    return { pid: undefined };
  } finally {
    await rm(draft, { force: true });
  }
}

/** A new file in the same folder. */
async function writeBeside(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  await writeNew(draft, text);
  return draft;
}

async function writeNew(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
  } catch (error) {
    // A full disk leaves an empty file.
    await rm(path, { force: true });
    throw error;
  }
}

/** A link appears with its whole content, or not at all. */
async function create(path: string, text: string, draft: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    return systemCodeOf(error) === 'EEXIST' ? false : createUnlinked(path, text);
  }
}

/** For file systems without links. */
async function createUnlinked(path: string, text: string): Promise<boolean> {
  try {
    await writeNew(path, text);
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
  // While it was empty it looked like one that was left behind.
  return readNow(path) === text;
}

async function look(path: string): Promise<FoundLock | undefined> {
  const handle = await open(path, 'r').catch(() => undefined);
  if (!handle) return undefined;
  try {
    const text = await handle.readFile('utf8');
    const { ino, mtimeMs } = await handle.stat();
    return { text, owner: parseOwner(text), modified: mtimeMs, mark: `${ino} ${mtimeMs} ${text}` };
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}

type State = 'alive' | 'stale' | 'changed';

async function classify(path: string, found: FoundLock, times: LockTimes): Promise<State> {
  if (!found.owner) return watch(path, found, times.maxUnreadable);
  const alive = await isKnownAlive(found, found.owner);
  if (alive !== undefined) return alive ? 'alive' : 'stale';
  return (await isFresh(path, found, times)) ? 'alive' : watch(path, found, times.maxSilence);
}

async function isKnownAlive({ text }: FoundLock, owner: Owner): Promise<boolean | undefined> {
  if ([...held.values()].includes(text)) return true;
  // An earlier process had our pid.
  if (owner.pid === process.pid && owner.host === hostname()) return false;
  return isAlive(owner);
}

/**
 * Whether the owner has lately shown life, by the clock of the files. That clock may have been set since, so it only ever saves
 * watching: what is not fresh is watched before it is taken over.
 */
async function isFresh(path: string, { modified }: FoundLock, { maxSilence }: LockTimes): Promise<boolean> {
  const probe = await writeBeside(path, '').catch(() => undefined);
  // Nobody can take over a lock where nobody can write.
  if (probe === undefined) return true;
  try {
    return Math.abs((await stat(probe)).mtimeMs - modified) < maxSilence;
  } finally {
    await rm(probe, { force: true });
  }
}

/** Counts looks and not time, so that neither a clock that is set nor a sleep of the machine between two looks counts as silence. */
async function watch(path: string, found: FoundLock, silence: number): Promise<State> {
  for (let left = looks; left > 0; left--) {
    await sleep(silence / looks);
    const now = await look(path);
    if (now?.text !== found.text) return 'changed';
    if (now.mark !== found.mark) return 'alive';
  }
  return 'stale';
}

/**
 * Puts our lock in the place of a stale one. Only who has the guard, which is a lock too, may do so, and looks again before: the stale one
 * may be another's by now. The name is never free in between.
 */
async function replace(path: string, text: string, stale: FoundLock, draft: string, times: LockTimes): Promise<boolean> {
  const guard = `${path}.guard`;
  if (await take(guard, text, times)) return false;
  try {
    if ((await look(path))?.mark !== stale.mark) return false;
    await rename(draft, path);
    return true;
  } catch (error) {
    // Windows replaces no file that somebody reads at this moment.
    if (['EPERM', 'EACCES', 'EBUSY'].includes(systemCodeOf(error) ?? '')) return false;
    throw error;
  } finally {
    drop(guard, text);
  }
}
