import assert from 'node:assert/strict';
import { Receiver, type PageContent } from '../../../src/editor/pages/receiver.ts';
import { passkeyContract, type PasskeyContract } from '../../../src/protocol/passkey.ts';

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
      items: note('items', { rows: [], isWhole: true }),
      keepDraft: note('keepDraft', null),
      dropDraft: note('dropDraft', undefined),
      restoreDraft: note('restoreDraft', null),
      save: note('save', { kind: 'problems' as const, problems: [] }),
      createAnother: note('createAnother', null),
      createMany: note('createMany', null),
      run: note('run', null),
    },
  };
  const receiver = new Receiver(content, {
    post: (message) => Promise.resolve(posted.push(message)),
    warn: () => undefined,
    error: () => undefined,
    l10n: () => ({ l10n: {}, language: 'en' }),
    isCancel: () => false,
    help: () => undefined,
    open: () => undefined,
    unknownRequest: 'unknown',
  });
  return { receiver, calls, posted };
}

describe('what a page says to the editor', () => {
  it('runs one save at a time, and gives each asker its answer', async () => {
    const { receiver, calls, posted } = counting();
    const save = (id: number) =>
      receiver.receive({ kind: 'request', id, name: 'save', payload: { edits: [], isResolved: false } });
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

  it('answers with null where a request has no result, whatever its handler gives', async () => {
    const { receiver, posted } = counting();
    await receiver.receive({ kind: 'request', id: 1, name: 'dropDraft', payload: null });
    assert.deepEqual(posted, [{ kind: 'reply', id: 1, result: null }]);
  });
});
