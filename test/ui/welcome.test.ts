import assert from 'node:assert/strict';
import { useFakeService } from '../harness/fake-service.ts';
import { everything } from '../harness/everything.ts';
import { useWorkbench, type Ui } from '../harness/ui.ts';

const welcomeButton = ({ workbench }: Ui, name: string) => workbench.welcome.getByRole('button', { name });

// Proved in test/host/states.test.ts.
if (everything)
  describe('the Events view where nothing is public', () => {
    const ui = useWorkbench({ service: { seed: 11 }, environment: { name: 'closed', eventCredential: 'bearer' } });

    it('asks for a sign-in, and shows the tree after it', async () => {
      await ui.workbench.showContainer('Box Office');
      await ui.workbench.welcome.getByText('You are signed out').waitFor();
      await welcomeButton(ui, 'Switch Environment').waitFor();
      await welcomeButton(ui, 'Sign In').click();
      await ui.workbench.answer(ui.host.service!.token);
      await ui.workbench.row('Featured').waitFor();
      await ui.workbench.row('Signed out').waitFor({ state: 'detached' });
    });
  });

describe('the Events view of a service that gives icons for names', () => {
  const title = '$(bell) Alarm $(sync~spin)';
  const settings = useFakeService(() => ({ body: { data: [{ id: 7, title, city: '$(flame)' }] } }), 'odd');
  const ui = useWorkbench({ settings });
  const icons = '.codicon-bell, .codicon-sync, .codicon-flame';

  it('shows them as text, in its rows and in the list to choose from', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.expand('Featured');
    await ui.workbench.row(title).first().waitFor();
    assert.equal(await ui.workbench.row(title).first().locator(icons).count(), 0);
    await ui.workbench.run('Box Office: Find Event');
    await ui.workbench.quickInput.locator('input').first().fill('Alarm');
    const found = ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: 'Alarm' }).first();
    await found.waitFor();
    assert.equal(await found.locator(icons).count(), 0);
  });
});

// Proved in test/host/restricted.test.ts.
if (everything)
  describe('a folder in Restricted Mode', () => {
    const ui = useWorkbench({
      trusted: false,
      service: { seed: 1 },
      environment: { name: 'stg' },
    });

    it('has a file of codes that can be checked, and not uploaded', async () => {
      await ui.workbench.page.locator('.statusbar').getByText('Restricted Mode').waitFor();
      await ui.workbench.showContainer('Explorer');
      await ui.workbench.rightClick('codes.csv', 'Box Office', 'Check Codes');
      await ui.workbench.webview.getByRole('heading', { name: 'codes.csv' }).waitFor();
      await ui.workbench.rightClick('codes.csv', 'Box Office');
      await ui.workbench.page.locator('.monaco-menu').getByText('Check Codes', { exact: true }).waitFor();
      await ui.workbench.page.locator('.monaco-menu .action-item.disabled').filter({ hasText: 'Upload Codes…' }).waitFor();
      await ui.workbench.page.keyboard.press('Escape');
    });
  });
