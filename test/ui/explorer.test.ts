import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { useFakeService } from '../harness/fake-service.ts';
import { signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';

// What the rows say, and what commands do to them, is proved in test/host; here is what only a whole workbench shows.
describe('the Events view, as a person uses it', () => {
  const ui = useWorkbench({ service: { seed: 1 }, environment: { name: 'seen' } });
  before(() => signIn(ui));

  const row = (label: string): Locator => ui.workbench.row(label).first();
  const selected = (): Locator => ui.workbench.page.locator('.sidebar .monaco-list-row.selected');

  /** Opens the passkeys of an event, and gives the names of two. */
  async function openPasskeys(): Promise<[string, string]> {
    await ui.workbench.showContainer('Box Office');
    for (const label of ['Featured', 'O Auto da Lua', 'Passkeys']) await ui.workbench.expand(label);
    const passkeys = ui.workbench.page.locator('.sidebar .monaco-list-row[aria-level="4"]').filter({ hasText: 'used' });
    await passkeys.nth(1).waitFor();
    return (await passkeys.locator('.label-name').allTextContents()).slice(0, 2) as [string, string];
  }

  it('opens folders with their counts, and acts by the button of a row as soon as it is there', async () => {
    const [one] = await openPasskeys();
    await row(one).hover();
    await row(one)
      .getByRole('button', { name: /^Choose Items/ })
      .click();
    await ui.workbench.quickInput.getByText(`Items of ${one} · Environment: seen`, { exact: true }).waitFor();
    await row('Passkeys').locator('.label-description', { hasText: /^\d+/ }).waitFor();
    await ui.workbench.screenshot('explorer');
  });

  it('acts from the menu of a row on all rows that are selected', async () => {
    const { page, quickInput } = ui.workbench;
    const [one, other] = await openPasskeys();
    await row(one).click();
    await row(other).click({ modifiers: ['Control'] });
    await ui.workbench.rightClick(other, 'Choose Items of Passkey…');
    await quickInput.getByText(`Items of ${one} · 1 of 2`).waitFor();
    await quickInput.getByRole('button', { name: 'OK' }).click();
    await quickInput.getByText(`Items of ${other} · 2 of 2`).waitFor();
    await page.keyboard.press('Escape');
  });

  it('asks to delete the passkeys that are selected when Delete is pressed', async () => {
    const { page, dialog } = ui.workbench;
    const [one, other] = await openPasskeys();
    await row(one).click();
    await page.keyboard.press('Delete');
    await dialog.getByText(`Delete Passkey: ${one}?`).waitFor();
    await dialog.getByText('Event: O Auto da Lua').first().waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row(other).click({ modifiers: ['Control'] });
    await page.keyboard.press('Delete');
    await dialog.getByText('Delete Passkey: 2 passkeys?').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('takes a CSV that is dragged from the Explorer onto an event', async () => {
    const { page } = ui.workbench;
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.expand('Featured');
    await ui.workbench.showContainer('Explorer');
    await ui.workbench.row('codes.csv').hover();
    await page.mouse.down();
    // Held over its icon, the view shows.
    const icon = page.locator('.activitybar .action-item:has(.action-label[aria-label^="Box Office"])');
    await icon.hover();
    await icon.hover({ position: { x: 12, y: 12 } });
    await page.locator('.sidebar .composite.title').filter({ hasText: 'Box Office' }).waitFor();
    await row('Festival da Primavera').hover();
    await row('Festival da Primavera').hover({ position: { x: 60, y: 10 } });
    await page.mouse.up();
    await ui.workbench.dialog.getByText('codes.csv').first().waitFor();
    await ui.workbench.dialog.getByText('Upload codes to Festival da Primavera?').waitFor();
    await page.keyboard.press('Escape');
  });

  it('is open where it was after the window was reloaded', async () => {
    const [one] = await openPasskeys();
    await row(one).click();
    await selected().filter({ hasText: one }).waitFor();
    await ui.workbench.reload();
    await ui.workbench.showContainer('Box Office');
    await selected().filter({ hasText: one }).waitFor();
  });
});

describe('the Events view of a service that gives icons for names', () => {
  const title = '$(bell) Alarm $(sync~spin)';
  const settings = useFakeService(() => ({ body: { data: [{ id: 7, title, city: '$(flame)' }] } }), 'odd');
  const ui = useWorkbench({ settings });
  const icons = '.codicon-bell, .codicon-sync, .codicon-flame';

  it('shows them as text', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.expand('Featured');
    const row = ui.workbench.row(title).first();
    await row.waitFor();
    assert.equal(await row.locator(icons).count(), 0);
  });

  it('and in the list to choose from', async () => {
    await ui.workbench.run('Box Office: Find Event');
    await ui.workbench.quickInput.locator('input').first().fill('Alarm');
    const found = ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: 'Alarm' }).first();
    await found.waitFor();
    assert.equal(await found.locator(icons).count(), 0);
    await ui.workbench.page.keyboard.press('Escape');
  });
});
