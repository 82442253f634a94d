import assert from 'node:assert/strict';
import { ApiError, createClient, listPages, Pager } from '../../../src/client/index.ts';
import { startLiteral, type Literal } from '../../dialects/literal-service.ts';

describe('a read with parameters that the document does not name', () => {
  let service: Literal | undefined;
  afterEach(() => service?.close());

  async function start(refuses: 400 | 422) {
    service = await startLiteral({ refuses });
    const { eventUrl, ticketUrl, token, requests } = service;
    return { client: createClient({ eventUrl, ticketUrl, token: () => token }), requests };
  }

  for (const status of [400, 422] as const)
    it(`fault 84: is asked again without them where they are refused with ${status}, and not with them again`, async () => {
      const { client, requests } = await start(status);
      const readAll = async () => {
        const pager = new Pager(listPages(client, 'listPasskeys', { query: { eventId: '7' } }));
        for await (const rows of pager) assert.ok(rows.length > 0);
        return [pager.count, pager.isWhole];
      };
      assert.deepEqual(await readAll(), [130, true]);
      requests.length = 0;
      assert.deepEqual(await readAll(), [130, true]);
      assert.deepEqual(requests, [{ method: 'GET', path: '/passkeys', query: { eventId: '7' } }]);
    });

  it('fault 84: keeps what the document names, and what somebody has asked for by himself', async () => {
    const { client, requests } = await start(400);
    const isInvalid = (error: unknown) => error instanceof ApiError && error.status === 400;
    await assert.rejects(client.call('listPasskeys', { query: { eventId: '7', page: 1 } }), isInvalid);
    await assert.rejects(client.call('listPasskeys', { query: { eventId: '7', page: 1 } }), isInvalid);
    assert.equal(requests.length, 2);
    const price = { price: 12_000, eventId: 7 };
    assert.ok(await client.call('calculateTax', { query: price }, { mayAskLess: true }));
  });

  it('fault 84: keeps a parameter without which it would mean something else', async () => {
    const asked: string[] = [];
    const fetch = (address: string) => {
      asked.push(new URL(address).search);
      return Promise.resolve(new Response('{}', { status: 400 }));
    };
    const url = 'https://tickets.example';
    const client = createClient({ eventUrl: url, ticketUrl: url, token: () => 'token', fetch });
    const query: Record<string, string | number> = { passkey: 'VIP', page: 1 };
    await assert.rejects(client.call('getEventTickets', { path: { id: '7' }, query }, { mayAskLess: true }), ApiError);
    assert.deepEqual(asked, ['?passkey=VIP&page=1', '?passkey=VIP']);
  });

  it('fault 84: is not read as the first page where a service has taken them before', async () => {
    const asked: (string | null)[] = [];
    const fetch = (address: string) => {
      const page = new URL(address).searchParams.get('page');
      asked.push(page);
      const refused = page !== '1';
      return Promise.resolve(new Response(JSON.stringify(refused ? {} : [{ id: 1 }]), { status: refused ? 400 : 200 }));
    };
    const url = 'https://tickets.example';
    const client = createClient({ eventUrl: url, ticketUrl: url, token: () => 'token', fetch });
    const read = (page: number) => client.call('listCodes', { path: { itemId: '1' }, query: { page } }, { mayAskLess: true });
    assert.ok(await read(1));
    await assert.rejects(read(2), ApiError);
    assert.deepEqual(asked, ['1', '2']);
  });

  it('fault 84: is asked for a shorter page first, where a long one is refused', async () => {
    const sizes: (string | null)[] = [];
    const fetch = (address: string) => {
      const size = new URL(address).searchParams.get('pageSize');
      sizes.push(size);
      const refused = Number(size) > 100;
      return Promise.resolve(new Response(JSON.stringify(refused ? {} : [{ id: 1 }]), { status: refused ? 422 : 200 }));
    };
    const url = 'https://tickets.example';
    const client = createClient({ eventUrl: url, ticketUrl: url, token: () => 'token', fetch });
    const read = () =>
      client.call('listCodes', { path: { itemId: '1' }, query: { page: 1, pageSize: 1000 } }, { mayAskLess: true });
    assert.ok(await read());
    assert.ok(await read());
    assert.deepEqual(sizes, ['1000', '100', '100']);
  });
});
