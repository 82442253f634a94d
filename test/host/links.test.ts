// Links as VS Code hands them to the extension: by its own opener, in the scheme of the product that runs.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../harness/until.ts';
import { forgetEnvironments, numbered, set, startRecordingServer, useLists, useUserStub, type RecordingServer } from './kit.ts';
import { eventsTree, rowAt, showTree } from './tree.ts';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`boxOffice.${command}`, ...args);
const setting = (name: string) => vscode.workspace.getConfiguration().get(name);
const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));

const festival = { id: 7, title: 'Festival of links', link: 'festival' };
const item = { id: 70, eventId: 7, name: 'Pista of links', type: 'Ticket' };
const stray = { id: 71, eventId: 8, name: 'Of another event', type: 'Ticket' };
const nested = { id: 72, event: { id: 8 }, name: 'Of another event as well', type: 'Ticket' };
const unowned = { id: 73, name: 'Of a list', type: 'Ticket' };

describe('a link', () => {
  const user = useUserStub();
  const lists = useLists();
  let server: RecordingServer;
  /** Of each test alone. */
  let [here, there] = ['', ''];
  let count = 0;
  const open = (path: string) =>
    vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(`${vscode.env.uriScheme}://box-office.box-office/${path}`));
  /** Others may say something meanwhile: a test waits for what is said of its own link. */
  const said = (text: string) => until(text, () => user.shown.find((shown) => shown.includes(text)));
  const questions = () => user.shown.filter((shown) => shown.includes('"modal":true'));

  before(async function () {
    server = await startRecordingServer(({ url }) => {
      const [path = ''] = url.split('?');
      const records: Record<string, unknown> = {
        '/events/event/7': festival,
        '/tickets/items/70': item,
        '/tickets/items/71': stray,
        '/tickets/items/72': nested,
        '/tickets/items/73': unowned,
        '/events/event/9': { id: 9, title: 'Another festival' },
        '/other/event/7': { ...festival, title: 'Festival elsewhere' },
      };
      if (records[path]) return { body: { data: records[path] } };
      if (path === '/tickets/items' && url.includes('eventId=7'))
        return { body: { data: [item, unowned], pagination: { total: 2 } } };
      // Without an event it lists those of all: so `eventId` chooses among them.
      if (path === '/tickets/items' && !url.includes('eventId='))
        return { body: { data: [item, stray, nested, unowned], pagination: { total: 4 } } };
      if (/\/(event|items)\/[^/]+$/.test(path)) return { status: 404, body: { message: 'not found' } };
      return { body: { data: [], pagination: { total: 0 } } };
    });
    const dialect = { token: { event: 'nothing', ticket: 'nothing' } };
    const settings = { eventUrl: `${server.url}/events`, ticketUrl: `${server.url}/tickets`, dialect };
    const closed = { ...settings, dialect: { token: { event: 'bearer', ticket: 'bearer' } } };
    const other = { ...settings, eventUrl: `${server.url}/other` };
    const environments = numbered(this, (at) => ({
      [`here${at}`]: settings,
      [`there ${at}/é`]: settings,
      [`closed${at}`]: closed,
      [`command:${at}`]: other,
    }));
    await set('boxOffice.environments', environments);
    await showTree();
  });
  beforeEach(async () => {
    [here, there] = [`here${++count}`, `there ${count}/é`];
    await set('boxOffice.environment', here);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    server.arrived.length = 0;
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await forgetEnvironments();
    server.stop();
  });

  it('opens the page of an event without a question where its environment is chosen', async () => {
    await open(`${here}/event/7`);
    await until('the page', () => tabs().includes('Festival of links'));
    assert.deepEqual(questions(), []);
  });

  it('opens an item and selects its row where the tree has its event', async () => {
    await run('pinEvent', {
      resource: { kind: 'event', environment: here, id: '7', label: 'Festival of links', value: festival },
    });
    await rowAt('Pinned', 'Festival of links');
    await open(`${here}/event/7/item/70`);
    await until('both pages', () => tabs().includes('Festival of links') && tabs().some((tab) => tab.includes('Pista of links')));
    const { view } = await eventsTree();
    await until('the row', () => view.selection[0]?.resource?.kind === 'item' && view.selection[0].resource.id === '70');
  });

  it('leaves the tree as it is where it does not have the event', async () => {
    await open(`${here}/event/7`);
    await until('the page', () => tabs().includes('Festival of links'));
    // Whatever the first one does to the tree is done before the second one is refused.
    await open(`${here}/event/404`);
    await said('There is no event “404”');
    await assert.rejects(rowAt('Pinned', 'Festival of links'), /is not among/);
  });

  it('asks before it changes the environment, and does nothing without a yes', async () => {
    const path = `${encodeURIComponent(there.replace('/', '%2F'))}/event/7`;
    await open(path);
    const question = await said(`Switch to ${there} to open a link?`);
    assert.match(question, /"modal":true/);
    assert.ok(question.includes('Event: 7') && question.includes(`Environment: ${there}`), question);
    assert.ok(question.includes(`${here} is the current environment. After the switch, everything goes to ${there}.`), question);
    assert.equal(setting('boxOffice.environment'), here);
    assert.deepEqual(server.arrived, []);
    user.press = (_message, buttons) => buttons.find((button) => button === 'Switch and Open');
    await open(path);
    await until('the page', () => tabs().includes('Festival of links'));
    assert.equal(setting('boxOffice.environment'), there);
  });

  it('offers a sign-in where nobody is signed in, and goes on afterwards', async () => {
    await set('boxOffice.environment', `closed${count}`);
    await open(`closed${count}/event/7`);
    await said(`Sign in to closed${count} to open the link. | Sign In`);
    assert.deepEqual(tabs(), []);
    user.press = (_message, buttons) => buttons.find((button) => button === 'Sign In');
    user.type = () => 'a-token';
    await open(`closed${count}/event/7`);
    await until('the page', () => tabs().includes('Festival of links'));
    // A sign-out offers the next sign-in.
    user.press = () => undefined;
    await run('signOut');
  });

  it('says that an event or an item does not exist', async () => {
    await open(`${here}/event/404`);
    await said(`There is no event “404” in ${here}.`);
    await open(`${here}/event/7/item/404`);
    await said(`There is no item “404” in ${here}.`);
    await open(`${here}/event/7/item/71`);
    await said('The item “71” does not belong to the event “7” of the link.');
    await open(`${here}/event/7/item/72`);
    await said('The item “72” does not belong to the event “7” of the link.');
    assert.deepEqual(tabs(), []);
  });

  it('takes it from the list of the event that an item is of it, where the item does not say so', async () => {
    const opened: unknown[] = [];
    const { executeCommand } = vscode.commands;
    const noted = (command: string, ...args: unknown[]) => {
      if (command === 'boxOffice.editItem') opened.push((args[0] as { eventId?: string }).eventId);
      return executeCommand(command, ...args);
    };
    Object.assign(vscode.commands, { executeCommand: noted });
    try {
      await open(`${here}/event/7/item/73`);
      await until('the item of the event', () => opened.length === 1);
      await open(`${here}/event/9/item/73`);
      await until('the item of no event that is known', () => opened.length === 2);
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
    assert.deepEqual(opened, ['7', undefined]);
  });

  it('asks for each of two that come at once, and a no to one is none to the other', async () => {
    const answers: ((answer: string | undefined) => void)[] = [];
    user.press = () => new Promise((resolve) => answers.push(resolve));
    const [first, second] = [encodeURIComponent(there.replace('/', '%2F')), `command:${count}`];
    await open(`${first}/event/7`);
    await open(`${second}/event/7`);
    await until('both questions', () => answers.length === 2);
    assert.equal(questions().length, 2);
    // While they are open, a link into the chosen environment needs no answer.
    await open(`${here}/event/7`);
    await until('the page', () => tabs().includes('Festival of links'));
    assert.deepEqual(setting('boxOffice.environment'), here);
    assert.ok(server.arrived.every(({ method, url }) => method === 'GET' && !url.startsWith('/other')));
    const ofSecond = user.shown.findIndex((text) => text.startsWith(`Switch to ${second} `));
    answers[1 - ofSecond]?.(undefined);
    answers[ofSecond]?.('Switch and Open');
    await until('the page of the other', () => tabs().includes('Festival elsewhere'));
    assert.equal(setting('boxOffice.environment'), second);
  });

  it('fault 17: sends nothing for a crafted one where nobody is signed in', async () => {
    await set('boxOffice.environment', `closed${count}`);
    const crafted: readonly [string, string][] = [
      ['event/7', `Sign in to closed${count} to open the link.`],
      ['event/..', 'is not an id'],
      ['event/7%252Fcodes', 'is not an id'],
      ['event/7/item/70', `Sign in to closed${count} to open the link.`],
      ['event/7?token=x', 'it has a query'],
    ];
    for (const [path, message] of crafted) {
      user.shown.length = 0;
      await open(`closed${count}/${path}`);
      await said(message);
    }
    assert.deepEqual(server.arrived, []);
    assert.deepEqual(tabs(), []);
  });

  it('fault 17: writes nothing, whatever it says', async () => {
    // Whoever says yes to everything is asked nothing that writes.
    user.press = (_message, [first]) => first;
    const crafted: readonly [string, string][] = [
      ['', 'is not an environment'],
      [`${here}/event/7/item/70/delete`, 'is not an environment'],
      [`${here}/items/70`, 'is not an environment'],
      [`${here}/event/7?method=DELETE`, 'it has a query'],
      [`${here}/event/7?command=boxOffice.deleteEventCodes`, 'it has a query'],
      [`${here}/event/7#delete`, 'it has a fragment'],
      [`${here}/event/..`, 'is not an id'],
      [`${here}/event/%252e%252e%252fitems%252f70`, 'is not an id'],
      [`${here}/event/7%252Fcodes`, 'is not an id'],
      [`${here}/event/7%250d%250aDELETE`, 'is not an id'],
      [`${here}/event/${'9'.repeat(500)}`, 'is not an id'],
      [`${here}/event/${'9'.repeat(5000)}`, 'This link is too long'],
      [`${here}/event/%25zz`, 'is not encoded as in an address'],
      [`${here}/event/7%00`, 'is not an id'],
      [`${here}/event/7%E2%80%AE`, 'is not an id'],
      [`${here}/event/%E3%85%A4`, 'is not an id'],
      [`${here}/event/7%5C..%5Citems`, 'is not an id'],
      [`${here}//event/7`, 'is not an environment'],
      [`${here}/event/7/`, 'is not an environment'],
      [`${here}/event/7/item/..`, 'is not an id'],
      [`${here}%E2%80%8B/event/7`, 'which is not configured here'],
      [`${here}%20/event/7`, 'which is not configured here'],
      [`${'%F0%9F%98%80'.repeat(50)}/event/7`, 'which is not configured here'],
      [`%5Bx%5D(command:workbench.action.quit)/event/7`, 'which is not configured here'],
      ['boxOffice.deleteEventCodes/event/7', 'which is not configured here'],
      ['constructor/event/7', 'which is not configured here'],
      [`${here}/event/%25252e%25252e`, 'There is no event'],
      ['https%253A%252F%252Fevil.example/event/7', 'which is not configured here'],
      ['__proto__/event/7', 'which is not configured here'],
      [`${here.toUpperCase()}/event/7`, 'which is not configured here'],
      [`${here}/event/%5Bx%5D(command:boxOffice.removeItem)`, 'There is no event'],
    ];
    for (const [path, message] of crafted) {
      user.shown.length = 0;
      await open(path);
      const told = await said(message);
      assert.ok(told.length < 400, told);
      assert.doesNotMatch(told, /\]\(|[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      // The yes leads on to a list, which would be in the way of the next test, and asks the service for what it shows.
      if (/ \| (?:Find Event|Configure Environments)$/.test(told)) await lists.leave();
      assert.equal(setting('boxOffice.environment'), here, path);
    }
    await open(`${here}/event/7/item/70`);
    await until('the pages', () => tabs().some((tab) => tab.includes('Pista of links')));
    assert.deepEqual(
      server.arrived.filter(({ method, url }) => method !== 'GET' || url.startsWith('/other') || /\/\.|%2f|codes/i.test(url)),
      [],
    );
    assert.deepEqual(setting('boxOffice.environment'), here);
  });
});
