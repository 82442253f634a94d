import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { assertAccessible, focused, naughtyStrings, problemAt, tabTo } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { itemForms, nameOf, save, uniqueName } from './item.support.ts';

describe('the item form, whoever uses it', () => {
  const editor = useEditor({ service: { seed: 1 } });
  const forms = itemForms(editor);
  afterEach(() => editor.forgetDrafts());

  it('fault 60: has no violation that axe-core finds, in any theme, also with problems, pictures and triggers', async () => {
    const item = (await forms.itemsOf()).find(
      ({ triggers, salePeriods }) => triggers.soldout.length > 0 && salePeriods.length > 1,
    )!;
    const { tab, page } = await forms.edit(item);
    await page.getByLabel('Price (BRL)').fill('twelve');
    await page.getByRole('button', { name: 'Add Attribute' }).click();
    await page.getByText('1 problem').waitFor();
    await page.getByRole('region', { name: 'Triggers' }).getByRole('row').first().waitFor();
    await assertAccessible(editor, tab, { hasOwnColors: true });
  });

  it('fault 60: is filled in and saved with the keyboard alone, and keeps the focus where it was over the next save', async () => {
    const name = uniqueName('Só teclado');
    const { page } = await forms.create();
    await focused(page, nameOf(page));
    const { keyboard } = page;
    await keyboard.type(name);
    for (const [label, text] of [
      ['Price (BRL)', '10'],
      ['Sale fee (BRL)', '1'],
      ['Producer fee (BRL)', '0'],
    ]) {
      await tabTo(page, page.getByLabel(label!));
      await keyboard.type(text!);
    }
    await tabTo(page, page.getByRole('button', { name: 'Add Attribute' }));
    await keyboard.press('Enter');
    await focused(page, page.getByLabel('Key'));
    await keyboard.type('maximum');
    await keyboard.press('Tab');
    await keyboard.type('4');
    await tabTo(page, page.getByRole('button', { name: 'Create Item', exact: true }));
    await keyboard.press('Enter');
    await page.getByText('The item was created.').waitFor();
    const made = (await forms.itemsOf()).find((item) => item.name === name)!;
    assert.deepEqual([made.value?.price, made.attributes], [10, { maximum: 4 }]);
    await page.getByLabel('Description').fill('Saved from here');
    await keyboard.press('Control+s');
    await page.getByText('Saved: Name and data.').waitFor();
    await focused(page, page.getByLabel('Description'));
  });

  it('fault 12: sends naughty strings as they were typed, and shows them as text', async () => {
    const item = await forms.make();
    const { page } = await forms.edit(item);
    await watchAlerts(page);
    const texts = await naughtyStrings();
    const [script, markup] = ['<script>', 'onerror'].map((part) => texts.find((text) => text.includes(part))!);
    await nameOf(page).fill(script!);
    await page.getByLabel('Description').fill(markup!);
    await save(page);
    await page.getByText('Saved: Name and data.').waitFor();
    const saved = await forms.item(item.id);
    assert.deepEqual([saved.name, saved.description], [script, markup]);
    await page.getByRole('heading', { level: 1 }).getByText(script!).waitFor();
    assert.equal(await page.evaluate('window.ran'), undefined);
  });
});

describe('the item form in Portuguese', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, language: 'pt-br' });
  const forms = itemForms(editor);
  afterEach(() => editor.forgetDrafts());

  it('says what cannot be read, what is wrong and what was saved in Portuguese, with amounts as they are written there', async () => {
    const item = await forms.make();
    faults.push({ kind: '409', operation: 'getItem' });
    const tab = await editor.open('editItem', editor.resource('item', String(item.id)));
    const page = await tab.page();
    const again = page.getByRole('button', { name: 'Tentar Novamente' });
    await again.waitFor();
    faults.length = 0;
    await again.click();
    await page.getByRole('heading', { level: 1, name: item.name, exact: true }).waitFor();
    const price = page.getByLabel('Preço (BRL)');
    assert.equal(await price.inputValue(), '120,50');
    await page
      .getByRole('row', { name: 'Preço' })
      .getByText(/R\$\s120,50/)
      .waitFor();
    await price.fill('doze');
    assert.equal(await problemAt(page, price), 'Isto não é um valor monetário.');
    await page.getByLabel('Nome', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    assert.equal(await problemAt(page, page.getByLabel('Nome', { exact: true })), 'Informe um nome.');
    await page.getByText('Alterado: Nome, Preço · 2 problemas').waitFor();
    await assertAccessible(editor, tab);
    await page.getByLabel('Nome', { exact: true }).fill('Arquibancada');
    await price.fill('1.234,50');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Arquibancada' }).waitFor();
    const after = await forms.item(item.id);
    assert.deepEqual([after.name, after.value?.price], ['Arquibancada', 1234.5]);
    assert.equal(await price.inputValue(), '1234,50');
  });
});

/** Whatever a text could run says so. */
async function watchAlerts(page: Page): Promise<void> {
  await page.evaluate('(window.alert = () => { window.ran = true; }), 0');
}
