import assert from 'node:assert/strict';
import { ApiError, type Client } from '../../../src/client/index.ts';
import { isFields, readRecord, type Fields } from '../../../src/records/index.ts';
import { ItemSession, type ItemStore } from '../../../src/editor/forms/item-session.ts';
import { editsOf, formOf } from '../../../src/editor/forms/item-record.ts';
import { checkItem } from '../../../src/shared/form-checks.ts';
import { changedFields, differences, merged } from '../../../src/shared/record-fields.ts';
import { marksOf, overlapsOf } from '../../../src/shared/times.ts';
import type { ItemForm } from '../../../src/protocol/item.ts';
import { emptyForm } from '../../../src/shared/record-fields.ts';
import type { ServiceFault } from '../../../src/service/faults.ts';
import { clientOf, recordIn, recordsIn, stopServices, testService } from '../service/support.ts';
import { localDialect, neverAsked } from './dialects.ts';

const look = { language: 'pt-BR', dialect: { ...localDialect, put: 'merges' as const } };
const plainly = { isResolved: false, isAgain: false };

const record: Fields = {
  id: 9007199254740993n,
  name: 'Pista\r\n',
  description: null,
  eventId: 1001,
  type: 'Ticket',
  hidden: false,
  quantity: 60,
  parent: { id: 5, name: 'Setor' },
  order: 3,
  attributes: { minimum: 1, note: 'text', odd: { nested: true } },
  value: { price: 120.5, finalPrice: 132.55, feeSale: '12.05', feeProducer: 0, taxDistribution: 100 },
  salePeriods: [
    { id: 1, appCategoryId: 1, start: '2026-03-01T10:00:00-03:00', finish: '2026-03-20T18:00:00-03:00', available: true },
    { id: 2, appCategoryId: 2, start: '2026-03-10 10:00:00', finish: '2026-03-30 18:00:00', available: 40 },
  ],
};

