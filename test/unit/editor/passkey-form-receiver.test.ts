import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Receiver, type PageContent } from '../../../src/editor/forms/receiver.ts';
import { passkeyContract, type PasskeyContract } from '../../../src/protocol/passkey.ts';

const none = { passkey: '', start: '', finish: '', itemIds: [] };

/** A page's editor side that only counts. */
function counting() {
  const calls: string[] = [];
  const posted: unknown[] = [];
  const note =
    <T>(name: string, result: T) =>
    (payload: unknown) => {
      calls.push(`${name} ${JSON.stringify(payload)}`);
      return Promise.resolve(result);
    };
  const content: PageContent<PasskeyContract> = {
    contract: passkeyContract,
    init: () => {
      calls.push('init');
      return Promise.resolve({} as never);
    },
    handlers: {
      items: note('items', []),
      keepDraft: note('keepDraft', null),
      dropDraft: note('dropDraft', null),
      restoreDraft: note('restoreDraft', null),
      save: note('save', { kind: 'problems' as const, problems: [] }),
      takeTheirs: note('takeTheirs', none),
      openCreated: note('openCreated', null),
    },
  };
  const receiver = new Receiver(content, {
    post: (message) => Promise.resolve(posted.push(message)),
    warn: () => undefined,
    error: () => undefined,
    words: () => ({ words: {}, language: 'en' }),
    isCancel: () => false,
    unknownRequest: 'unknown',
  });
  return { receiver, calls, posted };
}

/** The same numbers each time. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

function fuzzed(roll: (below: number) => number, depth = 0): unknown {
  const words = [
    'ready',
    'request',
    'save',
    'keepDraft',
    '__proto__',
    'constructor',
    'toString',
    'init',
    'items',
    'executeCommand',
    '',
  ];
  const word = () => words[roll(words.length)] ?? '';
  switch (roll(depth > 2 ? 6 : 9)) {
    case 0:
      return word();
    case 1:
      return roll(10) - 3;
    case 2:
      return null;
    case 3:
      return undefined;
    case 4:
      return roll(2) === 0;
    case 5:
      return roll(1000) / 7;
    case 6:
      return Array.from({ length: roll(4) }, () => fuzzed(roll, depth + 1));
    case 7:
      return { kind: word(), id: roll(5), name: word(), payload: fuzzed(roll, depth + 1) };
    default:
      return Object.fromEntries(Array.from({ length: roll(5) }, () => [word(), fuzzed(roll, depth + 1)]));
  }
}

describe('what a page says to the editor', () => {
  it('fault 13: 10,000 fuzzed messages cause no call that the contract does not name', async () => {
    const { receiver, calls } = counting();
    const roll = dice(13);
    let allowed = 0;
    for (let count = 0; count < 10_000; count++) {
      const message = fuzzed(roll);
      allowed += Number(isAllowed(message));
      await receiver.receive(message);
    }
    assert.equal(calls.length, allowed);
    for (const call of calls)
      assert.match(call, /^(init|items \{"isAsked":(true|false)\}|(dropDraft|takeTheirs|openCreated) null)$/);
  });

  it('runs one save at a time, and gives each asker its answer', async () => {
    const { receiver, calls, posted } = counting();
    const save = (id: number) =>
      receiver.receive({ kind: 'request', id, name: 'save', payload: { fields: none, isResolved: false } });
    await Promise.all([save(1), save(2)]);
    assert.equal(calls.length, 1);
    assert.deepEqual(
      posted.map((message) => (message as { id: number }).id),
      [1, 2],
    );
  });

  it('reads once for a page that asks impatiently', async () => {
    const { receiver, calls, posted } = counting();
    await Promise.all([receiver.receive({ kind: 'ready' }), receiver.receive({ kind: 'ready' })]);
    assert.deepEqual([calls, posted.length], [['init'], 1]);
  });
});

/** Written apart from the code under test: the very messages that may do something. */
function isAllowed(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return false;
  const { kind, id, name, payload } = message as Record<string, unknown>;
  if (kind === 'ready') return Object.keys(message).length === 1;
  if (kind !== 'request' || typeof id !== 'number' || !Number.isInteger(id) || id < 1 || typeof name !== 'string') return false;
  if (Object.keys(message).some((key) => !['kind', 'id', 'name', 'payload'].includes(key)) || !('payload' in message))
    return false;
  const schema = Object.hasOwn(passkeyContract.requests, name) ? passkeyContract.requests[name as 'items'].payload : undefined;
  return schema !== undefined && v.is(schema, payload);
}
