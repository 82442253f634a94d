// One call: as many tries as the rules allow, under one deadline, and a typed error if none of them succeeds.
import type { Base } from './addresses.ts';
import type { LogEntry, Progress, UploadFile } from './call-parts.ts';
import { Deadline, wait, type Clock, type TimeLimits } from './clock.ts';
import { groupName } from './credential-forms.ts';
import type { Credential } from './credentials.ts';
import { ApiError, sentenceFor, type MissingRecord } from './errors.ts';
import { exchange, type Fetch, type HttpRequest } from './exchange.ts';
import type { CheckedInput } from './inputs.ts';
import { stringifyJson } from './json.ts';
import { multipartForm } from './multipart.ts';
import { titleOf, type Operation } from './operations.ts';
import {
  failureOfError,
  notSent,
  outcomeOfReply,
  timeoutFailure,
  unclear,
  type Success,
  type Failure,
  type Outcome,
} from './outcome.ts';
import type { Redactor } from './redact.ts';
import type { FailureSigns } from './replies.ts';
import { backoff, maxRetryAfter, maxTries, type Breaker } from './retries.ts';
import { localized } from './l10n.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes of the file that were read for sending; only the reply says that all arrived. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Hears, before a read ends well, which version of the record it read; undefined where the service offers none. */
  readonly onEtag?: ((etag: string | undefined) => void) | undefined;
  /** Hears the status of the reply of a call that ends well. */
  readonly onStatus?: ((status: number) => void) | undefined;
  /** A read that can do without parameters that the document does not name: those that the service refuses are left out. */
  readonly mayAskLess?: boolean | undefined;
  /** A write that may have been done is not sent again: whoever calls looks first. */
  readonly isOnce?: boolean | undefined;
  /** Lets a write happen only to this version of the record; to any other it fails as a conflict. */
  readonly ifMatch?: string | undefined;
}

export interface Call extends CallOptions, CheckedInput {
  readonly operation: Operation;
  readonly base: Base;
  /** Without the credential's parameters. */
  readonly address: string;
  readonly credential: Credential;
  readonly file: UploadFile | undefined;
  readonly limits: TimeLimits;
}

/** What all calls to one origin share. */
export interface CallServices {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: () => number;
  readonly breaker: Breaker;
  readonly maximumReplyBytes: number;
  readonly log: ((entry: LogEntry) => void) | undefined;
  /** Knows every credential that the client has used so far. */
  readonly redactor: Redactor;
  /** How the service tells of failures, as far as it is known. */
  readonly signs: FailureSigns;
  /** What the environment is called; the host where it has no name. */
  readonly name: string | undefined;
}

/** Makes the call; its time counts from here, and ends when the caller's signal is aborted. */
export async function runCall(call: Call, services: CallServices, signal: AbortSignal | undefined): Promise<Success> {
  const deadline = new Deadline(services.clock, call.limits, signal);
  const { breaker } = services;
  try {
    const asked = breaker.askedPause;
    if (asked > 0) throw errorOf(call, services, askedFailure(asked));
    const pause = breaker.pauseBeforeCall(deadline.signal);
    if (pause > 0) throw errorOf(call, services, pausedFailure(pause, breaker.failedWith));
    const outcome = await runTries(call, services, deadline);
    const { failure } = outcome;
    if (failure && isOutage(failure)) breaker.failed(failure.status);
    else breaker.succeeded();
    if (!failure) return outcome;
    // A pause too long for one call to wait is one for all calls.
    if (failure.passing && failure.retryAfter !== undefined && failure.retryAfter > maxRetryAfter)
      breaker.asked(failure.retryAfter);
    throw errorOf(call, services, failure);
  } catch (error) {
    if (!(error instanceof ApiError)) breaker.undecided(deadline.signal);
    throw error;
  } finally {
    deadline.end();
  }
}

/** Tries until one succeeds or the rules say stop; the last failure stays in doubt if any try was. */
async function runTries(call: Call, services: CallServices, deadline: Deadline): Promise<Outcome> {
  let inDoubt = false;
  for (let attempt = 1; ; attempt++) {
    const outcome = await runTry(call, services, deadline, attempt);
    const { failure } = outcome;
    if (!failure) return outcome;
    // The record that a repeated removal does not find is the one that an earlier try removed, whatever method removes it.
    if (inDoubt && failure.kind === 'notFound' && call.operation.effect === 'destroy') return { value: undefined };
    inDoubt ||= failure.inDoubt;
    const pause = failure.retryAfter ?? backoff(attempt, services.random);
    const mayRetry = attempt < maxTries && mayTryAgain(call, failure) && pause <= Math.min(maxRetryAfter, deadline.left);
    if (!mayRetry) return { failure: { ...failure, inDoubt } };
    try {
      await wait(services.clock, pause, deadline.signal);
    } catch {
      return stopped(call, deadline, inDoubt);
    }
  }
}

/** A read or an idempotent write when another try may go better; a write that must not be repeated only when nothing of it was sent. */
function mayTryAgain({ operation, isOnce }: Call, { passing, unsent }: Failure): boolean {
  return passing && (unsent || (operation.idempotent && !isOnce));
}

