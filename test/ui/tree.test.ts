import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { signIn } from '../harness/forms.ts';
import { succeeds } from '../harness/workbench.ts';
import { useWorkbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

describe('the Events view, as a person uses it', () => {
  const ui = useWorkbench({ service: { seed: 1 }, environment: { name: 'tree' }, settings: { 'boxOffice.pageSize': 5 } });

  const rows = (): Locator => ui.workbench.page.locator('.sidebar .monaco-list-row');
  const row = (label: string): Locator => ui.workbench.row(label).first();
  const events = `[...document.querySelectorAll('.sidebar .monaco-list-row[aria-level="2"] .label-name')]
    .map((label) => label.textContent).join('\\n')`;

  beforeEach(async () => {
    await signIn(ui);
    await ui.workbench.expand('Featured');
    await row('Festival da Primavera').waitFor();
  });

  /** The names of the first two passkeys of an event, whose folder is open. */
  async function twoPasskeys(): Promise<[string, string]> {
    await ui.workbench.expand('O Auto da Lua');
    await ui.workbench.expand('Passkeys');
    const passkeys = rows().filter({ hasText: 'used' });
    await passkeys.nth(1).waitFor();
    const [one = '', other = ''] = await passkeys.locator('.label-name').allTextContents();
    return [one, other];
  }

  it('acts by the button of a row, and on all rows that are selected', async () => {
    const { page, quickInput } = ui.workbench;
    const [one, other] = await twoPasskeys();
    await row(one).hover();
    await row(one)
      .getByRole('button', { name: /^Choose Items/ })
      .click();
    await quickInput.getByText(`Items of ${one} · Environment: tree`, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await row(one).click();
    await row(other).click({ modifiers: ['Control'] });
    await ui.workbench.rightClick(other, 'Choose Items of Passkey…');
    await quickInput.getByText(`Items of ${one} · 1 of 2`).waitFor();
    await quickInput.getByRole('button', { name: 'OK' }).click();
    await quickInput.getByText(`Items of ${other} · 2 of 2`).waitFor();
  });

  it('asks to delete the passkeys that are selected when Delete is pressed', async () => {
    const { page, dialog } = ui.workbench;
    const [one, other] = await twoPasskeys();
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

  it('fault 80: keys act on the row with the focus, and on the selection only where it is one of it', async () => {
    const { page, dialog } = ui.workbench;
    const [one, other] = await twoPasskeys();
    await row(one).click();
    const focused = rows().and(page.locator('.focused'));
    // The arrow moves the focus; what is selected stays.
    await page.keyboard.press('ArrowDown');
    await focused.filter({ hasText: other }).waitFor();
    await rows().and(page.locator('.selected')).filter({ hasText: one }).waitFor();
    await page.keyboard.press('Delete');
    await dialog.getByText(`Delete Passkey: ${other}?`).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row(one).click();
    await page.keyboard.press('ArrowDown');
    await focused.filter({ hasText: other }).waitFor();
    await page.keyboard.press('Control+c');
    assert.equal(await clipboard(other), other);
    await page.keyboard.press('F2');
    // The page of the row that was clicked is there until the other has taken its place.
    await ui.workbench.webview.getByRole('heading', { name: `Passkey ${other}` }).waitFor();
    assert.equal(await ui.workbench.webview.getByLabel('Passkey', { exact: true }).inputValue(), other);
  });

  it('opens what is clicked as a preview and keeps the focus, unfolds by the arrow, and gives the preview to the next row', async () => {
    const { page, webview } = ui.workbench;
    const [one, other] = await twoPasskeys();
    await row(one).click();
    await webview.getByRole('heading', { name: `Passkey ${one}` }).waitFor();
    await row(one).and(page.locator('[aria-expanded="false"]')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await webview.getByRole('heading', { name: `Passkey ${other}` }).waitFor();
    await rows().and(page.locator('.focused')).filter({ hasText: other }).waitFor();
    assert.equal(await page.locator('.editor-group-container .tab').count(), 1);
    await page.keyboard.press('ArrowRight');
    await row(other).and(page.locator('[aria-expanded="true"]')).waitFor();
  });

  /** What is in the clipboard once it is this. */
  async function clipboard(expected: string): Promise<string> {
    const read = () => ui.workbench.page.evaluate<string>('navigator.clipboard.readText()');
    return until('it is copied', async () => ((await read()) === expected ? read() : undefined));
  }

  it('loads more, sorts by name and gives back the order of the service', async () => {
    await rows().filter({ hasText: '5 of 8' }).waitFor();
    await row('Load more').click();
    await row('Load more').waitFor({ state: 'detached' });
    const listed = (await ui.workbench.page.evaluate<string>(events)).split('\n');
    const asGiven = listed.filter((label) => !label.startsWith('Nothing pinned'));
    const byName = asGiven.toSorted(new Intl.Collator('en', { numeric: true }).compare);
    assert.notDeepEqual(asGiven, byName, 'the service has an order of its own');
    await ui.workbench.run('Box Office: Sort…');
    await ui.workbench.choose('By name');
    await ui.workbench.page.getByText('sorted by name', { exact: true }).waitFor();
    await ui.workbench.page.waitForFunction(`${events}.includes(${JSON.stringify(byName.join('\n'))})`);
    await ui.workbench.run('Box Office: Sort…');
    await ui.workbench.choose('As the service gives them');
    await ui.workbench.page.waitForFunction(`${events}.includes(${JSON.stringify(asGiven.join('\n'))})`);
  });

  it('filters what is loaded while it is typed, says so, and clears the filter', async () => {
    const { page, quickInput } = ui.workbench;
    await ui.workbench.run('Box Office: Filter…');
    const input = quickInput.locator('input').first();
    await input.pressSequentially('primavera');
    await page.getByText(/Filter: primavera · \d+ row/).waitFor();
    await row('O Auto da Lua').waitFor({ state: 'detached' });
    await input.waitFor();
    await row('Festival da Primavera').click();
    await input.waitFor({ state: 'detached' });
    await ui.workbench.webview.getByRole('heading', { name: 'Festival da Primavera' }).waitFor();
    await page.getByText(/Filter: primavera/).waitFor();
    await ui.workbench.run('Box Office: Filter…');
    await input.fill('lua');
    await page.getByText(/Filter: lua/).waitFor();
    await input.press('Escape');
    await page.getByText(/Filter: primavera/).waitFor();
    await ui.workbench.run('Box Office: Clear Filter');
    await row('O Auto da Lua').waitFor();
    await page.getByText(/Filter: primavera/).waitFor({ state: 'detached' });
  });

  it('finds an event by a key, its name and Enter, and opens its page', async () => {
    const { page, quickInput } = ui.workbench;
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+g');
    await quickInput.getByText('Find Event · Environment: tree', { exact: true }).waitFor();
    await page.keyboard.type('auto da lua');
    const found = quickInput.locator('.monaco-list-row.focused').filter({ hasText: 'O Auto da Lua' });
    const heading = ui.workbench.webview.getByRole('heading', { name: 'O Auto da Lua' });
    // The list takes no key in the moment that its rows are drawn anew.
    for (let tries = 1; tries < 5; tries++) {
      await found.waitFor();
      await page.keyboard.press('Enter');
      if (await succeeds(heading.waitFor({ timeout: 5000 }))) break;
    }
    await heading.waitFor();
  });

  it('pins the event that is chosen for it, and shows it', async () => {
    await ui.workbench.run('Box Office: Pin Event');
    await ui.workbench.choose('reveillon-na-praia', 'Réveillon na Praia');
    await rows().and(ui.workbench.page.locator('.selected')).filter({ hasText: 'Réveillon na Praia' }).waitFor();
    await ui.workbench.rightClick(/^Réveillon na Praia/, 'Unpin Event');
    await row('Nothing pinned yet').waitFor();
  });

  it('opens a report as a page and as JSON, and the entry report of a session, from their menus', async () => {
    await ui.workbench.expand('Festival da Primavera');
    await ui.workbench.expand('Reports');
    await row('Bordero').click();
    await ui.workbench.webview.getByRole('heading', { name: 'Bordero' }).waitFor();
    await ui.workbench.rightClick('Bordero', 'Open as JSON');
    await ui.workbench.page.locator('.view-line').getByText('"currency"').first().waitFor();
    await ui.workbench.expand('Sessions');
    await ui.workbench.rightClick(/^Sat, .* 2:00 PM$/, 'Show Entry Report…');
    await ui.workbench.webview.getByRole('heading', { name: 'Entry report' }).waitFor();
    assert.equal(await ui.workbench.webview.getByLabel('Session', { exact: true }).inputValue(), '20002');
  });

  it('takes a CSV that is dragged from the Explorer onto an event', async () => {
    const { page } = ui.workbench;
    const file = ui.workbench.row('codes.csv');
    // A row that was opened while the tree was drawn anew is opened again after it, and VS Code shows its view for that.
    do await ui.workbench.showContainer('Explorer');
    while (!(await succeeds(file.hover({ timeout: 5000 }))));
    await page.mouse.down();
    // Held over its icon, the view shows.
    const icon = page.locator('.activitybar .action-item:has(.action-label[aria-label^="Box Office"])');
    await icon.hover();
    await icon.hover({ position: { x: 12, y: 12 } });
    await page.locator('.sidebar .composite.title').filter({ hasText: 'Box Office' }).waitFor();
    await row('O Auto da Lua').hover();
    await row('O Auto da Lua').hover({ position: { x: 60, y: 10 } });
    await page.mouse.up();
    await ui.workbench.dialog.getByText('codes.csv').first().waitFor();
    await ui.workbench.dialog.getByText('Upload codes to O Auto da Lua?').waitFor();
    await ui.workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
  });
});
