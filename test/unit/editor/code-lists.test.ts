import assert from 'node:assert/strict';
import { newLearned } from '../../../src/client/index.ts';
import type { Connection } from '../../../src/editor/account/connection.ts';
import { codesOfEvent, findCodes, ticketsOfEvent } from '../../../src/editor/operations/codes.ts';
import { codeLists, pagerOf, readIn, reads, readText } from '../../../src/editor/reading/reads.ts';

describe('the codes of an event', () => {
  const connectionWith = (codes: readonly object[]) => {
    const replies: Readonly<Record<string, unknown>> = {
      listItems: { data: [{ id: 1, name: 'Floor', eventId: 7 }], total: 1 },
      listCodes: { data: codes, total: codes.length },
    };
    const connection = {
      environment: { name: 'stg', dialect: {} },
      learned: newLearned,
      readAny: (operation: string) => Promise.resolve(replies[operation]),
    };
    return connection as unknown as Connection;
  };
  const lists = (codes: readonly object[]) => codeLists(connectionWith(codes), '7', {});
  const codes = [
    { id: 1, code: 'A', eventId: 7 },
    { id: 2, code: 'B', eventId: 8 },
    { id: 3, code: 'C' },
  ];

  it('fault 82: are those of the event in the tree, in tables, in a search and in a saved file', async () => {
    const read = readIn(readText(reads.codes('1', '7')));
    assert.ok(read);
    const pager = pagerOf(connectionWith(codes), read);
    const shown: string[] = [];
    for await (const rows of pager) shown.push(...rows.map(({ id = '' }) => id));
    assert.deepEqual(shown, ['1', '3']);
    assert.ok(pager.isWhole);
  });

  it('fault 82: are deleted one by one as codes of the event that they name', async () => {
    const code = { kind: 'code', environment: 'stg', id: '2', label: 'B', value: undefined, itemId: '1', eventId: '7' } as const;
    const [found] = await findCodes([code], () => codeLists(connectionWith(codes.slice(1, 2)), '8', {}).codes('1'));
    assert.equal(found?.record.eventId, '8');
  });

  it('fault 82: has none that names another event, in whatever list it stands', async () => {
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
