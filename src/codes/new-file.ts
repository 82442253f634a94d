// Writes a file under another name first, so that nobody ever sees half of it.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, open, rename, rm } from 'node:fs/promises';

/** Codes are worth money: nobody else needs to read them. */
export const newFileMode = 0o600;

export type Write = (bytes: Buffer) => Promise<void>;

/** What the work writes becomes the file once the work has succeeded; `refuse`: fails with `EEXIST` where another one is there by then. */
export async function writeNewFile<T>(
  target: string,
  mode: number,
  work: (write: Write) => Promise<T>,
  existing: 'replace' | 'refuse' = 'replace',
): Promise<T> {
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  const handle = await open(temporary, 'wx', mode);
  try {
    const result = await work(async (bytes) => {
      await handle.writeFile(bytes);
    });
    await handle.sync();
    await handle.close();
    await (existing === 'replace' ? rename(temporary, target) : renameToFree(temporary, target));
    return result;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
}

/** A rename would replace a file that has appeared meanwhile; a link never does. */
async function renameToFree(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Not every disk has links.
    await copyFile(temporary, target, constants.COPYFILE_EXCL);
  }
  await rm(temporary, { force: true });
}
