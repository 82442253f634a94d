import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { useFakeService } from '../harness/fake-service.ts';
import { useEditor } from './editor/use-editor.ts';
import { openTable, tableIn, type Table } from './table.support.ts';

const many = 50_000;
/** More than a window shows, and a few beyond its edges. */
const maxRows = 60;

describe('a table of 50,000 rows', () => {
  const rows = Array.from({ length: many }, (_, index) => ({ id: index + 1, code: `MANY-${String(index).padStart(5, '0')}` }));
  const settings = useFakeService(() => ({ body: { data: rows } }), 'crowded');
  const editor = useEditor({ settings, environment: { name: 'crowded' } });

  async function open(): Promise<{ page: Page; table: Table }> {
    const page = await (await openTable(editor, { operation: 'listTypes', title: 'Many' })).page();
    const table = tableIn(page);
    await table.count('Rows: 50,000');
    return { page, table };
  }

  /** The rows in sight are those at this place, and few others are in the page. */
  async function showsRowsAt(page: Page, table: Table, top: number): Promise<void> {
    const code = `MANY-${String(Math.floor(top / 26) + 2).padStart(5, '0')}`;
    await page.getByRole('gridcell', { name: code }).waitFor();
    const count = await table.rows.count();
    assert.ok(count <= maxRows, `${count} rows are in the page`);
    const {
      left,
      right,
      top: y,
      bottom,
    } = await page.evaluate<Record<'left' | 'right' | 'top' | 'bottom', number>>(
      `document.querySelector('.grid').getBoundingClientRect().toJSON()`,
    );
    const box = await page.getByRole('gridcell', { name: code }).boundingBox();
    assert.ok(box && box.x >= left && box.x < right && box.y >= y && box.y < bottom, `${code} is in sight`);
  }

  it('scrolls from the first to the last with the wheel, with few rows in the page', async () => {
    const { page, table } = await open();
    await page.locator('.grid').hover();
    const end = await page.evaluate<number>(`(() => {
      const grid = document.querySelector('.grid');
      return grid.scrollHeight - grid.clientHeight;
    })()`);
    assert.ok(end > 26 * (many - maxRows), 'as high as all of its rows');
    // Notches that leave most of the rows, then turns that leave none.
    const notches = [0, 120, 240, 360];
    const turns = Array.from({ length: 6 }, (_, index) => 1200 + (index * (end - 2400)) / 5);
    const stops = [...notches, ...turns].map(Math.round);
    for (const [index, to] of stops.entries()) {
      await page.mouse.wheel(0, to - (stops[index - 1] ?? 0));
      await showsRowsAt(page, table, to);
    }
    await page.mouse.wheel(0, 5000);
    await page.getByText('MANY-49999').waitFor();
    assert.equal(await table.rows.last().getAttribute('aria-rowindex'), String(many + 1));
  });

  it('goes to the next page, the end and the start with the keys, also when the cell that had the focus is scrolled away', async () => {
    const { page, table } = await open();
    const { keyboard } = page;
    await table.rows.first().locator('td').first().click();
    const height = await page.evaluate<number>(`document.querySelector('.grid').clientHeight`);
    const step = Math.floor(height / 26) - 2;
    let at = 0;
    const isAt = async (index: number) => {
      at = index;
      assert.equal(await table.focusedRow(), String(index + 2));
      assert.ok((await table.rows.count()) <= maxRows);
    };
    for (let presses = 0; presses < 5; presses++) {
      await keyboard.press('PageDown');
      await isAt(at + step);
    }
    await keyboard.press('Control+End');
    await isAt(many - 1);
    for (let presses = 0; presses < 5; presses++) {
      await keyboard.press('PageUp');
      await isAt(at - step);
    }
    await keyboard.press('Control+Home');
    await isAt(0);
    await table.rows.nth(2).locator('td').first().click();
    await page.locator('.grid').hover();
    await page.mouse.wheel(0, 100_000);
    await page.locator('.grid:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    assert.equal(await table.focusedRow(), '5');
  });
});
