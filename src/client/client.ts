import { judgingZone } from './dates.ts';
import { baseOf, buildAddress, checkAddress, type Base } from './addresses.ts';
import type { LogEntry, UploadFile } from './call-parts.ts';
import { runCall, type Call, type CallOptions, type CallServices } from './call.ts';
import { systemClock, type Clock } from './clock.ts';
import { credentialParts } from './credential-forms.ts';
import { credentialFor, type OwnSecretSource, type TokenSource } from './credentials.ts';
import { unknownDialect, type Dialect } from './dialect.ts';
import { ApiError } from './errors.ts';
import { ExtraParameters, type Learned } from './extra-parameters.ts';
import type { Fetch } from './exchange.ts';
import { checkInput, toQueryText, type CheckedInput, type RawInput } from './inputs.ts';
import { Limiter } from './limiter.ts';
import type { Success } from './outcome.ts';
import { operations, titleOf, type CallInput, type Group, type Operation, type OperationId } from './operations.ts';
import { Redactor } from './redact.ts';
import { Breaker } from './retries.ts';
import { SharedReads } from './sharing.ts';
import { t } from './l10n.ts';

export interface ClientOptions {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  /** Gives the JWT, or undefined where there is none; asked anew for each call. */
  readonly token: TokenSource;
  /** node-fetch by default. Node's own fetch works too, but keeps all of an uploaded file in memory: it clones each request. */
  readonly fetch?: Fetch;
  /** Gives the secrets of groups that do not send the token; asked anew for each call. */
  readonly ownSecrets?: OwnSecretSource;
  /**
   * What the document leaves open. Without a word on it the ticket group sends the token as a bearer and the event group nothing, a removal has no
   * payload, and "the current day" is this machine's.
   */
  readonly dialect?: Dialect;
  /** What the environment is called where a credential is refused; the host by default. */
  readonly name?: string;
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

export interface Client {
  /** What is known of the service; nothing where it is absent. */
  readonly dialect?: Dialect;
  /** What its reads have shown. */
  readonly learned?: (operation: OperationId) => Learned | undefined;
  /**
   * Calls an operation, by its id or its row, and gives the parsed reply, with ••• for every credential in it; fails with an ApiError, or with
   * the signal's reason.
   */
  call<Id extends OperationId>(operation: Id | Operation<Id>, input: CallInput<Id>, options?: CallOptions): Promise<unknown>;
}

/** A service may take longer to store a file than to answer a question. */
const uploadTimeoutFactor = 4;
/** A slower upload than this is given up: bytes a millisecond. */
const minUploadSpeed = 20;

export function createClient(options: ClientOptions): Client {
  const { clock = systemClock, timeout = 30_000, concurrency = 8, dialect = unknownDialect, redactor = new Redactor() } = options;
  const timeZone = judgingZone(dialect.clock);
  const removalPayload = dialect.removal ?? undefined;
  const bases: Record<Group, Base> = {
    event: checkedBase('eventUrl', options.eventUrl),
    ticket: checkedBase('ticketUrl', options.ticketUrl),
  };
  const parts = { event: credentialParts(dialect, 'event'), ticket: credentialParts(dialect, 'ticket') };
  const services: Omit<CallServices, 'breaker' | 'fetch'> = {
    clock,
    random: options.random ?? Math.random,
    maximumReplyBytes: options.maximumReplyBytes ?? 64 * 2 ** 20,
    log: options.log,
    redactor,
    signs: dialect,
    name: options.name,
  };
  const origins = new Map(
    Object.values(bases).map(({ origin }) => [origin, { limiter: new Limiter(concurrency), breaker: new Breaker(clock) }]),
  );
  const reads = new SharedReads<Success>();
  const extra = new ExtraParameters();

  async function prepare(operation: Operation, input: RawInput, wanted: CallOptions): Promise<Call> {
    const checked = checkInput(operation, input, { timeZone, now: clock.now(), removalPayload });
    const problem = problemOf(operation, input, checked);
    if (problem !== undefined)
      throw new ApiError(problem, { kind: 'invalid', operation: operation.id, problems: checked.problems });
    const base = bases[operation.group];
    const file = input.file as UploadFile | undefined;
    const idle = file ? timeout * uploadTimeoutFactor : timeout;
    return {
      ...wanted,
      ...checked,
      operation,
      base,
      address: buildAddress(base, operation.path, checked.segments, toQueryText(checked.query)),
      file,
      limits: { timeout: idle, maxDuration: file ? idle + file.size / minUploadSpeed : idle },
      credential: await credentialFor(parts[operation.group], options, operation, base.origin),
    };
  }

  /** Why it is not sent. */
  function problemOf(operation: Operation, { path, query }: RawInput, { body, problems }: CheckedInput): string | undefined {
    const title = titleOf(operation);
    const list = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
    if (list !== '') return t('"{0}" was not sent: {1}.', title, list);
    if (operation.effect === 'read' || !redactor.hasPlaceholder([path, query, body])) return undefined;
    return t('"{0}" was not sent: it has ••• where the service had sent a credential back. Replace that text first.', title);
  }

  /** Waits for a free place, then makes the call. */
  function send(call: Call, signal: AbortSignal | undefined): Promise<Success> {
    const { limiter, breaker } = origins.get(call.base.origin) as { limiter: Limiter; breaker: Breaker };
    return limiter.run(async () => {
      const fetch = options.fetch ?? (await loadFetch());
      const answer = await runCall(call, { ...services, breaker, fetch }, signal);
      // Here, before anybody has it: whoever shows, stores or passes on a reply need not think of it.
      return { ...answer, value: redactor.cleanReply(answer.value) };
    }, signal);
  }

  async function callOnce(operation: Operation, input: RawInput, options: CallOptions): Promise<unknown> {
    const { signal, onEtag, onStatus } = options;
    signal?.throwIfAborted();
    const call = await prepare(operation, input, options);
    const { secrets } = call.credential;
    for (const secret of secrets) redactor.hide(secret);
    const isRead = operation.method === 'GET';
    // Two accounts may see different things at one address.
    const key = `${call.address}\n${secrets.join('\n')}`;
    const { value, etag, status } = isRead
      ? await reads.join(key, signal, (shared) => send(call, shared))
      : await send(call, signal).finally(() => reads.clear());
    if (isRead) onEtag?.(etag);
    if (status !== undefined) onStatus?.(status);
    return value;
  }

  return {
    dialect,
    learned: (operation) => extra.of(operation),
    async call(operationOrId, input, options = {}) {
      const operation: Operation = typeof operationOrId === 'string' ? operations[operationOrId] : operationOrId;
      if (!options.mayAskLess || operation.method !== 'GET') return callOnce(operation, input, options);
      const { query = {} } = input as RawInput & { readonly query?: Readonly<Record<string, unknown>> };
      return extra.call(operation.id, query, (fewer) => callOnce(operation, { ...input, query: fewer }, options));
    },
  };
}

function checkedBase(name: string, text: string): Base {
  const checked = checkAddress(text);
  if (checked.problem !== undefined) throw new Error(`${name}: ${checked.problem}`);
  return baseOf(checked.url);
}

/** The HTTP stack is loaded with the first request. */
async function loadFetch(): Promise<Fetch> {
  return (await import('node-fetch')).default as unknown as Fetch;
}
