import assert from 'node:assert/strict';
import { Busboy } from '@fastify/busboy';
import { appendFileSync, createReadStream, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodeFetch, { fileFrom } from 'node-fetch';
import type { ApiError, Fetch, Progress, UploadFile } from '../../../src/client/index.ts';
import { clientOf, failureOf, manualClock, rawServer, recordingServer, sendJson, stopServers, type Recorded } from './support.ts';

interface Part {
  readonly name: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly content: Buffer;
}

/** Reads a recorded form with a parser that we did not write. */
function partsOf({ headers, body }: Recorded): Promise<Part[]> {
  return new Promise((resolve, reject) => {
    const parts: Part[] = [];
    const parser = new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' } });
    parser.on('file', (name, stream, filename, _encoding, mimeType) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => parts.push({ name, filename, mimeType, content: Buffer.concat(pieces) }));
    });
    parser.on('field', (name) => reject(new Error(`an unexpected field ${name}`)));
    parser.on('error', reject);
    parser.on('finish', () => resolve(parts));
    parser.end(body);
  });
}

/** Whoever has to send a form; the client's own is node-fetch too. */
const senders: Readonly<Record<string, { fetch?: Fetch }>> = {
  "the client's own fetch": {},
  'node-fetch': { fetch: nodeFetch as unknown as Fetch },
  "the platform's fetch": { fetch: globalThis.fetch },
};

describe('the upload of codes', () => {
  let folder: string;
  let path: string;
  const content = Buffer.from(`code\r\n${Array.from({ length: 200_000 }, (_, index) => `CODE-${index}-é`).join('\r\n')}\r\n`);
  before(() => (folder = mkdtempSync(join(tmpdir(), 'box-office-upload-'))));
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(() => {
    path = join(folder, 'códigos "1".csv');
    writeFileSync(path, content);
  });
  afterEach(stopServers);

  for (const [sender, options] of Object.entries(senders)) {
    it(`with ${sender} is a multipart form with one file field named file, byte for byte, its length known beforehand`, async () => {
      const server = await recordingServer((_request, response) => sendJson(response, { stored: 3 }));
      const seen: Progress[] = [];
      const reply = await clientOf(server.origin, options).call(
        'uploadCodes',
        { path: { eventId: 12 }, query: { x: 1 }, file: await fileFrom(path, 'text/csv') },
        { onProgress: (progress) => seen.push(progress) },
      );
      assert.deepEqual(reply, { stored: 3 });
      const [request] = server.requests;
      assert.equal(`${request!.method} ${request!.url}`, 'POST /tickets/events/12/codes?x=1');
      assert.equal(request!.headers.accept, '*/*');
      assert.match(request!.headers['content-type'] ?? '', /^multipart\/form-data; boundary=\S+$/);
      assert.equal(request!.headers['content-length'], String(request!.body.length));
      assert.equal(request!.headers['transfer-encoding'], undefined);
      assert.equal(request!.headers.authorization, 'Bearer the-token');
      const parts = await partsOf(request!);
      assert.equal(parts.length, 1);
      assert.deepEqual([parts[0]!.name, parts[0]!.filename, parts[0]!.mimeType], ['file', 'códigos %221%22.csv', 'text/csv']);
      assert.ok(parts[0]!.content.equals(content));
      assert.deepEqual(seen.at(-1), { sent: content.length, total: content.length });
    });

    for (const status of [401, 409])
      it(`with ${sender} is refused as the service says: ${status}`, async () => {
        const server = await recordingServer((_request, response) => sendJson(response, { message: 'no' }, status));
        const call = clientOf(server.origin, options).call('uploadCodes', {
          path: { eventId: 1 },
          file: new File(['A\nB'], 'a.csv'),
        });
        assert.equal(((await failureOf(call)) as ApiError).status, status);
      });

    it(`with ${sender} reads no further than the service takes, and ends with a cancel`, async () => {
      const server = await rawServer(
        () => undefined,
        (socket) => setImmediate(() => socket.pause()),
      );
      const { file, isClosed } = endlessFile();
      const controller = new AbortController();
      let read = 0;
      const call = failureOf(
        clientOf(server.origin, options).call(
          'uploadCodes',
          { path: { eventId: 1 }, file },
          { signal: controller.signal, onProgress: ({ sent }: Progress) => (read = sent) },
        ),
      );
      for (let still = 0, last = -1; still < 300; last = read) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        still = read > 0 && read === last ? still + 1 : 0;
        assert.ok(read < 64 * 2 ** 20, 'it reads faster than anybody takes');
      }
      controller.abort(new Error('cancelled by the test'));
      const error = (await call) as ApiError;
      assert.equal(error.kind, 'unknownOutcome');
      assert.match(error.message, /cancelled under way/);
      while (!isClosed()) await new Promise((resolve) => setImmediate(resolve));
    });

    for (const [title, change] of [
      ['grows', (name: string) => appendFileSync(name, 'X'.repeat(1000))],
      ['shrinks', (name: string) => truncateSync(name, 100)],
    ] as const)
      it(`with ${sender} says that the file changed when it ${title} while it is being sent`, async () => {
        const server = await recordingServer();
        const file: UploadFile = { name: 'a.csv', type: 'text/csv', size: content.length, stream: () => createReadStream(path) };
        change(path);
        const error = await failureOf(clientOf(server.origin, options).call('uploadCodes', { path: { eventId: 1 }, file }));
        assert.match(error.message, /a\.csv changed while it was being sent/);
        assert.equal(server.requests.length, 0, 'no whole request arrived');
      });
  }

  it('chooses a new boundary each time', async () => {
    const server = await recordingServer();
    const client = clientOf(server.origin);
    for (let round = 0; round < 3; round++)
      await client.call('uploadCodes', { path: { eventId: 1 }, file: new File(['A\nB'], 'a.csv') });
    assert.equal(new Set(server.requests.map(({ headers }) => headers['content-type'])).size, 3);
  });

  it('takes a Blob of the platform, an empty file and a name with line ends', async () => {
    const server = await recordingServer();
    await clientOf(server.origin).call('uploadCodes', { path: { eventId: 1 }, file: new File([], 'a\r\nX-Evil: 1.csv') });
    const parts = await partsOf(server.requests[0]!);
    assert.deepEqual([parts[0]!.filename, parts[0]!.content.length], ['a%0D%0AX-Evil: 1.csv', 0]);
  });

  it('reports progress that grows to the size of the file', async () => {
    const server = await recordingServer();
    const seen: Progress[] = [];
    await clientOf(server.origin).call(
      'uploadCodes',
      { path: { eventId: 1 }, file: await fileFrom(path) },
      { onProgress: (progress) => seen.push(progress) },
    );
    assert.ok(seen.length > 10);
    assert.ok(seen.every(({ sent, total }, index) => total === content.length && sent > (seen[index - 1]?.sent ?? 0)));
    assert.equal(seen.at(-1)!.sent, content.length);
  });

  it('fault 36: is not sent twice when its reply is lost', async () => {
    const server = await recordingServer((_request, response) => response.destroy());
    const error = (await failureOf(
      clientOf(server.origin).call('uploadCodes', { path: { eventId: 1 }, file: await fileFrom(path) }),
    )) as ApiError;
    assert.equal(error.kind, 'unknownOutcome');
    assert.equal(server.requests.length, 1);
  });

  it('ends with a verdict or an unknown outcome when the service refuses early and closes', async () => {
    const server = await rawServer(
      () => undefined,
      (socket) => {
        socket.end(
          'HTTP/1.1 413 Payload Too Large\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"message":"too large"}',
        );
      },
    );
    const error = (await failureOf(
      clientOf(server.origin).call('uploadCodes', { path: { eventId: 1 }, file: await fileFrom(path) }),
    )) as ApiError;
    assert.ok(error.kind === 'unknownOutcome' || error.status === 413, error.message);
  });
});

