import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { draftKept, openForEvent, pictureInEveryTheme, signIn } from '../harness/forms.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { useWorkbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const eventId = '1001';

describe('the export form', () => {
  const faults: ServiceFault[] = [];
  const ui = useWorkbench({
    service: { seed: 1, exportDelay: 0, faults },
    environment: { name: 'stg', eventCredential: 'bearer', ticketCredential: 'bearer' },
  });

  before(() => signIn(ui));

  const page = () => ui.workbench.webview;
  const row = (text: RegExp) => page().getByRole('row', { name: text });

  it("begins with the document's defaults, says that an e-mail will come, and remembers", async () => {
    await openForEvent(ui, 'Request Export…', eventId);
    await page().getByRole('heading', { name: 'Request Export' }).waitFor();
    assert.equal(await page().getByLabel('Type').inputValue(), 'transactions');
    assert.equal(await page().getByLabel('Format').inputValue(), 'csv');
    await page().getByText('an e-mail with a link').waitFor();
    await page().getByRole('button', { name: 'Request Export' }).click();
    await page().getByText('The export was requested.').waitFor();
    await row(/Festival da Primavera.*Transactions.*CSV/).waitFor();
    await exportArrives('.csv');
  });

  it('filters a guest list by names and values', async () => {
    await page().getByLabel('Type').selectOption('guestlist');
    await page().getByLabel('Format').selectOption('xlsx');
    await page().getByRole('button', { name: 'Add Filter' }).click();
    await page().getByLabel('Value').fill('app');
    await page().getByRole('button', { name: 'Request Export' }).click();
    await page().getByText('A name is needed.').waitFor();
    await page().getByLabel('Name').fill('channel');
    await pictureInEveryTheme(ui, 'export form');
    await page().getByRole('button', { name: 'Request Export' }).click();
    await row(/Guest list.*Excel \(XLSX\)/).waitFor();
    await exportArrives('.xlsx');
  });

  it('fault 57: has what was asked for again after its tab was hidden', async () => {
    await ui.workbench.run('File: New Untitled Text File');
    await page().getByLabel('Value').waitFor({ state: 'detached' });
    await ui.workbench.page.getByRole('tab', { name: 'Request Export' }).click();
    await page().getByLabel('Value').waitFor();
    assert.equal(await page().getByLabel('Value').inputValue(), 'app');
    assert.equal(await page().getByLabel('Type').inputValue(), 'guestlist');
    assert.equal(await page().getByLabel('Format').inputValue(), 'xlsx');
  });

  it('gives back what was typed after a reload in the middle of it', async () => {
    await page().getByLabel('Value').fill('box office');
    await draftKept(ui, 'box office');
    await ui.workbench.reload();
    const input = ui.workbench.quickInput.locator('input').first();
    await input.waitFor();
    await ui.workbench.answer(ui.host.service!.token);
    await page().getByLabel('Value').waitFor();
    assert.equal(await page().getByLabel('Value').inputValue(), 'box office');
    assert.equal(await page().getByLabel('Type').inputValue(), 'guestlist');
    await row(/Guest list.*Excel \(XLSX\)/).waitFor();
  });

  it('fault 58: offers it when the form was closed and is opened again', async () => {
    await ui.workbench.run('View: Close All Editors');
    await openForEvent(ui, 'Request Export…', eventId);
    await page().getByText('was not saved').waitFor();
    await ui.workbench.screenshot('export form, draft offered');
    await page().getByRole('button', { name: 'Restore' }).click();
    assert.equal(await page().getByLabel('Value').inputValue(), 'box office');
  });

  for (const [kind, said] of [
    ['403', /not allowed|403|refused|may not/i],
    ['503-after', /If it was carried out, an e-mail will come\./],
  ] as const)
    it(`fault 58: keeps what was typed when the service fails (${kind}), and says what happened`, async () => {
      const text = `box office ${kind}`;
      await page().getByLabel('Value').fill(text);
      faults.push({ kind, operation: 'requestExport' });
      await page().getByRole('button', { name: 'Request Export' }).click();
      await page().locator('.notice').filter({ hasText: said }).waitFor();
      faults.length = 0;
      await ui.workbench.screenshot(`export form, ${kind}`);
      assert.equal(await page().getByLabel('Value').inputValue(), text);
      await draftKept(ui, text);
    });

  it('asks for the passkeys report with its own defaults', async () => {
    await openForEvent(ui, 'Request Passkeys Report…', eventId);
    await page().getByRole('heading', { name: 'Passkeys Report' }).waitFor();
    await page().locator('select:focus').and(page().getByLabel('Format')).waitFor();
    assert.equal(await page().getByLabel('Type').isVisible(), false);
    assert.equal(await page().getByLabel('Status').inputValue(), 'approved');
    await page().getByLabel('Status').press('Control+s');
    await row(/Passkeys.*CSV/).waitFor();
  });

  /** The service's own outbox has the file. */
  async function exportArrives(ending: string): Promise<void> {
    const { outbox } = ui.host.service!;
    const names = () => readdir(outbox, { recursive: true }).catch(() => []);
    await until(`a ${ending} arrives`, async () => (await names()).some((name) => name.endsWith(ending)));
  }
});
