import assert from 'node:assert/strict';
import type { Client, Dialect } from '../../../src/client/index.ts';
import { readRecord, type Fields } from '../../../src/records/index.ts';
import { differencesOf, editsOf, fieldsOf } from '../../../src/editor/forms/passkey-record.ts';
import { PasskeySession, type PasskeySave, type PasskeyStore } from '../../../src/editor/forms/passkey-session.ts';
import type { ServiceFault } from '../../../src/service/faults.ts';
import { clientOf, noon, recordIn, recordsIn, stopServices, testService } from '../service/support.ts';
import { localDialect, neverAsked } from './dialects.ts';

const dialect = { ...localDialect, put: 'merges' as const };

describe('a passkey as its form shows it', () => {
  const record: Fields = {
    id: 7,
    eventId: 1,
    passkey: 'A',
    start: '2026-03-20T18:00:00-03:00',
    finish: '2026-03-21',
    itemIds: [1, 2],
    used: 3,
  };

  const read = (reply: Fields, known: Dialect = dialect) => readRecord('passkey', reply, known);

  it('has the clock of the service, and a day as a day', () => {
    const shown = { passkey: 'A', start: '2026-03-20 18:00:00', finish: '2026-03-21', itemIds: ['1', '2'] };
    assert.deepEqual(fieldsOf(read(record)), shown);
    assert.deepEqual(fieldsOf(read(record, {})), shown);
    assert.equal(fieldsOf(read(record, { clock: 'UTC' })).start, '2026-03-20 21:00:00');
  });

  it('changes nothing of the record but what was changed in it', () => {
    const before = fieldsOf(read(record));
    assert.deepEqual(editsOf(before, { ...before, itemIds: ['2', '1'] }), []);
    assert.deepEqual(editsOf(before, { ...before, passkey: 'B', finish: '' }), [
      { section: 'data', key: '', name: 'passkey', text: 'B' },
      { section: 'data', key: '', name: 'finish', text: '' },
    ]);
  });

  it('shows field by field what somebody else changed', () => {
    const theirs = { ...record, finish: '2026-03-22', used: 9, note: 'x' };
    assert.deepEqual(differencesOf(read(record), read(theirs), { ...fieldsOf(read(record)), passkey: 'B' }), [
      { field: 'finish', base: '2026-03-21', remote: '2026-03-22', local: '2026-03-21' },
      { field: 'note', base: '', remote: 'x', local: '' },
    ]);
  });
});

