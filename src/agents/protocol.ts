// The messages of the Model Context Protocol: revisions with a handshake, and those in which each request says for itself what it speaks.

export type Id = string | number;
export type Params = Readonly<Record<string, unknown>>;

export interface Message {
  readonly id?: Id;
  readonly method: string;
  readonly params?: Params;
}

interface Fault {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A reply, or the notice that stands for one which comes when the program ends. */
export interface Answer {
  readonly jsonrpc: '2.0';
  /** None where the request could not be read. */
  readonly id?: Id;
  readonly result?: unknown;
  readonly error?: Fault;
  readonly method?: string;
  readonly params?: Params;
}

/** Revisions that begin with `initialize`, the newest first. */
const withHandshake = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const stateless = '2026-07-28';
const versions = [stateless, ...withHandshake];

const metaKey = (name: string) => `io.modelcontextprotocol/${name}`;

const codes = {
  noJson: -32700,
  noRequest: -32600,
  noMethod: -32601,
  parameters: -32602,
  failed: -32603,
  version: -32022,
} as const;

export class ProtocolError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(kind: keyof typeof codes, message: string, data?: unknown) {
    super(message);
    this.code = codes[kind];
    this.data = data;
  }
}

export function messageIn(line: string): Message {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    throw new ProtocolError('noJson', 'This is not JSON.');
  }
  if (!isMessage(message)) throw new ProtocolError('noRequest', 'This is no request.');
  return message;
}

function isMessage(value: unknown): value is Message {
  if (!isObject(value)) return false;
  const { id, method, params } = value;
  const hasId = id === undefined || typeof id === 'string' || typeof id === 'number';
  return hasId && typeof method === 'string' && (params === undefined || isObject(params));
}

export function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the request says for itself what it speaks; throws where it speaks what is not known here, or does not say all that it must. */
export function isStateless({ method, params = {} }: Message): boolean {
  const meta = isObject(params._meta) ? params._meta : {};
  const requested = meta[metaKey('protocolVersion')];
  if (requested === undefined && method !== 'server/discover') return false;
  if (typeof requested !== 'string' || !isObject(meta[metaKey('clientCapabilities')]))
    throw new ProtocolError('parameters', '_meta must have protocolVersion and clientCapabilities.');
  if (requested !== stateless)
    throw new ProtocolError('version', `The version ${requested} is not spoken here.`, { supported: versions, requested });
  return true;
}

/** The version that is asked for, or the newest of those that begin with a handshake. */
function negotiated(protocolVersion: unknown): string | undefined {
  return withHandshake.find((version) => version === protocolVersion) ?? withHandshake[0];
}

export interface Introduction {
  readonly server: { readonly name: string; readonly title: string; readonly version: string };
  readonly instructions: string;
}

const capabilities = { tools: {} };
/** What the tools are changes with the program alone. */
const kept = { ttlMs: 3_600_000, cacheScope: 'public' };

export function handshake({ protocolVersion }: Params, { server, instructions }: Introduction): object {
  return { protocolVersion: negotiated(protocolVersion), capabilities, serverInfo: server, instructions };
}

export function discovery({ instructions }: Introduction): object {
  return { supportedVersions: versions, capabilities, instructions, ...kept };
}

/** As a request that stands for itself is answered: it says what it is, who answers, and how long a list is good. */
export function selfContained(method: string, result: object, { server }: Introduction): object {
  const meta = { [metaKey('serverInfo')]: server };
  return { resultType: 'complete', ...result, ...(method === 'tools/list' ? kept : {}), _meta: meta };
}

/** Nothing changes that somebody could listen to; it stays open until it is cancelled. */
export function listening(id: Id): Answer {
  const params = { _meta: { [metaKey('subscriptionId')]: id }, notifications: {} };
  return { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params };
}

export function failure(id: Id | undefined, error: unknown): Answer {
  const known = error instanceof ProtocolError ? error : new ProtocolError('failed', (error as Error).message);
  const { code, message, data } = known;
  return {
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    error: { code, message, ...(data === undefined ? {} : { data }) },
  };
}
