// Files that only this user may read: they hold names, addresses and the secret of the tokens.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeNewFile, type Write } from '../files/new-file.ts';

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
export async function writeWhole(path: string, content: Parameters<Write>[0]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: privateFolder });
  await writeNewFile(path, privateFile, (write) => write(content));
}
