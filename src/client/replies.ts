// Reads a reply of any shape: the content inside an envelope, or the error that one holds.
import { errorMeanings, hasCode, wholeNumberIn, type Dialect, type ErrorCodes } from './dialect.ts';
import type { ApiErrorKind } from './errors.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a service says went wrong. */
interface ServiceError {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly status?: number | undefined;
}

/** What a dialect says of replies that tell of a failure. */
export type FailureSigns = Pick<Dialect, 'errors' | 'success'>;

/** The error inside a reply whose status says that all is well. */
export function errorInside(reply: unknown, { errors, success }: FailureSigns): ServiceError | undefined {
  if (!isObject(reply)) return undefined;
  const inner = reply.responseError ?? reply.response_error ?? reply.error;
  const said = reply.responseStatus ?? reply.response_status;
  const isTold = success?.failure !== undefined && reply[success.failure.field] === success.failure.value;
  if (!inner && !isTold && !isFailedStatus(said) && !saysFailed(reply, errors)) return undefined;
  const status = asStatus(said) ?? asStatus(reply.statusCode) ?? asStatus(reply.status);
  return { status, ...readError(isObject(inner) ? inner : reply) };
}

/** `{ success: false }` with words about it, or a reply that is all verdict and says that it failed. */
function saysFailed(reply: JsonObject, errors: ErrorCodes | undefined): boolean {
  const isRefused = (reply.success ?? reply.ok) === false;
  if (isRefused && isText(reply.message) && reply.id === undefined) return true;
  return hasNothingToShow(reply) && (isRefused || hasFailedSign(reply, errors));
}

const verdictKeys = new Set([
  ...['status', 'statusCode', 'responseStatus', 'responseDetails', 'success', 'ok', 'code', 'message', 'errors', 'detail'],
  ...['error_code', 'error_message', 'errorCode', 'errorMessage', 'info', 'fields', 'result', 'outcome', 'reason', 'why'],
  ...['timestamp', 'path', 'requestId', 'request_id', 'traceId'],
]);

/** Whether all that stands there is about the call: a record has words and codes too, but beside an id, a name or content. */
function hasNothingToShow(reply: JsonObject): boolean {
  // Leaves at the first thing to show, which is where the usual reply begins.
  for (const key in reply) if (!verdictKeys.has(key) && !isBlank(reply[key])) return false;
  return true;
}

function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === undefined || value === '' || (isObject(value) && Object.keys(value).length === 0);
}

const failedWord = /^(?:error|fail|failed|failure)$/i;

function hasFailedSign(reply: JsonObject, errors: ErrorCodes | undefined): boolean {
  const { status, message } = reply;
  if (status === false || isFailedStatus(status) || isFailedStatus(reply.statusCode)) return true;
  if (!isBlank(reply.errors) || !isBlank(reply.error_code ?? reply.errorCode)) return true;
  if (isText(reply.error_message ?? reply.errorMessage)) return true;
  const code = asCode(reply.code);
  // A row of codes may have nothing but its code and its status.
  const word = [status, reply.result, reply.outcome].find((value) => typeof value === 'string' && failedWord.test(value));
  if (word !== undefined) return isText(message) || code === undefined;
  return isText(message) && (hasCode(errors?.signIn, code) || hasCode(errors?.notFound, code));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** The code and the words of an error body, wherever they stand. */
export function readError(body: unknown): ServiceError {
  if (typeof body === 'string') return { message: body };
  if (!isObject(body)) return {};
  const first = Array.isArray(body.errors) ? (body.errors as unknown[])[0] : undefined;
  const inner = [body.responseError, body.error, first].find(isObject);
  const code = asCode(body.code) ?? asCode(inner?.code) ?? asCode(body.error_code) ?? asCode(body.errorCode);
  const message = (inner ? messageIn(inner) : undefined) ?? messageIn(body) ?? (isText(first) ? first : undefined);
  return { code, message: withFields(message, body.fields ?? inner?.fields ?? body.info) };
}

const messageKeys = [
  ...['message', 'error_message', 'errorMessage', 'error_description', 'detail', 'title', 'error', 'responseDetails'],
  ...['reason', 'why', 'info'],
];

function messageIn(body: JsonObject): string | undefined {
  return messageKeys.map((key) => body[key]).find(isText);
}

/** Names the fields that the service complains about, unless its words do. */
function withFields(message: string | undefined, fields: unknown): string | undefined {
  const names = (Array.isArray(fields) ? (fields as unknown[]) : Object.keys(isObject(fields) ? fields : {})).filter(
    (name) => typeof name === 'string',
  );
  const unsaid = names.filter((name) => !message?.includes(name));
  return unsaid.length > 0 ? `${message ?? 'refused'}: ${unsaid.join(', ')}` : message;
}

function asCode(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function asStatus(value: unknown): number | undefined {
  const status = wholeNumberIn(value);
  return status !== undefined && status >= 100 && status < 600 ? status : undefined;
}

function isFailedStatus(value: unknown): boolean {
  const status = asStatus(value);
  return status !== undefined && status >= 400;
}

const kindsOfCodes = {
  signIn: 'unauthorized',
  notFound: 'notFound',
  forbidden: 'forbidden',
  refused: 'invalid',
  failed: 'server',
} as const satisfies Record<keyof ErrorCodes, ApiErrorKind>;

/** What kind of failure a status and an error code stand for; a code means what the dialect says, and nothing without it. */
export function kindOf(status: number | undefined, code: string | undefined, errors?: ErrorCodes): ApiErrorKind {
  const meaning = meaningOf(code, errors);
  if (status === 401 || meaning === 'signIn') return 'unauthorized';
  if (meaning === 'notFound') return 'notFound';
  if (status === undefined || status < 400) return meaning === undefined ? 'reported' : kindsOfCodes[meaning];
  return kindsOfStatuses[status] ?? (status >= 500 ? 'server' : 'invalid');
}

const kindsOfStatuses: Readonly<Record<number, ApiErrorKind>> = {
  403: 'forbidden',
  404: 'notFound',
  408: 'timeout',
  409: 'conflict',
  410: 'notFound',
  412: 'conflict',
  429: 'rateLimited',
};

/** Whether a code is known to say that nothing was done; a service that failed may have done half of the work. */
export function isKnownRefusal(code: string | undefined, errors: ErrorCodes | undefined): boolean {
  const meaning = meaningOf(code, errors);
  return meaning !== undefined && meaning !== 'failed';
}

function meaningOf(code: string | undefined, errors: ErrorCodes | undefined): keyof ErrorCodes | undefined {
  return errorMeanings.find((meaning) => hasCode(errors?.[meaning], code));
}
