import assert from 'node:assert/strict';
import type { Service } from '../../src/service/index.ts';

/** Codes that an event has already: stored past the extension. */
export async function storeCodes({ ticketUrl, token }: Service, ...codes: readonly string[]): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([codes.join('\n')]), 'codes.csv');
  const headers = { Authorization: `Bearer ${token}` };
  const reply = await fetch(`${ticketUrl}/events/1001/codes`, { method: 'POST', headers, body });
  assert.ok(reply.ok, await reply.text());
}
