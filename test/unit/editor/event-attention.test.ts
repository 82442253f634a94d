import assert from 'node:assert/strict';
import { ApiError, readList, type Row } from '../../../src/client/index.ts';
import { inEnglish } from '../../../src/client/l10n.ts';
import type { Connection } from '../../../src/editor/account/connection.ts';
import type { EventResource } from '../../../src/editor/platform/resources.ts';
import { Formats } from '../../../src/editor/reading/formats.ts';
import { lookAtEvents } from '../../../src/editor/reports/event-attention.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const tools = {
  t: (message: string | { message: string }, ...values: (string | number)[]) =>
    inEnglish(typeof message === 'string' ? message : message.message, ...values),
  formats: new Formats({ language: 'en', currency: 'BRL', timeZone: 'UTC', now: () => now }),
};
const connection = { environment: { name: 'stg', dialect: {} } } as Connection;
const event = (id: string): EventResource => ({ kind: 'event', environment: 'stg', id, label: `Event ${id}`, value: undefined });

interface Lists {
  readonly items?: readonly object[];
  readonly passkeys?: readonly object[];
}

/** What is said of one event with these rows. */
async function lookAt(lists: Lists, isWhole = true) {
  const rows = (list: 'items' | 'passkeys'): readonly Row[] => readList(lists[list] ?? []).rows;
  const looked = await lookAtEvents(
    connection,
    [event('1')],
    true,
    (_, list) => Promise.resolve({ rows: rows(list), isWhole }),
    tools,
    now,
  );
  return {
    ...looked,
    said: looked.concerns.map(({ what, label, detail }) => [what, label, detail.replaceAll('\u202f', ' ')].join(' | ')),
  };
}

const lot = (id: number, name: string, start: string, finish: string, more: object = {}) => ({
  id,
  name,
  value: { price: 100 },
  salePeriods: [{ start: `2026-${start} 00:00:00`, finish: `2026-${finish} 23:59:59`, available: 500 }],
  ...more,
});