describe('an item as a form', () => {
  it('shows amounts as money, times as the clock of the service, and what is no number as empty', () => {
    const form = formOf(readRecord('item', record, look.dialect), look);
    assert.deepEqual([form.price, form.feeSale, form.feeProducer, form.parent], ['120,50', '12,05', '0,00', '5']);
    assert.deepEqual(
      form.periods.map(({ start, available }) => [start, available]),
      [
        ['2026-03-01 10:00:00', ''],
        ['2026-03-10 10:00:00', '40'],
      ],
    );
    assert.deepEqual(
      form.attributes.map(({ value, type, isFixed }) => [value, type, isFixed]),
      [
        ['1', 'integer', false],
        ['text', 'string', false],
        ['{"nested":true}', 'string', true],
      ],
    );
  });

  it('changes nothing of what was not typed', () => {
    const form = formOf(readRecord('item', record, look.dialect), look);
    assert.deepEqual(editsOf(form, form), []);
    assert.deepEqual(editsOf(form, { ...form, price: '99,9' }), [{ section: 'value', key: '', name: 'price', text: '99,9' }]);
  });

  it('takes two ways to write an amount for one', () => {
    const form = formOf(readRecord('item', record, look.dialect), look);
    assert.deepEqual(changedFields(form, { ...form, price: '120.5', quantity: ' 60 ' }), []);
  });

  it("session with the client's rules, and only what changed", () => {
    const form = formOf(readRecord('item', record, look.dialect), look);
    assert.deepEqual(checkItem(form, { ...form, description: 'x' }), []);
    const [first, second] = form.periods as [ItemForm['periods'][number], ItemForm['periods'][number]];
    const places = (changed: Partial<ItemForm>, zone?: string) =>
      checkItem(form, { ...form, ...changed }, zone).map(({ field, rule }) => `${field} ${rule}`);
    assert.deepEqual(places({ name: ' ', quantity: 'x', price: 'twelve' }), ['name missing', 'quantity count', 'price amount']);
    assert.deepEqual(places({ price: '-1', feeSale: '-0,01', feeProducer: '-1.234,50' }), [
      'price negative',
      'feeSale negative',
      'feeProducer negative',
    ]);
    assert.deepEqual(places({ price: '-0', feeSale: '0' }), []);
    assert.deepEqual(places({ periods: [{ ...first, finish: '2026-02-30 10:00:00' }, second] }), ['periods.row-1.finish time']);
    assert.deepEqual(places({ periods: [first, { ...second, finish: '2026-01-01 00:00:00' }] }), ['periods.row-2.finish order']);
    const fresh = { ...second, row: 'new-1', isNew: true };
    assert.deepEqual(places({ periods: [first, second, fresh] }), ['periods.new-1.appCategoryId twice']);
    const jumped = { ...second, finish: '2030-01-01 00:00:00', start: '2018-11-04 00:00:00' };
    assert.deepEqual(places({ periods: [first, jumped] }, 'America/Sao_Paulo'), ['periods.row-2.start jumped']);
  });

  it('puts my changes on their version, and asks where both changed the same', () => {
    const base = formOf(readRecord('item', record, look.dialect), look);
    const mine = { ...base, name: 'Mine', price: '10,00' };
    const theirs = { ...base, name: 'Theirs', description: 'Theirs' };
    const found = differences(base, theirs, mine).map(({ field, isBoth }) => [field.path, isBoth]);
    assert.deepEqual(found, [
      ['name', true],
      ['description', false],
    ]);
    const kept = merged(base, theirs, mine, (path) => path === 'name');
    assert.deepEqual([kept.name, kept.description, kept.price], ['Mine', 'Theirs', '10,00']);
    const row = { row: 'new-1', isNew: true, appCategoryId: '7', start: '', finish: '', available: '' };
    assert.equal(merged(base, theirs, { ...base, periods: [...base.periods, row] }, () => false).periods.length, 3);
  });

  it('finds where periods overlap and where there is none', () => {
    const marks = marksOf([
      { from: 0, to: 10 },
      { from: 5, to: 12 },
      { from: 20, to: 30 },
    ]);
    assert.deepEqual(marks, { overlaps: [{ from: 5, to: 10 }], gaps: [{ from: 12, to: 20 }] });
  });

  it('names each two periods that overlap, and none that only follow each other', () => {
    const period = (name: string, from: number, to: number) => ({ name, from, to });
    const found = overlapsOf([period('a', 0, 10), period('b', 5, 12), period('c', 8, 20), period('d', 20, 30)]);
    assert.deepEqual(
      found.map(({ first, second, from, to }) => [first.name, second.name, from, to]),
      [
        ['a', 'b', 5, 10],
        ['a', 'c', 8, 10],
        ['b', 'c', 8, 12],
      ],
    );
  });
});

/** An open form at a service, and whatever it sends. */
async function openForm(faults: ServiceFault[] = []) {
  const service = await testService({ faults });
  const client = clientOf(service, { timeout: 5000 });
  const items = recordsIn(await client.call('listItems', { query: { type: 'Ticket', eventId: 1001 } }));
  const item = items.find(({ value, salePeriods }) => value !== null && (salePeriods as unknown[]).length > 0)!;
  const sent: string[] = [];
  const store = storeOf(client, sent);
  const session = new ItemSession(store, () => look, String(item.id), undefined);
  await session.record.open(String(item.id));
  return { client, session, sent, store, id: Number(item.id) };
}

function storeOf(client: Client, sent: string[]): ItemStore {
  const call = (operation: string, input: unknown) => {
    sent.push(operation);
    return client.call(operation as 'updateItem', input as never);
  };
  return {
    read: async (id) => recordIn(await client.call('getItem', { path: { id } })),
    create: (body) => call('createItem', { body }),
    write: (id, { operation, body }) => call(operation, { path: { id }, body }),
    find: async (eventId, name) => {
      const found = recordsIn(await client.call('listItems', { query: { eventId, pageSize: 100 } }));
      return found.filter((one) => one.name === name).map((one) => ({ value: String(one.id), label: String(one.name) }));
    },
    isGroup: () => Promise.resolve(true),
    confirm: () => Promise.resolve(),
    answer: neverAsked,
    lock: async (_id, work) => ({ value: await work() }),
  };
}

