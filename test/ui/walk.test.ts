import assert from 'node:assert/strict';
import { signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';

// Each question of a protected environment is proved in test/host; here is the way that a hand takes.
describe('a walk through a protected environment', () => {
  const ui = useWorkbench({ service: { seed: 1 }, environment: { name: 'prod', protected: true } });
  before(() => signIn(ui));

  const codes = async () => {
    const { ticketUrl, token } = ui.host.service!;
    const reply = await fetch(`${ticketUrl}/items/300002/codes`, { headers: { authorization: `Bearer ${token}` } });
    return ((await reply.json()) as { pagination: { total: number } }).pagination.total;
  };

  it('uploads a file by a right-click, after a question that names the environment', async () => {
    const { dialog, notifications } = ui.workbench;
    const before = await codes();
    await ui.workbench.showContainer('Explorer');
    await ui.workbench.rightClick('codes.csv', 'Upload Codes…');
    await ui.workbench.choose('festival-da-primavera', 'Festival da Primavera');
    await dialog.getByText('codes.csv').first().waitFor();
    await dialog.getByText('Upload codes to Festival da Primavera?').first().waitFor();
    await dialog.getByText('Environment: prod (protected)').first().waitFor();
    await ui.workbench.screenshot('upload question');
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await notifications.filter({ hasText: /codes uploaded to Festival da Primavera \(prod\)/ }).waitFor();
    assert.ok((await codes()) > before);
  });

  it('opens reports of the tree as pages, and as JSON from the menu', async () => {
    const { page, webview } = ui.workbench;
    await ui.workbench.showContainer('Box Office');
    await page
      .locator('.sidebar .composite.title')
      .getByText(/prod \(protected\)/)
      .waitFor();
    for (const label of ['Featured', 'Festival da Primavera', 'Reports']) await ui.workbench.expand(label);
    await ui.workbench.row('Bordero').first().click();
    await webview.getByRole('heading', { name: 'Bordero' }).waitFor();
    await webview.getByText('prod (protected)').waitFor();
    await ui.workbench.rightClick('Bordero', 'Open as JSON');
    await page.locator('.view-line').getByText('"currency"').first().waitFor();
    await ui.workbench.expand('Sessions');
    await ui.workbench.rightClick(/^Sat, .* 2:00 PM$/, 'Show Entry Report…');
    await webview.getByRole('heading', { name: 'Entry report' }).waitFor();
    assert.equal(await webview.getByLabel('Session', { exact: true }).inputValue(), '20002');
  });
});
