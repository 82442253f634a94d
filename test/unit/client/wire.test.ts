import assert from 'node:assert/strict';
import { operations, type Client, type OperationId } from '../../../src/client/index.ts';
import { clientOf, failureOf, recordingServer, stopServers, type Recorded } from './support.ts';

/** An input and the request that it must become: method, path with query, and JSON payload. */
interface Case {
  readonly operation: OperationId;
  readonly input?: object;
  readonly sends: string;
  readonly body?: unknown;
}

const period = { appCategoryId: 1, start: '2026-07-01 10:00:00', finish: '2026-07-02 00:00:00', available: 50 };
const values = { price: 12000, feeSale: 1200, feeProducer: 0 };
const attribute = { key: 'minimum', value: 1, type: 'integer' };

const cases: Case[] = [
  {
    operation: 'identifyEvent',
    input: { query: { link: 'rock', fields: 'id,title' } },
    sends: 'GET /events/event?link=rock&fields=id%2Ctitle&method=identify',
  },
  {
    operation: 'identifyEvent',
    input: { query: { slug: 'rock', method: 'find' } },
    sends: 'GET /events/event?slug=rock&method=find',
  },
  {
    operation: 'identifyEvent',
    input: { query: { link: 'rock', fields: 'id', method: 'other' } },
    sends: 'GET /events/event?link=rock&fields=id&method=other',
  },
  {
    operation: 'identifyEvent',
    input: { query: { link: 'rock', fields: 'id', page: 2 } },
    sends: 'GET /events/event?link=rock&fields=id&page=2',
  },
  {
    operation: 'identifyEvent',
    input: { query: { link: 7, fields: undefined } },
    sends: 'GET /events/event?link=7&method=identify',
  },
  { operation: 'identifyEvent', input: { query: { method: 'newest' } }, sends: 'GET /events/event?method=newest' },
  { operation: 'getEvent', input: { path: { id: 12 } }, sends: 'GET /events/event/12' },
  { operation: 'getEventTickets', input: { path: { id: 12 } }, sends: 'GET /events/event/12/tickets' },
  {
    operation: 'getSessionTickets',
    input: { path: { id: 12, sessionId: 'passports' }, query: { passkey: 'VIP', page: 2 } },
    sends: 'GET /events/event/12/session/passports/tickets?passkey=VIP&page=2',
  },
  { operation: 'getEventCrew', input: { path: { id: 12 } }, sends: 'GET /events/event/12/crew' },
  { operation: 'getEventAttributes', input: { path: { id: 12 } }, sends: 'GET /events/event/12/attributes' },
  {
    operation: 'getFeatured',
    input: { query: { method: 'banner', state: 'SP', page: 1 } },
    sends: 'GET /events/featured?method=banner&state=SP&page=1',
  },
  { operation: 'getHomeSections', sends: 'GET /events/home/sections' },
  { operation: 'getHomeCover', sends: 'GET /events/home/cover' },
  {
    operation: 'searchCategory',
    input: { path: { category: 'stand up' }, query: { page: 3 } },
    sends: 'GET /events/stand%20up?page=3',
  },
  {
    operation: 'requestExport',
    input: { path: { eventId: 12 } },
    sends: 'POST /events/event/12/export',
    body: { type: 'transactions', format: 'csv', filters: [] },
  },
  {
    operation: 'requestExport',
    input: {
      path: { eventId: 12 },
      body: { type: 'guestlist', format: 'xlsx', filters: [{ name: 'channel', value: 'web' }] },
      query: { a: 1 },
    },
    sends: 'POST /events/event/12/export?a=1',
    body: { type: 'guestlist', format: 'xlsx', filters: [{ name: 'channel', value: 'web' }] },
  },
  {
    operation: 'requestPasskeysReport',
    input: { path: { eventId: 12 } },
    sends: 'POST /events/event/12/export',
    body: { type: 'passkey', format: 'csv', filters: [{ status: 'approved' }] },
  },
  {
    operation: 'requestPasskeysReport',
    input: { path: { eventId: 12 }, body: { format: 'xlsx' } },
    sends: 'POST /events/event/12/export',
    body: { type: 'passkey', format: 'xlsx', filters: [{ status: 'approved' }] },
  },
  { operation: 'getEntryReport', input: { path: { eventId: 12 } }, sends: 'GET /events/event/12/guestlist?method=report' },
  {
    operation: 'getEntryReport',
    input: { path: { eventId: 12 }, query: { sessionId: 7 } },
    sends: 'GET /events/event/12/guestlist?method=report&sessionId=7',
  },
  { operation: 'getBordero', input: { path: { eventId: 12 } }, sends: 'GET /events/event/12/bordero' },
  { operation: 'getHome', sends: 'GET /events/home/sections' },
  { operation: 'listTypes', sends: 'GET /tickets/types' },
  {
    operation: 'listItems',
    input: { query: { eventId: 12, pageSize: 25, type: 'Group' } },
    sends: 'GET /tickets/items?eventId=12&type=Group&pageSize=25',
  },
  { operation: 'getItem', input: { path: { id: 5 } }, sends: 'GET /tickets/items/5' },
  {
    operation: 'createItem',
    input: { body: { name: 'Pista', eventId: 12, deep: { a: [1] } } },
    sends: 'POST /tickets/items',
    body: { name: 'Pista', eventId: 12, deep: { a: [1] } },
  },
  {
    operation: 'updateItem',
    input: { path: { id: 5 }, body: { name: 'Pista' } },
    sends: 'PUT /tickets/items/5',
    body: { name: 'Pista' },
  },
  { operation: 'removeItem', input: { path: { id: 5 } }, sends: 'PUT /tickets/items/5' },
  {
    operation: 'createAttribute',
    input: { path: { id: 5 }, body: attribute },
    sends: 'POST /tickets/items/5/attributes',
    body: attribute,
  },
  {
    operation: 'updateAttribute',
    input: { path: { id: 5 }, body: attribute },
    sends: 'PUT /tickets/items/5/attributes',
    body: attribute,
  },
  {
    operation: 'createSalePeriod',
    input: { path: { id: 5 }, body: period },
    sends: 'POST /tickets/items/5/sales-period',
    body: period,
  },
  {
    operation: 'updateSalePeriod',
    input: { path: { id: 5 }, body: period },
    sends: 'PUT /tickets/items/5/sales-period',
    body: period,
  },
  { operation: 'createValues', input: { path: { id: 5 }, body: values }, sends: 'POST /tickets/items/5/values', body: values },
  { operation: 'updateValues', input: { path: { id: 5 }, body: values }, sends: 'PUT /tickets/items/5/values', body: values },
  { operation: 'listTriggers', input: { path: { id: 5 } }, sends: 'GET /tickets/items/5/triggers' },
  {
    operation: 'calculateTax',
    input: { query: { producerId: 3, price: 1000, taxDistribution: 62.5, tax: 80 } },
    sends: 'GET /tickets/tax?producerId=3&price=1000&taxDistribution=62.5&tax=80',
  },
  { operation: 'calculateTax', input: { query: { eventId: 12 } }, sends: 'GET /tickets/tax?eventId=12' },
  { operation: 'listPasskeys', input: { query: { eventId: 12, page: 2 } }, sends: 'GET /tickets/passkeys?eventId=12&page=2' },
  { operation: 'getPasskey', input: { path: { id: 9 } }, sends: 'GET /tickets/passkeys/9' },
  {
    operation: 'createPasskey',
    input: { body: { eventId: 12, passkey: 'VIP', start: '2020-01-01' } },
    sends: 'POST /tickets/passkeys',
    body: { eventId: 12, passkey: 'VIP', start: '2020-01-01' },
  },
  {
    operation: 'updatePasskey',
    input: { path: { id: 9 }, body: { finish: '2026-12-31 23:59:59' } },
    sends: 'PUT /tickets/passkeys/9',
    body: { finish: '2026-12-31 23:59:59' },
  },
  { operation: 'deletePasskey', input: { path: { id: 9 } }, sends: 'DELETE /tickets/passkeys/9' },
  {
    operation: 'deletePasskey',
    input: { path: { id: 9 }, query: { force: true }, body: { reason: 'test' } },
    sends: 'DELETE /tickets/passkeys/9?force=true',
    body: { reason: 'test' },
  },
  {
    operation: 'setPasskeyItems',
    input: { path: { id: 9 }, body: { itemIds: [5, 6] } },
    sends: 'PUT /tickets/passkeys/9/items',
    body: { itemIds: [5, 6] },
  },
  {
    operation: 'createPasskeys',
    input: { path: { eventId: 12 }, body: { codes: ['A', 'B'], itemIds: [5], start: '2026-06-15', limit: 3 } },
    sends: 'POST /tickets/event/12/passkeys',
    body: { codes: ['A', 'B'], itemIds: [5], start: '2026-06-15', limit: 3 },
  },
  { operation: 'listCodes', input: { path: { itemId: 5 } }, sends: 'GET /tickets/items/5/codes' },
  {
    operation: 'deleteEventCodes',
    input: { path: { eventId: 12 }, query: { name: 'Pista' } },
    sends: 'DELETE /tickets/events/12/codes?name=Pista',
  },
  { operation: 'deleteCode', input: { path: { itemId: 5, codeId: 77 } }, sends: 'DELETE /tickets/items/5/codes/77' },
];

