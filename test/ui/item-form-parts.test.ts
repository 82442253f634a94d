import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { operations } from '../../src/client/index.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { ask, focused, hintAt, problemAt } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';
import { itemForms, type Item } from './item-form.support.ts';

const eventId = '1001';

describe('the parts of the item form', () => {
  const faults: ServiceFault[] = [];
  const ui = useWorkbench({
    service: { seed: 1, faults },
    // Hosts of the same options are shared, and with them the faults: these are of this suite alone.
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer', protected: false, currency: 'BRL' },
  });
  const forms = itemForms(ui);

  before(() => forms.signIn());
  afterEach(async () => {
    faults.length = 0;
    await ui.workbench.run('View: Close All Editors');
  });

  it('tells the fees, which are saved, from the tax, which the service works out', async () => {
    const page = await forms.create(eventId);
    const hint = (name: string) => `Saved as ${name}. It is not the tax.`;
    assert.equal(await hintAt(ui, page.getByLabel('Sale fee (BRL)')), hint('feeSale'));
    assert.equal(await hintAt(ui, page.getByLabel('Producer fee (BRL)')), hint('feeProducer'));
    const tax = page.getByRole('complementary', { name: 'Tax' });
    await tax.getByText('The service works the tax out; the customer and the producer share it. It is not saved.').waitFor();
    await page.getByLabel('Price (BRL)').fill('80');
    await tax.getByRole('row', { name: 'The customer pays' }).waitFor();
    await ui.workbench.screenshot('item form, fees and tax');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('draws and says where two sale periods overlap, where nothing is on sale, and neither where one follows the other', async () => {
    const page = await forms.create(eventId);
    const figure = page.locator('section[data-section="periods"] figure');
    // Below the picture, for those who see it; the others have its text.
    const notes = figure.locator('li');
    const periods = page.getByRole('group', { name: 'New sale period' });
    await addPeriod(page, '7', '2030-03-01T10:00', '2030-03-11T10:00');
    await figure.getByRole('img', { name: /Category 7/ }).waitFor();
    await addPeriod(page, '8', '2030-03-06T10:00', '2030-03-21T10:00');

    const overlap = 'Category 7 and Category 8 overlap: Mar 6, 2030, 10:00 AM to Mar 11, 2030, 10:00 AM';
    await notes.filter({ hasText: spaced(overlap) }).waitFor();
    assert.equal(await page.getByRole('region', { name: 'Sale periods' }).locator('[aria-invalid="true"]').count(), 0);
    assert.equal(
      await textOf(figure),
      `Category 7: Mar 1, 2030, 10:00 AM to Mar 11, 2030, 10:00 AM; Category 8: Mar 6, 2030, 10:00 AM to Mar 21, 2030, 10:00 AM; ${overlap}`,
    );
    const [first, second] = await boxesOf(figure, 'bar', 2);
    const [both] = await boxesOf(figure, 'overlap', 1);
    near(both!, { from: second!.from, to: first!.to });
    assert.ok(both!.to - both!.from > 20, 'wide enough to be seen');
    await boxesOf(figure, 'gap', 0);
    await ui.workbench.screenshot('item form, periods overlap');

    await periods.nth(1).getByLabel('Start').fill('2030-03-16T10:00');
    const gap = 'Gap: Mar 11, 2030, 10:00 AM to Mar 16, 2030, 10:00 AM';
    await notes.filter({ hasText: spaced(gap) }).waitFor();
    assert.equal(
      await textOf(figure),
      `Category 7: Mar 1, 2030, 10:00 AM to Mar 11, 2030, 10:00 AM; Category 8: Mar 16, 2030, 10:00 AM to Mar 21, 2030, 10:00 AM; ${gap}`,
    );
    const [before, after] = await boxesOf(figure, 'bar', 2);
    const [none] = await boxesOf(figure, 'gap', 1);
    near(none!, { from: before!.to, to: after!.from });
    await boxesOf(figure, 'overlap', 0);
    await ui.workbench.screenshot('item form, a gap between periods');

    await periods.nth(1).getByLabel('Start').fill('2030-03-11T10:00');
    await notes.first().waitFor({ state: 'detached' });
    assert.doesNotMatch(await textOf(figure), /overlap|Gap/);
    await page.getByRole('button', { name: 'Discard' }).click();
    await figure.waitFor({ state: 'detached' });
  });

  it('says what a sale period is for, and that none can be removed once it is saved', async () => {
    const page = await forms.create(eventId);
    const periods = page.getByRole('region', { name: 'Sale periods' });
    await periods.getByText('Each sale period is for one application category').waitFor();
    await periods.getByText('A saved one can be changed; the service has no way to remove it.').waitFor();
  });

  it('shows the triggers of an item as the service lists them', async () => {
    const items = (await forms.itemsOf(eventId)) as (Item & { triggers: Triggers })[];
    const { id } = items.find(({ triggers: { soldout, start } }) => soldout.length > 0 && start.length > 0)!;
    const { data } = (await ask(ui, 'GET', `/items/${id}/triggers`)) as { data: Triggers };
    const line = (when: string) => (one: Trigger) => [when, one.name, `${one.action} ${one.itemId}`];
    const expected = [...data.soldout.map(line('It sells out')), ...data.start.map(line('Its sale starts'))];
    const page = await forms.edit(id);
    const rows = page.getByRole('region', { name: 'Triggers' }).locator('tbody tr');
    await rows.nth(expected.length - 1).waitFor();
    const shown = await Promise.all((await rows.all()).map((row) => row.getByRole('cell').allInnerTexts()));
    assert.deepEqual(shown, expected);
    await rows.last().scrollIntoViewIfNeeded();
    await ui.workbench.screenshot('item form, triggers');
  });

  it('says of an item without triggers that it triggers nothing', async () => {
    const items = (await forms.itemsOf(eventId)) as (Item & { triggers: Triggers })[];
    const { id } = items.find(({ triggers: { soldout, start } }) => soldout.length + start.length === 0)!;
    const page = await forms.edit(id);
    await page.getByRole('region', { name: 'Triggers' }).getByText('This item triggers nothing.').waitFor();
  });

  it('saves an attribute that was edited with one write, and changes nothing else of the item', async () => {
    const { id } = (await forms.itemsOf(eventId)).find(({ attributes }) => typeof attributes.maximum === 'number')!;
    const before = await forms.item(id);
    const maximum = (before.attributes.maximum as number) + 3;
    const page = await forms.edit(id);
    const row = page.getByRole('group', { name: 'maximum', exact: true });
    const written = countedCalls(...writes);
    faults.push(...written.faults);
    await row.getByLabel('Value', { exact: true }).fill(String(maximum));
    await page.getByText(/^Changed: attribute maximum$/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Saved: Attribute maximum\.$/).waitFor();
    await ui.workbench.screenshot('item form, attribute saved');
    assert.deepEqual(written.counts, { updateAttribute: 1 });
    assert.deepEqual(await forms.item(id), { ...before, attributes: { ...before.attributes, maximum } });
    assert.equal(await row.getByLabel('Value', { exact: true }).inputValue(), String(maximum));
  });

  it('refuses an attribute of the type integer that is none, at its field, and writes nothing', async () => {
    const { id } = (await forms.itemsOf(eventId)).find(({ attributes }) => typeof attributes.maximum === 'number')!;
    const before = await forms.item(id);
    const page = await forms.edit(id);
    const value = page.getByRole('group', { name: 'maximum', exact: true }).getByLabel('Value', { exact: true });
    const written = countedCalls(...writes);
    faults.push(...written.faults);
    await value.fill('many');
    await page.getByRole('button', { name: 'Save' }).click();
    assert.equal(await problemAt(ui, value), 'A value of the type integer is a whole number.');
    await focused(ui, value);
    // What is right again is saved: the refused one was not sent before it.
    await value.fill('12');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Saved: Attribute maximum\.$/).waitFor();
    assert.deepEqual(written.counts, { updateAttribute: 1 });
    assert.deepEqual(await forms.item(id), { ...before, attributes: { ...before.attributes, maximum: 12 } });
  });
});

/** Whatever changes something at the service. */
const writes = Object.values(operations)
  .filter(({ effect }) => effect !== 'read')
  .map(({ id }) => id);

interface Trigger {
  readonly itemId: number;
  readonly name: string;
  readonly action: string;
}

interface Triggers {
  readonly soldout: readonly Trigger[];
  readonly start: readonly Trigger[];
}

async function addPeriod(page: FrameLocator, category: string, start: string, finish: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Sale Period' }).click();
  const period = page.getByRole('group', { name: 'New sale period' }).last();
  await period.getByLabel('Application category').fill(category);
  await period.getByLabel('Start').fill(start);
  await period.getByLabel('Finish').fill(finish);
}

/** A time has a space before AM that is not the usual one. */
function spaced(text: string): RegExp {
  return new RegExp(text.replaceAll(' ', '\\s'));
}

/** What stands for the picture where it cannot be seen. */
async function textOf(figure: Locator): Promise<string> {
  return ((await figure.getByRole('img').getAttribute('aria-label')) ?? '').replaceAll(/\s/g, ' ');
}

interface Reach {
  readonly from: number;
  readonly to: number;
}

/** From where to where the marks of a kind reach on the screen, in pixels. */
async function boxesOf(figure: Locator, kind: string, count: number): Promise<Reach[]> {
  const marks = figure.getByRole('img').locator(`rect.${kind}`);
  assert.equal(await marks.count(), count, `how many of the kind ${kind}`);
  const boxes = await Promise.all((await marks.all()).map((mark) => mark.boundingBox()));
  return boxes.map((box) => ({ from: box!.x, to: box!.x + box!.width }));
}

/** A mark has a border, which may be counted or not. */
function near(mark: Reach, expected: Reach): void {
  const isNear = Math.abs(mark.from - expected.from) <= 2 && Math.abs(mark.to - expected.to) <= 2;
  assert.ok(isNear, `${JSON.stringify(mark)} instead of ${JSON.stringify(expected)}`);
}
