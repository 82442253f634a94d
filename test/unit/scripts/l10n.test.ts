import assert from 'node:assert/strict';
import { checkBundles, looseTextsIn, messagesIn } from '../../../scripts/l10n.mjs';

describe('the words check', () => {
  it('finds every message, whoever says it', () => {
    const source = "vscode.l10n.t('Hello {0}', name); t(`It's \"here\"`); texts.t('There'); other('Not this');";
    assert.deepEqual(messagesIn(source, 'x.ts'), ['Hello {0}', `It's "here"`, 'There']);
  });

  it('refuses a message that is put together', () => {
    assert.throws(() => messagesIn("vscode.l10n.t('a' + b)", 'x.ts'), /x\.ts: a message must be one plain text/);
  });

  it('is content when all bundles have all messages', () => {
    assert.deepEqual(checkBundles(['Hello {0}'], { en: { 'Hello {0}': 'Hello {0}' }, pt: { 'Hello {0}': 'Olá {0}' } }), []);
  });

  it('names what is missing, what is left over and what lost a place', () => {
    assert.deepEqual(checkBundles(['A', 'B {0}'], { pt: { 'B {0}': 'B', 'C': 'C' } }), [
      'pt lacks "A".',
      'pt has "C", which nothing says.',
      'pt does not have the same {0} places in "B {0}".',
    ]);
  });

  const loose: [string, string][] = [
    ['a notification', "vscode.window.showInformationMessage('Signed in.')"],
    ['its button', "say.info(vscode.l10n.t('Signed in.'), 'Show Log')"],
    ['a text with something put in', 'vscode.window.showErrorMessage(`No ${name} here`)'],
    ['a refusal', "throw new Refusal('Sign in first.')"],
    ['a question', "showInputBox({ prompt: 'A name' })"],
  ];
  for (const [title, source] of loose) {
    it(`finds ${title} outside the bundles`, () => assert.match(looseTextsIn(source, 'x.ts')[0] ?? '', /^x\.ts:1 says/));
  }

  it('takes icons, signs and what is translated for no such text', () => {
    const source = "say.info(vscode.l10n.t('A'), message); x = { title: `$(tag) ${label}`, detail: '—', prompt: t('B') };";
    assert.deepEqual(looseTextsIn(source, 'x.ts'), []);
  });
});
