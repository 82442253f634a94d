// The files that wait to be run, for lanes in any process: Node, or a VS Code that can be reached only by HTTP.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FileResult } from './results.ts';

export interface Queue {
  /** For a lane: where it takes files and leaves results. */
  readonly url: string;
  /** What the lane leaves behind when it is over: a file that it has begun and not ended has failed. */
  laneEnded(lane: string, why: string): void;
  readonly results: readonly FileResult[];
  /** How many files nobody has begun. */
  readonly waiting: readonly string[];
  stop(): void;
}

export async function startQueue(files: readonly string[], onResult: (result: FileResult) => void): Promise<Queue> {
  const waiting = [...files];
  const results: FileResult[] = [];
  const begun = new Map<string, string>();
  const add = (result: FileResult) => {
    results.push(result);
    onResult(result);
  };
  const server = createServer((request, response) => {
    void answer(request).then((reply) => response.end(JSON.stringify(reply)));
  });
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const lane = decodeURIComponent(request.url?.slice(1) ?? '');
    if (request.method === 'POST') {
      begun.delete(lane);
      add(JSON.parse(await bodyOf(request)) as FileResult);
      return {};
    }
    const file = waiting.shift();
    if (file !== undefined) begun.set(lane, file);
    return { file };
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    results,
    waiting,
    laneEnded(lane, why) {
      const file = begun.get(lane);
      begun.delete(lane);
      if (file !== undefined)
        add({
          file,
          milliseconds: 0,
          tests: [{ title: file, state: 'failed', milliseconds: 0, problem: `It did not end: ${why}` }],
        });
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
