// Writes a file under another name first, so that nobody ever sees half of it.
import { randomBytes } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { moveOver, nameFree, removeLeft } from './move.ts';

/** Codes are worth money, drafts and mails name people: nobody else needs to read them. */
export const newFileMode = 0o600;

export type Write = (content: Parameters<FileHandle['writeFile']>[0]) => Promise<void>;

interface NewFileOptions {
  /** `refuse`: fails with `EEXIST` where another file is there by then. */
  readonly existing?: 'replace' | 'refuse';
  /** False for what is written at each key press: after a power cut there is none. */
  readonly isFlushed?: boolean;
  readonly move?: typeof moveOver;
}

/** What the work writes becomes the file once the work has succeeded; until then the old one stays as it is. */
export async function writeNewFile<T>(
  target: string,
  mode: number,
  work: (write: Write) => Promise<T>,
  { existing = 'replace', isFlushed = true, move = moveOver }: NewFileOptions = {},
): Promise<T> {
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  const handle = await open(temporary, 'wx', mode);
  try {
    const result = await work((content) => handle.writeFile(content));
    if (isFlushed) await handle.sync();
    await handle.close();
    await (existing === 'replace' ? move(temporary, target) : nameFree(temporary, target));
    if (existing === 'refuse') await removeLeft(temporary);
    return result;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await removeLeft(temporary);
    throw error;
  }
}