describe('saving the form of a passkey', () => {
  afterEach(stopServices);

  it('creates it with its items', async () => {
    const { session, eventId, itemIds, find } = await open();
    const saved = await session().save({ passkey: 'NEW', start: '', finish: '2030-01-01 10:00:00', itemIds }, eventId);
    assert.deepEqual(states(saved), ['create saved', 'items saved']);
    const made = await find('NEW');
    assert.deepEqual([made?.finish, (made?.itemIds as number[] | undefined)?.map(String)], ['2030-01-01 10:00:00', itemIds]);
  });

  it('refuses one that the event has already', async () => {
    const { session, eventId } = await open();
    const fields = { passkey: 'TWICE', start: '', finish: '', itemIds: [] };
    await session().save(fields, eventId);
    const again = await session().save(fields, eventId);
    assert.equal(again.kind, 'exists');
  });

  for (const kind of ['reset-after', '503-after'] as const)
    it(`reads back a creation whose reply was lost (${kind})`, async () => {
      const { session, eventId, itemIds } = await open([{ kind, operation: 'createPasskey', times: 1 }]);
      const saved = await session().save({ passkey: 'LOST', start: '', finish: '', itemIds }, eventId);
      assert.deepEqual(states(saved), ['create saved', 'items saved']);
    });

  it('says what is not known, sends nothing more, and does not create it twice', async () => {
    const { session, eventId, itemIds, count } = await open([{ kind: 'reset-before', operation: 'createPasskey', times: 1 }]);
    const fields = { passkey: 'MAYBE', start: '', finish: '', itemIds };
    assert.deepEqual(states(await session().save(fields, eventId)), ['create unknown', 'items skipped']);
    assert.deepEqual(states(await session().save(fields, eventId)), ['create saved', 'items saved']);
    assert.equal(await count('MAYBE'), 1);
  });

  it('fault 65: is not claimed when the service answers without an id and does not show it, and is asked about before it is sent again', async () => {
    const { session, eventId } = await open();
    const [sent, asked]: unknown[][] = [[], []];
    const form = session(undefined, {
      create: (body) => Promise.resolve({ result: 'error', why: `${sent!.push(body)} is one too many` }),
      answer: (question) => {
        asked!.push(question.kind);
        return Promise.reject(new Error('No.'));
      },
    });
    const fields = { passkey: 'REFUSED', start: '', finish: '', itemIds: [] };
    const first = await form.save(fields, eventId);
    assert.deepEqual(states(first), ['create unknown']);
    assert.ok(first.kind === 'done');
    assert.match(first.sections[0]?.message ?? '', /1 is one too many.*The service does not show it at this moment/);
    await assert.rejects(form.save(fields, eventId), /No\./);
    assert.deepEqual([sent!.length, asked], [1, ['createAgain']]);
  });

  it('is asked about where not all passkeys could be read', async () => {
    const { session, eventId, count } = await open();
    const asked: unknown[] = [];
    const form = session(undefined, {
      find: () => Promise.resolve({ unproved: 40 }),
      answer: (question) => {
        asked.push(question);
        return Promise.resolve({});
      },
    });
    assert.deepEqual(states(await form.save({ passkey: 'UNSEEN', start: '', finish: '', itemIds: [] }, eventId)), [
      'create saved',
    ]);
    assert.deepEqual(asked, [{ kind: 'createAgain', passkey: 'UNSEEN', isInDoubt: false, unproved: 40 }]);
    assert.equal(await count('UNSEEN'), 1);
  });

  it('keeps what was made when its items fail, and sends only those the next time', async () => {
    const { session, eventId, itemIds, count } = await open([{ kind: '403', operation: 'setPasskeyItems', times: 1 }]);
    const fields = { passkey: 'PART', start: '', finish: '', itemIds };
    const form = session();
    assert.deepEqual(states(await form.save(fields, eventId)), ['create saved', 'items failed']);
    assert.ok(form.isKnown);
    assert.deepEqual(states(await form.save(fields, eventId)), ['items saved']);
    assert.equal(await count('PART'), 1);
  });

  it('fault 38: once somebody has chosen, it writes only what was changed here', async () => {
    const { session, eventId, client, find } = await open();
    await session().save({ passkey: 'MINE', start: '', finish: '', itemIds: [] }, eventId);
    const opened = (await find('MINE'))!;
    const id = String(opened.id);
    const theirs = { ...opened, finish: '2031-01-01 00:00:00' };
    await client.call('updatePasskey', { path: { id }, body: { finish: theirs.finish } });
    const mine = { ...fieldsOf(readRecord('passkey', opened, dialect)), passkey: 'RENAMED' };
    const form = session(id);
    form.record.rebase(opened);
    const refused = await form.save(mine, eventId);
    assert.ok(refused.kind === 'conflict');
    const chosen = { ...fieldsOf(readRecord('passkey', refused.remote, dialect)), passkey: 'RENAMED' };
    form.record.rebase(refused.remote);
    assert.deepEqual(states(await form.save(chosen, eventId)), ['fields saved']);
    assert.equal((await find('RENAMED'))?.finish, theirs.finish);
  });

  it('refuses a start before today and an empty passkey at their fields', async () => {
    const { session, eventId, find } = await open();
    await session().save({ passkey: 'DAY', start: '', finish: '', itemIds: [] }, eventId);
    const opened = (await find('DAY'))!;
    const edited = { ...fieldsOf(readRecord('passkey', opened, dialect)), start: '2020-01-01 00:00:00' };
    const form = session(String(opened.id));
    form.record.rebase(opened);
    const result = await form.save(edited, eventId);
    assert.deepEqual(result.kind === 'problems' && result.problems.map(({ path }) => path[0]), ['start']);
    const empty = await session().save({ passkey: '', start: '', finish: '', itemIds: [] }, eventId);
    assert.deepEqual(empty.kind === 'problems' && empty.problems.map(({ path }) => path[0]), ['passkey']);
  });
});

function states(save: PasskeySave): string[] {
  return save.kind === 'done' ? save.sections.map(({ what, state }) => `${what} ${state}`) : [save.kind];
}

async function open(faults: ServiceFault[] = []) {
  const service = await testService({ faults });
  const client: Client = clientOf(service, { timeout: 5000 });
  const [item, other] = recordsIn(await client.call('listItems', { query: { type: 'Ticket' } }));
  const eventId = String(item!.eventId);
  const all = async (passkey: string) =>
    recordsIn(await client.call('listPasskeys', { query: { eventId, term: passkey } })).filter((row) => row.passkey === passkey);
  const find = async (passkey: string) => (await all(passkey))[0];
  const store: PasskeyStore = {
    find: async (passkey) => ({ record: await find(passkey) }),
    create: (body) => client.call('createPasskey', { body } as never),
    confirm: () => Promise.resolve(),
    answer: neverAsked,
    lock: async (_id, work) => ({ value: await work() }),
    read: async (id) => recordIn(await client.call('getPasskey', { path: { id } })),
    write: (id, { operation, body }) => client.call(operation, { path: { id }, body }),
  };
  const session = (id?: string, others: Partial<PasskeyStore> = {}) =>
    new PasskeySession({ ...store, ...others }, () => ({ dialect, now: noon }), id);
  const itemIds = [item!, other!].filter((row) => String(row.eventId) === eventId).map(({ id }) => String(id));
  return { client, session, eventId, itemIds, find, count: async (passkey: string) => (await all(passkey)).length };
}
