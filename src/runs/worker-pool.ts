// Sends what is pending with a sliding pool: when one request ends, the next begins.
import type { ApiError } from '../client/index.ts';
import { partSize } from './row-states.ts';
import { sendBatch, type SentBatch } from './sender.ts';
import { formatRows, type RowNumbers } from './rows.ts';
import type { PauseReason } from './types.ts';
import { Semaphore, pause, type Backoff } from './waiting.ts';
import type { RunContext } from './context.ts';

/** So many lost replies in a row are looked into before anything else is sent. */
const maxUnknownInARow = 3;
/** So many refused codes, and not one that was made: it is not the codes that are refused. */
const maxRefusedAlone = 12;
/** Until something is made, a few refusals are looked into before more are asked for. */
const maxRefusedAtFirst = 4;

export class WorkerPool {
  readonly #work: RunContext;
  readonly #backoff: Backoff;
  readonly #width: number;
  readonly #gate: Semaphore;
  /** Parts of what was refused as a whole, and what is sent again. */
  #parts: RowNumbers[] = [];
  /** The rows in those parts that the cursor must pass by. */
  #apart = new Set<number>();
  #cursor = 0;
  #unknownInARow = 0;
  #refusedInARow = 0;
  #refusedAlone = 0;
  /** Counts pauses, so that requests that were under way together count as one failure. */
  #pauses = 0;
  #restUntil = 0;
  #broken = false;
  /** Good replies that do not say what was made: the first are looked into, the others once everything was sent. */
  #hasUnproved = false;
  #isTrusted = false;
  /** Codes that were refused alone, and are looked for all the same. */
  readonly alone = new Map<number, ApiError>();
  /** What was refused as a whole, and is sent in parts once it was read back. */
  refused: RowNumbers[] = [];
  stop: PauseReason | undefined;
  /** Why something was put off since everything was looked at last. */
  later: PauseReason | undefined;
  /** Why the last outcome is unknown. */
  lastDoubt = '';

  constructor(work: RunContext, backoff: Backoff, width: number) {
    this.#work = work;
    this.#backoff = backoff;
    this.#width = width;
    this.#gate = new Semaphore(width);
  }

  /** Everything that is pending is looked at again; what was refused goes in parts, and first. */
  rewind(refused: readonly RowNumbers[]): void {
    this.#cursor = 0;
    this.later = undefined;
    this.#unknownInARow = 0;
    this.#refusedInARow = 0;
    this.#isTrusted = this.#hasUnproved;
    this.#parts = refused.flatMap((rows) => partsOf(rows.filter((row) => this.#work.states.isPending(row)))).reverse();
    this.#apart = new Set(this.#parts.flat());
  }

