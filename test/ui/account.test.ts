import assert from 'node:assert/strict';
import { signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

const statusBar = (text: string) => `.statusbar-item:has-text("${text}")`;

// What a sign-in keeps, and all that commands ask, is proved in test/host; here are the input, the menu and the status bar themselves.
describe('signing in, as a person does it', () => {
  const ui = useWorkbench({ service: { seed: 1 }, environment: { name: 'closed', eventCredential: 'bearer' } });
  const canary = () => ui.host.service!.token;
  const signedOut = () => ui.workbench.page.locator(statusBar('closed · signed out'));

  async function signOut(): Promise<void> {
    await ui.workbench.showContainer('Box Office');
    if (!(await signedOut().isVisible())) await ui.workbench.run('Box Office: Sign Out');
    await signedOut().waitFor();
  }

  it('begins with a button of the welcome text, asks for the token in a password field, and shows the tree', async () => {
    await signOut();
    await ui.workbench.welcome.getByText('You are signed out').waitFor();
    await ui.workbench.welcome.getByRole('button', { name: 'Switch Environment' }).waitFor();
    await ui.workbench.screenshot('signed out');
    await ui.workbench.welcome.getByRole('button', { name: 'Sign In' }).click();
    const input = ui.workbench.quickInput.locator('input').first();
    await ui.workbench.quickInput.getByText('It is kept in the secret storage of VS Code').waitFor();
    assert.equal(await input.getAttribute('type'), 'password');
    await ui.workbench.answer('two words');
    await ui.workbench.quickInput.getByText('It must be one word').waitFor();
    await ui.workbench.answer(`Bearer ${canary()}`);
    const toast = ui.workbench.notifications.filter({ hasText: 'Signed in to closed as Ana Souza.' });
    await toast.getByRole('button', { name: 'Show Events' }).waitFor();
    await ui.workbench.page.locator(statusBar('closed · Ana Souza')).waitFor();
    await ui.workbench.row('Featured').first().waitFor();
    await ui.workbench.screenshot('signed in');
    // Fault 9, for what only a window prints.
    const said = (await ui.host.readLogs()) + ui.workbench.console;
    assert.ok(said.includes('Box Office'));
    assert.ok(!said.includes(canary()) && !said.includes(canary().split('.')[2]!));
  });

  it('shows in the Accounts menu, until the sign-out', async () => {
    const { page } = ui.workbench;
    const entry = page.locator('.monaco-menu').getByText('Ana Souza (closed) (Box Office)');
    const openMenu = async () => {
      await page.keyboard.press('Escape');
      await page.locator('.activitybar .action-label[aria-label^="Accounts"]').click();
      await page.locator('.monaco-menu').first().waitFor();
    };
    await signOut();
    await signIn(ui);
    // A menu has the accounts that were known when it opened.
    await until('the account is listed', async () => {
      await openMenu();
      return entry.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    });
    await page.keyboard.press('Escape');
    await signOut();
    await openMenu();
    assert.equal(await page.locator('.monaco-menu').getByText('Box Office').count(), 0);
    await page.keyboard.press('Escape');
  });
});

describe('choosing an environment', () => {
  const ui = useWorkbench({ service: { seed: 2 }, environment: { name: 'costly', protected: true } });

  it('begins with a click on the status bar, where a protected one is marked', async () => {
    await ui.workbench.showContainer('Box Office');
    const item = ui.workbench.page.locator(statusBar('costly'));
    await item.waitFor();
    assert.match((await item.getAttribute('class')) ?? '', /warning-kind/);
    await item.click();
    const rows = ui.workbench.quickInput.locator('.monaco-list-row');
    await rows.filter({ hasText: 'Configure Environments…' }).waitFor();
    await ui.workbench.screenshot('switch environment');
    await rows.filter({ hasText: 'Local service' }).click();
    await ui.workbench.notifications.filter({ hasText: 'The local service is running' }).waitFor();
    await ui.workbench.page.locator(statusBar('Local service')).waitFor();
  });
});
