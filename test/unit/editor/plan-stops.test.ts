import { startEditor, stopEditor } from './stand-in.ts';
import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/index.ts';
import { planChanges, readEvent, type EventFile, type ReadEvent } from '../../../src/plans/index.ts';
import { dialect, environment, now, OddService, ticket } from '../plans/odd-service.ts';

describe('what prevents a plan for an event that was not read as a whole', () => {
  let editor: Awaited<ReturnType<typeof startEditor>>;
  before(async () => (editor = await startEditor()));
  after(() => stopEditor(editor));

  /** Its lists say that there is one more than they show. */
  async function shortEvent(): Promise<ReadEvent> {
    const { client } = new OddService(
      [ticket(1, 'A')],
      [{ id: 7, passkey: 'P', itemIds: [], start: null, finish: null, limit: null }],
    );
    const call = (async (operation: string, ...rest: never[]) => {
      const reply = await (client.call as (...all: unknown[]) => Promise<Record<string, unknown>>)(operation, ...rest);
      return operation.startsWith('list') ? { ...reply, total: 2 } : reply;
    }) as Client['call'];
    const there = await readEvent({ dialect, call }, 1, { environment });
    assert.deepEqual(there.notKnown, ['items.complete', 'passkeys.complete']);
    return there;
  }

  /** What the page says when these are left out. */
  async function stopsWithout(...leftOut: string[]): Promise<string[]> {
    const { plannedState } = await import('../../../src/editor/plans/planned-view.ts');
    const { PlanWords } = await import('../../../src/editor/reading/plan-words.ts');
    const there = await shortEvent();
    const [item] = there.items ?? [];
    const wanted: EventFile = {
      ...there,
      items: [{ ...item, name: 'A', description: 'Changed' }, { name: 'B' }, { name: 'C' }],
      passkeys: [...(there.passkeys ?? []), { passkey: 'NEW' }],
    };
    const planned = planChanges(wanted, there, { now });
    const choices = { leftOut, remove: [], byHand: [] };
    const words = new PlanWords({ currency: 'BRL', dialect });
    const { stops, counted } = plannedState(planned, there, wanted, choices, new Map(), words);
    assert.ok(
      counted.some(({ path, state }) => path === 'A' && state === 'changed'),
      'the rest of the plan stays',
    );
    return stops.map(({ text }) => /all (\w+) of the event/.exec(text)?.[1] ?? text);
  }

  it('is that a new record may be there already, while any new one of its kind is meant', async () => {
    assert.deepEqual(await stopsWithout(), ['items', 'passkeys']);
    assert.deepEqual(await stopsWithout('items[1]'), ['items', 'passkeys']);
  });

  it('goes away when all new ones are left out, each kind by itself', async () => {
    assert.deepEqual(await stopsWithout('items[1]', 'items[2]'), ['passkeys']);
    assert.deepEqual(await stopsWithout('passkeys[1]'), ['items']);
    assert.deepEqual(await stopsWithout('items[1]', 'items[2]', 'passkeys[1]'), []);
  });
});
