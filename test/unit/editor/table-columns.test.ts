import assert from 'node:assert/strict';
import { Formats } from '../../../src/editor/reading/formats.ts';
import { cellReader, plainField, type CellTools } from '../../../src/editor/reports/table-cells.ts';
import { Columns, fieldsOf } from '../../../src/editor/reports/table-columns.ts';
import { fieldAliases } from '../../../src/editor/reading/field-names.ts';
import { reads, type Read } from '../../../src/editor/reading/reads.ts';
import { rowsIn, tableId, tableIn } from '../../../src/editor/reports/table-reads.ts';
import { columnDefaults } from '../../../src/editor/reports/table-defaults.ts';
import { readList, type OperationId } from '../../../src/client/index.ts';
import { cellText, shownColumns } from '../../../src/shared/table-rows.ts';
import { localDialect } from './dialects.ts';
import { t } from './explorer-support.ts';

const look = { language: 'en', currency: 'BRL', timeZone: 'UTC', now: () => Date.parse('2026-06-01T00:00:00Z') };
const tools = { t, formats: new Formats({ ...look, dialect: localDialect }) };

function columnsOf(rows: readonly unknown[]) {
  const columns = new Columns(t);
  add(columns, rows);
  return columns;
}

function add(columns: Columns, rows: readonly unknown[]): void {
  for (const row of rows) columns.look(row);
  columns.settle();
}
const defaultOf = ({ all }: Columns) => shownColumns(all, undefined).map(({ key }) => key);
const keysOf = (rows: readonly unknown[]) => columnsOf(rows).all.map(({ key }) => key);
const cellOf = (key: string, value: unknown, given: CellTools) => cellReader(key, given)(value);
const shown = (key: string, value: unknown) => cellText(cellOf(key, value, tools));

