// What a try came to: a value, or a failure with all that decides what may be done next.
import type { Clock } from './clock.ts';
import type { ApiErrorDetails } from './errors.ts';
import { failedAtCertificate, failedToConnect, networkReason, UnreadableReply, type Reply } from './exchange.ts';
import { parseJson } from './json.ts';
import { errorInside, isKnownRefusal, kindOf, readError, type FailureSigns } from './replies.ts';
import { parseRetryAfter } from './retries.ts';
import { localized, quoted, type LocalizedText } from './l10n.ts';
import { before } from './tails.ts';

export interface Failure extends Omit<ApiErrorDetails, 'operation' | 'problems' | 'carriedCredential' | 'reported'> {
  readonly reason: LocalizedText;
  /** A write may have happened all the same. */
  readonly inDoubt: boolean;
  /** The service received nothing, for certain. */
  readonly unsent: boolean;
  /** Another try may go better. */
  readonly passing: boolean;
  /** The service's own words, or its code: what has neither may come from a gateway. */
  readonly said?: string | undefined;
}

/** What a call gives; the version of a record where the service offers one that a write may depend on. */
export interface Success {
  readonly value: unknown;
  readonly etag?: string | undefined;
  /** Of its own reply; what was done by an earlier try has none. */
  readonly status?: number;
}

export type Outcome = (Success & { readonly failure?: undefined }) | { readonly failure: Failure };

interface ReplyRules {
  /** What is known of the service. */
  readonly signs: FailureSigns;
  readonly isWrite: boolean;
}

export function outcomeOfReply(reply: Reply, clock: Clock, rules: ReplyRules): Outcome {
  const { status } = reply;
  if (status >= 300 && status < 400) return { failure: redirectFailure(reply) };
  if (status >= 400) return { failure: statusFailure(reply, clock.now(), rules.signs) };
  if (status === 204 || status === 205) return { value: undefined, status };
  return readValue(reply, rules);
}

/** The failure of a request that got no whole reply. */
export function failureOfError(error: unknown): Failure {
  if (error instanceof UnreadableReply) return { kind: 'reply', reason: error.reason, ...unclear, cause: error.cause };
  const isCertificate = failedAtCertificate(error);
  const unsent = isCertificate || failedToConnect(error);
  return { kind: 'network', reason: networkReason(error), inDoubt: !unsent, unsent, passing: !isCertificate, cause: error };
}

export function timeoutFailure(milliseconds: number): Failure {
  const reason = localized('no whole reply within {0} s', Math.round(milliseconds / 1000));
  return { kind: 'timeout', reason, ...unclear };
}

export const notSent = { inDoubt: false, unsent: true, passing: false };
const settled = { inDoubt: false, unsent: false, passing: false };
export const unclear = { inDoubt: true, unsent: false, passing: false };

/** The statuses with which a service says that it did not do what it was asked to; all others leave a write in doubt. */
const refusals = new Set([
  ...[400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418],
  ...[421, 422, 423, 424, 425, 426, 428, 429, 431, 451],
]);

function redirectFailure(reply: Reply): Failure {
  const { status } = reply;
  const target = reply.headers.get('location');
  const reason =
    target === null
      ? localized('status {0}', status)
      : localized('status {0}, a redirect to {1}, which is never followed', status, target);
  // 307 and 308 say "ask there instead"; the others may come after the work is done.
  const refused = status === 307 || status === 308;
  return { kind: 'reply', reason, ...(refused ? settled : unclear), ...shownBy(reply) };
}

function statusFailure(reply: Reply, now: number, { errors }: FailureSigns): Failure {
  const { status } = reply;
  const { code, message } = readError(tryParse(reply.text));
  return {
    kind: kindOf(status, code, errors),
    reason: message === undefined ? localized('status {0}', status) : localized('status {0}: {1}', status, message),
    inDoubt: !refusals.has(status),
    unsent: false,
    passing: status === 408 || status === 429 || status >= 500,
    code,
    said: message ?? code,
    retryAfter: parseRetryAfter(reply.headers.get('retry-after'), now),
    ...shownBy(reply),
  };
}

function readValue(reply: Reply, { signs, isWrite }: ReplyRules): Outcome {
  const { status, text, headers } = reply;
  const isAccepted = isWrite && status === 202 && signs.success?.accepted === 'later';
  if (isAccepted && text.trim() === '') return { failure: acceptedFailure(reply) };
  const type = headers.get('content-type') ?? '';
  if (markup.test(type)) {
    const media = before(type, /;/).trim().toLowerCase();
    return unreadable(reply, localized('status {0} with a {1} page: a gateway, not the service', status, media));
  }
  const value = tryParse(text);
  if (value === undefined) return unreadable(reply, notJson(reply));
  const inside = errorInside(value, signs);
  if (!inside) return isAccepted ? { failure: acceptedFailure(reply) } : { value, etag: etagOf(reply), status };
  const { code, message } = inside;
  const hasStatus = inside.status !== undefined && inside.status >= 300;
  const isRefusal = hasStatus ? refusals.has(inside.status) : isKnownRefusal(code, signs.errors);
  return {
    failure: {
      kind: kindOf(inside.status, code, signs.errors),
      reason: message === undefined ? localized('the service reported an error') : quoted(message),
      ...(isRefusal ? settled : unclear),
      code,
      said: message ?? code,
      ...shownBy(reply),
    },
  };
}

/** In this service 202 means that the work is still to be done. */
function acceptedFailure(reply: Reply): Failure {
  const reason = localized('status {0}: accepted, not done yet', reply.status);
  return { kind: 'unknownOutcome', reason, ...unclear, accepted: true, ...shownBy(reply), body: undefined };
}

function unreadable(reply: Reply, reason: LocalizedText): Outcome {
  return { failure: { kind: 'reply', reason, ...unclear, ...shownBy(reply) } };
}

function notJson({ status, text, headers }: Reply): LocalizedText {
  if (text.trim() === '') return localized('status {0} with an empty reply', status);
  const closedByServer = headers.get('content-length') === null && headers.get('transfer-encoding') === null;
  return closedByServer
    ? localized('status {0} with an incomplete reply', status)
    : localized('status {0} with a reply that is not JSON', status);
}

/** A page, a picture, a document: nothing that a service of data answers with. */
const markup = /^\s*(?:text\/(?:html|xml|css)|application\/(?:xhtml\+xml|xml|pdf)|image\/|audio\/|video\/)/i;

function tryParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const requestIds = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];

function shownBy({ status, headers, text }: Reply): Pick<Failure, 'status' | 'requestId' | 'body'> {
  const requestId = requestIds.map((name) => headers.get(name)).find((value) => value !== null);
  return { status, requestId: requestId ?? undefined, body: text };
}

/** A weak one tells versions apart only roughly. */
function etagOf({ headers }: Reply): string | undefined {
  const etag = headers.get('etag');
  return etag?.startsWith('"') ? etag : undefined;
}
