// What is known of every row of a run: the plan's classes and all that the journal says since, told once, in order.
import type { JournalRecord, StoredRecord } from './records.ts';
import { formatRows, inOrder, parseRows, type RowNumbers } from './rows.ts';
import type { Ambiguity, RowOutcome, RejectKind, RunCounts } from './types.ts';
import type { Classification } from './classify.ts';

const state = { pending: 0, sending: 1, made: 2, existed: 3, rejected: 4, unknown: 5 } as const;
type RowState = (typeof state)[keyof typeof state];

const planned: Readonly<Record<Classification, RowState>> = {
  create: state.pending,
  skip: state.existed,
  blank: state.rejected,
  tooLong: state.rejected,
  duplicate: state.rejected,
  delete: state.pending,
  step: state.pending,
};
const outcomes: readonly RowOutcome[] = ['left', 'left', 'made', 'existed', 'rejected', 'unknown'];

/** English: as the journal has it where a service says nothing. */
export const noCount = 'no count';

export class RowStates {
  readonly #states: Uint8Array;
  readonly #classes: readonly Classification[];
  readonly #counts = [0, 0, 0, 0, 0, 0];
  /** Rows that were sent without an answer at some time: if the service has one, it may be ours. */
  readonly #doubted = new Set<number>();
  /** Rows that the service took with a good reply, that it refused, and that were sent more than once. */
  readonly #accepted = new Set<number>();
  readonly #refused = new Set<number>();
  readonly #resent = new Set<number>();
  /** Rows that were sent without a clear answer at some time. */
  readonly #lost = new Set<number>();
  /** Rows of which the service said, when they were sent last, that what they are about is not there. */
  readonly #gone = new Set<number>();
  /** Rows that were answered well, and of which the service shows nothing. */
  readonly #unshown = new Set<number>();
  /** By row: which of the records that say so was the last to have it sent, and to leave it in doubt. */
  readonly #sentAt: Int32Array;
  readonly #lostAt: Int32Array;
  #moment = 0;
  /** Rows that were in doubt until somebody decided, or a later look. */
  readonly #counted = new Set<number>();
  readonly #parts = new Map<number, number>();
  /** Rows of which only the reply to their request says that the service has them. */
  readonly #claimed = new Set<number>();
  readonly #reasons = new Map<number, string>();
  readonly #ambiguous = new Map<number, Ambiguity>();
  /** Rows that a person chose to leave unknown. */
  readonly #left = new Set<number>();
  readonly #open = new Map<number, RowNumbers>();
  /** What the records that were made are called by the service. */
  readonly #ids = new Map<number, string>();
  #attempts = 0;
  #last: StoredRecord | undefined;
  #lastSent: number | undefined;

  constructor(classes: readonly Classification[]) {
    this.#classes = classes;
    this.#states = new Uint8Array(classes.length);
    this.#sentAt = new Int32Array(classes.length);
    this.#lostAt = new Int32Array(classes.length);
    for (const [row, classification] of classes.entries()) {
      this.#states[row] = planned[classification];
      this.#count(planned[classification], 1);
    }
  }

