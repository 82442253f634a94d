import assert from 'node:assert/strict';
import { useWorkbench } from '../harness/ui.ts';
import { until } from '../harness/until.ts';

describe('the first minute', () => {
  const ui = useWorkbench();

  it('shows the Events view with a welcome that says where things stand', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.welcome.getByText('Browse the events').waitFor();
    await ui.workbench.screenshot('events view');
  });

  it('opens the log from the palette, and it names the versions', async () => {
    await ui.workbench.run('Box Office: Show Log');
    await ui.workbench.page.locator('.panel .view-line').getByText('in VS Code 1.').waitFor();
    await ui.workbench.screenshot('log');
    assert.equal(await ui.workbench.notifications.count(), 0);
  });

  it('writes the same lines to its log file', async () => {
    assert.match(await ui.host.readLogs('Box Office'), /Box Office \d+\.\d+\.\d+ in VS Code 1\.\d+/);
    // Something may be logged in between.
    await until('the log is empty', async () => {
      await ui.host.clearLogs();
      return (await ui.host.readLogs('Box Office')) === '';
    });
  });
});
