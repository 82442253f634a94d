import assert from 'node:assert/strict';
import { borderoOf } from '../../../src/editor/reports/bordero-figures.ts';
import { compareReports } from '../../../src/editor/reports/compare.ts';
import { entryReportOf } from '../../../src/editor/reports/entry-figures.ts';
import { namingWith } from '../../../src/editor/reports/report-reading.ts';
import type { Report, Section, Value } from '../../../src/protocol/report.ts';
import { shapeNames, wireReply } from '../../../src/service/shapes.ts';

const t = (message: string, ...values: (string | number)[]) =>
  message.replace(/\{(\d+)\}/g, (_, place: string) => String(values[Number(place)]));

const entry = {
  sold_count: 50,
  checked_count: 30,
  started_at: '2026-11-27 18:05:00',
  finished_at: '2026-11-27 21:40:00',
  validations_per_hour: [
    { hour: '2026-11-27 18:00:00', count: 20 },
    { hour: '2026-11-27 21:00:00', count: 10 },
  ],
  validations_per_type: [
    { item_id: 1, name: 'Pista', sold: 30, checked: 18 },
    { item_id: 2, name: 'Camarote', sold: 20, checked: 12 },
  ],
  sessions: [
    { id: 11, starts_at: '2026-11-27 19:00:00', sold: 50, checked: 30 },
    { id: 12, starts_at: '2026-11-28 19:00:00', sold: 0, checked: 0 },
  ],
};

const amounts = (quantity: number, price: number) => {
  const gross = quantity * price;
  return { quantity, gross, fee_sale: gross / 10, fee_producer: gross / 20, net: gross - gross / 20 };
};
const line = (session_id: number, item_id: number, name: string, quantity: number, price: number) => ({
  session_id,
  starts_at: `2026-11-${session_id + 16} 19:00:00`,
  item_id,
  name,
  price,
  ...amounts(quantity, price),
});
const friday = [line(11, 1, 'Pista', 3, 10000), line(11, 2, 'Camarote', 2, 20000)];
const saturday = [line(12, 1, 'Pista', 1, 10000)];
const bordero = {
  event: { id: 1001, title: 'Festival' },
  currency: 'BRL',
  lines: [...friday, ...saturday],
  by_session: [
    {
      session_id: 11,
      starts_at: '2026-11-27 19:00:00',
      quantity: 5,
      gross: 70000,
      fee_sale: 7000,
      fee_producer: 3500,
      net: 66500,
    },
    { session_id: 12, starts_at: '2026-11-28 19:00:00', quantity: 1, gross: 10000, fee_sale: 1000, fee_producer: 500, net: 9500 },
  ],
  by_item: [
    { item_id: 1, name: 'Pista', ...amounts(4, 10000) },
    { item_id: 2, name: 'Camarote', ...amounts(2, 20000) },
  ],
  totals: { quantity: 6, gross: 80000, fee_sale: 8000, fee_producer: 4000, net: 76000, cancelled: 2 },
};

const readEntry = (reply: unknown, countFrom?: string) => entryReportOf(reply, { t, countFrom });
const readBordero = (reply: unknown, session?: string) => borderoOf(reply, { t, currency: 'BRL', session, unit: 'cents' });

function figures(report: Report): Record<string, Value> {
  return Object.fromEntries(report.figures.map(({ key, value }) => [key, value]));
}

function section({ sections }: Report, key: string): Section {
  const found = sections.find((each) => each.key === key);
  assert.ok(found, `there is no ${key} among ${sections.map((each) => each.key).join(', ')}`);
  return found;
}

function typeNames(report: Report): (Value | undefined)[] {
  return section(report, 'perType').rows.map(([name]) => name);
}

/** Every text and number of a reply is somewhere in the report. */
function assertNothingLost(reply: unknown, report: Report): void {
  const shown = JSON.stringify(report);
  const look = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
    else if (typeof value === 'string') assert.ok(shown.includes(value), `${value} is lost`);
    else if (typeof value === 'number') assert.ok(shown.includes(String(value)), `${value} is lost`);
  };
  look(reply);
}

