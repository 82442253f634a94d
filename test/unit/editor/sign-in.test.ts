import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Accounts } from '../../../src/editor/account/accounts.ts';
import { readEnvironments, type Environment } from '../../../src/editor/account/environments.ts';
import type { FakeEditor } from '../../page/editor/fake-editor.ts';
import { startEditor, stopEditor } from './stand-in.ts';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJBbmEifQ.c2lnbmF0dXJl';
const address = { eventUrl: 'https://events.example', ticketUrl: 'https://tickets.example' };

describe('what is pasted to sign in', () => {
  let editor: FakeEditor;
  let accounts: Accounts;
  /** Why something was not taken. */
  let problems: string[] = [];

  before(async () => {
    editor = await startEditor();
    const { Accounts } = await import('../../../src/editor/account/accounts.ts');
    const secrets = editor.newContext().secrets as unknown as vscode.SecretStorage;
    const nowhere = { address: undefined, onDidChange: () => ({ dispose: () => undefined }) };
    accounts = new Accounts(secrets, nowhere, () => [environment()]);
  });
  beforeEach(() => {
    problems = [];
    editor.secrets.clear();
  });
  after(async () => {
    accounts.dispose();
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
    const [found] = readEnvironments({ stg: { ...address, ...more } }).environments;
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

  it('fault 72: is refused in the Accounts menu and where a sign-in has ended too', async () => {
    paste('k\u200by');
    await assert.rejects(accounts.signInAgain(environment(), true), { name: 'Canceled' });
    editor.user.pick = (rows) => rows[0];
    await assert.rejects(accounts.createSession(), { name: 'Canceled' });
    assert.equal(problems.length, 2);
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
});
