// A line between a run and the service that lets every request through, and spoils the replies to those that create passkeys.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, createServer as createRelay, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import nodeFetch from 'node-fetch';
import { Agent } from 'node:https';
import { generate } from 'selfsigned';
import type { Fetch } from '../../../src/client/index.ts';
import type { Service } from '../../../src/service/index.ts';

/** What becomes of a request that the service has carried out, as far as it was let through. */
interface Trouble {
  /** Only the first half of the codes reaches the service. */
  readonly half?: boolean;
  readonly status?: number;
  readonly body?: unknown;
  /** A body that depends on how many codes reached the service. */
  readonly count?: (reached: number) => unknown;
  /** Bytes that take the reply's place on the socket, below TLS where there is TLS. */
  readonly bytes?: string;
}

const database = { responseData: null, responseError: { status: false, code: 3000, message: 'Deadlock' }, responseStatus: 200 };

export const troubles = {
  'a 408': { status: 408, body: { message: 'Request Timeout' } },
  'a status that nobody knows': { status: 499, body: {} },
  'a 503 inside a 200': { status: 200, body: { responseData: null, responseDetails: 'Unavailable', responseStatus: 503 } },
  'an error of the database inside a 200': { status: 200, body: database },
  'an error of the database after half of the work': { half: true, status: 200, body: database },
  'a refusal after half of the work': { half: true, status: 400, body: { code: 1001, message: 'One of the codes is not good' } },
  'a refusal inside a 200 after half of the work': {
    half: true,
    status: 200,
    body: { responseError: { code: 1001, message: 'One of the codes is not good' } },
  },
  'status: false inside a 200': { status: 200, body: { status: false, message: 'Something broke' } },
  'ok: false inside a 200': { status: 200, body: { ok: false } },
  'a 200 that says nothing': { status: 200, body: { done: 'yes' } },
  'a 202': { status: 202, body: { job: 17 } },
  'an empty 201': { status: 201 },
  'a count of half of the work': { half: true, status: 200, count: (reached) => ({ created: reached, existing: [] }) },
  'a lost reply': { bytes: '' },
  'a broken record': { bytes: '\x17\x03\x03\x00\x20spoiled spoiled spoiled spoiled!' },
  'a fatal alert': { bytes: '\x15\x03\x03\x00\x02\x02\x28' },
  'plain text on the socket': { bytes: 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' },
} as const satisfies Record<string, Trouble>;

export type TroubleName = keyof typeof troubles;

export interface BadLine {
  readonly ticketUrl: string;
  /** Which trouble strikes a request that creates passkeys, by its number from 1. */
  strike: (request: number) => TroubleName | undefined;
  /** The certificate that has to be trusted, where there is one. */
  readonly certificate: string | undefined;
  readonly fetch: Fetch;
  stop(): Promise<void>;
}

let identity: Promise<{ readonly private: string; readonly cert: string }> | undefined;

/** One certificate for all tests: to make one takes a second. */
function ownIdentity(): Promise<{ readonly private: string; readonly cert: string }> {
  const extensions = [{ name: 'subjectAltName' as const, altNames: [{ type: 7 as const, ip: '127.0.0.1' }] }];
  return (identity ??= Promise.resolve(generate([{ name: 'commonName', value: '127.0.0.1' }], { extensions })));
}

export async function badLine(service: Service, secure: boolean): Promise<BadLine> {
  let requests = 0;
  const clients = new Map<number, Socket>();
  const line: { strike: BadLine['strike'] } = { strike: () => undefined };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const isCreating = request.method === 'POST' && /\/passkeys$/.test(request.url ?? '');
    const name = isCreating ? line.strike(++requests) : undefined;
    const trouble: Trouble | undefined = name && troubles[name];
    const reaching = trouble?.half ? halfOf(body) : body;
    const passedOn = await passOn(service, request, reaching);
    if (trouble?.bytes !== undefined) {
      const socket = clients.get(request.socket.remotePort ?? 0) ?? request.socket;
      if (trouble.bytes === '') socket.destroy();
      else socket.end(trouble.bytes, 'latin1');
      return;
    }
    const content = trouble ? contentOf(trouble, reaching) : await passedOn.text();
    response.writeHead(trouble?.status ?? passedOn.status, { 'content-type': 'application/json' }).end(content);
  };
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response).catch(() => response.destroy());
  const { private: key, cert } = secure ? await ownIdentity() : { private: '', cert: '' };
  const server: Server = secure ? createSecureServer({ key, cert }, handle) : createServer(handle);
  await listen(server);
  const relay = createRelay((client) => {
    const inner = connect((server.address() as AddressInfo).port, '127.0.0.1', () => clients.set(inner.localPort ?? 0, client));
    client.pipe(inner).pipe(client);
    for (const socket of [client, inner]) socket.on('error', () => socket.destroy());
    client.on('close', () => inner.destroy());
    inner.on('close', () => client.destroy());
  });
  await listen(relay);
  const agent = secure ? new Agent({ ca: cert, keepAlive: false }) : undefined;
  return Object.assign(line, {
    ticketUrl: `${secure ? 'https' : 'http'}://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    certificate: secure ? cert : undefined,
    fetch: (url: string, request: object) => nodeFetch(url, { ...request, agent }),
    async stop() {
      agent?.destroy();
      for (const client of clients.values()) client.destroy();
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => server.close(resolve)), new Promise((resolve) => relay.close(resolve))]);
    },
  });
}

async function listen(server: NetServer): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

function passOn(service: Service, { url = '/', method = 'GET', headers }: IncomingMessage, body: string): Promise<Response> {
  const { authorization = '', 'content-type': type = 'application/json' } = headers;
  const sent = method === 'GET' ? {} : { body };
  return fetch(service.ticketUrl + url, { method, headers: { authorization, 'content-type': type }, ...sent });
}

function contentOf({ body, count }: Trouble, reaching: string): string {
  const content = count ? count((JSON.parse(reaching) as { codes: string[] }).codes.length) : body;
  return content === undefined ? '' : JSON.stringify(content);
}

function halfOf(body: string): string {
  const { codes, ...rest } = JSON.parse(body) as { codes: string[] };
  return JSON.stringify({ ...rest, codes: codes.slice(0, Math.ceil(codes.length / 2)) });
}
