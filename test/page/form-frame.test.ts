import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { everything } from '../harness/everything.ts';
import { focused } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { openWhole } from './every-page.support.ts';
import { button } from './passkey.support.ts';

/** The main button of each, and what can be typed into it at once; a calculator has nothing to send. */
const forms = {
  'an item': { ofEvent: true, main: 'Save', typed: 'Name' },
  // Proved in item-frame.test.ts and passkey.test.ts; each form is one for what is there and what is new.
  ...(everything && {
    'a new item': { ofEvent: true, main: 'Create Item', typed: 'Name' },
    'a passkey': { ofEvent: true, main: 'Save', typed: 'Passkey' },
  }),
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
      if (ofEvent || name === 'any operation') return;
      // A part of the environment says beside it what it was.
      const former = page.getByText(before === '' ? 'was not known' : `was ${before}`, { exact: true });
      await former.waitFor();
      await inBar(page, 'Discard').click();
      await former.waitFor({ state: 'hidden' });
    });

  it('has its bar as wide as its fields, and what looks like a link begins where its field does', async () => {
    const { page } = await openWhole(editor, 'a new passkey');
    await page.setViewportSize({ width: 1280, height: 800 });
    const edges = (selector: string) =>
      page.evaluate<number[]>(`(() => {
        const { left, right } = document.querySelector('${selector}').getBoundingClientRect();
        return [Math.round(left), Math.round(right)];
      })()`);
    const [left, right] = await edges('.pick');
    const [, saveEnd] = await edges('footer.bar .primary');
    const [linkStart] = await edges('.of-time button');
    assert.deepEqual([saveEnd, linkStart], [right, left]);
  });
});

const inBar = (page: Page, name: string) => page.locator('footer.bar').getByRole('button', { name, exact: true });
