/** `wanted` is always the sum of the others. */
export interface RunCounts {
  readonly wanted: number;
  readonly made: number;
  readonly existed: number;
  readonly rejected: number;
  /** Sent, and not yet known whether they were made. */
  readonly unknown: number;
  readonly left: number;
}

/** How a run stands. `interrupted`: its process died. `damaged`: its files are not what was written. */
export type RunState = 'planned' | 'running' | 'interrupted' | 'paused' | 'cancelled' | 'needsDecision' | 'finished' | 'damaged';

/** The states in which a run can end its work for now. */
export type EndState = Extract<RunState, 'paused' | 'cancelled' | 'needsDecision' | 'finished'>;

/**
 * Why a run paused.
 * - `refused`: the service refuses what all passkeys have in common, or every single one.
 * - `unsettled`: replies are lost again and again, and what was sent is not there.
 * - `reply`: what answered is not the service.
 */
export type PauseKind = 'unauthorized' | 'forbidden' | 'notFound' | 'rateLimited' | 'network' | 'refused' | 'unsettled' | 'reply';

export interface PauseReason {
  readonly kind: PauseKind;
  /** The client's or the service's words. */
  readonly message: string;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfter?: number | undefined;
}

/**
 * Why reading back does not tell whether a code was made.
 * - `foundTwice`: the event has it more than once.
 * - `foundDifferently`: the event has it in another spelling only.
 * - `differs`: it is there with other items or another limit.
 * - `vanished`: it was there in one read and not in the next.
 * - `notListed`: the service said that it made it, and does not list it.
 * - `listIncomplete`: the list of passkeys is not whole.
 */
export type Ambiguity = 'foundTwice' | 'foundDifferently' | 'differs' | 'vanished' | 'notListed' | 'listIncomplete';

/** What to do with the codes that reading back does not decide: count them, send them again, or leave them unknown. */
export type Decision = 'countAsMade' | 'sendAgain' | 'leaveUnknown';

export interface Undecided {
  readonly why: Ambiguity;
  readonly codes: readonly string[];
  /** What the service said of the first of them. */
  readonly said?: string | undefined;
}

/** Where a code of the input came to. */
export type RowOutcome = 'made' | 'existed' | 'rejected' | 'unknown' | 'left';

/** Why a code was rejected: when it was planned, or by the service. */
export type RejectKind = 'blank' | 'tooLong' | 'duplicate' | 'service';

export interface CodeResult {
  /** Its place in the input, from 1. */
  readonly row: number;
  readonly code: string;
  readonly outcome: RowOutcome;
  readonly rejected?: RejectKind | undefined;
  /** The service's own words. */
  readonly reason?: string | undefined;
  /** Of the record that a step made. */
  readonly id?: string | undefined;
  /** Only the reply says that it was made: nobody has looked yet. */
  readonly isClaimed?: true;
  /** The reply says that it was made, and the service shows nothing of it. */
  readonly isUnshown?: true;
}
