import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { EditedField } from '../../src/protocol/item-edit.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { until } from '../harness/until.ts';
import { focused } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { cellEnvironment, cellOf, editorOf, openInTable, priceNow, selectedText } from './item-cells.support.ts';
import { itemForms, writes, type Item } from './item.support.ts';
import { useHostileService } from './hostile-service.support.ts';
import { openTable, tableIn } from './table.support.ts';

const input = (page: Page) => editorOf(page).locator('input');
const named = (page: Page, name: string) => editorOf(page).getByRole('button', { name, exact: true });

async function edit(page: Page, item: Item, field: EditedField, text?: string): Promise<void> {
  await cellOf(page, item, field).click();
  await input(page).and(page.locator(':focus')).waitFor();
  if (text !== undefined) await page.keyboard.type(text);
}

describe('a cell of a table of items', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment: cellEnvironment });
  const forms = itemForms(editor);
  afterEach(async () => {
    faults.length = 0;
    await editor.forgetDrafts();
  });

  it('is saved with a click, typing and Enter; other pages that show the item follow', async () => {
    const event = await editor.open('openEvent', editor.resource('event', '1001'));
    const { item, tab, page } = await openInTable(editor);
    await edit(page, item, 'quantity');
    assert.equal(await page.evaluate(selectedText), '60');
    await page.keyboard.type('75');
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: `Saved: ${item.name} · Quantity.` })
      .waitFor();
    await cellOf(page, item, 'quantity').getByText('75', { exact: true }).waitFor();
    await until('the focus is in the cell again', () =>
      page.evaluate<boolean>(`document.activeElement.dataset.field === 'quantity'`),
    );
    assert.equal((await forms.item(item.id)).quantity, 75);
    await cellOf(await event.show(), item, 'quantity')
      .getByText('75', { exact: true })
      .waitFor();
    await tab.show();
  });

  it('is edited with the keyboard: F2 or Enter, with the input at once, and Escape goes back; of others Enter opens the form', async () => {
    const { item, page } = await openInTable(editor);
    const calls = countedCalls(...writes);
    faults.push(...calls.faults);
    await page.getByRole('gridcell', { name: item.name, exact: true }).click();
    const isAt = (field: string) => page.evaluate<boolean>(`document.activeElement.dataset.field === '${field}'`);
    await until('the cell of the price', async () => {
      if (await isAt('price')) return true;
      await page.keyboard.press('ArrowRight');
      return false;
    });
    const leave = async () => {
      await page.keyboard.press('Escape');
      await editorOf(page).waitFor({ state: 'detached' });
      await until('the focus is in the cell again', () => isAt('price'));
    };
    for (const key of ['F2', 'Enter']) {
      await page.keyboard.press(key);
      await focused(page, input(page));
      await page.keyboard.type('9');
      await leave();
    }
    // The input is there with the act itself: nothing that is typed is lost.
    for (const [text, act] of [
      ['7', `for (const type of ['mousedown', 'click']) cell.dispatchEvent(new MouseEvent(type, { bubbles: true, detail: 1 }))`],
      ['8', `cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))`],
    ] as const) {
      const typed = await page.evaluate<string>(`(() => {
        const cell = document.activeElement;
        ${act};
        document.execCommand('insertText', false, '${text}');
        return document.activeElement.value;
      })()`);
      assert.equal(typed, text);
      await editor.draftKept(`"price","text":"${text}"`);
      assert.equal(await input(page).inputValue(), text);
      await leave();
    }
    assert.deepEqual(calls.counts, {});
    await page.getByRole('gridcell', { name: item.name, exact: true }).click();
    const form = await (await editor.openBy(() => page.keyboard.press('Enter'))).page();
    await form.getByRole('heading', { level: 1, name: item.name, exact: true }).waitFor();
  });

  it('keeps what is typed while the rows are sorted and searched, saves it of the same item, and takes what is theirs', async () => {
    const { item, page, table } = await openInTable(editor);
    await edit(page, item, 'quantity', '77');
    await table.header('name').click();
    await page.locator('th[aria-sort="ascending"]').waitFor();
    const typed = cellOf(page, item, 'quantity').locator('.typed');
    await typed.getByText('77', { exact: true }).waitFor();
    await table.filter.fill('nowhere at all');
    await page.getByText('No row has this.').waitFor();
    await table.filter.fill(item.name);
    // In the cell of the same item, wherever its row stands now.
    await typed.getByText('77', { exact: true }).waitFor();
    await edit(page, item, 'quantity');
    assert.equal(await input(page).inputValue(), '77');
    await page.keyboard.press('Enter');
    await typed.waitFor({ state: 'detached' });
    await cellOf(page, item, 'quantity').getByText('77', { exact: true }).waitFor();
    assert.equal((await forms.item(item.id)).quantity, 77);
    // Somebody else changed this one meanwhile.
    await edit(page, item, 'price', '77');
    await editor.ask('PUT', `/items/${item.id}/values`, { price: 9900, feeSale: 1205, feeProducer: 0 });
    await page.keyboard.press('Enter');
    await editorOf(page)
      .getByText('Somebody else changed this: it is R$99.00 now, and you typed 77. Nothing was saved.')
      .waitFor();
    assert.equal(priceNow(await forms.item(item.id)), 99);
    await named(page, 'Use Theirs').press('Enter');
    await editorOf(page).waitFor({ state: 'detached' });
    await cellOf(page, item, 'price').getByText('R$99.00', { exact: true }).waitFor();
    await until('the focus is in the cell', () => page.evaluate<boolean>(`document.activeElement.dataset.field === 'price'`));
  });

  it('says where nothing is known, is chosen with others as before, and has counts and ends of sale in their order', async () => {
    const { item, page, table } = await openInTable(editor);
    const group = page.getByRole('row').filter({ hasText: 'Convidados' }).first();
    const unknown = group.locator('td[title^="The service shows nothing here"]').first();
    await unknown.click();
    await page.locator('tr[aria-selected="true"]').waitFor();
    await cellOf(page, item, 'quantity').click({ modifiers: ['Control'] });
    await page.getByText('2 rows selected').waitFor();
    assert.equal(await editorOf(page).count(), 0);
    await table.header('#available').click();
    await page.locator('th[aria-sort="ascending"]').waitFor();
    const counts = (await table.texts('#available')).filter((text) => text !== '').map(Number);
    assert.ok(counts.length > 5);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    );
    await table.header('#finish').click();
    await page.getByRole('columnheader', { name: 'Sales end' }).and(page.locator('[aria-sort="ascending"]')).waitFor();
    const ends = (await table.texts('#finish')).filter((text) => text !== '');
    assert.match(ends.at(-1) ?? '', /2030/);
  });
});

