// What an error of SQLite says, and the one that is waited out: locks that another process holds on the database, without blocking this one.
import { setTimeout as wait } from 'node:timers/promises';

/** The primary result codes that the service tells apart. */
export const sqliteCodes = {
  permission: 3,
  busy: 5,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

export function isSqliteError(error: unknown, ...codes: readonly number[]): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  // The other bits tell more of the same.
  return typeof errcode === 'number' && codes.includes(errcode & 0xff);
}

const maxPause = 50;

/** Does the work, again and again while the database is locked, for so many milliseconds; then the error of SQLite is thrown. */
export async function retryWhileLocked<T>(work: () => T, patience: number): Promise<Awaited<T>> {
  const end = performance.now() + patience;
  for (let pause = 1; ; pause = Math.min(pause * 2, maxPause)) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || performance.now() >= end) throw error;
      await wait(pause);
    }
  }
}

export function isLocked(error: unknown): boolean {
  return isSqliteError(error, sqliteCodes.busy);
}
