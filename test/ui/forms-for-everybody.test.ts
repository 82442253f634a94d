import assert from 'node:assert/strict';
import {
  naughtyStrings,
  openForEvent,
  pageFrame,
  pageHasFocus,
  passkeysOf,
  pictureInEveryTheme,
  signIn,
} from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';

const eventId = '1001';

describe('every form, for everybody', () => {
  const ui = useWorkbench({
    service: { seed: 1 },
    environment: { name: 'stg', eventCredential: 'bearer', ticketCredential: 'bearer' },
  });

  before(() => signIn(ui));
  afterEach(() => ui.workbench.run('View: Close All Editors'));

  const forms: Readonly<Record<string, () => Promise<void>>> = {
    'the passkey form': () => openForEvent(ui, 'Create Passkey…', eventId),
    'the form of many passkeys': () => openForEvent(ui, 'Create Many Passkeys…', eventId),
    'the tax calculator': () => ui.workbench.run('Box Office: Calculate Tax'),
    'the export form': () => openForEvent(ui, 'Request Export…', eventId),
    'the form of any operation': async () => {
      await ui.workbench.run('Box Office: Open Operation Form…');
      await ui.workbench.choose('Create sale period');
    },
  };

  for (const [name, open] of Object.entries(forms)) {
    const shown = async () => {
      await open();
      const page = ui.workbench.webview;
      await page.locator('input, select, textarea').first().waitFor();
      // What an earlier test typed is offered.
      if (await page.getByText('was not saved').isVisible()) await page.getByRole('button', { name: 'Discard' }).first().click();
      if (name !== 'the export form') return;
      await page.getByLabel('Type').selectOption('guestlist');
      await page.getByRole('button', { name: 'Add Filter' }).click();
    };

    it(`fault 60: ${name} has no violation that axe-core finds, in any theme`, async () => {
      await shown();
      await pictureInEveryTheme(ui, name);
    });

    it(`fault 60: the Tab key reaches every field of ${name}, in their order`, async () => {
      await shown();
      const frame = await pageFrame(ui);
      const wanted = await frame.evaluate<string[]>(`(${reachableFields})()`);
      assert.ok(wanted.length > 1, 'there are fields');
      const focused = () => frame.evaluate<string>('document.activeElement.id');
      // The way begins at the top of the page, with whatever comes first there.
      await frame.evaluate(`document.querySelector('a[href], button, input, select, textarea, summary').focus()`);
      const reached = [await focused()].filter((id) => wanted.includes(id));
      for (let presses = 0; presses < 80 && reached.at(-1) !== wanted.at(-1); presses++) {
        await ui.workbench.page.keyboard.press('Tab');
        const id = await focused();
        if (wanted.includes(id) && !reached.includes(id)) reached.push(id);
      }
      assert.deepEqual(reached, wanted);
    });

    it(`fault 12: ${name} takes naughty strings for text, in every field`, async function () {
      this.timeout(120_000);
      await shown();
      const frame = await pageFrame(ui);
      await frame.evaluate('window.alert = () => { window.ran = true; }');
      const countForeign = () => frame.evaluate<number>('document.querySelectorAll("script, iframe, object, embed, img").length');
      const foreign = await countForeign();
      const wrong = await frame.evaluate<string[]>(`(${typeEverywhere})(${JSON.stringify(await naughtyStrings())})`);
      assert.deepEqual(wrong, []);
      assert.equal(await frame.evaluate('window.ran'), undefined);
      assert.equal(await countForeign(), foreign);
    });
  }
});

describe('the passkey form, when the service fails in the middle', () => {
  const ui = useWorkbench({
    service: { seed: 1, faults: [{ kind: '403', operation: 'setPasskeyItems', times: 1 }] },
    environment: { name: 'prod', protected: true, eventCredential: 'nothing', ticketCredential: 'bearer' },
  });

  before(() => signIn(ui));

  it('asks before it writes in a protected environment, and writes nothing without a yes', async () => {
    const page = ui.workbench.webview;
    await openForEvent(ui, 'Create Passkey…', eventId);
    await page.getByText('prod (protected)').waitFor();
    await page.getByLabel('Passkey', { exact: true }).fill('HALFWAY');
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('button', { name: 'Create Passkey' }).click();
    await ui.workbench.dialog.getByText('Environment: prod (protected)').first().waitFor();
    await ui.workbench.screenshot('a form asks in a protected environment');
    await ui.workbench.page.keyboard.press('Escape');
    await ui.workbench.dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Passkey', { exact: true }).inputValue(), 'HALFWAY');
  });

  it('says what is saved and what is not, and keeps the rest', async () => {
    const page = ui.workbench.webview;
    await page.getByRole('button', { name: 'Create Passkey' }).click();
    await ui.workbench.dialog.getByRole('button', { name: 'Create passkey' }).click();
    const news = page.getByRole('alert');
    await news.waitFor();
    await ui.workbench.screenshot('passkey form, partly saved');
    assert.match((await news.textContent()) ?? '', /^Saved: the new passkey\nNot saved: its items/);
    const [made] = (await passkeysOf(ui, eventId)).filter(({ passkey }) => passkey === 'HALFWAY');
    assert.deepEqual(made?.itemIds, []);
    assert.ok(await page.getByRole('checkbox').nth(1).isChecked(), 'the choice of items is kept');
    await page.getByRole('heading', { name: 'Passkey HALFWAY' }).waitFor();
    await page.getByRole('button', { name: 'Save the Rest' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Create Passkey' }).count(), 0);
  });

  it('goes on with the rest, and makes no second passkey', async () => {
    await pageHasFocus(ui);
    await ui.workbench.page.keyboard.press('Control+s');
    await ui.workbench.dialog.getByText('HALFWAY').first().waitFor();
    await ui.workbench.screenshot('passkey form, the rest');
    await ui.workbench.page.keyboard.press('Enter');
    await ui.workbench.webview.getByText('HALFWAY was').waitFor();
    await ui.workbench.webview.getByRole('heading', { name: 'Create Passkey' }).waitFor();
    const made = (await passkeysOf(ui, eventId)).filter(({ passkey }) => passkey === 'HALFWAY');
    assert.deepEqual(
      made.map(({ itemIds }) => itemIds.length),
      [1],
    );
  });
});

/** Runs in the page: the fields that a person can see and use, in the order of the page; a group of radio buttons is one. */
const reachableFields = `() => [...document.querySelectorAll('input, select, textarea')]
  .filter((field) => field.checkVisibility() && !field.disabled && field.tabIndex >= 0)
  .map((field, index) => (field.id ||= 'reached-' + index))`;

/** Runs in the page: types each text into each field and gives those that do not come back. */
const typeEverywhere = `(texts) => [...document.querySelectorAll('input[type=text], input[type=search], input:not([type]), textarea')].flatMap((field) =>
  texts.filter((text) => {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    // A field of one line has no line ends.
    const expected = field.tagName === 'TEXTAREA' ? text.replace(/\\r\\n?/g, '\\n') : text.replace(/[\\r\\n]/g, '');
    return field.value !== expected;
  }).map((text) => field.id + ': ' + text))`;
