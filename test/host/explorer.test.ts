import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { until } from '../harness/until.ts';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`boxOffice.${command}`, ...args);
const settings = () => vscode.workspace.getConfiguration();
const global = vscode.ConfigurationTarget.Global;

const festival = { id: 7, title: 'Festival [x](command:y)', link: 'festival', sessions: [{ id: 1, date: '2026-03-20' }] };

describe('the Events view in the editor', () => {
  const asked: string[] = [];
  let server: Server;

  before(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const [path = ''] = (request.url ?? '').split('?');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(path.endsWith('/event/7') ? festival : { data: [festival], pagination: { total: 1 } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const probe = { eventUrl: `${origin}/events`, ticketUrl: `${origin}/tickets`, ticketCredential: 'nothing' };
    await settings().update('boxOffice.environments', { probe, other: probe }, global);
    await settings().update('boxOffice.environment', 'probe', global);
  });

  after(async () => {
    await settings().update('boxOffice.environment', undefined, global);
    await settings().update('boxOffice.environments', undefined, global);
    server.closeAllConnections();
    server.close();
  });

  /** Waits for requests, and then for as long as a superfluous one would take. */
  async function requests(count: number): Promise<string[]> {
    await until(`${count} requests`, () => asked.length >= count);
    await new Promise((resolve) => setTimeout(resolve, 700));
    return asked.splice(0);
  }

  it('asks nothing before a row is opened', async () => {
    await vscode.commands.executeCommand('boxOffice.events.focus');
    assert.deepEqual(await requests(0), []);
  });

  it('reads a list with one request, and never again while it is known', async () => {
    await run('browseCategory', 'festivals');
    assert.deepEqual(await requests(1), ['/events/festivals?page=1&pageSize=100']);
    await run('browseCategory', 'festivals');
    assert.deepEqual(await requests(0), []);
  });

  it('reads again what is open when it is told to', async () => {
    await run('refresh');
    assert.deepEqual(await requests(1), ['/events/festivals?page=1&pageSize=100']);
  });

  it('keeps the lists of an environment while another one is shown', async () => {
    await settings().update('boxOffice.environment', 'other', global);
    await run('browseCategory', 'festivals');
    assert.equal((await requests(1)).length, 1);
    await settings().update('boxOffice.environment', 'probe', global);
    await run('browseCategory', 'festivals');
    assert.deepEqual(await requests(0), []);
  });

  it('copies ids and links, of one row or of many', async () => {
    const event = (id: string, link?: string) => ({
      resource: { kind: 'event', environment: 'probe', id, label: id, value: { id, link } },
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
  });

  it('pins an event and reads it again with a refresh', async () => {
    const resource = { kind: 'event', environment: 'probe', id: '7', label: 'Festival', value: festival };
    await run('pinEvent', { resource });
    await run('refresh');
    assert.ok((await requests(1)).includes('/events/event/7'));
    await run('unpinEvent', { resource });
    await run('refresh');
    assert.ok(!(await requests(0)).includes('/events/event/7'));
  });
});
