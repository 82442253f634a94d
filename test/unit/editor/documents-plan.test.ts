import assert from 'node:assert/strict';
import type { AmountUnit, Dialect } from '../../../src/client/index.ts';
import { money, readValue, stepName, typedValue, type Fields, type Kind, type SavePlan } from '../../../src/records/index.ts';
import { planItem, planPasskey } from '../records/support.ts';
import { localDialect } from './dialects.ts';

const now = Date.UTC(2026, 5, 15, 15);
/** As a service whose updates leave alone what they are not sent. */
const context = { now, dialect: { ...localDialect, put: 'merges' as const } };
const replacing = { now, dialect: { ...localDialect, put: 'replaces' as const } };
const open = { now, dialect: localDialect };

const item = {
  id: 300002,
  name: '1º lote',
  description: 'First',
  eventId: 1,
  attributes: { maximum: 6, note: 'x' },
  salePeriods: [
    { id: 7, appCategoryId: 1, start: '2026-06-01T00:00:00-03:00', finish: '2026-07-01T23:59:59-03:00', available: 340 },
    { id: 8, appCategoryId: 2, start: '2026-06-01T00:00:00-03:00', finish: '2026-07-01T23:59:59-03:00', available: true },
  ],
  available: true,
  value: { price: 120, finalPrice: 132, feeSale: 12, feeProducer: 0, taxDistribution: 100 },
  secret: { of: ['the service', 9007199254740993n] },
};

const passkey = {
  id: 5,
  eventId: 1,
  passkey: 'IMPRENSA',
  start: '2026-06-01',
  finish: '2026-07-01 10:00:00',
  limit: 50,
  used: 14,
  status: 'approved',
  itemIds: [3, 1],
};

function sent({ steps, problems, questions }: SavePlan): [string, unknown][] {
  assert.deepEqual([problems, questions], [[], []]);
  return steps.map(({ operation, body }) => [operation, body]);
}

/** What a value is in the unit of writes, or why it is none. */
function read(kind: Kind, raw: unknown, dialect: Dialect) {
  const { known, rule } = readValue(kind, raw, dialect) ?? {};
  return rule === undefined ? { value: known } : { rule };
}
const toCents = (amount: unknown, unit: AmountUnit | undefined) =>
  read('amount', amount, unit ? { amounts: { items: unit } } : {});
const toCount = (count: unknown) => read('count', count, {});
const known = (clock: string | undefined): Dialect => (clock === undefined ? {} : { clock });
const toWriteTime = (time: string, clock: string | undefined) => read('moment', time, known(clock));
const toWriteDayOrTime = (time: string, clock: string | undefined) => read('dayOrMoment', time, known(clock));

const edit = (changes: object): Fields => ({ ...item, ...changes });
const refused = ({ problems }: SavePlan) => problems.map(({ path, rule }) => `${path.join('.')}: ${rule}`);

describe('a price beside fees that the service does not show', () => {
  const shown = { ...item, value: { price: 120 } };
  const dearer = { ...shown, value: { price: 130 } };

  it('fault 87: is sent alone where the service keeps what it is not sent, which is asked once', () => {
    const { questions } = planItem(shown, dearer, open);
    assert.deepEqual(questions, [{ kind: 'put', left: ['feeSale', 'feeProducer'], isUnseen: true }]);
    assert.deepEqual(sent(planItem(shown, dearer, context)), [['updateValues', { price: 13_000 }]]);
    const refusedFees = ['value.feeSale: notShown', 'value.feeProducer: notShown'];
    assert.deepEqual(
      refused(planItem(shown, dearer, replacing)),
      refusedFees,
      'a service that clears them is told what they are',
    );
    const unseen = { ...context, choices: { unseen: { values: 'update' as const } } };
    assert.deepEqual(sent(planItem({ ...item, value: undefined }, { ...item, value: { price: 130 } }, unseen)), [
      ['updateValues', { price: 13_000 }],
    ]);
  });

  it('fault 87: is all that a new item without fees gets, and a fee that is shown stays with it', () => {
    assert.deepEqual(sent(planItem({ ...item, value: null }, { ...item, value: { price: 130 } }, open)), [
      ['createValues', { price: 13_000 }],
    ]);
    const none = { ...item, value: { price: 120, feeSale: null, feeProducer: 5 } };
    assert.deepEqual(sent(planItem(none, { ...none, value: { ...none.value, price: 130 } }, open)), [
      ['updateValues', { price: 13_000, feeProducer: 500 }],
    ]);
  });
});

