// What the page itself does is tested in test/page/event.test.ts; that a row is a preview, in tree.test.ts and test/page/previews.test.ts.
import assert from 'node:assert/strict';
import { signIn } from '../harness/forms.ts';
import { useWorkbench } from '../harness/ui.ts';

describe('the page of an event', () => {
  const ui = useWorkbench({
    service: { seed: 1 },
    environment: { name: 'stg', eventCredential: 'nothing', ticketCredential: 'bearer', currency: 'BRL' },
  });
  const page = () => ui.workbench.webview;
  const heading = (name: string) => page().getByRole('heading', { name, exact: true });
  const tab = (name: RegExp) => ui.workbench.page.getByRole('tab', { name });

  beforeEach(() => signIn(ui));

  it('shows with one click in the tree, which keeps the focus', async () => {
    await ui.workbench.expand('Featured');
    await ui.workbench.row('Festival da Primavera').click();
    await heading('Festival da Primavera').waitFor();
    await tab(/Festival da Primavera/).waitFor();
    await ui.workbench.row('Festival da Primavera').and(ui.workbench.page.locator('.focused')).waitFor();
    await ui.workbench.page.keyboard.press('ArrowRight');
    await ui.workbench.row('Festival da Primavera').and(ui.workbench.page.locator('[aria-expanded="true"]')).waitFor();
    await ui.workbench.twistie('Festival da Primavera').click();
  });

  it('gives way to the next event that is clicked, until it is used', async () => {
    const other = "Rock 'n' Rio d'Água <b>ao vivo</b>";
    const otherTab = tab(/Rock 'n' Rio/);
    await ui.workbench.expand('Featured');
    await ui.workbench.row('Festival da Primavera').click();
    await tab(/Festival da Primavera/).waitFor();
    await ui.workbench.row(other).click();
    await otherTab.waitFor();
    await tab(/Festival da Primavera/).waitFor({ state: 'detached' });
    await page().getByText('More', { exact: true }).click();
    await page().getByRole('button', { name: 'Show in Tree' }).click();
    await ui.workbench.row(other).and(ui.workbench.page.locator('.selected')).waitFor();
    await ui.workbench.row('Festival da Primavera').click();
    await tab(/Festival da Primavera/).waitFor();
    assert.equal(await otherTab.count(), 1, 'a page that was used stays');
    await heading('Festival da Primavera').waitFor();
  });
});
