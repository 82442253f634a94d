import assert from 'node:assert/strict';
import { operations, type Operation, type OperationId } from '../../../src/client/index.ts';
import {
  ask,
  askEvents,
  askRaw,
  askTickets,
  form,
  formType,
  recordIn,
  seededRandom,
  useService,
  type RawReply,
} from './support.ts';

const wholeDay = { start: '2026-06-15', finish: '2026-06-16' };
const period = { appCategoryId: 9, start: '2026-06-15 10:00:00', finish: '2026-06-16 10:00:00', available: 1 };
const values = { price: 100, feeSale: 10, feeProducer: 1 };

/** For each writing operation its address and a payload that it takes. */
const writes = {
  requestExport: { path: '/event/1001/export', payload: { type: 'guestlist', format: 'csv', filters: [] } },
  createItem: { path: '/items', payload: { name: 'x' } },
  updateItem: { path: '/items/{item}', payload: { name: 'x' } },
  createAttribute: { path: '/items/{item}/attributes', payload: { key: 'k', value: 'v', type: 'string' } },
  updateAttribute: { path: '/items/{item}/attributes', payload: { key: 'k', value: 'v', type: 'string' } },
  createSalePeriod: { path: '/items/{item}/sales-period', payload: period },
  updateSalePeriod: { path: '/items/{item}/sales-period', payload: period },
  createValues: { path: '/items/{item}/values', payload: values },
  updateValues: { path: '/items/{full}/values', payload: values },
  createPasskey: { path: '/passkeys', payload: { eventId: 1001, passkey: 'x', ...wholeDay } },
  updatePasskey: { path: '/passkeys/{passkey}', payload: { passkey: 'x', ...wholeDay } },
  setPasskeyItems: { path: '/passkeys/{passkey}/items', payload: { itemIds: [300002] } },
  createPasskeys: { path: '/event/1001/passkeys', payload: { codes: ['n1', 'n2'], itemIds: [300002], ...wholeDay, limit: 2 } },
} as const;
type WriteId = keyof typeof writes;

const required: Partial<Record<WriteId, readonly string[]>> = {
  createItem: ['name'],
  updateItem: ['name'],
  createAttribute: ['key', 'value', 'type'],
  updateAttribute: ['key', 'value', 'type'],
  createSalePeriod: ['appCategoryId', 'start', 'finish', 'available'],
  updateSalePeriod: ['appCategoryId', 'start', 'finish', 'available'],
  createValues: ['price', 'feeSale', 'feeProducer'],
  updateValues: ['price', 'feeSale', 'feeProducer'],
  createPasskey: ['eventId', 'passkey'],
  setPasskeyItems: ['itemIds'],
  createPasskeys: ['codes'],
};