describe('a sale period whose reply has names of its own', () => {
  const times = { start: '2027-01-10 10:00:00', finish: '2027-01-20 10:00:00' };
  const shown = { ...item, salePeriods: [{ appCategoryId: 1, ...times, remaining: 37, stock: 40 }] };
  const later = { ...shown, salePeriods: [{ ...shown.salePeriods[0], finish: '2027-01-25 10:00:00' }] };
  const sentLater = { appCategoryId: 1, start: times.start, finish: '2027-01-25 10:00:00' };

  it('fault 83: is never sent how many are left as how many there are', () => {
    assert.deepEqual(sent(planItem(shown, later, context)), [['updateSalePeriod', sentLater]]);
    assert.deepEqual(planItem(shown, later, open).questions, [{ kind: 'put', left: ['available'], isUnseen: true }]);
    assert.deepEqual(refused(planItem(shown, later, replacing)), ['salePeriods.0.available: notShown']);
    const told = { ...context, dialect: { ...context.dialect, fields: { available: 'stock' } } };
    assert.deepEqual(sent(planItem(shown, later, told)), [['updateSalePeriod', { ...sentLater, available: 40 }]]);
  });

  it('fault 83: gets the four fields that the document names, and no other', () => {
    const other = { ...item, salePeriods: [{ appCategoryId: 1, ...times, available: 5, note: 'x', sold: 3 }] };
    const edited = { ...other, salePeriods: [{ ...other.salePeriods[0], available: 6 }] };
    assert.deepEqual(sent(planItem(other, edited, context)), [
      ['updateSalePeriod', { appCategoryId: 1, ...times, available: 6 }],
    ]);
  });
});

describe('conversions to the format of writes', () => {
  it('makes cents of decimals, exactly', () => {
    for (const [amount, cents] of [
      [120, 12000],
      [0.29, 29],
      [1.1, 110],
      [19.99, 1999],
      ['120.50', 12050],
      [-1.5, -150],
      [0, 0],
      [4.35, 435],
    ])
      assert.deepEqual(toCents(amount, 'decimals'), { value: cents });
  });

  it('refuses amounts that are none', () => {
    for (const amount of [1.005, 0.1 + 0.2, NaN, Infinity, '', true, 1e21, '0x10'])
      for (const unit of ['decimals', 'text', 'cents', 'whole', undefined] as const)
        assert.ok(toCents(amount, unit).rule, `${String(amount)} as ${unit}`);
  });

  it('makes cents of a text with a comma, as it is read', () => {
    assert.deepEqual(toCents('1,50', 'text'), { value: 150 });
    assert.deepEqual(toCents('1,50', undefined), { value: 150 });
  });

  it('says of a whole number whose unit is not known that the unit is missing', () => {
    // As it is typed beside an amount whose unit nobody has said.
    const typed = (text: string) => typedValue('amount', text, readValue('amount', 120, {}), { dialect: {}, language: 'en' });
    for (const amount of [120, '120', -5, typed('130')]) assert.deepEqual(toCents(amount, undefined), { rule: 'unit' });
    assert.deepEqual(toCents(120.5, undefined), { value: 12050 });
    assert.deepEqual(toCents(typed('130.00'), undefined), { value: 13000 });
    assert.deepEqual(toCents(money(13000), undefined), { value: 13000 });
  });

  it('refuses true and false for a count', () => {
    assert.deepEqual(toCount(340), { value: 340 });
    for (const value of [true, 1.5, '3']) assert.ok(toCount(value).rule);
  });

  it("writes a moment as the service's clock shows it", () => {
    const time = (text: string, clock = 'America/Sao_Paulo') => toWriteTime(text, clock);
    assert.deepEqual(time('2026-06-02T10:20:30-03:00'), { value: '2026-06-02 10:20:30' });
    assert.deepEqual(time('2026-06-02T10:20-03:00'), { value: '2026-06-02 10:20:00' });
    assert.deepEqual(time('2026-06-02 10:20:30'), { value: '2026-06-02 10:20:30' });
    assert.deepEqual(time('2026-06-02T10:20:30'), { value: '2026-06-02 10:20:30' });
    assert.deepEqual(time('2026-06-02T01:00:00Z'), { value: '2026-06-01 22:00:00' });
    assert.deepEqual(time('2026-06-02T01:00:00Z', 'America/Manaus'), { value: '2026-06-01 21:00:00' });
    for (const text of ['2026-02-30 10:00:00', '2026-06-01', 'soon', '']) assert.deepEqual(time(text), { rule: 'time' }, text);
  });

  it('writes no time with an offset while the clock of the service is not known', () => {
    for (const text of ['2026-06-02T01:00:00Z', '2026-06-02T10:20:30-03:00'])
      for (const write of [toWriteTime, toWriteDayOrTime]) assert.deepEqual(write(text, undefined), { rule: 'clock' }, text);
    assert.deepEqual(toWriteTime('2026-06-02 10:20:30', undefined), { value: '2026-06-02 10:20:30' });
    assert.deepEqual(toWriteTime('2026-06-02T10:20:30', undefined), { value: '2026-06-02 10:20:30' });
  });

  it('keeps a day a day', () => {
    for (const clock of [undefined, 'UTC']) assert.deepEqual(toWriteDayOrTime('2026-06-02', clock), { value: '2026-06-02' });
    assert.deepEqual(toWriteDayOrTime('2026-06-02T10:00:00Z', 'UTC'), { value: '2026-06-02 10:00:00' });
    assert.ok(toWriteDayOrTime('2026-06-31', 'UTC').rule);
  });
});

