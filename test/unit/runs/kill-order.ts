/** At which step of its work a process dies. */
export interface KillStep {
  /** A record of the journal, the result of a request whatever it is, or a request that is under way. */
  readonly record: 'begin' | 'intent' | 'send' | 'result' | 'settled' | 'state';
  /** Before the record is written, when a part of it is, or when it is on the disk. */
  readonly when?: 'before' | 'torn' | 'after';
  readonly nth: number;
  readonly delay?: number;
}

/** What else happens to a process: its clock is set so many hours off with each record, its disk is full at some record. */
export interface OtherFaults {
  readonly hours?: readonly number[];
  readonly fullAt?: number;
}

export interface KillOrder extends OtherFaults {
  readonly folder: string;
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly token: string;
  readonly reconcile: readonly number[];
  readonly concurrency?: number;
  /** Without it, it goes on to its end. */
  readonly step?: KillStep | undefined;
}
