import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { until } from '../harness/until.ts';
import {
  chooseEnvironment,
  forgetEnvironments,
  readLogs,
  startRecordingServer,
  useUserStub,
  type Answer,
  type Arrived,
  type RecordingServer,
} from './kit.ts';

/** In every dress in which a service could send it back. */
function dressesOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  const inForm = new URLSearchParams({ a: secret }).toString().slice(2);
  return [secret, encodeURIComponent(secret), inForm, base64, base64.replaceAll('+', '-').replaceAll('/', '_')];
}

/**
 * What VS Code itself says of each request of any extension when its log level is Debug or lower: for which address it looks for a proxy. That
 * address has its query, and no extension can change it; a token in a header is never in it.
 */
const lineOfProxies = /^.*ProxyResolver#resolveProxy.*$/gm;

const newSecret = (name: string) => `secret/${name}+${randomBytes(12).toString('hex')}=`;

describe('the credentials of an environment', function () {
  const token = newSecret('token');
  const values: Record<string, string> = { apikey: newSecret('apikey'), usertoken: newSecret('usertoken') };
  const secrets = [token, ...Object.values(values)];
  const user = useUserStub();
  let events: RecordingServer;
  let tickets: RecordingServer;
  let answer: (request: Arrived) => Answer = () => ({ body: { data: [] } });

  before(async function () {
    // On a desktop VS Code keeps its logs elsewhere.
    if (vscode.env.remoteName === undefined) this.skip();
    events = await startRecordingServer((request) => answer(request));
    tickets = await startRecordingServer((request) => answer(request));
    await vscode.extensions.getExtension('box-office.box-office')?.activate();
    await vscode.commands.executeCommand('_extensionTests.setLogLevel', 'trace');
    await chooseEnvironment('echo', { eventUrl: events.url, ticketUrl: tickets.url, eventCredential: Object.keys(values) });
    user.type = ({ placeHolder = '' }) => values[placeHolder] ?? token;
    await vscode.commands.executeCommand('boxOffice.signIn');
  });
  beforeEach(() => {
    answer = () => ({ body: { data: [] } });
    for (const { arrived } of [events, tickets]) arrived.length = 0;
  });
  after(async () => {
    await vscode.commands.executeCommand('_extensionTests.setLogLevel', 'info');
    await vscode.commands.executeCommand('boxOffice.signOut');
    await forgetEnvironments();
    events.stop();
    tickets.stop();
  });

  const run = (operation: string, input: object = {}) =>
    vscode.commands.executeCommand('boxOffice.runOperation', operation, input);

  /** What is said to people and to the log, once the log has a line of this request. */
  async function said(marker: string): Promise<string> {
    const logs = await until(`a log line of ${marker}`, () => [readLogs()].find((text) => text.includes(marker)));
    return logs + user.shown.join('\n');
  }

  function assertSecret(text: string): void {
    const own = text.replaceAll(lineOfProxies, '');
    for (const secret of secrets)
      for (const dress of dressesOf(secret)) {
        const all = secret === token ? text : own;
        const at = all.indexOf(dress);
        assert.equal(at, -1, `${dress} is said: ${all.slice(Math.max(0, at - 200), at + 100)}`);
      }
  }

  it('go as a header to the origin of the ticket group, and as query parameters to the origin of the event group', async () => {
    await run('getHomeCover', { query: { marker: 'cover' } });
    await run('listTypes', { query: { marker: 'types' } });
    const [cover] = events.arrived;
    const query = Object.fromEntries(new URL(cover!.url, events.url).searchParams);
    assert.deepEqual(query, { marker: 'cover', ...values });
    assert.equal(cover!.headers.authorization, undefined);
    const [types] = tickets.arrived;
    assert.equal(types!.headers.authorization, `Bearer ${token}`);
    assert.equal(types!.url, '/types?marker=types');
    const toEvents = JSON.stringify(events.arrived);
    const toTickets = JSON.stringify(tickets.arrived);
    assert.ok(!dressesOf(token).some((dress) => toEvents.includes(dress)), 'the token came to the event group');
    for (const value of Object.values(values))
      assert.ok(!dressesOf(value).some((dress) => toTickets.includes(dress)), 'a query parameter came to the ticket group');
    assert.equal(events.arrived.length + tickets.arrived.length, 2);
    const text = await said('/types?marker=types');
    assert.ok(text.includes(`${events.url}/home/cover?marker=cover →`), 'the log names the request without its credentials');
    assertSecret(text);
  });

  const echoes: Record<string, (echo: string) => Answer> = {
    'in the text of an error': (echo) => ({ status: 400, body: { code: 1, message: `You sent ${echo}` } }),
    'in an error that a good status hides': (echo) => ({ body: { error: { code: 17, message: `You sent ${echo}` } } }),
    'in the address of a redirect': (echo) => ({
      status: 307,
      headers: { location: `https://elsewhere.example/?${new URLSearchParams({ echo }).toString()}` },
      body: {},
    }),
    'in a body that is no JSON': (echo) => ({ body: `oops ${echo}` }),
    'in a page of a gateway': (echo) => ({ status: 403, headers: { 'content-type': 'text/html' }, body: `<p>${echo}</p>` }),
    'in the id of the request': (echo) => ({
      status: 409,
      headers: { 'x-request-id': encodeURIComponent(echo) },
      body: { message: 'taken' },
    }),
    'in the code of an error': (echo) => ({ status: 422, body: { code: echo, message: 'no' } }),
  };
  for (const [where, echoing] of Object.entries(echoes))
    it(`fault 9: are in no log file and no message when the service sends them back ${where}`, async () => {
      const marker = `echo${Object.keys(echoes).indexOf(where)}`;
      answer = ({ url, headers }) => {
        const sent = [headers.authorization ?? '', ...new URL(url, events.url).searchParams.values()];
        return echoing(sent.flatMap((text) => dressesOf(text.replace('Bearer ', ''))).join(' '));
      };
      await run('getHomeCover', { query: { marker } });
      await run('createItem', { body: { name: 'Pista' }, query: { marker } });
      await run('listTypes', { query: { marker } });
      assert.equal(events.arrived.length + tickets.arrived.length, 3);
      // Each failed, was logged, and was said to a user.
      await until('three messages', () => user.shown.length === 3);
      const text = await said(`/types?marker=${marker} →`);
      assert.match(text, new RegExp(`POST \\S+/items\\?marker=${marker} →`));
      assertSecret(text);
    });

  it('fault 9: are in no log file and no message when nobody answers', async () => {
    const dead = 'http://127.0.0.1:1';
    await chooseEnvironment('dead', { eventUrl: dead, ticketUrl: dead, eventCredential: Object.keys(values) });
    user.type = ({ placeHolder = '' }) => values[placeHolder] ?? token;
    await vscode.commands.executeCommand('boxOffice.signIn');
    user.shown.length = 0;
    await run('createItem', { body: { name: 'Pista' }, query: { marker: 'dead' } });
    await run('getHomeCover', { query: { marker: 'dead' } });
    await vscode.commands.executeCommand('boxOffice.signOut');
    await chooseEnvironment('echo', { eventUrl: events.url, ticketUrl: tickets.url, eventCredential: Object.keys(values) });
    assertSecret(await said('/home/cover?marker=dead →'));
    assert.match(user.shown.join('\n'), /127\.0\.0\.1:1/);
  });
});
