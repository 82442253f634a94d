import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import {
  createClient,
  type ApiError,
  type Client,
  type ClientOptions,
  type Clock,
  type Dialect,
} from '../../../src/client/index.ts';

/** A request as it came over the wire. */
export interface Recorded {
  readonly method: string;
  /** Path and query, undecoded. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface RecordingServer {
  readonly origin: string;
  readonly requests: Recorded[];
  /** Stops what it started; every server is stopped after its test anyway. */
  stop(): Promise<void>;
}

const running = new Set<() => Promise<void>>();

/** Ends every server that a test started. */
export async function stopServers(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()));
}

export type Respond = (request: Recorded, response: ServerResponse, count: number) => void;

/** A real HTTP server that keeps what arrived and answers `{}` or as it is told. */
export async function recordingServer(
  respond: Respond = (_request, response) => sendJson(response, {}),
): Promise<RecordingServer> {
  const requests: Recorded[] = [];
  const listener: RequestListener = (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const recorded = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(pieces),
      };
      requests.push(recorded);
      respond(recorded, response, requests.length);
    });
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () =>
    new Promise<void>((resolve) => {
      running.delete(stop);
      server.close(() => resolve());
      server.closeAllConnections();
    });
  running.add(stop);
  return { origin: originOf(server.address()), requests, stop };
}

export interface RawServer {
  readonly origin: string;
  /** The bytes of each request, as text. */
  readonly requests: string[];
}

/** A TCP server that answers a whole HTTP request with whatever bytes a test wants, at its end or as soon as somebody connects. */
export async function rawServer(
  answer: (socket: Socket, request: string, count: number) => void,
  onConnection?: (socket: Socket) => void,
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    onConnection?.(socket);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      if (!isWholeRequest(text)) return;
      requests.push(text);
      const whole = text;
      text = '';
      answer(socket, whole, requests.length);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () =>
    new Promise<void>((resolve) => {
      running.delete(stop);
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  running.add(stop);
  return { origin: originOf(server.address()), requests };
}

function isWholeRequest(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return text.length >= end + 4 + length;
}

function originOf(address: AddressInfo | string | null): string {
  return `http://127.0.0.1:${(address as AddressInfo).port}`;
}

export function sendJson(response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** A client of one server for both groups, below /events and /tickets. */
export function clientOf(origin: string, options: Partial<ClientOptions> = {}): Client {
  return createClient({
    eventUrl: `${origin}/events`,
    ticketUrl: `${origin}/tickets`,
    token: () => 'the-token',
    dialect: { clock: 'UTC' },
    clock: hastyClock(),
    random: () => 0.5,
    ...options,
  });
}

export interface HastyClock extends Clock {
  /** Every pause that was asked for, in milliseconds. */
  readonly pauses: number[];
}

/** A clock on which pauses pass at once, and time limits (25 s and more) never do. */
export function hastyClock(start = Date.UTC(2026, 5, 15, 12)): HastyClock {
  let now = start;
  const pauses: number[] = [];
  return {
    pauses,
    now: () => now,
    elapsed: () => now,
    setTimer(callback, milliseconds) {
      if (milliseconds >= 25_000) return () => undefined;
      pauses.push(milliseconds);
      const timer = setImmediate(() => {
        now += milliseconds;
        callback();
      });
      return () => clearImmediate(timer);
    },
  };
}

export interface ManualClock extends Clock {
  advance(milliseconds: number): void;
}

/** A clock that stands still until it is moved. */
export function manualClock(start = Date.UTC(2026, 5, 15, 12)): ManualClock {
  let now = start;
  const timers = new Set<{ due: number; callback: () => void }>();
  return {
    now: () => now,
    elapsed: () => now,
    setTimer(callback, milliseconds) {
      const timer = { due: now + milliseconds, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(milliseconds) {
      now += milliseconds;
      for (const timer of [...timers].filter(({ due }) => due <= now)) {
        timers.delete(timer);
        timer.callback();
      }
    },
  };
}

/** The error that a promise fails with. */
export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome) return outcome.error as Error;
  throw new Error(`It succeeded with ${JSON.stringify(outcome.value)}.`);
}

/** Waits until a server has seen so many requests. */
export async function untilAsked(requests: readonly unknown[], count = 1): Promise<void> {
  while (requests.length < count) await new Promise((resolve) => setImmediate(resolve));
}

/** How a read and a write fail at the same server. */
export async function readAndWrite(origin: string, options = {}): Promise<{ read: ApiError; write: ApiError }> {
  const client = clientOf(origin, options);
  const read = (await failureOf(client.call('listTypes', {}))) as ApiError;
  const write = (await failureOf(client.call('createItem', { body: { name: 'Pista' } }))) as ApiError;
  return { read, write };
}

/** What the codes of one service mean. */
export const numbers: NonNullable<Dialect['errors']> = {
  signIn: ['2005', '2006', '6062', '6065'],
  notFound: ['2004', '3002', '3020'],
  forbidden: ['2*'],
  refused: ['1*', '6*'],
  failed: ['3*'],
};
