// One request and its whole reply: under a deadline, capped in size, with no redirect followed.
import { FileChangedError, type MultipartForm } from './multipart.ts';
import { isObject } from './replies.ts';
import { l10nKey, localized, quoted, type LocalizedText } from './l10n.ts';

export interface HttpRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | MultipartForm;
  readonly redirect: 'manual';
  /** The standard wants it with a streamed body. */
  readonly duplex: 'half';
  readonly signal: AbortSignal;
}

interface HttpResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
}

/** The part of fetch that the client uses; node-fetch by default. */
export type Fetch = (url: string, request: HttpRequest) => Promise<HttpResponse>;

export interface Reply extends Omit<HttpResponse, 'body'> {
  readonly text: string;
}

/** A reply of which no text can be made. */
export class UnreadableReply extends Error {
  override readonly name = 'UnreadableReply';
  readonly reason: LocalizedText;

  constructor(reason: LocalizedText, cause?: unknown) {
    super(reason.english, { cause });
    this.reason = reason;
  }
}

export async function exchange(fetch: Fetch, url: string, request: HttpRequest, maximumBytes: number): Promise<Reply> {
  request.signal.throwIfAborted();
  const { status, headers, body } = await fetch(url, request);
  return { status, headers, text: await readText(body, maximumBytes) };
}

async function readText(body: unknown, maximumBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let total = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    total += piece.length;
    if (total > maximumBytes)
      throw new UnreadableReply(localized('the reply is larger than {0} MB', Math.round(maximumBytes / 2 ** 20)));
    text += decode(decoder, piece);
  }
  return text + decode(decoder);
}

/** Decodes a piece, or without one the end of the text. */
function decode(decoder: InstanceType<typeof TextDecoder>, piece?: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch (cause) {
    throw new UnreadableReply(localized('the reply is not UTF-8 text'), cause);
  }
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
  for (let current = error; isObject(current) && causes.length < 5; current = current.cause) causes.push(current);
  return causes;
}

/** What Node says of a certificate that it refuses. It looks at one before the handshake ends, and never later. */
const certificateCode =
  /^(?:ERR_TLS_CERT_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERROR_IN_C|HOSTNAME_MISMATCH$|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_)/;
/** TLS that breaks says so with these codes, during the handshake and at any time after it. */
const tlsCode = /^(?:ERR_TLS_|ERR_SSL_|EPROTO$)/;
const connectCall = new Set(['connect', 'getaddrinfo']);

/** Whether no connection was made, so that no byte of the request can have arrived. */
export function failedToConnect(error: unknown): boolean {
  return causesOf(error).some(
    ({ code, syscall, erroredSysCall }) =>
      connectCall.has(syscall ?? erroredSysCall ?? '') || code === 'ECONNREFUSED' || code === 'ENOTFOUND',
  );
}

/** The other side could not prove who it is, before anything was sent; asking again changes nothing. */
export function failedAtCertificate(error: unknown): boolean {
  return causesOf(error).some(({ code = '' }) => certificateCode.test(code));
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: l10nKey('nothing listens at this address'),
  ENOTFOUND: l10nKey('the name is not known'),
  EAI_AGAIN: l10nKey('the name could not be looked up'),
  ECONNRESET: l10nKey('the connection was cut'),
  EPIPE: l10nKey('the connection was cut while sending'),
  ERR_STREAM_PREMATURE_CLOSE: l10nKey('the reply was cut short'),
  ETIMEDOUT: l10nKey('the connection timed out'),
  EHOSTUNREACH: l10nKey('the host is not reachable'),
  ENETUNREACH: l10nKey('the network is not reachable'),
};

export function networkReason(error: unknown): LocalizedText {
  const causes = causesOf(error);
  const changed = causes.find((cause) => cause instanceof FileChangedError);
  if (changed) return changed.reason;
  const code = causes.map((cause) => cause.code).find((found) => found !== undefined);
  if (code !== undefined && certificateCode.test(code)) return localized('its certificate was refused: {0}', code);
  if (code !== undefined && tlsCode.test(code)) return localized('the secure connection failed: {0}', code);
  const known = code === undefined ? undefined : reasons[code];
  return known === undefined ? quoted(causes.at(-1)?.message ?? String(error)) : localized(known);
}