describe('saving an item form', () => {
  afterEach(stopServices);

  it('sends what was typed and nothing else', async () => {
    const { session, sent, client, id } = await openForm();
    const form = session.record.decodedBase;
    const before = session.record.base;
    const [first, ...rest] = form.periods as [ItemForm['periods'][number]];
    const reply = await session.save({ ...form, price: '77,70', periods: [{ ...first, available: '3' }, ...rest] }, plainly);
    assert.equal(reply.kind, 'written');
    assert.deepEqual(sent, ['updateValues', 'updateSalePeriod']);
    const after = recordIn(await client.call('getItem', { path: { id } }));
    assert.deepEqual(after.attributes, before.attributes);
    assert.equal((after.value as Fields).price, 77.7);
    assert.ok(isFields((after.salePeriods as unknown[])[0]));
    assert.equal((after.salePeriods as Fields[])[0]!.start, (before.salePeriods as Fields[])[0]!.start);
    assert.deepEqual(await session.save(session.record.decodedBase, plainly), { kind: 'unchanged' });
  });

  it('fault 38: writes nothing over what somebody else wrote, until it was chosen', async () => {
    const { session, sent, client, id } = await openForm();
    const form = { ...session.record.decodedBase, name: 'Mine' };
    await client.call('updateItem', { path: { id }, body: { name: 'Theirs' } });
    const reply = await session.save(form, plainly);
    assert.ok(reply.kind === 'changedElsewhere' && reply.remote.name === 'Theirs');
    assert.deepEqual(sent, []);
    const chosen = merged(reply.base, reply.remote, form, () => true);
    assert.equal((await session.save(chosen, { ...plainly, isResolved: true })).kind, 'written');
    assert.equal(recordIn(await client.call('getItem', { path: { id } })).name, 'Mine');
  });

  it('saves an edit of a sale period from which tickets were sold meanwhile, and sends how many are left now', async () => {
    const { session, sent, client, id } = await openForm();
    const form = session.record.decodedBase;
    const [first, ...rest] = form.periods as [ItemForm['periods'][number]];
    const { appCategoryId, start, finish } = first;
    const sold = { appCategoryId: Number(appCategoryId), start, finish, available: 1 };
    await client.call('updateSalePeriod', { path: { id }, body: sold });
    const periods = [{ ...first, finish: '2031-01-01 10:00:00' }, ...rest];
    const reply = await session.save({ ...form, periods }, plainly);
    assert.deepEqual([reply.kind, sent], ['written', ['updateSalePeriod']]);
    const after = (recordIn(await client.call('getItem', { path: { id } })).salePeriods as Fields[])[0]!;
    assert.deepEqual([after.available, String(after.finish).slice(0, 10)], [1, '2031-01-01']);
    // Who edits that number is asked.
    await client.call('updateSalePeriod', { path: { id }, body: { ...sold, finish: '2031-01-01 10:00:00', available: 5 } });
    const [now, ...others] = session.record.decodedBase.periods as [ItemForm['periods'][number]];
    const mine = { ...session.record.decodedBase, periods: [{ ...now, available: '9' }, ...others] };
    assert.equal((await session.save(mine, plainly)).kind, 'changedElsewhere');
  });

  it('takes no counter for an edit when tickets were sold and the save could not be finished', async () => {
    const { store, client, id } = await openForm();
    let reads = 0;
    const failing = async (item: string) => {
      if (++reads === 3) throw new Error('lost');
      return store.read(item);
    };
    const session = new ItemSession({ ...store, read: failing }, () => look, String(id), undefined);
    await session.record.open(String(id));
    const form = session.record.decodedBase;
    const [first, ...rest] = form.periods as [ItemForm['periods'][number]];
    const { appCategoryId, start, finish } = first;
    const sold = { appCategoryId: Number(appCategoryId), start, finish, available: 1 };
    await client.call('updateSalePeriod', { path: { id }, body: sold });
    const typed = { ...form, periods: [{ ...first, finish: '2031-01-01 10:00:00' }, ...rest] };
    await assert.rejects(session.save(typed, plainly), /lost/);
    assert.equal((await session.save(typed, plainly)).kind, 'written');
    const after = (recordIn(await client.call('getItem', { path: { id } })).salePeriods as Fields[])[0]!;
    assert.deepEqual([after.available, String(after.finish).slice(0, 10)], [1, '2031-01-01']);
  });

  it('keeps what failed as an edit, and says of each part what came of it', async () => {
    const { session } = await openForm([{ kind: '500', operation: 'updateValues', times: 3 }]);
    const reply = await session.save({ ...session.record.decodedBase, name: 'New', price: '5,00' }, plainly);
    assert.ok(reply.kind === 'written');
    assert.deepEqual(
      reply.sections.map(({ section, state }) => `${section} ${state}`),
      ['data saved', 'values unknown'],
    );
    assert.deepEqual(
      changedFields(reply.base, reply.form).map(({ path }) => path),
      ['price'],
    );
  });

  it('creates an item and then all that belongs to it', async () => {
    const { store, sent } = await openForm();
    const session = new ItemSession(store, () => look, undefined, '1001');
    const attribute = { row: 'new-1', isNew: true, isFixed: false, key: 'minimum', value: '2', type: 'integer' };
    const form = { ...emptyForm, name: 'Nova', price: '1', feeSale: '0', feeProducer: '0', attributes: [attribute] };
    const reply = await session.save(form, plainly);
    assert.deepEqual(sent, ['createItem', 'createValues', 'createAttribute']);
    assert.ok(reply.kind === 'written' && changedFields(reply.base, reply.form).length === 0);
    assert.equal(session.record.base.name, 'Nova');
  });

  it('says what the service does not show of an item that was created', async () => {
    const { store } = await openForm();
    const bare = async (id: string) => {
      const { name, value } = await store.read(id);
      return { id: Number(id), name, value };
    };
    const session = new ItemSession({ ...store, read: bare }, () => look, undefined, '1001');
    const reply = await session.save({ ...emptyForm, name: 'Deck', description: 'wood', hidden: true }, plainly);
    assert.ok(reply.kind === 'written');
    assert.deepEqual(reply.sections[0]?.differences, [
      { field: 'description', expected: 'wood', isUnshown: true },
      { field: 'hidden', expected: 'true', isUnshown: true },
    ]);
  });

  it('does not create an item twice when nobody knows whether it was', async () => {
    const { store, sent } = await openForm([{ kind: 'reset-after', operation: 'createItem', times: 1 }]);
    const session = new ItemSession(store, () => look, undefined, '1001');
    const form = { ...emptyForm, name: 'Uma vez' };
    const reply = await session.save(form, plainly);
    assert.ok(reply.kind === 'unknownCreation' && reply.found?.length === 1);
    assert.deepEqual(await session.save(form, plainly), reply);
    assert.deepEqual(sent, ['createItem']);
  });

  it('fault 39: does not save what another window saves', async () => {
    const { store, id } = await openForm();
    const session = new ItemSession({ ...store, lock: () => Promise.resolve(undefined) }, () => look, String(id), undefined);
    await session.record.open(String(id));
    assert.deepEqual(await session.save({ ...session.record.decodedBase, name: 'x' }, plainly), { kind: 'busy' });
  });

  it('gives a refusal of the service as it is', async () => {
    const { store } = await openForm();
    const session = new ItemSession(store, () => look, undefined, '999999');
    await assert.rejects(session.save({ ...emptyForm, name: 'x' }, plainly), ApiError);
  });
});
