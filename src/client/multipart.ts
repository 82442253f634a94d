// A multipart form with one file, streamed: its length is known beforehand and its boundary is new each time.
import type { Progress, UploadFile } from './call-parts.ts';
import { localized, type LocalizedText } from './l10n.ts';

/** A request body that can be sent once: a stream, as the fetch standard wants it. */
export type MultipartForm = ReadableStream<Uint8Array> & {
  /** The content type, with the boundary. */
  readonly type: string;
  readonly size: number;
};

export function multipartForm(file: UploadFile, signal: AbortSignal, onProgress: (progress: Progress) => void): MultipartForm {
  const boundary = `----BoxOffice${randomLetters(32)}`;
  const encoder = new TextEncoder();
  const head = encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quote(file.name)}"\r\n` +
      `Content-Type: ${/^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'text/csv'}\r\n\r\n`,
  );
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
  const pieces = piecesOf(file, head, tail, signal, onProgress);
  // node-fetch takes no such stream, and would send its name; it streams whatever has the members of a Blob.
  return Object.defineProperties(ReadableStream.from(pieces), {
    type: { value: `multipart/form-data; boundary=${boundary}` },
    size: { value: head.length + file.size + tail.length },
    stream: { value: () => pieces },
    arrayBuffer: { value: () => Promise.reject(new Error('A form is streamed, never held in memory.')) },
    [Symbol.toStringTag]: { value: 'Blob' },
  }) as unknown as MultipartForm;
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

/** Without digits, which codes are full of: whoever looks for the boundary skips what cannot be part of it. */
function randomLetters(length: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % letters.length]).join('');
}
