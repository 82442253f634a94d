import assert from 'node:assert/strict';
import { parseJson, stringifyJson } from '../../../src/client/json.ts';
import { contentOf, idOf, labelOf, pagingOf, readList } from '../../../src/client/index.ts';
import { sessionsOf } from '../../../src/client/sessions.ts';

const lots = [
  { id: 12, name: 'First lot' },
  { id: 13, name: 'Second lot' },
];
const seen = ['12 First lot', '13 Second lot'];

function shown(reply: unknown): string[] {
  return readList(reply).rows.map((row) => `${row.id ?? '-'} ${row.label}`);
}

function problems(reply: unknown): (string | undefined)[] {
  return readList(reply).rows.map((row) => row.problem);
}

function inEnvelope(responseData: unknown) {
  return { responseData, responseDetails: 'OK', responseError: null, responseStatus: 200 };
}

/** A ticket item as the service shows it. */
function item(id: number, name: string): Record<string, unknown> {
  return {
    id,
    name,
    description: `About ${name}`,
    eventId: 900,
    type: 'Ticket',
    eventDates: [{ id: 1, datetime: '2026-10-12T20:00:00-03:00', timezone: 'America/Sao_Paulo' }],
    attributes: { maximum: 4, minimum: 1 },
    quantity: 100,
    parent: null,
    children: [],
    value: { price: 120.5, finalPrice: 132 },
    hidden: false,
    order: 1,
  };
}

describe('the content of a reply', () => {
  const envelopes: [string, unknown][] = [
    ['the event envelope', inEnvelope(lots)],
    ['a paged event envelope', inEnvelope({ paginationInfo: { currentPage: 1 }, data: lots })],
    ['data and pagination', { data: lots, pagination: { page: 1 } }],
    ['result with a status', { success: true, message: 'fine', result: lots }],
    ['payload with meta', { meta: { requestId: 'x' }, payload: lots }],
    ['envelopes in envelopes', { response: { data: { result: lots }, errors: [] }, status: 'ok' }],
    ['snake case', { response_data: lots, response_status: 200 }],
    ['a verdict beside the data', { result: 'success', data: lots }],
  ];
  for (const [title, reply] of envelopes) {
    it(`is taken out of ${title}`, () => assert.equal(contentOf(reply), lots));
  }

  it('may be a number, a text or nothing', () => {
    assert.equal(contentOf(inEnvelope(7)), 7);
    assert.equal(contentOf(inEnvelope('done')), 'done');
    assert.equal(contentOf(inEnvelope(null)), null);
    assert.equal(contentOf({ data: 7 }), 7);
  });

  const contents: [string, unknown][] = [
    ['has fields of its own beside data', { id: 1, data: { a: 1 } }],
    ['has two things that may be the content', { data: { a: 1 }, result: { b: 2 } }],
    ['has a date under the name data', { data: '12/10/2026', status: 'available' }],
    ['only says how it went', { status: 200, message: 'done' }],
  ];
  for (const [title, reply] of contents) {
    it(`is the object itself when it ${title}`, () => assert.equal(contentOf(reply), reply));
  }

  it('is found in an envelope that holds itself, without end', () => {
    const endless: Record<string, unknown> = {};
    endless.data = endless;
    assert.equal(contentOf(endless), endless);
  });
});

