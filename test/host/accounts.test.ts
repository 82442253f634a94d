import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Accounts } from '../../src/editor/account/accounts.ts';
import { Connection } from '../../src/editor/account/connection.ts';
import { originOf, readEnvironments } from '../../src/editor/account/environments.ts';
import { Vault } from '../../src/editor/account/vault.ts';

/** The keyring that all windows share: each is told of what another has changed. */
class SharedSecrets implements vscode.SecretStorage {
  readonly #kept = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#changed.event;

  keys(): Promise<string[]> {
    return Promise.resolve([...this.#kept.keys()]);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#kept.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.#kept.set(key, value);
    return Promise.resolve(this.#changed.fire({ key }));
  }

  delete(key: string): Promise<void> {
    this.#kept.delete(key);
    return Promise.resolve(this.#changed.fire({ key }));
  }
}

describe('a sign-in in another window', () => {
  const url = 'http://127.0.0.1:9';
  const [environment] = readEnvironments({ stg: { eventUrl: url, ticketUrl: url } }).environments;
  assert.ok(environment);
  const secrets = new SharedSecrets();
  const service = { address: undefined, onDidChange: new vscode.EventEmitter<void>().event };
  const accounts = new Accounts(secrets, service, () => [environment]);
  const connection = new Connection(environment, () => Promise.resolve(accounts), undefined as never);
  const otherWindow = new Vault(secrets, (error) => assert.ifError(error));
  const told: string[] = [];
  accounts.onDidChange((name) => told.push(name));
  after(() => accounts.dispose());

  it('is seen here, though here nobody was signed in a moment ago', async () => {
    assert.equal(await connection.access(), 'some');
    await otherWindow.write('stg', 'ticket', originOf(environment, 'ticket'), { token: 'new' });
    assert.deepEqual(told, ['stg']);
    assert.equal(await accounts.tokenFor(environment, 'ticket'), 'new');
    assert.equal(await connection.access(), 'all');
    assert.deepEqual(
      (await accounts.getSessions()).map(({ id }) => id),
      ['stg'],
    );
  });

  it('and so is a sign-out', async () => {
    await otherWindow.forget('stg');
    assert.equal(await accounts.tokenFor(environment, 'ticket'), undefined);
    assert.equal(await connection.access(), 'some');
  });
});
