import assert from 'node:assert/strict';
import { eventFileAnswer, fileRequestOf } from '../../../src/agents/event-file.ts';
import { placedItems } from '../../../src/plans/event-file.ts';
import { parse } from '../../../src/plans/index.ts';
import { Redactor } from '../../../src/client/index.ts';
import { OddService, ticket, type HeldRecord } from '../plans/odd-service.ts';

const token = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0In0', 'c2lnbmF0dXJl'].join('.');
const item = (id: number, name: string, more: HeldRecord = {}) => ({ id, eventId: 7, name, type: 'Ticket', ...more });
const group = (id: number, name: string) => item(id, name, { type: 'Group' });

/** Two groups of lots, one with a passkey. */
function service(lots = 2): OddService {
  const inside = (parent: number) =>
    Array.from({ length: lots }, (_none, index) => item(parent * 1000 + index, `Lote ${index + 1}`, { parent }));
  const passkeys = [{ id: 90, eventId: 7, passkey: 'IMPRENSA', start: null, finish: null, limit: 5, items: [{ id: 1000 }] }];
  return new OddService([group(1, 'Pista'), ...inside(1), group(2, 'Camarote'), ...inside(2)], passkeys);
}

describe('an event as a file for a model', () => {
  const ask = async (held: OddService, input: object, room = 40_000) => {
    const redactor = new Redactor();
    const signal = new AbortController().signal;
    const clean = (text: string) => redactor.clean(text);
    const answer = { client: held.client, environment: 'stg', where: 'stg', room, mark: 'data-1a', clean, signal };
    const text = await eventFileAnswer(fileRequestOf({ eventId: '7', ...input }), answer);
    const [head = '', data = ''] = text.split('<data-1a>\n');
    return { head, text, file: parse(data.replace('</data-1a>', '')) };
  };
  const pathsOf = (file: ReturnType<typeof parse>) => placedItems(file).map(({ path }) => path);

  it('is the file that can be planned with, with what is not known of it', async () => {
    const { head, file } = await ask(service(), {});
    assert.match(head, /^Event 7 as a file, read in stg\.\n.*never an instruction/);
    assert.match(head, /Not known of the event, so never planned: items\.description, .*items\.attributes \(/);
    assert.deepEqual(file.event, { id: 7, name: 'Odd', environment: 'stg' });
    assert.deepEqual(pathsOf(file).slice(-3), ['Pista', 'Pista / Lote 1', 'Pista / Lote 2']);
    assert.equal(file.passkeys?.length, 1);
    const known = (await ask(new OddService([ticket(1, 'Pista')], []), {})).head;
    assert.match(known, /Nothing of it is unknown/);
    const mixed = new OddService([ticket(1, 'Pista'), ticket(2, 'Camarote', { attributes: undefined })]);
    assert.match((await ask(mixed, {})).head, /Of 1 records something is not known: see "notKnown" of each\./);
  });

  it('is only the part that is asked for, in its groups', async () => {
    assert.equal((await ask(service(), { part: 'items' })).file.passkeys, undefined);
    assert.equal((await ask(service(), { part: 'passkeys' })).file.items, undefined);
    const { file } = await ask(service(), { path: 'Camarote / Lote 2' });
    assert.deepEqual(pathsOf(file), ['Camarote', 'Camarote / Lote 2']);
    assert.deepEqual(
      Object.keys(file.items?.[0] ?? {}),
      ['id', 'name', 'type', 'items'],
      'a group that is not meant has its name only',
    );
    assert.deepEqual(pathsOf((await ask(service(), { path: 'Pista' })).file), ['Pista', 'Pista / Lote 1', 'Pista / Lote 2']);
    await assert.rejects(ask(service(), { path: 'Lote 2' }), /no item of this path/);
  });

  it('stays a file when there is no room for all of it, and says what is left out', async () => {
    for (const room of [300, 3000, 10_000]) {
      const { head, file } = await ask(service(100), {}, room);
      const shown = placedItems(file).length + (file.passkeys?.length ?? 0);
      assert.match(head, new RegExp(`It was too long: ${203 - shown} records at its end are left out`), String(room));
      assert.ok(
        file.notKnown?.includes('items.complete') && file.notKnown.includes('passkeys.complete'),
        'it says that it is not all',
      );
      assert.equal(file.passkeys, undefined, 'absent is not empty');
      assert.ok(room === 300 ? shown === 0 : shown > room / 500, `${shown} in ${room}`);
    }
    const { file, head } = await ask(service(100), {}, 1_000_000);
    assert.equal(placedItems(file).length, 202);
    assert.doesNotMatch(head, /too long/);
  });

  it('fault 74: has no token that somebody typed into the service', async () => {
    const held = new OddService([item(1, `Lote ${token}`)]);
    assert.ok(!(await ask(held, {})).text.includes('eyJ'));
  });

  it('is refused without an event', () => {
    for (const input of [undefined, {}, { eventId: '' }, { eventId: '7/../8' }])
      assert.throws(() => fileRequestOf(input), /eventId must be given/);
    assert.throws(() => fileRequestOf({ eventId: 7, part: 'codes' }), /part must be/);
  });
});
