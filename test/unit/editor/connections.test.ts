import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { CredentialSource } from '../../../src/editor/account/connection.ts';
import type { Connections } from '../../../src/editor/account/connections.ts';
import { learnOfLocal, localName } from '../../../src/editor/account/environments.ts';
import { Vault } from '../../../src/editor/account/vault.ts';
import type { ServiceAddress } from '../../../src/editor/service/local-service.ts';
import type { Node } from '../../../src/editor/explorer/nodes.ts';
import type { FakeEditor } from '../../page/editor/fake-editor.ts';
import { until } from '../../harness/until.ts';
import { recordingServer, sendJson, stopServers } from '../client/support.ts';
import { startEditor, stopEditor } from './stand-in.ts';

const at = (host: string) => ({ eventUrl: `https://events.${host}`, ticketUrl: `https://tickets.${host}` });
const atPort = (port: number) => ({ eventUrl: `http://127.0.0.1:${port}/events`, ticketUrl: `http://127.0.0.1:${port}/tickets` });
const setting = 'boxOffice.environments';

let editor: FakeEditor;
/** How many settings were read. */
let settingsRead = 0;

async function startCounting(settings: Readonly<Record<string, unknown>>): Promise<void> {
  editor = await startEditor({ settings });
  const read = editor.setting.bind(editor);
  settingsRead = 0;
  editor.setting = (name) => {
    settingsRead++;
    return read(name);
  };
}

afterEach(async () => {
  await stopServers();
  await stopEditor(editor);
});

describe('the environments of an editor', () => {
  let place: { address: ServiceAddress | undefined };
  let connections: Connections;

  beforeEach(async () => {
    await startCounting({ [setting]: { stg: at('stg.example') }, 'boxOffice.environment': 'stg' });
    const { EventEmitter, window } = await import('vscode');
    const { Connections } = await import('../../../src/editor/account/connections.ts');
    place = { address: undefined };
    const service = Object.assign(place, { onDidChange: new EventEmitter<void>().event });
    const nobody = {} as CredentialSource;
    connections = new Connections(service, nobody, window.createOutputChannel('test', { log: true }));
  });
  afterEach(() => connections.dispose());

  const addressOf = (name: string) => connections.of(name)?.environment.eventUrl;
  const problems = () => connections.environments().problems.map(({ name }) => name);

  it('are read from the settings once, however often a connection is asked for', () => {
    const first = connections.current;
    const before = settingsRead;
    for (let call = 0; call < 200; call++) assert.equal(connections.of('stg'), first);
    assert.equal(connections.current, first);
    assert.equal(settingsRead - before, 0);
  });

  it('fault 6: have the new address for the first who asks after a change of the settings', () => {
    assert.equal(addressOf('stg'), 'https://events.stg.example');
    editor.change(setting, { stg: at('moved.example'), hmla: at('hmla.example') });
    assert.equal(addressOf('stg'), 'https://events.moved.example');
    assert.equal(addressOf('hmla'), 'https://events.hmla.example');
    editor.change(setting, { stg: { eventUrl: 'http://plain.example' } });
    assert.equal(connections.current, undefined);
    assert.deepEqual(problems(), ['stg']);
  });

  it('fault 6: have the new address for each listener to the change itself', async () => {
    const { workspace } = await import('vscode');
    const seen: unknown[] = [];
    const look = () => seen.push(addressOf('stg'));
    const listeners = [connections.onDidChange(look), workspace.onDidChangeConfiguration(look)];
    assert.equal(addressOf('stg'), 'https://events.stg.example');
    editor.change(setting, { stg: at('moved.example') });
    assert.deepEqual(seen, ['https://events.moved.example', 'https://events.moved.example']);
    for (const listener of listeners) listener.dispose();
  });

  it('follow the choice of another one', () => {
    editor.change(setting, { stg: at('stg.example'), hmla: at('hmla.example') });
    assert.equal(connections.current?.environment.name, 'stg');
    editor.change('boxOffice.environment', 'hmla');
    assert.equal(connections.chosenName, 'hmla');
    assert.equal(connections.current.environment.name, 'hmla');
    editor.change('boxOffice.environment', '');
    assert.equal(connections.chosenName, localName);
  });

  it('keep their connection while nothing of theirs changes', () => {
    const first = connections.of('stg');
    editor.change(setting, { hmla: at('hmla.example'), stg: at('stg.example') });
    assert.equal(connections.of('stg'), first);
    editor.change('boxOffice.requestTimeout', 7);
    const second = connections.of('stg');
    assert.notEqual(second, first);
    editor.change(setting, { stg: { ...at('stg.example'), dialect: { amounts: { items: 'cents' } } } });
    assert.notEqual(connections.of('stg'), second);
    assert.deepEqual(connections.of('stg')?.environment.dialect, { amounts: { items: 'cents' } });
  });

  it('are not changed by who changes what a setting gave', () => {
    const given = { stg: { ...at('stg.example'), dialect: { categories: ['festivals'] } } };
    editor.change(setting, given);
    assert.deepEqual(connections.of('stg')?.environment.dialect.categories, ['festivals']);
    given.stg.dialect.categories.push('theatre');
    assert.deepEqual(connections.of('stg')?.environment.dialect.categories, ['festivals']);
  });

  it('have the local service where it is now, with what was learned of it, before anybody is told', () => {
    assert.equal(connections.of(localName), undefined);
    place.address = { ...atPort(1), token: 'one' };
    const first = connections.of(localName);
    assert.equal(first?.environment.eventUrl, 'http://127.0.0.1:1/events');
    assert.equal(connections.of(localName), first);
    place.address = { ...atPort(2), token: 'two' };
    assert.equal(addressOf(localName), 'http://127.0.0.1:2/events');
    learnOfLocal({ amounts: { items: 'cents' } });
    assert.deepEqual(connections.of(localName)?.environment.dialect.amounts, { items: 'cents' });
    place.address = { ...atPort(2), token: 'two', dialect: { clock: 'UTC' } };
    assert.deepEqual(connections.of(localName)?.environment.dialect, {
      clock: 'UTC',
      token: { event: 'bearer', ticket: 'bearer' },
    });
    place.address = undefined;
    assert.equal(connections.of(localName), undefined);
    assert.deepEqual(
      connections.environments().environments.map(({ name }) => name),
      ['stg'],
    );
  });
});

