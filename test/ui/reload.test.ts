import assert from 'node:assert/strict';
import type { ServiceFault } from '../../src/service/index.ts';
import { slowReplies } from '../harness/faults.ts';
import { ask, chooseFirst, draftKept, signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';

describe('a window that is reloaded', () => {
  const faults: ServiceFault[] = [];
  const ui = useWorkbench({
    service: { seed: 1, faults },
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer' },
  });
  const page = () => ui.workbench.webview;
  const rows = () => ui.workbench.page.locator('.sidebar .monaco-list-row');
  const tab = (title: string) => ui.workbench.page.locator('.tab', { hasText: title });

  it('fault 57: has its tree, its tables and what was typed again, and leaves a palette open that is in use', async () => {
    const { workbench } = ui;
    const { data } = (await ask(ui, 'POST', '/items', { name: 'Reloaded', eventId: 1001 })) as { data: { id: number } };
    await signIn(ui);

    await workbench.run('Box Office: Edit Item');
    await chooseFirst(ui, String(data.id));
    await page().getByRole('heading', { level: 1, name: 'Reloaded' }).waitFor();
    await page().getByLabel('Description').fill('Half a sen');
    await tab('●').and(workbench.page.locator('.active')).waitFor();
    await draftKept(ui, 'Half a sen');
    // Of a list that needs no sign-in: a window in a browser forgets its secrets.
    await workbench.run('Box Office: Open as Table');
    await workbench.choose('Featured events');
    await page().locator('tbody tr:not(.space)').first().waitFor();
    await workbench.expand('Featured');
    await workbench.rightClick('Festival da Primavera', 'Calculate Tax…');
    await page().getByRole('link', { name: 'Festival da Primavera' }).waitFor();
    await workbench.expand('O Auto da Lua');
    // A click selects a folder and opens it.
    await workbench.row('Sessions').click();
    await workbench.expand('Sessions');
    await rows().filter({ hasText: 'available' }).first().waitFor();

    const slow = slowReplies('getEvent', 5000);
    faults.push(slow);
    await workbench.reload();
    await tab('Tax Calculator · Festival da Primavera').waitFor();
    // The page is there, and waits for the event.
    await slow.begun(1);
    await workbench.openPalette();
    await page().getByRole('link', { name: 'Festival da Primavera' }).waitFor();
    const refusal = page().getByRole('alert');
    await refusal.filter({ hasText: 'stg' }).waitFor();
    assert.equal(await workbench.quickInput.locator('input[type="text"]').inputValue(), '>');
    await workbench.page.keyboard.press('Escape');
    faults.length = 0;

    await rows().and(workbench.page.locator('.selected')).filter({ hasText: 'Sessions' }).waitFor();
    await rows().filter({ hasText: 'available' }).first().waitFor();
    await refusal.getByRole('button', { name: 'Sign In' }).click();
    await workbench.answer(ui.host.service!.token);
    await page()
      .getByRole('row', { name: /The customer pays/ })
      .waitFor();
    await tab('Featured events').click();
    await page().getByRole('heading', { name: 'Featured events', exact: true }).waitFor();
    await page().locator('tbody tr:not(.space)').first().waitFor();
    await tab('●').click();
    await page().getByText('is here again').waitFor();
    assert.equal(await page().getByLabel('Description').inputValue(), 'Half a sen');
    await tab('Featured events').click();
    await page().getByRole('heading', { name: 'Featured events', exact: true }).waitFor();
    await tab('●').click();
    await page().getByRole('heading', { level: 1, name: 'Reloaded' }).waitFor();
    await page().getByText('Changed: Description').waitFor();
    assert.equal(await page().getByLabel('Description').inputValue(), 'Half a sen');
  });
});
