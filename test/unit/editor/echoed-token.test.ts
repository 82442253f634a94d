// The whole extension in Node, without a browser: the pages are played by the test, and the service sends the token back in every good reply.
import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import '../../page/editor/register.ts';
import { Vault } from '../../../src/editor/account/vault.ts';
import { until } from '../../harness/until.ts';
import { FakeEditor, setEditor } from '../../page/editor/fake-editor.ts';
import { unbuiltExtension } from '../../page/editor/unbuilt-extension.ts';
import { CancellationTokenSource, EventEmitter, Uri } from '../../page/editor/vscode-types.ts';
import { formsOf, startEchoing, type EchoingService } from '../service/echoing.ts';
import { testService, type TestService } from '../service/support.ts';

/** A panel whose page is the test. */
class PlayedPanel {
  readonly viewType: string;
  title: string;
  readonly viewColumn = 1;
  readonly active = true;
  readonly visible = true;
  readonly posted: { readonly kind: string; readonly id?: number; readonly payload?: unknown; readonly problem?: string }[] = [];
  readonly #received = new EventEmitter<unknown>();
  readonly #disposed = new EventEmitter<void>();
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeViewState = new EventEmitter<unknown>().event;
  #asked = 0;
  readonly webview = {
    html: '',
    options: {},
    cspSource: '',
    onDidReceiveMessage: this.#received.event,
    postMessage: (message: PlayedPanel['posted'][number]) => Promise.resolve(this.posted.push(message) > 0),
  };

  constructor(viewType: string, title: string) {
    this.viewType = viewType;
    this.title = title;
  }

  reveal(): void {
    // It is always in front.
  }

  dispose(): void {
    this.#disposed.fire();
  }

  /** What the page is opened with. */
  async init(): Promise<Record<string, unknown>> {
    this.#received.fire({ kind: 'ready' });
    const answer = await until('the page is filled', () => this.posted.find(({ kind, id }) => kind === 'init' || id === 0));
    assert.equal(answer.problem, undefined);
    return answer.payload as Record<string, unknown>;
  }

  async ask(name: string, payload: unknown): Promise<void> {
    const id = ++this.#asked;
    this.#received.fire({ kind: 'request', id, name, payload });
    const answer = await until(`an answer to ${name}`, () => this.posted.find((message) => message.id === id));
    assert.equal(answer.problem, undefined);
  }
}

