import assert from 'node:assert/strict';
import { signIn } from '../harness/forms.ts';
import { everything } from '../harness/everything.ts';
import { useWorkbench } from '../harness/ui.ts';

describe('signing in, as a person does it', () => {
  const ui = useWorkbench({ service: { seed: 1 }, environment: { name: 'stg' } });
  const token = () => ui.host.service!.token;
  const status = (text: string) => ui.workbench.page.locator('.statusbar-item').filter({ hasText: text });

  beforeEach(async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.driver.run('boxOffice.signOut');
    await status('stg · signed out').waitFor();
    await ui.workbench.tidy();
  });

  // Proved in test/host/environments.test.ts.
  if (everything)
    it('asks for the token in a password field, and says who is signed in', async () => {
      const { quickInput } = ui.workbench;
      const input = quickInput.locator('input').first();
      await ui.workbench.run('Box Office: Sign In');
      await quickInput.getByText('It is kept in the secret storage of VS Code').waitFor();
      assert.equal(await input.getAttribute('type'), 'password');
      await ui.workbench.answer('two words');
      await quickInput.getByText('It must be one word').waitFor();
      await input.fill('abc');
      await quickInput.getByText('This does not look like a JWT. It is used as it is.').waitFor();
      await input.fill(`Bearer ${token()}`);
      await quickInput.getByText('This does not look like a JWT').waitFor({ state: 'detached' });
      await ui.workbench.answer(`Bearer ${token()}`);
      const toast = ui.workbench.notifications.filter({ hasText: 'Signed in to stg as Ana Souza.' });
      await toast.getByRole('button', { name: 'Show Events' }).waitFor();
      await status('stg · Ana Souza').waitFor();
      // What the tooltip says is said to a screen reader as well.
      const said = (await status('stg · Ana Souza').locator('[aria-label]').first().getAttribute('aria-label')) ?? '';
      assert.match(said, /Signed in as Ana Souza until \w+ \d+, \d{4}, \d+:\d\d/);
      assert.match(said, /Environment: stg/);
    });

  it('fault 9: neither the log nor the console shows the token', async () => {
    await signIn(ui);
    await ui.workbench.expand('Featured');
    await ui.workbench.row('Festival da Primavera').waitFor();
    const said = (await ui.host.readLogs()) + ui.workbench.console;
    assert.ok(said.includes('Box Office'));
    assert.ok(!said.includes(token()) && !said.includes(token().split('.')[2]!));
  });
});

// Proved in test/host/environments.test.ts.
if (everything)
  describe('a protected environment', () => {
    const ui = useWorkbench({ service: { seed: 2 }, environment: { name: 'prod', protected: true } });
    const status = (text: string) => ui.workbench.page.locator('.statusbar-item').filter({ hasText: text });

    afterEach(() => ui.workbench.driver.run('boxOffice.stopLocalService'));

    it('is marked in the status bar and in the Events view, and left by a click there', async () => {
      await ui.workbench.showContainer('Box Office');
      await status('prod').waitFor();
      assert.match((await status('prod').getAttribute('class')) ?? '', /warning-kind/);
      // The view has a heading of its own where the Runs view stands below it.
      await ui.workbench.page
        .locator('.sidebar :is(.composite.title, .pane-header)')
        .getByText(/prod \(protected\)/)
        .filter({ visible: true })
        .waitFor();
      await status('prod').click();
      const rows = ui.workbench.quickInput.locator('.monaco-list-row');
      await rows.filter({ hasText: 'Local service' }).waitFor();
      await rows.filter({ hasText: 'Configure Environments…' }).waitFor();
      await ui.workbench.choose('Local', 'Local service');
      await ui.workbench.notifications.filter({ hasText: 'The local service is running' }).waitFor();
      await status('Local service').waitFor();
    });
  });
