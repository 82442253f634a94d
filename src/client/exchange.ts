// One request and its whole reply: under a deadline, capped in size, with no redirect followed.
import { nativeSignal, type CancelSignal } from './cancel.ts';
import { FileChangedError, type MultipartForm } from './multipart.ts';
import { localized, quoted, type LocalizedText } from './l10n.ts';

export interface HttpRequest<Signal> {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | MultipartForm | undefined;
  readonly redirect: 'manual';
  readonly signal: Signal;
}

interface HttpResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
}

/** The part of fetch that the client uses; node-fetch by default. */
export type Fetch = FetchWith<AbortSignal>;
/** A fetch that takes the client's own signals, as node-fetch does. */
export type LightFetch = FetchWith<CancelSignal>;

type FetchWith<Signal> = (url: string, request: HttpRequest<Signal>) => Promise<HttpResponse>;

/** Makes a fetch that knows only the platform's signals take the client's own. */
export function withNativeSignals(fetch: Fetch): LightFetch {
  return (url, request) => fetch(url, { ...request, signal: nativeSignal(request.signal) });
}

export interface Reply {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
}

type TransportProblem = 'network' | 'certificate' | 'tooLarge' | 'notText';

/** A request that got no whole reply. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly problem: TransportProblem;
  readonly reason: LocalizedText;
  /** False only when it is certain that the service received nothing. */
  readonly sent: boolean;

  constructor(reason: LocalizedText, details: { problem: TransportProblem; sent: boolean; cause?: unknown }) {
    super(reason.english, { cause: details.cause });
    this.reason = reason;
    this.problem = details.problem;
    this.sent = details.sent;
  }
}

export async function exchange(
  fetch: LightFetch,
  url: string,
  request: HttpRequest<CancelSignal>,
  maximumBytes: number,
): Promise<Reply> {
  const { signal } = request;
  signal.throwIfAborted();
  try {
    const response = await fetch(url, request);
    const text = await readText(response.body, maximumBytes);
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TransportError) throw error;
    const problem = failedAtCertificate(error) ? 'certificate' : 'network';
    throw new TransportError(networkReason(error), { problem, sent: !failedBeforeSending(error), cause: error });
  }
}

/** Decodes each piece while the next is on its way. */
class TextReader {
  readonly #maximumBytes: number;
  #text = '';
  #total = 0;
  #decoder = ofOnePiece;
  /** Held back until the next comes: a text of one piece, the usual one, needs no decoder of its own. */
  #last: Uint8Array | undefined;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  take(piece: Uint8Array): void {
    this.#total += piece.length;
    if (this.#total > this.#maximumBytes) throw tooLarge(this.#maximumBytes);
    if (this.#last) {
      if (this.#decoder === ofOnePiece) this.#decoder = newDecoder();
      this.#text += decode(this.#decoder, this.#last, true);
    }
    this.#last = piece;
  }

  end(): string {
    return this.#last ? this.#text + decode(this.#decoder, this.#last, false) : this.#text;
  }
}

/** The part of Node's readable streams that is needed here. */
interface NodeStream {
  on(event: 'data', listener: (piece: Uint8Array) => void): this;
  on(event: 'end' | 'close', listener: () => void): this;
  on(event: 'error', listener: (error: Error) => void): this;
  destroy(error: Error): void;
}

function readText(body: unknown, maximumBytes: number): Promise<string> {
  const reader = new TextReader(maximumBytes);
  return isNodeStream(body) ? readStream(body, reader) : readPieces((body ?? []) as AsyncIterable<Uint8Array>, reader);
}

async function readPieces(body: AsyncIterable<Uint8Array>, reader: TextReader): Promise<string> {
  for await (const piece of body) reader.take(piece);
  return reader.end();
}

function isNodeStream(body: unknown): body is NodeStream {
  return typeof (body as NodeStream | null)?.on === 'function';
}

/** By events: iterating over a stream costs a small reply a tenth of its time. */
function readStream(stream: NodeStream, reader: TextReader): Promise<string> {
  return new Promise((resolve, reject: (reason: Error) => void) => {
    stream.on('data', (piece) => {
      try {
        reader.take(piece);
      } catch (error) {
        stream.destroy(error as Error);
      }
    });
    let ended = false;
    stream.on('end', () => {
      ended = true;
      try {
        resolve(reader.end());
      } catch (error) {
        reject(error as Error);
      }
    });
    stream.on('error', reject);
    // Every stream closes, and an error is costly to make.
    stream.on('close', () => !ended && reject(Object.assign(new Error('the reply was cut short'), { code: cutShort })));
  });
}

const newDecoder = () => new TextDecoder('utf-8', { fatal: true });
const ofOnePiece = newDecoder();

function decode(decoder: InstanceType<typeof TextDecoder>, piece: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(piece, { stream });
  } catch (cause) {
    throw new TransportError(localized('the reply is not UTF-8 text'), { problem: 'notText', sent: true, cause });
  }
}

