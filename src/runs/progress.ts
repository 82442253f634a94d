const interval = 100;

/** Reports at most ten times a second, and what came last is never lost. */
export class Throttle {
  readonly #report: () => void;
  #last = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(report: () => void) {
    this.#report = report;
  }

  touch(): void {
    if (this.#timer) return;
    const wait = this.#last + interval - performance.now();
    if (wait <= 0) this.#now();
    else this.#timer = setTimeout(() => this.#now(), wait);
  }

  end(): void {
    this.#now();
  }

  #now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#last = performance.now();
    this.#report();
  }
}
