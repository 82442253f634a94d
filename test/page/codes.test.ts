import assert from 'node:assert/strict';
import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/lib/paths.mjs';
import { missingDiagnostics } from '../../src/editor/codes/diagnostics.ts';
import { everything } from '../harness/everything.ts';
import { until } from '../harness/until.ts';
import { assertAccessible, focused } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { Uri } from './editor/vscode-types.ts';

const result = (page: Page, text: string) => page.locator('.result').filter({ hasText: text });
const there = (page: Page) => page.locator('.target dt').filter({ hasText: 'At the service already' });
const column = (page: Page) => page.getByLabel('The codes are in');

describe('the check page of a file of codes', () => {
  const editor = useEditor();
  const path = (name: string) => join(editor.fake.workspace, name);
  const problems = (name: string) => editor.fake.diagnostics.get(Uri.file(path(name)).toString()) ?? [];
  const check = async (name: string) => editor.open('checkCodes', Uri.file(path(name)));
  let count = 0;

  /** The sample with problems, under a name of its own. */
  async function sample(): Promise<string> {
    const name = `sample-${++count}.csv`;
    await copyFile(join(root, 'test', 'fixtures', 'workspace', 'codes-with-problems.csv'), path(name));
    return name;
  }

  /** A file of which nothing tells which column holds its codes. */
  async function twoColumns(): Promise<string> {
    const name = `two-${++count}.csv`;
    const rows = Array.from({ length: 20 }, (_, index) => `A${index * 7919}Z;K${index * 104729}Y`).join('\n');
    await writeFile(path(name), `alpha;beta\n${rows}\n`);
    return name;
  }

  it('says the same as the Problems panel, and marks the rows with problems by a sign and a text, those further down too', async () => {
    const name = await sample();
    const tab = await check(name);
    const page = await tab.page();
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('row', { name: /Duplicates/ }).waitFor();
    await result(page, '⚠5 to fix in 15 codes').waitFor();
    assert.equal(await there(page).isVisible(), false, 'no event is chosen yet');
    // Of 8, 10 and 13 characters.
    assert.equal(await page.locator('.lengths rect').count(), 3);
    assert.equal(await page.locator('.lengths').isVisible(), false, 'they are folded away');
    await page.getByText('Lengths').click();
    assert.equal(await page.locator('.lengths').isVisible(), true);
    await assertAccessible(editor, tab, { within: '.lengths' });
    const rows = page.locator('.sample tbody tr');
    // The first ten, and the number that a spreadsheet has damaged.
    await rows.nth(10).waitFor();
    const lines = await rows.getByRole('rowheader').allInnerTexts();
    assert.deepEqual(lines, ['2', '3', '4', '5', '6', '⚠ 7', '8', '9', '⚠ 10', '⚠ 11', '⚠ 13']);
    const wrong = await page.locator('.sample tr.wrong td.why').allInnerTexts();
    assert.equal(wrong[0], 'D3DQCJU4KH is there already, on line 4.');
    assert.equal(wrong[2], 'A blank line.');
    assert.match(wrong[3] ?? '', /^1\.23E\+10 was a number in a spreadsheet/);
    assert.equal(await rows.nth(5).locator('.sign').getAttribute('title'), wrong[0]);
    const messages = problems(name).map(({ message }) => message);
    assert.ok(messages.includes('D3DQCJU4KH is there already, on line 4.'), messages.join('\n'));
    assert.ok(messages.some((message) => message.startsWith('1.23E+10 was a number in a spreadsheet')));
    await page.getByRole('button', { name: 'Show Problems' }).click();
    await until('the Problems panel', () => editor.fake.executed.some(([id]) => id === 'workbench.actions.view.problems'));
    await page
      .getByRole('row', { name: /Duplicates/ })
      .getByRole('button', { name: 'Line 7' })
      .click();
    await until('its line', () =>
      editor.fake.executed.some(([id, , at]) => id === 'vscode.open' && JSON.stringify(at).includes('"line":6')),
    );
  });

  it('keeps the focus and what is folded away while it checks again, follows the file whatever program writes it, and is there after a reload', async () => {
    const name = await sample();
    const tab = await check(name);
    let page = await tab.page();
    await result(page, 'in 15 codes').waitFor();
    const row = page.locator('.sample tbody tr').first();
    await page.getByText('Rows', { exact: true }).click();
    await row.waitFor({ state: 'hidden' });
    const again = page.getByRole('button', { name: 'Check Again' });
    await page.evaluate("document.querySelector('table.kinds').id = 'before'");
    await again.click();
    await page.locator('#before').waitFor({ state: 'detached' });
    await focused(page, again);
    await appendFile(path(name), 'ONEMORE123\n');
    await result(page, 'in 16 codes').waitFor();
    assert.equal(await row.isVisible(), false, 'what somebody has folded away stays so');
    await editor.reload();
    page = await tab.page();
    await page.getByRole('row', { name: /Duplicates/ }).waitFor();
    await result(page, '5 to fix in 16 codes').waitFor();
  });

  it('fixes into a new file, leaves the file as it is, and leads to what no copy can fix before it leads to the upload', async () => {
    const before = 'code\nLEFT1\nLEFT1\n1.23E+10\nLEFT2\n';
    await writeFile(path('left.csv'), before);
    const page = await (await check('left.csv')).page();
    await page.locator('.primary', { hasText: 'Fix All (New File)' }).click();
    const shown = await until('its page', () => editor.panels.find(({ title }) => title.includes('left.fixed.csv')));
    const next = await editor.tab(shown).page();
    await next.getByRole('heading', { name: 'left.fixed.csv' }).waitFor();
    await result(next, '⚠1 left to fix by hand: Numbers of a spreadsheet (1)').waitFor();
    assert.equal(await next.getByRole('row', { name: /Duplicates/ }).count(), 0);
    const said = 'left.fixed.csv was written with 3 rows. Fixed: Duplicates: 1. Problems that are still there: 1.';
    assert.ok(
      editor.user.shown.some((text) => text.startsWith(said)),
      editor.user.shown.join('\n'),
    );
    assert.equal(await readFile(path('left.fixed.csv'), 'utf8'), before.replace('LEFT1\n', ''));
    assert.equal(await readFile(path('left.csv'), 'utf8'), before);
    assert.deepEqual(await next.locator('.actions .primary').allInnerTexts(), ['Go to the First Problem']);
    await next.getByRole('button', { name: 'Upload As It Is…' }).waitFor();
    await next.getByRole('button', { name: 'Go to the First Problem' }).click();
    await until('its line', () =>
      editor.fake.executed.some(([id, , at]) => id === 'vscode.open' && JSON.stringify(at).includes('"line":2')),
    );
  });

  it('asks for the column once, leaves no question behind when the check is cancelled, and remembers the answer', async () => {
    const name = await twoColumns();
    // Nobody answers: only the cancel takes the question away.
    editor.user.pick = () => new Promise(() => undefined);
    const checking = editor.run('checkCodes', Uri.file(path(name)));
    const tab = await until('its page', () => editor.panels.length > 0 && editor.active);
    let page = await tab.page();
    await until('the question', () => editor.user.offered.length > 0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The check was cancelled.').waitFor();
    assert.equal(await checking, undefined);
    editor.user.pick = (rows, title) => {
      assert.equal(title, `Which column of ${name} holds the codes?`);
      return rows.find(({ label }) => label === 'beta');
    };
    await page.getByRole('button', { name: 'Check Again' }).click();
    await column(page).waitFor();
    assert.equal(await column(page).inputValue(), '1');
    tab.close();
    editor.user.pick = () => assert.fail('it was asked again');
    page = await (await check(name)).page();
    assert.equal(await column(page).inputValue(), '1');
    await page.getByText('Rows', { exact: true }).click();
    await column(page).focus();
    await column(page).selectOption('alpha');
    await page.locator('.sample th.code').filter({ hasText: 'alpha' }).waitFor();
    await focused(page, column(page));
  });

  it('fault 76: says that it was read as Windows-1252, and lets somebody choose another encoding', async () => {
    const name = `excel-${++count}.csv`;
    await writeFile(path(name), Buffer.from('C\u00f3digo;Nome\r\n\u00c71;Jo\u00e3o\r\nB2;\u0093x\u0094\r\n', 'latin1'));
    const page = await (await check(name)).page();
    const encoding = page.getByLabel('Encoding of the file');
    await page.getByText('read as Windows-1252, as Excel saves it').waitFor();
    assert.equal(await encoding.inputValue(), '');
    await page.getByText('Rows', { exact: true }).click();
    await page.getByRole('cell', { name: '\u201cx\u201d' }).waitFor();
    await encoding.selectOption('iso-8859-1');
    await page.getByText('read as ISO-8859-1 (Latin-1), which was chosen').waitFor();
    assert.equal(await encoding.inputValue(), 'iso-8859-1');
    await encoding.selectOption('utf-8');
    await page.getByText(/is not UTF-8: the byte at offset 1 is wrong.*The choice of UTF-8 was given up/).waitFor();
    await page.getByRole('button', { name: 'Check Again' }).first().click();
    await page.getByText('read as Windows-1252, as Excel saves it').waitFor();
    assert.equal(await encoding.inputValue(), '');
  });

  it('fault 76: offers a copy in UTF-8 of a file that is sound but for its encoding, and says the same there', async () => {
    const files = [Buffer.from('C\u00f3digo\r\n\u00c71\r\nB2\r\n', 'latin1')];
    // Proved in test/unit/codes/encodings.test.ts.
    if (everything) files.push(Buffer.from('\ufeffC\u00f3digo\r\n\u00c71\r\nB2\r\n', 'utf16le'));
    for (const bytes of files) {
      const name = `sound-${++count}.csv`;
      await writeFile(path(name), bytes);
      const page = await (await check(name)).page();
      await result(page, '✓Ready: 2 codes').waitFor();
      await page.locator('button.primary').getByText('Upload').waitFor();
      const copy = await editor.openBy(() => page.getByRole('button', { name: 'Convert to UTF-8 (New File)' }).click());
      const made = await copy.page();
      await made.getByRole('heading', { name: name.replace('.csv', '.utf-8.csv') }).waitFor();
      await result(made, '✓Ready: 2 codes').waitFor();
      assert.equal(await made.getByRole('button', { name: /Convert/ }).count(), 0);
      assert.equal(await readFile(path(name.replace('.csv', '.utf-8.csv')), 'utf8'), 'C\u00f3digo\r\n\u00c71\r\nB2\r\n');
      assert.deepEqual(await readFile(path(name)), bytes);
    }
  });

  it('fault 76: does not ask whether a copy of Windows-1252 is UTF-8, which it always is', async () => {
    const name = `list-${++count}.csv`;
    await writeFile(path(name), Buffer.from('C\u00f3digo\n\u00c71 \n\u00c71 \n', 'latin1'));
    const labels: string[] = [];
    editor.user.pick = (rows) => {
      labels.push(...rows.map(({ label }) => label));
      return [rows.find(({ label }) => label === 'Remove Duplicates')!];
    };
    await editor.run('fixCodes', Uri.file(path(name)));
    assert.deepEqual(labels, ['Remove Duplicates', 'Trim']);
    assert.equal(await readFile(path(name.replace('.csv', '.fixed.csv')), 'utf8'), 'C\u00f3digo\n\u00c71 \n');
  });

  it('fault 76: refuses UTF-8 with a broken byte, says where, and reads it as somebody chooses', async () => {
    const name = `broken-${++count}.csv`;
    await writeFile(path(name), Buffer.from('code;name\nA1;Jo\u00c3\u00a3o\nB2;Jos\u00c3\n', 'latin1'));
    const tab = await check(name);
    const text = `${name} is UTF-8, but a character on line 3 is broken, the byte at offset 25. Correct that line and save the file, or choose on its check page in which encoding it is read.`;
    let page = await tab.page();
    await page.getByText(text).waitFor();
    const [problem] = problems(name);
    assert.deepEqual([problem?.message, problem?.code, problem?.range.start.line], [text, 'encoding', 2]);
    await assertAccessible(editor, tab);
    page = await tab.page();
    await page.getByLabel('Encoding of the file').selectOption('windows-1252');
    await page.getByText('read as Windows-1252, which was chosen').waitFor();
    await result(page, 'Ready: 2 codes').waitFor();
  });

  it('folds rows and lengths away and back by the keyboard, and leaves them so when it checks again, and a button under the hand that presses it', async () => {
    const name = `folded-${++count}.csv`;
    await writeFile(path(name), 'code\nA1\nB22\n');
    const page = await (await check(name)).page();
    await result(page, 'Ready: 2 codes').waitFor();
    for (const [title, inside] of [
      ['Rows', page.locator('.sample')],
      ['Lengths', page.locator('.lengths')],
    ] as const) {
      const summary = page.locator('summary').filter({ hasText: title });
      assert.equal(await inside.isVisible(), false, `${title} are folded away`);
      await summary.focus();
      await page.keyboard.press('Enter');
      await inside.waitFor();
      await page.keyboard.press('Space');
      await inside.waitFor({ state: 'hidden' });
      await page.keyboard.press('Enter');
      await inside.waitFor();
      await focused(page, summary);
    }
    await page.getByRole('button', { name: /^Upload/ }).hover();
    await page.mouse.down();
    await appendFile(path(name), 'C333\n');
    await result(page, 'Ready: 3 codes').waitFor();
    await page.mouse.up();
    await until('the question for the event', () => editor.user.offered.length > 0);
    assert.equal(await page.locator('.sample').isVisible(), true);
    assert.equal(await page.locator('.lengths').isVisible(), true);
  });

  it('counts all problems of a kind where only the first ones are kept, in the table of the file too', async () => {
    const name = `many-${++count}.csv`;
    await writeFile(path(name), `code\n${'A1\n'.repeat(151)}B2\n`);
    const page = await (await check(name)).page();
    await result(page, '⚠150 to fix in 152 codes').waitFor();
    await page.getByRole('row', { name: /^Duplicates 150/ }).waitFor();
    assert.equal(problems(name).length, 100);
    const rows = await editor.open('openAsTable', Uri.file(path(name)));
    await (await rows.page()).getByText('Problems: 150. The first 100 are marked.').waitFor();
  });

  it('calls a line rejected only where the service said so; another one is not there', () => {
    const lines = [true, false].map((isRejected, index) => ({ line: index + 2, message: 'x', isRejected }));
    const codes = missingDiagnostics(lines).map(({ code, range }) => [code, range.start.line]);
    assert.deepEqual(codes, [
      ['rejected', 1],
      ['notThere', 2],
    ]);
  });

  it('faults 49 and 52: says why a file is refused and the way out, and nothing else says it too', async () => {
    await writeFile(path('book.csv'), Buffer.from('PK\u0003\u0004[Content_Types].xml', 'latin1'));
    const page = await (await check('book.csv')).page();
    const text = 'book.csv is an Excel workbook, not a CSV file. Give it a name that ends with .xlsx, then check it again.';
    await page.getByText(text).waitFor();
    assert.deepEqual(editor.user.shown, []);
  });

  it('shows names and codes as text, whatever they hold', async () => {
    const name = '[Start](command:boxOffice.showLog)<b>.csv';
    await writeFile(path(name), 'code,note\nA1<img src=x>,<i>note</i>\n$(alert)[x](command:y),2\nA1<img src=x>,3\n');
    editor.user.pick = (rows) => rows[0];
    const page = await (await check(name)).page();
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('cell', { name: 'A1<img src=x>', exact: true }).first().waitFor();
    await page.getByRole('cell', { name: '$(alert)[x](command:y)', exact: true }).waitFor();
    assert.equal(await page.locator('a, img, b, i').count(), 0);
    await page.getByRole('button', { name: 'Remove Duplicates' }).click();
    const said = await until('a notification', () => editor.user.shown.find((text) => text.includes('was written')));
    assert.doesNotMatch(said, /\]\(command/, 'a notification would make a link of it');
  });
});

describe('the check page in Portuguese, in a workspace that is not trusted', () => {
  const editor = useEditor({ language: 'pt-br', trusted: false });
  const path = (name: string) => join(editor.fake.workspace, name);
  const check = async (name: string) => editor.open('checkCodes', Uri.file(path(name)));

  it('says everything in Portuguese, shows what is wrong, and offers nothing that writes', async () => {
    await writeFile(path('lista.csv'), Buffer.from('C\u00f3digo;Nome\r\n\u00c71;Ana\r\nB2;Bia\r\n\u00c71;Caio\r\n', 'latin1'));
    const page = await (await check('lista.csv')).page();
    await result(page, '⚠1 a corrigir em 3 códigos').waitFor();
    await page.getByRole('row', { name: /^Duplicados 1/ }).waitFor();
    await page.getByText('Nada é enviado enquanto este espaço de trabalho').waitFor();
    const buttons = await page.getByRole('button').allInnerTexts();
    assert.deepEqual(
      buttons.filter((name) => /Corrigir|Converter|Salvar|Remover/.test(name)),
      [],
    );
    assert.equal(await page.getByRole('button', { name: /^Enviar/ }).isDisabled(), true);
  });

  it('gives advice about a workbook in Portuguese, and opens no program', async () => {
    await copyFile(join(root, 'test', 'fixtures', 'spreadsheets', 'codigos-viraram-datas.xlsx'), path('datas.xlsx'));
    const page = await (await check('datas.xlsx')).page();
    await result(page, '⚠2 a corrigir à mão: Códigos que viraram datas (2)').waitFor();
    await page.getByText(/^Formate a coluna dos códigos como texto na planilha/).waitFor();
    assert.equal(await page.locator('button.primary').count(), 0);
  });

  // Proved in English above.
  if (everything)
    it('says in Portuguese why broken UTF-8 is refused', async () => {
      await writeFile(path('quebrado.csv'), Buffer.from('C\u00c3\u00b3digo\nA\u00e31\n', 'latin1'));
      const page = await (await check('quebrado.csv')).page();
      await page.getByText('quebrado.csv é UTF-8, mas um caractere na linha 2 está quebrado, o byte na posição 9.').waitFor();
      await page.getByLabel('Codificação do arquivo').waitFor();
    });
});
