import assert from 'node:assert/strict';
import { operations, type Operation, type OperationId } from '../../../src/client/index.ts';
import { mannersOf } from '../../../src/service/index.ts';
import { uuidOf } from '../../../src/service/wire-ids.ts';
import { festival, ticket, withManners, type Fields, type Polite, type Wire } from './manners-support.ts';

interface Step {
  readonly path: string;
  readonly payload?: unknown;
  readonly status: number;
}

/** Every operation once, in an order in which each can work; ids as the manners write them. */
async function everyOperation(
  service: Polite,
  id: (kind: 'event' | 'item' | 'session', number: number) => string,
  written: [number, number, number],
) {
  const [event, item, session] = [id('event', festival), id('item', ticket), id('session', 20001)];
  const [create, update, remove] = written;
  // Of an item the service takes no text as a number.
  const ownEvent = event === String(festival) ? festival : event;
  const done = new Set<OperationId>();
  const step = async (operation: OperationId, { path, payload, status }: Step): Promise<Wire> => {
    const { group, method } = operations[operation] as Operation;
    const reply = await (group === 'event' ? service.events : service.tickets)(method, path, payload);
    assert.equal(reply.status, status, `${operation} ${reply.text.slice(0, 300)}`);
    if (group === 'event' && reply.text !== '')
      assert.ok(!/"status":false/.test(reply.text), `${operation} ${reply.text.slice(0, 300)}`);
    done.add(operation);
    return reply;
  };
  const read = (operation: OperationId, path: string) => step(operation, { path, status: 200 });
  await read('identifyEvent', `/event?link=${event}&method=identify`);
  await read('getEvent', `/event/${event}`);
  await read('getEventTickets', `/event/${event}/tickets`);
  await read('getSessionTickets', `/event/${event}/session/${session}/tickets`);
  await read('getEventCrew', `/event/${event}/crew`);
  await read('getEventAttributes', `/event/${event}/attributes`);
  await read('getFeatured', '/featured');
  await read('getHomeSections', '/home/sections');
  await read('getHome', '/home/sections');
  await read('getHomeCover', '/home/cover');
  await read('searchCategory', '/concerts');
  await step('requestExport', { path: `/event/${event}/export`, payload: { type: 'guestlist' }, status: create });
  await step('requestPasskeysReport', {
    path: `/event/${event}/export`,
    payload: { type: 'passkey', filters: [{ status: 'approved' }] },
    status: create,
  });
  await read('getEntryReport', `/event/${event}/guestlist?method=report`);
  await read('getBordero', `/event/${event}/bordero`);
  await read('listTypes', '/types');
  await read('listItems', `/items?eventId=${event}`);
  await read('getItem', `/items/${item}`);
  await read('listTriggers', `/items/${item}/triggers`);
  await read('calculateTax', `/tax?eventId=${event}&price=100`);

  await step('createItem', {
    path: '/items',
    payload: { name: 'Nova única', eventId: ownEvent },
    status: create,
  });
  const found = await service.tickets('GET', `/items?eventId=${event}&term=Nova&limit=1`);
  const made = `/items/${String(found.rows[0]?.id)}`;
  const attribute = { key: 'a', value: 1, type: 'integer' };
  await step('createAttribute', { path: `${made}/attributes`, payload: attribute, status: create });
  await step('updateAttribute', { path: `${made}/attributes`, payload: { ...attribute, value: 2 }, status: update });
  const period = { appCategoryId: 1, start: '2026-07-01 10:00:00', finish: '2026-07-31 18:00:00', available: 5 };
  await step('createSalePeriod', { path: `${made}/sales-period`, payload: period, status: create });
  await step('updateSalePeriod', { path: `${made}/sales-period`, payload: { ...period, available: 6 }, status: update });
  await step('createValues', {
    path: `${made}/values`,
    payload: { price: 12000, feeSale: 1200, feeProducer: 250 },
    status: create,
  });
  await step('updateValues', {
    path: `${made}/values`,
    payload: { price: 13000, feeSale: 1200, feeProducer: 250 },
    status: update,
  });
  await step('updateItem', {
    path: made,
    payload: { name: 'Nova única', eventId: ownEvent, quantity: 9 },
    status: update,
  });
  const item1 = (await service.tickets('GET', made)).data;

  const upload = await service.upload(`/events/${event}/codes`, 'ticket;code\nNova única;SEEN\n');
  assert.equal(upload.status, create, upload.text);
  done.add('uploadCodes');
  const code = (await read('listCodes', `${made}/codes?term=SEEN`)).rows[0];
  await step('deleteCode', { path: `${made}/codes/${String(code?.id)}`, status: remove });
  await step('deleteEventCodes', { path: `/events/${event}/codes`, status: remove });

  await step('createPasskey', {
    path: '/passkeys',
    payload: { eventId: ownEvent, passkey: 'SOLO' },
    status: create,
  });
  await step('createPasskeys', {
    path: `/event/${event}/passkeys`,
    payload: { codes: ['B1', 'B2'], itemIds: [ticket] },
    status: create,
  });
  const listed = (await read('listPasskeys', `/passkeys?eventId=${event}&term=SOLO`)).rows[0];
  const passkey = `/passkeys/${String(listed?.id)}`;
  await step('setPasskeyItems', { path: `${passkey}/items`, payload: { itemIds: [ticket] }, status: update });
  await step('updatePasskey', { path: passkey, payload: { eventId: festival, passkey: 'SOLO-2' }, status: update });
  const passkey1 = (await read('getPasskey', passkey)).data;
  await step('deletePasskey', { path: passkey, status: remove });
  await step('removeItem', { path: made, payload: { archived: true }, status: update });
  assert.equal((await service.tickets('GET', made)).status, 404);
  assert.deepEqual([...done].sort(), Object.keys(operations).sort());
  return { item: item1, passkey: passkey1 };
}

