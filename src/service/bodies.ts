// Reads what was sent: JSON up to a limit, or the one file of a form, as a stream.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { parseJson } from '../client/index.ts';
import { codes, invalidField, ServiceProblem } from './problems.ts';

const largestJson = 8 * 2 ** 20;
const largestFile = 512 * 2 ** 20;

/** The payload, or undefined when none was sent. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (request.method === 'GET') return undefined;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > largestJson) throw tooLarge(`The payload is larger than ${largestJson} bytes`);
    pieces.push(piece);
  }
  if (size === 0) return undefined;
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new ServiceProblem(415, codes.usage, 'The payload must be application/json', ['content-type']);
  }
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)));
  } catch {
    throw new ServiceProblem(400, codes.usage, 'The payload is not JSON');
  }
}

/** The file field of a multipart form, while it arrives; it fails when the upload is cut short or too large. */
export function readFile(request: IncomingMessage): Promise<Readable> {
  return new Promise((resolve, reject) => {
    let parser: busboy.Busboy;
    try {
      parser = busboy({ headers: request.headers, limits: { files: 1, fields: 0, fileSize: largestFile } });
    } catch {
      return reject(new ServiceProblem(415, codes.usage, 'The upload must be a multipart form', ['content-type']));
    }
    let file: Readable | undefined;
    const fail = (error: Error) => {
      reject(error);
      file?.destroy(error);
    };
    parser.on('file', (name, stream) => {
      if (name !== 'file') return fail(invalidField('file', 'must be the only field of the form'));
      file = stream;
      stream.on('limit', () => stream.destroy(tooLarge(`The file is larger than ${largestFile} bytes`)));
      resolve(stream);
    });
    parser.on('error', () => fail(new ServiceProblem(400, codes.usage, 'The form is not well made')));
    parser.on('close', () => reject(invalidField('file', 'must be given')));
    request.on('aborted', () => fail(new ServiceProblem(400, codes.usage, 'The upload was cut short')));
    request.pipe(parser);
    return undefined;
  });
}

function tooLarge(message: string): ServiceProblem {
  return new ServiceProblem(413, codes.tooLarge, message);
}
