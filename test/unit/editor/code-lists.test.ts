import assert from 'node:assert/strict';
import { newLearned } from '../../../src/client/index.ts';
import type { Connection } from '../../../src/editor/account/connection.ts';
import { codesOfEvent, ticketsOfEvent } from '../../../src/editor/operations/codes.ts';
import { codeLists } from '../../../src/editor/reading/reads.ts';

describe('the codes of an event', () => {
  const lists = (codes: readonly object[]) => {
    const replies: Readonly<Record<string, unknown>> = {
      listItems: { data: [{ id: 1, name: 'Floor', eventId: 7 }], total: 1 },
      listCodes: { data: codes, total: codes.length },
    };
    const connection = {
      environment: { name: 'stg', dialect: {} },
      learned: newLearned,
      readAny: (operation: string) => Promise.resolve(replies[operation]),
    };
    return codeLists(connection as unknown as Connection, '7', {});
  };

  it('fault 82: has none that names another event, in whatever list it stands', async () => {
    const codes = [
      { id: 1, code: 'A', eventId: 7 },
      { id: 2, code: 'B', eventId: 8 },
      { id: 3, code: 'C' },
    ];
    const found = await codesOfEvent(lists(codes), { dialect: {} });
    assert.deepEqual(
      found.map(({ name }) => name),
      ['A', 'C'],
    );
    const [ticket] = await ticketsOfEvent(lists(codes), { dialect: {} });
    assert.equal(ticket?.count, 2);
  });

  it('has no ids where the service shows none: the text of a code may be the id of another', async () => {
    const codes = [{ code: '1' }, { code: '2' }];
    await assert.rejects(codesOfEvent(lists(codes), { dialect: {}, itemId: '1' }), /gives no ids for the codes of Floor/);
    assert.equal((await codesOfEvent(lists(codes), { dialect: {} })).length, 2);
  });
});
