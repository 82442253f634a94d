import assert from 'node:assert/strict';
import { ask, chooseFirst, draftKept, signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';

describe('the item form in a window that is reloaded', () => {
  const ui = useWorkbench({
    service: { seed: 1 },
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer' },
  });

  beforeEach(() => signIn(ui));

  it('fault 57: has what was typed after the reload and while its tab is hidden', async () => {
    const { data } = (await ask(ui, 'POST', '/items', { name: 'Reloaded', eventId: 1001 })) as { data: { id: number } };
    await ui.workbench.run('Box Office: Edit Item');
    await chooseFirst(ui, String(data.id));
    const page = ui.workbench.webview;
    await page.getByRole('heading', { level: 1, name: 'Reloaded' }).waitFor();
    await page.getByLabel('Description').fill('Half a sen');
    await ui.workbench.page.locator('.tab.active', { hasText: '●' }).waitFor();
    await draftKept(ui, 'Half a sen');
    await ui.workbench.reload();
    await page.getByText('is here again').waitFor();
    assert.equal(await page.getByLabel('Description').inputValue(), 'Half a sen');
    await ui.workbench.run('Box Office: Calculate Tax');
    await page.getByRole('heading', { name: 'Tax Calculator' }).waitFor();
    await ui.workbench.page.locator('.tab', { hasText: '●' }).click();
    await page.getByRole('heading', { level: 1, name: 'Reloaded' }).waitFor();
    await page.getByText('Changed: Description').waitFor();
    assert.equal(await page.getByLabel('Description').inputValue(), 'Half a sen');
  });
});
