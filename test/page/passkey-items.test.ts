import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { button, environment, event, eventId, findPasskey } from './passkey.support.ts';

const names = ['Balcão nobre', 'Frisa azul', 'Frisa verde'] as const;

interface ItemRow {
  readonly id: number;
  readonly name: string;
  readonly type: string;
}

describe('the items that a passkey opens', () => {
  const editor = useEditor({ service: { seed: 1 }, environment });
  const ids = new Map<string, number>();
  before(async () => {
    for (const name of names) await editor.ask('POST', '/items', { name, eventId: Number(eventId), type: 'Ticket' });
    for (const { id, name } of await itemsOf()) ids.set(name, id);
  });
  afterEach(() => editor.forgetDrafts());

  const itemsOf = async () => ((await editor.ask('GET', `/items?eventId=${eventId}&pageSize=1000`)) as { data: ItemRow[] }).data;
  const items = (page: Page) => page.getByRole('group', { name: 'Items' });
  const box = (page: Page, name: string) => items(page).getByRole('checkbox', { name, exact: true });
  const search = (page: Page) => page.getByRole('searchbox', { name: 'Search in Items' });
  const listed = (page: Page) => items(page).locator('.check:not(.holder) label:visible').allTextContents();
  const lists = (page: Page, ...wanted: string[]) =>
    until(`${wanted.join(' and ')} are listed alone`, async () => String((await listed(page)).toSorted()) === String(wanted));

  it('are listed when they are searched for, stay ticked when they are not listed, are exactly what is ticked, and are changed without its times', async () => {
    const page = await (await editor.open('createPasskey', event(editor))).page();
    await page.getByLabel('Passkey', { exact: true }).fill('FRISAS');
    await page.getByLabel('Finish').fill('2030-02-01T10:00:00');
    const opensNothing = page.getByText('A passkey without items opens nothing.');
    await opensNothing.waitFor();
    await box(page, 'Balcão nobre').check();
    await opensNothing.waitFor({ state: 'hidden' });
    const all = await listed(page);
    const tickets = (await itemsOf()).filter(({ type }) => type === 'Ticket');
    assert.equal(all.length, tickets.length);
    await search(page).fill('FRISA');
    await lists(page, 'Frisa azul', 'Frisa verde');
    await page.getByText(`1 of ${all.length} chosen`).waitFor();
    await box(page, 'Frisa azul').check();
    await page.getByText(`2 of ${all.length} chosen`).waitFor();
    // Who looks for a name without its accents finds it, as everywhere else.
    await search(page).fill('balcao');
    await lists(page, 'Balcão nobre');
    assert.ok(await box(page, 'Balcão nobre').isChecked());
    await search(page).fill('no such item');
    await lists(page);
    await search(page).fill('');
    await until('all are listed again', async () => (await listed(page)).length === all.length);
    assert.deepEqual(await Promise.all(names.map((name) => box(page, name).isChecked())), [true, true, false]);
    await search(page).fill('verde');
    await lists(page, 'Frisa verde');
    await button(page, 'Create Passkey').click();
    await page.getByText('The passkey FRISAS was created.').waitFor();
    const made = await findPasskey(editor, 'FRISAS');
    assert.deepEqual(made?.itemIds.toSorted(), [ids.get('Balcão nobre'), ids.get('Frisa azul')].toSorted());
    await box(page, 'Frisa verde').check();
    await page.getByText('Changed: Items', { exact: true }).waitFor();
    await button(page, 'Save').click();
    await page.getByText('The passkey FRISAS was saved.').waitFor();
    const { finish, itemIds } = (await findPasskey(editor, 'FRISAS'))!;
    assert.deepEqual([finish, itemIds.toSorted()], ['2030-02-01 10:00:00', names.map((name) => ids.get(name)).toSorted()]);
    assert.ok(await box(page, 'Frisa verde').isChecked());
  });
});
