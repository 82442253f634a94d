import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../harness/until.ts';
import {
  chooseEnvironment,
  forgetEnvironments,
  signIn,
  startRecordingServer,
  useUserStub,
  type Arrived,
  type RecordingServer,
} from './kit.ts';

describe('a write that the service answers with 401', () => {
  const user = useUserStub();
  let server: RecordingServer;
  let accepted = 'first';
  /** What the items are called, by their addresses. */
  const names = new Map<string, string>();
  /** What a refusal waits for. */
  let late: (request: Arrived) => unknown = () => undefined;

  before(async () => {
    server = await startRecordingServer(async (request) => {
      const isAccepted = request.headers.authorization === `Bearer ${accepted}`;
      if (request.method === 'GET') return { body: { data: { id: 7, name: names.get(request.url) ?? 'Pista' } } };
      if (isAccepted) names.set(request.url, (JSON.parse(request.body) as { name: string }).name);
      if (isAccepted) return { body: { data: { id: 7, name: 'Pista' } } };
      await late(request);
      return { status: 401, body: { code: 1000, message: 'The token has expired.' } };
    });
    await chooseEnvironment('expiring', { eventUrl: server.url, ticketUrl: server.url });
  });
  beforeEach(async () => {
    accepted = 'first';
    names.clear();
    late = () => undefined;
    await signIn(user, 'first');
    server.arrived.length = 0;
    for (const list of [user.asked, user.shown]) list.length = 0;
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await vscode.commands.executeCommand('boxOffice.signOut');
    await forgetEnvironments();
    server.stop();
  });

  const create = (name: string) =>
    vscode.commands.executeCommand<vscode.Uri | undefined>('boxOffice.runOperation', 'createItem', { body: { name } });
  /** Saves an item as a document that nobody has open. */
  async function rename(id: number, name: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: 'box-office-edit', path: `/expiring/item/${id}/Item.json` });
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text.replace('"Pista"', JSON.stringify(name))));
  }
  /** What came with a token, as it was sent. */
  const sentWith = (token: string) =>
    server.arrived
      .filter(({ method, headers }) => method !== 'GET' && headers.authorization === `Bearer ${token}`)
      .map(({ body }) => body);

  it('fault 33: is asked about once, and arrives exactly once with the new token', async () => {
    accepted = 'second';
    user.type = () => 'second';
    assert.ok(await create('Pista'), 'it gave its reply');
    assert.equal(user.asked.length, 1);
    assert.match(
      user.asked[0]?.prompt ?? '',
      /The ticket group of expiring refused the token \(sent as Authorization: Bearer\)\. Sign in again, and the work goes on\./,
    );
    assert.deepEqual(sentWith('first'), ['{"name":"Pista"}']);
    assert.deepEqual(sentWith('second'), ['{"name":"Pista"}']);
    assert.equal(server.arrived.filter(({ method }) => method !== 'GET').length, 2);
    assert.deepEqual(user.shown, []);
  });

  it('fault 33: asks once for all writes that wait, and each arrives exactly once with the new token', async () => {
    accepted = 'third';
    let answer: (token: string) => void = () => undefined;
    user.type = () => new Promise<string>((resolve) => (answer = resolve));
    const wanted = ['A', 'B', 'C', 'D'];
    const bodies = wanted.map((name) => JSON.stringify({ name }));
    // One of them is refused only when the new token is there and another write has gone on with it.
    late = ({ body }) => body === bodies[3] && until('a write with the new token', () => sentWith('third').length > 0);
    const saved = wanted.map((name, index) => rename(index, name));
    await until('all were sent', () => sentWith('first').length === wanted.length);
    await until('a question', () => user.asked.length > 0);
    answer('third');
    user.type = () => 'third';
    await Promise.all(saved);
    assert.deepEqual(sentWith('first').sort(), bodies);
    assert.deepEqual(sentWith('third').sort(), bodies);
    assert.equal(user.asked.length, 1);
    assert.deepEqual(user.shown, []);
  });

  it('fault 33: is not sent again when nobody signs in', async () => {
    accepted = 'another';
    assert.equal(await create('Pista'), undefined);
    assert.equal(user.asked.length, 1);
    assert.equal(server.arrived.length, 1);
  });
});