describe('what an edited item sends', () => {
  it('nothing for nothing', () => {
    assert.deepEqual(sent(planItem(item, structuredClone(item), context)), []);
  });

  it('nothing when only the order of fields changed', () => {
    assert.deepEqual(sent(planItem(item, Object.fromEntries(Object.entries(item).reverse()), context)), []);
  });

  it('the field that changed, with all other data that was read: a service may clear what it is not sent', () => {
    assert.deepEqual(sent(planItem(item, edit({ description: 'New' }), context)), [
      ['updateItem', { name: '1º lote', description: 'New', eventId: 1 }],
    ]);
    const more = { type: 'Ticket', quantity: 60, hidden: true, parent: { id: 5, name: 'Setor' } };
    assert.deepEqual(sent(planItem(edit(more), edit({ ...more, name: 'New' }), context)), [
      ['updateItem', { name: 'New', description: 'First', type: 'Ticket', quantity: 60, parent: 5, hidden: true, eventId: 1 }],
    ]);
  });

  it('a field that nobody knows, when it was added or changed', () => {
    assert.deepEqual(sent(planItem(item, edit({ colour: 'red', secret: { of: [] } }), context)), [
      ['updateItem', { name: '1º lote', description: 'First', eventId: 1, secret: { of: [] }, colour: 'red' }],
    ]);
  });

  it('a moment in an unknown field in the format of writes', () => {
    assert.deepEqual(
      sent(planItem({ ...item, opensAt: '2026-06-01T00:00:00-03:00' }, edit({ opensAt: '2026-06-02T00:00:00-03:00' }), context)),
      [['updateItem', { name: '1º lote', description: 'First', eventId: 1, opensAt: '2026-06-02 00:00:00' }]],
    );
  });

  it('cents, all three of them', () => {
    assert.deepEqual(sent(planItem(item, edit({ value: { ...item.value, price: 150.5 } }), context)), [
      ['updateValues', { price: 15050, feeSale: 1200, feeProducer: 0 }],
    ]);
  });

  it('creates values where there are none', () => {
    const value = { price: 1, feeSale: 0, feeProducer: 0 };
    assert.deepEqual(sent(planItem({ ...item, value: null }, edit({ value }), context)), [
      ['createValues', { price: 100, feeSale: 0, feeProducer: 0 }],
    ]);
  });

  it('the one sale period that changed, in the format of writes and without its id', () => {
    const [first, second] = item.salePeriods;
    const salePeriods = [{ ...first, finish: '2026-07-02T12:00:00-03:00' }, second];
    assert.deepEqual(sent(planItem(item, edit({ salePeriods }), context)), [
      ['updateSalePeriod', { appCategoryId: 1, start: '2026-06-01 00:00:00', finish: '2026-07-02 12:00:00', available: 340 }],
    ]);
  });

  it('creates a sale period of a new category', () => {
    const added = { appCategoryId: 3, start: '2026-06-01 00:00:00', finish: '2026-06-02T03:00:00Z', available: 5 };
    assert.deepEqual(sent(planItem(item, edit({ salePeriods: [...item.salePeriods, added] }), context)), [
      ['createSalePeriod', { appCategoryId: 3, start: '2026-06-01 00:00:00', finish: '2026-06-02 00:00:00', available: 5 }],
    ]);
  });

  it('attributes one by one: changed ones updated, new ones created', () => {
    assert.deepEqual(sent(planItem(item, edit({ attributes: { maximum: 4, note: 'x', minimum: 1, label: 'y' } }), context)), [
      ['updateAttribute', { key: 'maximum', value: 4, type: 'integer' }],
      ['createAttribute', { key: 'minimum', value: 1, type: 'integer' }],
      ['createAttribute', { key: 'label', value: 'y', type: 'string' }],
    ]);
  });

  it('attributes that are a list', () => {
    const before = { ...item, attributes: [{ key: 'a', value: '1', type: 'integer' }] };
    const after = { ...before, attributes: [{ key: 'a', value: '2', type: 'integer' }] };
    assert.deepEqual(sent(planItem(before, after, context)), [['updateAttribute', { key: 'a', value: '2', type: 'integer' }]]);
  });

  it('refuses at the very place what cannot be written', () => {
    const [first, second] = item.salePeriods;
    const cases: [object, string][] = [
      [{ id: 1 }, 'id: readOnly'],
      [{ available: false }, 'available: readOnly'],
      [{ value: { ...item.value, finalPrice: 1 } }, 'value.finalPrice: readOnly'],
      [{ value: { ...item.value, price: '12,505' } }, 'value.price: cents'],
      [{ value: null }, 'value: notRemovable'],
      [{ value: { ...item.value, feeProducer: null } }, 'value.feeProducer: notShown'],
      [{ salePeriods: [first, { ...second, finish: '2026-08-01 00:00:00' }] }, 'salePeriods.1.available: count'],
      [{ salePeriods: [{ ...first, start: '2026-02-30 00:00:00' }, second] }, 'salePeriods.0.start: time'],
      [{ salePeriods: [first] }, 'salePeriods: notRemovable'],
      [{ salePeriods: [first, second, { ...first, available: 1 }] }, 'salePeriods.2.appCategoryId: ambiguous'],
      [{ salePeriods: 'none' }, 'salePeriods: list'],
      [{ salePeriods: [{ ...first, id: 99 }, second] }, 'salePeriods.0.id: readOnly'],
      [{ attributes: { maximum: 6 } }, 'attributes.note: notRemovable'],
      [{ attributes: { ...item.attributes, maximum: true } }, 'attributes.maximum: service'],
      [{ attributes: 'none' }, 'attributes: object'],
      [{ name: '' }, 'name: service'],
      [{ name: 5 }, 'name: service'],
    ];
    for (const [changes, expected] of cases) assert.deepEqual(refused(planItem(item, edit(changes), context)), [expected]);
    const without = Object.fromEntries(Object.entries(item).filter(([key]) => key !== 'description'));
    assert.deepEqual(refused(planItem(item, without, context)), ['description: notRemovable']);
  });
});

