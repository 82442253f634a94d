import assert from 'node:assert/strict';
import type { ServiceFault } from '../../src/service/index.ts';
import { documentedManners } from '../../src/service/manners.ts';
import { countedCalls, slowReplies } from '../harness/faults.ts';
import { until } from '../harness/until.ts';
import { accessibilityProblems, focused, nextReply, problemAt, shortenTimers } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { event, itemForms, nameOf, save, uniqueName, writes } from './item.support.ts';

describe('the item form', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults } });
  const forms = itemForms(editor);
  afterEach(async () => {
    faults.length = 0;
    await editor.forgetDrafts();
  });
  const count = () => {
    const counted = countedCalls(...writes);
    faults.push(...counted.faults);
    return counted.counts;
  };

  it('creates an item with its values, a sale period and an attribute', async () => {
    const name = uniqueName('Camarote');
    const { page, tab } = await forms.create();
    await nameOf(page).fill(name);
    await page.getByLabel('Description').fill('Com vista');
    await page.getByLabel('Quantity').fill('50');
    await page.getByLabel('Price (BRL)').fill('250,00');
    await page.getByLabel('Sale fee (BRL)').fill('25');
    await page.getByLabel('Producer fee (BRL)').fill('0');
    await page.getByLabel('Hidden: only a passkey shows it').check();
    await page.getByRole('button', { name: 'Add Sale Period' }).click();
    const period = page.getByRole('group', { name: 'New sale period' });
    await focused(page, period.getByLabel('Application category'));
    await period.getByLabel('Application category').fill('7');
    await period.getByLabel('Start').fill('2030-03-01T10:00:00');
    await period.getByLabel('Finish').fill('2030-03-20T18:30:00');
    await period.getByLabel('Available').fill('40');
    await page.getByRole('button', { name: 'Add Attribute' }).click();
    const attribute = page.getByRole('group', { name: 'New attribute' });
    await focused(page, attribute.getByLabel('Key'));
    await attribute.getByLabel('Key').fill('maximum');
    await attribute.getByLabel('Value', { exact: true }).fill('4');
    const written = count();
    await save(page);
    await page.getByText('The item was created. Saved: Name and data, Values, Sale period 7, Attribute maximum.').waitFor();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    assert.deepEqual(written, { createItem: 1, createValues: 1, createSalePeriod: 1, createAttribute: 1 });
    const item = (await forms.itemsOf()).find((one) => one.name === name)!;
    assert.deepEqual([item.description, item.type, item.quantity, item.hidden], ['Com vista', 'Ticket', 50, true]);
    const { price, feeSale, feeProducer } = item.value!;
    assert.deepEqual({ price, feeSale, feeProducer }, { price: 250, feeSale: 25, feeProducer: 0 });
    const [{ appCategoryId, start, finish, available }] = item.salePeriods as [(typeof item.salePeriods)[number]];
    assert.deepEqual(
      [appCategoryId, start, finish, available],
      [7, '2030-03-01T10:00:00-03:00', '2030-03-20T18:30:00-03:00', 40],
    );
    assert.deepEqual(item.attributes, { maximum: 4 });
    // From now on it is that item: its tab, what is kept of it, and the form of it that is asked for.
    await until('the tab has its name', () => tab.title.startsWith(name));
    await until('the page is that of the item', () => (tab.panel.webview.state as { id?: string }).id === String(item.id));
    await forms.edit(item);
    assert.equal(editor.panels.length, 1);
  });

  it('writes what was edited and nothing else; another way to write the same amount is no change', async () => {
    const before = await forms.make();
    const { page } = await forms.edit(before);
    const written = count();
    const price = page.getByLabel('Price (BRL)');
    assert.equal(await price.inputValue(), '120.50');
    await price.fill('121');
    await page.getByText(/^Changed: Price$/).waitFor();
    await price.fill('120,5');
    await page.getByText('Changed:').waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+s');
    // A save that there really is comes after it, alone.
    await price.fill('123,45');
    await page.getByRole('group', { name: 'Sale period of category 7' }).getByLabel('Available').fill('77');
    await page.getByText(/^Changed: Price, sale period 7$/).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved: Values, Sale period 7.').waitFor();
    assert.deepEqual(written, { updateValues: 1, updateSalePeriod: 1 });
    const after = await forms.item(before.id);
    const [period] = before.salePeriods;
    assert.deepEqual(after, {
      ...before,
      value: { ...before.value, price: 123.45, finalPrice: after.value?.finalPrice },
      salePeriods: [{ ...period, available: 77 }],
    });
    assert.equal(await price.inputValue(), '123.45');
    await page.getByText('Changed:').waitFor({ state: 'hidden' });
  });

  it('shows the tax of the price that is typed, not of one that was overtaken, and none when there is no price any more', async () => {
    const { page } = await forms.edit(await forms.make());
    const price = page.getByLabel('Price (BRL)');
    const tax = page.getByRole('complementary', { name: 'Tax' });
    const shown = tax.getByRole('row', { name: 'Price' });
    await shortenTimers(page, 300);
    await price.fill('10');
    await shown.getByText('R$10.00').waitFor();
    // So slow that it comes only because it is ended.
    const slow = slowReplies('calculateTax', 20_000);
    faults.push(slow);
    await price.fill('100');
    await slow.begun(1);
    faults.length = 0;
    const ended = await nextReply(page, `({ problem }) => problem === ''`);
    const answered = await nextReply(page, '({ result }) => result?.isUnitKnown');
    await price.fill('10');
    await ended.came;
    await answered.came;
    assert.match(await shown.innerText(), /R\$10\.00/);
    const late = slowReplies('calculateTax', 300);
    faults.push(late);
    const lateAnswer = await nextReply(page, '({ result }) => result?.isUnitKnown');
    await price.fill('100');
    await late.begun(1);
    await price.fill('much');
    await lateAnswer.came;
    await tax.getByText('The tax shows here when there is a price.').waitFor();
    assert.equal(await tax.getByRole('table').count(), 0);
  });

  it('counts what is wrong, goes to the first of it, and forgets it with a discard that can be undone', async () => {
    const before = await forms.make();
    const { page } = await forms.edit(before);
    const written = count();
    await nameOf(page).fill('');
    await page.getByLabel('Price (BRL)').fill('twelve');
    await page.getByText('Changed: Name, Price · 1 problem').waitFor();
    assert.equal(await page.getByText('Give a name.').count(), 0, 'what is merely empty is no problem yet');
    await page.getByRole('button', { name: 'Add Sale Period' }).click();
    const period = page.getByRole('group', { name: 'New sale period' });
    await period.getByLabel('Start').fill('2030-03-02T10:00:00');
    await period.getByLabel('Finish').fill('2030-03-01T10:00:00');
    await save(page);
    assert.equal(await problemAt(page, nameOf(page)), 'Give a name.');
    assert.equal(await problemAt(page, period.getByLabel('Finish')), 'This is before the start.');
    await page.getByText('5 problems').waitFor();
    await focused(page, nameOf(page));
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Your changes were discarded.').waitFor();
    await page.getByText('Give a name.').waitFor({ state: 'hidden' });
    assert.equal(await nameOf(page).inputValue(), before.name);
    assert.equal(await period.count(), 0);
    const undo = page.getByRole('button', { name: 'Undo' });
    await focused(page, undo);
    await undo.click();
    await page.getByText('Changed: Name, Price, a new sale period').waitFor();
    assert.equal(await period.getByLabel('Start').inputValue(), '2030-03-02T10:00');
    assert.deepEqual(written, {});
  });

  it("fault 38: shows somebody else's change field by field, writes only after the choice, and goes back to the form as it was", async () => {
    const before = await forms.make();
    const { page } = await forms.edit(before);
    await nameOf(page).fill('Mine');
    await page.getByLabel('Price (BRL)').fill('50');
    await forms.change(before.id, { name: 'Theirs', description: 'Theirs too' });
    const written = count();
    await save(page);
    const question = page.getByRole('heading', { name: 'Somebody else changed this item' });
    await focused(page, question);
    await page.getByRole('button', { name: 'Back to the Form' }).click();
    assert.deepEqual([await nameOf(page).inputValue(), await page.getByLabel('Price (BRL)').inputValue()], ['Mine', '50']);
    await save(page);
    await focused(page, question);
    assert.deepEqual(written, {});
    const choice = (name: string) => page.getByRole('group', { name, exact: true });
    assert.deepEqual(await page.getByRole('group').locator('legend').allInnerTexts(), ['Name', 'Description']);
    assert.ok(await choice('Description').getByLabel('Theirs: Theirs too').isChecked(), 'what only they changed is theirs');
    await page.getByRole('button', { name: 'Save with These Choices' }).click();
    await page.getByText('Choose for each field first.').waitFor();
    await focused(page, choice('Name').getByLabel('Theirs: Theirs'));
    assert.deepEqual(written, {});
    assert.deepEqual(await accessibilityProblems(page), []);
    await choice('Name').getByLabel('Mine').check();
    await page.getByRole('button', { name: 'Save with These Choices' }).click();
    await page.getByText('Saved: Name and data, Values').waitFor();
    const after = await forms.item(before.id);
    assert.deepEqual([after.name, after.description, after.value?.price], ['Mine', 'Theirs too', 50]);
    assert.deepEqual(written, { updateItem: 1, updateValues: 1 });
    await nameOf(page).fill('Mine again');
    await forms.change(before.id, { name: 'Theirs again' });
    await save(page);
    await page.getByLabel('Theirs').check();
    await page.getByRole('button', { name: 'Save with These Choices' }).click();
    await page.getByText('There was nothing to save.').waitFor();
    assert.equal(await nameOf(page).inputValue(), 'Theirs again');
  });

  it('fault 41: saves in the environment it was opened in, whatever is chosen later', async () => {
    const item = await forms.make();
    await editor.addEnvironment('other');
    const { page } = await forms.edit(item);
    try {
      editor.fake.change('boxOffice.environment', 'other');
      await page.getByLabel('Description').fill('Of stg');
      await save(page);
      await page.getByText('Saved: Name and data.').waitFor();
    } finally {
      editor.fake.change('boxOffice.environment', 'stg');
    }
    assert.equal((await forms.item(item.id)).description, 'Of stg');
  });

  it('opens at the section that is asked for, and goes there when the form is open already', async () => {
    const item = await forms.make();
    for (const [command, section] of [
      ['showTriggers', 'triggers'],
      ['editValues', 'values'],
      ['editSalePeriods', 'periods'],
      ['editAttributes', 'attributes'],
      ['showTriggers', 'triggers'],
    ] as const) {
      const { page } = await forms.edit(item, command);
      await page.locator(`section[data-section="${section}"] :focus`).waitFor();
      await nameOf(page).focus();
    }
    assert.equal(editor.panels.length, 1);
  });
});

