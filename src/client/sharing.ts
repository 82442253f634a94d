import type { Call } from './call.ts';

interface BegunCall {
  readonly call: Call;
  readonly result: Promise<unknown>;
  readonly cancel: (reason: Error) => void;
}

/** Begins a call, which says by itself when it has ended, however it did. */
export type BeginCall = (ended: () => void) => BegunCall;

interface SharedCall extends BegunCall {
  callers: number;
  settled: boolean;
}

/** Several callers that want the same at the same time wait for one call; it is cancelled when the last of them has gone. */
export class SharedCalls {
  readonly #running = new Map<string, SharedCall>();

  join(
    key: string,
    signal: AbortSignal | undefined,
    begin: BeginCall,
    onEtag?: (etag: string | undefined) => void,
  ): Promise<unknown> {
    signal?.throwIfAborted();
    const shared = this.#running.get(key) ?? this.#begin(key, begin);
    shared.callers++;
    // Who cannot leave stays to the end.
    const result = signal ? this.#stay(key, shared, signal) : shared.result;
    return onEtag ? result.then((value) => (onEtag(etagOf(shared.call)), value)) : result;
  }

  async #stay(key: string, call: SharedCall, signal: AbortSignal): Promise<unknown> {
    try {
      return await abandonable(call.result, signal);
    } finally {
      call.callers--;
      if (call.callers === 0 && !call.settled) {
        this.#running.delete(key);
        call.cancel(new Error('Nobody waits for this any more.'));
      }
    }
  }

  #begin(key: string, begin: BeginCall): SharedCall {
    // A failed call is not kept either: the next caller asks anew.
    const forget = () => {
      shared.settled = true;
      if (this.#running.get(key) === shared) this.#running.delete(key);
    };
    const { call, result, cancel } = begin(forget);
    const shared: SharedCall = { call, result, cancel, callers: 0, settled: false };
    this.#running.set(key, shared);
    return shared;
  }
}

/** A weak one tells versions apart only roughly, and no write may depend on it. */
function etagOf({ replyHeaders }: Call): string | undefined {
  const etag = replyHeaders?.get('etag') ?? undefined;
  return etag?.startsWith('"') ? etag : undefined;
}

/** The result, unless the caller leaves first. */
function abandonable<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    void result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
