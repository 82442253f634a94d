import assert from 'node:assert/strict';
import { numberOf, uuidOf } from '../../../src/service/wire-ids.ts';
import { festival, ticket, withManners, type Fields, type Polite, type Wire } from './manners-support.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/;
const event = uuidOf('event', festival);
const item = uuidOf('item', ticket);

describe('a UUID of the local service', () => {
  it('is that of one kind and one number, and gives the number back', () => {
    const seen = new Set<string>();
    for (const kind of ['event', 'item', 'passkey', 'code', 'session', 'job'] as const)
      for (const id of [0, 1, 1001, 300002, 2 ** 40 + 7, Number.MAX_SAFE_INTEGER]) {
        const text = uuidOf(kind, id);
        assert.match(text, uuid);
        assert.equal(numberOf(kind, text), id);
        assert.equal(numberOf(kind, text.toUpperCase()), id);
        assert.equal(numberOf(kind === 'event' ? 'item' : 'event', text), undefined);
        seen.add(text);
      }
    assert.equal(seen.size, 36);
    for (const text of ['', '1001', 'festival', '00000000-0000-4000-8000-000000000000'])
      assert.equal(numberOf('event', text), undefined);
  });
});

/** Every value of the reply whose key is that of an id. */
function idsIn({ body }: Wire): unknown[] {
  const found: unknown[] = [];
  const walk = (value: unknown, key: string): void => {
    if (Array.isArray(value)) value.forEach((each) => walk(each, key));
    else if (typeof value === 'object' && value !== null) Object.entries(value).forEach(([name, part]) => walk(part, name));
    else if (/(^|_)ids?$|I(d|ds)$|^(parent|children|dates)$/.test(key) && key !== 'appCategoryId' && value !== null)
      found.push(value);
  };
  walk(body, '');
  return found;
}

describe('ids of the local service with uuid', () => {
  it(
    'are UUIDs in every reply',
    withManners('uuid', async ({ tickets, events, upload }) => {
      await upload(`/events/${event}/codes`, 'AAA\nBBB\n');
      const first = (await tickets('GET', `/items?eventId=${event}&type=Ticket`)).rows[0]?.id;
      const of1002 = uuidOf('event', 1002);
      const replies = [
        await tickets('GET', '/types'),
        await tickets('GET', `/items?eventId=${event}&pageSize=100`),
        await tickets('GET', `/items/${item}`),
        await tickets('GET', `/passkeys?eventId=${event}`),
        await tickets('GET', `/items/${String(first)}/codes`),
        await events('GET', `/event?link=${event}&method=identify`),
        await events('GET', `/event/${event}`),
        await events('GET', `/event/${event}/tickets`),
        await events('GET', `/event/${event}/session/${uuidOf('session', 20001)}/tickets`),
        await events('GET', `/event/${event}/crew`),
        await events('GET', '/featured'),
        await events('GET', '/home/sections'),
        await events('GET', '/home/cover'),
        await events('GET', `/event/${of1002}/bordero`),
        await events('GET', `/event/${of1002}/guestlist?method=report`),
        await events('POST', `/event/${event}/export`, { type: 'passkey', filters: [{ status: 'approved' }] }),
      ];
      for (const reply of replies) {
        assert.equal(reply.status, 200, reply.text);
        const ids = idsIn(reply);
        assert.ok(ids.length > 0, reply.text);
        for (const id of ids) assert.match(String(id), uuid, reply.text.slice(0, 300));
      }
    }),
  );

  it(
    'are taken in paths, queries and payloads, and the record is the same one',
    withManners('uuid', async ({ tickets, events }) => {
      const name = (await tickets('GET', `/items/${item}`)).data.name;
      const created = await tickets('POST', '/items', { name: 'Pista', eventId: event, parent: null });
      assert.equal(created.data.eventId, event);
      const renamed = await tickets('PUT', `/items/${String(created.data.id)}`, { name: 'Plateia' });
      assert.deepEqual([renamed.data.id, renamed.data.name], [created.data.id, 'Plateia']);
      const passkey = await tickets('POST', '/passkeys', { eventId: event, passkey: 'ONE' });
      const path = `/passkeys/${String(passkey.data.id)}`;
      const linked = await tickets('PUT', `${path}/items`, { itemIds: [item] });
      assert.deepEqual(linked.data.itemIds, [item]);
      // The document calls these integers.
      assert.deepEqual((await tickets('PUT', `${path}/items`, { itemIds: [ticket] })).data.itemIds, [item]);
      const batch = await tickets('POST', `/event/${event}/passkeys`, { codes: ['TWO'], itemIds: [item] });
      const [two] = batch.data.passkeys as Fields[];
      assert.deepEqual((await tickets('GET', `/passkeys/${String(two?.id)}`)).data.itemIds, [item]);
      assert.equal((await tickets('GET', `/tax?eventId=${event}&price=100`)).data.tax, 10);
      assert.equal((await tickets('GET', `/tax?eventId=${festival}&price=100`)).data.tax, 10);
      assert.equal((await tickets('DELETE', path)).data.id, passkey.data.id);
      assert.equal((await tickets('GET', path)).status, 404);
      assert.equal((await tickets('GET', `/items/${item}`)).data.name, name);
      assert.equal((await events('GET', '/event?link=festival-da-primavera')).data.id, event);
      const passports = await events('GET', `/event/${event}/session/passports/tickets`);
      assert.equal(passports.status, 200);
    }),
  );

  it(
    'name nothing as numbers, or as those of another kind',
    withManners('uuid', async ({ tickets, events }) => {
      assert.equal((await tickets('GET', `/items/${ticket}`)).status, 404);
      assert.equal((await tickets('GET', `/items/${event}`)).status, 404);
      assert.equal((await tickets('GET', `/items?eventId=${festival}`)).status, 400);
      assert.equal((await tickets('GET', `/items?eventId=${item}`)).status, 400);
      assert.equal((await tickets('POST', '/passkeys', { eventId: item, passkey: 'X' })).status, 400);
      for (const path of [`/event/${festival}`, `/event?link=${festival}`])
        assert.match((await events('GET', path)).text, /"responseData":null/);
    }),
  );

  it(
    'make an ETag that a write can depend on',
    withManners('uuid,snake_case,text', async (service: Polite) => {
      const read = await service.tickets('GET', `/items/${item}`);
      const bearer = { authorization: `Bearer ${service.token}` };
      const write = (tag: unknown, name: string) =>
        service.tickets('PUT', `/items/${item}`, { name }, { ...bearer, 'if-match': String(tag) });
      assert.equal((await write(read.headers.etag, 'First')).status, 200);
      assert.equal((await write(read.headers.etag, 'Second')).status, 412);
      const again = await service.tickets('GET', `/items/${item}`);
      assert.equal(again.data.name, 'First');
      // The second read comes from the cache.
      assert.equal((await service.tickets('GET', `/items/${item}`)).text, again.text);
    }),
  );
});
