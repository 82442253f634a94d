import assert from 'node:assert/strict';
import {
  accessibilityProblems,
  draftKept,
  hintAt,
  openForEvent,
  passkeysOf,
  pictureInEveryTheme,
  signIn,
} from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';

const eventId = '1001';

describe('the form of many passkeys', () => {
  const ui = useWorkbench({
    service: { seed: 1 },
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer', timeZone: 'America/Sao_Paulo' },
  });

  before(() => signIn(ui));

  const page = () => ui.workbench.webview;
  const figure = (name: string) => page().locator('.figures > div', { hasText: name }).locator('dd');
  const codes = () => page().getByLabel('Passkey codes, one per line', { exact: true });

  it('counts while codes are typed, those at the service too', async () => {
    const [existing] = await passkeysOf(ui, eventId);
    await openForEvent(ui, 'Create Many Passkeys…', eventId);
    assert.match(await hintAt(ui, codes()), /^What customers type, not codes of tickets\./);
    await codes().fill(`BATCH-1\nBATCH-2\n\nBATCH-1\n${existing!.passkey}\n`);
    await page().getByText(`Left as they are: ${existing!.passkey}`).waitFor();
    assert.equal(await figure('Codes').textContent(), '3');
    assert.equal(await figure('Duplicates').textContent(), '1');
    assert.equal(await figure('Blank lines').textContent(), '1');
    assert.equal(await figure('At the service').textContent(), '1');
  });

  it('has times and numbers in fields of one height', async () => {
    await openForEvent(ui, 'Create Many Passkeys…', eventId);
    await page().getByLabel('Limit').waitFor();
    const boxes = await Promise.all(['Start', 'Finish', 'Limit'].map((label) => page().getByLabel(label).boundingBox()));
    assert.equal(new Set(boxes.map((box) => box?.height)).size, 1);
  });

  it('makes codes up from a pattern', async () => {
    await page().getByText('Make codes up').click();
    await page().getByLabel('Prefix').fill('VIP-');
    await page().getByLabel('How many').fill('20');
    await page().getByRole('button', { name: 'Make Up Codes' }).click();
    await figure('Codes').getByText('23').waitFor();
    assert.match(await codes().inputValue(), /\nVIP-[ACDEFGHJKMNPQRTUVWXY34679]{8}\n$/);
    await page().getByLabel('Length').fill('1');
    await page().getByRole('button', { name: 'Make Up Codes' }).click();
    await page().getByText('There are too few different codes').waitFor();
    // Enough for the page, which does not know those of the service.
    await page().getByLabel('Letters and digits').fill('AB');
    await page().getByLabel('Length').fill('3');
    await page().getByLabel('How many').fill('4');
    await page().getByRole('button', { name: 'Make Up Codes' }).click();
    await page().getByRole('alert').filter({ hasText: 'beside those that are taken; make it longer.' }).waitFor();
    await ui.workbench.screenshot('passkeys form, too few codes');
    await page().getByLabel('Length').fill('8');
  });

  it('refuses a start before today and a limit that is none', async () => {
    await page().getByLabel('Start').fill('2020-01-01T00:00:00');
    await page().getByLabel('Limit').fill('0');
    await page().getByRole('button', { name: 'Review…' }).click();
    await page().getByText('This is before today in America/Sao_Paulo.').waitFor();
    await page().getByText('A whole number from 1 on.').waitFor();
    await pictureInEveryTheme(ui, 'passkeys form');
    await page().getByLabel('Start').fill('2030-01-01T00:00:00');
    await page().getByLabel('Limit').fill('2');
  });

  it('gives back what was typed after a reload in the middle of it', async () => {
    await codes().press('End');
    await codes().pressSequentially('TYPED');
    await draftKept(ui, 'TYPED');
    const before = await codes().inputValue();
    await ui.workbench.reload();
    await page().getByRole('heading', { name: 'Create Many Passkeys' }).waitFor();
    assert.equal(await codes().inputValue(), before);
    assert.equal(await page().getByLabel('Limit').inputValue(), '2');
    await signIn(ui);
    await page().getByRole('button', { name: 'Try Again' }).click();
    await page().getByText('0 of').waitFor();
  });

  it('fault 58: offers it when the form was closed and is opened again', async () => {
    const before = await codes().inputValue();
    await ui.workbench.run('View: Close All Editors');
    await openForEvent(ui, 'Create Many Passkeys…', eventId);
    await page().getByText('was not saved').waitFor();
    await ui.workbench.screenshot('passkeys form, draft offered');
    await page().getByRole('button', { name: 'Restore' }).click();
    assert.equal(await codes().inputValue(), before);
    assert.equal(await page().getByLabel('Limit').inputValue(), '2');
    await page().getByText('0 of').waitFor();
  });

  it('says before they are sent that passkeys without items open none, with one main button', async () => {
    const main = page().locator('button.primary:visible');
    await page().getByRole('button', { name: 'Review…' }).click();
    await page()
      .locator('section .notice', { hasText: 'These passkeys open no item until items are chosen for them.' })
      .waitFor();
    assert.deepEqual(await main.allTextContents(), ['Create Passkeys']);
    await ui.workbench.screenshot('passkeys form, summary without items');
    await page().getByRole('button', { name: 'Back' }).click();
    assert.deepEqual(await main.allTextContents(), ['Review…']);
  });

  it('shows what will be sent, sends it, and says exactly what came of it', async () => {
    const wanted = (await codes().inputValue()).split('\n').filter((line) => line !== '');
    const before = await passkeysOf(ui, eventId);
    await page().getByRole('checkbox').nth(1).check();
    await page().getByRole('button', { name: 'Review…' }).press('Enter');
    await page()
      .getByRole('row', { name: /Passkeys to create 23/ })
      .waitFor();
    await ui.workbench.screenshot('passkeys form, summary');
    assert.deepEqual(await accessibilityProblems(ui), []);
    await ui.workbench.page.keyboard.press('Enter');
    await page()
      .getByText(/\d+ passkeys were created\. There already: 1\./)
      .waitFor();
    await ui.workbench.screenshot('passkeys form, result');
    const after = await passkeysOf(ui, eventId);
    const made = after.filter(({ id }) => !before.some((row) => row.id === id));
    assert.equal(made.length, new Set(wanted).size - 1);
    for (const row of made) assert.deepEqual([row.start, row.limit, row.itemIds.length], ['2030-01-01 00:00:00', 2, 1]);
    await page().getByRole('button', { name: 'Open Result' }).click();
    await ui.workbench.page.locator('.tab', { hasText: 'passkeys-result.csv' }).waitFor();
    await ui.workbench.screenshot('passkeys form, result file');
  });
});
