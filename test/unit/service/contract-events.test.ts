import assert from 'node:assert/strict';
import { contentOf } from '../../../src/client/index.ts';
import { festival, subjects, useContract } from './contract.ts';
import { recordIn, recordsIn } from './support.ts';

describe('events of the local service', () => {
  const contract = useContract(subjects.events);

  it('are identified by link, by id and by a query of the caller’s own', async () => {
    const byLink = recordIn(await contract.call('identifyEvent', { query: { link: 'festival-da-primavera' } }));
    assert.equal(byLink.id, festival);
    assert.deepEqual(recordIn(await contract.call('identifyEvent', { query: { link: festival } })), byLink);
    assert.deepEqual(recordIn(await contract.call('identifyEvent', { query: { slug: 'festival-da-primavera' } })), byLink);
    assert.deepEqual(recordIn(await contract.call('getEvent', { path: { id: festival } })), byLink);
    const some = await contract.call('identifyEvent', { query: { link: festival, fields: 'title, link,nothing' } });
    assert.deepEqual(recordIn(some), { title: byLink.title, link: byLink.link });
  });

  it('that do not exist are refused inside HTTP 200 with code 3002', async () => {
    const { kind, status, code } = await contract.refusal('getEvent', { path: { id: 999 } });
    assert.deepEqual([kind, status, code], ['notFound', 200, '3002']);
  });

  it('have tickets in groups, for all sessions, for one and for passports', async () => {
    const groups = recordsIn(await contract.call('getEventTickets', { path: { id: festival } }));
    const types = groups.flatMap(({ type }) => type as { id: number; dates: number[]; hidden: boolean }[]);
    const [session] = recordIn(await contract.call('getEvent', { path: { id: festival } })).date as { id: number }[];
    const ofSession = recordsIn(await contract.call('getSessionTickets', { path: { id: festival, sessionId: session!.id } }));
    const passports = recordsIn(await contract.call('getSessionTickets', { path: { id: festival, sessionId: 'passports' } }));
    const idsIn = (rows: Record<string, unknown>[]) => rows.flatMap(({ type }) => (type as { id: number }[]).map(({ id }) => id));
    assert.ok(types.length > 5 && types.every(({ hidden }) => !hidden));
    assert.deepEqual(
      idsIn(ofSession),
      types.filter(({ dates }) => dates.includes(session!.id)).map(({ id }) => id),
    );
    assert.deepEqual(
      idsIn(passports),
      types.filter(({ dates }) => dates.length > 1).map(({ id }) => id),
    );
    assert.ok(idsIn(passports).length > 0);
  });

  it('show a hidden ticket only to who knows a passkey that opens it', async () => {
    const shown = async (query: Record<string, string>) => {
      const groups = recordsIn(await contract.call('getEventTickets', { path: { id: festival }, query }));
      return groups.flatMap(({ type }) => type as { id: number; hidden: boolean }[]);
    };
    const [passkey] = recordsIn(await contract.call('listPasskeys', { query: { eventId: festival, term: 'VIZINHOS' } }));
    const everybody = await shown({});
    assert.ok(everybody.every(({ hidden }) => !hidden));
    assert.deepEqual(await shown({ passkey: 'unknown' }), everybody);
    const opened = (await shown({ passkey: 'VIZINHOS' })).filter(({ hidden }) => hidden).map(({ id }) => id);
    const isSecret = (itemId: number) => !everybody.some(({ id }) => id === itemId);
    assert.deepEqual(opened, (passkey!.itemIds as number[]).filter(isSecret));
    assert.ok(opened.length > 0);
  });

  it('have a crew and attributes', async () => {
    const { team } = recordIn(await contract.call('getEventCrew', { path: { id: festival } })) as {
      team: { user: { name: string } }[];
    };
    assert.ok(team.length > 0 && team.every(({ user }) => user.name !== ''));
    const attributes = recordIn(await contract.call('getEventAttributes', { path: { id: festival } }));
    assert.ok(Object.keys(attributes).length > 0 && Object.keys(attributes).every((key) => /^[a-z_]+$/.test(key)));
  });

  it('stand on the home page: featured, sections and cover', async () => {
    const featured = await contract.walk('getFeatured', { query: {} }, 3);
    assert.deepEqual(new Set(featured.map(({ id }) => id)).size, featured.length);
    const inSaoPaulo = recordsIn(await contract.call('getFeatured', { query: { state: 'SP' } }));
    assert.deepEqual(
      inSaoPaulo.map(({ id }) => id),
      featured.filter(({ venue }) => (venue as { state: string }).state === 'SP').map(({ id }) => id),
    );
    const banners = recordsIn(await contract.call('getFeatured', { query: { method: 'banner' } }));
    assert.deepEqual(
      banners.map(({ target }) => target),
      featured.map(({ link }) => `/${String(link)}`),
    );
    assert.deepEqual(recordsIn(await contract.call('getHomeCover', {})), banners.slice(0, 5));
    const sections = contentOf(await contract.call('getHomeSections', {})) as { events: unknown[] }[];
    assert.ok(sections.length > 1 && sections.every(({ events }) => events.length > 0));
    assert.deepEqual(contentOf(await contract.call('getHome', {})), sections);
  });

  it('are searched by category, term and state, and each stands on one page only', async () => {
    const all = await contract.walk('searchCategory', { path: { category: 'concerts' } }, 2);
    assert.ok(all.length > 4);
    assert.deepEqual(
      all.map(({ id }) => Number(id)),
      [...new Set(all.map(({ id }) => Number(id)))].sort((a, b) => a - b),
    );
    assert.ok(all.every(({ category, status }) => category === 'concerts' && status === 'published'));
    const search = async (query: Record<string, string>) =>
      recordsIn(await contract.call('searchCategory', { path: { category: 'concerts' }, query })).map(({ id }) => id);
    const inRio = all.filter(({ venue }) => (venue as { state: string }).state === 'RJ').map(({ id }) => id);
    assert.deepEqual(await search({ state: 'RJ' }), inRio);
    assert.deepEqual(await search({ term: 'REB' }), await search({ term: 'reb' }));
    assert.deepEqual(await search({ term: 'nothing like it' }), []);
    assert.deepEqual(recordsIn(await contract.call('searchCategory', { path: { category: 'no such' } })), []);
  });

  it('refuse a page beyond the last with code 2004', async () => {
    for (const error of [
      await contract.refusal('searchCategory', { path: { category: 'concerts' }, query: { page: 99 } }),
      await contract.refusal('getFeatured', { query: { page: 2, pageSize: 50 } }),
      await contract.refusal('getSessionTickets', { path: { id: festival, sessionId: 'passports' }, query: { page: 2 } }),
    ]) {
      assert.deepEqual([error.kind, error.code], ['notFound', '2004']);
    }
  });
});