describe('fields whose names mean something to JavaScript', () => {
  const unchanged = { eventId: 1, passkey: 'IMPRENSA', finish: '2026-07-01 10:00:00' };

  for (const text of ['{}', '{"polluted":true}', '"x"', 'null']) {
    it(`fault 73: are sent when they are new or changed, and never dropped: ${text}`, () => {
      const odd = JSON.parse(`{"__proto__":${text},"constructor":${text}}`) as Fields;
      const other = JSON.parse('{"__proto__":1,"constructor":2}') as Fields;
      const isNew = text !== 'null';
      for (const before of isNew ? [{}, other] : [other]) {
        assert.deepEqual(sent(planItem(edit(before), edit(odd), context)), [
          ['updateItem', { name: '1º lote', description: 'First', eventId: 1, ...odd }],
        ]);
        assert.deepEqual(sent(planPasskey({ ...passkey, ...before }, { ...passkey, ...odd }, context)), [
          ['updatePasskey', { ...unchanged, ...odd }],
        ]);
        const amounts = { price: 1, feeSale: 0, feeProducer: 0 };
        const values = (more: object) => edit({ value: { ...amounts, ...more } });
        assert.deepEqual(sent(planItem(values(before), values(odd), context)), [
          ['updateValues', { price: 100, feeSale: 0, feeProducer: 0, ...odd }],
        ]);
      }
      assert.deepEqual(sent(planItem(edit(odd), edit(odd), context)), []);
      assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    });
  }

  it('fault 73: are refused when they are taken away', () => {
    const odd = JSON.parse('{"__proto__":{},"constructor":1}') as Fields;
    const both = ['__proto__: notRemovable', 'constructor: notRemovable'];
    assert.deepEqual(refused(planItem(edit(odd), edit({}), context)), both);
    assert.deepEqual(refused(planPasskey({ ...passkey, ...odd }, passkey, context)), both);
  });
});

