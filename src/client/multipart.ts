// A multipart form with one file, streamed: its length is known beforehand and its boundary is new each time.
import type { UploadFile } from './operations.ts';
import { localized, type LocalizedText } from './l10n.ts';

export interface Progress {
  readonly sent: number;
  readonly total: number;
}

/** A Blob as far as fetch can tell, whose bytes are read while they are sent. */
export interface MultipartForm {
  readonly [Symbol.toStringTag]: 'Blob';
  readonly type: string;
  readonly size: number;
  stream(): AsyncGenerator<Uint8Array>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export function multipartForm(file: UploadFile, onProgress: (progress: Progress) => void): MultipartForm {
  const boundary = `----BoxOffice${randomText(24)}`;
  const encoder = new TextEncoder();
  const head = encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quote(file.name)}"\r\n` +
      `Content-Type: ${/^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'text/csv'}\r\n\r\n`,
  );
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
  const size = head.length + file.size + tail.length;

  async function* stream(): AsyncGenerator<Uint8Array> {
    yield head;
    const check = file.check?.();
    let read = 0;
    for await (const piece of file.stream()) {
      read += piece.length;
      check?.add(piece);
      if (read > file.size) break;
      yield piece;
      onProgress({ sent: read, total: file.size });
    }
    // Without its end nobody takes the form for a whole one.
    if (check && !check.isSame()) throw new FileChangedError(file.name, localized('{0} is not what was checked', file.name));
    if (read !== file.size) throw new FileChangedError(file.name);
    yield tail;
  }

  return {
    [Symbol.toStringTag]: 'Blob',
    type: `multipart/form-data; boundary=${boundary}`,
    size,
    stream,
    arrayBuffer: () => Promise.reject(new Error('A form is streamed, never held in memory.')),
  };
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

function randomText(length: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet[byte % alphabet.length]).join('');
}
