import assert from 'node:assert/strict';
import { mannersOf } from '../../../src/service/index.ts';
import { festival, withManners, type Polite } from './manners-support.ts';

/** The statuses of a read of the ticket group and one of the event group, and of an export; the event group tells 401 in its body. */
async function statuses(service: Polite, headers: Record<string, string>, query = ''): Promise<number[]> {
  const items = await service.tickets('GET', `/items?pageSize=1${query && `&${query}`}`, undefined, headers);
  const event = await service.events('GET', `/event/${festival}?${query}`, undefined, headers);
  const made = await service.events('POST', `/event/${festival}/export?${query}`, { type: 'guestlist' }, headers);
  return [items.status, (event.body.responseError as { code?: number } | null)?.code ?? event.status, made.status];
}

const required = 2005;
const invalid = 2006;

describe('credentials of the local service', () => {
  it(
    'as always: the token in Authorization, and reads of the event group without one',
    withManners('', async (service) => {
      assert.deepEqual(await statuses(service, {}), [401, 200, 401]);
      assert.deepEqual(await statuses(service, { authorization: `Bearer ${service.token}` }), [200, 200, 200]);
      assert.deepEqual(await statuses(service, { authorization: service.token }), [401, invalid, 401]);
      assert.equal(service.eventKey, undefined);
    }),
  );

  it(
    'token-header: the token in this header and no other, without a prefix',
    withManners('token-header=X-Access-Token', async (service) => {
      const { token } = service;
      assert.deepEqual(await statuses(service, { 'x-access-token': token }), [200, 200, 200]);
      assert.deepEqual(await statuses(service, { authorization: `Bearer ${token}` }), [401, 200, 401]);
      assert.deepEqual(await statuses(service, { 'x-access-token': `Bearer ${token}` }), [401, invalid, 401]);
    }),
  );

  it(
    'token-prefix: of another header, or none in Authorization',
    withManners('token-header=X-Access-Token,token-prefix=Token ', async (service) => {
      assert.deepEqual(await statuses(service, { 'x-access-token': `Token ${service.token}` }), [200, 200, 200]);
      assert.deepEqual(await statuses(service, { 'x-access-token': service.token }), [401, invalid, 401]);
    }),
  );
  it(
    'token-prefix: none in Authorization',
    withManners('token-prefix=', async (service) => {
      assert.deepEqual(await statuses(service, { authorization: service.token }), [200, 200, 200]);
    }),
  );

  it(
    'token-query: the token in the query, which is no part of what is asked',
    withManners('token-query=key', async (service) => {
      assert.deepEqual(await statuses(service, {}, `key=${service.token}`), [200, 200, 200]);
      assert.deepEqual(await statuses(service, { authorization: `Bearer ${service.token}` }), [401, 200, 401]);
      const found = await service.events('GET', `/event?link=${festival}&fields=id&method=identify&key=${service.token}`);
      assert.deepEqual(found.data, { id: festival });
    }),
  );

  it(
    'event-header: the event group wants the key, and a write of it the token too',
    withManners('event-header=X-Api-Key', async (service) => {
      const key = service.eventKey!;
      assert.match(key, /^event-key-[\w-]{24}$/);
      const bearer = { authorization: `Bearer ${service.token}` };
      assert.deepEqual(await statuses(service, bearer), [200, required, 401]);
      assert.deepEqual(await statuses(service, { 'x-api-key': key }), [401, 200, 401]);
      assert.deepEqual(await statuses(service, { ...bearer, 'x-api-key': key }), [200, 200, 200]);
      assert.deepEqual(await statuses(service, { ...bearer, 'x-api-key': 'event-key' }), [200, invalid, 401]);
      // A reply that was kept is for those with the key.
      assert.deepEqual(await statuses(service, bearer), [200, required, 401]);
    }),
  );

  it(
    'event-token: reads of the event group want the token',
    withManners('event-token', async (service) => {
      assert.deepEqual(await statuses(service, {}), [401, required, 401]);
      assert.deepEqual(await statuses(service, { authorization: `Bearer ${service.token}` }), [200, 200, 200]);
    }),
  );

  it(
    'event-token with token-header and event-header: all of them',
    withManners('event-token,token-header=X-T,event-header=X-K', async (service) => {
      const all = { 'x-t': service.token, 'x-k': service.eventKey! };
      assert.deepEqual(await statuses(service, all), [200, 200, 200]);
      assert.deepEqual(await statuses(service, { 'x-t': all['x-t'] }), [200, required, 401]);
      assert.deepEqual(await statuses(service, { 'x-k': all['x-k'] }), [401, required, 401]);
    }),
  );

  it(
    'ticket-public: the ticket group wants nothing, an export still wants the token',
    withManners('ticket-public', async (service) => {
      assert.deepEqual(await statuses(service, {}), [200, 200, 401]);
      assert.deepEqual(await statuses(service, { authorization: `Bearer ${service.token}` }), [200, 200, 200]);
    }),
  );

  it(
    'of a recorded dialect: a token of another header for events, and keys in the query',
    withManners(
      '',
      async (service) => {
        const bearer = { authorization: `Bearer ${service.token}` };
        assert.deepEqual(await statuses(service, bearer), [200, required, 401]);
        assert.deepEqual(await statuses(service, { ...bearer, 'x-user': `U ${service.token}` }), [200, 200, 200]);
      },
      { dialect: mannersOf({ token: { ticket: 'bearer', event: { header: 'X-User', prefix: 'U ' } } }) },
    ),
  );
  it(
    'of a recorded dialect: two parameters, each with the key',
    withManners(
      '',
      async (service) => {
        const bearer = { authorization: `Bearer ${service.token}` };
        const key = service.eventKey!;
        assert.deepEqual(await statuses(service, bearer, `a=${key}`), [200, required, 401]);
        assert.deepEqual(await statuses(service, bearer, `a=${key}&b=wrong`), [200, invalid, 401]);
        assert.deepEqual(await statuses(service, bearer, `a=${key}&b=${key}`), [200, 200, 200]);
      },
      { dialect: mannersOf({ token: { event: ['a', 'b'] } }) },
    ),
  );
});
