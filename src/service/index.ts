import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the service does to every request, so that a test can see how its caller copes. */
export type ServiceFault = { kind: 'status'; status: number } | { kind: 'reset' };

export interface ServiceOptions {
  port?: number;
  faults?: readonly ServiceFault[];
}

export interface Service {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** A placeholder with the address, the token and the guards of the local service; it knows no operation yet and says so. */
export async function startService({ port = 0, faults = [] }: ServiceOptions = {}): Promise<Service> {
  const server = createServer((request, response) => answer(request, response, faults));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    eventUrl: `${origin}/events-api`,
    ticketUrl: `${origin}/tickets-api`,
    token: randomBytes(24).toString('base64url'),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(request: IncomingMessage, response: ServerResponse, faults: readonly ServiceFault[]): void {
  if (!isOwnHost(request)) return send(response, 403, 'This service answers only at its own address.');
  for (const fault of faults) {
    if (fault.kind === 'reset') return void request.socket.destroy();
    return send(response, fault.status, `Status ${fault.status} was asked for.`);
  }
  send(response, 501, `${request.method ?? ''} ${request.url ?? ''} is not served yet.`);
}

/** A page on another site can make a browser call loopback; its Host or Origin gives it away. */
function isOwnHost({ headers, socket }: IncomingMessage): boolean {
  const port = socket.localPort;
  return headers.origin === undefined && (headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`);
}

function send(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code: status, message }));
}
