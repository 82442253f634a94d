// Reads what was sent: JSON up to a limit, or the one file of a form, as a stream.
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { LongNumberError, maxDigits, parseJson } from '../client/index.ts';
import { codes, invalidField, ServiceProblem } from './problems.ts';

const maxJson = 8 * 2 ** 20;
const maxFile = 512 * 2 ** 20;
/** More values than any payload needs; each costs time to check. */
const maxValues = 100_000;
const maxDepth = 100;

/** The payload, or undefined when none was sent. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (request.method === 'GET') return undefined;
  const bytes = await readBytes(request);
  if (bytes.length === 0) return undefined;
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new ServiceProblem(415, codes.usage, 'The payload must be application/json', ['content-type']);
  }
  return parsePayload(bytes);
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= maxJson) pieces.push(piece);
      else reject(tooLarge(`The payload is larger than ${maxJson} bytes`));
    });
    request.on('end', () => resolve(Buffer.concat(pieces)));
    request.on('close', () => reject(new ServiceProblem(400, codes.usage, 'The payload was cut short')));
  });
}

/** More than any request that is taken has. */
const maxDrained = 2 * maxFile;

/**
 * Reads what is left of a request and forgets it: a connection that is closed with bytes unread is reset, and the sender may lose the
 * reply. It ends with the request, with the connection, or with the patience of the service.
 */
export function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = maxDrained;
    request.on('data', (piece: Buffer) => {
      left -= piece.length;
      if (left < 0) resolve();
    });
    request.once('end', resolve).once('close', resolve);
    request.unpipe();
    request.resume();
  });
}

function parsePayload(bytes: Buffer): unknown {
  const [text, rounded] = parseRounded(bytes);
  // Before the digits of long numbers are kept, which takes much longer for each of them.
  requireStorable(rounded, '', { values: 0 });
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof LongNumberError)) throw error;
    throw invalidField(fieldOfInfinity(rounded, '') ?? '', `has more than ${maxDigits} digits`);
  }
}

function parseRounded(bytes: Buffer): [string, unknown] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return [text, JSON.parse(text)];
  } catch {
    throw new ServiceProblem(400, codes.usage, 'The payload is not JSON');
  }
}

/** Where a number stands that was too long to be rounded. */
function fieldOfInfinity(value: unknown, field: string): string | undefined {
  if (value === Infinity || value === -Infinity) return field;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const found = fieldOfInfinity(part, fieldWithin(field, key));
    if (found !== undefined) return found;
  }
  return undefined;
}

function fieldWithin(field: string, key: string): string {
  return field === '' ? key : `${field}.${key}`;
}

/** Half a character would be stored as another one, and what is nested without end cannot be written out again. */
function requireStorable(value: unknown, field: string, count: { values: number }, depth = 0): void {
  count.values += Array.isArray(value) ? value.length : 1;
  if (count.values > maxValues) throw tooLarge(`The payload has more than ${maxValues} values`);
  if (typeof value === 'string' && !value.isWellFormed()) throw invalidField(field, 'holds a broken character');
  // SQLite keeps a NUL, but not every Node that reads it back does.
  if (typeof value === 'string' && value.includes('\0')) throw invalidField(field, 'holds a NUL character');
  if (typeof value !== 'object' || value === null) return;
  if (depth === maxDepth) throw new ServiceProblem(400, codes.usage, `The payload is nested deeper than ${maxDepth} levels`);
  for (const [key, part] of Object.entries(value)) requireStorable(part, fieldWithin(field, key), count, depth + 1);
}

/** The file field of a multipart form, while it arrives; it fails when the upload is cut short or too large. */
export function readFile(request: IncomingMessage): Promise<Readable> {
  return new Promise((resolve, reject) => {
    let parser: BusboyInstance;
    try {
      const headers = { ...request.headers, 'content-type': request.headers['content-type'] ?? '' };
      parser = new Busboy({ headers, limits: { files: 1, fields: 0, fileSize: maxFile } });
    } catch {
      return reject(new ServiceProblem(415, codes.usage, 'The upload must be a multipart form', ['content-type']));
    }
    // It ends with the form and not with the file: what comes after the file may be wrong too.
    const file = new PassThrough();
    // Whoever reads it sees the error; a refused request leaves nobody to read it.
    file.on('error', () => undefined);
    const fail = (error: Error) => {
      reject(error);
      file.destroy(error);
    };
    const failAsForm = () => fail(new ServiceProblem(400, codes.usage, 'The form is not well made', ['file']));
    const failAsSurplus = () => fail(invalidField('file', 'must be the only field of the form'));
    parser.on('file', (name, stream) => {
      stream.on('error', failAsForm);
      if (name !== 'file') return failAsSurplus();
      stream.on('limit', () => fail(tooLarge(`The file is larger than ${maxFile} bytes`)));
      stream.pipe(file, { end: false });
      resolve(file);
    });
    parser.on('filesLimit', failAsSurplus);
    parser.on('fieldsLimit', failAsSurplus);
    parser.on('error', failAsForm);
    parser.on('finish', () => {
      reject(invalidField('file', 'must be given'));
      file.end();
    });
    request.on('aborted', () => fail(new ServiceProblem(400, codes.usage, 'The upload was cut short')));
    request.pipe(parser);
    return undefined;
  });
}

function tooLarge(message: string): ServiceProblem {
  return new ServiceProblem(413, codes.tooLarge, message);
}
