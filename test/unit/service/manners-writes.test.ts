import assert from 'node:assert/strict';
import { festival, pricedItem, ticket, until, withManners, type Fields, type Polite } from './manners-support.ts';

const newPasskey = async ({ tickets }: Polite) => {
  const period = { start: '2026-07-01', finish: '2026-07-31' };
  const { data } = await tickets('POST', '/passkeys', { eventId: festival, passkey: 'KEY', ...period });
  return `/passkeys/${String(data.id)}`;
};
const batch = (count: number) => ({ codes: Array.from({ length: count }, (_, index) => `BATCH-${index + 1}`) });
const batchPath = `/event/${festival}/passkeys`;
const stored = async ({ tickets }: Polite) =>
  (await tickets('GET', `/passkeys?eventId=${festival}&term=BATCH-&pageSize=100`)).rows.map(({ passkey }) => passkey);

describe('writes of the local service', () => {
  it(
    'as always: a PUT of a passkey or an item keeps what it is not sent',
    withManners('', async (service) => {
      const path = await newPasskey(service);
      const { data } = await service.tickets('PUT', path, { passkey: 'OTHER' });
      assert.deepEqual([data.passkey, data.start, data.finish, data.eventId], ['OTHER', '2026-07-01', '2026-07-31', festival]);
      const { id } = await pricedItem(service, { quantity: 5, colour: 'red' });
      const item = (await service.tickets('PUT', `/items/${String(id)}`, { name: 'New' })).data;
      assert.deepEqual([item.name, item.quantity, item.colour, item.eventId], ['New', 5, 'red', festival]);
    }),
  );

  it(
    'put-replaces: a PUT of a passkey clears what it is not sent, its event too, and can give it back',
    withManners('put-replaces', async (service) => {
      const path = await newPasskey(service);
      await service.tickets('PUT', `${path}/items`, { itemIds: [ticket] });
      await service.tickets('PUT', path, { passkey: 'OTHER' });
      const { passkey, start, finish, eventId, itemIds } = (await service.tickets('GET', path)).data;
      assert.deepEqual([passkey, start, finish, eventId, itemIds], ['OTHER', null, null, null, [ticket]]);
      const listed = async () => (await service.tickets('GET', `/passkeys?eventId=${festival}&term=OTHER`)).rows.length;
      assert.equal(await listed(), 0);
      await service.tickets('PUT', path, { passkey: 'OTHER', eventId: festival, start: '2026-07-02' });
      const again = (await service.tickets('GET', path)).data;
      assert.deepEqual([again.eventId, again.start, again.finish, await listed()], [festival, '2026-07-02', null, 1]);
    }),
  );

  it(
    'put-replaces: a PUT of an item clears what it is not sent, and leaves its values and periods alone',
    withManners('put-replaces', async (service) => {
      const before = await pricedItem(service, { quantity: 5, hidden: true, description: 'Long', colour: 'red', order: 3 });
      await service.tickets('PUT', `/items/${String(before.id)}`, { name: 'New', quantity: 6 });
      const after = (await service.tickets('GET', `/items/${String(before.id)}`)).data;
      const { colour, ...rest } = before;
      assert.equal(colour, 'red');
      const cleared = { name: 'New', quantity: 6, hidden: false, description: '', order: 0, eventId: null };
      assert.deepEqual(after, { ...rest, ...cleared });
    }),
  );

  it(
    'rename, snake_case: what the document has no name for is taken under the name that replies give it',
    withManners('put-replaces,snake_case,rename=description:blurb', async (service) => {
      const { id } = await pricedItem(service, { quantity: 5 });
      const body = { name: 'New', blurb: 'Gate 2', quantity: 6, event_id: festival };
      const after = (await service.tickets('PUT', `/items/${String(id)}`, body)).data;
      assert.deepEqual([after.name, after.blurb, after.quantity, after.event_id], ['New', 'Gate 2', 6, festival]);
    }),
  );

  it(
    'empty-replies: 201 for a POST, 204 for a PUT and a DELETE, without a body, and it is done',
    withManners('empty-replies', async (service) => {
      const { tickets } = service;
      const created = await tickets('POST', '/passkeys', { eventId: festival, passkey: 'EMPTY' });
      assert.deepEqual([created.status, created.text, created.headers['content-type']], [201, '', undefined]);
      const find = async () => (await tickets('GET', `/passkeys?eventId=${festival}&term=EMPTY`)).rows;
      const path = `/passkeys/${String((await find())[0]?.id)}`;
      const updated = await tickets('PUT', path, { passkey: 'EMPTY-2' });
      assert.deepEqual([updated.status, updated.text], [204, '']);
      assert.equal((await find())[0]?.passkey, 'EMPTY-2');
      const deleted = await tickets('DELETE', path);
      assert.deepEqual([deleted.status, deleted.text], [204, '']);
      assert.deepEqual(await find(), []);
      const refused = await tickets('POST', '/passkeys', { eventId: festival, passkey: '' });
      assert.deepEqual([refused.status, refused.body.info], [400, ['passkey']]);
    }),
  );

  it(
    'accepted: 202 with the number of a job, and it is done before the reply',
    withManners('accepted', async (service) => {
      const first = await service.tickets('POST', batchPath, batch(3));
      assert.deepEqual([first.status, first.body], [202, { job: 1 }]);
      assert.equal((await stored(service)).length, 3);
      const second = await service.tickets('POST', '/passkeys', { eventId: festival, passkey: 'X' });
      assert.deepEqual(second.body, { job: 2 });
      assert.equal((await service.tickets('POST', '/passkeys', { eventId: festival, passkey: 'X' })).status, 409);
    }),
  );

  it(
    'accepted=N: it is done later, an upload too; what is wrong in itself is refused at once',
    withManners('accepted=300', async (service) => {
      const reply = await service.tickets('POST', batchPath, batch(3));
      assert.equal(reply.status, 202);
      assert.deepEqual(await stored(service), []);
      assert.equal(
        (
          await until(
            () => stored(service),
            (codes) => codes.length > 0,
          )
        ).length,
        3,
      );
      assert.equal((await service.tickets('POST', batchPath, { codes: [] })).status, 400);
      // What turns out to be wrong later is said nowhere.
      assert.equal((await service.tickets('DELETE', '/passkeys/1')).status, 202);
      const first = (await service.tickets('GET', `/items?eventId=${festival}&type=Ticket`)).rows[0]?.id;
      const uploaded = async () => (await service.tickets('GET', `/items/${String(first)}/codes?term=LATER`)).rows;
      const upload = await service.upload(`/events/${festival}/codes`, 'LATER-1\nLATER-2\n');
      assert.equal(upload.status, 202);
      assert.deepEqual(await uploaded(), []);
      const found = await until(uploaded, (rows) => rows.length > 0);
      assert.equal(found.length, 2);
    }),
  );

  it(
    'accepted=N: who looks late sees nothing of it at first either',
    withManners('accepted=300', async (service) => {
      const sent = performance.now();
      await service.tickets('POST', batchPath, batch(3));
      await until(
        () => new Promise<number>((resolve) => setImmediate(() => resolve(performance.now() - sent))),
        (passed) => passed > 600,
      );
      assert.deepEqual(await stored(service), []);
      const codes = await until(
        () => stored(service),
        (found) => found.length > 0,
      );
      assert.equal(codes.length, 3);
    }),
  );

  it(
    'ok-false: a refused write is 200 without words; a read and a sign-in are refused as always',
    withManners('ok-false', async ({ tickets, events }) => {
      const refused = [
        await tickets('POST', '/passkeys', { eventId: festival, passkey: '' }),
        await tickets('PUT', '/items/1', { name: 'A' }),
        await tickets('DELETE', '/passkeys/1'),
        await events('POST', '/event/none/export', {}),
      ];
      for (const { status, text } of refused) assert.deepEqual([status, text], [200, '{"ok":false}']);
      assert.equal((await tickets('GET', '/items/1')).status, 404);
      assert.equal((await tickets('DELETE', '/passkeys/1', undefined, {})).status, 401);
      assert.equal((await tickets('PUT', `/items/${ticket}`, { name: 'Fine' })).data.name, 'Fine');
    }),
  );

  it(
    'batch-no-count: a batch is answered with {}',
    withManners('batch-no-count', async (service) => {
      assert.equal((await service.tickets('POST', batchPath, batch(2))).text, '{}');
      assert.equal((await stored(service)).length, 2);
      assert.ok((await service.tickets('POST', '/items', { name: 'A' })).data.id);
    }),
  );

  it(
    'no-id: creates answer without an id, updates with it',
    withManners('no-id', async ({ tickets }) => {
      const created = await tickets('POST', '/items', { name: 'Without', eventId: festival });
      assert.deepEqual([created.data.name, 'id' in created.data], ['Without', false]);
      const { passkeys } = (await tickets('POST', batchPath, batch(2))).data;
      assert.deepEqual(passkeys, [{ passkey: 'BATCH-1' }, { passkey: 'BATCH-2' }]);
      assert.equal((await tickets('PUT', `/items/${ticket}`, { name: 'A' })).data.id, ticket);
    }),
  );

  it(
    'forget: a batch leaves out every Nth code, and the reply does not tell',
    withManners('forget=3', async (service) => {
      const { data } = await service.tickets('POST', batchPath, batch(7));
      assert.deepEqual(data, { created: 7, existing: [] });
      assert.deepEqual(await stored(service), ['BATCH-1', 'BATCH-2', 'BATCH-4', 'BATCH-5', 'BATCH-7']);
      await service.tickets('POST', batchPath, { codes: ['BATCH-3'] });
      assert.equal((await stored(service)).length, 6);
    }),
  );

  it(
    'read-fails-after-create: the first read of a new record fails, once',
    withManners('read-fails-after-create', async (service) => {
      const item = await service.tickets('POST', '/items', { name: 'New', eventId: festival });
      const passkey = await service.tickets('POST', '/passkeys', { eventId: festival, passkey: 'NEW' });
      const { passkeys } = (await service.tickets('POST', batchPath, batch(1))).data as { passkeys: Fields[] };
      const paths = [
        `/items/${String(item.data.id)}`,
        `/passkeys/${String(passkey.data.id)}`,
        `/passkeys/${String(passkeys[0]?.id)}`,
      ];
      for (const path of paths)
        for (const status of [503, 200, 200]) assert.equal((await service.tickets('GET', path)).status, status, path);
      assert.equal((await service.tickets('GET', `/items/${ticket}`)).status, 200);
    }),
  );
});