describe('the figures of an entry report', () => {
  for (const shape of shapeNames) {
    it(`are the same in the shape "${shape}"`, () => {
      const report = readEntry(wireReply('event', shape, entry).body);
      assert.deepEqual(figures(report), {
        sold: 50,
        entered: 30,
        rate: 0.6,
        first: '2026-11-27 18:05:00',
        last: '2026-11-27 21:40:00',
      });
      assert.deepEqual(section(report, 'perType').rows, [
        ['Pista', 30, 18, 0.6],
        ['Camarote', 20, 12, 0.6],
      ]);
      assert.deepEqual(section(report, 'perSession').rows, [
        ['2026-11-27 19:00:00', 50, 30, 0.6],
        ['2026-11-28 19:00:00', 0, 0, null],
      ]);
    });
  }

  it('are found in a search hit and in a list of one', () => {
    for (const reply of [{ data: { hits: [{ _id: '1', _source: entry }], total: 1 } }, [entry], { report: { entry } }])
      assert.equal(figures(readEntry(reply)).sold, 50);
  });

  it('count an hour in which nobody came', () => {
    assert.deepEqual(section(readEntry(entry), 'perHour').rows, [
      ['2026-11-27 18:00:00', 20],
      ['2026-11-27 19:00:00', 0],
      ['2026-11-27 20:00:00', 0],
      ['2026-11-27 21:00:00', 10],
    ]);
  });

  it('count the hours from the start of a session', () => {
    const { title, columns, rows } = section(readEntry(entry, '2026-11-27 19:00:00'), 'perHour');
    assert.equal(title, 'Entries per hour, before (-) and after (+) the start');
    assert.equal(columns[0]?.kind, 'offset');
    assert.deepEqual(rows, [
      [-1, 20],
      [0, 0],
      [1, 0],
      [2, 10],
    ]);
  });

  it('are read from maps, pairs and other names', () => {
    const report = readEntry({
      soldCount: '50',
      checkedIn: 30,
      entriesPerHour: { '18:00': 20, '19:00': 10 },
      perType: [
        ['Pista', 18],
        ['Camarote', 12],
      ],
      bySession: { 11: { sold: 50, checked: 30 }, 12: { sold: 0, checked: 0 } },
    });
    assert.deepEqual([figures(report).sold, figures(report).entered], [50, 30]);
    assert.deepEqual(section(report, 'perHour').rows, [
      ['18:00', 20],
      ['19:00', 10],
    ]);
    assert.deepEqual(section(report, 'perType').rows, [
      ['Pista', 18],
      ['Camarote', 12],
    ]);
    assert.deepEqual(
      section(report, 'perSession').rows.map(([label]) => label),
      ['11', '12'],
    );
  });

  it('are added up where the service gives no sums', () => {
    const { validations_per_type } = entry;
    assert.deepEqual(figures(readEntry({ validations_per_type })), { sold: 50, entered: 30, rate: 0.6 });
  });

  it('say the group of a type first, where it is known', () => {
    const type = (item_id: number, name: string) => ({ item_id, name, sold: 4, checked: 1 });
    const validations_per_type = [type(1, '1º lote'), type(2, '1º lote'), type(3, '1º lote'), type(4, '1º lote'), type(5, 'VIP')];
    const groups = new Map(Object.entries({ 1: 'Pista', 2: 'Camarote', 3: 'Camarote', 5: 'Pista' }));
    assert.deepEqual(typeNames(entryReportOf({ ...entry, validations_per_type }, { t, naming: namingWith(groups) })), [
      'Pista · 1º lote',
      'Camarote · 1º lote (2)',
      'Camarote · 1º lote (3)',
      '1º lote',
      'Pista · VIP',
    ]);
  });

  it('have their types in the order of the items; what is no item comes last, as it came', () => {
    const validations_per_type = [3, 9, 1, 8, 2].map((item_id) => ({ item_id, name: `T${item_id}`, sold: 4, checked: 1 }));
    const naming = namingWith(new Map(), ['1', '2', '3']);
    assert.deepEqual(typeNames(entryReportOf({ ...entry, validations_per_type }, { t, naming })), ['T1', 'T2', 'T3', 'T9', 'T8']);
  });

  it('find that types share a name only where two of them do', () => {
    const sharing = (...names: string[]) => {
      const naming = namingWith(new Map());
      const validations_per_type = names.map((name, place) => ({ item_id: place + 1, name, sold: 4, checked: 1 }));
      entryReportOf({ ...entry, validations_per_type }, { t, naming });
      return [...naming.sharing];
    };
    assert.deepEqual(sharing('1º lote', '2º lote'), []);
    assert.deepEqual(sharing('1º lote', '2º lote', '1º lote'), ['1', '3']);
  });

  it('tell types of one name apart, and say what is missing in a row', () => {
    const types = [
      { item_id: 1, name: '1º lote', sold: 3, checked: 1 },
      { item_id: 2, name: '1º lote', sold: null, checked: 'x' },
    ];
    assert.deepEqual(section(readEntry({ ...entry, validations_per_type: types }), 'perType').rows, [
      ['1º lote (1)', 3, 1, 1 / 3],
      ['1º lote (2)', null, null, null],
    ]);
  });

  it('are nothing but tables in a reply that is something else', () => {
    const guests = [
      { id: 1, code: 'A1', name: 'Ana', door: 'north' },
      { id: 2, code: 'B2', name: 'Bia', door: null },
    ];
    for (const reply of [guests, { responseData: guests }, { weather: 'rain', people: { inside: 3 }, guests }, 'closed', 7]) {
      const report = readEntry(reply);
      assert.deepEqual(report.figures, []);
      assert.equal(
        report.sections.some(({ chart }) => chart),
        false,
      );
      assertNothingLost(reply, report);
    }
  });
});