describe('what an edited passkey sends', () => {
  const change = (changes: object): Fields => ({ ...passkey, ...changes });
  const withoutItems = Object.fromEntries(Object.entries(passkey).filter(([name]) => name !== 'itemIds'));

  it('nothing when nothing changed, and otherwise all that the payload has', () => {
    assert.deepEqual(sent(planPasskey(passkey, change({}), context)), []);
    const ahead = { ...passkey, start: '2026-06-20T03:00:00Z' };
    assert.deepEqual(sent(planPasskey(ahead, { ...ahead, passkey: 'PRESS' }, context)), [
      ['updatePasskey', { eventId: 1, passkey: 'PRESS', start: '2026-06-20 00:00:00', finish: '2026-07-01 10:00:00' }],
    ]);
    assert.deepEqual(sent(planPasskey(ahead, { ...ahead, finish: '2026-07-02T10:00:00-03:00' }, context)), [
      ['updatePasskey', { eventId: 1, passkey: 'IMPRENSA', start: '2026-06-20 00:00:00', finish: '2026-07-02 10:00:00' }],
    ]);
    const endless = { id: 5, eventId: 1, passkey: 'A', finish: null, start: '' };
    assert.deepEqual(sent(planPasskey(endless, { ...endless, passkey: 'B' }, context)), [
      ['updatePasskey', { eventId: 1, passkey: 'B' }],
    ]);
  });

  it('no start that is past: it has begun either way, and only a service that is known to clear it is asked about it', () => {
    const edited = change({ passkey: 'PRESS' });
    const body = { eventId: 1, passkey: 'PRESS', finish: '2026-07-01 10:00:00' };
    // Its limit is sent along, so that nothing clears it.
    assert.deepEqual(sent(planPasskey(passkey, edited, open)), [['updatePasskey', { ...body, limit: 50 }]]);
    const { limit: _limit, ...plain } = passkey;
    const without = planPasskey(plain, { ...plain, passkey: 'PRESS' }, open);
    assert.deepEqual(sent(without), [['updatePasskey', body]]);
    assert.deepEqual(sent(planPasskey(passkey, edited, context)), [['updatePasskey', body]]);
    assert.deepEqual(planPasskey(passkey, edited, replacing).questions, [{ kind: 'pastStart', start: '2026-06-01' }]);
    assert.deepEqual(sent(planPasskey(passkey, edited, { ...replacing, choices: { leavesOutStart: true } })), [
      ['updatePasskey', { ...body, limit: 50 }],
    ]);
  });

  it('what a service would clear that replaces what it has, where that is known, and asks where it is not', () => {
    const edited = edit({ name: '2º lote' });
    assert.deepEqual(planItem(item, edited, open).questions, [{ kind: 'put', left: ['secret'] }]);
    const body = { name: '2º lote', description: 'First', eventId: 1 };
    assert.deepEqual(sent(planItem(item, edited, context)), [['updateItem', body]]);
    assert.deepEqual(sent(planItem(item, edited, replacing)), [['updateItem', { ...body, secret: item.secret }]]);
  });

  it('a set of items that is not known only when somebody has said that it may be replaced', () => {
    const unseen = withoutItems;
    assert.deepEqual(sent(planPasskey(unseen, { ...unseen }, context)), []);
    const wanted = { ...unseen, itemIds: [1, 4] };
    assert.deepEqual(planPasskey(unseen, wanted, context).questions, [{ kind: 'replaceItems', count: 2 }]);
    assert.deepEqual(sent(planPasskey(unseen, wanted, { ...context, choices: { replacesItems: true } })), [
      ['setPasskeyItems', { itemIds: [1, 4] }],
    ]);
  });

  it('no set of items in a shape that is not understood: that is refused at its place', () => {
    for (const name of ['items', 'itemIds']) {
      const shown = { ...withoutItems, [name]: { 3: true } };
      assert.deepEqual(sent(planPasskey(shown, { ...shown }, context)), []);
      assert.deepEqual(refused(planPasskey(shown, { ...shown, [name]: { 4: true } }, context)), [`${name}: list`]);
      const wanted = { ...shown, [name]: [{ id: 4 }] };
      assert.deepEqual(planPasskey(shown, wanted, context).questions, [{ kind: 'replaceItems', count: 1 }]);
    }
  });

  it('no time while the clock of the service is not known: that is asked, with the time', () => {
    const ahead = { ...passkey, start: '2026-06-20T03:00:00Z' };
    const { questions } = planPasskey(ahead, { ...ahead, passkey: 'B' }, { now, dialect: {} });
    assert.deepEqual(questions, [{ kind: 'clock', time: '2026-06-20T03:00:00Z' }]);
  });

  it('nothing for a time that is taken away where an update replaces, null where it keeps what it is not sent', () => {
    const omitPut = Object.fromEntries(Object.entries(context.dialect).filter(([name]) => name !== 'put'));
    const bodyOf = (put: 'merges' | 'replaces' | undefined, changes: object) => {
      const known = { ...context, dialect: { ...omitPut, ...(put ? { put } : {}) } };
      const { steps, questions } = planPasskey(passkey, change(changes), known);
      return questions.length > 0 ? questions.map(({ kind }) => kind) : steps[0]?.body;
    };
    const merged = bodyOf('merges', { start: null, finish: null }) as Record<string, unknown>;
    assert.deepEqual([merged.start, merged.finish], [null, null]);
    const replaced = bodyOf('replaces', { start: null, finish: null }) as Record<string, unknown>;
    assert.ok(!Object.hasOwn(replaced, 'finish') && replaced.passkey === passkey.passkey);
    assert.deepEqual(bodyOf(undefined, { start: null, finish: null }), ['put']);
  });

  it('the whole set of items, and nothing for another order', () => {
    assert.deepEqual(sent(planPasskey(passkey, change({ itemIds: [1, 3, 3] }), context)), []);
    assert.deepEqual(sent(planPasskey(passkey, change({ itemIds: [1, 4] }), context)), [
      ['setPasskeyItems', { itemIds: [1, 4] }],
    ]);
  });

  it('refuses what the interface cannot do', () => {
    const cases: [object, string][] = [
      [{ used: 0 }, 'used: readOnly'],
      [{ limit: 60 }, 'limit: readOnly'],
      [{ start: '2026-06-14' }, 'start: service'],
      [{ finish: 'later' }, 'finish: dayOrTime'],
      [{ itemIds: null }, 'itemIds: list'],
      [{ itemIds: [1, 'x'] }, 'itemIds.1: service'],
      [{ passkey: '' }, 'passkey: service'],
    ];
    for (const [changes, expected] of cases)
      assert.deepEqual(refused(planPasskey(passkey, change(changes), context)), [expected]);
  });
});

