// The local service and a bare server that answers a constant, to be asked in turns.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReadStream } from 'node:fs';
import Papa from 'papaparse';
import { startService } from '../../src/service/index.ts';
import { answer } from './child.ts';

const jobs = {
  /** Starts the local service with its sample, and gives where it is. */
  async service(scale = 1) {
    const { eventUrl, ticketUrl, token } = await startService({ seed: 1, dialect: {}, scale, today: '2026-06-15' });
    return { eventUrl, ticketUrl, token };
  },

  /** Starts a server that answers every request with this text, and gives its address. */
  constant: (text: string) =>
    new Promise<string>((resolve) => {
      const bytes = Buffer.from(text);
      const server = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length });
        response.end(bytes);
      });
      server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    }),

  /** Parses a file and nothing else; gives how long it took. */
  parse: (path: string) =>
    new Promise<number>((resolve, reject) => {
      const started = performance.now();
      const file = createReadStream(path, { encoding: 'utf8' });
      Papa.parse(file, { chunk: () => undefined, complete: () => resolve(performance.now() - started), error: reject });
    }),
};

export type LocalServiceJobs = typeof jobs;

answer(jobs);
