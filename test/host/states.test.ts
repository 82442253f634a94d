import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { RunsView } from '../../src/editor/runs/runs-view.ts';
import { until } from '../harness/until.ts';
import {
  chooseEnvironment,
  forgetEnvironments,
  set,
  signIn,
  startRecordingServer,
  useUserStub,
  useService,
  type Answer,
  type RecordingServer,
} from './kit.ts';
import { click, labelsBelow, rowAt, rowsBelow, showTree } from './tree.ts';
import { shownWindow } from './window.ts';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`boxOffice.${command}`, ...args);
const isContext = (key: string, value: unknown) =>
  until(`${key} is ${String(value)}`, () => shownWindow().context.get(`boxOffice.${key}`) === value);

interface Welcome {
  readonly contents: string;
  readonly when: string;
}

/** What the view says in a state in which it has no rows, with the commands of its buttons. */
function welcome(when: string): Welcome | undefined {
  const { contributes } = vscode.extensions.getExtension('box-office.box-office')!.packageJSON as {
    contributes: { viewsWelcome: Welcome[] };
  };
  return contributes.viewsWelcome.find((each) => each.when === when);
}

describe('the Events view where nothing is public', () => {
  const user = useUserStub();
  const held = useService('secretive', {}, { eventCredential: 'bearer' });
  before(showTree);

  it('has no rows before a sign-in, which its text asks for, and the tree after it', async () => {
    await isContext('access', 'nothing');
    await isContext('state', 'ready');
    assert.deepEqual(await rowsBelow(), []);
    assert.match(welcome('boxOffice.state == ready && boxOffice.access == nothing')?.contents ?? '', /command:boxOffice\.signIn/);
    await signIn(user, held.service.token);
    await isContext('access', 'all');
    assert.deepEqual(await labelsBelow(), ['Pinned', 'Featured', 'Home', 'Categories']);
    await run('signOut');
    await isContext('access', 'nothing');
    assert.deepEqual(await rowsBelow(), []);
  });
});

describe('the Events view where events are public', () => {
  const user = useUserStub();
  const held = useService('public');
  const items = ['Featured', 'Festival da Primavera', 'Items'];
  const passkeys = ['Featured', 'Festival da Primavera', 'Passkeys'];
  before(showTree);
  afterEach(() => run('signOut'));

  it('shows them signed out, and says first what lacks', async () => {
    const [first] = await rowsBelow();
    assert.deepEqual([first?.label, first?.description], ['Signed out', 'Sign In… · for items, passkeys and codes']);
    assert.deepEqual(await labelsBelow(...items), ['Sign in to see these']);
    assert.ok((await labelsBelow('Featured')).includes('Virada do Livro'));
  });

  it('reads by itself after the sign-in what it could not read before', async () => {
    assert.deepEqual(await labelsBelow(...items), ['Sign in to see these']);
    await signIn(user, held.service.token);
    const labels = await until('the items', async () => {
      const now = await labelsBelow(...items);
      return now.includes('Sign in to see these') ? undefined : now;
    });
    assert.ok(labels.some((label) => label.startsWith('Pista – sexta ')));
    assert.deepEqual(await labelsBelow(), ['Pinned', 'Featured', 'Home', 'Categories']);
  });

  it('forgets with a sign-out what only that person could read, and says again what lacks', async () => {
    await signIn(user, held.service.token);
    await until('the passkeys', async () =>
      (await rowsBelow(...passkeys)).some(({ description }) => description.includes('used')),
    );
    await until('the items', async () => (await labelsBelow(...items)).some((label) => label.startsWith('Pista – sexta ')));
    await run('signOut');
    await until('the row that says so', async () => (await labelsBelow())[0] === 'Signed out');
    assert.deepEqual(await labelsBelow(...items), ['Sign in to see these']);
    assert.deepEqual(await labelsBelow(...passkeys), ['Sign in to see these']);
    assert.ok((await labelsBelow('Featured')).includes('Virada do Livro'));
  });
});

