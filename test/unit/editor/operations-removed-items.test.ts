import assert from 'node:assert/strict';
import { localEnvironment, readEnvironments, type Environment } from '../../../src/editor/account/environments.ts';
import { showsRemoval } from '../../../src/editor/operations/removed-items.ts';

const item = { id: 5, name: 'Pista', status: 'active', archived: false, updatedAt: '2026-01-01' };

describe('an item that can still be read after it was removed', () => {
  for (const [title, after, payload, isRemoved] of [
    ['nothing has changed', item, null, false],
    ['only a time has changed', { ...item, updatedAt: '2026-02-02' }, null, false],
    ['it is archived', { ...item, archived: true }, null, true],
    ['it says when it was deleted', { ...item, deleted_at: '2026-02-02 10:00:00' }, null, true],
    ['its state says so', { ...item, status: 'Removed' }, null, true],
    ['it has what was sent', { ...item, status: 'off' }, { status: 'off' }, true],
    ['it has something else than what was sent', { ...item, status: 'paused' }, { status: 'off' }, false],
    ['it had before what was sent', item, { status: 'active' }, false],
  ] as const)
    it(`${isRemoved ? 'is removed' : 'is still there'} where ${title}`, () => {
      assert.equal(showsRemoval(item, after, payload), isRemoved);
    });
});

describe('what removes an item', () => {
  const environment = (more: object): Environment => {
    const { environments } = readEnvironments({
      stg: { eventUrl: 'https://a.example', ticketUrl: 'https://b.example', ...more },
    });
    assert.ok(environments[0]);
    return environments[0];
  };

  it('is not known unless the environment says it', () => {
    const older = { removalPayload: { archived: true } };
    assert.equal(environment({}).dialect.removal, undefined);
    assert.deepEqual(environment(older).dialect.removal, { archived: true });
    assert.deepEqual(environment({ ...older, dialect: { removal: { status: 'off' } } }).dialect.removal, { status: 'off' });
    assert.equal(environment({ ...older, dialect: { removal: null } }).dialect.removal, null);
  });

  it('is nothing but the request for the local service', () => {
    const local = localEnvironment('Local', { eventUrl: 'http://127.0.0.1:1', ticketUrl: 'http://127.0.0.1:2' });
    assert.equal(local.dialect.removal, null);
  });
});
