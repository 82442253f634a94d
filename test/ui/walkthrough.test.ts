import { useWorkbench } from '../harness/ui.ts';

describe('a newcomer with the walkthrough', () => {
  const ui = useWorkbench();
  const walkthrough = () => ui.workbench.page.locator('.gettingStartedContainer');
  const step = (title: string) => walkthrough().locator('.getting-started-step').filter({ hasText: title });
  const button = (title: string) => walkthrough().getByRole('button', { name: title, exact: true });
  const toast = (text: string | RegExp) => ui.workbench.notifications.filter({ hasText: text });

  async function open(): Promise<void> {
    await ui.workbench.run('Box Office: Get Started');
    await walkthrough().locator('.getting-started-step:enabled').first().waitFor();
  }

  async function backTo(title: string): Promise<void> {
    await open();
    if (!(await step(title).getAttribute('class'))?.includes('expanded')) await step(title).click();
  }

  const isDone = (title: string) => step(title).locator('.codicon-getting-started-step-checked').first().waitFor();

  // In a narrow window the steps stand without their pictures.
  before(() => ui.workbench.page.setViewportSize({ width: 1600, height: 900 }));

  it('finds it and starts the local service', async () => {
    await open();
    await button('Start Local Service').click();
    await toast('The local service is running').getByRole('button', { name: 'Find Event' }).waitFor();
    await isDone('Start the local service');
    await ui.workbench.screenshot('walkthrough, light');
  });

  it('browses an event', async () => {
    await backTo('Browse an event');
    await button('Find Event').click();
    // As the step says, before anything of the tree was opened.
    await ui.workbench.choose('Festival da Primavera');
    await ui.workbench.row('Festival da Primavera').first().waitFor();
    await isDone('Browse an event');
  });

  it('checks a sample and mends it', async () => {
    await backTo('Check a file of codes');
    await button('Check Sample Codes').click();
    await ui.workbench.webview.getByRole('heading', { name: 'sample-codes.csv' }).waitFor();
    await ui.workbench.webview.getByRole('button', { name: 'Fix All' }).click();
    await ui.workbench.webview.getByRole('heading', { name: 'sample-codes.fixed.csv' }).waitFor();
    await backTo('Upload it');
    await isDone('Check a file of codes');
  });

  it('uploads what came of it', async () => {
    await button('Upload Sample Codes').click();
    await ui.workbench.choose('festival-da-primavera', 'Festival da Primavera');
    await ui.workbench.dialog.getByText('9 codes, 0 problems').first().waitFor();
    await ui.workbench.dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await toast(/codes uploaded to Festival da Primavera/)
      .getByRole('button', { name: 'Show in Tree' })
      .waitFor();
    await backTo('Upload it');
    await isDone('Upload it');
    await toast(/codes uploaded to Festival da Primavera/)
      .getByRole('button', { name: 'Show in Tree' })
      .click();
    // They are below the item that got them.
    await ui.workbench.row('1º lote').first().waitFor();
    await ui.workbench.row('Codes').and(ui.workbench.page.locator('.selected[aria-expanded="true"]')).waitFor();
    await ui.workbench.page.waitForFunction(`document.querySelector('.getting-started-media img')?.naturalWidth > 0`);
    await ui.workbench.screenshot('walkthrough, uploaded');
  });
});

describe('the walkthrough of somebody who has begun without it', () => {
  const ui = useWorkbench();

  it('has ticked off what is done already', async () => {
    await ui.workbench.run('Box Office: Start Local Service');
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.expand('Featured');
    await ui.workbench.row('Festival da Primavera').waitFor();
    await ui.workbench.run('Box Office: Get Started');
    const step = ui.workbench.page.locator('.getting-started-step').filter({ hasText: 'Start the local service' });
    await step.locator('.codicon-getting-started-step-checked').first().waitFor();
  });
});