  /** Sends until nothing is left, the run must stop, or lost replies must be looked into. Whatever is under way is finished first. */
  async drain(): Promise<void> {
    // Twice as many as may send at once: the intent of the next request reaches the disk while another request is under way.
    const ends = await Promise.allSettled(Array.from({ length: 2 * this.#width }, () => this.#worker()));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    await this.#work.flush();
  }

  async #worker(): Promise<void> {
    try {
      for (;;) {
        await this.#rest();
        const rows = this.#take();
        if (!rows) return;
        await this.#send(rows);
      }
    } catch (error) {
      // The other workers begin nothing more.
      this.#broken = true;
      throw error;
    }
  }

  async #send(rows: RowNumbers): Promise<void> {
    let leave: (() => void) | undefined;
    let pauses = 0;
    const admit = async () => {
      leave = await this.#gate.enter();
      await this.#rest();
      pauses = this.#pauses;
      return !this.#mustEnd();
    };
    try {
      this.#handle(rows, await sendBatch(this.#work, rows, admit), pauses);
    } finally {
      leave?.();
    }
  }

  async #rest(): Promise<void> {
    while (!this.#work.cancelled && !this.stop && this.#restUntil > this.#work.clock.elapsed())
      await pause(this.#work.clock, this.#restUntil - this.#work.clock.elapsed(), this.#work.signal);
  }

  #mustEnd(): boolean {
    if (this.stop || this.#broken || this.#work.cancelled || this.#unknownInARow >= maxUnknownInARow) return true;
    if (this.#hasUnproved && !this.#isTrusted) return true;
    return this.#refusedInARow >= maxRefusedAtFirst && this.#work.states.counts.made === 0;
  }

  #take(): RowNumbers | undefined {
    return this.#mustEnd() ? undefined : (this.#parts.pop() ?? this.#nextChunk());
  }

  #nextChunk(): RowNumbers | undefined {
    const { states, plan } = this.#work;
    const rows: number[] = [];
    let maxRows = plan.chunkSize;
    for (; this.#cursor < states.size; this.#cursor++) {
      maxRows = Math.min(maxRows, states.partOf(this.#cursor) ?? maxRows);
      if (rows.length >= maxRows) break;
      const taken = this.alone.has(this.#cursor) || this.#apart.has(this.#cursor);
      if (states.isPending(this.#cursor) && !taken) rows.push(this.#cursor);
    }
    return rows.length > 0 ? rows : undefined;
  }

  #handle(rows: RowNumbers, sent: SentBatch, pauses: number): void {
    switch (sent.result) {
      case 'done':
      case 'unproved':
        this.#hasUnproved ||= sent.result === 'unproved';
        this.#unknownInARow = 0;
        this.#refusedInARow = 0;
        this.#refusedAlone = 0;
        this.#backoff.succeeded();
        return;
      case 'withdrawn':
        this.#parts.push(rows);
        return;
      case 'unknown':
        this.#unknownInARow++;
        this.lastDoubt = sent.message;
        return;
      case 'stop':
        this.#stopFor(sent.reason);
        return;
      case 'passing':
        this.#parts.push(rows);
        if (pauses === this.#pauses) this.#wait(sent.reason);
        return;
      case 'later':
        this.later = sent.reason;
        if (pauses === this.#pauses) this.#wait(sent.reason);
        return;
      case 'refused':
        this.#backoff.succeeded();
        this.#refusedInARow++;
        this.#divide(rows, sent.error);
    }
  }

  /** Several may fail at once: the first says why. */
  #stopFor(reason: PauseReason): void {
    this.stop ??= reason;
  }

  #wait(reason: PauseReason): void {
    this.#pauses++;
    const delay = this.#backoff.delayAfterFailure(reason.retryAfter);
    if (delay === undefined) this.#stopFor(reason);
    else this.#restUntil = this.#work.clock.elapsed() + delay;
  }

  /** What is refused as a whole is sent in parts, until the bad codes stand alone. */
  #divide(rows: RowNumbers, error: ApiError): void {
    const { problems } = error;
    if (problems.length > 0) return this.#takeOut(rows, error);
    if (rows.length === 1) return this.#refuse(rows[0] as number, error);
    this.refused.push(rows);
  }

  /** The client itself says which codes are wrong; if it is not the codes, nothing can be sent at all. */
  #takeOut(rows: RowNumbers, { problems, message }: ApiError): void {
    const bad = new Map<number, string>();
    for (const { field, message: reason } of problems) {
      const index = /^body\.codes\.(\d+)$/.exec(field)?.[1];
      const row = index === undefined ? undefined : rows[Number(index)];
      if (row !== undefined) bad.set(row, reason);
    }
    if (bad.size === 0) return this.#stopFor({ kind: 'refused', message });
    for (const [row, reason] of bad) this.#work.note({ type: 'rejected', rows: formatRows([row]), reason });
    const good = rows.filter((row) => !bad.has(row));
    if (good.length > 0) this.#parts.push(good);
  }

  #refuse(row: number, error: ApiError): void {
    const { kind, message } = error;
    this.alone.set(row, error);
    if (kind === 'conflict') return;
    if (++this.#refusedAlone >= maxRefusedAlone && this.#work.states.counts.made === 0)
      this.#stopFor({ kind: 'refused', message });
  }
}

function partsOf(rows: RowNumbers): RowNumbers[] {
  const size = partSize(rows.length);
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size));
}