describe('the item form at a service of which nobody has said anything', () => {
  const editor = useEditor({
    service: { seed: 1, dialect: documentedManners },
    environment: { dialect: { put: 'merges' }, currency: 'XXX' },
  });

  it('fault 88: shows cents as money, and an amount anew where it was none before anything is sent', async () => {
    const { id } = (await editor.ask('POST', '/items', { name: 'Whole', eventId: Number(event.id) })) as { id: number };
    // 120 and 12 of a service that has whole units are shown as 1.20 and as the number that came.
    await editor.ask('POST', `/items/${id}/values`, { price: 120, feeSale: 12, feeProducer: 3 });
    const tab = await editor.open('editItem', editor.resource('item', String(id)));
    const page = await tab.page();
    const price = page.getByLabel('Price', { exact: true });
    assert.equal(await price.inputValue(), '1.20');
    editor.user.pick = (rows) =>
      rows.find(({ label }) => label === 'R$120.00') ?? rows.find(({ label }) => label.includes('120.00'));
    await price.fill('1.30');
    await save(page);
    await page.getByText('was typed while prices were read as cents').waitFor();
    const said = page.getByLabel(/^Price \([A-Z]{3}\)$/);
    assert.equal(await said.inputValue(), '1.30');
    await page.getByText(/was .*120\.00/).waitFor();
    const { price: held } = ((await editor.ask('GET', `/items/${id}`)) as { value?: { price?: number } }).value ?? {};
    assert.equal(held, 120, 'nothing was sent');
  });
});
