import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import * as vscode from 'vscode';

interface Manifest {
  contributes: { commands: { command: string }[] };
}

function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension('box-office.box-office');
  assert.ok(found, 'the extension is not installed');
  return found;
}

describe('activation', () => {
  it('fault 21: opens no connection', async () => {
    const connections: unknown[] = [];
    const note = (message: unknown) => connections.push(message);
    const channels = ['net.client.socket', 'undici:request:create', 'http.client.request.start'];
    for (const channel of channels) diagnostics.subscribe(channel, note);
    assert.equal(extension().isActive, false, 'it was active before anybody asked for it');
    await extension().activate();
    for (const channel of channels) diagnostics.unsubscribe(channel, note);
    assert.deepEqual(connections, []);
  });

  it('registers every command of the manifest and no other', async () => {
    await extension().activate();
    const manifest = extension().packageJSON as Manifest;
    const contributed = manifest.contributes.commands.map(({ command }) => command);
    const ownView = /^boxOffice\.(?:events|runs)\./;
    const registered = (await vscode.commands.getCommands(true)).filter((id) => id.startsWith('boxOffice.') && !ownView.test(id));
    assert.deepEqual(registered.sort(), contributed.sort());
  });

  it('exports nothing that another extension could call', async () => {
    assert.equal(await extension().activate(), undefined);
  });
});
