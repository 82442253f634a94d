/** Every way in which a call can fail. `unknownOutcome`: a write that may or may not have happened. */
export type ApiErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'invalid'
  | 'rateLimited'
  | 'network'
  | 'timeout'
  | 'server'
  | 'reply'
  | 'unknownOutcome';

/** What is wrong with one field of the input. */
export interface FieldProblem {
  /** Where it stands, as `body.start` or `path.id`. */
  readonly field: string;
  readonly message: string;
}

export interface ApiErrorDetails {
  readonly kind: ApiErrorKind;
  /** The id of the operation that failed. */
  readonly operation: string;
  readonly status?: number | undefined;
  /** The service's own error code. */
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfter?: number | undefined;
  /** Which fields are wrong, when the input was refused before it was sent. */
  readonly problems?: readonly FieldProblem[] | undefined;
  readonly cause?: unknown;
}

/** A failed call. Its message is a sentence for a person: what happened and what to do. It never holds a credential. */
export class ApiError extends Error implements ApiErrorDetails {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly operation: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly problems: readonly FieldProblem[];

  constructor(message: string, details: ApiErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = details.kind;
    this.operation = details.operation;
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.problems = details.problems ?? [];
  }
}

export interface SentenceFacts {
  /** The host that was asked. */
  readonly host: string;
  /** What was asked for, as "Create item". */
  readonly action: string;
  /** What is known of the cause: the service's words, a status, a network error. */
  readonly reason: string;
  readonly retryAfter?: number | undefined;
}

/** The sentence for a person: what happened, and what to do. */
export function sentenceFor(kind: ApiErrorKind, { host, action, reason, retryAfter }: SentenceFacts): string {
  const because = reason ? ` (${reason})` : '';
  switch (kind) {
    case 'unauthorized':
      return `${host} did not accept the credentials for "${action}"${because}. Sign in again.`;
    case 'forbidden':
      return `${host} does not allow "${action}" with this account${because}. Ask for access or use another account.`;
    case 'notFound':
      return `${host} did not find what "${action}" asked for${because}. Check the id.`;
    case 'conflict':
      return `"${action}" clashes with what ${host} has now${because}. Reload it and try again.`;
    case 'invalid':
      return `${host} refused the input of "${action}"${because}. Correct it and try again.`;
    case 'rateLimited':
      return `${host} asks to slow down${because}. ${retryAfter === undefined ? 'Try again later.' : `Try again in ${seconds(retryAfter)}.`}`;
    case 'network':
      return `${host} could not be reached for "${action}"${because}. Check the connection, the proxy and the environment's address.`;
    case 'timeout':
      return `${host} did not finish "${action}" in time${because}. Try again, or raise the time limit.`;
    case 'server':
      return `${host} failed at "${action}"${because}. Try again later.`;
    case 'reply':
      return `${host} answered "${action}" with something that is not a reply of the service${because}. Check the environment's address and the proxy.`;
    case 'unknownOutcome':
      return `It is not known whether ${host} carried out "${action}"${because}. Look there before you send it again.`;
  }
}

function seconds(milliseconds: number): string {
  return `${Math.max(1, Math.ceil(milliseconds / 1000))} s`;
}
