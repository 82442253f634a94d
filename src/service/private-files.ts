// Files that only this user may read: they hold names, addresses and the secret of the tokens.
import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const privateFile = 0o600;
export const privateFolder = 0o700;

/** Makes a database that is not there, and takes one away from other users; SQLite gives new files beside it the same mode. */
export function createPrivateDatabase(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: privateFolder });
  closeSync(openSync(path, 'a', privateFile));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) makePrivate(file);
}

function makePrivate(file: string): void {
  try {
    chmodSync(file, privateFile);
  } catch (error) {
    // Another user's file is that user's to protect.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Writes a file whole or not at all, in place of one with the same name. */
export async function writeWhole(path: string, content: Parameters<typeof writeFile>[1]): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: privateFolder });
  const unfinished = join(folder, `.${randomUUID()}.tmp`);
  try {
    await writeFile(unfinished, content, { mode: privateFile, flush: true });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
