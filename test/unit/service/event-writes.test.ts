import assert from 'node:assert/strict';
import { operations } from '../../../src/client/index.ts';
import { askEvents, useService } from './support.ts';

describe('a write of the event group', () => {
  const held = useService();
  const path = '/event/1001/export';
  const statusOf = async (headers: Record<string, string>) => {
    const { origin, pathname } = new URL(held.service.eventUrl);
    const reply = await fetch(`${origin}${pathname}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });
    const { responseError } = (await reply.json()) as { responseError: { code: number } | null };
    return [reply.status, responseError?.code];
  };

  it('fault 78: wants the token', async () => {
    assert.deepEqual(await statusOf({}), [401, 2005]);
    assert.deepEqual(await statusOf({ authorization: 'Bearer x.y.z' }), [401, 2006]);
    assert.deepEqual(await statusOf({ authorization: `Bearer ${held.service.token}` }), [200, undefined]);
  });

  it('fault 78: none is taken without the token, and every read is', async () => {
    for (const { group, effect, method, path: address } of Object.values(operations)) {
      if (group !== 'event') continue;
      const headers = { authorization: '' };
      const { status } = await askEvents(
        held.service,
        method,
        address.replace(/\{\w+\}/g, '1001'),
        undefined,
        effect === 'read' ? {} : headers,
      );
      assert.equal(status, effect === 'read' ? 200 : 401, `${method} ${address}`);
    }
  });
});
