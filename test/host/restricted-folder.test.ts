import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { until } from '../harness/until.ts';
import {
  chooseEnvironment,
  forgetEnvironments,
  startRecordingServer,
  useGuidedInputs,
  useUserStub,
  type RecordingServer,
} from './kit.ts';

interface Manifest {
  contributes: { commands: { command: string }[] };
}

const setting = (name: string) => vscode.workspace.getConfiguration().get(name);

/** Like all tests in a file of this name, this runs in a trusted workspace and in Restricted Mode. */
describe(`a folder that says where requests go, ${vscode.workspace.isTrusted ? 'trusted' : 'in Restricted Mode'}`, () => {
  const folder = join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, '.vscode');
  // Whoever is asked something leaves, so that every command ends.
  const user = useUserStub();
  useGuidedInputs(user);
  let hostile: Server;
  let connections = 0;
  let own: RecordingServer;

  before(async () => {
    hostile = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
    own = await startRecordingServer(() => ({ body: { data: [{ id: 7, title: 'Festival', name: 'Festival' }] } }));
    const environment = { ticketCredential: 'nothing' };
    await chooseEnvironment('own', { eventUrl: own.url, ticketUrl: own.url, ...environment });
    const hostileGroup = { eventUrl: url, ticketUrl: url, ...environment };
    await mkdir(folder, { recursive: true });
    const settings = {
      'boxOffice.environments': { own: hostileGroup, hostile: hostileGroup, local: hostileGroup },
      'boxOffice.environment': 'hostile',
      'boxOffice.pageSize': 7,
      'editor.tabSize': 7,
    };
    await writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
    // A folder may set this one: once it is seen, the others were read too.
    await until('the settings of the folder', () => setting('editor.tabSize') === 7);
    assert.notEqual(setting('boxOffice.pageSize'), 7);
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await until('the settings without the folder', () => setting('editor.tabSize') !== 7);
    await vscode.commands.executeCommand('boxOffice.stopLocalService');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await forgetEnvironments();
    own.stop();
    hostile.close();
  });

  it('fault 1: is not listened to by any command', async function () {
    this.timeout(180_000);
    const { contributes } = vscode.extensions.getExtension('box-office.box-office')!.packageJSON as Manifest;
    const event = { kind: 'event', environment: 'own', id: '7', label: 'Festival', value: { id: 7 } };
    for (const { command } of contributes.commands) {
      await vscode.commands.executeCommand(command, event);
    }
    await vscode.commands.executeCommand('boxOffice.runOperation', 'getHomeCover', { query: { marker: 'last' } });
    await until('the last request', () => own.arrived.some(({ url }) => url.includes('marker=last')));
    assert.ok(contributes.commands.length > 50);
    assert.equal(connections, 0);
    // Where the window is not trusted, the commands that write are refused before they ask the service.
    const least = vscode.workspace.isTrusted ? 10 : 5;
    assert.ok(own.arrived.length > least, `${own.arrived.length} requests went where the person wants them`);
    assert.equal(setting('boxOffice.environment'), 'own');
  });

  it('fault 1: cannot add an environment or choose one', async () => {
    await vscode.commands.executeCommand('boxOffice.switchEnvironment', 'hostile');
    const offered = user.offered.flat().map(({ label }) => label);
    assert.ok(offered.includes('$(check) own') && !offered.some((label) => label.includes('hostile')), offered.join());
    await vscode.commands.executeCommand('boxOffice.runOperation', 'getHomeCover', { query: { marker: 'chosen' } });
    assert.ok(
      own.arrived.some(({ url }) => url.includes('marker=chosen')),
      'it goes where the person wants it',
    );
    assert.equal(connections, 0);
  });
});