describe('the figures of a bordero', () => {
  for (const shape of shapeNames) {
    it(`are the same in the shape "${shape}"`, () => {
      const report = readBordero(wireReply('event', shape, bordero).body);
      assert.deepEqual(figures(report), {
        sold: 6,
        gross: 80000,
        feeSale: 8000,
        feeProducer: 4000,
        net: 76000,
        cancelled: 2,
      });
      assert.deepEqual(report.notes, []);
      assert.deepEqual(section(report, 'perTicket').rows, [
        ['Pista', 4, 40000, 4000, 2000, 38000],
        ['Camarote', 2, 40000, 4000, 2000, 38000],
      ]);
      assert.deepEqual(section(report, 'perSession').rows[0], ['2026-11-27 19:00:00', 5, 70000, 7000, 3500, 66500]);
      assert.equal(section(report, 'lines').rows.length, 3);
    });
  }

  it('are those of one session, from its lines', () => {
    const report = readBordero(bordero, '11');
    assert.deepEqual(figures(report), { sold: 5, gross: 70000, feeSale: 7000, feeProducer: 3500, net: 66500 });
    assert.deepEqual(
      section(report, 'perTicket').rows.map(([name, sold]) => [name, sold]),
      [
        ['Pista', 3],
        ['Camarote', 2],
      ],
    );
    assert.equal(
      report.sections.some(({ key }) => key === 'perSession'),
      false,
    );
    assert.deepEqual(report.notes, []);
  });

  it('say the group of a ticket first, in every table', () => {
    const lines = [...friday, line(12, 3, 'Pista', 1, 10000)];
    const groups = new Map(Object.entries({ 1: 'Friday', 2: 'Friday', 3: 'Saturday' }));
    const read = (session?: string) =>
      borderoOf({ lines }, { t, currency: 'BRL', session, naming: namingWith(groups), unit: 'cents' });
    const names = (report: Report, key: string, place: number) => section(report, key).rows.map((row) => row[place]);
    assert.deepEqual(names(read(), 'perTicket', 0), ['Friday · Pista', 'Friday · Camarote', 'Saturday · Pista']);
    assert.deepEqual(names(read(), 'lines', 1), ['Friday · Pista', 'Friday · Camarote', 'Saturday · Pista']);
    assert.deepEqual(names(read('12'), 'perTicket', 0), ['Saturday · Pista']);
  });

  it('have their tickets in the order of the items, one session after the other', () => {
    const lines = [line(11, 3, 'C', 1, 100), line(12, 2, 'B', 1, 100), line(11, 1, 'A', 1, 100), line(12, 1, 'A', 1, 100)];
    const report = borderoOf({ lines }, { t, currency: 'BRL', naming: namingWith(new Map(), ['1', '2', '3']), unit: 'cents' });
    const names = (key: string, place: number) => section(report, key).rows.map((row) => row[place]);
    assert.deepEqual(names('perTicket', 0), ['A', 'B', 'C']);
    assert.deepEqual(names('lines', 1), ['A', 'C', 'A', 'B']);
  });

  it('say that nothing is known of a session', () => {
    const report = readBordero(bordero, '99');
    assert.deepEqual(report.figures, []);
    assert.match(report.notes.join(), /nothing that was sold for this session/);
  });

  it('are added up from lines alone, also when the reply is nothing but lines', () => {
    for (const reply of [
      { lines: bordero.lines },
      bordero.lines,
      { data: { hits: bordero.lines.map((_source) => ({ _source })) } },
    ]) {
      const report = readBordero(reply);
      assert.deepEqual(figures(report), { sold: 6, gross: 80000, feeSale: 8000, feeProducer: 4000, net: 76000 });
      assert.equal(section(report, 'perSession').rows.length, 2);
      assert.equal(section(report, 'perTicket').rows.length, 2);
    }
  });

  it('say when the lines are not the parts of the totals', () => {
    const report = readBordero({ ...bordero, totals: { ...bordero.totals, gross: 80001 } });
    assert.equal(figures(report).gross, 80001);
    assert.match(report.notes.join(), /do not add up/);
  });

  it('are no cents where they have decimals', () => {
    const reply = { totals: { quantity: 2, gross: '240.50', fees: 24, net: 216.5 } };
    const report = borderoOf(reply, { t, currency: 'BRL' });
    assert.deepEqual(figures(report), { sold: 2, gross: 24050, fees: 2400, net: 21650 });
    assert.deepEqual(report.notes, []);
  });

  it('are plain numbers where nothing tells whether they are cents', () => {
    const report = borderoOf({ totals: { quantity: 2, gross: 24050 } }, { t, currency: 'BRL' });
    assert.deepEqual(
      report.figures.map(({ key, kind, value }) => [key, kind, value]),
      [
        ['sold', 'count', 2],
        ['gross', 'count', 24050],
      ],
    );
    assert.match(report.notes.join(), /is not known: they are shown as the service sends them/);
  });

  it('say when the service counts in another currency', () => {
    const report = readBordero({ ...bordero, currency: 'EUR' });
    assert.match(report.notes.join(), /The service says EUR; amounts are shown in BRL/);
  });

  it('are nothing but tables in a reply that is something else', () => {
    const reply = { responseData: { weather: 'rain', seats: [{ row: 'A', place: 7 }] } };
    const report = readBordero(reply);
    assert.deepEqual(report.figures, []);
    assertNothingLost(reply, report);
  });
});

