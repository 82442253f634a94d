import assert from 'node:assert/strict';
import { createClient, ItemOwners, listPages, newLearned, Pager, UnclaimedItems, wholeList } from '../../../src/client/index.ts';
import { startLiteral, type Literal, type LiteralManners } from '../../dialects/literal-service.ts';

describe('the items of an event', () => {
  const running: Literal[] = [];
  afterEach(async () => {
    for (const service of running.splice(0)) await service.close();
  });

  async function start(manners: LiteralManners) {
    const service = await startLiteral(manners);
    running.push(service);
    const { eventUrl, ticketUrl, token, requests } = service;
    const client = createClient({ eventUrl, ticketUrl, token: () => token });
    const read = async (eventId: number, keepsUnclaimed = false) => {
      const pager = new Pager(listPages(client, 'listItems', { query: { eventId: String(eventId) } }, { keepsUnclaimed }));
      const rows = [];
      for await (const page of pager) rows.push(...page);
      const ids = (some: readonly { readonly id?: string | undefined }[]) => some.map(({ id }) => id);
      return { own: ids(rows.filter((row) => !row.isUnclaimed)), left: ids(pager.unclaimed), rows, isWhole: pager.isWhole };
    };
    return { service, client, requests, read };
  }
  const own = ['501', '502', '503', '504', '505', '506'];

  it('fault 81: are those that the event shows as its tickets, where the list has those of all events', async () => {
    const { read } = await start({});
    assert.deepEqual(await read(7).then((found) => [found.own, found.left, found.isWhole]), [own, ['507', '508'], true]);
    assert.deepEqual(await read(8).then((found) => [found.own, found.isWhole]), [['507', '508'], true]);
    const { rows } = await read(7, true);
    assert.deepEqual([rows.length, rows.filter(({ isUnclaimed }) => isUnclaimed).length], [8, 2]);
  });

  it('fault 81: are those of the list where the event chooses among them, which is found out once', async () => {
    const { read, requests } = await start({ namesEvents: true });
    assert.deepEqual(await read(7).then((found) => [found.own, found.isWhole]), [own, true]);
    assert.ok(
      requests.every(({ path }) => path === '/items'),
      'rows that name their event need no proof',
    );
    const silent = await start({ noTicketIds: true });
    const { client } = silent;
    const learned = newLearned();
    const some = [{ id: 1, name: 'A' }];
    const owners = new ItemOwners('7', {}, learned, (_operation, { query }) =>
      Promise.resolve(query?.eventId === undefined ? [...some, { id: 2, name: 'B' }] : some),
    );
    await owners.look(some, {});
    assert.equal(learned.eventChooses, true);
    assert.equal(owners.ownershipOf({ id: '1', label: 'A', value: some[0] }), 'own');
    assert.ok(client);
  });

  it('fault 81: are not known where nothing shows whose they are: none is given, and what needs all of them fails', async () => {
    const { read, client } = await start({ noTicketIds: true });
    const { own: found, left, isWhole } = await read(7);
    assert.deepEqual([found, left.length, isWhole], [[], 8, false]);
    await assert.rejects(async () => {
      for await (const rows of wholeList(listPages(client, 'listItems', { query: { eventId: '7' } })))
        assert.equal(rows.length, 0);
    }, UnclaimedItems);
  });

  it('fault 81: are those that a person or the dialect named', async () => {
    const { client, read } = await start({ noTicketIds: true, oneEvent: true });
    client.learned?.('listItems')?.said.set('7', new Map(own.map((id) => [id, true])));
    assert.deepEqual(await read(7).then((found) => [found.own, found.isWhole]), [own, true]);
    const { service } = await start({ noTicketIds: true });
    const { eventUrl, ticketUrl, token } = service;
    const known = createClient({ eventUrl, ticketUrl, token: () => token, dialect: { itemsOf: { '7': own } } });
    const pager = new Pager(listPages(known, 'listItems', { query: { eventId: '7' } }));
    const rows = [];
    for await (const page of pager) rows.push(...page);
    assert.deepEqual([rows.length, pager.unclaimed.length, pager.isWhole], [6, 2, false]);
  });

  it('fault 81: is none because its id is that of a ticket with another name', async () => {
    const tickets = [{ id: 1, name: 'Balcony' }];
    const owners = new ItemOwners('7', {}, newLearned(), (operation) =>
      Promise.resolve(operation === 'getEventTickets' ? tickets : [{ id: 1, name: 'Floor' }]),
    );
    const value = { id: 1, name: 'Floor' };
    await owners.look([value], {});
    assert.equal(owners.ownershipOf({ id: '1', label: 'Floor', value }), 'notKnown');
  });
});
