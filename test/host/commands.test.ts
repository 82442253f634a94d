import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askService } from '../harness/ask-service.ts';
import { until } from '../harness/until.ts';
import {
  chooseEnvironment,
  forgetEnvironments,
  numbered,
  set,
  signIn,
  startRecordingServer,
  useGuidedInputs,
  useLists,
  useUserStub,
  useService,
  type RecordingServer,
} from './kit.ts';
import { eventsTree, labelsBelow, rowAt, showTree } from './tree.ts';

const run = <T = unknown>(command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand<T>(`boxOffice.${command}`, ...args);
const setting = (name: string) => vscode.workspace.getConfiguration().get(name);

describe('commands of accounts and environments', () => {
  const user = useUserStub();
  useGuidedInputs(user);
  let server: RecordingServer;

  before(async () => {
    server = await startRecordingServer(() => ({ body: { data: [] } }));
  });
  beforeEach(async () => {
    await chooseEnvironment('stg', { eventUrl: server.url, ticketUrl: server.url });
    server.arrived.length = 0;
  });
  afterEach(async () => {
    await set('boxOffice.environment', 'stg');
    await run('signOut');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(async () => {
    await forgetEnvironments();
    server.stop();
  });

  const tokenSent = async () => {
    server.arrived.length = 0;
    await run('runOperation', 'listTypes', {});
    return server.arrived.map(({ headers }) => headers.authorization);
  };

  it('Sign In keeps the pasted token and sends it from then on', async () => {
    user.type = () => 'Bearer pasted-token';
    await run('signIn');
    assert.deepEqual(
      user.asked.map(({ password, title }) => [password, title]),
      [[true, 'Sign in to stg']],
    );
    assert.deepEqual(user.shown, ['Signed in to stg. | Show Events']);
    assert.deepEqual(
      server.arrived.map(({ method, url, headers }) => [method, url, headers.authorization]),
      [['GET', '/types', 'Bearer pasted-token']],
      'it was tried with a harmless read',
    );
    assert.deepEqual(await tokenSent(), ['Bearer pasted-token']);
  });

  it('Sign In keeps the old token when the input is left', async () => {
    await signIn(user, 'pasted-token');
    for (const list of [user.asked, user.shown]) list.length = 0;
    await run('signIn');
    assert.equal(user.asked.length, 1);
    assert.deepEqual(user.shown, []);
    assert.deepEqual(await tokenSent(), ['Bearer pasted-token']);
  });

  it('Sign Out forgets the token: nothing is sent before the next sign-in', async () => {
    await signIn(user, 'pasted-token');
    for (const list of [user.asked, user.shown]) list.length = 0;
    await run('signOut');
    assert.deepEqual(user.shown, ['Signed out of stg. | Sign In']);
    assert.deepEqual(await tokenSent(), []);
    assert.equal(user.asked.length, 1, 'it was asked for');
  });

  it('Switch Environment chooses one by its name, or from a list that marks the present one', async () => {
    const stg = setting('boxOffice.environments') as Record<string, object>;
    await set('boxOffice.environments', { ...stg, other: stg.stg });
    await run('switchEnvironment', 'other');
    assert.equal(setting('boxOffice.environment'), 'other');
    assert.equal(user.offered.length, 0);
    user.pick = (items) => items.find(({ label }) => label === 'stg');
    await run('switchEnvironment');
    assert.equal(setting('boxOffice.environment'), 'stg');
    const labels = user.offered.flat().map(({ label }) => label);
    assert.ok(labels.includes('$(check) other') && labels.includes('stg'), labels.join());
  });

  it('Configure Environments asks for one, writes it to the settings, tries it and chooses it', async () => {
    const answers = ['sandbox', `${server.url}/e`, `${server.url}/t`];
    const choices = ['Another name…', 'The token of the sign-in', 'Nothing', 'Not protected'];
    user.type = ({ password }) => (password ? undefined : answers.shift());
    user.pick = (items) => items.find(({ label }) => label === choices[0] && choices.shift());
    await run('configureEnvironments');
    const { sandbox } = setting('boxOffice.environments') as Record<string, object>;
    assert.deepEqual(sandbox, {
      eventUrl: `${server.url}/e`,
      ticketUrl: `${server.url}/t`,
      protected: false,
      dialect: { token: { ticket: 'bearer', event: 'nothing' } },
    });
    assert.equal(setting('boxOffice.environment'), 'sandbox');
    assert.deepEqual(server.arrived.map(({ url }) => url).sort(), ['/e/home/sections', '/t/types']);
    assert.deepEqual(user.asked.at(-1)?.title, 'Sign in to sandbox');
  });

  it('Configure Environments keeps the current one when the new one does not answer, and asks for no sign-in', async () => {
    const nothing = await startRecordingServer(() => ({ body: {} }));
    nothing.stop();
    const answers = [nothing.url, nothing.url];
    const choices = ['hmla', 'The token of the sign-in', 'Nothing', 'Not protected'];
    user.type = () => answers.shift();
    user.pick = (items) => items.find(({ label }) => label === choices[0] && choices.shift());
    await run('configureEnvironments');
    assert.ok('hmla' in (setting('boxOffice.environments') as object), 'it is saved');
    assert.equal(setting('boxOffice.environment'), 'stg');
    assert.deepEqual(
      user.asked.filter(({ password }) => password),
      [],
    );
    assert.match(user.shown.join(), /^hmla is saved, and stg stays the current environment\..* \| Switch to It \| Change…$/);
  });

  it('Copy as cURL says what it copied, of which environment, and that the token is a variable', async () => {
    const item = (id: string) => ({ kind: 'item', environment: 'stg', id, label: id, value: {} });
    await run('copyAsCurl', item('5'));
    await run('copyAsCurl', item('5'), [item('5'), item('6')]);
    const token = 'The token is not in it: set $BOX_OFFICE_TOKEN before you run it.';
    assert.deepEqual(user.shown, [
      `Get item in stg is on the clipboard as a cURL command for Bash. ${token} | Copy for PowerShell`,
      `2 cURL commands for Bash are on the clipboard: Get item in stg. ${token} | Copy for PowerShell`,
    ]);
  });

  it('Show Log shows the log', async () => {
    await run('showLog');
    const isLog = ({ document }: vscode.TextEditor) => document.uri.scheme === 'output' && /Box Office/.test(document.getText());
    await until('the log', () => vscode.window.visibleTextEditors.some(isLog));
  });
});

describe('commands of the Events view', () => {
  const user = useUserStub();
  const lists = useLists();
  let server: RecordingServer;
  /** Each test has an environment of its own, of which nothing is known yet. */
  let environment = '';
  let count = 0;
  const festival = (id: number, title: string) => ({ id, title, link: title.toLowerCase() });
  /** More than one page of two. */
  const festivals = [festival(3, 'Charlie'), festival(1, 'Alpha'), festival(2, 'Bravo')];
  const event = (id: number, label: string) => ({
    kind: 'event',
    environment,
    id: String(id),
    label,
    value: festival(id, label),
  });

  before(async function () {
    server = await startRecordingServer(({ url }) => {
      const { pathname, searchParams } = new URL(url, 'http://any');
      if (pathname === '/event') return { body: { data: festival(9, 'Found') } };
      if (pathname !== '/festivals') return { body: { data: festival(Number(pathname.split('/').at(-1)), 'Delta') } };
      const page = Number(searchParams.get('page'));
      return { body: { data: festivals.slice(2 * page - 2, 2 * page), pagination: { total: 3 } } };
    });
    const group = { eventUrl: server.url, ticketUrl: server.url, ticketCredential: 'nothing' };
    const environments = numbered(this, (at) => ({ [`walk${at}`]: group }));
    await set('boxOffice.environments', environments);
    await set('boxOffice.pageSize', 2);
    await showTree();
  });
  beforeEach(async () => {
    environment = `walk${++count}`;
    await set('boxOffice.environment', environment);
    await run('browseCategory', 'festivals');
    assert.deepEqual(await labelsBelow('Categories', 'festivals'), ['Charlie', 'Alpha', 'Load more']);
    server.arrived.length = 0;
  });
  afterEach(async () => {
    await run('clearFilter');
    await run('sort', 'service');
  });
  after(async () => {
    await set('boxOffice.pageSize', undefined);
    await forgetEnvironments();
    server.stop();
  });

  const loadAll = async () => {
    await run('loadMore', (await rowAt('Categories', 'festivals', 'Load more')).node);
    server.arrived.length = 0;
  };

  it('Load More reads the next page of a list, and only that', async () => {
    await run('loadMore', (await rowAt('Categories', 'festivals', 'Load more')).node);
    assert.deepEqual(
      server.arrived.map(({ url }) => url),
      ['/festivals?page=2&pageSize=2'],
    );
    assert.deepEqual(await labelsBelow('Categories', 'festivals'), ['Charlie', 'Alpha', 'Bravo']);
  });

  it('Sort orders the rows that are there, asks the service nothing, and marks the order it is in', async () => {
    await loadAll();
    await run('sort', 'name');
    assert.match((await eventsTree()).view.message ?? '', /sorted by name$/);
    assert.deepEqual(await labelsBelow('Categories', 'festivals'), ['Alpha', 'Bravo', 'Charlie']);
    user.pick = (items) => items.find(({ label }) => label === 'As the service gives them');
    await run('sort');
    assert.equal(user.offered[0]?.find(({ description }) => description === 'current')?.label, 'By name');
    assert.deepEqual(await labelsBelow('Categories', 'festivals'), ['Charlie', 'Alpha', 'Bravo']);
    assert.deepEqual(server.arrived, []);
  });

  it('Filter leaves the rows that match, and Clear Filter brings the others back', async () => {
    await loadAll();
    const { view } = await eventsTree();
    await run('filter', 'brav');
    assert.match(view.message ?? '', /Filter: brav · 1 row$/);
    assert.deepEqual(await labelsBelow('Categories', 'festivals'), ['Bravo']);
    await run('clearFilter');
    assert.doesNotMatch(view.message ?? '', /Filter/);
    assert.deepEqual(await labelsBelow('Categories', 'festivals'), ['Charlie', 'Alpha', 'Bravo']);
    assert.deepEqual(server.arrived, []);
  });

  it('Pin Event asks the service for a link, pins the event that is chosen, and shows it', async () => {
    const done = run('pinEvent');
    await lists.choose('https://example.com/found', 'Found');
    await done;
    const asked = server.arrived.map(({ url }) => url);
    assert.deepEqual(
      asked.filter((url) => url.startsWith('/event')),
      ['/event?link=found&method=identify'],
    );
    // What it suggests is asked for once.
    assert.deepEqual(asked, [...new Set(asked)]);
    assert.deepEqual(await labelsBelow('Pinned'), ['Found']);
    await until('it is selected', async () => (await eventsTree()).view.selection[0]?.resource?.id === '9');
  });

  it('Show in Tree selects the row of an event that is loaded', async () => {
    await loadAll();
    await run('showInTree', event(2, 'Bravo'));
    const row = `${environment}/categories/festivals/2`;
    await until('it is selected', async () => (await eventsTree()).view.selection[0]?.key === row);
    assert.deepEqual(await labelsBelow('Pinned'), ['Nothing pinned yet']);
  });

  it('Show in Tree pins and selects an event that is not loaded, and Unpin Event takes away all that are given', async () => {
    await run('pinEvent', event(9, 'Found'));
    await run('showInTree', event(4, 'Delta'));
    assert.deepEqual((await labelsBelow('Pinned')).sort(), ['Delta', 'Found']);
    await until('it is selected', async () => (await eventsTree()).view.selection[0]?.resource?.id === '4');
    await run('unpinEvent', event(4, 'Delta'), [event(4, 'Delta'), event(9, 'Found')]);
    assert.deepEqual(await labelsBelow('Pinned'), ['Nothing pinned yet']);
  });
});

describe('commands that write, after a yes', () => {
  const user = useUserStub();
  const lists = useLists();
  const held = useService('desk');
  const eventId = 1001;
  let itemIds: number[] = [];
  /** It has codes. */
  const itemId = 300002;

  interface Passkey {
    id: number;
    passkey: string;
    itemIds: number[];
  }

  const ask = async <T>(method: string, path: string, body?: object) =>
    (await askService<{ data: T }>(held.service, method, path, body)).data;
  const resource = (kind: string, id: number, label: string, more: object = {}) => ({
    kind,
    environment: 'desk',
    id: String(id),
    label,
    value: { id },
    eventId: String(eventId),
    ...more,
  });
  const passkeysWith = (term: string) => ask<Passkey[]>('GET', `/passkeys?eventId=${eventId}&term=${term}&pageSize=500`);
  const newPasskey = (passkey: string) => ask<Passkey>('POST', '/passkeys', { eventId, passkey });

  before(async () => {
    await signIn(user, held.service.token);
    itemIds = (await ask<{ id: number }[]>('GET', `/items?eventId=${eventId}&type=Ticket`)).map(({ id }) => id);
  });
  /** Yes to what is asked; what is offered to be shown would go on in the next test. */
  const agree = ([first]: readonly string[]) => (first?.startsWith('Show') ? undefined : first);
  beforeEach(() => {
    user.press = (_message, buttons) => (buttons.length === 1 ? agree(buttons) : undefined);
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('Delete Passkey deletes it, and Undo makes it again with its items', async () => {
    const name = `UNDO${Date.now()}`;
    const { id } = await newPasskey(name);
    // The local service gives the id of the newest one again when it is deleted.
    await newPasskey(`${name}NEXT`);
    await ask('PUT', `/passkeys/${id}/items`, { itemIds: [itemIds[0]] });
    let undo: () => void = () => undefined;
    const undone = new Promise<void>((resolve) => (undo = resolve));
    user.press = (message, buttons) => {
      if (message.includes('is there again')) undo();
      return buttons.includes('Undo') ? 'Undo' : agree(buttons);
    };
    await run('deletePasskey', resource('passkey', id, name));
    await undone;
    assert.match(user.shown[0] ?? '', /^Delete Passkey: UNDO\d+\?/);
    const restored = `Passkey ${name} is there again, with a new id. | Show in Tree`;
    assert.ok(user.shown.includes(restored), user.shown.join('\n'));
    await assert.rejects(ask('GET', `/passkeys/${id}`), /404/, 'the deleted one is gone');
    const found = await passkeysWith(name);
    const again = found.filter(({ passkey }) => passkey === name);
    assert.deepEqual(
      again.map(({ passkey, itemIds: items }) => [passkey, items]),
      [[name, [itemIds[0]]]],
    );
    assert.notEqual(again[0]?.id, id);
  });

  it('Restore Deleted Passkeys makes again what a copy has, and nothing that is still there', async () => {
    const name = `LATER${Date.now()}`;
    const { id } = await newPasskey(name);
    await newPasskey(`${name}NEXT`);
    await ask('PUT', `/passkeys/${id}/items`, { itemIds: [itemIds[0]] });
    const named = async () => (await passkeysWith(name)).filter(({ passkey }) => passkey === name);
    user.pick = (items) => items.find(({ label }) => label === name);
    /** Where there is nothing to restore, nothing is offered. */
    const offeredNow = async () => {
      user.offered.length = 0;
      await run('restorePasskeys');
      return (user.offered.at(-1) ?? []).filter(({ label }) => label === name);
    };
    user.press = () => undefined;
    await run('deletePasskey', resource('passkey', id, name));
    assert.deepEqual(await offeredNow(), [], 'a no leaves no copy');
    user.press = (_message, buttons) => (buttons.includes('Undo') ? undefined : agree(buttons));
    await run('deletePasskey', resource('passkey', id, name));
    assert.deepEqual(await named(), []);
    await run('restorePasskeys');
    const [offered] = user.offered.at(-1) ?? [];
    assert.deepEqual([offered?.label, offered?.description], [name, '1 passkey · desk']);
    assert.deepEqual(
      (await named()).map((passkey) => passkey.itemIds),
      [[itemIds[0]]],
    );
    user.pick = () => undefined;
    assert.deepEqual(await offeredNow(), [], 'what was restored is not offered again');
  });

  it('Choose Items of Passkey writes the items that are checked', async () => {
    const name = `ITEMS${Date.now()}`;
    const { id } = await newPasskey(name);
    const done = run('associatePasskey', resource('passkey', id, name));
    const pick = await lists.opened();
    await until('its items', () => !pick.busy && pick.items.length > 1);
    // The window may not have drawn the list yet.
    await until('a row with the focus', async () => {
      await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
      return pick.activeItems[0]?.label.startsWith('$(folder)') === false;
    });
    await vscode.commands.executeCommand('workbench.action.quickPickManyToggle');
    await until('a checked row', () => pick.selectedItems.length === 1);
    const chosen = pick.selectedItems[0]?.value?.id;
    await lists.accept();
    await done;
    const now = await ask<Passkey>('GET', `/passkeys/${id}`);
    assert.deepEqual(now.itemIds.map(String), [chosen]);
    assert.ok(user.shown.includes(`${name} opens 1 item in desk now. | Show in Tree`), user.shown.join('\n'));
  });

  it('List Codes shows the codes of an item, and copies the one that is chosen', async () => {
    const done = run('listCodes', resource('item', itemId, 'An item'));
    const pick = await lists.opened();
    await until('its codes', () => !pick.busy && pick.items.some(({ value }) => value));
    const code = await until('a code', () => pick.activeItems[0]?.label);
    await vscode.env.clipboard.writeText('');
    await lists.accept();
    await done;
    assert.equal(await until('a copy', async () => (await vscode.env.clipboard.readText()) || undefined), code);
    const codes = await ask<{ code: string }[]>('GET', `/items/${itemId}/codes?term=${code}`);
    assert.ok(codes.some((one) => one.code === code));
  });

  it('Delete Code deletes the one that it was called with, and no other', async () => {
    const list = () => ask<{ id: number; code: string }[]>('GET', `/items/${itemId}/codes?pageSize=1000`);
    const former = await list();
    const [code] = former;
    await run('deleteCode', resource('code', code!.id, code!.code, { itemId: String(itemId) }));
    assert.ok(
      user.shown.some((text) => text.startsWith('Codes in desk: 1 deleted.')),
      user.shown.join('\n'),
    );
    // A ticket may have more codes than a page: then the next one moves up.
    const left = new Set((await list()).map(({ id }) => id));
    assert.ok(!left.has(code!.id));
    assert.deepEqual(
      former.slice(1).filter(({ id }) => !left.has(id)),
      [],
    );
  });

  it('Delete Item deletes it', async () => {
    const { id } = await ask<{ id: number }>('POST', '/items', { name: 'To go', eventId });
    user.shown.length = 0;
    await run('removeItem', resource('item', id, 'To go'));
    assert.match(user.shown[0] ?? '', /^Delete Item: To go\? .*A copy is kept for 30 days; you can open it afterwards\./);
    assert.match(user.shown.join('\n'), /^Item To go was deleted in desk\. A copy was kept: [^/]*\.json\. \| Open Copy$/m);
    await assert.rejects(ask('GET', `/items/${id}`), /404/);
  });
});