/** A file without an end, which says when nobody reads it any more. */
function endlessFile(): { file: UploadFile; isClosed: () => boolean } {
  let closed = false;
  async function* stream() {
    try {
      for (;;) yield await Promise.resolve(new Uint8Array(65536));
    } finally {
      closed = true;
    }
  }
  return { file: { name: 'big.csv', type: 'text/csv', size: 2 ** 40, stream }, isClosed: () => closed };
}

/** A file whose pieces come when the test lets them. */
function steppedFile(pieces: number, pieceSize: number): { file: UploadFile; give: () => void } {
  const gates = Array.from({ length: pieces }, () => Promise.withResolvers<undefined>());
  let given = 0;
  async function* stream() {
    for (const { promise } of gates) {
      await promise;
      yield new Uint8Array(pieceSize);
    }
  }
  return {
    file: { name: 'a.csv', type: 'text/csv', size: pieces * pieceSize, stream },
    give: () => gates[given++]?.resolve(undefined),
  };
}

describe('the time limit of an upload', () => {
  afterEach(stopServers);

  /** An upload at a clock that stands still; `step` lets one piece go out, and resolves when the client has seen it go. */
  async function begin(pieces: number, pieceSize: number) {
    const server = await recordingServer((_request, response) => sendJson(response, { stored: 1 }));
    const clock = manualClock();
    const { file, give } = steppedFile(pieces, pieceSize);
    let seen = 0;
    let settled = false;
    const call = clientOf(server.origin, { clock }).call(
      'uploadCodes',
      { path: { eventId: 1 }, file },
      { onProgress: () => seen++ },
    );
    const ended = call.catch((error: unknown) => error).finally(() => (settled = true));
    const step = async () => {
      const before = seen;
      give();
      while (seen === before && !settled) await new Promise((resolve) => setImmediate(resolve));
    };
    return { server, clock, step, ended, isConfirmed: () => settled };
  }

  it('fault 30: gives up one that stands still for four times the usual limit', async () => {
    const { clock, step, ended, isConfirmed, server } = await begin(2, 1000);
    await step();
    clock.advance(119_999);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isConfirmed(), false);
    clock.advance(1);
    const error = (await ended) as ApiError;
    assert.equal(error.kind, 'unknownOutcome');
    assert.match(error.message, /within 120 s/);
    assert.equal(server.requests.length, 0);
  });

  it('fault 30: lets a slow one go on while it progresses', async () => {
    const { clock, step, ended, isConfirmed } = await begin(4, 2 ** 21);
    for (let piece = 0; piece < 4; piece++) {
      clock.advance(100_000);
      await step();
      assert.equal(isConfirmed() && piece < 3, false, `it ended after ${piece + 1} pieces`);
    }
    assert.deepEqual(await ended, { stored: 1 });
  });

  it('fault 30: gives up one that progresses, but slower than 20 kB a second in all', async () => {
    const { clock, step, ended } = await begin(4, 1000);
    await step();
    clock.advance(100_000);
    await step();
    // A file of 4,000 bytes has 200 ms beyond the 120 s.
    clock.advance(20_199);
    await step();
    clock.advance(1);
    const error = (await ended) as ApiError;
    assert.equal(error.kind, 'unknownOutcome');
  });
});
