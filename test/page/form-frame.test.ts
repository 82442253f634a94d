import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { focused } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { openWhole } from './every-page.support.ts';
import { button, event } from './passkey.support.ts';

/** The main button of each, and what can be typed into it at once; a calculator has nothing to send. */
const forms = {
  'an item': { ofEvent: true, main: 'Save', typed: 'Name' },
  'a new item': { ofEvent: true, main: 'Create Item', typed: 'Name' },
  'a passkey': { ofEvent: true, main: 'Save', typed: 'Passkey' },
  'a new passkey': { ofEvent: true, main: 'Create Passkey', typed: 'Passkey' },
  'many passkeys': { ofEvent: true, main: 'Create Passkeys…', typed: 'Prefix' },
  'a passkeys report': { ofEvent: true, main: 'Request Export', typed: 'Status' },
  'the tax calculator': { ofEvent: true, main: undefined, typed: 'Producer' },
  'an environment': { ofEvent: false, main: 'Save', typed: 'Time zone of the service' },
  'any operation': { ofEvent: false, main: 'Send', typed: 'id *' },
} as const;

describe('every form', () => {
  const editor = useEditor({ service: { seed: 1 } });
  afterEach(() => editor.forgetDrafts());

  for (const [name, { ofEvent, main, typed }] of Object.entries(forms))
    it(`stands in the same frame: ${name}`, async () => {
      const { page } = await openWhole(editor, name as keyof typeof forms);
      await page.locator('span.environment').waitFor();
      assert.equal(await page.locator('[aria-invalid="true"]').count(), 0, 'nothing is wrong before somebody touches it');
      if (ofEvent) await page.locator('.path').getByRole('link', { name: 'Festival da Primavera' }).waitFor();
      const field = page.getByLabel(typed, { exact: true });
      const before = await field.inputValue();
      await field.fill('77');
      if (main === undefined) return assert.equal(await page.locator('footer.bar').isVisible(), false);
      await inBar(page, main).waitFor();
      await inBar(page, 'Discard').click();
      assert.equal(await field.inputValue(), before);
      await focused(page, button(page, 'Undo'));
      await button(page, 'Undo').click();
      assert.equal(await field.inputValue(), '77');
    });

  it('says beside a part of the environment what it was', async () => {
    const { page } = await openWhole(editor, 'an environment');
    const zone = page.getByLabel('Time zone of the service', { exact: true });
    const before = await zone.inputValue();
    const former = page.getByText(before === '' ? 'was not known' : `was ${before}`, { exact: true });
    await zone.fill('America/Manaus');
    await former.waitFor();
    await button(page, 'Discard').click();
    await former.waitFor({ state: 'hidden' });
  });

  it('counts what is wrong in its bar, and goes to the first of it', async () => {
    const page = await (await editor.open('requestExport', event(editor))).page();
    await page.getByLabel('Type').selectOption('guestlist');
    await button(page, 'Add Filter').click();
    await page.getByLabel('Value').fill('web');
    await button(page, 'Request Export').click();
    await page.getByLabel('Format').focus();
    await button(page, '1 problem').click();
    await focused(page, page.getByLabel('Name'));
  });
});

const inBar = (page: Page, name: string) => page.locator('footer.bar').getByRole('button', { name, exact: true });
