// Carries out faults on a reply: before the work is done, after it, or instead of it.
import type { ServerResponse } from 'node:http';
import type { Operation } from '../client/index.ts';
import type { ServiceFault } from './faults.ts';
import { codes, ServiceProblem } from './problems.ts';

const page = '<!doctype html><title>Gateway</title><h1>Please sign in to the network</h1>';

/** Faults in which nothing is done; false lets the request go on. */
export async function failBefore(fault: ServiceFault, operation: Operation, response: ServerResponse): Promise<boolean> {
  switch (fault.kind) {
    case 'latency':
      await pause(milliseconds(fault));
      return false;
    case 'reset-before':
      response.destroy();
      return true;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      return true;
    case 'redirect':
      response.writeHead(307, { location: String(fault.value ?? '/elsewhere') }).end();
      return true;
    case '401':
      throw new ServiceProblem(401, codes.invalidToken, 'The token is not valid');
    case '429':
      response.setHeader('retry-after', String(fault.value ?? 1));
      return sendStatus(429, fault, operation, response);
    case '403':
    case '409':
    case '500':
      return sendStatus(Number(fault.kind), fault, operation, response);
    default:
      return false;
  }
}

/** Faults that strike when the work is done; false lets the reply go out. */
export function failAfter(fault: ServiceFault, operation: Operation, response: ServerResponse, text: string): boolean {
  switch (fault.kind) {
    case 'reset-after':
      response.destroy();
      return true;
    case '503-after':
      return sendStatus(503, fault, operation, response);
    case 'truncate':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) + 10 });
      response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy());
      return true;
    case 'wrong-type':
      response.writeHead(200, { 'content-type': 'text/html' }).end(text);
      return true;
    case 'invalid-json':
      response.writeHead(200, { 'content-type': 'application/json' }).end(`${text.slice(0, -1)},}`);
      return true;
    default:
      return false;
  }
}

/** The connection is cut at once, and the work is done some time afterwards. */
export function later(
  fault: ServiceFault,
  response: ServerResponse,
  work: () => unknown,
  onError: (error: unknown) => void,
): void {
  response.destroy();
  setTimeout(() => {
    Promise.resolve().then(work).catch(onError);
  }, milliseconds(fault)).unref();
}

/** A byte at a time. */
export async function sendSlowly(fault: ServiceFault, response: ServerResponse, status: number, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
  for (const byte of bytes) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await pause(milliseconds(fault));
  }
  response.end();
}

function sendStatus(status: number, fault: ServiceFault, operation: Operation, response: ServerResponse): boolean {
  const id = fault.operation ?? operation.id;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code: codes.failed, message: `${id} was made to fail with ${status}`, info: [] }));
  return true;
}

function milliseconds({ value }: ServiceFault): number {
  return typeof value === 'number' ? value : 100;
}

function pause(duration: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, duration).unref());
}