describe('reading a list', () => {
  const shapes: [string, unknown][] = [
    ['a bare array', lots],
    ['data and pagination', { data: lots, pagination: { page: 1 } }],
    ['search hits', { data: { hits: lots.map((lot) => ({ _id: 'x', _source: lot })), total: 2 } }],
    [
      'hits of a search engine',
      {
        took: 3,
        timed_out: false,
        _shards: { total: 1 },
        hits: { max_score: 1, total: { value: 2 }, hits: lots.map((lot) => ({ _source: lot })) },
      },
    ],
    ['a paged event envelope', inEnvelope({ paginationInfo: { currentPage: 1 }, data: lots })],
    ['a bare array in the event envelope', inEnvelope(lots)],
    ['items', { items: lots }],
    ['results', { count: 2, next: null, results: lots }],
    ['events', { events: lots }],
    ['content of a page', { content: lots, totalElements: 2, sort: [{ property: 'name' }], pageable: { offset: 0 } }],
    ['an embedded list', { _embedded: { lots }, _links: { self: { href: '/' } }, page: { size: 2 } }],
    ['a list with a list of another name further in', { lots, about: { items: [{ id: 1 }, { id: 2 }, { id: 3 }] } }],
    ['rows', { rows: lots }],
    ['edges', { data: { lots: { edges: lots.map((node) => ({ cursor: 'c', node })), pageInfo: { hasNextPage: false } } } }],
    ['a map of ids', { 12: { name: 'First lot' }, 13: { name: 'Second lot' } }],
    ['a map of ids in an unknown field', { lots: { 12: { name: 'First lot' }, 13: { name: 'Second lot' } }, total: 2 }],
    [
      'attributes of JSON:API',
      {
        data: lots.map(({ id, name }) => ({ type: 'lot', id: String(id), attributes: { name } })),
        included: [{ id: 5 }, {}, {}],
      },
    ],
    ['an unknown name', { whatever: lots, other: 'x' }],
    ['an unknown name, deep inside', { a: { b: { c: lots } } }],
    ['objects before texts', { tags: ['a', 'b', 'c'], inner: { lots } }],
    ['a known name before a longer list', { extras: [{ a: 1 }, { a: 2 }, { a: 3 }], items: lots }],
    ['the longer of two unknown lists', { extras: [{ a: 1 }], lots }],
    ['rows before an empty list of an unknown name', { extras: [], lots }],
    ['a list before errors', { errors: [{ a: 1 }, { a: 2 }, { a: 3 }], inner: { lots } }],
    ['a page that has an id and a title', { id: 'page-1', title: 'All lots', page: 1, lots }],
  ];
  for (const [title, reply] of shapes) {
    it(`shows the rows of ${title}`, () => {
      assert.deepEqual(shown(reply), seen);
      assert.deepEqual(problems(reply), [undefined, undefined]);
    });
  }

  const empties: [string, unknown][] = [
    ['null', null],
    ['undefined', undefined],
    ['an empty array', []],
    ['an empty object', {}],
    ['an empty text', ' '],
    ['an envelope around nothing', inEnvelope(null)],
    ['an empty page', inEnvelope({ paginationInfo: { totalResults: 0 }, data: [] })],
    ['an empty list beside another', { items: [], choices: [{ id: 1 }, { id: 2 }] }],
    ['an empty list of an unknown name', { whatever: [], total: 0 }],
    ['paging alone', { page: 1, total: 0 }],
  ];
  for (const [title, reply] of empties) {
    it(`shows no rows for ${title}`, () => assert.deepEqual(readList(reply).rows, []));
  }

  const singles: [string, unknown, unknown][] = [
    ['an object', item(12, 'First lot'), item(12, 'First lot')],
    ['an object in an envelope', inEnvelope(item(12, 'First lot')), item(12, 'First lot')],
    ['an object in a field of its own', { event: item(12, 'First lot'), status: 200 }, item(12, 'First lot')],
    ['a thing with a name whose parts are a list', { name: 'A', type: [{ id: 1 }] }, { name: 'A', type: [{ id: 1 }] }],
    ['a number', inEnvelope(7), 7],
    ['numbers by year', { 2024: 5, 2025: 8 }, { 2024: 5, 2025: 8 }],
    ['a report with a list that is empty', { sold: 5, gates: [] }, { sold: 5, gates: [] }],
  ];
  for (const [title, reply, value] of singles) {
    it(`shows one row for ${title}`, () => {
      assert.deepEqual(
        readList(reply).rows.map((row) => row.value),
        [value],
      );
      assert.deepEqual(problems(reply), [undefined]);
    });
  }

  it('shows texts as they are', () => {
    assert.deepEqual(shown({ codes: ['ABC', 'DEF'] }), ['- ABC', '- DEF']);
    assert.deepEqual(problems(['ABC', 'DEF']), [undefined, undefined]);
  });

  it('falls back to the id of the hit', () => {
    assert.deepEqual(shown([{ _id: 'h1', _source: { name: 'A' } }]), ['h1 A']);
  });

  it('gives the row inside a hit or an edge as it stands in the reply', () => {
    const row = { id: 1, unknown: { kept: true } };
    assert.equal(readList([{ _source: row }]).rows[0]?.value, row);
    assert.equal(readList({ edges: [{ node: row }] }).rows[0]?.value, row);
  });

  it('ends on a reply that holds itself', () => {
    const endless: Record<string, unknown> = { a: 1 };
    Object.assign(endless, { inner: endless, list: [endless] });
    assert.equal(readList(endless).rows.length, 1);
    const loop: Record<string, unknown> = {};
    Object.assign(loop, { one: loop, two: loop, three: { loop } });
    assert.equal(readList(loop).rows.length, 1);
  });

  it('ends on a reply as deep as a parser lets it be', () => {
    const depth = 100_000;
    const deep = parseJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
    assert.equal(readList([deep]).rows.length, 1);
    assert.equal(readList(deep).rows.length, 1);
  });

  it('leaves the reply as it was', () => {
    const reply = inEnvelope({ data: [item(1, 'A'), null, { 'ID': 2, 'Full-Name': 'B' }], paginationInfo: { currentPage: 1 } });
    const before = structuredClone(reply);
    readList(reply);
    sessionsOf(reply);
    assert.deepEqual(reply, before);
  });

  it('reads 100,000 rows in well under the time that a person waits', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => ({ Code: `C${index}`, codeId: index, eventId: 9, used: false }));
    const start = performance.now();
    assert.equal(readList({ data: rows, total: rows.length }).rows[99_999]?.id, '99999');
    assert.ok(performance.now() - start < 3000);
  });
});

