import assert from 'node:assert/strict';
import { join } from 'node:path';
import { saveAlone } from '../../src/editor/records/locks.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { useEditor } from './editor/use-editor.ts';
import { itemForms, nameOf, save, uniqueName, writes } from './item.support.ts';

describe('the item form, when the service fails', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults } });
  const forms = itemForms(editor);
  afterEach(async () => {
    faults.length = 0;
    await editor.forgetDrafts();
  });

  it('says what is saved and what is not, keeps the rest, and saves it when it is asked to', async () => {
    const before = await forms.make();
    const { page } = await forms.edit(before);
    await nameOf(page).fill('New name');
    await page.getByLabel('Price (BRL)').fill('99');
    await page.getByRole('group', { name: 'Sale period of category 7' }).getByLabel('Available').fill('5');
    faults.push({ kind: '500', operation: 'updateValues' });
    await save(page);
    const news = page.getByRole('alert');
    await news.filter({ hasText: 'Saved: Name and data' }).waitFor();
    await news.filter({ hasText: 'Unknown whether saved: Values' }).waitFor();
    await news.filter({ hasText: 'Not sent: Sale period 7' }).waitFor();
    await page.getByText(/^Changed: Price, sale period 7$/).waitFor();
    const half = await forms.item(before.id);
    assert.deepEqual([half.name, half.value], ['New name', before.value]);
    await editor.draftKept('"99.00"');
    faults.length = 0;
    await save(page);
    await page.getByText('Saved: Values, Sale period 7.').waitFor();
    const after = await forms.item(before.id);
    assert.deepEqual([after.value?.price, after.salePeriods[0]?.available], [99, 5]);
  });

  it('makes no second item when the first was made and its values were not', async () => {
    const name = uniqueName('Only once');
    const { page } = await forms.create();
    await nameOf(page).fill(name);
    for (const label of ['Price (BRL)', 'Sale fee (BRL)', 'Producer fee (BRL)']) await page.getByLabel(label).fill('10');
    faults.push({ kind: '403', operation: 'createValues', times: 1 });
    await save(page);
    await page.getByRole('alert').filter({ hasText: 'Not saved: Values' }).waitFor();
    assert.equal(await page.getByLabel('Price (BRL)').inputValue(), '10.00');
    const made = async () => (await forms.itemsOf()).filter((one) => one.name === name);
    assert.equal((await made()).length, 1);
    await save(page);
    await page.getByText('Saved: Values').waitFor();
    assert.deepEqual(
      (await made()).map(({ value }) => value?.price),
      [10],
    );
  });

  it('fault 36: makes no second item when nobody knows whether the first was made, and opens the one that was', async () => {
    const name = uniqueName('Perhaps');
    const { page } = await forms.create();
    await nameOf(page).fill(name);
    faults.push({ kind: 'reset-after', operation: 'createItem', times: 1 });
    const written = countedCalls(...writes);
    faults.push(...written.faults);
    await save(page);
    await page.getByText('It is not known whether the item was created.').waitFor();
    await page.getByText('The service has items of this name: look whether one of them is it.').waitFor();
    const [made] = (await forms.itemsOf()).filter((one) => one.name === name);
    await save(page);
    await page.getByText('It is not known whether the item was created.').waitFor();
    await page.getByRole('button', { name: `Open ${name} (${made!.id})` }).click();
    const found = await editor.active.page();
    await found.getByText(`Item ${made!.id}`).waitFor();
    assert.equal(editor.panels.length, 2);
    assert.equal((await forms.itemsOf()).filter((one) => one.name === name).length, 1);
  });

  it('fault 36: makes the item again when it is told to', async () => {
    const name = uniqueName('Perhaps not');
    const { page } = await forms.create();
    await nameOf(page).fill(name);
    faults.push({ kind: 'reset-before', operation: 'createItem', times: 1 });
    await save(page);
    await page.getByText('The service shows no item of this name at this moment.').waitFor();
    await page.getByRole('button', { name: 'Create It Again' }).click();
    await page.getByText('The item was created.').waitFor();
    assert.equal((await forms.itemsOf()).filter((one) => one.name === name).length, 1);
  });

  it('fault 39: does not save what another window saves at this moment, nor what the service refuses, and keeps what was typed', async () => {
    const item = await forms.make();
    const { page } = await forms.edit(item);
    await nameOf(page).fill('Mine');
    const record = { ticketUrl: editor.service.ticketUrl, kind: 'item' as const, id: String(item.id) };
    await saveAlone(join(editor.fake.home, 'storage'), record, async () => {
      await save(page);
      await page.getByText('Another window saves this item at this moment. Try again when it is done.').waitFor();
    });
    assert.equal((await forms.item(item.id)).name, item.name);
    assert.equal(await nameOf(page).inputValue(), 'Mine');
    await editor.draftKept('Mine');
    faults.push({ kind: '409', operation: 'updateItem' });
    await save(page);
    await page.getByRole('alert').filter({ hasText: 'updateItem was made to fail with 409' }).waitFor();
    assert.equal(await nameOf(page).inputValue(), 'Mine');
    await page.getByText('Changed: Name').waitFor();
  });

  it('says why an item cannot be shown, and is whole without the tax, the triggers, the event and the groups', async () => {
    const item = await forms.make();
    for (const operation of ['calculateTax', 'listTriggers', 'getEvent', 'listItems', 'getItem'])
      faults.push({ kind: '403', operation });
    const page = await (await editor.open('editItem', editor.resource('item', String(item.id)))).page();
    await page.getByRole('alert').filter({ hasText: 'getItem was made to fail with 403' }).waitFor();
    faults.pop();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('heading', { level: 1, name: item.name }).waitFor();
    await page.getByText('The tax could not be worked out:').waitFor();
    const triggers = page.getByRole('region', { name: 'Triggers' });
    await triggers.getByText('listTriggers was made to fail with 403').waitFor();
    await nameOf(page).fill('All the same');
    await save(page);
    await page.getByText('Saved: Name and data.').waitFor();
    faults.length = 0;
    await triggers.getByRole('button', { name: 'Try Again' }).click();
    await triggers.getByText('This item triggers nothing.').waitFor();
  });
});

describe('the item form of a protected environment', () => {
  const editor = useEditor({ environment: { name: 'prod', protected: true } });
  const forms = itemForms(editor);
  afterEach(() => editor.forgetDrafts());

  it('asks before it writes, says what, and writes nothing without a yes', async () => {
    const item = await forms.make();
    const { page } = await forms.edit(item);
    await page.getByText('prod (protected)').waitFor();
    await nameOf(page).fill('Asked for');
    await page.getByLabel('Price (BRL)').fill('1');
    const questions: string[] = [];
    let answer: typeof editor.user.press = () => undefined;
    editor.user.press = (message, buttons) => {
      questions.push(message);
      return answer(message, buttons);
    };
    await save(page);
    await page.getByText('Changed: Name, Price').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true, disabled: false }).waitFor();
    assert.equal(questions.length, 1);
    assert.match(questions[0]!, /prod/);
    assert.match(questions[0]!, new RegExp(item.name));
    assert.deepEqual(await forms.item(item.id), item);
    answer = (_, [first]) => first;
    await save(page);
    await page.getByText('Saved: Name and data, Values.').waitFor();
    assert.equal((await forms.item(item.id)).name, 'Asked for');
  });
});