/** Values that no field of the name takes, whatever the operation. */
const wrong: Record<string, readonly unknown[]> = {
  name: [null, '', 5, true, [], {}, ['x'], '\ud800'],
  key: [null, '', 5, [], {}],
  value: [null, 1.5, true, [], {}],
  type: [null, '', 5, [], {}],
  format: [null, '', 'pdf', 5, []],
  filters: [null, 'x', {}, [null], [5], [{}], [{ name: 'channel' }], [{ name: 'channel', value: 5 }], [{ name: '', value: 'x' }]],
  appCategoryId: [null, '', 'x', 1.5, [], {}, '-1', '1e5', 12345678901234567890n],
  start: [null, '', 5, [], {}, 'soon', '2026-02-30', '2026-06-15 25:00:00', '15/06/2026', '2026-6-15', `2026-06-15\n`],
  finish: [null, '', 5, [], {}, 'soon', '2026-13-01', '0000-01-01', '2026-06-14'],
  available: [null, '', '5', 1.5, -1, [], {}, 1e300, 12345678901234567890n],
  price: [null, '', '5', 1.5, -1, [], {}, 1e300],
  feeSale: [null, '', '5', 0.1, -1, []],
  feeProducer: [null, '', '5', 0.1, -1, {}],
  eventId: [null, '', 'x', 1.5, -1, 0, 99, [], {}, 12345678901234567890n],
  passkey: [null, '', 5, [], {}, '\udfff'],
  itemIds: [null, 'x', 5, {}, [null], ['x'], [1.5], [99], [300022], [{}], [[300002]], [12345678901234567890n], [-1]],
  codes: [
    null,
    '',
    'x',
    5,
    {},
    [],
    [null],
    [5],
    [''],
    ['a', 'a'],
    [['a']],
    ['\ud83d'],
    Array.from({ length: 10_001 }, (_, n) => `c${n}`),
  ],
  limit: [null, '', '5', 0, -1, 1.5, [], {}, 1e300],
};
/** More that an item does not take; these fields are optional. */
const wrongInItem: Record<string, readonly unknown[]> = {
  description: [null, 5, []],
  eventId: [null, '1001', 99, -1, 1.5, 12345678901234567890n],
  parent: ['x', -1, 99, 300002, '{item}'],
  type: ['', 'Other', 5, null],
  quantity: [-1, 1.5, '5', null, 1e300],
  hidden: ['true', 1, null],
  order: [-1, 'first', 0.5],
  taxDistribution: [-1, 101, '50', null],
};