describe('a malformed row', () => {
  it('is marked where objects are expected, and its neighbours are shown', () => {
    const reply = [lots[0], null, 7, 'text', [1], 9007199254740993n, lots[1]];
    assert.deepEqual(problems(reply), [
      undefined,
      'This row is empty.',
      'This row is a number, not an object.',
      'This row is a string, not an object.',
      'This row is a list, not an object.',
      'This row is a number, not an object.',
      undefined,
    ]);
    assert.deepEqual(shown(reply), ['12 First lot', '- null', '- 7', '- text', '- [1]', '- 9007199254740993', '13 Second lot']);
  });

  it('is marked in a map of ids, where it keeps its key', () => {
    const reply = { 12: { name: 'First lot' }, 13: null };
    assert.deepEqual(shown(reply), ['12 First lot', '13 null']);
    assert.deepEqual(problems(reply), [undefined, 'This row is empty.']);
  });

  it('is marked in hits, edges and rows with ids of another name', () => {
    const hits = [
      { _id: 'h1', _source: { name: 'A' } },
      { _id: 'h2', _source: null },
    ];
    assert.deepEqual(shown(hits), ['h1 A', 'h2 null']);
    assert.deepEqual(problems(hits), [undefined, 'This row is empty.']);
    assert.deepEqual(problems({ edges: [{ node: lots[0] }, { node: null }] }), [undefined, 'This row has no id.']);
    assert.deepEqual(problems([{ codeId: 1 }, null, {}, { codeId: 2 }]), [
      undefined,
      'This row is empty.',
      'This row has no id.',
      undefined,
    ]);
  });

  it('does not hide the list that it stands in', () => {
    assert.deepEqual(shown({ tags: ['a', 'b', 'c', 'd'], whatever: [null, ...lots] }), ['- null', ...seen]);
  });

  it('is not every row of a list whose rows have no ids', () => {
    const banners = [
      { banner: '/a.png', target: '/event/1' },
      { banner: '/b.png', target: '/event/2' },
    ];
    assert.deepEqual(shown(banners), ['- /a.png', '- /b.png']);
    assert.deepEqual(problems(banners), [undefined, undefined]);
  });

  const fields = Object.keys(item(2, 'Bad'));
  const faults: [string, (row: Record<string, unknown>, field: string) => unknown][] = [
    ['missing', (row, field) => Object.fromEntries(Object.entries(row).filter(([key]) => key !== field))],
    ['null', (row, field) => ({ ...row, [field]: null })],
    [
      'renamed',
      (row, field) => Object.fromEntries(Object.entries(row).map(([key, part]) => [key === field ? `x${key}x` : key, part])),
    ],
    ['an object', (row, field) => ({ ...row, [field]: { unexpected: true } })],
    ['an empty text', (row, field) => ({ ...row, [field]: '' })],
  ];
  for (const [fault, spoil] of faults) {
    it(`fault 28: is marked when its id is ${fault}, and the others are shown whichever field is`, () => {
      for (const field of fields) {
        const bad = spoil(item(2, 'Bad'), field);
        const reply = inEnvelope({ data: [item(1, 'One'), bad, item(3, 'Three')] });
        const { rows } = readList(reply);
        assert.deepEqual([rows[0]?.label, rows[2]?.label], ['One', 'Three'], field);
        assert.deepEqual([rows[0]?.problem, rows[2]?.problem], [undefined, undefined], field);
        assert.equal(rows[1]?.value, bad, field);
        assert.equal(rows[1]?.id, field === 'id' ? undefined : '2', field);
        assert.equal(rows[1]?.problem, field === 'id' ? 'This row has no id.' : undefined, field);
        assert.equal(rows[1]?.label, field === 'name' ? 'About Bad' : 'Bad', field);
      }
    });
  }

  it('fault 28: keeps unknown fields, whole and in order', () => {
    const row = { zebra: [1], id: 1, added_later: { deep: [null] } };
    assert.equal(readList({ data: [row] }).rows[0]?.value, row);
    assert.deepEqual(Object.keys(row), ['zebra', 'id', 'added_later']);
  });

  it('fault 28: never goes by the id of what the rows belong to', () => {
    const codes = ['A', 'B'].map((code) => ({ eventId: 900, itemId: 3, code }));
    assert.deepEqual(shown(codes), ['A A', 'B B']);
    assert.deepEqual(shown([{ eventId: 900 }, { eventId: 900 }]), ['- 900', '- 900']);
    const sessions = [5, 6].map((sessionId) => ({ eventId: 900, sessionId }));
    assert.deepEqual(
      readList(sessions).rows.map((row) => row.id),
      ['5', '6'],
    );
  });

  it('fault 28: is no row without a field that few rows have', () => {
    const rows = [{ banner: 'a', campaignId: 7 }, { banner: 'b' }, { banner: 'c', campaignId: null }];
    assert.deepEqual(problems(rows), [undefined, undefined, undefined]);
  });
});

