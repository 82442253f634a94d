import assert from 'node:assert/strict';
import { operations } from '../../../src/client/index.ts';
import { festival, subjects, useContract } from './contract.ts';
import { documentProblems, type Exchange } from './document.ts';

describe('openapi.json and the local service', () => {
  const contract = useContract();

  it('would not fit another request or reply than those of the other suites', async () => {
    await contract.call('createItem', { body: { name: 'Pista', eventId: festival } });
    await contract.call('listTypes', {});
    await contract.call('listPasskeys', { query: { eventId: festival } });
    await contract.call('calculateTax', { query: { eventId: festival, price: 100 } });
    const { service, exchanges } = contract;
    const example = (wanted: string) => exchanges.find(({ method, url }) => `${method} ${url.pathname}`.endsWith(wanted))!;
    const broken = (wanted: string, changes: Partial<Exchange>) =>
      documentProblems(service, { ...example(wanted), ...changes }).length;
    assert.equal(broken('POST /tickets-api/items', {}), 0);
    assert.equal(broken('POST /tickets-api/items', { method: 'DELETE' }), 1);
    assert.equal(broken('POST /tickets-api/items', { body: '{}' }), 1);
    assert.equal(broken('POST /tickets-api/items', { body: undefined }), 1);
    assert.equal(broken('GET /tickets-api/types', { body: '{}' }), 1);
    assert.equal(broken('GET /tickets-api/types', { contentType: 'text/html' }), 1);
    assert.equal(broken('GET /tickets-api/passkeys', { url: new URL(`${service.ticketUrl}/passkeys`) }), 1);
    assert.equal(broken('GET /tickets-api/tax', { url: new URL(`${service.ticketUrl}/tax?price=much`) }), 1);
  });

  it('are proved with every operation of the interface', () => {
    const proved = new Set<string>(Object.values(subjects).flat());
    assert.deepEqual([...proved].sort(), Object.keys(operations).sort());
  });
});
