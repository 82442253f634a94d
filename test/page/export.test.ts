import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ServiceFault } from '../../src/service/index.ts';
import { RequestedExports } from '../../src/editor/pages/requested-exports.ts';
import { everything } from '../harness/everything.ts';
import { until } from '../harness/until.ts';
import { focused, problemAt } from './editor/looks.ts';
import { useEditor } from './editor/use-editor.ts';
import { button, event } from './passkey.support.ts';

const row = (page: Page, text: RegExp) => page.getByRole('row', { name: text });

describe('the export form', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, exportDelay: 0, faults }, environment: { eventCredential: 'bearer' } });
  afterEach(async () => {
    faults.length = 0;
    await editor.forgetDrafts();
  });

  const openTab = () => editor.open('requestExport', event(editor));
  const open = async () => (await openTab()).page();
  /** A guest list as Excel, filtered by a channel. */
  const fill = async (page: Page, value: string) => {
    await page.getByLabel('Type').selectOption('guestlist');
    await page.getByLabel('Format').selectOption('xlsx');
    await button(page, 'Add Filter').click();
    await page.getByLabel('Name').fill('channel');
    await page.getByLabel('Value').fill(value);
  };
  const isFilled = async (page: Page, value: string) => {
    await page.getByLabel('Value').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'channel');
    assert.equal(await page.getByLabel('Value').inputValue(), value);
    assert.equal(await page.getByLabel('Type').inputValue(), 'guestlist');
    assert.equal(await page.getByLabel('Format').inputValue(), 'xlsx');
  };
  /** The service's own outbox has the file. */
  const arrives = (ending: string) =>
    until(`a ${ending} arrives`, async () => {
      const names = await readdir(editor.service.outbox, { recursive: true }).catch(() => []);
      return names.some((name) => name.endsWith(ending));
    });

  it("begins with the document's defaults, says that an e-mail will come, and remembers it on one line", async () => {
    const page = await open();
    await focused(page, page.getByLabel('Type'));
    assert.equal(await page.getByLabel('Type').inputValue(), 'transactions');
    assert.equal(await page.getByLabel('Format').inputValue(), 'csv');
    await page.getByText('an e-mail with a link').waitFor();
    await button(page, 'Request Export').click();
    await page.getByText('The export was requested.').waitFor();
    await row(page, /Festival da Primavera.*Transactions.*CSV/)
      .first()
      .waitFor();
    await arrives('.csv');
    const tops = await page.evaluate<
      number[]
    >(`[...document.querySelectorAll('.exports tbody tr:first-child td, .exports tbody tr:first-child button')]
      .map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part.querySelector('button') ?? part);
        return range.getBoundingClientRect().top;
      })`);
    assert.ok(tops.length > 5 && Math.max(...tops) - Math.min(...tops) < 2, tops.join(' '));
    editor.active.close();
    await row(await open(), /Festival da Primavera.*Transactions.*CSV/)
      .first()
      .waitFor();
  });

  it('filters a guest list by names and values, each of which can be taken away', async () => {
    const page = await open();
    await page.getByLabel('Type').selectOption('guestlist');
    await page.getByLabel('Format').selectOption('xlsx');
    await button(page, 'Add Filter').click();
    await focused(page, page.getByLabel('Name'));
    await page.getByLabel('Value').fill('app');
    await button(page, 'Request Export').click();
    assert.equal(await problemAt(page, page.getByLabel('Name')), 'A name is needed.');
    await focused(page, page.getByLabel('Name'));
    await page.getByLabel('Name').fill('channel');
    assert.equal(await page.getByLabel('Name').getAttribute('aria-invalid'), 'false');
    await button(page, 'Add Filter').click();
    await button(page, 'Remove').last().click();
    await focused(page, page.getByLabel('Name'));
    assert.equal(await page.getByLabel('Value').inputValue(), 'app');
    await button(page, 'Request Export').click();
    await page.getByText('The export was requested.').waitFor();
    await row(page, /Guest list.*Excel \(XLSX\)/)
      .first()
      .waitFor();
    await arrives('.xlsx');
  });

  it('has the filters of the chosen type only, and says what the service says of a name that it does not know', async () => {
    const page = await open();
    const shown = async () => [await button(page, 'Add Filter').isVisible(), await page.getByLabel('Status').isVisible()];
    await focused(page, page.getByLabel('Type'));
    assert.deepEqual(await shown(), [true, false]);
    await page.getByLabel('Type').selectOption('guestlist');
    assert.deepEqual(await shown(), [true, false]);
    await page.getByLabel('Type').selectOption('passkey');
    assert.deepEqual(await shown(), [false, true]);
    await page.getByLabel('Type').selectOption('transactions');
    await button(page, 'Add Filter').click();
    await page.getByLabel('Name').fill('colour');
    await page.getByLabel('Value').fill('red');
    await button(page, 'Request Export').click();
    await page.getByText('is no filter of transactions exports').waitFor();
    await page.getByLabel('Name').fill('status');
    await page.getByLabel('Value').fill('approved');
    await button(page, 'Request Export').click();
    await page.getByText('The export was requested.').waitFor();
  });

  it('asks for a guest list without a form, and lists it among those that were requested', async () => {
    await editor.run('exportGuestList', event(editor));
    const said = /^The guest list of .* was requested as CSV\./;
    await until('it is said', () => editor.user.shown.some((message) => said.test(message)));
    const page = await open();
    await row(page, /Guest list.*CSV.*by e-mail/)
      .first()
      .waitFor();
  });

  it('shows by what an export was filtered, and fills the form with its choices again without sending anything', async () => {
    const page = await open();
    await fill(page, 'once more');
    await button(page, 'Request Export').click();
    await page.getByText('The export was requested.').waitFor();
    const first = row(page, /channel: once more/).first();
    await row(page, /Requested on.*Event.*Type.*Filters.*Format.*File/).waitFor();
    await page.getByLabel('Type').selectOption('transactions');
    await page.getByLabel('Value').fill('other');
    const before = await page.getByRole('row').count();
    await button(page, 'Request Again…').first().click();
    await isFilled(page, 'once more');
    await page.getByText(/^These are the choices of the export that was requested on .*\. Nothing was sent yet\.$/).waitFor();
    await focused(page, page.getByLabel('Type'));
    await button(page, 'Undo').click();
    assert.equal(await page.getByLabel('Value').inputValue(), 'other');
    assert.equal(await page.getByLabel('Type').inputValue(), 'transactions');
    assert.equal(await page.getByRole('row').count(), before, 'nothing was requested');
    await first.waitFor();
  });

  it('opens and saves a file under a name that says what it is, and proposes none that is taken', async () => {
    const name = 'Festival da Primavera - guestlist - 2026-03-20';
    const path = join(editor.fake.workspace, '1.csv');
    await writeFile(path, 'name\nAna\n');
    await writeFile(join(editor.fake.workspace, `${name}.csv`), 'mine\n');
    const file = { path, name: `${name}.csv`, mail: path };
    const asked = { at: Date.now(), eventId: '1001', eventLabel: 'Festival', type: 'guestlist', format: 'csv', file } as const;
    await new RequestedExports(join(editor.fake.home, 'storage'), editor.environment).add(asked);
    const page = await open();
    const shown = row(page, /not known/).first();
    assert.equal(await shown.getByRole('button', { name: 'Request Again…' }).count(), 0, 'nobody knows its filters');
    const proposed: string[] = [];
    const copy = join(editor.fake.workspace, 'copy.csv');
    editor.user.saveTo = (given) => {
      proposed.push(given);
      return copy;
    };
    await shown.getByRole('button', { name: 'Save to Workspace…' }).click();
    await until('it is saved', () => editor.user.shown.some((message) => message.startsWith('copy.csv was saved.')));
    assert.ok(proposed[0]?.endsWith(`${name}-2.csv`), proposed[0]);
    assert.equal(await readFile(copy, 'utf8'), 'name\nAna\n');
    await shown.getByRole('button', { name: 'Open File' }).click();
    await until('its table', () => editor.panels.find(({ title }) => title === name));
  });

  it('fault 57: has what was asked for again after its tab was hidden, and offers it to nobody who opens another', async () => {
    const tab = await openTab();
    await fill(await tab.page(), 'asked for');
    await button(await tab.page(), 'Request Export').click();
    await (await tab.page()).getByText('The export was requested.').waitFor();
    editor.hide();
    await isFilled(await tab.show(), 'asked for');
    tab.close();
    const page = await open();
    await focused(page, page.getByLabel('Type'));
    assert.equal(await page.getByText('was not saved').count(), 0);
    assert.equal(await page.getByLabel('Type').inputValue(), 'transactions');
  });

  it('fault 57: has what was typed and what was asked for after its tab was hidden, and after a reload', async () => {
    const tab = await openTab();
    await button(await tab.page(), 'Request Export').click();
    await (await tab.page()).getByText('The export was requested.').waitFor();
    await row(await tab.page(), /Transactions.*CSV/)
      .first()
      .waitFor();
    await fill(await tab.page(), 'reloaded');
    await editor.draftKept('reloaded');
    editor.hide();
    await isFilled(await tab.show(), 'reloaded');
    await editor.reload();
    await isFilled(await tab.page(), 'reloaded');
    await row(await tab.page(), /Transactions.*CSV/)
      .first()
      .waitFor();
  });

  // Proved in operation.test.ts.
  if (everything)
    it('fault 58: offers what was typed when the form was closed and is opened again', async () => {
      const tab = await openTab();
      await fill(await tab.page(), 'closed');
      await editor.draftKept('closed');
      tab.close();
      const page = await open();
      await page.getByText('was not saved').waitFor();
      await button(page, 'Restore').click();
      await isFilled(page, 'closed');
    });

  it('fault 58: keeps what was typed when the service refuses or fails, and says what happened', async () => {
    const page = await open();
    await fill(page, 'box office');
    for (const [kind, said] of [
      ['403', /not allowed|403|refused|may not/i],
      ['503-after', /If it was carried out, an e-mail will come\./],
    ] as const) {
      await page.getByLabel('Value').fill(`box office ${kind}`);
      faults.push({ kind, operation: 'requestExport' });
      await button(page, 'Request Export').click();
      await page.locator('.notice').filter({ hasText: said }).waitFor();
      await isFilled(page, `box office ${kind}`);
      await editor.draftKept(`box office ${kind}`);
      await page.getByLabel('Value').fill('typed since');
      await page.locator('.notice').filter({ hasText: said }).waitFor({ state: 'hidden' });
      faults.length = 0;
    }
  });

  it('asks for the passkeys report with its own defaults', async () => {
    const page = await (await editor.open('requestPasskeysReport', event(editor))).page();
    await page.getByRole('heading', { name: 'Passkeys Report' }).waitFor();
    await focused(page, page.getByLabel('Format'));
    assert.equal(await page.getByLabel('Type').isVisible(), false);
    assert.equal(await page.getByLabel('Status').inputValue(), 'approved');
    await page.getByLabel('Status').press('Control+s');
    await row(page, /Passkeys.*CSV/)
      .first()
      .waitFor();
  });
});
