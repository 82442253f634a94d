import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Uri } from './editor/vscode.ts';
import { writeXlsx } from '../../src/xlsx/index.ts';
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
    const marked = page.locator('tbody tr', { has: page.locator('th[title="The quotes of this row are wrong."]') });
    await marked.filter({ hasText: '1,"a"b' }).waitFor();
    assert.equal(await marked.count(), 1);
    await page.getByRole('button', { name: 'Open as Text' }).click();
    await until('it is shown', () =>
      editor.fake.executed.some(([id, uri]) => id === 'vscode.open' && String(uri).endsWith('quotes.csv')),
    );
  });

  it('is that of a workbook, which opens as codes', async () => {
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
    const codes = await editor.openBy(() => page.getByRole('button', { name: 'Open as Codes' }).click());
    await (await codes.page()).getByText('Ana').first().waitFor();
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
