// A signal as light as a request: an AbortSignal of the platform would cost a small call a seventh of its time.

type Listener = () => void;

/** The part of an AbortSignal that the client and node-fetch use. */
export interface CancelSignal {
  readonly aborted: boolean;
  /** Why, once it has fired. */
  readonly reason: Error;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: Listener, options?: { once: true }): void;
  removeEventListener(type: 'abort', listener: Listener): void;
}

/** Fires once; whoever listens is told then and forgotten. */
export class Cancellation implements CancelSignal {
  aborted = false;
  reason!: Error;
  #listeners: Listener[] = [];

  /** By this name node-fetch knows a signal. */
  get [Symbol.toStringTag](): string {
    return 'AbortSignal';
  }

  abort(reason: Error): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: Listener): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }
}

/** The platform's own kind of signal, for a fetch that insists on it. */
export function nativeSignal(signal: CancelSignal): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  return controller.signal;
}
