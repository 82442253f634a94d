// A multipart form with one file, streamed: its length is known beforehand and its boundary is new each time.
import type { UploadFile } from './operations.ts';
import { localized, type LocalizedText } from './l10n.ts';

export interface Progress {
  readonly sent: number;
  readonly total: number;
}

/**
 * A request body that can be sent once. It is a ReadableStream, which every standard fetch streams. node-fetch takes no such stream, but
 * streams whatever has the members of a Blob, so it has those too.
 */
export class MultipartForm extends ReadableStream<Uint8Array> {
  /** The content type, with the boundary. */
  readonly type: string;
  readonly size: number;
  readonly #pieces: AsyncGenerator<Uint8Array>;

  constructor(file: UploadFile, signal: AbortSignal, onProgress: (progress: Progress) => void) {
    const boundary = `----BoxOffice${crypto.randomUUID()}`;
    const encoder = new TextEncoder();
    const head = encoder.encode(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quote(file.name)}"\r\n` +
        `Content-Type: ${/^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'text/csv'}\r\n\r\n`,
    );
    const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
    const pieces = piecesOf(file, head, tail, signal, onProgress);
    // Nothing is read ahead: what was read counts as progress.
    super(
      {
        async pull(controller) {
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: async () => void (await pieces.return(undefined)),
      },
      { highWaterMark: 0 },
    );
    this.#pieces = pieces;
    this.type = `multipart/form-data; boundary=${boundary}`;
    this.size = head.length + file.size + tail.length;
  }

  get [Symbol.toStringTag](): string {
    return 'Blob';
  }

  stream(): AsyncGenerator<Uint8Array> {
    return this.#pieces;
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.reject(new Error('A form is streamed, never held in memory.'));
  }
}

async function* piecesOf(
  file: UploadFile,
  head: Uint8Array,
  tail: Uint8Array,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): AsyncGenerator<Uint8Array, undefined> {
  yield head;
  const check = file.check?.();
  let read = 0;
  for await (const piece of file.stream()) {
    read += piece.length;
    check?.add(piece);
    if (read > file.size) break;
    yield piece;
    // Node's own fetch reads a body to its end after it was aborted.
    signal.throwIfAborted();
    onProgress({ sent: read, total: file.size });
  }
  // Without its end nobody takes the form for a whole one.
  if (check && !check.isSame()) throw new FileChangedError(file.name, localized('{0} is not what was checked', file.name));
  if (read !== file.size) throw new FileChangedError(file.name);
  yield tail;
}

export class FileChangedError extends Error {
  override readonly name = 'FileChangedError';

  readonly reason: LocalizedText;

  constructor(file: string, reason = localized('{0} changed while it was being sent', file)) {
    super(reason.english);
    this.reason = reason;
  }
}

/** As browsers write a file's name in a form. */
function quote(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
