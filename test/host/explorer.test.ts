import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../harness/until.ts';
import { forgetEnvironments, numbered, set, startRecordingServer, type RecordingServer } from './kit.ts';
import { showTree } from './tree.ts';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`boxOffice.${command}`, ...args);

const festival = { id: 7, title: 'Festival [x](command:y)', link: 'festival', sessions: [{ id: 1, date: '2026-03-20' }] };

describe('the Events view in the editor', () => {
  let server: RecordingServer;
  /** Each test has two environments of its own, of which nothing is known yet. */
  let [probe, other] = ['', ''];
  let count = 0;

  before(async function () {
    server = await startRecordingServer(({ url }) => {
      const [path = ''] = url.split('?');
      return { body: path.endsWith('/event/7') ? festival : { data: [festival], pagination: { total: 1 } } };
    });
    const group = { eventUrl: `${server.url}/events`, ticketUrl: `${server.url}/tickets`, ticketCredential: 'nothing' };
    const environments = numbered(this, (at) => ({ [`probe${at}`]: group, [`other${at}`]: group }));
    await set('boxOffice.environments', environments);
    await showTree();
  });
  beforeEach(async () => {
    [probe, other] = [`probe${++count}`, `other${count}`];
    await set('boxOffice.environment', probe);
    server.arrived.length = 0;
  });
  after(async () => {
    await forgetEnvironments();
    server.stop();
  });

  /** What was asked until now: whatever is asked after this comes behind a request that nobody else sends. */
  async function requests(least = 0): Promise<string[]> {
    await until(`${least} requests`, () => server.arrived.length >= least);
    const marker = `marker=${Math.random()}`;
    await run('runOperation', 'getHomeCover', { query: { marker: marker.slice(7) } });
    assert.ok(server.arrived.at(-1)?.url.includes(marker), 'something was asked after it');
    const asked = server.arrived.map(({ url }) => url).filter((url) => !url.includes('marker='));
    server.arrived.length = 0;
    return asked;
  }

  it('asks nothing before a row is opened', async () => {
    await vscode.commands.executeCommand('boxOffice.events.focus');
    assert.deepEqual(await requests(), []);
  });

  it('reads a list with one request, and never again while it is known', async () => {
    await run('browseCategory', 'festivals');
    assert.deepEqual(await requests(1), ['/events/festivals?page=1&pageSize=100']);
    await run('browseCategory', 'festivals');
    assert.deepEqual(await requests(), []);
  });

  it('reads again what is open when it is told to', async () => {
    await run('browseCategory', 'festivals');
    assert.equal((await requests(1)).length, 1);
    await run('refresh');
    assert.deepEqual(await requests(1), ['/events/festivals?page=1&pageSize=100']);
  });

  it('keeps the lists of an environment while another one is shown', async () => {
    await run('browseCategory', 'festivals');
    assert.equal((await requests(1)).length, 1);
    await set('boxOffice.environment', other);
    await run('browseCategory', 'festivals');
    assert.equal((await requests(1)).length, 1);
    await set('boxOffice.environment', probe);
    await run('browseCategory', 'festivals');
    assert.deepEqual(await requests(), []);
  });

  it('copies ids and links, of one row or of many', async () => {
    const event = (id: string, link?: string) => ({
      resource: { kind: 'event', environment: probe, id, label: id, value: { id, link } },
    });
    await run('copyId', event('9007199254740993'));
    assert.equal(await vscode.env.clipboard.readText(), '9007199254740993');
    await run('copyId', event('1'), [event('1'), event('2')]);
    assert.equal(await vscode.env.clipboard.readText(), '1\n2');
    await run('copyLink', event('1', 'https://example.com/festival'), [
      event('1', 'https://example.com/festival'),
      event('2', 'slug'),
    ]);
    assert.equal(await vscode.env.clipboard.readText(), 'https://example.com/festival\nslug');
    const item = { resource: { kind: 'item', environment: probe, id: '9', label: 'Pista', value: {}, eventId: '1' } };
    await run('copyLink', event('1'), [event('1'), item]);
    const start = `${vscode.env.uriScheme}://box-office.box-office/${probe}/event/1`;
    assert.equal(await vscode.env.clipboard.readText(), `${start}\n${start}/item/9`);
  });

  it('pins an event and reads it again with a refresh', async () => {
    const resource = { kind: 'event', environment: probe, id: '7', label: 'Festival', value: festival };
    await run('pinEvent', { resource });
    await run('refresh');
    assert.ok((await requests(1)).includes('/events/event/7'));
    await run('unpinEvent', { resource });
    await run('refresh');
    assert.ok(!(await requests()).includes('/events/event/7'));
  });
});