describe('an opaque token that the service sends back in good replies', function () {
  this.timeout(60_000);
  let service: TestService;
  let echoing: EchoingService;
  let fake: FakeEditor;
  let context: ReturnType<FakeEditor['newContext']>;
  const panels: PlayedPanel[] = [];

  before(async () => {
    // Records of now: what is sent must not lie in the past.
    service = await testService({ today: new Date().toISOString().slice(0, 10), now: Date.now });
    echoing = await startEchoing(service);
    const { eventUrl, ticketUrl, token } = echoing;
    const settings = { 'boxOffice.environments': { echo: { eventUrl, ticketUrl } }, 'boxOffice.environment': 'echo' };
    fake = await FakeEditor.start({ settings });
    const create = (viewType: string, title: string) => {
      const panel = new PlayedPanel(viewType, title);
      panels.push(panel);
      return panel;
    };
    Object.defineProperty(fake, 'tabs', { value: { create, stop: () => Promise.resolve() } });
    setEditor(fake);
    context = fake.newContext(await unbuiltExtension(fake.home));
    const vault = new Vault(context.secrets, () => undefined);
    await vault.write('echo', 'ticket', new URL(ticketUrl).origin, { token });
    const { activate } = await import('../../../src/extension.ts');
    const pauses = { fileQuiet: 30, uploadReads: [0, 40], runReads: [0, 40], runLook: 50 };
    activate(context as unknown as vscode.ExtensionContext, pauses);
    const { commands, tools, trees, fileSystems } = fake;
    await until(
      'the extension has started',
      () =>
        commands.has('boxOffice.pinEvent') &&
        tools.size > 0 &&
        trees.has('boxOffice.events') &&
        fileSystems.has('box-office-edit'),
    );
  });
  after(async () => {
    context.dispose();
    await fake.stop();
    setEditor(undefined);
    await echoing.stop();
    await service.stop();
  });

  const run = (command: string, ...args: unknown[]) => fake.run(`boxOffice.${command}`, ...args);
  const resource = (kind: string, id: string, more: object = {}) => ({
    kind,
    environment: 'echo',
    id,
    label: id,
    value: undefined,
    ...more,
  });

  const problemsOf = (uri: Uri) => (fake.diagnostics.get(uri.toString()) ?? []).map(({ message }) => message).join('\n');

  async function open(command: string, ...args: unknown[]): Promise<PlayedPanel> {
    const before = panels.length;
    await run(command, ...args);
    return until(`${command} shows a page`, () => panels[before]);
  }

  /** It holds what stands for the token, so that the token came; and no form of the token. */
  function assertClean(text: string, what: string, isRedacted = true): void {
    if (isRedacted) assert.ok(text.includes('•••'), `${what} has nothing of what was sent back: ${text.slice(0, 300)}`);
    for (const form of formsOf(echoing.token)) {
      const at = text.indexOf(form);
      assert.equal(at, -1, `${what}: ${text.slice(Math.max(0, at - 100), at + 100)}`);
    }
  }

  it('fault 74: is given to no model', async () => {
    const { token } = new CancellationTokenSource();
    const calls: readonly [string, object][] = [
      ['get_home_cover', {}],
      ['get_event', { path: { id: '1001' } }],
      ['list_items', { query: { eventId: '1001' } }],
      ['list_passkeys', { query: { eventId: '1001' } }],
      ['get_item', { path: { id: '300002' } }],
      ['create_passkey', { body: { eventId: 1001, passkey: 'ECHOTOOL' } }],
    ];
    for (const [name, input] of calls) {
      const tool = fake.tools.get(`box_office_${name}`)!;
      await tool.prepareInvocation({ input });
      const { content } = await tool.invoke({ input }, token);
      assertClean(content.map(({ value }) => value).join('\n'), name);
    }
  });

  it('fault 74: is in no stored state, and in no address of a document', async () => {
    const tree = fake.trees.get('boxOffice.events')!;
    const below = async (row?: unknown) => (await tree.getChildren(row)) as { type: string; folder?: string; key: string }[];
    const featured = (await below()).find(({ folder }) => folder === 'featured');
    await below(featured);
    const events = await until('the events', async () => {
      const rows = (await below(featured)).filter(({ type }) => type === 'event');
      return rows.length > 0 && rows;
    });
    await run('pinEvent', events[0]);
    await run('openAsJson', { ...(events[0] as object) });
    const files = fake.fileSystems.get('box-office-edit')!;
    await files.readFile(Uri.from({ scheme: 'box-office-edit', path: '/echo/item/300002/Pista.json' }));
    const { global, workspace } = fake.state;
    const pins = global.get('pins.echo') as string;
    assertClean(pins, 'the pins');
    assertClean(workspace.get('documents.bases') as string, 'the records of open documents');
    assertClean(JSON.stringify([[...global], [...workspace]]), 'the stored state');
    assertClean(JSON.stringify(fake.documents.map(({ uri }) => decodeURIComponent(uri.toString()))), 'the addresses');
  });

  it('fault 74: is in no problem that is marked in a document', async () => {
    const files = fake.fileSystems.get('box-office-edit')!;
    const uri = Uri.from({ scheme: 'box-office-edit', path: '/echo/item/300002/Pista.json' });
    const record = JSON.parse(Buffer.from(await files.readFile(uri)).toString()) as Record<string, unknown>;
    // A field that the service has named after the token, and that cannot be removed.
    const kept = Object.entries(record).filter(([name]) => !name.startsWith('named after'));
    await assert.rejects(files.writeFile(uri, Buffer.from(JSON.stringify(Object.fromEntries(kept)))));
    assertClean(problemsOf(uri), 'the problems');
    assertClean([...fake.logged, ...fake.user.shown].join('\n'), 'what was said', false);
  });

  it('fault 74: is in no problem of a file that was uploaded, and not in what is remembered of the upload', async () => {
    const uri = Uri.file(join(fake.workspace, 'codes.csv'));
    await writeFile(uri.fsPath, 'ticket,code\nNowhere,ECHOUPLOAD\n');
    fake.user.press = (_message, buttons) => buttons.find((button) => /^Upload/.test(button));
    await run('uploadCodes', uri, resource('event', '1001'));
    const problems = await until('the line is marked', () => problemsOf(uri).includes('no ticket named') && problemsOf(uri));
    assertClean(problems, 'the problems of the file');
    const remembered = await until('the upload is remembered', () =>
      [...fake.state.global.values()].map((value) => JSON.stringify(value)).find((text) => text.includes('no ticket named')),
    );
    assertClean(remembered, 'what is remembered');
  });

  it('fault 74: is in no file: drafts, runs, copies, lists of exports, saved tables, which nobody else can read either', async () => {
    const event = resource('event', '1001');
    fake.user.press = (_message, buttons) => buttons.find((button) => !/^(?:Show|Undo|Open)/.test(button));

    const item = await open('editItem', resource('item', '300002'));
    await item.init();
    await item.ask('keepDraft', [{ section: 'data', key: '', name: 'quantity', text: '7' }]);

    const passkeys = await open('createPasskeys', event);
    await passkeys.init();
    const fields = {
      start: '',
      finish: '',
      limit: '',
      itemIds: [],
      pattern: { prefix: '', length: '', alphabet: '', count: '' },
    };
    await passkeys.ask('start', { ...fields, codes: 'ECHORUN1\nECHORUN2' });

    const wanted = await open('requestExport', event);
    await wanted.init();
    await wanted.ask('send', { type: 'transactions', format: 'csv', filters: [], status: 'approved' });

    const { data } = JSON.parse(await (await fetchPasskeys()).text()) as { data: { id: number; passkey: string }[] };
    await run('deletePasskey', resource('passkey', String(data[0]!.id), { eventId: '1001' }));

    const table = await open('showCrew', { ...event, label: 'Crew' });
    const { part } = (await table.init()) as { part: { list: { columns: { key: string }[] } } };
    for (const format of ['csv', 'json', 'markdown']) {
      fake.user.saveTo = () => join(fake.workspace, `table.${format}`);
      await table.ask('save', { format, view: { filter: '' }, columns: part.list.columns.map(({ key }) => key) });
    }

    const files = globSync('**', { cwd: fake.home })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => statSync(join(fake.home, name)).isFile());
    const contentOf = (name: string) => readFileSync(join(fake.home, name), 'utf8');
    for (const name of files) assertClean(`${name}\n${contentOf(name)}`, name, false);
    const redacted = files.filter((name) => contentOf(name).includes('•••')).map((name) => name.split('/').slice(0, 2).join('/'));
    for (const folder of ['storage/drafts', 'storage/runs', 'storage/exports', 'storage/copies'])
      assert.ok(redacted.includes(folder), `${folder} has nothing of what was sent back: ${files.join(' ')}`);
    for (const ending of ['csv', 'json', 'markdown']) assert.ok(redacted.includes(`workspace/table.${ending}`), ending);
    if (process.platform !== 'win32') {
      // A run's folder is closed as a whole.
      const own = files.filter((name) => /^storage.(?:drafts|copies|exports)|^workspace.table/.test(name));
      const runs = globSync('storage/runs/*', { cwd: fake.home });
      const open = [...own, ...runs].filter((name) => (statSync(join(fake.home, name)).mode & 0o077) !== 0);
      assert.deepEqual(open, []);
    }
    for (const { posted, title } of panels) assertClean(JSON.stringify(posted), title, false);
  });

  /** Past the extension. */
  function fetchPasskeys(): Promise<Response> {
    const { ticketUrl, token } = service;
    return fetch(`${ticketUrl}/passkeys?eventId=1001`, { headers: { authorization: `Bearer ${token}` } });
  }
});