describe('two sessions of a report', () => {
  it('stand beside each other, hour by hour from their starts', () => {
    const later = {
      ...entry,
      sold_count: 40,
      validations_per_hour: [
        { hour: '2026-11-28 20:00:00', count: 7 },
        { hour: '2026-11-28 03:00:00', count: 1 },
      ],
      validations_per_type: [{ item_id: 3, name: 'Pista', sold: 40, checked: 7 }],
    };
    const compared = compareReports(
      { name: 'Fri', report: readEntry(entry, '2026-11-27 19:00:00') },
      { name: 'Sat', report: readEntry(later, '2026-11-28 19:00:00') },
    );
    const sold = compared.figures.find(({ key }) => key === 'sold');
    assert.deepEqual([sold?.value, sold?.other], [50, 40]);
    const hours = section(compared, 'perHour');
    assert.deepEqual(hours.rows, [
      [-16, null, 1],
      [-1, 20, null],
      [0, 0, null],
      [1, 0, 7],
      [2, 10, null],
    ]);
    const types = section(compared, 'perType');
    assert.deepEqual(
      types.chart?.columns.map((place) => types.columns[place]?.name),
      ['Entered · Fri', 'Entered · Sat'],
    );
    assert.deepEqual(types.rows, [
      ['Pista', 30, 40, 18, 7, 0.6, 7 / 40],
      ['Camarote', 20, null, 12, null, 0.6, null],
    ]);
  });

  it('call a ticket alike, also where only one of them has another of its name', () => {
    const type = (item_id: number) => ({ item_id, name: 'Inteira', sold: item_id, checked: 0 });
    const naming = namingWith(new Map([['3', 'Plateia']]));
    const [both, one] = [[type(1), type(2), type(3)], [type(2)]].map((types) => ({ ...entry, validations_per_type: types }));
    const compare = () =>
      compareReports(
        { name: 'Fri', report: entryReportOf(one, { t, naming }) },
        { name: 'Sat', report: entryReportOf(both, { t, naming }) },
      );
    compare();
    assert.deepEqual(
      section(compare(), 'perType').rows.map((row) => row.slice(0, 3)),
      [
        ['Inteira (2)', 2, 2],
        ['Inteira (1)', null, 1],
        ['Plateia · Inteira', null, 3],
      ],
    );
  });

  it('keep tables without a chart apart', () => {
    const compared = compareReports(
      { name: 'Fri', report: readBordero(bordero, '11') },
      { name: 'Sat', report: readBordero(bordero, '12') },
    );
    assert.deepEqual(
      compared.sections.map(({ title }) => title),
      ['Sales per ticket', 'All lines · Fri', 'All lines · Sat'],
    );
  });
});