describe('the Events view where events want a value in the query', () => {
  const user = useUserStub();
  useService('keyed', {}, { eventCredential: ['key'], ticketCredential: 'nothing' });
  before(showTree);
  after(() => run('signOut'));

  it('offers to sign out after the value was given', async () => {
    await isContext('signedIn', false);
    await signIn(user, 'a-value');
    await isContext('signedIn', true);
    await run('signOut');
    await isContext('signedIn', false);
  });
});

describe('the Events view of a service that does not answer', () => {
  const user = useUserStub();
  const nowhere = 'http://127.0.0.1:9';
  before(async () => {
    await chooseEnvironment('silent', { eventUrl: nowhere, ticketUrl: nowhere });
    await showTree();
  });
  after(forgetEnvironments);

  it('says that it is offline, and what to do', async () => {
    const [row] = await rowsBelow('Featured');
    assert.equal(row?.label, 'Offline');
    assert.match(row.description, /^Try Again · .*127\.0\.0\.1:9/);
    assert.equal(row.item.command?.command, 'boxOffice.refresh');
  });

  it('a command that fails there says so, and offers another try and the log', async () => {
    let tries = 0;
    user.press = (_message, buttons) => (++tries === 1 ? buttons.find((button) => button === 'Try Again') : undefined);
    await run('runOperation', 'getHomeSections', {});
    await until('it was tried again', () => user.shown.length === 2);
    for (const text of user.shown) assert.match(text, /127\.0\.0\.1:9.* \| Try Again \| Show Log$/);
  });
});

describe('the Events view of a service that fails, and then has nothing', () => {
  let server: RecordingServer;
  let answer: Answer;
  const broken = { status: 500, body: { message: 'The database is full.' } };

  before(async () => {
    server = await startRecordingServer(() => answer);
    await chooseEnvironment('failing', { eventUrl: server.url, ticketUrl: server.url, ticketCredential: 'nothing' });
    await showTree();
  });
  beforeEach(() => (answer = broken));
  after(async () => {
    await forgetEnvironments();
    server.stop();
  });

  it('says that it could not be read, and reads again by a click: that there is nothing', async () => {
    const [row] = await rowsBelow('Featured');
    assert.equal(row?.label, 'Could not be read');
    assert.match(row.description, /^Try Again · .*The database is full/);
    answer = { body: { data: [] } };
    await click(row);
    const [empty] = await rowsBelow('Featured');
    assert.deepEqual([empty?.label, empty?.description], ['Nothing here yet', 'Find Event…']);
    assert.equal(empty?.item.command?.command, 'boxOffice.findEvent');
    assert.equal((await rowAt('Pinned', 'Nothing pinned yet')).item.command?.command, 'boxOffice.pinEvent');
  });
});

describe('the Events view of an environment that is not in the settings', () => {
  before(async () => {
    await set('boxOffice.environment', 'gone');
    await showTree();
  });
  after(forgetEnvironments);

  it('offers to configure it or to take another', async () => {
    await isContext('state', 'unknown');
    assert.deepEqual(await rowsBelow(), []);
    const { contents = '' } = welcome('boxOffice.state == unknown') ?? {};
    assert.match(contents, /command:boxOffice\.configureEnvironments/);
    assert.match(contents, /command:boxOffice\.switchEnvironment/);
  });
});

describe('the Runs view', () => {
  it('is not there while there is no run, whatever else lies in its folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'runs-'));
    await writeFile(join(folder, '.DS_Store'), '');
    const subscriptions: vscode.Disposable[] = [];
    const made: string[] = [];
    const { createTreeView } = vscode.window;
    const stand = (id: string) => {
      made.push(id);
      return { dispose: () => undefined };
    };
    Object.assign(vscode.window, { createTreeView: stand });
    try {
      const view = new RunsView({ subscriptions } as unknown as vscode.ExtensionContext, { folder } as never);
      await view.look();
      assert.deepEqual(made, []);
      await mkdir(join(folder, 'a-run'));
      await view.look();
      assert.deepEqual(made, ['boxOffice.runs']);
    } finally {
      Object.assign(vscode.window, { createTreeView });
      for (const subscription of subscriptions) subscription.dispose();
      await rm(folder, { recursive: true });
    }
  });
});
