import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/index.ts';
import type { Fields } from '../../../src/editor/records/plan.ts';
import { differencesOf, editedRecord, fieldsOf } from '../../../src/editor/forms/passkey-record.ts';
import { saveEdited, saveNew, type PasskeyStore, type PasskeySave } from '../../../src/editor/forms/passkey-save.ts';
import type { ServiceFault } from '../../../src/service/faults.ts';
import { clientOf, noon, recordIn, recordsIn, stopServices, testService } from '../service/support.ts';

const zone = 'America/Sao_Paulo';

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

  it('has the clock of the service, and a whole day from end to end', () => {
    const shown = { passkey: 'A', start: '2026-03-20 18:00:00', finish: '2026-03-21 23:59:59', itemIds: ['1', '2'] };
    assert.deepEqual(fieldsOf(record, zone), shown);
    assert.deepEqual(fieldsOf(record, undefined), shown);
    assert.equal(fieldsOf(record, 'UTC').start, '2026-03-20 21:00:00');
  });

  it('changes nothing of the record but what was changed in it', () => {
    const before = fieldsOf(record, zone);
    assert.deepEqual(editedRecord(record, before, { ...before, itemIds: ['2', '1'] }), record);
    assert.deepEqual(editedRecord(record, before, { ...before, passkey: 'B', finish: '' }), {
      ...record,
      passkey: 'B',
      finish: null,
    });
  });

  it('shows field by field what somebody else changed', () => {
    const theirs = { ...record, finish: '2026-03-22', used: 9, note: 'x' };
    assert.deepEqual(differencesOf(record, theirs, { ...fieldsOf(record, zone), passkey: 'B' }, zone), [
      { field: 'finish', opened: '2026-03-21 23:59:59', theirs: '2026-03-22 23:59:59', mine: '2026-03-21 23:59:59' },
      { field: 'note', opened: '', theirs: 'x', mine: '' },
    ]);
  });
});

describe('saving the form of a passkey', () => {
  afterEach(stopServices);

  it('creates it with its items', async () => {
    const { port, context, itemIds, find } = await checks();
    const saved = await saveNew({ passkey: 'NEW', start: '', finish: '2030-01-01 10:00:00', itemIds }, port, context);
    assert.deepEqual(states(saved), ['create saved', 'items saved']);
    const made = await find('NEW');
    assert.deepEqual([made?.finish, (made?.itemIds as number[]).map(String)], ['2030-01-01 10:00:00', itemIds]);
  });

  it('refuses one that the event has already', async () => {
    const { port, context } = await checks();
    const fields = { passkey: 'TWICE', start: '', finish: '', itemIds: [] };
    await saveNew(fields, port, context);
    const again = await saveNew(fields, port, context);
    assert.ok(again.kind === 'problems' && again.exists);
  });

  for (const kind of ['reset-after', '503-after'] as const)
    it(`reads back a creation whose reply was lost (${kind})`, async () => {
      const { port, context, itemIds } = await checks([{ kind, operation: 'createPasskey', times: 1 }]);
      const saved = await saveNew({ passkey: 'LOST', start: '', finish: '', itemIds }, port, context);
      assert.deepEqual(states(saved), ['create saved', 'items saved']);
    });

  it('says what is not known, sends nothing more, and does not create it twice', async () => {
    const { port, context, itemIds, count } = await checks([{ kind: 'reset-before', operation: 'createPasskey', times: 1 }]);
    const fields = { passkey: 'MAYBE', start: '', finish: '', itemIds };
    assert.deepEqual(states(await saveNew(fields, port, context)), ['create unknown', 'items skipped']);
    assert.deepEqual(states(await saveNew(fields, port, context)), ['create saved', 'items saved']);
    assert.equal(await count('MAYBE'), 1);
  });

  it('keeps what was made when its items fail, and sends only those the next time', async () => {
    const { port, context, itemIds, count } = await checks([{ kind: '403', operation: 'setPasskeyItems', times: 1 }]);
    const fields = { passkey: 'PART', start: '', finish: '', itemIds };
    const first = await saveNew(fields, port, context);
    assert.deepEqual(states(first), ['create saved', 'items failed']);
    assert.ok(first.kind === 'done' && first.id !== undefined && first.basis);
    const second = await saveEdited(first.id, first.basis, fields, port, context);
    assert.deepEqual(states(second), ['items saved']);
    assert.equal(await count('PART'), 1);
  });

  it('fault 38: once somebody has chosen, it writes only what was changed here', async () => {
    const { port, context, client, find } = await checks();
    await saveNew({ passkey: 'MINE', start: '', finish: '', itemIds: [] }, port, context);
    const opened = (await find('MINE'))!;
    const id = String(opened.id);
    const theirs = { ...opened, finish: '2031-01-01 00:00:00' };
    await client.call('updatePasskey', { path: { id }, body: { finish: theirs.finish } });
    const mine = { ...fieldsOf(opened, zone), passkey: 'RENAMED' };
    const basis = { opened, seen: opened };
    const refused = await saveEdited(id, basis, mine, port, context);
    assert.ok(refused.kind === 'conflict');
    const chosen = { ...fieldsOf(refused.theirs, zone), passkey: 'RENAMED' };
    const seen = { opened: refused.theirs, seen: refused.theirs };
    assert.deepEqual(states(await saveEdited(id, seen, chosen, port, context)), ['fields saved']);
    assert.equal((await find('RENAMED'))?.finish, theirs.finish);
  });

  it('refuses a start before today and an empty passkey at their fields', async () => {
    const { port, context, find } = await checks();
    await saveNew({ passkey: 'DAY', start: '', finish: '', itemIds: [] }, port, context);
    const opened = (await find('DAY'))!;
    const edited = { ...fieldsOf(opened, zone), start: '2020-01-01 00:00:00' };
    const result = await saveEdited(String(opened.id), { opened, seen: opened }, edited, port, context);
    assert.deepEqual(result.kind === 'problems' && result.problems.map(({ path }) => path[0]), ['start']);
    const empty = await saveNew({ passkey: '', start: '', finish: '', itemIds: [] }, port, context);
    assert.deepEqual(empty.kind === 'problems' && empty.problems.map(({ path }) => path[0]), ['passkey']);
  });
});

function states(save: PasskeySave): string[] {
  return save.kind === 'done' ? save.parts.map(({ what, state }) => `${what} ${state}`) : [save.kind];
}

async function checks(faults: ServiceFault[] = []) {
  const service = await testService({ faults });
  const client: Client = clientOf(service, { timeout: 5000 });
  const [item, other] = recordsIn(await client.call('listItems', { query: { type: 'Ticket' } }));
  const eventId = String(item!.eventId);
  const all = async (passkey: string) =>
    recordsIn(await client.call('listPasskeys', { query: { eventId, term: passkey } })).filter((row) => row.passkey === passkey);
  const find = async (passkey: string) => (await all(passkey))[0];
  const port: PasskeyStore = {
    find,
    create: (body) => client.call('createPasskey', { body } as never),
    confirm: () => Promise.resolve(),
    record: (id) => ({
      read: async () => recordIn(await client.call('getPasskey', { path: { id } })),
      confirm: () => Promise.resolve(),
      write: ({ operation, body }) => client.call(operation, { path: { id }, body }),
    }),
  };
  const context = { timeZone: zone, now: noon, eventId };
  const itemIds = [item!, other!].filter((row) => String(row.eventId) === eventId).map(({ id }) => String(id));
  return { client, port, context, itemIds, find, count: async (passkey: string) => (await all(passkey)).length };
}
