import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { assertAccessible, focused, shortenTimers } from './editor/looks.ts';
import { useEditor, type Tab } from './editor/use-editor.ts';
import { openedDocument, revealedRow, save, tableEnvironment, tableIn, type Table } from './table.support.ts';

/** The days of the sample move with today. */
const withoutDay = (text: string) => text.replace(/ \d\d\/\d\d$/, '');

describe('a table of tickets', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment });

  async function open(): Promise<{ tab: Tab; page: Page; table: Table }> {
    const tab = await editor.open('showTickets', editor.resource('event', '1001', { label: 'Festival da Primavera' }));
    const page = await tab.page();
    const table = tableIn(page);
    await table.count('Rows: 14');
    return { tab, page, table };
  }

  it('has a row for each ticket, columns by their names, and a filter by words, whatever their accents', async () => {
    const { tab, page, table } = await open();
    assert.equal(tab.title, 'Tickets of Festival da Primavera');
    await page.getByRole('heading', { name: 'Tickets of Festival da Primavera' }).waitFor();
    await focused(page, table.filter);
    assert.equal(await table.rows.count(), 14);
    assert.deepEqual((await table.columns()).slice(0, 5), ['group', 'id', 'name', 'description', 'price']);
    const shown = await page.locator('thead th button').allTextContents();
    assert.deepEqual(shown.slice(4, 10), ['Price', 'Tax', 'Sales begin', 'Sales end', 'Status', 'Restrictions · Minimum']);
    assert.equal(await table.header('beginSales').getAttribute('title'), 'Sales begin (beginSales)');
    assert.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), '15');
    assert.equal((await table.texts('price'))[0], 'R$120.00');
    await table.filter.fill('sabado LOTE');
    await table.count('Rows: 3 of 14');
    assert.deepEqual((await table.texts('group')).map(withoutDay), Array(3).fill('Pista – sábado'));
    await table.filter.fill('nowhere at all');
    await page.getByText('No row has this.').waitFor();
    await table.filter.fill('');
    await table.count('Rows: 14');
    await page.getByText('No row has this.').waitFor({ state: 'hidden' });
  });

  it('sorts by a column, up, down and not at all', async () => {
    const { page, table } = await open();
    const first = await table.texts('id');
    await table.header('price').click();
    await page.getByRole('columnheader', { name: 'Price' }).and(page.locator('[aria-sort="ascending"]')).waitFor();
    await focused(page, table.header('price'));
    const prices = (await table.texts('price')).map((text) => Number(text.replace('R$', '')));
    assert.deepEqual(
      prices,
      prices.toSorted((a, b) => a - b),
    );
    await table.header('price').click();
    await page.locator('th[aria-sort="descending"]').waitFor();
    assert.equal((await table.texts('price'))[0], 'R$360.00');
    await table.header('price').click();
    await page.locator('th[aria-sort="descending"]').waitFor({ state: 'detached' });
    assert.equal(await page.locator('th[aria-sort="none"]').count(), (await table.columns()).length);
    await until('they are in the order of the service', async () => (await table.texts('id')).join() === first.join());
  });

  it('hides and shows columns', async () => {
    const { tab, page, table } = await open();
    await page.getByText('Columns: 12 of 13').focus();
    await page.keyboard.press('ArrowDown');
    await focused(page, page.getByRole('button', { name: 'Show All' }));
    await page.keyboard.press('ArrowDown');
    await page.locator('.sheet input:focus').waitFor();
    await page.getByLabel('Description', { exact: true }).uncheck();
    await page.getByText('Columns: 11 of 13').waitFor();
    await assertAccessible(editor, tab, { within: 'details.menu[open]' });
    await page.getByLabel('Dates', { exact: true }).check();
    await table.header('dates').waitFor();
    const columns = await table.columns();
    assert.deepEqual([columns.includes('description'), columns.includes('dates')], [false, true]);
    await page.getByRole('button', { name: 'Show All' }).click();
    await page.getByText('Columns: 13 of 13').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('details.menu[open]').waitFor({ state: 'detached' });
    await table.header('description').waitFor();
    assert.equal((await table.columns()).length, 13);
  });

  it('copies a cell, a row and several rows, and says so for a while beside how many rows there are', async () => {
    const { page, table } = await open();
    await page.getByRole('gridcell', { name: '300003' }).click();
    await page.keyboard.press('Control+c');
    await table.said('Copied the cell.');
    assert.equal(editor.fake.clipboard, '300003');
    await page.keyboard.press('Control+Shift+c');
    await table.said('Rows copied: 1.');
    assert.match(editor.fake.clipboard, /^Pista – sexta \d\d\/\d\d\t300003\t2º lote\t[^\t]*\tR\$150\.00\t/);
    await page.keyboard.press('Shift+ArrowDown');
    assert.equal(await page.locator('tr[aria-selected="true"]').count(), 2);
    await page.keyboard.press('Control+c');
    await table.said('Rows copied: 2.');
    assert.deepEqual(
      editor.fake.clipboard.split('\n').map((line) => line.split('\t')[1]),
      ['300003', '300004'],
    );
    await table.choose(5, 'Copy Row');
    await table.said('Rows copied: 1.');
    assert.match(editor.fake.clipboard, /\t300008\t/);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await table.said('Rows copied: 14.');
    assert.equal(editor.fake.clipboard.split('\n').length, 14);
    await shortenTimers(page, 5000);
    await page.getByRole('gridcell', { name: '300003' }).click();
    await page.evaluate(`(() => {
      const tools = document.querySelector('.tools');
      const now = () => [tools.querySelector('.said').textContent, tools.querySelector('.count').textContent];
      const said = [];
      window.bothSaid = new Promise((resolve) => new MutationObserver(() => {
        if (said.push(now()) === 2) resolve(said);
      }).observe(tools, { childList: true, subtree: true }));
    })()`);
    await page.keyboard.press('Control+c');
    assert.deepEqual(await page.evaluate('window.bothSaid'), [
      ['Copied the cell.', 'Rows: 14'],
      ['', 'Rows: 14'],
    ]);
    await table.count('Rows: 14');
  });

  it('offers what a row offers in a menu of its own, at the pointer', async () => {
    const { tab, page, table } = await open();
    const menu = page.getByRole('menu');
    const cell = page.getByRole('gridcell', { name: '300003' });
    await page.evaluate(`document.addEventListener('contextmenu', (event) => (window.prevented = event.defaultPrevented))`);
    await cell.click({ button: 'right' });
    await menu.waitFor();
    assert.deepEqual(await menu.getByRole('menuitem').allTextContents(), [
      'Copy Cell',
      'Copy Row',
      'Copy with Headers',
      'Open as JSON',
      'Show in Tree',
    ]);
    await assertAccessible(editor, tab, { within: '[role="menu"]' });
    // VS Code would add its own to it.
    assert.equal(await page.evaluate('window.prevented'), true);
    const context = await page.locator('.grid').getAttribute('data-vscode-context');
    assert.deepEqual(JSON.parse(context ?? ''), { preventDefaultContextMenuItems: true });
    await menu.getByRole('menuitem', { name: 'Copy Cell' }).click();
    await table.said('Copied the cell.');
    assert.equal(editor.fake.clipboard, '300003');
    await focused(page, cell);
    await page.keyboard.press('Shift+ArrowDown');
    editor.fake.clipboard = '';
    await cell.click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Copy Cell' }).click();
    await until('something was copied', () => editor.fake.clipboard !== '');
    assert.equal(editor.fake.clipboard, '300003', 'of the row under the pointer');
    await cell.click({ button: 'right' });
    await page.getByRole('heading').first().click();
    await menu.waitFor({ state: 'detached' });
  });

  it('offers the menu with the keyboard, for all rows that are chosen', async () => {
    const { page, table } = await open();
    const menu = page.getByRole('menu');
    await page.getByRole('gridcell', { name: '300003' }).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+F10');
    await menu.waitFor();
    assert.equal((await menu.getByRole('menuitem').allTextContents())[1], 'Copy 2 Rows');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await table.said('Rows copied: 2.');
    assert.deepEqual(
      editor.fake.clipboard.split('\n').map((line) => line.split('\t')[1]),
      ['300003', '300004'],
    );
    await page.keyboard.press('ContextMenu');
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.locator('td:focus').getByText('300004').waitFor();
  });

  it('is used with the keyboard alone', async () => {
    const { page, table } = await open();
    const { keyboard } = page;
    await table.filter.fill('lote');
    await table.count('Rows: 11 of 14');
    await keyboard.press('ArrowDown');
    await page.locator('tbody :focus').waitFor();
    await table.filter.focus();
    // Past the switch of the filters, the columns menu, the save menu, the refresh and the names of the columns.
    for (let stop = 0; stop < 6; stop++) await keyboard.press('Tab');
    await page.locator('tbody :focus').waitFor();
    await keyboard.press('Control+Home');
    await keyboard.press('ArrowRight');
    assert.equal(withoutDay(await table.focusedText()), 'Pista – sexta');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    assert.equal(await table.focusedText(), '300003');
    await keyboard.press('Control+End');
    assert.equal(await table.focusedRow(), '12');
    await focused(page, page.locator('tbody tr:focus-within > td:not(.acts)').last());
    await keyboard.press('ArrowRight');
    assert.equal(await table.focusedText(), '⋯');
    await keyboard.press('Home');
    await keyboard.press('End');
    await keyboard.press('ArrowRight');
    assert.equal(await table.focusedText(), '⋯');
    await keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await keyboard.press('Escape');
    assert.equal(await table.focusedText(), '⋯');
  });

  it('saves what is shown as Markdown, CSV and JSON, and offers the name of the table for its file', async () => {
    const { page, table } = await open();
    const offered = new Promise<string>((resolve) => {
      editor.user.saveTo = (suggested) => {
        resolve(suggested);
        return undefined;
      };
    });
    await page.getByText('Save As').click();
    await page.getByRole('button', { name: 'CSV…' }).click();
    assert.equal(await offered, `${editor.fake.workspace}/Tickets of Festival da Primavera.csv`);
    assert.deepEqual(editor.user.shown, [], 'a dialog that is left says nothing');
    await page.getByText('Columns: 12 of 13').click();
    await page.getByLabel('Description', { exact: true }).uncheck();
    await table.filter.fill('passaporte');
    await table.count('Rows: 2 of 14');
    const markdown = (await save(editor, page, 'Markdown…', 'tickets.md')).split('\n');
    assert.match(markdown[0] ?? '', /^\| Group \| ID \| Name \| Price \| Tax \|/);
    assert.match(markdown[1] ?? '', /^\| --- \| ---: \| --- \| ---: \|/);
    assert.match(markdown[2] ?? '', /^\| Passaporte 3 dias \| 300017 \| 1º lote \| R\$240\.00 \|/);
    assert.equal(markdown.length, 5);
    const csv = (await save(editor, page, 'CSV…', 'tickets.csv')).split('\r\n');
    assert.match(csv[0] ?? '', /^\ufeffgroup,id,name,price,tax,/);
    assert.match(csv[1] ?? '', /^Passaporte 3 dias,300017,1º lote,240,24,/);
    await table.header('id').click();
    await table.header('id').click();
    const json = JSON.parse(await save(editor, page, 'JSON…', 'tickets.json')) as { id: number; description: string }[];
    assert.deepEqual(
      json.map(({ id }) => id),
      [300018, 300017],
      'in the order that is shown',
    );
  });

  it('fault 57: is there again after the window was reloaded, and as it was after it was hidden', async () => {
    const { tab } = await open();
    await editor.reload();
    const page = await tab.page();
    await page.getByRole('heading', { name: 'Tickets of Festival da Primavera' }).waitFor();
    const table = tableIn(page);
    await table.count('Rows: 14');
    await page.getByText('Columns: 12 of 13').click();
    await page.getByLabel('Description', { exact: true }).uncheck();
    await table.header('price').click();
    await table.header('price').click();
    await table.filter.fill('camarote');
    await table.count('Rows: 3 of 14');
    const [ids, columns] = [await table.texts('id'), await table.columns()];
    editor.hide();
    const again = tableIn(await tab.show());
    await again.count('Rows: 3 of 14');
    assert.equal(await again.filter.inputValue(), 'camarote');
    assert.deepEqual([await again.texts('id'), await again.columns()], [ids, columns]);
  });

  it('opens a row as JSON with a double click, with Enter and from its menu, and shows it in the tree after a search', async () => {
    const { page, table } = await open();
    await page.getByRole('gridcell', { name: '300013' }).dblclick();
    assert.match(await openedDocument(editor), /Camarote – sexta.*\.json/);
    const opened = await openedDocument(editor);
    for (const openRow of [
      () => page.getByRole('gridcell', { name: '300013' }).press('Enter'),
      async () => table.choose((await table.texts('id')).indexOf('300013'), 'Open as JSON'),
    ]) {
      editor.fake.executed.length = 0;
      await openRow();
      assert.equal(await openedDocument(editor), opened);
    }
    await table.filter.fill('camarote');
    await table.count('Rows: 3 of 14');
    await table.choose(0, 'Show in Tree');
    const { kind, id, label } = await revealedRow(editor);
    assert.deepEqual([kind, id, withoutDay(label)], ['item', '300013', 'Camarote – sexta']);
  });
});
