import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { sessionsOf } from '../../src/client/index.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { countedCalls } from '../harness/faults.ts';
import { until } from '../harness/until.ts';
import { accessibilityProblems, focused, shortenTimers } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { useHostileService } from './hostile-service.support.ts';
import { event, itemForms, nameOf, save, uniqueName, writes } from './item.support.ts';

async function offeredAt(page: Page, field: Locator): Promise<string[]> {
  const options = page.locator(`datalist[id="${await field.getAttribute('list')}"] option`);
  return options.evaluateAll((all) => all.map((option) => (option as unknown as { value: string }).value));
}

describe('the frame of the item form', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults } });
  const forms = itemForms(editor);
  afterEach(async () => {
    faults.length = 0;
    await editor.forgetDrafts();
  });

  const group = () => forms.make({ name: uniqueName('Setor'), type: 'Group' });
  const inGroup = async () => {
    const { id, name } = await group();
    return { group: { id, name }, item: await forms.make({ parent: id }) };
  };
  const createFrom = async (kind: 'item' | 'event', id: string | number) => {
    const tab = await editor.open('createItem', editor.resource(kind, String(id), { eventId: event.id }));
    return tab.page();
  };

  const beforeTheLastSession = async () => {
    const reply = await fetch(`${editor.service.eventUrl}/event/${event.id}`);
    const days = sessionsOf(await reply.json()).map(({ date = '' }) => date);
    const day = days.sort().at(-1);
    return { day, period: { appCategoryId: 7, start: '2026-01-02 10:00:00', finish: `${day} 18:30:00`, available: 40 } };
  };

  it('leads from an item to its group and to its event', async () => {
    const { group, item } = await inGroup();
    const { page } = await forms.edit(item);
    const path = page.getByRole('navigation', { name: 'Path' });
    await path.getByRole('link', { name: group.name }).waitFor();
    assert.deepEqual(await path.getByRole('link').allInnerTexts(), [event.name, group.name]);
    const above = await editor.openBy(() => path.getByRole('link', { name: group.name }).press('Enter'));
    await (await above.page()).getByRole('heading', { level: 1, name: group.name }).waitFor();
    const { page: again } = await forms.edit(item);
    const whole = await editor.openBy(() => again.getByRole('link', { name: event.name }).click());
    await (await whole.page()).getByRole('heading', { level: 1, name: event.name }).waitFor();
  });

  it('says at changed fields what they were, goes from the count of problems to the first, and covers no field with a notice', async () => {
    const item = await forms.make();
    const { page } = await forms.edit(item);
    await page.getByLabel('Price (BRL)').fill('150');
    await page.getByText('was R$120.50').waitFor();
    await page.getByLabel('Description').fill('');
    await page.getByText('was Em pé').waitFor();
    await page.getByRole('group', { name: 'Sale period of category 7' }).getByLabel('Available').fill('41');
    await page.getByText('was 40').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.getByLabel('Price (BRL)').fill('120,5');
    await page.getByText('was R$120.50').waitFor({ state: 'hidden' });
    const producer = page.getByLabel('Producer fee (BRL)');
    const was = await producer.inputValue();
    await page.getByLabel('Price (BRL)').fill('twelve');
    await producer.fill('none');
    await page.getByRole('button', { name: '2 problems' }).press('Enter');
    await focused(page, page.getByLabel('Price (BRL)'));
    await page.getByLabel('Price (BRL)').fill('120,5');
    await producer.fill(was);
    await save(page);
    await page.getByText('Saved: Name and data, Sale period 7.').waitFor();
    await nameOf(page).scrollIntoViewIfNeeded();
    const [notice, scroll] = await Promise.all([page.locator('.notices').boundingBox(), page.locator('.scroll').boundingBox()]);
    assert.ok(scroll!.y + scroll!.height <= notice!.y + 0.5);
    assert.equal(scroll!.y, 0, 'what is typed into does not move');
  });

  it('offers the types that the service names, and marks what is needed, nothing red before it is saved', async () => {
    const page = await createFrom('event', event.id);
    await page.getByRole('heading', { level: 1, name: 'New item' }).waitFor();
    const type = page.getByLabel('Type', { exact: true });
    await until('types are offered', async () => (await type.getAttribute('list')) !== null);
    const offered = await offeredAt(page, type);
    const { data } = (await editor.ask('GET', '/types')) as { data: { name: string }[] };
    for (const { name } of data) assert.ok(offered.includes(name), name);
    assert.equal(await nameOf(page).getAttribute('aria-required'), 'true');
    assert.equal(await page.getByLabel('Sale fee (BRL)').getAttribute('aria-required'), null);
    await page.getByLabel('Price (BRL)').fill('10');
    assert.equal(await page.getByLabel('Sale fee (BRL)').getAttribute('aria-required'), 'true');
    await page.getByRole('button', { name: 'Add Sale Period' }).click();
    assert.equal(await page.locator('[aria-invalid="true"]').count(), 0);
    await save(page);
    assert.ok((await page.locator('[aria-invalid="true"]').count()) > 3);
    const before = await page.locator('[aria-invalid="true"]').count();
    await page.getByRole('button', { name: 'Add Attribute' }).click();
    await focused(page, page.getByLabel('Key'));
    assert.equal(await page.locator('[aria-invalid="true"]').count(), before, 'what came since is not wrong yet');
  });

  it('offers the fee that fits a new price until it is taken, also when it was saved without, and only where the fee was the tax', async () => {
    const item = await forms.make();
    const { page } = await forms.edit(item);
    await shortenTimers(page, 300);
    await page.getByLabel('Price (BRL)').fill('200');
    await page.getByText('It was as much as the tax at the old price. At this price the tax is R$20.00.').waitFor();
    await save(page);
    await page.getByText('Saved: Values.').waitFor();
    const offer = page.getByRole('button', { name: 'Use R$20.00' });
    await offer.click();
    assert.equal(await page.getByLabel('Sale fee (BRL)').inputValue(), '20.00');
    await offer.waitFor({ state: 'hidden' });
    await save(page);
    await page.getByText('Saved: Values.').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Use / }).count(), 0);
    const { price, feeSale } = (await forms.item(item.id)).value!;
    assert.deepEqual([price, feeSale], [200, 20]);
    // Another fee than the tax is meant so.
    await page.getByLabel('Sale fee (BRL)').fill('3');
    await save(page);
    await page.getByText('Saved: Values.').waitFor();
    await page.getByLabel('Price (BRL)').fill('90');
    await page.getByRole('complementary', { name: 'Tax' }).getByText('Tax at R$90.00, by the service').waitFor();
    await page.getByRole('complementary', { name: 'Tax' }).getByRole('row', { name: 'Price' }).getByText('R$90.00').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Use / }).count(), 0);
  });

  it('begins beside an item: with its group, type and all of its sale periods', async () => {
    const { group, item } = await inGroup();
    const { day, period: ahead } = await beforeTheLastSession();
    await editor.ask('PUT', `/items/${item.id}/sales-period`, ahead);
    await editor.ask('PUT', `/items/${item.id}/values`, { price: 12_050, feeSale: 0, feeProducer: 0 });
    const past = { appCategoryId: 8, start: '2020-03-01 10:00:00', finish: '2020-03-20 18:30:00', available: 3 };
    await editor.ask('POST', `/items/${item.id}/sales-period`, past);
    const page = await createFrom('item', item.id);
    const periods = page.getByRole('group', { name: 'New sale period' });
    await periods.first().waitFor();
    const [period, over] = await periods.all();
    assert.ok(period && over);
    assert.equal(await period.getByLabel('Application category').inputValue(), '7');
    const times = [await period.getByLabel('Start').inputValue(), await period.getByLabel('Finish').inputValue()];
    assert.deepEqual(times, ['2026-01-02T10:00', `${day}T18:30`]);
    // What is over is a category to go on with, not a time.
    assert.equal(await over.getByLabel('Application category').inputValue(), '8');
    assert.equal(await over.getByLabel('Start').inputValue(), '');
    await over.getByRole('button', { name: 'Remove This New Sale Period' }).click();
    assert.equal(await period.getByLabel('Available').inputValue(), '40');
    assert.equal(await page.getByLabel('Type', { exact: true }).inputValue(), 'Ticket');
    assert.equal(await page.getByLabel('Group').inputValue(), String(group.id));
    assert.ok((await page.getByText(`Suggested, from ${item.name}`).count()) >= 6);
    await page.getByLabel('Price (BRL)').fill('99');
    assert.equal(await page.getByLabel('Sale fee (BRL)').inputValue(), '0');
    await nameOf(page).fill(uniqueName('2º lote'));
    const name = await nameOf(page).inputValue();
    const counted = countedCalls(...writes);
    faults.push(...counted.faults);
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.getByRole('button', { name: 'Create Item', exact: true }).click();
    await page.getByText('The item was created.').waitFor();
    assert.deepEqual(counted.counts, { createItem: 1, createValues: 1, createSalePeriod: 1 });
    const made = (await forms.itemsOf()).find((one) => one.name === name)!;
    assert.deepEqual([made.parent, made.type, made.salePeriods[0]?.available], [group.id, 'Ticket', 40]);
    await page.getByText('at no session', { exact: true }).waitFor();
    await page.getByText('The interface has no way to put an item at a session.').waitFor();
    assert.equal(await page.locator('.path').getByText('at no session').count(), 0, 'that is no step of its path');
    const next = await editor.openBy(() => page.getByRole('button', { name: 'Create Another' }).click());
    const again = await next.page();
    await again.getByRole('heading', { level: 1, name: 'New item' }).waitFor();
    await until('it begins beside the one that was made', async () => {
      const starts = again.getByRole('group', { name: 'New sale period' }).getByLabel('Start');
      return (await starts.count()) === 1 && (await starts.inputValue()) === '2026-01-02T10:00';
    });
  });

  it('begins in the group that it was asked for in, and discards what was typed, not what was suggested', async () => {
    const { group } = await inGroup();
    const page = await createFrom('item', group.id);
    await page.getByRole('group', { name: 'New sale period' }).waitFor();
    assert.equal(await page.getByLabel('Group').inputValue(), String(group.id));
    await nameOf(page).fill('Never');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Your changes were discarded.').waitFor();
    assert.equal(await page.getByLabel('Group').inputValue(), String(group.id));
  });

  it('suggests no sale after the last session of the event', async () => {
    const { item } = await inGroup();
    const page = await createFrom('item', item.id);
    const period = page.getByRole('group', { name: 'New sale period' });
    await period.waitFor();
    assert.equal(await period.getByLabel('Application category').inputValue(), '7');
    assert.deepEqual([await period.getByLabel('Start').inputValue(), await period.getByLabel('Finish').inputValue()], ['', '']);
  });

  it('suggests nothing over what was typed before', async () => {
    const page = await createFrom('event', event.id);
    await nameOf(page).fill('Typed');
    await editor.draftKept('Typed');
    const { item } = await inGroup();
    const again = await createFrom('item', item.id);
    assert.equal(await nameOf(again).inputValue(), 'Typed');
    assert.equal(await again.getByRole('group', { name: 'New sale period' }).count(), 0);
  });
});

describe('the item form of a service that lists attributes with their types', () => {
  const editor = useEditor({ service: { seed: 1 } });
  const service = useHostileService(editor);

  it('offers the types of value that the document and the items of the event have, and takes any other', async () => {
    const attributes = [{ key: 'from', value: '2026-12-04', type: 'date' }];
    service.rewrite = (reply, url) => {
      if (!url.pathname.endsWith('/items')) return reply;
      const { data, ...rest } = reply as { data: object[] };
      return { ...rest, data: data.map((item) => ({ ...item, attributes })) };
    };
    const page = await (await editor.open('createItem', editor.resource('event', event.id))).page();
    await page.getByRole('button', { name: 'Add Attribute' }).click();
    const type = page.getByLabel('Type of value');
    await until('the type of other items is offered', async () => (await offeredAt(page, type)).includes('date'));
    assert.deepEqual(await offeredAt(page, type), ['integer', 'string', 'date']);
    await page.getByRole('button', { name: 'Add Attribute' }).click();
    assert.deepEqual(await offeredAt(page, type.last()), ['integer', 'string', 'date']);
    await type.last().fill('colour');
    assert.equal(await type.last().inputValue(), 'colour');
  });
});
