import type { Call } from './call.ts';
import { Deadline, type DeadlineWatch } from './deadline.ts';

/** Makes a call, and says when it has ended, however it did. */
type RunCall = (call: Call, deadline: Deadline, ended: () => void) => Promise<unknown>;

/** One call that several callers wait for. */
class SharedCall {
  readonly key: string;
  readonly call: Call;
  readonly deadline: Deadline;
  result!: Promise<unknown>;
  callers = 0;
  settled = false;

  constructor(key: string, call: Call, deadline: Deadline) {
    this.key = key;
    this.call = call;
    this.deadline = deadline;
  }
}

/** Several callers that want the same at the same time wait for one call; it is cancelled when the last of them has gone. */
export class SharedCalls {
  readonly #watch: DeadlineWatch;
  readonly #run: RunCall;
  readonly #running = new Map<string, SharedCall>();

  constructor(watch: DeadlineWatch, run: RunCall) {
    this.#watch = watch;
    this.#run = run;
  }

  join(call: Call, signal: AbortSignal | undefined, onEtag?: (etag: string | undefined) => void): Promise<unknown> {
    signal?.throwIfAborted();
    // Two accounts may see different things at one address.
    const key = `${call.address}\n${call.credential.secrets.join('\n')}`;
    const shared = this.#running.get(key) ?? this.#begin(key, call);
    shared.callers++;
    // Who cannot leave stays to the end.
    const result = signal ? this.#stay(shared, signal) : shared.result;
    return onEtag ? result.then((value) => (onEtag(etagOf(shared.call)), value)) : result;
  }

  /** Something was written: what is under way may have been read before that, so whoever comes now asks anew. */
  startAfresh(): void {
    this.#running.clear();
  }

  #begin(key: string, call: Call): SharedCall {
    const shared = new SharedCall(key, call, new Deadline(this.#watch));
    this.#running.set(key, shared);
    // A failed call is not kept either: the next caller asks anew.
    shared.result = this.#run(call, shared.deadline, () => {
      shared.settled = true;
      this.#forget(shared);
    });
    return shared;
  }

  #forget(shared: SharedCall): void {
    if (this.#running.get(shared.key) === shared) this.#running.delete(shared.key);
  }

  async #stay(shared: SharedCall, signal: AbortSignal): Promise<unknown> {
    try {
      return await abandonable(shared.result, signal);
    } finally {
      shared.callers--;
      if (shared.callers === 0 && !shared.settled) {
        this.#forget(shared);
        shared.deadline.cancel(new Error('Nobody waits for this any more.'));
      }
    }
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
