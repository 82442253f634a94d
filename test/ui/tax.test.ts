import assert from 'node:assert/strict';
import { useWorkbench } from '../harness/ui.ts';

describe('the tax calculator', () => {
  const ui = useWorkbench({
    service: { seed: 1 },
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer' },
  });

  before(async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.run('Box Office: Sign In');
    await ui.workbench.answer(ui.host.service!.token);
    await ui.workbench.notifications.filter({ hasText: 'Signed in to stg' }).waitFor();
  });

  it('shows who pays what, while it is typed', async () => {
    await ui.workbench.run('Box Office: Calculate Tax');
    const page = ui.workbench.webview;
    await page.getByLabel('Event').fill('1001');
    await page.getByLabel('Price (BRL)').fill('120,00');
    await page.getByLabel('Paid by the customer (%)').fill('50');
    await page
      .getByRole('row', { name: /finalPrice/ })
      .getByText('R$126.00')
      .waitFor();
    assert.match((await page.getByRole('img').getAttribute('aria-label')) ?? '', /The customer pays on top: R\$6\.00/);
    await ui.workbench.screenshot('tax calculator');
  });

  it('names the field that is wrong', async () => {
    const page = ui.workbench.webview;
    await page.getByLabel('Price (BRL)').fill('twelve');
    await page.getByText('This is not an amount.').waitFor();
    assert.equal(await page.getByLabel('Price (BRL)').getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Price (BRL)').fill('12');
    await page.getByText('This is not an amount.').waitFor({ state: 'hidden' });
  });

  it('says what the service says of an event that it does not know', async () => {
    const page = ui.workbench.webview;
    await page.getByLabel('Event').fill('999999');
    await page.getByRole('alert').filter({ hasText: 'eventId names no event' }).waitFor();
    await ui.workbench.screenshot('tax calculator, refused');
  });

  it('fault 41: stays in the environment it was opened in, whatever is chosen later', async () => {
    await ui.workbench.run('Box Office: Switch Environment');
    await ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: 'Local service' }).click();
    await ui.workbench.notifications.filter({ hasText: 'The local service is running' }).waitFor();
    const page = ui.workbench.webview;
    await page.getByText('stg', { exact: true }).waitFor();
    await page.getByLabel('Event').fill('1001');
    await page.getByRole('row', { name: /finalPrice/ }).waitFor();
    const { host } = new URL(ui.host.service!.ticketUrl);
    await page.getByLabel('Event').fill('999998');
    // The refusal names the host that was asked, and the other one has other data.
    await page.getByRole('alert').filter({ hasText: host }).waitFor();
    await ui.workbench.run('Box Office: Switch Environment');
    await ui.workbench.quickInput.locator('.monaco-list-row').filter({ hasText: 'stg' }).click();
  });

  it('is there again after a reload', async () => {
    await ui.workbench.reload();
    await ui.workbench.webview.getByRole('heading', { name: 'Tax Calculator' }).waitFor();
  });
});
