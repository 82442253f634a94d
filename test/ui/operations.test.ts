import { useWorkbench } from '../harness/ui.ts';

describe('operations, as a person uses them', () => {
  const ui = useWorkbench({ settings: { 'files.autoSave': 'off' } });
  const link = 'festival-da-primavera';

  /** Types into the open quick input, waits for a row that says so and chooses it. */
  async function choose(text: string, row = text): Promise<void> {
    await ui.workbench.quickInput.locator('input').first().fill(text);
    await ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: row }).first().click();
  }

  /** Answers the input whose prompt says so. */
  async function fill(prompt: string, text: string): Promise<void> {
    await ui.workbench.quickInput.getByText(prompt).first().waitFor();
    await ui.workbench.answer(text);
  }

  const chooseEvent = () => choose(link, 'Festival da Primavera');
  const editor = () => ui.workbench.page.locator('.editor-instance .view-lines').last();

  /** Selects the first place of a text in the active editor. */
  async function find(text: string): Promise<void> {
    const { keyboard } = ui.workbench.page;
    const widget = ui.workbench.page.locator('.find-widget.visible');
    await editor().click();
    await keyboard.press('Control+Home');
    await keyboard.press('Control+f');
    await widget.locator('textarea').first().fill(text);
    await widget
      .locator('.matchesCount')
      .getByText(/of [1-9]/)
      .waitFor();
    await widget.locator('textarea').first().press('Enter');
    await widget.locator('.matchesCount').getByText(/1 of/).waitFor();
    await widget.locator('textarea').first().press('Escape');
    await widget.waitFor({ state: 'detached' });
  }

  /** Replaces what stands behind a text on its line. */
  async function replaceRest(after: string, text: string): Promise<void> {
    const { keyboard } = ui.workbench.page;
    await find(after);
    await keyboard.press('ArrowRight');
    await keyboard.press('Shift+End');
    await keyboard.insertText(text);
  }

  before(async () => {
    await ui.workbench.run('Box Office: Start Local Service');
    await ui.workbench.notifications.filter({ hasText: /local service is running/ }).waitFor();
  });

  it('runs a read from the palette and shows its reply', async () => {
    await ui.workbench.run('Box Office: Run Operation');
    await choose('List ticket types');
    await fill('Optional query parameters', '');
    await ui.workbench.page.getByRole('tab', { name: /List ticket types/ }).waitFor();
    await editor().getByText('"Group"').waitFor();
    await ui.workbench.screenshot('reply of an operation');
  });

  it('runs a write from the palette, asking for what it needs', async () => {
    await ui.workbench.run('Box Office: Run Operation');
    await choose('Create passkey');
    await chooseEvent();
    await fill('passkey', 'UITEST');
    await fill('Optional fields', '{"finish": "soon"}');
    await ui.workbench.quickInput.getByText('must be a day or time').waitFor();
    await ui.workbench.screenshot('optional fields of an operation');
    await ui.workbench.answer('{"finish": "2099-01-01"}');
    await fill('Optional query parameters', '');
    await ui.workbench.page.getByRole('tab', { name: /Create passkey/ }).waitFor();
    await editor().getByText('"UITEST"').waitFor();
  });

  it('opens an item as JSON, marks what is wrong in it, and saves what is right', async () => {
    await ui.workbench.run('Box Office: Open as JSON');
    await choose('Item');
    await choose('1º lote', '1º lote');
    await ui.workbench.page.getByRole('tab', { name: /1º lote\.json/ }).waitFor();
    await editor().getByText('"name"').waitFor();

    await replaceRest('"price": ', '12.345,');
    await ui.workbench.page.locator('.squiggly-error').first().waitFor();
    await ui.workbench.screenshot('a wrong amount is marked');

    await replaceRest('"price": ', '98.75,');
    await ui.workbench.page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    await ui.workbench.page.keyboard.press('Control+s');
    await ui.workbench.page.locator('.tab.active:not(.dirty)').waitFor();
    await ui.workbench.run('Box Office: Run Operation');
    await choose('List items');
    await fill('Optional query parameters', '{"term": "1º lote", "pageSize": 1}');
    await ui.workbench.page.getByRole('tab', { name: /List items/ }).waitFor();
    await find('"price": 98.75');
  });

  it('deletes a passkey after a question, and undoes it', async () => {
    await ui.workbench.run('Box Office: Delete Passkey');
    await chooseEvent();
    await choose('UITEST');
    await ui.workbench.page.keyboard.press('Enter');
    await ui.workbench.dialog.getByText('Delete Passkey: UITEST?').waitFor();
    await ui.workbench.screenshot('delete passkey question');
    await ui.workbench.dialog.getByRole('button', { name: 'Delete Passkey' }).click();
    const deleted = ui.workbench.notifications.filter({ hasText: 'Passkey UITEST was deleted' });
    await deleted.waitFor();
    await ui.workbench.screenshot('passkey deleted');
    await deleted.getByRole('button', { name: 'Undo' }).click();
    await ui.workbench.notifications.filter({ hasText: '1 of 1 passkeys are there again' }).waitFor();
  });
});
