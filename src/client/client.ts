import { baseOf, buildAddress, checkAddress, type Base } from './addresses.ts';
import { runCall, type Call, type CallServices, type LogEntry } from './call.ts';
import { systemClock, type Clock } from './clock.ts';
import { credentialFor, type AuthScheme, type Credential, type TokenSource } from './credentials.ts';
import { Deadline, DeadlineWatch } from './deadline.ts';
import { ApiError } from './errors.ts';
import { withNativeSignals, type Fetch, type LightFetch } from './exchange.ts';
import { checkInput, toQueryText, type CheckedInput, type RawInput } from './inputs.ts';
import { Limiter } from './limiter.ts';
import type { Progress } from './multipart.ts';
import {
  operations,
  titleOf,
  type CallInput,
  type Group,
  type Operation,
  type OperationId,
  type UploadFile,
} from './operations.ts';
import { Redactor } from './redact.ts';
import { Breaker } from './retries.ts';
import { SharedCalls } from './sharing.ts';
import { t } from './l10n.ts';

export interface ClientOptions {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  /** Gives the JWT, or undefined where there is none; asked anew for each call. */
  readonly token: TokenSource;
  /** node-fetch by default. */
  readonly fetch?: Fetch;
  /** How the event group carries its credential: nothing by default. */
  readonly eventAuth?: AuthScheme;
  /** How the ticket group carries its credential: the token as a bearer by default. */
  readonly ticketAuth?: AuthScheme;
  /** What is sent to remove an item: nothing by default. */
  readonly removalPayload?: Readonly<Record<string, unknown>> | undefined;
  /** The zone in which "the current day" is meant; this machine's by default. */
  readonly timeZone?: string;
  /** For the whole exchange, tries and pauses included, in milliseconds. */
  readonly timeout?: number;
  readonly maximumReplyBytes?: number;
  /** How many requests may run at once to one origin. */
  readonly concurrency?: number;
  readonly log?: (entry: LogEntry) => void;
  /** Knows what must not be seen besides the credentials of the calls; an empty one by default. */
  readonly redactor?: Redactor;
  readonly clock?: Clock;
  readonly random?: () => number;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the file that were read for sending; only the reply says that all arrived. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Hears, before a read ends well, which version of the record it read; undefined where the service offers none. */
  readonly onEtag?: ((etag: string | undefined) => void) | undefined;
  /** Lets a write happen only to this version of the record; to any other it fails as a conflict. */
  readonly ifMatch?: string | undefined;
}

export interface Client {
  /**
   * Calls an operation, by its id or its row, and gives the parsed reply, with ••• for every credential in it; fails with an ApiError, or with
   * the signal's reason.
   */
  call<Id extends OperationId>(operation: Id | Operation<Id>, input: CallInput<Id>, options?: CallOptions): Promise<unknown>;
}

/** A service may take longer to store a file than to answer a question. */
const uploadPatience = 4;
/** A slower upload than this is given up: bytes a millisecond. */
const slowestUpload = 20;

/** What calls to one origin have in common. */
interface OriginState {
  readonly limiter: Limiter;
  readonly services: CallServices;
}

