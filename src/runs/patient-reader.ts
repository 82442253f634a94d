// Reads of a run: again after a pause where that may help, and otherwise the end of the run for now.
import { ApiError } from '../client/index.ts';
import type { RunContext } from './context.ts';
import { failureOf } from './sender.ts';
import type { EndState, PauseReason } from './types.ts';
import { Backoff, pause } from './waiting.ts';

export type Phase = 'sending' | 'readingBack';

export interface End {
  readonly state: EndState;
  readonly reason?: PauseReason | undefined;
}

/** Ends the run from deep within. */
export class StopRun extends Error {
  readonly end: End;

  constructor(end: End) {
    super(end.state);
    this.end = end;
  }
}

export class PatientReader {
  readonly #work: RunContext;
  readonly #onPhase: (phase: Phase) => void;
  /** For reads alone: that they succeed says nothing of writes. */
  readonly #backoff = new Backoff();

  constructor(work: RunContext, onPhase: (phase: Phase) => void) {
    this.#work = work;
    this.#onPhase = onPhase;
  }

  async read<T>(read: () => Promise<T>): Promise<T> {
    this.#onPhase('readingBack');
    for (;;) {
      if (this.#work.cancelled) throw new StopRun({ state: 'cancelled' });
      try {
        const value = await read();
        this.#backoff.succeeded();
        return value;
      } catch (error) {
        await this.#waitAfter(error);
      }
    }
  }

  async #waitAfter(error: unknown): Promise<void> {
    if (this.#work.cancelled) throw new StopRun({ state: 'cancelled' });
    if (!(error instanceof ApiError)) throw error;
    const { kind, message, retryAfter } = error;
    const failure = failureOf(error);
    // A read that comes back as no reply of the service, or with an error that may mean anything, may come back better.
    const passes = failure?.result === 'passing' || kind === 'reply' || kind === 'reported';
    const delay = passes ? this.#backoff.delayAfterFailure(retryAfter) : undefined;
    const reason = failure?.reason ?? { kind: 'refused', message };
    if (delay === undefined) throw new StopRun({ state: 'paused', reason });
    await pause(this.#work.clock, delay, this.#work.signal);
  }
}
