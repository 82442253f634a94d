import assert from 'node:assert/strict';
import { fieldNames } from '../../../src/client/dialect.ts';
import type { Place } from '../../../src/client/fields.ts';
import { eventOfRow, readCode, type Dialect } from '../../../src/client/index.ts';
import { documented, documentedTicket, openedItems, readRecord, tableOf, type RecordKind } from '../../../src/records/index.ts';

type Json = Readonly<Record<string, unknown>>;

/** What stands at a path. */
function at(record: unknown, path: Place): unknown {
  return path.reduce<unknown>((value, key) => (value as Json | undefined)?.[key], record);
}

/** A record under the document's names, and where each of its fields stands. */
function readAs(kind: RecordKind, record: Json, dialect: Dialect) {
  const { sections, places } = readRecord(kind, record, dialect);
  const place = ([first = '', second, third]: Place): Place | undefined => {
    if (second === undefined) return sections.data?.[0]?.fields[first]?.place ?? places.get(String(first));
    const part = sections[first]?.[third === undefined ? 0 : Number(second)];
    return part?.fields[third ?? second]?.place;
  };
  return { fields: documented(kind, record, dialect), place };
}
const readItem = (record: Json, dialect: Dialect) => readAs('item', record, dialect);
const readPasskey = (record: Json, dialect: Dialect) => readAs('passkey', record, dialect);

const period = { appCategoryId: 1, start: '2026-03-01 10:00:00', finish: '2026-03-20 18:00:00', available: 40 };
const plain = {
  id: 7,
  name: 'Pista',
  eventId: 1001,
  value: { price: 12000, feeSale: 1200, feeProducer: 250 },
  salePeriods: [period],
};

