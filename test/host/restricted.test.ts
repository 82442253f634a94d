import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as vscode from 'vscode';
import { Connection } from '../../src/editor/account/connection.ts';
import { readEnvironments } from '../../src/editor/account/environments.ts';
import type { Connections } from '../../src/editor/account/index.ts';
import { Changes } from '../../src/editor/platform/changes.ts';
import { defaultPauses } from '../../src/editor/platform/settings.ts';
import type { Resource } from '../../src/editor/platform/resources.ts';

import { Drafts } from '../../src/editor/pages/drafts.ts';
import { exportPage } from '../../src/editor/forms/export.ts';
import type { PageKind } from '../../src/editor/pages/pages.ts';
import { itemPage } from '../../src/editor/forms/item.ts';
import { operationPage } from '../../src/editor/forms/operation.ts';
import type { SavedState } from '../../src/editor/pages/panel.ts';
import { passkeyPage } from '../../src/editor/forms/passkey.ts';
import { passkeysPage } from '../../src/editor/forms/passkeys.ts';
import { RunHost } from '../../src/editor/runs/run-host.ts';
import { hashText, planRun } from '../../src/runs/index.ts';

const nothing = () => Promise.resolve(undefined);

/** These run in a trusted workspace and in Restricted Mode; what a trusted one sends proves that there was something to block. */
const { isTrusted } = vscode.workspace;

