import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import {
  contentOf,
  createClient,
  readList,
  stringifyJson,
  systemClock,
  type Client,
  type ClientOptions,
} from '../../../src/client/index.ts';
import { sampleDatabase } from '../../harness/sample-database.ts';
import { localErrors } from '../../../src/editor/account/environments.ts';
import { startService, type Service, type ServiceOptions } from '../../../src/service/index.ts';

export const today = '2026-06-15';
/** Noon of that day in São Paulo. */
export const noon = Date.UTC(2026, 5, 15, 15);
export const timeZone = 'America/Sao_Paulo';

/** A service that runs while a suite or a test does, and what it could not cope with. */
export interface TestService extends Service {
  readonly errors: unknown[];
}

const running = new Set<() => Promise<void>>();

/** Ends every service that a test started. */
export async function stopServices(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()));
}

export async function testService(options: ServiceOptions = {}): Promise<TestService> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const all = { today, seed: 1, dialect: {}, now: () => noon, exportDelay: 0, onError, ...options };
  const isUsual = options.file === undefined && options.sample !== false;
  const service = await startService(isUsual ? { ...all, file: await sampleDatabase(all) } : all);
  const stop = async () => {
    running.delete(stop);
    await service.stop();
  };
  running.add(stop);
  return { ...service, errors, stop };
}

/** One service for all tests of a suite; none of them may meet an error that the service did not expect. */
export function useService(options: ServiceOptions = {}): { readonly service: TestService; readonly client: Client } {
  const held = {} as { service: TestService; client: Client };
  before(async () => {
    held.service = await testService(options);
    held.client = clientOf(held.service);
  });
  afterEach(() => assert.deepEqual(held.service.errors.splice(0), []));
  after(() => held.service.stop());
  return held;
}

export function clientOf(
  service: Pick<Service, 'eventUrl' | 'ticketUrl' | 'token'>,
  options: Partial<ClientOptions> = {},
): Client {
  const { eventUrl, ticketUrl, token } = service;
  const dialect = { token: { event: 'bearer' }, clock: timeZone, errors: localErrors } as const;
  return createClient({ eventUrl, ticketUrl, token: () => token, dialect, clock: clockAt(noon), ...options });
}

/** A clock that always shows the same time, and whose timers are real. */
export function clockAt(time: number): NonNullable<ClientOptions['clock']> {
  return { ...systemClock, now: () => time };
}

/** The content of a reply as a record. */
export function recordIn(reply: unknown): Record<string, unknown> {
  const content = contentOf(reply);
  assert.ok(typeof content === 'object' && content !== null && !Array.isArray(content), stringifyJson(reply));
  return content as Record<string, unknown>;
}

/** The rows of a reply as records. */
export function recordsIn(reply: unknown): Record<string, unknown>[] {
  return readList(reply).rows.map(({ value }) => value as Record<string, unknown>);
}

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  /** Path and query below the origin, sent as they are. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array | undefined;
}

/** One request without a client in between: every byte of the address and every header is the test's choice. */
export function ask(origin: string, { method = 'GET', path, headers = {}, body }: RawRequest): Promise<RawReply> {
  const { hostname, port } = new URL(origin);
  // Node sends the payload of a DELETE without saying how long it is.
  const isSized = body === undefined || 'transfer-encoding' in headers;
  const all = isSized ? headers : { 'content-length': Buffer.byteLength(body), ...headers };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** A request of the ticket group with the service's token and a payload. */
export function askTickets(
  { ticketUrl, token }: Pick<Service, 'ticketUrl' | 'token'>,
  method: string,
  path: string,
  body?: string | Uint8Array,
  headers: OutgoingHttpHeaders = {},
): Promise<RawReply> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const { origin, pathname } = new URL(ticketUrl);
  const all = { authorization: `Bearer ${token}`, ...type, ...headers };
  return ask(origin, { method, path: pathname + path, headers: all, body });
}

/** A request of the event group: reads are public, and all else goes with the service's token. */
export function askEvents(
  { eventUrl, token }: Pick<Service, 'eventUrl' | 'token'>,
  method: string,
  path: string,
  body?: string | Uint8Array,
  headers: OutgoingHttpHeaders = {},
): Promise<RawReply> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const who = method === 'GET' ? {} : { authorization: `Bearer ${token}` };
  const { origin, pathname } = new URL(eventUrl);
  return ask(origin, { method, path: pathname + path, headers: { ...who, ...type, ...headers }, body });
}

/** Sends bytes of one's own and gives all that comes back until the connection ends. */
export function askRaw(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

export interface Part {
  readonly name?: string;
  readonly fileName?: string | undefined;
  readonly content: string;
}

export const formType = 'multipart/form-data; boundary=edge';

/** A multipart form, written by hand. */
export function form(...parts: Part[]): string {
  const written = parts.map(({ name = 'file', fileName, content }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    return `--edge\r\nContent-Disposition: form-data; name="${name}"${file}\r\nContent-Type: text/csv\r\n\r\n${content}\r\n`;
  });
  return `${written.join('')}--edge--\r\n`;
}

export function csvFile(content: string, name = 'codes.csv'): File {
  return new File([content], name, { type: 'text/csv' });
}

/** Numbers from 0 to 1, the same every time. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