describe('keys that mean something to JavaScript', () => {
  it('fault 27: leave the prototype intact', () => {
    const reply = parseJson(
      '{"__proto__":{"polluted":1},"data":[{"__proto__":{"id":5,"name":"evil"},"constructor":{"prototype":{"polluted":1}},"id":7,"name":"A"}]}',
    );
    const [row] = readList(reply).rows;
    assert.deepEqual([row?.id, row?.label], ['7', 'A']);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    assert.deepEqual(Object.keys(row?.value as object), ['__proto__', 'constructor', 'id', 'name']);
    assert.equal(Object.getPrototypeOf(row?.value), Object.prototype);
    assert.equal(
      stringifyJson(row?.value),
      '{"__proto__":{"id":5,"name":"evil"},"constructor":{"prototype":{"polluted":1}},"id":7,"name":"A"}',
    );
  });

  it('fault 27: are never read from the prototype', () => {
    const reply = parseJson('[{"__proto__":{"id":5,"name":"evil"},"other":1},{"id":6}]');
    assert.deepEqual(shown(reply), ['- {"__proto__":{"id":5,"name":"evil"},"other":1}', '6 6']);
    assert.deepEqual(problems(reply), ['This row has no id.', undefined]);
    const heir = Object.create({ id: 5, name: 'evil', _source: { id: 6 }, attributes: { name: 'evil' } }) as unknown;
    assert.deepEqual([idOf(heir), labelOf(heir)], [undefined, '{}']);
    assert.deepEqual(readList(heir).rows, []);
  });

  it('fault 27: may be the names of rows', () => {
    const reply = parseJson('{"__proto__":[{"id":1}],"constructor":[{"id":2},{"id":3}]}');
    assert.deepEqual(
      readList(reply).rows.map((row) => row.id),
      ['2', '3'],
    );
  });

  it('fault 27: give way to the last of two that are the same', () => {
    assert.deepEqual(shown(parseJson('{"data":[{"id":1,"id":2,"name":"first","name":"last"}],"data":[{"id":3,"id":4}]}')), [
      '4 4',
    ]);
  });
});