describe('bad input to the local service', () => {
  const held = useService();
  const ids = { item: 0, full: 0, passkey: 0 };

  before(async () => {
    const newItem = async () => Number(recordIn(await held.client.call('createItem', { body: { name: 'x', eventId: 1001 } })).id);
    ids.item = await newItem();
    ids.full = await newItem();
    ids.passkey = Number(recordIn(await held.client.call('createPasskey', { body: { eventId: 1001, passkey: 'base' } })).id);
    await held.client.call('createAttribute', { path: { id: ids.item }, body: { key: 'k', value: 'v', type: 'string' } });
    await held.client.call('createValues', { path: { id: ids.full }, body: values });
  });

  function send(id: WriteId, body: string | Uint8Array | undefined, headers = {}): Promise<RawReply> {
    const { group, method } = operations[id];
    const path = writes[id].path.replace(/\{(\w+)\}/, (_, name: keyof typeof ids) => String(ids[name]));
    return (group === 'event' ? askEvents : askTickets)(held.service, method, path, body, headers);
  }

  /** What a reply refuses: its status, or the one that an error inside HTTP 200 stands for, and the fields that it names. */
  function refusalIn({ status, text }: RawReply): { status: number; fields: string[]; message: string } {
    const body = JSON.parse(text) as { message?: string; info?: string[]; responseError?: { message: string; fields: string[] } };
    const inside = body.responseError;
    if (inside) return { status: 400, fields: inside.fields, message: inside.message };
    return { status, fields: body.info ?? [], message: body.message ?? '' };
  }

  async function expectRefused(id: WriteId, payload: unknown, field: string, statuses: readonly number[] = [400]): Promise<void> {
    const body = JSON.stringify(payload, (_key, value: unknown) =>
      typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value,
    );
    const reply = await send(id, body);
    const { status, fields, message } = refusalIn(reply);
    const told = `${id} ${body.slice(0, 200)} → ${reply.status} ${reply.text.slice(0, 200)}`;
    assert.ok(statuses.includes(status), told);
    assert.ok(
      fields.some((name) => name === field || name.startsWith(`${field}.`)),
      told,
    );
    assert.ok(message.includes(field), told);
  }

  for (const [id, { payload }] of Object.entries(writes) as [WriteId, { payload: Record<string, unknown> }][]) {
    it(`names each field of ${id} that is missing`, async () => {
      for (const field of required[id] ?? []) {
        const rest = Object.entries(payload).filter(([name]) => name !== field);
        await expectRefused(id, Object.fromEntries(rest), field);
      }
    });

    it(`names each field of ${id} that is wrong`, async () => {
      const table = id === 'createItem' || id === 'updateItem' ? { name: wrong.name!, ...wrongInItem } : wrong;
      const fields = Object.keys(table).filter((field) => Object.hasOwn(payload, field) || table !== wrong);
      assert.ok(fields.length > 0);
      for (const field of fields)
        for (const value of table[field]!) {
          const isOwnGroup = value === '{item}';
          await expectRefused(id, { ...payload, [field]: isOwnGroup ? ids.item : value }, field);
        }
    });

    it(`refuses a payload of ${id} that is no object of JSON`, async () => {
      const table: [string, string | Uint8Array, number][] = [
        ...['[]', '"x"', '5', 'true', '[{"name":"x"}]'].map((body): [string, string, number] => [body, body, 400]),
        ...['{', '{"name":}', "{'name':'x'}", '{"name":"x"}}', '{"a":NaN}', 'name=x', '{"a":1,}', '\u0000'].map(
          (body): [string, string, number] => [body, body, 400],
        ),
        ['Latin-1', Buffer.from('{"name":"é"}', 'latin1'), 400],
        ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le'), 400],
      ];
      for (const [what, body, status] of table) {
        const reply = await send(id, body);
        assert.equal(refusalIn(reply).status, status, `${what} → ${reply.text}`);
      }
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonp',
        '',
      ];
      for (const type of types) {
        const reply = await send(id, JSON.stringify(payload), { 'content-type': type });
        const { status, fields } = refusalIn(reply);
        assert.deepEqual([status, fields], [operations[id].group === 'event' ? 400 : 415, ['content-type']], type);
      }
    });
  }

  it('refuses an attribute of type integer whose value is none', async () => {
    for (const value of ['x', '1.5', '', '0x10', '1e3', ' 1'])
      await expectRefused('createAttribute', { key: 'new', value, type: 'integer' }, 'value');
  });

  it('refuses a finish before the start, to the second', async () => {
    for (const id of ['createPasskey', 'updatePasskey', 'createPasskeys'] as const) {
      const { payload } = writes[id];
      await expectRefused(id, { ...payload, start: '2026-06-16', finish: '2026-06-15' }, 'finish');
      await expectRefused(id, { ...payload, start: '2026-06-16 10:00:01', finish: '2026-06-16 10:00:00' }, 'finish');
    }
    await expectRefused('createSalePeriod', { ...period, finish: '2026-06-15 09:59:59' }, 'finish');
    const sameDay = { codes: ['same-day'], start: '2026-06-16 10:00:00', finish: '2026-06-16' };
    assert.equal((await send('createPasskeys', JSON.stringify(sameDay))).status, 200);
  });

  it('refuses an export filter that the type does not have, also one with a field too many that no number can hold', async () => {
    await expectRefused('requestExport', { type: 'guestlist', filters: [{ name: 'colour', value: 'x' }] }, 'filters');
    await expectRefused('requestExport', { type: 'passkey', filters: [{ name: 'term', value: 'x' }] }, 'filters');
    const filters = [{ name: 'channel', value: 'web', more: 12345678901234567890n }];
    const body = JSON.stringify({ type: 'guestlist', filters }, (_key, value: unknown) =>
      typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value,
    );
    assert.equal((JSON.parse((await send('requestExport', body)).text) as { responseError: unknown }).responseError, null);
  });

  it('refuses a NUL, naming the field', () => expectRefused('updateItem', { name: 'a\u0000b' }, 'name'));

  it('keeps what is odd but sound: emoji, right-to-left, very long', async () => {
    for (const name of ['👩‍👩‍👧‍👦', 'שלום \u202e!', '\u200b', 'x'.repeat(1_000_000), '\ufffd', '__proto__'])
      assert.equal(recordIn(await held.client.call('updateItem', { path: { id: ids.item }, body: { name } })).name, name);
  });

  it('refuses a wrong query, naming the parameter', async () => {
    const table: [Group: 'event' | 'ticket', path: string, field: string][] = [
      ...['0', '-1', 'x', '1.5', '', '1e3', '99999999999999999999', 'NaN'].flatMap(
        (value): [['ticket', string, string], ['ticket', string, string], ['event', string, string]] => [
          ['ticket', `/items?page=${value}`, 'page'],
          ['ticket', `/passkeys?eventId=1001&pageSize=${value}`, 'pageSize'],
          ['event', `/concerts?page=${value}`, 'page'],
        ],
      ),
      ['ticket', '/items?pageSize=1001', 'pageSize'],
      ['ticket', '/items?eventId=x', 'eventId'],
      ['ticket', '/items?eventId=-1', 'eventId'],
      ['ticket', '/items?type=', 'type'],
      ['ticket', '/passkeys', 'eventId'],
      ['ticket', '/passkeys?eventId=', 'eventId'],
      ['ticket', '/passkeys?eventId=x', 'eventId'],
      ['ticket', '/tax', 'eventId'],
      ['ticket', '/tax?eventId=99', 'eventId'],
      ['ticket', '/tax?eventId=x', 'eventId'],
      ['ticket', '/tax?producerId=99', 'producerId'],
      ...['x', '1.5', '-1', '', '1e3', 'Infinity', '99999999999999999999'].map((value): ['ticket', string, string] => [
        'ticket',
        `/tax?eventId=1001&price=${value}`,
        'price',
      ]),
      ['ticket', '/tax?eventId=1001&tax=-1', 'tax'],
      ['ticket', '/tax?eventId=1001&tax=0.5', 'tax'],
      ...['101', '-1', 'x', 'NaN', ''].map((value): ['ticket', string, string] => [
        'ticket',
        `/tax?eventId=1001&taxDistribution=${value}`,
        'taxDistribution',
      ]),
      ['event', '/event', 'link'],
      ['event', '/event/1001/guestlist?method=other', 'method'],
      ['event', '/event/1001/guestlist?sessionId=x', 'sessionId'],
      ['event', '/event/1001/guestlist?sessionId=99', 'sessionId'],
      ['event', '/featured?state=', 'state'],
    ];
    for (const [group, path, field] of table) {
      const reply = await (group === 'event' ? askEvents : askTickets)(held.service, 'GET', path);
      const { status, fields, message } = refusalIn(reply);
      assert.deepEqual([status, fields], [400, [field]], `${path} → ${reply.status} ${reply.text}`);
      assert.ok(message.includes(field), message);
    }
  });

  it('does not find what does not exist', async () => {
    for (const id of ['0', '99', '-1', 'x', '1.5', '%00', '9'.repeat(15), '9'.repeat(30), '%F0%9F%8E%9F']) {
      for (const [method, path, body] of [
        ['GET', `/items/${id}`],
        ['PUT', `/items/${id}`],
        ['PUT', `/items/${id}`, '{"name":"x"}'],
        ['GET', `/items/${id}/triggers`],
        ['GET', `/items/${id}/codes`],
        ['POST', `/items/${id}/values`, JSON.stringify(values)],
        ['PUT', `/items/${id}/values`, JSON.stringify(values)],
        ['POST', `/items/${id}/sales-period`, JSON.stringify(period)],
        ['POST', `/items/${id}/attributes`, '{"key":"k","value":1,"type":"integer"}'],
        ['GET', `/passkeys/${id}`],
        ['PUT', `/passkeys/${id}`, '{}'],
        ['PUT', `/passkeys/${id}/items`, '{"itemIds":[]}'],
        ['DELETE', `/passkeys/${id}`],
        ['DELETE', `/items/300002/codes/${id}`],
        ['DELETE', `/events/${id}/codes`],
        ['POST', `/event/${id}/passkeys`, '{"codes":["a"]}'],
        ['GET', `/passkeys?eventId=${id.length > 15 || !/^\d+$/.test(id) ? 99 : id}`],
      ] as const) {
        const reply = await askTickets(held.service, method, path, body);
        assert.equal(reply.status, 404, `${method} ${path} → ${reply.status} ${reply.text}`);
      }
      for (const path of ['', '/tickets', '/crew', '/attributes', '/bordero', '/guestlist', '/session/1/tickets'])
        assert.equal(codeInside(await askEvents(held.service, 'GET', `/event/${id}${path}`)), 3002, path);
      assert.equal(codeInside(await askEvents(held.service, 'GET', `/event/1001/session/${id}/tickets`)), 3001);
    }
  });

  function codeInside({ status, text }: RawReply): unknown {
    assert.equal(status, 200);
    return (JSON.parse(text) as { responseError: { code: number } }).responseError.code;
  }

  it('does not know other addresses, and takes only the methods of the interface', async () => {
    for (const path of ['/', '/nowhere', '/items/1/2/3/4', '/items//', '/Items', '/types/', '//types', '/event/1001/session']) {
      const { status } = await askTickets(held.service, 'GET', path);
      assert.equal(status, 404, path);
    }
    const { origin } = new URL(held.service.ticketUrl);
    for (const path of ['/', '/favicon.ico', '/tickets-api', '/events-apix/event', '/..%2f', '*', 'http://evil.example/'])
      assert.equal((await ask(origin, { path })).status, 404, path);
    for (const [method, path, allow] of [
      ['DELETE', '/items/300002', 'GET, PUT'],
      ['PATCH', '/items/300002', 'GET, PUT'],
      ['DELETE', '/items/300002/values', 'POST, PUT'],
      ['GET', '/events/1001/codes', 'POST, DELETE'],
      ['POST', '/types', 'GET'],
      ['PUT', '/items', 'GET, POST'],
      ['HEAD', '/types', 'GET'],
      ['OPTIONS', '/types', 'GET'],
      ['TRACE', '/types', 'GET'],
      ['PROPFIND', '/types', 'GET'],
    ] as const) {
      const { status, headers } = await askTickets(held.service, method, path);
      assert.deepEqual([status, headers.allow], [405, allow], `${method} ${path}`);
    }
    const inside = await askEvents(held.service, 'POST', '/event/1001');
    assert.deepEqual([codeInside(inside), inside.headers.allow], [1003, 'GET']);
    assert.equal((await askTickets(held.service, 'GET', '/nowhere')).headers.allow, undefined);
    assert.equal(codeInside(await askEvents(held.service, 'GET', '/no/such/address')), 3001);
  });

  it('refuses addresses that are not well encoded', async () => {
    for (const path of ['/items/%', '/items/%zz', '/items/%ff', '/items/%c3%28', '/items/..%2e'.replace('..', '%E0%A4')])
      assert.equal((await askTickets(held.service, 'GET', path)).status, 400, path);
    assert.equal((await askTickets(held.service, 'GET', '/items/%2e%2e')).status, 400);
    const { origin } = new URL(held.service.ticketUrl);
    const fine = `Host: ${new URL(origin).host}\r\nAuthorization: Bearer ${held.service.token}\r\nConnection: close\r\n\r\n`;
    assert.match(await askRaw(origin, `GET /tickets-api/items?term=%ff%zz HTTP/1.1\r\n${fine}`), /^HTTP\/1\.1 200 /);
    assert.match(await askRaw(origin, 'GARBAGE\r\n\r\n'), /^HTTP\/1\.1 400 /);
  });

  it('refuses an upload that is not one file named file', async () => {
    const file = { fileName: 'codes.csv', content: 'BAD1\nBAD2\n' };
    const whole = form(file);
    const table: [string, string | undefined, number, string][] = [
      ['no payload', undefined, 415, 'content-type'],
      ['an empty form', form(), 400, 'file'],
      ['an empty payload', '', 400, 'file'],
      ['another field name', form({ ...file, name: 'codes' }), 400, 'file'],
      ['a field that is no file', form({ content: 'BAD1' }), 400, 'file'],
      ['two files', form(file, file), 400, 'file'],
      ['a file and a field', form(file, { name: 'other', content: 'x' }), 400, 'file'],
      ['a field and a file', form({ name: 'other', content: 'x' }, file), 400, 'file'],
      ['an empty file', form({ ...file, content: '' }), 400, 'file'],
      ['an open quote', form({ ...file, content: 'BAD1\n"BAD2\nBAD3\n' }), 400, 'file'],
      ['a NUL', form({ ...file, content: 'BAD1\u0000\nBAD2\n' }), 400, 'file'],
      ['text that is not UTF-8', whole.replace('BAD2', 'BAD\u00e9'), 400, 'file'],
      ...[8, 10, 20, 26, 40, whole.length - 10].map((cut): [string, string, number, string] => [
        `a form that lacks its last ${cut} bytes`,
        whole.slice(0, -cut),
        400,
        'file',
      ]),
    ];
    for (const [what, body, expected, field] of table) {
      const headers = body === undefined ? {} : { 'content-type': formType };
      const sent = body === undefined ? undefined : Buffer.from(body, 'latin1');
      const reply = await askTickets(held.service, 'POST', '/events/1001/codes', sent, headers);
      const { status, fields } = refusalIn(reply);
      assert.deepEqual([status, fields], [expected, [field]], `${what} → ${reply.status} ${reply.text}`);
    }
    for (const type of ['application/json', 'text/csv', 'multipart/form-data', 'multipart/mixed; boundary=edge', ''])
      assert.equal(
        (await askTickets(held.service, 'POST', '/events/1001/codes', whole, { 'content-type': type })).status,
        415,
        type,
      );
    assert.equal((await askTickets(held.service, 'POST', '/events/99/codes', whole, { 'content-type': formType })).status, 404);
    const { text } = await askTickets(held.service, 'GET', '/items/300002/codes?term=BAD');
    assert.equal((JSON.parse(text) as { pagination: { total: number } }).pagination.total, 0);
  });

  it('fuzz: of thousands of random requests none fails inside, and the service answers afterwards', async function () {
    this.timeout(60_000);
    const random = seededRandom(20260615);
    const all = Object.values(operations) as Operation[];
    for (let round = 0; round < 400; round++) {
      const requests = Array.from({ length: 8 }, () => randomRequest(all[Math.floor(random() * all.length)]!, random));
      const replies = await Promise.all(
        requests.map(({ operation, path, body, type }) =>
          (operation.group === 'event' ? askEvents : askTickets)(
            held.service,
            operation.method,
            path,
            body,
            body === undefined ? {} : { 'content-type': type },
          ),
        ),
      );
      for (const [index, { status, text }] of replies.entries()) {
        const { operation, path, body } = requests[index]!;
        const told = `${operation.method} ${path} ${String(body)}`.slice(0, 1000);
        assert.ok(status < 500, `${told} → ${status} ${text}`);
        // Node itself refuses a head of more than 16 kB, without a word.
        if (status !== 431) assert.notEqual(codeOf(text), 3000, told);
      }
      assert.deepEqual(held.service.errors, [], JSON.stringify(requests.map(({ path, body }) => [path, body])).slice(0, 3000));
    }
    assert.equal((await askTickets(held.service, 'GET', '/items')).status, 200);
  });

  function codeOf(text: string): unknown {
    const body = JSON.parse(text) as { code?: number; responseError?: { code: number } } | null;
    return body?.responseError?.code ?? body?.code;
  }
});

