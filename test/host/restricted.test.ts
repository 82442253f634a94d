import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Connection } from '../../src/editor/account/connection.ts';
import { readEnvironments } from '../../src/editor/account/environments.ts';
import type { Connections } from '../../src/editor/account/index.ts';
import { Changes } from '../../src/editor/platform/changes.ts';
import type { Resource } from '../../src/editor/platform/resources.ts';

import { RunHost } from '../../src/editor/runs/run-host.ts';
import { hashText, planRun } from '../../src/runs/index.ts';

const nothing = () => Promise.resolve(undefined);

/** These run in a trusted workspace and in Restricted Mode; what a trusted one sends proves that there was something to block. */
const { isTrusted } = vscode.workspace;

describe(isTrusted ? 'writes in a trusted workspace' : 'writes in Restricted Mode', () => {
  let server: Server;
  let url = '';
  let writes: string[] = [];
  const open = () => ({ eventUrl: url, ticketUrl: url, ticketCredential: 'nothing' });

  before(async () => {
    server = createServer((request, response) => {
      if (request.method !== 'GET') writes.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'application/json').end('{"data":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await set('boxOffice.environments', { open: open() });
    await set('boxOffice.environment', 'open');
  });
  beforeEach(() => (writes = []));
  after(async () => {
    await set('boxOffice.environment', undefined);
    await set('boxOffice.environments', undefined);
    server.close();
    server.closeAllConnections();
  });

  const set = (name: string, value: unknown) =>
    vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);

  it('fault 2: an operation that writes is sent only where the workspace is trusted', async () => {
    await vscode.commands.executeCommand('boxOffice.runOperation', 'createItem', { body: { name: 'Pista' } });
    assert.deepEqual(writes, isTrusted ? ['POST /items'] : []);
  });

  it('fault 2: a tool of an agent writes only where the workspace is trusted', async () => {
    const input = { body: { name: 'Pista' } };
    const call = vscode.lm.invokeTool('box_office_create_item', { input, toolInvocationToken: undefined });
    if (isTrusted) await call;
    else await assert.rejects(Promise.resolve(call), /Restricted Mode/);
    assert.deepEqual(writes, isTrusted ? ['POST /items'] : []);
  });

  it('fault 2: a file is mended only where the workspace is trusted', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const old = vscode.Uri.joinPath(folder, 'codes-with-problems.csv');
    await vscode.commands.executeCommand('boxOffice.fixCodes', old, { fixes: 'all' });
    const names = (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
    const made = names.filter((name) => name.startsWith('codes-with-problems.fixed'));
    assert.equal(made.length, isTrusted ? 1 : 0);
    await Promise.all(made.map((name) => vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, name))));
  });

  it('fault 2: a run that was left is resumed only where the workspace is trusted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'runs-'));
    const { plan } = await planRun({
      folder,
      environment: 'open',
      origin: url,
      eventId: 7,
      eventLabel: 'Seven',
      input: { kind: 'text', sha256: hashText('A') },
      codes: ['A'],
      existing: [],
    });
    const [environment] = readEnvironments({ open: open() }).environments;
    assert.ok(environment);
    const nobody = { tokenFor: nothing, valuesFor: nothing, signInAgain: () => Promise.resolve(false) };
    const log = vscode.window.createOutputChannel('restricted', { log: true });
    const connection = new Connection(environment, () => Promise.resolve(nobody), log);
    const connections = { of: () => connection } as unknown as Connections;
    const host = new RunHost({ folder, connections, changes: new Changes() });
    const resumed = host.resume(plan.id);
    if (isTrusted) await resumed;
    else await assert.rejects(resumed, /Restricted Mode/);
    host.dispose();
    log.dispose();
    await rm(folder, { recursive: true });
    assert.equal(writes.length > 0, isTrusted);
  });

  const shown = { environment: 'open', id: '7', label: 'Seven', value: { id: 7 } };
  const resources: Record<string, Resource> = {
    'boxOffice.removeItem': { kind: 'item', ...shown },
    'boxOffice.deletePasskey': { kind: 'passkey', ...shown, eventId: '1' },
    'boxOffice.associatePasskey': { kind: 'passkey', ...shown, eventId: '1' },
    'boxOffice.deleteCode': { kind: 'code', ...shown, itemId: '1' },
    'boxOffice.deleteEventCodes': { kind: 'event', ...shown },
    'boxOffice.uploadCodes': { kind: 'event', ...shown },
  };
  for (const [command, resource] of Object.entries(resources)) {
    // In a trusted workspace these ask first, and nobody answers here.
    if (isTrusted) continue;
    it(`fault 2: ${command} sends nothing`, async () => {
      await vscode.commands.executeCommand(command, resource);
      assert.deepEqual(writes, []);
    });
  }
});
