import { unlessAborted } from './clock.ts';

interface SharedRead<T> {
  readonly controller: AbortController;
  readonly result: Promise<T>;
  callers: number;
  ended: boolean;
}

/** Callers that read the same at the same time share one request; it is cancelled when the last of them has left. */
export class SharedReads<T> {
  readonly #running = new Map<string, SharedRead<T>>();

  async join(key: string, signal: AbortSignal | undefined, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    const shared = this.#running.get(key) ?? this.#begin(key, read);
    shared.callers++;
    try {
      return await (signal ? unlessAborted(shared.result, signal) : shared.result);
    } finally {
      if (--shared.callers === 0 && !shared.ended) {
        this.#forget(key, shared);
        shared.controller.abort(new Error('Nobody waits for this any more.'));
      }
    }
  }

  /** After a write: what is under way may have been read before it, so the next caller sends a request of its own. */
  clear(): void {
    this.#running.clear();
  }

  #begin(key: string, read: (signal: AbortSignal) => Promise<T>): SharedRead<T> {
    const controller = new AbortController();
    const end = () => {
      shared.ended = true;
      this.#forget(key, shared);
    };
    const shared: SharedRead<T> = { controller, result: read(controller.signal).finally(end), callers: 0, ended: false };
    this.#running.set(key, shared);
    return shared;
  }

  #forget(key: string, shared: SharedRead<T>): void {
    if (this.#running.get(key) === shared) this.#running.delete(key);
  }
}
