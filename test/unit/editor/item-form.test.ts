import assert from 'node:assert/strict';
import { ApiError, type Client } from '../../../src/client/index.ts';
import { isFields, readRecord, type Fields } from '../../../src/records/index.ts';
import { itemSession, type ItemStore } from '../../../src/editor/forms/item-session.ts';
import { typedFieldsOf, withTyped } from '../../../src/editor/forms/record-texts.ts';
import { checkItem } from '../../../src/shared/form-checks.ts';
import { differences, editsOf, mergedEdits, rowsOf, textIn, withTexts } from '../../../src/shared/typed-fields.ts';
import { inRow, newRow, typing } from '../records/typing.ts';
import { marksOf, overlapsOf } from '../../../src/shared/times.ts';
import type { TypedEdit, TypedField } from '../../../src/protocol/record-form.ts';
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

const item = readRecord('item', record, look.dialect);
const base = typedFieldsOf(item, look);

describe('an item as a form', () => {
  it('shows amounts as money, times as the clock of the service, and what is no number as empty', () => {
    const texts = ['price', 'feeSale', 'feeProducer', 'parent'].map((name) => textIn(base, name));
    assert.deepEqual(texts, ['120,50', '12,05', '0,00', '5']);
    assert.deepEqual(
      rowsOf(base, 'salePeriods').map(({ key, texts: { start, available } }) => [key, start, available]),
      [
        ['1', '2026-03-01 10:00:00', ''],
        ['2', '2026-03-10 10:00:00', '40'],
      ],
    );
    assert.deepEqual(
      rowsOf(base, 'attributes').map(({ texts: { value, type }, isFixed }) => [value, type, isFixed]),
      [
        ['1', 'integer', false],
        ['text', 'string', false],
        ['{"nested":true}', 'string', true],
      ],
    );
  });

  it('has all that can be typed of a new item, and of another what the service shows', () => {
    const names = (fields: readonly TypedField[]) => fields.flatMap(({ section, name }) => (section === 'data' ? [name] : []));
    const empty = typedFieldsOf(readRecord('item', {}, look.dialect), look);
    assert.deepEqual(names(empty), ['name', 'description', 'type', 'quantity', 'parent', 'hidden']);
    const bare = typedFieldsOf(readRecord('item', { id: 1, title: 'A', type: { id: 2 }, hidden: 'no' }, look.dialect), look);
    assert.deepEqual(names(bare), ['name']);
  });

  it('changes nothing of what was not typed', () => {
    assert.deepEqual(editsOf(base, base), []);
    const price = { section: 'value', key: '', name: 'price', text: '99,9' } as const;
    assert.deepEqual(editsOf(base, withTexts(base, [price])), [price]);
  });

  it('has a row that was added, and what was typed into it, again from the edits', () => {
    const added = newRow('salePeriods', '7', { start: '', finish: '', available: '3' });
    const form = withTexts(base, added);
    assert.deepEqual(editsOf(base, form), added);
    const row = { row: 'new 7', key: '7', isNew: true, isFixed: false, texts: { start: '', finish: '', available: '3' } };
    assert.deepEqual(rowsOf(form, 'salePeriods').at(-1), row);
  });

  it('takes two ways to write an amount for one', () => {
    assert.deepEqual(typing(base, { price: '120.5', quantity: ' 60 ' }), []);
  });

  it("session with the client's rules, and only what changed", () => {
    const places = (edits: readonly TypedEdit[], zone?: string) =>
      checkItem(base, withTexts(base, edits), zone).map(({ field, rule }) => `${field} ${rule}`);
    const typed = (texts: Readonly<Record<string, string>>) => places(typing(base, texts));
    assert.deepEqual(typed({ description: 'x' }), []);
    assert.deepEqual(typed({ name: ' ', quantity: 'x', price: 'twelve' }), ['name missing', 'quantity count', 'price amount']);
    const negative = ['price negative', 'feeSale negative', 'feeProducer negative'];
    assert.deepEqual(typed({ price: '-1', feeSale: '-0,01', feeProducer: '-1.234,50' }), negative);
    assert.deepEqual(typed({ price: '-0', feeSale: '0' }), []);
    const inPeriod = (texts: Readonly<Record<string, string>>, index: number) => inRow(base, 'salePeriods', texts, index);
    assert.deepEqual(places(inPeriod({ finish: '2026-02-30 10:00:00' }, 0)), ['salePeriods.row-1.finish time']);
    assert.deepEqual(places(inPeriod({ finish: '2026-01-01 00:00:00' }, 1)), ['salePeriods.row-2.finish order']);
    const fresh = { start: '2026-03-10 10:00:00', finish: '2026-03-30 18:00:00', available: '40' };
    assert.deepEqual(places(newRow('salePeriods', '2', fresh)), ['salePeriods.new 2.appCategoryId twice']);
    const jumped = { finish: '2030-01-01 00:00:00', start: '2018-11-04 00:00:00' };
    assert.deepEqual(places(inPeriod(jumped, 1), 'America/Sao_Paulo'), ['salePeriods.row-2.start jumped']);
  });

  it('puts my changes on their version, and asks where both changed the same', () => {
    const mine = withTexts(base, typing(base, { name: 'Mine', price: '10,00' }));
    const theirs = withTexts(base, typing(base, { name: 'Theirs', description: 'Theirs' }));
    const found = differences(base, theirs, mine);
    assert.deepEqual(
      found.map(({ field, isBoth }) => [field.name, isBoth]),
      [
        ['name', true],
        ['description', false],
      ],
    );
    const kept = withTexts(
      theirs,
      mergedEdits(base, theirs, mine, (address) => address === found[0]?.address),
    );
    const texts = ['name', 'description', 'price'].map((name) => textIn(kept, name));
    assert.deepEqual(texts, ['Mine', 'Theirs', '10,00']);
    const added = withTexts(base, newRow('salePeriods', '7', { start: '', finish: '', available: '' }));
    const both = mergedEdits(base, theirs, added, () => false);
    assert.equal(rowsOf(withTexts(theirs, both), 'salePeriods').length, 3);
  });

  it('goes on with my value in a row that somebody else has changed, added or taken away meanwhile', () => {
    const mine = withTexts(base, inRow(base, 'salePeriods', { available: '9' }, 1));
    const gone = base.filter(({ section, key }) => section !== 'salePeriods' || key !== '2');
    const again = withTexts(
      gone,
      mergedEdits(base, gone, mine, () => false),
    );
    assert.deepEqual(rowsOf(again, 'salePeriods').at(-1)?.texts, {
      ...{ start: '2026-03-10 10:00:00', finish: '2026-03-30 18:00:00', available: '9' },
    });
    const theirs = [...base, { section: 'salePeriods', key: '7', name: 'start', text: 'theirs', row: 'row-3' } as const];
    const added = withTexts(base, newRow('salePeriods', '7', { start: 'mine' }));
    const chosen = mergedEdits(base, theirs, added, () => true);
    assert.deepEqual(rowsOf(withTexts(theirs, chosen), 'salePeriods').at(-1)?.texts, { start: 'mine' });
    const same = withTexts(base, newRow('salePeriods', '7', { start: 'theirs' }));
    assert.deepEqual(
      mergedEdits(base, theirs, same, () => true),
      [],
    );
  });

  it('fault 38: asks about a field that they do not show any more, and keeps mine', () => {
    const mine = withTexts(base, typing(base, { parent: '6' }));
    const theirs = base.filter(({ name }) => name !== 'parent');
    assert.deepEqual(
      differences(base, theirs, mine).map(({ field, remote, local, isBoth }) => [field.name, remote, local, isBoth]),
      [['parent', '', '6', true]],
    );
    const kept = withTexts(
      theirs,
      mergedEdits(base, theirs, mine, () => true),
    );
    assert.equal(textIn(kept, 'parent'), '6');
    assert.deepEqual(editsOf(theirs, kept), typing([], { parent: '6' }));
  });

  it('takes no row of theirs for one that I added', () => {
    const unsaved = [{ section: 'salePeriods', key: '9', name: 'start', text: 'mine', row: 'row-3' } as const];
    const edits = editsOf(base, [...base, ...unsaved]);
    const theirs = [...base, { section: 'salePeriods', key: '7', name: 'start', text: 'theirs', row: 'row-3' } as const];
    assert.deepEqual(
      rowsOf(withTexts(theirs, edits), 'salePeriods')
        .slice(2)
        .map(({ key, texts }) => [key, texts.start]),
      [
        ['7', 'theirs'],
        ['9', 'mine'],
      ],
    );
  });

  it('sends an attribute whose type is another now by that type', () => {
    const edits = ['0123', 'string'].map((text, at) => ({
      ...{ section: 'attributes', key: 'minimum', name: ['value', 'type'][at]!, text },
    })) as TypedEdit[];
    const edited = withTyped(edits, look)(item);
    assert.equal(edited.sections.attributes?.find(({ key }) => key === 'minimum')?.fields.value?.raw, '0123');
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

/** Its first sale period, as a body. */
function periodOf(form: readonly TypedField[]): Fields {
  const { key, texts } = rowsOf(form, 'salePeriods')[0]!;
  return { ...texts, appCategoryId: Number(key) };
}

/** An open form at a service, and whatever it sends. */
async function openForm(faults: ServiceFault[] = []) {
  const service = await testService({ faults });
  const client = clientOf(service, { timeout: 5000 });
  const items = recordsIn(await client.call('listItems', { query: { type: 'Ticket', eventId: 1001 } }));
  const item = items.find(({ value, salePeriods }) => value !== null && (salePeriods as unknown[]).length > 0)!;
  const sent: string[] = [];
  const store = storeOf(client, sent);
  const session = itemSession(store, () => look, String(item.id), undefined);
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
    const { base: form } = session;
    const before = session.record.base;
    const edits = [...typing(form, { price: '77,70' }), ...inRow(form, 'salePeriods', { available: '3' })];
    const reply = await session.save(edits, plainly);
    assert.equal(reply.kind, 'written');
    assert.deepEqual(sent, ['updateValues', 'updateSalePeriod']);
    const after = recordIn(await client.call('getItem', { path: { id } }));
    assert.deepEqual(after.attributes, before.attributes);
    assert.equal((after.value as Fields).price, 77.7);
    assert.ok(isFields((after.salePeriods as unknown[])[0]));
    assert.equal((after.salePeriods as Fields[])[0]!.start, (before.salePeriods as Fields[])[0]!.start);
    assert.deepEqual(await session.save([], plainly), { kind: 'unchanged' });
  });

  it('fault 38: writes nothing over what somebody else wrote, until it was chosen', async () => {
    const { session, sent, client, id } = await openForm();
    const mine = typing(session.base, { name: 'Mine' });
    await client.call('updateItem', { path: { id }, body: { name: 'Theirs' } });
    const reply = await session.save(mine, plainly);
    assert.ok(reply.kind === 'changedElsewhere' && textIn(reply.remote, 'name') === 'Theirs');
    assert.deepEqual(sent, []);
    const chosen = mergedEdits(reply.base, reply.remote, withTexts(reply.base, mine), () => true);
    assert.equal((await session.save(chosen, { ...plainly, isResolved: true })).kind, 'written');
    assert.equal(recordIn(await client.call('getItem', { path: { id } })).name, 'Mine');
  });

  it('fault 38: makes no sale period again that somebody took away, asks, and asks once', async () => {
    let held: Fields = { ...record, id: 7 };
    const { store, sent } = await openForm();
    const fake = {
      ...store,
      read: () => Promise.resolve(structuredClone(held)),
      write: (_id: string, { operation, body }: { operation: string; body: Fields }) => {
        sent.push(operation);
        held = { ...held, ...body };
        return Promise.resolve({});
      },
    };
    const session = itemSession(fake, () => look, '7', undefined);
    await session.record.open('7');
    const edits = inRow(session.base, 'salePeriods', { start: '2026-03-11 10:00:00' }, 1);
    held = { ...held, salePeriods: (held.salePeriods as unknown[]).slice(0, 1) };
    const reply = await session.save(edits, plainly);
    assert.deepEqual([reply.kind, sent], ['changedElsewhere', []]);
    const resolved = { ...plainly, isResolved: true };
    assert.equal((await session.save(typing(session.base, { name: 'Other' }), resolved)).kind, 'written');
    assert.deepEqual(sent, ['updateItem']);
  });

  it('saves an edit of a sale period from which tickets were sold meanwhile, and sends how many are left now', async () => {
    const { session, sent, client, id } = await openForm();
    const { base: form } = session;
    const sold = { ...periodOf(form), available: 1 };
    await client.call('updateSalePeriod', { path: { id }, body: sold });
    const reply = await session.save(inRow(form, 'salePeriods', { finish: '2031-01-01 10:00:00' }), plainly);
    assert.deepEqual([reply.kind, sent], ['written', ['updateSalePeriod']]);
    const after = (recordIn(await client.call('getItem', { path: { id } })).salePeriods as Fields[])[0]!;
    assert.deepEqual([after.available, String(after.finish).slice(0, 10)], [1, '2031-01-01']);
    // Who edits that number is asked.
    await client.call('updateSalePeriod', { path: { id }, body: { ...sold, finish: '2031-01-01 10:00:00', available: 5 } });
    const mine = inRow(session.base, 'salePeriods', { available: '9' });
    assert.equal((await session.save(mine, plainly)).kind, 'changedElsewhere');
  });

  it('takes no counter for an edit when tickets were sold and the save could not be finished', async () => {
    const { store, client, id } = await openForm();
    let reads = 0;
    const failing = async (item: string) => {
      if (++reads === 3) throw new Error('lost');
      return store.read(item);
    };
    const session = itemSession({ ...store, read: failing }, () => look, String(id), undefined);
    await session.record.open(String(id));
    const { base: form } = session;
    const sold = { ...periodOf(form), available: 1 };
    await client.call('updateSalePeriod', { path: { id }, body: sold });
    const typed = inRow(form, 'salePeriods', { finish: '2031-01-01 10:00:00' });
    await assert.rejects(session.save(typed, plainly), /lost/);
    assert.equal((await session.save(typed, plainly)).kind, 'written');
    const after = (recordIn(await client.call('getItem', { path: { id } })).salePeriods as Fields[])[0]!;
    assert.deepEqual([after.available, String(after.finish).slice(0, 10)], [1, '2031-01-01']);
  });

  it('keeps what failed as an edit, and says of each part what came of it', async () => {
    const { session } = await openForm([{ kind: '500', operation: 'updateValues', times: 3 }]);
    const reply = await session.save(typing(session.base, { name: 'New', price: '5,00' }), plainly);
    assert.ok(reply.kind === 'written');
    assert.deepEqual(
      reply.sections.map(({ section, state }) => `${section} ${state}`),
      ['data saved', 'values unknown'],
    );
    assert.deepEqual(
      reply.edits.map(({ name, text }) => [name, text]),
      [['price', '5,00']],
    );
  });

  it('creates an item and then all that belongs to it', async () => {
    const { store, sent } = await openForm();
    const session = itemSession(store, () => look, undefined, '1001');
    const attribute = newRow('attributes', 'minimum', { value: '2', type: 'integer' });
    const typed = typing([], { name: 'Nova', price: '1', feeSale: '0', feeProducer: '0' });
    const reply = await session.save([...typed, ...attribute], plainly);
    assert.deepEqual(sent, ['createItem', 'createValues', 'createAttribute']);
    assert.ok(reply.kind === 'written' && reply.edits.length === 0);
    assert.equal(session.record.base.name, 'Nova');
  });

  it('says what the service does not show of an item that was created', async () => {
    const { store } = await openForm();
    const bare = async (id: string) => {
      const { name, value } = await store.read(id);
      return { id: Number(id), name, value };
    };
    const session = itemSession({ ...store, read: bare }, () => look, undefined, '1001');
    const reply = await session.save(typing([], { name: 'Deck', description: 'wood', hidden: 'true' }), plainly);
    assert.ok(reply.kind === 'written');
    assert.deepEqual(reply.sections[0]?.differences, [
      { field: 'description', expected: 'wood', isUnshown: true },
      { field: 'hidden', expected: 'true', isUnshown: true },
    ]);
  });

  it('keeps what stands in the way of the rest of an item that was created, and says it', async () => {
    const { store } = await openForm();
    const dialect = { ...look.dialect, amounts: { items: 'decimals', fees: 'number' } } as const;
    const session = itemSession(store, () => ({ language: 'en', dialect }), undefined, '1001');
    const reply = await session.save(typing([], { name: 'Deck', price: '50', feeSale: '1.50', feeProducer: '0' }), plainly);
    assert.ok(reply.kind === 'written');
    assert.deepEqual(
      reply.sections.map(({ section, state }) => `${section} ${state}`),
      ['data saved', 'values failed'],
    );
    assert.match(reply.sections[1]?.reason ?? '', /plain number/);
    assert.deepEqual(
      reply.edits.map(({ name }) => name),
      ['price', 'feeSale', 'feeProducer'],
    );
  });

  it('does not create an item twice when nobody knows whether it was', async () => {
    const { store, sent } = await openForm([{ kind: 'reset-after', operation: 'createItem', times: 1 }]);
    const session = itemSession(store, () => look, undefined, '1001');
    const form = typing([], { name: 'Uma vez' });
    const reply = await session.save(form, plainly);
    assert.ok(reply.kind === 'unknownCreation' && reply.found?.length === 1);
    assert.deepEqual(await session.save(form, plainly), reply);
    assert.deepEqual(sent, ['createItem']);
  });

  it('fault 39: does not save what another window saves', async () => {
    const { store, id } = await openForm();
    const session = itemSession({ ...store, lock: () => Promise.resolve(undefined) }, () => look, String(id), undefined);
    await session.record.open(String(id));
    assert.deepEqual(await session.save(typing(session.base, { name: 'x' }), plainly), { kind: 'busy' });
  });

  it('gives a refusal of the service as it is', async () => {
    const { store } = await openForm();
    const session = itemSession(store, () => look, undefined, '999999');
    await assert.rejects(session.save(typing([], { name: 'x' }), plainly), ApiError);
  });
});
