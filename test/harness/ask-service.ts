import assert from 'node:assert/strict';
import type { Service } from '../../src/service/index.ts';

/** Asks a local service itself, past the extension. */
export async function askService<T = unknown>(service: Service, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${service.ticketUrl}${path}`, {
    method,
    headers: { 'Authorization': `Bearer ${service.token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return (await response.json()) as T;
}
