import assert from 'node:assert/strict';
import { useFakeService } from '../harness/fake-service.ts';
import { everything } from '../harness/everything.ts';
import { useWorkbench, type Ui } from '../harness/ui.ts';

const welcomeButton = ({ workbench }: Ui, name: string) => workbench.welcome.getByRole('button', { name });

// Proved in local-service.test.ts and test/host/environments.test.ts.
if (everything)
  describe('the Events view before anything is set up', () => {
    const ui = useWorkbench();

    it('says where things stand, and the log names the versions', async () => {
      await ui.workbench.showContainer('Box Office');
      await ui.workbench.welcome.getByText('Browse the events').waitFor();
      await ui.workbench.run('Box Office: Show Log');
      // In a window that other tests have used it is longer than the panel, which shows its end.
      await ui.workbench.page.locator('.panel .view-lines').click();
      await ui.workbench.page.keyboard.press('Control+Home');
      await ui.workbench.page.locator('.panel .view-line').getByText('in VS Code 1.').first().waitFor();
    });
  });

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

// Proved in test/host/states.test.ts.
if (everything)
  describe('the Events view of an environment that is not in the settings', () => {
    const ui = useWorkbench({ settings: { 'boxOffice.environment': 'gone' } });

    it('offers to configure it or to take another', async () => {
      await ui.workbench.showContainer('Box Office');
      await welcomeButton(ui, 'Configure Environments').waitFor();
      await welcomeButton(ui, 'Switch Environment').waitFor();
    });
  });

// Proved in test/host/states.test.ts.
if (everything)
  describe('the Events view of a service that fails, and then has nothing', () => {
    let isWell = false;
    const settings = useFakeService(
      () => (isWell ? { body: { data: [] } } : { status: 500, body: { message: 'The database is full.' } }),
      'failing',
    );
    const ui = useWorkbench({ settings });
    const withText = (text: string) => ui.workbench.page.locator('.sidebar .monaco-list-row').filter({ hasText: text });

    it('reads again by a click on what could not be read, and finds an event by a click on nothing', async () => {
      await ui.workbench.showContainer('Box Office');
      await ui.workbench.expand('Featured');
      await withText('Could not be readTry Again').waitFor();
      isWell = true;
      await ui.workbench.row('Could not be read').click();
      await withText('Nothing here yetFind Event…').waitFor();
      await ui.workbench.row('Nothing pinned yet').click();
      await ui.workbench.quickInput.locator('input').first().waitFor();
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