describe('deletes of the local service', () => {
  const names = async ({ tickets }: Polite) =>
    (await tickets('GET', `/items?eventId=${festival}&type=Ticket&pageSize=100`)).rows.map(({ id, name }) => ({
      id: String(id),
      name: String(name),
    }));
  /** Two tickets with other names, and a code for each. */
  const twoWithCodes = async (service: Polite) => {
    await service.tickets('DELETE', `/events/${festival}/codes`);
    const [one, ...others] = await names(service);
    const two = others.find(({ name }) => name !== one!.name)!;
    await service.upload(`/events/${festival}/codes`, `ticket;code\n${one!.name};ONE\n${two.name};TWO\n`);
    const count = async () => {
      const found = await Promise.all((await names(service)).map(({ id }) => service.tickets('GET', `/items/${id}/codes`)));
      return found.reduce((sum, { rows }) => sum + rows.length, 0);
    };
    assert.equal(await count(), 2);
    return { name: encodeURIComponent(one!.name), count };
  };

  it(
    'as always: the query limits the delete of codes to the tickets of a name',
    withManners('', async (service) => {
      const { name, count } = await twoWithCodes(service);
      assert.deepEqual((await service.tickets('DELETE', `/events/${festival}/codes?name=${name}`)).data, { deleted: 1 });
      assert.equal(await count(), 1);
    }),
  );

  it(
    'delete-ignores-query: every code of the event is gone',
    withManners('delete-ignores-query', async (service) => {
      const { name, count } = await twoWithCodes(service);
      assert.deepEqual((await service.tickets('DELETE', `/events/${festival}/codes?name=${name}`)).data, { deleted: 2 });
      assert.equal(await count(), 0);
    }),
  );

  it(
    'codes-of-ticket: only the query of this name limits it',
    withManners('codes-of-ticket=ticket', async (service) => {
      const { name, count } = await twoWithCodes(service);
      await service.tickets('DELETE', `/events/${festival}/codes?ticket=${name}`);
      assert.equal(await count(), 1);
      await service.tickets('DELETE', `/events/${festival}/codes?name=nothing`);
      assert.equal(await count(), 0);
    }),
  );

  it(
    'items-ignore-event: items of every event are listed',
    withManners('items-ignore-event', async ({ tickets }) => {
      const { rows } = await tickets('GET', `/items?eventId=${festival}&pageSize=1000`);
      assert.ok(new Set(rows.map(({ eventId }) => eventId)).size > 30);
    }),
  );

  it(
    'removal: only this payload removes an item; none is refused, and any other updates',
    withManners('removal=archived:true', async (service) => {
      const path = `/items/${String((await pricedItem(service)).id)}`;
      const empty = await service.tickets('PUT', path);
      assert.deepEqual([empty.status, empty.body.info], [400, ['name']]);
      assert.equal((await service.tickets('PUT', path, { name: 'Still', archived: true })).status, 200);
      assert.equal((await service.tickets('GET', path)).data.name, 'Still');
      assert.equal((await service.tickets('PUT', path, { archived: true })).status, 200);
      assert.equal((await service.tickets('GET', path)).status, 404);
    }),
  );

  it(
    'as always: a PUT without a payload removes an item',
    withManners('', async (service) => {
      const path = `/items/${String((await pricedItem(service)).id)}`;
      assert.equal((await service.tickets('PUT', path)).status, 200);
      assert.equal((await service.tickets('GET', path)).status, 404);
    }),
  );
});
