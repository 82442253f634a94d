// The local service as it starts by itself: it does what the document says, and nothing beside it.
import assert from 'node:assert/strict';
import { documentedManners, mannersOn } from '../../../src/service/manners.ts';
import { localManners, seenDialect } from '../../../src/service/own-dialect.ts';
import { politeService, type Fields, type Polite } from './manners-support.ts';

const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

describe('the local service without a dialect', () => {
  let service: Polite;
  before(async () => {
    service = await politeService('', { dialect: documentedManners });
  });
  after(() => service.stop());

  const rowsOf = async (path: string) => JSON.parse((await service.tickets('GET', path)).text) as Fields[];

  it('answers with bare arrays and objects in both groups', async () => {
    for (const path of ['/types', '/items', '/passkeys?eventId=1001']) assert.ok(Array.isArray(await rowsOf(path)), path);
    const event = await service.events('GET', '/event/1001');
    assert.equal(event.body.id, 1001);
    const groups = JSON.parse((await service.events('GET', '/event/1001/tickets')).text) as { type: Fields[] }[];
    assert.equal(Number.isInteger(groups[0]?.type[0]?.price), true);
    assert.ok(Array.isArray(JSON.parse((await service.events('GET', '/featured?method=list')).text)));
  });

  it('has cents both ways, and times as they are sent', async () => {
    const { id } = (await rowsOf('/items')).find(({ type, value }) => type === 'Ticket' && value)!;
    const values = { price: 12_345, feeSale: 1200, feeProducer: 250 };
    assert.equal((await service.tickets('PUT', `/items/${String(id)}/values`, values)).status, 200);
    const period = { appCategoryId: 9, start: '2026-07-01 10:00:00', finish: '2026-08-01 23:59:59', available: 7 };
    assert.equal((await service.tickets('POST', `/items/${String(id)}/sales-period`, period)).status, 200);
    const { body } = await service.tickets('GET', `/items/${String(id)}`);
    const { price, feeSale, feeProducer } = body.value as Fields;
    assert.deepEqual({ price, feeSale, feeProducer }, values);
    const { id: _id, ...shown } = (body.salePeriods as Fields[]).find(({ appCategoryId }) => appCategoryId === 9)!;
    assert.deepEqual(shown, period);
    for (const { start, finish } of body.salePeriods as Record<string, string>[]) assert.match(`${start}`, time, finish);
    const event = await service.events('GET', '/event/1001');
    for (const { dateTime } of event.body.date as Record<string, string>[]) assert.match(dateTime!, time);
  });

  it('ignores query parameters that the document does not name', async () => {
    const all = await rowsOf('/items');
    assert.ok(new Set(all.map(({ eventId }) => eventId)).size > 1);
    for (const query of ['eventId=1001', 'page=2', 'pageSize=1', 'offset=3&limit=2', 'term=vip', 'type=Group', 'archived=true'])
      assert.deepEqual(await rowsOf(`/items?${query}`), all, query);
    const passkeys = await rowsOf('/passkeys?eventId=1001&page=9&pageSize=1');
    assert.ok(passkeys.length > 1 && passkeys.every(({ eventId }) => eventId === 1001));
    // What it names is followed.
    const featured = await service.events('GET', '/featured?method=banner&state=SP&page=7');
    assert.equal(featured.status, 200);
  });

  it('deletes all codes of an event, whatever its query says', async () => {
    const lines = (await rowsOf('/items')).filter(({ eventId, type }) => eventId === 1001 && type === 'Ticket');
    const of = async () => (await Promise.all(lines.map(({ id }) => rowsOf(`/items/${String(id)}/codes`)))).flat().length;
    assert.ok((await of()) > 0);
    assert.equal((await service.tickets('DELETE', '/events/1001/codes?name=Nobody')).status, 200);
    assert.equal(await of(), 0);
  });

  it('has a status for each failure in both groups, with words alone, and 404 for what is nowhere', async () => {
    for (const path of ['/event/99', '/event/1001/session/1/tickets', '/nowhere', '/event/1001/nowhere']) {
      const { status, body } = await service.events('GET', path);
      assert.deepEqual([status, Object.keys(body)], [404, ['message']], path);
    }
    const nobody = await service.tickets('GET', '/types', undefined, {});
    assert.deepEqual([nobody.status, Object.keys(nobody.body)], [401, ['message']]);
    assert.equal((await service.events('POST', '/event/1001/export', { type: 'none' })).status, 400);
    const refused = await service.tickets('POST', '/items', { name: 7 });
    assert.deepEqual([refused.status, refused.body], [400, { message: 'name must be text' }]);
    assert.equal((await service.tickets('GET', '/nowhere')).status, 404);
  });

  it('shows an event whose tickets are all hidden as one that has none', async () => {
    const shown = (await rowsOf('/items')).filter(({ eventId, type }) => eventId === 1002 && type === 'Ticket');
    assert.ok(shown.length > 0);
    for (const { id } of shown) await service.tickets('PUT', `/items/${String(id)}`, { name: 'Hidden', hidden: true });
    const { status, text } = await service.events('GET', '/event/1002/tickets');
    assert.deepEqual([status, text], [200, '[]']);
  });

  it('is described by what the editor and --dialect-out say of it', () => {
    const { amounts, paging, codesOfTicket, errors, put, removal } = localManners;
    const cents = { items: 'cents', tickets: 'cents', fees: 'cents', tax: 'cents', reports: 'cents' };
    assert.deepEqual(
      { amounts, paging, codesOfTicket, errors, put, removal },
      {
        ...{ amounts: cents, paging: { by: 'none' }, put: 'merges', removal: null },
        ...{ codesOfTicket: undefined, errors: undefined },
      },
    );
    assert.equal(seenDialect.codesOfTicket, 'name');
  });
});

describe('the words of --dialect', () => {
  it('stand on the document, or on what was seen where they say so', () => {
    assert.deepEqual(mannersOn({}, ''), documentedManners);
    assert.deepEqual(mannersOn({}, 'seen'), {});
    assert.deepEqual(mannersOn({}, 'cap=5, seen'), { paging: { cap: 5 } });
  });

  it('that name pages take away that lists come whole, with nothing else of the document', () => {
    const { paging, ...rest } = documentedManners;
    assert.deepEqual(paging, { by: 'none' });
    assert.deepEqual(mannersOn({}, 'cap=5'), { ...rest, paging: { cap: 5 } });
    assert.deepEqual(mannersOn({ paging: { cap: 9 } }, 'zero-based'), { ...rest, paging: { cap: 9, first: 0 } });
  });

  it('let a query through that they name', async () => {
    const service = await politeService('', { dialect: mannersOn({}, 'cap=2,codes-of-ticket=ticket') });
    const rows = async (path: string) => JSON.parse((await service.tickets('GET', path)).text) as Fields[];
    const [first, second] = [await rows('/items'), await rows('/items?page=2')];
    assert.deepEqual([first.length, second.length], [2, 2]);
    assert.notEqual(first[0]!.id, second[0]!.id);
    const codes = async () => (await service.tickets('DELETE', '/events/1001/codes')).body.deleted;
    assert.equal((await service.tickets('DELETE', '/events/1001/codes?ticket=Nobody')).body.deleted, 0);
    assert.ok(Number(await codes()) > 0);
    await service.stop();
  });
});
