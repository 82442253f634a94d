import assert from 'node:assert/strict';
import { period, refusalIn, values } from './inputs.ts';
import { ask, askEvents, askRaw, askTickets, useService, type RawReply } from './support.ts';

describe('an address of the local service', () => {
  const held = useService();

  it('with a wrong query is refused, naming the parameter', async () => {
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

  it('of what does not exist finds nothing', async () => {
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

  it('takes only the methods of the interface, and any other is not found', async () => {
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

  it('that is not well encoded is refused', async () => {
    for (const path of ['/items/%', '/items/%zz', '/items/%ff', '/items/%c3%28', '/items/..%2e'.replace('..', '%E0%A4')])
      assert.equal((await askTickets(held.service, 'GET', path)).status, 400, path);
    assert.equal((await askTickets(held.service, 'GET', '/items/%2e%2e')).status, 400);
    const { origin } = new URL(held.service.ticketUrl);
    const fine = `Host: ${new URL(origin).host}\r\nAuthorization: Bearer ${held.service.token}\r\nConnection: close\r\n\r\n`;
    assert.match(await askRaw(origin, `GET /tickets-api/items?term=%ff%zz HTTP/1.1\r\n${fine}`), /^HTTP\/1\.1 200 /);
    assert.match(await askRaw(origin, 'GARBAGE\r\n\r\n'), /^HTTP\/1\.1 400 /);
  });

  function codeInside({ status, text }: RawReply): unknown {
    assert.equal(status, 200);
    return (JSON.parse(text) as { responseError: { code: number } }).responseError.code;
  }
});