  get counts(): RunCounts {
    const [pending, sending, made, existed, rejected, unknown] = this.#counts as [number, number, number, number, number, number];
    return { wanted: this.#states.length, made, existed, rejected, unknown, left: pending + sending };
  }

  /** The last thing that was done before this process came. */
  get last(): StoredRecord | undefined {
    return this.#last;
  }

  get nothingSent(): boolean {
    return this.#attempts === 0;
  }

  get size(): number {
    return this.#states.length;
  }

  /** Requests without a result, by number. */
  get openAttempts(): number[] {
    return [...this.#open.keys()];
  }

  /** Rows that reading back is to reconcile. */
  get unreconciled(): number[] {
    return this.#rowsIn(state.unknown).filter((row) => !this.#left.has(row));
  }

  get pending(): number[] {
    return this.#rowsIn(state.pending);
  }

  /** Rows that the service says it has, and in whose list nobody has looked; and those that may be there twice. */
  get unconfirmed(): RowNumbers {
    const again = [...this.#resent].filter((row) => this.#states[row] === state.made);
    return inOrder(new Set([...this.#claimed, ...again]));
  }

  /** Whether a row was sent again after it was in doubt: it may be there twice. */
  wasResent(row: number): boolean {
    return this.#resent.has(row) && this.#lost.has(row);
  }

  /** Whether a row was sent without a clear answer at some time. */
  wasLost(row: number): boolean {
    return this.#lost.has(row);
  }

  /** What was sent after these were lost, and made: a list that has it is younger than they are. */
  *madeSince(rows: RowNumbers): Generator<number> {
    const lost = rows.reduce((latest, row) => Math.max(latest, this.#lostAt[row] ?? 0), 0);
    for (let row = 0; row < this.size; row++)
      if (this.#states[row] === state.made && (this.#sentAt[row] ?? 0) > lost && !this.#counted.has(row)) yield row;
  }

  /** Whether the service did not find what a row is about when it was sent last. */
  wasGone(row: number): boolean {
    return this.#gone.has(row);
  }

  /** How many were answered well, and are not shown. */
  get unshown(): number {
    return this.#unshown.size;
  }

  /** Whether a row was answered well, and the service shows nothing of it. */
  isUnshown(row: number): boolean {
    return this.#unshown.has(row);
  }

  /** Whether a row was refused when it was sent last: a reply that came after the work, if there was any. */
  wasRefused(row: number): boolean {
    return this.#refused.has(row);
  }

  /** Whether the service took a row when it was sent last: it is late, or its list does not show it. */
  wasAccepted(row: number): boolean {
    return this.#accepted.has(row);
  }

  /** Whether the service has a row, as far as is known; what a person counted is not. */
  isThere(row: number): boolean {
    return (this.#states[row] === state.made || this.#states[row] === state.existed) && !this.#counted.has(row);
  }

  /** In requests of at most so many codes a row is sent again: a part of one that was refused. */
  partOf(row: number): number | undefined {
    return this.#parts.get(row);
  }

  /** When something was sent last, by any process. */
  get lastSent(): number | undefined {
    return this.#lastSent;
  }

  get ambiguous(): ReadonlyMap<number, Ambiguity> {
    return this.#ambiguous;
  }

  /** The id of the record that a row made, where the service told it. */
  idOf(row: number): string | undefined {
    return this.#ids.get(row);
  }

  nextAttempt(): number {
    return ++this.#attempts;
  }

  isPending(row: number): boolean {
    return this.#states[row] === state.pending;
  }

  wasDoubted(row: number): boolean {
    return this.#doubted.has(row);
  }

  /** Whether only the reply to its request says that the service has a row. */
  isClaimed(row: number): boolean {
    return this.#claimed.has(row);
  }

  resultOf(row: number): { outcome: RowOutcome; rejected?: RejectKind; reason?: string | undefined } {
    const outcome = outcomes[this.#states[row] as number] as RowOutcome;
    if (outcome === 'unknown') return { outcome, reason: this.#reasons.get(row) };
    if (outcome !== 'rejected') return { outcome };
    const classification = this.#classes[row];
    if (classification === 'blank' || classification === 'tooLong' || classification === 'duplicate')
      return { outcome, rejected: classification };
    return { outcome, rejected: 'service', reason: this.#reasons.get(row) };
  }

  replay(records: readonly StoredRecord[]): void {
    for (const record of records) this.apply(record);
    this.#last = records.findLast(({ type }) => type !== 'begin');
    this.#lastSent = records.findLast(({ type }) => type === 'intent')?.time;
  }

  apply(record: JournalRecord): void {
    this.#moment++;
    switch (record.type) {
      case 'begin':
      case 'state':
        return;
      case 'intent':
        this.#attempts = Math.max(this.#attempts, record.attempt);
        this.#open.set(record.attempt, this.#set(parseRows(record.rows), state.sending));
        for (const row of this.#open.get(record.attempt) ?? []) {
          this.#sentAt[row] = this.#moment;
          this.#accepted.delete(row);
          this.#refused.delete(row);
          this.#gone.delete(row);
        }
        return;
      case 'done':
        for (const row of this.#set(this.#close(record.attempt), state.made)) {
          this.#claimed.add(row);
          this.#accepted.add(row);
          if (record.id !== undefined) this.#ids.set(row, record.id);
        }
        this.#set(parseRows(record.existed), state.existed);
        return;
      case 'unknown': {
        const unknown = this.#set(this.#close(record.attempt), state.unknown);
        for (const row of unknown) {
          this.#doubted.add(row);
          this.#lost.add(row);
          this.#lostAt[row] = this.#moment;
          if (record.isInput) this.#parts.set(row, partSize(unknown.length));
          if (record.accepted || record.reason === noCount) this.#accepted.add(row);
          if (record.reason !== noCount) this.#reasons.set(row, record.reason);
        }
        return;
      }
      case 'refused': {
        const refused = this.#set(this.#close(record.attempt), state.unknown);
        for (const row of refused) {
          if (record.isInput) this.#parts.set(row, partSize(refused.length));
          this.#refused.add(row);
          this.#lostAt[row] = this.#moment;
          // After a conflict, what the service has is what it had before.
          if (!record.conflict) this.#doubted.add(row);
          if (record.isGone) this.#gone.add(row);
        }
        return;
      }
      case 'unsent':
        this.#set(this.#close(record.attempt), state.pending);
        return;
      case 'rejected':
        for (const row of this.#set(parseRows(record.rows), state.rejected)) {
          this.#reasons.set(row, record.reason);
          this.#claimed.delete(row);
        }
        return;
      case 'settled':
        this.#reconcile(record);
        return;
      case 'ambiguous':
        this.#doubt(parseRows(record.rows), record.why, record.reason);
        return;
      case 'left':
        for (const row of parseRows(record.rows)) {
          this.#left.add(row);
          this.#ambiguous.delete(row);
        }
    }
  }

  /** Rows in the journal's form, split by whether a code that the service has may be ours. */
  split(rows: RowNumbers): { made: string; existed: string } {
    return {
      made: formatRows(rows.filter((row) => this.#doubted.has(row))),
      existed: formatRows(rows.filter((row) => !this.#doubted.has(row))),
    };
  }

  #reconcile({ made, existed, missing, ids = [], unshown = '' }: Extract<JournalRecord, { type: 'settled' }>): void {
    for (const [row, id] of ids) this.#ids.set(row, id);
    const reconciled = [
      ...this.#set(parseRows(made), state.made),
      ...this.#set(parseRows(existed), state.existed),
      ...this.#set(parseRows(missing), state.pending),
    ];
    for (const row of reconciled) {
      // What was found twice and decided upon is not asked about again.
      if (this.#ambiguous.delete(row)) {
        this.#resent.delete(row);
        this.#counted.add(row);
      }
      this.#claimed.delete(row);
    }
    for (const row of parseRows(missing)) this.#resent.add(row);
    for (const row of this.#set(parseRows(unshown), state.made)) {
      this.#unshown.add(row);
      this.#claimed.delete(row);
    }
  }

  #doubt(rows: RowNumbers, why: Ambiguity, reason: string | undefined): void {
    for (const row of rows) {
      if (reason !== undefined) this.#reasons.set(row, reason);
      if (this.#states[row] === state.made) this.#doubted.add(row);
      this.#ambiguous.set(row, why);
      this.#claimed.delete(row);
    }
    this.#set(rows, state.unknown);
  }

  #close(attempt: number): RowNumbers {
    const rows = this.#open.get(attempt) ?? [];
    this.#open.delete(attempt);
    return rows;
  }

  #set(rows: RowNumbers, to: RowState): RowNumbers {
    for (const row of rows) {
      this.#count(this.#states[row] as RowState, -1);
      this.#count(to, 1);
      this.#states[row] = to;
    }
    return rows;
  }

  #count(each: number, change: 1 | -1): void {
    this.#counts[each] = (this.#counts[each] ?? 0) + change;
  }

  #rowsIn(wanted: RowState): number[] {
    const rows: number[] = [];
    this.#states.forEach((each, row) => {
      if (each === wanted) rows.push(row);
    });
    return rows;
  }
}

/** Each look costs a list of all passkeys: quarters need half as many as halves. */
const partsOfRefused = 4;

/** How large the parts are in which a refused request is sent again. */
export function partSize(rows: number): number {
  return Math.max(1, Math.ceil(rows / partsOfRefused));
}