function tooLarge(maximumBytes: number): TransportError {
  const reason = localized('the reply is larger than {0} MB', Math.round(maximumBytes / 2 ** 20));
  return new TransportError(reason, { problem: 'tooLarge', sent: true });
}

interface SystemError {
  code?: string;
  syscall?: string;
  erroredSysCall?: string;
  message?: string;
  cause?: unknown;
}

/** The errors that a fetch error wraps, outermost first. */
function causesOf(error: unknown): SystemError[] {
  const causes: SystemError[] = [];
  for (
    let current = error;
    typeof current === 'object' && current !== null && causes.length < 5;
    current = (current as SystemError).cause
  ) {
    causes.push(current);
  }
  return causes;
}

/** What Node says of a certificate that it refuses. It looks at one before the handshake ends, and never later. */
const certificateCode =
  /^(?:ERR_TLS_CERT_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_C|HOSTNAME_MISMATCH$|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_)/;
/** TLS that breaks says so with these codes, during the handshake and at any time after it. */
const tlsCode = /^(?:ERR_TLS_|ERR_SSL_|EPROTO$)/;
const connectCall = new Set(['connect', 'getaddrinfo']);

/** Whether the connection itself failed, so that no byte of the request can have arrived. */
function failedBeforeSending(error: unknown): boolean {
  const failedToConnect = causesOf(error).some(
    ({ code, syscall, erroredSysCall }) =>
      connectCall.has(syscall ?? erroredSysCall ?? '') || code === 'ECONNREFUSED' || code === 'ENOTFOUND',
  );
  return failedToConnect || failedAtCertificate(error);
}

const cutShort = 'ERR_STREAM_PREMATURE_CLOSE';

const reasons: Record<string, () => LocalizedText> = {
  ECONNREFUSED: () => localized('nothing listens at this address'),
  ENOTFOUND: () => localized('the name is not known'),
  EAI_AGAIN: () => localized('the name could not be looked up'),
  ECONNRESET: () => localized('the connection was cut'),
  EPIPE: () => localized('the connection was cut while sending'),
  [cutShort]: () => localized('the reply was cut short'),
  ETIMEDOUT: () => localized('the connection timed out'),
  EHOSTUNREACH: () => localized('the host is not reachable'),
  ENETUNREACH: () => localized('the network is not reachable'),
};

function networkReason(error: unknown): LocalizedText {
  const causes = causesOf(error);
  const changed = causes.find((cause) => cause instanceof FileChangedError);
  if (changed) return changed.reason;
  const code = causes.map((cause) => cause.code).find((found) => found !== undefined);
  if (code !== undefined && certificateCode.test(code)) return localized('its certificate was refused: {0}', code);
  if (code !== undefined && tlsCode.test(code)) return localized('the secure connection failed: {0}', code);
  const known = code === undefined ? undefined : reasons[code];
  if (known !== undefined) return known();
  return quoted(causes.at(-1)?.message ?? String(error));
}

/** The other side could not prove who it is; asking again changes nothing. */
function failedAtCertificate(error: unknown): boolean {
  return causesOf(error).some(({ code = '' }) => certificateCode.test(code));
}