describe('an id', () => {
  it('fault 26: keeps the digits that a number cannot hold', () => {
    const rows = '[{"id":9007199254740993,"name":"A"},{"id":9007199254740992,"name":"B"},{"id":"9007199254740995"}]';
    for (const reply of [rows, `{"data":${rows}}`, `{"responseData":{"data":${rows}}}`, `{"hits":{"hits":${rows}}}`]) {
      assert.deepEqual(
        readList(parseJson(reply)).rows.map((row) => row.id),
        ['9007199254740993', '9007199254740992', '9007199254740995'],
      );
    }
    assert.deepEqual(shown(parseJson('{"9007199254740993":{"name":"A"}}')), ['9007199254740993 A']);
  });

  it('fault 26: is unknown when its digits are lost', () => {
    assert.equal(idOf({ id: 2 ** 53 }), undefined);
    assert.equal(idOf({ id: 1e21 }), undefined);
  });

  const ids: [unknown, string | undefined][] = [
    [{ id: 0 }, '0'],
    [{ id: 'passports' }, 'passports'],
    [{ ID: 4 }, '4'],
    [{ _id: 'a', id: 'b' }, 'b'],
    [{ _id: 'a', uuid: 'b' }, 'a'],
    [{ eventId: 1, uuid: 'b' }, 'b'],
    [{ eventId: 1, passkey_id: 2 }, '2'],
    [{ itemId: 1, CodeID: 2 }, '2'],
    [{ itemId: 1, sessionId: 2, eventId: 3 }, '2'],
    [{ userId: 9, code: 'X' }, 'X'],
    [{ paid: 1, valid: 2, user_id: 9 }, '9'],
    [{ orderID: 9 }, '9'],
    [{ ORDER_ID: 9 }, '9'],
    [{ PAID: 1 }, undefined],
    [{ id: '', _id: null, uuid: {}, codeId: [], itemId: 8 }, '8'],
    [{ id: true }, undefined],
    [{ id: Number.NaN }, undefined],
    [{ id: '  ' }, undefined],
    [7, undefined],
    [null, undefined],
    [['id'], undefined],
  ];
  for (const [value, id] of ids) {
    it(`of ${JSON.stringify(value)} is ${id ?? 'unknown'}`, () => assert.equal(idOf(value), id));
  }
});

describe('a label', () => {
  const labels: [string, unknown, string][] = [
    ['a name before a title', { title: 'T', name: 'N' }, 'N'],
    ['a title in any case', { description: 'D', Title: 'T' }, 'T'],
    ['a passkey before its code', { code: 'C', passkey: 'P' }, 'P'],
    ['a display name', { email: 'a@b.c', display_name: 'Ana' }, 'Ana'],
    ['a link', { link: 'my-show', id: 1 }, 'my-show'],
    ['a banner', { target: '/event/1', banner: '/a.png' }, '/a.png'],
    ['a number as a name', { name: 2026 }, '2026'],
    ['the next text after a blank one', { name: ' \n ', title: null, label: {}, email: 'a@b.c' }, 'a@b.c'],
    ['a name among the attributes', { id: 1, attributes: { name: 'N' } }, 'N'],
    ['the name of a user', { role: 'admin', user: { id: 1, name: 'Ana' } }, 'Ana'],
    ['its own code before the name of a user', { code: 'C', user: { name: 'Ana' } }, 'C'],
    ['a name in a hit', { _id: 'x', _source: { name: 'N' } }, 'N'],
    ['a name in a node', { node: { title: 'T' } }, 'T'],
    ['the id', { id: 9007199254740993n, other: true }, '9007199254740993'],
    ['short JSON', { price: 9007199254740993n, list: [1, { a: 2 }] }, '{"price":9007199254740993,"list":[1,"…"]}'],
    ['a text', ' a\tb ', 'a b'],
    ['an empty text', '', '""'],
    ['a number', 7, '7'],
    ['nothing', null, 'null'],
  ];
  for (const [title, value, label] of labels) {
    it(`is made from ${title}`, () => assert.equal(labelOf(value), label));
  }

  it('is one line without control characters or marks that turn the text around', () => {
    assert.equal(labelOf({ name: '\u0000\u001b[31mA\r\n\t B\u0085\u2028C\u202eD\u00a0 ' }), '[31mA B C D');
    assert.equal(labelOf({ other: 'A\u202eB' }), '{"other":"A B"}');
  });

  it('is never longer than a person reads, and never ends in half a character', () => {
    assert.equal(labelOf({ name: 'x'.repeat(200) }), 'x'.repeat(200));
    assert.equal(labelOf({ name: 'x'.repeat(201) }), `${'x'.repeat(199)}…`);
    assert.equal(labelOf({ name: `${'x'.repeat(198)}🎟🎟` }), `${'x'.repeat(198)}…`);
    assert.equal(labelOf({ id: 'y'.repeat(500) }).length, 200);
    assert.equal(labelOf(`${' '.repeat(5000)}x`), 'x');
    assert.equal(labelOf({ a: 'x'.repeat(500) }).length, 80);
    assert.equal(labelOf(Array.from({ length: 500 }, () => 1)).length, 80);
  });
});