const oddTexts = [
  ...['', 'x', '1', '0', '-1', '1001', '300002', '700001', 'NaN', '1e400', 'null', 'true', 'undefined', "'", '"; --', '%', '\\'],
  ...[
    '2026-06-15',
    '2026-06-15 10:00:00',
    '2026-02-30',
    '9999-12-31',
    '2026-06-15T10:00:00Z',
    '٣',
    '𝟙',
    '🎟️',
    '\u0000',
    '\ufeff',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'Ticket',
    'Group',
    'integer',
    'passports',
    'x'.repeat(3000),
    '\ud800',
    'ﷺ'.repeat(50),
  ],
];

type Random = () => number;

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!;
}

function randomValue(random: Random, depth = 0): unknown {
  const kind = Math.floor(random() * (depth > 3 ? 6 : 8));
  if (kind < 2) return pick(oddTexts, random);
  if (kind === 2) return pick([0, -0, 1, -1, 1.5, 1e300, -1e-300, 2 ** 53, 2 ** 31, 1001, 300002, 700001], random);
  if (kind === 3) return pick([null, true, false], random);
  if (kind === 4) return pick([9007199254740993n, -12345678901234567890n, 2n ** 63n, 2n ** 64n], random);
  if (kind === 5) return pick(['1001', '300002', 'codes', 'name'], random);
  const length = Math.floor(random() * 4);
  if (kind === 6) return Array.from({ length }, () => randomValue(random, depth + 1));
  return Object.fromEntries(Array.from({ length }, () => [pick(fieldNames, random), randomValue(random, depth + 1)]));
}

