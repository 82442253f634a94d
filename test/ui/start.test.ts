import assert from 'node:assert/strict';
import { useWorkbench } from '../harness/ui.ts';

describe('the first minute', () => {
  const ui = useWorkbench();

  it('shows a welcome that says where things stand, whose button leads to the tree', async () => {
    await ui.workbench.showContainer('Box Office');
    const roots = ui.workbench.row('Featured').first();
    // Somebody else may have started the local service in this window.
    await ui.workbench.welcome.or(roots).first().waitFor();
    if (await roots.isVisible()) await ui.workbench.run('Box Office: Stop Local Service');
    await ui.workbench.welcome.getByText('Browse the events').waitFor();
    await ui.workbench.screenshot('welcome');
    await ui.workbench.welcome.getByRole('button', { name: 'Start Local Service' }).click();
    for (const label of ['Pinned', 'Featured', 'Home', 'Categories']) await ui.workbench.row(label).first().waitFor();
  });

  it('opens the log from the palette, and it names the versions', async () => {
    await ui.workbench.run('Box Office: Show Log');
    await ui.workbench.page.locator('.panel .view-line').getByText('in VS Code 1.').waitFor();
    assert.equal(await ui.workbench.notifications.count(), 0);
  });
});