describe('paging', () => {
  const pagings: [string, unknown, unknown][] = [
    [
      'of the event group',
      inEnvelope({ paginationInfo: { currentPage: 2, lastPage: 7, totalResults: 70, pageSize: 10 }, data: [] }),
      { page: 2, lastPage: 7, total: 70, pageSize: 10 },
    ],
    [
      'beside the data, in snake case and as text',
      { data: [], current_page: '2', last_page: '7', total_count: '70', per_page: '10' },
      { page: 2, lastPage: 7, total: 70, pageSize: 10 },
    ],
    [
      'of a page counted from zero',
      { content: [], number: 1, totalPages: 7, totalElements: 70, size: 10 },
      { page: 2, lastPage: 7, total: 70, pageSize: 10 },
    ],
    [
      'of a page object',
      { _embedded: { x: [] }, page: { number: 0, totalPages: 7, totalElements: 70, size: 10 } },
      { page: 1, lastPage: 7, total: 70, pageSize: 10 },
    ],
    ['in kebab case', { 'rows': [], 'current-page': 2, 'page-size': 5 }, { page: 2, pageSize: 5 }],
    [
      'in upper case',
      { Items: [], Page: 3, Pages: 4, Limit: 5, COUNT: 20 },
      { page: 3, lastPage: 4, total: 20, isCount: true, pageSize: 5 },
    ],
    ['of search hits', { data: { hits: [], total: 3 } }, { total: 3 }],
    ['of a search engine', { took: 1, hits: { total: { value: 3, relation: 'eq' }, hits: [] } }, { total: 3 }],
    ['deep in meta', { data: [], meta: { pagination: { page: 2, total: 9 } } }, { page: 2, total: 9 }],
    ['of a connection', { data: { events: { totalCount: 4, edges: [] } } }, { total: 4 }],
    ['alone', { page: 2, total: 9 }, { page: 2, total: 9 }],
    ['whose total is not the count of this page', { meta: { count: 2 }, total: 9, data: [] }, { total: 9 }],
    ['of an empty list', { data: [], total: 0 }, { total: 0 }],
  ];
  for (const [title, reply, paging] of pagings) {
    it(`is read ${title}`, () => {
      assert.deepEqual(pagingOf(reply), paging);
      assert.deepEqual(readList(reply).paging, paging);
    });
  }

  const nonsense = [-1, Number.NaN, Infinity, 1.5, {}, [], null, true, '', '-1', '1e3', 'many', 2 ** 60, 10n ** 20n];
  it('ignores nonsense', () => {
    for (const value of nonsense) {
      const reply = { data: [], page: value, lastPage: value, total: value, pageSize: value, count: 3 };
      assert.deepEqual(pagingOf(reply), { total: 3, isCount: true }, labelOf(value));
    }
    assert.equal(pagingOf({ data: [], pageSize: 0 }), undefined);
  });

  it('is none where a reply is a bare array or one thing with a limit of its own', () => {
    assert.equal(pagingOf(lots), undefined);
    assert.equal(pagingOf(inEnvelope({ id: 1, limit: 5, count: 2, size: 'L' })), undefined);
    assert.equal(pagingOf(null), undefined);
  });
});