describe('an item that is read', () => {
  /** Each is the same item as a service may show it. */
  const shapes: [string, Json, Dialect?][] = [
    ['as the document names its fields', plain],
    [
      'in snake_case',
      {
        id: 7,
        name: 'Pista',
        event_id: 1001,
        value: { price: 12000, fee_sale: 1200, fee_producer: 250 },
        sale_periods: [{ app_category_id: 1, start: period.start, finish: period.finish, available: 40 }],
      },
    ],
    ['with `values`', { id: 7, title: 'Pista', eventId: 1001, values: plain.value, salePeriods: [period] }],
    ['with a list of one value', { id: 7, name: 'Pista', eventId: 1001, values: [plain.value], salePeriods: [period] }],
    ['with flat amounts', { id: 7, name: 'Pista', eventId: 1001, ...plain.value, salesPeriods: [period] }],
    ['with one period in the place of a list', { ...plain, salePeriods: undefined, salesPeriod: period }],
    ['with an event in the place of its id', { ...plain, eventId: undefined, event: { id: 1001, name: 'Festival' } }],
    [
      'with names that only its dialect knows',
      {
        id: 7,
        rotulo: 'Pista',
        eventId: 1001,
        tarifa: { valor: 12000, feeSale: 1200, taxa: 250 },
        janelas: [{ ...period, start: undefined, abre: period.start }],
      },
      {
        fields: {
          name: 'rotulo',
          value: 'tarifa',
          price: 'valor',
          feeProducer: ['imposto', 'taxa'],
          salePeriods: 'janelas',
          start: 'abre',
        },
      },
    ],
    [
      'with fields at paths that only its dialect knows',
      {
        id: 7,
        info: { texts: [{ title_pt: 'Pista' }] },
        owner: { event: { number: 1001 } },
        pricing: { amount: 12000, fees: { buyer: 1200 } },
        feeProducer: 250,
        sale: { windows: [{ ...period, start: undefined, opens: { at: period.start } }] },
      },
      {
        fields: {
          name: 'info.texts.titlePt',
          eventId: 'owner.event.number',
          price: 'pricing.amount',
          feeSale: ['nowhere.at.all', 'pricing.fees.buyer'],
          salePeriods: 'sale.windows',
          start: 'opens.at',
        },
      },
    ],
    [
      'with a path into the box of its values',
      { ...plain, value: undefined, tarifa: { valor: { total: 12000 }, feeSale: 1200 }, extra: { share: 250 } },
      { fields: { value: 'tarifa', price: 'tarifa.valor.total', feeProducer: 'extra.share' } },
    ],
  ];
  for (const [title, record, dialect = {}] of shapes) {
    it(`is the same ${title}, and each field leads back to its place`, () => {
      const copy = structuredClone(record);
      const { fields, place } = readItem(record, dialect);
      const { id, name, eventId, value } = fields;
      assert.deepEqual({ id, name, eventId, value }, { id: 7, name: 'Pista', eventId: 1001, value: plain.value });
      assert.deepEqual(JSON.parse(JSON.stringify(fields.salePeriods)), [period]);
      const paths = [
        ['name'],
        ['eventId'],
        ...['price', 'feeSale', 'feeProducer'].map((key) => ['value', key]),
        ...Object.keys(period).map((key) => ['salePeriods', 0, key]),
      ];
      for (const path of paths)
        assert.deepEqual(
          at(record, place(path) ?? ['nowhere']),
          at(plain, path),
          `${path.join('.')} at ${place(path)?.join('.')}`,
        );
      assert.deepEqual(record, copy, 'the reply is not changed');
    });
  }

  it('prefers the name of the document, and that of the dialect before it', () => {
    const record = { name: 'a', title: 'b', nome: 'c' };
    assert.equal(readItem(record, {}).fields.name, 'a');
    assert.equal(readItem(record, { fields: { name: 'nome' } }).fields.name, 'c');
    assert.equal(readItem({ title: 'b' }, {}).fields.name, 'b');
  });

  it('has a field at a path once, and what stands beside it stays', () => {
    const dialect: Dialect = { fields: { price: 'pricing.amount', feeSale: 'pricing.fee' } };
    const { fields } = readItem({ id: 1, pricing: { amount: 1, fee: 2, currency: 'BRL' } }, dialect);
    assert.deepEqual(fields, { id: 1, pricing: { currency: 'BRL' }, value: { price: 1, feeSale: 2 } });
    assert.deepEqual(readItem({ id: 1, pricing: { amount: 1 } }, dialect).fields, { id: 1, value: { price: 1 } });
    assert.equal(readItem({ id: 1, pricing: [{ amount: 1 }, { amount: 2 }] }, dialect).fields.value, undefined, 'of two, none');
    assert.deepEqual(
      readItem({ id: 1, price: 5 }, dialect).fields.value,
      { price: 5 },
      'the usual name, where the path leads nowhere',
    );
  });

  it('keeps what has no other name as it is', () => {
    const record = { id: 1, colour: 'red', nested: { start: 1_772_370_000 }, __typename: 'Item' };
    assert.deepEqual(readItem(record, {}).fields, record);
  });

  it('lacks what the reply lacks, and has null where the reply has null', () => {
    const { fields } = readItem({ id: 1 }, {});
    for (const name of ['value', 'salePeriods', 'attributes', 'eventId', 'name']) assert.ok(!(name in fields), name);
    const empty = readItem({ values: null, sale_periods: null, description: null, attributes: null }, {}).fields;
    assert.deepEqual(empty, { value: null, salePeriods: null, description: null, attributes: null });
    assert.deepEqual(readItem({ salesPeriods: [] }, {}).fields, { salePeriods: [] });
  });

  it('keeps the fees of an item that shows no price, and what stands on it without any of them', () => {
    const { fields, place } = readItem({ id: 1, fee_sale: 1200, feeProducer: 0, finalPrice: 5 }, {});
    assert.deepEqual(fields, { id: 1, value: { feeSale: 1200, feeProducer: 0, finalPrice: 5 } });
    assert.deepEqual(place(['value', 'feeSale']), ['fee_sale']);
    assert.deepEqual(readItem({ id: 1, finalPrice: 5, taxDistribution: 100 }, {}).fields, {
      id: 1,
      finalPrice: 5,
      taxDistribution: 100,
    });
  });

  it('has no values where the reply has several, and none of what is computed alone', () => {
    assert.equal(readItem({ values: [{ price: 1 }, { price: 2 }] }, {}).fields.value, undefined);
    assert.equal(readItem({ values: [] }, {}).fields.value, undefined);
    assert.equal(readItem({ finalPrice: 5 }, {}).fields.value, undefined);
  });

  it('has times that came as seconds or milliseconds since 1970 as times', () => {
    const moment = Date.UTC(2026, 2, 1, 13);
    for (const epoch of [moment, moment / 1000]) {
      const { salePeriods } = readItem({ salePeriods: [{ start: epoch, finish: null, available: 1 }] }, {}).fields;
      assert.deepEqual(salePeriods, [{ start: '2026-03-01T13:00:00Z', finish: null, available: 1 }]);
      assert.equal(readPasskey({ startsAt: epoch }, {}).fields.start, '2026-03-01T13:00:00Z');
    }
    assert.equal(readPasskey({ start: 20260301 }, {}).fields.start, 20260301, 'too small to be one');
  });

  it('keeps a period that is none in its place', () => {
    const { fields, place } = readItem({ sales_periods: [null, { begin: 'x' }] }, {});
    assert.deepEqual(fields.salePeriods, [null, { start: 'x' }]);
    assert.deepEqual(place(['salePeriods', 0, 'start']), ['sales_periods', 1, 'begin']);
  });
});

