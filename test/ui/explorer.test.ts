import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { useWorkbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

describe('the Events view, as a person uses it', () => {
  const ui = useWorkbench({ settings: { 'boxOffice.pageSize': 5 } });

  const rows = (): Locator => ui.workbench.page.locator('.sidebar .monaco-list-row');
  const row = (label: string): Locator => ui.workbench.row(label).first();
  const withText = (text: string): Locator => rows().filter({ hasText: text });
  const labels = (): Promise<string[]> => ui.workbench.page.locator('.sidebar .monaco-list-row .label-name').allTextContents();

  /** The labels below the roots, in their order, as the window itself sees them. */
  const events = `[...document.querySelectorAll('.sidebar .monaco-list-row[aria-level="2"] .label-name')]
    .map((label) => label.textContent).join('\\n')`;

  const atLevel = (level: number): Locator => ui.workbench.page.locator(`.sidebar .monaco-list-row[aria-level="${level}"]`);

  const isOpen = (label: string): Promise<string | null> => row(label).getAttribute('aria-expanded');

  async function open(label: string): Promise<void> {
    await ui.workbench.expand(label);
  }

  async function close(label: string): Promise<void> {
    const closed = ui.workbench.row(label).and(ui.workbench.page.locator('[aria-expanded="false"]')).first();
    // A row that is being drawn anew may miss a click.
    await until(`${label} is closed`, async () => {
      if ((await isOpen(label)) === 'true') await ui.workbench.twistie(label).click();
      return closed.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    });
  }

  it('shows the tree as soon as the local service runs', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.welcome.getByRole('button', { name: 'Start Local Service' }).click();
    for (const label of ['Pinned', 'Featured', 'Home', 'Categories']) await row(label).waitFor();
    await row('Nothing pinned yet').waitFor();
    await ui.workbench.screenshot('explorer roots');
  });

  it('loads more of a list and says how many there are', async () => {
    await open('Featured');
    await withText('5 of 8').waitFor();
    await row('Featured').locator('.label-description', { hasText: /^8$/ }).waitFor();
    await ui.workbench.screenshot('explorer load more');
    await row('Load more').click();
    await row('Load more').waitFor({ state: 'detached' });
    await row('Virada do Livro').waitFor();
  });

  it('browses to the values of an item of an event with many sessions', async () => {
    await open('O Auto da Lua');
    await open('Sessions');
    await withText('available').first().waitFor();
    await ui.workbench.screenshot('explorer sessions');
    await close('Sessions');
    await open('Items');
    await row('Items')
      .locator('.label-description', { hasText: /^\d+\+?$/ })
      .waitFor();
    await open('Plateia');
    await open('Inteira');
    await row('Values').waitFor();
    await row('Codes').waitFor();
    await ui.workbench.screenshot('explorer item');
  });

  it('browses to a ticket of the second session', async () => {
    await close('Items');
    await open('Sessions');
    const second = (await atLevel(4).nth(1).locator('.label-name').textContent()) ?? '';
    assert.notEqual(second, await atLevel(4).first().locator('.label-name').textContent());
    await open(second);
    await atLevel(5).filter({ hasText: 'Plateia' }).waitFor();
    await open('Plateia');
    await atLevel(6).filter({ hasText: 'Inteira' }).waitFor();
    await ui.workbench.screenshot('explorer ticket of a session');
    await close('Sessions');
  });

  it('shows passkeys with what they open', async () => {
    await open('Passkeys');
    await withText('used').first().waitFor();
    await open('Crew');
    await open('Attributes');
    await open('Reports');
    await row('Bordero').waitFor();
    // The folders are drawn anew with their counts; until then VS Code may know nothing of a row that is clicked.
    for (const folder of ['Passkeys', 'Crew']) await row(folder).locator('.label-description', { hasText: /^\d+/ }).waitFor();
    await ui.workbench.screenshot('explorer passkeys');
  });

  it('acts by the button of a row, and on all rows that are selected', async () => {
    const { page, quickInput } = ui.workbench;
    const passkeys = atLevel(4).filter({ hasText: 'used' });
    const [one, other] = (await passkeys.locator('.label-name').allTextContents()) as [string, string];
    await row(one).hover();
    await row(one)
      .getByRole('button', { name: /^Choose Items/ })
      .click();
    await quickInput.getByText(`Items of ${one} · Environment: Local service`, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await row(one).click();
    await row(other).click({ modifiers: ['Control'] });
    await ui.workbench.rightClick(other, 'Choose Items of Passkey…');
    await quickInput.getByText(`Items of ${one} · 1 of 2`).waitFor();
    await ui.workbench.screenshot('explorer two passkeys');
    await quickInput.getByRole('button', { name: 'OK' }).click();
    await quickInput.getByText(`Items of ${other} · 2 of 2`).waitFor();
    await page.keyboard.press('Escape');
  });

  it('asks to delete the passkeys that are selected when Delete is pressed', async () => {
    const { page, dialog } = ui.workbench;
    const passkeys = atLevel(4).filter({ hasText: 'used' });
    const [one, other] = (await passkeys.locator('.label-name').allTextContents()) as [string, string];
    await row(one).click();
    await page.keyboard.press('Delete');
    await dialog.getByText(`Delete Passkey: ${one}?`).waitFor();
    await dialog.getByText('Event: O Auto da Lua').first().waitFor();
    await ui.workbench.screenshot('explorer delete key');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row(other).click({ modifiers: ['Control'] });
    await page.keyboard.press('Delete');
    await dialog.getByText('Delete Passkey: 2 passkeys?').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('sorts what is loaded by name, and gives back the order of the service', async () => {
    await close('O Auto da Lua');
    const listed = (await ui.workbench.page.evaluate<string>(events)).split('\n');
    const asGiven = listed.filter((label) => !label.startsWith('Nothing pinned'));
    const byName = asGiven.toSorted(new Intl.Collator('en', { numeric: true }).compare);
    assert.notDeepEqual(asGiven, byName, 'the service has an order of its own');
    await ui.workbench.run('Box Office: Sort…');
    await ui.workbench.choose('By name');
    await ui.workbench.page.waitForFunction(`${events}.includes(${JSON.stringify(byName.join('\n'))})`);
    await ui.workbench.run('Box Office: Sort…');
    await ui.workbench.screenshot('explorer sort');
    await ui.workbench.choose('As the service gives them');
    await ui.workbench.page.waitForFunction(`${events}.includes(${JSON.stringify(asGiven.join('\n'))})`);
    await open('O Auto da Lua');
  });

  it('marks a sold-out event with a letter, and says what it means', async () => {
    const soldOut = 'Cerâmica para Mãos Curiosas';
    await ui.workbench.run('Box Office: Find Event…');
    await ui.workbench.choose('ceramica-para-maos-curiosas', soldOut);
    const label = rows().filter({ hasText: soldOut }).first().locator('.monaco-icon-label').first();
    await label.waitFor();
    const labelled = `[...document.querySelectorAll('.sidebar .monaco-icon-label')].find((label) => label.textContent.includes('${soldOut}'))`;
    await ui.workbench.page.waitForFunction(`getComputedStyle(${labelled}, '::after').content === '"S"'`);
    await ui.workbench.screenshot('explorer sold out');
  });

  it('filters what is loaded, and clears the filter', async () => {
    await ui.workbench.run('Box Office: Filter…');
    await ui.workbench.answer('inteira');
    await ui.workbench.page.getByText(/Filter: inteira · \d+ row/).waitFor();
    await row('Inteira').waitFor();
    await row('Virada do Livro').waitFor({ state: 'detached' });
    await ui.workbench.screenshot('explorer filter');
    assert.ok(!(await labels()).includes('Festival da Primavera'));
    await ui.workbench.run('Box Office: Clear Filter');
    await row('Festival da Primavera').waitFor();
    await ui.workbench.page.getByText(/Filter: inteira/).waitFor({ state: 'detached' });
  });

  it('leads out of a filter that leaves nothing', async () => {
    await ui.workbench.run('Box Office: Filter…');
    await ui.workbench.answer('nowhere at all');
    await row('Nothing that is loaded has this').click();
    await row('Festival da Primavera').waitFor();
    await ui.workbench.page.getByText(/Filter: nowhere/).waitFor({ state: 'detached' });
  });

  it('finds an event by its slug, pins it and shows it', async () => {
    await ui.workbench.run('Box Office: Find Event…');
    await ui.workbench.quickInput.locator('input').first().fill('reveillon-na-praia');
    const found = ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: 'Réveillon na Praia' });
    await found.waitFor();
    await ui.workbench.screenshot('explorer find event');
    await found.click();
    await row('Nothing pinned yet').waitFor({ state: 'detached' });
    await rows().and(ui.workbench.page.locator('.selected')).filter({ hasText: 'Réveillon na Praia' }).waitFor();
    await ui.workbench.screenshot('explorer pinned');
  });

  it('finds an event by its whole link', async () => {
    await ui.workbench.run('Box Office: Find Event…');
    await ui.workbench.quickInput
      .locator('input')
      .first()
      .fill('https://tickets.example/event/reveillon-na-praia/?from=mail#top');
    const found = ui.workbench.quickInput.locator('.monaco-list-row');
    // Until the link is looked up, the known events are listed.
    await found.filter({ hasText: 'Festival da Primavera' }).waitFor({ state: 'detached' });
    await found.filter({ hasText: 'Réveillon na Praia' }).waitFor();
    await ui.workbench.page.keyboard.press('Escape');
  });

  it('copies the id of what is selected', async () => {
    await ui.workbench.run('Box Office: Copy ID');
    await ui.workbench.page.locator('.statusbar').getByText('Copied the id 1006.').waitFor();
    assert.equal(await ui.workbench.page.evaluate('navigator.clipboard.readText()'), '1006');
  });

  it('browses any category that is typed', async () => {
    await ui.workbench.run('Box Office: Browse Category…');
    await ui.workbench.answer('no-such-category');
    // It stands at the lower end of the view: a key shows what is below it, once it is opened and has the focus.
    await ui.workbench.row('no-such-category').and(ui.workbench.page.locator('.selected[aria-expanded="true"]')).waitFor();
    await ui.workbench.page.keyboard.press('ArrowDown');
    await row('No events in this category').waitFor();
    await ui.workbench.screenshot('explorer category');
  });

  it('takes a CSV that is dragged from the Explorer onto an event', async () => {
    const { page } = ui.workbench;
    await ui.workbench.showContainer('Explorer');
    await ui.workbench.row('codes.csv').hover();
    await page.mouse.down();
    // Held over its icon, the view shows.
    const icon = page.locator('.activitybar .action-item:has(.action-label[aria-label^="Box Office"])');
    await icon.hover();
    await icon.hover({ position: { x: 12, y: 12 } });
    await page.locator('.sidebar .composite.title').filter({ hasText: 'Box Office' }).waitFor();
    await row('Virada do Livro').hover();
    await row('Virada do Livro').hover({ position: { x: 60, y: 10 } });
    await page.mouse.up();
    await ui.workbench.dialog.getByText('codes.csv').first().waitFor();
    await ui.workbench.dialog.getByText('Upload codes to Virada do Livro?').waitFor();
    await ui.workbench.screenshot('explorer drop');
    await page.keyboard.press('Escape');
    await row('no-such-category').click();
  });

  it('is open where it was after the window was reloaded', async () => {
    await ui.workbench.reload();
    await ui.workbench.showContainer('Box Office');
    await row('Bordero').waitFor();
    await rows().and(ui.workbench.page.locator('.selected')).filter({ hasText: 'category' }).waitFor();
    await ui.workbench.screenshot('explorer after reload');
  });
});