describe('manners of the local service together', () => {
  const removal = 'removal=archived:true';

  it(
    'none: all operations work',
    withManners(removal, async (service) => {
      const { item } = await everyOperation(service, (_kind, number) => String(number), [200, 200, 200]);
      assert.equal((item.value as Fields).price, 130);
    }),
  );

  it(
    'uuid, cents, snake_case, times=utc, cursor, put-replaces, empty-replies: all operations work',
    withManners(
      `${removal},uuid,cents,snake_case,times=utc,cursor,no-total,put-replaces,empty-replies,sales-periods`,
      async (service) => {
        const { item, passkey } = await everyOperation(service, uuidOf, [201, 204, 204]);
        assert.deepEqual(item.value, {
          price: 13000,
          final_price: 14200,
          fee_sale: 1200,
          fee_producer: 250,
          tax_distribution: 100,
        });
        const [period] = item.sales_periods as Fields[];
        assert.deepEqual([period?.start, period?.finish, period?.available], ['2026-07-01T13:00:00Z', '2026-07-31T21:00:00Z', 6]);
        assert.deepEqual([passkey.event_id, passkey.item_ids], [uuidOf('event', festival), [uuidOf('item', ticket)]]);
      },
    ),
  );

  it(
    'text-comma, flat-amounts, offset, cap, accepted, passkey-items, epoch: all operations work',
    withManners(
      `${removal},text-comma,flat-amounts,offset,cap=50,accepted,passkey-items=objects,times=epoch,ok-false`,
      async (service) => {
        const { item, passkey } = await everyOperation(service, (_kind, number) => String(number), [202, 202, 202]);
        assert.deepEqual([item.price, item.feeSale, 'value' in item], ['130,00', '12,00', false]);
        assert.deepEqual(passkey.items, [{ id: ticket }]);
      },
    ),
  );

  it(
    'of a recorded dialect: all operations work, and look as they were recorded',
    withManners(
      '',
      async (service) => {
        const { item, passkey } = await everyOperation(service, (_kind, number) => String(number), [200, 200, 200]);
        assert.deepEqual((item.prices as Fields).price, 13000);
        assert.deepEqual((item.prices as Fields).feeSale, 1200);
        assert.equal((item.periods as Fields[])[0]?.begin, '2026-07-01T10:00:00-04:00');
        assert.deepEqual(passkey.tickets, [ticket]);
      },
      {
        dialect: mannersOf({
          amounts: { items: 'cents', fees: 'number' },
          paging: { by: 'page', first: 1, largest: 50 },
          fields: { value: 'prices', salePeriods: 'periods', start: 'begin', itemIds: 'tickets' },
          clock: 'America/Manaus',
          put: 'replaces',
          removal: { archived: true },
        }),
      },
    ),
  );

  it(
    'faults strike as they do without manners',
    withManners(
      'uuid,snake_case,empty-replies',
      async ({ tickets }) => {
        const path = `/items/${uuidOf('item', ticket)}`;
        assert.equal((await tickets('GET', path)).status, 500);
        assert.equal((await tickets('GET', path)).data.event_id, uuidOf('event', festival));
        assert.equal((await tickets('PUT', path, { name: 'Done' })).status, 503);
        assert.equal((await tickets('GET', path)).data.name, 'Done');
        assert.equal((await tickets('PUT', path, { name: 'Again' })).status, 204);
      },
      {
        faults: [
          { kind: '500', operation: 'getItem', times: 1 },
          { kind: '503-after', operation: 'updateItem', times: 1 },
        ],
      },
    ),
  );
});
