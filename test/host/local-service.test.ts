import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Address {
  eventUrl: string;
  ticketUrl: string;
}

const start = () => vscode.commands.executeCommand<Address>('boxOffice.startLocalService');

describe('the local service in the editor', () => {
  afterEach(() => vscode.commands.executeCommand('boxOffice.stopLocalService'));

  it('starts with sample data, answers, and ends when it is stopped', async () => {
    const { eventUrl, ticketUrl } = await start();
    const home = (await (await fetch(`${eventUrl}/home/sections`)).json()) as { responseData: unknown[] };
    assert.ok(home.responseData.length > 0);
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

  it('fault 11: gives nobody its token', async () => {
    assert.deepEqual(Object.keys(await start()).sort(), ['eventUrl', 'ticketUrl']);
  });
});
