import { useWorkbench } from '../harness/ui.ts';

describe('the local service, as a person uses it', () => {
  const ui = useWorkbench();

  afterEach(() => ui.workbench.driver.run('boxOffice.stopLocalService'));

  it('starts from the welcome text, whose place its events take, gives a guest list in three steps, and announces the mail of an export', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.welcome.getByRole('button', { name: 'Start Local Service' }).click();
    await ui.workbench.notifications.filter({ hasText: 'The local service is running at' }).waitFor();
    await ui.workbench.expand('Featured');
    // The right click is the first.
    await ui.workbench.rightClick('O Auto da Lua', 'Reports and Exports', 'Export Guest List');
    const list = ui.workbench.notifications.filter({ hasText: 'Your export of O Auto da Lua is ready' });
    await list.getByRole('button', { name: 'Open File' }).click();
    await ui.workbench.webview.getByRole('columnheader', { name: 'email' }).waitFor();
    await ui.workbench.run('View: Close All Editors');
    await ui.workbench.requestGuestList('Festival da Primavera');
    const mail = ui.workbench.notifications.filter({ hasText: 'An e-mail has arrived from the local service' });
    await mail.getByRole('button', { name: 'Open File' }).click();
    await ui.workbench.page.getByRole('tab', { name: / - guestlist - \d{4}-\d\d-\d\d/ }).waitFor();
    await ui.workbench.webview.getByRole('columnheader', { name: 'email' }).waitFor();
    // The notification goes; the row stays.
    await ui.workbench.page.getByRole('tab', { name: /Request Export/ }).click();
    const kept = ui.workbench.webview.getByRole('row', { name: /Festival da Primavera Guest list none CSV/ });
    await kept.getByRole('button', { name: 'Show Mail' }).click();
    await ui.workbench.page.getByRole('tab', { name: /\.eml/ }).waitFor();
    await ui.workbench.run('Box Office: Get Started');
    const step = ui.workbench.page.locator('.getting-started-step').filter({ hasText: 'Start the local service' });
    // It was started before the walkthrough was opened.
    await step.locator('.codicon-getting-started-step-checked').first().waitFor();
    await ui.workbench.run('Box Office: Stop Local Service');
    await ui.workbench.welcome.getByRole('button', { name: 'Start Local Service' }).waitFor();
  });
});