describe('fault 28: a report with missing, null and renamed fields', () => {
  const wrong: unknown[] = [
    null,
    '',
    'x',
    -1,
    Infinity,
    true,
    [],
    {},
    [[]],
    [null],
    { a: { b: { c: { d: { e: 1 } } } } },
    12n ** 40n,
  ];

  /** The value with one of its parts changed, for each of its parts. */
  function* mutations(value: unknown): Generator {
    yield* wrong;
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
      const inner = (value as Record<string, unknown>)[key];
      for (const changed of mutations(inner)) yield put(value, key, changed);
      yield put(value, key, undefined);
      yield put(put(value, key, undefined), `other_${key}`, inner);
    }
  }

  function put(value: object, key: string, changed: unknown): object {
    return Array.isArray(value)
      ? value.map((each: unknown, place) => (String(place) === key ? changed : each))
      : { ...value, [key]: changed };
  }

  function check(report: Report): void {
    for (const { columns, rows, chart } of report.sections) {
      for (const row of rows) assert.equal(row.length, columns.length);
      for (const place of chart?.columns ?? []) assert.ok(place > 0 && place < columns.length);
    }
    const values = [...report.figures.map(({ value }) => value), ...report.sections.flatMap(({ rows }) => rows.flat())];
    for (const value of values) assert.ok(typeof value !== 'number' || Number.isFinite(value), String(value));
  }

  it('is always shown', () => {
    let count = 0;
    for (const changed of mutations(entry)) {
      check(readEntry(changed));
      check(compareReports({ name: 'one', report: readEntry(changed) }, { name: 'other', report: readEntry(entry) }));
      count++;
    }
    for (const changed of mutations(bordero)) {
      check(readBordero(changed));
      check(readBordero(changed, '11'));
      check(compareReports({ name: 'one', report: readBordero(changed, '11') }, { name: 'other', report: readBordero(bordero) }));
      count++;
    }
    assert.ok(count > 1000, `only ${count} mutations`);
  });

  it('shows a renamed field under its own name', () => {
    const { sold_count, ...rest } = entry;
    const report = readEntry({ ...rest, tickets_out_there: sold_count, validations_per_type: 'soon' });
    assert.deepEqual(section(report, 'other').rows, [
      ['validations_per_type', 'soon'],
      ['tickets_out_there', '50'],
    ]);
  });
});