/** Calls with whatever input a test has; the compiler's own checks are not the subject here. */
function call(client: Client, operation: OperationId, input: object = {}): Promise<unknown> {
  return (client.call as (operation: OperationId, input: object) => Promise<unknown>)(operation, input);
}

function lineOf({ method, url }: Recorded): string {
  return `${method} ${url}`;
}

describe('each operation on the wire', () => {
  afterEach(stopServers);

  it('has a case here, but for the upload', () => {
    const covered = new Set(cases.map(({ operation }) => operation));
    assert.deepEqual(
      Object.keys(operations).filter((id) => !covered.has(id as OperationId)),
      ['uploadCodes'],
    );
  });

  for (const { operation, input, sends, body } of cases) {
    it(`${operation}: ${sends}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`, async () => {
      const server = await recordingServer();
      await call(clientOf(server.origin), operation, input);
      const [request, ...more] = server.requests;
      assert.ok(request);
      assert.equal(more.length, 0);
      assert.equal(lineOf(request), sends);
      assert.equal(request.headers.accept, 'application/json');
      if (body === undefined) {
        assert.equal(request.body.length, 0);
        assert.equal(request.headers['content-type'], undefined);
      } else {
        assert.deepEqual(JSON.parse(request.body.toString()), body);
        assert.equal(request.headers['content-type'], 'application/json');
        assert.equal(request.headers['content-length'], String(request.body.length));
      }
    });
  }

  it('takes a row as well as its id, and further query parameters in any request', async () => {
    const server = await recordingServer();
    await clientOf(server.origin).call(operations.getHomeCover, { query: { state: 'RJ', empty: undefined, ids: [1, 2] } });
    assert.equal(lineOf(server.requests[0]!), 'GET /events/home/cover?state=RJ&ids=1&ids=2');
  });

  it("sends the environment's payload to remove an item", async () => {
    const server = await recordingServer();
    await clientOf(server.origin, { dialect: { removal: { archived: true } } }).call('removeItem', { path: { id: 5 } });
    assert.equal(server.requests[0]!.body.toString(), '{"archived":true}');
  });
});

