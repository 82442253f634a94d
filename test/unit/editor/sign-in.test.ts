import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Accounts } from '../../../src/editor/account/accounts.ts';
import { readEnvironments, type Environment } from '../../../src/editor/account/environments.ts';
import type { FakeEditor } from '../../page/editor/fake-editor.ts';
import { recordingServer, sendJson, stopServers, type RecordingServer, type Respond } from '../client/support.ts';
import { startEditor, stopEditor } from './stand-in.ts';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJBbmEifQ.c2lnbmF0dXJl';

describe('what is pasted to sign in', () => {
  let editor: FakeEditor;
  let accounts: Accounts;
  let server: RecordingServer;
  /** How the service answers. */
  let respond: Respond;
  /** Why something was not taken. */
  let problems: string[] = [];

  before(async () => {
    editor = await startEditor();
    server = await recordingServer((...request) => respond(...request));
    const { Accounts } = await import('../../../src/editor/account/accounts.ts');
    const secrets = editor.newContext().secrets as unknown as vscode.SecretStorage;
    const nowhere = { address: undefined, onDidChange: () => ({ dispose: () => undefined }) };
    const log = (await import('vscode')).window.createOutputChannel('test', { log: true });
    accounts = new Accounts(secrets, nowhere, log);
  });
  beforeEach(() => {
    problems = [];
    respond = (_request, response) => sendJson(response, { data: [] });
    server.requests.length = 0;
    editor.secrets.clear();
  });
  after(async () => {
    accounts.dispose();
    await stopServers();
    await stopEditor(editor);
  });

  /** Types one text after another into each box, until it is taken. */
  function paste(...texts: readonly string[]): void {
    let at = 0;
    editor.user.type = ({ problem }) => {
      if (problem !== undefined) problems.push(problem);
      else at = 0;
      return texts[at++];
    };
  }

  function environment(more: object = {}): Environment {
    const [found] = readEnvironments({
      stg: { eventUrl: `${server.origin}/events`, ticketUrl: `${server.origin}/tickets`, ...more },
    }).environments;
    assert.ok(found);
    return found;
  }

  const odd: [string, string, string][] = [
    ['a zero width space', `${jwt.slice(0, 11)}\u200b${jwt.slice(11)}`, 'U+200B zero width space at position 12'],
    ['one before the scheme', `\u200bBearer ${jwt}`, 'U+200B zero width space at position 1'],
    ['one after the scheme', `Bearer \u200b${jwt}`, 'U+200B zero width space at position 8'],
    ['one at the end', `  ${jwt}\u200b `, `U+200B zero width space at position ${jwt.length + 3}`],
    ['a no-break space', `abc\u00a0def`, 'U+00A0 no-break space at position 4'],
    ['a byte order mark inside', `abc\ufeffdef`, 'U+FEFF byte order mark at position 4'],
    ['an unseen character without a name here', `abc\u2064def`, 'U+2064 invisible character at position 4'],
    ['a filler that counts as a letter', `abc\u3164def`, 'U+3164 invisible character at position 4'],
    ['a control character', `abc\u0007def`, 'U+0007 control character at position 4'],
    ['a letter that is not ASCII', `abcdéf`, 'U+00E9 "é" at position 5'],
    ['a shortened token', `eyJhbGci\u2026`, 'U+2026 ellipsis at position 9'],
    ['a character beyond the first plane', `ab\u{1f600}\u200b`, 'U+1F600 "\u{1f600}" at position 3'],
    ['half a character', `ab\ud800c`, 'U+D800 invisible character at position 3'],
  ];
  for (const [title, text, named] of odd) {
    it(`fault 72: is refused with ${title}, which is named`, async () => {
      paste(text);
      assert.equal(await accounts.signIn(environment()), false);
      assert.deepEqual(problems, [`It has ${named}. Copy it again as plain text, or delete that character.`]);
      assert.equal(problems.join().includes(jwt.slice(0, 11)), false);
      assert.equal(editor.secrets.size, 0);
    });
  }

  it('fault 72: is refused for the event group as well, whether it is a token or the value of a parameter', async () => {
    paste('k\u200by', 'key');
    const token = environment({ ticketCredential: 'nothing', eventCredential: 'bearer' });
    assert.equal(await accounts.signIn(token), true);
    const values = environment({ ticketCredential: 'nothing', eventCredential: ['apikey', 'usertoken'] });
    assert.equal(await accounts.signIn(values), true);
    assert.equal(problems.length, 3);
    for (const problem of problems) assert.match(problem, /^It has U\+200B zero width space at position 2\./);
    assert.deepEqual(await accounts.valuesFor(values, 'event'), { apikey: 'key', usertoken: 'key' });
  });

  it('fault 72: is refused where a sign-in has ended too', async () => {
    paste('k\u200by');
    await assert.rejects(accounts.signInAgain(environment(), 'ticket', true), { name: 'Canceled' });
    assert.equal(problems.length, 1);
    assert.equal(editor.secrets.size, 0);
  });

  const taken: [string, string][] = [
    ['as it is', jwt],
    ['with blanks and line ends related it', `\n  ${jwt}\t\r\n`],
    ['with its scheme', `Bearer ${jwt}`],
    ['with its whole header', `Authorization: bearer   ${jwt}`],
  ];
  for (const [title, text] of taken) {
    it(`is taken ${title}`, async () => {
      paste(text);
      assert.equal(await accounts.signIn(environment()), true);
      assert.equal(await accounts.tokenFor(environment(), 'ticket'), jwt);
    });
  }

  it('is refused as two words, also with a line end between them', async () => {
    paste('two\nwords');
    assert.equal(await accounts.signIn(environment()), false);
    assert.deepEqual(problems, ['It must be one word, without blanks or line ends.']);
  });

  const refuse: Respond = ({ headers }, response) =>
    headers.authorization === `Bearer ${jwt}` ? sendJson(response, { data: [] }) : sendJson(response, { message: 'no' }, 401);
  const refusal =
    'Not accepted by the ticket group of stg (sent as Authorization: Bearer). Configure Environments says how it is sent.';

  it('is tried with a harmless read, and what is not accepted is said in the input, which stays', async () => {
    respond = refuse;
    paste('old-token', jwt);
    assert.equal(await accounts.signIn(environment()), true);
    assert.deepEqual(problems, [refusal]);
    assert.deepEqual(
      server.requests.map(({ method, url }) => `${method} ${url}`),
      ['GET /tickets/types', 'GET /tickets/types'],
    );
    assert.equal(await accounts.tokenFor(environment(), 'ticket'), jwt);
  });

  it('is not kept when it was not accepted and the person leaves', async () => {
    respond = refuse;
    paste('old-token');
    assert.equal(await accounts.signIn(environment()), false);
    assert.equal(editor.secrets.size, 0);
  });

  it('is tried with the event group where it is a key of that group alone', async () => {
    respond = ({ headers, url }, response) =>
      sendJson(response, {}, url === '/events/home/sections' && headers['x-api-key'] === 'right' ? 200 : 401);
    const dialect = { token: { ticket: 'nothing', event: { header: 'X-Api-Key', own: true } } };
    paste('wrong', 'right');
    assert.equal(await accounts.signIn(environment({ dialect })), true);
    assert.deepEqual(problems, [
      'Not accepted by the event group of stg (sent as X-Api-Key). Configure Environments says how it is sent.',
    ]);
    assert.deepEqual(await accounts.valuesFor(environment({ dialect }), 'event'), { 'X-Api-Key': 'right' });
  });

  for (const [title, status, isUntried] of [
    ['what is not allowed proves that it was accepted', 403, false],
    ['what is not there proves nothing', 404, true],
    ['a failure proves nothing', 500, true],
    ['an odd reply proves nothing', 200, true],
  ] as const) {
    it(`${title}, and it is kept (${status})`, async () => {
      respond = (_request, response) => {
        response.writeHead(status, { 'content-type': 'text/html' });
        response.end('<p>x</p>');
      };
      paste(jwt);
      let untried: string | undefined;
      assert.equal(await accounts.signIn(environment(), { onUntried: (why) => (untried = why) }), true);
      assert.equal(untried !== undefined, isUntried);
      assert.equal(await accounts.tokenFor(environment(), 'ticket'), jwt);
    });
  }

  it('is kept where nothing answers, and it is said that it could not be tried', async () => {
    paste(jwt);
    let untried: string | undefined;
    const nowhere = environment({ ticketUrl: 'http://127.0.0.1:1' });
    assert.equal(await accounts.signIn(nowhere, { onUntried: (why) => (untried = why) }), true);
    assert.match(untried ?? '', /could not be reached/);
    assert.equal(await accounts.tokenFor(nowhere, 'ticket'), jwt);
  });

  it('can be left while it is tried', async () => {
    const { window } = await import('vscode');
    const real = window.createInputBox;
    let box: vscode.InputBox | undefined;
    Object.assign(window, { createInputBox: () => (box = real()) });
    // Nothing answers until the input is gone.
    respond = (_request, response) => {
      response.on('close', () => undefined);
      box?.hide();
    };
    paste(jwt);
    assert.equal(await accounts.signIn(environment()), false);
    Object.assign(window, { createInputBox: real });
    assert.equal(server.requests.length, 1);
    assert.equal(editor.secrets.size, 0);
  });

  it('asks for the group that was refused alone, and says what it refused', async () => {
    const prompts: string[] = [];
    const dialect = { token: { event: { header: 'X-Api-Key', own: true } } };
    editor.user.type = ({ prompt = '' }) => {
      prompts.push(prompt);
      return 'secret';
    };
    assert.equal(await accounts.signIn(environment({ dialect })), true);
    assert.equal(prompts.length, 2, 'the token and the key');
    assert.equal(await accounts.signInAgain(environment({ dialect }), 'event', true), true);
    assert.equal(prompts.length, 3);
    assert.match(
      prompts[2] ?? '',
      /The event group of stg refused the key \(sent as X-Api-Key\)\. Sign in again, and the work goes on\./,
    );
  });
});
