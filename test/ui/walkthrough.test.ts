import type { Frame } from 'playwright-core';
import { chooseFirst } from '../harness/forms.ts';
import { useWorkbench, type Ui } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

// What a window was told of finished steps is kept with it.
describe('the walkthrough', () => {
  const newcomer = useWorkbench({ isNew: true });
  afterEach(() => newcomer.workbench.driver.run('boxOffice.stopLocalService'));

  const walkthrough = (ui: Ui) => ui.workbench.page.locator('.gettingStartedContainer');
  const step = (ui: Ui, title: string) => walkthrough(ui).locator('.getting-started-step').filter({ hasText: title });
  const isDone = (ui: Ui, title: string) => step(ui, title).locator('.codicon-getting-started-step-checked').first().waitFor();

  it('leads a newcomer from the local service to uploaded codes, and ticks off each step', async () => {
    const ui = newcomer;
    const button = (title: string) => walkthrough(ui).getByRole('button', { name: title, exact: true });
    const toast = (text: string | RegExp) => ui.workbench.notifications.filter({ hasText: text });
    const goTo = async (title: string) => {
      // Its end is the end of drawing: the steps of before are gone.
      await ui.workbench.driver.run('boxOffice.getStarted');
      await walkthrough(ui).locator('.getting-started-step:enabled').first().waitFor();
      if (!(await step(ui, title).getAttribute('class'))?.includes('expanded')) await step(ui, title).click();
    };
    // In a narrow window the steps stand without their pictures.
    await ui.workbench.page.setViewportSize({ width: 1600, height: 900 });

    await ui.workbench.run('Box Office: Get Started');
    await goTo('Start the local service');
    await button('Start Local Service').click();
    await toast('The local service is running').getByRole('button', { name: 'Find Event' }).waitFor();
    await isDone(ui, 'Start the local service');

    await goTo('Browse an event');
    await button('Find Event').click();
    // As the step says, before anything of the tree was opened.
    await chooseFirst(ui, 'Festival da Primavera');
    await ui.workbench.webview.getByRole('heading', { name: 'Festival da Primavera' }).waitFor();
    await goTo('Check a file of codes');
    await isDone(ui, 'Browse an event');

    await goTo('Change a price');
    await button('Edit Item').click();
    await chooseFirst(ui, '1º lote');
    await ui.workbench.webview.getByLabel('Price (BRL)').fill('131');
    await ui.workbench.webview.getByRole('button', { name: 'Save', exact: true }).click();
    await ui.workbench.webview
      .getByText(/was saved|were saved|saved/)
      .first()
      .waitFor();
    await goTo('Change a price');
    await isDone(ui, 'Change a price');

    await goTo('Read a report');
    await button('Show Entry Report').click();
    await chooseFirst(ui, 'festival-da-primavera', 'Festival da Primavera');
    await ui.workbench.webview.getByRole('heading', { name: 'Entry report' }).first().waitFor();
    await goTo('Read a report');
    await isDone(ui, 'Read a report');

    await goTo('Check a file of codes');
    await button('Check Sample Codes').click();
    await ui.workbench.webview.getByRole('heading', { name: 'sample-codes.csv' }).waitFor();
    await ui.workbench.webview.getByRole('button', { name: 'Fix All' }).click();
    await ui.workbench.webview.getByRole('heading', { name: 'sample-codes.fixed.csv' }).waitFor();
    await goTo('Upload it');
    await isDone(ui, 'Check a file of codes');

    await button('Upload Sample Codes').click();
    await chooseFirst(ui, 'festival-da-primavera', 'Festival da Primavera');
    await ui.workbench.dialog.getByText('9 codes, 0 problems').first().waitFor();
    await ui.workbench.dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    const uploaded = toast(/codes uploaded to Festival da Primavera/).getByRole('button', { name: 'Show in Tree' });
    // At once: a toast goes by itself.
    await uploaded.click();
    // The first of them, below the item that got it.
    await ui.workbench.row('1º lote').first().waitFor();
    await ui.workbench.row('WK3DEGZDPC').and(ui.workbench.page.locator('.selected')).waitFor();
    await goTo('Upload it');
    await isDone(ui, 'Upload it');
    const isDrawn = (frame: Frame) => frame.locator('svg text', { hasText: 'Upload codes to' }).isVisible();
    await until('the picture is drawn', async () => (await Promise.all(ui.workbench.page.frames().map(isDrawn))).includes(true));
  });
});