describe('the columns of a table', () => {
  it('are the fields of all rows, those that most have first', () => {
    assert.deepEqual(
      keysOf([
        { rare: 1, id: 1 },
        { id: 2, name: 'b' },
        { id: 3, name: 'c' },
      ]),
      ['name', 'id', 'rare'],
    );
  });

  it('open what is nested, three levels deep', () => {
    const row = { venue: { city: 'Recife', place: { hall: { seat: 1 } } }, empty: {} };
    assert.deepEqual(keysOf([row]), ['venue.city', 'venue.place.hall', 'empty']);
  });

  it('are one for rows that are no objects', () => {
    for (const rows of [['a', 'b'], [1, null], [[1, 2]], [true]]) {
      const { all } = columnsOf(rows);
      assert.deepEqual(
        all.map(({ key, label }) => [key, label]),
        [['', 'Value']],
      );
    }
    assert.deepEqual(keysOf([{ id: 1 }, 'odd']), ['id', '']);
    assert.deepEqual(keysOf([]), []);
  });

  it('have names in words, with their paths beside them where two would be called the same', () => {
    const labels = (row: unknown) => columnsOf([row]).all.map(({ label }) => label);
    const nested = { eventId: 1, venue: { city: 'Recife' }, value: { feeSale: 1 }, last_update: 1, doorOpensAt: 1, QRCode: 1 };
    assert.deepEqual(labels(nested), ['Event ID', 'Venue · City', 'Sale fee', 'Last update', 'Door opens at', 'QRCode']);
    assert.deepEqual(labels({ userIds: 1, ticketID: 1, priceBRL: 1 }), ['User IDs', 'Ticket ID', 'PriceBRL']);
    assert.deepEqual(labels({ 'startsAt': 1, 'starts_at': 2, 'Starts at': 3 }), [
      'Starts at',
      'Starts at (starts_at)',
      'Starts at (3)',
    ]);
    assert.deepEqual(labels({ name: 1, Name: 2, NAME: 3 }), ['Name', 'Name (2)', 'Name (NAME)']);
  });

  it('keep what is no name as it is', () => {
    const labels = (rows: unknown[]) => columnsOf(rows).all.map(({ label }) => label);
    assert.deepEqual(labels([{ '.': 1, 'a..b': 1, 'x@y.com': 1, 'lote 1.5': 1, '2026-01-01': 1 }]), [
      '.',
      'a..b',
      'x@y.com',
      'lote 1.5',
      '2026-01-01',
    ]);
    assert.deepEqual(labels([{ value: 1 }, 'bare']), ['Value', 'Value (2)']);
  });

  it('say in their titles which field they are', () => {
    const [column] = columnsOf([{ venue: { city: 'Recife' } }]).all;
    assert.equal(column?.title, 'Venue · City (venue.city)');
  });

  it('never move when more rows come', () => {
    const columns = columnsOf([{ a: 1, b: 1 }]);
    add(columns, [{ c: 1, b: 1 }, { c: 1 }]);
    assert.deepEqual(
      columns.all.map(({ key }) => key),
      ['a', 'b', 'c'],
    );
  });

  it('give way where there are more than fit: ids of other things, lists and boxes first, and prices last', () => {
    const item = {
      ...{
        id: 1,
        name: 'Pista',
        eventId: 1,
        type: 'Ticket',
        eventDates: [{ id: 1 }],
        parent: null,
        children: [2, 3],
        paid: true,
      },
      ...{ quantity: 5, salePeriods: [{}], triggers: { soldout: [] }, owner: { id: 1 }, user_ids: [1], hidden: false, order: 1 },
      value: { price: 1, feeSale: 1, finalPrice: 2 },
    };
    assert.deepEqual(
      defaultOf(columnsOf([item])).join(' '),
      'name id eventId type eventDates paid quantity hidden order value.price value.feeSale value.finalPrice',
    );
    const long = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, 1]));
    assert.deepEqual(defaultOf(columnsOf([{ ...long, finalPrice: 2 }])).slice(-2), ['f10', 'finalPrice']);
    assert.deepEqual(defaultOf(columnsOf([{ parent: 1, eventIds: [1], name: 'a' }])), ['parent', 'eventIds', 'name']);
  });

  it('of items begin with group, state, price and sale periods behind the name, however many others there are', () => {
    const others = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, 1]));
    const columns = new Columns(t);
    columns.look({ id: 1, name: 'Pista', description: '', ...others, salePeriods: [{}], value: { feeSale: 1, price: 1 } });
    const made = ['#group', '#available', '#state', '#other'].map((key) => ({ key, label: key, instead: [] }));
    columns.settle(undefined, made, columnDefaults(reads.items('1'), []));
    const first = 'name #group #state value.price #available salePeriods id #other';
    assert.equal(defaultOf(columns).slice(0, 8).join(' '), first);
    add(columns, [{ name: 'a', salePeriods: [], late: 1 }]);
    assert.equal(columns.all.at(-1)?.key, 'late', 'none moves later');
  });

  it('leave out the ids of the event and the item that the list is of, where every row has them', () => {
    const asideOf = (read: Read, ...values: unknown[]) =>
      [
        ...columnDefaults(
          read,
          values.map((value) => ({ label: '', value })),
        ).aside,
      ].join(' ');
    const passkeys = reads.passkeys('7');
    assert.equal(asideOf(passkeys, { id: 1, eventId: 7 }, { id: 2, eventId: '7' }), 'eventId');
    assert.equal(asideOf(passkeys, { eventId: 7, itemId: 3 }, { eventId: 8, itemId: 3 }), '', 'not what differs');
    assert.equal(asideOf(passkeys, { eventId: 7 }, {}), '', 'nor what a row lacks');
    assert.equal(asideOf(passkeys, { eventId: 8 }), '', 'nor those of another event');
    const codes = reads.codes('3');
    assert.equal(asideOf(codes, { code: 'a', item_id: 3, eventId: 7 }, { code: 'b', item_id: 3, eventId: 7 }), 'item_id eventId');
    assert.equal(asideOf(codes, { eventId: 7 }, { eventId: 8 }), '');
    assert.equal(asideOf(reads.types(), { eventId: 7, itemId: 3 }), '');
    const columns = new Columns(t);
    columns.look({ id: 1, eventId: 7, passkey: 'A' });
    columns.settle(undefined, [], columnDefaults(passkeys, [{ label: '', value: { id: 1, eventId: 7, passkey: 'A' } }]));
    assert.deepEqual([defaultOf(columns), columns.all.length], [['passkey', 'id'], 3]);
  });

  it('stay when more rows come with columns that say more', () => {
    const fields = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${from + n}`, 1]));
    const columns = columnsOf([{ eventId: 1, ...fields(0, 9) }]);
    const before = defaultOf(columns);
    add(columns, [{ parent: 1, ...fields(9, 5) }]);
    assert.deepEqual(defaultOf(columns), [...before, 'f9', 'f10']);
    add(columns, [fields(20, 5)]);
    assert.deepEqual(defaultOf(columns), [...before, 'f9', 'f10']);
    assert.equal(columns.all.length, 21);
  });

  it('are numbers only where every value is one', () => {
    const { all } = columnsOf([
      { n: 1, mixed: 1, none: null, big: 2n ** 60n },
      { n: null, mixed: 'x', none: null, big: 1 },
    ]);
    assert.deepEqual(
      all.map(({ key, isNumber }) => [key, isNumber]),
      [
        ['n', true],
        ['mixed', false],
        ['none', false],
        ['big', true],
      ],
    );
  });

  it('fault 27: take names of the language itself for names like others', () => {
    const row = JSON.parse('{"__proto__":{"polluted":1},"constructor":"x","toString":2}') as unknown;
    assert.deepEqual(keysOf([row]), ['__proto__.polluted', 'constructor', 'toString']);
    assert.deepEqual(
      [...fieldsOf(row)],
      [
        ['__proto__.polluted', 1],
        ['constructor', 'x'],
        ['toString', 2],
      ],
    );
    assert.equal(Object.getPrototypeOf(row), Object.prototype);
    assert.equal(({} as { polluted?: number }).polluted, undefined);
  });

  it('are not more than a page can hold', () => {
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, index]));
    assert.equal(keysOf([wide]).length, 200);
  });
});

describe('the cells of a table', () => {
  it('show money where its unit is known or the document says it, times, flags and lists for a person', () => {
    assert.equal(shown('value.price', 120).replaceAll('\u00a0', ' '), 'R$120.00');
    const unknown = { t, formats: new Formats(look) };
    assert.equal(cellText(cellOf('value.price', 120, unknown)), 'R$1.20');
    assert.equal(cellText(cellOf('value.price', '120', unknown)), '120', 'a text is not as the document says');
    const noFees = { t, formats: new Formats({ ...look, dialect: { amounts: { items: 'decimals' } } }) };
    assert.equal(cellText(cellOf('value.feeSale', 12, noFees)), '12', 'the price says nothing of fees');
    assert.equal(shown('count', 120), '120');
    assert.equal(shown('start', '2026-03-20 18:00:00').replaceAll('\u202f', ' '), 'Mar 20, 6:00 PM');
    assert.equal(shown('used', false), 'no');
    assert.equal(shown('dates', [1, 2]), '1, 2');
    assert.equal(shown('type', [{ name: 'A' }, { name: 'B' }]), 'A, B');
    assert.equal(shown('nothing', null), '');
    assert.equal(shown('nothing', {}), '');
  });

  it('say of objects in a list what a person can read, and else how many there are', () => {
    const periods = [
      { appCategoryId: 1, start: '2026-11-07 00:00:00', finish: '2026-11-27 23:59:59', available: 5 },
      { appCategoryId: 2, start: '2026-11-08 00:00:00', finish: null },
    ];
    assert.equal(shown('salePeriods', periods).replaceAll('\u2009', ' '), 'Nov 7 – 27, from Nov 8');
    assert.equal(shown('attributes', [{ key: 'gate', value: 4, type: 'integer' }]), 'gate: 4');
    assert.equal(shown('attributes', [{ key: 'gate', value: null }]), 'gate');
    assert.equal(
      shown('attributes', [
        { key: 'gates', value: [4, 5] },
        { name: 'vip', value: false },
      ]),
      'gates: 4, 5; vip: false',
    );
    assert.equal(
      shown('children', [
        { id: 7, name: '1º lote', value: { price: 1 } },
        { id: 8, code: 17 },
      ]),
      '1º lote, 17',
    );
    const sessions = ['20/03/2026', '21/03/2027'].map((date, id) => ({ id, dateTime: { date, time: '18:00:00' } }));
    assert.equal(shown('date', sessions), 'Mar 20; Mar 21, 2027');
    assert.equal(shown('windows', [{ channelId: 1, opensAt: 'soon' }, { channelId: 2 }]), '2 records');
    assert.equal(shown('windows', [{ channelId: 1 }]), '1 record');
    assert.equal(shown('windows', [{ name: 'A' }, {}]), '2 records', 'one without a name is not left out');
    assert.equal(shown('mixed', [null, 'a', true, [1, 2], { name: 'A' }]), '; a; true; 1, 2; A');
    assert.equal(shown('type', [{ name: 'A' }, { name: 'B' }, { name: 'A' }]), 'A (2), B');
    assert.equal(shown('gates', [4, 5, 4]), '4, 5, 4');
    assert.equal(shown('gates', ['A, left', 'B']), 'A, left; B');
    assert.equal(shown('none', []), '');
  });

  it('say the status and the type of a record in words, and leave any other word as it is', () => {
    const translate = (text: string | { message: string; comment: string }) =>
      typeof text === 'string' ? `«${text}»` : `«${text.message} ${text.comment}»`;
    const wordOf = fieldAliases(translate);
    const said = (key: string, value: unknown) => cellText(cellOf(key, value, { ...tools, wordOf }));
    assert.equal(said('status', 'soldout'), '«sold out»');
    assert.equal(said('session.status', 'not_started'), '«sale not started»');
    assert.equal(said('type', 'Ticket'), '«Ticket»');
    assert.equal(said('status', 'Ticket'), 'Ticket');
    assert.equal(said('status', 'constructor'), 'constructor');
    assert.equal(said('status', 'approved'), '«approved»');
    assert.equal(fieldAliases(translate, 'passkey')('status', 'approved'), '«approved for a passkey»');
    assert.equal(said('name', 'soldout'), 'soldout');
    assert.equal(said('constructor', 'soldout'), 'soldout');
    assert.equal(plainField('soldout'), 'soldout');
  });

  it('fault 26: keep every digit of an id', () => {
    assert.equal(shown('id', 9007199254740993n), '9007199254740993');
    assert.equal(plainField(9007199254740993n), '9007199254740993');
  });

  it('carry what tells the order of amounts and times, day first or year first', () => {
    const moments = ['2026-03-20 18:00:00', '2026-03-20T18:00:00+00:00', '20/03/2026'].map((text) => cellOf('at', text, tools));
    assert.deepEqual(
      moments.map((cell) => cell[1]),
      [Date.UTC(2026, 2, 20, 18), Date.UTC(2026, 2, 20, 18), Date.UTC(2026, 2, 20)],
    );
    assert.equal(cellOf('at', '2026-02-30', tools), '2026-02-30');
  });

  it('are whole in a file', () => {
    assert.equal(plainField({ a: 1n }), '{"a":1}');
    assert.equal(plainField(['a', 'b']), 'a, b');
    assert.equal(plainField([{ a: 1 }]), '[{"a":1}]');
    assert.equal(plainField(false), 'false');
    assert.equal(plainField('x'.repeat(5000)).length, 5000);
  });
});

describe('the rows of a table', () => {
  const rowsOf = (operation: OperationId, reply: unknown) => rowsIn(operation, { rows: readList(reply).rows, reply });
  const values = (operation: OperationId, reply: unknown) => rowsOf(operation, reply).map(({ value }) => value);

  it('are the tickets, not their groups', () => {
    const reply = {
      responseData: [
        { id: 1, name: 'Pista', type: [{ id: 2, name: '1º lote' }] },
        { id: 3, name: 'Sozinho' },
      ],
    };
    assert.deepEqual(values('getEventTickets', reply), [
      { group: 'Pista', id: 2, name: '1º lote' },
      { id: 3, name: 'Sozinho' },
    ]);
    assert.deepEqual(
      rowsOf('getEventTickets', reply).map(({ id }) => id),
      ['2', '3'],
    );
  });

  it('are names and values for attributes, and what happens when for triggers', () => {
    assert.deepEqual(values('getEventAttributes', { minimum_age: 16, tags: ['a'] }), [
      { name: 'minimum_age', value: 16 },
      { name: 'tags', value: ['a'] },
    ]);
    assert.deepEqual(values('listTriggers', { soldout: [{ id: 5, name: 'Next' }], start: [] }), [
      { when: 'soldout', id: 5, name: 'Next' },
    ]);
    assert.deepEqual(values('listTriggers', [{ id: 5 }]), [{ id: 5 }]);
  });

  it('are there for every shape', () => {
    for (const operation of ['getEventTickets', 'getEventAttributes', 'listTriggers', 'getHomeSections', 'listTypes'] as const)
      for (const reply of [
        null,
        undefined,
        'text',
        7,
        [],
        {},
        [null, 1, 'a', { type: null }],
        { data: { hits: [] } },
        [[1], [2]],
      ])
        assert.doesNotThrow(() => columnsOf(values(operation, reply)), `${operation} ${JSON.stringify(reply)}`);
  });

  it('fault 13: come from reads alone, whatever a page gives back', () => {
    const read = { operation: 'listCodes', input: { path: { itemId: 9007199254740993n }, query: {} } } as const;
    const id = '{"operation":"listCodes","path":{"itemId":9007199254740993},"query":{},"title":"Codes"}';
    assert.equal(tableId({ title: 'Codes', read }), id, 'as earlier versions have kept it');
    assert.deepEqual(tableIn(id), { title: 'Codes', read });
    for (const other of [
      '',
      'null',
      '[]',
      '{"operation":"deleteCode","title":"x"}',
      '{"operation":"__proto__","title":"x"}',
      '{"operation":7}',
    ])
      assert.equal(tableIn(other), undefined, other);
  });
});