describe('what is refused before it is sent', () => {
  afterEach(stopServers);

  const wrong: { operation: OperationId; input: object; field: string }[] = [
    { operation: 'identifyEvent', input: {}, field: 'query.link' },
    { operation: 'identifyEvent', input: { query: {} }, field: 'query.link' },
    { operation: 'identifyEvent', input: { query: { link: '' } }, field: 'query.link' },
    { operation: 'identifyEvent', input: { query: { link: '', page: 2 } }, field: 'query.link' },
    { operation: 'identifyEvent', input: { query: { link: null, slug: undefined } }, field: 'query.link' },
    { operation: 'identifyEvent', input: { query: { fields: 'id', method: 'identify' } }, field: 'query.link' },
    { operation: 'getEvent', input: {}, field: 'path.id' },
    { operation: 'getEvent', input: { path: { id: '' } }, field: 'path.id' },
    { operation: 'getEvent', input: { path: { id: 1 }, query: { deep: { a: 1 } } }, field: 'query.deep' },
    { operation: 'calculateTax', input: { query: { price: 100 } }, field: 'query.eventId' },
    { operation: 'calculateTax', input: { query: { eventId: 1, price: 10.5 } }, field: 'query.price' },
    { operation: 'listPasskeys', input: {}, field: 'query.eventId' },
    { operation: 'createPasskey', input: { body: { eventId: 1 } }, field: 'body.passkey' },
    { operation: 'createPasskey', input: { body: { passkey: 'A' } }, field: 'body.eventId' },
    { operation: 'createPasskey', input: { body: { eventId: 1, passkey: 'A', start: '2026-02-30' } }, field: 'body.start' },
    { operation: 'createPasskeys', input: { path: { eventId: 1 }, body: {} }, field: 'body.codes' },
    { operation: 'createPasskeys', input: { path: { eventId: 1 }, body: { codes: [] } }, field: 'body.codes' },
    { operation: 'createPasskeys', input: { path: { eventId: 1 }, body: { codes: ['A', ''] } }, field: 'body.codes.1' },
    { operation: 'createPasskeys', input: { path: { eventId: 1 }, body: { codes: ['A'], limit: 1.5 } }, field: 'body.limit' },
    {
      operation: 'createPasskeys',
      input: { path: { eventId: 1 }, body: { codes: ['A'], start: '2026-06-14' } },
      field: 'body.start',
    },
    { operation: 'updatePasskey', input: { path: { id: 1 }, body: { start: '2026-06-14 23:59:59' } }, field: 'body.start' },
    { operation: 'setPasskeyItems', input: { path: { id: 1 }, body: { itemIds: ['x'] } }, field: 'body.itemIds.0' },
    { operation: 'createItem', input: { body: {} }, field: 'body.name' },
    { operation: 'createItem', input: {}, field: 'body.name' },
    { operation: 'createItem', input: { body: 'Pista' }, field: 'body' },
    { operation: 'createAttribute', input: { path: { id: 1 }, body: { ...attribute, value: 1.5 } }, field: 'body.value' },
    { operation: 'createSalePeriod', input: { path: { id: 1 }, body: { ...period, start: '2026-07-01' } }, field: 'body.start' },
    {
      operation: 'createSalePeriod',
      input: { path: { id: 1 }, body: { ...period, finish: '2026-07-01 24:00:00' } },
      field: 'body.finish',
    },
    { operation: 'createValues', input: { path: { id: 1 }, body: { ...values, price: 120.5 } }, field: 'body.price' },
    { operation: 'requestExport', input: { path: { eventId: 1 }, body: { type: 'sales' } }, field: 'body.type' },
    { operation: 'requestExport', input: { path: { eventId: 1 }, body: { format: 'pdf' } }, field: 'body.format' },
    {
      operation: 'requestExport',
      input: { path: { eventId: 1 }, body: { type: 'guestlist', filters: [{ status: 'x' }] } },
      field: 'body.filters.0',
    },
    {
      operation: 'requestExport',
      input: { path: { eventId: 1 }, body: { type: 'passkey', filters: [{ name: 'a', value: 'b' }] } },
      field: 'body.filters.0',
    },
    { operation: 'uploadCodes', input: { path: { eventId: 1 } }, field: 'file' },
  ];
  for (const { operation, input, field } of wrong) {
    it(`${operation} with ${JSON.stringify(input)} names ${field}`, async () => {
      const server = await recordingServer();
      const error = await failureOf(call(clientOf(server.origin), operation, input));
      assert.equal((error as { kind?: string }).kind, 'invalid');
      const fields = (error as unknown as { problems: { field: string }[] }).problems.map((problem) => problem.field);
      assert.deepEqual(fields, [field]);
      assert.ok(error.message.includes(field), error.message);
      assert.equal(server.requests.length, 0);
    });
  }
});