describe('the Events view', () => {
  const size = 200;
  const paging = { by: 'page', page: 'page', size: 'pageSize', first: 1 };

  async function startTree() {
    const servers = await Promise.all(
      ['one', 'other'].map((name) =>
        recordingServer((_request, response) => {
          const data = Array.from({ length: size }, (_, index) => ({
            id: index + 1,
            title: `${name} ${index}`,
            link: `l${index}`,
          }));
          sendJson(response, { data, pagination: { total: size } });
        }),
      ),
    );
    const [one, other] = servers as [(typeof servers)[0], (typeof servers)[0]];
    const settingsFor = (origin: string) => ({
      stg: { eventUrl: origin, ticketUrl: origin, dialect: { token: { event: 'bearer' }, paging } },
    });
    await startCounting({
      [setting]: settingsFor(one.origin),
      'boxOffice.environment': 'stg',
      'boxOffice.pageSize': size,
      'boxOffice.categories': ['festivals', 'theatre'],
    });
    const context = editor.newContext();
    const vault = new Vault(context.secrets, () => undefined);
    for (const group of ['event', 'ticket'] as const) await vault.write('stg', group, one.origin, { token: 'of-one' });
    const { activate } = await import('../../../src/extension.ts');
    activate(context as unknown as vscode.ExtensionContext);
    const found = await until('the Events view', () => editor.trees.get('boxOffice.events'));
    const tree = found as unknown as vscode.TreeDataProvider<Node>;
    const open = async (parent?: Node) => {
      const nodes = (await tree.getChildren(parent)) ?? [];
      return Promise.all(nodes.map(async (node) => ({ node, label: (await tree.getTreeItem(node)).label })));
    };
    const categories = async () => {
      const roots = await open();
      const folder = roots.find(({ label }) => label === 'Categories');
      assert.ok(folder, JSON.stringify(roots.map(({ label }) => label)));
      return open(folder.node);
    };
    const move = () => editor.change(setting, settingsFor(other.origin));
    return { one, other, open, categories, move, stop: () => context.dispose() };
  }

  it('reads settings a few times for a folder, however many rows it has', async () => {
    const tree = await startTree();
    const [first, second] = await tree.categories();
    // The first folder loads what reads.
    await tree.open(first!.node);
    const before = settingsRead;
    const rows = await tree.open(second!.node);
    assert.equal(rows.length, size);
    assert.ok(settingsRead - before <= 10, `${settingsRead - before} settings were read for ${size} rows`);
    tree.stop();
  });

  it('fault 6: sends a token to the address that it belongs to alone, also when a folder is opened with the very change', async () => {
    const tree = await startTree();
    const [first] = await tree.categories();
    assert.equal((await tree.open(first!.node)).length, size);
    const asked = tree.one.requests.map(({ headers }) => headers.authorization);
    assert.deepEqual([...new Set(asked)], ['Bearer of-one']);
    const [, second] = await tree.categories();
    const opened: Promise<unknown>[] = [];
    const { workspace } = await import('vscode');
    workspace.onDidChangeConfiguration(() => opened.push(tree.open(second?.node)));
    tree.move();
    await Promise.all(opened);
    assert.deepEqual(await tree.open(), []);
    assert.equal(opened.length, 1);
    assert.deepEqual(
      [tree.one, tree.other].map(({ requests }) => requests.length),
      [asked.length, 0],
    );
    tree.stop();
  });
});
