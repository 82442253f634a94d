// What a journal says, one record a line. Whatever is known of a run follows from its plan and these.
import type { Ambiguity, EndState, PauseReason, RunCounts } from './types.ts';

/** Rows are in the form of `formatRows`; an attempt is one request, named by its number. */
export type JournalRecord =
  /** The run was started, or carried on. */
  | { readonly type: 'begin'; readonly plan: string }
  /** About to be sent. Without a result it is unknown what became of it. */
  | { readonly type: 'intent'; readonly attempt: number; readonly rows: string }
  /** `id`: of the record that it made, where the reply names it. */
  | {
      readonly type: 'done';
      readonly attempt: number;
      readonly existed: string;
      readonly counts: DoneCounts;
      readonly id?: string;
    }
  /**
   * It is not known whether it was carried out. `accepted`: the service took it, and did not say what it made of it. `isInput`: the service told
   * of a failure, which smaller parts of it may not meet.
   */
  | {
      readonly type: 'unknown';
      readonly attempt: number;
      readonly reason: string;
      readonly accepted?: true;
      readonly isInput?: true;
    }
  /** The service refused it; whether it carried out a part of it before that is read back. */
  | {
      readonly type: 'refused';
      readonly attempt: number;
      readonly conflict: boolean;
      readonly reason: string;
      /** Something in it is not acceptable: in parts, the rest of it is. */
      readonly isInput?: true;
      /** What it is about is not there. */
      readonly isGone?: true;
    }
  /** It was never sent, for certain. */
  | { readonly type: 'unsent'; readonly attempt: number; readonly reason: string }
  | { readonly type: 'rejected'; readonly rows: string; readonly reason: string }
  /** What reading back, or a person, found out about rows. `missing` rows may be sent again. */
  | {
      readonly type: 'settled';
      readonly made: string;
      readonly existed: string;
      readonly missing: string;
      /** Answered well, and the service shows nothing of them. */
      readonly unshown?: string;
      /** Of records that were made: row and id. */
      readonly ids?: readonly (readonly [row: number, id: string])[];
    }
  /** Reading back does not tell. */
  | { readonly type: 'ambiguous'; readonly rows: string; readonly why: Ambiguity; readonly reason?: string }
  /** A person decided to leave these unknown. */
  | { readonly type: 'left'; readonly rows: string }
  | { readonly type: 'state'; readonly state: EndState; readonly counts: RunCounts; readonly reason?: PauseReason | undefined };

interface DoneCounts {
  readonly made: number;
  readonly existed: number;
}

/** A record as it stands in the file. */
export type StoredRecord = JournalRecord & { readonly number: number; readonly time: number };
