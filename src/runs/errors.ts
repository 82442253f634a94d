/**
 * Why a run could not be planned, started or carried on.
 * - `invalidPayload`: what all passkeys would get is not acceptable; see `problems`.
 * - `storage`: the plan could not be written.
 * - `journal`: the journal cannot be written (full disk, read-only), so nothing more is sent.
 * - `corrupt`: the plan, its codes or the middle of the journal are not what was written.
 * - `stalePlan`: the target is not the one that the plan was made for; see `changed`.
 * - `locked`: another process, or this one, is at work on the run.
 * - `busy`: another run is at work on the same event.
 * - `finished`: there is nothing left to do.
 * - `missing`: there is no such run.
 * - `listIncomplete`: the service did not give all passkeys of the event.
 */
export type RunErrorKind =
  | 'invalidPayload'
  | 'storage'
  | 'journal'
  | 'corrupt'
  | 'stalePlan'
  | 'locked'
  | 'busy'
  | 'finished'
  | 'missing'
  | 'listIncomplete';

/** What is no longer as the plan has it. `service`: codes that were to be created exist by now. */
type PlanChange = 'environment' | 'address' | 'input' | 'service';

interface RunErrorDetails {
  readonly changed?: PlanChange | undefined;
  /** How many codes are concerned, when the service changed. */
  readonly count?: number | undefined;
  /** The process that has the lock. */
  readonly pid?: number | undefined;
  /** What has changed since a plan was made, in words. */
  readonly reasons?: readonly string[] | undefined;
  readonly problems?: readonly { readonly field: string; readonly message: string }[] | undefined;
  readonly cause?: unknown;
}

/** Typed: the words of its message are for a log. */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly kind: RunErrorKind;
  readonly details: RunErrorDetails;

  constructor(kind: RunErrorKind, message: string, details: RunErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.details = details;
  }

  /** What the system said, as `ENOSPC`. */
  get systemCode(): string | undefined {
    return systemCodeOf(this.cause);
  }
}

export function systemCodeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
