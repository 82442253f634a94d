/** Begins a call, which says by itself when it has ended, however it did. */
type BeginCall = (ended: () => void) => { readonly result: Promise<unknown>; readonly cancel: (reason: Error) => void };

interface SharedCall {
  readonly result: Promise<unknown>;
  readonly cancel: (reason: Error) => void;
  callers: number;
  settled: boolean;
}

/** Several callers that want the same at the same time wait for one call; it is cancelled when the last of them has gone. */
export class SharedCalls {
  readonly #running = new Map<string, SharedCall>();

  join(key: string, signal: AbortSignal | undefined, begin: BeginCall): Promise<unknown> {
    signal?.throwIfAborted();
    const call = this.#running.get(key) ?? this.#begin(key, begin);
    call.callers++;
    // Who cannot leave stays to the end.
    return signal ? this.#stay(key, call, signal) : call.result;
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
      call.settled = true;
      if (this.#running.get(key) === call) this.#running.delete(key);
    };
    const { result, cancel } = begin(forget);
    const call: SharedCall = { result, cancel, callers: 0, settled: false };
    this.#running.set(key, call);
    return call;
  }
}

/** The result, unless the caller leaves first. */
function abandonable<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    void result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
