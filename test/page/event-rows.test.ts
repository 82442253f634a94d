import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { contentOf } from '../../src/client/index.ts';
import { until } from '../harness/until.ts';
import { accessibilityProblems, focused } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { allLoaded } from './every-page.support.ts';
import { revealedRow, tableEnvironment } from './table.support.ts';

const rowsOf = (page: Page, kind: string) => page.locator(`.${kind} tbody tr`);
const menu = (page: Page) => page.getByRole('menu');
const entry = (page: Page, name: string) => menu(page).getByRole('menuitem', { name });

/** Runs in the page: in which lists the Tab key stops, one after the other. */
const tabStops = `[...document.querySelectorAll('main table [tabindex], main table button')]
  .filter((each) => each.tabIndex === 0)
  .map((each) => each.closest('table').className.replace('lines ', ''))`;

interface Bordero {
  readonly by_item: readonly { readonly item_id: number; readonly quantity: number }[];
}

describe('the rows of the page of an event', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: tableEnvironment });

  async function open() {
    const page = await (await editor.open('openEvent', editor.resource('event', '1001'))).page();
    await allLoaded(page);
    return { page };
  }

  it('are one stop of the Tab key for each list, and the arrows lead to every cell that can be edited', async () => {
    const { page } = await open();
    const lot = rowsOf(page, 'items').filter({ hasText: '2º lote' }).first();
    const { keyboard } = page;
    await lot.getByRole('button', { name: '2º lote' }).focus();
    for (const field of ['price', 'quantity', 'available', 'finish']) {
      await keyboard.press('ArrowRight');
      await focused(page, lot.locator(`[data-field="${field}"] button`));
    }
    await keyboard.press('ArrowRight');
    await focused(page, lot.locator('[data-field="finish"] button'));
    await keyboard.press('ArrowUp');
    await focused(page, rowsOf(page, 'items').nth(1).locator('[data-field="finish"] button'));
    // A group has nothing in that column.
    await keyboard.press('ArrowUp');
    await focused(page, rowsOf(page, 'items').first().locator('.name button'));
    await keyboard.press('Control+End');
    await focused(page, rowsOf(page, 'items').last().locator('.name button'));
    await keyboard.press('Control+Home');
    await focused(page, rowsOf(page, 'items').first().locator('.name button'));
    await rowsOf(page, 'attention').first().waitFor();
    assert.deepEqual(await page.evaluate<string[]>(tabStops), ['attention', 'sessions', 'items', 'passkeys']);

    await lot.locator('[data-field="price"] button').focus();
    await keyboard.press('F2');
    await page.locator('.cell-editor input:focus').waitFor();
    await keyboard.press('Escape');
    await focused(page, lot.locator('[data-field="price"] button'));
    // Who comes back is where they were.
    await keyboard.press('Tab');
    await page.getByRole('button', { name: 'Open as Table' }).last().and(page.locator(':focus')).waitFor();
    await keyboard.press('Shift+Tab');
    await focused(page, lot.locator('[data-field="price"] button'));
  });

  it('say how many of an item were sold where the bordero names it, and nowhere that none were; offer what the tree offers', async () => {
    const { page } = await open();
    const reply = await fetch(`${editor.service.eventUrl}/event/1001/bordero`);
    const { by_item: items } = contentOf(await reply.json()) as Bordero;
    const sold = (id: number | string) =>
      page
        .locator('.items tr')
        .filter({ has: page.locator(`[data-item="${id}"]`) })
        .locator('td.sold');
    for (const { item_id, quantity } of items) assert.equal(await sold(item_id).textContent(), String(quantity));
    const unnamed = rowsOf(page, 'items').filter({ hasText: 'sale not started' }).first().locator('td.sold');
    assert.equal(await unnamed.textContent(), '–');

    const { keyboard } = page;
    const passkey = rowsOf(page, 'passkeys').first();
    await passkey.locator('td').last().click({ button: 'right' });
    assert.deepEqual(await menu(page).getByRole('menuitem').allTextContents(), [
      ...['Edit Passkey…', 'Choose Items of Passkey…', 'Copy ID', 'Copy as cURL…'],
      ...['Open as JSON', 'Show in Tree', 'Delete Passkey…'],
    ]);
    assert.deepEqual(await accessibilityProblems(page, { within: '[role=menu]' }), []);
    await keyboard.press('Escape');
    await focused(page, passkey.getByRole('button'));

    const lot = rowsOf(page, 'items').filter({ hasText: '2º lote' }).first();
    await lot.getByRole('button', { name: '2º lote' }).focus();
    for (const keys of ['Shift+F10', 'ContextMenu']) {
      await keyboard.press(keys);
      await focused(page, entry(page, 'Edit Item…'));
      await keyboard.press('Escape');
      await focused(page, lot.getByRole('button', { name: '2º lote' }));
    }
    await keyboard.press('Shift+F10');
    await entry(page, 'Copy ID').click();
    await until('the id is copied', () => editor.fake.clipboard === '300003');
    await lot.click({ button: 'right', position: { x: 5, y: 5 } });
    await entry(page, 'Show in Tree').click();
    assert.equal((await revealedRow(editor)).id, '300003');

    await rowsOf(page, 'sessions').first().locator('td').first().click({ button: 'right' });
    const report = await (await editor.openBy(() => entry(page, 'Tickets as Table').click())).page();
    await report.getByRole('heading', { name: /Tickets of Festival da Primavera · / }).waitFor();
  });

  it('are deleted with the Delete key, and the focus goes to the row that took the place', async () => {
    for (const passkey of ['FIRST-GONE', 'SECOND-STAYS']) await editor.ask('POST', '/passkeys', { eventId: 1001, passkey });
    const { page } = await open();
    const gone = page.locator('.passkeys').getByRole('button', { name: 'FIRST-GONE' });
    editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Delete Passkey');
    const next = rowsOf(page, 'passkeys').filter({ hasNotText: 'FIRST-GONE' });
    const at = (await rowsOf(page, 'passkeys').allTextContents()).findIndex((text) => text.startsWith('FIRST-GONE'));
    await gone.focus();
    await page.keyboard.press('Delete');
    await gone.waitFor({ state: 'detached' });
    await focused(page, next.nth(Math.min(at, (await next.count()) - 1)).getByRole('button'));
  });
});