describe('a ticket of the event group that is read', () => {
  it('is an item whose sale may stand in itself', () => {
    const ticket = { id: 1, price: '120,50', beginSales: '2026-03-01', endSales: '2026-03-20', available: 5 };
    const { value, salePeriods } = documentedTicket(ticket, {});
    assert.deepEqual([value, salePeriods], [{ price: '120,50' }, [{ start: '2026-03-01', finish: '2026-03-20', available: 5 }]]);
  });

  it('has no sale where nothing speaks of one, and its own periods where it has some', () => {
    assert.equal(documentedTicket({ id: 1, available: 5 }, {}).salePeriods, undefined);
    assert.deepEqual(documentedTicket({ id: 1, start: '2026-03-01', salesPeriods: [] }, {}).salePeriods, []);
  });
});

describe('a passkey that is read', () => {
  const known = { id: 5, eventId: 1, passkey: 'A', start: '2026-03-01', finish: '2026-03-20', itemIds: [3, 1] };
  const shapes: [string, Json, Place, Dialect?][] = [
    ['as the document names its fields', known, ['itemIds']],
    [
      'in snake_case',
      { id: 5, event_id: 1, passkey: 'A', start: '2026-03-01', finish: '2026-03-20', item_ids: [3, 1] },
      ['item_ids'],
    ],
    [
      'with items as objects',
      { id: 5, event: { id: 1 }, code: 'A', startDate: '2026-03-01', endDate: '2026-03-20', items: [{ id: 3 }, { id: 1 }] },
      ['items'],
    ],
    ['with items as ids', { ...known, itemIds: undefined, items: [3, 1] }, ['items']],
    ['with items as rows that name an item', { ...known, itemIds: undefined, items: [{ itemId: 3 }, { item_id: 1 }] }, ['items']],
    [
      'with a name that only its dialect knows',
      { ...known, itemIds: undefined, abre: [{ uuid: 3 }, { _id: 1 }] },
      ['abre'],
      { fields: { itemIds: 'abre' } },
    ],
  ];
  for (const [title, record, place, dialect = {}] of shapes)
    it(`is the same ${title}`, () => {
      const { fields, place: placeOf } = readPasskey(record, dialect);
      const { id, eventId, passkey, start, finish, itemIds } = fields;
      assert.deepEqual({ id, eventId, passkey, start, finish, itemIds }, known);
      assert.deepEqual(placeOf(['itemIds']), place);
      assert.deepEqual(openedItems(record, dialect), ['3', '1']);
    });

  it('opens nobody knows which items where the set is absent or in a shape that is not understood', () => {
    for (const items of [undefined, null, 'all', 5, { 3: true }, { data: [3] }, [{ name: 'Pista' }], [null], [[3]], [3, {}]])
      for (const name of ['items', 'itemIds']) {
        const record = { id: 5, passkey: 'A', [name]: items };
        assert.equal(openedItems(record, {}), undefined, JSON.stringify(record));
        assert.equal(readPasskey(record, {}).fields.itemIds, undefined, JSON.stringify(record));
      }
    assert.equal(openedItems('text', {}), undefined);
  });

  it('opens no item where the set is empty', () => {
    assert.deepEqual(openedItems({ items: [] }, {}), []);
  });

  it('keeps every digit of an id', () => {
    assert.deepEqual(openedItems({ itemIds: [9007199254740993n, 'b7a0-1'] }, {}), ['9007199254740993', 'b7a0-1']);
  });

  it('lacks the limits that the reply lacks', () => {
    const { fields } = readPasskey({ id: 5, passkey: 'A', finish: null }, {});
    assert.deepEqual(fields, { id: 5, passkey: 'A', finish: null });
  });
});

