// What a table itself does is tested in test/page/table*.test.ts.
import assert from 'node:assert/strict';
import { chooseFirst, openForEvent, pageHasFocus, signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';

describe('a table', () => {
  const ui = useWorkbench({
    service: { seed: 1 },
    // By its name it has a service of its own, in which nobody else changes a price.
    environment: { name: 'sandbox', eventCredential: 'nothing', ticketCredential: 'bearer', currency: 'BRL' },
  });
  const page = () => ui.workbench.webview;

  beforeEach(() => signIn(ui));

  async function hasRows(title: string): Promise<void> {
    await page().getByRole('heading', { name: title, exact: true }).waitFor();
    await page().locator('tbody tr:not(.space)').first().waitFor();
  }

  it('opens from the palette, with the focus in it', async () => {
    await ui.workbench.run('Box Office: Open as Table');
    await ui.workbench.choose('Items of an event');
    await chooseFirst(ui, '1001');
    await hasRows('Items of Festival da Primavera');
    await pageHasFocus(ui);
  });

  it('opens from a folder of the tree', async () => {
    await ui.workbench.row('Featured').hover();
    await ui.workbench.row('Featured').getByRole('button', { name: 'Open as Table' }).click();
    await hasRows('Featured events');
  });

  it("shows a row in the tree, from a menu that is not VS Code's", async () => {
    await openForEvent(ui, 'Show Tickets', '1001');
    await hasRows('Tickets of Festival da Primavera');
    await page().getByRole('gridcell', { name: '300013' }).click({ button: 'right' });
    await page().getByRole('menu').waitFor();
    assert.equal(await ui.workbench.page.getByRole('menuitem', { name: 'Paste' }).count(), 0);
    await page().getByRole('menuitem', { name: 'Show in Tree' }).click();
    await ui.workbench.page.locator('.sidebar .monaco-list-row.selected').filter({ hasText: 'Camarote – sexta' }).waitFor();
  });
});
