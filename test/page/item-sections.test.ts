import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { focused, hintAt, problemAt, shortenTimers } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { itemForms, save, uniqueName, writes, type Trigger } from './item.support.ts';

describe('the sections of the item form', () => {
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

  it('tells the fees, which are saved, from the tax, which the service works out', async () => {
    const { page } = await forms.create();
    await shortenTimers(page, 300);
    const hint = (name: string) => `Saved as ${name}. It is not the tax.`;
    assert.equal(await hintAt(page, page.getByLabel('Sale fee (BRL)')), hint('feeSale'));
    assert.equal(await hintAt(page, page.getByLabel('Producer fee (BRL)')), hint('feeProducer'));
    const tax = page.getByRole('complementary', { name: 'Tax' });
    await tax.getByText('The service works the tax out; the customer and the producer share it. It is not saved.').waitFor();
    await tax.getByText('The tax shows here when there is a price.').waitFor();
    await page.getByLabel('Price (BRL)').fill('250,00');
    await tax.getByRole('row', { name: 'The customer pays' }).getByText('R$275.00').waitFor();
    await page.getByLabel('Price (BRL)').fill('much');
    await tax.getByText('The tax shows here when there is a price.').waitFor();
  });

  it('says what a sale period is for; draws and says where two overlap, where nothing is on sale, and neither where one follows', async () => {
    const { page } = await forms.create();
    const figure = page.locator('section[data-section="periods"] figure');
    const region = page.getByRole('region', { name: 'Sale periods' });
    await region.getByText('Each sale period is for one application category').waitFor();
    await region.getByText('A saved one can be changed; the service has no way to remove it.').waitFor();
    await region.getByText('There is no sale period: nobody can buy this item.').waitFor();
    // Below the picture, for those who see it; the others have its text.
    const notes = figure.locator('li');
    const periods = page.getByRole('group', { name: 'New sale period' });
    await addPeriod(page, '7', '2030-03-01T10:00', '2030-03-11T10:00');
    await figure.getByRole('img', { name: /Category 7/ }).waitFor();
    await addPeriod(page, '8', '2030-03-06T10:00', '2030-03-21T10:00');

    const overlap = 'Category 7 and Category 8 overlap: Mar 6, 2030, 10:00 AM to Mar 11, 2030, 10:00 AM';
    await notes.filter({ hasText: spaced(overlap) }).waitFor();
    assert.equal(await region.locator('[aria-invalid="true"]').count(), 0);
    assert.equal(
      await textOf(figure),
      `Category 7: Mar 1, 2030, 10:00 AM to Mar 11, 2030, 10:00 AM; Category 8: Mar 6, 2030, 10:00 AM to Mar 21, 2030, 10:00 AM; ${overlap}`,
    );
    const [first, second] = await boxesOf(figure, 'bar', 2);
    const [both] = await boxesOf(figure, 'overlap', 1);
    assertNear(both!, { from: second!.from, to: first!.to });
    assert.ok(both!.to - both!.from > 20, 'wide enough to be seen');
    await boxesOf(figure, 'gap', 0);

    await periods.nth(1).getByLabel('Start').fill('2030-03-16T10:00');
    const gap = 'Gap: Mar 11, 2030, 10:00 AM to Mar 16, 2030, 10:00 AM';
    await notes.filter({ hasText: spaced(gap) }).waitFor();
    assert.equal(
      await textOf(figure),
      `Category 7: Mar 1, 2030, 10:00 AM to Mar 11, 2030, 10:00 AM; Category 8: Mar 16, 2030, 10:00 AM to Mar 21, 2030, 10:00 AM; ${gap}`,
    );
    const [before, after] = await boxesOf(figure, 'bar', 2);
    const [none] = await boxesOf(figure, 'gap', 1);
    assertNear(none!, { from: before!.to, to: after!.from });
    await boxesOf(figure, 'overlap', 0);

    await periods.nth(1).getByLabel('Start').fill('2030-03-11T10:00');
    await notes.first().waitFor({ state: 'detached' });
    assert.doesNotMatch(await textOf(figure), /overlap|Gap/);
    await page.getByRole('button', { name: 'Discard' }).click();
    await figure.waitFor({ state: 'detached' });
  });

  it('takes a new row away again, not one that is saved, and goes back to where it was added', async () => {
    const { page } = await forms.edit(await forms.make());
    await page.getByRole('group', { name: 'Sale period of category 7' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Remove This New Sale Period' }).count(), 0);
    for (const [what, name] of [
      ['Sale Period', 'New sale period'],
      ['Attribute', 'New attribute'],
    ]) {
      await page.getByRole('button', { name: `Add ${what}` }).click();
      await page.getByRole('button', { name: `Remove This New ${what}` }).click();
      assert.equal(await page.getByRole('group', { name: name! }).count(), 0);
      await focused(page, page.getByRole('button', { name: `Add ${what}` }));
    }
    await page.getByText('Changed:').waitFor({ state: 'hidden' });
  });

  it('keeps the group of an item while the groups are read, offers those of the event, and saves the one that is chosen', async () => {
    const group = (await forms.itemsOf()).find(({ type }) => type === 'Group')!;
    const item = await forms.make({ parent: group.id });
    const { page } = await forms.edit(item);
    const chosen = page.getByLabel('Group', { exact: true });
    await page.getByRole('option', { name: group.name, exact: true }).waitFor({ state: 'attached' });
    assert.equal(await chosen.inputValue(), String(group.id));
    assert.equal(await page.getByText('Changed:').count(), 0);
    for (const [name, parent] of [
      ['None', null],
      [group.name, group.id],
    ] as const) {
      await chosen.selectOption(name);
      await page.getByText(/^Changed: Group$/).waitFor();
      await save(page);
      await page.getByText('Saved: Name and data.').waitFor();
      assert.equal((await forms.item(item.id)).parent, parent);
    }
  });

  it('shows the triggers of an item as the service lists them, and of a new one nothing before it is saved', async () => {
    const { id, name, triggers } = (await forms.itemsOf()).find(
      ({ triggers: { soldout, start } }) => soldout.length > 0 && start.length > 0,
    )!;
    const line = (when: string) => (one: Trigger) => [when, one.name, `Opens the item ${one.itemId}`];
    const expected = [...triggers.soldout.map(line('It sells out')), ...triggers.start.map(line('Its sale starts'))];
    const { page } = await forms.edit({ id, name });
    const rows = page.getByRole('region', { name: 'Triggers' }).locator('tbody tr');
    await rows.nth(expected.length - 1).waitFor();
    const shown = await Promise.all((await rows.all()).map((row) => row.getByRole('cell').allInnerTexts()));
    assert.deepEqual(shown, expected);
    const { page: fresh } = await forms.create();
    assert.equal(await fresh.getByRole('region', { name: 'Triggers' }).count(), 0);
    await fresh.getByLabel('Name', { exact: true }).fill(uniqueName('With triggers'));
    await save(fresh);
    await fresh.getByRole('region', { name: 'Triggers' }).getByText('This item triggers nothing.').waitFor();
  });

  it('refuses an attribute of the type integer that is none, at its field, and saves a right one with one write', async () => {
    const before = await forms.make();
    const { page } = await forms.edit(before);
    const value = page.getByRole('group', { name: 'maximum', exact: true }).getByLabel('Value', { exact: true });
    const written = count();
    await value.fill('many');
    await page.getByLabel('Description').focus();
    await save(page);
    assert.equal(await problemAt(page, value), 'A value of the type integer is a whole number.');
    await focused(page, value);
    // What is right again is saved: the refused one was not sent before it.
    await value.fill('12');
    await page.getByText(/^Changed: attribute maximum$/).waitFor();
    await save(page);
    await page.getByText(/^Saved: Attribute maximum\.$/).waitFor();
    assert.deepEqual(written, { updateAttribute: 1 });
    assert.deepEqual(await forms.item(before.id), { ...before, attributes: { maximum: 12 } });
    assert.equal(await value.inputValue(), '12');
  });
});

async function addPeriod(page: Page, category: string, start: string, finish: string): Promise<void> {
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
function assertNear(mark: Reach, expected: Reach): void {
  const isNear = Math.abs(mark.from - expected.from) <= 2 && Math.abs(mark.to - expected.to) <= 2;
  assert.ok(isNear, `${JSON.stringify(mark)} instead of ${JSON.stringify(expected)}`);
}
