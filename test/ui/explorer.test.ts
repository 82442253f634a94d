import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { useWorkbench } from '../harness/ui.ts';

describe('the Events view, as a person uses it', () => {
  const ui = useWorkbench({ settings: { 'boxOffice.pageSize': 5 } });

  const row = (label: string): Locator => ui.workbench.row(label).first();
  const withText = (text: string): Locator => ui.workbench.page.locator('.sidebar .monaco-list-row').filter({ hasText: text });

  async function open(label: string): Promise<void> {
    await row(label).waitFor();
    if ((await row(label).getAttribute('aria-expanded')) === 'false') await row(label).click();
    await ui.workbench.page
      .locator(`.sidebar .monaco-list-row[aria-expanded="true"]`)
      .filter({ has: row(label) })
      .count();
  }

  it('shows the tree as soon as the local service runs', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.welcome.getByRole('button', { name: 'Start Local Service' }).click();
    for (const label of ['Pinned', 'Featured', 'Home', 'Categories']) await row(label).waitFor();
    await row('Pin an event to keep it here').waitFor();
    await ui.workbench.screenshot('explorer roots');
  });

  it('loads more of a list and says how many there are', async () => {
    await open('Featured');
    await withText('5 of 8').waitFor();
    await ui.workbench.screenshot('explorer featured');
    await row('Load more').click();
    await row('Load more').waitFor({ state: 'detached' });
    assert.ok((await withText('on sale').count()) >= 5);
  });

  it('browses from an event to the values of an item', async () => {
    await open('O Auto da Lua');
    await open('Sessions');
    await ui.workbench.screenshot('explorer sessions');
    await row('Sessions').click();
    await open('Items');
    await withText('left').first().waitFor();
    await ui.workbench.screenshot('explorer items');
  });
});
