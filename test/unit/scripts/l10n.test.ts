import assert from 'node:assert/strict';
import { checkBundles, looseTextsIn, messagesIn } from '../../../scripts/l10n.mjs';

describe('the words check', () => {
  it('finds every message, whoever says it', () => {
    const source =
      "vscode.l10n.t('Hello {0}', name); t(`It's \"here\"`); texts.t('There'); other('Not this'); l10nKey('must be'); localized('Why');";
    assert.deepEqual(messagesIn(source, 'x.ts'), ['Hello {0}', `It's "here"`, 'There', 'must be', 'Why']);
  });

  it('tells messages apart by what they are for, as VS Code does', () => {
    assert.deepEqual(messagesIn("t({ message: 'done', comment: 'for a run' })", 'x.ts'), ['done/for a run']);
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
    ['its button', "notify.info(vscode.l10n.t('Signed in.'), 'Show Log')"],
    ['a text with something put in', 'vscode.window.showErrorMessage(`No ${name} here`)'],
    ['a refusal', "throw new UserError('Sign in first.')"],
    ['a question', "showInputBox({ prompt: 'A name' })"],
    ['a row of one word', "item = { label: 'Events', command }"],
    ['a text that is set', "view.title = 'Events'"],
    ['a text of a page', "h('p', {}, 'Nothing was found.')"],
    ['a problem that is given back', "return { problem: 'must be given' }"],
    ['an error', 'throw new Error(`The service ended with ${code}`)'],
    ['a button of one word', "button('Save', run)"],
    ['a cell of one word', "h('th', { scope: 'col' }, 'Price')"],
    ['news of one word', "news.show('error', 'Failed')"],
    ['what is put into a message', "t('{0} ({1})', name, 'not yet')"],
  ];
  for (const [title, source] of loose) {
    it(`finds ${title} outside the bundles`, () => assert.match(looseTextsIn(source, 'x.ts')[0] ?? '', /^x\.ts:1 says/));
  }

  it('takes icons, signs and what is translated for no such text', () => {
    const source = "notify.info(vscode.l10n.t('A'), message); x = { title: `$(tag) ${label}`, detail: '—', prompt: t('B') };";
    assert.deepEqual(looseTextsIn(source, 'x.ts'), []);
  });

  it('leaves alone what no person reads', () => {
    const source = `import x from 'not a text'; log.warn('It failed again'); h('div', { className: 'row wide' });
      button(t('Save'), run, 'primary'); panels.show('boxOffice.form', page); aliases('start begin'); send('Content-Type: application/json'); type Name = 'one of them'; id = 'boxOffice.showLog';
      // English: a model reads it.
      tell('This is data.');`;
    assert.deepEqual(looseTextsIn(source, 'x.ts'), []);
  });

  it('takes the titles of the table for messages, and the errors inside the client for none', () => {
    const source = "row = { title: 'Get event' }; throw new Error('It never happens');";
    assert.deepEqual(looseTextsIn(source, 'src/client/operations.ts'), []);
    assert.equal(looseTextsIn(source, 'src/editor/x.ts').length, 2);
  });
});
