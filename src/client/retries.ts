// When to try again, and when to leave a service in peace.
import type { Clock } from './clock.ts';

export const maximumTries = 3;
const firstDelay = 400;
const longestDelay = 8000;
/** A service that asks for a longer pause gets it from the person, not from a call that seems to hang. */
export const longestRetryAfter = 20_000;

/** Full jitter: any time between nothing and a bound that doubles, so that many clients do not come back together. */
export function backoff(failedTries: number, random: () => number): number {
  return random() * Math.min(longestDelay, firstDelay * 2 ** (failedTries - 1));
}

/** What a Retry-After header asks for, in milliseconds: seconds or a date; undefined for anything else. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const failuresToOpen = 5;
const firstPause = 5000;
const longestPause = 60_000;

/**
 * One breaker an origin: after some failed calls in a row nothing is sent for a while, then one call is let through to see; its outcome
 * decides for all.
 */
export class Breaker {
  readonly #clock: Clock;
  #failures = 0;
  #pause = firstPause;
  #openUntil = 0;
  #probing = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How long to wait before a call may be made; zero lets it through. */
  pauseBeforeCall(): number {
    if (this.#failures < failuresToOpen) return 0;
    const left = this.#openUntil - this.#clock.now();
    if (left > 0 || this.#probing) return Math.max(left, 1000);
    this.#probing = true;
    return 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pause = firstPause;
    this.#probing = false;
  }

  failed(): void {
    this.#failures++;
    this.#probing = false;
    if (this.#failures < failuresToOpen) return;
    this.#openUntil = this.#clock.now() + this.#pause;
    this.#pause = Math.min(longestPause, this.#pause * 2);
  }

  /** The call ended without telling anything about the service: it was cancelled. */
  undecided(): void {
    this.#probing = false;
  }
}
