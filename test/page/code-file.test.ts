import assert from 'node:assert/strict';
import { appendFile, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { everything } from '../harness/everything.ts';
import { until } from '../harness/until.ts';
import { assertAccessible, focused } from './editor/looks.ts';
import { useEditor, type Tab } from './editor/use-editor.ts';
import { Uri } from './editor/vscode-types.ts';

const grid = (page: Page) => page.getByRole('grid');
const rows = (page: Page) => page.locator('tbody tr[aria-rowindex]');
const row = (page: Page, line: string) => rows(page).filter({ has: page.locator('th', { hasText: new RegExp(`${line}$`) }) });
const selected = (page: Page) => page.locator('tr[aria-selected="true"]');
const detail = (page: Page) => page.locator('.detail');
const find = (page: Page) => page.getByRole('searchbox', { name: 'Find' });
const found = (page: Page) => page.locator('[role=search] [role=status]');
const count = (page: Page) => page.locator('.tools .count');
const problems = (page: Page) => page.getByText(/^Problems: \d/);

describe('the editor of a file of codes', () => {
  const editor = useEditor();
  const path = (name: string) => join(editor.fake.workspace, name);

  async function openRows(name: string): Promise<{ tab: Tab; page: Page }> {
    const tab = await editor.open('openCodeFile', Uri.file(path(name)));
    return { tab, page: await tab.page() };
  }

  async function goTo(page: Page, line: string): Promise<void> {
    await page.getByLabel('Go to line').fill(line);
    await page.getByLabel('Go to line').press('Enter');
  }

  async function openText(name: string, text: string | Buffer): Promise<{ tab: Tab; page: Page }> {
    await writeFile(path(name), text);
    return openRows(name);
  }

  it('fault 12: shows every row with its line and its problems, markup as text, says that it is read-only, and goes to a line in the text editor', async () => {
    const text = 'name;code\n<img src=x onerror=alert(1)>;A1\n"Bia\nB.";B2\nCaio;A1\n<b>Davi</b>; D4\n';
    const { tab, page } = await openText('shown.csv', text);
    assert.equal(tab.panel.viewType, 'boxOffice.codes');
    await page.getByRole('heading', { name: 'shown.csv' }).waitFor();
    await problems(page).waitFor();
    assert.equal(await problems(page).innerText(), 'Problems: 2');
    assert.equal(await count(page).innerText(), 'Rows: 4');
    assert.deepEqual(await page.locator('thead th').allInnerTexts(), ['Line', 'name', 'code', 'Problems']);
    assert.deepEqual(await rows(page).locator('th').allInnerTexts(), ['1', '2', '3', '⚠ 5', '⚠ 6']);
    assert.deepEqual(await row(page, '3').locator('td').allInnerTexts(), ['Bia ⏎ B.', 'B2', '']);
    assert.deepEqual(await row(page, '5').locator('td').allInnerTexts(), ['Caio', 'A1', 'A1 is there already, on line 2.']);
    const [name, code] = await row(page, '6').locator('td').allTextContents();
    assert.deepEqual([name, code], ['<b>Davi</b>', ' D4']);
    assert.equal(await page.locator('tbody img, tbody b').count(), 0);
    assert.equal(await grid(page).getAttribute('aria-rowcount'), '6');
    assert.equal(await readFile(path('shown.csv'), 'utf8'), text);
    await page.getByText('Read-only here: Enter opens the line in the text editor.').waitFor();
    const lines = () =>
      editor.fake.executed.flatMap(([id, , type, options]) =>
        id === 'vscode.openWith' && type === 'default'
          ? [(options as { selection: { start: { line: number } } }).selection.start.line]
          : [],
      );
    await focused(page, grid(page));
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await until('its line', () => lines().join() === '5');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('F2');
    await until('where the row of two lines begins', () => lines().join() === '5,2');
    await page.getByRole('button', { name: 'Open in Text Editor' }).click();
    await until('the same line', () => lines().join() === '5,2,2');
  });

  it('is used with the keyboard: to problems, matches, lines, and over the rows', async () => {
    const codes = Array.from({ length: 3000 }, (_, index) => (index === 2000 ? 'C7' : `C${index}`));
    const { tab, page } = await openText('keys.csv', `code\n${codes.join('\n')}\n`);
    await problems(page).waitFor();
    await grid(page).focus();
    await page.keyboard.press('F8');
    await until('the problem', async () => (await detail(page).innerText()) === 'Line 2,002: C7 is there already, on line 9.');
    await focused(page, grid(page));
    await page.keyboard.press('End');
    await until('the last row', async () => (await detail(page).innerText()) === 'Line 3,001');
    await page.keyboard.press('ArrowUp');
    await until('the row above', async () => (await detail(page).innerText()) === 'Line 3,000');
    await page.keyboard.press('Home');
    await until('the first row', async () => (await detail(page).innerText()) === 'Line 1');
    await page.keyboard.press('PageDown');
    await until('a page below', async () => /^Line \d\d$/.test(await detail(page).innerText()));
    await page.keyboard.press('Control+g');
    await page.keyboard.type('1.500');
    await page.keyboard.press('Enter');
    await until('the line', async () => (await selected(page).locator('td.code').innerText()) === 'C1498');
    await page.keyboard.press('Control+c');
    await until('the code is copied', () => editor.fake.clipboard === 'C1498');
    await until('it says so', async () => (await detail(page).innerText()) === 'Copied the code of line 1,500.');
    await page.keyboard.press('Control+f');
    await focused(page, find(page));
    await page.keyboard.type('c29');
    // C29, C290 to C299, C2900 to C2999.
    await until('the next match from there', async () => (await found(page).innerText()) === '12 of 111');
    assert.equal(await selected(page).locator('mark').innerText(), 'C29');
    await page.keyboard.press('F3');
    await until('the next', async () => (await found(page).innerText()) === '13 of 111');
    await page.keyboard.press('Shift+F3');
    await page.keyboard.press('Shift+F3');
    await until('the one before', async () => (await found(page).innerText()) === '11 of 111');
    await find(page).fill('nowhere');
    await until('there is none', async () => (await found(page).innerText()) === 'No row has this.');
    // The editor leaves the product soon.
    if (!everything) return;
    editor.hide();
    const again = await tab.show();
    await until('it is where it was', async () => (await detail(again).innerText()) === 'Line 301');
    assert.equal(await find(again).inputValue(), 'nowhere');
  });

  it('opens a file of 60 MB, over the limit of VS Code for text, at a line that the check page names, with few rows in the page', async function () {
    this.timeout(90_000);
    // More than a page can be high.
    const rowCount = 400_000;
    const note = 'x'.repeat(135);
    const file = await open(path('large.csv'), 'w');
    await file.writeFile('code,note\n');
    const codeAt = (index: number) => `CODE-${String(index === 300_000 ? 7 : index).padStart(9, '0')}`;
    for (let index = 0; index < rowCount; index += 50_000) {
      const codes = Array.from({ length: 50_000 }, (_, more) => `${codeAt(index + more)},${note}`);
      await file.writeFile(`${codes.join('\n')}\n`);
    }
    await file.close();
    assert.ok((await stat(path('large.csv'))).size >= 60e6);
    const check = await editor.open('checkCodes', Uri.file(path('large.csv')));
    const tab = await editor.openBy(async () => (await check.page()).getByRole('button', { name: 'Line 300,002' }).click());
    assert.deepEqual([tab.panel.viewType, tab.title], ['boxOffice.codes', 'large.csv']);
    const page = await tab.page();
    const named = 'Line 300,002: CODE-000000007 is there already, on line 9.';
    await until('the line', async () => (await detail(page).innerText()) === named);
    await until('all rows are counted', async () => (await count(page).innerText()) === 'Rows: 400,000', 60_000);
    assert.ok(!editor.fake.executed.some(([id]) => id === 'vscode.open'), 'no other editor is asked for it');
    await focused(page, grid(page));
    await page.keyboard.press('End');
    await until('the last row', async () => (await selected(page).innerText()).includes('CODE-000399999'));
    assert.equal(await page.getByRole('button', { name: 'Open in Text Editor' }).count(), 0, 'no editor takes it');
    await page.keyboard.press('F2');
    await until('the code is copied', () => editor.fake.clipboard === 'CODE-000399999');
    const isInSight = `(() => {
      const [row, list] = ['tr[aria-selected=true]', '.grid'].map((one) => document.querySelector(one).getBoundingClientRect());
      return row.bottom <= list.bottom + 1 && row.top >= list.top;
    })()`;
    assert.ok(await page.evaluate(isInSight), 'the row is in sight');
    for (const wanted of ['200,000', '7']) {
      await goTo(page, wanted);
      await until(`line ${wanted}`, async () => (await detail(page).innerText()).startsWith(`Line ${wanted}`));
      assert.ok(await page.evaluate(isInSight), `line ${wanted} is in sight`);
    }
    await page.evaluate(`(() => { const list = document.querySelector('.grid'); list.scrollTop = list.scrollHeight / 2; })()`);
    await until('the middle', async () => /CODE-000(199|200)\d{3}/.test(await rows(page).nth(12).innerText()));
    assert.ok((await rows(page).count()) < 100, `${await rows(page).count()} rows are in the page`);
    // A turn of the wheel moves some rows, not some thousand.
    const before = await rows(page).nth(12).getAttribute('aria-rowindex');
    const { x = 0, y = 0 } = (await page.locator('.grid').boundingBox()) ?? {};
    await page.mouse.move(x + 100, y + 100);
    await page.mouse.wheel(0, 260);
    const moved = await until('the rows move', async () => {
      const now = await rows(page).nth(12).getAttribute('aria-rowindex');
      return Number(now) - Number(before) || undefined;
    });
    assert.ok(moved >= 9 && moved <= 11, `${moved} rows`);
    await find(page).fill('code-0003999');
    await until('the matches', async () => (await found(page).innerText()) === '1 of 100', 60_000);
    await find(page).fill('code');
    await until('very many', async () => /more than 10,000$/.test(await found(page).innerText()), 60_000);
    await rm(path('large.csv'));
  });

  it('says that the file has changed, and shows it as it is now', async () => {
    const { page } = await openText('changing.csv', 'code\nA1\nB2\n');
    await row(page, '3').waitFor();
    await appendFile(path('changing.csv'), 'C3\nA1\n');
    await page.getByText('The file, or how it is read, has changed. Its rows were read again.').waitFor();
    await until('the new rows', async () => (await count(page).innerText()) === 'Rows: 4');
    await until('its problems', async () => (await problems(page).innerText()) === 'Problems: 1');
    assert.equal(await row(page, '5').locator('td').last().innerText(), 'A1 is there already, on line 2.');
    await rm(path('changing.csv'));
    await writeFile(path('changing.csv'), '');
    await page.getByRole('alert').filter({ hasText: 'changing.csv is empty. Choose another.' }).waitFor();
    await writeFile(path('changing.csv'), 'code\nZ9\n');
    await page.getByRole('button', { name: 'Try Again' }).or(row(page, '2')).first().waitFor();
    await until('it can be read again', async () => {
      const retry = page.getByRole('button', { name: 'Try Again' });
      if (await retry.isVisible()) await retry.click({ timeout: 500 }).catch(() => undefined);
      return (await row(page, '2').locator('td.code').allInnerTexts()).includes('Z9');
    });
  });

  it('ends where a quote is never closed, and says from which line on', async () => {
    const { page } = await openText('open-quote.csv', 'code,note\nA1,x\nB2,"open\nC3,y\n');
    await page.getByText('From line 3 on there are no rows').waitFor();
    // The end is known before the last count has come.
    await count(page)
      .and(page.getByText('Rows: 1', { exact: true }))
      .waitFor();
    await goTo(page, '4');
    await page.getByText('There is no row at line 4.').waitFor();
    await problems(page).waitFor();
    // Neither takes the place of the other, whatever the check has told meanwhile.
    assert.ok(await page.getByText('There is no row at line 4.').isVisible());
    assert.ok(await page.getByText('From line 3 on there are no rows').isVisible());
    await goTo(page, '2');
    await page.getByText('There is no row at line 4.').waitFor({ state: 'hidden' });
    assert.ok(await page.getByText('From line 3 on there are no rows').isVisible());
  });

  it('and the check page know nothing more of a file that is deleted while it is checked', async () => {
    const uri = Uri.file(path('deleted.csv'));
    const { tab, page } = await openText('deleted.csv', 'one,two\nA1,B1\nA1,B1\nC3,D4\n');
    await page.getByText('Problems: 0').waitFor();
    const question = Promise.withResolvers<undefined>();
    editor.user.pick = () => question.promise;
    const checking = editor.run('checkCodes', uri);
    await until('the question', () => editor.user.offered.length > 0);
    const check = editor.active;
    await (await check.page()).getByRole('button', { name: 'Cancel' }).waitFor();
    await rm(path('deleted.csv'));
    editor.fake.onDidDeleteFiles.fire({ files: [uri] });
    await checking;
    await (await check.page()).getByText('deleted.csv was deleted, moved or renamed.').waitFor();
    tab.close();
    // It is another file by now, which nobody wants checked; the one beside it shows when its turn would have come.
    const { page: beside } = await openText('beside.csv', 'code\nA1\n');
    await problems(beside).waitFor();
    await writeFile(path('deleted.csv'), 'code\nA1\nA1\n');
    await writeFile(path('beside.csv'), 'code\nA1\nA1\n');
    await until('it is checked again', async () => (await problems(beside).innerText()) === 'Problems: 1');
    assert.equal(editor.fake.diagnostics.has(uri.toString()), false);
    question.resolve(undefined);
  });

  // This editor leaves the product soon: what is not its main ways, its limit or its faults is proved only where everything runs.
  if (everything) {
    it('has the focus in its rows from the start and after a search, and a menu for a row', async () => {
      const { page } = await openText('focus.csv', 'ticket,serial\n1,A1\n2,A2\n');
      await row(page, '2').waitFor();
      await focused(page, grid(page));
      await page.keyboard.press('Control+f');
      await focused(page, page.getByLabel('Find'));
      await page.keyboard.press('Escape');
      await focused(page, grid(page));
      await page.getByLabel('Go to line').fill('3');
      await page.keyboard.press('Escape');
      await focused(page, grid(page));
      assert.equal(await page.getByLabel('Go to line').inputValue(), '');
      await row(page, '3').locator('td').first().click({ button: 'right' });
      const names = await page.getByRole('menuitem').allTextContents();
      assert.deepEqual(names, ['Copy Code', 'Copy Row', 'Open in Text Editor', 'Check Codes']);
      await page.getByRole('menuitem', { name: 'Copy Code' }).click();
      await page.getByText('Copied the code of line 3.').waitFor();
      await focused(page, grid(page));
      await row(page, '3').locator('td').first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Copy Row' }).click();
      await page.getByText('Copied line 3.').waitFor();
      assert.equal(editor.fake.clipboard, '2\tA2');
    });

    it('goes to a line once more where it is open already', async () => {
      const { tab, page } = await openText(
        'twice.csv',
        `code\n${Array.from({ length: 500 }, (_, index) => `C${index}\n`).join('')}`,
      );
      await rows(page).nth(1).waitFor();
      await editor.run('openCodeFile', Uri.file(path('twice.csv')), { line: 300 });
      await until('the line', async () => (await detail(page).innerText()) === 'Line 300');
      editor.hide();
      await editor.run('openCodeFile', Uri.file(path('twice.csv')), { line: 20 });
      const again = await tab.show();
      await until('the other line', async () => (await detail(again).innerText()) === 'Line 20');
    });

    it('says where the marks of the problems end, so that no row below looks clean', async () => {
      const codes = Array.from({ length: 2000 }, (_, index) => `C${index % 1000}`);
      const { tab, page } = await openText('many.csv', `code\n${codes.join('\n')}\n`);
      await problems(page).waitFor();
      assert.equal(await problems(page).innerText(), 'Problems: 1,000');
      await page.getByText('Only the first 100 problems of a kind are marked: rows below line 1,101 may have more.').waitFor();
      await goTo(page, '1,102');
      await until('its row', async () => (await detail(page).innerText()) === 'Line 1,102: Not all problems are marked here.');
      assert.equal(await selected(page).locator('td.found').innerText(), 'Not all problems are marked here.');
      assert.equal(await row(page, '1,100').locator('td.found').innerText(), 'C98 is there already, on line 100.');
      await page.keyboard.press('F8');
      await page.getByText('Round the end of the problems that are marked; the file has more.').waitFor();
      assert.match(await detail(page).innerText(), /^Line 1,002: /);
      await assertAccessible(editor, tab);
    });

    it('reads what Excel saves in Brazil, and says so', async () => {
      const { page } = await openText('excel.csv', Buffer.from('C\xf3digo;Nome\r\nA1;Jo\xe3o\r\n', 'latin1'));
      await row(page, '2').waitFor();
      assert.deepEqual(await row(page, '2').locator('td').allInnerTexts(), ['A1', 'João', '']);
      assert.match(await page.locator('header .hint').innerText(), /read as Windows-1252, as Excel saves it/);
    });

    it('goes on to the check, and the check back to it', async () => {
      const { page } = await openText('to-check.csv', 'code\nA1\n');
      await row(page, '2').waitFor();
      const tab = await editor.openBy(() => page.getByRole('button', { name: 'Check Codes' }).click());
      assert.equal(tab.title, 'Check: to-check.csv');
      const back = await editor.openBy(async () => (await tab.page()).getByRole('button', { name: 'Open as Codes' }).click());
      assert.deepEqual([back.panel.viewType, back.title], ['boxOffice.codes', 'to-check.csv']);
    });
  }
});

// As above.
if (everything)
  describe('the editor of a file of codes in Portuguese, in Restricted Mode', () => {
    const editor = useEditor({ language: 'pt-br', trusted: false });

    it('shows the rows and their problems, finds, goes to a line, and checks', async () => {
      const path = join(editor.fake.workspace, 'restrito.csv');
      const codes = Array.from({ length: 1500 }, (_, index) => `C${index % 1000}`);
      await writeFile(path, `código\n${codes.join('\n')}\n`);
      const tab = await editor.open('openCodeFile', Uri.file(path));
      const page = await tab.page();
      await page.getByText('Problemas: 500').waitFor();
      await page
        .getByText('Só os primeiros 100 problemas de cada tipo estão marcados: as linhas abaixo da linha 1.101')
        .waitFor();
      assert.equal(await count(page).innerText(), 'Linhas: 1.500');
      await page.getByLabel('Ir para a linha').fill('1.002');
      await page.keyboard.press('Enter');
      await until('the line', async () => (await detail(page).innerText()) === 'Linha 1.002: C0 já está na linha 2.');
      await page.keyboard.press('Control+f');
      await page.keyboard.type('c99');
      await until('the matches', async () => (await found(page).innerText()) === '12 de 12');
      await assertAccessible(editor, tab, { hasOwnColors: true, within: 'mark' });
      const check = await editor.openBy(async () =>
        (await tab.page()).getByRole('button', { name: 'Verificar Códigos' }).click(),
      );
      assert.equal(check.panel.viewType, 'boxOffice.form');
    });
  });
