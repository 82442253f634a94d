// Files that survive a power cut, and what they are known by.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../files/move.ts';
import { newFileMode, writeNewFile } from '../files/new-file.ts';
import { RunError } from './errors.ts';

/** What the system says against writing, as an error of the run. */
export async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new RunError('storage', 'It cannot be written.', { cause: error });
  }
}

export async function writeDurably(path: string, text: string): Promise<void> {
  await writeNewFile(path, newFileMode, (write) => write(text));
  await syncFolder(dirname(path));
}

/** The SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