describe(isTrusted ? 'writes in a trusted workspace' : 'writes in Restricted Mode', () => {
  let server: Server;
  let url = '';
  let requests: string[] = [];
  const writes = () => requests.filter((request) => !request.startsWith('GET '));
  // In a trusted workspace nobody answers here; in Restricted Mode nobody is asked.
  const known = isTrusted ? { dialect: { put: 'merges' } } : {};
  const open = () => ({ eventUrl: url, ticketUrl: url, ticketCredential: 'nothing', ...known });

  /** A run looks for what it made. */
  const made: object[] = [];
  function reply(request: string, body: string): unknown {
    if (request.startsWith('GET /passkeys?')) return made;
    if (!/^POST .*\/passkeys$/.test(request)) return /\/7$/.test(request) ? seven : [];
    const { codes = [] } = JSON.parse(body) as { codes?: string[] };
    made.push(...codes.map((passkey) => ({ passkey })));
    return { ...seven, created: codes.length };
  }

  before(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      void text(request).then((body) => {
        const data = reply(`${request.method} ${request.url}`, body);
        const total = Array.isArray(data) ? data.length : undefined;
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, total }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await set('boxOffice.environments', { open: open() });
    await set('boxOffice.environment', 'open');
  });
  beforeEach(() => (requests = []));
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
    assert.deepEqual(writes(), isTrusted ? ['POST /items'] : []);
  });

  it('fault 2: a tool of an agent writes only where the workspace is trusted', async () => {
    const input = { body: { name: 'Pista' } };
    const call = vscode.lm.invokeTool('box_office_create_item', { input, toolInvocationToken: undefined });
    if (isTrusted) await call;
    else await assert.rejects(Promise.resolve(call), /Restricted Mode/);
    assert.deepEqual(writes(), isTrusted ? ['POST /items'] : []);
  });

  it('fault 2: a file is fixed only where the workspace is trusted', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const old = vscode.Uri.joinPath(folder, 'codes-with-problems.csv');
    await vscode.commands.executeCommand('boxOffice.fixCodes', old, { fixes: 'all' });
    const names = (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
    const made = names.filter((name) => name.startsWith('codes-with-problems.fixed'));
    assert.equal(made.length, isTrusted ? 1 : 0);
    await Promise.all(made.map((name) => vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, name))));
  });

  it('a file is checked in any workspace, and uploaded by its menu only where the workspace is trusted', async () => {
    const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, 'codes.csv');
    const [summary] = await vscode.commands.executeCommand<{ codes: number }[]>('boxOffice.checkCodes', file);
    assert.ok(summary!.codes > 0);
    const { contributes } = vscode.extensions.getExtension('box-office.box-office')!.packageJSON as {
      contributes: { commands: { command: string; enablement?: string }[] };
    };
    const enablement = (id: string) => contributes.commands.find(({ command }) => command === `boxOffice.${id}`)?.enablement;
    assert.deepEqual([enablement('checkCodes'), enablement('uploadCodes')], [undefined, 'isWorkspaceTrusted']);
  });

  it('fault 2: a run that was left is resumed only where the workspace is trusted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'runs-'));
    const { plan } = await planRun({
      folder,
      environment: 'open',
      at: { eventUrl: url, ticketUrl: url },
      eventId: 7,
      eventLabel: 'Seven',
      input: { kind: 'text', sha256: hashText('A') },
      codes: ['A'],
      existing: [],
    });
    const files = await readdir(folder, { recursive: true });
    const host = new RunHost({ folder, connections: connectionsTo(open()), changes: new Changes(), pauses: defaultPauses });
    const resumed = host.resume(plan.id);
    if (isTrusted) await resumed;
    else await assert.rejects(resumed, /Restricted Mode/);
    if (!isTrusted) assert.deepEqual([await readdir(folder, { recursive: true }), requests], [files, []]);
    host.dispose();
    await rm(folder, { recursive: true });
    assert.equal(writes().length > 0, isTrusted);
  });

  it('fault 2: a record that is edited as a document is saved only where the workspace is trusted', async () => {
    const uri = vscode.Uri.from({ scheme: 'box-office-edit', path: '/open/item/7/Seven.json' });
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    requests = [];
    const saved = vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text.replace('"Seven"', '"Eight"')));
    if (isTrusted) await saved;
    else await assert.rejects(Promise.resolve(saved), /Restricted Mode/);
    assert.deepEqual(writes(), isTrusted ? ['PUT /items/7'] : []);
  });

  /** What each form does at its button, and what a trusted workspace sends by it. */
  const forms: Record<string, { form: PageKind | 'passkeys'; state: object; press: Press; sends: string }> = {
    createItem: { form: itemPage, state: { kind: 'item', eventId: '1' }, press: saveItem, sends: 'POST /items' },
    editItem: { form: itemPage, state: { kind: 'item', id: '7' }, press: saveItem, sends: 'PUT /items/7' },
    createPasskey: {
      form: passkeyPage,
      state: { kind: 'passkey', eventId: '1' },
      press: savePasskey,
      sends: 'POST /passkeys',
    },
    editPasskey: { form: passkeyPage, state: { kind: 'passkey', id: '7' }, press: savePasskey, sends: 'PUT /passkeys/7' },
    createPasskeys: {
      form: 'passkeys',
      state: { kind: 'passkeys', eventId: '1' },
      press: ({ start }) => start!({ ...times, codes: 'NEW', limit: '', itemIds: [], pattern: {} }),
      sends: 'POST /event/1/passkeys',
    },
    requestExport: {
      form: exportPage,
      state: { kind: 'export', eventId: '1' },
      press: ({ send }, { defaults }) => send!(defaults),
      sends: 'POST /event/1/export',
    },
    requestPasskeysReport: {
      form: exportPage,
      state: { kind: 'export', eventId: '1', id: 'passkeysReport' },
      press: ({ send }, { defaults }) => send!(defaults),
      sends: 'POST /event/1/export',
    },
    openOperationForm: {
      form: operationPage,
      state: { kind: 'operation', id: 'createItem' },
      press: ({ send }) => send!({ 'body.name': 'Pista' }),
      sends: 'POST /items',
    },
  };
  for (const [name, { form, state, press, sends }] of Object.entries(forms))
    it(`fault 2: the form of ${name} sends only where the workspace is trusted`, async () => {
      const storage = await mkdtemp(join(tmpdir(), 'forms-'));
      const connections = connectionsTo(open());
      const runs = new RunHost({ folder: join(storage, 'runs'), connections, changes: new Changes(), pauses: defaultPauses });
      const services = { connections, changes: new Changes(), drafts: new Drafts(join(storage, 'drafts')), storage, log };
      const kind = form === 'passkeys' ? passkeysPage({ runs, codesWorker: '' }) : form;
      const page = kind(services, { environment: 'open', ...state } as SavedState);
      const content = page.content(somePanel());
      const shown = (await content.init()) as { base?: object; defaults?: object };
      requests = [];
      const pressed = Promise.resolve().then(() => press(content.handlers as Parameters<Press>[0], shown));
      if (isTrusted) {
        await pressed;
        assert.ok(writes().includes(sends), `${sends} in ${requests.join(', ')}`);
      } else {
        assert.match(await pressed.then(JSON.stringify, String), /Restricted Mode/);
        assert.deepEqual(writes(), []);
        assert.ok(!(await readdir(storage)).includes('runs'), 'no run is left');
      }
      runs.dispose();
      await rm(storage, { recursive: true });
    });

  const given = { environment: 'open', id: '7', label: 'Seven', value: { id: 7 } };
  const resources: Record<string, Resource> = {
    'boxOffice.removeItem': { kind: 'item', ...given },
    'boxOffice.deletePasskey': { kind: 'passkey', ...given, eventId: '1' },
    'boxOffice.associatePasskey': { kind: 'passkey', ...given, eventId: '1' },
    'boxOffice.deleteEventCodes': { kind: 'event', ...given },
    'boxOffice.uploadCodes': { kind: 'event', ...given },
  };
  for (const [command, resource] of Object.entries(resources)) {
    // In a trusted workspace these ask first, and nobody answers here.
    if (isTrusted) continue;
    it(`fault 2: ${command} asks and sends nothing`, async () => {
      const file = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, 'codes.csv');
      await refused(command, ...(command === 'boxOffice.uploadCodes' ? [[file, resource]] : [resource]));
    });
  }

  // From the palette these ask for an event or an item first, and for that they would read.
  for (const name of [
    'deleteCode',
    'createItem',
    'editItem',
    'editValues',
    'editSalePeriods',
    'editAttributes',
    'createPasskey',
    'editPasskey',
    'createPasskeys',
    'requestExport',
    'requestPasskeysReport',
  ]) {
    if (isTrusted) continue;
    it(`fault 2: boxOffice.${name} asks and sends nothing from the palette`, () => refused(`boxOffice.${name}`));
  }

  /** A command that is refused ends at once: one that asks would wait for somebody. */
  async function refused(command: string, ...args: unknown[]): Promise<void> {
    const run = Promise.resolve(vscode.commands.executeCommand(command, ...args)).then(() => 'ended');
    const end = await Promise.race([run, new Promise((resolve) => setTimeout(resolve, 20_000, 'waits'))]);
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.deepEqual([end, requests], ['ended', []]);
  }
});

