// Locks that another process holds on the database: waited for without blocking this one.
import { setTimeout as wait } from 'node:timers/promises';
import { isSqliteError, sqliteCodes } from './sqlite-errors.ts';

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
