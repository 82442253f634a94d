import assert from 'node:assert/strict';
import type { Client, Dialect } from '../../../src/client/index.ts';
import { readRecord, type Fields, type Passkey } from '../../../src/records/index.ts';
import { changedElsewhere, typedFieldsOf } from '../../../src/editor/forms/record-texts.ts';
import { RecordSession } from '../../../src/editor/records/session.ts';
import { differences, withTexts } from '../../../src/shared/typed-fields.ts';
import { typing } from '../records/typing.ts';
import { passkeySession, type PasskeySave, type PasskeyStore } from '../../../src/editor/forms/passkey-session.ts';
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

  const fieldsOf = (passkey: Passkey) => typedFieldsOf(passkey, { dialect: passkey.dialect, language: 'en' });
  const textsOf = (passkey: Passkey) => Object.fromEntries(fieldsOf(passkey).map(({ name, text }) => [name, text]));

  it('has the clock of the service, and a day as a day', () => {
    const shown = { passkey: 'A', start: '2026-03-20 18:00:00', finish: '2026-03-21', itemIds: '1\n2' };
    assert.deepEqual(textsOf(read(record)), shown);
    assert.deepEqual(textsOf(read(record, {})), shown);
    assert.equal(textsOf(read(record, { clock: 'UTC' })).start, '2026-03-20 21:00:00');
  });

  it('changes nothing of the record but what was changed in it', () => {
    const before = fieldsOf(read(record));
    assert.deepEqual(typing(before, { itemIds: '2\n1' }), []);
    assert.deepEqual(typing(before, { passkey: 'B', finish: '' }), [
      { section: 'data', key: '', name: 'passkey', text: 'B' },
      { section: 'data', key: '', name: 'finish', text: '' },
    ]);
  });

  it('shows field by field what somebody else changed, and names what the form does not show', () => {
    const theirs = { ...record, finish: '2026-03-22', used: 9, note: 'x' };
    const versions = { base: record, remote: record };
    const session = new RecordSession('passkey', {} as PasskeyStore, () => ({ dialect, now: noon }), '7', versions);
    const { base, remote, others } = changedElsewhere(session, theirs, { dialect, language: 'en' });
    const found = differences(base, remote, withTexts(base, typing(base, { passkey: 'B' })));
    assert.deepEqual(
      found.map(({ field, remote: text, local, isBoth }) => [field.name, text, local, isBoth]),
      [['finish', '2026-03-22', '2026-03-21', false]],
    );
    assert.deepEqual(others, ['note']);
  });
});

describe('saving the form of a passkey', () => {
  afterEach(stopServices);

  it('creates it with its items', async () => {
    const { session, eventId, itemIds, items, find } = await open();
    const saved = await session().save(typing([], { passkey: 'NEW', finish: '2030-01-01 10:00:00', itemIds: items }), eventId);
    assert.deepEqual(states(saved), ['create saved', 'items saved']);
    const made = await find('NEW');
    assert.deepEqual([made?.finish, (made?.itemIds as number[] | undefined)?.map(String)], ['2030-01-01 10:00:00', itemIds]);
  });

  it('refuses one that the event has already', async () => {
    const { session, eventId } = await open();
    const fields = typing([], { passkey: 'TWICE' });
    await session().save(fields, eventId);
    const again = await session().save(fields, eventId);
    assert.equal(again.kind, 'exists');
  });

  for (const kind of ['reset-after', '503-after'] as const)
    it(`reads back a creation whose reply was lost (${kind})`, async () => {
      const { session, eventId, items } = await open([{ kind, operation: 'createPasskey', times: 1 }]);
      const saved = await session().save(typing([], { passkey: 'LOST', itemIds: items }), eventId);
      assert.deepEqual(states(saved), ['create saved', 'items saved']);
    });

  it('says what is not known, sends nothing more, and does not create it twice', async () => {
    const { session, eventId, items, count } = await open([{ kind: 'reset-before', operation: 'createPasskey', times: 1 }]);
    const fields = typing([], { passkey: 'MAYBE', itemIds: items });
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
    const fields = typing([], { passkey: 'REFUSED' });
    const first = await form.save(fields, eventId);
    assert.deepEqual(states(first), ['create unknown']);
    assert.ok(first.kind === 'done');
    assert.match(first.sections[0]?.reason ?? '', /1 is one too many.*The service does not show it at this moment/);
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
    assert.deepEqual(states(await form.save(typing([], { passkey: 'UNSEEN' }), eventId)), ['create saved']);
    assert.deepEqual(asked, [{ kind: 'createAgain', passkey: 'UNSEEN', isInDoubt: false, unproved: 40 }]);
    assert.equal(await count('UNSEEN'), 1);
  });

  it('keeps what was made when its items fail, and sends only those the next time', async () => {
    const { session, eventId, items, count } = await open([{ kind: '403', operation: 'setPasskeyItems', times: 1 }]);
    const fields = typing([], { passkey: 'PART', itemIds: items });
    const form = session();
    assert.deepEqual(states(await form.save(fields, eventId)), ['create saved', 'items failed']);
    assert.ok(form.isKnown);
    assert.deepEqual(states(await form.save(fields, eventId)), ['items saved']);
    assert.equal(await count('PART'), 1);
  });

  it('fault 38: once somebody has chosen, it writes only what was changed here', async () => {
    const { session, eventId, client, find } = await open();
    await session().save(typing([], { passkey: 'MINE' }), eventId);
    const opened = (await find('MINE'))!;
    const id = String(opened.id);
    const theirs = { ...opened, finish: '2031-01-01 00:00:00' };
    await client.call('updatePasskey', { path: { id }, body: { finish: theirs.finish } });
    const mine = typing([], { passkey: 'RENAMED' });
    const form = session(id);
    form.record.rebase(opened);
    const refused = await form.save(mine, eventId);
    assert.ok(refused.kind === 'conflict');
    form.record.rebase(refused.remote);
    assert.deepEqual(states(await form.save(mine, eventId)), ['fields saved']);
    assert.equal((await find('RENAMED'))?.finish, theirs.finish);
  });

  it('refuses a start before today and an empty passkey at their fields', async () => {
    const { session, eventId, find } = await open();
    await session().save(typing([], { passkey: 'DAY' }), eventId);
    const opened = (await find('DAY'))!;
    const edited = typing([], { start: '2020-01-01 00:00:00' });
    const form = session(String(opened.id));
    form.record.rebase(opened);
    const result = await form.save(edited, eventId);
    assert.deepEqual(result.kind === 'problems' && result.problems.map(({ path }) => path[0]), ['start']);
    const empty = await session().save(typing([], { passkey: '' }), eventId);
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
    passkeySession({ ...store, ...others }, () => ({ dialect, now: noon }), id);
  const itemIds = [item!, other!].filter((row) => String(row.eventId) === eventId).map(({ id }) => String(id));
  const items = itemIds.join('\n');
  return { client, session, eventId, itemIds, items, find, count: async (passkey: string) => (await all(passkey)).length };
}
