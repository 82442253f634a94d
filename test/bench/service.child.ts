// The other side of the client's benches: it answers from memory and takes uploads apart as a real service does.
import { Busboy } from '@fastify/busboy';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from './child.ts';

const listLength = 100_000;

const jobs = {
  /** Starts it, and gives its address. */
  listen: () =>
    new Promise<string>((resolve) => {
      // Connections outlast the other side's turn, however slow the machine is.
      const server = createServer({ keepAliveTimeout: 120_000 }, respond);
      server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    }),
};

export type ServiceJobs = typeof jobs;

function respond(request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const id = /^\/items\/(\d+)$/.exec(pathname)?.[1];
  if (request.method === 'POST') receive(request, response);
  else if (pathname === '/items') send(response, wholeList());
  else if (id !== undefined) send(response, Buffer.from(JSON.stringify({ data: { ...item(Number(id)), ...details } })));
  else response.writeHead(404).end();
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  let bytes = 0;
  const form = new Busboy({ headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' } });
  form.on('file', (_field, file) => file.on('data', (piece: Buffer) => (bytes += piece.length)));
  form.on('finish', () => send(response, Buffer.from(JSON.stringify({ bytes }))));
  form.on('error', () => response.writeHead(400).end());
  request.pipe(form);
}

function send(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

/** About 200 bytes, with the accents that real names have. */
function item(id: number): object {
  return {
    id,
    name: `Pista ${id} · Cadeira numerada, ${id % 40}º lote`,
    type: id % 3 === 0 ? 'sessão' : 'ingresso',
    price: 1000 + (id % 500) * 10,
    event: { id: 40_000 + (id % 1000), start: '2027-03-14 20:00:00', place: { city: 'São Paulo', hall: id % 12 } },
  };
}

const details = { description: 'Acesso pela portaria principal; abertura dos portões duas horas antes.', available: 250 };

let list: Buffer | undefined;

/** Made when it is first asked for. */
function wholeList(): Buffer {
  list ??= Buffer.from(JSON.stringify({ data: Array.from({ length: listLength }, (_, index) => item(index + 1)) }));
  return list;
}

answer(jobs);