const fieldNames = [
  ...Object.keys(wrong),
  ...Object.keys(wrongInItem),
  ...['id', 'attributes', 'salePeriods', 'children', 'data', '__proto__', 'constructor', 'toJSON', 'status', 'x', ''],
];

function randomRequest(
  operation: Operation,
  random: Random,
): { operation: Operation; path: string; body: string | Uint8Array | undefined; type: string } {
  const known = ['1001', '1002', '300002', '300003', '700001', '700002', 'festival-da-primavera', 'passports', 'concerts'];
  const path = operation.path.replace(/\{\w+\}/g, () =>
    random() < 0.7 ? pick(known, random) : encodeURIComponent(pick(oddTexts, random).toWellFormed()) || 'x',
  );
  const names = [
    ...fieldNames,
    'page',
    'pageSize',
    'term',
    'link',
    'fields',
    'method',
    'state',
    'sessionId',
    'tax',
    'taxDistribution',
  ];
  const query = Array.from({ length: Math.floor(random() * 4) }, () => {
    const value = random() < 0.5 ? String(Math.floor(random() * 5)) : pick(oddTexts, random).toWellFormed();
    return `${encodeURIComponent(pick(names, random))}=${encodeURIComponent(value)}`;
  });
  const address = query.length > 0 ? `${path}?${query.join('&')}` : path;
  if (operation.method === 'GET' || random() < 0.05) return { operation, path: address, body: undefined, type: '' };
  if (operation.file) {
    const content = Array.from({ length: Math.floor(random() * 6) }, () => pick(oddTexts, random)).join(
      pick(['\n', ',', ';', '\r\n', '"'], random),
    );
    return { operation, path: address, body: Buffer.from(form({ fileName: 'c.csv', content })), type: formType };
  }
  const sound = (writes as Partial<Record<OperationId, { payload: object }>>)[operation.id]?.payload ?? {};
  const changed = Object.fromEntries(
    [pick([...Object.keys(sound), ...fieldNames], random)].map((name) => [name, randomValue(random)]),
  );
  const payload = random() < 0.7 ? { ...sound, ...changed } : randomValue(random);
  const text = JSON.stringify(payload, (_key, value: unknown) =>
    typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value,
  );
  const body = random() < 0.05 ? text.slice(0, Math.floor(random() * text.length)) : text;
  return { operation, path: address, body, type: 'application/json' };
}
