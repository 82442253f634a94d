import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { assertAccessible, focused, shortenTimers } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { eventId } from './passkey.support.ts';
import { openTable, tableEnvironment, tableIn, type Table } from './table.support.ts';

describe('the menus of a table', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment });

  async function open(operation: 'listItems' | 'listPasskeys'): Promise<{ page: Page; table: Table }> {
    const page = await (await openTable(editor, { operation, title: 'Some rows', query: { eventId } })).page();
    const table = tableIn(page);
    await table.rows.first().waitFor();
    return { page, table };
  }

  const choose = (page: Page, name: string) => page.getByRole('menu').getByRole('menuitem', { name, exact: true }).click();

  it('sort, filter, fit and hide a column at its name, with the pointer', async () => {
    const { page, table } = await open('listItems');
    await shortenTimers(page, 100);
    const name = table.header('name');
    await name.click({ button: 'right' });
    const menu = page.getByRole('menu', { name: 'Column Name' });
    const all = ['Sort Ascending', 'Sort Descending', 'Do Not Sort', 'Filter', 'Fit Width', 'Hide Column'];
    assert.deepEqual(await menu.getByRole('menuitem').allTextContents(), all);
    await assertAccessible(editor, editor.active, { within: '[role="menu"]' });
    await choose(page, 'Sort Descending');
    await page.locator('th[aria-sort="descending"] [data-key="name"]').waitFor();
    assert.equal((await table.texts('name'))[0]?.slice(0, 5), 'Pista');
    await focused(page, name);
    await name.click({ button: 'right' });
    assert.equal(await menu.getByRole('menuitem', { name: 'Sort Descending' }).isDisabled(), true);
    await choose(page, 'Do Not Sort');
    await page.locator('th[aria-sort="descending"]').waitFor({ state: 'detached' });
    await name.click({ button: 'right' });
    await choose(page, 'Filter');
    await focused(page, page.getByRole('searchbox', { name: 'Filter Name', exact: true }));
    await page.keyboard.type('camarote');
    await table.count('Rows: 3 of 21');
    await name.click({ button: 'right' });
    await choose(page, 'Hide Column');
    await name.waitFor({ state: 'detached' });
    await table.count(/^Rows: 21$/);
    await page.locator('thead [data-key]:focus').waitFor();
  });

  it('open at the name of a column with the keys, and go back to it', async () => {
    const { page, table } = await open('listItems');
    await table.header('name').focus();
    await page.keyboard.press('Shift+F10');
    await focused(page, page.getByRole('menuitem', { name: 'Sort Ascending' }));
    await page.keyboard.press('Escape');
    await focused(page, table.header('name'));
    const widthOf = async () => (await table.header('name').boundingBox())?.width ?? 0;
    const first = await widthOf();
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press('Shift+ArrowRight');
    const before = await widthOf();
    assert.ok(before > first + 70);
    await page.keyboard.press('ContextMenu');
    await choose(page, 'Fit Width');
    await until('it is as wide as its texts', async () => (await widthOf()) < before);
    await focused(page, table.header('name'));
  });

  it('say which keys do the same, and show the codes of an item', async () => {
    const { page, table } = await open('listPasskeys');
    await table.rows.first().locator('td').first().click({ button: 'right' });
    const keys = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('[role=menuitem]')].map(({ dataset }) => dataset.keys ?? '')`);
    const named = async () => [await page.getByRole('menuitem').allTextContents(), await keys()] as const;
    const [texts, one] = await named();
    assert.deepEqual(
      texts.map((text, index) => `${text} ${one[index]}`.trim()),
      [
        ...['Copy Cell Ctrl+C', 'Copy Row Ctrl+Shift+C', 'Copy with Headers Ctrl+Alt+C', 'Edit'],
        ...['Copy to Event…', 'Open as JSON', 'Show in Tree', 'Delete… Delete'],
      ],
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+F10');
    assert.deepEqual((await keys()).slice(0, 2), ['', 'Ctrl+C'], 'of all rows that are chosen');
    await page.keyboard.press('Escape');
    const items = await open('listItems');
    await items.page.getByRole('gridcell', { name: '300002', exact: true }).click({ button: 'right' });
    const codes = await editor.openBy(() => choose(items.page, 'Show Codes'));
    await codes.isNamed('Codes of 1º lote');
  });
});
