// One writer a run, and one run an event at a time.
import { join } from 'node:path';
import { RunError, systemCodeOf } from './errors.ts';
import { hashText } from './files.ts';
import { hasHolder, isLock, isLost, tryLock, type Lock } from './lock-file.ts';
import type { RunPlan } from './plan.ts';

const lockName = 'lock';

export async function acquireLock(folder: string): Promise<Lock> {
  const result = await tryLock(join(folder, lockName)).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') throw new RunError('missing', 'There is no such run.', { cause: error });
    throw new RunError('journal', 'The run cannot be locked.', { cause: error });
  });
  if (isLock(result)) return result;
  throw new RunError('locked', `Process ${result.pid ?? 'unknown'} is at work on the run.`, { pid: result.pid });
}

/** Two runs to one event would not see what the other is about to create. */
export async function acquireEventLock(
  folder: string,
  { addresses, eventId }: Pick<RunPlan, 'addresses' | 'eventId'>,
): Promise<Lock> {
  const name = `.event-${hashText(`${addresses.ticket}\n${eventId}`).slice(0, 16)}`;
  const result = await tryLock(join(folder, '..', name)).catch((error: unknown) => {
    throw new RunError('journal', 'The event cannot be locked.', { cause: error });
  });
  if (isLock(result)) return result;
  throw new RunError('busy', `Process ${result.pid ?? 'unknown'} is at work in this event.`, { pid: result.pid });
}

/** Whether a process is at work on the run. */
export function isLocked(folder: string): Promise<boolean> {
  return hasHolder(join(folder, lockName));
}

/** Fails when another process took over the run from this one, which was suspended for too long. */
export function requireLock(folder: string): void {
  if (isLost(join(folder, lockName))) throw new RunError('locked', 'Another process has taken over the run.');
}
