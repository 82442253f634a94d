// What the tests of cells that are edited have in common.
import type { Page } from 'playwright-core';
import type { EditedField } from '../../src/protocol/item-edit.ts';
import { openTable, tableEnvironment, tableIn, type Table } from './table.support.ts';
import { itemForms, type Item, type OpenForm } from './item.support.ts';
import type { PageEditor } from './editor/use-editor.ts';

export const cellEnvironment = tableEnvironment;

/** The cell of an item, without the input that may be over it. */
export const cellOf = (page: Page, { id }: Pick<Item, 'id'>, field: EditedField) =>
  page.locator(`td[data-item="${id}"][data-field="${field}"]`);

export const editorOf = (page: Page) => page.locator('.cell-editor');

/** Runs in the page: what somebody would type over. */
export const selectedText = `(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)`;

/** Runs in the page: the inputs over cells that are not wholly in sight. */
export const editorsOutside = `[...document.querySelectorAll('.cell-editor')].filter((editor) => {
  const { left, top, right, bottom } = editor.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}).length`;

/** Runs in the page: the inputs that stand over the row that they edit. */
export const editorsOverRow = `[...document.querySelectorAll('.cell-editor')].filter((editor) => {
  const row = editor.closest('tr').getBoundingClientRect();
  const { top, bottom } = editor.getBoundingClientRect();
  return top < row.bottom - 1 && bottom > row.top + 1;
}).length`;

export const priceNow = (item: Item): unknown => item.value?.price;

/** A table of the items of the festival, with one that no other test has. */
export async function openInTable(editor: PageEditor): Promise<OpenForm & { readonly item: Item; readonly table: Table }> {
  const item = await itemForms(editor).make();
  const tab = await openTable(editor, { operation: 'listItems', title: 'Items', query: { eventId: '1001' } });
  const page = await tab.page();
  await cellOf(page, item, 'price').waitFor();
  return { item, tab, page, table: tableIn(page) };
}
