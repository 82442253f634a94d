// One save in flight per record, also when two windows have it open: whoever makes the lock's file first may save.
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A lock that is older than any save can take was left behind. */
const oldestLock = 10 * 60_000;

export interface SavedRecord {
  /** The record's service: two environments may be names of one. */
  readonly ticketUrl: string;
  readonly kind: 'item' | 'passkey';
  readonly id: string;
}

/** Saves a record, from a form or a document, unless another window does so at this moment: undefined then. */
export function saveAlone<T>(
  storage: string,
  { ticketUrl, kind, id }: SavedRecord,
  save: () => Promise<T>,
): Promise<{ value: T } | undefined> {
  return withLock(join(storage, 'locks'), [ticketUrl, kind, id].join('\n'), save);
}

/** Runs the work while no other process does any for the same key; undefined when one does. */
export async function withLock<T>(folder: string, key: string, work: () => Promise<T>): Promise<{ value: T } | undefined> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.lock`);
  if (!(await take(path)) && !((await isLeftBehind(path)) && (await retake(path)))) return undefined;
  try {
    return { value: await work() };
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(JSON.stringify({ process: process.pid, since: Date.now() }));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function retake(path: string): Promise<boolean> {
  await rm(path, { force: true });
  return take(path);
}

async function isLeftBehind(path: string): Promise<boolean> {
  try {
    const { process: owner, since } = JSON.parse(await readFile(path, 'utf8')) as { process: number; since: number };
    return Date.now() - since > oldestLock || !isAlive(owner);
  } catch {
    // Gone, or being written at this moment.
    return false;
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
