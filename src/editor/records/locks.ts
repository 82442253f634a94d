// One save in flight per record, also when two windows have it open.
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isLock, tryLock } from '../../runs/index.ts';

interface SavedRecord {
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

/**
 * Runs the work while no other process does any for the same key; undefined when one does.
 * @internal several processes wait for one lock
 */
export async function withLock<T>(folder: string, key: string, work: () => Promise<T>): Promise<{ value: T } | undefined> {
  await mkdir(folder, { recursive: true });
  const lock = await tryLock(join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.lock`));
  if (!isLock(lock)) return undefined;
  try {
    return { value: await work() };
  } finally {
    await lock.release();
  }
}
