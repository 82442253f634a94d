import assert from 'node:assert/strict';
import type { ServiceFault } from '../../src/service/index.ts';
import { slowReplies } from '../harness/faults.ts';
import { accessibilityProblems, draftKept, nextReply, switchTo } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';
import { itemForms, type Item } from './item-form.support.ts';

describe('the item form', () => {
  const faults: ServiceFault[] = [];
  const ui = useWorkbench({
    service: { seed: 1, faults },
    // Hosts of the same options are shared, and with them the faults: these are of this suite alone.
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer', protected: false },
  });
  const forms = itemForms(ui);

  before(() => forms.signIn());

  it('creates an item with its values, a sale period and an attribute', async () => {
    const page = await forms.create('1001');
    await page.getByLabel('Name', { exact: true }).fill('Camarote');
    await page.getByLabel('Description').fill('Com vista');
    await page.getByLabel('Quantity').fill('50');
    await page.getByLabel('Price (BRL)').fill('250,00');
    await page.getByLabel('Sale fee (BRL)').fill('25');
    await page.getByLabel('Producer fee (BRL)').fill('0');
    await page
      .getByRole('row', { name: /The customer pays/ })
      .getByText('R$275.00')
      .waitFor();
    await page.getByRole('button', { name: 'Add Sale Period' }).click();
    const period = page.getByRole('group', { name: 'New sale period' });
    await period.getByLabel('Application category').fill('7');
    await period.getByLabel('Start').fill('2030-03-01T10:00:00');
    await period.getByLabel('Finish').fill('2030-03-20T18:30:00');
    await period.getByLabel('Available').fill('40');
    await page.getByRole('button', { name: 'Add Attribute' }).click();
    const attribute = page.getByRole('group', { name: 'New attribute' });
    await attribute.getByLabel('Key').fill('maximum');
    await attribute.getByLabel('Value', { exact: true }).fill('4');
    await ui.workbench.screenshot('item form, new');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The item was created.').waitFor();
    await page.getByRole('heading', { name: 'Camarote' }).waitFor();
    await ui.workbench.screenshot('item form, created');
    const item = (await forms.itemsOf('1001')).find(({ name }) => name === 'Camarote')!;
    assert.equal(item.description, 'Com vista');
    assert.equal(item.quantity, 50);
    assert.deepEqual(pick(item.value, 'price', 'feeSale', 'feeProducer'), { price: 250, feeSale: 25, feeProducer: 0 });
    const [{ appCategoryId, start, finish, available }] = item.salePeriods as [Item['salePeriods'][number]];
    assert.deepEqual(
      [appCategoryId, start, finish, available],
      [7, '2030-03-01T10:00:00-03:00', '2030-03-20T18:30:00-03:00', 40],
    );
    assert.deepEqual(item.attributes, { maximum: 4 });
  });

  it('writes the price and the sale period that were edited, and nothing else', async () => {
    const before = await forms.anItem();
    const page = await forms.edit(before.id);
    await page.getByLabel('Price (BRL)').fill('123,45');
    const period = page.getByRole('group', { name: `Sale period of category ${before.salePeriods[0]!.appCategoryId}` });
    await period.getByLabel('Available').fill('77');
    await page.getByText('Changed: Price').waitFor();
    await ui.workbench.page.keyboard.press('Control+s');
    await page.getByText('Saved: Values, Sale period').waitFor();
    const after = await forms.item(before.id);
    const expected = structuredClone(before);
    expected.value = { ...before.value, price: 123.45, finalPrice: after.value.finalPrice };
    expected.salePeriods[0]!.available = 77;
    assert.deepEqual({ ...after, available: true }, { ...expected, available: true });
    await ui.workbench.screenshot('item form, saved');
  });

  it('shows the tax of the price that is typed, not of one that was overtaken', async () => {
    const page = await forms.edit((await forms.anItem()).id);
    const price = page.getByLabel('Price (BRL)');
    const shown = page.getByRole('complementary', { name: 'Tax' }).getByRole('row', { name: 'Price' });
    await price.fill('10');
    await shown.getByText('R$10.00').waitFor();
    const slow = slowReplies('calculateTax', 8000);
    faults.push(slow);
    await price.fill('100');
    await slow.begun(1);
    const ended = await nextReply(ui, `({ problem }) => problem === ''`);
    const answered = await nextReply(ui, '({ result }) => result?.finalPrice');
    await price.fill('10');
    await ended.came;
    await answered.came;
    faults.length = 0;
    assert.match(await shown.innerText(), /R\$10\.00/);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('names what is wrong at its field, and goes there', async () => {
    const page = await forms.edit((await forms.anItem()).id);
    await page.getByLabel('Name', { exact: true }).fill('');
    await page.getByLabel('Price (BRL)').fill('-12');
    await page.getByText('This must not be negative.').waitFor();
    await page.getByLabel('Price (BRL)').fill('twelve');
    const price = page.getByLabel('Price (BRL)');
    await page.getByText('This is not an amount.').waitFor();
    assert.equal(await price.getAttribute('aria-invalid'), 'true');
    const described = (await price.getAttribute('aria-describedby'))!;
    assert.match(await page.locator(`#${described.split(' ').at(-1)!}`).innerText(), /not an amount/);
    await page.getByRole('button', { name: 'Add Sale Period' }).click();
    await page.getByRole('group', { name: 'New sale period' }).getByLabel('Start').fill('2030-03-02T10:00:00');
    await page.getByRole('group', { name: 'New sale period' }).getByLabel('Finish').fill('2030-03-01T10:00:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Give a name.').waitFor();
    await page.getByText('This is before the start.').waitFor();
    await page.getByText('5 problems').waitFor();
    assert.equal(
      await page.locator(':focus').getAttribute('id'),
      await page.getByLabel('Name', { exact: true }).getAttribute('id'),
    );
    await ui.workbench.screenshot('item form, problems');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Your changes were discarded.').waitFor();
    await page.getByText('Give a name.').waitFor({ state: 'hidden' });
  });

  it("fault 38: shows somebody else's change field by field, and writes only after the choice", async () => {
    const before = await forms.anItem();
    const page = await forms.edit(before.id);
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await page.getByLabel('Price (BRL)').fill('50');
    await forms.put(`items/${before.id}`, { name: 'Theirs', description: 'Theirs too' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Somebody else changed this item' }).waitFor();
    assert.equal((await forms.item(before.id)).name, 'Theirs');
    await page.getByRole('button', { name: 'Save with These Choices' }).click();
    await page.getByText('Choose for each field first.').waitFor();
    await ui.workbench.screenshot('item form, conflict');
    assert.deepEqual(await accessibilityProblems(ui), []);
    await page.getByRole('group', { name: 'Name' }).getByLabel('Mine').check();
    await page.getByRole('button', { name: 'Save with These Choices' }).click();
    await page.getByText('Saved: Name and data, Values').waitFor();
    const after = await forms.item(before.id);
    assert.deepEqual([after.name, after.description, after.value.price], ['Mine', 'Theirs too', 50]);
  });

  it('fault 57: keeps what is typed over a reload and while the tab is hidden', async () => {
    const before = await forms.anItem();
    let page = await forms.edit(before.id);
    await page.getByLabel('Description').fill('Half a sen');
    await ui.workbench.page.locator('.tab.active', { hasText: '●' }).waitFor();
    await draftKept(ui, 'Half a sen');
    await ui.workbench.reload();
    page = ui.workbench.webview;
    await page.getByText('is here again').waitFor();
    assert.equal(await page.getByLabel('Description').inputValue(), 'Half a sen');
    await forms.signIn();
    await ui.workbench.run('Box Office: Calculate Tax');
    await ui.workbench.webview.getByRole('heading', { name: 'Tax Calculator' }).waitFor();
    await ui.workbench.page.locator('.tab', { hasText: '●' }).click();
    page = await forms.shown(before.name);
    await page.getByText('Changed: Description').waitFor();
    assert.equal(await page.getByLabel('Description').inputValue(), 'Half a sen');
  });

  it('fault 58: offers the draft of a form that was closed', async () => {
    const before = await forms.anItem();
    await forms.shown(before.name);
    await ui.workbench.run('View: Close All Editors');
    let page = await forms.edit(before.id);
    await page.getByText('was not saved').waitFor();
    await ui.workbench.screenshot('item form, draft');
    assert.deepEqual(await accessibilityProblems(ui), []);
    await page.getByRole('button', { name: 'Restore' }).click();
    assert.equal(await page.getByLabel('Description').inputValue(), 'Half a sen');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved: Name and data').waitFor();
    assert.equal((await forms.item(before.id)).description, 'Half a sen');
    await ui.workbench.run('View: Close All Editors');
    page = await forms.edit(before.id);
    assert.equal(await page.getByText('was not saved').count(), 0);
  });

  it('fault 41: saves in the environment it was opened in, whatever is chosen later', async () => {
    const { id } = await forms.anItem();
    const page = await forms.edit(id);
    await switchTo(ui, 'Local service');
    await ui.workbench.notifications.filter({ hasText: 'The local service is running' }).waitFor();
    await page.getByLabel('Description').fill('Of stg');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved: Name and data').waitFor();
    assert.equal((await forms.item(id)).description, 'Of stg');
    await switchTo(ui, 'stg');
  });

  it('opens at the section that was asked for', async () => {
    const { id } = await forms.anItem();
    await ui.workbench.run('Box Office: Edit Attributes…');
    await forms.choose(id);
    const page = ui.workbench.webview;
    await page.locator('section[data-section="attributes"] :focus').waitFor();
    await ui.workbench.run('Box Office: Edit Sale Periods…');
    await forms.choose(id);
    await page.locator('section[data-section="periods"] :focus').waitFor();
  });
});

describe('the item form, when the service fails in the middle', () => {
  const ui = useWorkbench({
    service: {
      seed: 1,
      faults: [
        { kind: '500', operation: 'updateValues', times: 3 },
        { kind: '403', operation: 'createValues', times: 1 },
      ],
    },
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer' },
  });
  const forms = itemForms(ui);

  before(() => forms.signIn());

  it('says what is saved and what is not, and keeps the rest', async () => {
    const before = await forms.anItem();
    const page = await forms.edit(before.id);
    await page.getByLabel('Name', { exact: true }).fill('New name');
    await page.getByLabel('Price (BRL)').fill('99');
    await page
      .getByRole('group', { name: /Sale period of category/ })
      .first()
      .getByLabel('Available')
      .fill('5');
    await page.getByRole('button', { name: 'Save' }).click();
    const news = page.getByRole('alert');
    await news.filter({ hasText: 'Saved: Name and data' }).waitFor();
    await news.filter({ hasText: 'Unknown whether saved: Values' }).waitFor();
    await news.filter({ hasText: 'Not sent: Sale period' }).waitFor();
    await page.getByText(/Changed: Price, sale period \d+$/).waitFor();
    await ui.workbench.screenshot('item form, partly saved');
    const half = await forms.item(before.id);
    assert.deepEqual([half.name, half.value.price], ['New name', before.value.price]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved: Values, Sale period').waitFor();
    const after = await forms.item(before.id);
    assert.deepEqual([after.value.price, after.salePeriods[0]!.available], [99, 5]);
  });

  it('makes no second item when the first was made and its values were not', async () => {
    const page = await forms.create('1001');
    await page.getByLabel('Name', { exact: true }).fill('Only once');
    for (const label of ['Price (BRL)', 'Sale fee (BRL)', 'Producer fee (BRL)']) await page.getByLabel(label).fill('10');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'Not saved: Values' }).waitFor();
    await ui.workbench.screenshot('item form, made without its values');
    assert.equal(await page.getByLabel('Price (BRL)').inputValue(), '10.00');
    const made = async () => (await forms.itemsOf('1001')).filter(({ name }) => name === 'Only once');
    assert.equal((await made()).length, 1);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved: Values').waitFor();
    assert.deepEqual(
      (await made()).map(({ value }) => value.price),
      [10],
    );
  });
});

function pick(value: Readonly<Record<string, unknown>>, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}
