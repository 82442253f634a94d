// When to try again, and when to leave a service in peace.
import type { Clock } from './clock.ts';

export const maxTries = 3;
const firstDelay = 400;
const maxDelay = 8000;
/** A service that asks for a longer pause gets it from the person, not from a call that seems to hang. */
export const maxRetryAfter = 20_000;

/** Full jitter: any time between nothing and a bound that doubles, so that many clients do not come back together. */
export function backoff(failedTries: number, random: () => number): number {
  return random() * Math.min(maxDelay, firstDelay * 2 ** (failedTries - 1));
}

/** No service means a pause of more than a day, whatever it says. */
const maxMeant = 24 * 60 * 60_000;

/** What a Retry-After header asks for, in milliseconds: seconds or a date; undefined for anything else. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxMeant);
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), maxMeant);
}

const failuresToOpen = 5;
const firstPause = 5000;
const maxPause = 60_000;

/** Longer than the limits that services count by, and short enough for a header that means nothing, of a thousand years. */
const maxAskedPause = 5 * 60_000;

/**
 * One breaker an origin: after some failed calls in a row nothing is sent for a while, then one call is let through to see; its outcome
 * decides for all.
 */
export class Breaker {
  readonly #clock: Clock;
  #failures = 0;
  #openUntil = 0;
  /** The call that was let through to see. */
  #probe: AbortSignal | undefined;
  /** Until when the service asked to be left alone. */
  #askedUntil = 0;
  /** With which status it failed the last time; none where nothing was answered. */
  failedWith: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How long to wait before a call, known by its signal, may be made; zero lets it through. */
  pauseBeforeCall(signal: AbortSignal): number {
    if (this.#failures < failuresToOpen) return 0;
    const left = this.#openUntil - this.#clock.elapsed();
    // A cancelled one tells nothing any more, and takes its time to end.
    const isProbing = this.#probe?.aborted === false;
    if (left > 0 || isProbing) return Math.max(left, 1000);
    this.#probe = signal;
    return 0;
  }

  /** How much is left of a pause that the service asked for. */
  get askedPause(): number {
    return Math.max(0, this.#askedUntil - this.#clock.elapsed());
  }

  /** The service asked for a pause that no call waits for; another call may have been told to wait longer. */
  asked(pause: number): void {
    this.#askedUntil = Math.max(this.#askedUntil, this.#clock.elapsed() + Math.min(pause, maxAskedPause));
  }

  succeeded(): void {
    this.#failures = 0;
    this.#probe = undefined;
  }

  failed(status?: number): void {
    this.#failures++;
    this.failedWith = status;
    this.#probe = undefined;
    if (this.#failures < failuresToOpen) return;
    const pause = Math.min(maxPause, firstPause * 2 ** (this.#failures - failuresToOpen));
    this.#openUntil = this.#clock.elapsed() + pause;
  }

  /** The call ended without telling anything about the service: it was cancelled. */
  undecided(signal: AbortSignal): void {
    if (this.#probe === signal) this.#probe = undefined;
  }
}
