// How Palco speaks: its envelope, its pages, its errors and its two ports.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Json = Readonly<Record<string, unknown>>;

export interface StrangerRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The values of credentials are left out, their names are not. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const largestPage = 40;
const usualPage = 25;

export class Problem extends Error {
  readonly status: number;
  readonly errors: readonly Json[];
  constructor(status: number, detail: string, errors: readonly Json[] = []) {
    super(detail);
    this.status = status;
    this.errors = errors;
  }
}

/** What Palco answers with status 200, where its older half finds something wrong. */
export class SoftError extends Error {}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly location?: string;
}

export interface Call {
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly names: Readonly<Record<string, string>>;
}

export interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly answer: (call: Call) => Reply;
}

export function route(method: string, path: string, answer: (call: Call) => Reply): Route {
  return { method, pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`), answer };
}

export const ok = (data: unknown, meta: Json = {}): Reply => ({ status: 200, body: { data, meta } });

/** A page of rows: counted from 0, 40 at most, and without a word of how many there are. */
export function paged(rows: readonly unknown[], { query }: Call): Reply {
  const whole = (name: string, usual: number) => (/^\d+$/.test(query.get(name) ?? '') ? Number(query.get(name)) : usual);
  const pageNumber = whole('pageNumber', 0);
  const pageSize = Math.min(Math.max(whole('pageSize', usualPage), 1), largestPage);
  return ok(rows.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize), { pageNumber, pageSize });
}

/** The time that a text in the clock of São Paulo means, which is three hours behind UTC all year. */
export function localTime(value: unknown, pointer: string, dateIsEnough: boolean): number | null {
  if (value === undefined || value === null) return null;
  const [, date, time] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d))?$/.exec(typeof value === 'string' ? value : '') ?? [];
  const at = date !== undefined && (time !== undefined || dateIsEnough) ? Date.parse(`${date}T${time ?? '00:00:00'}-03:00`) : NaN;
  if (Number.isNaN(at)) throw new Problem(422, 'The payload is not valid.', [{ pointer, detail: 'not a local date and time' }]);
  return at;
}

export function wholeNumber(value: unknown, pointer: string): number | null {
  if (value === undefined || value === null) return null;
  if (!Number.isSafeInteger(value)) throw new Problem(422, 'The payload is not valid.', [{ pointer, detail: 'not an integer' }]);
  return value as number;
}

export function objectIn(body: unknown): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Problem(400, 'A JSON object is expected.');
  return body as Json;
}

function answer(routes: readonly Route[], isAllowed: boolean, request: StrangerRequest): Reply {
  if (!isAllowed) throw new Problem(401, 'Who are you?');
  const found = routes.find(({ method, pattern }) => method === request.method && pattern.test(request.path));
  if (!found) throw new Problem(404, 'There is nothing here.');
  const names = Object.entries(found.pattern.exec(request.path)?.groups ?? {}).map(([name, value]) => [
    name,
    decodeURIComponent(value),
  ]);
  return found.answer({
    query: new URLSearchParams(request.query),
    body: request.body,
    names: Object.fromEntries(names) as Record<string, string>,
  });
}

/** Starts a group on a port of its own; whatever arrives is added to `requests`. */
export async function listen(
  routes: readonly Route[],
  header: string,
  secret: string,
  requests: StrangerRequest[],
): Promise<{ server: Server; url: string }> {
  const server = createServer((incoming, outgoing) => {
    void readRequest(incoming, header).then((request) => {
      requests.push(request);
      const isAllowed = incoming.headers[header.toLowerCase()] === secret;
      try {
        send(outgoing, answer(routes, isAllowed, request));
      } catch (error) {
        sendError(outgoing, error);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function readRequest(incoming: IncomingMessage, secretHeader: string): Promise<StrangerRequest> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://palco.invalid');
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const isJson = String(incoming.headers['content-type']).includes('json');
  const secrets = new Set([secretHeader.toLowerCase(), 'authorization', 'cookie']);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [
    name,
    secrets.has(name) ? '(left out)' : String(value),
  ]);
  return {
    method: incoming.method ?? 'GET',
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: text === '' ? undefined : isJson ? parsed(text) : text,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function send(outgoing: ServerResponse, { status, body, location }: Reply, type = 'application/json'): void {
  const headers = { ...(body === undefined ? {} : { 'content-type': type }), ...(location === undefined ? {} : { location }) };
  outgoing.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
}

function sendError(outgoing: ServerResponse, error: unknown): void {
  if (error instanceof SoftError) return send(outgoing, { status: 200, body: { result: 'error', why: error.message } });
  const { status, message: detail, errors } = error instanceof Problem ? error : new Problem(500, String(error));
  const titles: Readonly<Record<number, string>> = {
    401: 'Not signed in',
    404: 'Not found',
    409: 'Conflict',
    422: 'Invalid',
    400: 'Bad request',
  };
  const type = `https://palco.invalid/problems/${status}`;
  const body = { type, title: titles[status] ?? 'Broken', status, detail, ...(errors.length > 0 ? { errors } : {}) };
  send(outgoing, { status, body }, 'application/problem+json');
}