describe('what needs attention in pinned events', () => {
  it('is said of each item, under its group, with what it is noticed by', async () => {
    const few = { salePeriods: [{ start: '2026-03-01', finish: '2026-04-01', available: 3 }] };
    const items = [
      { id: 9, name: 'Pista', type: 'group', children: [1, 2] },
      lot(1, '1º lote', '03-01', '03-12'),
      lot(2, '2º lote', '03-15', '04-01'),
      lot(3, 'Camarote', '03-01', '04-01', { ...few, quantity: 40 }),
      lot(4, 'Imprensa', '03-01', '04-01', { hidden: true }),
      lot(5, 'Meia', '03-01', '04-01'),
    ];
    assert.deepEqual((await lookAt({ items })).said, [
      'almost sold out | Camarote | 3 of 40 left',
      'hidden but on sale | Imprensa | until Apr 1, 11:59 PM',
      'sale ends soon | Pista › 1º lote | until Mar 12, 11:59 PM',
      'gap between lots | Pista › 2º lote | Mar 12, 11:59 PM to Mar 15, 12:00 AM',
    ]);
  });

  it('is nothing that is hidden on purpose: what a passkey opens, itself or with its group, and what is given away', async () => {
    const hidden = (id: number, name: string, more: object = {}) => lot(id, name, '03-01', '04-01', { hidden: true, ...more });
    const items = [
      { id: 9, name: 'Convidados', type: 'group', children: [2] },
      hidden(1, 'Imprensa'),
      hidden(2, 'Amigos'),
      hidden(3, 'Cortesia', { value: { price: 0 } }),
      hidden(4, 'Forgotten'),
    ];
    const passkeys = [{ id: 1, passkey: 'PRESS', itemIds: [1, 9] }];
    const forgotten = ['hidden but on sale | Forgotten | until Apr 1, 11:59 PM'];
    assert.deepEqual((await lookAt({ items, passkeys })).said, forgotten);
    // Nobody knows what the other passkeys open.
    assert.deepEqual((await lookAt({ items, passkeys }, false)).said, []);
    assert.deepEqual((await lookAt({ items, passkeys: [...passkeys, { id: 2, passkey: 'VIP' }] })).said, []);
  });

  it('is no gap between lots where not all of them were read: another may be sold in between', async () => {
    const items = [
      { id: 9, name: 'Pista', type: 'group', children: [1, 2] },
      lot(1, '1º lote', '03-01', '03-20'),
      lot(2, '2º lote', '03-25', '04-01'),
    ];
    assert.match((await lookAt({ items })).said.join(), /^gap between lots/);
    assert.deepEqual((await lookAt({ items }, false)).said, []);
  });

  it('takes items that stand in no group for no lots of one thing', async () => {
    const items = [lot(1, 'Sexta', '03-01', '03-20'), lot(2, 'Sábado', '03-25', '04-01')];
    assert.deepEqual((await lookAt({ items })).said, []);
  });

  it('is said of nothing of which the service shows too little', async () => {
    const items = [
      { id: 1, name: 'Pista' },
      { id: 2, name: 'Camarote', hidden: true, salePeriods: [{}] },
    ];
    assert.deepEqual((await lookAt({ items, passkeys: [{ id: 1, passkey: 'VIP' }] })).said, []);
  });

  it('names passkeys that have expired, and counts them where they are many', async () => {
    const expired = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: index + 1, passkey: `P${index + 1}`, finish: '2026-03-02' }));
    const some = await lookAt({ passkeys: [...expired(3), { id: 9, passkey: 'LATER', finish: '2026-03-10' }] });
    assert.deepEqual(
      some.said,
      ['P1', 'P2', 'P3'].map((name) => `passkey expired | ${name} | Mar 2`),
    );
    assert.deepEqual(
      some.concerns.map(({ resource }) => resource.kind),
      ['passkey', 'passkey', 'passkey'],
    );
    const many = await lookAt({ passkeys: expired(4) });
    assert.deepEqual(many.said, ['passkey expired | 4 passkeys | ']);
    assert.equal(many.concerns[0]?.resource.kind, 'event');
  });

  it('says when only the first rows were looked at, and the first events', async () => {
    const { notes } = await lookAt({ items: [lot(1, 'Pista', '03-01', '04-01')] }, false);
    assert.deepEqual(notes, [
      'Items of Event 1 that were looked at: 1. There may be more.',
      'Passkeys of Event 1 that were looked at: 0. There may be more.',
    ]);
    const others = Array.from({ length: 30 }, (_, index) => event(String(index)));
    const asked = new Set<string>();
    const looked = await lookAtEvents(
      connection,
      others,
      false,
      ({ id }) => Promise.resolve({ rows: [], isWhole: asked.add(id).size > 0 }),
      tools,
      now,
    );
    assert.equal(asked.size, 25);
    assert.deepEqual(looked.notes, ['Only the first 25 of the other pinned events were looked at.']);
  });

  it('is said of the event of the page without its name, and of others with theirs', async () => {
    const { rows } = readList([{ id: 1, passkey: 'PRESS', finish: '2026-03-02' }]);
    const read = (_: EventResource, list: string) => Promise.resolve({ rows: list === 'items' ? [] : rows, isWhole: true });
    const namesOf = async (events: readonly EventResource[], isOwn: boolean) =>
      (await lookAtEvents(connection, events, isOwn, read, tools, now)).concerns.map((concern) => concern.event);
    assert.deepEqual(await namesOf([event('2')], true), [undefined]);
    assert.deepEqual(await namesOf([event('1'), event('3')], false), ['Event 1', 'Event 3']);
  });

  it('is read with at most four requests at once', async () => {
    let [running, most] = [0, 0];
    const read = async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return { rows: [], isWhole: true };
    };
    await lookAtEvents(connection, ['1', '2', '3', '4', '5'].map(event), false, read, tools, now);
    assert.equal(most, 4);
  });

  it('says what could not be read, the same reason once, and goes on with the others; one sign-in is asked for in one place', async () => {
    const failing = (kind: 'server' | 'unauthorized') => (one: EventResource, list: string) =>
      one.id === '1' || (one.id === '3' && list === 'items')
        ? Promise.reject(new ApiError(`It failed at ${list}.`, { kind, operation: 'listItems' }))
        : Promise.resolve({ rows: readList([{ id: 1, passkey: 'VIP', finish: '2026-03-02' }]).rows, isWhole: true });
    const look = (events: readonly string[], isOwn: boolean, kind: 'server' | 'unauthorized' = 'server') =>
      lookAtEvents(connection, events.map(event), isOwn, failing(kind), tools, now);
    const looked = await look(['1', '2', '3'], false);
    assert.deepEqual(looked.unread, ['Could not be read: Event 1, items of Event 3. It failed at items.']);
    assert.deepEqual(
      looked.concerns.map((each) => each.event),
      ['Event 2', 'Event 3'],
    );
    await assert.rejects(look(['1', '2'], false, 'unauthorized'), /It failed/);
    // The lists of the page itself say why.
    const [both] = (await look(['1'], true)).unread;
    const [items] = (await look(['3'], true)).unread;
    assert.match(both ?? '', /^The items and the passkeys could not be read: /);
    assert.match(items ?? '', /^The items could not be read: /);
  });

  it('names passkeys that open nothing, unless they are of no use anyway, or nobody knows what they open', async () => {
    const passkey = (id: number, more: object = {}) => ({ id, passkey: `P${id}`, itemIds: [], finish: '2026-04-01', ...more });
    const passkeys = [
      passkey(1),
      passkey(2, { itemIds: [7] }),
      passkey(3, { itemIds: undefined }),
      passkey(4, { finish: '2026-03-02' }),
      passkey(5, { status: 'cancelled' }),
    ];
    assert.deepEqual((await lookAt({ passkeys })).said, [
      'passkey expired | P4 | Mar 2',
      'passkey opens nothing | P1 | until Apr 1',
    ]);
    const many = await lookAt({ passkeys: [1, 2, 3, 4].map((id) => passkey(id)) });
    assert.deepEqual(many.said, ['passkey opens nothing | 4 passkeys | ']);
  });
});
