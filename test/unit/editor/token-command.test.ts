import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { ApiError } from '../../../src/client/index.ts';
import type { Accounts } from '../../../src/editor/account/accounts.ts';
import type { Connection } from '../../../src/editor/account/connection.ts';
import { readEnvironments } from '../../../src/editor/account/environments.ts';
import type { FakeEditor } from '../../page/editor/fake-editor.ts';
import { failureOf, recordingServer, sendJson, stopServers, type RecordingServer } from '../client/support.ts';
import { startEditor, stopEditor } from './stand-in.ts';

/** Notes that it ran, waits for a moment where it is told to, and prints the next of the tokens, the last one for ever. */
const program = `
  const { appendFileSync, readFileSync } = require('node:fs');
  const [runs, tokens] = process.argv.slice(1);
  appendFileSync(runs, '.');
  const all = readFileSync(tokens, 'utf8').split('|');
  process.stdout.write(all[Math.min(readFileSync(runs, 'utf8').length, all.length) - 1]);
`;

function jwt(name: string, secondsLeft: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ name, exp: Math.floor(Date.now() / 1000) + secondsLeft })}.c2ln`;
}

describe('a program that gives the token', () => {
  let editor: FakeEditor;
  let folder: string;
  let server: RecordingServer;
  let accounts: Accounts;
  let accepted: string;
  before(async () => (editor = await startEditor()));
  after(() => stopEditor(editor));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'token-command-'));
    server = await recordingServer(({ headers }, response) => {
      const isAccepted = headers.authorization === `Bearer ${accepted}`;
      sendJson(response, isAccepted ? { data: headers.authorization } : { message: 'no' }, isAccepted ? 200 : 401);
    });
    await writeFile(join(folder, 'runs'), '');
  });
  afterEach(async () => {
    accounts.dispose();
    await stopServers();
    await rm(folder, { recursive: true });
  });

  const runs = async () => (await readFile(join(folder, 'runs'), 'utf8')).length;
  const sent = () => server.requests.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));

  async function connect(tokens: readonly string[], tokenCommand?: readonly string[]): Promise<Connection> {
    await writeFile(join(folder, 'tokens'), tokens.join('|'));
    accepted =
      tokens
        .at(-1)
        ?.trim()
        .replace(/^Bearer /, '') ?? '';
    const command = tokenCommand ?? [process.execPath, '-e', program, join(folder, 'runs'), join(folder, 'tokens')];
    const settings = { eventUrl: server.origin, ticketUrl: server.origin, tokenCommand: command };
    const [environment] = readEnvironments({ stg: settings }).environments;
    assert.ok(environment);
    const [{ Accounts }, { Connection }, { window }] = await Promise.all([
      import('../../../src/editor/account/accounts.ts'),
      import('../../../src/editor/account/connection.ts'),
      import('vscode'),
    ]);
    const log = window.createOutputChannel('test', { log: true });
    const nowhere = { address: undefined, onDidChange: () => ({ dispose: () => undefined }) };
    accounts = new Accounts(editor.newContext().secrets as unknown as vscode.SecretStorage, nowhere, log);
    return new Connection(environment, accounts, log);
  }

  it('runs once for the first call and not for the next, and only for the group that sends the token', async () => {
    const connection = await connect(['  Bearer first-token \n']);
    await failureOf(connection.read('getHomeCover', {}));
    assert.equal(await runs(), 0, 'the event group sends nothing');
    assert.deepEqual(await connection.read('listTypes', {}), { data: 'Bearer •••' });
    await connection.read('listTypes', {});
    assert.equal(await runs(), 1);
    assert.deepEqual(sent(), [undefined, 'first-token', 'first-token']);
    assert.equal(editor.secrets.size, 0, 'it is kept in memory alone');
  });

  it('runs at home, where no folder of somebody else has programs of the same names', async () => {
    const print = 'process.stdout.write(Buffer.from(process.cwd()).toString("base64url"))';
    const connection = await connect([Buffer.from(homedir()).toString('base64url')], [process.execPath, '-e', print]);
    await connection.read('listTypes', {});
    assert.deepEqual(sent(), [Buffer.from(homedir()).toString('base64url')]);
  });

  it('runs again once for all calls that are refused, and each is repeated once', async () => {
    const connection = await connect(['first', 'second']);
    const writes = ['A', 'B', 'C'].map((name) => connection.write('createItem', { body: { name } }, { target: name }));
    await Promise.all(writes);
    assert.equal(await runs(), 2);
    assert.deepEqual(sent().sort(), ['first', 'first', 'first', 'second', 'second', 'second']);
    assert.deepEqual(editor.user.shown, [], 'nobody is asked');
  });

  it('runs again for a caller that wants no questions, too', async () => {
    const connection = await connect(['first', 'second']);
    await connection.read('listTypes', {}, { quiet: true });
    assert.deepEqual(sent(), ['first', 'second']);
  });

  it('does not run for ever where its tokens are refused, and says which group refused what', async () => {
    const connection = await connect(['first', 'second']);
    accepted = 'another';
    const error = (await failureOf(connection.read('listTypes', {}))) as ApiError;
    assert.match(error.message, /^The ticket group of stg refused the token \(sent as Authorization: Bearer\)/);
    assert.deepEqual(sent(), ['first', 'second']);
    assert.equal(await runs(), 2);
  });

  it('runs again before the token ends, and not while it has time', async () => {
    const [ending, fresh] = [jwt('Ana', 50), jwt('Ana', 3600)];
    const connection = await connect([ending, fresh]);
    accepted = ending;
    await connection.read('listTypes', {});
    const { now } = Date;
    const later = (seconds: number) => (Date.now = () => now() + seconds * 1000);
    try {
      await connection.read('listTypes', {});
      assert.equal(await runs(), 1, 'one that was given with less than a minute is used for half of its life');
      later(30);
      accepted = fresh;
      await connection.read('listTypes', {});
      assert.deepEqual([await runs(), sent().at(-1)], [2, fresh]);
      later(3600 - 70);
      await connection.read('listTypes', {});
      assert.equal(await runs(), 2);
      later(3600 - 55);
      await connection.read('listTypes', {});
      assert.equal(await runs(), 3);
    } finally {
      Date.now = now;
    }
  });

  it('is run by a sign-in, which tries the token, and forgotten by a sign-out', async () => {
    const connection = await connect([jwt('Ana', 3600)]);
    const { environment } = connection;
    assert.equal(await accounts.signIn(environment), true);
    assert.equal((await accounts.hintFor(environment))?.name, 'Ana');
    assert.deepEqual(sent(), [accepted]);
    await accounts.signOut('stg');
    assert.equal(await accounts.isSignedIn(environment), false);
    await connection.read('listTypes', {});
    assert.equal(await runs(), 2);
    accepted = 'another';
    await assert.rejects(accounts.signIn(environment), /^UserError: Not accepted by the ticket group of stg/);
  });

  it('is not run by whoever only wants to know who is signed in', async () => {
    const connection = await connect(['first']);
    assert.equal(await connection.access(), 'all');
    assert.equal(await accounts.hintFor(connection.environment), undefined);
    assert.equal(await accounts.isSignedIn(connection.environment), false);
    assert.equal(await runs(), 0);
  });

  it('is not run in Restricted Mode', async () => {
    const connection = await connect(['first']);
    const { workspace } = await import('vscode');
    const trust = Object.getOwnPropertyDescriptor(workspace, 'isTrusted');
    Object.defineProperty(workspace, 'isTrusted', { value: false, configurable: true });
    try {
      const error = await failureOf(connection.read('listTypes', {}));
      assert.equal(error.message, 'Box Office runs no program for a token while this workspace is in Restricted Mode.');
    } finally {
      Object.defineProperty(workspace, 'isTrusted', trust!);
    }
    assert.equal(await runs(), 0);
  });

  const node = (script: string) => [process.execPath, '-e', script];
  const failures: [string, readonly string[], string][] = [
    [
      'fails',
      node("console.log('secret-out'); console.error('secret-err'); process.exit(3)"),
      'node ended with the exit code 3.',
    ],
    ['does not exist', ['/nowhere/secret-path/my-token', 'secret-arg'], 'my-token was not found.'],
    ['prints nothing', node(''), 'node printed no token.'],
    [
      'prints two lines',
      node("console.log('secret-out\\nsecret-more')"),
      'node printed more than one line; it must print the token alone.',
    ],
    [
      'prints two words',
      node("console.log('secret-out more')"),
      'node printed more than one word; it must print the token alone.',
    ],
    [
      'prints an odd character',
      node("console.log('secret\\u200bout')"),
      'The token that node printed has U+200B zero width space at position 7.',
    ],
    [
      'prints without end',
      node("for (;;) console.log('secret-out'.repeat(1000))"),
      'node printed too much; it must print the token alone.',
    ],
  ];
  for (const [title, command, reason] of failures) {
    it(`that ${title} is named with the reason, and nothing of what it was given or printed is shown or logged`, async () => {
      const connection = await connect(['unused'], command);
      editor.logged.length = 0;
      const error = await failureOf(connection.read('listTypes', {}));
      assert.equal(error.message, `There is no token: ${reason} The setting tokenCommand of the environment names this program.`);
      assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)} ${editor.logged.join()}`, /secret/);
      assert.deepEqual(sent(), []);
    });
  }

  it('is ended when it takes longer than it may', async () => {
    const { CommandTokens } = await import('../../../src/editor/account/token-command.ts');
    const { environment } = await connect(
      ['unused'],
      node(
        `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'runs'))}, String(process.pid)); setInterval(() => {}, 1000)`,
      ),
    );
    const tokens = new CommandTokens(3000);
    const error = await failureOf(tokens.get(environment));
    assert.match(error.message, /^There is no token: node took longer than 3 s and was ended\./);
    const pid = Number(await readFile(join(folder, 'runs'), 'utf8'));
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    tokens.dispose();
  });

  it('goes through no shell', async () => {
    const connection = await connect(['unused'], [process.execPath, '-p', 'process.argv[1]', '$(echo&pwned);']);
    accepted = '$(echo&pwned);';
    await connection.read('listTypes', {});
    assert.deepEqual(sent(), ['$(echo&pwned);']);
  });
});
