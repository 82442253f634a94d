import assert from 'node:assert/strict';
import { useWorkbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

describe('the local service, as a person uses it', () => {
  const ui = useWorkbench();
  let eventUrl = '';

  /** Where the service is, as its notification says. */
  async function startFromWelcome(): Promise<void> {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.welcome.getByRole('button', { name: 'Start Local Service' }).click();
    const toast = ui.workbench.notifications.filter({ hasText: 'The local service is running at' });
    const text = (await toast.textContent()) ?? '';
    eventUrl = `http://${/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? ''}/events-api`;
  }

  const answers = () =>
    fetch(`${eventUrl}/home/cover`).then(
      ({ ok }) => ok,
      () => false,
    );

  it('starts from the welcome text, and its events take the place of that', async () => {
    await startFromWelcome();
    await ui.workbench.row('Featured').waitFor();
    await ui.workbench.screenshot('local service running');
    assert.equal((await fetch(`${eventUrl}/home/cover`)).status, 200);
  });

  it('announces the mail of an export and opens its file', async () => {
    const cover = (await (await fetch(`${eventUrl}/home/cover`)).json()) as { responseData: { id: number }[] };
    const reply = await fetch(`${eventUrl}/event/${cover.responseData[0]!.id}/export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'guestlist' }),
    });
    assert.equal(reply.status, 200);
    const toast = ui.workbench.notifications.filter({ hasText: 'An e-mail has arrived from the local service' });
    await toast.waitFor();
    await ui.workbench.screenshot('mail of an export');
    await toast.getByRole('button', { name: 'Open File' }).click();
    await ui.workbench.page.getByRole('tab', { name: /\.csv/ }).waitFor();
    await ui.workbench.page.locator('.view-line').getByText('id,code,name,email').waitFor();
  });

  it('is reset after a question, and the reset can be undone', async () => {
    const link = 'festival-da-primavera';
    await ui.workbench.run('Box Office: Reset Local Service');
    await ui.workbench.dialog.getByText('Reset the local service to its sample data?').waitFor();
    await ui.workbench.screenshot('reset question');
    await ui.workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await fetch(`${eventUrl}/event/${link}`)).status, 200);

    await ui.workbench.run('Box Office: Reset Local Service');
    await ui.workbench.dialog.getByRole('button', { name: 'Reset' }).click();
    const done = ui.workbench.notifications.filter({ hasText: 'has its sample data again' });
    await done.waitFor();
    assert.equal((await fetch(`${eventUrl}/event/${link}`)).status, 200);
    await done.getByRole('button', { name: 'Undo' }).click();
    await ui.workbench.notifications.filter({ hasText: 'has its former data again' }).waitFor();
  });

  it('says so when it ends by itself, and starts again', async () => {
    const { execFileSync } = await import('node:child_process');
    execFileSync('pkill', ['-9', '-f', `service.cjs --data ${ui.host.dataFolder}`]);
    const toast = ui.workbench.notifications.filter({ hasText: 'has ended by itself' });
    await toast.getByRole('button', { name: 'Start Again' }).click();
    // The row may still be that of before.
    await until('the service answers again', answers);
    await ui.workbench.row('Featured').waitFor();
  });

  it('stops from the palette, and the welcome text is there again', async () => {
    await ui.workbench.run('Box Office: Stop Local Service');
    await ui.workbench.welcome.getByRole('button', { name: 'Start Local Service' }).waitFor();
    await until('the service answers no more', () => answers().then((isThere) => !isThere));
  });
});
