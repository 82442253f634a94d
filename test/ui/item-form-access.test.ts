import assert from 'node:assert/strict';
import { accessibilityProblems, naughtyStrings, pageFrame } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';
import { itemForms } from './item-form.support.ts';

describe('the item form, for everybody', () => {
  const ui = useWorkbench({
    service: { seed: 1 },
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer' },
  });
  const forms = itemForms(ui);

  before(async () => {
    await forms.signIn();
    await forms.edit((await forms.anItem()).id);
  });

  async function setTheme(name: string, kind: string): Promise<void> {
    await ui.workbench.run('Preferences: Color Theme');
    await ui.workbench.answer(name);
    await ui.workbench.webview.locator(`body[data-vscode-theme-kind="${kind}"]`).waitFor();
  }

  for (const { name, kind } of [
    { name: 'Light Modern', kind: 'vscode-light' },
    { name: 'Dark Modern', kind: 'vscode-dark' },
    { name: 'Dark High Contrast', kind: 'vscode-high-contrast' },
  ]) {
    it(`fault 60: has no violation that axe-core finds, in ${name}`, async () => {
      const page = await forms.shown((await forms.anItem()).name);
      await setTheme(name, kind);
      await page.getByLabel('Price (BRL)').fill('twelve');
      await page.getByRole('button', { name: 'Add Attribute' }).click();
      await page.getByText('1 problem').waitFor();
      const found = await accessibilityProblems(ui);
      await page.locator('section[data-section="values"]').scrollIntoViewIfNeeded();
      await ui.workbench.screenshot(`item form, ${name}`);
      await page.locator('section[data-section="triggers"]').scrollIntoViewIfNeeded();
      await ui.workbench.screenshot(`item form, ${name}, lower half`);
      await page.getByRole('button', { name: 'Discard' }).click();
      assert.deepEqual(found, []);
    });
  }

  it('fault 60: is filled in and saved with the keyboard alone', async () => {
    const page = await forms.create('1001');
    const { keyboard } = ui.workbench.page;
    const tabTo = async (label: string) => {
      for (let presses = 0; presses < 60; presses++) {
        const focused = page.locator(':focus');
        if ((await focused.count()) > 0 && (await nameOf(label, await focused.first().getAttribute('id')))) return;
        await keyboard.press('Tab');
      }
      assert.fail(`Tab never reached ${label}.`);
    };
    const nameOf = async (label: string, id: string | null) =>
      id !== null && (await page.getByLabel(label, { exact: true }).getAttribute('id')) === id;
    await page.locator(':focus').first().waitFor();
    await tabTo('Name');
    await keyboard.type('Só teclado');
    await tabTo('Price (BRL)');
    await keyboard.type('10');
    await tabTo('Sale fee (BRL)');
    await keyboard.type('1');
    await tabTo('Producer fee (BRL)');
    await keyboard.type('0');
    await keyboard.press('Control+s');
    await page.getByText('The item was created.').waitFor();
    assert.ok((await forms.itemsOf('1001')).some(({ name }) => name === 'Só teclado'));
  });

  it('fault 12: takes naughty strings for text, and sends them as they were typed', async function () {
    this.timeout(180_000);
    const { id } = await forms.anItem();
    const page = await forms.edit(id);
    const inside = await pageFrame(ui);
    await inside.evaluate('window.alert = () => { window.ran = true; }');
    const texts = await naughtyStrings();
    await page.getByRole('button', { name: 'Add Sale Period' }).click();
    await page.getByRole('button', { name: 'Add Attribute' }).click();
    const data = ['Name', 'Description', 'Quantity', 'Price (BRL)', 'Sale fee (BRL)', 'Producer fee (BRL)'];
    for (const label of [...data, 'Application category', 'Available', 'Key', 'Value', 'Type of value']) {
      const wrong = await inside.evaluate(typeAll, { label, texts });
      assert.deepEqual(wrong, [], label);
    }
    assert.equal(await inside.evaluate('window.ran'), undefined);
    const [script, markup] = [texts.find((text) => text.includes('<script>'))!, texts.find((text) => text.includes('onerror'))!];
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByLabel('Name', { exact: true }).fill(script);
    await page.getByLabel('Description').fill(markup);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved: Name and data').waitFor();
    const saved = await forms.item(id);
    assert.deepEqual([saved.name, saved.description], [script, markup]);
    await page.getByRole('heading', { level: 1 }).getByText(script).waitFor();
    assert.equal(await inside.evaluate('window.ran'), undefined);
  });

  it('fault 15: ignores what other frames post', async () => {
    const page = await forms.shown((await forms.anItem()).name);
    const inside = await pageFrame(ui);
    await inside.evaluate(`
      const data = { kind: 'event', name: 'section', payload: { section: 'triggers' } };
      document.querySelector('input').focus();
      window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://example.com' }));
    `);
    assert.equal(await page.locator('section[data-section="triggers"] :focus').count(), 0);
    await inside.evaluate(`
      window.dispatchEvent(new MessageEvent('message', {
        data: { kind: 'event', name: 'section', payload: { section: 'attributes' } }, origin: window.origin
      }));
    `);
    await page.locator('section[data-section="attributes"] :focus').waitFor();
  });
});

/** Runs in the page: types each text into the field and gives those that do not come back. */
function typeAll({ label, texts }: { label: string; texts: string[] }): string[] {
  interface Control {
    value: string;
    tagName: string;
    dispatchEvent(event: Event): boolean;
  }
  const page = globalThis as unknown as {
    document: {
      querySelectorAll(what: string): Iterable<{ textContent: string; htmlFor: string }>;
      getElementById(id: string): Control;
    };
  };
  const found = [...page.document.querySelectorAll('label')].findLast(({ textContent }) => textContent === label);
  const control = page.document.getElementById(found?.htmlFor ?? '');
  return texts.filter((text) => {
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
    // A field of one line has no line ends.
    const expected = control.tagName === 'TEXTAREA' ? text.replace(/\r\n?/g, '\n') : text.replace(/[\r\n]/g, '');
    return control.value !== expected;
  });
}
