import assert from 'node:assert/strict';
import { useWorkbench } from '../harness/ui.ts';

describe('the first minute', () => {
  const ui = useWorkbench();

  it('shows the Events view with a welcome that says what to do', async () => {
    await ui.workbench.showContainer('Box Office');
    await ui.workbench.welcome.getByText('Browse the events').waitFor();
    await ui.workbench.screenshot('events view');
  });

  it('opens the log from the palette', async () => {
    await ui.workbench.run('Box Office: Show Log');
    await ui.workbench.page.locator('.panel .output-view-container, .panel [id="workbench.panel.output"]').first().waitFor();
    await ui.workbench.screenshot('log');
    assert.equal(await ui.workbench.notifications.count(), 0);
  });
});
