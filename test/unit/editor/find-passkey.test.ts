import assert from 'node:assert/strict';
import { newLearned } from '../../../src/client/index.ts';
import type { Connection } from '../../../src/editor/account/connection.ts';
import { findPasskey } from '../../../src/editor/reading/reads.ts';

describe('a passkey that is looked for before it is created', () => {
  /** `search`: what a service does with the query `term`. */
  function place(search: (codes: readonly string[], term: string) => readonly string[]) {
    const codes = ['VIP-1', 'VIP-2', 'PRESS'];
    const asked: (string | undefined)[] = [];
    const readAny = (_: string, { query: { term } }: { query: { term?: string } }) => {
      asked.push(term);
      const found = term === undefined ? codes : search(codes, term);
      return Promise.resolve({ data: found.map((passkey, id) => ({ id, passkey, eventId: 7 })), total: found.length });
    };
    const connection = { environment: { name: 'stg', dialect: {} }, learned: newLearned, readAny };
    const find = (passkey: string) => findPasskey(connection as unknown as Connection, '7', passkey);
    return { find, terms: () => new Set(asked) };
  }

  it('fault 86: is not missing because a search finds nothing', async () => {
    for (const search of [() => [], (codes: readonly string[]) => codes.slice(0, 1), (codes: readonly string[]) => codes]) {
      const { find, terms } = place(search);
      assert.equal((await find('PRESS')).record?.passkey, 'PRESS');
      assert.deepEqual(await find('NEW'), {});
      assert.deepEqual(terms(), new Set([undefined]));
    }
  });
});
