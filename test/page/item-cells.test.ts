import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { until } from '../harness/until.ts';
import { useEditor, type Tab } from './editor/use-editor.ts';
import { itemForms, type Item } from './item.support.ts';
import { tableEnvironment } from './table.support.ts';

describe('a cell of an item on the page of its event', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment: tableEnvironment });
  const forms = itemForms(editor);
  afterEach(() => {
    faults.length = 0;
    return editor.forgetDrafts();
  });

  const cell = (page: Page, { id }: Item, field: string) => page.locator(`td[data-item="${id}"][data-field="${field}"]`);

  async function open(body: object = {}): Promise<{ item: Item; tab: Tab; page: Page }> {
    const item = await forms.make(body);
    const tab = await editor.open('openEvent', editor.resource('event', '1001'));
    const page = await tab.page();
    await cell(page, item, 'price').waitFor();
    return { item, tab, page };
  }

  it('is saved with one click and typing, and shows what the service has then', async () => {
    const { item, page } = await open();
    await cell(page, item, 'price').getByRole('button').click();
    const input = page.getByLabel('Price (BRL)');
    await page.screenshot({ path: '/tmp/h1/edit1.png', fullPage: true });
    assert.equal(await input.inputValue(), '120.50');
    await page.keyboard.type('130');
    await page.keyboard.press('Enter');
    await until('x', async () => { await page.screenshot({ path: '/tmp/h1/edit2.png', fullPage: true }); return (await forms.item(item.id)).value?.price === 130;});
  });
});
