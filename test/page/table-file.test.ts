import assert from 'node:assert/strict';
import { copyFile, open as openFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { Uri } from './editor/vscode.ts';
import { FileRows, type FileChoices } from '../../src/editor/reports/table-file.ts';
import { sheetToCsv, writeXlsx } from '../../src/xlsx/index.ts';
import { until } from '../harness/until.ts';
import { assertAccessible } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { save, tableEnvironment, tableIn } from './table.support.ts';

describe('a file of rows as a table', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment });
  const path = (name: string) => join(editor.fake.workspace, name);

  async function open(name: string, content?: string | Buffer) {
    if (content !== undefined) await writeFile(path(name), content);
    const tab = await editor.open('openAsTable', Uri.file(path(name)));
    const page = await tab.page();
    await page.getByRole('heading', { name }).waitFor();
    return { tab, page, table: tableIn(page) };
  }

  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => `${(index * 7919) % count},C${index},"${index % 3 ? 'a, b' : 'São João'}"`);

  it('has its columns, its rows to the last, and the same filters and order', async () => {
    const { tab, page, table } = await open('many.csv', `number,code,name\n${many(2500).join('\n')}\n`);
    assert.deepEqual(await table.columns(), ['number', 'code', 'name']);
    await table.filter.fill('joao');
    await table.count('Rows: 834 of 2,500');
    await table.filter.fill('');
    await table.count('Rows: 2,500');
    await table.header('number').click();
    await until('the lowest numbers are first', async () => (await table.texts('number')).slice(0, 3).join() === '0,1,2');
    await assertAccessible(editor, tab);
    assert.equal(await page.locator('.environment').count(), 0);
  });

  it('shows cells as they stand there, and nothing of them as markup', async () => {
    const odd =
      'price,status,when,<b>x</b>\n0042,approved,2026-01-31,<img src=x onerror=alert(1)>\n1000,draft,,https://example.com\n';
    const { page, table } = await open('odd.csv', odd);
    assert.deepEqual(await table.columns(), ['price', 'status', 'when', '<b>x</b>']);
    assert.deepEqual(await table.texts('price'), ['0042', '1000']);
    assert.deepEqual(await table.texts('status'), ['approved', 'draft']);
    assert.deepEqual(await table.texts('when'), ['2026-01-31', '']);
    assert.deepEqual(await table.texts('<b>x</b>'), ['<img src=x onerror=alert(1)>', 'https://example.com']);
    assert.equal(await page.locator('.grid img, .grid a').count(), 0);
    assert.equal(await save(editor, page, 'CSV…', 'saved.csv'), '\ufeff' + odd.replaceAll('\n', '\r\n'));
  });

  it('reads Windows-1252, semicolons, columns without a name and rows that are longer than others', async () => {
    const { table } = await open('latin.csv', Buffer.from('id;nome;;nome\n1;Jo\xe3o;x;y\n2;Z\xe9;x;y;more\n', 'latin1'));
    assert.deepEqual(await table.columns(), ['id', 'nome', 'Column 3', 'nome (2)', 'Column 5']);
    assert.deepEqual(await table.texts('nome'), ['João', 'Zé']);
    assert.deepEqual(await table.texts('Column 5'), ['', 'more']);
  });

  it('marks a row whose quotes are wrong, loses none, and opens as text on demand', async () => {
    const { page, table } = await open('quotes.csv', 'id,name\n1,"a"b\n2,c\n1,again\n');
    assert.equal(await table.rows.count(), 3);
    await page
      .locator('tbody tr', { has: page.locator('th .mark') })
      .filter({ hasText: '1,"a"b' })
      .waitFor();
    await table.rows.nth(1).locator('td').first().click();
    await page.getByRole('button', { name: 'Open as Text' }).click();
    const opened = await until('it is shown', () =>
      editor.fake.executed.find(([id, uri]) => id === 'vscode.open' && String(uri).endsWith('quotes.csv')),
    );
    assert.equal((opened[2] as { selection: { start: { line: number } } }).selection.start.line, 2);
  });

  it('is that of a workbook, whose sheet and problems are those of its check', async () => {
    await writeXlsx(
      path('book.xlsx'),
      ['id', 'name'],
      [
        ['1', 'Ana'],
        ['2', 'Bia'],
      ],
      { sheetName: 'Guests' },
    );
    const { page, table } = await open('book.xlsx');
    assert.deepEqual(await table.texts('name'), ['Ana', 'Bia']);
    assert.equal(await page.getByRole('button', { name: 'Open as Text' }).count(), 0, 'it is no text');
    const fixture = join(root, 'test', 'fixtures', 'spreadsheets', 'codigos-na-segunda.xlsx');
    await copyFile(fixture, path('second.xlsx'));
    editor.user.pick = ([row]) => row;
    const check = await editor.open('checkCodes', Uri.file(path('second.xlsx')));
    const sheets = (await check.page()).getByLabel('Sheet', { exact: true });
    const [, second = ''] = await sheets.locator('option').allInnerTexts();
    await sheets.selectOption(second);
    await (await check.page()).getByText(`sheet ${second}, of`).waitFor();
    const { page: shown, table: codes } = await open('second.xlsx');
    await shown.getByText(/^Problems: \d/).waitFor();
    const sheet = join(editor.fake.home, 'sheet.csv');
    await sheetToCsv(fixture, sheet, { sheet: second });
    const lines = (await readFile(sheet, 'utf8')).split('\n');
    const [cell = ''] = await codes.texts((await codes.columns())[0] ?? '');
    assert.ok(cell !== '' && lines.some((line) => line.startsWith(cell)), cell);
  });

  it('fault 12: has the problems of its check beside the rows, as text, at the lines of the file, and goes from one to the next', async () => {
    const text = 'name;code\n<img src=x onerror=alert(1)>;A1\n"Bia\nB.";B2\nCaio;A1\n\n<b>Davi</b>; D4\n';
    const { tab, page, table } = await open('shown.csv', text);
    await page.getByText('Problems: 3', { exact: true }).waitFor();
    const heads = () => table.rows.locator('th').allTextContents();
    await until('the marks', async () => (await heads()).join('|').includes('⚠'));
    assert.deepEqual(await heads(), [
      '2',
      '3',
      '5 ⚠ A1 is there already, on line 2. Line 6: A blank line.',
      '7 ⚠ The code begins with a space.',
    ]);
    await page.keyboard.press('F8');
    const detail = page.locator('.detail');
    await until('the first', async () => (await detail.innerText()).startsWith('A1 is there already, on line 2.'));
    assert.equal(await table.focusedRow(), '4');
    await page.keyboard.press('F8');
    await until('the next', async () => (await detail.innerText()) === 'The code begins with a space.');
    await page.keyboard.press('F8');
    await until('round the end', async () => (await table.focusedRow()) === '4');
    await page.keyboard.press('Shift+F8');
    await until('the one before', async () => (await table.focusedRow()) === '5');
    await table.filter.fill('Caio');
    await table.count('Rows: 1 of 4');
    await page.getByRole('button', { name: 'Next problem (F8)' }).click();
    await until('the one in the view', async () => (await table.focusedRow()) === '2');
    assert.equal(await page.locator('tbody img, tbody b').count(), 0);
    await assertAccessible(editor, tab);
    assert.equal(await readFile(path('shown.csv'), 'utf8'), text);
    const check = await editor.openBy(() => page.getByRole('button', { name: 'Check Codes' }).click());
    const back = await editor.openBy(async () => (await check.page()).getByRole('button', { name: 'Open as Table' }).click());
    assert.equal(back.title, 'shown.csv');
  });

  it('opens a file of 60 MB, over the limit of VS Code for text, at a line that the check page names', async function () {
    this.timeout(90_000);
    const count = 400_000;
    const note = 'x'.repeat(135);
    const file = await openFile(path('large.csv'), 'w');
    await file.writeFile('code,note\n');
    const codeAt = (index: number) => `CODE-${String(index === 300_000 ? 7 : index).padStart(9, '0')}`;
    for (let index = 0; index < count; index += 50_000) {
      const codes = Array.from({ length: 50_000 }, (_, more) => `${codeAt(index + more)},${note}`);
      await file.writeFile(`${codes.join('\n')}\n`);
    }
    await file.close();
    assert.ok((await stat(path('large.csv'))).size >= 60e6);
    const check = await editor.open('checkCodes', Uri.file(path('large.csv')));
    const tab = await editor.openBy(async () => (await check.page()).getByRole('button', { name: 'Line 300,002' }).click());
    assert.equal(tab.title, 'large.csv');
    const page = await tab.page();
    const table = tableIn(page);
    const named = 'CODE-000000007 is there already, on line 9.';
    await until('the line', async () => (await page.locator('.detail').innerText()) === named, 60_000);
    assert.ok(!editor.fake.executed.some(([id]) => id === 'vscode.open'), 'no other editor is asked for it');
    assert.equal(await table.focusedRow(), '300002');
    assert.equal(await page.getByRole('button', { name: 'Open as Text' }).count(), 0, 'no editor takes it');
    assert.ok((await table.rows.count()) < 100, `${await table.rows.count()} rows are in the page`);
    await table.filter.fill('CODE-0003999');
    await table.count('Rows: 100 of 400,000');
    // It is open already, and leaves this line out.
    await editor.run('openAsTable', { title: 'large.csv', file: { path: path('large.csv') }, line: 9 });
    await until('the other line', async () => (await table.focusedRow()) === '9');
    await rm(path('large.csv'));
  });

  it('fault 49: says why a file cannot be read, or not to its end, and reads it as is chosen on its check page', async () => {
    const { page } = await open('broken.csv', Buffer.from('C\u00c3\u00b3digo\nA\u00e31\n', 'latin1'));
    await page.getByText('broken.csv is UTF-8, but a character on line 2 is broken, the byte at offset 9.').waitFor();
    const check = await editor.openBy(() => page.getByRole('button', { name: 'Check Codes' }).click());
    await (await check.page()).getByLabel('Encoding of the file').selectOption('windows-1252');
    await (await check.page()).getByText('read as Windows-1252, which was chosen').waitFor();
    const { page: again, table } = await open('broken.csv');
    await until('its row', async () => (await table.texts('Column 1')).includes('Aã1'));
    assert.equal(await again.getByText('is broken').count(), 0);
    const { page: quoted, table: rows } = await open('open-quote.csv', 'code,note\nA1,x\nB2,"open\nC3,y\n');
    await quoted.getByText('Line 3 of open-quote.csv has a quote that is never closed. Close it, and try again.').waitFor();
    assert.deepEqual(await rows.texts('code'), ['A1']);
  });

  it('has the rows up to a limit, of rows or of letters, and says so', async () => {
    await writeFile(path('limit.csv'), `code\n${Array.from({ length: 2500 }, (_, index) => `C${index}`).join('\n')}\n`);
    const choices = (): FileChoices => ({});
    const rowsWithin = async (limits: { rows: number; letters: number }, rows?: number) => {
      const check = () => (rows === undefined ? undefined : { isDone: true, text: '', problems: [], rows });
      const file = new FileRows({ path: path('limit.csv') }, { choices, check, limits });
      while (file.hasMore) await file.next();
      return [file.lines.length, file.ends];
    };
    assert.deepEqual(await rowsWithin({ rows: 2500, letters: 1e6 }), [2500, undefined]);
    const more = [1200, 'Only the first 1,200 rows are shown: the file has more.'];
    assert.deepEqual(await rowsWithin({ rows: 1200, letters: 1e6 }), more);
    assert.deepEqual(await rowsWithin({ rows: 1200, letters: 1e6 }, 2500), [
      1200,
      'Only the first 1,200 of 2,500 rows are shown.',
    ]);
    assert.deepEqual(await rowsWithin({ rows: 2500, letters: 5 }, 2500), [3, 'Only the first 3 of 2,500 rows are shown.']);
  });

  it('follows a file that is written while it is open, with its problems', async () => {
    const { page, table } = await open('changing.csv', 'code\nA1\nB2\n');
    await page.getByText('Problems: 0').waitFor();
    await writeFile(path('changing.csv'), 'code\nA1\nB2\nC3\nA1\n');
    await page.getByText('Problems: 1').waitFor();
    await until('the new rows', async () => (await table.texts('code')).join() === 'A1,B2,C3,A1');
    await until('its mark', async () => (await table.rows.last().locator('th').innerText()).includes('⚠'));
  });

  it('is read again after the window was reloaded, and says what to do when it is gone', async () => {
    const { tab } = await open('gone.csv', 'id,name\n1,before\n');
    await writeFile(path('gone.csv'), 'id,name\n1,after\n');
    await editor.reload();
    await (await tab.page()).getByText('after').waitFor();
    await rm(path('gone.csv'));
    await editor.reload();
    const page = await tab.page();
    await page.getByText('gone.csv was deleted, moved or renamed. Open it again from where it is now.').waitFor();
  });

  it('says that it was changed while only some of it is read, and Refresh reads it again', async () => {
    const { page, table } = await open('changed.csv', `number,code,name\n${many(2500).join('\n')}\n`);
    await writeFile(path('changed.csv'), 'number,code,name\n7,new,x\n');
    await table.filter.fill('joao');
    await page.getByText('changed.csv was changed meanwhile. Refresh reads it again.').waitFor();
    await table.filter.fill('');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await until('the new row is shown', async () => (await table.texts('code')).join() === 'new');
  });

  it('opens each of the files that are selected', async () => {
    for (const name of ['one.csv', 'two.csv']) await writeFile(path(name), 'id,name\n1,a\n');
    const uris = ['one.csv', 'two.csv'].map((name) => Uri.file(path(name)));
    await editor.run('openAsTable', uris[0], uris);
    await until('both are open', () => ['one.csv', 'two.csv'].every((name) => editor.panels.some(({ title }) => title === name)));
    assert.equal(await readFile(path('one.csv'), 'utf8'), 'id,name\n1,a\n');
  });
});

describe('a file of rows as a table in Portuguese, in Restricted Mode', () => {
  const editor = useEditor({ language: 'pt-br', trusted: false });

  it('shows the rows and their problems, goes to the next one, and checks', async () => {
    const path = join(editor.fake.workspace, 'restrito.csv');
    await writeFile(path, `código\n${Array.from({ length: 1500 }, (_, index) => `C${index % 1000}`).join('\n')}\n`);
    const tab = await editor.open('openAsTable', Uri.file(path));
    const page = await tab.page();
    await page.getByText('Problemas: 500. Os primeiros 100 estão marcados.').waitFor();
    await page.keyboard.press('F8');
    await until('the problem', async () => (await page.locator('.detail').innerText()) === 'C0 já está na linha 2.');
    await assertAccessible(editor, tab);
    const check = await editor.openBy(() => page.getByRole('button', { name: 'Verificar Códigos' }).click());
    await (await check.page()).getByRole('heading', { name: 'restrito.csv' }).waitFor();
  });
});
