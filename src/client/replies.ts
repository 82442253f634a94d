// Reads a reply of any shape: the content inside an envelope, or the error that one holds.
import type { ApiErrorKind } from './errors.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a service says went wrong. */
export interface ServiceError {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly status?: number | undefined;
}

/** The error inside a reply whose status says that all is well. */
export function errorInside(reply: unknown): ServiceError | undefined {
  if (!isObject(reply)) return undefined;
  const inner = reply.responseError ?? reply.error;
  const status = asStatus(reply.responseStatus);
  const failed = Boolean(inner) || (status !== undefined && status >= 400) || saysFailed(reply);
  return failed ? { status, ...readError(isObject(inner) ? inner : reply) } : undefined;
}

/** `{ success: false }` and its like, with words about it and nothing else to show. */
function saysFailed(reply: JsonObject): boolean {
  const verdict = reply.success ?? reply.ok;
  return verdict === false && messageIn(reply) !== undefined;
}

/** The code and the words of an error body, wherever they stand. */
export function readError(body: unknown): ServiceError {
  if (typeof body === 'string') return { message: body };
  if (!isObject(body)) return {};
  const inner = [body.responseError, body.error, Array.isArray(body.errors) ? (body.errors as unknown[])[0] : undefined].find(
    isObject,
  );
  const code = asCode(body.code) ?? asCode(inner?.code);
  const message = (inner ? messageIn(inner) : undefined) ?? messageIn(body);
  return { code, message: withFields(message, body.fields ?? inner?.fields ?? body.info) };
}

const messageKeys = ['message', 'error_description', 'detail', 'title', 'error', 'responseDetails', 'reason', 'info'];

function messageIn(body: JsonObject): string | undefined {
  return messageKeys.map((key) => body[key]).find((value) => typeof value === 'string' && value.trim() !== '') as
    string | undefined;
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
  return typeof value === 'number' && value >= 100 && value < 600 ? value : undefined;
}

const signInAgain = new Set(['2005', '2006', '6062', '6065']);
const nothingThere = new Set(['2004', '3002', '3020']);

/** What kind of failure a status and an error code stand for. */
export function kindOf(status: number | undefined, code: string | undefined): ApiErrorKind {
  if (status === 401 || (code !== undefined && signInAgain.has(code))) return 'unauthorized';
  if (code !== undefined && nothingThere.has(code)) return 'notFound';
  if (status === undefined || status < 400) return kindOfCode(code);
  switch (status) {
    case 403:
      return 'forbidden';
    case 404:
    case 410:
      return 'notFound';
    case 408:
      return 'timeout';
    case 409:
    case 412:
      return 'conflict';
    case 429:
      return 'rateLimited';
    default:
      return status >= 500 ? 'server' : 'invalid';
  }
}

/** The ranges seen on the wire: 1000s usage, 2000s not authorised, 3000s database, 6000s context. */
function kindOfCode(code: string | undefined): ApiErrorKind {
  switch (/^(\d)\d{3}$/.exec(code ?? '')?.[1]) {
    case '2':
      return 'forbidden';
    case '3':
      return 'server';
    default:
      return 'invalid';
  }
}
