// The whole reply to an operation, as the shape and the manners have it, and the version of a record, by which a write can depend on what
// was read.
import { createHash } from 'node:crypto';
import { stringifyJson, type Operation, type OperationId } from '../client/index.ts';
import { dress } from './dress.ts';
import type { ServiceManners } from './manners.ts';
import { codes, ServiceProblem } from './problems.ts';
import { findEvent } from './requests.ts';
import type { Database } from './database.ts';
import { wireProblem, wireReply, type ShapeName, type WireReply } from './shapes.ts';
import { uuidOf } from './wire-ids.ts';

interface Speaker {
  readonly database: Database;
  readonly shape: ShapeName;
  readonly manners: ServiceManners;
  /** Of the service's clock. */
  readonly timeZone: string;
}

/** What an operation answers with when it was done; `path` is the one of the request. */
export function replyTo(
  { database, shape, manners, timeZone }: Speaker,
  operation: Operation,
  path: Readonly<Record<string, string>>,
  value: unknown,
): WireReply {
  const { method, effect, group, id } = operation;
  // Most services have none, and a long list takes its time.
  if (Object.keys(manners).length === 0) return wireReply(group, shape, value);
  const eventZone = () => String(findEvent(database, path.eventId ?? path.id ?? '').timezone);
  const dressed = dress(id, value, { manners, zone: timeZone, eventZone });
  if (effect !== 'read' && manners.emptyReplies) return { status: method === 'POST' ? 201 : 204, body: undefined };
  if (id === 'createPasskeys' && manners.batchNoCount) return { status: 200, body: {} };
  const shown = manners.noId && method === 'POST' ? withoutIds(dressed) : dressed;
  const { status, body } = wireReply(group, shape, shown, manners.paging);
  return { status, body: renamed(body, manners) };
}

/** What a write that was only accepted is answered with. */
export function replyOfJob({ manners }: Speaker, job: number): WireReply {
  if (manners.emptyReplies) return { status: 202, body: undefined };
  return { status: 202, body: renamed({ job: manners.uuid ? uuidOf('job', job) : job }, manners) };
}

export function replyOfProblem(
  { manners }: Pick<Speaker, 'manners'>,
  group: Operation['group'],
  problem: ServiceProblem,
  isWrite: boolean,
): WireReply {
  const { failure } = manners;
  if (failure && isWrite && refusals.has(problem.status)) return { status: 200, body: { [failure.field]: failure.value } };
  const { status, body } = wireProblem(group, problem, isWrite, manners.bare === true);
  return { status, body: renamed(body, manners) };
}

/** Statuses of requests that were understood and not carried out; who may not ask at all is told so. */
const refusals = new Set([400, 404, 409, 412, 413, 415]);

/** Neither of the record nor of records in a list of it. */
function withoutIds(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'id');
  return Object.fromEntries(
    entries.map(([name, part]: [string, unknown]) => [
      name,
      name === 'passkeys' && Array.isArray(part) ? part.map(withoutIds) : part,
    ]),
  );
}

export function bytesOf({ body }: WireReply): Buffer {
  return body === undefined ? Buffer.alloc(0) : Buffer.from(stringifyJson(body));
}

const versioned = new Set<OperationId>(['getItem', 'getPasskey']);

/** The read that shows what a write at the same address changes. */
export const readOfWrite: Partial<Record<OperationId, 'getItem' | 'getPasskey'>> = {
  updateItem: 'getItem',
  removeItem: 'getItem',
  updatePasskey: 'getPasskey',
};

export function etagHeader(operation: OperationId | undefined, bytes: Buffer): Record<string, string> {
  return operation !== undefined && versioned.has(operation) ? { etag: etagOf(bytes) } : {};
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('sha1').update(bytes).digest('base64url')}"`;
}

/** Refuses what was meant for another version than the one that is there. */
export function requireMatch(ifMatch: string, now: Buffer): void {
  const wanted = ifMatch.split(',').map((tag) => tag.trim());
  if (wanted.includes('*') || wanted.includes(etagOf(now))) return;
  throw new ServiceProblem(412, codes.conflict, 'The record has changed since it was read');
}

/** What a key is called on the wire. */
export function wireName(key: string, { snakeCase, rename }: Pick<ServiceManners, 'snakeCase' | 'rename'>): string {
  const spelt = snakeCase ? snake(key) : key;
  if (rename && Object.hasOwn(rename, key)) return rename[key] ?? key;
  return rename && Object.hasOwn(rename, spelt) ? (rename[spelt] ?? spelt) : spelt;
}

/** A whole reply under the names that the manners give its keys; the names of attributes are data. */
function renamed(body: unknown, manners: ServiceManners): unknown {
  const { snakeCase, rename, names } = manners;
  if (!snakeCase && !rename) return body;
  const data = new Set(['attributes', names?.attributes]);
  const nameOf = (key: string) => wireName(key, manners);
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [nameOf(key), data.has(key) ? part : walk(part)]));
  };
  return walk(body);
}

function snake(key: string): string {
  return key.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
}
