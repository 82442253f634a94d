import assert from 'node:assert/strict';
import { readList } from '../../../src/client/index.ts';
import { festival, subjects, theatre, useContract } from './contract.ts';
import { recordIn, recordsIn } from './support.ts';

describe('items of the local service', () => {
  const contract = useContract(subjects.items);

  const newItem = async (more: Record<string, unknown> = {}) =>
    Number(recordIn(await contract.call('createItem', { body: { name: 'Pista', eventId: festival, ...more } })).id);
  const read = async (id: number) => recordIn(await contract.call('getItem', { path: { id } }));

  it('have the types that are listed', async () => {
    assert.deepEqual(
      recordsIn(await contract.call('listTypes', {})).map(({ name }) => name),
      ['Ticket', 'Group'],
    );
  });

  it('are read back as they were written, unknown fields and long numbers included', async () => {
    const known = { name: 'Камерный зал 🎻', description: '"a", b\n', quantity: 30, hidden: true, order: 7 };
    const unknown = { externalRef: 9007199254740993n, colours: ['red', null], nested: { deep: { yes: true } } };
    const group = await newItem({ type: 'Group' });
    const id = await newItem({ ...known, ...unknown, parent: group });
    const item = await read(id);
    for (const [name, value] of Object.entries({ ...known, ...unknown, parent: group, eventId: festival, type: 'Ticket' }))
      assert.deepEqual(item[name], value, name);
    assert.deepEqual((await read(group)).children, [id]);

    await contract.call('updateItem', { path: { id }, body: { name: 'Plateia', colours: [], quantity: 31 } });
    const { nested, externalRef } = unknown;
    assert.deepEqual(await read(id), { ...item, name: 'Plateia', quantity: 31, colours: [], nested, externalRef });
  });

  it('fault 73: keep fields whose names mean something to JavaScript', async () => {
    const odd = JSON.parse('{"__proto__":{"polluted":true},"constructor":["a"],"prototype":1}') as Record<string, unknown>;
    const id = await newItem(odd);
    const item = await read(id);
    for (const [name, value] of Object.entries(odd)) assert.deepEqual(Object.getOwnPropertyDescriptor(item, name)?.value, value);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    await contract.call('updateItem', { path: { id }, body: { ...item, name: 'Again' } });
    assert.deepEqual(await read(id), { ...item, name: 'Again' });
  });

  it('do not store what a read computes', async () => {
    const id = await newItem();
    const item = await read(id);
    await contract.call('updateItem', {
      path: { id },
      body: { ...item, name: 'Again', salePeriods: [{ id: 5 }], archived: true, id: 1 },
    });
    assert.deepEqual(await read(id), { ...item, name: 'Again' });
  });

  it('have attributes of text and of whole numbers', async () => {
    const id = await newItem();
    await contract.call('createAttribute', { path: { id }, body: { key: 'minimum', value: 2, type: 'integer' } });
    await contract.call('createAttribute', { path: { id }, body: { key: 'note', value: 'até 18h', type: 'string' } });
    await contract.call('createAttribute', { path: { id }, body: { key: '__proto__', value: 'x', type: 'string' } });
    const attributes = (await read(id)).attributes as Record<string, unknown>;
    assert.deepEqual(Object.entries(attributes), [
      ['__proto__', 'x'],
      ['minimum', 2],
      ['note', 'até 18h'],
    ]);
    await contract.call('updateAttribute', { path: { id }, body: { key: 'minimum', value: '4', type: 'integer' } });
    assert.equal(((await read(id)).attributes as { minimum: number }).minimum, 4);
    const again = { path: { id }, body: { key: 'note', value: '', type: 'string' } };
    assert.equal((await contract.refusal('createAttribute', again)).kind, 'conflict');
    assert.equal((await contract.refusal('updateAttribute', { ...again, body: { ...again.body, key: 'new' } })).kind, 'notFound');
  });

  it('have one sale period for each application category', async () => {
    const id = await newItem();
    const body = { appCategoryId: 2, start: '2026-06-01 10:00:00', finish: '2026-07-01 18:00:00', available: 5 };
    const { id: periodId } = recordIn(await contract.call('createSalePeriod', { path: { id }, body }));
    await contract.call('createSalePeriod', { path: { id }, body: { ...body, appCategoryId: 1, available: 0 } });
    const shown = { start: '2026-06-01T10:00:00-03:00', finish: '2026-07-01T18:00:00-03:00' };
    const [first, second] = (await read(id)).salePeriods as object[];
    assert.deepEqual(second, { id: periodId, appCategoryId: 2, available: 5, ...shown });
    assert.deepEqual(first, { ...second, id: Number(periodId) + 1, appCategoryId: 1, available: 0 });
    assert.equal((await read(id)).available, true);
    await contract.call('updateSalePeriod', { path: { id }, body: { ...body, finish: '2026-06-01 10:00:00', available: 0 } });
    assert.equal((await read(id)).available, false);
    assert.equal((await contract.refusal('createSalePeriod', { path: { id }, body })).kind, 'conflict');
    assert.equal(
      (await contract.refusal('updateSalePeriod', { path: { id }, body: { ...body, appCategoryId: 9 } })).kind,
      'notFound',
    );
  });

  it('have values, written in cents and read in decimals', async () => {
    const id = await newItem({ taxDistribution: 50 });
    const body = { price: 12_345, feeSale: 1_235, feeProducer: 10 };
    assert.equal((await read(id)).value, null);
    assert.equal((await contract.refusal('updateValues', { path: { id }, body })).kind, 'notFound');
    await contract.call('createValues', { path: { id }, body });
    const value = { price: 123.45, feeSale: 12.35, feeProducer: 0.1, finalPrice: 129.63, taxDistribution: 50 };
    assert.deepEqual((await read(id)).value, value);
    assert.equal((await contract.refusal('createValues', { path: { id }, body })).kind, 'conflict');
    await contract.call('updateValues', { path: { id }, body: { price: 0, feeSale: 0, feeProducer: 0 } });
    assert.equal(((await read(id)).value as { finalPrice: number }).finalPrice, 0);
  });

  it('have triggers that open other items', async () => {
    const items = await contract.walk('listItems', { query: { eventId: festival, type: 'Ticket' } }, 50);
    const triggering = items.find(({ triggers }) => (triggers as { soldout: unknown[] }).soldout.length > 0)!;
    const triggers = recordIn(await contract.call('listTriggers', { path: { id: Number(triggering.id) } }));
    assert.deepEqual(triggers, triggering.triggers);
    const [{ itemId, name }] = triggers.soldout as [{ itemId: number; name: string }];
    assert.equal((await read(itemId)).name, name);
  });

  it('are gone once removed, a group with all that belongs to it', async () => {
    const group = await newItem({ type: 'Group' });
    const child = await newItem({ parent: group });
    await contract.call('removeItem', { path: { id: group } });
    for (const id of [group, child]) {
      assert.equal((await contract.refusal('getItem', { path: { id } })).kind, 'notFound');
      assert.equal((await contract.refusal('updateItem', { path: { id }, body: { name: 'x' } })).kind, 'notFound');
      assert.equal((await contract.refusal('removeItem', { path: { id } })).kind, 'notFound');
    }
    const archived = await contract.walk('listItems', { query: { eventId: festival, archived: true } }, 50);
    assert.deepEqual(
      archived.map(({ id }) => id),
      [group, child],
    );
  });

  it('are filtered by event, type and term, and each stands on one page only', async () => {
    const all = await contract.walk('listItems', { query: {} }, 60);
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    const ids = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id);
    const ofTheatre = all.filter(({ eventId }) => eventId === theatre);
    assert.deepEqual(ids(await contract.walk('listItems', { query: { eventId: theatre } }, 3)), ids(ofTheatre));
    const groups = ofTheatre.filter(({ type }) => type === 'Group');
    assert.deepEqual(
      ids(recordsIn(await contract.call('listItems', { query: { eventId: theatre, type: 'Group' } }))),
      ids(groups),
    );
    const query = { eventId: theatre, term: 'MEIA-' };
    const halves = ofTheatre.filter(({ name, description }) => /meia-/i.test(`${String(name)} ${String(description)}`));
    assert.ok(halves.length > 0);
    assert.deepEqual(ids(recordsIn(await contract.call('listItems', { query }))), ids(halves));
    const beyond = await contract.call('listItems', { query: { eventId: theatre, page: 99 } });
    assert.deepEqual([recordsIn(beyond), readList(beyond).paging?.total], [[], ofTheatre.length]);
  });
});
