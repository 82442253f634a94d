import type { LockTimes } from '../../../src/runs/lock-file.ts';

/** Takes a lock after a delay, or says whether it is still held, and may release it then. */
export type LockOrder =
  { readonly path: string; readonly times: LockTimes; readonly delay: number } | { readonly release: boolean };

export interface LockAnswer {
  readonly isHeld: boolean;
}
