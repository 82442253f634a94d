import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../harness/until.ts';
import { accessibilityProblems, focused } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { event, itemForms, nameOf, save, uniqueName, type Item } from './item.support.ts';

describe('what is typed into the item form', () => {
  const editor = useEditor({ service: { seed: 1 } });
  const forms = itemForms(editor);
  afterEach(() => editor.forgetDrafts());

  /** Types into the form of an item, and closes it with that. */
  const leave = async (item: Item, text: string) => {
    const { tab, page } = await forms.edit(item);
    await page.getByLabel('Description').fill(text);
    await editor.draftKept(text);
    tab.close();
  };
  const draftFile = () => join(editor.fake.home, globSync('storage/drafts/*.json', { cwd: editor.fake.home })[0]!);

  it('fault 57: is there to the last key when another tab was in front, without a word, and the tab is marked', async () => {
    const item = await forms.make();
    const { tab, page } = await forms.edit(item);
    await page.getByLabel('Description').fill('Half a sen');
    await page.getByRole('button', { name: 'Add Attribute' }).click();
    await page.getByRole('group', { name: 'New attribute' }).getByLabel('Key').fill('color');
    await until('the tab is marked', () => tab.title.startsWith('● '));
    await nameOf(page).focus();
    await page.keyboard.press('End');
    // No pause between the keys, and none after the last.
    for (const key of ['8', '9', '6', '5', '4']) await page.keyboard.press(key);
    editor.hide();
    const again = await tab.show();
    await again.getByText('Changed: Name, Description, attribute color').waitFor();
    assert.equal(await nameOf(again).inputValue(), `${item.name}89654`);
    assert.equal(await again.getByLabel('Description').inputValue(), 'Half a sen');
    assert.equal(await again.getByRole('group', { name: 'New attribute' }).getByLabel('Key').inputValue(), 'color');
    assert.equal(await again.getByText('is here again').count(), 0);
  });

  it('fault 57: is there after a reload, and is still not written over what somebody else did meanwhile', async () => {
    const item = await forms.make();
    const { tab, page } = await forms.edit(item);
    await page.getByLabel('Description').fill('Half a sen');
    await editor.draftKept('Half a sen');
    await forms.change(item.id, { name: item.name, description: 'Theirs' });
    await editor.reload();
    const again = await tab.page();
    await again.getByText('is here again').waitFor();
    assert.equal(await again.getByLabel('Description').inputValue(), 'Half a sen');
    await save(again);
    await again.getByRole('heading', { name: 'Somebody else changed this item' }).waitFor();
    assert.equal((await forms.item(item.id)).description, 'Theirs');
  });

  it('fault 57: is there after a reload without a token, where the service cannot be asked', async () => {
    const item = await forms.make();
    const { tab, page } = await forms.edit(item);
    await page.getByLabel('Description').fill('Half a sen');
    await editor.draftKept('Half a sen');
    await editor.signOut();
    try {
      await editor.reload();
      const again = await tab.page();
      await again.getByText('is here again').waitFor();
      assert.equal(await again.getByLabel('Description').inputValue(), 'Half a sen');
      assert.equal(await nameOf(again).inputValue(), item.name);
      editor.user.type = () => editor.service.token;
      await save(again);
      await again.getByText('Saved: Name and data.').waitFor();
      assert.equal((await forms.item(item.id)).description, 'Half a sen');
    } finally {
      await editor.signIn();
    }
  });

  it('fault 58: is offered when the form was closed and is opened again, and is gone once it is saved', async () => {
    const item = await forms.make();
    await leave(item, 'Half a sen');
    const { tab, page } = await forms.edit(item);
    await page.getByText('was not saved').waitFor();
    const restore = page.getByRole('button', { name: 'Restore' });
    await focused(page, restore);
    assert.deepEqual(await accessibilityProblems(page), []);
    assert.equal(await page.getByLabel('Description').inputValue(), item.description, 'not before it is wanted');
    await restore.click();
    await focused(page, nameOf(page));
    assert.equal(await page.getByLabel('Description').inputValue(), 'Half a sen');
    await save(page);
    await page.getByText('Saved: Name and data.').waitFor();
    assert.equal((await forms.item(item.id)).description, 'Half a sen');
    assert.equal(tab.title.startsWith('●'), false);
    tab.close();
    const { page: next } = await forms.edit({ ...item });
    await next.getByText('Each sale period is for one').waitFor();
    assert.equal(await next.getByText('was not saved').count(), 0);
  });

  it('fault 58: is kept for its own item alone, and is gone once it was discarded', async () => {
    const item = await forms.make();
    await leave(item, 'Half a sen');
    const other = await forms.edit(await forms.make());
    assert.equal(await other.page.getByText('was not saved').count(), 0);
    assert.equal(await other.page.getByLabel('Description').inputValue(), 'Em pé');
    const { tab, page } = await forms.edit(item);
    await page.getByText('was not saved').waitFor();
    await page.locator('.notice').getByRole('button', { name: 'Discard' }).click();
    await until('the draft is gone', () => globSync('storage/drafts/*.json', { cwd: editor.fake.home }).length === 0);
    assert.equal(await page.getByLabel('Description').inputValue(), item.description);
    tab.close();
    const { page: next } = await forms.edit(item);
    assert.equal(await next.getByText('was not saved').count(), 0);
  });

  it('fault 58: is offered for a new item of the same event, and belongs to the item once it is made', async () => {
    const { tab, page } = await forms.create();
    const name = uniqueName('Draft of a new one');
    await nameOf(page).fill(name);
    await editor.draftKept(name);
    tab.close();
    const { tab: second, page: again } = await forms.create();
    await again.getByRole('button', { name: 'Restore' }).click();
    assert.equal(await nameOf(again).inputValue(), name);
    await save(again);
    await again.getByText('The item was created.').waitFor();
    second.close();
    const { page: third } = await forms.create();
    assert.equal(await third.getByText('was not saved').count(), 0);
    assert.equal(await nameOf(third).inputValue(), '');
  });

  it('fault 59: is left alone where its file is none of this form, which starts from what the service has', async () => {
    const item = await forms.make();
    await leave(item, 'Half a sen');
    const text = await readFile(draftFile(), 'utf8');
    for (const [what, broken] of [
      ['is torn', text.slice(0, -20)],
      ['is of another shape', text.replace('"section":', '"part":')],
      ['has a number where a text belongs', text.replace('"Half a sen"', '12')],
      ['is of another form', text.replace('boxOffice.form', 'boxOffice.other')],
    ] as const) {
      assert.notEqual(broken, text, what);
      await writeFile(draftFile(), broken);
      const { tab, page } = await forms.edit(item);
      assert.equal(await page.getByText('was not saved').count(), 0, what);
      assert.equal(await page.getByLabel('Description').inputValue(), item.description, what);
      assert.equal(await readFile(draftFile(), 'utf8'), broken, what);
      await page.getByLabel('Description').fill('Whole again');
      await editor.draftKept('Whole again');
      tab.close();
    }
  });

  it('fault 59: is offered again when the saved state is none, and the tab was closed for that', async () => {
    const item = await forms.make();
    let { tab, page } = await forms.edit(item);
    await page.getByLabel('Description').fill('Half a sen');
    await editor.draftKept('Half a sen');
    for (const state of [
      { environment: 'stg', kind: 'nonsense', id: '300001' },
      { environment: 'stg', kind: 'item', id: { $ne: null } },
      undefined,
    ]) {
      tab.panel.webview.state = state;
      await editor.reload();
      assert.deepEqual(editor.panels, []);
      ({ tab, page } = await forms.edit(item));
      await page.getByRole('button', { name: 'Restore' }).click();
      assert.equal(await page.getByLabel('Description').inputValue(), 'Half a sen');
    }
  });

  it('fault 59: says of a saved state of an environment that is gone that it is unknown, and asks no other', async () => {
    const item = await forms.make();
    const { tab } = await forms.edit(item);
    tab.panel.webview.state = { environment: 'gone', kind: 'item', id: String(item.id) };
    await editor.reload();
    const page = await editor.active.page();
    await page.getByRole('alert').filter({ hasText: 'gone' }).waitFor();
    assert.equal(await page.getByText(event.name).count(), 0);
  });
});
