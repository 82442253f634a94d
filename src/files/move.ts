// Gives a file its final name. Windows refuses that for a moment while a virus scanner, an indexer or a reader has one of the two files open.
import { constants, renameSync } from 'node:fs';
import { copyFile, link, open, rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a test puts in the place of the system. */
interface MoveOptions {
  readonly platform?: NodeJS.Platform;
  readonly rename?: (from: string, to: string) => Promise<void>;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** Growing, and ten seconds together: a scanner is done by then, and a person still waits. */
const waits = [10, 20, 40, 80, 160, 320, 640, 1000, 1500, 2000, 2000, 2230];
const passing = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Elsewhere these codes say that somebody may not, and waiting changes nothing. */
function mayPass(error: unknown, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && passing.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Puts a file in the place of another: whole, or not at all. */
export async function moveOver(from: string, to: string, options: MoveOptions = {}): Promise<void> {
  const { platform = process.platform, rename: move = rename, wait = sleep } = options;
  for (const pause of [...waits, undefined]) {
    try {
      return await move(from, to);
    } catch (error) {
      if (pause === undefined || !mayPass(error, platform)) throw error;
      await wait(pause);
    }
  }
}

/** The same where nothing can be awaited, as between two statements of a database. */
export function moveOverSync(from: string, to: string): void {
  for (const pause of [...waits, undefined]) {
    try {
      return renameSync(from, to);
    } catch (error) {
      if (pause === undefined || !mayPass(error, process.platform)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
}

/** Gives a file a second name that is free, and fails with `EEXIST` otherwise: a rename would replace what has appeared meanwhile. */
export async function nameFree(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Not every disk has links.
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

/** Makes the names in a folder durable, where the system can. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and some file systems flush none.
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Best effort: a scanner that holds what is left must not hide why the work failed. */
export async function removeLeft(path: string): Promise<void> {
  await rm(path, { force: true, maxRetries: 5 }).catch(() => undefined);
}