describe('a reply that has nothing but its paging', () => {
  const numbers =
    'currentPage page pageNumber number lastPage totalPages pageCount pages totalResults total totalElements totalCount';
  const more = 'totalItems totalRecords totalHits count pageSize perPage limit size itemsPerPage';
  const boxes = 'paginationInfo pagination paging pageInfo pager page meta _meta metadata links _links';
  const words: [string, unknown][] = [
    ...`${numbers} ${more}`.split(' ').map((name): [string, unknown] => [name, 1]),
    ...boxes.split(' ').map((name): [string, unknown] => [name, { total: 1 }]),
  ];
  for (const [name, value] of words) it(`has no row: ${name}`, () => assert.deepEqual(readList({ [name]: value }).rows, []));
});

describe('the sessions of an event', () => {
  const session = { id: 5, status: 'available', dateTime: { date: '12/10/2026', time: '20:30:00' } };
  const event = { id: 900, title: 'Show', status: 'published', date: [session], venue: { id: 1, location: [1, 2] } };
  const read = { id: '5', date: '2026-10-12', time: '20:30', status: 'available', value: session };

  const places: [string, unknown][] = [
    ['the event', event],
    ['its envelope', inEnvelope(event)],
    ['a field of its envelope', inEnvelope({ event })],
    ['a field after others', { venue: { id: 1, city: 'x' }, people: [{ id: 1 }], event }],
    ['a list of one event', { data: [event] }],
    ['a list of sessions', { data: [session] }],
    ['sessions', { id: 900, sessions: [session] }],
    ['dates', { id: 900, date: [], dates: [session] }],
    ['a schedule with dates', { id: 900, schedule: { id: 1, dates: [session] } }],
    ['a box of sessions', { id: 900, sessions: { data: [session], total: 1 } }],
    ['one session instead of a list', { id: 900, sessions: session }],
    ['an unseen name', { id: 900, SalePeriods: [{ id: 1, date: '2026-01-01' }], days: ['2026-01-01'], nights: [session] }],
  ];
  for (const [title, reply] of places) {
    it(`are found in ${title}`, () => assert.deepEqual(sessionsOf(reply), [read]));
  }

  it('have their id beside the box that their fields are in', () => {
    for (const box of ['attributes', 'node']) {
      const value = { id: 5, [box]: { status: 'available', date: '2026-10-12 20:30:00' } };
      assert.deepEqual(sessionsOf({ id: 900, sessions: [value] }), [{ ...read, value }]);
    }
  });

  it('have a name where it says more than the rest of them and the event', () => {
    const names = (event: object, ...sessions: object[]) =>
      sessionsOf({ ...event, sessions: sessions.map((each) => ({ ...session, ...each })) }).map(({ name }) => name);
    const called = [{ label: 'Noite 1' }, { sessionName: ' Noite\n2 ' }, { attributes: { titulo: 'Noite 3' } }];
    assert.deepEqual(names({}, ...called), ['Noite 1', 'Noite 2', 'Noite 3']);
    const said = ['Show', '5', 'available', '12/10/2026', '20:30', ' '].map((name) => ({ name }));
    for (const event of [{ title: 'Show' }, { event: { name: 'Show' } }])
      assert.deepEqual(names(event, ...said, { name: 7 }), Array(7).fill(undefined));
  });

  const stamps: [unknown, string | undefined, string | undefined][] = [
    [{ datetime: '2026-10-12T20:30:00-03:00' }, '2026-10-12', '20:30'],
    [{ datetime: '2026-10-12T23:30:00Z' }, '2026-10-12', '23:30'],
    [{ datetime: '2026-10-12T20:30' }, '2026-10-12', '20:30'],
    [{ dateTime: '12/10/2026 20:30:00' }, '2026-10-12', '20:30'],
    [{ start: '2026-10-12 20:30:00' }, '2026-10-12', '20:30'],
    [{ date: '2026-10-12' }, '2026-10-12', undefined],
    [{ date: '2026-10-12T00:00:00Z', time: '20:30:00' }, '2026-10-12', '20:30'],
    [{ date: { date: '2026-10-12 20:30:00.000000', timezone: 'UTC' } }, '2026-10-12', '20:30'],
    [{ startDate: '2026-10-12', start_time: '9:05' }, '2026-10-12', '09:05'],
    [{ attributes: { datetime: '2026-10-12T20:30:00' } }, '2026-10-12', '20:30'],
    ['2026-10-12 20:30:00', '2026-10-12', '20:30'],
    [{ datetime: '2026-02-30T20:30:00Z' }, undefined, '20:30'],
    [{ dateTime: { date: '30/02/2026', time: '20:30:00' } }, undefined, '20:30'],
    [{ dateTime: { date: '10/25/2026', time: '24:00:00' } }, undefined, undefined],
    [{ dateTime: { date: '12/10/2026', time: '20:60:00' } }, '2026-10-12', undefined],
    [{ dateTime: null, time: null }, undefined, undefined],
    [{ date: '2026-10-12', time: 20 }, '2026-10-12', undefined],
    [{ dateTime: {}, start: ' 2026-10-12 ', time: ' 20:30 ' }, '2026-10-12', '20:30'],
    [{ dateTime: { time: '20:59:59' } }, undefined, '20:59'],
    [{ datetime: 'soon' }, undefined, undefined],
    [{ datetime: 1760000000 }, undefined, undefined],
  ];
  for (const [value, date, time] of stamps) {
    it(`have the wall clock of ${JSON.stringify(value)}`, () => {
      const sessions = sessionsOf({ id: 900, sessions: [value, session] });
      assert.deepEqual([sessions[0]?.date, sessions[0]?.time], [date, time]);
      assert.equal(sessions[0]?.value, value);
      assert.deepEqual(sessions[1], read);
    });
  }

  it('fault 28: are kept whatever a session lacks, and never go by the id of their event', () => {
    const bare = [{ eventId: 900, datetime: '2026-10-12T20:30:00' }, null, { sessionId: 6, eventId: 900 }, session];
    assert.deepEqual(
      sessionsOf({ id: 900, eventDates: bare }).map(({ id, date, status }) => [id, date, status]),
      [
        [undefined, '2026-10-12', undefined],
        [undefined, undefined, undefined],
        ['6', undefined, undefined],
        ['5', '2026-10-12', 'available'],
      ],
    );
  });

  it('fault 28: are kept in a list that has bad ones, whatever holds it', () => {
    const dates = (reply: unknown) => sessionsOf(reply).map(({ id, date }) => [id, date]);
    const good = ['5', '2026-10-12'];
    assert.deepEqual(dates([session, null, session]), [good, [undefined, undefined], good]);
    assert.deepEqual(dates({ nights: [null, session] }), [[undefined, undefined], good]);
    assert.deepEqual(dates({ id: 900, sessions: [{ id: 6 }] }), [['6', undefined]]);
    assert.deepEqual(dates({ id: 900, sessions: { data: [{ id: 6 }] } }), [['6', undefined]]);
    assert.deepEqual(dates({ id: 900, dates: ['2026-10-12', 'soon'] }), [
      [undefined, '2026-10-12'],
      [undefined, undefined],
    ]);
  });

  it('have the status that is a text or a number', () => {
    const statuses = ['soldout', 3, '', ' ', true, null, {}].map((status) => ({ id: 1, status }));
    assert.deepEqual(
      sessionsOf({ sessions: statuses }).map(({ status }) => status),
      ['soldout', '3', undefined, undefined, undefined, undefined, undefined],
    );
  });

  it('fault 26: keep the digits of their ids', () => {
    const reply = parseJson('{"id":1,"date":[{"id":9007199254740993,"dateTime":{"date":"12/10/2026","time":"20:30:00"}}]}');
    assert.equal(sessionsOf(reply)[0]?.id, '9007199254740993');
  });

  it('are none where there are none', () => {
    const others = [
      null,
      undefined,
      7,
      'x',
      [],
      {},
      { date: [] },
      { date: [2026, 10, 12] },
      { schedule: { text: 'soon' } },
      event.venue,
    ];
    for (const reply of others) assert.deepEqual(sessionsOf(reply), []);
  });

  it('end on an event that holds itself', () => {
    const endless: Record<string, unknown> = { id: 1 };
    Object.assign(endless, { schedule: endless, inner: { endless, other: endless } });
    assert.deepEqual(sessionsOf(endless), []);
  });
});
