import assert from 'node:assert/strict';
import type { ApiError, Group } from '../../../src/client/index.ts';
import type { Connection, CredentialSource } from '../../../src/editor/account/connection.ts';
import { readEnvironments } from '../../../src/editor/account/environments.ts';
import type { FakeEditor } from '../../page/editor/fake-editor.ts';
import { failureOf, recordingServer, sendJson, stopServers, type Recorded } from '../client/support.ts';
import { startEditor, stopEditor } from './stand-in.ts';

/** Credentials that the test changes, and counts who asks for them. */
class Credentials implements CredentialSource {
  generation = 0;
  token: string | undefined = 'first';
  key = 'the-key-of-the-event-group';
  reads: string[] = [];
  asked = 0;
  /** What a person does when asked to sign in. */
  signIn: () => boolean = () => false;

  tokenFor(_environment: unknown, group: Group): Promise<string | undefined> {
    this.reads.push(`token ${group}`);
    return Promise.resolve(group === 'ticket' ? this.token : undefined);
  }

  valuesFor(_environment: unknown, group: Group): Promise<Record<string, string> | undefined> {
    this.reads.push(`values ${group}`);
    return Promise.resolve(group === 'event' ? { key: this.key } : undefined);
  }

  generationOf(): number {
    return this.generation;
  }

  secretsOf(): Promise<string[]> {
    this.reads.push('secrets');
    return Promise.resolve([...(this.token === undefined ? [] : [this.token]), this.key]);
  }

  renewToken(): Promise<void> {
    return Promise.resolve();
  }

  signInAgain(): Promise<boolean> {
    this.asked++;
    return Promise.resolve(this.signIn());
  }

  change(token: string | undefined): true {
    this.token = token;
    this.generation++;
    return true;
  }
}

describe('a connection', () => {
  let editor: FakeEditor;
  let credentials: Credentials;
  let accepted: string;
  let onRequest: (request: Recorded) => void;
  before(async () => (editor = await startEditor()));
  after(() => stopEditor(editor));
  beforeEach(() => {
    credentials = new Credentials();
    accepted = 'first';
    onRequest = () => undefined;
  });
  afterEach(stopServers);

  async function connect(more: object = {}) {
    const server = await recordingServer((request, response) => {
      onRequest(request);
      const isAccepted = request.headers.authorization === `Bearer ${accepted}`;
      if (isAccepted) sendJson(response, { data: credentials.key });
      else sendJson(response, { code: 2006, message: 'Invalid token' }, 401);
    });
    const settings = { eventUrl: server.origin, ticketUrl: server.origin, eventCredential: ['key'], ...more };
    const [environment] = readEnvironments({ stg: settings }).environments;
    assert.ok(environment);
    const { Connection } = await import('../../../src/editor/account/connection.ts');
    const { window } = await import('vscode');
    const log = window.createOutputChannel('test', { log: true });
    const connection: Connection = new Connection(environment, credentials, log);
    const sent = () => server.requests.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));
    return { connection, sent };
  }

  const create = (connection: Connection) => connection.write('createItem', { body: { name: 'x' } }, { target: 'x' });

  it('fault 33: sends a refused call again, once and without a question, where somebody has signed in meanwhile', async () => {
    const { connection, sent } = await connect();
    accepted = 'second';
    onRequest = () => credentials.token === 'first' && credentials.change('second');
    await create(connection);
    assert.deepEqual(sent(), ['first', 'second']);
    assert.equal(credentials.asked, 0);
  });

  it('fault 33: does not ask a second time for a call that was sent again', async () => {
    const { connection, sent } = await connect();
    accepted = 'another';
    onRequest = () => credentials.token === 'first' && credentials.change('second');
    assert.equal(((await failureOf(create(connection))) as ApiError).kind, 'unauthorized');
    assert.deepEqual(sent(), ['first', 'second']);
    assert.equal(credentials.asked, 0);
  });

  it('fault 33: asks where somebody has signed out meanwhile, and where nothing has changed', async () => {
    const { connection, sent } = await connect();
    accepted = 'third';
    onRequest = () => credentials.token === 'first' && credentials.change(undefined);
    await failureOf(create(connection));
    credentials.token = 'second';
    credentials.signIn = () => credentials.change('third');
    await create(connection);
    assert.deepEqual(sent(), ['first', 'second', 'third']);
    assert.equal(credentials.asked, 2);
  });

  it('fault 33: leaves it to the caller where that wants to say it itself', async () => {
    const { connection, sent } = await connect();
    accepted = 'second';
    await failureOf(connection.read('listTypes', {}, { quiet: true }));
    assert.deepEqual(sent(), ['first']);
    assert.equal(credentials.asked, 0);
  });

  it('sends nothing without a credential', async () => {
    const { connection, sent } = await connect();
    credentials.token = undefined;
    const error = (await failureOf(connection.read('listTypes', {}))) as ApiError;
    assert.deepEqual([error.kind, error.message], ['unauthorized', 'Sign in to stg first.']);
    assert.deepEqual(sent(), []);
    assert.equal(credentials.asked, 1);
  });

  it('asks nobody to sign in where the group sends nothing, and says how it could', async () => {
    const { connection, sent } = await connect({ eventCredential: 'nothing' });
    accepted = 'nobody';
    const error = (await failureOf(connection.read('getHomeCover', {}))) as ApiError;
    assert.match(
      error.message,
      /^The event group of stg refused "Get home cover" .*which carries no credential\. Configure Environments says how it sends one\.$/,
    );
    assert.deepEqual(sent(), [undefined]);
    assert.equal(credentials.asked, 0);
  });

  it('fault 74: hides what only the other group sends, and looks for it again only after a change', async () => {
    const { connection } = await connect();
    const ofOtherGroup = () => credentials.reads.filter((read) => read === 'secrets').length;
    for (let round = 0; round < 3; round++) assert.deepEqual(await connection.read('listTypes', {}), { data: '•••' });
    assert.equal(ofOtherGroup(), 1);
    credentials.key = 'another-key-of-the-event-group';
    credentials.generation++;
    assert.deepEqual(await connection.read('listTypes', {}), { data: '•••' });
    assert.equal(ofOtherGroup(), 2);
  });
});
