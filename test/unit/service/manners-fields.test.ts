import assert from 'node:assert/strict';
import { festival, pricedItem, ticket, withManners, type Fields, type Polite } from './manners-support.ts';

const passkeyWithItems = async ({ tickets }: Polite): Promise<Fields> => {
  await tickets('POST', `/event/${festival}/passkeys`, { codes: ['WITH'], itemIds: [ticket] });
  return (await tickets('GET', `/passkeys?eventId=${festival}&term=WITH`)).rows[0] ?? {};
};

describe('fields of the local service', () => {
  it(
    'snake_case: every key of every reply, but not the names of attributes',
    withManners('snake_case', async (service) => {
      const { tickets, events } = service;
      const item = await pricedItem(service);
      await tickets('POST', `/items/${String(item.id)}/attributes`, { key: 'maxPerUser', value: 2, type: 'integer' });
      const read = await tickets('GET', `/items/${String(item.id)}`);
      assert.equal((read.data.value as Fields).fee_sale, 12);
      assert.equal((read.data.sale_periods as Fields[])[0]?.app_category_id, 1);
      assert.deepEqual(read.data.attributes, { maxPerUser: 2 });
      const replies = [
        read,
        await tickets('GET', '/items?pageSize=2'),
        await tickets('GET', '/items/none'),
        await tickets('GET', `/tax?eventId=${festival}&price=100`),
        await events('GET', `/event/${festival}`),
        await events('GET', '/featured'),
        await events('GET', '/event/none'),
        await events('GET', `/event/${festival}/tickets`),
      ];
      for (const { text } of replies) {
        const keys = [...text.matchAll(/"([^"]+)":/g)].map(([, key]) => key!);
        assert.ok(keys.length > 2);
        assert.deepEqual(
          keys.filter((key) => /[A-Z]/.test(key) && key !== 'maxPerUser'),
          [],
          text.slice(0, 200),
        );
      }
    }),
  );

  it(
    'values and sales-periods: the item has these names, and not the usual ones',
    withManners('values,sales-periods', async (service) => {
      const item = await pricedItem(service);
      assert.equal((item.values as Fields).price, 120.5);
      assert.equal((item.salesPeriods as Fields[]).length, 1);
      assert.ok(!('value' in item) && !('salePeriods' in item));
      // The value of an attribute is something else.
      const attribute = { key: 'a', value: 'b', type: 'string' };
      assert.deepEqual((await service.tickets('POST', `/items/${String(item.id)}/attributes`, attribute)).data, attribute);
    }),
  );

  it(
    'flat-amounts: the price and the fees are those of the item itself',
    withManners('flat-amounts,cents', async (service) => {
      const { price, feeSale, feeProducer, ...item } = await pricedItem(service);
      assert.deepEqual([price, feeSale, feeProducer, 'value' in item], [12050, 1200, 250, false]);
      const created = await service.tickets('POST', '/items', { name: 'No price yet', eventId: festival });
      assert.deepEqual([created.data.price, created.data.feeSale], [null, null]);
    }),
  );

  it(
    'no-periods, no-values: an item has neither, in a list neither',
    withManners('no-periods,no-values', async (service) => {
      const item = await pricedItem(service);
      const { rows } = await service.tickets('GET', '/items?pageSize=50');
      assert.equal(rows.length, 50);
      for (const each of [item, ...rows]) assert.ok(!('value' in each) && !('salePeriods' in each) && 'name' in each);
    }),
  );

  it(
    'no-values: none of the amounts of a flat item either',
    withManners('no-values,flat-amounts', async (service) => {
      const item = await pricedItem(service);
      assert.deepEqual(
        Object.keys(item).filter((name) => /price|fee|value/i.test(name)),
        [],
      );
    }),
  );

  it(
    'no-sessions: an event shows none, alone or in a list',
    withManners('no-sessions', async ({ events }) => {
      const { data } = await events('GET', `/event/${festival}`);
      const { rows } = await events('GET', '/featured');
      assert.equal(data.id, festival);
      assert.ok(rows.length > 1);
      for (const event of [data, ...rows]) assert.ok(!('date' in event));
    }),
  );

  it(
    'passkey-items=objects: the items of a passkey are objects',
    withManners('passkey-items=objects', async (service) => {
      const passkey = await passkeyWithItems(service);
      assert.deepEqual(passkey.items, [{ id: ticket }]);
      assert.ok(!('itemIds' in passkey));
    }),
  );

  it(
    'passkey-items=none: a passkey shows no items',
    withManners('passkey-items=none', async (service) => {
      const passkey = await passkeyWithItems(service);
      assert.equal(passkey.passkey, 'WITH');
      assert.ok(!('items' in passkey) && !('itemIds' in passkey));
    }),
  );

  it(
    'voucher: a code is called so, and its error number is not',
    withManners('voucher', async ({ tickets, upload }) => {
      await upload(`/events/${festival}/codes`, 'AAA\n');
      const first = (await tickets('GET', `/items?eventId=${festival}&type=Ticket`)).rows[0]?.id;
      const { rows } = await tickets('GET', `/items/${String(first)}/codes?term=AAA`);
      assert.deepEqual([rows[0]?.voucher, 'code' in rows[0]!], ['AAA', false]);
      assert.equal((await tickets('GET', '/items/none')).body.code, 3001);
    }),
  );

  it(
    'rename: any key has the other name, also with snake_case',
    withManners('rename=passkey:accessCode,rename=data:rows,snake_case', async ({ tickets }) => {
      const { body } = await tickets('GET', `/passkeys?eventId=${festival}&pageSize=1`);
      const [row] = body.rows as Fields[];
      assert.ok('accessCode' in row! && !('passkey' in row) && 'event_id' in row);
    }),
  );
});
