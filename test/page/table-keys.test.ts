import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { focused } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { openTable, tableEnvironment, tableIn, type Table } from './table.support.ts';

describe('the keys of a table', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment });

  async function open(): Promise<{ page: Page; table: Table }> {
    const tab = await openTable(editor, { operation: 'listItems', title: 'Items', query: { eventId: '1001' } });
    const page = await tab.page();
    const table = tableIn(page);
    await table.rows.first().waitFor();
    return { page, table };
  }

  it('open the menu of the row also right after they scrolled, and stay where they were when it is left or scrolled away', async () => {
    const { page, table } = await open();
    const menu = page.getByRole('menu');
    await page.setViewportSize({ width: 800, height: 400 });
    await table.rows.first().locator('td').nth(1).click();
    for (const keys of [['Control+End'], ['Control+Home'], ['Control+End', 'Control+Home'], ['Control+Home', 'Control+End']]) {
      for (const key of [...keys, 'Shift+F10']) await page.keyboard.press(key);
      await menu.waitFor();
      // What was scrolled is told a frame later.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await focused(page, menu.getByRole('menuitem').first());
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      await page.locator('tbody :focus').waitFor();
    }
    await page.keyboard.press('Control+Home');
    await table.rows.nth(1).locator('td').first().click();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem').first().waitFor();
    await page.mouse.move(400, 350);
    await page.mouse.wheel(0, 60);
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.locator('.grid:focus, tbody :focus').waitFor();
    await page.keyboard.press('ArrowDown');
    assert.equal(await table.focusedRow(), '4');
  });

  it('go to the filter with Ctrl+F, from a cell, from a button and from a filter of a column', async () => {
    const { page, table } = await open();
    await table.filter.fill('lote');
    await table.count('Rows: 11 of 21');
    for (const from of [
      table.rows.first().locator('td').first(),
      page.getByRole('button', { name: 'Refresh' }),
      table.header('name'),
    ]) {
      await from.focus();
      await page.keyboard.press('Control+f');
      await focused(page, table.filter);
    }
    await page.keyboard.type('camarote');
    await table.count('Rows: 3 of 21');
    await page.getByRole('button', { name: 'Filter Columns' }).click();
    await page.locator('.filters input').first().focus();
    await page.keyboard.press('Control+f');
    await focused(page, table.filter);
  });

  it('go back to the start of the row with Home, also where its first cells never left', async () => {
    const { page, table } = await open();
    await page.setViewportSize({ width: 600, height: 400 });
    const left = () => page.evaluate<number>(`document.querySelector('.grid').scrollLeft`);
    await table.rows.nth(1).locator('td').first().click();
    for (const key of ['Home', 'Control+Home', 'Control+ArrowLeft']) {
      await page.keyboard.press('Control+End');
      assert.ok((await left()) > 0, key);
      await page.keyboard.press(key);
      assert.equal(await left(), 0, key);
    }
  });
});
