// The version of a record, by which a write can depend on what was read.
import { createHash } from 'node:crypto';
import type { OperationId } from '../client/index.ts';
import { codes, ServiceProblem } from './problems.ts';

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
