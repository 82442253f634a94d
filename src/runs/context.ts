// What all parts of a run at work share.
import type { Client, Clock } from '../client/index.ts';
import { RunError } from './errors.ts';
import type { Journal } from './journal.ts';
import type { RowStates } from './row-states.ts';
import type { Lock } from './lock-file.ts';
import type { CodeTarget } from './classify.ts';
import type { RunPlan } from './plan.ts';
import type { JournalRecord } from './records.ts';

interface RunContextOptions {
  readonly plan: RunPlan;
  readonly codes: readonly string[];
  /** Of a run that deletes, in the order of the codes. */
  readonly targets: readonly CodeTarget[];
  readonly states: RowStates;
  readonly journal: Journal;
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly onChange: () => void;
  /** Of the event. */
  readonly lock: Lock;
}

export class RunContext {
  readonly plan: RunPlan;
  readonly codes: readonly string[];
  /** Of a run that deletes, in the order of the codes. */
  readonly targets: readonly CodeTarget[];
  readonly states: RowStates;
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly #journal: Journal;
  readonly #onChange: () => void;
  readonly #lock: Lock;

  constructor({ plan, codes, targets, states, client, clock, signal, journal, onChange, lock }: RunContextOptions) {
    this.plan = plan;
    this.codes = codes;
    this.targets = targets;
    this.states = states;
    this.client = client;
    this.clock = clock;
    this.signal = signal;
    this.#journal = journal;
    this.#onChange = onChange;
    this.#lock = lock;
  }

  get cancelled(): boolean {
    return this.signal?.aborted ?? false;
  }

  /** Writes a record and waits until it is on the disk. What it changes is reported with the phase that follows. */
  async record(record: JournalRecord): Promise<void> {
    await this.#journal.append(record);
    this.states.apply(record);
  }

  /** Writes a record without waiting: should it be lost, the intent before it says enough. */
  note(record: JournalRecord): void {
    // A journal that fails says so at the next record.
    this.#journal.append(record).catch(() => undefined);
    this.states.apply(record);
    this.#onChange();
  }

  /** Fails when another process has the run or the event by now. */
  requireLock(): void {
    this.#journal.requireLock();
    if (!this.#lock.isHeld()) throw new RunError('busy', 'Another process has taken over the event.');
  }

  flush(): Promise<void> {
    return this.#journal.flush();
  }
}
