import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Accounts } from '../../src/editor/account/accounts.ts';
import { Connection } from '../../src/editor/account/connection.ts';
import { originOf, readEnvironments } from '../../src/editor/account/environments.ts';
import { Vault } from '../../src/editor/account/vault.ts';

const log = vscode.window.createOutputChannel('accounts', { log: true });

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
  const accounts = new Accounts(secrets, service, log);
  const connection = new Connection(environment, accounts, undefined as never);
  const otherWindow = new Vault(secrets, (error) => assert.ifError(error));
  const told: string[] = [];
  accounts.onDidChange((name) => told.push(name));
  after(() => accounts.dispose());

  it('is seen here, though here nobody was signed in a moment ago', async () => {
    await otherWindow.forget('stg');
    assert.equal(await connection.access(), 'some');
    told.length = 0;
    await otherWindow.write('stg', 'ticket', originOf(environment, 'ticket'), { token: 'new' });
    assert.equal(await accounts.tokenFor(environment, 'ticket'), 'new');
    assert.deepEqual(told, ['stg']);
    assert.equal(await connection.access(), 'all');
  });

  it('is seen here to end, too', async () => {
    await otherWindow.write('stg', 'ticket', originOf(environment, 'ticket'), { token: 'new' });
    assert.equal(await accounts.tokenFor(environment, 'ticket'), 'new');
    await otherWindow.forget('stg');
    assert.equal(await accounts.tokenFor(environment, 'ticket'), undefined);
    assert.equal(await connection.access(), 'some');
  });
});

describe('a sign-in of nothing but values in the query', () => {
  const url = 'http://127.0.0.1:9';
  const settings = { eventUrl: url, ticketUrl: url, eventCredential: ['key'], ticketCredential: 'nothing' };
  const [environment] = readEnvironments({ keyed: settings }).environments;
  assert.ok(environment);
  const service = { address: undefined, onDidChange: new vscode.EventEmitter<void>().event };
  let secrets: SharedSecrets;
  let accounts: Accounts;
  const show = vscode.window.showWarningMessage;
  const said: string[] = [];
  const answer = (message: string) => Promise.resolve(void said.push(message));
  before(() => Object.assign(vscode.window, { showWarningMessage: answer }));
  beforeEach(() => {
    said.length = 0;
    secrets = new SharedSecrets();
    accounts = new Accounts(secrets, service, log);
  });
  afterEach(() => accounts.dispose());
  after(() => Object.assign(vscode.window, { showWarningMessage: show }));

  it('is not offered anew in the background where there never was one', async () => {
    await accounts.signInAgain(environment, 'event', false);
    assert.deepEqual(said, []);
  });

  it('is offered anew once when the service refuses it in the background', async () => {
    const kept = new Vault(secrets, (error) => assert.ifError(error));
    await kept.write('keyed', 'event', originOf(environment, 'event'), { values: { key: 'old' } });
    await Promise.all([accounts.signInAgain(environment, 'event', false), accounts.signInAgain(environment, 'event', false)]);
    await accounts.signInAgain(environment, 'event', false);
    assert.deepEqual(said, ['The event group of keyed refused the key (sent as the query parameter key).']);
  });
});
