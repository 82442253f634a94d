import assert from 'node:assert/strict';
import { keyOf, Vault, type Secrets } from '../../../src/editor/account/vault.ts';

/** A keyring that counts, and fails on demand. */
class Keyring implements Secrets {
  readonly kept = new Map<string, string>();
  reads = 0;
  broken = false;

  async get(key: string): Promise<string | undefined> {
    this.reads++;
    await this.#fail();
    return this.kept.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    await this.#fail();
    this.kept.set(key, value);
  }

  async delete(key: string): Promise<void> {
    await this.#fail();
    this.kept.delete(key);
  }

  #fail(): Promise<void> {
    return this.broken ? Promise.reject(new Error('The keyring is locked.')) : Promise.resolve();
  }
}

const origin = 'https://tickets.example';

function vaultOn(keyring: Keyring): { vault: Vault; failures: unknown[] } {
  const failures: unknown[] = [];
  return { vault: new Vault(keyring, (error) => failures.push(error)), failures };
}

describe('the vault', () => {
  it('gives back what was written, in another window too', async () => {
    const keyring = new Keyring();
    await vaultOn(keyring).vault.write('stg', 'ticket', origin, { token: 'one' });
    assert.equal((await vaultOn(keyring).vault.read('stg', 'ticket', origin))?.token, 'one');
  });

  it('fault 6: gives nothing to another environment, another group or another origin', async () => {
    const { vault } = vaultOn(new Keyring());
    await vault.write('stg', 'ticket', origin, { token: 'one' });
    assert.equal(await vault.read('hmla', 'ticket', origin), undefined);
    assert.equal(await vault.read('stg', 'event', origin), undefined);
    assert.equal(await vault.read('stg', 'ticket', 'https://tickets.example:8443'), undefined);
    assert.equal(await vault.read('stg', 'ticket', 'https://evil.example'), undefined);
  });

  it('keeps the groups apart under one environment', async () => {
    const { vault } = vaultOn(new Keyring());
    await vault.write('stg', 'ticket', origin, { token: 'one' });
    await vault.write('stg', 'event', 'https://events.example', { values: { apikey: 'k' } });
    assert.equal((await vault.read('stg', 'ticket', origin))?.token, 'one');
    assert.deepEqual((await vault.read('stg', 'event', 'https://events.example'))?.values, { apikey: 'k' });
  });

  it('asks the keyring once, and again after another window has changed it', async () => {
    const keyring = new Keyring();
    const { vault } = vaultOn(keyring);
    await Promise.all([1, 2, 3].map(() => vault.read('stg', 'ticket', origin)));
    assert.equal(keyring.reads, 1);
    await vaultOn(keyring).vault.write('stg', 'ticket', origin, { token: 'two' });
    assert.equal(await vault.noteChange(keyOf('stg')), 'stg');
    assert.equal((await vault.read('stg', 'ticket', origin))?.token, 'two');
    assert.equal(await vault.noteChange('somebody else'), undefined);
  });

  it('does not give what was kept before to who reads while a change is looked at', async () => {
    const keyring = new Keyring();
    const { vault } = vaultOn(keyring);
    await vault.write('stg', 'ticket', origin, { token: 'one' });
    await vaultOn(keyring).vault.forget('stg');
    const noted = vault.noteChange(keyOf('stg'));
    assert.equal(await vault.read('stg', 'ticket', origin), undefined);
    assert.equal(await noted, 'stg');
  });

  it('has another generation after each change of what is kept, here and in another window, and after nothing else', async () => {
    const keyring = new Keyring();
    const { vault } = vaultOn(keyring);
    const generations = [vault.generationOf('stg')];
    const look = () => generations.push(vault.generationOf('stg'));
    await vault.read('stg', 'ticket', origin);
    look();
    await vault.write('stg', 'ticket', origin, { token: 'one' });
    look();
    assert.equal(await vault.noteChange(keyOf('stg')), undefined, 'VS Code tells the window that wrote it as well');
    await vault.write('stg', 'ticket', origin, { token: 'one' });
    look();
    await vaultOn(keyring).vault.write('stg', 'event', origin, { values: { key: 'two' } });
    await vault.noteChange(keyOf('stg'));
    look();
    await vault.forget('stg');
    look();
    keyring.broken = true;
    await vault.write('stg', 'ticket', origin, { token: 'three' });
    look();
    assert.deepEqual(generations, [0, 0, 1, 1, 2, 3, 4]);
    assert.equal(vault.generationOf('hmla'), 0);
  });

  it('forgets everything of an environment', async () => {
    const keyring = new Keyring();
    const { vault } = vaultOn(keyring);
    await vault.write('stg', 'ticket', origin, { token: 'one' });
    await vault.forget('stg');
    assert.equal(await vault.read('stg', 'ticket', origin), undefined);
    assert.equal(keyring.kept.size, 0);
  });

  it('fault 10: a keyring that cannot store keeps the sign-in in memory, says so, and writes nothing', async () => {
    const keyring = new Keyring();
    const { vault, failures } = vaultOn(keyring);
    keyring.broken = true;
    await vault.write('stg', 'ticket', origin, { token: 'one' });
    assert.equal((await vault.read('stg', 'ticket', origin))?.token, 'one');
    assert.ok(failures.length > 0);
    assert.equal(keyring.kept.size, 0);
    keyring.broken = false;
    await vault.forget('stg');
    assert.equal(await vault.read('stg', 'ticket', origin), undefined);
  });

  it('fault 10: a keyring that cannot be read is asked again later', async () => {
    const keyring = new Keyring();
    const { vault, failures } = vaultOn(keyring);
    await vaultOn(keyring).vault.write('stg', 'ticket', origin, { token: 'one' });
    keyring.broken = true;
    assert.equal(await vault.read('stg', 'ticket', origin), undefined);
    assert.equal(failures.length, 1);
    keyring.broken = false;
    assert.equal((await vault.read('stg', 'ticket', origin))?.token, 'one');
  });

  it('fault 10: a sign-out that the keyring refuses is not said to have worked, and the token is no longer used', async () => {
    const keyring = new Keyring();
    const { vault } = vaultOn(keyring);
    await vault.write('stg', 'ticket', origin, { token: 'one' });
    keyring.broken = true;
    await assert.rejects(vault.forget('stg'));
    assert.equal(await vault.read('stg', 'ticket', origin), undefined);
  });

  for (const text of ['', '{', 'null', '[]', '"token"']) {
    it(`what somebody else stored (${text || 'nothing'}) is no sign-in`, async () => {
      const keyring = new Keyring();
      keyring.kept.set(keyOf('stg'), text);
      assert.equal(await vaultOn(keyring).vault.read('stg', 'ticket', origin), undefined);
    });
  }
});