export function createClient(options: ClientOptions): Client {
  const { clock = systemClock, timeout = 30_000, concurrency = 8 } = options;
  const timeZone = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const bases: Record<Group, Base> = {
    event: checkedBase('eventUrl', options.eventUrl),
    ticket: checkedBase('ticketUrl', options.ticketUrl),
  };
  const auth: Record<Group, AuthScheme> = {
    event: options.eventAuth ?? { scheme: 'nothing' },
    ticket: options.ticketAuth ?? { scheme: 'bearer' },
  };
  const origins = new Map<string, OriginState>();

  function prepare(operation: Operation, input: RawInput, { onProgress, ifMatch }: CallOptions): Call | Promise<Call> {
    const { removalPayload } = options;
    const checked = checkInput(operation, input, { timeZone, now: clock.now(), removalPayload });
    if (checked.problems.length > 0) throw invalidInput(operation, checked);
    if (operation.effect !== 'read' && services.redactor.holdsMark([input.path, input.query, checked.body]))
      throw redactedInput(operation);
    const base = bases[operation.group];
    const address = buildAddress(base, operation.path, checked.segments, toQueryText(checked.query));
    const file = input.file as UploadFile | undefined;
    const callWith = (credential: Credential): Call => ({
      operation,
      base,
      address,
      body: checked.body,
      file,
      ifMatch,
      onProgress,
      timeout: file ? timeout * uploadPatience : timeout,
      longest: file ? timeout * uploadPatience + file.size / slowestUpload : timeout,
      credential,
      replyHeaders: undefined,
    });
    const credential = credentialFor(auth[operation.group], options.token, operation, base.origin);
    return credential instanceof Promise ? credential.then(callWith) : callWith(credential);
  }

  const ownFetch = options.fetch && withNativeSignals(options.fetch);
  const services = {
    clock,
    random: options.random ?? Math.random,
    maximumReplyBytes: options.maximumReplyBytes ?? 64 * 2 ** 20,
    log: options.log,
    redactor: options.redactor ?? new Redactor(),
  };
  for (const { origin } of Object.values(bases)) {
    if (origins.has(origin)) continue;
    origins.set(origin, { limiter: new Limiter(concurrency), services: { ...services, breaker: new Breaker(clock) } });
  }

  /** Waits for a free place, then makes the call; the time limit counts from there. */
  async function run(call: Call, deadline: Deadline, ended?: () => void): Promise<unknown> {
    const { limiter, services } = origins.get(call.base.origin) as OriginState;
    let entered = false;
    try {
      const waiting = limiter.enter(deadline.signal);
      if (waiting) await waiting;
      entered = true;
      deadline.start(call.timeout, call.longest);
      const fetch = ownFetch ?? loadedFetch ?? (await loadFetch());
      // Here, before anybody has it: whoever shows, stores or passes on a reply need not think of it.
      return services.redactor.cleanReply(await runCall(call, fetch, services, deadline));
    } finally {
      deadline.dispose();
      if (entered) limiter.leave();
      ended?.();
    }
  }

  const watch = new DeadlineWatch(clock);
  const shared = new SharedCalls(watch, run);

  function send(call: Call, { signal, onEtag }: CallOptions): Promise<unknown> {
    const { secrets } = call.credential;
    for (const secret of secrets) services.redactor.hide(secret);
    if (call.operation.method === 'GET') return shared.join(call, signal, onEtag);
    const deadline = new Deadline(watch);
    if (signal) deadline.follow(signal);
    return run(call, deadline, () => shared.startAfresh());
  }

  return {
    // Every promise between a caller and the wire is paid by each call, so there is one only where something is waited for.
    call(operationOrId, input, options = noOptions) {
      try {
        const operation: Operation = typeof operationOrId === 'string' ? operations[operationOrId] : operationOrId;
        options.signal?.throwIfAborted();
        const prepared = prepare(operation, input, options);
        return prepared instanceof Promise ? prepared.then((call) => send(call, options)) : send(prepared, options);
      } catch (error) {
        return rejected(error as Error);
      }
    },
  };
}

const noOptions: CallOptions = {};

function rejected(reason: Error): Promise<never> {
  return Promise.reject(reason);
}

function checkedBase(name: string, text: string): Base {
  const checked = checkAddress(text);
  if (checked.problem !== undefined) throw new Error(`${name}: ${checked.problem}`);
  return baseOf(checked.url);
}

function invalidInput(operation: Operation, { problems }: CheckedInput): ApiError {
  const list = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  const message = t('"{0}" was not sent: {1}.', titleOf(operation), list);
  return new ApiError(message, { kind: 'invalid', operation: operation.id, problems });
}

function redactedInput(operation: Operation): ApiError {
  const message = t(
    '"{0}" was not sent: it has ••• where the service had sent a credential back. Replace that text first.',
    titleOf(operation),
  );
  return new ApiError(message, { kind: 'invalid', operation: operation.id });
}

let loadedFetch: LightFetch | undefined;

/** The HTTP stack is loaded with the first request. */
async function loadFetch(): Promise<LightFetch> {
  loadedFetch = (await import('node-fetch')).default as unknown as LightFetch;
  return loadedFetch;
}