describe('a cell of a table of more items than are read again by themselves', () => {
  const editor = useEditor({ service: { seed: 1 }, environment: cellEnvironment });
  const service = useHostileService(editor);
  afterEach(() => editor.forgetDrafts());

  it('has its row in order and in its state after it was saved, with the figures in groups', async () => {
    const item = await itemForms(editor).make();
    const extra = Array.from({ length: 1200 }, (_, index) => ({
      id: 900_000 + index,
      name: `Extra ${index}`,
      type: 'Ticket',
      quantity: 1000,
    }));
    let lists = 0;
    service.rewrite = (reply, url) => {
      if (!url.pathname.endsWith('/items') || !url.searchParams.has('eventId')) return reply;
      lists++;
      const number = Number(url.searchParams.get('page') ?? 1);
      const all = [item, ...extra];
      return {
        data: all.slice((number - 1) * 1000, number * 1000),
        pagination: { page: number, total: all.length, pageSize: 1000 },
      };
    };
    const query = { eventId: '1001' };
    const page = await (await openTable(editor, { operation: 'listItems', title: 'Items', query })).page();
    const table = tableIn(page);
    await table.header('quantity').click();
    await table.count('Rows: 1,201');
    const read = lists;
    const names = async () => (await table.texts('name')).slice(0, 2);
    assert.deepEqual(await names(), [item.name, 'Extra 0']);
    assert.equal((await table.texts('quantity'))[1], '1,000');
    await edit(page, item, 'available', '0');
    await page.keyboard.press('Enter');
    await until('the state follows', async () => (await table.texts('#state'))[0]?.includes('sold out'));
    await edit(page, item, 'quantity', '2000');
    await page.keyboard.press('Enter');
    await until('the row goes to its place', async () => (await names())[0] === 'Extra 0');
    assert.equal(await page.getByText('Refresh shows it').count(), 0);
    await page.locator('.grid').press('Control+End');
    await cellOf(page, item, 'quantity').getByText('2,000', { exact: true }).waitFor();
    assert.equal(lists, read, 'the list was not read again');
    await cellOf(page, item, 'quantity').click();
    assert.equal(await input(page).inputValue(), '2000');
    await page.keyboard.type('3000');
    await page.evaluate(`document.querySelector('.grid').scrollTop = 0`);
    await table.rows.filter({ hasText: 'Extra 0' }).first().waitFor();
    await cellOf(page, item, 'quantity').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await until('the focus is in the cell again', () =>
      page.evaluate<boolean>(`document.activeElement.dataset.field === 'quantity'`),
    );
    await cellOf(page, item, 'quantity').getByText('2,000', { exact: true }).waitFor();
    assert.equal(await page.locator('.cell-editor, .typed').count(), 0);
    assert.equal((await itemForms(editor).item(item.id)).quantity, 2000);
  });
});
