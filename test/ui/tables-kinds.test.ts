import assert from 'node:assert/strict';
import { signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';
import { tableOf, tableOptions } from './tables.support.ts';

describe('a table from elsewhere', () => {
  const ui = useWorkbench(tableOptions);
  const table = tableOf(ui);

  before(() => signIn(ui));

  it('is offered for the reply of an operation that is a list', async () => {
    await ui.workbench.run('Box Office: Run Operation');
    await ui.workbench.choose('List ticket types');
    await ui.workbench.quickInput.getByText('Optional query parameters').first().waitFor();
    await ui.workbench.answer('');
    await ui.workbench.notifications
      .filter({ hasText: 'List ticket types: the reply is a list.' })
      .getByRole('button', { name: 'Open as Table' })
      .click();
    await table.page().getByRole('heading', { name: 'List ticket types' }).waitFor();
    await table.rows().first().waitFor();
    assert.ok((await table.texts('name')).includes('Group'));
  });

  it('is offered in the form of an operation', async () => {
    await ui.workbench.run('Box Office: Open Operation Form…');
    await ui.workbench.choose('Get featured events');
    await table.page().getByRole('button', { name: 'Read' }).click();
    await table.page().getByRole('button', { name: 'Open as Table' }).click();
    await table.page().getByRole('heading', { name: 'Get featured events' }).waitFor();
    await table.rows().first().waitFor();
  });

  it('fault 12: shows markup of the service as text', async () => {
    await table.page().getByRole('gridcell', { name: /<b>/ }).first().waitFor();
    assert.equal(await table.page().locator('main b').count(), 0);
  });

  for (const [what, title, rows] of [
    ['Crew of an event', 'Crew of Festival da Primavera', /^Rows: \d+$/],
    ['Attributes of an event', 'Attributes of Festival da Primavera', /^Rows: \d+$/],
    ['Passkeys of an event', 'Passkeys of Festival da Primavera', /^Rows: \d+$/],
  ] as const)
    it(`opens the ${what.toLowerCase()} from the palette`, async () => {
      await openForList(what, '1001');
      await table.page().getByRole('heading', { name: title }).waitFor();
      await table.count(rows);
      await table.rows().first().waitFor();
    });

  it('shows triggers, featured events and a category', async () => {
    await openForList('Triggers of an item');
    await ui.workbench.choose('300002', '1º lote');
    await table.page().getByRole('heading', { name: 'Triggers of 1º lote' }).waitFor();
    await openForList('Featured events');
    await table.page().getByRole('heading', { name: 'Featured events' }).waitFor();
    await table.rows().first().waitFor();
    await openForList('Events in a category');
    await ui.workbench.choose('concerts');
    await table.page().getByRole('heading', { name: 'Events in concerts' }).waitFor();
    await table.rows().first().waitFor();
  });

  it('opens from a folder of the tree', async () => {
    await ui.workbench.row('Featured').hover();
    await ui.workbench.row('Featured').getByRole('button', { name: 'Open as Table' }).click();
    await table.page().getByRole('heading', { name: 'Featured events' }).waitFor();
  });

  it('fault 57: is there again after the window was reloaded', async () => {
    await ui.workbench.reload();
    await table.page().getByRole('heading', { name: 'Featured events' }).waitFor();
    await table.rows().first().waitFor();
  });

  async function openForList(what: string, id?: string): Promise<void> {
    // What an editor shows would be taken for what is meant.
    await ui.workbench.run('View: Close All Editors');
    await ui.workbench.run('Box Office: Open as Table');
    await ui.workbench.choose(what);
    if (id === undefined) return;
    await ui.workbench.quickInput.locator('input').first().fill(id);
    await ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: id }).first().waitFor();
    await ui.workbench.page.keyboard.press('Enter');
  }
});
