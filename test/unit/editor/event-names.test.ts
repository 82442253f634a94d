import assert from 'node:assert/strict';
import { newLearned } from '../../../src/client/index.ts';
import type { Connection } from '../../../src/editor/account/connection.ts';
import { localDialect } from './dialects.ts';
import { startEditor, stopEditor } from './stand-in.ts';

/** A service with so many items, each of another one of so many events. */
function serviceOf(items: number, events: number): Connection {
  const pageOf = ({ page = 1, pageSize = 100 }: { page?: number; pageSize?: number }) => {
    const first = (page - 1) * pageSize;
    const rows = Array.from({ length: Math.max(0, Math.min(pageSize, items - first)) }, (_, index) => first + index);
    const data = rows.map((id) => ({ id: id + 1, name: 'Pista', eventId: (id % events) + 1 }));
    return { data, pagination: { page, pageSize, total: items } };
  };
  return {
    environment: { name: 'stg', dialect: localDialect },
    learned: newLearned,
    readAny: (_operation: string, { query }: { query: object }) => Promise.resolve(pageOf(query)),
    read: (_operation: string, { path: { id } }: { path: { id: string } }) => Promise.resolve({ id, title: `Event ${id}` }),
  } as unknown as Connection;
}

async function look(items: number, events: number, known: readonly string[] = []) {
  const { eventsOfItems } = await import('../../../src/editor/ask/event-names.ts');
  return eventsOfItems(serviceOf(items, events), new Set(known), new AbortController().signal);
}

describe('events that are looked for by the items of a service', () => {
  let editor: Awaited<ReturnType<typeof startEditor>>;
  before(async () => (editor = await startEditor()));
  after(() => stopEditor(editor));

  it('are all of them where they are few, and nothing is said of more', async () => {
    const { events, bound } = await look(150, 60);
    assert.deepEqual([events.length, bound], [60, undefined]);
  });

  for (const [what, items, events] of [
    ['events', 150, 61],
    ['items', 2500, 2],
  ] as const)
    it(`are not all where there are more ${what} than are looked at, which is said`, async () => {
      const { bound } = await look(items, events);
      assert.match(bound ?? '', /^More may exist: no more than 2,000 items and 60 of their events are looked at for a name\./);
    });

  it('are all where those that are known already leave no more than are looked at', async () => {
    const { events, bound } = await look(150, 61, ['1']);
    assert.deepEqual([events.length, bound], [60, undefined]);
  });
});
