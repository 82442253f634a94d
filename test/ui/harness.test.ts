import assert from 'node:assert/strict';
import { useWorkbench } from '../harness/ui.ts';

describe('the test harness', () => {
  const ui = useWorkbench();

  it('finds a row of a tree and reaches into a web page', async () => {
    await ui.workbench.showContainer('Explorer');
    await ui.workbench.row('README.md').click();
    await ui.workbench.run('Markdown: Open Preview');
    await ui.workbench.webview.getByRole('heading', { name: 'Sample workspace' }).waitFor();
  });

  it('answers a dialog', async () => {
    await ui.workbench.row('codes.csv').click();
    await ui.workbench.page.getByRole('tab', { name: 'codes.csv' }).waitFor();
    // The command of this name is another one while the preview is the active editor.
    await ui.workbench.page.locator('.statusbar').getByText('Plain Text').waitFor();
    await ui.workbench.run('Format Document');
    await ui.workbench.dialog.getByText('There is no formatter').waitFor();
    await ui.workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('reads notifications', async () => {
    await ui.workbench.run('Merge Conflict: Accept All Current');
    await ui.workbench.notifications.getByText('No merge conflicts found').waitFor();
  });

  it('keeps what a person did through a reload', async () => {
    await ui.workbench.reload();
    await ui.workbench.page.getByRole('tab', { name: 'codes.csv' }).waitFor();
  });
});

describe('the test harness, in a host of its own', () => {
  const ui = useWorkbench({
    trusted: false,
    settings: { 'workbench.colorTheme': 'Default High Contrast', 'security.workspace.trust.startupPrompt': 'never' },
    service: { faults: [{ kind: '500', operation: 'listTypes' }] },
  });

  it('opens a folder in Restricted Mode', async () => {
    await ui.workbench.page.locator('.statusbar').getByText('Restricted Mode').waitFor();
  });

  it('starts with the settings of a person', async () => {
    await ui.workbench.page.locator('.monaco-workbench.hc-black').waitFor();
  });

  it('runs a service that fails as it is asked to', async () => {
    const { ticketUrl, token } = ui.host.service!;
    const reply = await fetch(`${ticketUrl}/types`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(reply.status, 500);
  });
});
