// Writes a file under another name first, so that nobody ever sees half of it.
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** Codes are worth money: nobody else needs to read them. */
export const newFileMode = 0o600;

export type Write = (bytes: Buffer) => Promise<void>;

/** What the work writes becomes the file once the work has succeeded. */
export async function writeNewFile<T>(target: string, mode: number, work: (write: Write) => Promise<T>): Promise<T> {
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  const handle = await open(temporary, 'wx', mode);
  try {
    const result = await work(async (bytes) => {
      await handle.writeFile(bytes);
    });
    await handle.sync();
    await handle.close();
    await rename(temporary, target);
    return result;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
}
