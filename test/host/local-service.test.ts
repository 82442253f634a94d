import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import { until } from '../harness/until.ts';
import { useUserStub } from './kit.ts';

interface Address {
  eventUrl: string;
  ticketUrl: string;
}

const start = () => vscode.commands.executeCommand<Address>('boxOffice.startLocalService');

const answers = ({ eventUrl }: Address) =>
  fetch(`${eventUrl}/home/sections`).then(
    ({ ok }) => ok,
    () => false,
  );

describe('the local service in the editor', () => {
  const user = useUserStub();
  afterEach(() => vscode.commands.executeCommand('boxOffice.stopLocalService'));

  it('starts with sample data, answers, and ends when it is stopped', async () => {
    const { eventUrl, ticketUrl } = await start();
    const home = (await (await fetch(`${eventUrl}/home/sections`)).json()) as unknown[];
    assert.ok(home.length > 0);
    assert.equal((await fetch(`${ticketUrl}/types`)).status, 401);
    await vscode.commands.executeCommand('boxOffice.stopLocalService');
    await assert.rejects(fetch(`${eventUrl}/home/sections`));
  });

  it('starts once, however often it is asked for', async () => {
    const addresses = await Promise.all([start(), start(), start()]);
    assert.equal(new Set(addresses.map(({ eventUrl }) => eventUrl)).size, 1);
  });

  it('has the same address after a stop', async () => {
    const first = await start();
    await vscode.commands.executeCommand('boxOffice.stopLocalService');
    assert.deepEqual(await start(), first);
  });

  it('is reset after a question, and the reset can be undone', async () => {
    await start();
    const reply = async (operation: string, input: object) => {
      const uri = await vscode.commands.executeCommand<vscode.Uri>('boxOffice.runOperation', operation, input);
      return (await vscode.workspace.openTextDocument(uri)).getText();
    };
    const passkey = `RESET${Date.now()}`;
    await reply('createPasskey', { body: { eventId: 1001, passkey } });
    const isThere = async () =>
      (await reply('listPasskeys', { query: { eventId: 1001, term: passkey, at: Math.random() } })).includes(passkey);
    assert.ok(await isThere());
    const question = 'Reset the local service to its sample data?';
    await vscode.commands.executeCommand('boxOffice.resetLocalService');
    assert.ok(
      user.shown.some((text) => text.startsWith(question) && text.includes('A copy is kept')),
      user.shown.join('\n'),
    );
    assert.ok(await isThere(), 'nobody said yes');
    user.press = (message) => (message === question ? 'Reset' : undefined);
    await vscode.commands.executeCommand('boxOffice.resetLocalService');
    assert.equal(await isThere(), false);
    user.press = (message, buttons) => (message === question ? 'Reset' : buttons.find((button) => button === 'Undo'));
    await reply('createPasskey', { body: { eventId: 1001, passkey } });
    await vscode.commands.executeCommand('boxOffice.resetLocalService');
    await until('it is undone', () => user.shown.some((text) => text.startsWith('The local service has its former data again.')));
    assert.ok(await isThere());
  });

  it('says so when it ends by itself, and starts again', async function () {
    if (process.platform === 'win32') this.skip();
    const address = await start();
    user.shown.length = 0;
    let isSaid = false;
    user.press = (message, buttons) => {
      if (message !== 'The local service has ended by itself.') return undefined;
      isSaid = true;
      return buttons.find((button) => button === 'Start Again');
    };
    // It is a child of this process, as the extension is a part of it.
    execFileSync('pkill', ['-9', '-P', String(process.pid), '-f', 'service\\.cjs --data']);
    await until('it is said', () => isSaid);
    // The extension must know of it as well, or nobody stops it.
    const isKnown = () => user.shown.some((text) => text.startsWith('The local service is running'));
    await until('it answers again', async () => isKnown() && (await answers(address)));
  });

  it('fault 11: gives nobody its token', async () => {
    assert.deepEqual(Object.keys(await start()).sort(), ['eventUrl', 'ticketUrl']);
  });
});
