import assert from 'node:assert/strict';
import { opensNow } from '../../../src/service/passkeys.ts';
import { clientOf, recordIn, recordsIn, testService, type TestService } from './support.ts';

const festival = 1001;
const hour = 60 * 60 * 1000;

describe('a passkey', () => {
  const row = { status: 'approved', start: null, finish: null, used: 0, usage_limit: null };
  /** 15 June, 23:30:00 in Manaus, where São Paulo has the 16th already. */
  const late = Date.UTC(2026, 5, 16, 3, 30);
  const table: [string, Partial<Record<keyof typeof row, string | number>>, boolean][] = [
    ['has no period and no limit', {}, true],
    ['is cancelled', { status: 'cancelled' }, false],
    ['has a use left', { used: 2, usage_limit: 3 }, true],
    ['has no use left', { used: 3, usage_limit: 3 }, false],
    ['starts on this day', { start: '2026-06-15' }, true],
    ['starts on the next day', { start: '2026-06-16' }, false],
    ['starts this second', { start: '2026-06-15 23:30:00' }, true],
    ['starts in a second', { start: '2026-06-15 23:30:01' }, false],
    ['finishes on this day', { finish: '2026-06-15' }, true],
    ['finished on the day before', { finish: '2026-06-14' }, false],
    ['finishes this second', { finish: '2026-06-15 23:30:00' }, true],
    ['finished a second ago', { finish: '2026-06-15 23:29:59' }, false],
    ['starts at a moment of another zone that has passed', { start: '2026-06-16T00:29:59-03:00' }, true],
    ['starts at a moment of another zone that is to come', { start: '2026-06-16T00:30:01-03:00' }, false],
    ['finishes at a moment of another zone that is to come', { finish: '2026-06-16T03:30:01Z' }, true],
    ['finished at a moment of another zone', { finish: '2026-06-16T03:29:59Z' }, false],
  ];
  for (const [what, change, opens] of table)
    it(`that ${what} opens ${opens ? 'its items' : 'nothing'}`, () => {
      assert.equal(opensNow({ ...row, ...change }, 'America/Manaus', late), opens);
    });
});

describe('hidden tickets of the local service', () => {
  const start = Date.UTC(2026, 5, 15, 15);
  let now = start;
  let service: TestService;
  let hidden = 0;

  before(async () => {
    service = await testService({ now: () => now });
    const items = recordsIn(await clientOf(service).call('listItems', { query: { eventId: festival, pageSize: 100 } }));
    hidden = Number(items.find((item) => item.type === 'Ticket' && item.hidden)!.id);
  });
  beforeEach(() => (now = start));
  after(() => service.stop());

  const idsIn = (reply: unknown) =>
    recordsIn(reply).flatMap(({ type }) => (type as { id: number; hidden: boolean }[]).filter((one) => one.hidden));

  /** What the event and its first session show of the hidden tickets; both must agree. */
  async function shown(passkey: string): Promise<number[]> {
    const client = clientOf(service);
    const path = { id: festival };
    const [session] = recordIn(await client.call('getEvent', { path })).date as { id: number }[];
    const query = { passkey };
    const ofEvent = idsIn(await client.call('getEventTickets', { path, query }));
    const ofSession = idsIn(await client.call('getSessionTickets', { path: { ...path, sessionId: session!.id }, query }));
    assert.deepEqual(ofSession, ofEvent);
    return ofEvent.map(({ id }) => id);
  }

  async function newPasskey(passkey: string, period: { start?: string; finish?: string }): Promise<void> {
    const body = { codes: [passkey], itemIds: [hidden], ...period };
    await clientOf(service).call('createPasskeys', { path: { eventId: festival }, body });
  }

  it('appear when the passkey starts and are gone when it has finished, though nothing is written in between', async () => {
    await newPasskey('SOON', { start: '2026-06-15 13:00:00', finish: '2026-06-15 14:00:00' });
    assert.deepEqual(await shown('SOON'), []);
    now = start + hour;
    assert.deepEqual(await shown('SOON'), [hidden]);
    now = start + 2 * hour + 1000;
    assert.deepEqual(await shown('SOON'), []);
  });

  it('are not kept from a reply whose address spells the passkey otherwise', async () => {
    await newPasskey('BRIEF', { finish: '2026-06-15 12:00:00' });
    const ask = async () => {
      const reply = await fetch(`${service.eventUrl}/event/${festival}/tickets?pass%6Bey=BRIEF`);
      return idsIn(await reply.json()).length;
    };
    assert.equal(await ask(), 1);
    now = start + hour;
    assert.equal(await ask(), 0);
  });

  it('stay hidden with every passkey of the sample that is cancelled, over or used up', async () => {
    const passkeys = recordsIn(await clientOf(service).call('listPasskeys', { query: { eventId: festival, pageSize: 100 } }));
    const dead = passkeys.filter(
      ({ status, finish, used, limit }) =>
        status === 'cancelled' ||
        (typeof finish === 'string' && finish < '2026-06-15') ||
        (limit !== null && Number(used) >= Number(limit)),
    );
    assert.ok(dead.length > 0);
    for (const { passkey } of dead) assert.deepEqual(await shown(String(passkey)), [], String(passkey));
  });
});

describe('tickets of the local service', () => {
  it('are sold out once all are sold, and unavailable where they were never on sale', async () => {
    const service = await testService();
    const client = clientOf(service);
    const period = { appCategoryId: 1, start: '2020-01-01 00:00:00', finish: '2040-01-01 00:00:00', available: 0 };
    const made = async (name: string, quantity: number, isOnSale: boolean) => {
      const { id } = recordIn(await client.call('createItem', { body: { name, eventId: festival, quantity } }));
      if (isOnSale) await client.call('createSalePeriod', { path: { id: Number(id) }, body: period });
    };
    await made('Never on sale', 5, false);
    await made('Never any', 0, true);
    await made('All sold', 5, true);
    const tickets = recordsIn(await client.call('getEventTickets', { path: { id: festival } }));
    const states = tickets
      .filter(({ name }) => /^(Never|All sold)/.test(String(name)))
      .map(({ name, status, type }) => [name, status, (type as { status: string }[])[0]?.status]);
    await service.stop();
    assert.deepEqual(states.sort(), [
      ['All sold', 'soldout', 'soldout'],
      ['Never any', 'unavailable', 'unavailable'],
      ['Never on sale', 'unavailable', 'unavailable'],
    ]);
  });
});