describe('the event of a row', () => {
  const rows: [unknown, string | undefined, Dialect?][] = [
    [{ id: 1, eventId: 7 }, '7'],
    [{ id: 1, event_id: '7' }, '7'],
    [{ id: 1, event: { id: 7, name: 'x' } }, '7'],
    [{ id: 1, event: { uuid: 'u-7' } }, 'u-7'],
    [{ id: 1, event: 7 }, '7'],
    [{ id: 1, eventId: null, event: { id: 7 } }, '7'],
    [{ id: 1, evento: 7 }, '7', { fields: { eventId: 'evento' } }],
    [{ id: 1, evento: 7 }, undefined],
    [{ id: 1 }, undefined],
    [{ id: 1, event: { name: 'x' } }, undefined],
    [null, undefined],
    ['text', undefined],
  ];
  for (const [row, expected, dialect] of rows)
    it(`of ${JSON.stringify(row)}${dialect ? ' in its dialect' : ''} is ${expected ?? 'not known'}`, () =>
      assert.equal(eventOfRow(row, dialect), expected));
});

describe('a passkey and a code at paths', () => {
  it('are read there', () => {
    const dialect: Dialect = {
      fields: { passkey: 'key.text', itemIds: 'opens.items', code: 'external.text', used: 'state.used', eventId: 'event.ref' },
    };
    const record = { id: 3, key: { text: 'VIP' }, opens: { items: [{ id: 5 }] }, event: { ref: 1001 } };
    const { passkey, itemIds, eventId } = readPasskey(record, dialect).fields;
    assert.deepEqual([passkey, itemIds, eventId], ['VIP', [5], 1001]);
    assert.equal(eventOfRow(record, dialect), '1001');
    const { code, used } = readCode({ id: 9, external: { text: 'ABC' }, state: { used: true } }, dialect);
    assert.deepEqual([code, used], ['ABC', true]);
  });
});

describe('the table of fields', () => {
  it('has the fields that a dialect can name, and no others', () => {
    const named = (['item', 'passkey'] as const).flatMap((kind) =>
      Object.entries(tableOf(kind).sections).flatMap(([section, { at, fields }]) => [
        ...(at === 'self' ? [] : [section]),
        ...(at === 'pairs' ? [] : Object.keys(fields)),
      ]),
    );
    // Codes are no records of the table.
    assert.deepEqual([...new Set([...named, 'code'])].sort(), fieldNames.toSorted());
  });
});