async function runTry(call: Call, services: CallServices, deadline: Deadline, attempt: number): Promise<Outcome> {
  const { clock, fetch, log, redactor, maximumReplyBytes, signs } = services;
  const { operation, address, credential } = call;
  const started = clock.elapsed();
  const request = requestOf(call, deadline);
  let status: number | undefined;
  let outcome: Outcome;
  try {
    const reply = await exchange(fetch, withParameters(address, credential.query), request, maximumReplyBytes);
    status = reply.status;
    outcome = outcomeOfReply(reply, clock, { signs, isWrite: operation.effect !== 'read' });
  } catch (error) {
    outcome = deadline.signal.aborted ? stopped(call, deadline, true) : { failure: failureOfError(error) };
  }
  log?.({
    operation: operation.id,
    method: operation.method,
    url: redactor.cleanAndCut(address),
    attempt,
    milliseconds: Math.round(clock.elapsed() - started),
    status,
    requestId: cleaned(redactor, outcome.failure?.requestId),
    problem: cleaned(redactor, outcome.failure?.reason.english),
  });
  return outcome;
}

/** Made anew for each try: a stream can be sent only once. */
function requestOf({ operation, credential, file, body, ifMatch, onProgress }: Call, deadline: Deadline): HttpRequest {
  const headers: Record<string, string> = { accept: file ? '*/*' : 'application/json', ...credential.headers };
  if (ifMatch !== undefined) headers['if-match'] = ifMatch;
  const shared = { method: operation.method, headers, redirect: 'manual', duplex: 'half', signal: deadline.signal } as const;
  if (!file) {
    if (!body) return shared;
    headers['content-type'] = 'application/json';
    return { ...shared, body: stringifyJson(body) };
  }
  const form = multipartForm(file, deadline.signal, (progress) => {
    deadline.extend();
    onProgress?.(progress);
  });
  headers['content-type'] = form.type;
  headers['content-length'] = String(form.size);
  return { ...shared, body: form };
}

/** The end of a call that ran out of time or that its caller cancelled; a cancelled write that was under way is in doubt. */
function stopped(call: Call, deadline: Deadline, underWay: boolean): { failure: Failure } {
  if (deadline.expired) return { failure: { ...timeoutFailure(call.limits.timeout), inDoubt: underWay } };
  if (!underWay || call.operation.effect === 'read') throw deadline.signal.reason;
  const reason = localized('it was cancelled under way');
  return { failure: { kind: 'unknownOutcome', reason, ...unclear } };
}

/** A service that answers can be reached: what it answered is said, and nothing of the network. This call itself has no answer. */
function pausedFailure(pause: number, status: number | undefined): Failure {
  const seconds = Math.ceil(pause / 1000);
  const facts = { ...notSent, retryAfter: pause };
  if (status === undefined) {
    const reason = localized('it failed several times in a row; the next try is possible in {0} s', seconds);
    return { kind: 'network', reason, ...facts };
  }
  const reason = localized('status {0} several times in a row; the next try is possible in {1} s', status, seconds);
  return { kind: 'server', reason, ...facts };
}

function askedFailure(pause: number): Failure {
  return { kind: 'rateLimited', reason: localized('nothing is sent before that'), ...notSent, retryAfter: pause };
}

function isOutage({ kind, status }: Failure): boolean {
  return kind === 'network' || kind === 'timeout' || (status !== undefined && status >= 500);
}

/** The error of a failure, with every credential taken out of its words, which may be megabytes. */
function errorOf(call: Call, { redactor, name }: CallServices, failure: Failure): ApiError {
  const { operation, base, credential } = call;
  const kind = failure.inDoubt && operation.effect !== 'read' ? 'unknownOutcome' : failure.kind;
  const message = sentenceFor(kind, {
    ...failure,
    host: base.host,
    name: name ?? base.host,
    group: groupName(operation.group),
    carried: credential.carried,
    action: titleOf(operation),
    reason: redactor.cleanAndCut(failure.reason.shown),
    removes: operation.removes,
    missing: missingIn(call, failure, redactor),
  });
  return new ApiError(message, {
    ...failure,
    kind,
    operation: operation.id,
    code: cleaned(redactor, failure.code),
    requestId: cleaned(redactor, failure.requestId),
    carriedCredential: credential.carried !== undefined,
    reported: failure.kind === 'reported',
    body: cleaned(redactor, failure.body),
    cause: failure.cause instanceof Error ? redactor.cleanAndCut(failure.cause.message) : undefined,
  });
}

/** The record whose own address it was; not where it was asked for something of it, which may be missing alone. */
function missingIn({ operation, segments }: Call, { said }: Failure, redactor: Redactor): MissingRecord | undefined {
  const [, field = ''] = /\/\{(\w+)\}$/.exec(operation.path) ?? [];
  const kind = operation.subjects?.path?.[field];
  const id = segments[field];
  if (said === undefined || id === undefined || kind === undefined) return undefined;
  const words = redactor.cleanAndCut(said).trim().replace(/\.$/, '');
  return { kind, id: redactor.cleanAndCut(decodeURIComponent(id)), said: words };
}

function cleaned(redactor: Redactor, text: string | undefined): string | undefined {
  return text === undefined ? undefined : redactor.cleanAndCut(text);
}

function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const full = new URL(address);
  for (const [name, value] of Object.entries(parameters)) full.searchParams.set(name, value);
  return full.href;
}