describe('what an edited item sends to a service that calls its fields otherwise', () => {
  const dialect = { ...localDialect, put: 'replaces' as const, fields: { description: 'blurb', quantity: 'capacity' } };
  const shown = { id: 7, name: 'Pista', blurb: 'Portão 2', capacity: 500, portal: 'B', eventId: 1, value: null };

  it('its name as the document has it, and all else as the service calls it', () => {
    assert.deepEqual(sent(planItem(shown, { ...shown, name: 'Pista A' }, { now, dialect })), [
      ['updateItem', { name: 'Pista A', blurb: 'Portão 2', capacity: 500, eventId: 1, portal: 'B' }],
    ]);
  });

  it('and finds the field of a problem in the record', () => {
    const { steps } = planItem(shown, { ...shown, blurb: 'Portão 3' }, { now, dialect });
    assert.deepEqual(steps[0]?.names, { name: 'name', blurb: 'description', capacity: 'quantity', eventId: 'eventId' });
    assert.equal(stepName(steps[0]), 'Update item: description');
  });
});

describe('what is shown twice, or in a shape that is not understood', () => {
  it('an attribute that a list has twice is changed, and not made once more', () => {
    const twice = {
      ...item,
      attributes: [
        { key: 'gate', value: 'A' },
        { key: 'gate', value: 'B' },
      ],
    };
    const edited = {
      ...twice,
      attributes: [
        { key: 'gate', value: 'A' },
        { key: 'gate', value: 'C' },
      ],
    };
    assert.deepEqual(sent(planItem(twice, edited, context)), [['updateAttribute', { key: 'gate', value: 'C', type: 'string' }]]);
  });
});
