// A service that answers well, and sends the token that it was sent back in every field.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseJson, stringifyJson } from '../../../src/client/index.ts';
import type { Service } from '../../../src/service/index.ts';

export interface EchoingService {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  /** Opaque: nothing in it looks like a token. */
  readonly token: string;
  /** How many replies had the token in them. */
  readonly echoed: () => number;
  stop(): Promise<void>;
}

/** How a token stands in a text: as it is, in Base64 at each place in a group of three, in a URL. */
export function formsOf(token: string): string[] {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  // Of the longer texts only what the token decides.
  const inner = ['', 'a', 'ab'].map((before, index) => base64(before + token).slice(index === 0 ? 0 : index + 1, -4));
  return [token, encodeURIComponent(token), ...inner, ...inner.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
}

const sentBack = (token: string) =>
  [
    token,
    Buffer.from(`Bearer ${token}`).toString('base64'),
    Buffer.from(token).toString('base64url'),
    encodeURIComponent(token),
  ].join(' ');

/** Without these, the service would be of no use: codes, kinds and times are compared. */
const exact = new Set(['passkey', 'code', 'type', 'status']);

/** What wraps a reply gets no fields of its own: it is recognised by those that it has. */
function withEcho(value: unknown, echo: string, isWrapper = false): unknown {
  if (Array.isArray(value)) return value.map((part) => withEcho(part, echo));
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d|^$/.test(value) ? value : `${value} ${echo}`;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, part]): [string, unknown] => [
    name,
    exact.has(name) && typeof part === 'string' ? part : withEcho(part, echo),
  ]);
  const own: [string, unknown][] = isWrapper
    ? []
    : [
        ['echo', echo],
        [`named after ${echo}`, 1],
      ];
  return Object.fromEntries([...fields, ...own]);
}

/** Stands before a real service, which knows another token. */
export async function startEchoing(service: Pick<Service, 'eventUrl' | 'ticketUrl' | 'token'>): Promise<EchoingService> {
  const token = 'opaque/Session+9f3c71e0a2~b8d4=';
  const { origin } = new URL(service.ticketUrl);
  let count = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const headers = {
        'content-type': request.headers['content-type'] ?? 'application/json',
        'authorization': `Bearer ${service.token}`,
      };
      const method = request.method ?? 'GET';
      const body = await bytesOf(request);
      const reply = await fetch(`${origin}${request.url ?? ''}`, { method, headers, ...(body.length > 0 ? { body } : {}) });
      const text = await reply.text();
      const isGood = reply.ok && text !== '';
      if (isGood) count++;
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(isGood ? stringifyJson(withEcho(parseJson(text), sentBack(token), true)) : text);
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    eventUrl: here + new URL(service.eventUrl).pathname,
    ticketUrl: here + new URL(service.ticketUrl).pathname,
    token,
    echoed: () => count,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return new Uint8Array(Buffer.concat(pieces));
}