/** The record that the service has. */
const seven = { id: 7, name: 'Seven', passkey: 'SEVEN', eventId: 1, start: null, finish: null, itemIds: [] };
const times = { start: '', finish: '' };
const log = vscode.window.createOutputChannel('restricted', { log: true });

type Press = (handlers: Record<string, (payload: unknown) => Promise<unknown>>, shown: { defaults?: object }) => Promise<unknown>;

const typed = (name: string) => [{ section: 'data', key: '', name, text: 'EIGHT' }];

function saveItem({ save }: Parameters<Press>[0]): Promise<unknown> {
  return save!({ edits: typed('name'), isResolved: false, isAgain: false });
}

function savePasskey({ save }: Parameters<Press>[0]): Promise<unknown> {
  return save!({ edits: typed('passkey'), isResolved: false });
}

function connectionsTo(settings: object): Connections {
  const [environment] = readEnvironments({ open: settings }).environments;
  assert.ok(environment);
  const nobody = {
    tokenFor: nothing,
    valuesFor: nothing,
    secretsOf: () => Promise.resolve([]),
    generationOf: () => 0,
    renewToken: () => Promise.resolve(),
    signInAgain: () => Promise.resolve(false),
  };
  const connection = new Connection(environment, nobody, log);
  return { of: () => connection } as unknown as Connections;
}

/** A page that nobody looks at. */
function somePanel(): never {
  const panel = { visible: false, title: '', onDidDispose: () => ({ dispose: () => undefined }) };
  const nothing = () => undefined;
  return { panel, rekey: nothing, send: nothing, pin: nothing, setTitle: nothing } as never;
}
