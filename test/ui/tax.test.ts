import assert from 'node:assert/strict';
import { slowReplies } from '../harness/faults.ts';
import { draftKept, nextReply, pictureInEveryTheme, saveState, switchTo } from '../harness/forms.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import { useWorkbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

describe('the tax calculator', () => {
  const faults: ServiceFault[] = [];
  const ui = useWorkbench({
    service: { seed: 1, faults },
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
      .getByRole('row', { name: /The customer pays/ })
      .getByText('R$126.00')
      .waitFor();
    await page.locator('th[title="finalPrice"]').waitFor();
    assert.match((await page.getByRole('img').getAttribute('aria-label')) ?? '', /The customer pays on top: R\$6\.00/);
    await pictureInEveryTheme(ui, 'tax calculator, with its picture');
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

  it('ends what was asked when something else is typed, and shows no answer beside what is wrong', async () => {
    const page = ui.workbench.webview;
    await page.getByLabel('Event').fill('1001');
    await page.getByRole('row', { name: /The customer pays/ }).waitFor();
    const slow = slowReplies('calculateTax', 8000);
    faults.push(slow);
    const price = page.getByLabel('Price (BRL)');
    await price.fill('71');
    await slow.begun(1);
    const ended = await nextReply(ui, `({ problem }) => problem === ''`);
    await price.fill('72');
    await slow.begun(2);
    await ended.came;
    const answered = await nextReply(ui, '({ result }) => result?.rows');
    await price.fill('seventy');
    await page.getByText('This is not an amount.').waitFor();
    assert.equal(await page.getByRole('table').count(), 0, 'the old result is gone');
    await answered.came;
    assert.equal(await page.getByRole('table').count(), 0, 'an answer that comes late is not drawn');
    faults.length = 0;
    await price.fill('12');
    await page.getByRole('row', { name: /The customer pays/ }).waitFor();
  });

  it('fault 41: stays in the environment it was opened in, whatever is chosen later', async () => {
    await switchTo(ui, 'Local service');
    await ui.workbench.notifications.filter({ hasText: 'The local service is running' }).waitFor();
    const page = ui.workbench.webview;
    await page.getByText('stg', { exact: true }).waitFor();
    await page.getByLabel('Event').fill('1001');
    await page.getByRole('row', { name: /The customer pays/ }).waitFor();
    const { host } = new URL(ui.host.service!.ticketUrl);
    await page.getByLabel('Event').fill('999998');
    // The refusal names the host that was asked, and the other one has other data.
    await page.getByRole('alert').filter({ hasText: host }).waitFor();
    await switchTo(ui, 'stg');
  });

  const typed: Readonly<Record<string, string>> = {
    'Event': '1001',
    'Producer': '77',
    'Price (BRL)': '80,00',
    'Paid by the customer (%)': '25',
    'Custom tax (BRL)': '4,00',
  };
  const field = (label: string) => ui.workbench.webview.getByLabel(label, { exact: true });
  const fill = async () => {
    for (const [label, text] of Object.entries(typed)) await field(label).fill(text);
  };
  const hasTyped = async () => {
    const page = ui.workbench.webview;
    await page
      .getByRole('row', { name: /Tax paid by the customer/ })
      .getByText('R$1.00')
      .waitFor();
    for (const [label, text] of Object.entries(typed)) assert.equal(await field(label).inputValue(), text, label);
  };

  it('has what was typed while another page was in front of it', async () => {
    await fill();
    await draftKept(ui, '4,00');
    await ui.workbench.run('File: New Untitled Text File');
    await ui.workbench.page.locator('.tab.active', { hasText: 'Untitled-1' }).waitFor();
    await ui.workbench.page.getByRole('tab', { name: 'Tax Calculator' }).click();
    await hasTyped();
  });

  it('fault 57: has the last key when its tab is left in the same moment', async () => {
    const { page } = ui.workbench;
    const other = page.getByRole('tab', { name: 'Untitled-1' });
    await field('Producer').click();
    await page.keyboard.press('End');
    // No pause between the keys, and none after the last.
    for (const key of ['8', '9', '6', '5', '4']) await page.keyboard.press(key);
    await other.click();
    await ui.workbench.page.locator('.tab.active', { hasText: 'Untitled-1' }).waitFor();
    await page.getByRole('tab', { name: 'Tax Calculator' }).click();
    await field('Producer').waitFor();
    assert.equal(await field('Producer').inputValue(), '7789654');
    await field('Producer').fill('77');
    await hasTyped();
  });

  it('gives back what was typed after a reload in the middle of it', async () => {
    await field('Producer').fill('78');
    await draftKept(ui, '"78"');
    await ui.workbench.reload();
    await ui.workbench.webview.getByRole('button', { name: 'Try Again' }).click();
    await ui.workbench.quickInput.getByText('Sign in to stg').waitFor();
    assert.equal(await field('Producer').inputValue(), '78');
    await ui.workbench.answer(ui.host.service!.token);
    await field('Producer').fill('77');
    await hasTyped();
    await draftKept(ui, '"77"');
  });

  it('offers it when it was closed and is opened again', async () => {
    await ui.workbench.run('View: Close All Editors');
    await ui.workbench.run('Box Office: Calculate Tax');
    const page = ui.workbench.webview;
    await page.getByText('was not saved').waitFor();
    await ui.workbench.screenshot('tax calculator, draft offered');
    await page.getByRole('button', { name: 'Restore' }).click();
    await hasTyped();
    await ui.workbench.run('View: Close All Editors');
  });

  it('fault 59: is closed where its saved state cannot be understood, and gives back what was typed', async () => {
    await ui.workbench.run('Box Office: Calculate Tax');
    await ui.workbench.webview.getByRole('button', { name: 'Restore' }).click();
    await hasTyped();
    await saveState(ui, { environment: 'stg', kind: 'tax', eventId: { $ne: null } });
    await ui.workbench.reload();
    const tab = ui.workbench.page.getByRole('tab', { name: 'Tax Calculator' });
    await tab.waitFor({ state: 'detached' });
    await ui.workbench.run('Box Office: Calculate Tax');
    await ui.workbench.webview.getByRole('button', { name: 'Restore' }).click();
    await ui.workbench.answer(ui.host.service!.token);
    await hasTyped();
    await until('the broken one is gone', async () => (await tab.count()) === 1);
    await ui.workbench.run('View: Close All Editors');
  });

  it('of an event leaves an open palette alone when it comes back late', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.expand('Featured');
    await ui.workbench.rightClick('Festival da Primavera', 'Calculate Tax…');
    await ui.workbench.webview.getByText('Festival da Primavera').waitFor();
    faults.push({ kind: 'latency', operation: 'getEvent', value: 4000 });
    await ui.workbench.reload();
    await ui.workbench.page.getByRole('tab', { name: 'Tax Calculator · Festival da Primavera' }).waitFor();
    await ui.workbench.page.keyboard.press('F1');
    await ui.workbench.quickInput.waitFor();
    await ui.workbench.webview.getByText('Festival da Primavera').waitFor();
    await ui.workbench.screenshot('tax calculator, back behind the palette');
    const refusal = ui.workbench.webview.getByRole('alert');
    await refusal.filter({ hasText: 'stg' }).waitFor();
    assert.equal(await ui.workbench.quickInput.locator('input[type="text"]').inputValue(), '>');
    await ui.workbench.page.keyboard.press('Escape');
    await refusal.getByRole('button', { name: 'Try Again' }).click();
    await ui.workbench.answer(ui.host.service!.token);
    await ui.workbench.webview.getByRole('row', { name: /The customer pays/ }).waitFor();
  });
});
